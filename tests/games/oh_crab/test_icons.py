"""Icons: shells, directions, and moves given up to stand."""

from __future__ import annotations

import pytest

from tests.games.oh_crab.position import (
    AHEAD,
    CHEF,
    LEFT,
    MAIN,
    PLACE_LEFT,
    RIGHT,
    SPECIAL,
    STOP,
    Race,
    card,
    cards,
    go,
    ready_to_step,
    tile,
)


@pytest.mark.rule("OC-13")
def test_the_shell_icon_takes_a_shell() -> None:
    race = Race()
    race.begin(0, "S4")
    supply = int(race.state.supply)
    race.play(MAIN)
    assert (race.state.shells[0], race.state.supply) == (1, supply - 1)
    assert race.stage == "act"


@pytest.mark.rule("OC-16", "OC-13")
def test_icons_give_their_directions() -> None:
    for place, ways in (("S1", {AHEAD}), ("S2", {LEFT, RIGHT}), ("slant3", {LEFT, AHEAD, RIGHT})):
        race = ready_to_step((3, 7), place)
        race.play(MAIN)
        assert race.legal() == sorted(go(0, way) for way in ways)


@pytest.mark.rule("OC-19", "OC-20")
def test_on_its_back_a_crab_gives_up_a_move_to_stand() -> None:
    """Ruling 23."""
    for place, action in (("S1", MAIN), ("S2", MAIN), ("slant3", MAIN), ("slant3", SPECIAL)):
        race = ready_to_step((3, 6), place)
        race.stand(0, 3, 6, down=True)
        race.play(action)
        assert not race.is_down(0)
        assert race.where(0) == (3, 6)
        assert race.stage == "act"
        assert action not in race.legal()


@pytest.mark.rule("OC-20", "OC-14")
def test_the_chefs_move_and_the_shell_moves_can_be_given_up_too() -> None:
    for action in ("slant", "faster"):
        race = Race()
        race.stand(0, 3, 6, down=True)
        race.show_tiles(action)
        race.begin(0, shells=2)
        race.play(tile(action))
        assert not race.is_down(0)
    race = Race()
    race.stand(0, 3, 6, down=True)
    race.begin(0, chef=0)
    race.play(CHEF)
    assert not race.is_down(0)
    assert race.where(0) == (3, 6)


@pytest.mark.rule("OC-20", "OC-36")
def test_a_special_given_up_costs_its_card_first() -> None:
    race = ready_to_step((3, 6), "faster3")
    race.stand(0, 3, 6, down=True)
    race.play(SPECIAL, card("S1"))
    assert not race.is_down(0)
    assert int(race.state.discard[0]) == cards("S1")


@pytest.mark.rule("OC-20", "OC-37", "OC-38")
def test_of_two_moves_one_is_given_up_and_the_other_made() -> None:
    """Ruling 23, and our reading of "forfeit any move action"."""
    race = ready_to_step((3, 7), "slide1")
    race.stand(0, 3, 7, down=True)
    race.play(SPECIAL, card("S1"))
    assert race.legal() == [PLACE_LEFT, PLACE_LEFT + 1]  # the move ahead, or the diagonal one
    assert race.reason(go(0, AHEAD)) == ("crab.knocked_over", "OC-19")
    race.play(PLACE_LEFT)
    assert not race.is_down(0)
    assert race.legal() == [go(0, LEFT), go(0, RIGHT), STOP]
    race.play(go(0, LEFT))
    assert race.where(0) == (2, 7)


@pytest.mark.rule("OC-19")
def test_a_shell_is_no_move_so_it_does_not_help_to_stand() -> None:
    race = ready_to_step((3, 6), "S4")
    race.stand(0, 3, 6, down=True)
    race.play(MAIN)
    assert race.is_down(0)
    assert race.state.shells[0] == 1
