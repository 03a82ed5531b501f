"""The six shell actions."""

from __future__ import annotations

import pytest

from decapod.games.oh_crab import rules

from .setting import (
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
    Setting,
    card,
    cards,
    go,
    leap,
    tile,
)  # fmt: skip


def ready(
    action: str, *others: tuple[int, int], at: tuple[int, int] = (3, 7), beach: str = rules.FIRST_BEACH
) -> Setting:
    """Player 0 has rested and has three shells."""
    s = Setting(beach=beach)
    s.show(action)
    s.stand(0, *at)
    for crab, there in enumerate(others, 1):
        s.stand(crab, *there)
    s.begin(0, shells=3)
    return s


@pytest.mark.rule("OC-47")
def test_slant_costs_one_shell_for_a_diagonal_move() -> None:
    s = ready("slant")
    s.play(tile("slant"))
    assert s.table.shells[0] == 2
    assert s.legal() == [go(0, LEFT), go(0, RIGHT)]


@pytest.mark.rule("OC-48")
def test_faster_costs_two_shells_for_a_move_ahead() -> None:
    s = ready("faster")
    s.play(tile("faster"))
    assert s.table.shells[0] == 1
    assert s.legal() == [go(0, AHEAD)]


@pytest.mark.rule("OC-49")
def test_still_standing_takes_all_discards_back() -> None:
    s = ready("still_standing")
    assert s.why(tile("still_standing")) == "action.nothing"
    s.hold(0, "S1")
    s.table.discard[0] = cards("S2", "slant1")
    s.play(tile("still_standing"))
    assert s.hand(0) == cards("S1", "S2", "slant1")
    assert int(s.table.discard[0]) == 0
    assert s.table.shells[0] == 1


@pytest.mark.rule("OC-50")
def test_out_of_the_way_swaps_with_a_neighbour_without_effects() -> None:
    """Ruling 22 and 33: nobody falls, no shell, no discard, rushes do not matter."""
    s = ready("out_of_the_way", (2, 8), at=(3, 8))
    s.hold(1, "S1")
    s.play(tile("out_of_the_way"))
    assert s.legal() == [go(0, LEFT)]
    assert s.why(go(0, AHEAD)) == "swap.nobody"
    shells = s.table.shells.tolist()
    s.play(go(0, LEFT))
    assert (s.where(0), s.where(1)) == ((2, 8), (3, 8))
    assert s.table.shells.tolist() == shells
    assert s.table.down == 0
    assert s.stage == "act"
    s = ready("out_of_the_way", (2, 10), at=(2, 9), beach="0A 1A 2B 3A 9A")
    s.play(tile("out_of_the_way"), go(0, AHEAD))
    assert s.where(0) == (2, 10)


@pytest.mark.rule("OC-50")
def test_out_of_the_way_works_in_all_six_directions_and_with_fallen_crabs() -> None:
    around = {LEFT: (2, 8), AHEAD: (3, 9), RIGHT: (4, 8), BACK_RIGHT: (4, 7), BACK: (3, 7), BACK_LEFT: (2, 7)}
    for way, at in around.items():
        s = ready("out_of_the_way", at, at=(3, 8))
        s.stand(1, *at, down=True)
        s.play(tile("out_of_the_way"), go(0, way))
        assert (s.where(0), s.where(1)) == (at, (3, 8))
        assert s.is_down(1)


@pytest.mark.rule("OC-50")
def test_out_of_the_way_needs_a_neighbour_and_a_standing_crab() -> None:
    s = ready("out_of_the_way")
    assert s.why(tile("out_of_the_way")) == "swap.nobody"
    s.stand(1, 3, 8)
    s.stand(0, 3, 7, down=True)
    assert s.why(tile("out_of_the_way")) == "crab.knocked_over"


@pytest.mark.rule("OC-51")
def test_power_snack_places_another_card_with_all_its_actions() -> None:
    s = Setting()
    s.show("power_snack")
    s.stand(0, 3, 7)
    s.hold(0, "S1", "S3", "faster3")
    s.played(0, "S4")
    s.begin(0, "S3", shells=5)
    s.play(tile("power_snack"))
    assert s.legal() == [card("faster3"), card("S1")]
    s.play(card("faster3"))
    assert s.legal() == [PLACE_LEFT, PLACE_RIGHT]
    s.play(PLACE_LEFT)  # S of faster3 meets D of S4: nothing
    assert s.why(SNACK_SIDE) == "action.no_side"
    assert s.can(SNACK_MAIN)
    assert s.can(SNACK_SPECIAL)
    assert s.table.ends[0].tolist() == [card("faster3"), card("S3")]
    s.play(SNACK_MAIN)
    assert s.table.shells[0] == 5 - 3 + 1
    s.play(SNACK_SPECIAL, card("S1"), go(0, AHEAD))
    assert s.where(0) == (3, 8)
    assert s.why(tile("power_snack")) == "shell.once"  # still one shell action a turn (ruling 20)


