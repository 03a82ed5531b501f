"""Clocks: pure, handed the time; every way in which time is charged, given, forgiven and given back."""

from __future__ import annotations

import pytest

from decapod.server.live.clocks import FORGIVEN_LAG, GRACE, Clocks

SECOND = 1000
BANK = 60 * SECOND
INCREMENT = 5 * SECOND


def clocks(seats: int = 2, increment: int = INCREMENT, running: tuple[int, ...] = (0,)) -> Clocks:
    """Set clocks up of which some run from the start."""
    made = Clocks.for_seats(seats, BANK, increment, "forfeit")
    made.start(running, 0)
    return made


def test_a_clock_runs_only_while_its_seat_is_awaited() -> None:
    two = clocks()
    assert two.left_at(10 * SECOND) == [50 * SECOND, BANK]
    assert two.left == [BANK, BANK]  # looking changes nothing


def test_no_clock_shows_less_than_nothing() -> None:
    assert clocks().left_at(10 * BANK) == [0, BANK]


def test_before_the_start_no_clock_runs() -> None:
    assert Clocks.for_seats(3, BANK, 0, "bot").left_at(99 * SECOND) == [BANK] * 3


# --- moves -------------------------------------------------------------------------------------------------


def test_a_move_that_ends_a_turn_is_charged_and_paid_its_increment_and_the_next_clock_runs() -> None:
    two = clocks()
    two.charge_move(0, 10 * SECOND, (1,), same_turn=False, at=10 * SECOND)
    assert two.left == [BANK - 10 * SECOND + INCREMENT, BANK]
    assert two.running == {1: 10 * SECOND}


def test_a_move_inside_a_turn_is_charged_without_an_increment_and_the_same_clock_goes_on() -> None:
    two = clocks()
    two.charge_move(0, 10 * SECOND, (0,), same_turn=True, at=10 * SECOND)
    assert two.left == [50 * SECOND, BANK]
    assert two.running == {0: 10 * SECOND}


def test_one_who_plays_two_turns_in_a_row_gets_an_increment_for_each() -> None:
    two = clocks()
    two.charge_move(0, SECOND, (0,), same_turn=False, at=SECOND)
    two.charge_move(0, SECOND, (0,), same_turn=False, at=2 * SECOND)
    assert two.left[0] == BANK - 2 * SECOND + 2 * INCREMENT


def test_more_than_the_bank_cannot_be_spent() -> None:
    two = clocks(increment=0)
    two.charge_move(0, 2 * BANK, (1,), same_turn=False, at=2 * BANK)
    assert two.left[0] == 0


@pytest.mark.parametrize(
    ("thinking_time", "charged"),
    [(9500, 9500), (0, 10_000 - FORGIVEN_LAG), (20_000, 10_000), (None, 10_000)],
    ids=["half a second of lag", "a lie", "longer than the clock ran", "a client that does not say"],
)
def test_up_to_a_second_of_lag_is_forgiven_and_no_more(thinking_time: int | None, charged: int) -> None:
    assert clocks().time_to_charge(0, 10_000, thinking_time) == charged


def test_a_move_of_a_seat_whose_clock_does_not_run_costs_nothing() -> None:
    assert clocks().time_to_charge(1, 10_000, None) == 0


def test_a_clock_that_was_just_paused_beyond_now_costs_nothing() -> None:
    two = clocks()
    two.pause(3600 * SECOND)
    assert two.time_to_charge(0, 10 * SECOND, None) == 0
    assert two.left_at(10 * SECOND)[0] == BANK


# --- all at once -------------------------------------------------------------------------------------------


def test_while_all_plan_at_once_the_clocks_of_the_others_go_on_undisturbed() -> None:
    three = clocks(3, running=(0, 1, 2))
    three.charge_move(1, 4 * SECOND, (0, 2), same_turn=True, at=4 * SECOND)
    assert three.left == [BANK, BANK - 4 * SECOND + INCREMENT, BANK]
    assert three.running == {0: 0, 2: 0}
    three.charge_move(0, 9 * SECOND, (2,), same_turn=True, at=9 * SECOND)
    assert three.running == {2: 0}


def test_when_a_phase_ends_everybody_whose_clock_still_ran_is_charged_and_all_start_anew() -> None:
    three = clocks(3, running=(0, 1, 2))
    three.charge_move(1, 4 * SECOND, (0, 1, 2), same_turn=False, at=4 * SECOND)
    assert three.left == [BANK - 4 * SECOND, BANK - 4 * SECOND + INCREMENT, BANK - 4 * SECOND]
    assert three.running == {0: 4 * SECOND, 1: 4 * SECOND, 2: 4 * SECOND}


