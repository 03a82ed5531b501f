"""BatchEnv: many games of one kind side by side, one move in each at a time, their numbers in arrays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

import decapod
from decapod.core.game import Box
from decapod.core.match import Match
from decapod.engine import dtypes, rollout, vector_step
from decapod.errors import IllegalMoveError, Reason, UsageError, as_int

MOST_TABLES = 1 << 24
MOST_MOVES = (1 << 31) - 1
MOST_DEALS = 1 << 31
FLAGS = ("terminated", "truncated")  # bytes that are shown as true or false


def _check_seed(seed: Any) -> int:
    number = as_int(seed, "seed")
    if not 0 <= number < 1 << rollout.SEED_BITS:
        raise UsageError(f"the seed of an environment is a whole number from 0 up to {rollout.SEED_BITS} bits")
    return number


class BatchEnv:
    """So many tables, and what learners need to know of them, written into the same arrays at every step.

    | array | of each table | type |
    | --- | --- | --- |
    | `observation` | what the player to move knows, `OBSERVATION` of the game says what is where | int8 |
    | `mask` | which moves they may make; packed: a bit each, the lowest of a byte first | bool; uint8 |
    | `player` | the seat to move: of several awaited at once the lowest that has not acted | int8 |
    | `rewards` | what the game that the last move ended is worth to each seat, from -1 to 1; else 0 | float32 |
    | `points` | the points it ended with; else 0 | int32 |
    | `ending` | why it ended, an index of `game.rules.ENDINGS`; else 0 | int8 |
    | `terminated`, `truncated` | whether the last move ended the game; whether it was cut short after it | bool |
    | `final_observation` | where either is true, what was last known in that game; else as it was | int8 |
    | `final_player` | to whom: `viewer`, or who moved last, or was to move when it was cut short; else -1 | int8 |

    On "cuda" they are arrays of the GPU, which torch, jax and cupy take without copying (`torch.from_dlpack(array)`).
    """

    WAIT = vector_step.WAIT  # in place of a move: the table is left as it is

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        variant: str | None = None,
        size: int = 4096,
        device: str = "cpu",
        seed: int = 0,
        truncate: int | None = None,
        checked: bool = True,
        packed: bool = False,
        viewer: int | None = None,
        threads: int | None = None,
        box: Box | Path | str | None = None,
        **options: Any,
    ) -> None:
        """Set the tables up and deal; `decapod.envs.make` says what the arguments mean."""
        self.game = decapod.game(game)
        self.variant, self.players = self.game.resolve_mode(players, variant)
        self.size = rollout.within(size, "size", 1, MOST_TABLES)
        rollout.check_device(device)
        self.device, self.checked, self.packed = device, bool(checked), bool(packed)
        self.truncate = None if truncate is None else rollout.within(truncate, "truncate", 1, MOST_MOVES)
        self.viewer = None if viewer is None else rollout.within(viewer, "viewer", 0, self.players - 1)
        self.seed = _check_seed(seed)
        if threads is not None:
            threads = rollout.within(threads, "threads", 1, rollout.MOST_THREADS)
            if device != "cpu":
                raise UsageError(f'threads is for device="cpu", not for device="{device}"')
        self.box = self.game.resolve_box(box)
        self._options = self.game.parse_options(self.players, options)
        asked: dict[str, Any] = {
            "players": self.players, "variant": self.game.variants.index(self.variant), "options": self._options,
            "size": self.size, "seed": self.seed, "packed": self.packed, "last": self.truncate or 0,
            "viewer": vector_step.ANYBODY if self.viewer is None else self.viewer,
        }  # fmt: skip
        self._named = options
        if device == "cuda":
            from decapod.engine import cuda_step

            self._tables: Any = cuda_step.Tables(self.game.rules, self.box.record, **asked)
        else:
            self._tables = vector_step.Tables(self.game.rules, self.box.record, threads=threads or rollout.cores(),
                                           compiled=device == "cpu", **asked)  # fmt: skip
        arrays: dict[str, Any] = dict(self._tables.arrays)
        for name in (*FLAGS, *(() if self.packed else ("mask",))):
            arrays[name] = arrays[name].view(np.bool_)
        self.observation, self.mask, self.player = arrays["observation"], arrays["mask"], arrays["player"]
        self.rewards, self.points, self.ending = arrays["rewards"], arrays["points"], arrays["ending"]
        self.terminated, self.truncated = arrays["terminated"], arrays["truncated"]
        self.final_observation, self.final_player = arrays["final_observation"], arrays["final_player"]
        self._draws = 0
        self.reset()

    def __repr__(self) -> str:
        """Say what it plays, where."""
        return f"<BatchEnv {self.size:,} tables of {self.game.name} ({self.variant}, {self.players}) on {self.device}>"

    def reset(self, seed: int | None = None, *, deals: Any = 0) -> None:
        """Deal the first game of every table: of another seed, if one is given, else the same as when it was made.

        `deals` says how many deals are left out: at all tables, or, an array, at each.
        """
        if seed is not None:
            self.seed = _check_seed(seed)
            self._tables.reseed(self.seed)
        self._draws = 0
        for name in self._tables.layout.arrays:
            self._tables.put(name, 0)
        self._tables.put("games", self._deals(deals))
        self._tables.run(vector_step.DEAL)

    def step(self, moves: Any) -> None:
        """Make a move at every table, that of the seat in `player`; where a game ends by it the next one is dealt.

        A table whose move is `WAIT` is left as it is; no game ended there then.
        If one may not be made, `IllegalMoveError` says at which table and why, and none is made.
        """
        if moves is not self._tables.moves:
            self._take(moves)
        if self.checked:
            state = self._tables.run(vector_step.CHECK)
            if state != vector_step.FINE:
                raise self._refused(state)
        self._tables.run(vector_step.STEP)

    def sample(self) -> Any:
        """Choose a legal move at every table by chance, and return them; the seed decides which.

        It is the same array every time; what you step with it may also be one of your own.
        """
        self._tables.run(vector_step.DRAW, self._draws)
        self._draws += 1
        return self._tables.moves

    def use_stream(self, pointer: int) -> None:
        """Launch kernels in a CUDA stream of yours from now on, by its pointer, as torch's `stream.cuda_stream`.

        So that what is done there happens in order, and steps can be captured into a CUDA graph.
        """
        if self.device != "cuda":
            raise UsageError(f'a stream is for device="cuda", not for device="{self.device}"')
        self._tables.use_stream(as_int(pointer, "pointer"))

    def state(self) -> dict[str, Any]:
        """Return all that decides how it goes on, as arrays of numpy that can be pickled, whatever the device."""
        layout = self._tables.layout
        names = ["tables", "games", *(name for name in layout.arrays if name not in layout.derived)]
        return {"made": self._made(), "draws": self._draws, **{name: self._tables.fetch(name) for name in names}}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a state that this environment, or one made alike on any device, was in."""
        if state.get("made") != self._made():
            raise UsageError(f"this state is one of {state.get('made')}, and not of {self._made()}")
        for name, value in state.items():
            if name not in ("made", "draws"):
                self._tables.put(name, value)
        self._draws = int(state["draws"])
        self._tables.run(vector_step.LOOK)

    def deal_seed(self, state: int) -> int:
        """Return the seed with which `game.match` deals the game that is played at a table now."""
        state = rollout.within(state, "table", 0, self.size - 1)
        return self.seed + (state << 64) + (int(self._tables.fetch("games")[state]) << 96)

    def match(self, state: int) -> Match:
        """Begin a match that is dealt as the game at a table was."""
        return self.game.match(
            self.players, variant=self.variant, seed=self.deal_seed(state), box=self.box, **self._named
        )

    def _deals(self, deals: Any) -> Any:
        """Check how many deals are left out at each table."""
        try:
            found = np.asarray(deals)
        except ValueError:  # lists of different lengths
            found = np.zeros(0)
        if found.dtype.kind not in "iu" or found.shape not in ((), (self.size,)):
            raise UsageError(f"deals is a whole number, or one for each of the {self.size} tables")
        if found.min() < 0 or found.max() >= MOST_DEALS:
            raise UsageError(f"deals are whole numbers from 0 to {MOST_DEALS - 1}")
        return np.broadcast_to(found.astype(np.int64), (self.size,))

    def _made(self) -> tuple[Any, ...]:
        """Return what environments have in common that can take each other's states."""
        return (
            self.game.name, self.game.version, self.box.hash, self.variant, self.players, self._options, self.size,
            self.seed, self.truncate, self.viewer,
        )  # fmt: skip

    def _take(self, moves: Any) -> None:
        """Check what moves are made of, and hand them over: from the GPU without a detour."""
        there = self.device == "cuda" and hasattr(moves, "__cuda_array_interface__")
        moves = moves if there else np.asarray(moves)
        if tuple(moves.shape) != (self.size,):
            shape = f"({self.size},)"
            raise UsageError(f"there are {self.size} tables, so moves have the shape {shape}, not {tuple(moves.shape)}")
        kind = np.dtype(moves.__cuda_array_interface__["typestr"]) if there else moves.dtype
        if kind.kind not in "iu":
            raise TypeError(f"moves are whole numbers, not {kind}")
        self._tables.put("moves", moves)

    def _refused(self, state: int) -> IllegalMoveError:
        """Say why the move at a table may not be made."""
        rules, view, words = self.game.rules, self.game.view, self.game.translator()
        at = dtypes.cast(self._tables.fetch("tables")[state], dtypes.wide_dtype(rules.State))
        player, move = (int(self._tables.fetch(name)[state]) for name in ("player", "moves"))
        code = int(rules.illegal_reason(self.box.record, at, player, move))
        name, rule = rules.ILLEGAL_REASONS[code]
        gaps = view.refusal_parameters(self.box.record, at, player, move, code)
        told = words(name, **{gap: words.plain(value) for gap, value in gaps.items()})
        return IllegalMoveError(
            Reason(name, rule, {"table": state, "move": move}, f"table {state}, move {move}: {told}")
        )
