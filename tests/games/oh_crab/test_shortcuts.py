"""Shortcuts and what they cost."""

from __future__ import annotations

import pytest

from tests.games.oh_crab.position import AHEAD, LEFT, PATH, SPECIAL, STOP, card, cards, go, ready_to_step


@pytest.mark.rule("OC-24")
def test_a_shortcut_costs_cards_with_exactly_its_symbol() -> None:
    race = ready_to_step((1, 4), "S1")
    race.hold(0, "slant3", "S1")
    assert race.reason(PATH) == ("shortcut.cannot_pay", "OC-24")
    race.hold(0, "slant3", "jump_aside1", "S1")
    race.play(PATH)
    assert race.reason(card("S1")) == ("shortcut.other_symbol", "OC-24")
    race.play(card("slant3"), card("jump_aside1"))
    assert race.where(0) == (1, 6)
    assert race.hand(0) == cards("S1")
    assert int(race.state.discard[0]) == cards("slant3", "jump_aside1")
    assert race.state.shells[0] == 1  # its end is a shell space


@pytest.mark.rule("OC-24")
def test_simulations_pay_in_ascending_order_and_people_in_any() -> None:
    for canonical_order in (0, 1):
        race = ready_to_step((1, 4), "S1")
        race.hold(0, "slant3", "faster2", "zigzag1")
        race.state.canonical_order = canonical_order
        race.play(PATH)
        names = ("slant3", "faster2") if canonical_order else ("slant3", "faster2", "zigzag1")
        assert race.legal() == [card(name) for name in names]
        if canonical_order:
            assert race.reason(card("zigzag1")) == ("shortcut.order", "OC-24")
            race.play(card("faster2"))
            assert race.legal() == [card("zigzag1")]


@pytest.mark.rule("OC-24")
def test_a_bot_can_finish_what_a_person_began_out_of_order() -> None:
    race = ready_to_step((1, 4), "S1")
    race.hold(0, "slant3", "faster2")
    race.play(PATH, card("faster2"))
    race.state.canonical_order = 1
    assert race.legal() == [card("slant3")]


@pytest.mark.rule("OC-24")
def test_shortcuts_are_for_standing_crabs_between_actions() -> None:
    race = ready_to_step((1, 3), "zigzag1")
    assert race.reason(PATH) == ("shortcut.not_here", "OC-24")
    race.hold(0, "slant3", "jump_aside1", "S1")
    race.stand(0, 1, 4, down=True)
    assert race.reason(PATH) == ("crab.knocked_over", "OC-19")
    race.stand(0, 2, 3)  # Zigzag! over the shortcut: not between its two moves (ruling 28)
    race.play(SPECIAL, card("S1"), go(0, LEFT))
    assert race.where(0) == (1, 4)
    assert race.reason(PATH) == ("first.step", "OC-16")
    race.play(STOP)
    assert PATH in race.legal()


@pytest.mark.rule("OC-24", "OC-17")
def test_a_shortcut_pushes_whoever_stands_at_its_end() -> None:
    race = ready_to_step((1, 4), "S1")
    race.stand(1, 1, 6)
    race.hold(0, "slant3", "jump_aside1")
    race.play(PATH, card("slant3"), card("jump_aside1"))
    assert race.stage == "push"
    race.play(go(1, AHEAD))
    assert race.where(0) == (1, 6)
    assert race.is_down(1)
