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


def test_garbage_is_collected_while_it_runs_and_python_does_it_again_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage, "INTERVAL", 0)

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


@pytest.mark.slow
@pytest.mark.parametrize(("calm", "longest", "is_freed"), [(-1, 3600, False), (-1, 0, True), (1e9, 3600, True)])
def test_old_garbage_is_collected_in_a_calm_moment_or_when_it_has_waited_long(
    monkeypatch: pytest.MonkeyPatch, calm: float, longest: float, is_freed: bool
) -> None:
    for name, value in {"INTERVAL": 0.001, "FULL_INTERVAL": 0, "LONGEST_INTERVAL": longest, "CALM": calm}.items():
        monkeypatch.setattr(garbage, name, value)
    ring = Ring()
    freed: list[bool] = []
    weakref.finalize(ring, freed.append, True)
    gc.collect()
    gc.collect()  # old by now
    del ring

    async def go() -> None:
        task = asyncio.create_task(collect_garbage())
        await asyncio.sleep(0.2)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert bool(freed) is is_freed

    asyncio.run(go())
    gc.collect()
