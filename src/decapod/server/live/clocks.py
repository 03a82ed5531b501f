"""The clocks of a match: a bank of time for each seat.

All times are milliseconds after the start of the match, and handed in: nothing here looks at a real clock. So the
same calls with the same times leave the same clocks, on every process and after a restart.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

FORGIVEN_LAG = 1000  # milliseconds of a move's time that are not charged
GRACE = 1000  # milliseconds that a clock may run below nothing before it falls


@dataclass
class Clocks:
    """A clock for each seat: what is left of its bank, and since when it runs.

    A seat's clock runs while the seat is awaited. It gets the increment when its seat's turn, or its part in a phase
    in which all act at once, is over.
    """

    bank: int  # at the start
    increment: int
    on_timeout: str  # "forfeit", or "bot": what becomes of a seat whose clock falls
    left: list[int]  # by seat; of a clock that runs, what was left when it began to
    running: dict[int, int] = field(default_factory=dict)  # since when, by seat
    stopped: set[int] = field(default_factory=set)  # seats whose clock never runs again

    @classmethod
    def for_seats(cls, seats: int, bank: int, increment: int, on_timeout: str) -> Clocks:
        """Set up a full clock for each seat; none of them runs."""
        return cls(bank, increment, on_timeout, [bank] * seats)

    def start(self, seats: Collection[int], at: int) -> None:
        """Let the clocks of `seats` run from now on, and no others."""
        self.running = {seat: at for seat in seats if seat not in self.stopped}

    def left_at(self, at: int) -> list[int]:
        """Tell what each seat has left at a time; never less than nothing."""
        return [max(0, left - self._run_time(seat, at)) for seat, left in enumerate(self.left)]

    def time_to_charge(self, seat: int, at: int, thinking_time: int | None) -> int:
        """Tell what a move made now costs: the time the clock has run, less up to a second of lag.

        `thinking_time` is how long the client says it showed the position. It can save a player that second and no
        more; None, for a client that does not say, saves nothing. A clock that does not run costs nothing.
        """
        passed = self._run_time(seat, at)
        return passed if thinking_time is None else min(passed, max(thinking_time, passed - FORGIVEN_LAG))

    def charge_move(self, seat: int, spent: int, awaiting: Collection[int], *, same_turn: bool, at: int) -> None:
        """Charge a seat for its move and let the clocks of those run who are awaited after it.

        `spent` is what `time_to_charge` said when the move came; `same_turn` whether the turn it belongs to goes on.
        """
        if seat not in self.stopped:
            self._take(seat, spent)
            if not same_turn or seat not in awaiting:
                self.left[seat] += self.increment
        self._pass_on(seat, awaiting, same_turn=same_turn, at=at)

    def charge_undo(self, seat: int, awaiting: Collection[int], *, same_turn: bool, at: int) -> None:
        """Charge a seat that takes back, and let the clocks of those run who are awaited after it.

        Inside its own turn it pays for the time it thought, for thinking again is thinking. If its turn or plan was
        over, it gives the increment for that back.
        """
        if seat in self.running:
            self._take(seat, self._run_time(seat, at))
        elif seat in awaiting and seat not in self.stopped:
            self._take(seat, self.increment)
        self._pass_on(seat, awaiting, same_turn=same_turn, at=at)

    def _pass_on(self, actor: int, awaiting: Collection[int], *, same_turn: bool, at: int) -> None:
        """Let those run who are awaited now; the clock of one whose decision stays the same goes on undisturbed."""
        goes_on = {seat for seat in self.running if seat != actor and seat in awaiting and same_turn}
        for seat in self.running:
            if seat != actor and seat not in goes_on:
                self._take(seat, self._run_time(seat, at))
        self.running = {
            seat: self.running[seat] if seat in goes_on else at for seat in awaiting if seat not in self.stopped
        }

    def next_fall(self) -> int | None:
        """Tell when the first of the clocks falls if nobody moves; None if none runs."""
        return min((since + self.left[seat] + GRACE for seat, since in self.running.items()), default=None)

    def earliest_fall(self, at: int) -> int | None:
        """Tell before when no clock falls, whoever moves from now on; None if none ever falls again."""
        left = [left for seat, left in enumerate(self.left_at(at)) if seat not in self.stopped]
        return at + min(left) + GRACE if left else None

    def fallen_seat(self, at: int) -> int | None:
        """Name a seat whose clock has fallen at a time; None if none has."""
        return next((seat for seat, since in self.running.items() if since + self.left[seat] + GRACE <= at), None)

    def fall(self, seat: int) -> None:
        """Leave a seat nothing, and stop its clock for good."""
        self.left[seat] = 0
        self.stop(seat)

    def stop(self, seat: int) -> None:
        """Stop the clock of a seat for good: its player has left, or a bot plays on for it."""
        self.running.pop(seat, None)
        self.stopped.add(seat)

    def stop_all(self) -> None:
        """Stop every clock: the match is over. What is left stays as it was when they last began to run."""
        self.running.clear()

    def pause(self, duration: int) -> None:
        """Give every running clock the time back in which no server ran."""
        self.running = {seat: since + duration for seat, since in self.running.items()}

    def _run_time(self, seat: int, at: int) -> int:
        return max(0, at - self.running[seat]) if seat in self.running else 0

    def _take(self, seat: int, time: int) -> None:
        self.left[seat] = max(0, self.left[seat] - time)
