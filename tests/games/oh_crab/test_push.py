"""Moving, pushing, falling, and the types of spaces."""

from __future__ import annotations

import pytest

from decapod.games.oh_crab import rules

from .setting import (
    AHEAD,
    BACK,
    CHEF,
    END,
    LEFT,
    MAIN,
    PATH,
    PLACE_LEFT,
    RIGHT,
    SIDE,
    SPECIAL,
    STAY,
    STOP,
    TAKE,
    Setting,
    card,
    cards,
    filled,
    go,
    printed,
    tile,
)  # fmt: skip


def step(s: Setting, way: int) -> None:
    """Use the main action for a step of crab 0."""
    s.play(MAIN, go(0, way))


def ready(at: tuple[int, int], place: str = "slant3", players: int = 3, beach: str = rules.FIRST_BEACH) -> Setting:
    """Player 0 to act with a move in any direction; the other crabs out of the way."""
    s = Setting(players=players, beach=beach)
    for other in range(1, players):
        s.stand(other, (1, 3, 5, 2)[other - 1], 0)
    s.stand(0, *at)
    s.begin(0, place)
    return s


# --- moving -----------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-16", "OC-13")
def test_icons_give_their_directions() -> None:
    for place, ways in (("S1", {AHEAD}), ("S2", {LEFT, RIGHT}), ("slant3", {LEFT, AHEAD, RIGHT})):
        s = ready((3, 7), place)
        s.play(MAIN)
        assert s.legal() == sorted(go(0, way) for way in ways)


@pytest.mark.rule("OC-16")
def test_only_the_own_crab_steps_and_only_as_the_icon_says() -> None:
    s = ready((3, 6), "S1")
    s.play(MAIN)
    assert s.why(go(0, LEFT)) == "crab.other_way"
    assert s.why(go(1, AHEAD)) == "crab.other"


@pytest.mark.rule("OC-21", "OC-16")
def test_the_sides_of_the_beach_and_inaccessible_spaces_are_no_spaces() -> None:
    s = ready((0, 7))
    s.play(MAIN)
    assert s.why(go(0, LEFT)) == "space.inaccessible"  # beyond the side
    assert s.why(go(0, RIGHT)) == "space.inaccessible"  # (1, 8) is a #
    assert s.legal() == [go(0, AHEAD)]


# --- pushing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-17", "OC-19")
def test_push_example_one_three_spaces_to_choose_from() -> None:
    """Blue moves forward onto yellow: shell left, obstacle ahead, a free space right."""
    blue, yellow = 0, 1
    for way, end in ((LEFT, (2, 8)), (AHEAD, (3, 9)), (RIGHT, (4, 8))):
        s = ready((3, 7))
        s.stand(yellow, 3, 8)
        s.hold(yellow, "S1")
        shells = int(s.table.shells[yellow])
        s.play(MAIN, go(blue, AHEAD))
        assert s.stage == "push"
        assert s.legal() == [go(yellow, LEFT), go(yellow, AHEAD), go(yellow, RIGHT)]
        s.play(go(yellow, way))
        assert s.where(blue) == (3, 8)
        assert s.where(yellow) == end
        assert s.is_down(yellow)
        assert not s.is_down(blue)
        assert s.table.shells[yellow] == shells + (way == LEFT)
        assert (s.awaited == yellow) == (way == AHEAD)  # the obstacle wants a card


@pytest.mark.rule("OC-17", "OC-18")
def test_push_example_two_a_chain_of_three() -> None:
    """Red moves right onto brown, which can only go left, onto green, which goes ahead or to the obstacle."""
    red, brown, green = 0, 1, 2
    for way, end in ((AHEAD, (4, 14)), (LEFT, (3, 14))):
        s = ready((4, 12))
        s.stand(brown, 5, 13)
        s.stand(green, 4, 13)
        s.hold(green)
        s.play(MAIN, go(red, RIGHT))
        assert s.legal() == [go(brown, LEFT)]
        s.play(go(brown, LEFT))
        assert s.legal() == [go(green, LEFT), go(green, AHEAD)]
        s.play(go(green, way))
        assert [s.where(crab) for crab in (red, brown, green)] == [(5, 13), (4, 13), end]
        assert [s.is_down(crab) for crab in (red, brown, green)] == [False, True, True]
        assert s.stage == "act"


@pytest.mark.rule("OC-17")
def test_only_the_active_player_chooses_directions() -> None:
    s = ready((3, 7))
    s.stand(1, 3, 8)
    s.play(MAIN, go(0, AHEAD))
    assert s.awaited == 0
    assert s.legal(1) == []
    assert s.why(go(1, LEFT), player=1) == "turn.not_yours"


