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

from decapod.engine import batch, bits, contract, dice, playout, records, verbs
from decapod.engine import perft as perft_module
from decapod.errors import how_to_install

if TYPE_CHECKING:
    from decapod.engine.contract import Rules

STEPS = 16  # moves between two looks at whether a new game is needed
BLOCK = 128  # threads in a block
CACHED = 370_000  # bytes of tables a multiprocessor works on at once: with more they fall out of its first cache
MOST_BLOCKS = 12  # blocks a multiprocessor
GAMES_A_THREAD = 24  # enough that the last game of each thread hardly matters
REGISTERS = 0  # a limit on registers a thread; 0 leaves it to the compiler


def missing() -> str | None:
    """Say in one line why no GPU can be used, or None if one can."""
    if WHY_NOT:
        return f"numba-cuda {WHY_NOT}: {how_to_install('cuda')}"
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


def _prepared(rules: Rules) -> tuple[Any, Any]:
    """Make the rules callable from kernels; return the types of table and dice words to use there."""
    if config.ENABLE_CUDASIM:
        return records.widened(rules.Table), np.int64
    from decapod.engine import compiled

    compiled.register_all(rules)
    return rules.Table, np.uint32


@functools.cache
def kernel(rules: Rules, steps: int = STEPS, registers: int = REGISTERS) -> Any:
    """Compile the kernel that plays games of these rules."""
    table_kind, word_kind = _prepared(rules)
    widest = rules.WIDEST
    length_of_dice = dice.LENGTH
    deal, note, step, traced = batch.deal, batch.note, playout.step, playout.traced

    def play_games(boxes, next_game, seed_a, seed_b, first, players, variant, options, results):
        tables = cuda.local.array(1, table_kind)
        moves = cuda.local.array(widest, np.int64)
        chance = cuda.local.array(length_of_dice, word_kind)
        box = boxes[0]
        table = tables[0]
        game = cuda.atomic.add(next_game, 0, 1)
        length = 0
        trace = 0
        if game < len(results):
            deal(box, table, chance, seed_a, seed_b, first + game, players, variant, options)
        while game < len(results):
            for _ in range(steps):
                if table.awaiting != 0:
                    trace = traced(trace, step(box, table, moves, chance))
                    length += 1
            if table.awaiting == 0:
                note(box, table, results[game], length, trace)
                length = 0
                trace = 0
                game = cuda.atomic.add(next_game, 0, 1)
                if game < len(results):
                    deal(box, table, chance, seed_a, seed_b, first + game, players, variant, options)

    options = {"max_registers": registers} if registers else {}
    return cuda.jit(**options)(play_games)


def run(
    rules: Rules,
    box: Any,
    *,
    players: int,
    variant: int,
    options: Sequence[int],
    seed: int,
    games: int | None,
    seconds: float | None,
    progress: Callable[[int], None],
    block: int = BLOCK,
    steps: int = STEPS,
    registers: int = REGISTERS,
    blocks_a_processor: int | None = None,
) -> batch.Batch:
    """Play a number of games, or as many as fit into a time, on the GPU."""
    require()
    function = kernel(rules, steps, registers)
    if blocks_a_processor is None:
        blocks_a_processor = max(1, min(MOST_BLOCKS, round(CACHED / rules.Table.itemsize / block)))
    seed_a, seed_b = seed & dice.WORD, seed >> 32 & dice.WORD
    chosen = cuda.to_device(np.array(options, np.int64))
    boxes = cuda.to_device(np.asarray(box).reshape(1))
    processors = 1 if config.ENABLE_CUDASIM else cuda.get_current_device().MULTIPROCESSOR_COUNT
    threads = processors * blocks_a_processor * block
    chunk = games if games is not None else threads * GAMES_A_THREAD
    results = cuda.device_array(chunk, batch.result_type(contract.seats(rules)))

    def play(first: int) -> None:
        counter = cuda.to_device(np.zeros(1, np.int64))
        blocks = min(processors * blocks_a_processor, -(-chunk // block))
        function[blocks, block](boxes, counter, seed_a, seed_b, first, players, variant, chosen, results)
        cuda.synchronize()

    if seconds is not None:  # compile and warm up before the clock starts
        play(0)
    start = time.perf_counter()
    parts: list[Any] = []
    done, elapsed = 0, 0.0
    while not parts or (seconds is not None and elapsed < seconds):
        begun = time.perf_counter()
        play(done)
        elapsed += time.perf_counter() - begun
        parts.append(results.copy_to_host())
        done += chunk
        progress(done)
        if seconds is not None and time.perf_counter() - start > 4 * seconds:
            break
    return batch.Batch(np.concatenate(parts).view(np.recarray), elapsed, threads, "cuda")


@functools.cache
def perft_kernel(rules: Rules, depth: int) -> Any:
    """Compile the kernel that counts positions, one move of the root a thread."""
    table_kind, _ = _prepared(rules)
    widest = rules.WIDEST
    levels = depth + 1

    def count(boxes, roots, player, root_moves, depth, totals):
        i = cuda.grid(1)
        if i < len(root_moves):
            tables = cuda.local.array(levels, table_kind)
            moves = cuda.local.array((levels, widest), np.int64)
            counts = cuda.local.array(levels, np.int64)
            at = cuda.local.array(levels, np.int64)
            copy(roots[0], tables[0])
            play(boxes[0], tables[0], player, root_moves[i])
            cuda.atomic.add(totals, 0, count_below(boxes, tables, moves, counts, at, 0, depth - 1))

    copy, play, count_below = records.copy, verbs.play, perft_module.count_below
    return cuda.jit(count)


def perft(rules: Rules, box: Any, table: Any, depth: int) -> list[int]:
    """Count positions at depths 1 to `depth` below a table on the GPU."""
    require()
    table_kind, _ = _prepared(rules)
    root = records.recast(table, table_kind)
    root.ordered = 1
    moves = np.zeros(rules.WIDEST, np.int64)
    wide = records.recast(root, records.widened(rules.Table))
    n = perft_module.list_moves(box, wide, moves)
    player = bits.lowest(wide.awaiting) if n else 0
    boxes = cuda.to_device(np.asarray(box).reshape(1))
    roots = cuda.to_device(np.asarray(root).reshape(1))
    found: list[int] = []
    for d in range(1, depth + 1):
        totals = cuda.to_device(np.zeros(1, np.int64))
        if n:
            perft_kernel(rules, depth)[-(-n // 32), 32](boxes, roots, player, cuda.to_device(moves[:n]), d, totals)
        found.append(int(totals.copy_to_host()[0]))
    return found
