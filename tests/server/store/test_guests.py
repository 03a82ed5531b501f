"""Guests: names, links to other devices, and who is forgotten."""

from __future__ import annotations

import pytest

from decapod.server import wall_clock
from decapod.server.store import Store
from decapod.server.store.guests import (
    LINK_LASTS,
    Guests,
    delete_expired_links,
    delete_old_guests,
    new_id,
)
from decapod.server.store.rooms import SeatHolder, read_room
from tests.server.conftest import WallClock
from tests.server.store.opening import add_room, use_store


def test_a_guest_has_a_handle_that_nobody_can_guess_and_a_name(url: str) -> None:
    async def work(store: Store) -> None:
        guests = Guests(store)
        ada = await guests.add("Ada")
        assert (len(ada), await guests.name_of(ada)) == (20, "Ada")
        assert await guests.name_of("") is None
        assert await guests.name_of(new_id()) is None
        ben = await guests.add("Ben")
        assert await guests.names_of([ada, new_id(), ben]) == {ada: "Ada", ben: "Ben"}
        assert await guests.names_of([]) == {}

    use_store(url, work)


def test_an_id_is_no_option_on_a_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """`bot_client.py --join ID CODE` said that it expected two arguments, for one table of thirty-two."""
    drawn = iter(["-aaa", "--bb", "c-cc"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda _: next(drawn))
    assert new_id() == "c-cc"


def test_a_new_name_replaces_the_old_one_where_it_was_used_and_nothing_else(url: str) -> None:
    async def work(store: Store) -> None:
        guests = Guests(store)
        ada = await guests.add("Ada")
        await add_room(store, "one", SeatHolder(ada, None, "Ada"), SeatHolder(None, "random", "Pinch"))
        await add_room(store, "two", SeatHolder(ada, None, "Left"), SeatHolder(ada, None, "Right"))
        assert await guests.rename(ada, "Countess") == ["one"]
        assert await guests.name_of(ada) == "Countess"
        for id_, names in (("one", ["Countess", "Pinch"]), ("two", ["Left", "Right"])):
            stored = await read_room(store, id_)
            assert stored is not None
            assert [holder.name for holder in stored[1]] == names

    use_store(url, work)


def test_a_link_works_once_and_for_ten_minutes(url: str, clock: WallClock) -> None:
    async def work(store: Store) -> None:
        guests = Guests(store)
        code, late, cleaned = [await guests.make_link("ada") for _ in range(3)]
        assert await guests.use_link("guessed") is None
        assert await guests.use_link(code) == "ada"
        assert await guests.use_link(code) is None
        clock.advance(LINK_LASTS)
        assert await guests.use_link(late) is None
        await store.write(lambda c: delete_expired_links(c, wall_clock.now() + 1))
        clock.advance(-LINK_LASTS)
        assert await guests.use_link(cleaned) is None

    use_store(url, work)


def test_guests_who_did_nothing_for_long_are_forgotten_but_not_those_who_sit_somewhere(url: str) -> None:
    async def work(store: Store) -> None:
        guests = Guests(store)
        idle, sitting, hosting = [await guests.add(name) for name in ("Idle", "Sits", "Hosts")]
        await add_room(store, "room", SeatHolder(sitting, None, "Sits"), SeatHolder(), host=hosting)
        await store.write(lambda c: delete_old_guests(c, seen_before=wall_clock.now() + 1))
        guests.forget()
        assert [await guests.name_of(one) for one in (idle, sitting, hosting)] == [None, "Sits", "Hosts"]

    use_store(url, work)
