"""BotExecutor: whose bot thinks next, and what becomes of one that does not answer."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from decapod.server.live import thinkers as module
from decapod.server.live.thinkers import (
    HALF_LIFE,
    MAX_NAMES,
    BotExecutor,
    BotRequest,
    BotSlot,
    Overrun,
    Priority,
    TimeUsed,
)
from decapod.server.settings import Settings
from tests.server.live.in_memory import run

AWAITED, WATCHED, UNWATCHED = Priority


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self.now


class Line:
    """People who want their bots to think, on two threads, and a clock that a test sets."""

    def __init__(self, **settings: Any) -> None:
        self.clock = Clock()
        self.thinkers = BotExecutor(Settings(data="", **settings), 2, self.clock)
        self.thinking: list[str] = []  # in the order of their turns
        self._stacks: dict[str, AsyncExitStack] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def want(self, name: str, person: str, urgency: Priority = AWAITED, address: str = "home") -> None:
        """Ask for a turn, under a name of its own."""
        stack = self._stacks[name] = AsyncExitStack()

        async def wait() -> None:
            await stack.enter_async_context(self.thinkers.turn(BotRequest(person, address, urgency)))
            self.thinking.append(name)

        self._tasks.append(asyncio.create_task(wait()))
        await settle()

    async def end(self, name: str) -> None:
        """Give a turn back."""
        await self._stacks[name].aclose()
        await settle()

    async def think(self, name: str, person: str, seconds: float, address: str = "home") -> None:
        """Take a turn that is free, for a time."""
        await self.want(name, person, address=address)
        self.clock.now += seconds
        await self.end(name)


async def settle() -> None:
    """Let everything happen that can."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.skipif(sys.platform != "linux", reason="threads have priorities on Linux alone")
def test_the_loop_goes_before_whoever_thinks() -> None:
    def urgency(_: threading.Event | None = None) -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    async def work() -> None:
        before = urgency()
        async with Line().thinkers.turn(BotRequest("ada", "home", AWAITED)) as turn:
            assert await turn.think(5, urgency) == min(before + module.POLITENESS, module.LEAST_URGENT) > before
        assert urgency() == before

    run(work)


def test_a_person_has_one_thought_at_a_time() -> None:
    async def work() -> None:
        line = Line()
        await line.want("ada 1", "ada")
        await line.want("ada 2", "ada")
        await line.want("ben 1", "ben")
        assert line.thinking == ["ada 1", "ben 1"]
        await line.end("ada 1")
        assert line.thinking == ["ada 1", "ben 1", "ada 2"]

    run(work)


def test_bots_among_themselves_leave_a_thread_to_people_who_wait() -> None:
    async def work() -> None:
        line = Line()
        for number in range(20):
            await line.want(f"bots {number}", f"eve {number}", WATCHED)
        await line.want("ada", "ada")
        assert line.thinking == ["bots 0", "ada"]

    run(work)


def test_watched_tables_come_before_those_nobody_looks_at() -> None:
    async def work() -> None:
        line = Line()
        await line.want("first", "ada", WATCHED)
        await line.want("unwatched", "ben", UNWATCHED)
        await line.want("watched", "cat", WATCHED)
        await line.end("first")
        assert line.thinking == ["first", "watched"]

    run(work)


def test_whoever_used_the_least_time_is_next_however_often_they_asked() -> None:
    async def work() -> None:
        line = Line()
        for number in range(5):
            await line.think(f"short {number}", "ada", 0.1)
        await line.think("long", "ben", 3.0)
        await line.want("one", "cat")
        await line.want("two", "dan")
        await line.want("ben", "ben")
        await line.want("ada", "ada")
        await line.end("one")
        assert line.thinking[-1] == "ada"

    run(work)


def test_many_people_at_one_address_have_one_share() -> None:
    async def work() -> None:
        line = Line()
        for number in range(5):
            await line.think(f"crowd {number}", f"crowd {number}", 0.5, address="crowd")
        await line.think("ada", "ada", 1.0)
        await line.want("one", "cat")
        await line.want("two", "dan")
        await line.want("newcomer", "crowd 9", address="crowd")
        await line.want("ada again", "ada")
        await line.end("one")
        assert line.thinking[-1] == "ada again"

    run(work)


