"""Batches: many games played by chance, on Python, on all cores, or on a GPU, with the same results.

Game `i` of a batch with seed `s`, of up to 64 bits, is dealt with the secret `s + (i << 64)`: `game.match(seed=...)`
deals the same one.
"""

from __future__ import annotations

import functools
import math
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.engine import dice, dispatch, dtypes, game_statistics, playout
from decapod.engine.slice_budget import AIM, SliceBudget
from decapod.errors import UsageError, as_int, check_type

if TYPE_CHECKING:
    from decapod.engine.protocols import Rules

POLICY = 1 << 31  # marks the dice that choose moves apart from those that deal
WAYS = ("cpu", "cuda", "python")
SEED_BITS = 64
MOST_GAMES = 1 << 32  # a game's number is one word of its secret
MOST_THREADS = 1024
MOST_AT_ONCE = 1 << 16  # games that a thread takes on at once
MOST_WAITING = 64  # parts that are over and wait to be taken


@functools.cache
def result_type(seats: int) -> np.dtype[Any]:
    """Make the type of a game's result, for a game of at most so many players."""
    return dtypes.record_type(
        [
            ("length", "i4"),  # moves played
            ("ending", "i1"),  # why it ended
            ("places", "i1", (seats,)),
            ("points", "i2", (seats,)),
            ("moves_hash", "i8"),  # a fingerprint of all moves
        ]
    )


def deal(box, state, chance, seed_a, seed_b, game, players, variant, options):
    """Load the dice of game number `game` and set it up."""
    dtypes.clear(state)
    dice.load(state.dice, seed_a, seed_b, game, 0)
    dice.load(chance, seed_a, seed_b, game, POLICY)
    dispatch.setup(box, state, players, variant, options)
    state.canonical_order = 1


def note(box, state, result, length, trace):
    """Write down how a game went."""
    dtypes.clear(result)
    result.length = length
    result.moves_hash = trace
    result.ending = dispatch.ending(box, state)
    dispatch.places(box, state, result.places)
    dispatch.points(box, state, result.points)


DONE, LENGTH, TRACE = range(3)  # where `play_games` stands: games finished; moves and trace of the one begun


def play_games(
    boxes, states, moves, chance, seed_a, seed_b, first, players, variant, options, results, tallied, changes, where,
    budget,
):  # fmt: skip
    """Play games from number `first` on, one for each of `results`, on `tables[0]`, until `budget` is used up.

    A deal costs 1 and so does a move. Called again with the same arguments it goes on: `where` says from where. Each
    game is also counted in the tally `tallied`; `changes` is room to do so.
    """
    box = boxes[0]
    state = states[0]
    done = int(where[DONE])
    length = int(where[LENGTH])
    trace = int(where[TRACE])
    while done < len(results) and budget > 0:
        if length == 0:
            deal(box, state, chance, seed_a, seed_b, first + done, players, variant, options)
            budget -= 1
        while state.to_act != 0 and budget > 0:
            trace = playout.traced(trace, playout.step(box, state, moves, chance))
            length += 1
            budget -= 1
        if state.to_act == 0:
            note(box, state, results[done], length, trace)
            game_statistics.add_game(tallied, results[done], players, changes)
            done += 1
            length = 0
            trace = 0
    where[DONE] = done
    where[LENGTH] = length
    where[TRACE] = trace


KERNEL = play_games  # what `ready` gets ready


@dataclass(frozen=True, repr=False)
class Simulation:
    """Games played by chance: a record for each, and how long they took.

    A record has `length` (moves), `ending` (an index of the game's `ENDINGS`), `places` and `points` (a number for each
    seat; seats nobody sat on have 0) and `moves_hash` (a fingerprint of all moves).
    """

    results: Any  # a record array, a row for each game, in order
    seconds: float  # how long playing took, without compiling
    threads: int
    on: str  # "cpu" (jit), "cuda" or "python" (interpreted)

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.results)

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return int(self.results["length"].sum(dtype=np.int64))

    def __repr__(self) -> str:
        """Say how much was played, where and how fast."""
        where = f"{self.on}, {self.threads} threads" if self.threads > 1 else self.on
        return f"<Simulation {self.games:,} games, {self.moves:,} moves in {self.seconds:.2f} s on {where}>"


