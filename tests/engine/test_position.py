"""Positions as text: whatever is typed is refused in one line, quickly, or is a position like any other."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import decapod
from decapod import ParseError, testing
from decapod.core.game import OURS, Game
from decapod.engine import dtypes, position
from tests.steps import count_steps

ANY_EXAMPLES = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, max_examples=20)
SIGNS = st.text("0123456789abcdefgpos,=-|*²αΩ \n\t", max_size=6)


def some_position(game: Game, drawn: st.DataObject) -> str:
    """Draw a mode and play some moves of it."""
    variant, players = drawn.draw(st.sampled_from(game.modes))
    chance = random.Random(drawn.draw(st.integers(0, 999)))
    match = game.match(players, variant=variant, seed=chance.randrange(999))
    for _ in range(drawn.draw(st.integers(0, 60))):
        if not match.is_over:
            player = chance.choice(match.to_act)
            match.play(player, chance.choice(match.legal_actions(player)), unchecked=True)
    return match.position


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
@ANY_EXAMPLES
@given(drawn=st.data())
def test_words_left_out_put_in_or_exchanged_break_nothing(name: str, drawn: st.DataObject) -> None:
    game = decapod.game(name)
    words = some_position(game, drawn).split()
    for _ in range(drawn.draw(st.integers(1, 3))):
        i = drawn.draw(st.integers(0, len(words) - 1))
        word = drawn.draw(st.sampled_from(words) | SIGNS)
        kept = drawn.draw(st.sampled_from(["", words[i], words[i].partition("=")[0] + "="]))
        words[i : i + 1] = [kept + word.rpartition("=")[2] if kept.endswith("=") else f"{kept} {word}"]
    testing.check_edited(game, " ".join(words), random.Random(1), moves=8)


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
@ANY_EXAMPLES
@given(drawn=st.data())
def test_characters_left_out_put_in_or_exchanged_break_nothing(name: str, drawn: st.DataObject) -> None:
    game = decapod.game(name)
    text = some_position(game, drawn)
    for _ in range(drawn.draw(st.integers(1, 4))):
        i = drawn.draw(st.integers(0, len(text)))
        text = text[:i] + drawn.draw(SIGNS) + text[i + drawn.draw(st.integers(0, 5)) :]
    testing.check_edited(game, text, random.Random(1), moves=8)


@settings(ANY_EXAMPLES, max_examples=100)
@given(text=st.text(max_size=60))
def test_any_text_is_refused_in_one_line(text: str) -> None:
    for name in OURS:
        for head in ("", "a 2 | ", "main 4 | "):
            testing.check_edited(decapod.game(name), head + text, random.Random(1))


HANDS = "standard 2 | turn=0 pool=3,3,4 hand0=1,2,3 hand1=4,5 slots=1,2,3,4"
DUEL = "asymmetric 2 | turn=1 hand0=c6,c7,c7,c10,c10 hand1=o2,o5,o6,o7,oΩ"
TRICKS = decapod.game("yadokarick").match(4, seed=1, first=3).position
BEACH = decapod.game("oh-crab").match(3, seed=1, first=2).position


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("crabs", HANDS + " known0=5", "player 0 is known to hold cards that are not there"),
        ("crabs", HANDS + " phase=binding", "a rope lies only in a bind, and so do crabs"),
        ("crabs", HANDS + " phase=paying", "a debt is there exactly while there is a choice how to pay it"),
        ("crabs", HANDS.replace("slots=1", "slots=2"), "an objective is in two places"),
        ("crabs", HANDS + " phase=catching due=9", "9 cannot be due while catching"),
        ("crabs", HANDS + " gear0=7", "gear0=7: gear0 is a whole number from 0 to 4"),
        ("crabs", HANDS.replace("0=1,2,3", "0=1,2,6"), "hand0=1,2,6: hand0 has cards like 3 or 5*"),
        ("crabs", HANDS + " ending=reached", "the round that ends the game is not closing"),
        ("crabs", HANDS + " hnad0=1", "there is no 'hnad0' in this position; did you mean 'hand'?"),
        ("crabe-vs-poulpe", DUEL + " word=pass", "'pass' is no answer in this phase"),
        ("crabe-vs-poulpe", DUEL.replace("c6", "c7"), "hand0 has more than 2 cards of a kind"),
        ("crabe-vs-poulpe", DUEL.replace("c6", "x6"), "hand0 has cards like c6 or oΩ"),
        ("crabe-vs-poulpe", DUEL + " phase=resist word=let", "there is nothing to resist"),
        ("crabe-vs-poulpe", DUEL + " pile=c6", "the pile has cards that were never played"),
        ("crabe-vs-poulpe", DUEL + " known_hand0=oα", "player 0 remembers cards where they are not"),
        ("yadokarick", TRICKS.replace("turn=3", "turn=1"), "it is the turn of 3, who plays next after 3 led"),
        ("yadokarick", TRICKS + " gone=p2", "1 cards were seen, and 0 were played"),
        ("yadokarick", TRICKS.replace("marker=11", "marker=99"), "marker is a whole number from 1 to 21"),
        ("yadokarick", TRICKS + " phase=mark", "the lowest number moves the marker, and leads next"),
        ("yadokarick", "solo 1 | phase=open row=g1", "the row is opened before all else"),
        ("yadokarick", "solo 1 | phase=take row=g1,g2", "the row should have 5 cards, and has 2"),
        ("oh-crab", BEACH.replace("crab0=c1", "crab0=d1"), "two crabs stand on one space"),
        ("oh-crab", BEACH.replace("crab0=c1", "crab0=z9"), "crab0=z9: crab0 is a space like d7, or sea"),
        ("oh-crab", BEACH.replace("shells1=1", "shells1=99"), "shells were lost or doubled"),
        ("oh-crab", BEACH.replace("hand0=S1", "hand0=S2"), "hand0 names something twice"),
        ("oh-crab", BEACH.replace("0A-1A", "0A-2A"), "beach has five tiles, like 0A-1A-2A-3A-9A"),
        ("oh-crab", BEACH.replace("stage=plan", "stage=toll toll=1"), "no shortcut asks for so much"),
        ("oh-crab", BEACH.replace("stage=plan", "stage=act unused=main"), "an action is left of a card"),
    ],
)
def test_each_slip_has_its_reason(name: str, text: str, says: str) -> None:
    game = decapod.game(name)
    for right in (HANDS, DUEL, TRICKS, BEACH):
        if right.split()[0] in game.variants:
            game.position(right)
    with pytest.raises(ParseError) as refused:
        game.position(text)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


# --- how long it takes ------------------------------------------------------------------------------------


def reading(game: Game) -> Callable[[str], Any]:
    """Return what reads a position of a game onto a table, of its first mode."""
    state, box = dtypes.zeros(dtypes.wide_dtype(game.rules.State)), game.box.record
    state.players = game.modes[0][1]
    return lambda text: game.view.parse_position(box, state, text)


HOSTILE = ("x=1 ", "turn=0 ", "hand0=", ",", "past=0,", "gone=0,", "c2=", "0s", "a" * 9 + "=1 ", "=", " ", "1,", "g1,")


@pytest.mark.parametrize("name", OURS)
def test_twice_the_text_is_at_most_about_twice_the_work(name: str) -> None:
    read, half = reading(decapod.game(name)), position.LONGEST_TEXT // 2
    for key in ("hand0=", "past=", "gone=", "c2=", "row=", "pile=", "market=", "beach=", "slots=", "chain=", ""):
        for repeated in HOSTILE:
            once, twice = (count_steps(read, (key + repeated * n)[:n]) for n in (half, 2 * half))
            assert twice <= 2.1 * once + 2000, (key, repeated, once, twice)


@pytest.mark.parametrize("name", OURS)
def test_what_is_longer_than_any_position_is_not_looked_at(name: str) -> None:
    read, text = reading(decapod.game(name)), "hand0=" + "1," * position.LONGEST_TEXT
    assert count_steps(read, text) == count_steps(read, text * 2) < 500


def test_every_position_is_shorter_than_that() -> None:
    """The longest are of Crab Stack, after many moves that empty no space."""
    assert 120 * len("ffffffff,") + 36 * len("d2=0s0s0s0s ") + 200 < position.LONGEST_TEXT / 2
