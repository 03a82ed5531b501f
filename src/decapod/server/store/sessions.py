"""Sessions: the browsers in which somebody is somebody. What proves it lies in the encrypted cookie."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, delete, insert, select, update

from decapod.server import wall_clock
from decapod.server.store import schema
from decapod.server.store.guests import new_id
from decapod.server.store.store import Store

if TYPE_CHECKING:
    from sqlalchemy import Connection

MOST_CACHED = 10_000  # sessions
FRESHNESS = 5.0  # seconds for which another process may not have heard that a session was ended
SEEN_INTERVAL = 3_600_000  # milliseconds between two notes that somebody was seen
MOST_DEVICE = 80  # letters


class SessionRow(NamedTuple):
    """A session as it is stored."""

    id: str
    person: str
    device: str
    made_at: int
    seen_at: int


_OWNER = select(schema.sessions.c.person, schema.sessions.c.seen_at).where(schema.sessions.c.id == bindparam("session"))


class Sessions:
    """All sessions, those seen of late in memory."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        """Read from and write to a store that is open when they are asked for; `clock` tells the time in seconds."""
        self._store = store
        self._clock = clock
        self._cache: dict[str, tuple[str, float]] = {}  # whose it is ("" if nobody's), and when that was read

    async def begin(self, person: str, device: str) -> str:
        """Store a new session of a person, and return its id."""
        id_, at = new_id(), wall_clock.now()
        row = SessionRow(id_, person, device[:MOST_DEVICE], at, at)
        await self._store.write(lambda c: c.execute(insert(schema.sessions).values(**row._asdict())))
        return id_

    async def is_live(self, session: str, person: str) -> bool:
        """Whether a session is a person's, and was not ended."""
        owner, read_at = self._cache.get(session, ("", float("-inf")))
        if not owner or not (self._store.is_sqlite or self._clock() - read_at < FRESHNESS):
            owner = await self._read(session)
        return bool(owner) and owner == person

    async def _read(self, session: str) -> str:
        s = schema.sessions
        rows = await self._store.read(_OWNER, {"session": session})
        if not rows:
            self._cache.pop(session, None)
            return ""
        owner, seen_at = rows[0]
        now = wall_clock.now()
        if now - seen_at > SEEN_INTERVAL:
            await self._store.write(lambda c: c.execute(update(s).where(s.c.id == session).values(seen_at=now)))
        if len(self._cache) >= MOST_CACHED:
            self._cache.clear()
        self._cache[session] = owner, self._clock()
        return owner

    async def list_of(self, person: str) -> list[SessionRow]:
        """List the sessions of a person, the one seen last first."""
        s = schema.sessions
        rows = await self._store.read(select(s).where(s.c.person == person).order_by(s.c.seen_at.desc(), s.c.id))
        return [SessionRow(*row) for row in rows]

    async def end(self, sessions: Sequence[str]) -> None:
        """End sessions, by their ids."""
        s = schema.sessions
        await self._store.write(lambda c: c.execute(delete(s).where(s.c.id.in_(sessions))))
        self.forget(sessions)

    def forget(self, sessions: Sequence[str]) -> None:
        """Look in the store when these are next asked for: they were ended, here or on another process."""
        for session in sessions:
            self._cache.pop(session, None)


def delete_old_sessions(connection: Connection, *, seen_before: int) -> int:
    """Delete sessions not seen since a time, whose cookies have expired, and return how many."""
    return connection.execute(delete(schema.sessions).where(schema.sessions.c.seen_at < seen_before)).rowcount
