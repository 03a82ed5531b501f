"""What a viewer knows."""

from __future__ import annotations

from typing import Any

import pytest

from decapod.engine import bits, dtypes
from decapod.games.oh_crab.state import ANY
from decapod.testing import check_guessed_moves
from tests.games.oh_crab.position import AHEAD, BOX, DRAW, END, MAIN, PATH, PLACE_LEFT, REST, Race, card, cards, go


def guess(race: Race, viewer: int, seed: int) -> Any:
    """The table with a guess in place of what a viewer cannot know."""
    return race.hidden(viewer, seed).state


def draw_blind() -> tuple[Race, int]:
    """Player 0 rested and drew a card blind."""
    race = Race()
    race.plan("S2")
    race.play(REST, DRAW)
    return race, bits.lowest(int(race.state.secret[0]))


@pytest.mark.rule("OC-54", "OC-6")
def test_a_plan_shows_to_nobody_else() -> None:
    one, other = Race(), Race()
    one.play(card("S1"), player=1)
    other.play(card("S4"), player=1)
    for viewer in (-1, 0, 2):
        assert one.observed(viewer).tolist() == other.observed(viewer).tolist()
        assert dtypes.same(guess(one, viewer, 3), guess(other, viewer, 3))
        plans = {int(guess(one, viewer, seed).planned[1]) for seed in range(40)}
        assert plans == {card(name) for name in ("S1", "S2", "S3", "S4")}
    assert one.observed(1).tolist() != other.observed(1).tolist()
    assert all(guess(one, 1, seed).planned[1] == card("S1") for seed in range(5))


@pytest.mark.rule("OC-54", "OC-8")
def test_a_plan_is_known_once_placed_or_put_away() -> None:
    race = Race()
    race.plan("S2")
    race.play(PLACE_LEFT)
    assert all(int(guess(race, 1, seed).sequence[0]) == cards("S2") for seed in range(5))
    race = Race()
    race.plan("S2")
    race.play(REST)
    assert all(int(guess(race, 1, seed).discard[0]) == cards("S2") for seed in range(5))


@pytest.mark.rule("OC-54", "OC-11")
def test_a_card_drawn_blind_may_be_any_unseen_one_to_others() -> None:
    race, drawn = draw_blind()
    unseen = int(race.state.deck) | 1 << drawn
    guesses = [guess(race, 1, seed) for seed in range(300)]
    reached = 0
    for state in guesses:
        secret = int(state.secret[0])
        assert bits.count(secret) == 1
        assert int(state.hand[0]) & secret == secret
        assert int(state.deck) == unseen ^ secret
        reached |= secret
    assert reached == unseen
    assert all(int(guess(race, 0, seed).hand[0]) == race.hand(0) for seed in range(5))


@pytest.mark.rule("OC-54")
def test_a_card_once_seen_is_never_forgotten() -> None:
    race, drawn = draw_blind()
    race.play(END)
    for _ in range(2):
        race.play(REST, DRAW, END)
    race.play(drawn, player=0)
    race.play(card("S1"), player=1)
    race.play(card("S1"), player=2)
    while race.to_act != [0]:
        race.play(PLACE_LEFT, END)
    race.play(REST, DRAW)  # it is shown as a discard and comes back into the hand
    for seed in range(20):
        assert int(guess(race, 1, seed).hand[0]) >> drawn & 1
    assert int(race.state.secret[0]) >> drawn & 1 == 0


@pytest.mark.rule("OC-54", "OC-11")
def test_what_was_taken_from_the_open_market_is_known() -> None:
    race = Race()
    race.plan("S2")
    taken = int(race.state.market[0])
    race.play(REST, taken)
    assert all(int(guess(race, 1, seed).hand[0]) >> taken & 1 for seed in range(20))


@pytest.mark.rule("OC-54", "OC-24")
def test_who_pays_a_shortcut_card_by_card_holds_what_is_still_owed() -> None:
    """A guess dealt the card still owed away: the player was awaited, and had no legal move."""
    race = Race()
    race.stand(0, 1, 4)  # the shortcut of tile 1A, which costs two cards for a move in any direction
    race.begin(0)
    drawn = cards("zigzag1", "momentum3", "faster1")
    race.state.deck = int(race.state.deck) & ~drawn
    race.state.hand[0] = int(race.state.hand[0]) | drawn
    race.state.secret[0] = drawn
    for paid in ("", "zigzag1"):
        race.play(card(paid) if paid else PATH)
        for viewer in (-1, 1, 2):
            owed = {int(guess(race, viewer, seed).hand[0]) & int(BOX.with_main[ANY]) for seed in range(60)}
            assert min(bits.count(fitting) for fitting in owed) == race.state.toll
            assert len(owed) > 10  # any cards that pay will do
        for seed in range(20):
            check_guessed_moves(race, seed)


@pytest.mark.rule("OC-54")
def test_nobody_learns_what_the_dice_will_roll() -> None:
    race = Race()
    for viewer in (-1, 0):
        state = guess(race, viewer, 9)
        assert state.dice.tolist() != race.state.dice.tolist()


def test_what_may_be_taken_back_ends_where_something_shows() -> None:
    race = Race()
    reveals = int(race.state.reveals)
    race.plan("S4")
    assert race.state.reveals == reveals  # plans show nothing
    race.play(PLACE_LEFT)
    assert race.state.reveals == reveals + 1
    race.play(MAIN)
    assert race.state.reveals == reveals + 1
    turns = int(race.state.turn_index)
    race.play(END)
    assert race.state.turn_index == turns + 1


def test_someone_elses_discard_shows_something() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.stand(1, 3, 8)
    race.begin(0, "S1")
    race.play(MAIN, go(0, AHEAD), go(1, AHEAD))
    reveals = int(race.state.reveals)
    race.play(card("S1"))
    assert race.state.reveals == reveals + 1
