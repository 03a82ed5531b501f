"""Guests: people without accounts, their names, and the links that carry them to another device."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from decapod.server import schema
from decapod.server.store import Store, now

if TYPE_CHECKING:
    from sqlalchemy import Connection

LINK_LASTS = 600_000  # milliseconds


def new_id() -> str:
    """Make an id nobody can guess: 120 random bits."""
    return secrets.token_urlsafe(15)


class Guests:
    """All who ever came."""

    def __init__(self, store: Store) -> None:
        """Keep them in a store."""
        self.store = store

    async def name_of(self, person: str) -> str | None:
        """Return the name of a person; None if nobody is stored under that handle."""
        if not person:
            return None
        p = schema.people
        rows = await self.store.read(select(p.c.name).where(p.c.id == person))
        return rows[0][0] if rows else None

    async def new_person(self, name: str) -> str:
        """Make a guest."""
        person, at = new_id(), now()
        values = {"id": person, "name": name, "made": at, "seen": at}
        await self.store.write(lambda c: c.execute(insert(schema.people).values(**values)))
        return person

    async def rename(self, person: str, name: str) -> list[str]:
        """Give a person another name; list the tables where they sit under the old one."""
        old = await self.name_of(person)

        def work(connection: Connection) -> list[str]:
            p, s = schema.people, schema.seats
            connection.execute(update(p).where(p.c.id == person).values(name=name, seen=now()))
            mine = (s.c.person == person) & (s.c.name == (old or ""))
            tables = [row[0] for row in connection.execute(select(s.c.table).where(mine)).all()]
            connection.execute(update(s).where(mine).values(name=name))
            return tables

        return await self.store.write(work)

    async def new_link(self, person: str) -> tuple[str, int]:
        """Make the code of a personal link; only its hash is stored."""
        code, expires = secrets.token_urlsafe(24), now() + LINK_LASTS
        values = {"hash": _hash(code), "person": person, "expires": expires}
        await self.store.write(lambda c: c.execute(insert(schema.links).values(**values)))
        return code, expires

    async def person_of_link(self, code: str) -> str | None:
        """Find whose link a code is."""
        links = schema.links
        rows = await self.store.read(select(links.c.person).where(links.c.hash == _hash(code), links.c.expires > now()))
        return rows[0][0] if rows else None


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
