"""Security: strict headers, encrypted cookies, and the limits of HTTP requests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import SerializationException, TooManyRequestsException
from litestar.middleware import DefineMiddleware
from litestar.middleware.session import SessionMiddleware
from litestar.middleware.session.client_side import ClientSideSessionBackend, CookieBackendConfig
from litestar.types import Empty, Message, Scope

from decapod.server.http.hosts import HostCheck, Hosts
from decapod.server.rate_limit import RateLimiter, network_of

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection
    from litestar.types import ASGIApp, Receive, ScopeSession, Send

    from decapod.server.live.server import Hub
    from decapod.server.settings import Settings

YEAR = 365 * 86_400  # seconds
UNLIMITED_PATHS = ("/static", "/health")  # files, and what supervisors ask for

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
    """Litestar's encrypted cookies; a cookie that cannot be read makes a stranger, never an error.

    Only a session that begins replaces a cookie. One that cannot be read today may be readable once the operator has
    put the right key or database back, so nothing clears it.
    """

    async def load_from_connection(self, connection: ASGIConnection[Any, Any, Any, Any]) -> dict[str, Any]:
        """Read the session from the cookie; empty if it cannot be read."""
        try:
            session: Any = await super().load_from_connection(connection)
        except (ValueError, TypeError, KeyError, SerializationException):
            return {}
        return session if isinstance(session, dict) else {}

    async def store_in_message(
        self, scope_session: ScopeSession, message: Message, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> None:
        """Write a session to the cookie; without one, leave the cookie as it is."""
        if scope_session and scope_session is not Empty:
            await super().store_in_message(scope_session, message, connection)


class RequestLimit:
    """Middleware that answers 429 to an address that has sent too many requests."""

    def __init__(self, app: ASGIApp, limiter: RateLimiter) -> None:
        """Pass requests to `app` while `limiter` has tokens for their address."""
        self._app = app
        self._limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or raise `TooManyRequestsException`."""
        is_limited = scope["type"] == ScopeType.HTTP and not scope["path"].startswith(UNLIMITED_PATHS)
        if is_limited and not self._limiter.take(client_network(scope)):
            raise TooManyRequestsException(headers={"retry-after": str(self._limiter.limit.retry_after_s)})
        await self._app(scope, receive, send)


class SessionCheck:
    """Middleware that makes a stranger of whoever comes with a session that was ended."""

    def __init__(self, app: ASGIApp) -> None:
        """Hand every request on to `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look whether the session is still one."""
        session: Any = scope.get("session")
        if isinstance(session, dict) and session:
            server: Hub = scope["litestar_app"].state["server"]
            id_, person = session.get("session"), session.get("person", "")
            if not isinstance(id_, str) or not await server.sessions.is_live(id_, person):
                scope["session"] = {}
        await self._app(scope, receive, send)


def client_network(scope: Scope) -> str:
    """Return the key of the address that a request comes from; "" if it has none."""
    return network_of((scope["client"] or ("",))[0])


def request_pacer(settings: Settings) -> RateLimiter:
    """Return the limiter that delays requests of any kind, also those that Litestar answers before any middleware."""
    limit = settings.limit("all_requests")
    return RateLimiter(limit if settings.requests else limit.with_amount(0))


def middleware(settings: Settings, key: bytes) -> list[Any]:
    """Return what every request goes through: whether it is for us, the rate limit, the cookies sealed with `key`."""
    sessions = CookieBackendConfig(
        secret=key, key="decapod", max_age=YEAR, httponly=True, samesite="lax", secure=settings.is_https
    )
    session = DefineMiddleware(SessionMiddleware, backend=CookieSessions(sessions))
    hosts = DefineMiddleware(HostCheck, hosts=Hosts(settings))
    limit = DefineMiddleware(RequestLimit, limiter=RateLimiter(settings.limit("requests")))
    return [hosts, limit, session, SessionCheck]
