"""The tables of a match, one for every ply: kept as images, a few hundred bytes each, and widened when asked for."""

from __future__ import annotations

from typing import Any

import numpy as np

from decapod.engine import pystate

RECENT = 4  # tables that stay wide: those last asked for, which are shown and told about again and again


class History:
    """A list of tables. Their images never change, so that histories share them."""

    def __init__(self, kind: np.dtype[Any], snapshots: list[bytes]) -> None:
        """Take the type that the game states for its tables, and the images of those there are."""
        self._kind, self._images = kind, snapshots
        self._wide: dict[int, Any] = {}

    def __len__(self) -> int:
        """Tell how many tables there are."""
        return len(self._images)

    def __getitem__(self, ply: int) -> Any:
        """Return the state after a number of moves, -1 is the last; to be looked at, not to be changed."""
        place = range(len(self._images))[ply]
        if place not in self._wide:
            while len(self._wide) >= RECENT:
                del self._wide[next(iter(self._wide))]
            self._wide[place] = pystate.record_of(self._images[place], self._kind)
        return self._wide[place]

    def snapshot(self, ply: int) -> bytes:
        """Return the image of a state; -1 is the last."""
        return self._images[ply]

    def append(self, snapshot: bytes) -> None:
        """Add the state after one more move."""
        self._images.append(snapshot)

    def until(self, ply: int) -> History:
        """Return a history of its own that ends after a number of moves."""
        return History(self._kind, self._images[: ply + 1])

    def snapshots(self) -> bytes:
        """Return all images, one after another."""
        return b"".join(self._images)

    @classmethod
    def of(cls, kind: np.dtype[Any], snapshots: bytes) -> History:
        """Make a history of what `images` returned."""
        size = kind.itemsize
        return cls(kind, [snapshots[i : i + size] for i in range(0, len(snapshots), size)])
