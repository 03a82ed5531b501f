"""Security: strict headers, encrypted cookies, rate limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import SerializationException
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.middleware.session import SessionMiddleware
from litestar.middleware.session.client_side import ClientSideSessionBackend, CookieBackendConfig
from litestar.types import Message, Scope

from decapod.server.allowance import Allowances, network_of
from decapod.server.http.dependencies import address_of
from decapod.server.http.hosts import HostCheck, Hosts

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection
    from litestar.types import ASGIApp, Receive, Send

    from decapod.server.live.server import LiveServer
    from decapod.server.settings import Settings

YEAR = 365 * 86_400  # seconds
ANSWERED = 0.004  # seconds of the loop that a request takes, about
BURST = 0.5  # seconds' worth of all requests are answered at once

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


async def add_strict_headers(message: Message, scope: Scope) -> None:
    """Put the same strict headers on every answer, also on those that say there is nothing."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers[name] = value
    headers.setdefault("content-security-policy", POLICY)  # pictures have a stricter one
    if scope["path"].startswith("/api/"):
        headers.setdefault("cache-control", "no-store")


class CookieSessions(ClientSideSessionBackend):
    """Litestar's encrypted cookies; a cookie that is not ours makes a stranger, never an error."""

    async def load_from_connection(self, connection: ASGIConnection[Any, Any, Any, Any]) -> dict[str, Any]:
        """Read the session from the cookie; empty if it cannot be read."""
        try:
            session: Any = await super().load_from_connection(connection)
        except (ValueError, TypeError, KeyError, SerializationException):
            return {}
        return session if isinstance(session, dict) else {}


class InTurn:
    """Middleware that lets requests begin one after the other, by address: a crowd that comes holds nobody up."""

    def __init__(self, app: ASGIApp) -> None:
        """Hand every request on to `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for its turn."""
        server: LiveServer = scope["litestar_app"].state["server"]
        client = scope.get("client")
        await server.services.turns.admit(network_of(client[0]) if client else "", ANSWERED)
        await self._app(scope, receive, send)


class SessionCheck:
    """Middleware that makes a stranger of whoever comes with a session that was ended."""

    def __init__(self, app: ASGIApp) -> None:
        """Hand every request on to `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look whether the session is still one."""
        session: Any = scope.get("session")
        if isinstance(session, dict) and isinstance(session.get("session"), str):
            server: LiveServer = scope["litestar_app"].state["server"]
            if not await server.sessions.is_live(session["session"], session.get("person", "")):
                scope["session"] = {}
        await self._app(scope, receive, send)


def pace_of(settings: Settings) -> Allowances:
    """Return how many requests of an address are answered at once, whatever they are for; all others wait.

    Files, health and what is refused are in no other limit, and a few hundred connections can ask for them for ever.
    """
    return Allowances(settings.all_requests if settings.requests else 0, BURST)


def middleware(settings: Settings, key: bytes) -> list[Any]:
    """Return what every request goes through: whether it is for us, the rate limit, the cookies sealed with `key`."""
    sessions = CookieBackendConfig(
        secret=key, key="decapod", max_age=YEAR, httponly=True, samesite="lax", secure=settings.is_https
    )
    session = DefineMiddleware(SessionMiddleware, backend=CookieSessions(sessions))
    hosts = DefineMiddleware(HostCheck, hosts=Hosts(settings))
    if not settings.requests:
        return [hosts, InTurn, session, SessionCheck]
    limit = RateLimitConfig(
        rate_limit=("minute", settings.requests), exclude=["^/static", "^/health$"], identifier_for_request=address_of
    )
    return [hosts, limit.middleware, InTurn, session, SessionCheck]
