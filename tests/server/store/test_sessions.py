"""Sessions: begun, listed, ended, forgotten."""

from __future__ import annotations

from decapod.server import wall_clock
from decapod.server.store import Store
from decapod.server.store.sessions import FRESHNESS, SEEN_INTERVAL, Sessions, delete_old_sessions
from tests.server.conftest import WallClock
from tests.server.store.opening import use_store


def test_a_session_is_its_persons_until_it_is_ended(url: str) -> None:
    async def work(store: Store) -> None:
        sessions = Sessions(store)
        one, other = await sessions.begin("ada", "Firefox, Linux"), await sessions.begin("ada", "x" * 500)
        assert await sessions.is_live(one, "ada")
        assert not await sessions.is_live(one, "eve")
        assert not await sessions.is_live("guessed", "ada")
        await sessions.end([one])
        assert not await sessions.is_live(one, "ada")
        assert await sessions.is_live(other, "ada")
        assert [(row.id, len(row.device)) for row in await sessions.list_of("ada")] == [(other, 80)]

    use_store(url, work)


def test_another_process_hears_of_an_end_at_once_or_soon(url: str) -> None:
    async def work(store: Store) -> None:
        at = [0.0]
        here, there = Sessions(store), Sessions(store, lambda: at[0])
        ended = [await here.begin("ada", "") for _ in range(2)]
        for one in ended:
            assert await there.is_live(one, "ada")
        await here.end(ended)
        there.forget(ended[:1])  # as it was announced
        assert not await there.is_live(ended[0], "ada")
        at[0] += FRESHNESS
        assert await there.is_live(ended[1], "ada") is store.is_sqlite  # a file has one process only

    use_store(url, work)


def test_sessions_are_listed_by_when_they_were_seen_and_forgotten_after_long(url: str, clock: WallClock) -> None:
    async def work(store: Store) -> None:
        sessions = Sessions(store)
        old, new = await sessions.begin("ada", "old"), await sessions.begin("ada", "new")
        clock.advance(SEEN_INTERVAL + 1)
        between = wall_clock.now()
        assert await sessions.is_live(new, "ada")
        assert [row.id for row in await sessions.list_of("ada")] == [new, old]
        await store.write(lambda c: delete_old_sessions(c, seen_before=between))
        assert [row.id for row in await sessions.list_of("ada")] == [new]

    use_store(url, work)
