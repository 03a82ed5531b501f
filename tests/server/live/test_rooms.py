"""The rooms in memory: found, loaded once, brought up to date, let go of."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path

import pytest

from decapod.server import wire
from decapod.server.live.client import Goodbye
from decapod.server.store.rooms import SeatHolder, change_seats, delete_room
from tests.server.live.in_memory import add_client, add_room, english, first_legal_move, open_server, run


def test_a_room_that_many_ask_for_at_once_is_loaded_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            server.rooms.in_memory.clear()
            found = await asyncio.gather(*(server.rooms.find(room.id) for _ in range(5)))
            assert len({id(one) for one in found}) == 1
            assert server.rooms.in_memory == {room.id: found[0]}

    run(work)


def test_there_is_no_room_of_an_absurd_name(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            for name in ("", "nowhere", "x" * 25, "a\0b"):
                assert await server.rooms.find(name) is None
                assert await server.rooms.find_current(name) is None
            assert server.rooms._loading == {}

    run(work)


def test_seats_changed_in_the_store_are_shown(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            client, _ = add_client(room, "ben")
            await server.store.write(lambda c: change_seats(c, room.id, {1: {"person": None, "bot": "random"}}))
            await server.rooms.publish_seats(room.id)
            assert room.seats[1] == SeatHolder(None, "random", "Ben")
            assert client.view.viewer == -1

    run(work)


def test_a_room_that_is_gone_from_the_store_is_closed(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            client, _ = add_client(room, "ada")
            await server.store.write(lambda c: delete_room(c, room.id))
            await server.rooms.reload(room)
            assert server.rooms.in_memory == {}
            with pytest.raises(Goodbye) as goodbye:
                await client.send_forever()
            assert goodbye.value.code == wire.CloseCode.GONE

    run(work)


def test_a_room_leaves_memory_only_when_nobody_looks(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            client, _ = add_client(room, "ada")
            await server.rooms.unload(room)
            assert room.id in server.rooms.in_memory
            room.clients.discard(client)
            await server.rooms.unload(room)
            assert server.rooms.in_memory == {}
            assert server.rooms.keep(room) is room  # somebody came while it left

    run(work)


def test_whoever_sits_down_is_seen_though_the_room_left_memory_meanwhile(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            left = await add_room(server)
            await server.rooms.unload(left)
            back = await server.rooms.find(left.id)
            assert back is not None
            assert back is not left
            ben = SeatHolder("ben", None, "Benjamin")
            await server.store.write(lambda c: change_seats(c, left.id, {1: {"name": ben.name}}))
            await server.rooms.seat(left, 1, ben)
            assert back.seats[1].name == "Benjamin"

    run(work)


def test_a_rematch_that_everybody_wanted_begins_on_loading(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            await room.record(lambda log: [log.entry_for_resignation(0, 0, english(log))])
            for seat in (0, 1):
                await room.record(lambda log, s=seat: [log.entry_for_rematch(s, 0, english(log))])
            server.rooms.in_memory.clear()
            loaded = await server.rooms.find(room.id)
            assert loaded is not None
            assert (loaded.number, loaded.row.state, loaded.score) == (2, "playing", [0.0, 1.0])

    run(work)


def test_a_new_name_is_taken_by_everybody_connected_as_that_person(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            ada, ben = add_client(room, "ada", "Ada")[0], add_client(room, "ben", "Ben")[0]
            server.rooms.rename_person("ada", "Countess")
            assert (ada.name, ben.name) == ("Countess", "Ben")

    run(work)


def test_a_room_that_leaves_memory_is_gone_without_a_search_for_garbage(tmp_path: Path) -> None:
    """To look through everything takes too long on a busy server, and an unloaded room holds much."""

    async def work() -> None:
        async with open_server(tmp_path) as server:
            bot = SeatHolder(None, "random", "Pinch")
            room = await add_room(server, SeatHolder("ada", None, "Ada"), bot, bank=60_000)
            client, _ = add_client(room, "ada")
            room.message_for(client)
            await room.record(lambda log: log.entries_for_move(*first_legal_move(log), log.n, 0, english(log)))
            room.clients.discard(client)
            gone = [weakref.ref(one) for one in (room, room.log, room.scene_cache, client)]
            gc.disable()
            try:
                await server.rooms.unload(room)
                del room, client
                await asyncio.sleep(0)
                assert [one() for one in gone] == [None] * 4
            finally:
                gc.enable()

    run(work)
