"""The deal of Yadokarick: who gets how many cards of which deck."""

from __future__ import annotations

import numpy as np
import pytest

from decapod.engine import bits, dice
from decapod.games.yadokarick.chapters import deal
from tests.games.yadokarick.position import BOX, Round


@pytest.mark.rule("YD-2")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_everyone_gets_ten_cards_and_the_marker_starts_on_11(players: int) -> None:
    at = Round(players)
    hands = [at.hand(p) for p in range(players)]
    assert [len(hand) for hand in hands] == [10] * players
    assert len({text for hand in hands for text in hand}) == 10 * players
    assert at.state.marker == 11
    assert not at.state.houses.any()


@pytest.mark.rule("YD-2")
@pytest.mark.parametrize(("colour", "letter"), [("green", "g"), ("pink", "p")])
def test_three_players_use_one_colour(colour: str, letter: str) -> None:
    at = Round(3, colour=colour)
    assert {text[0] for p in range(3) for text in at.hand(p)} == {letter}


@pytest.mark.rule("YD-2")
def test_four_players_use_both_colours() -> None:
    at = Round(4)
    assert {text[0] for p in range(4) for text in at.hand(p)} == {"g", "p"}


@pytest.mark.rule("YD-2")
def test_every_card_is_as_likely_as_any_other_to_be_dealt() -> None:
    deck, deals = np.arange(10), 4000
    chance = np.zeros(dice.LENGTH, np.int64)
    dice.load(chance, 1, 2, 3, 4)
    counts = np.zeros((10, 10))
    for _ in range(deals):
        deck[:] = range(10)
        deal.mix(chance, deck, 10, 6)
        assert sorted(deck) == list(range(10))
        counts[np.arange(6), deck[:6]] += 1
    expected = deals / 10
    assert (abs(counts[:6] - expected) < 5 * np.sqrt(expected)).all()


@pytest.mark.rule("YD-2")
def test_a_deal_is_the_same_for_the_same_dice_and_another_for_others() -> None:
    first, again, other = Round(5, seed=3), Round(5, seed=3), Round(5, seed=4)
    assert np.array_equal(first.state.hands, again.state.hands)
    assert not np.array_equal(first.state.hands, other.state.hands)
    assert first.to_act == [0]
    assert int(first.state.dice[dice.KEY]) == 3


@pytest.mark.rule("YD-16")
@pytest.mark.parametrize(("players", "highest", "colours"), [(3, 30, "g"), (4, 20, "gp"), (5, 25, "gp"), (6, 30, "gp")])
def test_the_advanced_game_deals_every_card_of_its_deck(players: int, highest: int, colours: str) -> None:
    at = Round(players, "advanced")
    held = sorted(text for p in range(players) for text in at.hand(p))
    assert held == sorted(f"{colour}{n}" for colour in colours for n in range(1, highest + 1))


@pytest.mark.rule("YD-17")
def test_a_duel_deals_ten_cards_each_and_leaves_sixteen() -> None:
    at = Round(2, colour="pink")
    assert [len(at.hand(p)) for p in range(2)] == [10, 10]
    assert bits.count(deal.stock(BOX, at.state)) == 16
    assert at.state.marker == 11  # a duel never moves it, and never asks it
