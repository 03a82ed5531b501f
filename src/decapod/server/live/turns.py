"""Turns: long computations on the loop, each a few milliseconds at a time, and everybody else in between.

Whoever asks for many waits for them, and nobody else does: those who ask have a turn each, one after the other, by
address or by person. Those who play come first, but do not keep all others waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")

SLICE = 0.005  # seconds that one computation may hold the loop
URGENT = 4  # one turn of so many is not for those who play, if others wait

Lines = dict[str, deque["asyncio.Future[None]"]]  # those who wait, by who asks; whose turn is next at the beginning


class Turns:
    """Lets those who compute take turns, however many they are: one of them holds the loop, and only for a moment."""

    def __init__(self) -> None:
        """Begin with nobody at work."""
        self._is_taken = False
        self._urgent: Lines = {}
        self._others: Lines = {}
        self._given = 0  # turns, so far

    async def run(self, steps: Iterable[object], asker: str = "") -> None:
        """Take small steps, one after the other, until there are no more."""
        left = iter(steps)
        while await self.call(lambda: _take_some(left), asker):
            pass

    async def call(self, work: Callable[[], T], asker: str = "", *, urgent: bool = False) -> T:
        """Do something that takes a moment, when it is the turn of `asker`; `urgent` is what somebody plays with."""
        async with self._turn(asker, self._urgent if urgent else self._others):
            done = work()
            await asyncio.sleep(0)
        return done

    @asynccontextmanager
    async def _turn(self, asker: str, lines: Lines) -> AsyncGenerator[None]:
        if self._is_taken:
            place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            lines.setdefault(asker, deque()).append(place)
            try:
                await place
            except asyncio.CancelledError:
                if not place.cancelled():  # it was our turn at that very moment
                    self._pass_on()
                raise
        self._is_taken = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        """Give the turn to whoever is next; whoever has it takes a place behind all others."""
        while self._urgent or self._others:
            self._given += 1
            is_urgent = bool(self._urgent) and not (self._others and self._given % URGENT == 0)
            lines = self._urgent if is_urgent else self._others
            asker = next(iter(lines))
            line = lines.pop(asker)
            place = line.popleft()
            if line:
                lines[asker] = line
            if not place.done():
                place.set_result(None)
                return
        self._is_taken = False


def _take_some(left: Iterable[object]) -> bool:
    """Take as many steps as there is time for; false if that were all."""
    until = time.perf_counter() + SLICE
    return any(time.perf_counter() >= until for _ in left)
