"""The live server: everything in memory, put together, started and stopped."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import msgspec

from decapod import bots
from decapod.core.game import game as game_named
from decapod.core.game import games
from decapod.server import wire
from decapod.server.live.archive import Archive
from decapod.server.live.channel import CHAT, ENDED, ENTRIES, OPENING, PRESENCE, RENAMED, SALT, SEATS
from decapod.server.live.chats import Chats
from decapod.server.live.loader import RoomLoader
from decapod.server.live.notifications import Notifications
from decapod.server.live.reviews import Reviews
from decapod.server.live.rooms import Tables
from decapod.server.live.services import Dependencies
from decapod.server.live.sweeper import Maintenance
from decapod.server.live.watchdog import LoopMonitor
from decapod.server.store import STORAGE_ERRORS, Store
from decapod.server.store.cookie_key import claim_key
from decapod.server.store.guests import Guests
from decapod.server.store.sessions import Sessions

if TYPE_CHECKING:
    from decapod.server.live.channel import Announcement
    from decapod.server.live.room import Table
    from decapod.server.settings import Settings

logger = logging.getLogger("decapod.server")

WARM_AFTER = 3  # seconds


class Hub:
    """What this process has in memory, and the store behind it: the one thing that routes are handed."""

    def __init__(self, settings: Settings) -> None:
        """Put everything together; `start` opens the store."""
        self.settings = settings
        self.store = Store(settings.url)
        self.services = Dependencies(settings, self.store)
        self.guests = Guests(self.store)
        self.sessions = Sessions(self.store)
        self.rooms = Tables(RoomLoader(self.services))
        self.archive = Archive(self.rooms)
        self.chats = Chats(self.services)
        self.reviews = Reviews(self.services)
        self.sweeper = Maintenance(self.rooms, self.guests)
        self.sockets: Counter[str] = Counter()  # how many are open, by address
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Open the store, go on with every live match, and look after the rooms from now on."""
        await self.store.open()
        await claim_key(self.store.database, self.settings)
        await asyncio.to_thread(self.services.levels.load)
        await self.sweeper.give_back_time()
        self.run_in_background(self.services.clock.run())
        if not self.store.is_sqlite:
            notifications = Notifications(self)
            self.run_in_background(notifications.run())
            self.run_in_background(notifications.follow())
        self.run_in_background(self.sweeper.run())
        self.run_in_background(LoopMonitor().run())
        if self.settings.warm:
            self.run_in_background(_warm_kernels())

    async def stop(self) -> None:
        """Stop bots and clocks, write what is waiting, close."""
        self.services.stopping = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in list(self.rooms.in_memory.values()):
            await room.autoplayer.close()
        await self.reviews.close()
        self.services.thinkers.close()
        await self.store.close()

    def run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something until it ends or the server stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def begin_rematch(self, room: Table) -> None:
        """Start another match in a room, without waiting for it; if it fails, whoever asks again begins it."""
        self.run_in_background(self._start_rematch(room))

    async def _start_rematch(self, room: Table) -> None:
        try:
            await self.rooms.start_rematch(room)
        except STORAGE_ERRORS as error:
            logger.error("cannot begin", extra={"room": room.id, "error": str(error).splitlines()[0]})

    async def rename_person(self, person: str, name: str) -> None:
        """Give a person another name, in every room where they sit under the old one."""
        old = await self.guests.name_of(person)
        for room in await self.guests.rename(person, name):
            await self.rooms.rename_seats(room, person, old or "", name)
        self.rooms.rename_person(person, name)
        self.services.channel.announce_renamed(person)

    async def end_sessions(self, sessions: list[str]) -> None:
        """End sessions by their ids, and close the sockets they have on any process."""
        if sessions:
            await self.sessions.end(sessions)
            self._let_go(sessions)
            self.services.channel.announce_ended(sessions)

    def _let_go(self, sessions: list[str]) -> None:
        self.sessions.forget(sessions)
        for room in self.rooms.in_memory.values():
            for client in room.clients:
                if client.session in sessions:
                    client.dismiss(wire.CloseCode.ENDED, "this browser is no longer known as you")

    async def catch_up(self) -> None:
        """Bring every room in memory up to date, when announcements of other processes may have been missed."""
        for room in list(self.rooms.in_memory.values()):
            try:
                await self.rooms.reload(room)
                await room.catch_up()
                room.announce_presence()
            except STORAGE_ERRORS as error:
                logger.warning("could not follow", extra={"room": room.id, "error": str(error).splitlines()[0]})

    async def receive(self, line: str) -> None:
        """Follow what another process announced through the channel."""
        announcement = self.services.channel.read(line)
        if announcement is None:
            return
        try:
            if announcement.kind == ENDED:
                self._let_go(announcement.sessions)
            elif announcement.kind == RENAMED:
                person = announcement.rest
                self.rooms.rename_person(person, await self.guests.name_of(person) or "")
            elif announcement.room in self.rooms.in_memory:
                await self._follow(self.rooms.in_memory[announcement.room], announcement)
        except STORAGE_ERRORS as error:
            first_line = str(error).splitlines()[0]
            logger.warning("could not follow", extra={"room": announcement.room, "error": first_line})

    async def _follow(self, room: Table, announcement: Announcement) -> None:
        """Follow what another process announced about a room that is in memory here."""
        if announcement.kind == ENTRIES:
            if not room.is_followed:
                await self.rooms.unload(room)  # nobody here follows it: whoever comes finds it in the store
            elif room.log is None or room.log.n < announcement.number:
                await room.catch_up()
        elif announcement.kind == SEATS:
            await self.rooms.reload(room)
        elif announcement.kind == CHAT:
            await self.chats.relay(room, announcement.number)
        elif announcement.kind == PRESENCE:
            handles, nameless = announcement.people
            names = room.presence.names
            names |= await self.guests.names_of([one for one in handles if one not in names])
            people = [(one, names.get(one, "")) for one in handles]
            if room.presence.note_report(announcement.sender, people, nameless):
                room.show_presence()
                room.autoplayer.wake()
                room.announce_entries()  # they may have come while nobody there was told
        elif announcement.kind == OPENING:
            room.ask_for_salts(msgspec.json.decode(announcement.rest, type=wire.OpenSalt))
        elif announcement.kind == SALT:
            room.take_salt(*announcement.salt)


async def _warm_kernels() -> None:
    """Get every game's kernels ready, once the first page has been served; a bot that plays at once asks itself."""
    await asyncio.sleep(WARM_AFTER)
    for name in await asyncio.to_thread(games):  # a game that is imported for the first time takes a while
        game = await asyncio.to_thread(game_named, name)
        bots.precompile(game.package)  # with the bots' own: one compiled at a table would hold everybody up