class Worker:
    """What one thread plays on: a state and buffers; and how much it is asked to do at once."""

    def __init__(self, rules: Rules, box: Any, kind: Any) -> None:
        """Allocate for tables of this type (narrow or widened)."""
        wide = kind != rules.State
        box_kind = dtypes.wide_dtype(rules.Box) if wide else rules.Box
        self.boxes = np.asarray(box).reshape(1).astype(box_kind)
        self.tables = np.zeros(1, kind)
        self.moves = np.zeros(rules.MAX_LEGAL_ACTIONS, np.int64)
        self.chance = np.zeros(dice.LENGTH, np.int64)
        self.where = np.zeros(3, np.int64)
        self.tallied = game_statistics.zeros()  # the games taken on last
        self.changes = np.zeros((game_statistics.CHANGES, 2), np.int64)
        self.pace = SliceBudget()
        self.size = 1  # games taken on at once

    def play(self, function: Any, config: RolloutConfig, first: int, results: Any) -> Iterator[None]:
        """Play games from number `first` on, slice by slice; yield after each slice."""
        mode = config.players, config.variant, config.options
        self.where[:] = 0
        self.tallied[:] = 0
        begun = time.perf_counter()
        while self.where[DONE] < len(results):
            with self.pace.measured() as budget:
                function(self.boxes, self.tables, self.moves, self.chance, *config.secret, first, *mode, results,
                         self.tallied, self.changes, self.where, budget)  # fmt: skip
            yield
        if time.perf_counter() - begun < AIM:
            self.size = min(MOST_AT_ONCE, 2 * self.size)


def _rows(rules: Rules, n: int) -> Any:
    from decapod.engine import protocols

    return np.zeros(n, result_type(protocols.seats(rules)))


