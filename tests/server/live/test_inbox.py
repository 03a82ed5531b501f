"""The inbox: what is wrong with a message is answered; what is right is carried out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from decapod.server import wire
from decapod.server.live import inbox as module
from decapod.server.live.client import Connection, Goodbye
from decapod.server.live.inbox import MOST_REFUSALS, MessageHandler, guess_outline
from decapod.server.live.server import Hub
from tests.server.live.in_memory import RecordingSocket, add_room, open_server, run


@pytest.mark.parametrize(
    ("raw", "outline"),
    [
        (b'{"type":"move","n":4,"seat":"x"}', ("move", 4, 3)),
        (b'{"type":"dance","n":4}', ("", 4, 3)),
        (b'{"type":"move","n":1' + b"0" * 30 + b"}", ("move", 0, 3)),
        (b'{"type":"move","n":99007199254740993}', ("move", 0, 3)),
        (b'{"type":"hello","v":2,"n":1,"patches":true,"language":9}', ("hello", 1, 2)),
        (b"[1, 2", ("", 0, 3)),
        (b"\xff\xfe", ("", 0, 3)),
        (b"[" * 100_000, ("", 0, 3)),
    ],
)
def test_type_number_and_version_of_a_wrong_message_are_read_if_possible(
    raw: bytes, outline: tuple[str, int, int]
) -> None:
    guess = guess_outline(raw)
    assert (guess.type, guess.n, guess.v) == outline


@asynccontextmanager
async def conversation(folder: Path, **settings: Any) -> AsyncIterator[tuple[RecordingSocket, asyncio.Task[None]]]:
    """Let Ada talk to a room in which a match has begun; yields her socket and the reading of it."""
    async with open_server(folder, **{"messages": 1000.0, **settings}) as server:
        room = await add_room(server)
        socket = RecordingSocket()
        client = Connection(room, socket, "ada", "Ada")  # type: ignore[arg-type]
        room.clients.add(client)
        tasks = [asyncio.create_task(client.send_forever()), asyncio.create_task(reading(client, server))]
        yield socket, tasks[1]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def reading(client: Connection, server: Hub) -> None:
    """Read what a client sends."""
    await MessageHandler(client, server.chats, server.begin_rematch).read_forever()


def test_all_sockets_of_an_address_together_are_heard_only_so_often_and_nothing_is_lost(tmp_path: Path) -> None:
    async def work() -> None:
        async with conversation(tmp_path, messages_per_address=2.0) as (socket, _):
            began = asyncio.get_running_loop().time()
            for number in range(1, 9):
                socket.push("ping", n=number)
            await socket.wait_for(lambda m: m["re"] == 8)
            assert [m["re"] for m in socket.sent] == list(range(1, 9))
            assert asyncio.get_running_loop().time() - began >= 0.9  # six at once, two a second later

    run(work)


def test_chattering_instead_of_saying_hello_does_not_help(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HELLO_WITHIN", 0.3)

    async def work() -> None:
        async with conversation(tmp_path) as (socket, reading):
            while not reading.done():
                socket.push("ping", n=1)
                await asyncio.sleep(0.02)
            with pytest.raises(TimeoutError):
                await reading

    run(work)


def test_hello_comes_first_and_is_answered_by_a_whole_scene(tmp_path: Path) -> None:
    async def work() -> None:
        async with conversation(tmp_path) as (socket, _):
            socket.push("resign", n=1, seat=0)
            refused = await socket.wait_for(lambda m: m["re"] == 1)
            assert refused["code"] == "message.hello"
            socket.push("ping", n=2)
            assert (await socket.wait_for(lambda m: m["re"] == 2))["type"] == "pong"
            socket.push("hello", n=3)
            scene = await socket.wait_for(lambda m: m["re"] == 3)
            assert (scene["type"], scene["viewer"], bool(scene["board"])) == ("scene", 0, True)
            assert (await socket.wait_for(lambda m: m["type"] == "presence"))["here"][0]["name"] == "Ada"

    run(work)


def test_every_wrong_message_is_answered_and_the_next_is_carried_out(tmp_path: Path) -> None:
    async def work() -> None:
        async with conversation(tmp_path) as (socket, _):
            socket.push("hello", n=1)
            socket.push_raw(b"nonsense")
            socket.push_raw(b'{"type":"move","n":2,"seat":"x"}')
            socket.push("ping", n=3, v=99)
            socket.push("move", n=4, seat=6, move=1, seen=0)
            socket.push("undo", n=5, seat=0)
            socket.push("hello", n=6, seat=1)
            socket.push("ping", n=7)
            await socket.wait_for(lambda m: m["type"] == "pong")
            codes = [(m["re"], m["what"], m["code"]) for m in socket.sent if m["type"] == "refused"]
            assert codes == [
                (0, "", "message.wrong"), (2, "move", "message.wrong"), (3, "ping", "message.version"),
                (4, "move", "seat.none"), (5, "undo", "undo.nothing"), (6, "hello", "seat.not_yours"),
            ]  # fmt: skip

    run(work)


@pytest.mark.parametrize("more", [{}, {"patches": True}])
def test_a_page_of_another_version_is_told_to_reload_and_let_go(tmp_path: Path, more: dict[str, Any]) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            socket = RecordingSocket()
            client = Connection(await add_room(server), socket, "ada", "Ada")  # type: ignore[arg-type]
            read = asyncio.create_task(reading(client, server))
            socket.push("hello", v=2, n=1, language="fr", **more)
            with pytest.raises(Goodbye) as goodbye:
                await client.send_forever()
            read.cancel()
            assert [(m["re"], m["code"]) for m in socket.sent] == [(1, "message.version")]
            assert goodbye.value.code == wire.CloseCode.GONE
            assert goodbye.value.words == socket.sent[0]["words"]
            assert goodbye.value.words.startswith("Rechargez la page")

    run(work)


def test_a_field_that_is_not_part_of_a_message_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with conversation(tmp_path) as (socket, _):
            socket.push("hello", n=1, seen=0)
            assert "seen" in (await socket.wait_for(lambda m: m["re"] == 1))["words"]

    run(work)


def test_a_message_over_16_kilobytes_closes_the_socket(tmp_path: Path) -> None:
    async def work() -> None:
        async with conversation(tmp_path) as (socket, task):
            socket.push_raw(b"x" * (wire.MOST_MESSAGE + 1))
            with pytest.raises(Goodbye) as goodbye:
                await task
            assert goodbye.value.code == wire.CloseCode.UNREADABLE

    run(work)


def test_whoever_is_refused_again_and_again_is_let_go(tmp_path: Path) -> None:
    async def work() -> None:
        async with conversation(tmp_path) as (socket, task):
            for number in range(MOST_REFUSALS + 1):
                socket.push("dance", n=number)
            with pytest.raises(Goodbye) as goodbye:
                await task
            assert goodbye.value.code == wire.CloseCode.TOO_MUCH

    run(work)


def test_reading_ends_when_the_client_hangs_up(tmp_path: Path) -> None:
    async def work() -> None:
        async with conversation(tmp_path) as (socket, task):
            socket.push("hello", n=1)
            await socket.wait_for(lambda m: m["re"] == 1)
            assert not task.done()
            socket.hang_up()
            assert await task is None  # no Goodbye: nothing is left to be said

    run(work)


def test_older_moves_are_told_on_demand(tmp_path: Path) -> None:
    async def work() -> None:
        async with conversation(tmp_path) as (socket, _):
            socket.push("hello", n=1)
            scene = await socket.wait_for(lambda m: m["re"] == 1)
            socket.push("move", n=2, seat=0, seen=0, move=scene["scene"]["choices"][0]["move"])
            await socket.wait_for(lambda m: m["re"] == 2)
            socket.push("story", n=3, before=9)
            older = await socket.wait_for(lambda m: m["re"] == 3)
            assert [one["ply"] for one in older["log"]] == [1]
            assert older["log"][0]["lines"]
            socket.push("story", n=4, before=1)
            assert (await socket.wait_for(lambda m: m["re"] == 4))["log"] == []

    run(work)


def test_whoever_is_too_fast_is_told_which_message_was_not_read(tmp_path: Path) -> None:
    async def work() -> None:
        async with conversation(tmp_path, messages=0.4) as (socket, _):  # one message, and no other for seconds
            socket.push("hello", n=1)
            socket.push("ping", n=2)
            refused = await socket.wait_for(lambda m: m["type"] == "refused")
            assert (refused["code"], refused["what"], refused["re"]) == ("message.fast", "ping", 2)

    run(work)
