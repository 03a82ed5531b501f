"""Records and arrays of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import decapod
from decapod.engine import records


def lines_of(array: Any) -> set[int]:
    """Number the cache lines that an array lies in."""
    start = array.__array_interface__["data"][0]
    return set(range(start // records.LINE, (start + array.nbytes - 1) // records.LINE + 1))


@pytest.mark.parametrize("shape", [1, 4, (2, 11), (3, 100)])
def test_arrays_apart_share_no_cache_line(shape: int | tuple[int, ...]) -> None:
    made = [records.zeros_apart(shape, np.int64) for _ in range(20)]
    plain = [np.zeros(shape, np.int64) for _ in range(20)]
    for number, array in enumerate(made):
        assert array.shape == np.zeros(shape).shape
        assert not array.any()
        for other in made[number + 1 :] + plain:
            assert not lines_of(array) & lines_of(other)


def test_tables_apart_are_tables() -> None:
    kind = decapod.game("crab-stack").rules.Table
    tables = records.zeros_apart(2, kind)
    assert tables.dtype == kind
    tables[1].ply = 3
    assert (int(tables[0].ply), int(tables[1].ply)) == (0, 3)
