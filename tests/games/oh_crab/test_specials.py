"""The twelve special actions."""

from __future__ import annotations

import pytest

from decapod.games.oh_crab import state as s
from tests.games.oh_crab.position import (
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
    Race,
    card,
    cards,
    fill,
    go,
    jump,
    printed,
    tile,
)


def ready(place: str, *others: tuple[int, int], at: tuple[int, int] = (3, 7), beach: str = s.FIRST_BEACH) -> Race:
    """Player 0 has just placed a card; the other crabs stand where said, or at the start."""
    race = Race(max(3, len(others) + 1), beach=beach)
    race.stand(0, *at)
    for crab, there in enumerate(others, 1):
        race.stand(crab, *there)
    race.begin(0, place)
    return race


@pytest.mark.rule("OC-35")
def test_slant_is_a_diagonal_move() -> None:
    race = ready("slant1")
    race.play(SPECIAL)
    assert race.legal() == [go(0, LEFT), go(0, RIGHT)]
    race.play(go(0, RIGHT))
    assert race.where(0) == (4, 7)


@pytest.mark.rule("OC-36")
def test_faster_costs_a_card_for_a_move_ahead() -> None:
    race = ready("faster1")
    race.play(SPECIAL)
    assert race.stage == "pay"
    race.play(card("S2"))
    assert race.legal() == [go(0, AHEAD)]
    race.play(go(0, AHEAD))
    assert race.where(0) == (3, 8)
    assert int(race.state.discard[0]) == cards("S2")


@pytest.mark.rule("OC-37")
def test_zigzag_is_two_diagonal_moves_and_may_stop_after_one() -> None:
    race = ready("zigzag1")
    race.play(SPECIAL, card("S2"))
    assert race.reason(STOP) == ("action.not_yet", "OC-12")
    race.play(go(0, LEFT))
    assert race.legal() == [go(0, RIGHT), STOP]  # (1, 8) is inaccessible
    race.play(go(0, RIGHT))
    assert race.where(0) == (3, 8)
    assert race.stage == "act"
    race = ready("zigzag1")
    race.play(SPECIAL, card("S2"), go(0, LEFT), STOP)
    assert race.where(0) == (2, 7)
    assert race.stage == "act"


@pytest.mark.rule("OC-37", "OC-16")
def test_each_step_of_two_is_settled_before_the_next() -> None:
    """Ruling 5: the first step's push and obstacle come before the second step."""
    race = ready("slide1", (3, 9), at=(3, 8))
    race.hold(0, "S2", "S3")
    race.hold(1)
    race.play(SPECIAL, card("S2"), go(0, AHEAD))
    assert race.stage == "push"
    race.play(go(1, LEFT))
    assert race.stage == "discard"
    race.play(card("S3"))
    assert race.stage == "step"
    assert race.legal() == [go(0, LEFT), go(0, RIGHT), STOP]


@pytest.mark.rule("OC-38")
def test_slide_is_a_move_ahead_and_a_diagonal_one_in_either_order() -> None:
    for first, second in ((AHEAD, RIGHT), (RIGHT, AHEAD)):
        race = ready("slide1")
        race.play(SPECIAL, card("S2"))
        assert race.legal() == [go(0, LEFT), go(0, AHEAD), go(0, RIGHT)]
        race.play(go(0, first))
        assert go(0, second) in race.legal()
        assert race.reason(go(0, first)) == ("crab.other_way", "OC-16")
        race.play(go(0, second))
        assert race.where(0) == (4, 8)
        assert race.stage == "act"


@pytest.mark.rule("OC-39")
def test_momentum_uses_the_main_action_of_any_card_played() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.lay_sequence(0, "S4", "S2")
    race.begin(0, "momentum1")
    race.play(SPECIAL)
    race.hold(0, "S1", "S3")
    race.play(card("S1"))
    assert race.stage == "recall"
    assert race.legal() == sorted(card(name) for name in ("S4", "S2", "momentum1"))  # this one too (ruling 19)
    assert race.reason(card("S3")) == ("card.not_in_sequence", "OC-10")
    race.play(card("S4"))
    assert race.state.shells[0] == 1
    assert race.stage == "act"


