"""Stepping: many games side by side, one move in each at a time, for learners.

A table is played on until its game is over, or long enough; then the next one is dealt there. The d-th game (from 0)
of table `i`, with a seed `s` of up to 64 bits, is dealt with the secret `s + (i << 64) + (d << 96)`: `game.match`
deals the same one from that seed, and the first games are those of a batch (`rollout.py`).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.engine import bits, dice, dispatch, dtypes, jit_warmup, observation, rollout
from decapod.engine.returns import returns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decapod.engine.protocols import Rules

BYTE = 8

# What all tables of an environment have in common: places of the array `common`.
SEED_A, SEED_B, PLAYERS, VARIANT, PACKED = range(5)
LAST = 5  # the moves after which a game is cut short; 0: never
VIEWER = 6  # who the last observation of a game is for; ANYBODY: who moved last, or is to move
COMMON = 7
ANYBODY = -1

# What is done to tables.
DEAL, STEP, LOOK, CHECK, DRAW = range(5)

FINE = -1  # no table's move is refused
WAIT = -(1 << 31)  # in place of a move: nothing happens at this table


# --- one table --------------------------------------------------------------------------------------------------


def deal(box, state, common, options, number, games):
    """Deal the game that comes after so many `games` at table `number`."""
    dtypes.clear(state)
    dice.load(state.dice, common[SEED_A], common[SEED_B], number, games)
    dispatch.setup(box, state, common[PLAYERS], common[VARIANT], options)
    state.canonical_order = 1


def make_move(box, state, common, move, player, rewards, points, ending, terminated, truncated, final_player, i):
    """Make a move of a player at table `i`; write what came of it, return 1 if that was all of the game, else 0."""
    dispatch.apply_action(box, state, player, move)
    over = state.to_act == 0
    late = not over and common[LAST] > 0 and state.ply >= common[LAST]
    terminated[i] = over
    truncated[i] = late
    if over:
        returns(box, state, points[i], rewards[i])  # which borrows the points, to reckon with places
        dispatch.points(box, state, points[i])
        ending[i] = dispatch.ending(box, state)
        final_player[i] = player if common[VIEWER] == ANYBODY else common[VIEWER]
        return 1
    go_on(common, rewards, points, ending, final_player, i)
    if late:
        dispatch.points(box, state, points[i])
        final_player[i] = bits.lowest(state.to_act) if common[VIEWER] == ANYBODY else common[VIEWER]
        return 1
    return 0


def go_on(common, rewards, points, ending, final_player, i):
    """Write that no game ended at table `i`."""
    for seat in range(common[PLAYERS]):
        rewards[i, seat] = 0
        points[i, seat] = 0
    ending[i] = 0
    final_player[i] = -1


def wait(common, rewards, points, ending, terminated, truncated, final_player, i):
    """Let nothing happen at table `i`."""
    terminated[i] = 0
    truncated[i] = 0
    go_on(common, rewards, points, ending, final_player, i)


def list_moves(box, state, common, player, legal, counts, mask, i):
    """Write whose move it is at table `i`, and which moves they may make, into a mask of zeros."""
    seat = bits.lowest(state.to_act)
    player[i] = seat
    n = dispatch.legal_actions(box, state, seat, legal[i])
    counts[i] = n
    if common[PACKED] == 0:
        for k in range(n):
            mask[i, legal[i, k]] = 1
    else:
        pack(legal[i], n, mask[i])


def pack(moves, n, row):
    """Set the bits of the first `n` moves, which are ascending, the lowest bit of a byte first."""
    at = 0
    byte = 0
    for k in range(n):
        move = int(moves[k])
        if move // BYTE != at:
            if byte != 0:
                row[at] = byte
            at = move // BYTE
            byte = 0
        byte |= 1 << move % BYTE
    row[at] = byte


def unmark(common, legal, counts, mask, i):
    """Set the numbers of a mask to 0 that are not."""
    for k in range(counts[i]):
        move = int(legal[i, k])
        mask[i, move if common[PACKED] == 0 else move // BYTE] = 0


def is_listed(legal, counts, move, i):
    """Tell whether a move is one of the legal ones of table `i`, which are ascending."""
    low = 0
    high = int(counts[i])
    while low < high:
        middle = (low + high) // 2
        if legal[i, middle] < move:
            low = middle + 1
        else:
            high = middle
    return low < counts[i] and legal[i, low] == move


def draw(common, draws, legal, counts, chance, i):
    """Let chance choose a legal move of table `i`, for the `draws`-th time."""
    dice.load(chance, common[SEED_A], common[SEED_B], i, rollout.POLICY)
    chance[dice.COUNTER] = draws & dice.WORD
    chance[dice.COUNTER + 1] = draws >> 32
    return int(legal[i, dice.roll(chance, int(counts[i]))])


def wipe(row):
    """Set all numbers of a row to 0."""
    row[:] = 0


# --- many of them -----------------------------------------------------------------------------------------------


def work(
    what, first, last, draws, boxes, tables, common, options, games, moves, legal, counts, chance, observation, mask,
    rewards, points, ending, terminated, truncated, player, final_observation, final_player,
):  # fmt: skip
    """Deal, step, look at, check or draw a move for the tables from `first` up to `last`.

    Return the first table whose move is refused when they are checked, else `FINE`.
    """
    box = boxes[0]
    for i in range(first, last):
        state = tables[i]
        if what == CHECK:
            if moves[i] != WAIT and not is_listed(legal, counts, int(moves[i]), i):
                return i
        elif what == STEP and moves[i] == WAIT:
            wait(common, rewards, points, ending, terminated, truncated, final_player, i)
        elif what == DRAW:
            moves[i] = draw(common, draws, legal, counts, chance, i)
        else:
            if what == STEP:
                unmark(common, legal, counts, mask, i)
                if make_move(
                    box, state, common, int(moves[i]), int(player[i]), rewards, points, ending, terminated, truncated,
                    final_player, i,
                ):  # fmt: skip
                    wipe(final_observation[i])
                    dispatch.observe(box, state, int(final_player[i]), final_observation[i])
                    games[i] += 1
                    deal(box, state, common, options, i, int(games[i]))
            else:
                wipe(mask[i])
            if what == DEAL:
                deal(box, state, common, options, i, int(games[i]))
            list_moves(box, state, common, player, legal, counts, mask, i)
            wipe(observation[i])
            dispatch.observe(box, state, int(player[i]), observation[i])
    return FINE


KERNEL = work  # what `ready` gets ready


def common_numbers(seed: int, players: int, variant: int, packed: bool, last: int, viewer: int) -> Any:
    """Return the array `common`."""
    return np.array([seed & dice.WORD, seed >> 32, players, variant, packed, last, viewer], np.int64)


class Layout:
    """The arrays of an environment: their names, shapes and types; those a learner reads come first."""

    def __init__(self, rules: Rules, size: int, players: int, packed: bool) -> None:
        """Make it for so many tables and players, with the legal moves as bytes or packed into bits."""
        observed = (size, rules.OBSERVATION_SIZE), observation.number_type(rules.OBSERVATION)
        moves = -(-rules.NUM_ACTIONS // BYTE) if packed else rules.NUM_ACTIONS
        self.arrays: dict[str, tuple[tuple[int, ...], Any]] = {
            "observation": observed,
            "mask": ((size, moves), np.uint8),
            "rewards": ((size, players), np.float32),
            "points": ((size, players), np.int32),
            "ending": ((size,), np.int8),
            "terminated": ((size,), np.uint8),
            "truncated": ((size,), np.uint8),
            "player": ((size,), np.int8),
            "final_observation": observed,
            "final_player": ((size,), np.int8),
        }
        #: What follows from the tables alone, and need not be kept.
        self.derived = ("observation", "mask", "player")
        #: The legal moves of every table, listed, and how many they are.
        self.legal = (size, rules.MAX_LEGAL_ACTIONS), np.int16 if rules.NUM_ACTIONS < 1 << 15 else np.int32
        self.counts = (size,), np.int32


class Tables:
    """Tables on this machine's processor: compiled, on so many threads; or interpreted."""

    def __init__(
        self, rules: Rules, box: Any, *, players: int, variant: int, options: Sequence[int], size: int, seed: int,
        packed: bool, last: int, viewer: int, threads: int, compiled: bool,
    ) -> None:  # fmt: skip
        """Allocate; nothing is dealt yet. What comes in is taken as it is: `envs/batch.py` checks."""
        compiled = compiled and jit_warmup.wanted()
        self._work = jit_warmup.get_kernel(rules, __name__) if compiled else work
        kind = rules.State if compiled else dtypes.wide_dtype(rules.State)
        self.kind = rules.State
        self.layout = Layout(rules, size, players, packed)
        self.arrays = {name: np.zeros(shape, kind) for name, (shape, kind) in self.layout.arrays.items()}
        self.tables, self.games, self.moves = np.zeros(size, kind), np.zeros(size, np.int64), np.zeros(size, np.int64)
        box_kind = rules.Box if compiled else dtypes.wide_dtype(rules.Box)
        self._boxes = np.asarray(box).reshape(1).astype(box_kind)
        self._common = common_numbers(seed, players, variant, packed, last, viewer)
        self._options = np.array(options, np.int64)
        threads = max(1, min(threads, size)) if compiled else 1
        cuts = [size * k // threads for k in range(threads + 1)]
        self._parts = list(pairwise(cuts))
        self._legal, self._counts = (np.zeros(shape, kind) for shape, kind in (self.layout.legal, self.layout.counts))
        self._chances = [np.zeros(dice.LENGTH, np.int64) for _ in self._parts]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def reseed(self, seed: int) -> None:
        """Deal what comes from another seed."""
        self._common[:2] = seed & dice.WORD, seed >> 32

    def run(self, what: int, draws: int = 0) -> int:
        """Do something to all tables; return the first whose move is refused, or `FINE`."""
        if self._pool is None:
            return self._run_part(what, draws, 0)
        others = [self._pool.submit(self._run_part, what, draws, part) for part in range(1, len(self._parts))]
        found = [self._run_part(what, draws, 0), *(other.result() for other in others)]
        return next((state for state in found if state != FINE), FINE)

    def _run_part(self, what: int, draws: int, part: int) -> int:
        return int(
            self._work(what, *self._parts[part], draws, self._boxes, self.tables, self._common, self._options,
                       self.games, self.moves, self._legal, self._counts, self._chances[part], *self.arrays.values())
        )  # fmt: skip

    def fetch(self, name: str) -> Any:
        """Copy an array, or the tables, the moves, or how many games are over at each table."""
        found = self._array(name)
        return found.astype(self.kind) if name == "tables" else found.copy()

    def put(self, name: str, array: Any) -> None:
        """Take what `fetch` gave, or zeros; moves of any type."""
        target = self._array(name)
        target[:] = array.astype(target.dtype) if name == "tables" else array

    def _array(self, name: str) -> Any:
        return getattr(self, name) if name in ("tables", "games", "moves") else self.arrays[name]


def compile_now(rules: Rules) -> None:
    """Compile the kernel, or load it from the cache, by asking for nothing."""
    from decapod.engine import jit

    layout = Layout(rules, 1, 1, packed=False)
    legal, counts, *arrays = (np.zeros(*kind) for kind in (layout.legal, layout.counts, *layout.arrays.values()))
    jit.kernel(work, rules)(
        LOOK, 0, 0, 0, np.zeros(1, rules.Box), np.zeros(1, rules.State), np.zeros(COMMON, np.int64),
        np.zeros(len(rules.OPTIONS), np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64), legal, counts,
        np.zeros(dice.LENGTH, np.int64), *arrays,
    )  # fmt: skip
