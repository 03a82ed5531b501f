"""What a viewer knows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from decapod.engine import bits, dice, records
from decapod.games.oh_crab import rules

from .setting import AHEAD, DRAW, END, MAIN, PLACE_LEFT, REST, Setting, card, cards, go


def guessed(s: Setting, viewer: int, seed: int) -> Any:
    """The table with a guess in place of what a viewer cannot know."""
    table = s.table.copy()
    guess = np.zeros(dice.LENGTH, np.int64)
    dice.load(guess, seed, 0, 0, 0)
    rules.hide(s.box, table, viewer, guess)
    return table


def observed(s: Setting, viewer: int) -> list[int]:
    """What a viewer is told as numbers."""
    out = np.zeros(rules.OBSERVED, np.int64)
    rules.observe(s.box, s.table, viewer, out)
    return out.tolist()


@pytest.mark.rule("OC-54", "OC-6")
def test_a_plan_shows_to_nobody_else() -> None:
    one, other = Setting(), Setting()
    one.play_as(1, card("S1"))
    other.play_as(1, card("S4"))
    for viewer in (-1, 0, 2):
        assert observed(one, viewer) == observed(other, viewer)
        assert records.same(guessed(one, viewer, 3), guessed(other, viewer, 3))
        plans = {int(guessed(one, viewer, seed).planned[1]) for seed in range(40)}
        assert plans == {card(name) for name in ("S1", "S2", "S3", "S4")}
    assert observed(one, 1) != observed(other, 1)
    assert all(guessed(one, 1, seed).planned[1] == card("S1") for seed in range(5))


@pytest.mark.rule("OC-54", "OC-8")
def test_a_plan_is_known_once_placed_or_put_away() -> None:
    s = Setting()
    for player in range(3):
        s.play_as(player, card("S2"))
    s.play(PLACE_LEFT)
    assert all(int(guessed(s, 1, seed).sequence[0]) == cards("S2") for seed in range(5))
    s = Setting()
    for player in range(3):
        s.play_as(player, card("S2"))
    s.play(REST)
    assert all(int(guessed(s, 1, seed).discard[0]) == cards("S2") for seed in range(5))


def blind_draw() -> tuple[Setting, int]:
    """Player 0 rested and drew a card blind."""
    s = Setting()
    for player in range(3):
        s.play_as(player, card("S2"))
    s.play(REST, DRAW)
    return s, bits.lowest(int(s.table.secret[0]))


@pytest.mark.rule("OC-54", "OC-11")
def test_a_card_drawn_blind_may_be_any_unseen_one_to_others() -> None:
    s, drawn = blind_draw()
    unseen = int(s.table.deck) | 1 << drawn
    guesses = [guessed(s, 1, seed) for seed in range(300)]
    reached = 0
    for table in guesses:
        secret = int(table.secret[0])
        assert bits.count(secret) == 1
        assert int(table.hand[0]) & secret == secret
        assert int(table.deck) == unseen ^ secret
        reached |= secret
    assert reached == unseen
    assert all(int(guessed(s, 0, seed).hand[0]) == s.hand(0) for seed in range(5))


@pytest.mark.rule("OC-54")
def test_a_card_once_seen_is_never_forgotten() -> None:
    s, drawn = blind_draw()
    s.play(END)
    for _ in range(2):
        s.play(REST, DRAW, END)
    s.play_as(0, drawn)
    s.play_as(1, card("S1"))
    s.play_as(2, card("S1"))
    while s.awaited != 0:
        s.play(PLACE_LEFT, END)
    s.play(REST, DRAW)  # it is shown as a discard and comes back into the hand
    for seed in range(20):
        assert int(guessed(s, 1, seed).hand[0]) >> drawn & 1
    assert int(s.table.secret[0]) >> drawn & 1 == 0


@pytest.mark.rule("OC-54", "OC-11")
def test_what_was_taken_from_the_open_market_is_known() -> None:
    s = Setting()
    for player in range(3):
        s.play_as(player, card("S2"))
    taken = int(s.table.market[0])
    s.play(REST, taken)
    assert all(int(guessed(s, 1, seed).hand[0]) >> taken & 1 for seed in range(20))


@pytest.mark.rule("OC-54")
def test_nobody_learns_what_the_dice_will_roll() -> None:
    s = Setting()
    for viewer in (-1, 0):
        table = guessed(s, viewer, 9)
        assert table.dice.tolist() != s.table.dice.tolist()


def test_what_may_be_taken_back_ends_where_something_shows() -> None:
    s = Setting()
    reveals = int(s.table.reveals)
    for player in range(3):
        s.play_as(player, card("S4"))
    assert s.table.reveals == reveals  # plans show nothing
    s.play(PLACE_LEFT)
    assert s.table.reveals == reveals + 1
    s.play(MAIN)
    assert s.table.reveals == reveals + 1
    turns = int(s.table.turns)
    s.play(END)
    assert s.table.turns == turns + 1


def test_someone_elses_discard_shows_something() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.stand(1, 3, 8)
    s.begin(0, "S1")
    s.play(MAIN, go(0, AHEAD), go(1, AHEAD))
    reveals = int(s.table.reveals)
    s.play(card("S1"))
    assert s.table.reveals == reveals + 1
