"""Signs of life: the time at which a server last ran, so that clocks stand still while none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from decapod.server.store import schema

if TYPE_CHECKING:
    from sqlalchemy import Connection

INTERVAL = 4_000  # milliseconds between two signs of life
LONGEST_GAP = 12_000  # after this long without one, no server ran


def record_start(connection: Connection, at: int) -> tuple[int, int]:
    """Give a first sign of life at a time; return the time of the newest, and how many milliseconds no server ran.

    The newest is later than `at` where the clock of this machine was set back. Of several servers that start together
    only the first is told that none ran; the others get 0.
    """
    last = connection.execute(select(schema.pulses.c.at).with_for_update()).scalar()
    if last is None:
        connection.execute(insert(schema.pulses).values(id=1, at=at))
        return at, 0
    connection.execute(update(schema.pulses).values(at=max(at, last)))
    return max(at, last), at - last if at - last > LONGEST_GAP else 0


def newest_pulse(connection: Connection) -> int | None:
    """Return the time of the newest sign of life; None if no server ever ran."""
    return connection.execute(select(schema.pulses.c.at)).scalar()


def record_pulse(connection: Connection, at: int) -> int:
    """Give a sign of life at a time; return the time of the newest, which may be another server's."""
    last: int = connection.execute(select(schema.pulses.c.at).with_for_update()).scalar() or 0
    connection.execute(update(schema.pulses).values(at=max(at, last)))
    return max(at, last)
