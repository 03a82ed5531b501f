"""Garbage collection at times of our choosing."""

from __future__ import annotations

import asyncio
import gc
import time

INTERVAL = 2.0  # seconds between two glances at how many objects there are
MANY = 100_000  # more of them than after the last look: some may be garbage
VERY_MANY = 2_000_000  # so many more that it cannot wait for a calm moment
YOUNG_INTERVAL = 60.0  # seconds between two looks for young garbage in calm moments, however few there are
FULL_INTERVAL = 600  # seconds between two looks for all of it, if there is a calm moment; it can take a second
LONGEST_INTERVAL = 3600  # seconds, if there is none
CALM = 0.1  # of a core used since the last glance, at most


async def collect_garbage() -> None:
    """Look for garbage in calm moments: for young where there are many more objects than before, now and then for all.

    Until cancelled. Nobody moves while we look, and what is in use and new takes as long to look through as garbage
    does: at a thousand busy tables a fifth of a second and more. So a busy server, which leaves hardly any garbage and
    forgets as much as it makes, looks only where it has grown by a lot.
    """
    looked_at = looked_at_all = time.monotonic()
    gc.disable()
    try:
        while True:
            used = time.process_time()
            await asyncio.sleep(INTERVAL)
            is_calm = time.process_time() - used <= CALM * INTERVAL
            now, new = time.monotonic(), gc.get_count()[0]
            if now - looked_at_all > (FULL_INTERVAL if is_calm else LONGEST_INTERVAL):
                gc.collect()
                looked_at = looked_at_all = now
            elif new > VERY_MANY or (is_calm and (new > MANY or now - looked_at > YOUNG_INTERVAL)):
                gc.collect(0)
                looked_at = now
    finally:
        gc.enable()
