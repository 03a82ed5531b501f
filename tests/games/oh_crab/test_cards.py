"""Cards: setting up, planning, building, resting, the market."""

from __future__ import annotations

import numpy as np
import pytest

from decapod.engine import bits, dice, records
from decapod.games.oh_crab import cards as card_rules
from decapod.games.oh_crab import rounds, rules
from decapod.games.oh_crab import terms as t

from .setting import (
    BOX,
    CHEF,
    DRAW,
    END,
    LEFT,
    MAIN,
    PLACE_LEFT,
    PLACE_RIGHT,
    REST,
    SIDE,
    SPECIAL,
    Setting,
    card,
    cards,
    go,
    space,
    tile,
)  # fmt: skip

STARTERS = ("S1", "S2", "S3", "S4")


def building(*sequence: str, plan: str = "S1") -> Setting:
    """Player 0 is to build or rest with this planned."""
    s = Setting()
    s.table.chef = 2
    s.table.turn = 0
    s.table.awaiting = 1
    s.table.stage = t.BUILD
    s.table.unused = 1 << t.SHELL_ACTION
    s.table.hand[0] = cards(*STARTERS) & ~cards(plan, *sequence)
    s.played(0, *sequence)
    s.table.planned[0] = card(plan)
    return s


# --- setting up -------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-2")
def test_crabs_stand_clockwise_from_the_first_player_and_some_get_a_shell() -> None:
    s = Setting(players=5)
    assert [s.where(crab) for crab in range(5)] == [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]
    assert s.table.shells.tolist() == [0, 0, 1, 0, 1]
    assert s.table.supply == 30
    assert s.table.chef == 0


@pytest.mark.rule("OC-2")
def test_chance_names_the_first_player() -> None:
    firsts = set()
    for seed in range(40):
        table = records.blank(records.widened(rules.Table))
        dice.load(table.dice, seed, 0, 0, 0)
        rules.setup(BOX, table, 4, 0, np.array([1, 0, 1]))
        first = int(table.chef)
        assert [int(table.at[(first + i) % 4]) for i in range(4)] == [space(1 + i, 0) for i in range(4)]
        assert table.shells[(first + 2) % 4] == 1
        firsts.add(first)
    assert firsts == {0, 1, 2, 3}


@pytest.mark.rule("OC-3")
def test_everybody_has_the_starting_cards_and_three_of_36_lie_open() -> None:
    s = Setting(players=4)
    assert [s.hand(player) for player in range(4)] == [cards(*STARTERS)] * 4
    assert bits.count(card_rules.shown(s.table)) == 3
    assert bits.count(int(s.table.deck)) == 33
    assert int(s.table.deck) & card_rules.shown(s.table) == 0


@pytest.mark.rule("OC-3")
def test_every_card_of_the_deck_is_turned_up_as_often_as_any_other() -> None:
    table = records.blank(records.widened(rules.Table))
    dice.load(table.dice, 3, 0, 0, 0)
    seen = np.zeros(36, int)
    for _ in range(3600):
        table.deck = BOX.market_cards
        seen[card_rules.draw(table)] += 1
    assert seen.min() > 60
    assert seen.max() < 140


@pytest.mark.rule("OC-4")
def test_the_shell_tiles_lie_on_sides_chosen_by_chance() -> None:
    sides = set()
    for seed in range(60):
        table = records.blank(records.widened(rules.Table))
        dice.load(table.dice, seed, 0, 0, 0)
        rules.setup(BOX, table, 3, 0, np.array([1, 0, 1]))
        sides.add(int(table.sides))
    assert sides == set(range(8))


# --- planning ---------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-6")
def test_all_plan_at_once_in_any_order() -> None:
    s = Setting()
    assert s.table.awaiting == 0b111
    assert s.legal(2) == [card(name) for name in STARTERS]
    s.play_as(2, card("S3"))
    assert s.table.awaiting == 0b011
    assert s.hand(2) == cards("S1", "S2", "S4")
    assert s.why(card("S1"), player=2) == "turn.not_yours"
    s.play_as(0, card("S1"))
    s.play_as(1, card("S1"))
    assert s.stage == "build"
    assert s.table.planned.tolist()[:3] == [card("S1"), card("S1"), card("S3")]


