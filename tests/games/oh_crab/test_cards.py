"""Cards: building, resting, the market, discards."""

from __future__ import annotations

import numpy as np
import pytest

from decapod.engine import bits
from decapod.games.oh_crab import state as s
from decapod.games.oh_crab.chapters import cards as card_rules
from tests.games.oh_crab.position import (
    BOX,
    CHEF,
    DRAW,
    LEFT,
    MAIN,
    PLACE_LEFT,
    PLACE_RIGHT,
    REST,
    SIDE,
    SPECIAL,
    STARTERS,
    Race,
    card,
    cards,
    go,
    tile,
)


def ready_to_build(*sequence: str, plan: str = "S1") -> Race:
    """Player 0 is to build or rest with this planned."""
    race = Race()
    race.state.chef = 2
    race.state.turn = 0
    race.state.to_act = 1
    race.state.stage = s.BUILD
    race.state.unused = 1 << s.SHELL_ACTION
    race.state.hand[0] = cards(*STARTERS) & ~cards(plan, *sequence)
    race.lay_sequence(0, *sequence)
    race.state.planned[0] = card(plan)
    return race


@pytest.mark.rule("OC-3")
def test_every_card_of_the_deck_is_turned_up_as_often_as_any_other() -> None:
    state = Race().state
    counts = np.zeros(36, int)
    for _ in range(3600):
        state.deck = BOX.market_cards
        counts[card_rules.draw(state)] += 1
    assert counts.min() > 60
    assert counts.max() < 140


# --- building ---------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-8")
def test_the_first_card_starts_the_sequence_and_has_no_sides() -> None:
    race = ready_to_build()
    assert race.legal() == [PLACE_LEFT, REST]
    assert race.reason(PLACE_RIGHT) == ("build.one_side", "OC-8")
    race.play(PLACE_LEFT)
    assert int(race.state.sequence[0]) == cards("S1")
    assert race.state.ends[0].tolist() == [card("S1")] * 2
    assert SIDE not in race.legal()
    assert race.reason(SIDE) == ("action.no_side", "OC-9")


@pytest.mark.rule("OC-8")
def test_later_cards_go_to_either_end() -> None:
    for side, ends in ((PLACE_LEFT, ("S1", "S2")), (PLACE_RIGHT, ("S3", "S1"))):
        race = ready_to_build("S3", "S2", plan="S1")
        assert race.legal() == [PLACE_LEFT, PLACE_RIGHT, REST]
        race.play(side)
        assert race.state.ends[0].tolist() == [card(name) for name in ends]
        spots = {name: int(race.state.spot[card(name)]) for name in ("S1", "S2", "S3")}
        assert spots["S3"] < spots["S2"]
        assert (spots["S1"] < spots["S3"]) == (side == PLACE_LEFT)
        assert (spots["S1"] > spots["S2"]) == (side == PLACE_RIGHT)


@pytest.mark.rule("OC-9")
def test_equal_halves_make_a_side_action() -> None:
    """S4-S3-S1-S2 match at all three joints: F, D, S."""
    race = ready_to_build("S4", plan="S3")
    race.play(PLACE_RIGHT)
    assert (race.state.side[0], SIDE in race.legal()) == (s.FORWARD, True)
    race = ready_to_build("S2", plan="S1")
    race.play(PLACE_LEFT)
    assert race.state.side[0] == s.SHELL
    race.play(SIDE)
    assert race.state.shells[0] == 1


@pytest.mark.rule("OC-9")
def test_unequal_halves_give_nothing_and_are_allowed() -> None:
    race = ready_to_build("S4", plan="S1")
    race.play(PLACE_RIGHT)  # F meets D
    assert race.reason(SIDE) == ("action.no_side", "OC-9")


@pytest.mark.rule("OC-9")
def test_only_the_card_placed_this_turn_gives_actions() -> None:
    """Ruling 4."""
    race = ready_to_build("slant3", plan="S1")
    race.play(PLACE_RIGHT)
    assert race.reason(SPECIAL) == ("action.no_special", "OC-13")  # the slant is on the older card
    race.play(MAIN)
    assert race.stage == "step"
    assert len(race.legal()) == 1  # forward, not any


