"""Crabs!: why a move is refused."""

from __future__ import annotations

import pytest

from decapod.games.crabs import state as s
from tests.games.crabs.position import Deal


@pytest.mark.rule("CR-6")
def test_one_of_six_actions() -> None:
    at = Deal("1 5 5", "1", upright="2", turned="5 4", pool="1")
    assert at.texts() == list(s.ACTION_NAMES)
    assert at.reason("draw") == ("action.first", "CR-6")
    at.play("catch")
    assert at.reason("raise") == ("action.taken", "CR-6")
    assert at.reason("play 1") == ("hand.not_now", "CR-6")


@pytest.mark.rule("CR-6")
def test_an_action_that_cannot_be_finished_may_not_be_begun() -> None:
    at = Deal("", "1")
    assert at.texts() == ["catch"]
    assert at.reason("raise") == ("hand.empty", "CR-10")
    assert at.reason("trade") == ("hand.empty", "CR-10")
    assert at.reason("upgrade") == ("gear.cost", "CR-14")
    assert at.reason("bind") == ("bind.too_few", "CR-17")
    assert at.reason("relax") == ("turn.lacks", "CR-25")


@pytest.mark.rule("CR-6")
def test_no_such_move() -> None:
    at = Deal("1", "1")
    for move in (-1, s.NUM_ACTIONS, 10**9):
        assert at.reason(move) == ("move.unknown", "CR-6")


@pytest.mark.rule("CR-8")
def test_the_pile_is_only_for_catch() -> None:
    at = Deal("1 2", "1", pool="5")
    at.play("raise")
    assert at.reason("draw") == ("pile.not_now", "CR-8")


@pytest.mark.rule("CR-12")
def test_trade_needs_one_card_at_least() -> None:
    at = Deal("3 4", "2", pool="5")
    at.play("trade")
    assert at.reason("enough") == ("done.too_soon", "CR-10")


@pytest.mark.rule("CR-15")
def test_there_is_nothing_beyond_the_last_gear() -> None:
    at = Deal("1 2 3 4 5", "1", gear=4)
    assert at.reason("upgrade") == ("gear.top", "CR-15")
    at = Deal("1 2", "1", gear=3)
    assert at.reason("upgrade") == ("gear.cost", "CR-14")


@pytest.mark.rule("CR-17")
def test_a_bind_takes_two_cards() -> None:
    assert Deal("5", "1", gear=4).reason("bind") == ("bind.too_few", "CR-17")
    assert "bind" in Deal("2 1", "1", gear=1).texts()


@pytest.mark.rule("CR-18")
def test_a_crab_must_be_shown_before_one_is_kept() -> None:
    at = Deal("1 1 5", "1", gear=2)
    at.play("bind")
    assert at.reason("keep 1") == ("keep.first_play", "CR-18")
    at.play("play 1")
    assert at.reason("keep 1") == ("keep.first_play", "CR-18")


@pytest.mark.rule("CR-25")
def test_turning_is_only_for_relax() -> None:
    at = Deal("1", "1", turned="5")
    at.play("catch")
    assert at.reason("turn 5") == ("turn.not_now", "CR-25")


@pytest.mark.rule("CR-27")
def test_paying_is_only_for_a_claim() -> None:
    at = Deal("1", "1", upright="1", pool="2")
    at.play("catch")
    assert at.reason("pay plain") == ("pay.not_now", "CR-27")
