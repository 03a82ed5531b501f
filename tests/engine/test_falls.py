"""All the ways that dice can fall."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import decapod
from decapod.engine import dice, pystate
from decapod.engine.chance_outcomes import ScriptedDice, chance_outcomes
from decapod.errors import UsageError


def test_every_way_two_dice_fall_comes_once_with_its_probability() -> None:
    found = list(chance_outcomes(lambda laid: (dice.roll(laid, 3), dice.roll(laid, 2))))
    assert found == [(Fraction(1, 6), (a, b)) for a in range(3) for b in range(2)]


def test_how_often_is_rolled_may_depend_on_the_rolls() -> None:
    def act(laid: ScriptedDice) -> int:
        return 10 + dice.roll(laid, 2) if dice.roll(laid, 2) else 0

    assert list(chance_outcomes(act)) == [(Fraction(1, 2), 0), (Fraction(1, 4), 10), (Fraction(1, 4), 11)]


def test_what_rolls_nothing_has_one_fall() -> None:
    assert list(chance_outcomes(lambda _: "done")) == [(1, "done")]


def test_a_shuffle_makes_every_order_equally_likely() -> None:
    def act(laid: ScriptedDice) -> tuple[int, ...]:
        cards = [1, 2, 3]
        dice.shuffle(laid, cards, 3)
        return tuple(cards)

    found = Counter[tuple[int, ...]]()
    for probability, cards in chance_outcomes(act):
        found[cards] += probability  # type: ignore[assignment]
    assert len(found) == 6
    assert set(found.values()) == {Fraction(1, 6)}


def test_other_dice_roll_on_as_they_did() -> None:
    mine, same = [0] * dice.LENGTH, [0] * dice.LENGTH
    for cup in (mine, same):
        dice.load(cup, 1, 2, 3, 4)
    found = [result for _, result in chance_outcomes(lambda laid: (dice.roll(laid, 2), dice.roll(mine, 1000)))]
    assert [number for _, number in found] == [dice.roll(same, 1000) for _ in range(2)]


def test_the_dice_are_fair_again_even_after_an_error() -> None:
    def act(laid: ScriptedDice) -> None:
        raise ValueError

    fair = dice.roll
    with pytest.raises(ValueError):  # noqa: PT011  # our own
        next(chance_outcomes(act))
    assert dice.roll is fair


def test_rules_that_take_whole_words_are_refused() -> None:
    with pytest.raises(UsageError, match="cannot be listed"):
        next(chance_outcomes(dice.word))


def test_hands_are_dealt_as_likely_as_by_true_dice() -> None:
    game = decapod.game("crabe-vs-poulpe")
    box = game.load_box(Path(__file__).parents[2] / "examples" / "tiny_crabe_vs_poulpe.toml")
    kind = pystate.py_state_type(game.rules.State)

    def deal(laid: Any) -> int:
        state = kind.load(bytes(game.rules.State.itemsize))
        state.dice = laid
        game.rules.setup(box.plain, state, 2, 0, (0,))
        return state.hands[0]

    exact = Counter[int]()
    for probability, hand in chance_outcomes(deal):
        exact[hand] += probability  # type: ignore[assignment]
    assert set(exact.values()) == {Fraction(1, 3)}
    assert {int(game.match(seed=seed, box=box).state.hands[0]) for seed in range(30)} == set(exact)
