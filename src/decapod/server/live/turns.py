"""Turns: long computations on the loop, a few milliseconds of each of its rounds, and everybody else in between.

Whoever asks for many waits for them, and nobody else does: those who ask have a turn each, one after the other, by
address or by person. Those who play come first, but do not keep all others waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

SLICE = 0.005  # seconds of every round of the loop, of all computations together
URGENT = 4  # one turn of so many is not for those who play, if others wait


class Job(NamedTuple):
    """Something to compute, and where whoever asked for it waits."""

    work: Callable[[], Any]
    answer: asyncio.Future[Any]


Lines = dict[str, deque[Job]]  # those who wait, by who asks; whose turn is next at the beginning


class FairScheduler:
    """Lets those who compute take turns, however many they are: together they hold the loop only for a moment."""

    def __init__(self) -> None:
        """Begin with nobody at work."""
        self._urgent: Lines = {}
        self._others: Lines = {}
        self._given = 0  # turns, so far
        self._spent = 0.0  # seconds in this round
        self._will_go_on = False  # whether the next round begins with us

    async def run(self, steps: Iterable[object], asker: str = "") -> None:
        """Take small steps, one after the other, until there are no more."""
        left = iter(steps)
        while await self.call(lambda: _take_some(left), asker):
            pass

    async def call(self, work: Callable[[], T], asker: str = "", *, urgent: bool = False) -> T:
        """Do something that takes a moment, when it is the turn of `asker`; `urgent` is what somebody plays with."""
        if not (self._urgent or self._others) and self._spent <= SLICE:
            return self._do(work)
        lines = self._urgent if urgent else self._others
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        lines.setdefault(asker, deque()).append(Job(work, answer))
        return await answer

    def _do(self, work: Callable[[], T]) -> T:
        """Do something now, and go on in the next round."""
        self._plan_next_round()
        began = time.perf_counter()
        try:
            return work()
        finally:
            self._spent += time.perf_counter() - began

    def _plan_next_round(self) -> None:
        if not self._will_go_on:
            self._will_go_on = True
            asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        """Do what there is time for in a new round."""
        self._will_go_on, self._spent = False, 0.0
        while (self._urgent or self._others) and self._spent <= SLICE:
            order = self._take_next()
            if order.answer.done():  # whoever asked has gone
                continue
            try:
                order.answer.set_result(self._do(order.work))
            except Exception as error:
                order.answer.set_exception(error)

    def _take_next(self) -> Job:
        """Take what is next from the lines; whoever asked for it takes a place behind all others."""
        self._given += 1
        is_urgent = bool(self._urgent) and not (self._others and self._given % URGENT == 0)
        lines = self._urgent if is_urgent else self._others
        asker = next(iter(lines))
        line = lines.pop(asker)
        order = line.popleft()
        if line:
            lines[asker] = line
        return order


def _take_some(left: Iterable[object]) -> bool:
    """Take as many steps as there is time for; false if that were all."""
    until = time.perf_counter() + SLICE
    return any(time.perf_counter() >= until for _ in left)
