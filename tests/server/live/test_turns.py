"""Turns: whoever computes long lets others in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from decapod.server.live import turns
from decapod.server.live.turns import FairScheduler
from tests.server.live.in_memory import run


@pytest.fixture
def one_each_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every step be all that there is time for, however fast the machine is."""
    monkeypatch.setattr(turns, "SLICE", 0.0)


@pytest.mark.usefixtures("one_each_round")
def test_long_computations_take_turns_and_a_short_one_need_not_wait_for_their_end() -> None:
    done: list[str] = []

    def steps(name: str, count: int) -> Iterator[None]:
        for _ in range(count):
            done.append(name)
            yield

    async def work() -> None:
        one = FairScheduler()
        await asyncio.gather(*(one.run(steps(name, count)) for name, count in (("a", 50), ("b", 50), ("c", 2))))

    run(work)
    assert len(done) == 102
    assert done[:7] == ["a", "a", "b", "c", "a", "b", "c"]  # the first began before the others had asked


def test_the_loop_goes_on_while_somebody_computes() -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    async def work() -> None:
        ticking = asyncio.create_task(tick())
        await FairScheduler().run(time.sleep(0.002) for _ in range(30))
        ticking.cancel()

    run(work)
    assert ticks >= 10  # 60 milliseconds, at most 5 or so at a time


@pytest.mark.usefixtures("one_each_round")
def test_whoever_asks_for_many_waits_for_them_and_the_others_take_their_turns() -> None:
    order: list[str] = []

    async def work() -> None:
        turns = FairScheduler()
        wanted = ["mallory"] * 50 + ["ada", "ben", "ada"]
        await asyncio.gather(*(turns.call(lambda name=name: order.append(name), name, urgent=True) for name in wanted))

    run(work)
    assert order[:6] == ["mallory", "mallory", "ada", "ben", "mallory", "ada"]
    assert len(order) == 53


@pytest.mark.usefixtures("one_each_round")
def test_those_who_play_come_first_and_let_others_in_now_and_then() -> None:
    order: list[str] = []

    async def work() -> None:
        turns = FairScheduler()
        wanted = [("watches", False)] * 20 + [("plays", True)] * 20
        await asyncio.gather(
            *(turns.call(lambda name=name: order.append(name), name, urgent=urgent) for name, urgent in wanted)
        )

    run(work)
    assert order[1:9] == ["plays", "plays", "plays", "watches"] * 2
    assert (order.count("plays"), order.count("watches")) == (20, 20)


@pytest.mark.usefixtures("one_each_round")
def test_whoever_goes_while_waiting_leaves_the_turn_to_the_others() -> None:
    order: list[str] = []

    async def work() -> None:
        turns = FairScheduler()
        tasks = {name: asyncio.create_task(turns.call(lambda name=name: order.append(name), name)) for name in "abcde"}
        await asyncio.sleep(0)  # a is at work, the others wait
        tasks["c"].cancel()
        while not order[1:]:
            await asyncio.sleep(0)
        tasks["d"].cancel()  # perhaps at the moment when it is its turn
        await asyncio.gather(*tasks.values(), return_exceptions=True)
        await turns.call(lambda: order.append("f"))

    run(work)
    assert [name for name in order if name != "d"] == ["a", "b", "e", "f"]


def test_nothing_to_do_is_done_at_once() -> None:
    done: list[str] = []

    async def work() -> None:
        turns = FairScheduler()
        await asyncio.gather(turns.run([]), turns.call(lambda: done.append("next")))

    run(work)
    assert done == ["next"]


@pytest.mark.parametrize(("seconds", "rounds"), [(0.0, 20), (60.0, 1)])
def test_of_many_who_want_a_moment_as_many_are_served_in_a_round_as_there_is_time_for(
    monkeypatch: pytest.MonkeyPatch, seconds: float, rounds: int
) -> None:
    monkeypatch.setattr(turns, "SLICE", seconds)
    ticks: list[int] = []

    async def work() -> None:
        one, now = FairScheduler(), 0

        def moment() -> int:
            ticks.append(now)
            return now

        asked = [asyncio.create_task(one.call(moment)) for _ in range(20)]
        while not all(one.done() for one in asked):
            await asyncio.sleep(0)
            now += 1
        assert [one.result() for one in asked] == ticks

    run(work)
    assert len(set(ticks)) == rounds


def test_what_is_raised_reaches_whoever_asked_and_the_next_have_their_turn() -> None:
    async def work() -> None:
        turns = FairScheduler()
        asked = [turns.call(lambda n=n: 1 // n, "ada") for n in (0, 1, 0, 1)]
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(one) for one in outcomes] == [ZeroDivisionError, int, ZeroDivisionError, int]

    run(work)