@pytest.mark.rule("OC-51", "OC-9")
def test_a_snack_completes_an_icon_too_and_can_start_a_sequence() -> None:
    s = ready("power_snack")
    s.hold(0, "S3")
    s.play(tile("power_snack"), card("S3"))
    assert s.legal() == [PLACE_LEFT]  # rested with nothing before them
    s.play(PLACE_LEFT)
    assert s.can(SNACK_MAIN)
    s = Setting()
    s.show("power_snack")
    s.stand(0, 3, 7)
    s.hold(0, "S4", "S3")
    s.begin(0, "S4", shells=3)
    s.play(tile("power_snack"), card("S3"), PLACE_RIGHT)
    s.play(SNACK_SIDE, go(0, AHEAD))
    assert s.where(0) == (3, 8)


@pytest.mark.rule("OC-51")
def test_power_snack_needs_a_card() -> None:
    s = ready("power_snack")
    s.hold(0)
    assert s.why(tile("power_snack")) == "action.no_card"


@pytest.mark.rule("OC-52")
def test_tunnel_goes_one_or_two_spaces_in_a_straight_line() -> None:
    """Ruling 21."""
    s = ready("tunnel", at=(3, 8))
    s.play(tile("tunnel"))
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
    assert s.why(go(1, AHEAD)) == "crab.other"


@pytest.mark.rule("OC-52", "OC-21", "OC-23")
def test_the_space_skipped_may_be_inaccessible_and_has_no_effect() -> None:
    s = ready("tunnel", at=(4, 9))  # (4, 10) is inaccessible
    s.play(tile("tunnel"))
    assert s.why(go(0, AHEAD)) == "space.inaccessible"
    s.play(leap(AHEAD))
    assert s.where(0) == (4, 11)
    s = ready("tunnel", at=(2, 7))  # over the shell of (2, 8)
    s.play(tile("tunnel"), leap(AHEAD))
    assert s.where(0) == (2, 9)
    assert s.table.shells[0] == 0


@pytest.mark.rule("OC-52", "OC-21")
def test_a_tunnel_does_not_come_out_on_the_other_side_of_the_beach() -> None:
    s = ready("tunnel", at=(0, 7))
    s.play(tile("tunnel"))
    for way in (LEFT, BACK_LEFT):
        assert s.why(leap(way)) == "space.inaccessible"
    s = ready("tunnel", at=(6, 9))
    s.play(tile("tunnel"))
    for way in (RIGHT, BACK_RIGHT):
        assert s.why(leap(way)) == "space.inaccessible"


@pytest.mark.rule("OC-52", "OC-17", "OC-22")
def test_the_end_of_a_tunnel_takes_effect_and_pushes() -> None:
    s = ready("tunnel", (3, 9))
    s.hold(0, "S1")
    s.hold(1)
    s.play(tile("tunnel"), leap(AHEAD))
    s.play(go(1, AHEAD))
    assert s.stage == "discard"
    s.play(card("S1"))
    assert s.is_down(1)
    s = ready("tunnel")
    s.hold(0)
    s.play(tile("tunnel"))
    assert s.why(leap(AHEAD)) == "space.obstacle"


@pytest.mark.rule("OC-52", "OC-25")
def test_a_diagonal_tunnel_may_end_in_rushes_but_not_one_along_the_column() -> None:
    """Ruling 33."""
    beach = "0A 1A 2B 3A 9A"  # rushes at (2, 10) and (4, 10)
    s = ready("tunnel", at=(2, 8), beach=beach)
    s.play(tile("tunnel"))
    assert s.why(leap(AHEAD)) == "space.rushes"
    s = ready("tunnel", at=(0, 9), beach=beach)
    s.play(tile("tunnel"), leap(RIGHT))
    assert s.where(0) == (2, 10)


@pytest.mark.rule("OC-52", "OC-27")
def test_a_tunnel_can_end_in_the_sea_but_not_beyond() -> None:
    s = ready("tunnel", at=(3, 17))
    s.play(tile("tunnel"), leap(AHEAD))
    assert s.where(0) == "sea"
    s = ready("tunnel", at=(3, 18))
    s.play(tile("tunnel"))
    assert s.why(leap(AHEAD)) == "space.inaccessible"


@pytest.mark.rule("OC-52", "OC-19")
def test_no_tunnel_on_ones_back() -> None:
    s = ready("tunnel")
    s.stand(0, 3, 7, down=True)
    assert s.why(tile("tunnel")) == "crab.knocked_over"
