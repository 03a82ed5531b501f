"""People without accounts: a guest is a handle in an encrypted, http-only cookie, and a name."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated, Any

from litestar import Controller, Request, get, post, put
from litestar.exceptions import NotFoundException
from litestar.openapi.spec.example import Example
from litestar.params import Body
from litestar.status_codes import HTTP_200_OK

from decapod.errors import Unreadable
from decapod.server import wire
from decapod.server.rooms import Rooms, TheRooms

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection

Asked = Request[Any, Any, Any]


def person_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the handle of whoever asks; "" for somebody we do not know."""
    session = connection.scope.get("session")
    person = session.get("person") if isinstance(session, dict) else None
    return person if isinstance(person, str) else ""


async def known_person(request: Asked, rooms: Rooms) -> tuple[str, str]:
    """Return handle and name of whoever asks; make a guest of a stranger."""
    person = person_of(request)
    name = await rooms.guests.name_of(person)
    if name is None:
        name = f"Guest {secrets.randbelow(900) + 100}"
        person = await rooms.guests.new_person(name)
        request.set_session({"person": person})
    return person, name


def readable_name(name: str) -> str:
    """Tidy a name: one line, printable."""
    tidy = " ".join("".join(c if c.isprintable() else " " for c in name).split())[: wire.MOST_NAME]
    if not tidy:
        raise Unreadable("a name needs at least one letter")
    return tidy


class People(Controller):
    """Who you are."""

    path = "/api/me"
    tags = ("people",)

    @get(summary="Who you are")
    async def me(self, request: Asked, rooms: TheRooms) -> wire.Me:
        """Tell who you are to others; also sets the CSRF cookie that every change needs."""
        person = person_of(request)
        name = await rooms.guests.name_of(person)
        return wire.Me(person=person if name is not None else "", name=name or "")

    @put(summary="Choose your name")
    async def rename(
        self,
        request: Asked,
        rooms: TheRooms,
        data: Annotated[wire.NewName, Body(examples=[Example(value={"name": "Ada"})])],
    ) -> wire.Me:
        """Choose the name others see."""
        name = readable_name(data.name)
        person, _ = await known_person(request, rooms)
        await rooms.rename(person, name)
        return wire.Me(person=person, name=name)

    @post("/link", summary="Make a link to be you on another device")
    async def link(self, request: Asked, rooms: TheRooms) -> wire.Link:
        """Make a personal link and its QR code: whoever opens it within ten minutes is you on that device."""
        person, _ = await known_person(request, rooms)
        code, expires = await rooms.guests.new_link(person)
        url = f"{str(request.base_url).rstrip('/')}/me/{code}"
        import segno  # few ask for a picture: the server starts without it

        picture = segno.make(url, micro=False).svg_inline(scale=4, border=2, omitsize=True)
        return wire.Link(url=url, code=code, expires=expires, qr=picture)

    @post("/use", status_code=HTTP_200_OK, summary="Be somebody, by their personal link", raises=[NotFoundException])
    async def use(
        self,
        request: Asked,
        rooms: TheRooms,
        data: Annotated[wire.UseLink, Body(examples=[Example(value={"code": "the code of the link"})])],
    ) -> wire.Me:
        """Become, on this device, the person whose link it is."""
        person = await rooms.guests.person_of_link(data.code)
        name = await rooms.guests.name_of(person or "")
        if person is None or name is None:
            raise NotFoundException("this link is no longer valid; make a new one on your other device")
        request.set_session({"person": person})
        return wire.Me(person=person, name=name)
