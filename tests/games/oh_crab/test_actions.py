"""The actions of a turn, and the whole turn of the rulebook's example."""

from __future__ import annotations

import pytest

from .setting import (
    AHEAD,
    CHEF,
    END,
    LEFT,
    MAIN,
    PATH,
    PLACE_LEFT,
    REST,
    RIGHT,
    SIDE,
    SPECIAL,
    STOP,
    Setting,
    card,
    cards,
    go,
    tile,
)  # fmt: skip


@pytest.mark.rule("OC-9", "OC-12", "OC-13", "OC-14", "OC-15", "OC-17", "OC-22", "OC-23", "OC-24", "OC-36", "OC-50")
def test_the_example_of_a_players_turn() -> None:
    """Steve (red) has the chef; Paul is yellow, Natalie blue. Numbers as in the rulebook."""
    steve, paul, natalie = 0, 1, 2
    s = Setting()
    s.show("out_of_the_way")
    s.stand(steve, 2, 1)
    s.stand(paul, 1, 3)
    s.stand(natalie, 1, 7)
    s.hold(steve, "S1", "slant3", "jump_aside1", "faster3")
    s.hold(paul, "S2", "S3")
    s.played(steve, "S4")
    s.begin(steve, "faster3", chef=steve)
    assert int(s.table.shells[steve]) == 0
    s.play(MAIN)  # 1: a shell from the supply
    assert s.table.shells[steve] == 1
    s.play(CHEF, go(steve, LEFT))  # 2: diagonally to the left
    assert s.where(steve) == (1, 2)
    s.play(SPECIAL, card("S1"), go(steve, AHEAD))  # 3: discard a card, forward, onto Paul
    s.play(go(paul, RIGHT))
    assert s.where(paul) == (2, 3)
    assert s.is_down(paul)
    assert s.awaited == paul  # an obstacle
    s.play(card("S2"))
    assert s.hand(paul) == cards("S3")
    s.play(SIDE, go(steve, AHEAD))  # 4: onto the shortcut
    assert s.where(steve) == (1, 4)
    s.play(PATH, card("slant3"), card("jump_aside1"))  # 5: two any-direction cards
    assert s.where(steve) == (1, 6)
    assert s.table.shells[steve] == 2
    s.play(tile("out_of_the_way"), go(steve, AHEAD))  # 6: swap with Natalie
    assert s.where(steve) == (1, 7)
    assert s.where(natalie) == (1, 6)
    assert s.table.shells[steve] == 0
    assert not s.is_down(natalie)
    assert s.hand(steve) == 0
    assert int(s.table.discard[steve]) == cards("S1", "slant3", "jump_aside1")
    assert s.legal() == [END]
    s.play(END)
    assert s.table.turn == paul


@pytest.mark.rule("OC-12")
def test_actions_come_in_any_order_and_none_is_a_must() -> None:
    s = Setting()
    s.show("faster")
    s.stand(0, 3, 7)
    s.played(0, "S4")
    s.begin(0, "faster3", chef=0)
    assert set(s.legal()) == {MAIN, SIDE, SPECIAL, CHEF, END}
    s.play(SIDE, go(0, AHEAD), MAIN, CHEF, go(0, RIGHT))
    assert s.legal() == [SPECIAL, END]
    s.play(END)
    assert s.table.turn == 1


@pytest.mark.rule("OC-12")
def test_one_action_is_finished_before_the_next_and_each_is_used_once() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.begin(0, "slant3")
    s.play(MAIN)
    assert s.why(SPECIAL) == "first.step"
    assert s.why(END) == "first.step"
    assert s.why(STOP) == "action.not_yet"
    s.play(go(0, AHEAD))
    assert s.why(MAIN) == "action.used"


@pytest.mark.rule("OC-12")
def test_an_action_that_could_do_nothing_is_not_offered() -> None:
    s = Setting()
    s.stand(0, 4, 9)  # ahead is inaccessible, ahead-right too, ahead-left free
    s.begin(0, "S1")
    assert s.why(MAIN) == "action.nothing"
    s = Setting()
    s.stand(0, 4, 9)
    s.begin(0, "S2")
    s.play(MAIN)
    assert s.legal() == [go(0, LEFT)]


@pytest.mark.rule("OC-12")
def test_a_special_without_a_card_to_pay_is_not_offered() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.begin(0, "zigzag1")
    s.hold(0)
    assert s.why(SPECIAL) == "action.no_card"


@pytest.mark.rule("OC-13")
def test_the_shell_icon_takes_a_shell() -> None:
    s = Setting()
    s.begin(0, "S4")
    supply = int(s.table.supply)
    s.play(MAIN)
    assert (s.table.shells[0], s.table.supply) == (1, supply - 1)
    assert s.stage == "act"


@pytest.mark.rule("OC-14")
def test_only_the_chef_has_the_chefs_move_and_once() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.begin(0, "S1")
    assert s.why(CHEF) == "action.not_chef"
    s = Setting()
    s.stand(0, 3, 7)
    s.begin(0, "S1", chef=0)
    s.play(CHEF)
    assert s.legal() == [go(0, LEFT), go(0, RIGHT)]
    s.play(go(0, LEFT))
    assert s.why(CHEF) == "action.used"


@pytest.mark.rule("OC-15")
def test_one_shell_action_a_turn_and_its_cost_goes_back() -> None:
    s = Setting()
    s.show("slant", "still_standing")
    s.stand(0, 3, 7)
    s.table.discard[0] = cards("S1")
    s.begin(0, shells=3)
    supply = int(s.table.supply)
    s.play(tile("slant"), go(0, LEFT))
    assert (s.table.shells[0], s.table.supply) == (2, supply + 1)
    assert s.why(tile("still_standing")) == "shell.once"


@pytest.mark.rule("OC-15")
def test_a_shell_action_needs_its_shells() -> None:
    s = Setting()
    s.show("tunnel")
    s.stand(0, 3, 7)
    s.begin(0, shells=2)
    assert s.why(tile("tunnel")) == "shell.too_few"


@pytest.mark.rule("OC-7")
def test_others_wait_until_the_turn_is_over() -> None:
    s = Setting()
    s.begin(0, "S4")
    assert s.legal(1) == []
    assert s.why(END, player=1) == "turn.not_yours"
    assert s.why(-1) == s.why(10_000) == "move.unknown"
    assert s.why(PLACE_LEFT) == s.why(REST) == "first.act"
