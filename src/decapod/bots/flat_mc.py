"""The sampler: flat Monte Carlo. It tries each move in many guesses of what is hidden, plays on by chance,
and takes the move that did best. It works for any game behind the verbs.
"""

from __future__ import annotations

import secrets
import time
from threading import Event
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.bots.base import Bot, MoveEvaluation, legal_moves_of, precompile, worth_of
from decapod.engine import dice, dispatch, dtypes, jit_warmup, playout, protocols, returns, rollout

if TYPE_CHECKING:
    from decapod.core.match import Move
    from decapod.core.player_view import PlayerView
    from decapod.engine.protocols import Rules

SECONDS = 0.6  # how long it thinks unless told otherwise
CHUNK = 64  # compiled play-outs between two looks at the time: some milliseconds, as one interpreted
DEALING, MOVING = rollout.POLICY + 1, rollout.POLICY + 2  # mark the dice that guess apart from those that choose moves


def sample(
    boxes: Any, roots: Any, states: Any, candidates: Any, moves: Any, guess: Any, chance: Any, scratch: Any,
    values: Any, player: int, seed_a: int, seed_b: int, first: int, tries: int, totals: Any, counts: Any,
) -> None:  # fmt: skip
    """Try candidate moves in turn: guess what is hidden, make the move, play on by chance, add up the returns."""
    box = boxes[0]
    state = states[0]
    for k in range(first, first + tries):
        which = k % len(candidates)
        dice.load(guess, seed_a, seed_b, k, DEALING)
        dice.load(chance, seed_a, seed_b, k, MOVING)
        dtypes.copy(roots[0], state)
        dispatch.determinize(box, state, player, guess)
        dispatch.apply_action(box, state, player, candidates[which])
        state.canonical_order = 1  # only from here on: the candidate may continue a chain begun out of order
        playout.playout(box, state, moves, chance)
        returns.returns(box, state, scratch, values)
        totals[which] += values[player]
        counts[which] += 1


KERNEL = sample  # what `ready` gets ready


class FlatMCBot(Bot):
    """Thinks by playing games out."""

    name = "flat-mc"
    seconds = SECONDS

    def __init__(
        self,
        seed: int | None = None,
        *,
        seconds: float | None = None,
        playouts: int | None = None,
        stop: Event | None = None,
    ) -> None:
        """Think for a number of play-outs, or else for a time; compiled if kernels are ready, else interpreted.

        Once `stop` is set it judges by the play-outs made so far.
        """
        self.seconds: float = SECONDS if seconds is None else seconds
        self.playouts = playouts
        self._stop = stop or Event()
        self._seed = secrets.randbits(64) if seed is None else seed
        self._thought = 0

    def choose(self, seat: PlayerView) -> Move:
        """Choose the move that did best."""
        return self.evaluate(seat)[0].move

    def evaluate(self, seat: PlayerView) -> list[MoveEvaluation]:
        """Judge every legal move, the best first."""
        legal = legal_moves_of(seat)
        if len(legal) == 1:
            return [MoveEvaluation(seat.describe_move(legal[0]), 0.5, 0)]
        self._thought += 1
        totals, counts = self._think(seat, legal)
        judged = [
            MoveEvaluation(seat.describe_move(move), worth_of(float(total / max(1, n))), int(n))
            for move, total, n in zip(legal, totals, counts, strict=True)
        ]
        return sorted(judged, key=lambda j: (j.visits == 0, -j.value))

    def _think(self, seat: PlayerView, legal: list[int]) -> tuple[Any, Any]:
        precompile(seat.game.package)
        totals, counts = np.zeros(len(legal)), np.zeros(len(legal), np.int64)
        seed = self._seed + self._thought * 0x9E3779B97F4A7C15
        words = seed & dice.WORD, seed >> 32 & dice.WORD
        candidates = np.array(legal, np.int64)
        root = seat.state
        boxes = np.asarray(seat.box.record).reshape(1)
        start = time.monotonic()
        done = 0
        while True:
            fast = jit_warmup.is_ready(seat.game.package, __name__)
            chunk = CHUNK if fast else 1
            if self.playouts is not None:
                chunk = min(chunk, self.playouts - done)
            if chunk <= 0 or self._stop.is_set():
                return totals, counts
            if self.playouts is None and done and time.monotonic() - start >= self.seconds:
                return totals, counts
            function, bench = _bench(seat.game.rules, fast)
            bench.roots[0] = dtypes.cast(root, bench.roots.dtype)
            function(*bench.arguments(boxes, candidates), seat.player, *words, done, chunk, totals, counts)
            done += chunk


class _Bench:
    """What the sampler plays on."""

    def __init__(self, rules: Rules, kind: Any) -> None:
        seats = protocols.seats(rules)
        self.roots = np.zeros(1, kind)
        self._states = np.zeros(1, kind)
        self._moves = np.zeros(max(rules.MAX_LEGAL_ACTIONS, seats), np.int64)
        self._guess, self._chance = np.zeros((2, dice.LENGTH), np.int64)
        self._scratch, self._values = np.zeros(seats, np.int64), np.zeros(seats)

    def arguments(self, boxes: Any, candidates: Any) -> tuple[Any, ...]:
        """List what the kernel takes first."""
        return (
            boxes, self.roots, self._states, candidates, self._moves, self._guess, self._chance, self._scratch,
            self._values,
        )  # fmt: skip


def _bench(rules: Rules, fast: bool) -> tuple[Any, _Bench]:
    if not fast:
        return sample, _Bench(rules, dtypes.wide_dtype(rules.State))
    from decapod.engine import jit

    return jit.kernel(sample, rules), _Bench(rules, rules.State)


def compile_now(rules: Rules) -> None:
    """Compile the kernel, or load it from the cache, by asking for no tries."""
    function, bench = _bench(rules, fast=True)
    nothing = np.zeros(1, np.int64)
    boxes = np.zeros(1, rules.Box)
    function(*bench.arguments(boxes, nothing), 0, 0, 0, 0, 0, np.zeros(1), nothing)