@pytest.mark.rule("OC-6", "OC-7")
def test_the_turns_begin_with_the_chef_and_go_clockwise() -> None:
    s = Setting()
    s.table.chef = 1
    s.table.turn = 1
    for player in range(3):
        s.play_as(player, card("S4"))
    turns = []
    for _ in range(3):
        turns.append(s.awaited)
        s.play(PLACE_LEFT, END)
    assert turns == [1, 2, 0]
    assert s.stage == "plan"


@pytest.mark.rule("OC-6", "OC-10")
def test_who_has_no_card_plans_nothing_and_must_rest() -> None:
    s = Setting()
    s.played(1, *STARTERS)
    s.table.hand[1] = 0
    s.table.rounds = 0
    rounds.begin_round(s.table)
    assert s.table.awaiting == 0b101
    s.play_as(0, card("S4"))
    s.play_as(2, card("S4"))
    s.play(PLACE_LEFT, END)
    assert s.awaited == 1
    assert s.stage == "restock"
    assert not s.can(PLACE_LEFT)


@pytest.mark.rule("OC-6", "OC-10")
def test_if_nobody_has_cards_all_rest_in_turn() -> None:
    s = Setting()
    for player in range(3):
        s.played(player, *STARTERS)
        s.table.hand[player] = 0
    rounds.begin_round(s.table)
    assert s.stage == "restock"
    assert s.awaited == 0


# --- building ---------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-8")
def test_the_first_card_starts_the_sequence_and_has_no_sides() -> None:
    s = building()
    assert s.legal() == [PLACE_LEFT, REST]
    assert s.why(PLACE_RIGHT) == "build.one_side"
    s.play(PLACE_LEFT)
    assert int(s.table.sequence[0]) == cards("S1")
    assert s.table.ends[0].tolist() == [card("S1")] * 2
    assert not s.can(SIDE)
    assert s.why(SIDE) == "action.no_side"


@pytest.mark.rule("OC-8")
def test_later_cards_go_to_either_end() -> None:
    for side, ends in ((PLACE_LEFT, ("S1", "S2")), (PLACE_RIGHT, ("S3", "S1"))):
        s = building("S3", "S2", plan="S1")
        assert s.legal() == [PLACE_LEFT, PLACE_RIGHT, REST]
        s.play(side)
        assert s.table.ends[0].tolist() == [card(name) for name in ends]
        spots = {name: int(s.table.spot[card(name)]) for name in ("S1", "S2", "S3")}
        assert spots["S3"] < spots["S2"]
        assert (spots["S1"] < spots["S3"]) == (side == PLACE_LEFT)
        assert (spots["S1"] > spots["S2"]) == (side == PLACE_RIGHT)


@pytest.mark.rule("OC-9")
def test_equal_halves_make_a_side_action() -> None:
    """S4-S3-S1-S2 match at all three joints: F, D, S."""
    s = building("S4", plan="S3")
    s.play(PLACE_RIGHT)
    assert (s.table.side[0], s.can(SIDE)) == (t.FORWARD, True)
    s = building("S2", plan="S1")
    s.play(PLACE_LEFT)
    assert s.table.side[0] == t.SHELL
    s.play(SIDE)
    assert s.table.shells[0] == 1


@pytest.mark.rule("OC-9")
def test_unequal_halves_give_nothing_and_are_allowed() -> None:
    s = building("S4", plan="S1")
    s.play(PLACE_RIGHT)  # F meets D
    assert s.why(SIDE) == "action.no_side"


@pytest.mark.rule("OC-9")
def test_only_the_card_placed_this_turn_gives_actions() -> None:
    """Ruling 4."""
    s = building("slant3", plan="S1")
    s.play(PLACE_RIGHT)
    assert s.why(SPECIAL) == "action.no_special"  # the slant is on the older card
    s.play(MAIN)
    assert s.stage == "step"
    assert len(s.legal()) == 1  # forward, not any


