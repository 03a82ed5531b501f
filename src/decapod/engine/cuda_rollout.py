"""Batches on a GPU: the same rules again, compiled by numba-cuda, one game a thread.

A warp's threads move together, so a thread whose game is over waits a few steps for others to finish too
before new games are dealt. `NUMBA_ENABLE_CUDASIM=1` runs the same kernel without a GPU, slowly.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

try:
    from numba import config, cuda  # global, because the simulator swaps it for its own

    WHY_NOT = ""
except ImportError:
    config, cuda, WHY_NOT = None, None, "is not installed"
except RuntimeError as error:  # NVIDIA's runtime library is missing
    config, cuda, WHY_NOT = None, None, f"does not work here ({str(error).splitlines()[0]})"

from decapod.engine import bits, dice, dtypes, game_statistics, playout, protocols, rollout
from decapod.engine import perft as perft_module
from decapod.engine.slice_budget import SliceBudget
from decapod.errors import install_hint

if TYPE_CHECKING:
    from decapod.engine.protocols import Rules

STEPS = 16  # moves between two looks at whether a new game is needed
BLOCK = 128  # threads in a block
CACHED = 370_000  # bytes of tables a multiprocessor works on at once: with more they fall out of its first cache
MOST_BLOCKS = 12  # blocks a multiprocessor
GAMES_A_THREAD = 24  # enough that the last game of each thread hardly matters
NO_GAME = 1 << 62  # a number that no batch has so many games for
LONGEST_NAP = 0.01  # seconds between two looks at whether a launch is done
TALLIES = 256  # tallies that games are counted in at once
REGISTERS = 0  # a limit on registers a thread; 0 leaves it to the compiler


def missing() -> str | None:
    """Say in one line why no GPU can be used, or None if one can."""
    if WHY_NOT:
        return f"numba-cuda {WHY_NOT}: {install_hint('cuda')}"
    if not cuda.is_available():
        return "no CUDA GPU answers (on a machine without one, set NUMBA_ENABLE_CUDASIM=1 to simulate it)"
    return None


def described() -> str:
    """Name the GPU in use."""
    if config.ENABLE_CUDASIM:
        return "simulated"
    device = cuda.get_current_device()
    name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
    return f"{name}, {device.MULTIPROCESSOR_COUNT} multiprocessors"


def require() -> None:
    """Raise with one clear line when no GPU can be used."""
    why = missing()
    if why:
        raise RuntimeError(why)


def prepare(rules: Rules) -> tuple[Any, Any]:
    """Make the rules callable from kernels; return the types of table and dice words to use there."""
    if config.ENABLE_CUDASIM:
        return dtypes.wide_dtype(rules.State), np.int64
    from decapod.engine import jit

    jit.register_all(rules)
    return rules.State, np.uint32


@functools.cache
def kernel(rules: Rules, steps: int = STEPS, registers: int = REGISTERS) -> Any:
    """Compile the kernel that plays games of these rules: each thread takes the next one until none is left.

    With several boxes every deal is played with each of them, one after the other.
    """
    table_kind, word_kind = prepare(rules)
    widest = rules.MAX_LEGAL_ACTIONS
    length_of_dice = dice.LENGTH
    deal, note, step, traced = rollout.deal, rollout.note, playout.step, playout.traced

    def play_games(boxes, next_game, seed_a, seed_b, first, players, variant, options, results):
        states = cuda.local.array(1, table_kind)
        moves = cuda.local.array(widest, np.int64)
        chance = cuda.local.array(length_of_dice, word_kind)
        state = states[0]
        game = cuda.atomic.add(next_game, 0, 1)
        box = boxes[game % len(boxes)]
        length = 0
        trace = 0
        if game < len(results):
            deal(box, state, chance, seed_a, seed_b, first + game // len(boxes), players, variant, options)
        while game < len(results):
            for _ in range(steps):
                if state.to_act != 0:
                    trace = traced(trace, step(box, state, moves, chance))
                    length += 1
            if state.to_act == 0:
                note(box, state, results[game], length, trace)
                length = 0
                trace = 0
                game = cuda.atomic.add(next_game, 0, 1)
                box = boxes[game % len(boxes)]
                if game < len(results):
                    deal(box, state, chance, seed_a, seed_b, first + game // len(boxes), players, variant, options)

    options = {"max_registers": registers} if registers else {}
    return cuda.jit(**options)(play_games)


class Launcher:
    """Plays games on the GPU, as many at once as fit well, and leaves their rows there."""

    def __init__(
        self,
        rules: Rules,
        boxes: Any,
        rollout_config: rollout.RolloutConfig,
        games: int,
        block: int = BLOCK,
        steps: int = STEPS,
        registers: int = REGISTERS,
        blocks_a_processor: int | None = None,
    ) -> None:
        """Make ready to play up to so many games, counted over all boxes, an array of records."""
        block = rollout.within(block, "block", 1, 1024)
        steps = rollout.within(steps, "steps", 1, 1 << 20)
        registers = rollout.within(registers, "registers", 0, 255)
        require()
        self._function, self._asked, self._block = kernel(rules, steps, registers), rollout_config, block
        if blocks_a_processor is None:
            blocks_a_processor = max(1, min(MOST_BLOCKS, round(CACHED / rules.State.itemsize / block)))
        blocks_a_processor = rollout.within(blocks_a_processor, "blocks_a_processor", 1, 64)
        self._options, self._boxes = cuda.to_device(rollout_config.options), cuda.to_device(boxes)
        processors = 1 if config.ENABLE_CUDASIM else cuda.get_current_device().MULTIPROCESSOR_COUNT
        self.threads = processors * blocks_a_processor * block
        self.chunk = min(-(-self.threads * GAMES_A_THREAD // len(boxes)) * len(boxes), games)
        self._blocks = min(processors * blocks_a_processor, -(-self.chunk // block))
        self.rows = cuda.device_array(self.chunk, rollout.result_type(protocols.seats(rules)))
        self.stream = cuda.stream()
        self.seconds = 0.0

    def play(self, first: int, games: int) -> Any:
        """Play so many games, at most a chunk, from deal number `first` on; return their rows."""
        begun = time.perf_counter()
        rows = self.rows if games == self.chunk else self.rows[:games]
        counter, asked = cuda.to_device(np.zeros(1, np.int64)), self._asked
        self._function[self._blocks, self._block, self.stream](
            self._boxes, counter, *asked.secret, first, asked.players, asked.variant, self._options, rows
        )
        _wait(self.stream, counter)
        self.seconds += time.perf_counter() - begun
        return rows


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
    progress: Callable[[int], object] | None = None,
    **shape: Any,
) -> rollout.Simulation:
    """Play a number of games, or as many as fit into a time, on the GPU: `rollout.run` there.

    `shape` may say otherwise than we found best: `block`, `steps`, `registers`, `blocks_a_processor`.
    """
    asked = rollout.check(rules, box, players, variant, options, games, seconds, "cuda", None, seed, progress)
    games, seconds, report = asked.games, asked.seconds, asked.report
    launcher = Launcher(rules, np.asarray(box).reshape(1), asked, games or rollout.MOST_GAMES, **shape)
    if seconds is not None:  # compile and warm up before the clock starts
        launcher.play(0, launcher.chunk)
        launcher.seconds = 0.0
    start = time.perf_counter()
    parts: list[Any] = []
    done = 0
    while done < (rollout.MOST_GAMES if games is None else games):
        rows = launcher.play(done, launcher.chunk if games is None else min(launcher.chunk, games - done))
        parts.append(rows.copy_to_host())
        done += len(rows)
        report(done)
        if seconds is not None and (launcher.seconds >= seconds or time.perf_counter() - start > 4 * seconds):
            break
    return rollout.Simulation(np.concatenate(parts).view(np.recarray), launcher.seconds, launcher.threads, "cuda")


# --- counted there ------------------------------------------------------------------------------------------


@functools.cache
def count_kernel() -> Any:
    """Compile the kernel that counts games in tallies, a row a thread; many tallies, so that few threads meet."""
    length_of_changes = game_statistics.CHANGES
    longest = game_statistics.LONGEST
    list_changes = game_statistics.list_changes

    def count(results, boxes, players, tallies):
        changes = cuda.local.array((length_of_changes, 2), np.int64)
        row = cuda.grid(1)
        if row < len(results):
            mine = row % boxes + boxes * (cuda.blockIdx.x % (len(tallies) // boxes))
            n = list_changes(results[row], players, changes)
            for i in range(n):
                cuda.atomic.add(tallies, (mine, changes[i, 0]), changes[i, 1])
            cuda.atomic.max(tallies, (mine, longest), int(results[row].length))

    return cuda.jit(count)


@functools.cache
def gather_kernel() -> Any:
    """Compile the kernel that adds many tallies up to one for each box, and leaves nothing in them."""
    longest = game_statistics.LONGEST

    def gather(tallies, sums):
        place = cuda.grid(1)
        if place < sums.shape[1]:
            for i in range(len(sums)):
                sums[i, place] = 0
            for i in range(len(tallies)):
                box = i % len(sums)
                if place == longest:
                    sums[box, place] = max(sums[box, place], tallies[i, place])
                else:
                    sums[box, place] += tallies[i, place]
                tallies[i, place] = 0

    return cuda.jit(gather)


def stream(
    rules: Rules, boxes: Any, take: rollout.RolloutSink, rollout_config: rollout.RolloutConfig, *, rows: bool = False
) -> rollout.Streamed:
    """Play the same deals with each of some boxes, an array of records, and count the games where they are played.

    `take` is handed the number of the first deal, the rows if they are wanted (of deal after deal, with box after box),
    and a tally for each box. `asked` says how many deals.
    """
    assert rollout_config.games is not None
    require()
    n = len(boxes)
    launcher = Launcher(rules, boxes, rollout_config, rollout_config.games * n)
    tallies = cuda.to_device(np.zeros((n * max(1, TALLIES // n), game_statistics.SIZE), np.int64))
    sums = cuda.device_array((n, game_statistics.SIZE), np.int64)
    count, gather, at = count_kernel(), gather_kernel(), launcher.stream
    done = 0
    while done < rollout_config.games:
        games = min(launcher.chunk, (rollout_config.games - done) * n)
        part = launcher.play(rollout_config.first + done, games)
        begun = time.perf_counter()
        count[-(-games // BLOCK), BLOCK, at](part, n, rollout_config.players, tallies)
        gather[-(-game_statistics.SIZE // BLOCK), BLOCK, at](tallies, sums)
        at.synchronize()
        counted = sums.copy_to_host()
        launcher.seconds += time.perf_counter() - begun
        take(rollout_config.first + done, part.copy_to_host() if rows else None, counted)
        done += games // n
    return rollout.Streamed(launcher.seconds, launcher.threads, "cuda")


def _wait(stream: Any, counter: Any) -> None:
    """Wait until what was launched is done. Ctrl-C is heard: no thread finds another game to begin then."""
    if config.ENABLE_CUDASIM:
        return
    done = cuda.event(timing=False)
    done.record(stream)
    begun = time.perf_counter()
    try:
        while not done.query():
            waited = time.perf_counter() - begun
            if waited > LONGEST_NAP:  # a nap takes a while to wake up from
                time.sleep(min(LONGEST_NAP, waited / 100))
    except BaseException:
        cuda.to_device(np.full(1, NO_GAME, np.int64), stream=cuda.stream(), to=counter)  # beside what is running
        stream.synchronize()
        raise


@functools.cache
def perft_kernel(rules: Rules) -> Any:
    """Compile the kernel that counts positions, one move of the root a thread; launched again it goes on."""
    prepare(rules)

    def count(boxes, states, moves, counts, at, where, depth, budget):
        i = cuda.grid(1)
        if i < len(where):
            count_below(boxes, states[i], moves[i], counts[i], at[i], where[i], depth, budget)

    count_below = perft_module.count_below
    return cuda.jit(count)


def perft(rules: Rules, box: Any, state: Any, depth: int) -> list[int]:
    """Count positions at depths 1 to `depth` below a state on the GPU, for `perft.perft`, which checks: use that."""
    require()
    table_kind, _ = prepare(rules)
    wide = dtypes.cast(state, dtypes.wide_dtype(rules.State))
    wide.canonical_order = 1
    moves = np.zeros(rules.MAX_LEGAL_ACTIONS, np.int64)
    n = perft_module.list_moves(box, wide, moves)
    if n == 0:
        return [0] * depth
    player = bits.lowest(wide.to_act)
    states = np.zeros((n, depth), table_kind)  # below each move of the root
    for i in range(n):
        after = wide.copy()
        rules.apply_action(box, after, player, int(moves[i]))
        states[i, 0] = dtypes.cast(after, table_kind)
    boxes, there = cuda.to_device(np.asarray(box).reshape(1)), cuda.to_device(states)
    rows = cuda.device_array((n, depth, rules.MAX_LEGAL_ACTIONS), np.int64)
    counts, at = cuda.device_array((n, depth), np.int64), cuda.device_array((n, depth), np.int64)
    pace = SliceBudget()  # in moves a thread
    found: list[int] = []
    for below in range(depth):
        where = np.full((n, 2), perft_module.BEGIN, np.int64)
        where[:, perft_module.TOTAL] = 0
        while (where[:, perft_module.LEVEL] != -1).any():  # in slices, so that Ctrl-C is heard
            stands = cuda.to_device(where)
            with pace.measured() as budget:
                perft_kernel(rules)[-(-n // 32), 32](boxes, there, rows, counts, at, stands, below, budget)
                cuda.synchronize()
            where = stands.copy_to_host()
        found.append(int(where[:, perft_module.TOTAL].sum()))
    return found
