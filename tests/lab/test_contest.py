"""Who sits where in which deal, and what becomes of a bot that fails."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import decapod
from decapod.errors import ParseError, UsageError
from decapod.lab.contest import GameResult, Matchup, time_limit
from decapod.nn.net_file import Net
from tests.lab.bots import BOTS, write_bots

ROOT = Path(__file__).parents[2]


def of(*bots: str, game: str = "crab-stack", **wanted: object) -> Matchup:
    return Matchup.of(game, bots, **wanted)  # type: ignore[arg-type]


def test_two_play_every_deal_in_both_orders() -> None:
    contest = of("random", "flat-mc:1", "flat-mc:2")
    assert contest.lineups == ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))
    assert [contest.deal(number) for number in range(5, 8)] == [0, 1, 1]
    tables = [contest.begin(number).state.tobytes() for number in range(12)]
    assert len(set(tables[:6])) == len(set(tables[6:])) == 1
    assert tables[0] != tables[6]
    assert contest.begin(6) == decapod.game("crab-stack").match(2, seed=1 << 64)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("bots", [2, 3, 4, 5])
def test_everybody_sits_equally_often_on_every_seat_and_meets_everybody(players: int, bots: int) -> None:
    contest = of(*["random"] * bots, players=players)
    for deal in range(2):
        games = [contest.seats(deal * len(contest.lineups) + k) for k in range(len(contest.lineups))]
        sits = Counter((seat, bot) for game in games for seat, bot in enumerate(game))
        assert len(sits) == players * bots
        assert len(set(sits.values())) == 1
        assert all(len(set(game)) > 1 for game in games)
        met = {frozenset((a, b)) for game in games for a in game for b in game if a != b}
        assert len(met) == bots * (bots - 1) // 2


def test_every_other_deal_goes_the_other_way_round_the_table() -> None:
    contest = of("random", "random", "random", players=3)
    assert [contest.seats(number) for number in (0, 3)] == [(0, 1, 2), (2, 1, 0)]


def test_a_game_is_repeatable_and_survives_its_line() -> None:
    contest = of("random", "flat-mc:4", seed=5)
    once, again, other = contest.play(3), contest.play(3), contest.play(5)
    assert (once.places, once.moves, once.ending) == (again.places, again.moves, again.ending)
    assert once.bots == (1, 0)
    assert (once.moves, once.decisions) != (other.moves, other.decisions)
    assert GameResult.from_json(once.to_json()).to_json() == once.to_json()
    assert min(once.decisions) > 0
    assert sum(once.decisions) <= once.moves
    assert once.seconds[0] > once.seconds[1]


def test_a_box_and_options_are_played_with(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(decapod.game("crabs").box.text.replace("catch = 2 ", "catch = 4 "), encoding="utf-8")
    contest = of("random", "random", game="crabs", box=mine, options={"first": "1"})
    mine.unlink()
    match = contest.begin(0)
    assert match.box.printed["deal"]["catch"] == 4
    assert match.to_act == (1,)
    assert of("random", "random", game="crabs", box=decapod.game("crabs").box).box == ""


def test_bots_named_twice_get_a_number() -> None:
    assert of("random", "random", "random").names == ("random", "random (2)", "random (3)")


@pytest.mark.parametrize(
    ("bots", "wanted", "says"),
    [
        (["random"], {}, "for 2 to 64 bots, not 1"),
        (["random", "nobody"], {}, "there is no bot 'nobody'"),
        (["random", "random:5s"], {}, "takes no budget in seconds"),
        (["random", "random"], {"players": 1, "game": "yadokarick"}, "two play or more; yadokarick .solo. is for 1"),
        (["random", "random"], {"players": 9}, "for 2, 3 or 4 players, not 9"),
        (["random", "random"], {"variant": "z"}, "no variant 'z'"),
        (["random", "random"], {"seed": -1}, "from 0 up to 64 bits, not -1"),
        (["random", "random"], {"options": {"game": 1}}, "no option 'game'"),
        (["random", "random"], {"options": {"first": 7}}, "first"),
        (["random", "random"], {"box": "nowhere.toml"}, "cannot read the box nowhere.toml"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(bots: list[str], wanted: dict[str, object], says: str) -> None:
    with pytest.raises((UsageError, ParseError), match=says) as error:
        of(*bots, **wanted)  # type: ignore[arg-type]
    assert "\n" not in str(error.value)


def test_a_net_of_another_game_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    Net.random(decapod.game("crabs"), 4).write(tmp_path / "net")
    with pytest.raises(UsageError, match="net plays crabs, not crab-stack"):
        of("random", f"net@{tmp_path / 'net'}")


def test_a_net_of_another_box_is_remarked_on(tmp_path: Path) -> None:
    game, tiny = decapod.game("crabe-vs-poulpe"), ROOT / "examples" / "tiny_crabe_vs_poulpe.toml"
    Net.random(game, 4).write(tmp_path / "net")
    bots = "random", f"net@{tmp_path / 'net'}", f"puct@{tmp_path / 'net'}:2"
    assert of(*bots, game=game.name).remarks() == {}
    contest = of(*bots, game=game.name, box=tiny)
    assert list(contest.remarks()) == list(bots[1:])
    assert all("another box" in words for words in contest.remarks().values())
    assert all("autre boîte" in words for words in contest.remarks("fr").values())
    assert contest.play(0).failure is None


def test_a_contest_of_other_rules_is_refused() -> None:
    from dataclasses import asdict

    with pytest.raises(ParseError, match="by version 0 of the rules of crab-stack"):
        Matchup.from_json({**asdict(of("random", "random")), "version": 0})


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Crashing", "crashing failed: ZeroDivisionError: division by zero"),
        ("Cheating", "cheating chose '-1', which is not allowed"),
        ("Leaving", "ended the program"),
        ("Unmakeable", "cannot make the bot py:arena_bots:Unmakeable: OSError: not twice"),
    ],
)
def test_a_bot_that_fails_is_last_and_the_others_share_the_first_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, says: str
) -> None:
    write_bots(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.delitem(sys.modules, BOTS, raising=False)
    result = of("random", f"py:{BOTS}:{name}", "random", players=3).play(0)
    assert result.bots == (0, 1, 2)
    assert result.places == [1, 3, 1]
    assert result.failure is not None
    assert (result.failure.seat, result.ending) == (1, "")
    assert says in result.failure.words
    assert GameResult.from_json(result.to_json()).failure == result.failure


def test_who_counts_playouts_may_take_longer() -> None:
    from decapod.bots import bot

    timed, counted = bot("flat-mc:2s"), bot("flat-mc:5000")
    assert time_limit("flat-mc:2s", timed) == 14
    assert time_limit("flat-mc:5000", counted) > 60


def test_match_ups_and_results_of_earlier_releases_are_read() -> None:
    now = Matchup.of("crab-stack", ["random", "flat-mc:60"], seed=3)
    stored: dict[str, Any] = {**asdict(now), "bots": ["chance", "sampler:60"], "fixed": now.fixed_seats}
    del stored["fixed_seats"]
    assert Matchup.from_json(stored) == now
    result = GameResult(0, (0, 1), (1, 2), (0, 0), 30, (0.1, 0.2), (15, 15), "blocked")
    line = result.to_json().replace('"decisions"', '"asked"')
    assert GameResult.from_json(line).decisions == [15, 15]
