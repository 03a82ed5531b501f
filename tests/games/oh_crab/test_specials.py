"""The twelve special actions."""

from __future__ import annotations

import pytest

from decapod.games.oh_crab import rules

from .setting import (
    AHEAD,
    BACK,
    BACK_LEFT,
    BACK_RIGHT,
    END,
    LEFT,
    MAIN,
    PLACE_LEFT,
    PLACE_RIGHT,
    RIGHT,
    SIDE,
    SNACK_MAIN,
    SPECIAL,
    STOP,
    Setting,
    card,
    cards,
    go,
    jump,
    tile,
)  # fmt: skip


def ready(
    place: str, *others: tuple[int, int], at: tuple[int, int] = (3, 7), beach: str = rules.FIRST_BEACH
) -> Setting:
    """Player 0 has just placed a card; the other crabs stand where said, or at the start."""
    s = Setting(players=max(3, len(others) + 1), beach=beach)
    s.stand(0, *at)
    for crab, there in enumerate(others, 1):
        s.stand(crab, *there)
    s.begin(0, place)
    return s


@pytest.mark.rule("OC-35")
def test_slant_is_a_diagonal_move() -> None:
    s = ready("slant1")
    s.play(SPECIAL)
    assert s.legal() == [go(0, LEFT), go(0, RIGHT)]
    s.play(go(0, RIGHT))
    assert s.where(0) == (4, 7)


@pytest.mark.rule("OC-36")
def test_faster_costs_a_card_for_a_move_ahead() -> None:
    s = ready("faster1")
    s.play(SPECIAL)
    assert s.stage == "pay"
    s.play(card("S2"))
    assert s.legal() == [go(0, AHEAD)]
    s.play(go(0, AHEAD))
    assert s.where(0) == (3, 8)
    assert int(s.table.discard[0]) == cards("S2")


@pytest.mark.rule("OC-37")
def test_zigzag_is_two_diagonal_moves_and_may_stop_after_one() -> None:
    s = ready("zigzag1")
    s.play(SPECIAL, card("S2"))
    assert s.why(STOP) == "action.not_yet"
    s.play(go(0, LEFT))
    assert s.legal() == [go(0, RIGHT), STOP]  # (1, 8) is inaccessible
    s.play(go(0, RIGHT))
    assert s.where(0) == (3, 8)
    assert s.stage == "act"
    s = ready("zigzag1")
    s.play(SPECIAL, card("S2"), go(0, LEFT), STOP)
    assert s.where(0) == (2, 7)
    assert s.stage == "act"


@pytest.mark.rule("OC-37", "OC-16")
def test_each_step_of_two_is_settled_before_the_next() -> None:
    """Ruling 5: the first step's push and obstacle come before the second step."""
    s = ready("slide1", (3, 9), at=(3, 8))
    s.hold(0, "S2", "S3")
    s.hold(1)
    s.play(SPECIAL, card("S2"), go(0, AHEAD))
    assert s.stage == "push"
    s.play(go(1, LEFT))
    assert s.stage == "discard"
    s.play(card("S3"))
    assert s.stage == "step"
    assert s.legal() == [go(0, LEFT), go(0, RIGHT), STOP]


@pytest.mark.rule("OC-38")
def test_slide_is_a_move_ahead_and_a_diagonal_one_in_either_order() -> None:
    for first, second in ((AHEAD, RIGHT), (RIGHT, AHEAD)):
        s = ready("slide1")
        s.play(SPECIAL, card("S2"))
        assert s.legal() == [go(0, LEFT), go(0, AHEAD), go(0, RIGHT)]
        s.play(go(0, first))
        assert s.can(go(0, second))
        assert s.why(go(0, first)) == "crab.other_way"
        s.play(go(0, second))
        assert s.where(0) == (4, 8)
        assert s.stage == "act"


@pytest.mark.rule("OC-39")
def test_momentum_uses_the_main_action_of_any_card_played() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.played(0, "S4", "S2")
    s.begin(0, "momentum1")
    s.play(SPECIAL)
    s.hold(0, "S1", "S3")
    s.play(card("S1"))
    assert s.stage == "recall"
    assert s.legal() == sorted(card(name) for name in ("S4", "S2", "momentum1"))  # this one too (ruling 19)
    assert s.why(card("S3")) == "card.not_in_sequence"
    s.play(card("S4"))
    assert s.table.shells[0] == 1
    assert s.stage == "act"


@pytest.mark.rule("OC-39")
def test_momentum_offers_only_main_actions_that_work() -> None:
    s = Setting()
    s.stand(0, 4, 9)  # only ahead-left is open
    s.played(0, "S2")
    s.begin(0, "momentum1")
    s.hold(0, "S3")
    s.play(SPECIAL, card("S3"))
    assert s.legal() == [card("S2")]
    assert s.why(card("momentum1")) == "action.nothing"


