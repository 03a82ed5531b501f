"""What routes are handed, and who asks."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from litestar import Request
from litestar.di import NamedDependency

from decapod.errors import IllegalMoveError, ParseError, Reason
from decapod.server import wire
from decapod.server.live.server import Hub
from decapod.server.rate_limit import network_of
from decapod.server.words import guest_name, supported_language

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection

HttpRequest = Request[Any, Any, Any]
TheServer = NamedDependency[Hub]  # the type of a route's argument `server`

#: Browsers and systems by what they call themselves. Chrome says that it is Safari too, and Android that it is Linux.
BROWSERS = (
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Edg", "Edge"), ("OPR", "Opera"), ("Chrome", "Chrome"),
    ("CriOS", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = tuple((name, name) for name in ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux"))


def person_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the handle in the cookie of a request; "" for a stranger. The person may have been deleted since."""
    session = connection.scope.get("session")
    person = session.get("person") if isinstance(session, dict) else None
    return person if isinstance(person, str) else ""


def session_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the session in the cookie of a request; "" for a stranger."""
    session = connection.scope.get("session")
    found = session.get("session") if isinstance(session, dict) else None
    return found if isinstance(found, str) else ""


async def begin_session(request: HttpRequest, server: Hub, person: str) -> None:
    """Make this browser a person's, with a session that they can end."""
    device = describe_device(request.headers.get("user-agent", ""))
    request.set_session({"person": person, "session": await server.sessions.begin(person, device)})


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the address under which whoever asks counts; "" where there is none."""
    return network_of(connection.client.host) if connection.client else ""


def check_address(request: HttpRequest, server: Hub) -> None:
    """Refuse one more table, or match that was played elsewhere, to an address that had too many today."""
    if not server.services.rooms.take(address_of(request)):
        raise IllegalMoveError(
            Reason("tables.address", words="too many tables were set up from here today; go on with those")
        )


async def identify(request: HttpRequest, server: Hub) -> tuple[str, str]:
    """Return handle and name of whoever asks; a stranger becomes a guest, with a cookie."""
    person = person_of(request)
    name = await server.guests.name_of(person)
    if name is None:
        name = guest_name(first_language(request), secrets.randbelow(900) + 100)
        person = await server.guests.add(name)
        await begin_session(request, server, person)
    return person, name


def first_language(request: HttpRequest) -> str:
    """Return the language a person chose on a page, or else the first that their browser names."""
    accepted = request.headers.get("accept-language", "").replace(";", ",")
    return supported_language(request.cookies.get("decapod-language", "") or accepted.split(",", maxsplit=1)[0])


def describe_device(user_agent: str) -> str:
    """Name a browser and its system, as far as they say what they are.

    >>> describe_device("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    found = [next((name for word, name in names if word in user_agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found))


def tidy_name(name: str) -> str:
    """Make a name one line of printable letters; refuses one without any."""
    tidy = " ".join("".join(c if c.isprintable() else " " for c in name).split())[: wire.MOST_NAME]
    if not tidy:
        raise ParseError("a name needs at least one letter")
    return tidy
