"""The cards and the deal of Yadokarick, and what is dealt again when something is hidden."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from decapod.engine import bits, dice
from decapod.games.yadokarick import cards, deal, rules
from tests.games.yadokarick.tables import (
    BOX,
    DUEL,
    PRINTED,
    awaited,
    build_house,
    card,
    dealt,
    filled,
    finish_round,
    hand,
    legal,
    play,
    written,
)


@pytest.mark.rule("YD-1")
def test_each_colour_has_36_numbers_and_72_of_size() -> None:
    assert BOX.numbers == 36
    assert BOX.sizes.sum(axis=1).tolist() == [72, 72]
    assert [cards.size_of(BOX, card(f"g{n}")) for n in range(1, 10)] == [1, 2, 1, 3, 1, 2, 3, 1, 4]
    assert all(BOX.sizes[0, n] == BOX.sizes[1, n] == BOX.sizes[0, n % 9] for n in range(36))


@pytest.mark.rule("YD-1")
@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("cards", "numbers"), 41, "cards.numbers must be a whole number from 1 to 40"),
        (("sizes", "green"), [1, 2], "sizes.green must list the sizes of 36 cards"),
        (("sizes", "pink"), [0] * 36, "the size of number 1 is not from 1 to 9"),
        (("cards", "roofs"), [10, 99], "cards.roofs must list numbers from 1 to 36"),
        (("track", "start"), 22, "track.start must be a whole number from 1 to 21"),
        (("rules", "hand"), "ten", "rules.hand must be a whole number"),
        (("rules", "advanced", "4"), 19, "19 numbers are too few for hands of 10"),
        (("solo", "out"), list(range(1, 33)), "solo.out leaves fewer than 5 cards"),
        (("track",), 21, "the box has no [track]"),
    ],
)
def test_an_absurd_box_is_refused_in_one_line(path: tuple[str, ...], value: object, words: str) -> None:
    printed: Any = copy.deepcopy(PRINTED)
    part = printed
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(ValueError, match=words.replace("[", r"\[")):
        filled(printed)


@pytest.mark.rule("YD-2")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_everyone_gets_ten_cards_and_the_marker_starts_on_11(players: int) -> None:
    table = dealt(players)
    hands = [hand(table, p) for p in range(players)]
    assert [len(h) for h in hands] == [10] * players
    assert len({text for h in hands for text in h}) == 10 * players
    assert table.marker == 11
    assert not table.houses.any()


@pytest.mark.rule("YD-2")
@pytest.mark.parametrize(("colour", "letter"), [("green", "g"), ("pink", "p")])
def test_three_players_use_one_colour(colour: str, letter: str) -> None:
    table = dealt(3, colour=colour)
    assert {text[0] for p in range(3) for text in hand(table, p)} == {letter}


@pytest.mark.rule("YD-2")
def test_four_players_use_both_colours() -> None:
    assert {text[0] for p in range(4) for text in hand(dealt(4), p)} == {"g", "p"}


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


@pytest.mark.rule("YD-3")
@pytest.mark.parametrize("first", [0, 1, 3])
def test_the_first_trick_is_led_by_the_one_agreed_on_and_the_next_round_by_the_next(first: int) -> None:
    table = dealt(4, first=str(first), rounds=2)
    assert awaited(table) == [first]
    finish_round(table)
    assert awaited(table) == [(first + 1) % 4]


@pytest.mark.rule("YD-3")
def test_by_chance_everyone_may_lead() -> None:
    assert {awaited(dealt(5, first="random", seed=seed))[0] for seed in range(60)} == {0, 1, 2, 3, 4}


@pytest.mark.rule("YD-3")
def test_a_new_round_clears_the_houses_and_puts_the_marker_back() -> None:
    table = dealt(4, rounds=2)
    build_house(table, 2, "g30")
    table.marker, table.lost[1], table.fallen[1] = 3, 4, 2
    finish_round(table)
    assert (table.finished, table.marker, table.tricks, table.closed) == (1, 11, 0, 0)
    assert not table.houses.any()
    assert not table.built.any()
    assert not table.lost.any()
    assert not table.fallen.any()
    assert [len(hand(table, p)) for p in range(4)] == [10] * 4
    assert not table.seen.any()


@pytest.mark.rule("YD-3")
def test_the_number_of_rounds_is_what_was_agreed() -> None:
    table = dealt(4, rounds=2)
    finish_round(table)
    assert table.awaiting
    finish_round(table)
    assert table.awaiting == 0
    assert rules.ENDINGS[rules.ending(BOX, table)] == "rounds"


def hidden(table: Any, viewer: int, seed: int) -> Any:
    """The table with a guess in place of what a viewer cannot know."""
    guessed = table.copy()
    guess = np.zeros(dice.LENGTH, np.int64)
    dice.load(guess, seed, 7, 7, 7)
    rules.hide(BOX, guessed, viewer, guess)
    return guessed


@pytest.mark.rule("YD-32")
def test_a_guess_reaches_every_unseen_card_and_never_one_that_was_seen() -> None:
    table = dealt(4)
    for _ in range(11):
        play(table, awaited(table)[0], legal(table, awaited(table)[0])[0])
    mine = hand(table, 2)
    seen = {written(c) for c in range(cards.CARDS) if int(table.seen[cards.colour_of(c)]) & cards.bit_of(c)}
    reached: set[str] = set()
    for seed in range(150):
        guessed = hidden(table, 2, seed)
        assert hand(guessed, 2) == mine
        for player in (0, 1, 3):
            assert len(hand(guessed, player)) == len(hand(table, player))
            reached.update(hand(guessed, player))
    everything = {f"{c}{n}" for c in "gp" for n in range(1, 37)}
    assert reached == everything - seen - set(mine)


@pytest.mark.rule("YD-32")
def test_a_spectator_knows_no_hand() -> None:
    table = dealt(4)
    guesses = [hidden(table, -1, seed) for seed in range(5)]
    assert all(hand(guessed, p) != hand(table, p) for guessed in guesses for p in range(4))


@pytest.mark.rule("YD-32")
def test_in_the_duel_stock_and_hand_are_guessed_together() -> None:
    table = dealt(2, DUEL)
    play(table, 0, legal(table, 0)[0])
    unknown = deal.stock(BOX, table) | int(table.hands[1, 0])
    for seed in range(10):
        guessed = hidden(table, 0, seed)
        assert deal.stock(BOX, guessed) | int(guessed.hands[1, 0]) == unknown
        assert bits.count(guessed.hands[1, 0]) == 10
