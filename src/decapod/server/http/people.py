"""People without accounts: a guest is a handle in an encrypted, http-only cookie, and a name."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post, put
from litestar.exceptions import NotFoundException
from litestar.openapi.spec.example import Example
from litestar.params import Body
from litestar.status_codes import HTTP_200_OK

from decapod.server import wire
from decapod.server.http.dependencies import HttpRequest, TheServer, identify, person_of, tidy_name


class People(Controller):
    """Who you are."""

    path = "/api/me"
    tags = ("people",)

    @get(summary="Who you are")
    async def me(self, request: HttpRequest, server: TheServer) -> wire.Identity:
        """Tell who you are to others; also sets the CSRF cookie that every change needs."""
        person = person_of(request)
        name = await server.guests.name_of(person)
        return wire.Identity(person=person if name is not None else "", name=name or "")

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
        """Make a personal link and its QR code: whoever opens it within ten minutes is you on that device."""
        person, _ = await identify(request, server)
        code = await server.guests.make_link(person)
        url = f"{str(request.base_url).rstrip('/')}/me/{code}"
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
        """Become, on this device, the person whose link it is."""
        person = await server.guests.person_of_link(data.code)
        name = await server.guests.name_of(person or "")
        if person is None or name is None:
            raise NotFoundException("this link is no longer valid; make a new one on your other device")
        request.set_session({"person": person})
        return wire.Identity(person=person, name=name)