@pytest.mark.rule("OC-40")
def test_sideways_uses_a_half_as_if_it_were_whole() -> None:
    s = ready("sideways3")  # S/D/D
    s.play(SPECIAL, card("S2"))
    assert s.stage == "half"
    assert s.legal() == [PLACE_LEFT, PLACE_RIGHT]
    s.play(PLACE_LEFT, go(0, LEFT))
    assert s.where(0) == (2, 7)


@pytest.mark.rule("OC-40")
def test_sideways_cannot_use_a_half_that_is_whole_this_turn() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.played(0, "S2")  # right half D
    s.begin(0, "sideways3")  # left half D: whole
    assert s.can(SIDE)
    s.play(SPECIAL, card("S1"))
    assert s.legal() == [PLACE_RIGHT]
    assert s.why(PLACE_LEFT) == "sideways.used"


@pytest.mark.rule("OC-40", "OC-51")
def test_a_half_made_whole_by_power_snack_counts_too() -> None:
    s = Setting()
    s.show("power_snack")
    s.stand(0, 3, 7)
    s.begin(0, "sideways3", shells=3)
    s.play(tile("power_snack"), card("S1"), PLACE_RIGHT)  # D meets D on the right of Sideways!
    assert s.can(SNACK_MAIN)
    s.play(SPECIAL, card("S2"))
    assert s.legal() == [PLACE_LEFT]


@pytest.mark.rule("OC-41")
def test_jump_aside_goes_to_a_free_space_of_the_row() -> None:
    """Ruling 17."""
    s = ready("jump_aside2", (5, 7))
    s.play(SPECIAL)
    assert s.legal() == [jump(1)]
    assert s.why(jump(5)) == "space.occupied"
    assert s.why(jump(2)) == s.why(jump(3)) == "jump.other_row"
    s.play(jump(1))
    assert s.where(0) == (1, 7)


@pytest.mark.rule("OC-41", "OC-23", "OC-22")
def test_the_space_jumped_to_takes_effect() -> None:
    s = ready("jump_aside2", at=(2, 7))
    s.hold(0, "S1")
    s.play(SPECIAL)
    assert s.legal() == [jump(0), jump(4), jump(6)]
    s.play(jump(6))
    assert s.stage == "discard"
    s.play(card("S1"))
    s = ready("jump_aside2", at=(2, 7))
    s.play(SPECIAL, jump(0))
    assert s.table.shells[0] == 1


@pytest.mark.rule("OC-41", "OC-25", "OC-19")
def test_no_jump_into_rushes_nor_on_ones_back() -> None:
    s = ready("jump_aside2", at=(0, 10), beach="0A 1A 2B 3A 9A")
    s.play(SPECIAL)
    assert s.why(jump(2)) == "space.rushes"
    s = ready("jump_aside2")
    s.stand(0, 3, 7, down=True)
    assert s.why(SPECIAL) == "crab.knocked_over"


@pytest.mark.rule("OC-42", "OC-19")
def test_move_out_sends_a_crab_one_space_any_way_without_knocking_it_over() -> None:
    """Rulings 11 and 16."""
    s = ready("move_out1", (3, 9), (1, 2))
    s.hold(1)
    s.play(SPECIAL)
    assert all(s.can(go(1, way)) for way in (LEFT, AHEAD, RIGHT, BACK_RIGHT, BACK, BACK_LEFT))
    assert s.why(go(0, AHEAD)) == "crab.other"
    s.play(go(1, BACK))
    assert s.where(1) == (3, 8)
    assert not s.is_down(1)
    assert s.stage == "act"


@pytest.mark.rule("OC-42", "OC-17")
def test_move_out_onto_a_crab_pushes_that_one() -> None:
    s = ready("move_out1", (3, 9), (2, 8))
    s.play(SPECIAL, go(1, BACK_LEFT))
    assert s.stage == "push"
    s.play(go(2, AHEAD))
    assert s.is_down(2)
    assert not s.is_down(1)


@pytest.mark.rule("OC-42", "OC-25")
def test_move_out_ignores_rushes_for_others() -> None:
    s = ready("move_out1", (2, 9), beach="0A 1A 2B 3A 9A")
    s.play(SPECIAL, go(1, AHEAD))
    assert s.where(1) == (2, 10)


@pytest.mark.rule("OC-43")
def test_reckless_is_used_once() -> None:
    s = ready("reckless1")
    s.play(SPECIAL)
    assert s.table.reckless == 1
    assert s.why(SPECIAL) == "action.used"


