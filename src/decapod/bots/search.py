"""The search bot: a tree of moves grown by simulations, each on a new guess of what is hidden (`engine/tree.py`).

A simulation goes down the tree, plays on by chance for some moves, and judges what it has come to. It works for any game
behind the verbs.
"""

from __future__ import annotations

import secrets
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.bots.bot import Bot, Judged, warm
from decapod.engine import batch, contract, dice, playout, ready, records, returns, tree, verbs

if TYPE_CHECKING:
    from threading import Event

    from decapod.engine.contract import Rules
    from decapod.match import Move
    from decapod.seat import Seat

SECONDS = 0.6  # how long it thinks unless told otherwise
SLICE = 0.005  # seconds between two looks at the time
ROOM = 1 << 18  # nodes of a tree
DEALING, MOVING = batch.POLICY + 1, batch.POLICY + 2  # mark the dice that guess apart from those that choose moves


def search(
    boxes, roots, tables, nodes, state, way, moves, guess, chance, scratch, values,
    explore, horizon, seed_a, seed_b, first, tries,
):  # fmt: skip
    """Grow a tree by simulations from number `first` on; return how many, fewer once the worth of the root is certain."""
    box = boxes[0]
    table = tables[0]
    player = int(state[tree.PLAYER])
    for k in range(tries):
        if nodes[tree.ROOT].exact == 1:
            return k
        dice.load(guess, seed_a, seed_b, first + k, DEALING)
        dice.load(chance, seed_a, seed_b, first + k, MOVING)
        records.copy(roots[0], table)
        verbs.hide(box, table, player, guess)
        tree.descend(box, table, nodes, state, way, moves, chance, explore)
        if not tree.recall(nodes, state, way, values):
            is_certain = state[tree.OPEN] == 1 and table.awaiting == 0 and table.dice[dice.COUNTER] == 0
            evaluate(box, table, moves, chance, horizon, scratch, values)
            if is_certain:
                tree.prove(nodes, state, way, values)
        tree.back_up(nodes, state, way, values)
    return tries


KERNEL = search  # what `ready` gets ready


def evaluate(box, table, moves, chance, horizon, scratch, values):
    """Play on by chance for some moves, and write what the game, finished or not, is worth to each player."""
    for _ in range(horizon):
        if table.awaiting == 0:
            break
        playout.step(box, table, moves, chance)
    if table.awaiting == 0:
        returns.returns(box, table, scratch[0], values)
    else:
        returns.estimate(box, table, scratch, values)


@dataclass(frozen=True)
class Manner:
    """How a search thinks."""

    horizon: int = 60  # moves that are played on by chance before the game is judged as it stands
    explore: float = 0.7  # how much it looks at moves that do not seem best


class Search(Bot):
    """Thinks ahead move by move, in many guesses of what is hidden."""

    name = "search"
    seconds = SECONDS

    def __init__(
        self,
        seed: int | None = None,
        *,
        seconds: float | None = None,
        playouts: int | None = None,
        stop: Event | None = None,
        threads: int = 1,
        manner: Manner | None = None,
    ) -> None:
        """Think for a number of simulations, or else for a time; compiled if kernels are ready, else interpreted.

        Each thread grows a tree of its own. Once `stop` is set it judges by what it has seen so far.
        """
        self.seconds = SECONDS if seconds is None else seconds
        self.playouts = playouts
        self.manner = manner or Manner()
        self._stop = stop or threading.Event()
        self._seed = secrets.randbits(64) if seed is None else seed
        self._trees = [Tree() for _ in range(threads)]
        self._thought = 0

    def choose(self, seat: Seat) -> Move:
        """Choose the move that was looked at most."""
        return self.judge(seat)[0].move

    def judge(self, seat: Seat) -> list[Judged]:
        """Judge every legal move, the best first."""
        legal = seat.legal_ids()
        if len(legal) == 1:
            return [Judged(seat.describe(legal[0]), 0.5, 0)]
        found = self.think(seat)
        return [Judged(seat.describe(move), share_of(seat, total / n if n else 0.0), n) for move, n, total in found]

    def think(self, seat: Seat) -> list[tuple[int, int, float]]:
        """Grow the trees; return for every legal move how often it was tried and the sum of its returns, best first."""
        warm(seat.game.package)
        self._thought += 1
        tree_ = self._trees[0]
        seed = (self._seed + self._thought * 0x9E3779B97F4A7C15) & (1 << 64) - 1
        tree_.begin(seat)
        start, done, tries = time.monotonic(), 0, 1
        while not self._stop.is_set():
            if self.playouts is not None:
                tries = min(tries, self.playouts - done)
            if tries <= 0 or (self.playouts is None and done and time.monotonic() - start >= self.seconds):
                break
            began = time.perf_counter()
            made = tree_.grow(seat, self.manner, seed, done, tries)
            done += made
            if made < tries:
                break
            took = time.perf_counter() - began
            tries = max(1, min(4 * tries, int(tries * SLICE / max(took, 1e-9))))
        return tree_.children(seat)


