"""Security: strict headers, encrypted cookies, rate limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import SerializationException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.middleware.session.client_side import ClientSideSessionBackend, CookieBackendConfig
from litestar.types import Message, Scope

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection

    from decapod.server.settings import Settings

YEAR = 365 * 86_400  # seconds

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


def middleware(settings: Settings, key: bytes) -> list[Any]:
    """Return what every request goes through: the rate limit, if there is one, and the cookies sealed with `key`."""
    sessions = CookieBackendConfig(
        secret=key, key="decapod", max_age=YEAR, httponly=True, samesite="lax", secure=settings.https
    )
    sessions._backend_class = CookieSessions  # pyright: ignore[reportPrivateUsage]
    if not settings.requests:
        return [sessions.middleware]
    limit = RateLimitConfig(rate_limit=("minute", settings.requests), exclude=["^/static", "^/health$", "^/metrics$"])
    return [limit.middleware, sessions.middleware]