@pytest.mark.rule("OC-39")
def test_momentum_offers_only_main_actions_that_work() -> None:
    race = Race()
    race.stand(0, 4, 9)  # only ahead-left is open
    race.lay_sequence(0, "S2")
    race.begin(0, "momentum1")
    race.hold(0, "S3")
    race.play(SPECIAL, card("S3"))
    assert race.legal() == [card("S2")]
    assert race.reason(card("momentum1")) == ("action.nothing", "OC-12")


@pytest.mark.rule("OC-40")
def test_sideways_uses_a_half_as_if_it_were_whole() -> None:
    race = ready("sideways3")  # S/D/D
    race.play(SPECIAL, card("S2"))
    assert race.stage == "half"
    assert race.legal() == [PLACE_LEFT, PLACE_RIGHT]
    race.play(PLACE_LEFT, go(0, LEFT))
    assert race.where(0) == (2, 7)


@pytest.mark.rule("OC-40")
def test_sideways_cannot_use_a_half_that_is_whole_this_turn() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.lay_sequence(0, "S2")  # right half D
    race.begin(0, "sideways3")  # left half D: whole
    assert SIDE in race.legal()
    race.play(SPECIAL, card("S1"))
    assert race.legal() == [PLACE_RIGHT]
    assert race.reason(PLACE_LEFT) == ("sideways.used", "OC-40")


@pytest.mark.rule("OC-40", "OC-51")
def test_a_half_made_whole_by_power_snack_counts_too() -> None:
    race = Race()
    race.show_tiles("power_snack")
    race.stand(0, 3, 7)
    race.begin(0, "sideways3", shells=3)
    race.play(tile("power_snack"), card("S1"), PLACE_RIGHT)  # D meets D on the right of Sideways!
    assert SNACK_MAIN in race.legal()
    race.play(SPECIAL, card("S2"))
    assert race.legal() == [PLACE_LEFT]


@pytest.mark.rule("OC-41")
def test_jump_aside_goes_to_a_free_space_of_the_row() -> None:
    """Ruling 17."""
    race = ready("jump_aside2", (5, 7))
    race.play(SPECIAL)
    assert race.legal() == [jump(1)]
    assert race.reason(jump(5)) == ("space.occupied", "OC-16")
    assert race.reason(jump(2)) == race.reason(jump(3)) == ("jump.other_row", "OC-41")
    race.play(jump(1))
    assert race.where(0) == (1, 7)


@pytest.mark.rule("OC-41", "OC-23", "OC-22")
def test_the_space_jumped_to_takes_effect() -> None:
    race = ready("jump_aside2", at=(2, 7))
    race.hold(0, "S1")
    race.play(SPECIAL)
    assert race.legal() == [jump(0), jump(4), jump(6)]
    race.play(jump(6))
    assert race.stage == "discard"
    race.play(card("S1"))
    race = ready("jump_aside2", at=(2, 7))
    race.play(SPECIAL, jump(0))
    assert race.state.shells[0] == 1


@pytest.mark.rule("OC-41", "OC-25", "OC-19")
def test_no_jump_into_rushes_nor_on_ones_back() -> None:
    race = ready("jump_aside2", at=(0, 10), beach="0A 1A 2B 3A 9A")
    race.play(SPECIAL)
    assert race.reason(jump(2)) == ("space.rushes", "OC-25")
    race = ready("jump_aside2")
    race.stand(0, 3, 7, down=True)
    assert race.reason(SPECIAL) == ("crab.knocked_over", "OC-19")


@pytest.mark.rule("OC-42", "OC-19")
def test_move_out_sends_a_crab_one_space_any_way_without_knocking_it_over() -> None:
    """Rulings 11 and 16."""
    race = ready("move_out1", (3, 9), (1, 2))
    race.hold(1)
    race.play(SPECIAL)
    assert all(go(1, way) in race.legal() for way in (LEFT, AHEAD, RIGHT, BACK_RIGHT, BACK, BACK_LEFT))
    assert race.reason(go(0, AHEAD)) == ("crab.other", "OC-16")
    race.play(go(1, BACK))
    assert race.where(1) == (3, 8)
    assert not race.is_down(1)
    assert race.stage == "act"


