"""Stepping on a GPU: `vector_step.py` again, a state a thread, all arrays on the device.

A warp's threads move together, so a step is several kernels: one makes the moves and lists the tables where a game is
over, the next ones deal at those alone, and the last look at every state. Short observations are written in the memory
that a block of threads shares, and go out from there side by side. `NUMBA_ENABLE_CUDASIM=1` does it without a GPU.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.engine import cuda_rollout as device
from decapod.engine import dice, dispatch, dlpack, observation, vector_step
from decapod.engine.cuda_rollout import cuda  # global, because the simulator swaps it for its own

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decapod.engine.protocols import Rules

SIMULATED = device.config is not None and device.config.ENABLE_CUDASIM
BLOCK = 8 if SIMULATED else 128  # threads in a block that work together
WARP = 32
ALONE = BLOCK if SIMULATED else WARP  # threads in a block where each has a state to itself
REGISTERS = 128  # at most, for a thread: fewer made Crab Stack's kernels slower
SHARED = 48 * 1024  # bytes that a block of threads can share
FEWEST = 64  # observations that must fit there: Crab Stack's are faster written straight out
WIPING = 264  # blocks that wipe the final observations of games that are over
WAIT = vector_step.WAIT
NOBODY = 1 << 30  # no state's move is refused


def rows_at_once(rules: Rules) -> int:
    """Return how many observations a block writes in the memory it shares; 0 if too few fit there."""
    fit = SHARED // (rules.OBSERVATION_SIZE * observation.number_type(rules.OBSERVATION).itemsize)
    return min(BLOCK, fit) if fit >= FEWEST else 0


@functools.cache
def kernels(rules: Rules) -> dict[str, Any]:
    """Make the kernels of these rules; each is compiled when it is first launched."""
    _, word_kind = device.prepare(rules)
    length = dice.LENGTH
    deal, make_move, list_moves, draw_move = (
        vector_step.deal,
        vector_step.make_move,
        vector_step.list_moves,
        vector_step.draw,
    )
    observed, kind = rules.OBSERVATION_SIZE, observation.number_type(rules.OBSERVATION)
    rows = rows_at_once(rules)
    is_listed, unmark, wait, observe = vector_step.is_listed, vector_step.unmark, vector_step.wait, dispatch.observe

    def begin(boxes, tables, common, options, games):
        i = cuda.grid(1)
        if i < len(tables):
            deal(boxes[0], tables[i], common, options, i, int(games[i]))

    def play(
        boxes, tables, common, moves, player, legal, counts, mask, rewards, points, ending, terminated, truncated,
        final_player, over, listed,
    ):  # fmt: skip
        i = cuda.grid(1)
        if i < len(tables) and moves[i] == WAIT:
            wait(common, rewards, points, ending, terminated, truncated, final_player, i)
        elif i < len(tables):
            unmark(common, legal, counts, mask, i)
            if make_move(
                boxes[0], tables[i], common, int(moves[i]), int(player[i]), rewards, points, ending, terminated,
                truncated, final_player, i,
            ):  # fmt: skip
                listed[cuda.atomic.add(over, 0, 1)] = i

    def wipe(over, listed, final_observation):
        thread = cuda.grid(1)
        lane = thread % WARP
        row = thread // WARP
        while row < over[0]:
            state = listed[row]
            place = lane
            while place < final_observation.shape[1]:
                final_observation[state, place] = 0
                place += WARP
            row += WIPING * BLOCK // WARP

    def begin_again(boxes, tables, common, options, games, over, listed, final_observation, final_player):
        k = cuda.grid(1)
        if k < over[0]:
            i = listed[k]
            observe(boxes[0], tables[i], int(final_player[i]), final_observation[i])
            games[i] += 1
            deal(boxes[0], tables[i], common, options, i, int(games[i]))

    def list_legal(boxes, tables, common, player, legal, counts, mask):
        i = cuda.grid(1)
        if i < len(tables):
            list_moves(boxes[0], tables[i], common, player, legal, counts, mask, i)

    def look(boxes, tables, player, observation):
        shared = cuda.shared.array((rows, observed), kind)
        thread = cuda.threadIdx.x
        first = cuda.blockIdx.x * rows
        here = min(rows, len(tables) - first)
        for row in range(here):
            place = thread
            while place < observed:
                shared[row, place] = 0
                place += BLOCK
        cuda.syncthreads()
        if thread < here:
            observe(boxes[0], tables[first + thread], int(player[first + thread]), shared[thread])
        cuda.syncthreads()
        for row in range(here):
            place = thread
            while place < observed:
                observation[first + row, place] = shared[row, place]
                place += BLOCK

    def look_directly(boxes, tables, player, observation):
        i = cuda.grid(1)
        if i < len(tables):
            observe(boxes[0], tables[i], int(player[i]), observation[i])

    def check(legal, counts, moves, refused):
        i = cuda.grid(1)
        if i < len(moves) and moves[i] != WAIT and not is_listed(legal, counts, int(moves[i]), i):
            cuda.atomic.min(refused, 0, i)

    def draw(common, draws, legal, counts, moves):
        chance = cuda.local.array(length, word_kind)
        i = cuda.grid(1)
        if i < len(moves):
            moves[i] = draw_move(common, draws, legal, counts, chance, i)

    def take(moves, source):
        i = cuda.grid(1)
        if i < len(moves):
            moves[i] = source[i]

    made = (begin, play, wipe, begin_again, list_legal, look, look_directly, check, draw, take)
    limits = {} if SIMULATED else {"max_registers": REGISTERS}  # the simulator knows none
    return {function.__name__: cuda.jit(function, **limits) for function in made}


class Tables:
    """Tables on a GPU, with the same functions as `stepping.Tables`."""

    def __init__(
        self, rules: Rules, box: Any, *, players: int, variant: int, options: Sequence[int], size: int, seed: int,
        packed: bool, last: int, viewer: int,
    ) -> None:  # fmt: skip
        """Allocate; nothing is dealt yet."""
        device.require()
        kind, _ = device.prepare(rules)
        self.kind = rules.State
        self.layout = vector_step.Layout(rules, size, players, packed)
        self._here = {name: cuda.device_array(shape, kind) for name, (shape, kind) in self.layout.arrays.items()}
        self._here |= {"tables": cuda.device_array(size, kind), "games": cuda.device_array(size, np.int64),
                       "moves": cuda.device_array(size, np.int64)}  # fmt: skip
        self._over, self._listed = cuda.device_array(1, np.int32), cuda.device_array(size, np.int32)
        self._refused = cuda.device_array(1, np.int32)
        self._legal, self._counts = (cuda.device_array(*kind) for kind in (self.layout.legal, self.layout.counts))
        self._boxes = cuda.to_device(np.asarray(box).reshape(1))
        self._common = cuda.to_device(vector_step.common_numbers(seed, players, variant, packed, last, viewer))
        self._options = cuda.to_device(np.array(options, np.int64))
        self._kernels, self._size, self._rows = kernels(rules), size, rows_at_once(rules)
        self._stream: Any = 0
        self.arrays = {name: dlpack.DeviceArray(self._here[name]) for name in self.layout.arrays}
        self.moves = dlpack.DeviceArray(self._here["moves"])

    def use_stream(self, pointer: int) -> None:
        """Launch kernels in somebody's stream from now on; 0 is CUDA's default one. All earlier ones are finished."""
        cuda.synchronize()
        self._stream = cuda.external_stream(pointer) if pointer and not SIMULATED else 0

    def reseed(self, seed: int) -> None:
        """Deal what comes from another seed."""
        common = self._common.copy_to_host()
        common[:2] = seed & dice.WORD, seed >> 32
        self._common.copy_to_device(common)

    def run(self, what: int, draws: int = 0) -> int:
        """Do something to all tables; return the first whose move is refused, or `FINE`."""
        here, common, legal, counts = self._here, self._common, self._legal, self._counts
        boxes, tables, player, moves = self._boxes, here["tables"], here["player"], here["moves"]
        if what == vector_step.CHECK:
            self._refused.copy_to_device(np.array([NOBODY], np.int32))
            self._launch("check", legal, counts, moves, self._refused)
            found = int(self._refused.copy_to_host()[0])
            return vector_step.FINE if found == NOBODY else found
        if what == vector_step.DRAW:
            self._launch("draw", common, draws, legal, counts, moves)
            return vector_step.FINE
        if what == vector_step.STEP:
            _zero(self._over, self._stream)
            self._launch("play", boxes, tables, common, moves, player, legal, counts, here["mask"], here["rewards"],
                         here["points"], here["ending"], here["terminated"], here["truncated"], here["final_player"],
                         self._over, self._listed)  # fmt: skip
            blocks = min(WIPING, -(-self._size * WARP // BLOCK))
            self._kernels["wipe"][blocks, BLOCK, self._stream](self._over, self._listed, here["final_observation"])
            self._launch("begin_again", boxes, tables, common, self._options, here["games"], self._over, self._listed,
                         here["final_observation"], here["final_player"])  # fmt: skip
        else:
            _zero(here["mask"], self._stream)
        if what == vector_step.DEAL:
            self._launch("begin", boxes, tables, common, self._options, here["games"])
        self._launch("list_legal", boxes, tables, common, player, legal, counts, here["mask"])
        if self._rows:
            blocks = -(-self._size // self._rows)
            self._kernels["look"][blocks, BLOCK, self._stream](boxes, tables, player, here["observation"])
        else:
            _zero(here["observation"], self._stream)
            self._launch("look_directly", boxes, tables, player, here["observation"])
        return vector_step.FINE

    def _launch(self, name: str, *arguments: Any) -> None:
        self._kernels[name][-(-self._size // ALONE), ALONE, self._stream](*arguments)

    def fetch(self, name: str) -> Any:
        """Copy an array, or the tables, the moves, or how many games are over at each state, to the processor."""
        found = self._here[name].copy_to_host()
        return found.astype(self.kind) if name == "tables" else found

    def put(self, name: str, array: Any) -> None:
        """Take what `fetch` gave, or 0 for zeros; moves of any type, from either side."""
        target = self._here[name]
        if isinstance(array, int):
            _zero(target, self._stream)
        elif name == "moves" and hasattr(array, "__cuda_array_interface__"):
            self._launch("take", target, cuda.as_cuda_array(array))
        else:
            target.copy_to_device(np.ascontiguousarray(array, target.dtype))


def _zero(array: Any, stream: Any) -> None:
    """Set all bytes of a device array to 0."""
    if device.config.ENABLE_CUDASIM:
        array.copy_to_device(np.zeros(array.shape, array.dtype))
    else:
        from numba.cuda.cudadrv.driver import device_memset

        device_memset(array, 0, array.nbytes, stream)
