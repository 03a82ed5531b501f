"""The sweeper: from time to time it finds what was missed, runs what nobody runs, and forgets what nobody needs."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from decapod.server import wall_clock
from decapod.server.store import STORAGE_ERRORS
from decapod.server.store.cleaning import clean
from decapod.server.store.matches import list_waking_matches, newest_entry_numbers, set_waking_times
from decapod.server.store.pauses import Pause, record_pause
from decapod.server.store.pulses import INTERVAL, LONGEST_GAP, record_pulse, record_start
from decapod.server.store.rooms import list_rooms_with_bots

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from decapod.server.live.rooms import Tables
    from decapod.server.store.guests import Guests

logger = logging.getLogger("decapod.server")

CLEANING_INTERVAL = 600  # seconds
ADOPTED_AT_ONCE = 10  # rooms in a sweep, of those with clocks and of those with bots
NEXT_LOOK = 60_000  # milliseconds until a match is looked at again of whose clocks nothing better is known


class Maintenance:
    """Looks after all rooms of this process."""

    def __init__(self, rooms: Tables, guests: Guests) -> None:
        """Look after `rooms`, with the settings and the store they are loaded with, and forget old `guests`."""
        self._rooms = rooms
        self._guests = guests
        self._services = rooms.loader.services
        self._rooms_with_bots: list[str] | None = None  # that were not looked at since the start
        self._waking_times: dict[str, int] = {}  # of matches in memory, as they are stored
        self._last_pulse = 0.0
        self._last_cleaning = time.monotonic()  # not at the start: others want to be answered

    async def give_back_time(self) -> None:
        """Note for how long no server ran, so that clocks get it back before any can fall; call it at the start."""
        clock = self._services.clock
        at = clock.now()

        def work(connection: Connection) -> int:
            newest, missed = record_start(connection, at)
            if missed:
                record_pause(connection, Pause(at - missed, at))
            return newest

        clock.catch_up(await self._services.store.write(work))

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
            await self._store_waking_times()
            await self._adopt()
            for room in list(self._rooms.in_memory.values()):
                room.autoplayer.wake()
                if room.clients:
                    room.announce_presence()
                elif not room.is_followed and at - room.presence.quiet_since > self._services.settings.idle:
                    await self._rooms.unload(room)
            if at - self._last_cleaning > CLEANING_INTERVAL:
                self._last_cleaning = at
                await self.clean()
        except STORAGE_ERRORS as error:
            logger.warning("looking after rooms failed", extra={"error": str(error).splitlines()[0]})

    async def _follow_wall_clock(self) -> None:
        """Where the server stood still and no clock runs here, bring its own to the time of day: that was a pause."""
        clock, logs = self._services.clock, [room.log for room in self._rooms.in_memory.values()]
        at = clock.now()
        behind = wall_clock.now() - at
        if behind > LONGEST_GAP and not any(log.clocks.running for log in logs if log and log.clocks):
            pause = Pause(at, at + behind)
            await self._services.store.write(lambda connection: record_pause(connection, pause))
            clock.catch_up(pause.ended_at)

    async def _catch_up(self) -> None:
        """Find entries of other processes whose announcement never reached us, of rooms that are followed here."""
        followed = [room for room in self._rooms.in_memory.values() if room.is_followed]
        live = {room.log.id: room for room in followed if room.log and not room.log.over}
        if not live:
            return
        for match, n in (await newest_entry_numbers(self._services.store, live)).items():
            room = live[match]
            if room.log is not None and room.log.id == match and room.log.n < n:
                await room.catch_up()

    async def _store_waking_times(self) -> None:
        """Store for the matches in memory when their clocks may fall, where what is stored has passed or is too late.

        So a server that starts need not load a match before its time has come.
        """
        known, at = self._waking_times, self._services.clock.now()
        self._waking_times = {}
        new: dict[str, int] = {}
        for log in [room.log for room in self._rooms.in_memory.values() if room.log and not room.log.over]:
            if log.clocks is not None:
                fall = log.clocks.earliest_fall(at - log.began_at)
                earliest = at + NEXT_LOOK if fall is None else log.began_at + fall  # None: bots play on for all
                stored = known.get(log.id, 0)
                if not at < stored <= earliest:
                    stored = new[log.id] = earliest
                self._waking_times[log.id] = stored
        if new:
            await self._services.store.write(lambda connection: set_waking_times(connection, new))

    async def _adopt(self) -> None:
        """Load some rooms that are not here in which a clock may have fallen, or a bot may have to move.

        Whichever process gets a room's lease runs them. Only some at a time: others want to be answered meanwhile.
        """
        store, in_memory = self._services.store, self._rooms.in_memory
        if self._rooms_with_bots is None or not store.is_sqlite:
            self._rooms_with_bots = await list_rooms_with_bots(store)
        waiting = [id_ for id_ in self._rooms_with_bots if id_ not in in_memory]
        self._rooms_with_bots = waiting[ADOPTED_AT_ONCE:]
        at = self._services.clock.now()
        due = await list_waking_matches(store, at, ADOPTED_AT_ONCE)
        later = dict.fromkeys(due, at + NEXT_LOOK)  # also those that cannot be loaded: they are in nobody's way
        await store.write(lambda connection: set_waking_times(connection, later))
        for id_ in [*due.values(), *waiting[:ADOPTED_AT_ONCE]]:
            try:
                await self._rooms.find(id_)
            except Exception as error:  # whatever is wrong with one room, the others go on
                logger.error("cannot go on with a room", extra={"room": id_, "error": str(error)})

    async def clean(self) -> None:
        """Delete what is no longer needed, but nothing of the rooms in memory, and log how many rows were deleted."""
        settings, in_use = self._services.settings, set(self._rooms.in_memory)
        deleted: dict[str, int] = await self._services.store.write(
            lambda connection: clean(connection, settings, wall_clock.now(), in_use)
        )
        if deleted:
            logger.info("cleaned", extra={"deleted": sum(deleted.values()), **deleted})
        self._guests.forget()
