"""Pushing, falling, and what the spaces entered do."""

from __future__ import annotations

import pytest

from decapod.games.oh_crab.chapters import beach
from decapod.games.oh_crab.state import FREE, SHELLS
from tests.games.oh_crab.position import (
    AHEAD,
    BACK,
    BOX,
    END,
    LEFT,
    MAIN,
    RIGHT,
    SPECIAL,
    STAY,
    STOP,
    TAKE,
    Race,
    card,
    cards,
    fill,
    go,
    jump,
    printed,
    ready_to_step,
)


def step(race: Race, way: int) -> None:
    """Use the main action for a step of crab 0."""
    race.play(MAIN, go(0, way))


# --- pushing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-17", "OC-19")
def test_push_example_one_three_spaces_to_choose_from() -> None:
    """Blue moves forward onto yellow: shell left, obstacle ahead, a free space right."""
    blue, yellow = 0, 1
    for way, end in ((LEFT, (2, 8)), (AHEAD, (3, 9)), (RIGHT, (4, 8))):
        race = ready_to_step((3, 7))
        race.stand(yellow, 3, 8)
        race.hold(yellow, "S1")
        shells = int(race.state.shells[yellow])
        race.play(MAIN, go(blue, AHEAD))
        assert race.stage == "push"
        assert race.legal() == [go(yellow, LEFT), go(yellow, AHEAD), go(yellow, RIGHT)]
        race.play(go(yellow, way))
        assert race.where(blue) == (3, 8)
        assert race.where(yellow) == end
        assert race.is_down(yellow)
        assert not race.is_down(blue)
        assert race.state.shells[yellow] == shells + (way == LEFT)
        assert (race.to_act == [yellow]) == (way == AHEAD)  # the obstacle wants a card


@pytest.mark.rule("OC-17", "OC-18")
def test_push_example_two_a_chain_of_three() -> None:
    """Red moves right onto brown, which can only go left, onto green, which goes ahead or to the obstacle."""
    red, brown, green = 0, 1, 2
    for way, end in ((AHEAD, (4, 14)), (LEFT, (3, 14))):
        race = ready_to_step((4, 12))
        race.stand(brown, 5, 13)
        race.stand(green, 4, 13)
        race.hold(green)
        race.play(MAIN, go(red, RIGHT))
        assert race.legal() == [go(brown, LEFT)]
        race.play(go(brown, LEFT))
        assert race.legal() == [go(green, LEFT), go(green, AHEAD)]
        race.play(go(green, way))
        assert [race.where(crab) for crab in (red, brown, green)] == [(5, 13), (4, 13), end]
        assert [race.is_down(crab) for crab in (red, brown, green)] == [False, True, True]
        assert race.stage == "act"


@pytest.mark.rule("OC-17")
def test_only_the_active_player_chooses_directions() -> None:
    race = ready_to_step((3, 7))
    race.stand(1, 3, 8)
    race.play(MAIN, go(0, AHEAD))
    assert race.to_act == [0]
    assert race.legal(1) == []
    assert race.reason(go(1, LEFT), player=1) == ("turn.not_yours", "OC-7")


@pytest.mark.rule("OC-17")
def test_a_space_whose_crab_could_be_pushed_nowhere_cannot_be_entered() -> None:
    """It cannot happen on the printed tiles; a designer's can have dead ends (ruling 10)."""
    text = printed()
    text["tiles"]["1A"][1:3] = ["###....", "#T#..s."]
    race = Race(box=fill(text))
    race.stand(0, 1, 3)
    race.stand(1, 1, 4)
    race.stand(2, 5, 0)
    race.begin(0, "S1")
    assert MAIN not in race.legal()
    assert race.reason(MAIN) == ("action.nothing", "OC-12")
    race.stand(1, 3, 0)
    race.play(MAIN, go(0, AHEAD))
    assert race.where(0) == (1, 4)


@pytest.mark.rule("OC-17", "OC-27")
def test_a_crab_pushed_into_the_sea_has_finished() -> None:
    race = ready_to_step((3, 17))
    race.stand(1, 3, 18)
    race.play(MAIN, go(0, AHEAD), go(1, AHEAD))
    assert race.where(1) == "sea"
    assert not race.is_down(1)
    assert race.stage == "act"


