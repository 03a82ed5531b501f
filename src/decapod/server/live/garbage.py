"""Settings of Python's garbage collector for a server process."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager

#: Objects before a young collection, young ones before a middle one, middle ones before a full one. Chosen by
#: measurement (docs/scale.md): a server leaves hardly any garbage, and a full collection stops everything for long.
THRESHOLDS = (2_000, 10_000, 1)


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
