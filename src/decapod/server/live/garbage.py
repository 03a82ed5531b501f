"""Garbage collection at times of our choosing."""

from __future__ import annotations

import asyncio
import gc
import time

INTERVAL = 0.5  # seconds between two glances at how many objects there are
MANY = 20_000  # more of them than at the last glance: some may be garbage
VERY_MANY = 8_000_000  # more than after the last look for all of it: that cannot wait for a calm moment
YOUNG_INTERVAL = 60.0  # seconds between two looks for young garbage in calm moments, however few there are
FULL_INTERVAL = 600  # seconds between two looks for all of it, if there is a calm moment; it can take a second
LONGEST_INTERVAL = 3600  # seconds, if there is none
CALM = 0.1  # of a core used since the last glance, at most


async def collect_garbage() -> None:
    """Look for young garbage where there are many more objects than at the last glance, now and then for all.

    Until cancelled. Nobody moves while we look, and what is in use and new takes as long to look through as garbage
    does: at a thousand busy tables a fifth of a second for what came in two. So a busy server, which leaves hardly any
    garbage and forgets as much as it makes, looks only where it has grown, and puts aside what came between two glances
    until all is looked through: that takes no time, and the next look has little to look at.
    """
    looked_at = looked_at_all = time.monotonic()
    grown = 0
    gc.disable()
    try:
        while True:
            used = time.process_time()
            await asyncio.sleep(INTERVAL)
            is_calm = time.process_time() - used <= CALM * INTERVAL
            now, new = time.monotonic(), gc.get_count()[0]
            if grown + new > VERY_MANY or now - looked_at_all > (FULL_INTERVAL if is_calm else LONGEST_INTERVAL):
                gc.unfreeze()
                gc.collect()
                looked_at = looked_at_all = now
                grown = 0
            elif new > MANY or (is_calm and now - looked_at > YOUNG_INTERVAL):
                gc.collect(0)
                looked_at = now
            elif not is_calm:
                grown += new
                gc.freeze()
    finally:
        gc.unfreeze()
        gc.enable()
