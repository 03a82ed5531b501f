"""Observations: what a game tells a learner, field by field.

A game states its layout once, as `OBSERVATION`: from it follow how many numbers there are, where each field begins, and
the narrowest type that holds them all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

MOST = 127  # the most that a number of a byte can be


@dataclass(frozen=True)
class Field:
    """Numbers of one kind: a name, how many (or rows of how many), the lowest and the highest, what they mean."""

    name: str
    shape: int | tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def length(self) -> int:
        """How many numbers there are."""
        return self.shape if isinstance(self.shape, int) else math.prod(self.shape)


def offsets(fields: Sequence[Field]) -> tuple[int, ...]:
    """Return where each field begins.

    >>> offsets((Field("hand", 40, 0, 1, "cards"), Field("seats", (2, 3), 0, 9, "counts"), Field("end", 1, 0, 1, "")))
    (0, 40, 46)
    """
    return tuple(size(fields[:i]) for i in range(len(fields)))


def size(fields: Sequence[Field]) -> int:
    """Return how many numbers an observation has."""
    return sum(field.length for field in fields)


def number_type(fields: Sequence[Field]) -> np.dtype[Any]:
    """Return the narrowest type of whole numbers that holds every field.

    >>> number_type((Field("size", 1, 0, 127, ""), Field("ahead", 1, -128, 0, "")))
    dtype('int8')
    """
    import numpy as np

    return np.result_type(*(np.min_scalar_type(min(-1, field.low)) for field in fields),
                          *(np.min_scalar_type(-field.high - 1) for field in fields))  # fmt: skip


def cut(number):
    """Return a number, or the nearest that a byte holds. It compiles, as the verbs do."""
    return max(-MOST, min(MOST, number))
