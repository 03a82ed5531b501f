"""Notifications: what one process announces reaches the others, also after PostgreSQL or a connection was lost."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import httpx
import pytest

from decapod.core.fairness import seed_hash_of
from decapod.server import wire
from decapod.server.live import notifications as module
from decapod.server.live.channel import ENDED, Channel
from decapod.server.live.presence import MOST_LISTED
from decapod.server.store.guests import new_id
from tests.server.running import Page, Person, RunningServer, wait_until
from tests.server.services import PostgreSQL, postgresql_server

pytestmark = pytest.mark.slow

LISTENERS = "SELECT pid FROM pg_stat_activity WHERE query ILIKE 'listen%' OR query LIKE 'SELECT pg_notify%'"
END_LISTENERS = LISTENERS.replace("pid", "pg_terminate_backend(pid)", 1)


@pytest.fixture(scope="module")
def database() -> Iterator[PostgreSQL]:
    """A PostgreSQL of our own, for servers with one cookie key."""
    with postgresql_server() as server, pytest.MonkeyPatch.context() as environment:
        environment.setenv("DECAPOD_KEY", "ab" * 32)
        yield server


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The errors and warnings that are logged."""
    lines: list[str] = []
    monkeypatch.setattr(module.logger, "error", lambda message, **_: lines.append(message))
    monkeypatch.setattr(module.logger, "warning", lambda message, **_: lines.append(message))
    return lines


class Club:
    """Ada on one server and Ben on another, at one table. Sweeps, which would also find moves, come too late."""

    def __init__(self, folder: Path, database: str) -> None:
        """Start the match; Ada begins."""
        self.servers = [RunningServer(folder, database=database, sweep=600.0) for _ in range(2)]
        ada, ben = (Person(server.url, name) for server, name in zip(self.servers, ("Ada", "Ben"), strict=True))
        self.people = [ada, ben]
        self.room = ada.set_up(players=2, public=True, options={"first": "0"})["id"]
        ben.post(f"/api/tables/{self.room}/join")
        ada.post(f"/api/tables/{self.room}/start")
        self.pages: list[Page] = [one.open_page(self.room) for one in self.people]
        for page in self.pages:
            page.wait_for("presence", lambda m: len(m["here"]) == 2)

    @property
    def states(self) -> set[str]:
        """How the servers' connections for announcements are."""
        return {server.live.services.channel.state for server in self.servers}

    def close(self) -> None:
        """Send everybody home."""
        for one in self.people:
            one.leave()
        for server in self.servers:
            server.stop()


@pytest.fixture
def club(tmp_path: Path, database: PostgreSQL) -> Iterator[Club]:
    """Two people on two servers."""
    made = Club(tmp_path, database.url)
    yield made
    made.close()


def test_what_was_missed_while_the_connection_was_lost_is_found_when_it_is_back(
    club: Club, database: PostgreSQL, logged: list[str]
) -> None:
    ada, ben = club.pages
    assert club.states == {"postgresql"}
    database.query("ALTER DATABASE postgres WITH ALLOW_CONNECTIONS false", "template1")
    try:
        database.query(END_LISTENERS, "template1")
        wait_until(lambda: club.states == {"postgresql lost"})
        assert httpx.get(f"{club.servers[0].url}/ready").json()["channels"] == "postgresql lost"
        ada.move()  # stored by a connection that was open already
    finally:
        database.query("ALTER DATABASE postgres WITH ALLOW_CONNECTIONS true", "template1")
    ben.wait_for_scene(lambda m: m["ply"] == 1)
    wait_until(lambda: club.states == {"postgresql"})
    ben.move()
    ada.wait_for_scene(lambda m: m["ply"] == 2)
    assert sorted(line.split()[-1] for line in logged) == ["back", "back", "lost", "lost"]


