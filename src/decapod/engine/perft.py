"""Perft: how many positions there are a number of moves ahead. Equal counts are the strictest test of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.engine import bits, records, verbs

if TYPE_CHECKING:
    from decapod.engine.contract import Rules

DEEPEST = 12


def count_below(boxes, tables, moves, counts, at, level, depth):
    """Count the positions `depth` moves below `tables[level]`, without recursion.

    `moves` has a row for each level, `counts` how many moves that row holds, `at` which one is being followed.
    """
    box = boxes[0]
    total = 0
    if depth == 0:
        return 1
    top = level
    counts[level] = list_moves(box, tables[level], moves[level])
    at[level] = 0
    while level >= top:
        if level - top == depth - 1:
            total += counts[level]
            level -= 1
        elif at[level] < counts[level]:
            player = bits.lowest(tables[level].awaiting)
            records.copy(tables[level], tables[level + 1])
            verbs.play(box, tables[level + 1], player, int(moves[level][at[level]]))
            at[level] += 1
            level += 1
            counts[level] = list_moves(box, tables[level], moves[level])
            at[level] = 0
        else:
            level -= 1
    return total


def list_moves(box, table, moves):
    """List the moves of the first player awaited; none when the game is over."""
    if table.awaiting == 0:
        return 0
    return verbs.legal(box, table, bits.lowest(table.awaiting), moves)


def perft(rules: Rules, box: Any, table: Any, depth: int, on: str = "cpu") -> list[int]:
    """Count positions at depths 1 to `depth` below a table, on "python", "cpu" or "cuda"."""
    if not 1 <= depth <= DEEPEST:
        raise ValueError(f"depth is a whole number from 1 to {DEEPEST}, not {depth!r}")
    if on == "cuda":
        from decapod.engine import cuda

        return cuda.perft(rules, box, table, depth)
    kind = records.widened(rules.Table)
    function = count_below
    if on == "cpu":
        from decapod.engine import compiled

        function, kind = compiled.kernel(count_below, rules), rules.Table
    tables = np.zeros(depth + 1, kind)
    tables[0] = records.recast(table, kind)
    tables[0].ordered = 1
    boxes = np.asarray(box).reshape(1)
    moves = np.zeros((depth, rules.WIDEST), np.int64)
    counts, at = np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    return [int(function(boxes, tables, moves, counts, at, 0, d)) for d in range(1, depth + 1)]
