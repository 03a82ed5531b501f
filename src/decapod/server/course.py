"""The course of one match: its entries folded, one by one, into where it stands.

Everything that happens to a match is an entry with a number: moves, taking back, asking for it, resigning,
running out of time. Whoever has the same entries has the same course, on every process and after a restart.
A course checks what is wanted and says the entry for it; it changes only when that entry is applied, which
is after it was stored.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from decapod.errors import Illegal, OutOfTurn, Reason, Stale
from decapod.server import wire
from decapod.server.store import Entry
from decapod.server.words import phrase, reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decapod.match import Match

MOVE, UNDO, ASK, GRANT, DENY = "move", "undo", "ask", "grant", "deny"
RESIGN, FLAG, PAUSE, AGAIN = "resign", "flag", "pause", "again"

FORGIVEN = 1000  # milliseconds of lag that a move is not charged for
GRACE = 1000  # and that a clock may run below nothing before the server acts
MOST_ENTRIES = 30_000
MOST_UNDOS = 100  # of one seat in one turn


@dataclass
class Clocks:
    """A bank for each seat, in milliseconds; `since` is when each running one began to run."""

    bank: int
    increment: int
    out: str
    left: list[int]
    since: dict[int, int] = field(default_factory=dict)

    def flag_at(self) -> int | None:
        """Tell when the first clock falls, if any runs."""
        return min((began + self.left[seat] + GRACE for seat, began in self.since.items()), default=None)


class Course:
    """Where a match stands, and how it got there."""

    def __init__(self, id: str, match: Match, began: int, clocks: Clocks | None) -> None:  # noqa: A002
        """Begin; `began` is the time of the start, in milliseconds since 1970."""
        self.id = id
        self.match = match
        self.began = began
        self.clocks = clocks
        self.n = 0
        self.asker: int | None = None
        self.granted: set[int] = set()
        self.again: set[int] = set()
        self.gone: dict[int, str] = {}  # seats that resigned or were forfeit, in that order
        self.flagged: set[int] = set()  # seats whose time ran out and whose bot plays on
        self._awaiting = match.awaiting
        self._turn = match.turn
        self._since = dict.fromkeys(self._awaiting, 0)  # the scene in which each seat's decision began
        self._asked: Entry | None = None  # the last move that was found legal, here and now
        self._last: dict[int, tuple[int, int]] = {}  # each seat's last move, and its number
        self._undos: dict[int, int] = {}  # how often each seat took back in this turn
        if clocks is not None:
            clocks.since = dict.fromkeys(self._awaiting, 0)

    # --- where it stands ------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self.match.played)

    @property
    def over(self) -> bool:
        """Whether the match has ended: by the rules, because too few are left, or because no more can be stored."""
        return not self._awaiting or self._deserted or self._full

    @property
    def _full(self) -> bool:
        return self.n >= MOST_ENTRIES

    @property
    def _deserted(self) -> bool:
        return bool(self.gone) and self.match.players - len(self.gone) <= (1 if self.match.players > 1 else 0)

    @property
    def awaiting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return () if self._deserted or self._full else self._awaiting

    def result(self) -> wire.Result | None:
        """Say how it ended; those who left stand behind those who stayed."""
        if not self.over:
            return None
        match = self.match
        outcome = match.outcome
        places = list(match.places)
        if self.gone:
            left = list(self.gone)
            rank = {seat: place for seat, place in enumerate(places) if seat not in self.gone}
            standing = sorted(rank.values())
            places = [
                standing.index(rank[seat]) + 1 if seat in rank else match.players - left.index(seat)
                for seat in range(match.players)
            ]
        winners = [seat for seat, place in enumerate(places) if place == 1 and seat not in self.gone]
        if outcome is not None and not self._deserted:
            code, words = outcome.code, outcome.words
        else:
            code = next(reversed(self.gone.values())) if self._deserted else "full"
            named = match.game.words(match.language, match.names)
            said = f"ending.{code}" if winners else "ending.alone"
            words = phrase(said, match.language, winners=[named.name(seat) for seat in winners])
        return wire.Result(code=code, words=words, places=places, winners=winners, points=list(match.points))

    # --- what is wanted: each says the entry for it, or why not ---------------------------------------------

    def move(self, seat: int, move: int | str, seen: int, at: int, thought: int | None = None) -> Entry:
        """Check a move made for the decision that `seat` saw in scene `seen`."""
        if self._deserted or self._full:
            raise OutOfTurn(self._say("game.over"))
        if seen > self.n:
            raise Stale(self._say("move.future"))
        if seat not in self._awaiting:
            if seen < self.n:
                raise Stale(self._stale(seat, move, seen))
        elif seen < self._since[seat]:
            raise Stale(self._stale(seat, move, seen))
        refusal = self.match.why_not(seat, move)
        if refusal is not None:
            raise (Illegal if seat in self._awaiting else OutOfTurn)(refusal)
        number = self.match.read(seat, move) if isinstance(move, str) else move
        entry = self._entry(MOVE, seat, number, at, self._spent(seat, at, thought))
        self._asked = entry
        return entry

    def _stale(self, seat: int, move: int | str, seen: int) -> Reason:
        last = self._last.get(seat)
        if last is not None and last[1] > seen and last[0] == move:
            return self._say("move.doubled")
        return self._say("move.stale")

    def undo(self, seat: int, at: int, others: Sequence[int]) -> Entry:
        """Check taking back: free, or asked of the `others`; with none to ask, it is granted at once."""
        if self.over:  # its dice are public now
            raise Illegal(self._say("game.over"))
        needs = self.match.may_undo(seat)
        if needs == "":
            self.match.at(self.ply).undo(seat, consent=True)  # raises with the reason
        if self._undos.get(seat, 0) >= MOST_UNDOS:
            raise Illegal(self._say("undo.many"))
        if needs == "free":
            return self._entry(UNDO, seat, 0, at)
        if not others:
            return self._entry(UNDO, seat, 1, at)
        if self.asker == seat:
            raise Illegal(self._say("undo.asked"))
        return self._entry(ASK, seat, 0, at)

    def answer(self, seat: int, grants: bool, at: int, others: Sequence[int]) -> Entry:
        """Check an answer to somebody who asks; the last one needed takes the move back."""
        if self.asker is None or seat not in others:
            raise Illegal(self._say("undo.not_asked"))
        if not grants:
            return self._entry(DENY, seat, 0, at)
        if set(others) <= self.granted | {seat}:
            return self._entry(UNDO, self.asker, 1, at)
        return self._entry(GRANT, seat, 0, at)

    def resign(self, seat: int, at: int) -> Entry:
        """Check giving up."""
        if self.over or seat in self.gone:
            raise Illegal(self._say("game.over"))
        return self._entry(RESIGN, seat, 0, at)

    def rematch(self, seat: int, at: int) -> Entry:
        """Check asking for another match."""
        if not self.over:
            raise Illegal(self._say("rematch.early"))
        if seat in self.again:
            raise Illegal(self._say("rematch.asked"))
        return self._entry(AGAIN, seat, 0, at)

    def flag(self, at: int) -> Entry | None:
        """Say whose clock has fallen, if one has."""
        if self.clocks is None or self.over:
            return None
        for seat, since in self.clocks.since.items():
            if self.clocks.left[seat] - (at - since) + GRACE <= 0:
                return self._entry(FLAG, seat, 0, at, at - since)
        return None

    def pause(self, missed: int, at: int) -> Entry | None:
        """Give back the time in which no server ran."""
        if self.clocks is None or self.over or not self.clocks.since:
            return None
        return self._entry(PAUSE, -1, missed, at)

    def _entry(self, kind: str, seat: int, move: int, at: int, spent: int = 0) -> Entry:
        return Entry(self.id, self.n + 1, kind, seat, move, at, spent)

    def _say(self, code: str) -> Reason:
        return reason(code, self.match.language)

    def _spent(self, seat: int, at: int, thought: int | None) -> int:
        """Charge what a player thought: the time since their clock began, less up to a second of lag."""
        if self.clocks is None or seat not in self.clocks.since:
            return 0
        passed = max(0, at - self.clocks.since[seat])
        return passed if thought is None else min(passed, max(thought, passed - FORGIVEN))

    # --- what happened --------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Let an entry that is stored happen."""
        if entry.n != self.n + 1:
            raise RuntimeError(f"entry {entry.n} of match {self.id} came after {self.n}")
        kind, seat = entry.kind, entry.seat
        if kind == MOVE:
            self.match.play(seat, entry.move, at=entry.at, asked=entry is self._asked)
            self._last[seat] = (entry.move, entry.n)
        elif kind == UNDO:
            self.match.undo(seat, consent=bool(entry.move))
            self._last.pop(seat, None)
            self._undos[seat] = self._undos.get(seat, 0) + 1
        elif kind == ASK:
            self.asker, self.granted = seat, set()
        elif kind == GRANT:
            self.granted.add(seat)
        elif kind == RESIGN:
            self.gone[seat] = "resigned"
        elif kind == FLAG:
            self._fall(seat)
        elif kind == PAUSE and self.clocks is not None:
            self.clocks.since = {seat: since + entry.move for seat, since in self.clocks.since.items()}
        elif kind == AGAIN:
            self.again.add(seat)
        if kind in (MOVE, UNDO, DENY, RESIGN):
            self.asker, self.granted = None, set()
        self.n = entry.n
        self._asked = None
        if kind in (MOVE, UNDO):
            self._turned(entry)

    def _fall(self, seat: int) -> None:
        if self.clocks is None:
            return
        self.clocks.left[seat] = 0
        self.clocks.since.pop(seat, None)
        if self.clocks.out == "forfeit":
            self.gone[seat] = "forfeit"
        else:
            self.flagged.add(seat)

    def _turned(self, entry: Entry) -> None:
        """See who is awaited now, whose decision is a new one, and set the clocks."""
        before, turn = set(self._awaiting), self._turn
        self._awaiting, self._turn = self.match.awaiting, self.match.turn
        if entry.kind == MOVE and self._turn != turn:
            self._undos.clear()
        if self.clocks is not None:
            self._pay(entry, before, turn)
        self._since = {
            seat: self._since[seat] if seat in before and seat != entry.seat and turn == self._turn else entry.n
            for seat in self._awaiting
        }

    def _pay(self, entry: Entry, before: set[int], turn: int) -> None:
        clocks = self.clocks
        assert clocks is not None  # only called with clocks
        if entry.kind == MOVE and entry.seat not in self.flagged:
            left = max(0, clocks.left[entry.seat] - entry.spent)
            if turn != self._turn or entry.seat not in self._awaiting:
                left += clocks.increment
            clocks.left[entry.seat] = left
        elif entry.kind == UNDO and entry.seat in clocks.since:  # thinking again is thinking
            clocks.left[entry.seat] = max(0, clocks.left[entry.seat] - (entry.at - clocks.since[entry.seat]))
        elif entry.kind == UNDO and entry.seat in self._awaiting:  # what was paid for the plan or turn taken back
            clocks.left[entry.seat] = max(0, clocks.left[entry.seat] - clocks.increment)
        running: dict[int, int] = {}
        for seat in self._awaiting:
            if seat in self.flagged or seat in self.gone:
                continue
            goes_on = seat in before and seat != entry.seat and turn == self._turn and seat in clocks.since
            if not goes_on and seat in before and seat != entry.seat and seat in clocks.since:
                clocks.left[seat] = max(0, clocks.left[seat] - (entry.at - clocks.since[seat]))
            running[seat] = clocks.since[seat] if goes_on else entry.at
        for seat in before - set(self._awaiting) - {entry.seat}:
            if seat in clocks.since:
                clocks.left[seat] = max(0, clocks.left[seat] - (entry.at - clocks.since[seat]))
        clocks.since = running
