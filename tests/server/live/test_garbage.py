"""The garbage collector of a server process."""

from __future__ import annotations

import gc
from collections.abc import Callable

from decapod.server.live.garbage import THRESHOLDS, rare_collections
from tests.server.running import RunningServer


def test_what_exists_at_the_start_is_exempt_and_everything_is_as_before_at_the_end() -> None:
    before = gc.get_threshold()
    with rare_collections():
        exempt = gc.get_freeze_count()
        assert exempt > 10_000
        assert gc.get_threshold() == THRESHOLDS
        assert gc.isenabled()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() < exempt


def test_a_running_server_collects_rarely(own_server: Callable[..., RunningServer]) -> None:
    own_server()
    assert gc.get_threshold() == THRESHOLDS
    assert gc.get_freeze_count() > 0