@pytest.mark.rule("OC-17")
def test_a_space_whose_crab_could_be_pushed_nowhere_cannot_be_entered() -> None:
    """It cannot happen on the printed tiles; a designer's can have dead ends (ruling 10)."""
    said = printed()
    said["tiles"]["1A"][1:3] = ["###....", "#T#..s."]
    s = Setting(box=filled(said))
    s.stand(0, 1, 3)
    s.stand(1, 1, 4)
    s.stand(2, 5, 0)
    s.begin(0, "S1")
    assert not s.can(MAIN)
    assert s.why(MAIN) == "action.nothing"
    s.stand(1, 3, 0)
    s.play(MAIN, go(0, AHEAD))
    assert s.where(0) == (1, 4)


@pytest.mark.rule("OC-17", "OC-27")
def test_a_crab_pushed_into_the_sea_has_finished() -> None:
    s = ready((3, 17))
    s.stand(1, 3, 18)
    s.play(MAIN, go(0, AHEAD), go(1, AHEAD))
    assert s.where(1) == "sea"
    assert not s.is_down(1)
    assert s.stage == "act"


@pytest.mark.rule("OC-18", "OC-19")
def test_a_chain_can_push_the_own_standing_crab_but_never_a_fallen_one() -> None:
    """Ruling 31, by Move out!."""
    for fallen in (False, True):
        s = ready((3, 7), "move_out1")
        s.stand(0, 3, 7, down=fallen)
        s.stand(1, 3, 6)
        s.play(SPECIAL)
        onto_me = go(1, AHEAD)
        assert s.can(onto_me) == (not fallen)
        if fallen:
            assert s.why(onto_me) == "push.no_room"
            continue
        s.play(onto_me, go(0, RIGHT))
        assert s.is_down(0)
        assert s.where(1) == (3, 7)


@pytest.mark.rule("OC-18")
def test_a_push_that_would_have_to_go_through_the_own_fallen_crab_is_no_choice() -> None:
    s = ready((4, 13), "move_out1")
    s.stand(0, 4, 13, down=True)  # the only way out of (5, 13)
    s.stand(1, 5, 13)
    s.stand(2, 5, 12)
    s.play(SPECIAL)
    assert s.why(go(2, AHEAD)) == "push.no_room"
    assert s.can(go(2, LEFT))


# --- knocked over -----------------------------------------------------------------------------------------


@pytest.mark.rule("OC-19", "OC-20")
def test_on_its_back_a_crab_gives_up_a_move_to_stand() -> None:
    """Ruling 23."""
    for place, action in (("S1", MAIN), ("S2", MAIN), ("slant3", MAIN), ("slant3", SPECIAL)):
        s = ready((3, 6), place)
        s.stand(0, 3, 6, down=True)
        s.play(action)
        assert not s.is_down(0)
        assert s.where(0) == (3, 6)
        assert s.stage == "act"
        assert not s.can(action)


@pytest.mark.rule("OC-20", "OC-14")
def test_the_chefs_move_and_the_shell_moves_can_be_given_up_too() -> None:
    for action in ("slant", "faster"):
        s = Setting()
        s.stand(0, 3, 6, down=True)
        s.show(action)
        s.begin(0, shells=2)
        s.play(tile(action))
        assert not s.is_down(0)
    s = Setting()
    s.stand(0, 3, 6, down=True)
    s.begin(0, chef=0)
    s.play(CHEF)
    assert not s.is_down(0)
    assert s.where(0) == (3, 6)


@pytest.mark.rule("OC-20", "OC-36")
def test_a_special_given_up_costs_its_card_first() -> None:
    s = ready((3, 6), "faster3")
    s.stand(0, 3, 6, down=True)
    s.play(SPECIAL, card("S1"))
    assert not s.is_down(0)
    assert int(s.table.discard[0]) == cards("S1")


@pytest.mark.rule("OC-20", "OC-37", "OC-38")
def test_of_two_moves_one_is_given_up_and_the_other_made() -> None:
    """Ruling 23, and our reading of "forfeit any move action"."""
    s = ready((3, 7), "slide1")
    s.stand(0, 3, 7, down=True)
    s.play(SPECIAL, card("S1"))
    assert s.legal() == [PLACE_LEFT, PLACE_LEFT + 1]  # the move ahead, or the diagonal one
    assert s.why(go(0, AHEAD)) == "crab.knocked_over"
    s.play(PLACE_LEFT)
    assert not s.is_down(0)
    assert s.legal() == [go(0, LEFT), go(0, RIGHT), STOP]
    s.play(go(0, LEFT))
    assert s.where(0) == (2, 7)


