"""The actions of a turn, the whole turn of the rulebook's example, and the chef's stray."""

from __future__ import annotations

import pytest

from decapod.games.oh_crab import state as s
from tests.games.oh_crab.position import (
    AHEAD,
    CHEF,
    END,
    HERD,
    LEFT,
    MAIN,
    PATH,
    RIGHT,
    SIDE,
    SPECIAL,
    STOP,
    Race,
    card,
    cards,
    go,
    tile,
)


@pytest.mark.rule("OC-9", "OC-12", "OC-13", "OC-14", "OC-15", "OC-17", "OC-22", "OC-23", "OC-24", "OC-36", "OC-50")
def test_the_example_of_a_players_turn() -> None:
    """Steve (red) has the chef; Paul is yellow, Natalie blue. Numbers as in the rulebook."""
    steve, paul, natalie = 0, 1, 2
    race = Race()
    race.show_tiles("out_of_the_way")
    race.stand(steve, 2, 1)
    race.stand(paul, 1, 3)
    race.stand(natalie, 1, 7)
    race.hold(steve, "S1", "slant3", "jump_aside1", "faster3")
    race.hold(paul, "S2", "S3")
    race.lay_sequence(steve, "S4")
    race.begin(steve, "faster3", chef=steve)
    assert int(race.state.shells[steve]) == 0
    race.play(MAIN)  # 1: a shell from the supply
    assert race.state.shells[steve] == 1
    race.play(CHEF, go(steve, LEFT))  # 2: diagonally to the left
    assert race.where(steve) == (1, 2)
    race.play(SPECIAL, card("S1"), go(steve, AHEAD))  # 3: discard a card, forward, onto Paul
    race.play(go(paul, RIGHT))
    assert race.where(paul) == (2, 3)
    assert race.is_down(paul)
    assert race.to_act == [paul]  # an obstacle
    race.play(card("S2"))
    assert race.hand(paul) == cards("S3")
    race.play(SIDE, go(steve, AHEAD))  # 4: onto the shortcut
    assert race.where(steve) == (1, 4)
    race.play(PATH, card("slant3"), card("jump_aside1"))  # 5: two any-direction cards
    assert race.where(steve) == (1, 6)
    assert race.state.shells[steve] == 2
    race.play(tile("out_of_the_way"), go(steve, AHEAD))  # 6: swap with Natalie
    assert race.where(steve) == (1, 7)
    assert race.where(natalie) == (1, 6)
    assert race.state.shells[steve] == 0
    assert not race.is_down(natalie)
    assert race.hand(steve) == 0
    assert int(race.state.discard[steve]) == cards("S1", "slant3", "jump_aside1")
    assert race.legal() == [END]
    race.play(END)
    assert race.state.turn == paul


@pytest.mark.rule("OC-12")
def test_actions_come_in_any_order_and_none_is_a_must() -> None:
    race = Race()
    race.show_tiles("faster")
    race.stand(0, 3, 7)
    race.lay_sequence(0, "S4")
    race.begin(0, "faster3", chef=0)
    assert set(race.legal()) == {MAIN, SIDE, SPECIAL, CHEF, END}
    race.play(SIDE, go(0, AHEAD), MAIN, CHEF, go(0, RIGHT))
    assert race.legal() == [SPECIAL, END]
    race.play(END)
    assert race.state.turn == 1


@pytest.mark.rule("OC-12")
def test_one_action_is_finished_before_the_next_and_each_is_used_once() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.begin(0, "slant3")
    race.play(MAIN)
    assert race.reason(SPECIAL) == ("first.step", "OC-16")
    assert race.reason(END) == ("first.step", "OC-16")
    assert race.reason(STOP) == ("action.not_yet", "OC-12")
    race.play(go(0, AHEAD))
    assert race.reason(MAIN) == ("action.used", "OC-12")


