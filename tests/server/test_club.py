"""A club: several servers on one PostgreSQL and one Redis serve the same tables."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
from tests.server.services import postgresql, redis

pytestmark = pytest.mark.slow

Both = tuple[RunningServer, RunningServer]


@pytest.fixture(scope="module")
def services() -> Iterator[tuple[str, str]]:
    """A PostgreSQL and a Redis of our own, for servers with one cookie key."""
    with postgresql() as database, redis() as channels, pytest.MonkeyPatch.context() as environment:
        environment.setenv("DECAPOD_KEY", "ab" * 32)
        yield database, channels


@pytest.fixture
def both(services: tuple[str, str], tmp_path: Path) -> Iterator[Both]:
    """Two servers with the same key, as two machines would have it."""
    database, channels = services
    servers = [RunningServer(tmp_path, database=database, channels=channels, sweep=0.5) for _ in range(2)]
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
    room = host.set_up(seats=[{"who": "bot", "bot": "chance"}, {"who": "bot", "bot": "chance"}], start=True)["id"]
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


def test_what_redis_does_not_tell_is_found_by_looking(both: Both) -> None:
    ada, ben, room = seated(both, options={"first": "0"})
    pages = [ada.open_page(room), ben.open_page(room)]
    both[0].live.services.channel.publish = None  # as if Redis were gone
    pages[0].move()
    assert pages[1].wait_for("scene", lambda m: m["ply"] == 1)["ply"] == 1
    ada.leave()
    ben.leave()


def test_workers_of_one_command_serve_the_same_tables(services: tuple[str, str], tmp_path: Path) -> None:
    database, channels = services
    port = free_port()
    with server_process(tmp_path, port, "--workers", "2", "--database", database, "--channels", channels):
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


def test_when_a_worker_is_killed_its_tables_go_on(services: tuple[str, str], tmp_path: Path) -> None:
    database, channels = services
    port = free_port()
    with server_process(tmp_path, port, "--workers", "2", "--database", database, "--channels", channels) as server:
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


def test_several_workers_need_postgresql_and_redis(tmp_path: Path, services: tuple[str, str]) -> None:
    from decapod.errors import UsageError
    from decapod.server.run import serve
    from decapod.server.settings import Settings

    with pytest.raises(UsageError, match="need PostgreSQL"):
        serve(Settings(data=str(tmp_path)), workers=2)
    with pytest.raises(UsageError, match="need Redis"):
        serve(Settings(data=str(tmp_path), database=services[0]), workers=2)


def test_a_restart_finds_live_tables_on_postgresql(both: Both, tmp_path: Path) -> None:
    ada, ben, room = seated(both, clock={"bank": 600, "increment": 1, "out": "bot"}, options={"first": "0"})
    ada.open_page(room).move()
    ada.leave()
    ben.leave()
    third = RunningServer(tmp_path, database=both[0].settings.database, channels=both[0].settings.channels)
    assert room not in third.live.rooms.in_memory  # until somebody comes, or a clock may have fallen
    watching = Page(third.url, room, {})
    assert (watching.latest["ply"], watching.latest["clocks"]["running"]) == (1, [1])
    watching.close()
    third.stop()
