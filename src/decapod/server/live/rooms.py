"""The rooms that this process has in memory: found there or loaded, brought up to date, and let go of."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from decapod.server import metrics, wall_clock, wire
from decapod.server.live.starting import start_match

if TYPE_CHECKING:
    from decapod.server.live.loader import RoomLoader
    from decapod.server.live.room import Table
    from decapod.server.store.rooms import SeatHolder

LONGEST_ID = 24


class Tables:
    """Rooms by id."""

    def __init__(self, loader: RoomLoader) -> None:
        """Load rooms that are not in memory with `loader`."""
        self.loader = loader
        self.in_memory: dict[str, Table] = {}
        self._services = loader.services
        self._loading: dict[str, asyncio.Lock] = {}

    async def find(self, room_id: str) -> Table | None:
        """Return a room, from memory or from the store; None if there is none."""
        room = self.in_memory.get(room_id)
        if room is not None or len(room_id) > LONGEST_ID or "\0" in room_id:  # PostgreSQL takes no such text
            return room
        async with self._loading.setdefault(room_id, asyncio.Lock()):
            if room_id in self.in_memory:
                return self.in_memory[room_id]
            room = await self.loader.load(room_id)
            if room is None:
                self._loading.pop(room_id, None)
                return None
            self.keep(room)
        if room.all_want_rematch:  # the server died before it could begin
            await self.start_rematch(room)
        room.autoplayer.wake()
        return room

    async def find_current(self, room_id: str) -> Table | None:
        """Return a room as it is now, also where other processes change it and have not announced it yet."""
        is_known = room_id in self.in_memory
        room = await self.find(room_id)
        if room is not None and is_known and not self._services.store.is_sqlite:
            await self.reload(room)
            await room.catch_up()
            room = self.in_memory.get(room_id)
        return room

    def keep(self, room: Table) -> Table:
        """Keep a room in memory, unless it is there already; return the one that is there."""
        self.in_memory.setdefault(room.id, room)
        metrics.ROOMS.set(len(self.in_memory))
        return self.in_memory[room.id]

    async def reload(self, room: Table) -> None:
        """Take a room's settings, seats and newest match anew from the store; one that is gone there goes here too."""
        if not await self.loader.refresh(room) and room.id in self.in_memory:
            await self.close(room)

    async def publish_seats(self, room_id: str) -> None:
        """Show everybody, here and on other processes, that a room's seats changed in the store."""
        room = self.in_memory.get(room_id)
        if room is not None:
            await self.reload(room)
        self._services.channel.announce_seats(room_id)

    async def seat(self, room: Table, seat: int, holder: SeatHolder) -> None:
        """Show everybody, here and on other processes, that somebody took a free seat of a room in the store."""
        is_ours = self._services.store.is_sqlite and self.in_memory.get(room.id) is room
        if is_ours:  # nobody but us changed anything in the store: it need not be read
            async with room.lock:
                seats = [holder if number == seat else other for number, other in enumerate(room.seats)]
                room.take_seats(replace(room.row, seed="", touched_at=wall_clock.now()), seats)
            self._services.channel.announce_seats(room.id)
        else:
            await self.publish_seats(room.id)

    async def rename_seats(self, room_id: str, person: str, old: str, name: str) -> None:
        """Show everybody that somebody has a new name in the store, where they sit in a room under the old one.

        Somebody may sit in hundreds of rooms: none of them is read again for it.
        """
        room = self.in_memory.get(room_id)
        if room is not None:
            async with room.lock:
                seats = [
                    replace(holder, name=name) if (holder.person, holder.name) == (person, old) else holder
                    for holder in room.seats
                ]
                room.take_seats(room.row, seats)
        self._services.channel.announce_seats(room_id)

    async def start_first_match(self, room: Table, person: str = "", salt: str = "") -> None:
        """Start the first match of a room; if somebody did so meanwhile, go on with that one.

        `salt` is that of the `person` who starts it, if they sent it along.
        """
        await start_match(self.loader, room, 1, person, salt)

    async def start_rematch(self, room: Table) -> None:
        """Start another match in a room; if somebody did so meanwhile, go on with that one."""
        await start_match(self.loader, room, room.number + 1)

    async def close(self, room: Table) -> None:
        """Let go of a room that is no longer stored, and of everybody who looks at it."""
        self._drop(room)
        for client in list(room.clients):
            client.dismiss(wire.CloseCode.GONE, "this table was closed")
        await room.autoplayer.close()
        self._services.channel.announce_seats(room.id)

    async def unload(self, room: Table) -> None:
        """Let a room leave memory, unless somebody has come to look at it."""
        async with room.lock:
            if not room.clients:
                self._drop(room)
        if room.id not in self.in_memory:
            await room.autoplayer.close()

    def rename_person(self, person: str, name: str) -> None:
        """Give everybody who is connected as a person, here or to another process, the name they chose."""
        for room in self.in_memory.values():
            for client in room.clients:
                if client.person == person:
                    client.name = name
            if room.presence.rename(person, name):
                room.show_presence()

    def _drop(self, room: Table) -> None:
        self.in_memory.pop(room.id, None)
        self._loading.pop(room.id, None)
        metrics.ROOMS.set(len(self.in_memory))
