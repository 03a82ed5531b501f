"""What a replay needs beyond the server's interface: a position as a picture."""

from __future__ import annotations

import asyncio
import functools
import re
import threading
from typing import Annotated

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, QueryParameter

from decapod.scene import png
from decapod.server import wire
from decapod.server.http.dependencies import HttpRequest, TheServer, address_of, person_of
from decapod.server.http.matches import check_viewer, find_match
from decapod.web.words import choose_language

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
PREVIEW_WIDTH = 1200  # pixels
DRAWING = threading.Lock()  # one at a time, whoever asks

ViewerSeat = Annotated[int | None, QueryParameter(ge=0, lt=wire.MOST_SEATS)]


@get("/pictures/{match_id:str}/{picture:str}", include_in_schema=False)
async def position_picture(
    request: HttpRequest,
    server: TheServer,
    match_id: FromPath[str],
    picture: FromPath[str],
    layout: FromQuery[wire.Layout] = "desktop",
    language: FromQuery[str] = "en",
    seat: ViewerSeat = None,
) -> Response[bytes]:
    """Draw a position, as SVG or PNG: once the match is over from any seat, before that from your own."""
    number, _, kind = picture.partition(".")
    match = await find_match(server, match_id)
    if not re.fullmatch("[0-9]{1,6}", number) or int(number) > match.log.ply or kind not in picture_kinds():
        raise NotFoundException("there is no such picture")
    check_viewer(match, person_of(request), seat)
    words = match.words(choose_language(language, ""))
    svg = await server.services.turns.call(
        lambda: match.log.match.at_ply(int(number)).scene(seat, layout, words).svg(), address_of(request)
    )
    return await answer_picture(svg, kind)


def picture_kinds() -> tuple[str, ...]:
    """List what a picture can be: PNG first, for most who preview links take no SVG, if all is there to draw it."""
    return ("png", "svg") if png.can_draw() else ("svg",)


async def answer_picture(svg: str, kind: str, headers: dict[str, str] | None = None) -> Response[bytes]:
    """Answer with a picture of a kind: as it is, or drawn in a thread."""
    headers = {"Content-Security-Policy": PICTURE_POLICY} | (headers or {})
    if kind == "png":
        return Response(await asyncio.to_thread(draw_preview, svg), media_type="image/png", headers=headers)
    return Response(svg.encode(), media_type="image/svg+xml", headers=headers)


@functools.lru_cache(maxsize=32)
def draw_preview(svg: str) -> bytes:
    """Draw a picture as wide as link previews are; those that are asked for again are kept."""
    with DRAWING:
        return png.draw_png(svg, PREVIEW_WIDTH)