# --- resting ----------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-10")
def test_a_rest_takes_a_card_keeps_one_and_gathers_all_others() -> None:
    race = ready_to_build("S3", "S2", plan="S1")
    race.hold(0)
    race.state.discard[0] = cards("S4")
    race.stand(0, 3, 6, down=True)
    race.play(REST)
    assert race.stage == "restock"
    taken = int(race.state.market[1])
    race.play(taken)
    assert race.stage == "keep"
    assert race.legal() == [card("S2"), card("S3")]
    assert race.reason(card("S1")) == ("card.not_in_sequence", "OC-10")
    race.play(card("S2"))
    assert int(race.state.sequence[0]) == cards("S2")
    assert race.hand(0) == cards("S1", "S3", "S4") | 1 << taken  # the planned card comes straight back (ruling 1)
    assert int(race.state.discard[0]) == 0
    assert not race.is_down(0)


@pytest.mark.rule("OC-10")
def test_with_an_empty_sequence_nothing_stays_and_with_one_card_that_one() -> None:
    race = ready_to_build(plan="S1")
    race.play(REST, DRAW)
    assert race.stage == "act"
    assert int(race.state.sequence[0]) == 0
    race = ready_to_build("S3", plan="S1")
    race.play(REST, DRAW)
    assert race.stage == "act"
    assert int(race.state.sequence[0]) == cards("S3")


@pytest.mark.rule("OC-10", "OC-14")
def test_after_a_rest_chef_and_shells_still_work_but_the_card_that_stayed_does_not() -> None:
    """Ruling 2: getting up comes first, so the chef's move really moves."""
    race = ready_to_build("S3", plan="S1")
    race.stand(0, 3, 6, down=True)
    race.state.chef = 0
    race.state.unused = 1 << s.SHELL_ACTION | 1 << s.CHEF
    race.state.shells[0] = 2
    race.show_tiles("faster")
    race.play(REST, DRAW)
    assert race.reason(MAIN) == ("action.not_placed", "OC-9")
    assert tile("faster") in race.legal()
    race.play(CHEF, go(0, LEFT))
    assert race.where(0) == (2, 6)


@pytest.mark.rule("OC-10")
def test_a_sequence_gathered_and_built_again_starts_in_the_middle() -> None:
    race = ready_to_build("S3", "S2", plan="S1")
    race.play(REST, DRAW, card("S2"))
    assert race.state.ends[0].tolist() == [card("S2")] * 2
    assert not race.state.spot.any()


# --- the market and the discards --------------------------------------------------------------------------


@pytest.mark.rule("OC-11")
def test_an_open_card_is_taken_and_its_place_filled() -> None:
    race = ready_to_build(plan="S1")
    before = race.state.market.tolist()
    race.play(REST)
    assert race.reason(int(race.state.deck).bit_length() - 1) == ("market.not_shown", "OC-11")
    race.play(before[1])
    after = race.state.market.tolist()
    assert (after[0], after[2]) == (before[0], before[2])
    assert after[1] not in before
    assert race.hand(0) >> before[1] & 1
    assert bits.count(int(race.state.deck)) == 32


@pytest.mark.rule("OC-11", "OC-54")
def test_the_top_of_the_deck_is_taken_unseen() -> None:
    race = ready_to_build(plan="S1")
    race.play(REST, DRAW)
    drawn = race.hand(0) & ~cards(*STARTERS)
    assert bits.count(drawn) == 1
    assert int(race.state.secret[0]) == drawn
    assert int(race.state.deck) & drawn == 0


@pytest.mark.rule("OC-11")
def test_the_deck_is_never_filled_again_and_the_market_shrinks() -> None:
    race = ready_to_build(plan="S1")
    race.state.deck = 0
    race.play(REST)
    assert race.reason(DRAW) == ("market.deck_empty", "OC-11")
    taken = int(race.state.market[2])
    race.play(taken)
    assert race.state.market[2] == s.NO_CARD
    race = ready_to_build("S3", "S2", plan="S1")
    race.state.deck = 0
    race.state.market[:] = s.NO_CARD
    race.play(REST)
    assert race.stage == "keep"  # nothing to take (ruling 3)


@pytest.mark.rule("OC-22")
def test_discards_are_each_players_own() -> None:
    """Ruling 26."""
    race = ready_to_build("S3", plan="S1")
    race.state.discard[1] = cards("S2")
    race.play(REST, DRAW)
    assert int(race.state.discard[1]) == cards("S2")
