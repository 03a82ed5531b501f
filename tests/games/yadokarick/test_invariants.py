"""What is wrong with a table of Yadokarick is noticed."""

from __future__ import annotations

from typing import Any

import pytest

from decapod.games.yadokarick.invariants import violations
from tests.games.yadokarick.position import BOX, GAME, play_on


def double_a_card(state: Any) -> None:
    state.hands[0, 0] = state.hands[1, 0] = 1


def change_a_size(state: Any) -> None:
    state.built[2] += 1


def forget_what_was_seen(state: Any) -> None:
    state.public[:] = 0


def lose_a_hand(state: Any) -> None:
    state.hands[3] = 0


def spoil_the_deck(state: Any) -> None:
    state.deck[0] = state.deck[1]


def score_a_card_that_is_not_there(state: Any) -> None:
    state.banked += 1


@pytest.mark.parametrize(
    ("players", "spoil", "words"),
    [
        (4, double_a_card, "two players hold the same card"),
        (4, change_a_size, "the house of seat 2 has another size than its cards"),
        (4, forget_what_was_seen, "lies open and was never seen"),
        (4, lose_a_hand, "player 3 holds 0 cards in trick"),
        (4, spoil_the_deck, "the deck is not the cards in play"),
        (1, score_a_card_that_is_not_there, "a card of the solo game is lost"),
    ],
)
def test_a_spoilt_table_is_noticed(players: int, spoil: Any, words: str) -> None:
    state = play_on(GAME.match(players, seed=5, first="0"), 20).state.copy()
    assert violations(BOX, state) == []
    spoil(state)
    assert any(words in line for line in violations(BOX, state))
