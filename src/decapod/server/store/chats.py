"""Chats as they are stored, and who does not want to read whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select

from decapod.server.store import schema

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from decapod.server.store.store import Store


class ChatRow(NamedTuple):
    """A line of chat as it is stored, in the order of its columns."""

    room: str
    n: int
    person: str
    name: str
    seat: int | None
    text: str
    at: int


def insert_line(connection: Connection, row: ChatRow, most_lines: int) -> int:
    """Store a line under the next free number of its room, whatever `row.n` says, and return that number.

    Older lines than the last `most_lines` are deleted.
    """
    c = schema.chats
    newest = connection.execute(select(func.max(c.c.n)).where(c.c.room == row.room)).scalar() or 0
    number = newest + 1
    connection.execute(insert(c).values(**row._replace(n=number)._asdict()))
    connection.execute(delete(c).where(c.c.room == row.room, c.c.n <= number - most_lines))
    return number


_chats, _mutes = schema.chats.c, schema.mutes.c
LINES_AND_MUTED = (
    select(schema.chats).where(_chats.room == bindparam("room")).order_by(_chats.n.desc()).limit(bindparam("limit")),
    select(_mutes.muted_person).where(_mutes.person == bindparam("person")),
)


async def read_lines_for(store: Store, room: str, person: str, limit: int) -> tuple[list[ChatRow], set[str]]:
    """Read the last lines of a room, the newest last, and whom somebody does not want to read."""
    rows, people = await store.read_all(LINES_AND_MUTED, {"room": room, "person": person, "limit": limit})
    return [ChatRow(*row) for row in reversed(rows)], {row[0] for row in people}


async def read_line(store: Store, room: str, number: int) -> ChatRow | None:
    """Read one line; None if it is not stored."""
    c = schema.chats
    rows = await store.read(select(c).where(c.c.room == room, c.c.n == number))
    return ChatRow(*rows[0]) if rows else None


def set_mute(connection: Connection, person: str, muted_person: str, *, on: bool) -> None:
    """Note that `person` does not want to read somebody, or wants to again."""
    m = schema.mutes
    connection.execute(delete(m).where(m.c.person == person, m.c.muted_person == muted_person))
    if on:
        connection.execute(insert(m).values(person=person, muted_person=muted_person))
