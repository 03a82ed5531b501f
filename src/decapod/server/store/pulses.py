"""Signs of life: the time at which a server last ran, so that clocks stand still while none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from decapod.server.store import schema

if TYPE_CHECKING:
    from sqlalchemy import Connection

INTERVAL = 4_000  # milliseconds between two signs of life
LONGEST_GAP = 12_000  # after this long without one, no server ran


def record_start(connection: Connection, at: int) -> int:
    """Give a first sign of life at a time; return for how many milliseconds no server ran before.

    Of several servers that start together only the first is told; the others get 0.
    """
    last = connection.execute(select(schema.pulses.c.at).with_for_update()).scalar()
    if last is None:
        connection.execute(insert(schema.pulses).values(id=1, at=at))
        return 0
    connection.execute(update(schema.pulses).values(at=at))
    return at - last if at - last > LONGEST_GAP else 0


def record_pulse(connection: Connection, at: int) -> None:
    """Give a sign of life at a time."""
    connection.execute(update(schema.pulses).values(at=at))
