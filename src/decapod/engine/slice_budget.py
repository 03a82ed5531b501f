"""How much a kernel is asked to do at once: so little that Ctrl-C is heard, so much that asking costs nothing."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager

AIM = 0.05  # seconds between two looks at whether to stop
LEAST = 64  # moves
MOST = 1 << 40


class SliceBudget:
    """A number of moves that takes about `AIM` seconds, learned from how long the last ones took."""

    def __init__(self) -> None:
        """Begin with little."""
        self.moves = LEAST

    @contextmanager
    def measured(self) -> Generator[int]:
        """Ask for so many moves, and note how long they take."""
        begun = time.perf_counter()
        yield self.moves
        self.note(time.perf_counter() - begun)

    def note(self, seconds: float) -> None:
        """Ask for more or less next time, by how long it took this time."""
        if seconds < AIM / 2:
            self.moves = min(MOST, 2 * self.moves)
        elif seconds > 2 * AIM:
            self.moves = max(LEAST, int(self.moves * AIM / seconds))
