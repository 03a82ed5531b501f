"""Perft: how many positions there are a number of moves ahead. Equal counts are the strictest test of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.engine import bits, dispatch, dtypes, rollout
from decapod.engine.slice_budget import SliceBudget
from decapod.errors import UsageError

if TYPE_CHECKING:
    from decapod.engine.protocols import Rules

DEEPEST = 12
LEVEL, TOTAL = range(2)  # where `count_below` stands: how deep below the root, -1 when done; positions counted
BEGIN = -2  # as a level: not yet begun


def count_below(boxes, states, moves, counts, at, where, depth, budget):
    """Count the positions `depth` moves below `states[0]`, without recursion, until `budget` is used up.

    `moves` has a row for each level, `counts` how many moves that row holds, `at` which one is being followed. A move
    followed costs 1. Called again with the same arguments it goes on: `where` says from where, and has the count.
    """
    box = boxes[0]
    level = int(where[LEVEL])
    total = int(where[TOTAL])
    if level == BEGIN:
        if depth == 0:
            total = 1
            level = -1
        else:
            level = 0
            counts[0] = list_moves(box, states[0], moves[0])
            at[0] = 0
    while level >= 0 and budget > 0:
        if level == depth - 1:
            total += counts[level]
            level -= 1
        elif at[level] < counts[level]:
            player = bits.lowest(states[level].to_act)
            dtypes.copy(states[level], states[level + 1])
            dispatch.apply_action(box, states[level + 1], player, int(moves[level][at[level]]))
            at[level] += 1
            level += 1
            counts[level] = list_moves(box, states[level], moves[level])
            at[level] = 0
            budget -= 1
        else:
            level -= 1
    where[LEVEL] = level
    where[TOTAL] = total


KERNEL = count_below  # what `ready` gets ready


def list_moves(box, state, moves):
    """List the moves of the first player awaited; none when the game is over."""
    if state.to_act == 0:
        return 0
    return dispatch.legal_actions(box, state, bits.lowest(state.to_act), moves)


class _Counter:
    """What positions are counted on."""

    def __init__(self, rules: Rules, box: Any, depth: int, kind: Any) -> None:
        self.boxes = np.asarray(box).reshape(1)
        self.tables = np.zeros(depth + 1, kind)
        self.moves = np.zeros((depth, rules.MAX_LEGAL_ACTIONS), np.int64)
        self.counts, self.at = np.zeros(depth, np.int64), np.zeros(depth, np.int64)
        self.where = np.zeros(2, np.int64)
        self.pace = SliceBudget()

    def count(self, function: Any, depth: int) -> int:
        """Count at one depth, slice by slice."""
        self.where[:] = BEGIN, 0
        while self.where[LEVEL] != -1:
            with self.pace.measured() as budget:
                function(self.boxes, self.tables, self.moves, self.counts, self.at, self.where, depth, budget)
        return int(self.where[TOTAL])


def compile_now(rules: Rules) -> None:
    """Compile the kernel, or load it from the cache, by counting at no depth."""
    from decapod.engine import jit

    _Counter(rules, np.zeros(1, rules.Box), 1, rules.State).count(jit.kernel(count_below, rules), 0)


def perft(rules: Rules, box: Any, state: Any, depth: int, device: str = "cpu") -> list[int]:
    """Count positions at depths 1 to `depth` below a state, on "python", "cpu" or "cuda"."""
    rollout.check_box(rules, box)
    rollout.check_device(device)
    dispatch.register_rules(rules)
    depth = rollout.within(depth, "depth", 1, DEEPEST)
    _check_table(rules, box, state)
    if device == "cuda":
        from decapod.engine import cuda_rollout

        return cuda_rollout.perft(rules, box, state, depth)
    from decapod.engine import jit_warmup

    function, kind = count_below, dtypes.wide_dtype(rules.State)
    if device == "cpu" and jit_warmup.wanted():
        function, kind = jit_warmup.get_kernel(rules, __name__), rules.State
    counter = _Counter(rules, box, depth, kind)
    counter.tables[0] = dtypes.cast(state, kind)
    counter.tables[0].canonical_order = 1
    return [counter.count(function, d) for d in range(1, depth + 1)]


def _check_table(rules: Any, box: Any, state: Any) -> None:
    """Check that a state is one of these rules', and such as can be: others lead compiled rules astray."""
    kinds = (rules.State, dtypes.wide_dtype(rules.State))
    if getattr(state, "dtype", None) not in kinds or np.asarray(state).size != 1:
        raise TypeError(f"state is a record of {rules.NAME}'s, as `match.state`, not {type(state).__name__}")
    wide = dtypes.cast(state, kinds[1])
    counts = dict(enumerate(rules.VARIANTS.values()))
    wrong = [] if wide.players in counts.get(int(wide.variant), ()) else ["nobody plays it so"]
    if not wrong and wide.to_act not in range(1 << int(wide.players)):
        wrong = ["it awaits who is not there"]
    try:
        wrong = wrong or rules.violations(np.asarray(box).reshape(1)[0], wide)
    except Exception as error:  # a number in it may lead anywhere
        wrong = [str(error)]
    if wrong:
        raise UsageError(f"this is no state of {rules.NAME}: {wrong[0]}")
