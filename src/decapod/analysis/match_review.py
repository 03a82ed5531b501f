"""A whole match, looked at move by move: what each move cost, whether that is more than noise, and what turned it."""

from __future__ import annotations

import hashlib
import json
import math
import os
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

from decapod.analysis.position import Explorer, check_simulations, metric_of
from decapod.bots import precompile
from decapod.bots.base import worth_of
from decapod.errors import IllegalMoveError, ParseError, Reason, UsageError, as_int, check_type

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from threading import Event

    from decapod.analysis.position import Judgement
    from decapod.core.match import Match
    from decapod.core.player_view import PlayerView

FORMAT = "decapod analysis 1"
#: What a move is called that cost so much of the chance, the worst first.
GRADES: dict[str, float] = {"blunder": 0.20, "mistake": 0.10, "inaccuracy": 0.05}
SURE = 2.0  # standard errors that a loss must exceed to count at all
NOISE = 0.02  # by which losses differ from search to search, however long these are: docs/analysis.md has the figures
STRETCH = 10  # moves that are looked at one after the other, each with what the one before it left
CLEAR = 2  # times as often as any other a move is looked at that is taken for the best early
SHARE = 0.5  # of a position's simulations: so many at most are made to find out about a move that was not the best
EVEN = 0.5


@dataclass(frozen=True)
class MoveReview:
    """What a search says of a move that was made, by what its player could know then."""

    ply: int  # the number of the move, from 1
    player: int
    move: int
    best: int
    chance: float | None  # of the best move; None where there was nothing to choose
    error: float  # one standard error of it
    made_chance: float | None  # of the move that was made
    made_error: float
    visits: int  # simulations that came to the position
    line: tuple[int, ...]  # the best move, and what would follow it
    is_continued: bool = False  # whether the same player moved just before, and nothing came to light by that
    after_reveal: bool = False  # whether something hidden or random came to light by the move just before

    def knowing(self, later: MoveReview | None) -> MoveReview:
        """Return what is to be said of the move once the next decision was searched, too.

        If it is the same player's, and nothing came to light in between, that is the position which the move led to,
        and it was searched better there: a move that proves to be better than the best was the best. What is certain
        there was so before, unless something came to light: of two players one's gain is the other's loss.
        """
        if later is None or later.chance is None or self.made_chance is None:
            return self
        if later.is_continued:
            made, error = later.chance, later.error
        elif later.error == 0 and not later.after_reveal:  # it is certain
            made, error = later.chance if later.player == self.player else 1 - later.chance, 0.0
        else:
            return self
        if self.chance is None or made <= self.chance:
            return replace(self, made_chance=made, made_error=error)
        line = (self.move, *later.line)
        return replace(self, best=self.move, chance=made, error=error, made_chance=made, made_error=error, line=line)

    @property
    def value_loss(self) -> float:
        """How much of the chance the move cost; 0 for the best."""
        if self.chance is None or self.made_chance is None or self.move == self.best:
            return 0.0
        return max(0.0, self.chance - self.made_chance)

    @property
    def value_loss_error(self) -> float:
        """One standard error of the loss."""
        return error_of(self.error, self.made_error) if self.move != self.best else 0.0

    @property
    def grade(self) -> str:
        """One of `GRADES`, or "" for a move that lost little, or no more than may be the search's own noise."""
        return grade_of(self.value_loss) if self.value_loss > SURE * self.value_loss_error else ""


def error_of(*errors: float) -> float:
    """Return one standard error of a loss, from those of the chances: and no tree is grown twice alike."""
    return math.hypot(*errors, NOISE)


def grade_of(loss: float) -> str:
    """Return what a move is called that cost so much; "" if that is next to nothing."""
    return next((name for name, least in GRADES.items() if loss >= least), "")


