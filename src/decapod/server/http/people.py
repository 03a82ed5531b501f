"""People without accounts: a guest is a handle in an encrypted, http-only cookie, and a name."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post, put
from litestar.exceptions import NotFoundException
from litestar.openapi.spec.example import Example
from litestar.params import Body
from litestar.status_codes import HTTP_200_OK

from decapod.server import wire
from decapod.server.http.dependencies import (
    HttpRequest,
    TheServer,
    begin_session,
    identify,
    person_of,
    session_of,
    tidy_name,
)
from decapod.server.http.hosts import public_address
from decapod.server.live.server import Hub


class People(Controller):
    """Who you are."""

    path = "/api/me"
    tags = ("people",)

    @get(summary="Who you are")
    async def me(self, request: HttpRequest, server: TheServer) -> wire.Identity:
        """Tell who you are to others; also sets the CSRF cookie that every change needs."""
        person = person_of(request)
        name = await server.guests.name_of(person)
        if name is None:
            return wire.Identity(person="", name="")
        return wire.Identity(person=person, name=name)

    @put(summary="Choose your name")
    async def rename(
        self,
        request: HttpRequest,
        server: TheServer,
        data: Annotated[wire.NewName, Body(examples=[Example(value={"name": "Ada"})])],
    ) -> wire.Identity:
        """Choose the name others see."""
        name = tidy_name(data.name)
        person, _ = await identify(request, server)
        await server.rename_person(person, name)
        return wire.Identity(person=person, name=name)

    @post("/link", summary="Make a link to be you on another device")
    async def link(self, request: HttpRequest, server: TheServer) -> wire.PersonalLink:
        """Make a personal link and its QR code: whoever first opens it, within ten minutes, is you on that device."""
        person, _ = await identify(request, server)
        code = await server.guests.make_link(person)
        url = f"{public_address(server.settings, request)}/me/{code}"
        import segno  # few ask for a picture: the server starts without it

        picture = segno.make(url, micro=False).svg_inline(scale=4, border=2, omitsize=True)
        return wire.PersonalLink(url=url, code=code, qr=picture)

    @post("/use", status_code=HTTP_200_OK, summary="Be somebody, by their personal link", raises=[NotFoundException])
    async def use(
        self,
        request: HttpRequest,
        server: TheServer,
        data: Annotated[wire.UseLink, Body(examples=[Example(value={"code": "the code of the link"})])],
    ) -> wire.Identity:
        """Become, on this device, the person whose link it is; it works once."""
        person = await server.guests.use_link(data.code)
        name = await server.guests.name_of(person or "")
        if person is None or name is None:
            raise NotFoundException("this link is no longer valid; make a new one on your other device")
        await begin_session(request, server, person)
        return wire.Identity(person=person, name=name)

    @get("/sessions", summary="Where you are you")
    async def sessions(self, request: HttpRequest, server: TheServer) -> list[wire.SessionInfo]:
        """List the browsers that are you, the one seen last first."""
        return await self._describe_sessions(request, server)

    @post("/sessions/end", status_code=HTTP_200_OK, summary="No longer be you somewhere")
    async def end_sessions(
        self,
        request: HttpRequest,
        server: TheServer,
        data: Annotated[wire.EndSession, Body(examples=[Example(value={"id": "the id of a session"})])],
    ) -> list[wire.SessionInfo]:
        """End a session, or with no id all but this one: whoever has it is a stranger from now on."""
        own = await server.sessions.list_of(person_of(request))
        here = session_of(request)
        await server.end_sessions([one.id for one in own if (data.id or one.id) == one.id and one.id != here])
        return await self._describe_sessions(request, server)

    async def _describe_sessions(self, request: HttpRequest, server: Hub) -> list[wire.SessionInfo]:
        here = session_of(request)
        return [
            wire.SessionInfo(
                id=one.id, device=one.device, began_at=one.made_at, seen_at=one.seen_at, here=one.id == here
            )
            for one in await server.sessions.list_of(person_of(request))
        ]
