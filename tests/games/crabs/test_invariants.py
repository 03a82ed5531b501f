"""Crabs!: what is true of every table is checked, and what is wrong with one is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import decapod
from decapod.games.crabs.chapters.cards import size_of
from decapod.games.crabs.invariants import violations
from tests.games.crabs.position import Deal, pack


def double_a_card(state: Any) -> None:
    state.pool += pack("3")


def lose_a_card_below_none(state: Any) -> None:
    state.upright[0] -= pack("3")
    state.turned[0] += pack("3")


def give_a_point(state: Any) -> None:
    state.score[1] += 1


def know_too_much(state: Any) -> None:
    state.known[0] = pack("5 5 5 5 5 5 5 5")


def claim_what_is_in_the_display(state: Any) -> None:
    state.claims[1] |= 1 << int(state.slots[0]) - 1


def lose_an_objective(state: Any) -> None:
    state.deck &= state.deck - 1


@pytest.mark.parametrize(
    ("spoil", "violation"),
    [
        (double_a_card, "there are 11 cards 3"),
        (lose_a_card_below_none, "a place has more than 15 cards of a kind, or fewer than none"),
        (give_a_point, "player 1 has other points than the score says"),
        (know_too_much, "player 0 is known to hold cards that are not there"),
        (claim_what_is_in_the_display, "an objective is lost or doubled"),
        (lose_an_objective, "an objective is lost or doubled"),
    ],
)
def test_violations_are_found(spoil: Callable[[Any], None], violation: str) -> None:
    match = decapod.game("crabs").match(3, seed=1)
    assert violations(match.box.record, match.state) == []
    spoil(match.state)
    assert violation in violations(match.box.record, match.state)


def test_a_table_laid_for_a_test_has_all_cards() -> None:
    at = Deal("1 2", "3", pool="5", upright="2")
    assert violations(at.box, at.state) == []
    at.play("catch")
    assert size_of(int(at.state.pile)) == 55
