"""Turns: long computations on the loop, each a few milliseconds at a time, and everybody else in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

SLICE = 0.005  # seconds that one computation may hold the loop


class Turns:
    """Lets those who compute take turns, however many they are: one of them holds the loop, and only for a moment."""

    def __init__(self) -> None:
        """Begin with nobody at work."""
        self._turn = asyncio.Lock()  # whoever waits longest is next

    async def run(self, steps: Iterable[object]) -> None:
        """Take small steps, one after the other, until there are no more."""
        left = iter(steps)
        while await self._take_some(left):
            await asyncio.sleep(0)

    async def _take_some(self, left: Iterable[object]) -> bool:
        """Take as many steps as there is time for, when it is our turn; false if that were all."""
        async with self._turn:
            until = time.perf_counter() + SLICE
            for _ in left:
                if time.perf_counter() >= until:
                    return True
        return False
