"""The application: Litestar with our controllers, sessions, CSRF, rate limits, channels, and strict headers."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from litestar import Litestar, Response, get
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.enums import MediaType
from litestar.exceptions import HTTPException, SerializationException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.middleware.session.client_side import ClientSideSessionBackend, CookieBackendConfig
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.types import Message, Scope
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from decapod import __version__, web
from decapod.engine import ready
from decapod.errors import Refused, Unreadable, UsageError
from decapod.game import CATALOGUE
from decapod.server import logs, metrics, wire
from decapod.server.matches import Matches
from decapod.server.people import People
from decapod.server.play import play
from decapod.server.rooms import CHANNEL, Rooms, TheRooms
from decapod.server.settings import Settings, from_environment
from decapod.server.store import Store
from decapod.server.tables import Games, Tables
from decapod.web.openapi_page import OpenAPIPage

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection, Request

log = logging.getLogger("decapod.server")

YEAR = 365 * 86_400
LARGEST_BODY = 2 * wire.MOST_RECORD

#: What a page of ours may do: nothing inline, nothing from elsewhere.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; media-src 'self' blob:; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


async def strict_headers(message: Message, scope: Scope) -> None:
    """Put the same strict headers on every answer, also on those that say there is nothing."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers[name] = value
    headers.setdefault("content-security-policy", POLICY)  # pictures have a stricter one
    if scope["path"].startswith("/api/"):
        headers.setdefault("cache-control", "no-store")


class Sessions(ClientSideSessionBackend):
    """Litestar's encrypted cookies; a cookie that is not ours makes a stranger, never an error."""

    async def load_from_connection(self, connection: ASGIConnection[Any, Any, Any, Any]) -> dict[str, Any]:
        """Read the session from the cookie."""
        try:
            found: Any = await super().load_from_connection(connection)
        except (ValueError, TypeError, KeyError, SerializationException):
            return {}
        return found if isinstance(found, dict) else {}


class Application(Litestar):
    """Litestar without its Pydantic and attrs: our messages are msgspec's, and importing Pydantic takes a while."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


@get("/health", tags=["operations"], summary="How the server is")
async def health(rooms: TheRooms) -> Response[wire.Health]:
    """Say whether the server can serve: whether the database answers, and how many are here."""
    try:
        await rooms.store.read(text("select 1"))
        ok = not rooms.stopping
    except (SQLAlchemyError, OSError):
        ok = False
    told = wire.Health(
        ok=ok,
        version=__version__,
        database=rooms.store.kind,
        channels="redis" if rooms.settings.channels else "memory",
        rooms=len(rooms.rooms),
        sockets=rooms.sockets.total(),
        kernels={name: ready.state(package) for name, package in CATALOGUE.items()},
    )
    return Response(told, status_code=200 if ok else 503)


@get("/metrics", tags=["operations"], summary="Metrics for Prometheus", media_type=MediaType.TEXT, sync_to_thread=False)
def metrics_page() -> Response[bytes]:
    """Write matches, moves, latencies, sockets and bot time in Prometheus's format."""
    return Response(metrics.page(), media_type=metrics.CONTENT_TYPE)


def _refused(_: Request[Any, Any, Any], error: Refused) -> Response[wire.Problem]:
    status = 400 if isinstance(error, (Unreadable, UsageError)) else 409
    words = error.reason.words or str(error)
    return Response(wire.Problem(status_code=status, detail=words, code=error.code), status_code=status)


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[wire.Problem]:
    words = str(error.detail) if not request.url.path.startswith("/static/") else "there is no such file"
    if isinstance(error.extra, list) and error.extra:
        first: Any = error.extra[0]
        key, said = first.get("key", ""), first.get("message", words)
        words = f"{key} is missing" if said == repr(key) else f"{key}: {said}".lstrip(": ")
    problem = wire.Problem(status_code=error.status_code, detail=words)
    return Response(problem, status_code=error.status_code, headers=error.headers)


def _storage(_: Request[Any, Any, Any], error: SQLAlchemyError) -> Response[wire.Problem]:
    log.error("the database failed", extra={"error": str(error).splitlines()[0]})
    problem = wire.Problem(status_code=503, detail="the database does not answer; nothing has changed, try again")
    return Response(problem, status_code=503)


def _nested(_: Request[Any, Any, Any], __: RecursionError) -> Response[wire.Problem]:
    return Response(wire.Problem(status_code=400, detail="this JSON is nested too deeply"), status_code=400)


