"""Progress: how much is left, and what goes wrong, in one line each."""

from __future__ import annotations

import pytest

from decapod.lab.arena import Arena
from decapod.lab.contest import Failure
from decapod.lab.progress import ProgressLine
from decapod.lab.results import SHOWN, lab_words


@pytest.mark.slow
def test_progress_says_how_much_is_left(arena: Arena) -> None:
    line = ProgressLine(lab_words("en"), "Crabe vs Poulpe")
    assert "getting ready" in line.line(arena, 0)
    line._began = (100.0, 4)
    assert line.line(arena, 180.0) == "Crabe vs Poulpe: 12 of 20 games, at most 1 min 20 s left"
    arena.until = None
    assert line.line(arena, 180.0).endswith(", 1 min 20 s left")
    assert line.line(arena, 8100.0).endswith(", 2 h 13 min left")


@pytest.mark.slow
def test_progress_tells_each_failure_once(arena: Arena, capsys: pytest.CaptureFixture[str]) -> None:
    line = ProgressLine(lab_words("fr"), "Crabe vs Poulpe")
    line(arena)
    line(arena)
    assert capsys.readouterr().err == "Partie 11, sampler:3 : <b>mine</b> failed: KeyError\n"
    for number in range(12, 60):
        arena._add(arena.contest.failed(number, Failure(0, "again")))
    line(arena)
    line(arena)
    assert len(capsys.readouterr().err.splitlines()) == SHOWN - 1


def test_progress_says_that_bots_think_slowly(arena: Arena, capsys: pytest.CaptureFixture[str]) -> None:
    arena.results.clear()
    arena.failures.clear()
    arena.is_ready = arena.is_slow = True
    ProgressLine(lab_words("en"), "Crabe vs Poulpe")(arena)
    assert "Nothing could be compiled" in capsys.readouterr().err
