"""The loader: rooms and matches are what is stored."""

from __future__ import annotations

from pathlib import Path

import pytest

import decapod
from decapod.errors import ParseError
from decapod.server.store.boxes import insert_box
from decapod.server.store.matches import read_matches
from decapod.server.store.rooms import change_seats
from tests.server.live.in_memory import add_room, english, first_legal_move, open_server, run


def test_a_loaded_room_is_as_it_was(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, bank=60_000, increment=2_000)
            for at in (1_000, 3_000):
                await room.record(
                    lambda log, at=at: log.entries_for_move(*first_legal_move(log), log.n, at, english(log))
                )
            again = await server.rooms.loader.load(room.id)
            assert again is not None
            assert again.log is not None
            assert room.log is not None
            assert (again.row, again.seats, again.number) == (room.row, room.seats, room.number)
            assert again.log.match == room.log.match
            assert again.log.clocks == room.log.clocks
            assert await server.rooms.loader.load("nowhere") is None

    run(work)


def test_refreshing_takes_seats_and_a_newer_match_from_the_store(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            stale = await server.rooms.loader.load(room.id)
            assert stale is not None
            await room.record(lambda log: [log.entry_for_resignation(0, 0, english(log))])
            await server.rooms.start_rematch(room)
            await server.store.write(lambda c: change_seats(c, room.id, {0: {"name": "Countess"}}))
            assert await server.rooms.loader.refresh(stale)
            assert (stale.number, stale.seats[0].name, stale.score) == (2, "Countess", [0.0, 1.0])

    run(work)


def test_an_end_that_was_not_stored_is_stored_on_loading(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            assert room.log is not None
            await server.store.append(room.log.entry_for_resignation(0, 0, english(room.log)))
            again = await server.rooms.loader.load(room.id)
            assert again is not None
            assert (again.row.state, again.score) == ("over", [0.0, 1.0])
            [row] = await read_matches(server.store, room.id)
            assert row.result is not None
            assert row.result["words"] == "Ada resigned. Ben wins."

    run(work)


def test_a_box_of_ones_own_is_dealt_from(tmp_path: Path) -> None:
    game = decapod.game("crab-stack")
    text = (game.folder / "box.toml").read_text(encoding="utf-8").replace("steps = 1", "steps = 2")
    box = game.parse_box(text, "here")
    assert box.hash != game.box.hash

    async def work() -> None:
        async with open_server(tmp_path) as server:
            await server.store.write(lambda c: insert_box(c, game.name, box.hash, text, box.record.tobytes()))
            room = await add_room(server, box=box.hash)
            assert room.log is not None
            assert room.log.match.box.hash == box.hash
            missing = await add_room(server, start=False, box="missing")
            with pytest.raises(ParseError, match="there is no box missing"):
                await server.rooms.start_first_match(missing)

    run(work)
