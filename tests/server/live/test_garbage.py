"""Garbage collection at times of our choosing."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from decapod.server.live import garbage
from decapod.server.live.garbage import collect_garbage


class Ring:
    """Something that only the garbage collector can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize(("many", "interval"), [(-1, 3600), (10**9, 0)], ids=["there are many", "it is time"])
def test_garbage_is_collected_while_it_runs_and_python_does_it_again_afterwards(
    monkeypatch: pytest.MonkeyPatch, many: int, interval: float
) -> None:
    for name, value in {"INTERVAL": 0, "MANY": many, "YOUNG_INTERVAL": interval}.items():
        monkeypatch.setattr(garbage, name, value)

    async def go() -> None:
        task = asyncio.create_task(collect_garbage())
        await asyncio.sleep(0)
        assert not gc.isenabled()
        freed = asyncio.Event()
        weakref.finalize(Ring(), freed.set)
        await asyncio.wait_for(freed.wait(), 60)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(go())
    assert gc.isenabled()


def test_as_long_as_there_is_little_new_nobody_waits_for_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a thousand busy tables a look every two seconds took a tenth of the time, and found nothing."""
    glances: list[float] = []

    async def sleep(seconds: float) -> None:
        glances.append(seconds)
        if len(glances) > 20:
            raise asyncio.CancelledError

    looks: list[str] = []

    def note(phase: str, _details: dict[str, int]) -> None:
        looks.append(phase)

    monkeypatch.setattr(garbage.asyncio, "sleep", sleep)
    gc.callbacks.append(note)
    try:
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(collect_garbage())
    finally:
        gc.callbacks.remove(note)
    assert (looks, set(glances)) == ([], {garbage.INTERVAL})


LOOKS = 3


@pytest.mark.slow
@pytest.mark.parametrize(("calm", "longest", "is_freed"), [(-1, 3600, False), (-1, 0, True), (1e9, 3600, True)])
def test_old_garbage_is_collected_in_a_calm_moment_or_when_it_has_waited_long(
    monkeypatch: pytest.MonkeyPatch, calm: float, longest: float, is_freed: bool
) -> None:
    intervals = {"INTERVAL": 0.001, "YOUNG_INTERVAL": 0, "FULL_INTERVAL": 0, "LONGEST_INTERVAL": longest}
    for name, value in {**intervals, "CALM": calm}.items():
        monkeypatch.setattr(garbage, name, value)
    ring = Ring()
    freed: list[bool] = []
    weakref.finalize(ring, freed.append, True)
    gc.collect()
    gc.collect()  # old by now
    del ring
    looks: list[str] = []

    def note(phase: str, _details: dict[str, int]) -> None:
        looks.append(phase)

    async def go() -> None:
        task = asyncio.create_task(collect_garbage())
        while looks.count("stop") < LOOKS:
            await asyncio.sleep(0.001)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert bool(freed) is is_freed

    gc.callbacks.append(note)
    try:
        asyncio.run(go())
    finally:
        gc.callbacks.remove(note)
    gc.collect()