@pytest.mark.rule("OC-18", "OC-19")
def test_a_chain_can_push_the_own_standing_crab_but_never_a_fallen_one() -> None:
    """Ruling 31, by Move out!."""
    for fallen in (False, True):
        race = ready_to_step((3, 7), "move_out1")
        race.stand(0, 3, 7, down=fallen)
        race.stand(1, 3, 6)
        race.play(SPECIAL)
        onto_me = go(1, AHEAD)
        assert (onto_me in race.legal()) == (not fallen)
        if fallen:
            assert race.reason(onto_me) == ("push.no_room", "OC-17")
            continue
        race.play(onto_me, go(0, RIGHT))
        assert race.is_down(0)
        assert race.where(1) == (3, 7)


@pytest.mark.rule("OC-18")
def test_a_push_that_would_have_to_go_through_the_own_fallen_crab_is_no_choice() -> None:
    race = ready_to_step((4, 13), "move_out1")
    race.stand(0, 4, 13, down=True)  # the only way out of (5, 13)
    race.stand(1, 5, 13)
    race.stand(2, 5, 12)
    race.play(SPECIAL)
    assert race.reason(go(2, AHEAD)) == ("push.no_room", "OC-17")
    assert go(2, LEFT) in race.legal()


@pytest.mark.rule("OC-19")
def test_a_second_push_changes_nothing_more() -> None:
    race = ready_to_step((3, 7))
    race.stand(1, 3, 8, down=True)
    race.play(MAIN, go(0, AHEAD), go(1, RIGHT))
    assert race.is_down(1)


# --- obstacles --------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-22")
def test_an_obstacle_costs_a_card_of_ones_choice() -> None:
    race = ready_to_step((3, 8))
    race.hold(0, "S1", "S2")
    step(race, AHEAD)
    assert race.where(0) == (3, 9)
    assert race.stage == "discard"
    assert race.legal() == [card("S1"), card("S2")]
    assert race.reason(card("S3")) == ("card.not_in_hand", "OC-6")
    race.play(card("S2"))
    assert race.hand(0) == cards("S1")
    assert int(race.state.discard[0]) == cards("S2")
    assert race.stage == "act"


@pytest.mark.rule("OC-22")
def test_without_a_card_one_does_not_enter_an_obstacle() -> None:
    race = ready_to_step((3, 8))
    race.hold(0)
    race.play(MAIN)
    assert race.reason(go(0, AHEAD)) == ("space.obstacle", "OC-22")
    assert go(0, RIGHT) in race.legal()


@pytest.mark.rule("OC-22")
def test_the_card_that_pays_a_special_cannot_pay_the_obstacle_too() -> None:
    """Ruling 30: an action works only if it does after its cost."""
    race = ready_to_step((3, 8), "faster3")
    race.hold(0, "S1")
    assert race.reason(SPECIAL) == ("action.nothing", "OC-12")
    race.hold(0, "S1", "S2")
    race.play(SPECIAL, card("S1"), go(0, AHEAD), card("S2"))
    assert race.where(0) == (3, 9)


@pytest.mark.rule("OC-22")
def test_a_pushed_crab_enters_an_obstacle_and_its_owner_discards_if_they_can() -> None:
    for held in ((), ("S1", "S3")):
        race = ready_to_step((3, 7))
        race.stand(1, 3, 8)
        race.hold(1, *held)
        race.state.planned[1] = card("S4")
        race.play(MAIN, go(0, AHEAD), go(1, AHEAD))
        assert race.where(1) == (3, 9)
        if held:
            assert race.to_act == [1]
            assert race.legal() == [card("S1"), card("S3")]  # not what is planned (ruling 6)
            race.play(card("S3"))
            assert race.hand(1) == cards("S1")
        assert race.to_act == [0]
        assert race.stage == "act"


@pytest.mark.rule("OC-28")
def test_effects_go_from_the_last_crab_pushed_to_the_mover() -> None:
    """Ruling 32: the crab pushed onto an obstacle discards before the mover pays for theirs."""
    race = ready_to_step((2, 2))
    race.stand(1, 2, 3)
    race.stand(2, 3, 4)
    race.hold(0, "S1")
    race.hold(1, "S2")
    race.hold(2, "S3")
    race.play(MAIN, go(0, AHEAD))  # (2, 3) is an obstacle
    race.play(go(1, RIGHT))  # onto crab 2
    assert race.stage == "push"
    race.play(go(2, AHEAD))  # (3, 5) is an obstacle
    assert [race.where(crab) for crab in range(3)] == [(2, 3), (3, 4), (3, 5)]
    assert race.to_act == [2]
    race.play(card("S3"))
    assert race.to_act == [0]
    race.play(card("S1"))
    assert race.hand(1) == cards("S2")


