"""Garbage collection at times of our choosing."""

from __future__ import annotations

import asyncio
import gc
import time

INTERVAL = 2.0  # seconds between two looks for young garbage: by then most of what was shown is forgotten by itself
FULL_INTERVAL = 600  # seconds between two looks for all of it, if there is a calm moment; it can take a second
LONGEST_INTERVAL = 3600  # seconds, if there is none
CALM = 0.1  # of a core used since the last look, at most


async def collect_garbage() -> None:
    """Look for garbage often and briefly, until cancelled.

    By itself Python looks when there is more than before. As a busy server forgets as much as it makes, that is
    seldom, and all that is new since then is looked through at once: a tenth of a second in which nobody moves.
    """
    looked_at = time.monotonic()
    gc.disable()
    try:
        while True:
            used = time.process_time()
            await asyncio.sleep(INTERVAL)
            is_calm = time.process_time() - used <= CALM * INTERVAL
            if time.monotonic() - looked_at > (FULL_INTERVAL if is_calm else LONGEST_INTERVAL):
                gc.collect()
                looked_at = time.monotonic()
            else:
                gc.collect(0)
    finally:
        gc.enable()
