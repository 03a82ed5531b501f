"""Cleaning: what is too old goes, by the settings; the rest stays."""

from __future__ import annotations

from decapod.server.settings import Settings
from decapod.server.store import Store
from decapod.server.store.boxes import insert_box, read_box
from decapod.server.store.cleaning import GUEST_LASTS, MOST_AHEAD, clean
from decapod.server.store.guests import Guests
from decapod.server.store.pulses import record_pulse, record_start
from decapod.server.store.rooms import read_room
from tests.server.conftest import WallClock
from tests.server.store.opening import add_match, add_room, use_store

SETTINGS = Settings(keep_open=100.0, keep_idle=1000.0)  # seconds


def test_what_is_too_old_goes_and_the_rest_stays(url: str, clock: WallClock) -> None:
    async def work(store: Store) -> None:
        at = clock()
        await store.write(lambda c: insert_box(c, "crab-stack", "abc", "text", b""))
        await add_room(store, "open", touched_at=at, box="abc")
        await add_room(store, "played")
        await add_match(store, room="played", began_at=at)
        ada = await Guests(store).add("Ada")

        async def kept() -> list[bool]:
            await store.write(lambda c: clean(c, SETTINGS, clock(), ()))
            rooms = [await read_room(store, id_) is not None for id_ in ("open", "played")]
            box = await read_box(store, "crab-stack", "abc") is not None
            return [*rooms, box, await Guests(store).name_of(ada) is not None]

        assert await kept() == [True, True, True, True]
        clock.advance(100_001)
        assert await kept() == [False, True, False, True]
        clock.advance(900_000)
        assert await kept() == [False, False, False, True]
        clock.advance(GUEST_LASTS)
        assert await kept() == [False, False, False, False]

    use_store(url, work)


def test_nothing_is_deleted_while_the_clock_is_more_than_a_day_ahead_of_the_newest_pulse(
    url: str, clock: WallClock
) -> None:
    async def work(store: Store) -> None:
        at = clock()
        await store.write(lambda c: record_start(c, at))
        await add_room(store, "open", touched_at=at)
        await add_room(store, "played")
        await add_match(store, room="played", began_at=at)
        assert await store.write(lambda c: clean(c, SETTINGS, at + MOST_AHEAD + 1, ())) == {}
        await store.write(lambda c: record_pulse(c, at + 1))
        deleted = await store.write(lambda c: clean(c, SETTINGS, at + MOST_AHEAD + 1, ()))
        assert deleted == {"matches": 1, "rooms": 2}

    use_store(url, work)
