"""Handing connections over: where several processes serve on one machine, everybody at a table lands on the same one.

All processes accept from one socket, and the kernel gives a connection to whichever is free. Two people at a table who
land on two processes cost twice: each process reads, applies and shows every move. So a table belongs to one process,
and whoever else is asked for its WebSocket hands the open connection over to that one, with the request, through a
socket of the file system. Where nobody takes it (that process is just being started again), the connection stays: then
Redis keeps both in step, as it does between machines.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import socket
import zlib
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

from filelock import BaseFileLock, FileLock, Timeout
from uvicorn import Config
from uvicorn.server import ServerState

from decapod.server import metrics
from decapod.server.http.connections import state_of

logger = logging.getLogger("decapod.server")

ENVIRONMENT = "DECAPOD_HANDOVER"  # the folder in which processes find each other
LARGEST_REQUEST = 131_072  # bytes; a larger one stays where it is
GOODBYE_WITHIN = 3.0  # seconds for those whose connection was handed over to be told that the server stops
PLAY = re.compile(rb"/api/tables/([A-Za-z0-9_-]{1,24})/play(?:\?|$)")
IS_POSSIBLE = hasattr(socket, "AF_UNIX") and hasattr(socket, "SCM_RIGHTS")  # not on Windows

MakeProtocol = Callable[[ServerState], Any]


def prepare_places(folder: Path, workers: int) -> None:
    """Make a place in a folder for each of so many processes; each takes one when it starts."""
    for number in range(workers):
        (folder / f"{number}.lock").touch()


def owner_of(room: bytes, workers: int) -> int:
    """Tell which of so many processes a table belongs to: the same wherever it is asked."""
    return zlib.crc32(room) % workers


class Handover:
    """The place of this process among those that serve on this machine."""

    def __init__(self, folder: Path, make_protocol: MakeProtocol) -> None:
        """Take a free place; `make_protocol` makes what serves a connection that others hand over.

        Needs a running event loop. Without a free place nobody hands anything over to this process.
        """
        self._folder = folder
        self._make_protocol = make_protocol
        self._workers = len(list(folder.glob("*.lock")))
        self._lock: BaseFileLock | None = None
        self._state = ServerState()  # of those who were handed over: uvicorn's own counts whom it accepted itself
        self._accepting: set[asyncio.Task[None]] = set()
        self.place = self._take_place()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        if self.place is not None:
            address = self._address(self.place)
            with contextlib.suppress(FileNotFoundError):  # of one that was killed
                os.unlink(address)
            self._socket.bind(address)
            asyncio.get_running_loop().add_reader(self._socket, self._take_over)

    def _take_place(self) -> int | None:
        for number in range(self._workers):
            lock = FileLock(self._folder / f"{number}.lock")
            with contextlib.suppress(Timeout):
                lock.acquire(blocking=False)
                self._lock = lock
                return number
        return None

    def _address(self, place: int) -> str:
        return str(self._folder / f"{place}.socket")

    def owner(self, url: bytes, request: bytes) -> int | None:
        """Tell the place of the process that a request belongs to; None if it stays here."""
        found = PLAY.match(url)
        if found is None or len(request) > LARGEST_REQUEST:
            return None
        place = owner_of(found[1], self._workers)
        return None if place == self.place else place

    def give(self, place: int, connection: socket.socket, request: bytes) -> bool:
        """Hand a connection over to the process at a place; false if nobody is there.

        BlockingIOError is raised while that one has been handed more than it has taken.
        """
        rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [connection.fileno()]))
        try:
            self._socket.sendmsg([request], [rights], 0, self._address(place))
        except BlockingIOError:
            raise
        except OSError:
            return False
        metrics.HANDOVERS.inc()
        return True

    def _take_over(self) -> None:
        """Take what others hand over."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                request, files, _, _ = socket.recv_fds(self._socket, LARGEST_REQUEST, 1)
            except BlockingIOError:
                return
            except OSError as error:  # of this one; the next may be whole
                logger.warning("a connection was not taken over", extra={"error": str(error)})
                return
            for number in files:
                task = loop.create_task(self._serve(socket.socket(fileno=number), request))
                self._accepting.add(task)
                task.add_done_callback(self._accepting.discard)

    async def _serve(self, connection: socket.socket, request: bytes) -> None:
        """Serve a connection as if it had come here, beginning with the request that was read already."""
        connection.setblocking(False)
        try:
            _, protocol = await asyncio.get_running_loop().connect_accepted_socket(
                lambda: self._make_protocol(self._state), connection
            )
        except OSError:  # whoever it was has gone
            connection.close()
            return
        protocol.data_received(request)

    async def close(self) -> None:
        """Take no more, and tell everybody who was handed over that the server stops."""
        if self.place is not None:
            asyncio.get_running_loop().remove_reader(self._socket)
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self._address(self.place))
        self._socket.close()
        for connection in list(self._state.connections):
            connection.shutdown()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_WITHIN):
                while self._state.connections:
                    await asyncio.sleep(0.05)
        if self._lock is not None:
            self._lock.release()


class WorkerConfig(Config):
    """uvicorn's configuration of one process of several: once its application is there, others may hand over to it."""

    def load(self) -> None:
        """Make the application, in the loop in which it will serve, and take a place among the processes."""
        super().load()
        folder = os.environ.get(ENVIRONMENT)
        if folder is None or not IS_POSSIBLE:
            return
        protocol: Any = self.http_protocol_class

        def make_protocol(state: ServerState) -> Any:
            return protocol(config=self, server_state=state, app_state={})

        state_of(self.loaded_app)["handover"] = Handover(Path(folder), make_protocol)