def test_one_who_is_no_longer_awaited_because_of_anothers_move_is_charged_for_what_they_thought() -> None:
    three = clocks(3, running=(0, 1))
    three.charge_move(0, 3 * SECOND, (2,), same_turn=True, at=3 * SECOND)
    assert three.left[1] == BANK - 3 * SECOND
    assert three.running == {2: 3 * SECOND}


# --- taking back -------------------------------------------------------------------------------------------


def test_taking_back_inside_a_turn_costs_the_time_that_was_thought() -> None:
    two = clocks()
    two.charge_undo(0, (0,), same_turn=True, at=7 * SECOND)
    assert two.left[0] == BANK - 7 * SECOND
    assert two.running == {0: 7 * SECOND}


def test_taking_a_whole_turn_back_gives_its_increment_back_and_charges_the_other_for_thinking() -> None:
    two = clocks()
    two.charge_move(0, 2 * SECOND, (1,), same_turn=False, at=2 * SECOND)
    two.charge_undo(0, (0,), same_turn=False, at=5 * SECOND)
    assert two.left == [BANK - 2 * SECOND, BANK - 3 * SECOND]
    assert two.running == {0: 5 * SECOND}


def test_taking_a_secret_plan_back_gives_its_increment_back_and_disturbs_nobody() -> None:
    two = clocks(running=(0, 1))
    two.charge_move(0, SECOND, (1,), same_turn=True, at=SECOND)
    two.charge_undo(0, (0, 1), same_turn=True, at=3 * SECOND)
    assert two.left == [BANK - SECOND, BANK]
    assert two.running == {0: 3 * SECOND, 1: 0}


def test_one_who_is_not_awaited_after_taking_back_pays_nothing() -> None:
    three = clocks(3, running=(1,))
    three.charge_undo(0, (2,), same_turn=False, at=SECOND)
    assert three.left == [BANK, BANK - SECOND, BANK]
    assert three.running == {2: SECOND}


# --- falling, leaving, pausing -----------------------------------------------------------------------------


def test_a_clock_falls_a_second_after_it_is_used_up() -> None:
    two = clocks()
    assert two.next_fall() == BANK + GRACE
    assert two.fallen_seat(BANK + GRACE - 1) is None
    assert two.fallen_seat(BANK + GRACE) == 0


def test_the_first_of_several_clocks_falls_first() -> None:
    two = clocks(running=(0, 1))
    two.left[1] = 10 * SECOND
    assert two.next_fall() == 10 * SECOND + GRACE
    assert two.fallen_seat(10 * SECOND + GRACE) == 1


def test_without_a_running_clock_none_falls() -> None:
    two = clocks(running=())
    assert two.next_fall() is None
    assert two.fallen_seat(10**9) is None


def test_a_fallen_clock_never_runs_again_and_is_neither_charged_nor_paid() -> None:
    two = clocks()
    two.fall(0)
    assert (two.left[0], two.running, two.next_fall()) == (0, {}, None)
    two.charge_move(0, 3 * SECOND, (1,), same_turn=False, at=BANK)  # a bot plays on
    assert two.left[0] == 0
    two.charge_move(1, 0, (0,), same_turn=False, at=BANK)
    assert two.running == {}
    two.charge_undo(0, (0,), same_turn=False, at=BANK)
    assert (two.left[0], two.running) == (0, {})


def test_the_clock_of_one_who_resigned_stops_and_keeps_what_was_left() -> None:
    two = clocks()
    two.stop(0)
    assert two.left_at(9 * SECOND) == [BANK, BANK]
    two.start((0, 1), 9 * SECOND)
    assert two.running == {1: 9 * SECOND}


def test_when_a_match_is_over_every_clock_stands_still() -> None:
    two = clocks(running=(0, 1))
    two.stop_all()
    assert two.left_at(9 * SECOND) == [BANK, BANK]
    assert two.next_fall() is None


def test_time_in_which_no_server_ran_is_given_back_to_the_clocks_that_run() -> None:
    two = clocks()
    two.pause(3600 * SECOND)
    assert two.left_at(3605 * SECOND) == [BANK - 5 * SECOND, BANK]
    assert two.fallen_seat(3605 * SECOND) is None


def test_no_clock_falls_before_the_earliest_fall_whoever_moves() -> None:
    three = clocks(3, increment=0)
    assert three.earliest_fall(10_000) == 60_000 + GRACE  # seat 0 runs on
    three.charge_move(0, 10_000, [1], same_turn=False, at=10_000)
    assert three.earliest_fall(20_000) == 20_000 + 50_000 + GRACE  # seat 0 again from now on, 1 has as much
    three.stop(0)
    three.stop(1)
    assert three.earliest_fall(20_000) == 20_000 + 60_000 + GRACE
    three.stop(2)
    assert three.earliest_fall(20_000) is None
