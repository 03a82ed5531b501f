"""Direct sockets: the server's own WebSocket is one, and a client is sent everything by it."""

from __future__ import annotations

from tests.server.running import Person, RunningServer, wait_until


def test_a_page_is_served_by_a_direct_socket(server: RunningServer) -> None:
    ada = Person(server.url, "Ada")
    room = ada.set_up(players=2, seats=[{"who": "me"}, {"who": "me"}], start=True)
    page = ada.open_page(room["id"])
    seat = page.wait_for_scene(lambda m: m["state"] == "playing")["awaiting"][0]
    [client] = server.room(room["id"]).clients
    assert client.direct is not None
    assert client.direct.is_free
    page.send("hello", seat=seat)
    scene = page.wait_for_scene(lambda m: m["viewer"] == seat and m["scene"]["choices"])
    page.send("move", seat=seat, move=scene["scene"]["choices"][0]["move"], seen=scene["n"])
    assert page.wait_for_scene(lambda m: m["ply"] == 1)["n"] == 1
    ada.leave()
    wait_until(lambda: client.closed)
    assert client.direct.on_free is None
