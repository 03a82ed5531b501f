"""A club: several servers on one PostgreSQL serve the same tables."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from tests.server.running import (
    PATIENCE,
    Page,
    Person,
    RunningServer,
    free_port,
    play_out,
    server_process,
    wait_until,
)
from tests.server.services import nginx, postgresql

pytestmark = pytest.mark.slow

Both = tuple[RunningServer, RunningServer]


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A PostgreSQL of our own, for servers with one cookie key."""
    with postgresql() as url, pytest.MonkeyPatch.context() as environment:
        environment.setenv("DECAPOD_KEY", "ab" * 32)
        yield url


@pytest.fixture
def both(database: str, tmp_path: Path) -> Iterator[Both]:
    """Two servers with the same key, as two machines would have it."""
    servers = [RunningServer(tmp_path, database=database, sweep=0.5) for _ in range(2)]
    yield servers[0], servers[1]
    for server in servers:
        if not server.server.should_exit:
            server.stop()


def seated(both: Both, **wishes: object) -> tuple[Person, Person, str]:
    """Ada on one server and Ben on the other, at one table."""
    ada, ben = Person(both[0].url, "Ada"), Person(both[1].url, "Ben")
    room = ada.set_up(players=2, **wishes)
    ben.post(f"/api/tables/{room['id']}/join", invite=room["invite"])
    ada.post(f"/api/tables/{room['id']}/start")
    return ada, ben, room["id"]


def test_a_person_on_one_server_plays_a_person_on_another(both: Both) -> None:
    ada, ben, room = seated(both)
    seats = [ada.open_page(room), ben.open_page(room)]
    here = seats[0].wait_for("presence", lambda m: len(m["here"]) == 2)
    assert {one["name"] for one in here["here"]} == {"Ada", "Ben"}
    seats[1].send("chat", text="hello from far away")
    assert seats[0].wait_for("chat")["text"] == "hello from far away"
    last = play_out(seats, random.Random(2))
    assert seats[0].latest["result"] == seats[1].latest["result"]
    assert ben.get(f"/api/matches/{last['match']}/verify")["ok"]
    seats[0].send("rematch")
    seats[1].wait_for("scene", lambda m: m["rematch"] == [0])
    seats[1].send("rematch")
    for seat in seats:
        seat.wait_for("scene", lambda m: m["number"] == 2)
    ada.leave()
    ben.leave()


def test_of_two_moves_for_one_place_one_is_made_and_the_other_is_stale(
    both: Both,
) -> None:
    ada = Person(both[0].url, "Ada")
    room = ada.set_up(seats=[{"who": "me"}, {"who": "me"}], options={"first": "0"}, start=True)["id"]
    elsewhere = Person(both[1].url)
    elsewhere.http.cookies = ada.http.cookies
    pages = [ada.open_page(room, seat=0), elsewhere.open_page(room, seat=0)]
    for round_ in range(6):
        seat = pages[0].latest["awaiting"][0]
        for page in pages:
            page.hello(seat=seat)
        choices = pages[0].latest["scene"]["choices"]
        number = pages[0].latest["n"]
        numbers = [
            page.send("move", seat=seat, seen=number, move=choices[i % len(choices)]["move"])
            for i, page in enumerate(pages)
        ]
        kinds = sorted(page.wait_for_answer(n)["type"] for page, n in zip(pages, numbers, strict=True))
        assert kinds == ["refused", "scene"]
        for page in pages:
            page.wait_for_scene(lambda m, n=number + 1: m["n"] >= n)
            assert page.latest["ply"] == round_ + 1
    ada.leave()
    elsewhere.leave()


def test_when_the_server_that_runs_a_tables_bots_dies_the_other_takes_over(
    both: Both,
) -> None:
    one, other = both
    for server in both:
        server.settings.pace = 0.15
    ada, host = Person(other.url, "Ada"), Person(one.url, "Host")
    room = host.set_up(seats=[{"who": "bot", "bot": "random"}, {"who": "bot", "bot": "random"}], start=True)["id"]
    host.open_page(room).wait_for("scene", lambda m: m["ply"] >= 1)
    page = ada.open_page(room)
    page.wait_for("scene", lambda m: m["ply"] >= 2)
    assert room in one.live.store.leases.rooms
    assert room not in other.live.store.leases.rooms
    one.stop()
    page.wait_for("scene", lambda m: m["state"] == "over")
    plies = [m.count(b'"type":"scene"') for m in page.received]
    assert sum(plies) > 3
    ada.leave()
    host.leave()


def test_what_is_not_announced_is_found_by_looking(both: Both) -> None:
    ada, ben, room = seated(both, options={"first": "0"})
    pages = [ada.open_page(room), ben.open_page(room)]
    both[0].live.services.channel.publish = None
    pages[0].move()
    assert pages[1].wait_for("scene", lambda m: m["ply"] == 1)["ply"] == 1
    ada.leave()
    ben.leave()


def test_workers_of_one_command_serve_the_same_tables(database: str, tmp_path: Path) -> None:
    port = free_port()
    with server_process(tmp_path, port, "--workers", "2", "--database", database):
        ada, ben = Person(f"http://127.0.0.1:{port}", "Ada"), Person(f"http://127.0.0.1:{port}", "Ben")
        room = ada.set_up(players=2, public=True)
        ben.post(f"/api/tables/{room['id']}/join")
        ada.post(f"/api/tables/{room['id']}/start")
        seats = [ada.open_page(room["id"]), ben.open_page(room["id"])]
        last = play_out(seats, random.Random(3))
        assert last["result"]["winners"]
        metrics = ada.get("/metrics")
        assert f'decapod_moves_total{{game="crab-stack"}} {float(last["ply"])}' in metrics
        ada.leave()
        ben.leave()


