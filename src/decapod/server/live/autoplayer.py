"""The autoplayer of a room, for what happens there without people: bots move, clocks fall."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import weakref
from typing import TYPE_CHECKING

from decapod.bots import DEFAULT_BOT, BotFailure
from decapod.errors import DecapodError
from decapod.server import metrics
from decapod.server.live.bots import answering_moment

if TYPE_CHECKING:
    from decapod.server.live.match_log import MatchLog
    from decapod.server.live.room import Table
    from decapod.server.store import MatchEvent

logger = logging.getLogger("decapod.server")

LONGEST_SLEEP = 30.0  # seconds until clocks are looked at again


class BotRunner:
    """Moves the bots of a room and lets its clocks fall, on the one process that holds the room's lease."""

    def __init__(self, room: Table) -> None:
        """Do nothing until woken."""
        self._room_of = weakref.ref(room)  # which has us; a ring of both would stay in memory for a while
        self._services = room.services
        self._task: asyncio.Task[None] | None = None
        self._wake_up = asyncio.Event()

    @property
    def _room(self) -> Table:
        room = self._room_of()
        assert room is not None, "whoever asks us has the room"
        return room

    @property
    def is_needed(self) -> bool:
        """Whether something happens here without people: a bot's move, or a clock that runs.

        Bots among themselves wait until somebody looks.
        """
        log = self._room.log
        if log is None or not (log.clocks or log.departures or self._room.has_bots) or log.over:
            return False
        if self._room.has_only_bots and not self._room.is_watched:
            return False
        if any(self._room.bot_of(seat) is not None for seat in log.awaiting):
            return True
        return log.clocks is not None and bool(log.clocks.running)

    def wake(self) -> None:
        """Look again whether a bot is to move or a clock to be watched; call it whenever that may have changed."""
        self._wake_up.set()
        if (self._task is None or self._task.done()) and not self._services.stopping and self.is_needed:
            self._task = asyncio.create_task(self._run(self._room))

    async def _run(self, room: Table) -> None:
        leases = self._services.store.leases
        if not await leases.acquire_lease(room.id):
            return
        try:
            await room.give_back_pause()
            while self.is_needed and not self._services.stopping:
                self._wake_up.clear()
                log = room.log
                if log is None:
                    return
                seat = next((s for s in log.awaiting if room.bot_of(s) is not None), None)
                if seat is not None:
                    await self._move_bot(log, seat)
                elif log.clocks is not None:
                    await self._watch_clocks(log)
        except Exception:
            logger.exception("a room's bots stopped", extra={"room": room.id})
            await asyncio.sleep(self._services.settings.sweep)  # the next sweep tries again
        finally:
            await leases.release_lease(room.id)

    async def _move_bot(self, log: MatchLog, seat: int) -> None:
        room, clock, levels = self._room, self._services.clock, self._services.levels
        level = room.bot_of(seat) or DEFAULT_BOT
        scene_number = log.n
        async with room.lock:
            known = log.match.player_view(seat, event_log=levels.reads_history(level))  # all that its thread gets
        began = clock.now()
        try:
            async with self._services.thinkers.turn(room.asker) as turn:
                began = clock.now()
                move = await turn.think(
                    levels.thinking_limit(level), lambda stop: levels.choose_move(level, known, stop)
                )
        except Exception as error:
            metrics.BOT_FAILURES.labels(level).inc()
            cause = error.__cause__ if isinstance(error, BotFailure) else error  # one line is enough for a program
            facts = {"room": room.id, "bot": level, "error": str(error)}
            if levels.is_program(level):
                logger.error("a program failed, and has lost its match", extra=facts)
                await self._give_up(log, seat)
                return
            logger.error("a bot failed; chance moves for it", exc_info=cause, extra=facts)
            move = levels.choose_move("random", known)
        seconds = levels.answering_time(
            level, self._services.settings.pace, has_secrets=room.game.rules.HAS_HIDDEN_INFORMATION
        )
        answer_at = answering_moment(began, clock.now(), seconds)
        metrics.BOT_TIME.labels(level).observe((answer_at - began) / 1000)
        await clock.sleep_until(answer_at)
        if room.log is not log or room.bot_of(seat) is None:
            return

        def wanted(current: MatchLog) -> list[MatchEvent]:
            if current is not log:
                return []
            return log.entries_for_move(seat, move, scene_number, clock.now() - log.began_at, room.words("en"))

        try:
            await room.record(wanted)
        except DecapodError:  # the match went on while the bot thought: it thinks again
            await room.catch_up()

    async def _give_up(self, log: MatchLog, seat: int) -> None:
        """Give the match of a seat up; where others play on, one of our bots makes its moves."""
        room, now = self._room, self._services.clock.now

        def wanted(current: MatchLog) -> list[MatchEvent]:
            if current is not log or log.over or seat in log.departures:
                return []
            return [log.entry_for_resignation(seat, now() - log.began_at, room.words("en"))]

        await room.record(wanted)

    async def _watch_clocks(self, log: MatchLog) -> None:
        """Wait until the next clock falls or something happens, and store a fall."""
        fall = log.clocks.next_fall() if log.clocks is not None else None
        if fall is None:
            return
        wait = (fall - (self._services.clock.now() - log.began_at)) / 1000
        if wait > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(wait, LONGEST_SLEEP)):  # wait_for may miss that it is cancelled
                    await self._wake_up.wait()
            return

        def wanted(current: MatchLog) -> list[MatchEvent]:
            entry = log.entry_for_timeout(self._services.clock.now() - log.began_at) if current is log else None
            return [entry] if entry is not None else []

        await self._room.record(wanted)

    async def close(self) -> None:
        """Stop bots and clocks here; another process may go on with them."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        await self._services.store.leases.release_lease(self._room.id)