@pytest.mark.rule("OC-19")
def test_a_shell_is_no_move_so_it_does_not_help_to_stand() -> None:
    s = ready((3, 6), "S4")
    s.stand(0, 3, 6, down=True)
    s.play(MAIN)
    assert s.is_down(0)
    assert s.table.shells[0] == 1


@pytest.mark.rule("OC-19")
def test_a_second_push_changes_nothing_more() -> None:
    s = ready((3, 7))
    s.stand(1, 3, 8, down=True)
    s.play(MAIN, go(0, AHEAD), go(1, RIGHT))
    assert s.is_down(1)


# --- obstacles --------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-22")
def test_an_obstacle_costs_a_card_of_ones_choice() -> None:
    s = ready((3, 8))
    s.hold(0, "S1", "S2")
    step(s, AHEAD)
    assert s.where(0) == (3, 9)
    assert s.stage == "discard"
    assert s.legal() == [card("S1"), card("S2")]
    assert s.why(card("S3")) == "card.not_in_hand"
    s.play(card("S2"))
    assert s.hand(0) == cards("S1")
    assert int(s.table.discard[0]) == cards("S2")
    assert s.stage == "act"


@pytest.mark.rule("OC-22")
def test_without_a_card_one_does_not_enter_an_obstacle() -> None:
    s = ready((3, 8))
    s.hold(0)
    s.play(MAIN)
    assert s.why(go(0, AHEAD)) == "space.obstacle"
    assert s.can(go(0, RIGHT))


@pytest.mark.rule("OC-22")
def test_the_card_that_pays_a_special_cannot_pay_the_obstacle_too() -> None:
    """Ruling 30: an action works only if it does after its cost."""
    s = ready((3, 8), "faster3")
    s.hold(0, "S1")
    assert s.why(SPECIAL) == "action.nothing"
    s.hold(0, "S1", "S2")
    s.play(SPECIAL, card("S1"), go(0, AHEAD), card("S2"))
    assert s.where(0) == (3, 9)


@pytest.mark.rule("OC-22")
def test_a_pushed_crab_enters_an_obstacle_and_its_owner_discards_if_they_can() -> None:
    for held in ((), ("S1", "S3")):
        s = ready((3, 7))
        s.stand(1, 3, 8)
        s.hold(1, *held)
        s.table.planned[1] = card("S4")
        s.play(MAIN, go(0, AHEAD), go(1, AHEAD))
        assert s.where(1) == (3, 9)
        if held:
            assert s.awaited == 1
            assert s.legal() == [card("S1"), card("S3")]  # not what is planned (ruling 6)
            s.play(card("S3"))
            assert s.hand(1) == cards("S1")
        assert s.awaited == 0
        assert s.stage == "act"


@pytest.mark.rule("OC-28")
def test_effects_go_from_the_last_crab_pushed_to_the_mover() -> None:
    """Ruling 32: the crab pushed onto an obstacle discards before the mover pays for theirs."""
    s = ready((2, 2))
    s.stand(1, 2, 3)
    s.stand(2, 3, 4)
    s.hold(0, "S1")
    s.hold(1, "S2")
    s.hold(2, "S3")
    s.play(MAIN, go(0, AHEAD))  # (2, 3) is an obstacle
    s.play(go(1, RIGHT))  # onto crab 2
    assert s.stage == "push"
    s.play(go(2, AHEAD))  # (3, 5) is an obstacle
    assert [s.where(crab) for crab in range(3)] == [(2, 3), (3, 4), (3, 5)]
    assert s.awaited == 2
    s.play(card("S3"))
    assert s.awaited == 0
    s.play(card("S1"))
    assert s.hand(1) == cards("S2")


# --- shells, rushes, waves, shortcuts, the sea ------------------------------------------------------------


@pytest.mark.rule("OC-23")
def test_each_entry_of_a_shell_space_takes_one_from_the_supply() -> None:
    """Ruling 7."""
    s = ready((3, 8))
    supply = int(s.table.supply)
    step(s, LEFT)
    assert s.where(0) == (2, 8)
    assert (s.table.shells[0], s.table.supply) == (1, supply - 1)


