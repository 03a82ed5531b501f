"""Every game obeys the laws, in every mode: interpreted, compiled, and on the simulated GPU."""

from __future__ import annotations

import inspect
import itertools
import re
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import decapod
from decapod import testing
from decapod.bots.random_bot import RandomBot
from decapod.testing import battery
from tests import GAMES

#: All modes; those after a game's first are slow, together.
MODES = [
    pytest.param(name, variant, players, marks=[pytest.mark.slow] if number else [])
    for name in GAMES
    for number, (variant, players) in enumerate(decapod.game(name).modes)
]
#: Hundreds of moves by chance, so many times as far between those of their positions that are looked at closely.
LONG = {"crabs": 4, "oh-crab": 4}


def closely(name: str, players: int, every: int, secrets_every: int) -> dict[str, int]:
    """Say which positions of a game are looked at closely: the fewer, the more people look at each."""
    longer = LONG.get(name, 1)
    return {"every": every * longer, "secrets_every": secrets_every * longer * (players + 1) // 3}


@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_the_laws_hold_along_a_game(name: str, variant: str, players: int) -> None:
    testing.check_play(decapod.game(name), variant, players, seed=1, **closely(name, players, 5, 19))


@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_the_laws_hold_when_picks_come_in_any_order(name: str, variant: str, players: int) -> None:
    testing.check_play(decapod.game(name), variant, players, seed=2, ordered=0, **closely(name, players, 9, 43))


@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_a_match_is_its_record(name: str, variant: str, players: int) -> None:
    testing.check_match(decapod.game(name), variant, players, seed=3)


@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_a_position_is_the_same_written_down_and_read(name: str, variant: str, players: int) -> None:
    testing.check_positions(decapod.game(name), variant, players, seed=13, every=13 * LONG.get(name, 1))


@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_an_edited_position_is_refused_or_played_on(name: str, variant: str, players: int) -> None:
    testing.check_edits(decapod.game(name), variant, players, seed=14, every=37 * LONG.get(name, 1), edits=6)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_a_match_goes_the_same_compiled(name: str, variant: str, players: int) -> None:
    testing.check_single(decapod.game(name), variant, players, seed=15)


@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_guesses_are_not_always_the_truth(name: str, variant: str, players: int) -> None:
    testing.check_guesses(decapod.game(name), variant, players, seed=4)


@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_a_seat_knows_nothing_hidden_and_no_bot_peeks(name: str, variant: str, players: int) -> None:
    testing.check_seats(decapod.game(name), variant, players, seed=13, every=97 * (2 if name in LONG else 1))


def test_the_law_finds_a_secret_move_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = decapod.game("oh-crab")
    monkeypatch.setattr(game.module, "is_move_hidden", lambda *_: False)
    with pytest.raises(AssertionError, match="could not tell it from"):
        testing.check_seats(game, "race", 3, seed=13, every=97)


def test_the_law_finds_a_seat_that_keeps_the_true_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decapod.Match, "determinize", lambda self, *_: self.state.copy())
    with pytest.raises(AssertionError, match="the seat of player 0 has something hidden"):
        testing.check_seats(decapod.game("crabs"), "standard", 2, seed=13, every=97)


def test_the_law_finds_a_bot_that_chooses_by_more_than_its_seat_and_its_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = itertools.count()
    monkeypatch.setattr(
        RandomBot, "choose", lambda _, seat: seat.legal_moves()[next(asked) % len(seat.legal_actions())]
    )
    with pytest.raises(AssertionError, match="random chooses by what is hidden"):
        testing.check_seats(decapod.game("crab-stack"), "a", 2, seed=13, every=97)


@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_every_click_is_a_move_or_gets_its_reason(name: str, variant: str, players: int) -> None:
    testing.check_clicks(decapod.game(name), variant, players, seed=9, every=29 * LONG.get(name, 1))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_every_verb_answers_the_same_compiled(name: str, variant: str, players: int) -> None:
    testing.check_compiled(decapod.game(name), variant, players, seed=5)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_games_go_the_same_compiled(name: str, variant: str, players: int) -> None:
    testing.check_ways(decapod.game(name), variant, players, seed=6)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(drawn=st.data())
def test_the_laws_hold_for_any_seed(name: str, drawn: st.DataObject) -> None:
    game = decapod.game(name)
    variant, players = drawn.draw(st.sampled_from(game.modes))
    seed = drawn.draw(st.integers(0, 2**32 - 1))
    testing.check_play(game, variant, players, seed, **closely(name, players, 13, 61))


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="numba-cuda is for Linux")
@pytest.mark.parametrize("name", GAMES)
def test_games_go_the_same_on_the_simulated_gpu(name: str) -> None:
    testing.check_simulated_gpu(decapod.game(name))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_move_is_answered_in_the_players_language(name: str) -> None:
    testing.check_texts(decapod.game(name))


@pytest.mark.parametrize("name", GAMES)
def test_there_are_words_for_everything(name: str) -> None:
    testing.check_words(decapod.game(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_golden_files_are_as_they_were(name: str) -> None:
    folder = Path(__file__).parents[1] / "golden"
    for file, text in testing.golden(decapod.game(name)).items():
        assert (folder / file).read_text(encoding="utf-8") == text, f"{file} changed; see CONTRIBUTING, 'Change a rule'"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_perft_is_equal_interpreted_and_compiled(name: str, variant: str, players: int) -> None:
    testing.check_perft(decapod.game(name), variant, players, seed=8)


def test_whoever_runs_the_battery_on_a_game_of_their_own_runs_all_of_it() -> None:
    """Every check that our games are put to here is in `check_all` too."""
    here = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    ours = set(re.findall(r"testing\.(check_\w+)", here))
    theirs = inspect.getsource(battery).partition("def list_laws")[2]
    assert len(ours) > 10
    assert ours <= set(re.findall(r"check_\w+", theirs))
