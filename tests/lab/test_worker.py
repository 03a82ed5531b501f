"""Workers: whatever a bot does to its process, the arena hears of it and goes on."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from decapod.lab.contest import Matchup
from decapod.lab.worker import Worker
from tests.lab.bots import BOTS, write_bots
from tests.server.running import wait_until


@pytest.fixture
def contest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Matchup:
    """Chance against a bot that tests choose by replacing it."""
    write_bots(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECAPOD_JIT", "0")
    game = "crabe-vs-poulpe"
    return Matchup(game, 1, "symmetric", 2, ("random", f"py:{BOTS}:First"))


def start(contest: Matchup, name: str) -> Iterator[tuple[Matchup, Worker]]:
    against = Matchup(contest.game, contest.rules.version, contest.variant, 2, ("random", f"py:{BOTS}:{name}"))
    worker = Worker(json.dumps(asdict(against)))
    try:
        worker.wait_until_ready()
        yield against, worker
    finally:
        worker.close()


def test_games_come_back_as_they_are_played_here(contest: Matchup) -> None:
    for against, worker in start(contest, "First"):
        for number in (4, 1):
            found = worker.play(against, number)
            assert (found.number, list(found.bots)) == (number, list(against.seats(number)))
            assert found.moves > 5
            assert found.failure is None
        assert not worker.is_slow


def test_a_bot_may_print_and_read_what_it_likes(contest: Matchup) -> None:
    for against, worker in start(contest, "Talking"):
        assert worker.play(against, 0).failure is None


def test_a_bot_that_ends_the_process_has_failed(contest: Matchup) -> None:
    for against, worker in start(contest, "Dying"):
        found = worker.play(against, 0)
        assert found.failure is not None
        assert found.failure.words == "ended the program with exit code 7"
        assert found.places == [1, 2]
        assert not worker.is_ready


@pytest.mark.slow
@pytest.mark.parametrize("reads_late", [False, True])
def test_a_bot_that_hangs_has_failed(contest: Matchup, reads_late: bool) -> None:
    """Also if the arena, on a busy machine, reads that it was asked only after it has ended."""
    for against, worker in start(contest, "Hanging"):
        if reads_late:
            worker._write("1")
            worker._process.wait()
        found = worker.play(against, 1)
        assert found.failure is not None
        assert found.failure.words == "did not answer within 10 seconds"
        assert found.places == [2, 1]


def test_what_a_worker_started_ends_with_it(contest: Matchup, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "started")
    pipe = os.open(tmp_path / "started", os.O_RDONLY | os.O_NONBLOCK)

    def is_held() -> bool:
        try:
            return bool(os.read(pipe, 1))
        except BlockingIOError:
            return True

    for against, worker in start(contest, "Starting"):
        assert worker.play(against, 0).failure is None
        assert is_held()
    wait_until(lambda: not is_held())
    os.close(pipe)


def test_a_worker_that_cannot_begin_says_so(contest: Matchup) -> None:
    worker = Worker("nonsense")
    try:
        with pytest.raises(RuntimeError, match="ended with exit code 1 before it began"):
            worker.wait_until_ready()
    finally:
        worker.close()


def test_a_worker_that_wants_kernels_and_has_none_says_so(
    contest: Matchup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "llvmlite").mkdir()
    (tmp_path / "llvmlite" / "__init__.py").write_text("raise ImportError('broken')", encoding="utf-8")
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    monkeypatch.setenv("DECAPOD_JIT", "1")
    worker = Worker(json.dumps(asdict(replace(contest, version=contest.rules.version, bots=("flat-mc:1", "random")))))
    try:
        worker.wait_until_ready()
        assert worker.is_slow
    finally:
        worker.close()
