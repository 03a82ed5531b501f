"""What a search makes of a position, seen from one seat: the best moves, how good they are, and what would follow."""

from __future__ import annotations

import itertools
import math
import threading
import time
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, cast

from decapod.bots import ADVISER, bot, precompile
from decapod.bots.base import legal_moves_of, worth_of
from decapod.bots.mcts.search import Tree
from decapod.engine import tree
from decapod.errors import UsageError, as_int, check_type

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Event

    from decapod.bots.mcts.search import MCTSBot
    from decapod.core.match import Move
    from decapod.core.player_view import PlayerView
    from decapod.scene import Translator

SIMULATIONS = 20_000  # for a position, unless told otherwise
MOST_SIMULATIONS = 10_000_000
LONGEST = 3600.0  # seconds
ROOM = 1 << 20  # nodes of a tree at most
STEPS, LEAST_STEP = 16, 64  # after which part of its simulations, or how many at least, it looks what it found
LINES = 5  # moves that an analysis lists
LONGEST_LINE = 8  # moves
LEAST_VISITS = 20  # of a move that is listed as what would follow
OF = {1: "points", 2: "win"}  # what a chance is one of, by how many play; "place" with more
PLACE = "place"


@dataclass(frozen=True)
class Line:
    """A move, how good it is, and what would follow if everybody went on as well as the search knows."""

    move: Move
    visits: int
    #: From 0 to 1; `Analysis.of` says of what.
    value: float
    #: One standard error of it: in 19 of 20 cases the truth, as far as the search can tell, is within two.
    error: float
    #: Whether it is certain, to the end of the game.
    is_proven: bool
    #: Who would make which move, the first is `move` itself. It ends where chance, or a secret, decides what follows.
    moves: tuple[tuple[int, Move], ...]
    #: The pieces that are clicked for the move, in order: to be marked.
    pieces: tuple[str, ...]

    @property
    def arrows(self) -> tuple[tuple[str, str], ...]:
        """From which piece to which an arrow is to be drawn."""
        return tuple(zip(self.pieces, self.pieces[1:], strict=False))


@dataclass(frozen=True)
class Analysis:
    """What a search makes of a position, seen from one seat."""

    player: int
    #: What a chance is one of: "win" (a draw counts half); with more than two players "place", where 1 is first of all
    #: and 0 last; alone "points", where 0.5 is none, and each 0.005 more is one.
    metric: str
    #: The moves that were looked at most, the best first.
    lines: tuple[Line, ...]
    #: How many games were played on in mind for this.
    simulations: int
    #: Whether there was nothing to choose: then nothing was searched.
    is_forced: bool

    @property
    def best(self) -> Line:
        """The best move, as far as is known."""
        return self.lines[0]


def metric_of(players: int) -> str:
    """Say what a chance is one of where so many play."""
    return OF.get(players, PLACE)


def analyse(
    seat: PlayerView,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    lines: int = LINES,
    stop: Event | None = None,
    words: Translator | None = None,
) -> Analysis:
    """Return the best moves of the player, who is to act, by what they know: the search of the strongest level.

    It makes that many simulations, with equal results for equal seeds, or as many as it can in that many seconds. The
    default is 20,000 simulations. `words`, from `game.translator(language, names)`, describes the moves.

    >>> import decapod
    >>> view = decapod.game("crabs").match(players=2, seed=7, first=0).player_view(0)
    >>> best = analyse(view, simulations=20).best
    >>> 0 <= best.value <= 1 and best.moves[0] == (0, best.move)
    True
    """
    from decapod.core.player_view import PlayerView

    check_type(seat, PlayerView, "seat")
    simulations = check_simulations(simulations)
    if seconds is not None:
        check_type(seconds, Real, "seconds")
        if not 0 < seconds <= LONGEST:
            raise UsageError(f"seconds is more than 0 and at most {LONGEST:g}, not {seconds}")
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise TypeError(f"stop is an event, not {stop!r:.80}")
    if as_int(lines, "lines") < 1:
        raise UsageError(f"an analysis lists at least 1 move, not {lines}")
    legal = legal_moves_of(seat)
    explorer = Explorer(as_int(seed, "a seed"), simulations, seconds, stop)
    if len(legal) > 1:
        precompile(seat.game.package, wait=seconds is None)
        explorer.explore(seat)
    found = explorer.judge(seat)[:lines]
    clicks = {choice.move: choice.clicks for choice in seat.scene(words=words).choices}
    listed = tuple(
        Line(
            seat.describe_move(one.move, words), one.visits, one.chance, one.error, one.is_proven,
            describe_line(seat, explorer.line(seat, one.move), words), clicks.get(one.move, ()),
        )
        for one in found
    )  # fmt: skip
    return Analysis(seat.player, metric_of(seat.players), listed, explorer.visits(seat), len(legal) == 1)


def check_simulations(given: int | None) -> int:
    """Return how many simulations are wanted; refuses what is no such number."""
    if given is None:
        return SIMULATIONS
    if not 1 <= as_int(given, "simulations") <= MOST_SIMULATIONS:
        raise UsageError(f"simulations are from 1 to {MOST_SIMULATIONS:,}, not {given}")
    return int(given)


def describe_line(seat: PlayerView, line: list[int], words: Translator | None = None) -> tuple[tuple[int, Move], ...]:
    """Put the moves of a line into words, as far as the player of a seat can foresee who makes them, and that they may.

    It is played on a guess of what is hidden, up to where something hidden or random would come to light.
    """
    sample = seat.sample_match(0)
    player, found = seat.player, list[tuple[int, "Move"]]()
    for move in line[:LONGEST_LINE]:
        if move == tree.CONCEALED or move not in sample.legal_actions(player):
            break
        found.append((player, sample.describe_move(player, move, words)))
        reveals = int(sample.state.reveals)
        sample.play(player, move, unchecked=True)
        if sample.is_over or int(sample.state.reveals) != reveals:
            break
        player = seat.player if seat.player in sample.to_act else sample.to_act[0]
    return tuple(found)


