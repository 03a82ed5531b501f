"""The time by which matches are played: it never jumps, and stands still while the server does."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from decapod.server import wall_clock

logger = logging.getLogger("decapod.server")

LOOK_INTERVAL = 500  # milliseconds between two looks at the clock
LONGEST_GAP = 3_000  # milliseconds between two looks after which the server must have stood still


def read_monotonic() -> int:
    """Return milliseconds of a clock that nobody sets."""
    return time.monotonic_ns() // 1_000_000


class ServerClock:
    """Milliseconds since 1970, counted on from the start by a clock that nobody sets.

    Somebody looks at it all the time. Where a look comes much too late the process was stopped, or the machine slept,
    or something held everybody up: no player could move, so that time does not count.
    """

    def __init__(self, monotonic: Callable[[], int] = read_monotonic) -> None:
        """Begin with the time of day; `monotonic` counts milliseconds."""
        self._monotonic = monotonic
        self._looked_at = monotonic()
        self._counted = wall_clock.now()
        self._ahead = 0  # by how much others were ahead

    def now(self) -> int:
        """Return the time."""
        at = self._monotonic()
        passed, self._looked_at = at - self._looked_at, at
        if passed <= LONGEST_GAP:
            self._counted += passed
        else:
            logger.warning("the server stood still", extra={"milliseconds": passed})
        return self._counted + self._ahead

    def catch_up(self, at: int) -> None:
        """Go forward to a time by which matches were played elsewhere, or before; never back."""
        self._ahead += max(0, at - self.now())

    async def sleep_until(self, at: int) -> None:
        """Wait until it is at least a time."""
        while (wait := at - self.now()) > 0:
            await asyncio.sleep(wait / 1000)

    async def run(self) -> None:
        """Look at the clock all the time, until cancelled."""
        while True:
            self.now()
            await asyncio.sleep(LOOK_INTERVAL / 1000)
