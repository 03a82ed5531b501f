"""Pauses: what no server saw is stored, and moves the time at which clocks may fall."""

from __future__ import annotations

from decapod.server.store import Store
from decapod.server.store.matches import list_waking_matches, read_match, set_waking_times
from decapod.server.store.pauses import Pause, delete_old_pauses, find_cutoff, read_pauses, record_pause
from tests.server.store.opening import add_match, add_room, use_store


def test_pauses_are_read_since_a_time_until_they_are_too_old(url: str) -> None:
    async def work(store: Store) -> None:
        for pause in (Pause(100, 200), Pause(500, 900)):
            await store.write(lambda c, pause=pause: record_pause(c, pause))
        assert await read_pauses(store, 0) == [Pause(100, 200), Pause(500, 900)]
        assert await read_pauses(store, 200) == [Pause(500, 900)]
        assert Pause(500, 900).duration == 400
        await store.write(lambda c: delete_old_pauses(c, ended_before=900))
        assert await read_pauses(store, 0) == [Pause(500, 900)]

    use_store(url, work)


def test_a_cutoff_counts_only_time_in_which_a_server_ran(url: str) -> None:
    async def work(store: Store) -> None:
        for pause in (Pause(100, 200), Pause(500, 900)):
            await store.write(lambda c, pause=pause: record_pause(c, pause))
        for at, duration, cutoff in (
            (1_000, 50, 950),
            (1_000, 100, 900),
            (1_000, 101, 499),
            (1_000, 300, 300),
            (1_000, 500, 0),
        ):
            assert await store.write(lambda c, at=at, duration=duration: find_cutoff(c, at, duration)) == cutoff
        assert await store.write(lambda c: find_cutoff(c, 600, 50)) == 450  # a pause that has not ended yet

    use_store(url, work)


def test_no_clock_falls_sooner_for_a_pause(url: str) -> None:
    async def work(store: Store) -> None:
        for name, wakes_at in (("late", 5_000), ("soon", 1_000), ("never", None)):
            await add_room(store, name, bank=60_000)
            await add_match(store, f"match of {name}", name, wakes_at=wakes_at)
        assert list((await list_waking_matches(store, 5_000, 10)).values()) == ["soon", "late"]
        assert list((await list_waking_matches(store, 5_000, 1)).values()) == ["soon"]
        await store.write(lambda c: record_pause(c, Pause(2_000, 9_000)))
        assert list((await list_waking_matches(store, 7_999, 10)).values()) == []
        assert list((await list_waking_matches(store, 8_000, 10)).values()) == ["soon"]
        await store.write(lambda c: set_waking_times(c, {"match of soon": 90_000, "match of late": 80_000}))
        assert list((await list_waking_matches(store, 90_000, 10)).values()) == ["late", "soon"]
        never = await read_match(store, "match of never")
        assert never is not None
        assert never.wakes_at is None

    use_store(url, work)
