"""What routes are handed, and who asks."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from litestar import Request
from litestar.di import NamedDependency

from decapod.errors import Unreadable
from decapod.server import wire
from decapod.server.live.server import LiveServer

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection

HttpRequest = Request[Any, Any, Any]
TheServer = NamedDependency[LiveServer]  # the type of a route's argument `server`


def person_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the handle in the cookie of whoever asks; "" for a stranger. Nobody may be stored under it any more."""
    session = connection.scope.get("session")
    person = session.get("person") if isinstance(session, dict) else None
    return person if isinstance(person, str) else ""


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the address of whoever asks; "" where there is none."""
    return connection.client.host if connection.client else ""


async def identify(request: HttpRequest, server: LiveServer) -> tuple[str, str]:
    """Return handle and name of whoever asks; a stranger becomes a guest, with a cookie."""
    person = person_of(request)
    name = await server.guests.name_of(person)
    if name is None:
        name = f"Guest {secrets.randbelow(900) + 100}"
        person = await server.guests.add(name)
        request.set_session({"person": person})
    return person, name


def tidy_name(name: str) -> str:
    """Make a name one line of printable letters; refuses one without any."""
    tidy = " ".join("".join(c if c.isprintable() else " " for c in name).split())[: wire.MOST_NAME]
    if not tidy:
        raise Unreadable("a name needs at least one letter")
    return tidy
