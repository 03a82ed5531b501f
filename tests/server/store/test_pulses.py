"""Signs of life: for how long no server ran."""

from __future__ import annotations

from decapod.server.store import Store
from decapod.server.store.pulses import LONGEST_GAP, record_pulse, record_start
from tests.server.store.opening import use_store


def test_the_first_server_ever_missed_nothing(url: str) -> None:
    async def work(store: Store) -> None:
        assert await store.write(lambda c: record_start(c, 1_000_000)) == (1_000_000, 0)

    use_store(url, work)


def test_only_the_first_to_start_is_told_for_how_long_no_server_ran(url: str) -> None:
    async def work(store: Store) -> None:
        await store.write(lambda c: record_start(c, 1_000))
        await store.write(lambda c: record_pulse(c, 2_000))
        later = 2_000 + LONGEST_GAP
        assert await store.write(lambda c: record_start(c, later)) == (later, 0)  # a short pause is none
        assert await store.write(lambda c: record_start(c, later + 3_600_000)) == (later + 3_600_000, 3_600_000)
        assert await store.write(lambda c: record_start(c, later + 3_600_001)) == (later + 3_600_001, 0)

    use_store(url, work)


def test_signs_of_life_never_go_back(url: str) -> None:
    async def work(store: Store) -> None:
        await store.write(lambda c: record_start(c, 10_000))
        assert await store.write(lambda c: record_pulse(c, 12_000)) == 12_000
        assert await store.write(lambda c: record_pulse(c, 11_000)) == 12_000  # a server whose clock is behind
        assert await store.write(lambda c: record_start(c, 5_000)) == (12_000, 0)  # a clock that was set back

    use_store(url, work)
