"""The time of day."""

from __future__ import annotations

import time

from decapod.server import wall_clock


def test_now_is_in_milliseconds_since_1970() -> None:
    before, now, after = time.time_ns(), wall_clock.now(), time.time_ns()
    assert before // 1_000_000 <= now <= after // 1_000_000
