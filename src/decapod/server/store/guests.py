"""Guests: people without accounts, their names, and the links that carry them to another device."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, literal, select, update

from decapod.server import wall_clock
from decapod.server.store import schema
from decapod.server.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

LINK_LASTS = 600_000  # milliseconds
MOST_NAMES = 10_000  # that are kept in memory


def new_id() -> str:
    """Make an id nobody can guess, of 120 random bits; on a command line it is not mistaken for an option."""
    while (drawn := secrets.token_urlsafe(15)).startswith("-"):
        pass
    return drawn


_NAME = select(schema.people.c.name).where(schema.people.c.id == bindparam("person"))


class Guests:
    """Everybody who has a name here, by the handle in their cookie."""

    def __init__(self, store: Store) -> None:
        """Read from and write to a store that is open when they are asked for."""
        self._store = store
        self._names: dict[str, str] = {}  # of those seen lately, where nobody else can change them

    async def name_of(self, person: str) -> str | None:
        """Return the name of a person; None if nobody is stored under that handle."""
        if not person:
            return None
        if person in self._names:
            return self._names[person]
        rows = await self._store.read(_NAME, {"person": person})
        if not rows:
            return None
        self._note(person, rows[0][0])
        return rows[0][0]

    async def names_of(self, people: Sequence[str]) -> dict[str, str]:
        """Return the names of people by handle, without those who are not stored."""
        if not people:
            return {}
        p = schema.people
        return {row[0]: row[1] for row in await self._store.read(select(p.c.id, p.c.name).where(p.c.id.in_(people)))}

    def forget(self) -> None:
        """Read names from the store when they are next asked for: some guests were deleted there."""
        self._names.clear()

    def _note(self, person: str, name: str) -> None:
        """Keep a name, unless another process may change it: only a file is ours alone."""
        if self._store.is_sqlite:
            if len(self._names) >= MOST_NAMES:
                self._names.clear()
            self._names[person] = name

    async def add(self, name: str) -> str:
        """Store a new guest, and return their handle."""
        person, at = new_id(), wall_clock.now()
        values = {"id": person, "name": name, "made_at": at, "seen_at": at}
        await self._store.write(lambda c: c.execute(insert(schema.people).values(**values)))
        self._note(person, name)
        return person

    async def rename(self, person: str, name: str) -> list[str]:
        """Give a person another name; list the rooms in which they sat under the old one."""
        old = await self.name_of(person)

        def work(connection: Connection) -> list[str]:
            p, s = schema.people, schema.seats
            connection.execute(update(p).where(p.c.id == person).values(name=name, seen_at=wall_clock.now()))
            own = (s.c.person == person) & (s.c.name == (old or ""))
            rooms = [row[0] for row in connection.execute(select(s.c.room).where(own)).all()]
            connection.execute(update(s).where(own).values(name=name))
            return rooms

        rooms = await self._store.write(work)
        self._note(person, name)
        return rooms

    async def make_link(self, person: str) -> str:
        """Return the code of a personal link, valid once and for ten minutes; only its hash is stored."""
        code = secrets.token_urlsafe(24)
        values = {"hash": _hash(code), "person": person, "expires": wall_clock.now() + LINK_LASTS}
        await self._store.write(lambda c: c.execute(insert(schema.links).values(**values)))
        return code

    async def use_link(self, code: str) -> str | None:
        """Find whose link a code is, and use it up; None if it is nobody's, no longer valid, or was used."""
        links = schema.links
        valid = (links.c.hash == _hash(code)) & (links.c.expires > wall_clock.now())
        used = delete(links).where(valid).returning(links.c.person)
        return await self._store.write(lambda c: c.execute(used).scalar())


def delete_expired_links(connection: Connection, at: int) -> int:
    """Delete personal links that are no longer valid at a time, and return how many."""
    return connection.execute(delete(schema.links).where(schema.links.c.expires < at)).rowcount


def delete_old_guests(connection: Connection, *, seen_before: int) -> int:
    """Delete guests not seen since a time who sit nowhere and set no room up, and return how many."""
    p, s, r = schema.people, schema.seats, schema.rooms
    sits = select(literal(1)).where(s.c.person == p.c.id).exists()
    hosts = select(literal(1)).where(r.c.host == p.c.id).exists()
    return connection.execute(delete(p).where(p.c.seen_at < seen_before, ~sits, ~hosts)).rowcount


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
