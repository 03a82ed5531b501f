"""Turns: long computations on the loop, each a few milliseconds at a time, and everybody else in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

SLICE = 0.005  # seconds that one computation may hold the loop


class Turns:
    """Lets those who compute take turns, however many they are: one of them holds the loop, and only for a moment."""

    def __init__(self) -> None:
        """Begin with nobody at work."""
        self._turn = asyncio.Lock()  # whoever waits longest is next

    async def run(self, steps: Iterable[object]) -> None:
        """Take small steps, one after the other, until there are no more."""
        left = iter(steps)
        while await self.call(lambda: _take_some(left)):
            pass

    async def call(self, work: Callable[[], T]) -> T:
        """Do something that takes a moment, when it is our turn; the next one's comes after everybody else's."""
        async with self._turn:
            done = work()
            await asyncio.sleep(0)
        return done


def _take_some(left: Iterable[object]) -> bool:
    """Take as many steps as there is time for; false if that were all."""
    until = time.perf_counter() + SLICE
    return any(time.perf_counter() >= until for _ in left)