def compile_now(rules: Rules) -> None:
    """Compile the kernel, or load it from the cache, by asking for no games."""
    from decapod.engine import jit

    one = Worker(rules, np.zeros(1, rules.Box), rules.State)
    options = np.zeros(len(rules.OPTIONS), np.int64)
    jit.kernel(play_games, rules)(one.boxes, one.tables, one.moves, one.chance, 0, 0, 0, 1, 0, options,
                                       _rows(rules, 0), one.tallied, one.changes, one.where, 0)  # fmt: skip


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
    device: str = "cpu",
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Play a number of games, or as many as are begun within a time: what `Game.simulate` stands on.

    `box` is a record, `variant` and `options` are numbers, as the rules see them. All is checked but the numbers in the
    box: those that `read_box` let through are fine.
    """
    asked = check(rules, box, players, variant, options, games, seconds, device, threads, seed, progress)
    if device == "cuda":
        from decapod.engine import cuda_rollout

        return cuda_rollout.run(rules, box, players=players, variant=variant, options=options, seed=seed, games=games,
                        seconds=seconds, progress=progress)  # fmt: skip
    run, crew, device = _prepare(rules, box, asked, device, None)
    elapsed = run.play(crew)
    return Simulation(run.results.view(np.recarray), elapsed, len(crew), device)


#: Is handed games that are over: the number of the first of them, their rows (None if not wanted), and their tally.
RolloutSink = Callable[[int, Any, Any], object]


def stream(
    rules: Rules,
    box: Any,
    take: RolloutSink,
    *,
    players: int,
    variant: int = 0,
    options: Sequence[int],
    seed: int = 0,
    first: int = 0,
    games: int,
    rows: bool = False,
    device: str = "cpu",
    threads: int | None = None,
) -> Streamed:
    """Play games from number `first` on without keeping them: `take` is handed them in order, part by part.

    It is called in this thread, and what it is handed is its own. All else is as with `run`.
    """
    asked = check(rules, box, players, variant, options, games, None, device, threads, seed, None, first=first)
    if device == "cuda":
        from decapod.engine import cuda_rollout

        return cuda_rollout.stream(
            rules, np.asarray(box).reshape(1), lambda n, part, tallies: take(n, part, tallies[0]), asked, rows=rows
        )
    run, crew, device = _prepare(rules, box, asked, device, take)
    return Streamed(run.play(crew), len(crew), device)


@dataclass(frozen=True)
class Streamed:
    """How games were played that were not kept."""

    seconds: float
    threads: int
    on: str


def _prepare(
    rules: Rules, box: Any, config: RolloutConfig, device: str, take: RolloutSink | None
) -> tuple[RolloutRun, list[Worker], str]:
    """Get kernel and workers ready, before the clock starts; return where it will really run, too."""
    from decapod.engine import jit_warmup

    if device == "cpu" and not jit_warmup.wanted():
        device = "python"
    if device == "cpu":
        function, kind = jit_warmup.get_kernel(rules, __name__), rules.State
        size = min(config.threads or cores(), config.games or MOST_THREADS)
    else:
        function, kind, size = play_games, dtypes.wide_dtype(rules.State), 1
    return RolloutRun(rules, function, config, take), [Worker(rules, box, kind) for _ in range(size)], device


def report_nothing(_done: int) -> None:
    """Show no progress."""


@dataclass(frozen=True)
class RolloutConfig:
    """What a run is asked for, checked."""

    players: int
    variant: int
    options: Any
    games: int | None
    seconds: float | None
    threads: int | None
    secret: tuple[int, int]  # the two words that all its games share
    report: Callable[[int], object]
    first: int = 0  # the number of its first game


class RolloutRun:
    """The games of one run, and which of them are begun and finished; several threads work on it."""

    def __init__(self, rules: Rules, function: Any, config: RolloutConfig, take: RolloutSink | None = None) -> None:
        self._rules, self._function, self._asked, self._take = rules, function, config, take
        self._all = None if config.games is None or take else _rows(rules, config.games)
        self._parts: list[Any] = []
        self._waiting: dict[int, tuple[Any, Any]] = {}  # rows and tally by first game: over, and not taken yet
        self._taken = 0
        self._begun = self._finished = 0
        self._start = time.perf_counter()
        self._lock, self._stop, self._caller = threading.Lock(), threading.Event(), threading.get_ident()
        self._errors: list[BaseException] = []

    @property
    def results(self) -> Any:
        """The records of all games, in order."""
        return np.concatenate(self._parts) if self._all is None else self._all

    def play(self, crew: Sequence[Worker]) -> float:
        """Play, this thread and one for each other worker; return how many seconds it took.

        Whatever is raised in any of them, Ctrl-C in this one too, ends them all within a slice.
        """
        helpers = [threading.Thread(target=self._help, args=(worker,), daemon=True) for worker in crew[1:]]
        self._start = time.perf_counter()
        try:
            for helper in helpers:
                helper.start()
            self._work(crew[0], self._asked.report)
            for helper in helpers:
                while helper.is_alive():
                    helper.join(AIM)  # a wait with an end hears Ctrl-C on every system
                    self._hand_over()
            self._hand_over()
            elapsed = time.perf_counter() - self._start
            if helpers and not self._errors:
                self._asked.report(self._finished)
        finally:
            self._stop.set()
            for helper in helpers:
                if helper.ident is not None:
                    helper.join()
        if self._errors:
            raise self._errors[0]
        return elapsed

    def _help(self, worker: Worker) -> None:
        try:
            self._work(worker, report_nothing)
        except BaseException as error:
            self._errors.append(error)
            self._stop.set()

    def _work(self, worker: Worker, report: Callable[[int], object]) -> None:
        while True:
            first, rows = self._claim(worker.size)
            if not len(rows):
                return
            for _slice in worker.play(self._function, self._asked, self._asked.first + first, rows):
                if self._stop.is_set():
                    return
            with self._lock:
                self._finished += len(rows)
                finished = self._finished
                if self._take:
                    self._waiting[first] = rows, worker.tallied.copy()
            if threading.get_ident() == self._caller:
                self._hand_over()
            while len(self._waiting) > MOST_WAITING and threading.get_ident() != self._caller:
                if self._stop.wait(AIM / 10):  # whoever takes must not fall behind
                    return
            report(finished)

    def _hand_over(self) -> None:
        """Hand over what comes next, as far as it is over; only the calling thread does."""
        while self._take is not None and self._taken in self._waiting:
            first = self._taken
            with self._lock:
                rows, tallied = self._waiting.pop(first)
            self._taken += len(rows)
            self._take(self._asked.first + first, rows, tallied)

    def _claim(self, size: int) -> tuple[int, Any]:
        """Begin the next games: the number of the first, and the rows for them, none if no more are to be begun."""
        with self._lock:
            first = self._begun
            asked = self._asked
            late = asked.seconds is not None and first and time.perf_counter() - self._start >= asked.seconds
            if asked.games is not None:
                size = min(size, asked.games - first)
            if late or self._stop.is_set() or first + size > MOST_GAMES:
                size = 0
            self._begun += size
            if self._all is not None:
                return first, self._all[first : first + size]
            rows = _rows(self._rules, size)
            if self._take is None:
                self._parts.append(rows)
            return first, rows


def check(
    rules: Any,
    box: Any,
    players: Any,
    variant: Any,
    options: Any,
    games: Any,
    seconds: Any,
    device: Any,
    threads: Any,
    seed: Any,
    progress: Any,
    *,
    first: Any = 0,
) -> RolloutConfig:
    """Check what a run is asked for: compiled rules would read and write wherever wrong numbers lead them."""
    check_box(rules, box)
    dispatch.register_rules(rules)
    players, variant = as_int(players, "players"), as_int(variant, "variant")
    _check_mode(rules, players, variant, options)
    if (games is None) == (seconds is None):
        raise UsageError("how much is to be played? give either games or seconds")
    first = within(first, "first", 0, MOST_GAMES - 1)
    if games is not None:
        games = within(games, "games", 1, MOST_GAMES - first)
    if seconds is not None:
        check_type(seconds, Real, "seconds")
        if not 0 < seconds < math.inf:
            raise UsageError(f"seconds is more than 0 and not infinite, not {seconds!r:.80}")
        seconds = float(seconds)
    check_device(device)
    if threads is not None:
        threads = within(threads, "threads", 1, MOST_THREADS)
        if device != "cpu":
            raise UsageError(f'threads is for device="cpu", not for device="{device}"')
    seed = as_int(seed, "seed")
    if not 0 <= seed < 1 << SEED_BITS:
        raise UsageError(
            f"the seed of a simulation is a whole number from 0 up to {SEED_BITS} bits, not {_short(seed)}"
        )
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function, not {progress!r:.80}")
    return RolloutConfig(
        players, variant, np.array(options, np.int64), games, seconds, threads, (seed & dice.WORD, seed >> 32),
        progress or report_nothing, first,
    )  # fmt: skip


def check_box(rules: Any, box: Any) -> None:
    """Check that rules are a game's and a box is a record of theirs; TypeError if not."""
    if not isinstance(getattr(rules, "Box", None), np.dtype):
        raise TypeError(f"rules are a game's, as `game.rules`, not {rules!r:.80}")
    if getattr(box, "dtype", None) != rules.Box or np.asarray(box).size != 1:
        raise TypeError(f"box is a record of {rules.NAME}'s, as `game.box.record`, not {type(box).__name__}")


