"""Matches as they are stored."""

from __future__ import annotations

import asyncio

from decapod.server.store import DuplicateError, Store
from decapod.server.store.matches import (
    end_match,
    insert_match,
    insert_played_match,
    list_finished_matches,
    newest_entry_numbers,
    read_contents,
    read_headlines,
    read_match,
    read_matches,
)
from decapod.server.store.rooms import SeatHolder, read_room
from tests.server.store.opening import add_match, add_room, entry, match_row, room_row, use_store


def test_a_match_is_read_as_it_was_stored(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store)
        row = await add_match(store)
        assert await read_match(store, "match") == row
        assert await read_matches(store, "room") == [row]
        assert await read_match(store, "none") is None
        assert await read_match(store, "a\0b") is None
        stored = await read_room(store, "room")
        assert stored is not None
        assert stored[0].state == "playing"

    use_store(url, work)


def test_of_two_who_start_the_same_match_one_does(url: str) -> None:
    async def work(store: Store) -> None:
        other = Store(url)
        await other.open()
        await add_room(store)
        rows = [match_row("a"), match_row("b")]
        outcomes = await asyncio.gather(
            *(s.write(lambda c, r=r: insert_match(c, r, {}, "")) for s, r in zip((store, other), rows, strict=True)),
            return_exceptions=True,
        )
        assert outcomes.count(True) == 1
        assert all(one is True or one is False or isinstance(one, DuplicateError) for one in outcomes), outcomes
        headlines = await read_headlines(store, "room")
        assert headlines is not None
        assert headlines[2] == 1
        await other.close()

    use_store(url, work)


def test_bots_take_only_seats_that_are_still_free(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store, "room", SeatHolder("ada", None, "Ada"), SeatHolder())
        bots = {seat: SeatHolder(None, "random", "Pinch") for seat in (0, 1)}
        await store.write(lambda c: insert_match(c, match_row(), bots, ""))
        stored = await read_room(store, "room")
        assert stored is not None
        assert stored[1] == [SeatHolder("ada", None, "Ada"), SeatHolder(None, "random", "Pinch")]

    use_store(url, work)


def test_a_match_uses_up_secret_and_seals_of_its_room_and_keeps_its_own_deal(url: str) -> None:
    async def work(store: Store) -> None:
        row = await add_room(store, "room", SeatHolder("ada", None, "Ada", "a" * 64), SeatHolder())
        deal = {"table": "room", "number": 1, "seal": "s", "seals": ["a" * 64, ""], "salts": ["", ""]}
        await store.write(lambda c: insert_match(c, match_row(deal=deal), {}, "b" * 32))
        stored = await read_room(store, "room")
        assert stored is not None
        assert [stored[0].secret, row.secret == stored[0].secret] == ["b" * 32, False]
        assert [holder.seal for holder in stored[1]] == ["", ""]
        assert [match.deal for match in await read_matches(store, "room")] == [deal]

    use_store(url, work)


def test_how_a_match_ended_is_stored_once(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store)
        await add_match(store)
        assert await store.write(lambda c: end_match(c, "match", "room", 9, {"code": "resigned"}, 4))
        assert not await store.write(lambda c: end_match(c, "match", "room", 10, {"code": "forfeit"}, 5))
        row = await read_match(store, "match")
        assert row is not None
        assert (row.ended_at, row.result, row.plies) == (9, {"code": "resigned"}, 4)

    use_store(url, work)


def test_the_newest_entries_of_several_matches_are_found_together(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store)
        await add_match(store, "a")
        await add_match(store, "b", number=2)
        await store.append(entry(1, match="a"), entry(2, match="a"))
        assert await newest_entry_numbers(store, ["a", "b"]) == {"a": 2}
        contents = await read_contents(store, "room")
        assert contents is not None
        assert ([one.id for one in contents.matches], contents.entries) == (["a", "b"], [])
        await store.append(entry(1, match="b"))
        contents = await read_contents(store, "room")
        assert contents is not None
        assert contents.entries == await store.entries_from("b", 1)
        assert await read_contents(store, "elsewhere") is None
        assert await read_headlines(store, "elsewhere") is None

    use_store(url, work)


def test_finished_matches_are_listed_for_those_who_played_or_imported_them(url: str) -> None:
    async def work(store: Store) -> None:
        for number, id_ in enumerate(("early", "late"), 1):
            await add_room(store, id_)
            await add_match(store, f"m-{id_}", id_)
            await store.write(lambda c, i=id_, n=number: end_match(c, f"m-{i}", i, n, {}, 0))
        await add_room(store, "going on")
        await add_match(store, "live", "going on")
        imported = match_row("imported", "elsewhere", ended_at=9, result={})
        entries = [entry(1, match="imported")]
        nobody = [SeatHolder(), SeatHolder()]
        room = room_row("elsewhere", host="eve", variant="b")
        await store.write(lambda c: insert_played_match(c, room, nobody, imported, entries))
        assert [found.row.id for found in await list_finished_matches(store, "ada", 9)] == ["m-late", "m-early"]
        [own] = await list_finished_matches(store, "eve", 9)
        assert (own.row, own.game, own.variant, own.players) == (imported, "crab-stack", "b", 2)
        assert await store.entries_from("imported", 1) == entries

    use_store(url, work)
