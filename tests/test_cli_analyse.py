"""`decapod analyse`: what it prints, that it keeps what it found and goes on, and one clear line for what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import decapod
from decapod import cli_analyse
from decapod.bots import bot
from tests.test_cli import run

BUDGET = ("--simulations", "20", "--threads", "1")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match that chance played to its end."""
    match, chance = decapod.game("crab-stack").match(2, seed=3), bot("random", seed=4)
    while not match.is_over:
        player = match.to_act[0]
        match.play(player, chance.choose(match.player_view(player, event_log=False)))
    path = tmp_path_factory.mktemp("match") / "finished.decapod"
    match.save(path)
    return path


def test_it_tells_which_moves_cost_what_and_the_same_as_json(finished: Path) -> None:
    done = run("analyse", str(finished), *BUDGET)
    assert done.returncode == 0, done.stderr
    facts = json.loads(run("analyse", str(finished), *BUDGET, "--json").stdout)
    graded = [move for move in facts["moves"] if move["grade"]]
    told = [line for line in done.stdout.splitlines() if line[:1].isdigit()]
    assert [int(line.partition(".")[0]) for line in told] == [move["ply"] for move in graded]
    assert len(graded) > 0
    assert len(facts["moves"]) == facts["total"] == facts["done"] == len(decapod.load(finished).moves)
    assert facts["chance_of"] == "win"
    french = run("analyse", str(finished), *BUDGET, "--language", "fr").stdout
    assert "Mieux :" in french


def test_what_it_found_is_kept_and_it_goes_on_from_there(
    finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, calls = tmp_path / "kept.json", []

    def interrupt(_bar: object, _title: str, done: int, _total: int) -> None:
        calls.append(done)
        if len(calls) == 3:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(cli_analyse.Bar, "show", interrupt)
        stopped = run("analyse", str(finished), *BUDGET, "--resume", str(kept))
    assert stopped.returncode == 130
    assert f"Stopped after 3 of {len(decapod.load(finished).moves)} moves" in stopped.stderr
    assert len(json.loads(kept.read_text())["verdicts"]) == 3
    done = run("analyse", str(finished), *BUDGET, "--resume", str(kept))
    assert done.returncode == 0
    assert done.stdout == run("analyse", str(finished), *BUDGET).stdout
    other = run("analyse", str(finished), "--simulations", "21", "--resume", str(kept))
    assert (other.returncode, other.stderr.count("\n")) == (2, 1)
    assert "simulations, seed and player were 20, 0 and None" in other.stderr


def test_a_match_that_goes_on_is_told_to_one_player_only(tmp_path: Path) -> None:
    match = decapod.game("crabs").match(2, seed=7, first=0)
    match.play(0, match.legal_actions(0)[0])
    match.save(tmp_path / "live.decapod")
    refused = run("analyse", str(tmp_path / "live.decapod"))
    assert refused.returncode == 2
    assert refused.stderr == "decapod: the match is not over: only a player's own moves can be looked at\n"
    facts = json.loads(
        run("analyse", str(tmp_path / "live.decapod"), "--player", "0", "--simulations", "5", "--json").stdout
    )
    assert [move["player"] for move in facts["moves"]] == [0]


@pytest.mark.parametrize(
    "wrong", [("--simulations", "0"), ("--player", "7"), ("--threads", "0"), ("--resume", "/no/such/file")]
)
def test_what_is_wrong_is_said_in_one_line(finished: Path, wrong: tuple[str, str]) -> None:
    budget = () if wrong[0] == "--simulations" else ("--simulations", "2")
    done = run("analyse", str(finished), *budget, *wrong)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