def test_after_a_crash_of_postgresql_people_play_on(club: Club, database: PostgreSQL) -> None:
    ada, ben = club.pages
    database.stop()
    try:
        wait_until(lambda: club.states == {"postgresql lost"})
        assert httpx.get(f"{club.servers[0].url}/ready").status_code == 503
        assert ada.move()["code"] == "server.storage"
    finally:
        database.start()
    wait_until(lambda: club.states == {"postgresql"})
    ada.move()
    ben.wait_for_scene(lambda m: m["ply"] == 1)
    ben.move()
    ada.wait_for_scene(lambda m: m["ply"] == 2)


def test_a_connection_that_answers_no_more_is_replaced(
    club: Club, database: PostgreSQL, logged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CHECK_INTERVAL_S", 0.2)
    monkeypatch.setattr(module, "TIMEOUT_S", 1.0)
    ada, ben = club.pages
    processes = [pid for (pid,) in database.query(f"{LISTENERS} AND pid <> pg_backend_pid()")]
    assert len(processes) == 2
    for pid in processes:
        os.kill(pid, signal.SIGSTOP)
    try:
        ada.move()
        ben.wait_for_scene(lambda m: m["ply"] == 1)
        wait_until(lambda: club.states == {"postgresql"})
        assert any("lost" in line for line in logged)
    finally:
        for pid in processes:
            os.kill(pid, signal.SIGCONT)


def test_a_new_name_of_somebody_who_watches_is_followed_by_the_other_server(club: Club) -> None:
    _, ben = club.pages
    watching = Person(club.servers[0].url, "Eve")
    page = watching.open_page(club.room)
    ben.wait_for("presence", lambda m: "Eve" in [one["name"] for one in (m["here"] or m["came"] or [])])
    assert watching.http.put("/api/me", json={"name": "Evelyn"}).status_code == 200
    ben.wait_for("presence", lambda m: "Evelyn" in [one["name"] for one in (m["here"] or m["came"] or [])])
    page.close()
    watching.leave()


def test_a_line_that_means_nothing_stops_nobody(club: Club, database: PostgreSQL) -> None:
    ada, ben = club.pages
    for line in ("", "nonsense", "a b e", "someone - q x", f"someone {club.room} p []", f"someone {club.room} e ten"):
        database.query(f"SELECT pg_notify('decapod', '{line}')")
    ada.move()
    ben.wait_for_scene(lambda m: m["ply"] == 1)
    assert club.states == {"postgresql"}


def test_thousands_of_announcements_arrive_in_order(club: Club, database: PostgreSQL) -> None:
    server, lines = club.servers[0], [f"someone - x {number}" for number in range(3_000)]
    received: list[str] = []

    async def publish() -> None:
        channel = server.live.services.channel
        assert channel.publish is not None
        for line in lines:
            channel.publish(line)

    async def work() -> None:
        listening = await asyncpg.connect(database.url)
        await listening.add_listener(module.NAME, lambda *arguments: received.append(arguments[-1]))
        await asyncio.to_thread(server.run, publish())
        await asyncio.to_thread(wait_until, lambda: lines[-1] in received)
        await listening.close()

    asyncio.run(work())
    assert [line for line in received if line.startswith("someone")] == lines


def test_the_longest_announcements_fit_into_a_notification(database: PostgreSQL) -> None:
    lines: list[str] = []
    channel, room = Channel(lines.append), new_id()
    channel.announce_presence(room, [(new_id(), "Ada")] * MOST_LISTED, 10**9)
    channel.announce_ended([new_id()] * 1_000)
    seals = [seed_hash_of("1" * 32)] * 9
    channel.announce_opening(room, wire.encode(wire.OpenSalt(number=10**9, seal=seals[0], seals=seals)))
    channel.announce_salt(room, 10**9, list(range(9)), "1" * 32)
    for line in lines:
        database.query(f"SELECT pg_notify('decapod', '{line}')")
    ended = [Channel().read(line) for line in lines if f" {ENDED} " in line]
    assert sum(len(one.sessions) for one in ended if one) == 1_000
