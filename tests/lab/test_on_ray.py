"""Ray: the same games, in order, each counted once, also if a worker is lost in the middle."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from decapod.engine import tally
from decapod.errors import UsageError
from decapod.lab.contest import Contest
from decapod.lab.on_ray import connected, stream_on_ray
from decapod.lab.survey import Survey, stream

GAMES, PART = 40, 5


def contest() -> Contest:
    return Contest.surveyed("crabe-vs-poulpe", seed=2)


def test_without_ray_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match="--on ray needs Ray: in Decapod's folder, uv run --extra ray"):
        Survey(contest(), 3, on="ray").run()


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """A Ray of this machine, whose workers play interpreted."""
    found = pytest.importorskip("ray", reason="Ray is not installed (CI: uv run --with ray pytest -m heavy)")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DECAPOD_JIT", "0")
        with connected("") as here:
            assert here is found
            yield found


def here() -> tuple[Any, Any]:
    """Play the same games in this process."""
    rows, total = [], tally.blank()

    def take(_first: int, played: Any, tallied: Any) -> None:
        rows.append(played)
        tally.merge(total, tallied)

    stream(contest(), take, first=0, games=GAMES, rows=True, on="python")
    return np.concatenate(rows), total


@pytest.mark.heavy
def test_a_cluster_plays_the_same_games_and_a_lost_worker_changes_nothing(ray: Any) -> None:
    rows, total = here()
    found, counted, killed = [], tally.blank(), []

    def take(first: int, played: Any, tallied: Any) -> None:
        assert first == sum(len(part) for part in found), "in order, each once"
        found.append(np.asarray(played))
        tally.merge(counted, tallied)
        if not killed:
            killed.extend(_kill_a_worker())

    stream_on_ray(contest(), take, first=0, games=GAMES, rows=True, part=PART)
    assert killed, "no worker was found to be killed"
    assert np.array_equal(np.concatenate(found), rows)
    assert np.array_equal(counted, total)


def _kill_a_worker() -> list[int]:
    """Kill one worker of Ray, as a machine that goes down would; Ray writes what a worker does in its title."""
    for title in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it has ended
            if title.read_bytes().startswith((b"ray::play_part", b"ray::IDLE")):
                os.kill(int(title.parent.name), signal.SIGKILL)
                return [int(title.parent.name)]
    return []


@pytest.mark.heavy
def test_a_sample_runs_on_ray(ray: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    survey = Survey(contest(), GAMES, on="ray")
    survey.run()
    assert np.array_equal(survey.tally, here()[1])
    assert survey.ran_on == "ray"
