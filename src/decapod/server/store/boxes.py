"""Boxes of people's own: each is stored once, by its fingerprint."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, insert, select, tuple_

from decapod.server.store import schema

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from decapod.server.store.store import Store


class BoxRow(NamedTuple):
    """A box as it is stored, without its key."""

    text: str
    record: bytes | None  # None for one that version 0.1.0 stored


async def read_box(store: Store, game: str, fingerprint: str) -> BoxRow | None:
    """Return a box of a game; None if it is not stored."""
    b = schema.boxes
    rows = await store.read(select(b.c.text, b.c.record).where(b.c.hash == fingerprint, b.c.game == game))
    return BoxRow(*rows[0]) if rows else None


def insert_box(connection: Connection, game: str, fingerprint: str, text: str, record: bytes) -> None:
    """Store a box, unless it is stored already."""
    b = schema.boxes
    same_box = select(b.c.hash).where(b.c.hash == fingerprint, b.c.game == game)
    if connection.execute(same_box).first() is None:
        connection.execute(insert(b).values(hash=fingerprint, game=game, text=text, record=record))


def delete_unused_boxes(connection: Connection) -> int:
    """Delete boxes that no room uses, and return how many."""
    b, r = schema.boxes, schema.rooms
    used = select(r.c.game, r.c.box).where(r.c.box != "")  # read once: looked for box by box, it takes minutes
    return connection.execute(delete(b).where(tuple_(b.c.game, b.c.hash).not_in(used))).rowcount
