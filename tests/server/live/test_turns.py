"""Turns: whoever computes long lets others in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from decapod.server.live import turns
from decapod.server.live.turns import Turns
from tests.server.live.in_memory import run


def test_long_computations_take_turns_and_a_short_one_need_not_wait_for_their_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "SLICE", 0.0)  # every step ends its turn, however fast the machine is
    done: list[str] = []

    def steps(name: str, count: int) -> Iterator[None]:
        for _ in range(count):
            done.append(name)
            yield

    async def work() -> None:
        one = Turns()
        await asyncio.gather(*(one.run(steps(name, count)) for name, count in (("a", 50), ("b", 50), ("c", 2))))

    run(work)
    assert len(done) == 102
    assert done[:6] == ["a", "b", "c", "a", "b", "c"]


def test_the_loop_goes_on_while_somebody_computes() -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    async def work() -> None:
        ticking = asyncio.create_task(tick())
        await Turns().run(time.sleep(0.002) for _ in range(30))
        ticking.cancel()

    run(work)
    assert ticks >= 10  # 60 milliseconds, at most 5 or so at a time


def test_nothing_to_do_is_done_at_once() -> None:
    run(lambda: Turns().run([]))


def test_of_many_who_want_a_moment_one_is_served_at_a_time() -> None:
    ticks: list[int] = []

    async def work() -> None:
        turns, now = Turns(), 0

        def moment() -> int:
            ticks.append(now)
            return now

        asked = [asyncio.create_task(turns.call(moment)) for _ in range(20)]
        while not all(one.done() for one in asked):
            await asyncio.sleep(0)
            now += 1
        assert [one.result() for one in asked] == ticks

    run(work)
    assert len(set(ticks)) == 20  # the loop went round between any two