class Review:
    """A match that is looked at move by move, by a search from the seat of whoever moved.

    It may be stopped at any time, kept as a text and gone on with; the same seed says the same in the end. While a
    match goes on it is for one player, who gets to know what they could have known then, of their own moves.

    >>> import decapod
    >>> match = decapod.game("crab-stack").match(players=2, seed=7)
    >>> Review(match)
    Traceback (most recent call last):
    decapod.errors.IllegalMoveError: the match is not over: only a player's own moves can be looked at
    """

    def __init__(
        self,
        match: Match,
        *,
        simulations: int | None = None,
        seed: int = 0,
        player: int | None = None,
        winners: Sequence[int] | None = None,
    ) -> None:
        """Look at all moves, or at those of a player, until so many simulations came to each position.

        `winners` says who won a match that ended otherwise than by the rules, because somebody resigned: it is over.
        """
        from decapod.core.match import Match

        check_type(match, Match, "match")
        if player is not None and not 0 <= as_int(player, "player") < match.players:
            raise ParseError(f"there is no player {player}; the players are 0 to {match.players - 1}")
        if not match.is_over and winners is None and player is None:
            words = "the match is not over: only a player's own moves can be looked at"
            raise IllegalMoveError(Reason("review.live", words=words))
        self.match: Match = match.copy()
        self.simulations: int = check_simulations(simulations)
        self.seed: int = as_int(seed, "a seed")
        self.player: int | None = player
        self.winners: tuple[int, ...] = (
            tuple(winners) if winners is not None else match._winners() if match.is_over else ()
        )
        self._verdicts: dict[int, MoveReview] = {}  # by ply, from 1

    def __repr__(self) -> str:
        """Say of which match it is, and how far."""
        return f"<Review of {self.match.game.name}, {self.done} of {self.total} moves>"

    # --- how far it is ----------------------------------------------------------------------------------------

    @property
    def total(self) -> int:
        """How many moves there are to look at."""
        return len(self._plies(range(len(self.match.moves))))

    @property
    def done(self) -> int:
        """How many of them were looked at."""
        return len(self._verdicts)

    @property
    def is_done(self) -> bool:
        """Whether all were."""
        return self.done == self.total

    def _plies(self, indices: range) -> list[int]:
        """List those of some moves, numbered from 0, that are to be looked at."""
        return [i for i in indices if self.player in (None, self.match.moves[i].player)]

    def stretches_left(self) -> list[range]:
        """List the stretches of moves, numbered from 0, that were not looked at to their end."""
        last = len(self.match.moves)
        stretches = [range(first, min(last, first + STRETCH)) for first in range(0, last, STRETCH)]
        return [one for one in stretches if any(i + 1 not in self._verdicts for i in self._plies(one))]

    # --- looking ----------------------------------------------------------------------------------------------

    def run(
        self,
        *,
        threads: int | None = None,
        stop: Event | None = None,
        progress: Callable[[Review], object] | None = None,
    ) -> None:
        """Look at all moves that are left, stretch by stretch, each in a thread; until `stop` is set, if it is.

        `progress` is called after each move, from any of these threads.
        """
        threads = (os.cpu_count() or 1) if threads is None else as_int(threads, "threads")
        if not 1 <= threads <= 1024:
            raise UsageError(f"threads are from 1 to 1024, not {threads}")
        if progress is not None and not callable(progress):
            raise TypeError(f"progress is called with the review, and cannot be {progress!r:.80}")
        precompile(self.match.game.package, wait=True)
        stop = stop or threading.Event()
        with ThreadPoolExecutor(threads) as pool:
            begun = [pool.submit(self.look_at, stretch, stop, progress) for stretch in self.stretches_left()]
            try:
                for one in as_completed(begun):
                    one.result()
            except BaseException:
                stop.set()
                raise

    def look_at(self, stretch: range, stop: Event, progress: Callable[[Review], object] | None = None) -> None:
        """Look at a stretch of moves, one after the other, from its first on; until `stop` is set."""
        if stop.is_set():
            return
        explorer = Explorer(self.seed, self.simulations, stop=stop, positions=len(stretch))
        match = self.match.at_ply(stretch.start)
        for i in stretch:
            made = self.match.moves[i]
            if self.player in (None, made.player):
                verdict = judge_move(explorer, match.player_view(made.player, event_log=False), made.action)
                if stop.is_set():
                    return
                after_reveal = i > 0 and self._brought_to_light(i)
                self._verdicts[i + 1] = replace(verdict, is_continued=self._is_continued(i), after_reveal=after_reveal)
                if progress is not None:
                    progress(self)
            match.play(made.player, made.action, unchecked=True)

    def _is_continued(self, i: int) -> bool:
        """Whether a move, numbered from 0, was made by whoever made the one before, by which nothing came to light."""
        played = self.match.moves
        return i > 0 and played[i - 1].player == played[i].player and not self._brought_to_light(i)

    # --- what was found ---------------------------------------------------------------------------------------

    @property
    def of(self) -> str:
        """What a chance is one of: see `Analysis.of`."""
        return metric_of(self.match.players)

    @property
    def verdicts(self) -> list[MoveReview]:
        """What is known of the moves that were looked at, in their order."""
        return [self._verdicts[ply].knowing(self._verdicts.get(ply + 1)) for ply in sorted(self._verdicts)]

    def verdict(self, ply: int) -> MoveReview | None:
        """Return what is known of a move, by its number from 1; None if it was not looked at."""
        found = self._verdicts.get(as_int(ply, "ply"))
        return found and found.knowing(self._verdicts.get(ply + 1))

    def _course(self, player: int) -> list[tuple[int, float, float]]:
        """List what chance a player had, as (moves made, chance, error): where they could choose, and at the end.

        Of two players it is known where the other could choose, too: one's gain is the other's loss.
        """
        course = list[tuple[int, float, float]]()
        for one in self.verdicts:
            if one.chance is not None and one.player == player:
                course.append((one.ply - 1, one.chance, one.error))
            elif one.chance is not None and self.match.players == 2:
                course.append((one.ply - 1, 1 - one.chance, one.error))
        if self.match.is_over:
            course.append((len(self.match.moves), worth_of(self.match.returns[player]), 0.0))
        return course

    def graph(self) -> list[list[tuple[int, float]]]:
        """List for each player the chance they had, as (moves made, chance): where it is known, and at the end."""
        courses = [self._course(player) for player in range(self.match.players)]
        return [[(made, chance) for made, chance, _ in course] for course in courses]

    def counts(self) -> list[dict[str, int]]:
        """Count for each player the moves of each grade."""
        found = [dict.fromkeys(GRADES, 0) for _ in range(self.match.players)]
        for verdict in self.verdicts:
            if verdict.grade:
                found[verdict.player][verdict.grade] += 1
        return found

    @property
    def turning_point(self) -> int | None:
        """The number of the move by which the only winner got clearly ahead, for good; None if there is none.

        That is the others' costliest mistake from the last time that the winner was not clearly ahead to the next
        known; if there was none, but they gained much by what came to light, the move by which it did.
        """
        if len(self.winners) != 1 or not self.is_done:
            return None
        course = self._course(self.winners[0])
        open_still = [i for i, (_, chance, error) in enumerate(course) if chance - EVEN <= SURE * error_of(error)]
        if not open_still:
            return None
        since, chance, error = course[open_still[-1]]
        until, later, later_error = next(iter(course[open_still[-1] + 1 :]), (len(self.match.moves), chance, error))
        between = [one for one in self.verdicts if since < one.ply <= until]
        mistakes = [one for one in between if one.grade and one.player not in self.winners]
        if mistakes:
            return max(mistakes, key=lambda one: one.value_loss).ply
        if later - chance < max(GRADES["mistake"], SURE * error_of(error, later_error)):
            return None
        return next((ply for ply in range(since + 1, until + 1) if self._brought_to_light(ply)), None)

    def _brought_to_light(self, ply: int) -> bool:
        """Whether something hidden or random came to light by a move, numbered from 1."""
        return self.match._common("reveals", ply - 1) != self.match._common("reveals", ply)

    # --- kept -------------------------------------------------------------------------------------------------

    @property
    def fingerprint(self) -> str:
        """What tells the match from others: its game, its deal and its moves."""
        match = self.match
        moves = [(made.player, made.action) for made in match.moves]
        what = [match.game.name, match.game.version, match.box.hash, match.variant, match.players, match.start]
        return hashlib.sha256(json.dumps([*what, match.commitment.seed_hash, moves]).encode()).hexdigest()[:32]

    def dumps(self) -> str:
        """Write down all that was found, to go on from there."""
        kept = Kept(FORMAT, self.fingerprint, self.simulations, self.seed, self.player, list(self._verdicts.values()))
        return msgspec.json.encode(kept).decode()

    def resume(self, text: str) -> None:
        """Take up what `dumps` wrote of this match; `ParseError` if it is of another, or was looked at otherwise."""
        check_type(text, str, "text")
        try:
            kept = msgspec.json.decode(text, type=Kept)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            kept = None
        if kept is None or kept.format != FORMAT:
            raise ParseError("this is no analysis that was kept")
        if kept.match != self.fingerprint:
            raise ParseError("this is the analysis of another match")
        if (kept.simulations, kept.seed, kept.player) != (self.simulations, self.seed, self.player):
            how = f"simulations, seed and player were {kept.simulations}, {kept.seed} and {kept.player}"
            raise ParseError(f"this analysis was made otherwise: {how}")
        self._verdicts = {one.ply: one for one in kept.verdicts}


