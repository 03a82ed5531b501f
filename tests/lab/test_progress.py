"""Progress: how much is done, on a terminal, and what goes wrong, in one line each."""

from __future__ import annotations

import re

import pytest

from decapod.cli_progress import Bar, LabProgress
from decapod.lab.arena import Arena
from decapod.lab.contest import Forfeit
from decapod.lab.results import SHOWN, lab_words


def screen(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what was written to a terminal, without its codes."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", capsys.readouterr().err)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Rich take standard error for a terminal of 120 columns."""
    for name, value in {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": "120"}.items():
        monkeypatch.setenv(name, value)


@pytest.mark.slow
@pytest.mark.usefixtures("terminal")
def test_a_terminal_shows_how_many_games_are_over(arena: Arena, capsys: pytest.CaptureFixture[str]) -> None:
    progress = LabProgress(lab_words("en"), "Crabe vs Poulpe")
    arena.is_ready = False
    progress.show_arena(arena)
    arena.is_ready = True
    progress.show_arena(arena)
    progress.close()
    shown = screen(capsys)
    assert "Crabe vs Poulpe: getting ready" in shown
    assert re.search(r"Crabe vs Poulpe \S* *12/20 ", shown)


@pytest.mark.usefixtures("terminal")
def test_another_stage_begins_another_count(capsys: pytest.CaptureFixture[str]) -> None:
    progress = LabProgress(lab_words("en"), "Crabs!")
    for done in (0, 5):
        progress.show_stage("report.watching", done, 9)
    progress.close()  # lines are printed meanwhile
    progress.show_stage("level5", 1, 4)
    progress.close()
    shown = screen(capsys)
    assert re.search(r"Crabs!: watching games .* 5/9 ", shown)
    assert re.search(r"Crabs!: level5 .* 1/4 ", shown)


def test_without_a_terminal_there_is_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    bar = Bar()
    bar.show("Crabs!", 1, 2)
    bar.say("One line.")
    bar.close()
    assert capsys.readouterr().err == "One line.\n"


@pytest.mark.slow
def test_progress_tells_each_failure_once(arena: Arena, capsys: pytest.CaptureFixture[str]) -> None:
    progress = LabProgress(lab_words("fr"), "Crabe vs Poulpe")
    progress.show_arena(arena)
    progress.show_arena(arena)
    assert capsys.readouterr().err == "Partie 11, flat-mc:3 : <b>mine</b> failed: KeyError\n"
    for number in range(12, 60):
        arena._add(arena.contest.failed(number, Forfeit(0, "again")))
    progress.show_arena(arena)
    progress.show_arena(arena)
    assert len(capsys.readouterr().err.splitlines()) == SHOWN - 1


def test_progress_says_that_bots_think_slowly(arena: Arena, capsys: pytest.CaptureFixture[str]) -> None:
    arena.results.clear()
    arena.failures.clear()
    arena.is_ready = arena.is_slow = True
    LabProgress(lab_words("en"), "Crabe vs Poulpe").show_arena(arena)
    assert "Nothing could be compiled" in capsys.readouterr().err
