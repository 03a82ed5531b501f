"""Net files: what a network learned of a game and how it was taught, as safetensors.

A position becomes moves and worths by layers of `width` units, each of which reads the one before (docs/nets.md):

    layer[0]   = relu(norm(sum of x[i] * input[i] + input.bias))    x: the observation; `input[i]`: a row for x[i]
    layer[k+1] = relu(norm(hidden[k] @ layer[k] + hidden.bias[k]))
    units      = the sum of all layers
    logits     = policy @ units + policy.bias                       of every move, legal or not
    worths     = tanh(value @ units + value.bias)                   to each seat, counted from the viewer's own on

`norm` is a layer norm with `gain` and `shift`. The large matrices are bytes, with a scale for each row. Of `input` and
`policy` a file leaves out rows of zeros if there are any (what cannot come up in the modes that were taught): then
`input.kept`, or `policy.kept`, says which rows it has.
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from decapod.engine import protocols
from decapod.errors import ParseError, UsageError, one_line

if TYPE_CHECKING:
    from decapod.core.game import Box, Game

FORMAT = "decapod-net-2"
LARGEST = 64 << 20  # bytes of a file: ours have at most 3 million
WIDEST, DEEPEST = 4096, 16  # units of a layer; layers after the first
EPSILON = 1e-5  # added to the variance in a layer norm
LARGEST_BYTE = 127
DIGEST = 12  # letters of a fingerprint
ROWS = ("input", "hidden", "policy")  # the matrices of bytes: each has a `.scale` for every row

SPARSE = {"input": "input.scale", "policy": "policy.scale"}  # of these, rows of zeros are left out; what has them all
KEPT = ".kept"  # behind the name of such a matrix: the rows that a file has, ascending

#: The shape of every tensor: I numbers are observed, H is the width, D layers follow the first, M moves, S seats.
SHAPES = {
    "input": "IH", "input.scale": "I", "input.bias": "H", "input.gain": "H", "input.shift": "H",
    "hidden": "DHH", "hidden.scale": "DH", "hidden.bias": "DH", "hidden.gain": "DH", "hidden.shift": "DH",
    "policy": "MH", "policy.scale": "M", "policy.bias": "M",
    "value": "SH", "value.bias": "S",
}  # fmt: skip


@dataclass(frozen=True)
class NetMetadata:
    """What a net was taught: a game with its layouts, a box, modes; and how."""

    game: str
    observation: str  # a fingerprint of what is observed, in which order
    moves: str  # a fingerprint of what the numbers of moves mean
    box: str  # the fingerprint of the box it was taught on
    box_name: str
    modes: Sequence[str]  # such as "main 4": variant and players
    trained: Mapping[str, Any] = field(default_factory=dict)  # seed, minutes, steps, device, date, version
    strength: Mapping[str, Any] = field(default_factory=dict)  # what it scored against whom, if that is known

    @classmethod
    def of(
        cls,
        game: Game,
        box: Box | None = None,
        modes: Sequence[tuple[str, int]] = (),
        trained: Mapping[str, Any] | None = None,
        strength: Mapping[str, Any] | None = None,
    ) -> NetMetadata:
        """Write down what a net is taught now."""
        box = game.box if box is None else box
        named = [f"{variant} {players}" for variant, players in modes or game.modes]
        return cls(game.name, observation_layout(game), move_layout(game), box.hash, box.name, named, trained or {},
                   strength or {})  # fmt: skip


class Net:
    """A net: its facts, and its tensors as they are in a file."""

    def __init__(self, facts: NetMetadata, tensors: Mapping[str, Any]) -> None:
        """Take tensors that fit each other; `Net.of` makes them of ordinary numbers, `Net.read` of a file."""
        self.facts = facts
        self.tensors: dict[str, Any] = dict(tensors)
        self.width: int = len(tensors["input.bias"])
        self.depth: int = len(tensors["hidden"])  # layers after the first

    def __repr__(self) -> str:
        """Say whose net it is."""
        return f"<Net of {self.facts.game}, {self.depth + 1} layers of {self.width} units>"

    @classmethod
    def of(cls, facts: NetMetadata, numbers: Mapping[str, Any]) -> Net:
        """Make one of floats: all tensors of `SHAPES` but the scales."""
        tensors: dict[str, Any] = {}
        for name, array in numbers.items():
            if name in ROWS:
                tensors[name], tensors[f"{name}.scale"] = to_bytes(np.asarray(array, np.float32))
            else:
                tensors[name] = np.array(array, np.float32)
        return cls(facts, tensors)

    @classmethod
    def random(cls, game: Game, width: int = 64, seed: int = 0, box: Box | None = None, depth: int = 2) -> Net:
        """Make one that knows nothing: for tests, and to measure how fast nets are."""
        chance = np.random.default_rng(seed)
        rules = game.rules
        sizes = {
            "I": rules.OBSERVATION_SIZE,
            "H": width,
            "D": depth,
            "M": rules.NUM_ACTIONS,
            "S": protocols.seats(rules),
        }
        numbers = {}
        for name, shape in SHAPES.items():
            if not name.endswith(".scale"):
                drawn = chance.normal(size=[sizes[letter] for letter in shape])
                numbers[name] = 1 + drawn / 8 if name.endswith(".gain") else drawn / math.sqrt(width)
        return cls.of(NetMetadata.of(game, box), numbers)

    def matrix(self, name: str) -> Any:
        """Return a tensor as floats, its scale multiplied in."""
        found = self.tensors[name]
        return found * self.tensors[f"{name}.scale"][..., None] if name in ROWS else found

    @functools.cached_property
    def _hidden(self) -> Any:
        """The later layers' matrices as floats: all of them are needed at every table."""
        return self.matrix("hidden")

    # --- playing ------------------------------------------------------------------------------------------------

    def evaluate(self, observation: Any, moves: Sequence[int]) -> tuple[Any, Any]:
        """Return the logits of some moves, and the worths from the viewer's seat on: plain numpy."""
        logits, worths = self.evaluate_all(np.asarray(observation)[None], np.asarray(moves)[None])
        return logits[0], worths[0]

    def evaluate_all(self, observations: Any, moves: Any) -> tuple[Any, Any]:
        """Return the same for several observations, a row each: every one with as many moves, which may be others."""
        tensors = self.tensors
        sums = np.empty((len(observations), self.width), np.float32)
        for row, observation in zip(sums, observations, strict=True):
            there = np.flatnonzero(observation)
            scaled = observation[there].astype(np.float32) * tensors["input.scale"][there]
            row[:] = scaled @ tensors["input"][there].astype(np.float32)
        layer = self._finish("input", ..., sums)
        units = layer
        for k in range(self.depth):
            # row by row: of several rows at once BLAS would make threads, that wait for each other on a busy machine
            layer = self._finish("hidden", k, np.stack([self._hidden[k] @ row for row in layer]))
            units = units + layer
        spoken = (tensors["policy"][moves].astype(np.float32) @ units[:, :, None])[:, :, 0]
        worths = np.tanh(units @ tensors["value"].T + tensors["value.bias"])
        return tensors["policy.scale"][moves] * spoken + tensors["policy.bias"][moves], worths

    def _finish(self, name: str, k: Any, sums: Any) -> Any:
        """Make a layer of its sums, for each observation: their bias, norm and relu."""
        sums = sums + self.tensors[f"{name}.bias"][k]
        sums = sums - sums.mean(axis=1, keepdims=True)
        sums = sums / np.sqrt((sums * sums).mean(axis=1, keepdims=True) + EPSILON)
        return np.maximum(sums * self.tensors[f"{name}.gain"][k] + self.tensors[f"{name}.shift"][k], 0)

    # --- whether it fits ----------------------------------------------------------------------------------------

    def check(self, game: Game, where: str = "this net") -> None:
        """Check that it is a net of a game as it is now; `UsageError` says in one line if it is not."""
        facts, rules = self.facts, game.rules
        if facts.game != game.name:
            raise UsageError(f"{where} plays {facts.game}, not {game.name}")
        again = f"train it again: decapod train {game.name}"
        if facts.observation != observation_layout(game) or len(self.tensors["input"]) != rules.OBSERVATION_SIZE:
            raise UsageError(f"{where} was taught another observation of {game.name} than this version's; {again}")
        fits = len(self.tensors["policy"]) == rules.NUM_ACTIONS and len(self.tensors["value"]) == protocols.seats(rules)
        if facts.moves != move_layout(game) or not fits:
            raise UsageError(f"{where} was taught other moves of {game.name} than this version's; {again}")

    def is_of(self, box: Box) -> bool:
        """Whether it was taught on this very box: on another of the same game it plays, less well perhaps."""
        return self.facts.box == box.hash

    # --- the file -----------------------------------------------------------------------------------------------

    def write(self, path: Path) -> None:
        """Write it to a file, whole or not at all."""
        path = Path(path)
        beside = path.with_name(f".{path.name}.part")
        tensors = {name: np.ascontiguousarray(tensor) for name, tensor in leave_out_zeros(self.tensors).items()}
        try:
            beside.write_bytes(save(tensors, _metadata(self.facts)))
            beside.replace(path)
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror or error}") from None

    @classmethod
    def read(cls, path: Path | str) -> Net:
        """Read it from a file; `ParseError` says in one line what is wrong with that."""
        try:
            if Path(path).stat().st_size > LARGEST:
                raise ValueError(f"it is larger than {LARGEST >> 20} MB")
            with safe_open(path, framework="numpy") as file:
                words = file.metadata() or {}
                tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  # it is no dict
            facts = _read_facts(words)
            check_tensors(tensors)
        except OSError as error:
            raise ParseError(f"cannot read the net {path}: {error.strerror or error}") from None
        except (ValueError, KeyError, TypeError, RecursionError, SafetensorError) as error:
            why = error.args[0] if type(error) in (ValueError, SafetensorError) else "its header cannot be read"
            raise ParseError(f"{path} is no net of Decapod: {one_line(str(why))[:120]}") from None
        return cls(facts, tensors)


