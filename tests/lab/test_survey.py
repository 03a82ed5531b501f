"""Surveys: the same games wherever they run, kept and gone on with, rows in a file."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

import decapod
from decapod.engine import game_statistics
from decapod.errors import ParseError, UsageError
from decapod.lab.contest import Matchup
from decapod.lab.survey import SimulationRun, undisturbed
from tests import GAMES

GAME = "crabe-vs-poulpe"


@pytest.fixture(autouse=True)
def interpreted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play interpreted, and keep what is kept in a folder of the test's own."""
    monkeypatch.setenv("DECAPOD_JIT", "0")
    monkeypatch.setenv("DECAPOD_DATA", str(tmp_path / "data"))


def chance(seed: int = 3) -> Matchup:
    return Matchup.surveyed(GAME, seed=seed)


def stop_at(games: int):
    def progress(survey: SimulationRun) -> None:
        if survey.done >= games:
            raise KeyboardInterrupt

    return progress


def test_chance_plays_the_games_of_simulate() -> None:
    survey = SimulationRun(chance(), 9)
    survey.run()
    run = decapod.game(GAME).simulate(9, players=2, seed=3, device="python", first=0)
    assert (survey.done, survey.tally[game_statistics.GAMES], survey.tally[game_statistics.MOVES]) == (9, 9, run.moves)
    assert survey.ran_on == "python"


def test_who_sits_where_never_changes_and_every_game_has_a_deal_of_its_own() -> None:
    contest = Matchup.surveyed("crab-stack", ["random", "flat-mc:3", "random"], players=3)
    assert [contest.seats(number) for number in (0, 1, 5)] == [(0, 1, 2)] * 3
    assert [contest.deal(number) for number in (0, 1, 5)] == [0, 1, 5]
    assert Matchup.surveyed("crab-stack", ["flat-mc:3"], players=3).bots == ("flat-mc:3",) * 3
    assert Matchup.surveyed("yadokarick", variant="solo").bots == ("random",)
    with pytest.raises(UsageError, match="one bot for all seats, or one for each of the 3, not 2"):
        Matchup.surveyed("crab-stack", ["random", "random"], players=3)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_seat_begins_unless_told_otherwise(game: str) -> None:
    contest = Matchup.surveyed(game)
    assert contest.first_seat_begins
    assert contest.options == {"first": "0"}
    assert not Matchup.surveyed(game, options={"first": "random"}).first_seat_begins


def test_rows_are_written_game_by_game(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    SimulationRun(chance(), 7, out=path).run()
    table = pq.read_table(path)
    run = decapod.game(GAME).simulate(7, players=2, seed=3, device="python", first=0).results
    assert table["game"].to_pylist() == list(range(7))
    for name in ("length", "moves_hash"):
        assert table[name].to_pylist() == run[name].tolist()
    assert table["ending"].to_pylist() == [decapod.game(GAME).rules.ENDINGS[code] for code in run["ending"]]
    for seat in (0, 1):
        assert table[f"place_{seat}"].to_pylist() == run["places"][:, seat].tolist()
        assert table[f"points_{seat}"].to_pylist() == run["points"][:, seat].tolist()
    assert not list(tmp_path.glob("*.part"))


def test_a_survey_with_rows_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.parquet", tmp_path / "part.parquet"
    straight = SimulationRun(chance(), 12, out=whole)
    straight.run()
    stopped = SimulationRun(chance(), 12, out=part)
    with pytest.raises(KeyboardInterrupt):
        stopped.run(stop_at(4))
    assert 4 <= stopped.done < 12
    assert len(pq.read_table(part)) == stopped.done
    assert stopped.keep() == part
    again = SimulationRun.resume(part)
    assert again.done == stopped.done
    again.run()
    assert pq.read_table(part).equals(pq.read_table(whole))
    assert np.array_equal(again.tally, straight.tally)


def test_a_survey_without_rows_goes_on_too_and_to_more_games() -> None:
    stopped = SimulationRun(chance(), 12)
    with pytest.raises(KeyboardInterrupt):
        stopped.run(stop_at(2))
    path = stopped.keep()
    again = SimulationRun.resume(path, 20)
    again.run()
    straight = SimulationRun(chance(), 20)
    straight.run()
    assert again.done == 20
    assert np.array_equal(again.tally, straight.tally)


@pytest.mark.slow
def test_a_survey_by_bots_keeps_every_game_and_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "rows.parquet"
    contest = Matchup.surveyed(GAME, ["flat-mc:2", "random"])
    stopped = SimulationRun(contest, 40, out=out, keeps=True, threads=1)
    with pytest.raises(KeyboardInterrupt):
        stopped.run(stop_at(3))
    assert stopped.keep() == tmp_path / "rows.jsonl"
    assert len(pq.read_table(out)) == stopped.done >= 3
    games = stopped.done + 2
    again = SimulationRun.resume(tmp_path / "rows.jsonl", games, out, threads=1)
    again.run()
    assert again.tally[game_statistics.GAMES] == again.done == games
    assert pq.read_table(out)["game"].to_pylist() == list(range(games))
    straight = SimulationRun(contest, games, threads=2)
    straight.run()
    assert np.array_equal(straight.tally, again.tally)


def test_games_that_bots_play_are_written_as_a_kernel_writes_them() -> None:
    from decapod.lab.survey import row_of

    contest = chance()
    result = contest.play(0)
    match = contest.begin(0)
    for player, move in result.played:
        match.play(player, move)
    row = row_of(contest, result)[0]
    assert (row.length, tuple(row.places), tuple(row.points)) == (len(match.moves), match.places, match.points)
    assert contest.rules.rules.ENDINGS[row.ending] == match.outcome.code
    assert row.trace != 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{}", "is no file of decapod simulate"),
        ("[]", "is no file of decapod simulate"),
        ("nothing", "is no file of decapod simulate"),
        (json.dumps({"format": "decapod survey 1"}), "is no file of decapod simulate"),
    ],
)
def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path, text: str, says: str) -> None:
    for name in ("rows.json", "rows.parquet"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ParseError, match=says):
            SimulationRun.resume(path)
    with pytest.raises(ParseError, match="cannot read"):
        SimulationRun.resume(tmp_path / "nowhere.json")


def test_what_cannot_be_surveyed_is_told_before_anything_runs() -> None:
    thinking = Matchup.surveyed(GAME, ["flat-mc:2"])
    with pytest.raises(UsageError, match="bots that think play on cpu"):
        SimulationRun(thinking, 5, device="cuda")
    with pytest.raises(UsageError, match="games is a whole number from 1"):
        SimulationRun(chance(), 0)
    with pytest.raises(UsageError, match="device must be cpu, cuda, python or ray"):
        SimulationRun(chance(), 1, device="moon")


def test_ctrl_c_waits_until_what_must_be_whole_is_done() -> None:
    done: list[str] = []

    def interrupted() -> None:
        with undisturbed():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("whole")
        done.append("never")

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert done == ["whole"]
