"""The watchdog: how late the event loop is, and what holds it.

Everybody who plays waits for one loop. A coroutine on it measures how late it is called; a thread beside it sees when
it is not called at all, and looks at what the loop's thread is doing meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
import traceback

from decapod.server import metrics

logger = logging.getLogger("decapod.server")

INTERVAL = 0.1  # seconds between two beats of the loop
HELD = 0.5  # seconds without a beat after which something holds the loop
INNERMOST = 12  # calls that are logged: what held the loop is at the end


class LoopMonitor:
    """Watches the loop it runs on."""

    def __init__(self) -> None:
        """Watch nothing until `run`."""
        self._last_beat = 0.0
        self._stopped = threading.Event()

    async def run(self) -> None:
        """Beat, and have it watched, until cancelled."""
        self._last_beat = time.monotonic()
        thread = threading.Thread(target=self._watch, args=(threading.get_ident(),), name="watchdog", daemon=True)
        thread.start()
        try:
            while True:
                await asyncio.sleep(INTERVAL)
                now = time.monotonic()
                lag = max(0.0, now - self._last_beat - INTERVAL)
                self._last_beat = now
                metrics.LOOP_LAG.observe(lag)
                if lag > HELD:
                    logger.warning("the loop was held", extra={"seconds": round(lag, 3)})
        finally:
            self._stopped.set()
            thread.join()

    def _watch(self, loop_thread: int) -> None:
        """Log what the loop's thread is doing, once each time it is held."""
        logged = 0.0
        while not self._stopped.wait(INTERVAL):
            beat = self._last_beat
            if beat != logged and time.monotonic() - beat > INTERVAL + HELD:
                logged = beat
                logger.warning("something holds the loop", extra={"held_by": _stack_of(loop_thread)})


def _stack_of(thread: int) -> str:
    """Write down what a thread is doing, the innermost call last, without how Python imports; "" if it is gone."""
    frame = sys._current_frames().get(thread)
    calls = [] if frame is None else traceback.extract_stack(frame)
    own = [call for call in calls if not call.filename.startswith("<frozen importlib")]
    return "".join(traceback.format_list(own[-INNERMOST:]))
