"""The chats of all rooms, and who does not want to read whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decapod.errors import IllegalMoveError, ParseError
from decapod.server import wall_clock, wire
from decapod.server.live.messages import chat_message
from decapod.server.rate_limit import RateLimiter, count_of
from decapod.server.store import DuplicateError
from decapod.server.store.chats import ChatRow, insert_line, read_line, read_lines_for, set_mute
from decapod.server.words import reason

if TYPE_CHECKING:
    from decapod.server.live.client import Connection
    from decapod.server.live.room import Table
    from decapod.server.live.services import Dependencies

HISTORY = 100  # lines a newcomer gets
MOST_MUTED = count_of("mutes")
TRIES = 5  # for a number of a line


class Chats:
    """Sends lines of chat, keeps them, and keeps them from those who do not want them."""

    def __init__(self, services: Dependencies) -> None:
        """Store lines, and announce them to other processes, through `services`."""
        self._services = services
        self._writers = RateLimiter(services.settings.limit("chat"))
        self._watchers = RateLimiter(services.settings.limit("watcher_chat"))

    async def send(self, room: Table, client: Connection, message: wire.SendChat) -> None:
        """Store a line, and show it to everybody in the room."""
        language = client.view.language
        if not client.person:
            raise IllegalMoveError(reason("chat.sit", language))
        text = " ".join("".join(c if c.isprintable() else " " for c in message.text).split())
        if not text:
            raise ParseError(reason("message.wrong", language, what="an empty line"))
        if not self._writers.take(client.person):
            raise IllegalMoveError(reason("chat.fast", language))
        seats = room.seats_of(client.person)
        if not seats and not self._watchers.take(room.id):
            raise IllegalMoveError(reason("chat.crowded", language))
        name = (room.seats[seats[0]].name if seats else "") or client.name
        row = ChatRow(room.id, 0, client.person, name, seats[0] if seats else None, text, wall_clock.now())
        row = await self._store_line(row, language)
        room.show_chat(chat_message(row))
        self._services.channel.announce_chat(room.id, row.n)

    async def _store_line(self, row: ChatRow, language: str) -> ChatRow:
        most = self._services.settings.chat_lines
        for _ in range(TRIES):
            try:
                return row._replace(n=await self._services.store.write(lambda c: insert_line(c, row, most)))
            except DuplicateError:  # another process took the number
                continue
        raise IllegalMoveError(reason("chat.full", language))

    async def history(self, room: Table, client: Connection) -> list[wire.ChatLine]:
        """Return the last lines of a room, without those of people the client muted; reads whom it muted first."""
        rows, client.muted = await read_lines_for(self._services.store, room.id, client.person, HISTORY)
        return [chat_message(row) for row in rows if row.person not in client.muted]

    async def mute(self, client: Connection, message: wire.Mute) -> None:
        """Keep the lines of somebody from a client, in every room and for good; or no longer."""
        language = client.view.language
        if not client.person:
            raise IllegalMoveError(reason("chat.sit", language))
        if message.on and len(client.muted) >= MOST_MUTED:
            raise IllegalMoveError(reason("chat.full", language))
        await self._services.store.write(lambda c: set_mute(c, client.person, message.person, on=message.on))
        if message.on:
            client.muted.add(message.person)
        else:
            client.muted.discard(message.person)

    async def relay(self, room: Table, number: int) -> None:
        """Show everybody here a line that was written on another process."""
        row = await read_line(self._services.store, room.id, number)
        if row is not None:
            room.show_chat(chat_message(row))
