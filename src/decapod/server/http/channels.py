"""Channels: in memory for one process, Redis where several serve the same rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend

from decapod.errors import UsageError, how_to_install

if TYPE_CHECKING:
    from decapod.server.live.server import LiveServer
    from decapod.server.settings import Settings

NAME = "decapod"  # of the one channel


class Channels:
    """Litestar's channels, and the connection to Redis behind them, if there is one."""

    def __init__(self, settings: Settings) -> None:
        """Refuse in one line what is no Redis; `open` connects."""
        self._url = settings.channels
        self._redis: Any = None
        backend: Any = MemoryChannelsBackend()
        if self._url:
            try:
                from litestar.channels.backends.redis import RedisChannelsPubSubBackend
                from redis.asyncio import Redis
            except ImportError:
                raise UsageError(f"Redis channels need the club extra: {how_to_install('club')}") from None
            if not self._url.startswith(("redis://", "rediss://", "unix://")):
                raise UsageError(f"{self._public_url!r} is no Redis URL; write redis://HOST:PORT")
            try:
                self._redis = Redis.from_url(self._url)  # pyright: ignore[reportUnknownMemberType]
            except ValueError as error:  # a port or a setting in it that is no number
                raise UsageError(f"{self._public_url!r} is no Redis URL: {error}") from None
            backend = RedisChannelsPubSubBackend(redis=self._redis)
        self.plugin = ChannelsPlugin(backend=backend, channels=[NAME])

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
            if not server.services.stopping:
                self.plugin.publish(line, NAME)

        server.services.channel.publish = publish
        server.run_in_background(self._follow(server))

    async def _follow(self, server: LiveServer) -> None:
        async with self.plugin.start_subscription([NAME]) as subscriber:
            async for line in subscriber.iter_events():
                await server.receive(line.decode())

    async def close(self) -> None:
        """Disconnect from Redis."""
        if self._redis is not None:
            await self._redis.aclose()