def leave_out_zeros(tensors: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tensors of a file: as they are, but without rows of zeros where such rows may be left out."""
    found = {name: tensors[name] for name in SHAPES}
    for name in SPARSE:
        kept = np.flatnonzero(tensors[name].any(axis=1))
        if 0 < len(kept) < len(tensors[name]):
            found[name], found[name + KEPT] = tensors[name][kept], kept.astype(np.int32)
    return found


def put_zeros_back(tensors: dict[str, Any]) -> None:
    """Make matrices whole again of which a file has some rows; whatever does not fit raises."""
    for name, whole in SPARSE.items():
        kept = tensors.pop(name + KEPT, None)
        if kept is None:
            continue
        count = len(tensors[whole])
        fits = len(kept) == len(tensors[name]) and kept[0] >= 0 and kept[-1] < count and (np.diff(kept) > 0).all()
        if not fits:
            raise ValueError(f"its tensor {name}{KEPT} does not fit the rest")
        if count * tensors[name].shape[1] > LARGEST:
            raise ValueError(f"its tensor {name} would be larger than {LARGEST >> 20} MB")
        matrix = np.zeros((count, tensors[name].shape[1]), np.int8)
        matrix[kept] = tensors[name]
        tensors[name] = matrix


def to_bytes(matrix: Any) -> tuple[Any, Any]:
    """Round a matrix of floats to bytes, or several, with a scale for each row."""
    scale = np.abs(matrix).max(axis=-1) / LARGEST_BYTE
    scale[scale == 0] = 1
    return np.rint(matrix / scale[..., None]).astype(np.int8), scale.astype(np.float32)


@functools.cache
def observation_layout(game: Game) -> str:
    """Return a fingerprint of what a learner sees of a game, number by number."""
    fields = [(part.name, part.shape, part.low, part.high) for part in game.rules.OBSERVATION]
    return _digest(f"{game.rules.OBSERVATION_VERSION} {fields}")


@functools.cache
def move_layout(game: Game) -> str:
    """Return a fingerprint of what the numbers of moves mean: of how each is written when a game begins."""
    return _digest("\n".join(write_moves(game)))


def write_moves(game: Game) -> list[str]:
    """Write every move as it is written when a game begins; its number, if it leads nowhere then."""
    state = game.match(seed=0).player_view(0).state
    found: list[str] = []
    for move in range(game.rules.NUM_ACTIONS):
        try:
            found.append(game.view.format_move(game.box.record, state, 0, move))
        except (IndexError, ValueError):  # a step off the board
            found.append(str(move))
    return found


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:DIGEST]


def _metadata(facts: NetMetadata) -> dict[str, str]:
    """Write facts as safetensors wants them: texts by name. What is no text goes as JSON."""
    return {"format": FORMAT} | {
        name: value if isinstance(value, str) else json.dumps(value) for name, value in vars(facts).items()
    }


def _read_facts(words: Mapping[str, str]) -> NetMetadata:
    """Read facts from the metadata of a file; whatever is wrong with them raises."""
    if words.get("format") != FORMAT:
        raise ValueError(f"it is not of the format {FORMAT}")
    texts = {name: words[name] for name in ("game", "observation", "moves", "box", "box_name")}
    lists = {name: json.loads(words[name]) for name in ("modes", "trained", "strength")}
    return NetMetadata(**texts, **lists)


def check_tensors(tensors: dict[str, Any]) -> None:
    """Make the tensors of a file whole, and check that they fit each other; whatever is wrong with them raises."""
    if not set(SHAPES) <= set(tensors) <= {*SHAPES, *(name + KEPT for name in SPARSE)}:
        raise ValueError("it has not the tensors that a net has")
    for name, tensor in tensors.items():
        kind = np.int8 if name in ROWS else np.int32 if name.endswith(KEPT) else np.float32
        if tensor.dtype != kind or tensor.ndim != len(SHAPES.get(name, "K")) or not tensor.size:
            raise ValueError(f"its tensor {name} is of another kind")
        if not np.isfinite(tensor).all():
            raise ValueError(f"its tensor {name} has numbers that are none")
    put_zeros_back(tensors)
    sizes: dict[str, int] = {}
    for name, letters in SHAPES.items():
        for letter, n in zip(letters, tensors[name].shape, strict=True):
            if sizes.setdefault(letter, n) != n:
                raise ValueError(f"its tensor {name} has another shape than the rest")
    if sizes["H"] > WIDEST:
        raise ValueError(f"it has {sizes['H']} units, and not 1 to {WIDEST}")
    if sizes["D"] > DEEPEST:
        raise ValueError(f"it has {sizes['D']} layers after the first, and not 1 to {DEEPEST}")
