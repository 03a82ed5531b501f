"""The watchdog: what holds the loop is named, and how late it is can be asked."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any

import pytest

from decapod.server import metrics
from decapod.server.live.watchdog import LoopMonitor
from tests.server.live.in_memory import PATIENCE, run


def lags_measured() -> float:
    """Tell how often the lag was measured so far."""
    return next(
        sample.value
        for metric in metrics.LOOP_LAG.collect()
        for sample in metric.samples
        if sample.name.endswith("_count")
    )


def logged(caplog: pytest.LogCaptureFixture, message: str) -> list[dict[str, Any]]:
    """Return what was logged with a message, each time it was."""
    return [vars(record) for record in caplog.records if record.getMessage() == message]


def hold_the_loop(caplog: pytest.LogCaptureFixture) -> None:
    """Compute without end, until somebody notices."""
    deadline = time.monotonic() + PATIENCE
    while not caplog.records and time.monotonic() < deadline:
        sum(range(1000))


def test_whoever_holds_the_loop_is_named_while_they_do(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("decapod").propagate = True  # other tests set our own logs up

    async def work() -> None:
        watching = asyncio.create_task(LoopMonitor().run())
        await asyncio.sleep(0)
        hold_the_loop(caplog)
        while not logged(caplog, "the loop was held"):
            await asyncio.sleep(0.01)
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching

    with caplog.at_level(logging.WARNING, "decapod.server"):
        run(work)
    assert "hold_the_loop" in logged(caplog, "something holds the loop")[0]["held_by"]
    assert logged(caplog, "the loop was held")[0]["seconds"] > 0.5


def test_the_lag_of_the_loop_is_measured_also_when_nothing_holds_it() -> None:
    async def work() -> None:
        before = lags_measured()
        watching = asyncio.create_task(LoopMonitor().run())
        while lags_measured() < before + 2:
            await asyncio.sleep(0.01)
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching

    run(work)
    assert "decapod_loop_lag_seconds_bucket" in metrics.page().decode()