def share_of(seat: Seat, value: float) -> float:
    """Turn a return into a worth from 0 to 1: of the wins, or of the points that a lone player could dream of."""
    return max(0.0, value) if seat.players == 1 else (1 + value) / 2


class Tree:
    """A tree, and what it is grown on."""

    def __init__(self) -> None:
        self.nodes: Any = None

    def begin(self, seat: Seat) -> None:
        rules = seat.game.rules
        if self.nodes is None:
            self.nodes = np.zeros(ROOM, tree.Node)
            self.state = np.zeros(tree.STATE, np.int64)
            self.way = np.zeros(tree.WAY, np.int64)
        tree.clear(self.nodes, self.state, seat.player, int(seat.players == 2 and not rules.SECRETS))
        self.kind = None

    def grow(self, seat: Seat, manner: Manner, seed: int, first: int, tries: int) -> int:
        fast = ready.is_ready(seat.game.package, __name__)
        rules = seat.game.rules
        kind = rules.Table if fast else records.widened(rules.Table)
        if kind is not self.kind:
            self.kind = kind
            self.roots = np.zeros(1, kind)
            self.roots[0] = records.recast(seat.root, kind)
            self.tables = np.zeros(1, kind)
            seats = contract.seats(rules)
            self.moves = np.zeros(max(rules.WIDEST, seats), np.int64)
            self.guess, self.chance = np.zeros((2, dice.LENGTH), np.int64)
            self.scratch = np.zeros((2, seats), np.int64)
            self.values = np.zeros(seats)
            self.boxes = np.asarray(seat.box.record).reshape(1)
        function: Any = search
        if fast:
            from decapod.engine import compiled

            function = compiled.kernel(search, rules)
        return int(
            function(
                self.boxes,
                self.roots,
                self.tables,
                self.nodes,
                self.state,
                self.way,
                self.moves,
                self.guess,
                self.chance,
                self.scratch,
                self.values,
                manner.explore,
                manner.horizon,
                seed & dice.WORD,
                seed >> 32,
                first,
                tries,
            )
        )

    def children(self, seat: Seat) -> list[tuple[int, int, float]]:
        found = {}
        node = int(self.nodes[0].child)
        while node:
            at = self.nodes[node]
            rank = 2 if at.exact and at.worth == 1 else 0 if at.exact and at.worth == -1 else 1
            found[int(at.move)] = (rank, int(at.visits), float(at.worth * at.visits if at.exact else at.total))
            node = int(at.sibling)
        rows = [(*found.get(move, (1, 0, 0.0)), move) for move in seat.legal_ids()]
        rows.sort(key=lambda r: (-r[0], -r[1], r[3]))
        return [(move, n, total) for _, n, total, move in rows]


def touch(rules: Rules) -> None:
    """Compile the kernel, or load it from the cache, by asking for no tries."""
    from decapod.engine import compiled

    seats = contract.seats(rules)
    function = compiled.kernel(search, rules)
    guess, chance = np.zeros((2, dice.LENGTH), np.int64)
    function(
        np.zeros(1, rules.Box),
        np.zeros(1, rules.Table),
        np.zeros(1, rules.Table),
        np.zeros(1, tree.Node),
        np.zeros(tree.STATE, np.int64),
        np.zeros(tree.WAY, np.int64),
        np.zeros(rules.WIDEST, np.int64),
        guess,
        chance,
        np.zeros((2, seats), np.int64),
        np.zeros(seats),
        0.0,
        0,
        0,
        0,
        0,
        0,
    )