def test_when_a_worker_is_killed_its_tables_go_on(database: str, tmp_path: Path) -> None:
    port = free_port()
    with server_process(tmp_path, port, "--workers", "2", "--database", database) as server:
        ada = Person(f"http://127.0.0.1:{port}", "Ada")
        seats = [{"who": "me"}, {"who": "me"}]
        rooms = [ada.set_up(seats=seats, options={"first": "0"}, start=True)["id"] for _ in range(6)]
        for room in rooms:
            ada.open_page(room, seat=0).move()
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
        workers = [int(one) for one in children.read_text().split() if is_worker(int(one))]
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        for room in rooms:  # whoever serves them meanwhile
            page = reconnect(ada, room, seat=1)
            assert page.latest["ply"] == 1
            page.move()
        wait_until(lambda: len([one for one in children.read_text().split() if is_worker(int(one))]) == 2)
        for room in rooms:
            page = reconnect(ada, room, seat=0)
            assert page.latest["ply"] == 2
            page.move()
        ada.leave()


def test_behind_nginx_people_of_a_table_meet_in_one_process_and_play_on_when_it_is_killed(
    database: str, tmp_path: Path
) -> None:
    ports, port = [free_port(), free_port()], free_port()
    with ExitStack() as running:
        servers = [
            running.enter_context(server_process(tmp_path, one, "--database", database, "--trusted-proxy", "127.0.0.1"))
            for one in ports
        ]
        running.enter_context(nginx(tmp_path, documented_configuration(port, ports), port))
        people = [Person(f"http://127.0.0.1:{port}", name) for name in ("Ada", "Ben")]
        killed = 0
        tables: list[tuple[str, int]] = []  # with the process in which their people met
        while {home for _, home in tables} != {0, 1}:
            assert len(tables) < 30, "all tables are in one process"
            room = people[0].set_up(players=2, public=True, options={"first": "0"})["id"]
            people[1].post(f"/api/tables/{room}/join")
            people[0].post(f"/api/tables/{room}/start")
            before = [sockets_of(one) for one in ports]
            pages = [one.open_page(room) for one in people]
            pages[0].move()
            pages[1].wait_for_scene(lambda m: m["ply"] == 1)
            opened = [sockets_of(one) - number for one, number in zip(ports, before, strict=True)]
            assert sorted(opened) == [0, 2]
            tables.append((room, opened.index(2)))
        servers[killed].kill()
        for room, home in tables:
            old = [page for one in people for page in one.pages if page.room == room]
            if home == killed:
                assert [page.wait_for_close() for page in old] == [0, 0]  # without a reason
            pages = [reconnect(one, room) for one in people] if home == killed else old
            assert pages[1].latest["ply"] == 1
            pages[1].move()
            pages[0].wait_for_scene(lambda m: m["ply"] == 2)
        last = play_out(pages, random.Random(4))
        assert people[0].get(f"/api/matches/{last['match']}/verify")["ok"]
        for one in people:
            one.leave()


def documented_configuration(port: int, ports: list[int]) -> str:
    """Write the nginx configuration of docs/running.md for a proxy on `port` before servers on `ports`."""
    text = (Path(__file__).parents[2] / "docs" / "running.md").read_text(encoding="utf-8")
    location, upstream = [block.partition("```")[0] for block in text.split("```nginx\n")[1:]]
    location = location.replace("http://127.0.0.1:8321", "http://decapod")
    for documented, real in zip((8321, 8322), ports, strict=True):
        upstream = upstream.replace(f":{documented};", f":{real};")
    return f"{upstream}\nserver {{\nlisten 127.0.0.1:{port};\n{location}\n}}"


def sockets_of(port: int) -> int:
    """Return the number of WebSockets that a server has."""
    return httpx.get(f"http://127.0.0.1:{port}/ready", timeout=PATIENCE).json()["sockets"]


def is_worker(pid: int) -> bool:
    """Whether a process serves, and does not merely count what is shared."""
    try:
        return "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()
    except FileNotFoundError:
        return False


def reconnect(person: Person, room: str, **view: Any) -> Page:
    """Open a page as a browser does that tries again: what comes to a worker that was just killed is lost."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return person.open_page(room, **view)
        except (OSError, WebSocketException):
            assert time.monotonic() < until, "nobody answers"
            time.sleep(0.1)


def test_a_restart_finds_live_tables_on_postgresql(both: Both, tmp_path: Path) -> None:
    ada, ben, room = seated(both, clock={"bank": 600, "increment": 1, "out": "bot"}, options={"first": "0"})
    ada.open_page(room).move()
    ada.leave()
    ben.leave()
    third = RunningServer(tmp_path, database=both[0].settings.database)
    assert room not in third.live.rooms.in_memory  # until somebody comes, or a clock may have fallen
    watching = Page(third.url, room, {})
    assert (watching.latest["ply"], watching.latest["clocks"]["running"]) == (1, [1])
    watching.close()
    third.stop()
