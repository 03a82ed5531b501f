"""What a replay needs beyond the server's interface: a position as a picture, and what a bot thinks of a move."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, FromQuery, QueryParameter

from decapod import bots
from decapod.match import Match
from decapod.server import wire
from decapod.server.http.dependencies import TheServer, person_of
from decapod.server.http.matches import check_viewer, find_match
from decapod.web import words

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
THINKING = 0.4  # seconds for a move
BEST = 6  # moves shown

_one_at_a_time = asyncio.Lock()  # judging is work: nobody shall fill the machine with it

Some = Request[Any, Any, Any]
ViewerSeat = Annotated[int | None, QueryParameter(ge=0, lt=wire.MOST_SEATS)]


@get("/pictures/{match:str}/{picture:str}", include_in_schema=False)
async def position_picture(
    request: Some,
    server: TheServer,
    match: FromPath[str],
    picture: FromPath[str],
    layout: FromQuery[wire.Layout] = "wide",
    language: FromQuery[str] = "en",
    seat: ViewerSeat = None,
) -> Response[str]:
    """Draw a position: once the match is over from any seat, before that from your own."""
    number = picture.removesuffix(".svg")
    found = await find_match(server, match)
    if not re.fullmatch("[0-9]{1,6}", number) or int(number) > found.log.ply:
        raise NotFoundException("there is no such move")
    check_viewer(found, person_of(request), seat)
    chosen = found.words(words.preferred(language, ""))
    async with found.room.lock:
        then = found.log.match.at(int(number))
        then.language, then.names = chosen.language, chosen.names
        drawn = then.scene(seat, layout).svg()
    return Response(drawn, media_type="image/svg+xml", headers={"Content-Security-Policy": PICTURE_POLICY})


@get("/judged/{match:str}/{ply:int}", include_in_schema=False)
async def judged_move(
    server: TheServer, match: FromPath[str], ply: FromPath[int], language: FromQuery[str] = "en"
) -> Response[dict[str, Any]]:
    """Say what a bot would have played instead of a move of a match that is over."""
    found = await find_match(server, match)
    log = found.log
    if not log.over:
        raise PermissionDeniedException("while a match is played only hints are given")
    if not 1 <= ply <= log.ply:
        raise NotFoundException("there is no such move")
    then = log.match.at(ply - 1)
    chosen = found.words(words.preferred(language, ""))
    then.language, then.names = chosen.language, chosen.names
    made = log.match.played[ply - 1]
    async with _one_at_a_time:
        judged = await asyncio.to_thread(_judged, then, made.player)
    best = judged[:BEST]
    if all(one.move.id != made.move for one in best):
        best += [one for one in judged if one.move.id == made.move]
    return Response(
        {
            "ply": ply,
            "judged": [
                {"move": one.move.id, "words": one.move.words, "worth": one.worth, "played": one.move.id == made.move}
                for one in best
            ],
        }
    )


def _judged(match: Match, player: int) -> list[bots.Judged]:
    judge: Any = bots.bot("sampler", seconds=THINKING)
    return judge.judge(match, player)
