"""Handing connections over: a table belongs to one process, and whoever else is asked for it passes the line on."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from decapod.server.http.handover import LARGEST_REQUEST, Handover, owner_of, prepare_places

REQUEST = b"GET /api/tables/%s/play HTTP/1.1\r\nhost: here\r\n\r\n"


class Greeter(asyncio.Protocol):
    """Answers what it reads with the name of its process."""

    def __init__(self, name: str, state: Any) -> None:
        """Answer in a name; `state` counts who is connected."""
        self._name, self._state = name, state

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count one more."""
        self._transport: Any = transport
        self._state.connections.add(self)

    def data_received(self, data: bytes) -> None:
        """Answer."""
        self._transport.write(f"{self._name} read {len(data)} bytes".encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one less."""
        self._state.connections.discard(self)

    def shutdown(self) -> None:
        """Say good-bye, as uvicorn's protocols do."""
        self._transport.write(b"good-bye")
        self._transport.close()


def join(folder: Path, name: str) -> Handover:
    """Be one more process."""
    return Handover(folder, lambda state: Greeter(name, state))


def table_of(place: int) -> bytes:
    """Find the id of a table that belongs to one of two processes."""
    return next(name for name in (b"table%d" % i for i in range(100)) if owner_of(name, 2) == place)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which two processes find each other."""
    prepare_places(tmp_path, 2)
    return tmp_path


def run(work: Callable[[], Any]) -> Any:
    """Run something in a loop of its own."""
    return asyncio.run(asyncio.wait_for(work(), 30))


def test_tables_are_shared_out_evenly() -> None:
    shares = Counter(owner_of(b"table-%d" % i, 4) for i in range(4_000))
    assert set(shares) == {0, 1, 2, 3}
    assert min(shares.values()) > 800


def test_a_connection_goes_to_the_process_of_its_table_with_its_request(folder: Path) -> None:
    async def work() -> None:
        one, other = join(folder, "one"), join(folder, "other")
        assert (one.place, other.place) == (0, 1)
        near, far = socket.socketpair()
        near.setblocking(False)
        request = REQUEST % table_of(1)
        assert one.owner(b"/api/tables/%s/play" % table_of(1), request) == 1
        assert one.give(1, far, request)
        far.close()  # only here
        loop = asyncio.get_running_loop()
        assert await loop.sock_recv(near, 100) == b"other read %d bytes" % len(request)
        await loop.sock_sendall(near, b"and on")
        assert await loop.sock_recv(near, 100) == b"other read 6 bytes"
        await other.close()
        assert await loop.sock_recv(near, 100) == b"good-bye"
        await one.close()
        near.close()

    run(work)


@pytest.mark.parametrize(
    ("url", "request_size"),
    [
        (b"/api/tables/%s/play" % table_of(0), 10),
        (b"/api/tables/%s/play/more" % table_of(1), 10),
        (b"/api/tables/%s" % (b"x" * 40), 10),
        (b"/health", 10),
        (b"", 10),
        (b"/api/tables/%s/play" % table_of(1), LARGEST_REQUEST + 1),
    ],
    ids=["own table", "no such page", "no id", "no table", "nothing", "a request that is too large"],
)
def test_what_is_ours_or_no_table_stays(folder: Path, url: bytes, request_size: int) -> None:
    async def work() -> None:
        one, other = join(folder, "one"), join(folder, "other")
        assert one.owner(url, b"x" * request_size) is None
        await one.close()
        await other.close()

    run(work)


def test_a_process_that_is_handed_too_much_says_so_and_takes_what_it_was_handed(folder: Path) -> None:
    async def work() -> None:
        one, other = join(folder, "one"), join(folder, "other")
        request = b"x" * 50_000
        near, far = socket.socketpair()
        given = 0
        with near, far:
            with suppress(BlockingIOError):
                while given < 10_000:  # the other has no time to take any
                    assert one.give(1, far, request)
                    given += 1
            assert 0 < given < 10_000
            near.setblocking(False)
            answer = b""
            while answer.count(b"read") < given:
                answer += await asyncio.get_running_loop().sock_recv(near, 65_536)
            assert one.give(1, far, request)
            await other.close()
        await one.close()

    run(work)


def test_what_a_process_does_not_take_stays_and_its_place_is_taken_again(folder: Path) -> None:
    async def work() -> None:
        one, other = join(folder, "one"), join(folder, "other")
        await other.close()
        near, far = socket.socketpair()
        with near, far:
            assert not one.give(1, far, REQUEST % table_of(1))
            (folder / "1.socket").touch()  # of one that was killed
            assert not one.give(1, far, REQUEST % table_of(1))
            again = join(folder, "again")
            assert again.place == 1
            assert one.give(1, far, REQUEST % table_of(1))
            near.setblocking(False)
            assert (await asyncio.get_running_loop().sock_recv(near, 100)).startswith(b"again read")
            await again.close()
        await one.close()

    run(work)


def test_one_more_than_there_are_places_for_is_handed_nothing_and_hands_on(folder: Path) -> None:
    async def work() -> None:
        processes = [join(folder, name) for name in ("one", "other", "third")]
        assert [process.place for process in processes] == [0, 1, None]
        near, far = socket.socketpair()
        with near, far:
            assert processes[2].owner(b"/api/tables/%s/play?x" % table_of(0), b"") == 0
            assert processes[2].give(0, far, REQUEST % table_of(0))
            near.setblocking(False)
            assert (await asyncio.get_running_loop().sock_recv(near, 100)).startswith(b"one read")
            for process in processes:
                await process.close()

    run(work)
