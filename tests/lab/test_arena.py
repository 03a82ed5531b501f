"""The arena: games on several cores, kept one by one, gone on with, and ended when all is settled."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from decapod.errors import ParseError, UsageError
from decapod.lab.arena import Arena, open_arena, parse_confidence
from decapod.lab.contest import Matchup
from tests.lab.bots import BOTS, write_bots

GAME = "crabe-vs-poulpe"


@pytest.fixture(autouse=True)
def interpreted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play interpreted, in a folder with bots that fail."""
    write_bots(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECAPOD_JIT", "0")
    monkeypatch.setenv("DECAPOD_DATA", str(tmp_path / "data"))


def outcomes(arena: Arena) -> list[tuple[int, list[int], int]]:
    return [(result.number, list(result.places), result.moves) for result in arena.in_order()]


@pytest.mark.slow
def test_games_are_the_same_on_one_core_and_on_two() -> None:
    arenas = [Arena(Matchup.of(GAME, ["random", "random"]), 7, threads=threads) for threads in (1, 2)]
    for arena in arenas:
        assert [result.number for result in arena.run()] == list(range(7))
    assert outcomes(arenas[0]) == outcomes(arenas[1])


@pytest.mark.slow
def test_who_fails_loses_and_all_others_play_on() -> None:
    bots = ["random", f"py:{BOTS}:Crashing", f"py:{BOTS}:Dying", f"py:{BOTS}:First"]
    arena = Arena(Matchup.of(GAME, bots), 12, threads=2)
    arena.run()
    assert len(arena.results) == 12
    for result in arena.in_order():
        blamed = {bots[bot] for bot in result.bots} & {bots[1], bots[2]}
        assert bool(result.failure) == bool(blamed)
        if result.failure:
            assert bots[result.bots[result.failure.seat]] in blamed
    assert len(arena.failures) == 10


@pytest.mark.slow
def test_an_arena_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    arena, _ = open_arena(path, GAME, ["random", "random"], 30, None, 1)

    def stop_at_three(arena: Arena) -> None:
        if len(arena.results) >= 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena.run(stop_at_three)
    kept = path.read_text(encoding="utf-8").splitlines()
    assert 4 <= len(kept) < 31
    with path.open("a", encoding="utf-8") as file:
        file.write(kept[-1][:20])  # the power failed
    again, _ = open_arena(path, "", [], 8, None, 2)
    assert outcomes(again) == outcomes(arena)
    again.run()
    whole = Arena(Matchup.of(GAME, ["random", "random"]), 8, threads=1)
    whole.run()
    assert outcomes(again)[:8] == outcomes(whole)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + max(8, len(kept) - 1)
    assert all(json.loads(line) for line in lines)


def test_a_file_goes_on_only_with_the_arena_it_is_of(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    open_arena(path, GAME, ["random", "random"], 4, None, 1)[0].run()
    same, _ = open_arena(path, GAME, ["random", "random"], None, None, 1)
    assert same.games == 4
    assert len(same.results) == 4
    for game, bots, wanted, says in (
        ("crab-stack", [], {}, "its game is crabe-vs-poulpe, not crab-stack"),
        ("", ["random", "flat-mc"], {}, "its bots is"),
        ("", [], {"seed": 4}, "its seed is 0, not 4"),
        ("", [], {"variant": "asymmetric"}, "its variant is symmetric, not asymmetric"),
    ):
        with pytest.raises(UsageError, match=says):
            open_arena(path, game, bots, None, None, 1, **wanted)


def test_a_file_that_is_there_is_not_begun_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("dear diary", encoding="utf-8")
    with pytest.raises(UsageError, match="File exists"):
        Arena(Matchup.of(GAME, ["random", "random"]), 2).keep_in(path)
    assert path.read_text(encoding="utf-8") == "dear diary"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no file of an arena"),
        ("chess\n", "is no file of an arena"),
        ('{"format": "decapod arena 9"}\n', "is no file of an arena"),
        ("\xff\n", "is no file of an arena"),
    ],
)
def test_a_file_that_is_none_of_ours_is_refused_and_left_alone(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "other.txt"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ParseError, match=says):
        open_arena(path, "", [], None, None, None)
    assert path.read_bytes() == text.encode("latin-1")


def test_a_damaged_game_is_named_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    open_arena(path, GAME, ["random", "random"], 3, None, 1)[0].run()
    lines = path.read_text(encoding="utf-8").splitlines()
    for damage in ("{}", "[]", lines[2].replace('"bots":[', '"bots":[7,')):
        path.write_text("\n".join([*lines[:2], damage, *lines[3:]]) + "\n", encoding="utf-8")
        with pytest.raises(ParseError, match="cannot be read in line 3"):
            open_arena(path, "", [], None, None, None)


@pytest.mark.slow
def test_games_end_when_it_is_settled_who_is_better() -> None:
    bots = [f"py:{BOTS}:Crashing", "random", "random"]
    arena = Arena(Matchup.of("crab-stack", bots), 100, until=0.95, threads=1)
    arena.run()
    assert len(arena.results) == 100
    assert not arena.is_settled, "who of two equals is better"
    assert not arena.is_open(0, 1)
    assert not arena.is_open(0, 2)
    assert arena.is_open(1, 2)
    met = [set(result.bots) for result in arena.in_order()]
    assert met.count({1, 2}) > met.count({0, 1}) + 4, "whoever is settled meets no more"
    two = Arena(Matchup.of("crab-stack", bots[:2]), 200, until=0.95, threads=2)
    two.run()
    assert two.is_settled
    assert 10 <= len(two.results) < 200


@pytest.mark.slow
def test_only_games_that_are_wanted_are_begun() -> None:
    arena = Arena(Matchup.of(GAME, ["random", "random"]), 3, threads=8)
    arena.run()
    assert sorted(arena.results) == [0, 1, 2]


@pytest.mark.parametrize("wanted", [{"games": 0}, {"games": 10**7}, {"threads": 0}, {"until": 0.4}, {"until": 1.0}])
def test_what_makes_no_sense_is_refused(wanted: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        Arena(Matchup.of(GAME, ["random", "random"]), **{"games": 5, **wanted})  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["95", "95 percent", "95%", "0.5", "1", "-0.95", "²", "nan"])
def test_a_confidence_is_a_number_above_a_half_and_below_one(text: str) -> None:
    assert parse_confidence("0.999") == pytest.approx(0.999)
    with pytest.raises(UsageError, match=r"--confidence must be more than 0\.5 and less than 1, like 0\.95, not"):
        parse_confidence(text)