@pytest.mark.rule("OC-23")
def test_an_empty_supply_gives_nothing() -> None:
    s = ready((3, 8), "slant3")
    s.table.supply = 0
    step(s, LEFT)
    assert s.table.shells[0] == 0
    s = ready((3, 8), "S4")
    s.table.supply = 0
    assert s.why(MAIN) == "shell.supply_empty"


RUSHES = "0A 1A 2B 3A 9A"  # rushes at (2, 10) and (4, 10)


@pytest.mark.rule("OC-25")
def test_rushes_are_entered_diagonally_only() -> None:
    """Ruling 8."""
    s = ready((2, 9), beach=RUSHES)
    s.play(MAIN)
    assert s.why(go(0, AHEAD)) == "space.rushes"
    s = ready((1, 10), beach=RUSHES)
    step(s, RIGHT)
    assert s.where(0) == (2, 10)


@pytest.mark.rule("OC-25")
def test_others_may_push_one_into_rushes_from_below() -> None:
    s = ready((2, 8), beach=RUSHES)
    s.stand(1, 2, 9)
    s.play(MAIN, go(0, AHEAD), go(1, AHEAD))
    assert s.where(1) == (2, 10)


@pytest.mark.rule("OC-26")
def test_a_wave_carries_the_active_crab_once_at_the_turns_end() -> None:
    s = ready((1, 17))
    step(s, AHEAD)
    assert s.where(0) == (1, 18)  # waves take effect at the end only
    s.play(END)
    assert s.where(0) == (1, 17)
    assert s.table.turn == 1


@pytest.mark.rule("OC-26", "OC-17")
def test_a_wave_pushes_whoever_stands_there() -> None:
    s = ready((1, 18))
    s.stand(1, 1, 17)
    s.play(END)
    assert s.stage == "push"
    assert s.can(go(1, AHEAD))
    s.play(go(1, LEFT))
    assert s.where(0) == (1, 17)
    assert s.where(1) == (0, 17)
    assert s.table.turn == 1


@pytest.mark.rule("OC-26", "OC-22")
def test_a_wave_washes_onto_an_obstacle_without_asking() -> None:
    said = printed()
    said["tiles"]["9A"][2] = ".oo.o.."
    for held in ((), ("S1",)):
        s = Setting(box=filled(said))
        s.stand(0, 1, 18)
        s.stand(1, 1, 0)
        s.hold(0, *held)
        s.begin(0)
        s.play(END)
        assert s.where(0) == (1, 17)
        assert (s.stage == "discard") == (s.table.turn == 0) == bool(held)


@pytest.mark.rule("OC-26")
def test_waves_do_not_chain_and_leave_other_crabs_alone() -> None:
    said = printed()
    said["tiles"]["9A"][2] = ".vo.o.."
    s = Setting(box=filled(said))
    s.stand(0, 1, 18)
    s.stand(1, 5, 18)
    s.begin(0)
    s.play(END)
    assert s.where(0) == (1, 17)
    assert s.where(1) == (5, 18)


@pytest.mark.rule("OC-26", "OC-19")
def test_a_wave_does_not_take_a_crab_on_its_back() -> None:
    """Ruling 9."""
    s = ready((1, 18))
    s.stand(0, 1, 18, down=True)
    s.play(END)
    assert s.where(0) == (1, 18)


@pytest.mark.rule("OC-24")
def test_a_shortcut_costs_cards_with_exactly_its_symbol() -> None:
    s = ready((1, 4), "S1")
    s.hold(0, "slant3", "S1")
    assert s.why(PATH) == "shortcut.cannot_pay"
    s.hold(0, "slant3", "jump_aside1", "S1")
    s.play(PATH)
    assert s.why(card("S1")) == "shortcut.other_symbol"
    s.play(card("slant3"), card("jump_aside1"))
    assert s.where(0) == (1, 6)
    assert s.hand(0) == cards("S1")
    assert int(s.table.discard[0]) == cards("slant3", "jump_aside1")
    assert s.table.shells[0] == 1  # its end is a shell space


@pytest.mark.rule("OC-24")
def test_simulations_pay_in_ascending_order_and_people_in_any() -> None:
    for ordered in (0, 1):
        s = ready((1, 4), "S1")
        s.hold(0, "slant3", "faster2", "zigzag1")
        s.table.ordered = ordered
        s.play(PATH)
        names = ("slant3", "faster2") if ordered else ("slant3", "faster2", "zigzag1")
        assert s.legal() == [card(name) for name in names]
        if ordered:
            assert s.why(card("zigzag1")) == "shortcut.order"
            s.play(card("faster2"))
            assert s.legal() == [card("zigzag1")]


