"""Announcements between processes: LISTEN and NOTIFY on one PostgreSQL connection of each process.

A lost connection is opened again, after growing delays. Meanwhile the sweeper finds the entries that other processes
stored. When the connection is back, every room is brought up to date.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections import deque
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from decapod.server.live.server import Hub

logger = logging.getLogger("decapod.server")

NAME = "decapod"  # of the PostgreSQL channel
NOTIFY = "SELECT pg_notify($1, line) FROM unnest($2::text[]) AS line"
QUEUE_SIZE = 10_000  # lines waiting to be sent, and lines waiting to be followed; more are dropped
BATCH_SIZE = 500  # lines in one transaction
FIRST_DELAY_S, LONGEST_DELAY_S = 0.2, 15.0  # until a lost connection is opened again
CHECK_INTERVAL_S = 5.0  # between two uses of the connection, so that a dead one is noticed
TIMEOUT_S = 5.0  # for PostgreSQL to answer
CONNECTED, LOST = "postgresql", "postgresql lost"  # the states that the health page shows


class Notifications:
    """Sends the announcements of a server to other processes, and passes theirs to the server."""

    def __init__(self, server: Hub) -> None:
        """Announce the changes of `server` from now on; `run` sends them."""
        self._server = server
        self._outgoing: deque[str] = deque()
        self._incoming: deque[str] = deque()
        self._must_send = asyncio.Event()
        self._must_follow = asyncio.Event()
        server.services.channel.publish = self._publish
        server.services.channel.state = CONNECTED

    def _publish(self, line: str) -> None:
        if not self._server.services.stopping and len(self._outgoing) < QUEUE_SIZE:
            self._outgoing.append(line)
            self._must_send.set()

    async def run(self) -> None:
        """Send and follow announcements, through losses of the connection, until cancelled."""
        channel, delay = self._server.services.channel, FIRST_DELAY_S
        while True:
            try:
                async with self._server.store.database.connect_directly() as connection:
                    connection.add_termination_listener(lambda _: self._must_send.set())
                    await connection.add_listener(NAME, self._receive)
                    if channel.state == LOST:
                        logger.warning("the connection for announcements is back")
                        channel.state, delay = CONNECTED, FIRST_DELAY_S
                    self._server.run_in_background(self._server.catch_up())  # announcements may have been missed
                    await self._send(connection)
            except Exception as error:  # of asyncpg, SQLAlchemy or the network
                if channel.state != LOST:
                    first_line = (str(error) or repr(error)).splitlines()[0]
                    logger.error("the connection for announcements is lost", extra={"error": first_line})
                channel.state = LOST
            await asyncio.sleep(delay)
            delay = min(2 * delay, LONGEST_DELAY_S)

    async def _send(self, connection: Any) -> None:
        """Send the lines that wait, many in one transaction. Without any, check that PostgreSQL still answers."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CHECK_INTERVAL_S):
                    await self._must_send.wait()
            self._must_send.clear()
            while True:
                lines = list(itertools.islice(self._outgoing, BATCH_SIZE))
                await connection.execute(NOTIFY, NAME, lines, timeout=TIMEOUT_S)
                for _ in lines:
                    self._outgoing.popleft()
                if not self._outgoing:
                    break

    def _receive(self, _connection: object, _pid: int, _channel: str, line: str) -> None:
        if len(self._incoming) < QUEUE_SIZE:
            self._incoming.append(line)
            self._must_follow.set()

    async def follow(self) -> None:
        """Follow announcements in the order in which they came, until cancelled."""
        while True:
            await self._must_follow.wait()
            self._must_follow.clear()
            while self._incoming:
                line = self._incoming.popleft()
                try:
                    await self._server.receive(line)
                except Exception:  # of a line that no process of this version sent
                    logger.exception("an announcement cannot be followed", extra={"line": line})
