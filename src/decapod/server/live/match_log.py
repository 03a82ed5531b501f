"""The log of one match: its entries folded, one by one, into where the match stands.

Everything that happens to a match is an entry with a number: moves, taking back, asking for it, resigning, running
out of time. Whoever has the same entries has the same match, on every process and after a restart. The log checks
what is wanted and makes the entries for it; it changes only when they are applied, which is after they were stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from decapod.errors import DecapodError, IllegalMoveError, NotYourTurnError, Reason, StaleMoveError
from decapod.server import wire
from decapod.server.rate_limit import count_of
from decapod.server.store.entries import (
    ASK,
    DENY,
    FLAG,
    GRANT,
    MOVE,
    PAUSE,
    REMATCH,
    RESIGN,
    UNDO,
    MatchEvent,
)
from decapod.server.words import reason, sentence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from decapod.core.match import Match
    from decapod.scene import Translator
    from decapod.server.live.clocks import Clocks

MOST_ENTRIES, MOST_UNDOS = count_of("entries"), count_of("undos")
RESIGNED, FORFEIT = "resigned", "forfeit"  # why a player is out of the match, and how one ends for which too few stay
FULL = "full"  # how a match ends that has grown too long
WON = "won"


class MatchLog:
    """Where a match stands, and how it got there."""

    def __init__(self, id: str, match: Match, began_at: int, clocks: Clocks | None) -> None:  # noqa: A002
        """Take a match that was just dealt; `began_at` is the time of the start, in milliseconds since 1970."""
        self.id = id
        self.match = match
        self.began_at = began_at
        self.clocks = clocks
        self.n = 0  # the number of the last entry
        self.last_at = 0  # its time
        self.undo_asker: int | None = None  # the seat that asks to take back
        self.undo_consents: set[int] = set()  # seats that agree to it
        self.rematch_seats: set[int] = set()  # seats that want another match
        self.departures: dict[int, str] = {}  # seats that resigned or were forfeit, in that order, and which it was
        self.timeouts: set[int] = set()  # seats whose time ran out and for whom a bot plays on
        self._results: dict[Translator, tuple[int, wire.Result | None]] = {}  # as it was told, after which entry
        self._awaiting = match.to_act
        self._turns = match.turn_index
        self._decision_began = dict.fromkeys(self._awaiting, 0)  # the scene in which each seat's decision began
        self._checked: list[MatchEvent] = []  # moves found legal in this very position, not yet applied
        self._last_moves: dict[int, tuple[int, int]] = {}  # each seat's last move, and its number
        self._undo_counts: dict[int, int] = {}  # how often each seat took back in this turn
        if clocks is not None:
            clocks.start(self._awaiting, 0)

    # --- where it stands ------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self.match.moves)

    @property
    def over(self) -> bool:
        """Whether the match has ended: by the rules, because too few are left, or because no more can be stored."""
        return not self._awaiting or self._is_deserted or self._is_full

    @property
    def _is_full(self) -> bool:
        return self.n >= MOST_ENTRIES

    @property
    def _is_deserted(self) -> bool:
        fewest = 1 if self.match.players > 1 else 0
        return bool(self.departures) and self.match.players - len(self.departures) <= fewest

    @property
    def awaiting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return () if self._is_deserted or self._is_full else self._awaiting

    def result(self, words: Translator) -> wire.Result | None:
        """Tell how it ended, None while it goes on; those who left stand behind those who stayed."""
        if not self.over:
            return None
        told, result = self._results.get(words, (-1, None))
        if told != self.n:
            result = self._work_out_result(words)
            self._results[words] = self.n, result
        return result

    def _work_out_result(self, words: Translator) -> wire.Result:
        match = self.match
        outcome = match.outcome
        places = list(match.places)
        if self.departures:
            departed = list(self.departures)
            rank = {seat: place for seat, place in enumerate(places) if seat not in self.departures}
            standing = sorted(rank.values())
            places = [
                standing.index(rank[seat]) + 1 if seat in rank else match.players - departed.index(seat)
                for seat in range(match.players)
            ]
        winners = [seat for seat, place in enumerate(places) if place == 1 and seat not in self.departures]
        sentences = describe_departures(self.departures, words)
        if outcome is not None and not self._is_deserted:
            code = outcome.code
            is_same = tuple(winners) == outcome.winners  # else the game names a winner who has left
            sentences.append(match.describe_outcome(words) if is_same else describe_winners(WON, winners, words))
        elif self._is_deserted:
            code = next(reversed(self.departures.values()))
            sentences.append(describe_winners(WON, winners, words))
        else:
            code = FULL
            sentences.append(describe_winners(FULL, winners, words))
        return wire.Result(
            code=code, words=" ".join(filter(None, sentences)), places=places, winners=winners,
            points=list(match.points), lines=match.points_breakdown(words),
            player_results=match.game.player_results(code, winners, match.players),
        )  # fmt: skip

    # --- what is wanted: each makes the entries for it, or refuses ------------------------------------------

    def read_moves(self, seat: int, move: int | str, words: Translator) -> list[int]:
        """Turn what a player wants to do into the moves it makes, by number; refuses what the rules refuse.

        `move` is the number of one move or a line of notation, which may say several moves of one turn. Those are made
        all or none, except that a card once drawn stays drawn: where one of them brings something hidden to light and
        a later one is refused, those before it are returned, and the player decides again with what they know now.
        """
        if self._is_deserted or self._is_full:
            raise NotYourTurnError(reason("game.over", words.language))
        if not isinstance(move, str):
            refusal = self.match.why_not(seat, move, words)
            if refusal is not None:
                raise (IllegalMoveError if seat in self._awaiting else NotYourTurnError)(refusal)
            return [move]
        trial = self.match.at_ply(self.ply)
        try:
            trial.play(seat, move, words=words)
        except DecapodError:
            if len(trial.moves) == self.ply:
                raise
        return [made.action for made in trial.moves[self.ply :]]

    def why_not(self, seat: int, move: int | str, words: Translator) -> Reason | None:
        """Tell why a player may not make a move, in the very words that would refuse it; None if they may."""
        try:
            self.read_moves(seat, move, words)
        except DecapodError as refusal:
            return refusal.reason
        return None

    def why_no_clicks(self, seat: int, clicks: Sequence[str], words: Translator) -> Reason | None:
        """Tell why clicks on these pieces, in this order, make no move; None if they make, or begin, one.

        Refuses (`ParseError`) clicks that mean nothing at all.
        """
        if seat not in self.awaiting:
            refusal = self.why_not(seat, 0, words)
            if refusal is not None:
                return refusal
        return self.why_not(seat, self.match.move_from_clicks(seat, clicks, words), words)

    def entries_for_move(
        self,
        seat: int,
        move: int | str,
        scene_number: int,
        at: int,
        words: Translator,
        thinking_time: int | None = None,
    ) -> list[MatchEvent]:
        """Check a move, or a line of several, made for the decision that `seat` saw in the scene of a number.

        `at` is the time after the start, `thinking_time` how long the client says it showed that scene.
        """
        if self._is_deserted or self._is_full:
            raise NotYourTurnError(reason("game.over", words.language))
        if scene_number > self.n:
            raise StaleMoveError(reason("move.future", words.language))
        decision_began = self._decision_began[seat] if seat in self._awaiting else self.n
        if scene_number < decision_began:
            raise StaleMoveError(reason("move.doubled" if self._is_double(seat, move, scene_number) else "move.stale",
                               words.language))  # fmt: skip
        moves = self.read_moves(seat, move, words)
        spent = self.clocks.time_to_charge(seat, at, thinking_time) if self.clocks is not None else 0
        self._checked = [
            MatchEvent(self.id, self.n + 1 + i, MOVE, seat, number, at, 0 if i else spent)
            for i, number in enumerate(moves)
        ]
        return self._checked

    def _is_double(self, seat: int, move: int | str, scene_number: int) -> bool:
        """Whether a late move is one that was made already."""
        last_move, n = self._last_moves.get(seat, (None, 0))
        return n > scene_number and last_move == move

    def entry_for_undo(self, seat: int, at: int, others: Sequence[int], words: Translator) -> MatchEvent:
        """Check taking back: free, or by consent of `others`, who are asked; with none to ask, it happens at once."""
        if self.over:  # its dice are public now
            raise IllegalMoveError(reason("game.over", words.language))
        needs = self.match.undo_policy(seat)
        if needs == "none":
            self.match.at_ply(self.ply).undo(seat, consent=True, words=words)  # raises with the reason
        if self._undo_counts.get(seat, 0) >= MOST_UNDOS:
            raise IllegalMoveError(reason("undo.many", words.language))
        if needs == "free":
            return self._entry(UNDO, seat, 0, at)
        if not others:
            return self._entry(UNDO, seat, 1, at)
        if self.undo_asker == seat:
            raise IllegalMoveError(reason("undo.asked", words.language))
        return self._entry(ASK, seat, 0, at)

    def entry_for_consent(
        self, seat: int, agrees: bool, at: int, others: Sequence[int], words: Translator
    ) -> MatchEvent:
        """Check an answer to somebody who asks to take back; the last consent needed of `others` takes it back."""
        if self.undo_asker is None or seat not in others:
            raise IllegalMoveError(reason("undo.not_asked", words.language))
        if not agrees:
            return self._entry(DENY, seat, 0, at)
        if set(others) <= self.undo_consents | {seat}:
            return self._entry(UNDO, self.undo_asker, 1, at)
        return self._entry(GRANT, seat, 0, at)

    def entry_for_resignation(self, seat: int, at: int, words: Translator) -> MatchEvent:
        """Check giving up."""
        if self.over or seat in self.departures:
            raise IllegalMoveError(reason("game.over", words.language))
        return self._entry(RESIGN, seat, 0, at)

    def entry_for_rematch(self, seat: int, at: int, words: Translator) -> MatchEvent:
        """Check asking for another match."""
        if not self.over:
            raise IllegalMoveError(reason("rematch.early", words.language))
        if seat in self.rematch_seats:
            raise IllegalMoveError(reason("rematch.asked", words.language))
        return self._entry(REMATCH, seat, 0, at)

    def entry_for_timeout(self, at: int) -> MatchEvent | None:
        """Make the entry for a clock that has fallen; None if none has."""
        seat = self.clocks.fallen_seat(at) if self.clocks is not None else None
        if self.clocks is None or seat is None:
            return None
        return self._entry(FLAG, seat, 0, at, at - self.clocks.running[seat])

    def entry_for_pause(self, duration: int, at: int) -> MatchEvent | None:
        """Make the entry that gives clocks the time back in which no server ran; None if no clock runs."""
        if self.clocks is None or not self.clocks.running:
            return None
        return self._entry(PAUSE, -1, duration, at)

    def _entry(self, kind: str, seat: int, move: int, at: int, spent: int = 0) -> MatchEvent:
        return MatchEvent(self.id, self.n + 1, kind, seat, move, at, spent)

    # --- what happened --------------------------------------------------------------------------------------

    def apply(self, entry: MatchEvent) -> None:
        """Change the match by an entry that is stored; they come in order, without a gap."""
        if entry.n != self.n + 1:
            raise RuntimeError(f"entry {entry.n} of match {self.id} came after {self.n}")
        kind, seat = entry.kind, entry.seat
        if kind == MOVE:
            is_checked = bool(self._checked) and entry is self._checked[0]
            self._checked = self._checked[1:] if is_checked else []
            self.match.play(seat, entry.move, elapsed_ms=entry.at, unchecked=is_checked)
            self._last_moves[seat] = (entry.move, entry.n)
        else:
            self._checked = []
        if kind == UNDO:
            self.match.undo(seat, consent=bool(entry.move))
            self._last_moves.pop(seat, None)
            self._undo_counts[seat] = self._undo_counts.get(seat, 0) + 1
        elif kind == ASK:
            self.undo_asker, self.undo_consents = seat, set()
        elif kind == GRANT:
            self.undo_consents.add(seat)
        elif kind == RESIGN:
            self._depart(seat, RESIGNED)
        elif kind == FLAG:
            self._time_out(seat)
        elif kind == PAUSE and self.clocks is not None:
            self.clocks.pause(entry.move)
        elif kind == REMATCH:
            self.rematch_seats.add(seat)
        if kind in (MOVE, UNDO, DENY, RESIGN):
            self.undo_asker, self.undo_consents = None, set()
        self.n, self.last_at = entry.n, entry.at
        if kind in (MOVE, UNDO):
            self._begin_decisions(entry)
        if self.over and self.clocks is not None:
            self.clocks.stop_all()

    def _depart(self, seat: int, why: str) -> None:
        self.departures[seat] = why
        if self.clocks is not None:
            self.clocks.stop(seat)

    def _time_out(self, seat: int) -> None:
        if self.clocks is None:
            return
        self.clocks.fall(seat)
        if self.clocks.on_timeout == "forfeit":
            self._depart(seat, FORFEIT)
        else:
            self.timeouts.add(seat)

    def _begin_decisions(self, entry: MatchEvent) -> None:
        """See who is awaited after a move or its undoing, whose decision is a new one, and set the clocks."""
        before, turns = self._awaiting, self._turns
        self._awaiting, self._turns = self.match.to_act, self.match.turn_index
        same_turn = turns == self._turns
        if entry.kind == MOVE:
            if not same_turn:
                self._undo_counts.clear()
            if self.clocks is not None:
                self.clocks.charge_move(entry.seat, entry.spent, self._awaiting, same_turn=same_turn, at=entry.at)
        elif self.clocks is not None:
            self.clocks.charge_undo(entry.seat, self._awaiting, same_turn=same_turn, at=entry.at)
        self._decision_began = {
            seat: self._decision_began[seat] if seat in before and seat != entry.seat and same_turn else entry.n
            for seat in self._awaiting
        }


def describe_departures(departures: Mapping[int, str], words: Translator) -> list[str]:
    """Return a sentence for each way in which players left: who resigned, and who ran out of time."""
    return [
        _say_of(f"departed.{why}", [seat for seat, reason in departures.items() if reason == why], words)
        for why in dict.fromkeys(departures.values())
    ]


def describe_winners(how: str, winners: Sequence[int], words: Translator) -> str:
    """Return who has won, `how` a match ends that the rules do not end; nothing if no player has."""
    return _say_of(f"ending.{how}", winners, words) if winners else ""


def _say_of(key: str, seats: Sequence[int], words: Translator) -> str:
    """Return the sentence of a key about one player, or the one about several."""
    return sentence(f"{key}.several" if len(seats) > 1 else key, words.language, names=words.list_names(seats))