# --- shells, rushes, waves, the sea -----------------------------------------------------------------------


@pytest.mark.rule("OC-23")
def test_each_entry_of_a_shell_space_takes_one_from_the_supply() -> None:
    """Ruling 7."""
    race = ready_to_step((3, 8))
    supply = int(race.state.supply)
    step(race, LEFT)
    assert race.where(0) == (2, 8)
    assert (race.state.shells[0], race.state.supply) == (1, supply - 1)


@pytest.mark.rule("OC-2", "OC-23")
@pytest.mark.parametrize("side", ["A", "B"])
def test_a_crab_that_comes_back_to_a_starting_space_with_shells_takes_one(side: str) -> None:
    race = Race(beach=f"0{side} 1A 2A 3A 9A")
    assert [beach.kind(race.box, race.state, int(at)) for at in BOX.starts["AB".index(side)]] == [
        FREE, FREE, SHELLS, FREE, SHELLS,
    ]  # fmt: skip
    race.stand(1, 4, 1)
    race.stand(2, 3, 1)
    race.begin(0, "seagull1")
    before = race.state.shells.tolist()
    race.play(SPECIAL, go(2, BACK))
    assert race.where(2) == (3, 0)  # starting space 3
    assert race.state.shells[2] == before[2] + 1
    race.play(go(1, BACK))
    assert race.where(1) == (4, 0)  # starting space 4 has none
    assert race.state.shells[1] == before[1]


@pytest.mark.rule("OC-2", "OC-41")
def test_a_jump_aside_along_the_start_takes_a_shell() -> None:
    race = Race()
    race.begin(0, "jump_aside1")
    race.stand(2, 1, 4)
    race.play(SPECIAL, jump(3))
    assert race.where(0) == (3, 0)
    assert race.state.shells[0] == 1


@pytest.mark.rule("OC-23")
def test_an_empty_supply_gives_nothing() -> None:
    race = ready_to_step((3, 8), "slant3")
    race.state.supply = 0
    step(race, LEFT)
    assert race.state.shells[0] == 0
    race = ready_to_step((3, 8), "S4")
    race.state.supply = 0
    assert race.reason(MAIN) == ("shell.supply_empty", "OC-23")


RUSHES = "0A 1A 2B 3A 9A"  # rushes at (2, 10) and (4, 10)


@pytest.mark.rule("OC-25")
def test_rushes_are_entered_diagonally_only() -> None:
    """Ruling 8."""
    race = ready_to_step((2, 9), beach=RUSHES)
    race.play(MAIN)
    assert race.reason(go(0, AHEAD)) == ("space.rushes", "OC-25")
    race = ready_to_step((1, 10), beach=RUSHES)
    step(race, RIGHT)
    assert race.where(0) == (2, 10)


@pytest.mark.rule("OC-25")
def test_others_may_push_one_into_rushes_from_below() -> None:
    race = ready_to_step((2, 8), beach=RUSHES)
    race.stand(1, 2, 9)
    race.play(MAIN, go(0, AHEAD), go(1, AHEAD))
    assert race.where(1) == (2, 10)


@pytest.mark.rule("OC-26")
def test_a_wave_carries_the_active_crab_once_at_the_turns_end() -> None:
    race = ready_to_step((1, 17))
    step(race, AHEAD)
    assert race.where(0) == (1, 18)  # waves take effect at the end only
    race.play(END)
    assert race.where(0) == (1, 17)
    assert race.state.turn == 1


@pytest.mark.rule("OC-26", "OC-17")
def test_a_wave_pushes_whoever_stands_there() -> None:
    race = ready_to_step((1, 18))
    race.stand(1, 1, 17)
    race.play(END)
    assert race.stage == "push"
    assert go(1, AHEAD) in race.legal()
    race.play(go(1, LEFT))
    assert race.where(0) == (1, 17)
    assert race.where(1) == (0, 17)
    assert race.state.turn == 1


