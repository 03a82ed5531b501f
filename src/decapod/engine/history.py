"""The tables of a match, one for every ply. The last ones are wide, to be played on; older ones are kept narrow."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np

from decapod.engine import records

PACKED = 64  # tables in a block of narrow ones
RECENT = 64  # tables at the end that stay wide: those that are taken back to, and told about, again and again


class History:
    """A list of wide tables that never change, in less memory than they would take."""

    def __init__(self, first: Any, narrow: np.dtype[Any]) -> None:
        """Begin with one table; `narrow` is the type that the game states for it."""
        self._narrow, self._wide = narrow, first.dtype
        self._packed: list[np.ndarray[Any, Any]] = []  # blocks of the oldest tables
        self._recent = [first]

    def __len__(self) -> int:
        """Tell how many tables there are."""
        return PACKED * len(self._packed) + len(self._recent)

    def __getitem__(self, ply: int) -> Any:
        """Return the table after a number of moves; -1 is the last."""
        place = ply if ply >= 0 else ply + len(self)
        if not 0 <= place < len(self):
            raise IndexError(f"there is no table {ply} of {len(self)}")
        block, i = divmod(place, PACKED)
        if block < len(self._packed):
            return records.recast(self._packed[block][i], self._wide)
        return self._recent[place - PACKED * len(self._packed)]

    def append(self, table: Any) -> None:
        """Add the table after one more move; it is not to be changed from now on."""
        self._recent.append(table)
        if len(self._recent) >= PACKED + RECENT:
            oldest = np.array(self._recent[:PACKED], self._wide)
            self._packed.append(oldest.astype(self._narrow))
            del self._recent[:PACKED]

    def until(self, ply: int) -> History:
        """Return a history of its own that ends after a number of moves; the tables are shared."""
        earlier = copy(self)
        earlier._packed = self._packed[: ply // PACKED]
        earlier._recent = [self[i] for i in range(PACKED * len(earlier._packed), ply + 1)]
        return earlier
