"""Executors: the same games everywhere, each counted once, also if a worker of Ray is lost."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from decapod.engine import game_statistics
from decapod.errors import UsageError
from decapod.lab.arena import Arena
from decapod.lab.contest import Matchup
from decapod.lab.executor import Cluster, Machine, open_executor
from decapod.lab.survey import SimulationRun

GAMES, PART = 40, 5


def contest() -> Matchup:
    return Matchup.surveyed("crabe-vs-poulpe", seed=2)


def test_without_ray_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match="--device ray needs Ray: in Decapod's folder, uv run --extra ray"):
        SimulationRun(contest(), 3, device="ray").run()


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """A Ray of this machine, whose workers play interpreted."""
    found = pytest.importorskip("ray", reason="Ray is not installed (CI: uv run --with ray pytest -m heavy)")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DECAPOD_JIT", "0")
        with Cluster():
            yield found


def here() -> tuple[Any, Any]:
    """Play the same games in this process."""
    rows, total = [], game_statistics.zeros()

    def take(_first: int, played: Any, tallied: Any) -> None:
        rows.append(played)
        game_statistics.merge(total, tallied)

    Machine("python").stream(contest(), take, first=0, games=GAMES, rows=True)
    return np.concatenate(rows), total


@pytest.mark.heavy
def test_a_cluster_plays_the_same_games_and_a_lost_worker_changes_nothing(ray: Any) -> None:
    rows, total = here()
    found, counted, killed = [], game_statistics.zeros(), []

    def take(first: int, played: Any, tallied: Any) -> None:
        assert first == sum(len(part) for part in found), "in order, each once"
        found.append(np.asarray(played))
        game_statistics.merge(counted, tallied)
        if not killed:
            killed.extend(_kill_a_worker(b"ray::play_part", b"ray::IDLE"))

    Cluster(part=PART).stream(contest(), take, first=0, games=GAMES, rows=True)
    assert killed, "no worker was found to be killed"
    assert np.array_equal(np.concatenate(found), rows)
    assert np.array_equal(counted, total)


def _kill_a_worker(*titles: bytes) -> list[int]:
    """Kill one worker of Ray, as a machine that goes down would; Ray writes what a worker does in its title."""
    for title in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it has ended
            if title.read_bytes().startswith(titles):
                os.kill(int(title.parent.name), signal.SIGKILL)
                return [int(title.parent.name)]
    return []


@pytest.mark.heavy
def test_a_sample_runs_on_ray(ray: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    survey = SimulationRun(contest(), GAMES, device="ray")
    survey.run()
    assert np.array_equal(survey.tally, here()[1])
    assert survey.ran_on == "ray"


def thinking() -> Matchup:
    return Matchup.of("crabe-vs-poulpe", ["flat-mc:3", "random"], seed=4)


def results(device: str, games: int = 12) -> list[tuple[Any, ...]]:
    """Play games of bots. Return all that does not depend on the clock."""
    arena = Arena(thinking(), games, threads=2, device=device)
    arena.run()
    return [(one.number, one.bots, one.places, one.points, one.moves) for one in arena.in_order()]


@pytest.mark.heavy
@pytest.mark.usefixtures("ray")
def test_bots_play_the_same_games_on_a_cluster() -> None:
    assert results("ray") == results("cpu")


@pytest.mark.heavy
@pytest.mark.usefixtures("ray")
def test_a_lost_actor_changes_no_game_of_bots() -> None:
    arena, killed = Arena(thinking(), 12, threads=1, device="ray"), list[int]()

    def kill_once(now: Arena) -> None:
        if now.results and not killed:
            killed.extend(_kill_a_worker(b"ray::Host"))

    arena.run(kill_once)
    assert killed, "no actor was found to be killed"
    assert [one.places for one in arena.in_order()] == [places for _, _, places, _, _ in results("cpu")]


@pytest.mark.heavy
@pytest.mark.usefixtures("ray")
def test_a_stopped_arena_on_a_cluster_goes_on_elsewhere(tmp_path: Path) -> None:
    arena = Arena(thinking(), 12, threads=2, device="ray")
    arena.keep_in(tmp_path / "games.jsonl")

    def stop(now: Arena) -> None:
        if len(now.results) >= 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena.run(stop)
    again = Arena.resume(tmp_path / "games.jsonl", threads=1)
    assert 3 <= len(again.results) < 12
    again.run()
    assert [one.places for one in again.in_order()] == [places for _, _, places, _, _ in results("cpu")]


@pytest.mark.parametrize(("device", "threads"), [("cpu", 2), ("python", None)])
def test_a_machine_is_an_executor_and_plays_all_games(
    device: str, threads: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECAPOD_JIT", "0")
    numbers: list[int] = []
    with open_executor(device, threads) as executor:
        assert executor.size == threads or threads is None
        executor.stream(
            contest(), lambda first, rows, _tally: numbers.extend(range(first, first + len(rows))), first=3, games=7,
            rows=True,
        )  # fmt: skip
    assert numbers == list(range(3, 10))


def test_bots_that_think_are_refused_on_a_gpu() -> None:
    with pytest.raises(UsageError, match="device must be cpu or ray, not 'cuda'"):
        Arena(thinking(), 12, device="cuda")
    with pytest.raises(UsageError, match="bots that think play on cpu or ray, not on python"):
        SimulationRun(Matchup.surveyed("crabe-vs-poulpe", ["flat-mc:3"]), 2, device="python")
