"""The six shell actions."""

from __future__ import annotations

import pytest

from decapod.games.oh_crab import state as s
from tests.games.oh_crab.position import (
    AHEAD,
    BACK,
    BACK_LEFT,
    BACK_RIGHT,
    LEFT,
    PLACE_LEFT,
    PLACE_RIGHT,
    RIGHT,
    SNACK_MAIN,
    SNACK_SIDE,
    SNACK_SPECIAL,
    Race,
    card,
    cards,
    go,
    leap,
    tile,
)


def ready(action: str, *others: tuple[int, int], at: tuple[int, int] = (3, 7), beach: str = s.FIRST_BEACH) -> Race:
    """Player 0 has rested and has three shells."""
    race = Race(beach=beach)
    race.show_tiles(action)
    race.stand(0, *at)
    for crab, there in enumerate(others, 1):
        race.stand(crab, *there)
    race.begin(0, shells=3)
    return race


@pytest.mark.rule("OC-47")
def test_slant_costs_one_shell_for_a_diagonal_move() -> None:
    race = ready("slant")
    race.play(tile("slant"))
    assert race.state.shells[0] == 2
    assert race.legal() == [go(0, LEFT), go(0, RIGHT)]


@pytest.mark.rule("OC-48")
def test_faster_costs_two_shells_for_a_move_ahead() -> None:
    race = ready("faster")
    race.play(tile("faster"))
    assert race.state.shells[0] == 1
    assert race.legal() == [go(0, AHEAD)]


@pytest.mark.rule("OC-49")
def test_still_standing_takes_all_discards_back() -> None:
    race = ready("still_standing")
    assert race.reason(tile("still_standing")) == ("action.nothing", "OC-12")
    race.hold(0, "S1")
    race.state.discard[0] = cards("S2", "slant1")
    race.play(tile("still_standing"))
    assert race.hand(0) == cards("S1", "S2", "slant1")
    assert int(race.state.discard[0]) == 0
    assert race.state.shells[0] == 1


@pytest.mark.rule("OC-50")
def test_out_of_the_way_swaps_with_a_neighbour_without_effects() -> None:
    """Ruling 22 and 33: nobody falls, no shell, no discard, rushes do not matter."""
    race = ready("out_of_the_way", (2, 8), at=(3, 8))
    race.hold(1, "S1")
    race.play(tile("out_of_the_way"))
    assert race.legal() == [go(0, LEFT)]
    assert race.reason(go(0, AHEAD)) == ("swap.nobody", "OC-50")
    shells = race.state.shells.tolist()
    race.play(go(0, LEFT))
    assert (race.where(0), race.where(1)) == ((2, 8), (3, 8))
    assert race.state.shells.tolist() == shells
    assert race.state.down == 0
    assert race.stage == "act"
    race = ready("out_of_the_way", (2, 10), at=(2, 9), beach="0A 1A 2B 3A 9A")
    race.play(tile("out_of_the_way"), go(0, AHEAD))
    assert race.where(0) == (2, 10)


@pytest.mark.rule("OC-50")
def test_out_of_the_way_works_in_all_six_directions_and_with_fallen_crabs() -> None:
    around = {LEFT: (2, 8), AHEAD: (3, 9), RIGHT: (4, 8), BACK_RIGHT: (4, 7), BACK: (3, 7), BACK_LEFT: (2, 7)}
    for way, at in around.items():
        race = ready("out_of_the_way", at, at=(3, 8))
        race.stand(1, *at, down=True)
        race.play(tile("out_of_the_way"), go(0, way))
        assert (race.where(0), race.where(1)) == (at, (3, 8))
        assert race.is_down(1)


@pytest.mark.rule("OC-50")
def test_out_of_the_way_needs_a_neighbour_and_a_standing_crab() -> None:
    race = ready("out_of_the_way")
    assert race.reason(tile("out_of_the_way")) == ("swap.nobody", "OC-50")
    race.stand(1, 3, 8)
    race.stand(0, 3, 7, down=True)
    assert race.reason(tile("out_of_the_way")) == ("crab.knocked_over", "OC-19")


@pytest.mark.rule("OC-51")
def test_power_snack_places_another_card_with_all_its_actions() -> None:
    race = Race()
    race.show_tiles("power_snack")
    race.stand(0, 3, 7)
    race.hold(0, "S1", "S3", "faster3")
    race.lay_sequence(0, "S4")
    race.begin(0, "S3", shells=5)
    race.play(tile("power_snack"))
    assert race.legal() == [card("faster3"), card("S1")]
    race.play(card("faster3"))
    assert race.legal() == [PLACE_LEFT, PLACE_RIGHT]
    race.play(PLACE_LEFT)  # S of faster3 meets D of S4: nothing
    assert race.reason(SNACK_SIDE) == ("action.no_side", "OC-9")
    assert SNACK_MAIN in race.legal()
    assert SNACK_SPECIAL in race.legal()
    assert race.state.ends[0].tolist() == [card("faster3"), card("S3")]
    race.play(SNACK_MAIN)
    assert race.state.shells[0] == 5 - 3 + 1
    race.play(SNACK_SPECIAL, card("S1"), go(0, AHEAD))
    assert race.where(0) == (3, 8)
    assert race.reason(tile("power_snack")) == ("shell.once", "OC-15")  # still one shell action a turn (ruling 20)


