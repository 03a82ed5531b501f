"""Hosts: under which names this server may be asked, and the address that goes into links.

A page of a stranger can let its own name point to this machine, and then ask as if it were ours. So a request is
answered only if it was made for the configured public address, for this machine by a name of its own, or for the very
address that it came to; where no public address is configured, for any number, as no name is in it to point elsewhere.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.response.base import ASGIResponse

from decapod.server import wire

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection
    from litestar.types import ASGIApp, Receive, Scope, Send

    from decapod.server.settings import Settings

MISDIRECTED = 421
REFUSED = wire.encode(
    wire.Problem(
        status_code=MISDIRECTED,
        code="host.unknown",
        detail="this server does not go by that name; whoever runs it can say so: decapod serve --public-url URL",
    )
)


def host_name(host: str) -> str:
    """Return a host without its port, in small letters; "" if it is none.

    >>> host_name("Crabs.Example:8321"), host_name("[::1]:8321"), host_name("::1"), host_name("["), host_name("x:port")
    ('crabs.example', '::1', '::1', '', '')
    """
    if host.count(":") > 1 and "[" not in host:
        return host.lower()
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname, parts.port  # one that is no number is refused
    except ValueError:
        return ""
    return (name or "").rstrip(".")


class Hosts:
    """The names of this server."""

    def __init__(self, settings: Settings) -> None:
        """Take the public address from the settings; this machine's own names are known."""
        own = socket.gethostname().lower()
        self._is_public = bool(settings.address)
        self._names = {"localhost", own, f"{own}.local", host_name(urlsplit(settings.address).netloc)} - {""}

    def knows(self, host: str, local: str) -> bool:
        """Whether a request for a host is for us, that came to `local`, an address of this machine."""
        name = host_name(host)
        if name in self._names or name == local:
            return True
        try:
            number = ipaddress.ip_address(name)
        except ValueError:
            return False
        return number.is_loopback or not self._is_public


def public_address(settings: Settings, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the address that links begin with: the configured one, or else the one that was asked for."""
    return settings.address or str(connection.base_url).rstrip("/")


class HostCheck:
    """Middleware that answers only requests that are for us."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        """Let what is for `hosts` through to `app`."""
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        names = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(names) == 1 and self._hosts.knows(names[0], (scope.get("server") or ("", 0))[0]):
            await self._app(scope, receive, send)
        elif scope["type"] == ScopeType.HTTP:
            answer = ASGIResponse(body=REFUSED, status_code=MISDIRECTED, media_type="application/json")
            await answer(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": wire.CloseCode.ORIGIN, "reason": "not by that name"})
