"""Tables and boxes as plain Python numbers: what the rules play on while they are interpreted.

Reading a number of a numpy record takes the interpreter several times as long as reading an attribute. So a match keeps
its table as an object with the same names, of ints and lists, and its past as bytes: the image of a record.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from decapod.engine import dtypes

LETTERS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q"}


class Grid(list[Any]):
    """Rows of numbers that can be read as `grid[row][column]` and as `grid[row, column]`, as arrays can."""

    def __getitem__(self, place: Any) -> Any:
        """Return a row, or a number of it."""
        if type(place) is tuple:
            row, column = place
            return list.__getitem__(self, row)[column]
        return list.__getitem__(self, place)

    def __setitem__(self, place: Any, value: Any) -> None:
        """Change a number; a row is changed in place."""
        if type(place) is tuple:
            row, column = place
            list.__getitem__(self, row)[column] = value
        else:
            list.__getitem__(self, place)[:] = value


class PyStateType:
    """How records of a type become plain, and what is plain the image of a record again."""

    def __init__(self, kind: np.dtype[Any]) -> None:
        """Write the two functions that do it, as nobody could by hand: every field by its name and place."""
        form, loads, dumps, n = "=", [], [], 0
        at = 0
        assert kind.names is not None
        for name in sorted(kind.names, key=lambda name: kind.fields[name][1]):  # type: ignore[index]
            field, offset = kind.fields[name][:2]  # type: ignore[index]
            base, shape = field.subdtype or (field, ())
            count = int(np.prod(shape, dtype=np.int64))
            form += "x" * (offset - at) + f"{count}{LETTERS[base.str[1:]]}"
            at = offset + field.itemsize
            loads.append(f"it.{name} = {_reading(n, shape)}")
            dumps.append(_writing(name, shape))
            n += count
        form += "x" * (kind.itemsize - at)
        packer = struct.Struct(form)
        made: dict[str, Any] = {"new": object.__new__, "unpack": packer.unpack, "pack": packer.pack, "Grid": Grid}
        made["Plain"] = type("Plain", (), {"__slots__": kind.names, "dtype": kind})
        lines = [
            "def load(image):",
            " it, v = new(Plain), unpack(image)",
            *(f" {line}" for line in loads),
            " return it",
        ]
        lines += ["def dump(it):", f" return pack({', '.join(dumps)})"]
        exec("\n".join(lines), made)  # noqa: S102  # all of it was written here, from the names of fields
        self.load: Callable[[bytes], Any] = made["load"]
        self.dump: Callable[[Any], bytes] = made["dump"]


def _reading(n: int, shape: tuple[int, ...]) -> str:
    """Write how a field is read from all numbers of a record, from the nth on."""
    if not shape:
        return f"v[{n}]"
    if len(shape) == 1:
        return f"list(v[{n}:{n + shape[0]}])"
    rows, width = shape
    return f"Grid([{', '.join(f'list(v[{n + i * width}:{n + (i + 1) * width}])' for i in range(rows))}])"


def _writing(name: str, shape: tuple[int, ...]) -> str:
    """Write how a field is handed over as numbers."""
    if not shape:
        return f"it.{name}"
    return f"*it.{name}" if len(shape) == 1 else f"*[number for row in it.{name} for number in row]"


@functools.cache
def py_state_type(kind: np.dtype[Any]) -> PyStateType:
    """Return how records of a type become plain."""
    return PyStateType(kind)


def py_state(record: Any) -> Any:
    """Return a record as an object of plain numbers and lists, to be played on."""
    return py_state_type(record.dtype).load(record.tobytes())


def py_state_view(record: Any) -> Any:
    """Return the same for those who only look: it is kept, and not to be changed."""
    return _kept(record.dtype, record.tobytes())


@functools.lru_cache(maxsize=64)
def _kept(kind: np.dtype[Any], snapshot: bytes) -> Any:
    return py_state_type(kind).load(snapshot)


class Common:
    """Reads the fields that every state has from the image of one."""

    _forms: ClassVar[dict[str, str]] = {"to_act": "=h", "turn_index": "=i", "reveals": "=i"}

    def __init__(self, kind: np.dtype[Any]) -> None:
        """Find where they are."""
        self._places = {
            name: (struct.Struct(form).unpack_from, kind.fields[name][1])  # type: ignore[index]
            for name, form in self._forms.items()
        }

    def read(self, snapshot: bytes, name: str) -> int:
        """Read one of them."""
        unpack, offset = self._places[name]
        return unpack(snapshot, offset)[0]


@functools.cache
def common(kind: np.dtype[Any]) -> Common:
    """Return how the common fields of a game's tables are read."""
    return Common(kind)


def snapshot_of(record: Any, kind: np.dtype[Any]) -> bytes:
    """Return the image of a record in the type that the game states for it."""
    return dtypes.cast(record, kind).tobytes()


def record_of(snapshot: bytes, kind: np.dtype[Any]) -> Any:
    """Return the record of an image, widened: one of its own, which may be changed."""
    return np.frombuffer(snapshot, kind).astype(dtypes.wide_dtype(kind))[0]
