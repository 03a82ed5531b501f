"""The application: Litestar with our routes, sessions, CSRF, rate limits, and strict headers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import ClientException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler, ExceptionHandlersMap, Receive, Scope, Send

from decapod import __version__
from decapod.server import logs, wire
from decapod.server.http import problems, security
from decapod.server.http.analyses import AnalysisController
from decapod.server.http.games import Games
from decapod.server.http.gate import Gate
from decapod.server.http.health import health, metrics_page, readiness
from decapod.server.http.matches import MatchController
from decapod.server.http.people import People
from decapod.server.http.rooms import RoomController
from decapod.server.http.websocket import play
from decapod.server.live.garbage import rare_collections
from decapod.server.live.server import Hub
from decapod.server.settings import Settings, from_environment
from decapod.server.stopping import CLOSING_TIMEOUT_S, end_in_time
from decapod.server.store import Store
from decapod.server.store.cookie_key import claim_key

logger = logging.getLogger("decapod.server")

LARGEST_BODY = 2 * wire.MOST_RECORD
ASIDE = 1  # threads in which pages are made; each more is one more that the loop shares its core with
AHEAD_AFTER, AHEAD_PAUSE = 8.0, 0.05  # seconds after the start, and between two parts of what is made ahead
LEAST_PACKED = 2_000  # bytes of an answer; smaller ones fit into one or two packets as they are
PACKED = "is_packed"  # an option of handlers that pack their answers themselves


@dataclass(frozen=True)
class Pages:
    """What a site adds to the interface: its routes, and what it makes ahead.

    `ahead` makes what pages need and what takes long, a small part at a time, before anybody asks for it. `handlers`
    answer what is raised otherwise than the interface does.
    """

    routes: Sequence[ControllerRouterHandler] = ()
    ahead: Callable[[], Iterator[object]] | None = None
    handlers: ExceptionHandlersMap = field(default_factory=dict)


class JSONRequest(Request[Any, Any, Any]):
    """A request whose JSON must be UTF-8."""

    async def json(self) -> Any:
        """Return the decoded body; 400 if it is not UTF-8, which Litestar lets through as an error of the server."""
        try:
            return await super().json()
        except UnicodeDecodeError:
            raise ClientException("the body is not UTF-8") from None


class Application(Litestar):
    """Litestar, in which requests of an address come one after the other, also those refused before any middleware."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # type: ignore[override]
        """Answer, if need be later."""
        if scope["type"] == ScopeType.HTTP:
            wait = self.state["pacer"].reserve(security.client_network(scope))
            if wait:
                await asyncio.sleep(wait)
        await super().__call__(scope, receive, send)  # type: ignore[arg-type]


def make_app(settings: Settings | None = None, pages: Pages | None = None) -> Litestar:
    """Make the application; without `pages` it serves the interface alone.

    `settings` come from the environment if not given, so that `uvicorn --factory` can call this.
    """
    settings = settings or from_environment()
    pages = pages or Pages()
    logs.set_up(settings.logs)
    settings.open_data()
    key = settings.key()
    server = Hub(settings)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncGenerator[None]:
        end_in_time()
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(ASIDE, "aside"))
        await server.start()
        if settings.warm and pages.ahead is not None:
            server.run_in_background(make_ahead(pages.ahead()))
        try:
            with rare_collections():
                yield
        finally:
            try:
                async with asyncio.timeout(CLOSING_TIMEOUT_S):
                    await server.stop()
            except TimeoutError:
                logger.error("not everything could be stopped in time", extra={"seconds": CLOSING_TIMEOUT_S})

    return Application(
        route_handlers=[
            Games, People, RoomController, MatchController, AnalysisController, play, health, readiness,
            metrics_page,
            *pages.routes,
        ],
        lifespan=[lifespan],
        middleware=security.middleware(settings, key),
        before_send=[security.add_strict_headers],
        dependencies={"server": Provide(lambda: server, sync_to_thread=False, use_cache=True)},
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=LEAST_PACKED, gzip_compress_level=5, exclude_opt_key=PACKED,
        ),
        csrf_config=CSRFConfig(secret=key.hex(), cookie_secure=settings.is_https),
        request_class=JSONRequest,
        request_max_body_size=LARGEST_BODY,
        exception_handlers={**problems.HANDLERS, **pages.handlers},
        openapi_config=OpenAPIConfig(
            title="Decapod", version=__version__, path="/schema",
            description="Tables over HTTP; play over a WebSocket, which docs/protocol.md describes.",
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],  # others load scripts from elsewhere
        ),
        state=State({"server": server, "gate": Gate(settings), "pacer": security.request_pacer(settings)}),
        logging_config=None,
        signature_namespace={"Hub": Hub},
    )  # fmt: skip


async def make_ahead(parts: Iterator[object]) -> None:
    """Make parts of pages before anybody asks for them, one by one, once the first people have theirs."""
    await asyncio.sleep(AHEAD_AFTER)
    try:
        while await asyncio.to_thread(next, parts, parts) is not parts:
            await asyncio.sleep(AHEAD_PAUSE)
    except Exception:  # of a game from outside, perhaps; its page will say so to whoever asks for it
        logger.exception("a page could not be made ahead")


async def check_services(settings: Settings, *, new_key: bool = False) -> None:
    """Open the database once: refuse what is wrong in one line, before the server listens.

    A cookie key that does not fit the database is refused too, unless `new_key` is set.
    """
    store = Store(settings.url)
    try:
        await store.open()
        await claim_key(store.database, settings, new_key=new_key)
    finally:
        await store.close()