@pytest.mark.rule("OC-42")
def test_move_out_goes_only_towards_the_sea_if_that_was_agreed_on() -> None:
    race = Race(move_out="3")
    race.stand(0, 3, 4)
    race.stand(1, 3, 9)
    race.stand(2, 1, 2)
    race.begin(0, "move_out1")
    race.play(SPECIAL)
    ways = [way for way in range(s.DIRECTIONS) if go(1, way) in race.legal()]
    assert ways == [LEFT, AHEAD, RIGHT]
    assert race.reason(go(1, BACK)) == ("crab.other_way", "OC-16")
    race.play(go(1, AHEAD))
    assert race.where(1) == (3, 10)


@pytest.mark.rule("OC-42", "OC-12")
def test_move_out_is_of_no_use_if_nobody_can_go_where_it_was_agreed_to_send_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(s, "can_be_crossed", lambda *_: True)  # a box that is refused has the shortest way to it
    text = printed()
    text["tiles"]["1A"][-1] = "#######"  # nobody gets off the start tile
    usable = {}
    for agreed in ("6", "3"):
        race = Race(move_out=agreed, box=fill(text))
        for crab in range(3):
            race.stand(crab, 2 * crab, 1)
        race.begin(0, "move_out1")
        usable[agreed] = SPECIAL in race.legal()
    assert usable == {"6": True, "3": False}


@pytest.mark.rule("OC-42")
def test_a_learner_sees_where_move_out_may_send_a_crab() -> None:
    assert sorted({int(Race(move_out=agreed).field(0, "shove_ways")[0]) for agreed in ("6", "3")}) == [3, 6]


@pytest.mark.rule("OC-42", "OC-17")
def test_move_out_onto_a_crab_pushes_that_one() -> None:
    race = ready("move_out1", (3, 9), (2, 8))
    race.play(SPECIAL, go(1, BACK_LEFT))
    assert race.stage == "push"
    race.play(go(2, AHEAD))
    assert race.is_down(2)
    assert not race.is_down(1)


@pytest.mark.rule("OC-42", "OC-25")
def test_move_out_ignores_rushes_for_others() -> None:
    race = ready("move_out1", (2, 9), beach="0A 1A 2B 3A 9A")
    race.play(SPECIAL, go(1, AHEAD))
    assert race.where(1) == (2, 10)


@pytest.mark.rule("OC-43")
def test_reckless_is_used_once() -> None:
    race = ready("reckless1")
    race.play(SPECIAL)
    assert race.state.reckless == 1
    assert race.reason(SPECIAL) == ("action.used", "OC-12")


@pytest.mark.rule("OC-44")
def test_sand_hits_opponents_ahead_clockwise() -> None:
    """Ruling 15 and 32: each picks their own card; who has none is left alone."""
    race = ready("sand1", (2, 7), (3, 6), (3, 8), (5, 9))
    for player, held in ((1, ("S1", "S2")), (2, ("S1",)), (3, ()), (4, ("S3", "S4"))):
        race.hold(player, *held)
    race.play(SPECIAL)
    assert race.to_act == [1]
    assert race.legal() == [card("S1"), card("S2")]
    race.play(card("S2"))
    assert race.to_act == [4]
    race.play(card("S4"))
    assert race.to_act == [0]
    assert race.stage == "act"
    assert race.hand(2) == cards("S1")


@pytest.mark.rule("OC-44")
def test_sand_without_a_victim_is_not_offered() -> None:
    race = ready("sand1", (3, 6), (1, 7))
    assert race.reason(SPECIAL) == ("action.nothing", "OC-12")


@pytest.mark.rule("OC-45")
def test_seagull_sends_crabs_ahead_back_to_free_spaces_as_many_as_one_likes() -> None:
    """Ruling 13."""
    race = ready("seagull1", (3, 9), (2, 8), (3, 6))
    race.hold(1)
    race.play(SPECIAL)
    assert race.reason(STOP) == ("action.not_yet", "OC-12")
    assert race.reason(go(1, BACK_LEFT)) == ("space.occupied", "OC-16")
    assert race.reason(go(1, AHEAD)) == ("crab.other_way", "OC-16")
    assert race.reason(go(3, BACK)) == ("crab.other", "OC-16")
    race.play(go(2, BACK))
    assert not race.is_down(2)
    assert race.reason(go(2, BACK)) == ("crab.other", "OC-16")  # each once
    race.play(go(1, BACK_LEFT))  # free now
    assert race.where(1) == (2, 8)
    assert race.state.shells[1] == 1  # the space takes effect
    assert race.stage == "act"


