"""DLPack: arrays of a GPU as torch, jax and cupy take them, without copying.

numba-cuda's own arrays speak only the CUDA array interface. `DeviceArray` speaks both.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # kinds of devices
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # kinds of numbers
NEW, USED = b"dltensor", b"used_dltensor"  # what a capsule is called before and after somebody took the tensor
LEGACY_STREAM = 1


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("type", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("delete", ctypes.CFUNCTYPE(None, ctypes.c_void_p)))


_alive: dict[int, Any] = {}  # what tensors point to, by their addresses, until they are given back


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _delete(address: int) -> None:
    _alive.pop(address, None)


_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _drop(capsule: int) -> None:
    """Give a tensor back that nobody took."""
    if _is_valid(capsule, NEW):
        _delete(_pointer_of(capsule, NEW))


def capsule(pointer: int, shape: tuple[int, ...], kind: Any, device: tuple[int, int], owner: object) -> Any:
    """Wrap memory, C-contiguous, for whoever takes it; `owner` lives as long as they use it."""
    kind = np.dtype(kind)
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    tensor = _Tensor(
        pointer, _Device(*device), len(shape), _Type(CODES[kind.kind], kind.itemsize * 8, 1),
        ctypes.cast(sizes, ctypes.POINTER(ctypes.c_int64)), None, 0,
    )  # fmt: skip
    managed = _Managed(tensor, None, _delete)
    address = ctypes.addressof(managed)
    _alive[address] = managed, sizes, owner
    return _new_capsule(address, NEW, ctypes.cast(_drop, ctypes.c_void_p))


class DeviceArray:
    """An array of the GPU that an environment writes into: for torch, jax and cupy, and to be looked at."""

    def __init__(self, array: Any) -> None:
        """Take an array of numba-cuda's."""
        self._array = array
        self.shape: tuple[int, ...] = tuple(array.shape)
        self.dtype = np.dtype(array.dtype)

    def __repr__(self) -> str:
        """Say what it is, not what is in it."""
        return f"<DeviceArray {self.shape} {self.dtype}>"

    def view(self, kind: Any) -> DeviceArray:
        """Return the same numbers as another type of the same size."""
        return DeviceArray(self._array.view(kind))

    def copy_to_host(self) -> Any:
        """Copy it to an array of numpy's."""
        return self._array.copy_to_host()

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """What cupy, numba and torch ask for."""
        return self._array.__cuda_array_interface__

    def __dlpack_device__(self) -> tuple[int, int]:
        """Say that it is on a GPU, and on which."""
        from decapod.engine.cuda_rollout import cuda

        return CUDA, int(cuda.get_current_device().id)

    def __dlpack__(self, *, stream: int | None = None, **_versions: Any) -> Any:
        """Hand it over; whoever works in a stream of their own finds all kernels finished."""
        from decapod.engine.cuda_rollout import cuda

        if stream not in (None, -1, 0, LEGACY_STREAM):
            cuda.synchronize()
        pointer = self.__cuda_array_interface__["data"][0]
        return capsule(pointer, self.shape, self.dtype, self.__dlpack_device__(), self._array)