def test_whoever_used_up_what_is_their_due_waits_for_all_others() -> None:
    async def work() -> None:
        line = Line(thinking_per_person=2.0)
        await line.think("much", "eve", 3.0)
        for number in range(5):
            await line.think(f"school {number}", f"pupil {number}", 1.0, address="school")
        await line.want("one", "cat")
        await line.want("two", "dan")
        await line.want("eve", "eve")
        await line.want("ada", "ada", address="school")
        await line.end("one")
        assert line.thinking[-1] == "ada"

    run(work)


def test_time_used_is_forgotten_by_and_by() -> None:
    clock = Clock()
    used = TimeUsed(clock)
    used.add("ada", 8.0)
    clock.now += HALF_LIFE
    used.add("ada", 1.0)
    assert used["ada"] == pytest.approx(5.0)
    assert used["ben"] == 0.0


def test_of_100_000_addresses_the_time_of_those_charged_last_is_kept() -> None:
    used = TimeUsed(Clock())
    for number in range(100_000):
        used.add(f"address {number}", 1.0)
        used.add("person ada", 0.001)
    assert len(used) == MAX_NAMES
    assert used["person ada"] == pytest.approx(100.0)
    assert used["address 0"] == 0.0


def test_bots_think_in_threads_of_their_own_and_what_they_raise_is_raised() -> None:
    def fail(_: threading.Event) -> None:
        raise ValueError("a bot's mistake")

    async def work() -> None:
        thinkers = BotExecutor(Settings(data=""))
        async with thinkers.turn(BotRequest("ada", "", AWAITED)) as turn:
            assert await turn.think(60, lambda _: threading.current_thread().name) == "bot"
        with pytest.raises(ValueError, match="a bot's mistake"):
            async with thinkers.turn(BotRequest("ada", "", AWAITED)) as turn:
                await turn.think(60, fail)

    run(work)


def test_a_thought_nobody_waits_for_any_more_is_told_to_stop() -> None:
    async def work() -> None:
        thinkers = BotExecutor(Settings(data=""))

        async def wait() -> None:
            async with thinkers.turn(BotRequest("ada", "", AWAITED)) as turn:
                await turn.think(60, lambda stop: stopped.append(stop.wait(60)))

        waiting = asyncio.create_task(wait())
        await settle()
        waiting.cancel()
        async with thinkers.turn(BotRequest("ada", "", AWAITED)):  # she gets her next turn as soon as it has stopped
            assert stopped == [True]

    stopped: list[bool] = []
    run(work)
    assert stopped == [True]


def test_a_bot_that_overruns_is_not_waited_for_and_its_thread_is_given_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GRACE", 0.01)
    monkeypatch.setattr(module, "MOST_LOST", 2)
    release = threading.Event()

    async def work() -> None:
        thinkers = BotExecutor(Settings(data=str(tmp_path)), 2)

        async def overrun(turn: BotSlot) -> None:
            with pytest.raises(Overrun):
                await turn.think(0.01, lambda _: release.wait())

        for _ in range(2):
            async with thinkers.turn(BotRequest("ada", "", AWAITED)) as turn:
                await overrun(turn)
        for _ in range(1000):  # until both threads are counted as lost
            if len(thinkers._lost) == 2:
                break
            await asyncio.sleep(0.01)
        with pytest.raises(Overrun, match="2 bots never answered"):
            async with thinkers.turn(BotRequest("ben", "", AWAITED)):
                pass
        release.set()
        while thinkers._lost:
            await asyncio.sleep(0.01)
        async with thinkers.turn(BotRequest("ben", "", AWAITED)) as turn:
            assert await turn.think(60, lambda _: "back") == "back"

    run(work)


def test_who_waits_is_counted_by_address() -> None:
    async def work() -> None:
        line = Line()
        for number in range(4):
            await line.want(f"{number}", "mallory", WATCHED)
        await line.want("b", "ben", WATCHED, "school")
        assert [line.thinkers.count_waiting(address) for address in ("home", "school", "")] == [3, 1, 0]

    run(work)
