"""The course of a match: entries folded in order; clocks; who is late and who is not."""

from __future__ import annotations

from typing import Any

import pytest
from decapod.server.course import FORGIVEN, GRACE, Clocks, Course

import decapod
from decapod.errors import Illegal, OutOfTurn, Stale

SECOND = 1000


def course(players: int = 2, clocks: Clocks | None = None, seed: int = 7) -> Course:
    """Begin a match of Crab Stack in which player 0 begins."""
    return Course("m", decapod.game("crab-stack").match(players, seed=seed, first="0"), 0, clocks)


def clocks(players: int = 2, bank: int = 60 * SECOND, increment: int = 5 * SECOND, out: str = "forfeit") -> Clocks:
    """Set up clocks."""
    return Clocks(bank, increment, out, [bank] * players)


def move(course: Course, at: int = 0, thought: int | None = None) -> None:
    """Let whoever is awaited make a move."""
    seat = course.awaiting[0]
    course.apply(course.move(seat, course.match.legal_ids(seat)[0], course.n, at, thought))


def test_nothing_happens_before_an_entry_is_applied() -> None:
    one = course()
    entry = one.move(0, one.match.legal_ids(0)[0], 0, 5)
    assert (one.n, one.ply, entry.n, entry.at) == (0, 0, 1, 5)
    one.apply(entry)
    assert (one.n, one.ply, one.match.played[0].at) == (1, 1, 5)
    with pytest.raises(RuntimeError, match="came after"):
        one.apply(entry)


def test_the_same_entries_make_the_same_course() -> None:
    one, other = course(clocks=clocks()), course(clocks=clocks())
    entries = []
    for at in range(6):
        seat = one.awaiting[0]
        entries.append(one.move(seat, one.match.legal_ids(seat)[-1], one.n, at * SECOND))
        one.apply(entries[-1])
    for entry in entries:
        other.apply(entry)
    assert other.match == one.match
    assert other.clocks == one.clocks
    assert other.awaiting == one.awaiting


class Planning:
    """A match in which all seats plan at once, as far as a course can see: two rounds of secret plans."""

    def __init__(self) -> None:
        self.players, self.language, self.names = 3, "en", ()
        self.played: list[Any] = []
        self.game = decapod.game("crab-stack")

    @property
    def turn(self) -> int:
        """Rounds that are over."""
        return len(self.played) // 3

    @property
    def awaiting(self) -> tuple[int, ...]:
        """Those who have not planned in this round."""
        planned = self.played[self.turn * 3 :]
        return tuple(seat for seat in range(3) if seat not in planned)

    def why_not(self, seat: int, _: int) -> None:
        """Every plan is legal."""

    def play(self, seat: int, _: int, **__: object) -> None:
        """Plan."""
        self.played.append(seat)


def test_simultaneous_plans_never_refuse_each_other_and_old_ones_are_stale() -> None:
    table: Any = Planning()
    one = Course("m", table, 0, None)
    first = [one.move(seat, 5, 0, 0) for seat in range(3)]
    assert [entry.n for entry in first] == [1, 1, 1]  # all decided on the same scene; one place
    one.apply(first[1])
    one.apply(one.move(0, 5, 0, 0))  # the others retry: their decision is still the same
    with pytest.raises(Stale, match="made already"):
        one.move(1, 5, 0, 0)
    one.apply(one.move(2, 5, 0, 0))
    for seat in range(3):
        with pytest.raises(Stale):
            one.move(seat, 6, 2, 0)  # the round is over: another decision
        assert one.move(seat, 6, 3, 0).n == 4


def test_a_move_out_of_turn_is_no_stale_one() -> None:
    one = course()
    with pytest.raises(OutOfTurn):
        one.move(1, 0, 0, 0)
    move(one)
    with pytest.raises(Stale):
        one.move(0, 1, 0, 0)


def test_a_clock_is_charged_and_paid_for_a_turn() -> None:
    one = course(clocks=clocks())
    assert one.clocks
    move(one, at=10 * SECOND)
    assert one.clocks.left == [55 * SECOND, 60 * SECOND]
    assert one.clocks.since == {1: 10 * SECOND}
    move(one, at=12 * SECOND)
    assert one.clocks.left == [55 * SECOND, 63 * SECOND]


def test_up_to_a_second_of_lag_is_forgiven_and_no_more() -> None:
    for thought, charged in ((9500, 9500), (0, 10_000 - FORGIVEN), (20_000, 10_000), (None, 10_000)):
        one = course(clocks=clocks(increment=0))
        move(one, at=10_000, thought=thought)
        assert one.clocks
        assert one.clocks.left[0] == 60_000 - charged


def test_a_fallen_clock_forfeits_the_seat_or_gives_it_to_a_bot() -> None:
    lost = course(clocks=clocks())
    assert lost.flag(60 * SECOND) is None  # lag is forgiven here too
    flag = lost.flag(60 * SECOND + GRACE)
    assert flag is not None
    lost.apply(flag)
    result = lost.result()
    assert result is not None
    assert (result.code, result.winners, result.places) == ("forfeit", [1], [2, 1])
    kept = course(clocks=clocks(out="bot"))
    flag = kept.flag(60 * SECOND + GRACE)
    assert flag is not None
    kept.apply(flag)
    assert not kept.over
    assert kept.flagged == {0}
    assert kept.flag(10**9) is None  # it falls only once


def test_time_in_which_no_server_ran_is_given_back() -> None:
    one = course(clocks=clocks())
    pause = one.pause(3600 * SECOND, 3605 * SECOND)
    assert pause is not None
    one.apply(pause)
    assert one.flag(3605 * SECOND) is None
    move(one, at=3610 * SECOND)
    assert one.clocks
    assert one.clocks.left[0] == 55 * SECOND


def test_those_who_leave_stand_behind_those_who_stay() -> None:
    one = course(players=4)
    for seat in (2, 0, 1):
        one.apply(one.resign(seat, 0))
    result = one.result()
    assert result is not None
    assert (result.places, result.winners) == ([3, 2, 4, 1], [3])
    with pytest.raises(Illegal):
        one.resign(3, 0)


def test_what_was_asked_is_forgotten_when_the_match_goes_on() -> None:
    one = course()
    move(one)
    one.apply(one.undo(0, 0, [1]))
    assert one.asker == 0
    with pytest.raises(Illegal, match="asked already"):
        one.undo(0, 0, [1])
    move(one)
    assert one.asker is None
    with pytest.raises(Illegal):
        one.wait_for_answer(1, True, 0, [])


def test_a_match_has_room_for_only_so_many_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decapod.server.log.MOST_ENTRIES", 1)
    one = course()
    move(one)
    assert one.over
    assert one.awaiting == ()
    result = one.result()
    assert result is not None
    assert result.code == "full"
    with pytest.raises(OutOfTurn, match="over"):
        one.move(1, one.match.legal_ids(1)[0], one.n, 0)
