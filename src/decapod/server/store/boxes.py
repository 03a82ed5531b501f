"""Boxes of people's own: the text of each is stored once, by its fingerprint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, literal, select

from decapod.server.store import schema

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from decapod.server.store.store import Store


async def read_box(store: Store, game: str, fingerprint: str) -> str | None:
    """Return the text of a box of a game; None if it is not stored."""
    b = schema.boxes
    rows = await store.read(select(b.c.text).where(b.c.hash == fingerprint, b.c.game == game))
    return rows[0][0] if rows else None


def insert_box(connection: Connection, game: str, fingerprint: str, text: str) -> None:
    """Store the text of a box, unless it is stored already."""
    b = schema.boxes
    same_box = select(b.c.hash).where(b.c.hash == fingerprint, b.c.game == game)
    if connection.execute(same_box).first() is None:
        connection.execute(insert(b).values(hash=fingerprint, game=game, text=text))


def delete_unused_boxes(connection: Connection) -> None:
    """Delete boxes that no room uses."""
    b, r = schema.boxes, schema.rooms
    used = select(literal(1)).where(r.c.box == b.c.hash, r.c.game == b.c.game).exists()
    connection.execute(delete(b).where(~used))