@pytest.mark.rule("OC-26", "OC-22")
def test_a_wave_washes_onto_an_obstacle_without_asking() -> None:
    text = printed()
    text["tiles"]["9A"][2] = ".oo.o.."
    for held in ((), ("S1",)):
        race = Race(box=fill(text))
        race.stand(0, 1, 18)
        race.stand(1, 1, 0)
        race.hold(0, *held)
        race.begin(0)
        race.play(END)
        assert race.where(0) == (1, 17)
        assert (race.stage == "discard") == (race.state.turn == 0) == bool(held)


@pytest.mark.rule("OC-26")
def test_waves_do_not_chain_and_leave_other_crabs_alone() -> None:
    text = printed()
    text["tiles"]["9A"][2] = ".vo.o.."
    race = Race(box=fill(text))
    race.stand(0, 1, 18)
    race.stand(1, 5, 18)
    race.begin(0)
    race.play(END)
    assert race.where(0) == (1, 17)
    assert race.where(1) == (5, 18)


@pytest.mark.rule("OC-26", "OC-19")
def test_a_wave_does_not_take_a_crab_on_its_back() -> None:
    """Ruling 9."""
    race = ready_to_step((1, 18))
    race.stand(0, 1, 18, down=True)
    race.play(END)
    assert race.where(0) == (1, 18)


@pytest.mark.rule("OC-27")
def test_entering_the_sea_ends_the_turn_at_once() -> None:
    """Ruling 25."""
    race = ready_to_step((3, 18))
    step(race, AHEAD)
    assert race.where(0) == "sea"
    assert race.state.turn == 1


# --- reckless crabs and strays ----------------------------------------------------------------------------


@pytest.mark.rule("OC-43")
def test_a_reckless_crab_takes_shells_or_leaves_them() -> None:
    """Ruling 18."""
    for move, gained in ((TAKE, 1), (STOP, 0)):
        race = ready_to_step((3, 8), "reckless3")
        race.play(SPECIAL, MAIN, go(0, LEFT))
        assert race.stage == "offer"
        race.play(move)
        assert race.state.shells[0] == gained
        assert race.stage == "act"


@pytest.mark.rule("OC-43")
def test_a_reckless_crab_ignores_obstacles_rushes_and_waves_but_not_walls() -> None:
    race = ready_to_step((3, 8), "reckless3")
    race.hold(0)
    race.play(SPECIAL, MAIN, go(0, AHEAD))
    assert race.where(0) == (3, 9)
    assert race.stage == "act"
    race = ready_to_step((2, 9), "reckless3", beach=RUSHES)
    race.play(SPECIAL, MAIN, go(0, AHEAD))
    assert race.where(0) == (2, 10)
    race = ready_to_step((0, 7), "reckless3")
    race.play(SPECIAL, MAIN)
    assert race.reason(go(0, RIGHT)) == ("space.inaccessible", "OC-21")


@pytest.mark.rule("OC-43", "OC-26")
def test_a_reckless_crab_may_stay_on_a_wave_it_already_stood_on() -> None:
    race = ready_to_step((1, 18), "reckless3")
    assert race.reason(STAY) == ("wave.none", "OC-26")
    race.play(SPECIAL)
    assert STAY in race.legal()
    assert END in race.legal()
    race.play(STAY)
    assert race.where(0) == (1, 18)
    assert race.state.turn == 1


@pytest.mark.rule("OC-43")
def test_recklessness_covers_the_own_crab_only_and_ends_with_the_turn() -> None:
    race = ready_to_step((3, 7), "reckless3")
    race.stand(1, 3, 8)
    race.hold(1, "S1")
    race.play(SPECIAL, MAIN, go(0, AHEAD), go(1, AHEAD))
    assert race.to_act == [1]
    race.play(card("S1"), END)
    assert race.state.reckless == 0


@pytest.mark.rule("OC-53", "OC-17", "OC-23", "OC-22")
def test_a_stray_is_pushed_but_takes_no_shell_and_discards_nothing() -> None:
    race = Race(2)
    race.stand(0, 3, 7)
    race.stand(2, 3, 8)
    race.begin(0, "S1", chef=1)
    supply = int(race.state.supply)
    race.play(MAIN, go(0, AHEAD), go(2, LEFT))
    assert race.where(2) == (2, 8)
    assert race.is_down(2)
    assert race.state.supply == supply
    race = Race(2)
    race.stand(0, 3, 7)
    race.stand(2, 3, 8)
    race.begin(0, "S1", chef=1)
    race.play(MAIN, go(0, AHEAD), go(2, AHEAD))
    assert race.stage == "act"
