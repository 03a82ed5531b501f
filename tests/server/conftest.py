"""Servers, people and databases for tests."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from decapod.server import wall_clock
from decapod.server.live.server_clock import ServerClock
from tests.server.running import Person, RunningServer
from tests.server.services import postgresql


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server on a fresh SQLite file, shared by the tests of a module."""
    running = RunningServer(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture
def person(server: RunningServer) -> Iterator[Callable[..., Person]]:
    """Somebody new, each time it is called."""
    people: list[Person] = []

    def come(name: str = "") -> Person:
        people.append(Person(server.url, name))
        return people[-1]

    yield come
    for one in people:
        one.leave()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., RunningServer]]:
    """A server of one's own, each time it is called, with settings."""
    running: list[RunningServer] = []

    def start(**settings: Any) -> RunningServer:
        running.append(RunningServer(tmp_path, **settings))
        return running[-1]

    yield start
    for one in running:
        one.stop()


@pytest.fixture
def guest_of() -> Iterator[Callable[..., Person]]:
    """Somebody new at a server, each time it is called."""
    people: list[Person] = []

    def come(server: RunningServer, name: str = "") -> Person:
        people.append(Person(server.url, name))
        return people[-1]

    yield come
    for one in people:
        one.leave()


class WallClock:
    """The time of day, which a test can let pass."""

    def __init__(self) -> None:
        """Begin with the time it is."""
        self._now = wall_clock.now
        self.passed = 0

    def __call__(self) -> int:
        """Return the time in milliseconds since 1970."""
        return self._now() + self.passed

    def advance(self, milliseconds: int) -> None:
        """Let time pass at once."""
        self.passed += milliseconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> WallClock:
    """The time, of day and of matches, for every server in this process: the real one, until a test lets more pass."""
    clock = WallClock()
    monkeypatch.setattr(wall_clock, "now", clock)
    begin, read = ServerClock.__init__, ServerClock.now
    known: dict[ServerClock, int] = {}  # how much of what has passed each has been told

    def begin_now(one: ServerClock) -> None:
        begin(one)
        known[one] = clock.passed

    def now(one: ServerClock) -> int:
        passed, known[one] = clock.passed - known.get(one, 0), clock.passed
        one._ahead += passed
        return read(one)

    monkeypatch.setattr(ServerClock, "__init__", begin_now)
    monkeypatch.setattr(ServerClock, "now", now)
    return clock


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own."""
    with postgresql() as url:
        yield url


DATABASE_NUMBERS = itertools.count()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where to store: a fresh file, or a fresh database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'decapod.sqlite'}"
    base: str = request.getfixturevalue("postgres")
    name = f"test{next(DATABASE_NUMBERS)}"

    async def create() -> None:
        import asyncpg

        connection: Any = await asyncpg.connect(base)
        await connection.execute(f"create database {name}")
        await connection.close()

    asyncio.run(create())
    return base.replace("/postgres", f"/{name}")
