"""Handing memory over by DLPack: here that of the processor, which numpy takes."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest

from decapod.engine import dlpack


class Lent:
    """Memory that is not numpy's to give."""

    def __init__(self, array: Any) -> None:
        """Keep it."""
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        """Say where it is."""
        return dlpack.CPU, 0

    def __dlpack__(self, **_versions: Any) -> Any:
        """Hand it over."""
        array = self.array
        return dlpack.capsule(array.ctypes.data, array.shape, array.dtype, self.__dlpack_device__(), self)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.int32, np.float32, np.bool_])
def test_whoever_takes_it_sees_the_same_numbers_at_the_same_place(kind: Any) -> None:
    array = (np.arange(24).reshape(2, 3, 4) % 5).astype(kind)
    taken = np.from_dlpack(Lent(array))
    assert (taken.shape, taken.dtype) == (array.shape, array.dtype)
    assert np.array_equal(taken, array)
    array[1, 2, 3] = not array[1, 2, 3]
    assert np.array_equal(taken, array)


@pytest.mark.slow
def test_the_memory_lives_as_long_as_somebody_uses_it_and_no_longer() -> None:
    lent = Lent(np.ones(4, np.int8))
    gone = weakref.ref(lent)
    taken = np.from_dlpack(lent)
    unused = lent.__dlpack__()
    del lent
    gc.collect()
    assert gone() is not None
    assert taken.sum() == 4
    del unused
    gc.collect()
    assert gone() is not None
    del taken
    gc.collect()
    assert gone() is None