@pytest.mark.rule("OC-44")
def test_sand_hits_opponents_ahead_clockwise() -> None:
    """Ruling 15 and 32: each picks their own card; who has none is left alone."""
    s = ready("sand1", (2, 7), (3, 6), (3, 8), (5, 9))
    for player, held in ((1, ("S1", "S2")), (2, ("S1",)), (3, ()), (4, ("S3", "S4"))):
        s.hold(player, *held)
    s.play(SPECIAL)
    assert s.awaited == 1
    assert s.legal() == [card("S1"), card("S2")]
    s.play(card("S2"))
    assert s.awaited == 4
    s.play(card("S4"))
    assert s.awaited == 0
    assert s.stage == "act"
    assert s.hand(2) == cards("S1")


@pytest.mark.rule("OC-44")
def test_sand_without_a_victim_is_not_offered() -> None:
    s = ready("sand1", (3, 6), (1, 7))
    assert s.why(SPECIAL) == "action.nothing"


@pytest.mark.rule("OC-45")
def test_seagull_sends_crabs_ahead_back_to_free_spaces_as_many_as_one_likes() -> None:
    """Ruling 13."""
    s = ready("seagull1", (3, 9), (2, 8), (3, 6))
    s.hold(1)
    s.play(SPECIAL)
    assert s.why(STOP) == "action.not_yet"
    assert s.why(go(1, BACK_LEFT)) == "space.occupied"
    assert s.why(go(1, AHEAD)) == "crab.other_way"
    assert s.why(go(3, BACK)) == "crab.other"
    s.play(go(2, BACK))
    assert not s.is_down(2)
    assert s.why(go(2, BACK)) == "crab.other"  # each once
    s.play(go(1, BACK_LEFT))  # free now
    assert s.where(1) == (2, 8)
    assert s.table.shells[1] == 1  # the space takes effect
    assert s.stage == "act"


@pytest.mark.rule("OC-45")
def test_seagull_may_stop_after_one() -> None:
    s = ready("seagull1", (3, 9), (2, 8))
    s.play(SPECIAL, go(1, BACK), STOP)
    assert s.where(2) == (2, 8)
    assert s.stage == "act"


@pytest.mark.rule("OC-46")
def test_call_of_the_sea_moves_the_own_crab_and_all_behind_each_to_a_free_space() -> None:
    """Ruling 14."""
    s = ready("call_of_the_sea1", (3, 6), (2, 3), (3, 8))
    s.hold(0)
    s.play(SPECIAL)
    assert s.why(go(3, AHEAD)) == "crab.other"
    assert s.why(go(1, AHEAD)) == "space.occupied"
    assert s.why(STOP) == "action.not_yet"
    s.play(go(0, LEFT), go(1, AHEAD), go(2, AHEAD))
    assert [s.where(crab) for crab in range(4)] == [(2, 7), (3, 7), (2, 4), (3, 8)]
    assert s.stage == "act"


@pytest.mark.rule("OC-46")
def test_call_of_the_sea_moves_all_that_can_and_settles_who_at_its_start() -> None:
    """Ruling 29: there is no stopping; a crab overtaken meanwhile is still concerned."""
    s = ready("call_of_the_sea1", (5, 7), (2, 6), at=(2, 7))
    s.play(SPECIAL, go(2, RIGHT))
    assert s.stage == "call"
    assert not s.can(STOP)
    s.play(go(0, AHEAD))
    assert s.stage == "call"
    s.play(go(1, LEFT))
    assert s.stage == "act"


@pytest.mark.rule("OC-46", "OC-19")
def test_call_of_the_sea_leaves_a_fallen_own_crab_where_it_is() -> None:
    s = ready("call_of_the_sea1", (1, 2), (5, 2))
    s.stand(0, 3, 7, down=True)
    s.play(SPECIAL)
    assert s.why(go(0, AHEAD)) == "crab.knocked_over"
    s.play(go(1, AHEAD), go(2, AHEAD))
    assert s.is_down(0)
    assert s.stage == "act"


@pytest.mark.rule("OC-46", "OC-22", "OC-25")
def test_the_own_crab_obeys_its_limits_when_called() -> None:
    s = ready("call_of_the_sea1", (1, 0), (2, 0), at=(3, 8))
    s.hold(0)
    s.play(SPECIAL)
    assert s.why(go(0, AHEAD)) == "space.obstacle"


@pytest.mark.rule("OC-46", "OC-27")
def test_the_own_crab_in_the_sea_ends_the_call_and_the_turn() -> None:
    s = ready("call_of_the_sea1", (1, 2), (5, 2), at=(3, 18))
    s.play(SPECIAL, go(0, AHEAD))
    assert s.where(0) == "sea"
    assert s.where(1) == (1, 2)
    assert s.table.turn == 1


@pytest.mark.rule("OC-19")
def test_actions_on_others_work_from_ones_back() -> None:
    s = ready("seagull1", (3, 9))
    s.stand(0, 3, 7, down=True)
    s.play(SPECIAL, go(1, BACK))
    assert s.is_down(0)
    s.play(MAIN)
    assert not s.is_down(0)
    s.play(END)
