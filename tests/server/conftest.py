"""Servers and people for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.running import Person, Running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on a fresh SQLite file, shared by the tests of a module."""
    running = Running(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture
def person(server: Running) -> Iterator[Callable[..., Person]]:
    """Somebody new, each time it is called."""
    people: list[Person] = []

    def come(name: str = "") -> Person:
        people.append(Person(server.url, name))
        return people[-1]

    yield come
    for one in people:
        one.leave()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """A server of one's own, each time it is called, with settings."""
    running: list[Running] = []

    def start(**settings: object) -> Running:
        running.append(Running(tmp_path, **settings))
        return running[-1]

    yield start
    for one in running:
        one.stop()