def _broken(request: Request[Any, Any, Any], error: Exception) -> Response[wire.Problem]:
    log.error("a request failed", exc_info=error, extra={"path": request.url.path})
    return Response(wire.Problem(status_code=500, detail="something went wrong on the server"), status_code=500)


def _channels(settings: Settings) -> tuple[ChannelsPlugin, Any]:
    """Make the channels, and the connection to Redis that must be closed at the end."""
    if not settings.channels:
        return ChannelsPlugin(backend=MemoryChannelsBackend(), channels=[CHANNEL]), None
    try:
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis
    except ImportError:
        raise UsageError("Redis channels need the club extra: pip install 'decapod[club]'") from None
    if not settings.channels.startswith(("redis://", "rediss://", "unix://")):
        raise UsageError(f"{settings.channels!r} is no Redis URL; write redis://HOST:PORT")
    try:
        redis: Any = Redis.from_url(settings.channels)  # pyright: ignore[reportUnknownMemberType]
    except ValueError as error:  # a port or a setting in it that is no number
        raise UsageError(f"{settings.channels!r} is no Redis URL: {error}") from None
    return ChannelsPlugin(backend=RedisChannelsPubSubBackend(redis=redis), channels=[CHANNEL]), redis


def make_app(settings: Settings | None = None) -> Litestar:
    """Make the application; `uvicorn --factory decapod.server.app:make_app` works too."""
    settings = settings or from_environment()
    logs.set_up(settings.logs)
    settings.open_data()
    key = settings.key()
    store = Store(settings.url)
    rooms = Rooms(settings, store)
    channels, redis = _channels(settings)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncGenerator[None]:
        if redis is not None:
            await _reach(redis, settings.channels)
        await rooms.start()
        if settings.channels:

            def publish(word: str) -> None:
                if not rooms.stopping:
                    channels.publish(word, CHANNEL)

            rooms.publish = publish
            rooms.soon(_follow(channels, rooms))
        try:
            yield
        finally:
            await rooms.stop()
            if redis is not None:
                await redis.aclose()

    sessions = CookieBackendConfig(
        secret=key, key="decapod", max_age=YEAR, httponly=True, samesite="lax", secure=settings.https
    )
    sessions._backend_class = Sessions  # pyright: ignore[reportPrivateUsage]
    middleware: list[Any] = []
    if settings.requests:
        limit = RateLimitConfig(
            rate_limit=("minute", settings.requests), exclude=["^/static", "^/health$", "^/metrics$"]
        )
        middleware.append(limit.middleware)
    middleware.append(sessions.middleware)
    return Application(
        route_handlers=[Games, People, Tables, Matches, play, health, metrics_page, *web.handlers()],
        plugins=[channels],
        lifespan=[running],
        middleware=middleware,
        before_send=[strict_headers],
        dependencies={"rooms": Provide(lambda: rooms, sync_to_thread=False, use_cache=True)},
        compression_config=CompressionConfig(backend="gzip", minimum_size=1_000, gzip_compress_level=5),
        csrf_config=CSRFConfig(secret=key.hex(), cookie_secure=settings.https),
        request_max_body_size=LARGEST_BODY,
        exception_handlers={
            Refused: _refused, HTTPException: _http, SQLAlchemyError: _storage, RecursionError: _nested,
            Exception: _broken,
        },
        openapi_config=OpenAPIConfig(
            title="Decapod", version=__version__, path="/schema",
            description="Tables over HTTP; play over a WebSocket, which docs/protocol.md describes.",
            render_plugins=[OpenAPIPage(path="/"), JsonRenderPlugin()],
        ),
        state=State({"rooms": rooms}),
        logging_config=None,
        signature_namespace={"Rooms": Rooms},
    )  # fmt: skip


async def try_out(settings: Settings) -> None:
    """Open the database and reach Redis once: what is wrong is said in one line, before anybody listens."""
    store = Store(settings.url)
    try:
        await store.open()
    finally:
        await store.close()
    _, redis = _channels(settings)
    if redis is not None:
        await _reach(redis, settings.channels)
        await redis.aclose()


async def _reach(redis: Any, url: str) -> None:
    """Refuse to start without the Redis that was asked for."""
    from redis.exceptions import RedisError

    try:
        await redis.ping()
    except (RedisError, OSError) as error:
        raise UsageError(f"cannot reach {url}: {str(error).splitlines()[0]}") from None


async def _follow(channels: ChannelsPlugin, rooms: Rooms) -> None:
    """Take word from other processes for as long as we run."""
    async with channels.start_subscription([CHANNEL]) as subscriber:
        async for word in subscriber.iter_events():
            await rooms.hear(word)
