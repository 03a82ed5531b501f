"""The driver of one table, for what happens there without people: bots move, clocks run out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Any

from decapod import bots
from decapod.errors import Refused
from decapod.server import metrics
from decapod.server.store import now

if TYPE_CHECKING:
    from decapod.match import Match
    from decapod.server.course import Course
    from decapod.server.room import Room

log = logging.getLogger("decapod.server")

DEFAULT_BOT = "sampler"


class Driver:
    """Bots and clocks of a table."""

    def __init__(self, room: Room) -> None:
        """Wait to be stirred."""
        self.room = room
        self._rooms = room.rooms
        self._task: asyncio.Task[None] | None = None
        self._stir = asyncio.Event()

    @property
    def is_needed(self) -> bool:
        """Whether something happens here without people: a bot's move, or a clock that runs."""
        course = self.room.course
        if course is None or not (self.room.has_bots or course.clocks or course.gone) or course.over:
            return False
        if any(self.room.bot_of(seat) is not None for seat in course.awaiting):
            return True
        return course.clocks is not None and bool(course.clocks.since)

    def stir(self) -> None:
        """See to it that bots and clocks run, here or on another process."""
        self._stir.set()
        if self.is_needed and (self._task is None or self._task.done()) and not self._rooms.stopping:
            self._task = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        if not await self._rooms.store.keep(self.room.id):
            return
        try:
            while self.is_needed and not self._rooms.stopping:
                self._stir.clear()
                course = self.room.course
                if course is None:
                    return
                seat = next((s for s in course.awaiting if self.room.bot_of(s) is not None), None)
                if seat is not None:
                    await self._bot_moves(course, seat)
                elif course.clocks is not None:
                    await self._watch_clocks(course)
        except Exception:
            log.exception("a table's bots stopped", extra={"table": self.room.id})
            await asyncio.sleep(self._rooms.settings.sweep)  # the next sweep tries again
        finally:
            await self._rooms.store.let_go(self.room.id)

    async def _bot_moves(self, course: Course, seat: int) -> None:
        level = self.room.bot_of(seat) or DEFAULT_BOT
        seen, began = course.n, time.monotonic()
        async with self.room.lock:
            match = course.match.at(course.ply)
        chosen = await self._rooms.think(_choose, level, match, seat)
        metrics.BOT_TIME.labels(level).observe(time.monotonic() - began)
        await asyncio.sleep(max(0.0, self._rooms.settings.pace - (time.monotonic() - began)))
        if self.room.course is not course or self.room.bot_of(seat) is None:
            return
        try:
            await self.room.happen(lambda c: c.move(seat, chosen, seen, now() - c.began) if c is course else None)
        except Refused:  # the table moved on while the bot thought: it thinks again
            await self.room.catch_up()

    async def _watch_clocks(self, course: Course) -> None:
        clocks = course.clocks
        falls = clocks.flag_at() if clocks is not None else None
        if falls is None:
            return
        wait = (falls - (now() - course.began)) / 1000
        if wait > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stir.wait(), min(wait, 30))
            return
        await self.room.happen(lambda c: c.flag(now() - c.began) if c is course else None)

    async def close(self) -> None:
        """Stop bots and clocks here."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        await self._rooms.store.let_go(self.room.id)


def _choose(level: str, match: Match, seat: int) -> int:
    return bots.bot(level).choose(match, seat).id


def judge(match: Match, seat: int) -> list[bots.Judged]:
    """Let the bot weigh a seat's moves."""
    bot: Any = bots.bot(DEFAULT_BOT)
    return bot.judge(match, seat)
