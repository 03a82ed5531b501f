"""The live server: announcements of other processes are followed; names change everywhere; what runs is stopped."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import event

from decapod.bots.base import KERNELS
from decapod.core.game import catalogue
from decapod.engine import jit_warmup
from decapod.server import wire
from decapod.server.live import server as module
from decapod.server.live.channel import ENTRIES, Channel
from decapod.server.live.room import Table
from decapod.server.live.server import Hub
from decapod.server.settings import Settings
from decapod.server.store.rooms import SeatHolder, change_seats
from tests.server.live.in_memory import add_client, add_room, english, first_legal_move, open_server, run


def test_what_another_process_announces_is_followed(tmp_path: Path) -> None:
    async def work() -> None:
        lines: list[str] = []
        other = Channel(lines.append)
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            assert room.log is not None
            client, _ = add_client(room, "ada", "Ada")
            await server.store.append(*room.log.entries_for_move(*first_legal_move(room.log), 0, 0, english(room.log)))
            other.announce_entries(room.id, 1)
            await server.store.write(lambda c: change_seats(c, room.id, {1: {"name": "Benjamin"}}))
            other.announce_seats(room.id)
            eve = await server.guests.add("Eve")
            other.announce_presence(room.id, [(eve, "Eve"), ("stranger", "")], 1)
            await server.chats.send(room, client, wire.SendChat(text="hi"))
            other.announce_chat(room.id, 1)
            other.announce_seats("a-room-elsewhere")
            waiting = len(client._chat)
            for line in lines:
                await server.receive(line)
            assert (room.log.n, room.seats[1].name) == (1, "Benjamin")
            assert room.presence.people_anywhere() == ({"ada": "Ada", eve: "Eve", "stranger": ""}, 1)
            await server.guests.rename(eve, "Evelyn")
            other.announce_renamed(eve)
            await server.receive(lines[-1])
            assert room.presence.people_anywhere()[0][eve] == "Evelyn"
            assert len(client._chat) == waiting + 1

    run(work)


def test_a_room_that_nobody_follows_leaves_memory_when_another_process_plays_on(tmp_path: Path) -> None:
    async def work() -> None:
        lines: list[str] = []
        other = Channel(lines.append)
        async with open_server(tmp_path, pace=600.0) as server:
            plain = await add_room(server)
            with_bot = await add_room(server, SeatHolder(None, "random", "Bot"), SeatHolder("ada", None, "Ada"))
            for room in (plain, with_bot):
                other.announce_entries(room.id, 1)
            for line in lines:
                await server.receive(line)
            assert set(server.rooms.in_memory) == {with_bot.id}  # whose bot is to move, perhaps here
            found = await server.rooms.find(plain.id)
            assert found is not None
            assert found is not plain

    run(work)


def test_moves_are_announced_where_another_process_may_wait_for_them(tmp_path: Path) -> None:
    async def work() -> None:
        ours: list[str] = []
        theirs: list[str] = []
        other = Channel(theirs.append)
        async with open_server(tmp_path, pace=600.0) as server:
            server.services.channel.publish = ours.append

            async def announced(room: Table) -> list[str]:
                ours.clear()
                await room.record(lambda log: log.entries_for_move(*first_legal_move(log), log.n, 0, english(log)))
                return [line.split(" ", 2)[2] for line in ours if f" {ENTRIES} " in line]

            room = await add_room(server)
            add_client(room, "ada", "Ada")
            assert await announced(room) == []
            other.announce_presence(room.id, [("ben", "Ben")], 0)
            ours.clear()
            await server.receive(theirs.pop())
            assert f"{room.id} {ENTRIES} 1" in ours[-1]  # they may have come in between
            assert await announced(room) == [f"{ENTRIES} 2"]
            other.announce_presence(room.id, [], 0)
            await server.receive(theirs.pop())
            assert await announced(room) == []
            with_bot = await add_room(server, SeatHolder("ada", None, "Ada"), SeatHolder(None, "random", "Bot"))
            assert await announced(with_bot) == [f"{ENTRIES} 1"]
            with_clock = await add_room(server, bank=60_000)
            assert await announced(with_clock) == [f"{ENTRIES} 1"]

    run(work)


def test_a_new_name_is_shown_wherever_the_old_one_was(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            ada = await server.guests.add("Ada")
            room = await add_room(server, SeatHolder(ada, None, "Ada"), SeatHolder("ben", None, "Ben"))
            client, _ = add_client(room, ada, "Ada")
            assert room.words("en").name(0) == "Ada"
            reads = 0

            def count(*_: object) -> None:
                nonlocal reads
                reads += 1

            event.listen(server.store.database._file, "begin", count)
            await server.rename_person(ada, "Countess")
            assert (room.seats[0].name, room.seats[1].name, client.name) == ("Countess", "Ben", "Countess")
            assert room.words("en").name(0) == "Countess"
            few = reads
            for _ in range(20):
                await add_room(server, SeatHolder(ada, None, "Countess"), SeatHolder("ben", None, "Ben"))
            reads = 0
            await server.rename_person(ada, "Ada")
            assert reads == few  # however many rooms somebody sits in
            assert all(one.seats[0].name == "Ada" for one in server.rooms.in_memory.values())

    run(work)


def test_a_server_that_stops_leaves_no_task_behind(tmp_path: Path) -> None:
    async def work() -> None:
        before = asyncio.all_tasks()
        server = Hub(Settings(data=str(tmp_path), sweep=0.01))
        await server.start()
        await add_room(server, SeatHolder(None, "random", "Pinch"), SeatHolder(None, "random", "Scuttle"))
        await server.stop()
        assert asyncio.all_tasks() == before
        assert server.services.stopping

    run(work)


def test_the_kernels_of_bots_are_made_ready_before_one_thinks_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, tuple[str, ...]] = {}
    monkeypatch.setattr(module, "WARM_AFTER", 0)
    monkeypatch.setattr(jit_warmup, "warm", lambda package, kernels=(), **_: asked.setdefault(package, tuple(kernels)))
    run(module._warm_kernels)
    assert set(asked) == set(catalogue().values())
    assert set(asked.values()) == {KERNELS}
