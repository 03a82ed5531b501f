"""Channels: none for one process, Redis where several serve the same rooms.

A Redis that is lost is looked for again and again, ever less often. Meanwhile the sweeper finds what other processes
stored; when Redis is back, every room is brought up to date.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from decapod.errors import UsageError, how_to_install

if TYPE_CHECKING:
    from decapod.server.live.server import LiveServer
    from decapod.server.settings import Settings

logger = logging.getLogger("decapod.server")

NAME = "decapod"  # of the one channel
LONGEST_QUEUE = 10_000  # lines that wait to be sent; more are dropped, and found by looking
FIRST_DELAY, LONGEST_DELAY = 0.2, 15.0  # seconds until Redis is looked for again
PATIENCE = 5.0  # seconds for Redis to answer
REDIS, LOST = "redis", "redis lost"  # how the channels are, for the health page


class Channels:
    """The connection to Redis, if there is one."""

    def __init__(self, settings: Settings) -> None:
        """Refuse in one line what is no Redis; `open` connects."""
        self._url = settings.channels
        self._redis: Any = None
        self._lines: asyncio.Queue[str] = asyncio.Queue(LONGEST_QUEUE)
        if self._url:
            try:
                from redis.asyncio import Redis
                from redis.asyncio.retry import Retry
                from redis.backoff import NoBackoff
            except ImportError:
                raise UsageError(f"Redis channels need the club extra: {how_to_install('club')}") from None
            if not self._url.startswith(("redis://", "rediss://", "unix://")):
                raise UsageError(f"{self._public_url!r} is no Redis URL; write redis://HOST:PORT")
            try:
                self._redis = Redis.from_url(  # pyright: ignore[reportUnknownMemberType]
                    self._url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE,
                    health_check_interval=PATIENCE,
                )  # fmt: skip
            except ValueError as error:  # a port or a setting in it that is no number
                raise UsageError(f"{self._public_url!r} is no Redis URL: {error}") from None

    @property
    def _public_url(self) -> str:
        """The URL without user and password: it is printed and logged."""
        scheme, separator, rest = self._url.partition("://")
        return f"{scheme}{separator}{rest.rpartition('@')[2]}"

    async def open(self) -> None:
        """Refuse to start without the Redis that was asked for."""
        if self._redis is None:
            return
        from redis.exceptions import RedisError

        try:
            await self._redis.ping()
        except (RedisError, OSError) as error:
            raise UsageError(f"cannot reach {self._public_url}: {str(error).splitlines()[0]}") from None

    def connect(self, server: LiveServer) -> None:
        """Let a server announce to other processes and follow them, where there are others."""
        if self._redis is None:
            return

        def publish(line: str) -> None:
            if not server.services.stopping and not self._lines.full():
                self._lines.put_nowait(line)

        server.services.channel.publish = publish
        server.services.channel.state = REDIS
        server.run_in_background(self._supervise(server))

    async def _supervise(self, server: LiveServer) -> None:
        """Send and follow, through losses of Redis, until cancelled."""
        from redis.exceptions import RedisError

        channel, delay = server.services.channel, FIRST_DELAY
        while True:
            try:
                async with asyncio.TaskGroup() as both, self._redis.pubsub() as subscription:
                    await subscription.subscribe(NAME)
                    if channel.state == LOST:
                        logger.warning("Redis is back", extra={"url": self._public_url})
                        channel.state, delay = REDIS, FIRST_DELAY
                        both.create_task(server.catch_up())
                    both.create_task(self._send())
                    await self._follow(server, subscription)
            except* (RedisError, OSError) as errors:
                if channel.state != LOST:
                    first = str(errors.exceptions[0]).splitlines()[0]
                    logger.error("Redis is lost", extra={"url": self._public_url, "error": first})
                channel.state = LOST
                await self._redis.connection_pool.disconnect()  # none of the old connections is any good
            await asyncio.sleep(delay)
            delay = min(2 * delay, LONGEST_DELAY)

    async def _send(self) -> None:
        while True:
            await self._redis.publish(NAME, await self._lines.get())

    async def _follow(self, server: LiveServer, subscription: Any) -> None:
        while True:
            message = await subscription.get_message(ignore_subscribe_messages=True, timeout=PATIENCE)
            if message is not None:
                await server.receive(message["data"].decode())

    async def close(self) -> None:
        """Disconnect from Redis."""
        if self._redis is not None:
            await self._redis.aclose()
