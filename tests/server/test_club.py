"""A club: several servers on one PostgreSQL and one Redis serve the same tables."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Person, Running, free_port, play_out, process, wait_until
from tests.server.services import postgresql, redis


@pytest.fixture(scope="module")
def services() -> Iterator[tuple[str, str]]:
    """A PostgreSQL and a Redis of our own."""
    with postgresql() as database, redis() as channels:
        yield database, channels


@pytest.fixture
def both(services: tuple[str, str], tmp_path: Path) -> Iterator[tuple[Running, Running]]:
    """Two servers with the same key, as two machines would have it."""
    database, channels = services
    servers = [Running(tmp_path, database=database, channels=channels, sweep=0.5) for _ in range(2)]
    yield servers[0], servers[1]
    for server in servers:
        if not server.server.should_exit:
            server.stop()


def seated(both: tuple[Running, Running], **wishes: object) -> tuple[Person, Person, str]:
    """Ada on one server and Ben on the other, at one table."""
    ada, ben = Person(both[0].url, "Ada"), Person(both[1].url, "Ben")
    table = ada.table(players=2, **wishes)
    ben.post(f"/api/tables/{table['id']}/join", invite=table["invite"])
    ada.post(f"/api/tables/{table['id']}/start")
    return ada, ben, table["id"]


def test_a_person_on_one_server_plays_a_person_on_another(both: tuple[Running, Running]) -> None:
    ada, ben, table = seated(both)
    seats = [ada.sit(table), ben.sit(table)]
    here = seats[0].until("presence", lambda m: len(m["here"]) == 2)
    assert {one["name"] for one in here["here"]} == {"Ada", "Ben"}
    seats[1].say("chat", text="hello from far away")
    assert seats[0].until("chat")["text"] == "hello from far away"
    last = play_out(seats, random.Random(2))
    assert seats[0].now["result"] == seats[1].now["result"]
    assert ben.get(f"/api/matches/{last['match']}/verify")["ok"]
    seats[0].say("rematch")
    seats[1].until("scene", lambda m: m["rematch"] == [0])
    seats[1].say("rematch")
    for seat in seats:
        seat.until("scene", lambda m: m["number"] == 2)
    ada.leave()
    ben.leave()


def test_of_two_moves_for_one_place_one_is_made_and_the_other_is_stale(both: tuple[Running, Running]) -> None:
    ada = Person(both[0].url, "Ada")
    table = ada.table(seats=[{"who": "me"}, {"who": "me"}], options={"first": "0"}, start=True)["id"]
    elsewhere = Person(both[1].url)
    elsewhere.http.cookies = ada.http.cookies
    pages = [ada.sit(table, seat=0), elsewhere.sit(table, seat=0)]
    for round_ in range(6):
        seat = pages[0].now["awaiting"][0]
        for page in pages:
            page.hello(seat=seat)
        choices = pages[0].now["scene"]["choices"]
        seen = pages[0].now["n"]
        numbers = [
            page.say("move", seat=seat, seen=seen, move=choices[i % len(choices)]["move"])
            for i, page in enumerate(pages)
        ]
        kinds = sorted(page.answer(n)["type"] for page, n in zip(pages, numbers, strict=True))
        assert kinds == ["refused", "scene"]
        for page in pages:
            while page.now["n"] < seen + 1:
                page.until("scene")
            assert page.now["ply"] == round_ + 1
    ada.leave()
    elsewhere.leave()


def test_when_the_server_that_runs_a_tables_bots_dies_the_other_takes_over(both: tuple[Running, Running]) -> None:
    one, other = both
    for server in both:
        server.settings.pace = 0.15
    ada, host = Person(other.url, "Ada"), Person(one.url, "Host")
    table = host.table(seats=[{"who": "bot", "bot": "chance"}, {"who": "bot", "bot": "chance"}], start=True)["id"]
    page = ada.sit(table)
    page.until("scene", lambda m: m["ply"] >= 2)
    assert table in one.rooms.store._kept
    assert table not in other.rooms.store._kept
    one.stop()
    page.until("scene", lambda m: m["state"] == "over")
    plies = [m.count(b'"type":"scene"') for m in page.heard]
    assert sum(plies) > 3
    ada.leave()
    host.leave()


def test_what_redis_does_not_tell_is_found_by_looking(both: tuple[Running, Running]) -> None:
    ada, ben, table = seated(both, options={"first": "0"})
    pages = [ada.sit(table), ben.sit(table)]
    both[0].rooms.publish = None  # as if Redis were gone
    pages[0].move()
    assert pages[1].until("scene", lambda m: m["ply"] == 1)["ply"] == 1
    ada.leave()
    ben.leave()


def test_workers_of_one_command_serve_the_same_tables(services: tuple[str, str], tmp_path: Path) -> None:
    database, channels = services
    port = free_port()
    with process(tmp_path, port, "--workers", "2", "--database", database, "--channels", channels):
        ada, ben = Person(f"http://127.0.0.1:{port}", "Ada"), Person(f"http://127.0.0.1:{port}", "Ben")
        table = ada.table(players=2, public=True)
        ben.post(f"/api/tables/{table['id']}/join")
        ada.post(f"/api/tables/{table['id']}/start")
        seats = [ada.sit(table["id"]), ben.sit(table["id"])]
        last = play_out(seats, random.Random(3))
        assert last["result"]["winners"]
        metrics = ada.get("/metrics")
        assert f'decapod_moves_total{{game="crab-stack"}} {float(last["ply"])}' in metrics
        ada.leave()
        ben.leave()


def test_several_workers_need_postgresql_and_redis(tmp_path: Path, services: tuple[str, str]) -> None:
    from decapod.errors import UsageError
    from decapod.server.run import serve
    from decapod.server.settings import Settings

    with pytest.raises(UsageError, match="need PostgreSQL"):
        serve(Settings(data=str(tmp_path)), workers=2)
    with pytest.raises(UsageError, match="need Redis"):
        serve(Settings(data=str(tmp_path), database=services[0]), workers=2)


def test_a_restart_finds_live_tables_on_postgresql(both: tuple[Running, Running], tmp_path: Path) -> None:
    ada, ben, table = seated(both, clock={"bank": 600, "increment": 1, "out": "bot"}, options={"first": "0"})
    ada.sit(table).move()
    ada.leave()
    ben.leave()
    third = Running(tmp_path, database=both[0].settings.database, channels=both[0].settings.channels)
    wait_until(lambda: table in third.rooms.rooms)
    assert third.rooms.rooms[table].course.ply == 1
    third.stop()