@pytest.mark.rule("OC-45")
def test_seagull_may_stop_after_one() -> None:
    race = ready("seagull1", (3, 9), (2, 8))
    race.play(SPECIAL, go(1, BACK), STOP)
    assert race.where(2) == (2, 8)
    assert race.stage == "act"


@pytest.mark.rule("OC-46")
def test_call_of_the_sea_moves_the_own_crab_and_all_behind_each_to_a_free_space() -> None:
    """Ruling 14."""
    race = ready("call_of_the_sea1", (3, 6), (2, 3), (3, 8))
    race.hold(0)
    race.play(SPECIAL)
    assert race.reason(go(3, AHEAD)) == ("crab.other", "OC-16")
    assert race.reason(go(1, AHEAD)) == ("space.occupied", "OC-16")
    assert race.reason(STOP) == ("action.not_yet", "OC-12")
    race.play(go(0, LEFT), go(1, AHEAD), go(2, AHEAD))
    assert [race.where(crab) for crab in range(4)] == [(2, 7), (3, 7), (2, 4), (3, 8)]
    assert race.stage == "act"


@pytest.mark.rule("OC-46")
def test_call_of_the_sea_moves_all_that_can_and_settles_who_at_its_start() -> None:
    """Ruling 29: there is no stopping; a crab overtaken meanwhile is still concerned."""
    race = ready("call_of_the_sea1", (5, 7), (2, 6), at=(2, 7))
    race.play(SPECIAL, go(2, RIGHT))
    assert race.stage == "call"
    assert STOP not in race.legal()
    race.play(go(0, AHEAD))
    assert race.stage == "call"
    race.play(go(1, LEFT))
    assert race.stage == "act"


@pytest.mark.rule("OC-46", "OC-19")
def test_call_of_the_sea_leaves_a_fallen_own_crab_where_it_is() -> None:
    race = ready("call_of_the_sea1", (1, 2), (5, 2))
    race.stand(0, 3, 7, down=True)
    race.play(SPECIAL)
    assert race.reason(go(0, AHEAD)) == ("crab.knocked_over", "OC-19")
    race.play(go(1, AHEAD), go(2, AHEAD))
    assert race.is_down(0)
    assert race.stage == "act"


@pytest.mark.rule("OC-46", "OC-22", "OC-25")
def test_the_own_crab_obeys_its_limits_when_called() -> None:
    race = ready("call_of_the_sea1", (1, 0), (2, 0), at=(3, 8))
    race.hold(0)
    race.play(SPECIAL)
    assert race.reason(go(0, AHEAD)) == ("space.obstacle", "OC-22")


@pytest.mark.rule("OC-46", "OC-27")
def test_the_own_crab_in_the_sea_ends_the_call_and_the_turn() -> None:
    race = ready("call_of_the_sea1", (1, 2), (5, 2), at=(3, 18))
    race.play(SPECIAL, go(0, AHEAD))
    assert race.where(0) == "sea"
    assert race.where(1) == (1, 2)
    assert race.state.turn == 1


@pytest.mark.rule("OC-19")
def test_actions_on_others_work_from_ones_back() -> None:
    race = ready("seagull1", (3, 9))
    race.stand(0, 3, 7, down=True)
    race.play(SPECIAL, go(1, BACK))
    assert race.is_down(0)
    race.play(MAIN)
    assert not race.is_down(0)
    race.play(END)


@pytest.mark.rule("OC-53", "OC-44", "OC-45", "OC-50")
def test_a_stray_is_moved_and_swapped_with_but_not_hit_by_sand() -> None:
    race = Race(2)
    race.stand(0, 3, 7)
    race.stand(2, 3, 9)
    race.begin(0, "sand1", chef=1)
    assert race.reason(SPECIAL) == ("action.nothing", "OC-12")
    race = Race(2)
    race.stand(0, 3, 7)
    race.stand(2, 3, 9)
    race.begin(0, "seagull1", chef=1)
    race.play(SPECIAL, go(2, BACK_LEFT))
    assert race.where(2) == (2, 8)
    race = Race(2)
    race.show_tiles("out_of_the_way")
    race.stand(0, 3, 7)
    race.stand(2, 3, 8)
    race.begin(0, chef=1, shells=2)
    race.play(tile("out_of_the_way"), go(0, AHEAD))
    assert (race.where(0), race.where(2)) == ((3, 8), (3, 7))
