"""The sweeper: from time to time it finds what was missed, runs what nobody runs, and forgets what nobody needs."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from decapod.server import wall_clock
from decapod.server.store import STORAGE_ERRORS
from decapod.server.store.cleaning import clean
from decapod.server.store.matches import newest_entry_numbers
from decapod.server.store.pulses import INTERVAL, LONGEST_GAP, record_pulse, record_start
from decapod.server.store.rooms import list_unattended_rooms

if TYPE_CHECKING:
    from decapod.server.live.rooms import Rooms

logger = logging.getLogger("decapod.server")

CLEANING_INTERVAL = 600  # seconds


class Sweeper:
    """Looks after all rooms of this process."""

    def __init__(self, rooms: Rooms) -> None:
        """Look after `rooms`, with the settings and the store they are loaded with."""
        self._rooms = rooms
        self._services = rooms.loader.services
        self._has_adopted = False
        self._last_pulse = 0.0
        self._last_cleaning = 0.0

    async def give_back_time(self) -> None:
        """Give all clocks the time back in which no server ran, before any of them can fall; call it at the start."""
        store, clock = self._services.store, self._services.clock
        newest, missed = await store.write(lambda connection: record_start(connection, clock.now()))
        clock.catch_up(newest)
        for id_ in await list_unattended_rooms(store, clocks_only=True) if missed else []:
            room = await self._rooms.find(id_)
            if room is not None:
                await room.give_back_time(missed)

    async def run(self) -> None:
        """Sweep at once, so that matches of bots go on, and then from time to time, until cancelled."""
        while True:
            await self.sweep()
            await asyncio.sleep(self._services.settings.sweep)

    async def sweep(self) -> None:
        """Look after every room once; a database that fails is tried again the next time."""
        try:
            at = time.monotonic()
            if at - self._last_pulse > INTERVAL / 1000:
                self._last_pulse = at
                clock = self._services.clock
                clock.catch_up(await self._services.store.write(lambda c: record_pulse(c, clock.now())))
            is_shared = not self._services.store.is_sqlite
            if is_shared:
                await self._catch_up()
            else:
                await self._follow_wall_clock()
            if is_shared or not self._has_adopted:
                await self._adopt()
                self._has_adopted = True
            for room in list(self._rooms.in_memory.values()):
                room.autoplayer.wake()
                if room.clients:
                    room.announce_presence()
                elif not room.autoplayer.is_needed and at - room.presence.quiet_since > self._services.settings.idle:
                    await self._rooms.unload(room)
            if at - self._last_cleaning > CLEANING_INTERVAL:
                self._last_cleaning = at
                await self.clean()
        except STORAGE_ERRORS as error:
            logger.warning("looking after rooms failed", extra={"error": str(error).splitlines()[0]})

    async def _follow_wall_clock(self) -> None:
        """Where the server stood still, bring its clock to the time of day, and give all clocks that time back."""
        clock = self._services.clock
        behind = wall_clock.now() - clock.now()
        if behind > LONGEST_GAP:
            for room in list(self._rooms.in_memory.values()):
                await room.give_back_time(behind)
            clock.catch_up(clock.now() + behind)

    async def _catch_up(self) -> None:
        """Find entries of other processes whose announcement never reached us."""
        live = {room.log.id: room for room in self._rooms.in_memory.values() if room.log and not room.log.over}
        if not live:
            return
        for match, n in (await newest_entry_numbers(self._services.store, live)).items():
            room = live[match]
            if room.log is not None and room.log.id == match and room.log.n < n:
                await room.catch_up()

    async def _adopt(self) -> None:
        """Load rooms with bots or clocks that are not here; whichever process gets a room's lease runs them."""
        for id_ in await list_unattended_rooms(self._services.store):
            if id_ not in self._rooms.in_memory:
                try:
                    await self._rooms.find(id_)
                except Exception as error:  # whatever is wrong with one room, the others go on
                    logger.error("cannot go on with a room", extra={"room": id_, "error": str(error)})

    async def clean(self) -> None:
        """Delete what nobody will miss, but nothing of the rooms in memory."""
        settings, in_use = self._services.settings, set(self._rooms.in_memory)
        await self._services.store.write(lambda connection: clean(connection, settings, wall_clock.now(), in_use))