@pytest.mark.rule("OC-51", "OC-9")
def test_a_snack_completes_an_icon_too_and_can_start_a_sequence() -> None:
    race = ready("power_snack")
    race.hold(0, "S3")
    race.play(tile("power_snack"), card("S3"))
    assert race.legal() == [PLACE_LEFT]  # rested with nothing before them
    race.play(PLACE_LEFT)
    assert SNACK_MAIN in race.legal()
    race = Race()
    race.show_tiles("power_snack")
    race.stand(0, 3, 7)
    race.hold(0, "S4", "S3")
    race.begin(0, "S4", shells=3)
    race.play(tile("power_snack"), card("S3"), PLACE_RIGHT)
    race.play(SNACK_SIDE, go(0, AHEAD))
    assert race.where(0) == (3, 8)


@pytest.mark.rule("OC-51")
def test_power_snack_needs_a_card() -> None:
    race = ready("power_snack")
    race.hold(0)
    assert race.reason(tile("power_snack")) == ("action.no_card", "OC-12")


@pytest.mark.rule("OC-52")
def test_tunnel_goes_one_or_two_spaces_in_a_straight_line() -> None:
    """Ruling 21."""
    race = ready("tunnel", at=(3, 8))
    race.play(tile("tunnel"))
    for way, one, two in (
        (LEFT, (2, 8), None), (AHEAD, (3, 9), (3, 10)), (RIGHT, (4, 8), (5, 9)), (BACK, (3, 7), (3, 6)),
        (BACK_LEFT, (2, 7), (1, 7)), (BACK_RIGHT, (4, 7), (5, 7)),
    ):  # fmt: skip
        for move, end in ((go(0, way), one), (leap(way), two)):
            again = ready("tunnel", at=(3, 8))
            again.play(tile("tunnel"))
            if end is None:
                end = (1, 9)
            again.play(move)
            assert again.where(0) == end
    assert race.reason(go(1, AHEAD)) == ("crab.other", "OC-16")


@pytest.mark.rule("OC-52", "OC-21", "OC-23")
def test_the_space_skipped_may_be_inaccessible_and_has_no_effect() -> None:
    race = ready("tunnel", at=(4, 9))  # (4, 10) is inaccessible
    race.play(tile("tunnel"))
    assert race.reason(go(0, AHEAD)) == ("space.inaccessible", "OC-21")
    race.play(leap(AHEAD))
    assert race.where(0) == (4, 11)
    race = ready("tunnel", at=(2, 7))  # over the shell of (2, 8)
    race.play(tile("tunnel"), leap(AHEAD))
    assert race.where(0) == (2, 9)
    assert race.state.shells[0] == 0


@pytest.mark.rule("OC-52", "OC-21")
def test_a_tunnel_does_not_come_out_on_the_other_side_of_the_beach() -> None:
    race = ready("tunnel", at=(0, 7))
    race.play(tile("tunnel"))
    for way in (LEFT, BACK_LEFT):
        assert race.reason(leap(way)) == ("space.inaccessible", "OC-21")
    race = ready("tunnel", at=(6, 9))
    race.play(tile("tunnel"))
    for way in (RIGHT, BACK_RIGHT):
        assert race.reason(leap(way)) == ("space.inaccessible", "OC-21")


@pytest.mark.rule("OC-52", "OC-17", "OC-22")
def test_the_end_of_a_tunnel_takes_effect_and_pushes() -> None:
    race = ready("tunnel", (3, 9))
    race.hold(0, "S1")
    race.hold(1)
    race.play(tile("tunnel"), leap(AHEAD))
    race.play(go(1, AHEAD))
    assert race.stage == "discard"
    race.play(card("S1"))
    assert race.is_down(1)
    race = ready("tunnel")
    race.hold(0)
    race.play(tile("tunnel"))
    assert race.reason(leap(AHEAD)) == ("space.obstacle", "OC-22")


@pytest.mark.rule("OC-52", "OC-25")
def test_a_diagonal_tunnel_may_end_in_rushes_but_not_one_along_the_column() -> None:
    """Ruling 33."""
    beach = "0A 1A 2B 3A 9A"  # rushes at (2, 10) and (4, 10)
    race = ready("tunnel", at=(2, 8), beach=beach)
    race.play(tile("tunnel"))
    assert race.reason(leap(AHEAD)) == ("space.rushes", "OC-25")
    race = ready("tunnel", at=(0, 9), beach=beach)
    race.play(tile("tunnel"), leap(RIGHT))
    assert race.where(0) == (2, 10)


@pytest.mark.rule("OC-52", "OC-27")
def test_a_tunnel_can_end_in_the_sea_but_not_beyond() -> None:
    race = ready("tunnel", at=(3, 17))
    race.play(tile("tunnel"), leap(AHEAD))
    assert race.where(0) == "sea"
    race = ready("tunnel", at=(3, 18))
    race.play(tile("tunnel"))
    assert race.reason(leap(AHEAD)) == ("space.inaccessible", "OC-21")


@pytest.mark.rule("OC-52", "OC-19")
def test_no_tunnel_on_ones_back() -> None:
    race = ready("tunnel")
    race.stand(0, 3, 7, down=True)
    assert race.reason(tile("tunnel")) == ("crab.knocked_over", "OC-19")