@pytest.mark.rule("OC-12")
def test_an_action_that_could_do_nothing_is_not_offered() -> None:
    race = Race()
    race.stand(0, 4, 9)  # ahead is inaccessible, ahead-right too, ahead-left free
    race.begin(0, "S1")
    assert race.reason(MAIN) == ("action.nothing", "OC-12")
    race = Race()
    race.stand(0, 4, 9)
    race.begin(0, "S2")
    race.play(MAIN)
    assert race.legal() == [go(0, LEFT)]


@pytest.mark.rule("OC-12")
def test_a_special_without_a_card_to_pay_is_not_offered() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.begin(0, "zigzag1")
    race.hold(0)
    assert race.reason(SPECIAL) == ("action.no_card", "OC-12")


@pytest.mark.rule("OC-14")
def test_only_the_chef_has_the_chefs_move_and_once() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.begin(0, "S1")
    assert race.reason(CHEF) == ("action.not_chef", "OC-14")
    race = Race()
    race.stand(0, 3, 7)
    race.begin(0, "S1", chef=0)
    race.play(CHEF)
    assert race.legal() == [go(0, LEFT), go(0, RIGHT)]
    race.play(go(0, LEFT))
    assert race.reason(CHEF) == ("action.used", "OC-12")


@pytest.mark.rule("OC-15")
def test_one_shell_action_a_turn_and_its_cost_goes_back() -> None:
    race = Race()
    race.show_tiles("slant", "still_standing")
    race.stand(0, 3, 7)
    race.state.discard[0] = cards("S1")
    race.begin(0, shells=3)
    supply = int(race.state.supply)
    race.play(tile("slant"), go(0, LEFT))
    assert (race.state.shells[0], race.state.supply) == (2, supply + 1)
    assert race.reason(tile("still_standing")) == ("shell.once", "OC-15")


@pytest.mark.rule("OC-15")
def test_a_shell_action_needs_its_shells() -> None:
    race = Race()
    race.show_tiles("tunnel")
    race.stand(0, 3, 7)
    race.begin(0, shells=2)
    assert race.reason(tile("tunnel")) == ("shell.too_few", "OC-15")


@pytest.mark.rule("OC-9", "OC-12")
def test_a_side_action_is_used_like_a_main_one() -> None:
    race = Race()
    race.stand(0, 3, 6)
    race.stand(1, 1, 0)
    race.lay_sequence(0, "S4")
    race.begin(0, "faster3")
    race.play(SIDE, go(0, AHEAD))
    assert race.where(0) == (3, 7)
    assert race.reason(SIDE) == ("action.used", "OC-12")


@pytest.mark.rule("OC-53", "OC-17")
def test_the_chefs_player_moves_the_stray_once_and_it_pushes() -> None:
    race = Race(2, stray="herded")
    race.stand(0, 1, 2)
    race.stand(1, 3, 8)
    race.stand(2, 3, 7)
    race.begin(0, chef=0)
    race.play(HERD)
    assert race.legal() == [go(2, LEFT), go(2, AHEAD), go(2, RIGHT)]
    race.play(go(2, AHEAD), go(1, LEFT))
    assert (race.where(2), race.where(1)) == ((3, 8), (2, 8))
    assert race.is_down(1)
    assert race.stage == "act"
    assert race.reason(HERD) == ("action.used", "OC-12")


@pytest.mark.rule("OC-53")
def test_only_the_chefs_player_moves_the_stray_and_only_where_agreed() -> None:
    race = Race(2, stray="herded")
    race.begin(0, chef=1)
    assert race.reason(HERD) == ("action.not_chef", "OC-14")
    race = Race(2, stray="standing")
    race.begin(0, chef=0)
    assert race.reason(HERD) == ("action.not_chef", "OC-14")
    race = Race(2, stray="herded")
    race.state.at[2] = s.AWAY
    race.begin(0, chef=0)
    assert race.reason(HERD) == ("action.nothing", "OC-12")
