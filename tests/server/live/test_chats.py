"""Chats: who may write, who reads, and who would rather not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from decapod.errors import IllegalMoveError, ParseError
from decapod.server import wire
from decapod.server.live.chats import HISTORY, MOST_MUTED
from tests.server.live.in_memory import add_client, add_room, open_server, run
from tests.server.running import Page, Person, RunningServer, start_two

Come = Callable[..., Person]


@pytest.fixture
def two(person: Come) -> tuple[Person, Person, Page, Page]:
    """Ada and Ben at a table."""
    ada, ben, room = start_two(person)
    return ada, ben, ada.open_page(room), ben.open_page(room)


def test_everybody_reads_a_line_but_those_who_muted_its_writer(two: Any, person: Come) -> None:
    _, ben, one, other = two
    other.send("chat", text="<b>good luck</b>\n\x07")
    line = one.wait_for("chat")
    assert line["text"] == "<b>good luck</b>"
    assert (line["name"], line["seat"], line["n"]) == ("Ben", 1, 1)
    assert one.ask("mute", person=line["person"])["type"] == "pong"
    other.send("chat", text="anybody there?")
    other.wait_for("chat", lambda m: m["n"] == 2)
    third = person("Cat").open_page(one.room)
    third.wait_for("chat", lambda m: m["text"] == "anybody there?")
    one.ask("ping")
    assert [m["text"] for m in one.messages("chat")] == ["<b>good luck</b>"]
    one.ask("mute", person=line["person"], on=False)
    other.send("chat", text="hello again")
    assert one.wait_for("chat")["text"] == "hello again"
    stranger = Page(ben.url, one.room, {})
    assert stranger.ask("chat", text="hi")["code"] == "chat.sit"
    stranger.close()


def test_chat_cannot_fill_the_disk(own_server: Callable[..., RunningServer], guest_of: Come) -> None:
    ada = guest_of(own_server(chat_lines=2), "Ada")
    page = ada.open_page(ada.set_up()["id"])
    for number in range(5):
        page.send("chat", text=f"line {number}")
        page.wait_for("chat")
    late = ada.open_page(page.latest["table"])
    late.wait_for("chat", lambda m: m["text"] == "line 4")
    assert [line["text"] for line in late.messages("chat")] == ["line 3", "line 4"]


def test_a_person_writes_so_many_lines_however_many_pages_they_have(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path, chat=0.2) as server:
            rooms = [await add_room(server) for _ in range(2)]
            pages = [add_client(room, "ada", "Ada", language="fr")[0] for room in rooms]
            for page in pages:
                await server.chats.send(page.room, page, wire.SendChat(text="one"))
            with pytest.raises(IllegalMoveError, match="Vous écrivez plus vite"):
                await server.chats.send(rooms[0], pages[0], wire.SendChat(text="one too many"))
            ben, _ = add_client(rooms[0], "ben", "Ben")
            await server.chats.send(rooms[0], ben, wire.SendChat(text="I may"))

    run(work)


def test_a_crowd_that_watches_writes_so_many_lines_and_players_write_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path, chat=0.1, watcher_chat=0.3) as server:  # bursts of 1 and of 3 lines
            room = await add_room(server)
            crowd = [add_client(room, f"eve{number}", "Eve", language="fr")[0] for number in range(4)]
            for watcher in crowd[:3]:
                await server.chats.send(room, watcher, wire.SendChat(text="hi"))
            with pytest.raises(IllegalMoveError, match="Beaucoup de spectateurs"):
                await server.chats.send(room, crowd[-1], wire.SendChat(text="one too many"))
            ada, _ = add_client(room, "ada", "Ada")
            await server.chats.send(room, ada, wire.SendChat(text="it is our table"))

    run(work)


def test_a_newcomer_reads_the_last_lines_of_people_they_have_not_muted(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            ada, _ = add_client(room, "ada", "Ada")
            eve, _ = add_client(room, "eve", "Eve")
            for number in range(HISTORY + 5):
                await server.chats.send(room, eve if number % 2 else ada, wire.SendChat(text=f"{number}"))
            ben, _ = add_client(room, "ben", "Ben")
            assert len(await server.chats.history(room, ben)) == HISTORY
            await server.chats.mute(ben, wire.Mute(person="eve"))
            lines = await server.chats.history(room, ben)
            assert {line.name for line in lines} == {"Ada"}
            assert ben.muted == {"eve"}

    run(work)


def test_only_those_with_a_name_can_mute_and_only_so_many(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            stranger, _ = add_client(room)
            with pytest.raises(IllegalMoveError, match="set one first"):
                await server.chats.mute(stranger, wire.Mute(person="eve"))
            ada, _ = add_client(room, "ada", "Ada")
            ada.muted = {str(number) for number in range(MOST_MUTED)}
            with pytest.raises(IllegalMoveError, match="full"):
                await server.chats.mute(ada, wire.Mute(person="eve"))

    run(work)


def test_a_line_without_letters_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            ada, _ = add_client(room, "ada", "Ada")
            with pytest.raises(ParseError, match="empty line"):
                await server.chats.send(room, ada, wire.SendChat(text=" \x07\n"))

    run(work)


def test_a_line_of_another_process_is_shown_here(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            ada, _ = add_client(room, "ada", "Ada")
            await server.chats.send(room, ada, wire.SendChat(text="hello"))
            ben, _ = add_client(room, "ben", "Ben")
            await server.chats.relay(room, 1)
            await server.chats.relay(room, 99)  # deleted meanwhile
            assert len(ben._chat) == 1

    run(work)
