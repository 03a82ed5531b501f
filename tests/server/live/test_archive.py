"""The archive: any match by its id, live as it is now, finished ones kept."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from decapod.server.live import archive
from decapod.server.live.archive import ArchivedMatch
from decapod.server.store.rooms import SeatHolder
from tests.server.live.in_memory import add_room, english, first_legal_move, open_server, run


def test_a_live_match_is_the_one_in_its_room(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            assert room.log is not None
            found = await server.archive.find(room.log.id)
            assert found is not None
            assert (found.room, found.log) == (room, room.log)
            assert found.words("fr").name(1) == "Ben"
            assert await server.archive.find("none") is None

    run(work)


def test_an_earlier_match_of_a_room_is_found_with_the_names_of_its_time(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            assert room.log is not None
            first = room.log
            await room.record(lambda log: log.entries_for_move(*first_legal_move(log), 0, 0, english(log)))
            await room.record(lambda log: [log.entry_for_resignation(0, 0, english(log))])
            await server.rooms.start_rematch(room)
            room.take_seats(room.row, [room.seats[0], SeatHolder("ben", None, "Benjamin")])
            found = await server.archive.find(first.id)
            assert found is not None
            assert (found.log.match, found.log.over, found.row.number) == (first.match, True, 1)
            assert found.words("en").name(1) == "Ben"
            found.row = found.row._replace(names=["Invité 876", "Ben"])
            assert (found.words("fr").name(0), found.words("en").name(0)) == ("Invité 876", "Guest 876")
            assert await server.archive.find(first.id) is found

    run(work)


def test_long_matches_are_not_kept_in_memory_by_the_dozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_MOVES", 3)

    async def work() -> None:
        async with open_server(tmp_path) as server:
            found: list[str] = []
            for _ in range(3):
                room = await add_room(server)
                for _ in range(2):
                    await room.record(lambda log: log.entries_for_move(*first_legal_move(log), log.n, 0, english(log)))
                await room.record(lambda log: [log.entry_for_resignation(0, 0, english(log))])
                assert room.log is not None
                assert await server.archive.find(room.log.id) is not None
                found.append(room.log.id)
            assert list(server.archive._finished) == found[-1:]

    run(work)


def test_only_some_finished_matches_are_kept_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_KEPT", 2)

    async def work() -> None:
        async with open_server(tmp_path) as server:
            found: list[ArchivedMatch] = []
            for _ in range(3):
                room = await add_room(server)
                await room.record(lambda log: [log.entry_for_resignation(0, 0, english(log))])
                assert room.log is not None
                one = await server.archive.find(room.log.id)
                assert one is not None
                found.append(one)
            assert await server.archive.find(found[2].row.id) is found[2]
            assert await server.archive.find(found[0].row.id) is not found[0]

    run(work)


def test_the_record_of_a_finished_match_is_written_once_while_others_go_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            for _ in range(6):
                await room.record(lambda log: log.entries_for_move(*first_legal_move(log), log.n, 0, english(log)))
            await room.record(lambda log: [log.entry_for_resignation(0, 0, english(log))])
            assert room.log is not None
            found = await server.archive.find(room.log.id)
            assert found is not None
            first, second = await asyncio.gather(found.write_record(), found.write_record())
            assert first == room.log.match.dumps()
            assert second is first

    run(work)
