"""Garbage collection at times of our choosing."""

from __future__ import annotations

import asyncio
import gc
import time

INTERVAL = 0.5  # seconds between two looks for young garbage
FULL_INTERVAL = 600  # seconds between two looks for all of it


async def collect_garbage() -> None:
    """Look for garbage often and briefly, until cancelled.

    By itself Python looks when there is more than before. As a busy server forgets as much as it makes, that is
    seldom, and all that is new since then is looked through at once: a tenth of a second in which nobody moves.
    """
    looked_at = time.monotonic()
    gc.disable()
    try:
        while True:
            await asyncio.sleep(INTERVAL)
            if time.monotonic() - looked_at > FULL_INTERVAL:
                looked_at = time.monotonic()
                gc.collect()
            else:
                gc.collect(0)
    finally:
        gc.enable()
