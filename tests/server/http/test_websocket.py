"""The WebSocket: who may connect, and why a socket is closed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.running import Page, Person, RunningServer, wait_until

Come = Callable[..., Person]
OwnServer = Callable[..., RunningServer]


def test_a_page_of_another_origin_cannot_connect(person: Come) -> None:
    ada = person("Ada")
    room = ada.set_up()["id"]
    for origin in ("http://evil.example", "null", f"{ada.url}.evil.example", "https://127.0.0.1", "http://["):
        page = Page(ada.url, room, {"cookie": ada.cookies(), "origin": origin}, greet=False)
        assert page.wait_for_close() == 4403
        page.close()
    page = Page(ada.url, room, {"cookie": ada.cookies(), "origin": ada.url})
    assert page.latest["you"] == [0]
    page.close()


def test_a_page_of_an_origin_that_was_allowed_connects(own_server: OwnServer, guest_of: Come) -> None:
    server = own_server(origins=["https://club.example"])
    room = guest_of(server, "Ada").set_up()["id"]
    page = Page(server.url, room, {"origin": "https://club.example"})
    assert page.latest["state"] == "open"
    page.close()


def test_whoever_sends_too_many_messages_is_refused_and_then_let_go(own_server: OwnServer, guest_of: Come) -> None:
    server = own_server(messages=1.0)
    ada = guest_of(server, "Ada")
    page = ada.open_page(ada.set_up()["id"])
    with contextlib.suppress(ConnectionClosed):
        while True:
            page.ask("ping")
    assert page.wait_for_close() == 4429
    assert b"Too many messages" in b"".join(page.received)


def test_a_message_that_is_too_long_ends_the_connection(person: Come) -> None:
    ada = person("Ada")
    room = ada.set_up()["id"]
    page = ada.open_page(room)
    page.send("chat", text="x" * 20_000)
    assert page.wait_for_close() == 4400
    page = ada.open_page(room)
    page.send("chat", text="x" * 100_000)
    assert page.wait_for_close() == 1009


def test_whoever_does_not_say_hello_in_time_is_let_go(person: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decapod.server.live.inbox.HELLO_WITHIN", 0.01)
    ada = person("Ada")
    assert ada.open_page(ada.set_up()["id"], greet=False).wait_for_close() == 4408


def test_a_table_has_room_for_only_so_many_sockets(own_server: OwnServer, guest_of: Come) -> None:
    server = own_server(sockets_per_room=2)
    ada = guest_of(server, "Ada")
    room = ada.set_up()["id"]
    watchers = [Page(server.url, room, {}) for _ in range(2)]
    assert Page(server.url, room, {}, greet=False).wait_for_close() == 4429
    ada.open_page(room)  # who sits at the table gets in, however many watch
    for watcher in watchers:
        watcher.close()


def test_one_address_has_room_for_only_so_many_sockets(own_server: OwnServer, guest_of: Come) -> None:
    server = own_server(sockets_per_address=2)
    ada = guest_of(server, "Ada")
    room = ada.set_up()["id"]
    first = Page(server.url, room, {})
    ada.open_page(room)
    assert Page(server.url, room, {}, greet=False).wait_for_close() == 4429
    first.close()
    wait_until(lambda: ada.get("/ready")["sockets"] == 1)
    Page(server.url, room, {}).close()


def test_a_socket_at_a_table_that_is_not_there_is_told_so(person: Come) -> None:
    for room in ("nowhere", "x" * 25):
        assert person().open_page(room, greet=False).wait_for_close() == 4404
