"""Settings of Python's garbage collector for a server process."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager

#: New objects before a young collection, young collections before a middle one, middle ones before a full one.
#: Measured in docs/scale.md: young ones take a millisecond, the others look at every object and hold up all moves.
THRESHOLDS = (1_000, 50_000, 1)


@contextmanager
def rare_collections() -> Generator[None]:
    """Exempt all objects that exist now from garbage collection, and collect the others rarely."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
