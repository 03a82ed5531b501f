"""Positions as text: whatever is typed is refused in one line, quickly, or is a position like any other."""

from __future__ import annotations

import random
import sys
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import decapod
from decapod import Unreadable, testing
from decapod.engine import position, records
from decapod.game import OURS, Game

ANY_EXAMPLES = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, max_examples=20)
SIGNS = st.text("0123456789abcdefgpos,=-|*²αΩ \n\t", max_size=6)


def some_position(game: Game, drawn: st.DataObject) -> str:
    """Draw a mode and play some moves of it."""
    variant, players = drawn.draw(st.sampled_from(game.modes))
    chance = random.Random(drawn.draw(st.integers(0, 999)))
    match = game.match(players, variant=variant, seed=chance.randrange(999))
    for _ in range(drawn.draw(st.integers(0, 60))):
        if not match.over:
            player = chance.choice(match.awaiting)
            match.play(player, chance.choice(match.legal_ids(player)), unchecked=True)
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


# --- how long it takes ------------------------------------------------------------------------------------


def count_steps(game: Game, text: str) -> int:
    """Count the steps of the interpreter that reading a position takes."""
    table, steps = records.blank(records.widened(game.rules.Table)), 0
    table.players = game.modes[0][1]

    def count(frame: FrameType, event: str, _: object) -> Any:
        nonlocal steps
        frame.f_trace_opcodes = True
        steps += event == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        game.view.read_position(game.box.record, table, text)
    except Unreadable:
        pass
    finally:
        sys.settrace(before)
    return steps


HOSTILE = ("x=1 ", "turn=0 ", "hand0=", ",", "past=0,", "gone=0,", "c2=", "0s", "a" * 9 + "=1 ", "=", " ", "1,", "g1,")


@pytest.mark.parametrize("name", OURS)
def test_twice_the_text_is_at_most_about_twice_the_work(name: str) -> None:
    game, half = decapod.game(name), position.LONGEST_TEXT // 2
    for key in ("hand0=", "past=", "gone=", "c2=", "row=", "pile=", "market=", "beach=", "slots=", "chain=", ""):
        for repeated in HOSTILE:
            once, twice = (count_steps(game, (key + repeated * n)[:n]) for n in (half, 2 * half))
            assert twice <= 2.1 * once + 2000, (key, repeated, once, twice)


@pytest.mark.parametrize("name", OURS)
def test_what_is_longer_than_any_position_is_not_looked_at(name: str) -> None:
    text = "hand0=" + "1," * position.LONGEST_TEXT
    assert count_steps(decapod.game(name), text) == count_steps(decapod.game(name), text * 2) < 500


def test_every_position_is_shorter_than_that() -> None:
    """The longest are of Crab Stack, after many moves that empty no space."""
    assert 120 * len("ffffffff,") + 36 * len("d2=0s0s0s0s ") + 200 < position.LONGEST_TEXT / 2