@dataclass(frozen=True)
class Judgement:
    """What a search found out about a move."""

    move: int
    visits: int
    chance: float
    error: float
    is_proven: bool


class Explorer:
    """Grows trees for one position after the other of a match, and keeps of each what still holds at the next.

    Where nothing is hidden, everybody's moves grow the same tree; else each player's grow a tree of their own.
    """

    def __init__(
        self, seed: int, simulations: int, seconds: float | None = None, stop: Event | None = None, positions: int = 1
    ) -> None:
        """Search each position until so many simulations came to it, or else for a time; there are so many of them."""
        self._thinker = cast("MCTSBot", bot(ADVISER, seed=seed))
        self._seed = seed
        self.simulations: int = simulations
        self._seconds = seconds
        self._stop = stop or threading.Event()
        self._room = ROOM if seconds is not None else min(ROOM, 64 + 2 * simulations * (positions + 1))
        self.step: int = max(LEAST_STEP, simulations // STEPS)
        self._trees: dict[int, Tree] = {}

    @property
    def is_stopped(self) -> bool:
        """Whether whoever waits wants no more: then what was found last is not whole."""
        return self._stop.is_set()

    def _tree(self, seat: PlayerView) -> Tree:
        key = seat.player if seat.game.rules.HAS_HIDDEN_INFORMATION else 0
        if key not in self._trees:
            self._trees[key] = Tree(self._room)
        return self._trees[key]

    def _seed_of(self, seat: PlayerView, step: int) -> int:
        """Return the seed of some of a position's simulations."""
        return self._seed + (seat.ply + 1) * 0x9E3779B97F4A7C15 + step * 0xD1B54A32D192ED03

    def explore(self, seat: PlayerView, is_enough: Callable[[list[Judgement]], bool] | None = None) -> None:
        """Search a position in which there is something to choose.

        From half of its simulations on it looks now and then whether what it found is enough, if it is told how.
        """
        grown = self._tree(seat)
        grown.begin(seat)
        if self._seconds is not None:
            until = time.monotonic() + self._seconds
            grown.grow(seat, self._thinker, self._seed_of(seat, 0), math.inf, until, self._stop)
            return
        for step in itertools.count():
            left = self.simulations - grown.visits
            if left <= 0 or grown.is_proven or self.is_stopped:
                return
            if is_enough is None:
                more = left
            elif left > self.simulations // 2:
                more = left - self.simulations // 2
            elif is_enough(self.judge(seat)):
                return
            else:
                more = min(left, self.step)
            grown.grow(seat, self._thinker, self._seed_of(seat, step), more, math.inf, self._stop)

    def probe(
        self, seat: PlayerView, move: int, visits: int, is_enough: Callable[[Judgement], bool]
    ) -> Judgement | None:
        """Search on what follows one move of a position that was explored, until that is enough, or has so many visits.

        Return what was found out about it; None if it was never looked at: it was stopped, or there was no room.
        """
        grown, found, before = self._tree(seat), self._find(seat, move), -1
        for step in itertools.count(-1, -1):
            made = found.visits if found is not None else 0
            if made == before or made >= visits or self.is_stopped:
                return found
            if found is not None and (found.is_proven or (made >= self.step and is_enough(found))):
                return found
            more, before = min(self.step, visits - made), made
            grown.probe(move, seat, self._thinker, self._seed_of(seat, step), more, math.inf, self._stop)
            found = self._find(seat, move)
        return found

    def _find(self, seat: PlayerView, move: int) -> Judgement | None:
        children = self._tree(seat).children()
        return next((judge_child(child) for child in children if child.move == move and child.visits), None)

    def visits(self, seat: PlayerView) -> int:
        """Return how many simulations came to a position."""
        return self._tree(seat).visits if self._trees else 0

    def line(self, seat: PlayerView, move: int) -> list[int]:
        """List a move and those that would follow it."""
        line = self._tree(seat).principal_variation(move, LEAST_VISITS) if self._trees else []
        return line or [move]

    def judge(self, seat: PlayerView) -> list[Judgement]:
        """Judge all moves that were looked at, the best first: one that wins for sure, else the one looked at most.

        Where there is nothing to choose, the one move is as good as any: nothing was searched.
        """
        legal = seat.legal_actions()
        if len(legal) == 1:
            return [Judgement(legal[0], 0, 0.5, 0.5, False)]
        found = [judge_child(child) for child in self._tree(seat).children() if child.move in legal and child.visits]
        return sorted(found, key=lambda one: (-_certainty(one), -one.visits, one.move))


def _certainty(one: Judgement) -> int:
    """Return 1 for a move that wins for sure, -1 for one that loses for sure, else 0."""
    return (one.chance > 0.5) - (one.chance < 0.5) if one.is_proven else 0


def judge_child(child: Any) -> Judgement:
    """Read what a tree says of a move: the average return of its visits, and the standard error of that.

    One visit more than there were is reckoned with, of the largest return there is: few visits that agree prove little.
    """
    visits = int(child.visits)
    if child.exact:
        return Judgement(int(child.move), visits, worth_of(float(child.worth)), 0.0, True)
    mean = float(child.total) / visits
    spread = (float(child.squares) + 1.0) / (visits + 1) - (float(child.total) / (visits + 1)) ** 2
    return Judgement(int(child.move), visits, worth_of(mean), math.sqrt(max(0.0, spread) / visits) / 2, False)
