"""Which crab goes where in the action under way."""

from __future__ import annotations

import pytest

from tests.games.oh_crab.position import AHEAD, BACK, LEFT, MAIN, RIGHT, go, ready_to_step


@pytest.mark.rule("OC-16")
def test_only_the_own_crab_steps_and_only_as_the_icon_says() -> None:
    race = ready_to_step((3, 6), "S1")
    race.play(MAIN)
    assert race.reason(go(0, LEFT)) == ("crab.other_way", "OC-16")
    assert race.reason(go(1, AHEAD)) == ("crab.other", "OC-16")


@pytest.mark.rule("OC-21", "OC-16")
def test_the_sides_of_the_beach_and_inaccessible_spaces_are_no_spaces() -> None:
    race = ready_to_step((0, 7))
    race.play(MAIN)
    assert race.reason(go(0, LEFT)) == ("space.inaccessible", "OC-21")  # beyond the side
    assert race.reason(go(0, RIGHT)) == ("space.inaccessible", "OC-21")  # (1, 8) is a #
    assert race.legal() == [go(0, AHEAD)]


@pytest.mark.rule("OC-16")
def test_a_step_never_goes_landward() -> None:
    race = ready_to_step((3, 6))
    race.play(MAIN)
    assert race.reason(go(0, BACK)) == ("crab.other_way", "OC-16")