def check_device(device: Any) -> None:
    """Check that an argument names a device that games run on."""
    check_type(device, str, "device")
    if device not in WAYS:
        raise UsageError(f"device must be {', '.join(WAYS[:-1])} or {WAYS[-1]}, not {device!r:.80}")


def _check_mode(rules: Rules, players: int, variant: int, options: Any) -> None:
    counts = list(rules.VARIANTS.values())
    if not 0 <= variant < len(counts):
        raise UsageError(f"{rules.NAME} has the variants 0 to {len(counts) - 1}, not {_short(variant)}")
    if players not in counts[variant]:
        listed = ", ".join(map(str, counts[variant]))
        raise UsageError(
            f"{rules.NAME} ({list(rules.VARIANTS)[variant]}) is for {listed} players, not {_short(players)}"
        )
    if len(options) != len(rules.OPTIONS):
        names = ", ".join(option.name for option in rules.OPTIONS)
        raise UsageError(f"{rules.NAME} has {len(rules.OPTIONS)} options ({names}), and {len(options)} were given")
    for option, value in zip(rules.OPTIONS, options, strict=True):
        allowed = option.allowed(players)
        number = as_int(value, option.name)
        if number not in (allowed if isinstance(allowed, range) else range(len(allowed))):
            raise UsageError(f"{option.name} has no number {_short(number)}")


def within(value: Any, name: str, least: int, most: int) -> int:
    """Check that a value is a whole number in a range, and return it."""
    number = as_int(value, name)
    if not least <= number <= most:
        raise UsageError(f"{name} is a whole number from {least} to {most}, not {_short(number)}")
    return number


def _short(number: int) -> str:
    """Write a number, unless it is so long that Python would not."""
    return str(number) if number.bit_length() <= 256 else f"one of {number.bit_length()} bits"
