"""Batches on a GPU: the same rules again, compiled by numba-cuda, one game a thread.

A warp's threads move together, so a thread whose game is over waits a few steps for others to finish too
before new games are dealt. `NUMBA_ENABLE_CUDASIM=1` runs the same kernel without a GPU, slowly.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from decapod.engine import batch, dice, playout, records

STEPS = 16  # moves between two looks at whether a new game is needed
BLOCK = 64  # threads in a block
BLOCKS = 6  # blocks a multiprocessor: with more, the tables no longer fit its first cache
GAMES_A_THREAD = 24  # enough that the last game of each thread hardly matters
REGISTERS = 0  # a limit on registers a thread; 0 leaves it to the compiler


def missing() -> str | None:
    """Say in one line why no GPU can be used, or None if one can."""
    try:
        from numba import cuda
    except ImportError:
        return "numba-cuda is not installed: pip install 'decapod[cuda]'"
    if not cuda.is_available():
        return "no CUDA GPU answers (on a machine without one, set NUMBA_ENABLE_CUDASIM=1 to simulate it)"
    return None


@functools.cache
def kernel(rules: ModuleType, steps: int = STEPS, registers: int = REGISTERS) -> Any:
    """Compile the kernel that plays games of these rules."""
    from numba import config, cuda

    simulated = bool(config.ENABLE_CUDASIM)
    if not simulated:
        from decapod.engine import compiled

        compiled.register_all(rules)
    table_kind = records.widened(rules.Table) if simulated else rules.Table
    word_kind = np.int64 if simulated else np.uint32
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

    options = {"max_registers": registers} if registers and not simulated else {}
    return cuda.jit(**options)(play_games)


def run(
    rules: ModuleType,
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
    blocks_a_processor: int = BLOCKS,
) -> batch.Batch:
    """Play a number of games, or as many as fit into a time, on the GPU."""
    from numba import config, cuda

    function = kernel(rules, steps, registers)
    seed_a, seed_b = seed & dice.WORD, seed >> 32 & dice.WORD
    chosen = cuda.to_device(np.array(options, np.int64))
    box_kind = records.widened(rules.Box) if config.ENABLE_CUDASIM else rules.Box
    boxes = cuda.to_device(np.asarray(box).reshape(1).astype(box_kind))
    processors = 1 if config.ENABLE_CUDASIM else cuda.get_current_device().MULTIPROCESSOR_COUNT
    threads = processors * blocks_a_processor * block
    chunk = games if games is not None else threads * GAMES_A_THREAD
    results = cuda.device_array(chunk, batch.Result)

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
