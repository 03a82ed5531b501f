"""What all tests share."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import decapod
from decapod.analysis import match_review, position
from decapod.engine import jit_warmup
from decapod.engine.rollout import cores

#: How long it takes on two cores with nothing compiled yet, the downloads of the first run apart.
WHOLE, QUICK = "eight to sixteen minutes", "two"
BROWSER_TESTS = Path(__file__).parent / "web"
ALL = "DECAPOD_ALL"  # set to 1, as CI does: a test that is skipped is a failure, unless marked `gpu` or `heavy`


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Use two processes more than there are cores, for many tests wait for a server or a browser."""
    return cores() + 2


def pytest_configure() -> None:
    """Undo what the surroundings do to programs, and CI's may do either.

    In the background they do not hear Ctrl-C; and where no bytecode is kept, each of the hundreds of processes that
    tests start spends two of its three seconds on compiling modules again.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what drives a browser or waits for compiled kernels as slow."""
    for item in items:
        if {"chromium", "kernels"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def no_loop_of_playwrights(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let tests without a browser run loops of their own: Playwright's rests, but counts as running in this thread."""
    resting = asyncio._get_running_loop()
    if resting is None or request.path.is_relative_to(BROWSER_TESTS):
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(resting)


@pytest.fixture(scope="session", autouse=True)
def nothing_compiled_unasked() -> Iterator[None]:
    """Let bots think interpreted where no test waits for kernels: to compile them all takes minutes."""
    warm = jit_warmup.warm

    def warm_if_awaited(package: str, kernels: Sequence[str] = (jit_warmup.BATCH,), *, wait: bool = False) -> None:
        if wait:
            warm(package, kernels, wait=True)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit_warmup, "warm", warm_if_awaited)
        for waiter in (position, match_review):
            patch.setattr(waiter, "precompile", lambda _package, **_how: None)
        yield


@pytest.fixture
def torch() -> Any:
    """torch, where it is installed; tests that ask for it are marked `heavy`."""
    return pytest.importorskip("torch", reason="torch is not installed (CI: uv run --with torch pytest -m heavy)")


@pytest.fixture(scope="session")
def crab_stack() -> decapod.Game:
    """Crab Stack."""
    return decapod.game("crab-stack")


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say how long everything takes, where everything was asked for."""
    if config.args != config.getini("testpaths") or config.getoption("markexpr") or config.getoption("keyword"):
        return []
    return [f'this takes {WHOLE} on two cores, by the machine; -m "not slow" about {QUICK}']


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell those skipped for one reason in one line; make them failures where nothing may be skipped."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        folder, why = os.path.dirname(report.longrepr[0]), report.longrepr[2]
        report.longrepr = (os.path.relpath(folder, item.config.rootpath), None, why)  # type: ignore[assignment]
        if os.environ.get(ALL) == "1" and not any(item.get_closest_marker(marker) for marker in ("gpu", "heavy")):
            report.outcome, report.longrepr = "failed", f"{ALL}=1, and this test was not run: {why}"
    return report
