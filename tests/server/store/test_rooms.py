"""Rooms and seats as they are stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from decapod.errors import IllegalMoveError
from decapod.server import wall_clock
from decapod.server.settings import Settings
from decapod.server.store import Store
from decapod.server.store import rooms as module
from decapod.server.store.entries import REMATCH
from decapod.server.store.matches import (
    end_match,
    insert_played_match,
    list_finished_matches,
    read_contents,
    read_headlines,
    read_matches,
)
from decapod.server.store.rooms import (
    SeatHolder,
    change_seats,
    check_room_limits,
    close_abandoned_rooms,
    delete_room,
    delete_rooms_without_matches,
    list_rooms,
    list_rooms_with_bots,
    read_room,
    take_seat,
)
from tests.server.store.opening import add_match, add_room, count_steps, entry, match_row, room_row, use_store

ADA, NOBODY = SeatHolder("ada", None, "Ada"), SeatHolder()
BOT = SeatHolder(None, "random", "Pinch")


def test_a_room_is_read_as_it_was_stored(url: str) -> None:
    async def work(store: Store) -> None:
        row = await add_room(store, "one", ADA, BOT, options={"first": "1"}, public=True, bank=60_000)
        assert await read_room(store, "one") == (row, [ADA, BOT])
        assert await read_room(store, "two") is None

    use_store(url, work)


@pytest.mark.parametrize(
    ("stored", "today"),
    [
        ("chance", "random"),
        ("sampler", "flat-mc"),
        ("search", "mcts"),
        ("guided", "puct"),
        ("warm", "net-sampled"),
        ("net", "net"),
        ("level3", "level3"),
    ],
)
def test_a_bot_stored_under_an_earlier_name_is_read_by_its_name_of_today(url: str, stored: str, today: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store, "one", ADA, BOT)
        renamed = text("update seats set bot = :bot where bot is not null")
        await store.write(lambda connection: connection.execute(renamed, {"bot": stored}))
        for read in (read_room, read_headlines, read_contents):
            found = await read(store, "one")
            assert found is not None
            assert found[1] == [ADA, SeatHolder(None, today, "Pinch")]

    use_store(url, work)


def test_rooms_are_listed_for_those_who_look_for_them(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store, "open", ADA, NOBODY, public=True, touched_at=5)
        await add_room(store, "full", ADA, BOT, public=True, touched_at=6)
        await add_room(store, "private", ADA, NOBODY, touched_at=7)
        await add_room(store, "live", BOT, BOT, public=True, state="playing", host="eve")
        await add_room(store, "over", ADA, BOT, public=True, state="over")
        assert await list_rooms(store, "open", "", 9) == ["open"]
        assert await list_rooms(store, "live", "", 9) == ["live"]
        assert await list_rooms(store, "mine", "ada", 9) == ["private", "full", "open"]
        assert await list_rooms(store, "mine", "ada", 2) == ["private", "full"]
        assert await list_rooms(store, "mine", "eve", 9) == ["live"]

    use_store(url, work)


def test_rooms_with_clocks_or_bots_go_on_without_people(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store, "bots", ADA, BOT, state="playing")
        await add_room(store, "clocks", ADA, ADA, state="playing", bank=60_000)
        await add_room(store, "people", ADA, ADA, state="playing")
        await add_room(store, "waiting", ADA, BOT)
        assert await list_rooms_with_bots(store) == ["bots"]

    use_store(url, work)


def test_a_free_seat_is_taken_once_and_a_chosen_seed_is_forgotten(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store, "one", ADA, NOBODY, seed="7")
        ben, eve = SeatHolder("ben", None, "Ben", "a" * 64), SeatHolder("eve", None, "Eve")
        assert await store.write(lambda c: take_seat(c, "one", [0, 1], ben)) == 1
        assert await store.write(lambda c: take_seat(c, "one", [0, 1], eve)) is None
        stored = await read_room(store, "one")
        assert stored is not None
        assert (stored[0].seed, stored[1][1]) == ("", SeatHolder("ben", None, "Ben", "a" * 64))

    use_store(url, work)


def test_every_room_has_a_secret_of_its_own_from_the_start(url: str) -> None:
    async def work(store: Store) -> None:
        drawn = {(await add_room(store, name)).secret for name in ("one", "other")}
        stored = [await read_room(store, name) for name in ("one", "other")]
        assert {room[0].secret for room in stored if room is not None} == drawn
        assert [len(secret) for secret in drawn] == [32, 32]

    use_store(url, work)


def test_seats_taken_meanwhile_can_be_left_alone(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store, "one", ADA, NOBODY)
        changes = {0: {"bot": "random"}, 1: {"bot": "random"}}
        await store.write(lambda c: change_seats(c, "one", changes, only_free=True))
        stored = await read_room(store, "one")
        assert stored is not None
        assert [holder.bot for holder in stored[1]] == [None, "random"]
        await store.write(lambda c: change_seats(c, "one", changes))
        stored = await read_room(store, "one")
        assert stored is not None
        assert [holder.bot for holder in stored[1]] == ["random", "random"]

    use_store(url, work)


def test_a_deleted_room_takes_its_seats_and_matches_along(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store)
        await add_match(store)
        await store.append(entry(1))
        await store.write(lambda c: delete_room(c, "room"))
        assert await read_room(store, "room") is None
        assert await read_matches(store, "room") == []
        assert await store.entries_from("match", 1) == []

    use_store(url, work)


def test_one_person_and_all_together_have_only_so_many_rooms(url: str) -> None:
    async def work(store: Store) -> None:
        today = wall_clock.now()
        await add_room(store, "old", state="over", made_at=1)
        await add_room(store, "today", state="over", made_at=today)
        await add_room(store, "unfinished", made_at=1)
        few = Settings(rooms_per_person=2)
        with pytest.raises(IllegalMoveError, match="you have 2 tables"):
            await store.write(lambda c: check_room_limits(c, few, "ada"))
        await store.write(lambda c: check_room_limits(c, few, "ben"))
        with pytest.raises(IllegalMoveError, match="as many tables as it can hold"):
            await store.write(lambda c: check_room_limits(c, Settings(rooms=1), "ben"))

    use_store(url, work)


def test_rooms_that_never_started_are_deleted_when_they_are_old(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store, "old", touched_at=10)
        await add_room(store, "new", touched_at=30)
        await add_room(store, "over", state="over", touched_at=10)
        await store.write(lambda c: delete_rooms_without_matches(c, touched_before=20))
        assert [await read_room(store, id_) is not None for id_ in ("old", "new", "over")] == [False, True, False]

    use_store(url, work)


def test_abandoned_matches_are_deleted_unless_somebody_looks_and_rooms_keep_those_that_ended(url: str) -> None:
    async def work(store: Store) -> None:
        for id_ in ("left", "watched", "lively"):
            await add_room(store, id_)
            await add_match(store, f"first of {id_}", id_)
            await store.append(entry(1, match=f"first of {id_}", kind=REMATCH))
            await store.write(lambda c, i=id_: end_match(c, f"first of {i}", i, 5, {}, 0))
            await add_match(store, f"second of {id_}", id_, number=2, began_at=10)
        await store.append(entry(1, match="second of lively", at=90))  # that is at 100
        await store.write(
            lambda c: close_abandoned_rooms(c, idle_since=50, untouched_since=0, except_rooms={"watched"})
        )
        ids = {id_: [row.id for row in await read_matches(store, id_)] for id_ in ("left", "watched", "lively")}
        assert [len(matches) for matches in ids.values()] == [1, 2, 2]
        stored = await read_room(store, "left")
        assert stored is not None
        assert stored[0].state == "over"
        assert await store.entries_from("first of left", 1) == []  # nobody wants a rematch any more
        assert len(await store.entries_from("first of watched", 1)) == 1

    use_store(url, work)


def test_a_match_in_which_nothing_ever_happened_is_thrown_away_sooner(url: str) -> None:
    async def work(store: Store) -> None:
        for id_ in ("untouched", "young", "begun"):
            await add_room(store, id_)
            await add_match(store, f"match of {id_}", id_, began_at=60 if id_ == "young" else 10)
        await store.append(entry(1, match="match of begun"))
        await store.write(lambda c: close_abandoned_rooms(c, idle_since=0, untouched_since=50, except_rooms=()))
        left = [len(await read_matches(store, id_)) for id_ in ("untouched", "young", "begun")]
        assert left == [0, 1, 1]

    use_store(url, work)


def test_of_many_abandoned_matches_some_are_thrown_away_at_a_time_the_oldest_first(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever had set up all the tables there may be would stop everybody's moves for half a minute, days later."""
    monkeypatch.setattr(module, "MOST_CLOSED", 2)

    async def work(store: Store) -> None:
        for age in (3, 1, 2):
            await add_room(store, f"{age}")
            await add_match(store, f"match {age}", f"{age}", began_at=10 - age)
        for left in (["1"], []):
            await store.write(lambda c: close_abandoned_rooms(c, idle_since=50, untouched_since=50, except_rooms=()))
            assert [id_ for id_ in "123" if await read_matches(store, id_)] == left

    use_store(url, work)


@pytest.mark.slow
def test_what_others_have_makes_ones_own_lists_no_longer_to_read(tmp_path: Path) -> None:
    def fill(connection: Connection, host: str, numbers: range) -> None:
        holder = SeatHolder(host, None, "")
        for number in numbers:
            id_, state = f"{host} {number}", "over" if number % 2 else "open"
            insert_played_match(
                connection, room_row(id_, state=state, host=host), [holder], match_row(id_, id_, ended_at=number), []
            )

    async def work(store: Store) -> None:
        async def look() -> None:
            assert len(await list_rooms(store, "mine", "ada", 100)) == 10
            assert len(await list_finished_matches(store, "ada", 100)) == 20

        await store.write(lambda c: fill(c, "ada", range(20)))
        await store.write(lambda c: fill(c, "eve", range(100)))
        before = await count_steps(store, look)
        await store.write(lambda c: fill(c, "eve", range(100, 800)))
        assert 0 < await count_steps(store, look) < 2 * before

    use_store(f"sqlite:///{tmp_path / 'test.sqlite'}", work)
