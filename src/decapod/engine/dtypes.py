"""Boxes and tables are numpy records; this module makes their types.

Compiled code uses the narrow type a game states, aligned, because a GPU refuses unaligned fields.
Interpreted code uses the same type widened to int64 throughout: a narrow number read by the interpreter
stays narrow, and `1 << int8(40)` is silently 0.
"""

from __future__ import annotations

import copyreg
import functools
import operator
from typing import Any

import numpy as np

from decapod.engine import dice

Field = tuple[str, str] | tuple[str, str, int | tuple[int, ...]]

WORD = 8
MOST_PLAYERS = 15  # `to_act` has a bit for each

#: What every state has, whatever the game.
COMMON: tuple[Field, ...] = (
    ("dice", "u4", dice.LENGTH),  # all chance to come
    ("to_act", "i2"),  # bit set of the players who may act now; 0 when the game is over
    ("players", "i1"),  # how many play
    ("variant", "i1"),  # which of the game's variants, as an index
    ("canonical_order", "i1"),  # 1: picks that commute are offered in ascending order only (bots, perft)
    ("ending", "i1"),  # why the game ended; 0 while it goes on
    ("ply", "i4"),  # moves made
    ("turn_index", "i4"),  # turns finished: a move may be taken back freely inside one turn
    (
        "reveals",
        "i4",
    ),  # moves that brought something hidden or random to light, for anyone: none is taken back across one
)


class RecordMeta(type):
    """The metaclass of record classes: one is unpickled by making it again from the names of its fields."""


@functools.cache
def record_class(names: tuple[str, ...]) -> RecordMeta:
    """Make the class of records with these fields: each is read straight from C, six times as fast as numpy's record.

    >>> state = zeros(record_type([("ply", "i8")]))
    >>> state.ply = 3
    >>> state.ply + 1
    np.int64(4)
    """

    def field(name: str) -> property:
        def write(record: Any, value: Any) -> None:
            record[name] = value

        return property(operator.itemgetter(name), write)

    return RecordMeta("Record", (np.void,), {"__slots__": (), **{name: field(name) for name in names}})


copyreg.pickle(RecordMeta, lambda made: (record_class, (tuple(name for name in vars(made) if name[:2] != "__"),)))  # pyright: ignore


def record_type(fields: list[Field]) -> np.dtype[Any]:
    """Make an aligned record type, a whole number of 8-byte words long."""
    kind = np.dtype(fields, align=True)
    if kind.itemsize % WORD:
        kind = np.dtype([*fields, ("padding", "i1", WORD - kind.itemsize % WORD)], align=True)
    assert kind.names is not None
    return np.dtype((record_class(kind.names), kind))


def state_type(fields: list[Field]) -> np.dtype[Any]:
    """Make the type of a game's table: the common fields, then its own."""
    return record_type([*COMMON, *fields])


def wide_dtype(narrow: np.dtype[Any]) -> np.dtype[Any]:
    """Make the same record type with every number an int64."""
    fields: list[Field] = []
    assert narrow.names is not None
    for name in narrow.names:
        kind = narrow[name]
        fields.append((name, "i8", kind.shape) if kind.shape else (name, "i8"))
    return record_type(fields)


def zeros(kind: np.dtype[Any]) -> Any:
    """Make one zeroed record (as an element of an array, so that it can be written to)."""
    return np.zeros(1, kind)[0]


def cast(record: Any, kind: np.dtype[Any]) -> Any:
    """Copy a record into another width of the same type."""
    return np.asarray(record).reshape(1).astype(kind)[0]


def clear(record):
    """Set every number of a record to 0. Compiled, this is a run of 8-byte stores."""
    for name in record.dtype.names:
        record[name] = 0


def copy(source, target):
    """Make `target` hold what `source` holds. Compiled, this is a run of 8-byte moves."""
    for name in source.dtype.names:
        target[name] = source[name]


def same(a: Any, b: Any) -> bool:
    """Whether two records of one type hold the same numbers, padding aside."""
    return all(np.array_equal(a[name], b[name]) for name in a.dtype.names)