# --- resting ----------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-10")
def test_a_rest_takes_a_card_keeps_one_and_gathers_all_others() -> None:
    s = building("S3", "S2", plan="S1")
    s.hold(0)
    s.table.discard[0] = cards("S4")
    s.stand(0, 3, 6, down=True)
    s.play(REST)
    assert s.stage == "restock"
    taken = int(s.table.market[1])
    s.play(taken)
    assert s.stage == "keep"
    assert s.legal() == [card("S2"), card("S3")]
    assert s.why(card("S1")) == "card.not_in_sequence"
    s.play(card("S2"))
    assert int(s.table.sequence[0]) == cards("S2")
    assert s.hand(0) == cards("S1", "S3", "S4") | 1 << taken  # the planned card comes straight back (ruling 1)
    assert int(s.table.discard[0]) == 0
    assert not s.is_down(0)


@pytest.mark.rule("OC-10")
def test_with_an_empty_sequence_nothing_stays_and_with_one_card_that_one() -> None:
    s = building(plan="S1")
    s.play(REST, DRAW)
    assert s.stage == "act"
    assert int(s.table.sequence[0]) == 0
    s = building("S3", plan="S1")
    s.play(REST, DRAW)
    assert s.stage == "act"
    assert int(s.table.sequence[0]) == cards("S3")


@pytest.mark.rule("OC-10", "OC-14")
def test_after_a_rest_chef_and_shells_still_work_but_the_card_that_stayed_does_not() -> None:
    """Ruling 2: getting up comes first, so the chef's move really moves."""
    s = building("S3", plan="S1")
    s.stand(0, 3, 6, down=True)
    s.table.chef = 0
    s.table.unused = 1 << t.SHELL_ACTION | 1 << t.CHEF
    s.table.shells[0] = 2
    s.show("faster")
    s.play(REST, DRAW)
    assert s.why(MAIN) == "action.not_placed"
    assert s.can(tile("faster"))
    s.play(CHEF, go(0, LEFT))
    assert s.where(0) == (2, 6)


@pytest.mark.rule("OC-10")
def test_a_sequence_gathered_and_built_again_starts_in_the_middle() -> None:
    s = building("S3", "S2", plan="S1")
    s.play(REST, DRAW, card("S2"))
    assert s.table.ends[0].tolist() == [card("S2")] * 2
    assert not s.table.spot.any()


# --- the market -------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-11")
def test_an_open_card_is_taken_and_its_place_filled() -> None:
    s = building(plan="S1")
    before = s.table.market.tolist()
    s.play(REST)
    assert s.why(int(s.table.deck).bit_length() - 1) == "market.not_shown"
    s.play(before[1])
    after = s.table.market.tolist()
    assert (after[0], after[2]) == (before[0], before[2])
    assert after[1] not in before
    assert s.hand(0) >> before[1] & 1
    assert bits.count(int(s.table.deck)) == 32


@pytest.mark.rule("OC-11", "OC-54")
def test_the_top_of_the_deck_is_taken_unseen() -> None:
    s = building(plan="S1")
    s.play(REST, DRAW)
    drawn = s.hand(0) & ~cards(*STARTERS)
    assert bits.count(drawn) == 1
    assert int(s.table.secret[0]) == drawn
    assert int(s.table.deck) & drawn == 0


@pytest.mark.rule("OC-11")
def test_the_deck_is_never_filled_again_and_the_market_shrinks() -> None:
    s = building(plan="S1")
    s.table.deck = 0
    s.play(REST)
    assert s.why(DRAW) == "market.deck_empty"
    taken = int(s.table.market[2])
    s.play(taken)
    assert s.table.market[2] == t.NO_CARD
    s = building("S3", "S2", plan="S1")
    s.table.deck = 0
    s.table.market[:] = t.NO_CARD
    s.play(REST)
    assert s.stage == "keep"  # nothing to take (ruling 3)


@pytest.mark.rule("OC-22")
def test_discards_are_each_players_own() -> None:
    """Ruling 26."""
    s = building("S3", plan="S1")
    s.table.discard[1] = cards("S2")
    s.play(REST, DRAW)
    assert int(s.table.discard[1]) == cards("S2")