class Kept(msgspec.Struct):
    """What is written down of a review."""

    format: str
    match: str
    simulations: int
    seed: int
    player: int | None
    verdicts: list[MoveReview]


def judge_move(explorer: Explorer, seat: PlayerView, move: int) -> MoveReview:
    """Search a position until it is clear what to call the move that was made; then, if need be, what follows it."""
    ply, nothing = seat.ply + 1, MoveReview(seat.ply + 1, seat.player, move, move, None, 0.0, None, 0.0, 0, (move,))
    if len(seat.legal_actions()) == 1:
        return nothing

    def is_clear(found: list[Judgement]) -> bool:
        made = next((one for one in found if one.move == move), None)
        rivals = [one for one in found if one.move != move]
        if made is None or made.visits < explorer.step:  # it will be probed
            others = [one.visits for one in rivals]
            return bool(others) and others[0] >= CLEAR * max(others[1:], default=0)
        return not rivals or rivals[0].visits < explorer.step or is_graded(rivals[0], made)

    explorer.explore(seat, is_clear)
    found = explorer.judge(seat)
    if not found:  # stopped before anything was looked at
        return nothing
    best, visits, line = found[0], explorer.visits(seat), tuple(explorer.line(seat, found[0].move))
    made = best
    if move != best.move:
        most = max(1, min(best.visits, int(explorer.simulations * SHARE)))
        made = explorer.probe(seat, move, most, lambda one: is_graded(best, one)) or best
    return MoveReview(ply, seat.player, move, best.move, best.chance, best.error, made.chance, made.error, visits, line)


def is_graded(best: Judgement, made: Judgement) -> bool:
    """Whether more simulations will hardly change what a move is called, compared with another."""
    loss, noise = best.chance - made.chance, SURE * math.hypot(best.error, made.error)
    return grade_of(loss - noise) == grade_of(loss + noise)


def review(
    match: Match,
    *,
    simulations: int | None = None,
    seed: int = 0,
    player: int | None = None,
    threads: int | None = None,
    progress: Callable[[Review], object] | None = None,
) -> Review:
    """Review every move of a finished match, or the moves of one player of any match, by a search.

    Each position gets that many simulations, in that many threads (one for each core by default). `progress` is
    called after each move, from any of these threads.
    """
    made = Review(match, simulations=simulations, seed=seed, player=player)
    made.run(threads=threads, progress=progress)
    return made
