"""Batches: many games played by chance, on Python, on all cores, or on a GPU, with the same results.

Game `i` of a batch with seed `s` is dealt with the secret `s + (i << 64)`: `game.match(seed=...)` deals
the same one.
"""

from __future__ import annotations

import functools
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.engine import dice, playout, records, verbs
from decapod.errors import UsageError

if TYPE_CHECKING:
    from decapod.engine.contract import Rules

POLICY = 1 << 31  # marks the dice that choose moves apart from those that deal


@functools.cache
def result_type(seats: int) -> np.dtype[Any]:
    """Make the type of a game's result, for a game of at most so many players."""
    return records.record_type(
        [
            ("length", "i4"),  # moves played
            ("ending", "i1"),  # why it ended
            ("places", "i1", (seats,)),
            ("points", "i2", (seats,)),
            ("trace", "i8"),  # a fingerprint of all moves
        ]
    )


def deal(box, table, chance, seed_a, seed_b, game, players, variant, options):
    """Load the dice of game number `game` and set it up."""
    records.clear(table)
    dice.load(table.dice, seed_a, seed_b, game, 0)
    dice.load(chance, seed_a, seed_b, game, POLICY)
    verbs.setup(box, table, players, variant, options)
    table.ordered = 1


def note(box, table, result, length, trace):
    """Write down how a game went."""
    records.clear(result)
    result.length = length
    result.trace = trace
    result.ending = verbs.ending(box, table)
    verbs.places(box, table, result.places)
    verbs.points(box, table, result.points)


def play_games(boxes, tables, moves, chance, seed_a, seed_b, first, players, variant, options, results):
    """Play `len(results)` games from number `first` on, one after another, on `tables[0]`."""
    box = boxes[0]
    table = tables[0]
    for i in range(len(results)):
        deal(box, table, chance, seed_a, seed_b, first + i, players, variant, options)
        length = 0
        trace = 0
        while table.awaiting != 0:
            trace = playout.traced(trace, playout.step(box, table, moves, chance))
            length += 1
        note(box, table, results[i], length, trace)


@dataclass(frozen=True)
class Batch:
    """The games of a batch: a record for each, and how long they took."""

    results: Any
    seconds: float
    threads: int
    on: str

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.results)

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return int(self.results["length"].sum(dtype=np.int64))


class Worker:
    """What one thread plays on: a table and buffers."""

    def __init__(self, rules: Rules, box: Any, kind: Any) -> None:
        """Allocate for tables of this type (narrow or widened)."""
        wide = kind != rules.Table
        box_kind = records.widened(rules.Box) if wide else rules.Box
        self.boxes = np.asarray(box).reshape(1).astype(box_kind)
        self.tables = np.zeros(1, kind)
        self.moves = np.zeros(rules.WIDEST, np.int64)
        self.chance = np.zeros(dice.LENGTH, np.int64)


def _results(rules: Rules, n: int) -> Any:
    from decapod.engine import contract

    return np.zeros(n, result_type(contract.seats(rules))).view(np.recarray)


def touch(rules: Rules) -> None:
    """Compile the kernel, or load it from the cache, by asking for no games."""
    from decapod.engine import compiled

    one = Worker(rules, np.zeros(1, rules.Box), rules.Table)
    nothing = _results(rules, 0)
    options = np.zeros(len(rules.OPTIONS), np.int64)
    compiled.kernel(play_games, rules)(one.boxes, one.tables, one.moves, one.chance, 0, 0, 0, 1, 0, options, nothing)


def cores() -> int:
    """How many threads a batch uses unless told otherwise."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    rules: Rules,
    box: Any,
    *,
    players: int,
    variant: int = 0,
    options: Sequence[int],
    seed: int = 0,
    games: int | None = None,
    seconds: float | None = None,
    on: str = "cpu",
    threads: int | None = None,
    progress: Callable[[int], None] = lambda _done: None,
) -> Batch:
    """Play a number of games, or as many as fit into a time.

    `on` is "cpu" (compiled, all cores), "python" (interpreted, one) or "cuda" (a GPU). `options` has the number of
    every option, as `Game.resolve_options` gives them.
    """
    if len(options) != len(rules.OPTIONS):  # compiled rules would read beyond them, and play by whatever lies there
        names = ", ".join(option.name for option in rules.OPTIONS)
        raise UsageError(f"{rules.NAME} has {len(rules.OPTIONS)} options ({names}), and {len(options)} were given")
    if on == "cuda":
        from decapod.engine import cuda

        return cuda.run(rules, box, players=players, variant=variant, options=options, seed=seed, games=games,
                        seconds=seconds, progress=progress)  # fmt: skip
    if on == "cpu":
        from decapod.engine import compiled

        function, kind = compiled.kernel(play_games, rules), rules.Table
        threads = threads or cores()
    else:
        function, kind, threads = play_games, records.widened(rules.Table), 1
    chosen = np.array(options, np.int64)
    seed_a, seed_b = seed & dice.WORD, seed >> 32 & dice.WORD
    chunk = 1 if on == "python" else 256
    chunks: list[Any] = []
    done, lock = 0, threading.Lock()

    def work(worker: Worker) -> None:
        nonlocal done
        while True:
            with lock:
                first = done
                size = chunk if games is None else min(chunk, games - first)
                if size <= 0 or (seconds is not None and first and time.perf_counter() - start >= seconds):
                    return
                done += size
            results = _results(rules, size)
            function(worker.boxes, worker.tables, worker.moves, worker.chance, seed_a, seed_b,
                     first, players, variant, chosen, results)  # fmt: skip
            with lock:
                chunks.append((first, results))
            progress(done)

    workers = [Worker(rules, box, kind) for _ in range(threads)]
    if on == "cpu":
        touch(rules)  # compile, or load from the cache, before the clock starts
    start = time.perf_counter()
    if threads == 1:
        work(workers[0])
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(work, workers))
    elapsed = time.perf_counter() - start
    chunks.sort(key=lambda pair: pair[0])
    results = np.concatenate([part for _, part in chunks])
    return Batch(results, elapsed, threads, on)
