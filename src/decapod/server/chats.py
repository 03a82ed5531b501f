"""The chats of all tables, and who does not want to hear whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from decapod.errors import Illegal, Unreadable
from decapod.server import schema, wire
from decapod.server.store import now
from decapod.server.words import reason

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from decapod.server.room import Room
    from decapod.server.rooms import Rooms
    from decapod.server.visitor import Visitor

SHOWN = 100  # lines a newcomer gets
MOST_MUTED = 500


class Chats:
    """What is said at the tables of this process."""

    def __init__(self, rooms: Rooms) -> None:
        """Keep it where the tables are kept."""
        self.rooms = rooms

    async def say(self, room: Room, visitor: Visitor, said: wire.Say) -> None:
        """Let everybody at a table read a line."""
        if not visitor.person:
            raise Illegal(reason("chat.sit", visitor.language))
        text = " ".join("".join(c if c.isprintable() else " " for c in said.text).split())
        if not text:
            raise Unreadable(reason("message.wrong", visitor.language, what="an empty line"))
        seats = room.seats_of(visitor.person)
        name = (room.seats[seats[0]].name if seats else "") or visitor.name
        values: dict[str, Any] = {
            "table": room.id, "person": visitor.person, "name": name, "seat": seats[0] if seats else None,
            "text": text, "at": now(),
        }  # fmt: skip

        def work(connection: Connection) -> int:
            c = schema.chats
            last = connection.execute(select(func.max(c.c.n)).where(c.c.table == room.id)).scalar() or 0
            connection.execute(insert(c).values(n=last + 1, **values))
            old = last + 1 - self.rooms.settings.chat_lines
            connection.execute(delete(c).where(c.c.table == room.id, c.c.n <= old))  # the latest lines stay
            return last + 1

        number = None
        for _ in range(5):
            try:
                number = await self.rooms.store.write(work)
                break
            except IntegrityError:  # another process took the number
                continue
        if number is None:
            raise Illegal(reason("chat.full", visitor.language))
        values.pop("table")
        room.show_chat(wire.Spoken(n=number, **values))
        self.rooms.tell(room.id, "c", number)

    async def so_far(self, room: Room, visitor: Visitor) -> list[wire.Spoken]:
        """Return the last lines of a table's chat, without those of people the visitor muted."""
        if visitor.person:
            m = schema.mutes
            rows = await self.rooms.store.read(select(m.c.muted).where(m.c.person == visitor.person))
            visitor.muted = {row[0] for row in rows}
        c = schema.chats
        rows = await self.rooms.store.read(select(c).where(c.c.table == room.id).order_by(c.c.n.desc()).limit(SHOWN))
        return [spoken(row) for row in reversed(rows) if row.person not in visitor.muted]

    async def mute(self, visitor: Visitor, said: wire.Mute) -> None:
        """Hear somebody no longer, or again."""
        if not visitor.person:
            raise Illegal(reason("chat.sit", visitor.language))
        if said.on and len(visitor.muted) >= MOST_MUTED:
            raise Illegal(reason("chat.full", visitor.language))
        m = schema.mutes

        def work(connection: Connection) -> None:
            mine = (m.c.person == visitor.person) & (m.c.muted == said.person)
            connection.execute(delete(m).where(mine))
            if said.on:
                connection.execute(insert(m).values(person=visitor.person, muted=said.person))

        await self.rooms.store.write(work)
        if said.on:
            visitor.muted.add(said.person)
        else:
            visitor.muted.discard(said.person)
        visitor.answer(wire.Pong(re=said.n))

    async def overheard(self, room: Room, number: int) -> None:
        """Let everybody here hear a line that was said on another process."""
        c = schema.chats
        for row in await self.rooms.store.read(select(c).where(c.c.table == room.id, c.c.n == number)):
            room.show_chat(spoken(row))


def spoken(row: Any) -> wire.Spoken:
    """Turn a stored line into a message."""
    return wire.Spoken(n=row.n, person=row.person, name=row.name, seat=row.seat, text=row.text, at=row.at)
