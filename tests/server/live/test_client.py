"""A client: its view, what waits for it, and how it is closed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from decapod.errors import Reason
from decapod.server import wire
from decapod.server.live import turns
from decapod.server.live.client import LONGEST_CHAT, LONGEST_QUEUE, Connection, Goodbye
from decapod.server.live.view import Progress, View
from decapod.server.store.rooms import SeatHolder
from tests.server.live.in_memory import RecordingSocket, add_client, add_room, open_server, run

ADA = SeatHolder("ada", None, "Ada")


def test_a_client_looks_from_the_seat_it_asks_for_or_its_first_or_as_a_spectator(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, ADA, ADA, SeatHolder("ben", None, "Ben"))
            viewers = [
                add_client(room, person, **hello)[0].view.viewer
                for person, hello in (
                    ("ada", {}), ("ada", {"seat": 1}), ("ada", {"seat": 2}), ("ada", {"watch": True}), ("eve", {}),
                )
            ]  # fmt: skip
            assert viewers == [0, 1, 0, -1, -1]
            client, _ = add_client(room, "ben", layout="phone", language="fr-CH", sketch=True)
            assert client.view == View(2, "phone", "fr", sketch=True)

    run(work)


def test_a_new_view_begins_with_a_board_and_another_viewer_is_told_everything_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, ADA, ADA)
            client, _ = add_client(room, "ada")
            room.message_for(client)
            assert client.progress.board
            assert room.message_for(client).board is None
            client.progress = client.progress._replace(ply=5)
            client.choose_view()
            assert client.progress == Progress(ply=5)
            client.hello = wire.Hello(seat=1)
            client.choose_view()
            assert client.progress == Progress()

    run(work)


def test_before_hello_nothing_is_shown(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            socket = RecordingSocket()
            client = Connection(room, socket, "ada", "Ada")  # type: ignore[arg-type]
            client.choose_view()
            client.show_newest()
            sending = asyncio.create_task(client.send_forever())
            client.dismiss(4000, "enough")
            with pytest.raises(Goodbye):
                await sending
            assert socket.sent == []

    run(work)


def test_scenes_in_between_are_skipped_and_messages_keep_their_order(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            client, socket = add_client(room, "ada")
            for number in range(3):
                client.answer(wire.Pong(re=number))
                client.show_newest()
            sending = asyncio.create_task(client.send_forever())
            await socket.wait_for(lambda m: m["type"] == "scene")
            client.dismiss(4410, "this table was closed")
            with pytest.raises(Goodbye) as goodbye:
                await sending
            assert [m["type"] for m in socket.sent[:4]] == ["pong", "pong", "pong", "scene"]
            assert [m["re"] for m in socket.sent[:3]] == [0, 1, 2]
            assert (goodbye.value.code, goodbye.value.words) == (4410, "this table was closed")

    run(work)


def test_where_one_scene_answers_several_messages_none_is_left_without_an_answer(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            client, socket = add_client(room, "ada")
            for number in (5, 6, 7):
                client.answer_by_scene(number)
                client.show_newest()
            sending = asyncio.create_task(client.send_forever())
            await socket.wait_for(lambda m: m["type"] == "scene")
            sending.cancel()
            assert [(m["type"], m["re"]) for m in socket.sent[:3]] == [("pong", 5), ("pong", 6), ("scene", 7)]

    run(work)


@pytest.mark.parametrize("greets", [False, True])
def test_a_crowd_that_comes_gets_its_scenes_in_turn_and_whoever_plays_does_not_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, greets: bool
) -> None:
    monkeypatch.setattr(turns, "SLICE", 0.0)  # a scene is all that there is time for, however fast the machine is

    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            player, played = add_client(room, "ada")
            player.progress = Progress()  # in a match that has just begun
            crowd = [add_client(room, f"{number}") for number in range(10)]
            clients = [*crowd, (player, played)]
            if greets:  # for a whole scene, as often as one likes: that is for those who wait in turn
                player.greet(wire.Hello())
            for client, _ in clients:
                client.show_newest()
            sending = [asyncio.create_task(client.send_forever()) for client, _ in clients]
            await played.wait_for(lambda m: m["type"] == "scene")
            before = sum(bool(socket.sent) for _, socket in crowd)
            assert before >= 9 if greets else before <= 2  # one before it, one while it was sent
            for _, socket in crowd:
                await socket.wait_for(lambda m: m["type"] == "scene")
            for task in sending:
                task.cancel()

    run(work)


def test_chat_waits_behind_answers_and_scenes_and_fills_no_memory(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            client, socket = add_client(room, "ada")
            for number in range(3 * LONGEST_CHAT):
                client.send_chat(wire.encode(wire.ChatLine(n=number, person="", name="", seat=None, text="", at=0)))
            client.show_newest()
            client.answer(wire.Pong(re=1))
            sending = asyncio.create_task(client.send_forever())
            await socket.wait_for(lambda m: m["type"] == "chat" and m["n"] == 3 * LONGEST_CHAT - 1)
            sending.cancel()
            kinds = [m["type"] for m in socket.sent if m["type"] != "presence"]
            assert kinds == ["pong", "scene"] + ["chat"] * LONGEST_CHAT

    run(work)


def test_a_client_is_told_who_is_there_when_that_has_changed(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            _, socket = add_client(room, "ada", "Ada")
            sending = [asyncio.create_task(client.send_forever()) for client in room.clients]
            room._show_presence_now()
            await socket.wait_for(lambda m: [one["name"] for one in m["here"]] == ["Ada"])
            ben, _ = add_client(room, "ben", "Ben")
            room._show_presence_now()
            await socket.wait_for(lambda m: [one["name"] for one in m["here"]] == ["Ada", "Ben"])
            room._show_presence_now()
            room.clients.discard(ben)
            room._show_presence_now()
            await socket.wait_for(lambda m: len(socket.sent) == 3 and [one["name"] for one in m["here"]] == ["Ada"])
            told = [[one["name"] for one in message["here"]] for message in socket.sent]
            assert told == [["Ada"], ["Ada", "Ben"], ["Ada"]]
            for task in sending:
                task.cancel()

    run(work)


def test_a_client_that_does_not_read_fills_no_memory(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            client, _ = add_client(await add_room(server))
            for _ in range(3 * LONGEST_QUEUE):
                client.send(b"{}")
            assert len(client._queue) == LONGEST_QUEUE

    run(work)


def test_a_refusal_is_in_the_language_of_the_client(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            client, socket = add_client(await add_room(server), language="fr")
            sending = asyncio.create_task(client.send_forever())
            client.refuse("why", 3, None)
            client.refuse("move", 4, Reason("code", words="words"))
            await socket.wait_for(lambda m: m["re"] == 4)
            assert [(m["re"], m["what"], m["words"]) for m in socket.sent] == [
                (3, "why", "C'est permis."), (4, "move", "words"),
            ]  # fmt: skip
            sending.cancel()

    run(work)


def test_a_client_that_does_not_read_is_sent_only_the_newest_scene_once_it_does(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            client, socket = add_client(await add_room(server), "ada")
            sending = asyncio.create_task(client.send_forever())
            client.show_newest()
            await socket.wait_for(lambda m: m["type"] == "scene")
            socket.writable.clear()
            for _ in range(5):
                client.show_newest()
                await asyncio.sleep(0.01)
            socket.writable.set()
            client.answer(wire.Pong(re=1))
            await socket.wait_for(lambda m: m["type"] == "pong")
            sending.cancel()
            assert [m["type"] for m in socket.sent].count("scene") <= 3  # one that was under way, and the newest

    run(work)
