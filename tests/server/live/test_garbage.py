"""Garbage collection at times of our choosing."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from decapod.server.live import garbage
from decapod.server.live.garbage import collect_garbage

BUSY = -1  # of a core: no moment is as calm as that


class Ring:
    """Something that only the garbage collector can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize(
    "changed",
    [{"CALM": BUSY, "VERY_MANY": -1}, {"CALM": BUSY, "MANY": -1}, {"CALM": 1e9, "YOUNG_INTERVAL": 0}],
    ids=["there are very many", "there are many", "it is time, and calm"],
)
def test_garbage_is_collected_while_it_runs_and_python_does_it_again_afterwards(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, float]
) -> None:
    for name, value in {"INTERVAL": 0.001, "YOUNG_INTERVAL": 3600, **changed}.items():
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


@pytest.mark.parametrize(("calm", "many"), [(1e9, 10**9), (BUSY, 10**9)], ids=["there is little new", "it is busy"])
def test_as_long_as_it_need_not_be_nobody_waits_for_a_look(
    monkeypatch: pytest.MonkeyPatch, calm: float, many: int
) -> None:
    """At a thousand busy tables a look every two seconds took a tenth of the time, and found nothing."""
    monkeypatch.setattr(garbage, "CALM", calm)
    monkeypatch.setattr(garbage, "MANY", many)
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


GLANCES = 100


@pytest.mark.slow
@pytest.mark.parametrize(("calm", "longest", "is_freed"), [(BUSY, 3600, False), (BUSY, 0, True), (1e9, 3600, True)])
def test_old_garbage_is_collected_in_a_calm_moment_or_when_it_has_waited_long(
    monkeypatch: pytest.MonkeyPatch, calm: float, longest: float, is_freed: bool
) -> None:
    intervals = {"INTERVAL": 0.001, "FULL_INTERVAL": 0, "LONGEST_INTERVAL": longest}
    for name, value in {**intervals, "CALM": calm}.items():
        monkeypatch.setattr(garbage, name, value)
    ring = Ring()
    freed: list[bool] = []
    weakref.finalize(ring, freed.append, True)
    gc.collect()
    gc.collect()  # old by now
    del ring

    async def go() -> None:
        task = asyncio.create_task(collect_garbage())
        for _ in range(GLANCES):
            await asyncio.sleep(0.002)
        assert bool(freed) is is_freed
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(go())
    gc.collect()


def test_what_came_while_it_was_busy_is_not_looked_through_in_the_first_calm_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """450 sockets that had come and gone made everybody wait for 0.6 seconds."""
    monkeypatch.setattr(garbage, "INTERVAL", 0.001)
    monkeypatch.setattr(garbage, "CALM", BUSY)

    async def go() -> list[Ring]:
        task = asyncio.create_task(collect_garbage())
        await asyncio.sleep(0)
        came = [Ring() for _ in range(1000)]
        while gc.get_freeze_count() < len(came):
            await asyncio.sleep(0.001)
        young = {id(one) for one in gc.get_objects(generation=0)}
        assert not young & {id(one) for one in came}, "they are put aside"
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return came

    assert len(asyncio.run(go())) == 1000