@pytest.mark.rule("OC-24")
def test_a_bot_can_finish_what_a_person_began_out_of_order() -> None:
    s = ready((1, 4), "S1")
    s.hold(0, "slant3", "faster2")
    s.play(PATH, card("faster2"))
    s.table.ordered = 1
    assert s.legal() == [card("slant3")]


@pytest.mark.rule("OC-24")
def test_shortcuts_are_for_standing_crabs_between_actions() -> None:
    s = ready((1, 3), "zigzag1")
    assert s.why(PATH) == "shortcut.not_here"
    s.hold(0, "slant3", "jump_aside1", "S1")
    s.stand(0, 1, 4, down=True)
    assert s.why(PATH) == "crab.knocked_over"
    s.stand(0, 2, 3)  # Zigzag! over the shortcut: not between its two moves (ruling 28)
    s.play(SPECIAL, card("S1"), go(0, LEFT))
    assert s.where(0) == (1, 4)
    assert s.why(PATH) == "first.step"
    s.play(STOP)
    assert s.can(PATH)


@pytest.mark.rule("OC-24", "OC-17")
def test_a_shortcut_pushes_whoever_stands_at_its_end() -> None:
    s = ready((1, 4), "S1")
    s.stand(1, 1, 6)
    s.hold(0, "slant3", "jump_aside1")
    s.play(PATH, card("slant3"), card("jump_aside1"))
    assert s.stage == "push"
    s.play(go(1, AHEAD))
    assert s.where(0) == (1, 6)
    assert s.is_down(1)


@pytest.mark.rule("OC-27")
def test_entering_the_sea_ends_the_turn_at_once() -> None:
    """Ruling 25."""
    s = ready((3, 18))
    step(s, AHEAD)
    assert s.where(0) == "sea"
    assert s.table.turn == 1


@pytest.mark.rule("OC-43")
def test_a_reckless_crab_takes_shells_or_leaves_them() -> None:
    """Ruling 18."""
    for move, gained in ((TAKE, 1), (STOP, 0)):
        s = ready((3, 8), "reckless3")
        s.play(SPECIAL, MAIN, go(0, LEFT))
        assert s.stage == "offer"
        s.play(move)
        assert s.table.shells[0] == gained
        assert s.stage == "act"


@pytest.mark.rule("OC-43")
def test_a_reckless_crab_ignores_obstacles_rushes_and_waves_but_not_walls() -> None:
    s = ready((3, 8), "reckless3")
    s.hold(0)
    s.play(SPECIAL, MAIN, go(0, AHEAD))
    assert s.where(0) == (3, 9)
    assert s.stage == "act"
    s = ready((2, 9), "reckless3", beach=RUSHES)
    s.play(SPECIAL, MAIN, go(0, AHEAD))
    assert s.where(0) == (2, 10)
    s = ready((0, 7), "reckless3")
    s.play(SPECIAL, MAIN)
    assert s.why(go(0, RIGHT)) == "space.inaccessible"


@pytest.mark.rule("OC-43", "OC-26")
def test_a_reckless_crab_may_stay_on_a_wave_it_already_stood_on() -> None:
    s = ready((1, 18), "reckless3")
    assert s.why(STAY) == "wave.none"
    s.play(SPECIAL)
    assert s.can(STAY)
    assert s.can(END)
    s.play(STAY)
    assert s.where(0) == (1, 18)
    assert s.table.turn == 1


@pytest.mark.rule("OC-43")
def test_recklessness_covers_the_own_crab_only_and_ends_with_the_turn() -> None:
    s = ready((3, 7), "reckless3")
    s.stand(1, 3, 8)
    s.hold(1, "S1")
    s.play(SPECIAL, MAIN, go(0, AHEAD), go(1, AHEAD))
    assert s.awaited == 1
    s.play(card("S1"), END)
    assert s.table.reckless == 0


@pytest.mark.rule("OC-16")
def test_a_step_never_goes_landward() -> None:
    s = ready((3, 6))
    s.play(MAIN)
    assert s.why(go(0, BACK)) == "crab.other_way"


@pytest.mark.rule("OC-9", "OC-12")
def test_a_side_action_is_used_like_a_main_one() -> None:
    s = Setting()
    s.stand(0, 3, 6)
    s.stand(1, 1, 0)
    s.played(0, "S4")
    s.begin(0, "faster3")
    s.play(SIDE, go(0, AHEAD))
    assert s.where(0) == (3, 7)
    assert s.why(SIDE) == "action.used"
