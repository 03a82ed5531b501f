"""Pauses: the times in which no server ran. Each match gets them back when it is next loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, insert, select, update

from decapod.server.store import schema

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from decapod.server.store.store import Store


class Pause(NamedTuple):
    """A time in which no server ran, in milliseconds since 1970."""

    began_at: int
    ended_at: int

    @property
    def duration(self) -> int:
        """How long it took, in milliseconds."""
        return self.ended_at - self.began_at


def record_pause(connection: Connection, pause: Pause) -> None:
    """Store a pause, and let no clock fall before it could have by then."""
    m = schema.matches
    connection.execute(insert(schema.pauses).values(began_at=pause.began_at, ended_at=pause.ended_at))
    waking = m.c.ended_at.is_(None) & m.c.wakes_at.is_not(None)
    connection.execute(update(m).where(waking).values(wakes_at=m.c.wakes_at + pause.duration))


async def read_pauses(store: Store, since: int) -> list[Pause]:
    """Read the pauses that ended after a time, in order."""
    p = schema.pauses
    return [Pause(*row) for row in await store.read(select(p).where(p.c.ended_at > since).order_by(p.c.ended_at))]


def find_cutoff(connection: Connection, at: int, duration: int) -> int:
    """Return the time since which servers ran for `duration` milliseconds in all until `at`; pauses do not count."""
    p = schema.pauses
    cutoff = at - duration
    pauses = connection.execute(select(p).where(p.c.began_at < at).order_by(p.c.ended_at.desc()))
    for began_at, ended_at in pauses.all():
        if ended_at <= cutoff:
            break
        cutoff -= min(ended_at, at) - began_at
    return cutoff


def delete_old_pauses(connection: Connection, *, ended_before: int) -> int:
    """Delete pauses that ended before a time, and return how many."""
    return connection.execute(delete(schema.pauses).where(schema.pauses.c.ended_at < ended_before)).rowcount
