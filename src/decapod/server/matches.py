"""Matches over HTTP: my finished ones, replay, record, import, proof."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.openapi.spec.example import Example
from litestar.params import Body, FromQuery, PathParameter, QueryParameter
from sqlalchemy import Connection, desc, insert, or_, select

import decapod
from decapod.errors import Refused, Unreadable
from decapod.game import Box
from decapod.game import game as game_named
from decapod.match import Match
from decapod.server import schema, wire
from decapod.server.course import Course
from decapod.server.people import Asked, known_person, person_of
from decapod.server.room import Room
from decapod.server.rooms import Rooms, TheRooms, new_id
from decapod.server.store import now
from decapod.server.tables import REFUSALS, check_counts, no
from decapod.server.words import known

LISTED = 100
TOLD_AT_ONCE = 2_000

MatchId = Annotated[str, PathParameter(max_length=24, description="The match's id.")]
Ply = Annotated[int, PathParameter(ge=0, le=100_000, description="After how many moves.")]
SeatAsked = Annotated[int | None, QueryParameter(ge=0, lt=wire.MOST_SEATS, description="Seen from this seat.")]


async def match_found(rooms: Rooms, match: str) -> tuple[Room, Any, Course]:
    """Return a match, or say that there is none."""
    found = await rooms.recalled(match)
    if found is None:
        raise NotFoundException("there is no such match")
    return found


def _over(course: Course) -> wire.Result:
    result = course.result()
    if result is None:
        raise no("match.live", "the match is not over; its dice are still a secret")
    return result


def _viewer(room: Room, course: Course, person: str, seat: int | None) -> int | None:
    """Decide who looks: once a match is over anybody from any seat, before that only from one's own."""
    if seat is None:
        return None
    if seat >= room.row.players:
        raise Unreadable(f"the seats of this match are 0 to {room.row.players - 1}")
    if not course.over and seat not in room.seats_of(person):
        raise PermissionDeniedException("while a match is played you see it from your own seat only")
    return seat


def match_info(room: Room, row: Any, course: Course, person: str) -> wire.MatchInfo:
    """Describe a finished match."""
    match, result = course.match, _over(course)
    return wire.MatchInfo(
        id=course.id,
        table=room.id,
        number=row.number if row is not None else room.number,
        game=match.game.name,
        title=match.game.title,
        variant=match.variant,
        players=match.players,
        names=list(match.names),
        began=course.began,
        ended=(row.ended if row is not None else None) or room.row.touched,
        plies=course.ply,
        result=result,
        you=[n for n, one in enumerate(row.people) if person and one == person] if row is not None else [],
        seal=match.seal,
        secret=f"{match.secret:032x}",
    )


class Matches(Controller):
    """Finished matches, replayed and proved; and earlier positions of live ones."""

    path = "/api/matches"
    tags = ("matches",)

    @get(summary="My finished matches", raises=REFUSALS)
    async def mine(self, request: Asked, rooms: TheRooms) -> list[wire.MatchInfo]:
        """List the finished matches that you played or imported, the latest first."""
        person = person_of(request)
        if not person:
            return []
        m, s, t = schema.matches, schema.seats, schema.tables
        sitting = select(s.c.table).where(s.c.table == m.c.table, s.c.person == person).exists()
        rows = await rooms.store.read(
            select(m, t.c.game, t.c.variant, t.c.players)
            .join(t, t.c.id == m.c.table)
            .where(m.c.ended.is_not(None), or_(sitting, t.c.host == person))
            .order_by(desc(m.c.ended))
            .limit(LISTED)
        )
        return [
            wire.MatchInfo(
                id=row.id,
                table=row.table,
                number=row.number,
                game=row.game,
                title=game_named(row.game).title,
                variant=row.variant,
                players=row.players,
                names=row.names,
                began=row.began,
                ended=row.ended,
                plies=row.plies,
                result=msgspec.convert(row.result, wire.Result),
                you=[n for n, one in enumerate(row.people) if one == person],
                seal="",
                secret="",
            )
            for row in rows
        ]

    @post(summary="Import a match", raises=REFUSALS)
    async def take(
        self,
        request: Asked,
        rooms: TheRooms,
        data: Annotated[wire.ImportMatch, Body(examples=[Example(value={"record": "decapod match 1\n…"})])],
    ) -> wire.MatchInfo:
        """Import the text of a match that is over; every move of it is checked."""
        match = await asyncio.to_thread(_read, data.record)
        if not match.over:
            raise no("match.live", "this match is not over; only finished ones can be imported")
        person, _ = await known_person(request, rooms)
        at, table, id_ = now(), new_id(), new_id()
        options = {o.name: o.text(n) for o, n in zip(match.game.options, match.options, strict=True)}
        course = Course(id_, match, at, None)
        result = _over(course)
        row = {
            "id": table, "game": match.game.name, "variant": match.variant, "players": match.players,
            "options": options, "box": "", "seed": "", "public": False, "host": person, "invite": new_id(),
            "bank": 0, "increment": 0, "time_out": "bot", "hints": False, "state": "over", "made": at, "touched": at,
        }  # fmt: skip
        seats = [{"table": table, "seat": n, "person": None, "bot": None, "name": ""} for n in range(match.players)]
        played = {
            "id": id_, "table": table, "number": 1, "options": options, "secret": f"{match.secret:032x}",
            "began": at, "ended": at, "result": msgspec.to_builtins(result), "names": [""] * match.players,
            "people": [None] * match.players, "plies": len(match.played),
        }  # fmt: skip
        made = [
            {"match": id_, "n": n, "kind": "move", "seat": p.player, "move": p.move, "at": p.at, "spent": 0}
            for n, p in enumerate(match.played, 1)
        ]

        def work(connection: Connection) -> None:
            check_counts(connection, rooms.settings, person)
            connection.execute(insert(schema.tables).values(**row))
            connection.execute(insert(schema.seats), seats)
            connection.execute(insert(schema.matches).values(**played))
            if made:
                connection.execute(insert(schema.entries), made)

        await rooms.store.write(work)
        room, found, course = await match_found(rooms, id_)
        return match_info(room, found, course, person)

    @get("/{match:str}", summary="One match", raises=REFUSALS)
    async def one(
        self, request: Asked, rooms: TheRooms, match: MatchId, language: FromQuery[wire.Language] = "en"
    ) -> wire.MatchInfo:
        """Describe a match that is over, with the secret of its dice."""
        room, row, course = await match_found(rooms, match)
        course.match.language = known(language)
        return match_info(room, row, course, person_of(request))

    @get(
        "/{match:str}/record",
        summary="The record of a match, as text",
        media_type=MediaType.TEXT,
        raises=REFUSALS,
    )
    async def record(self, rooms: TheRooms, match: MatchId) -> Response[str]:
        """Return the text of a match that is over: `decapod replay` and `decapod verify` read it."""
        _, _, course = await match_found(rooms, match)
        _over(course)
        return Response(
            course.match.dumps(),
            media_type="text/plain; charset=utf-8",
            headers={"content-disposition": f'attachment; filename="{course.match.game.name}-{match[:6]}.txt"'},
        )

    @get("/{match:str}/verify", summary="Prove a match", raises=REFUSALS)
    async def verify(self, rooms: TheRooms, match: MatchId) -> wire.Verified:
        """Deal the match again from its secret, check every move, and compare the seal published at the start."""
        _, _, course = await match_found(rooms, match)
        _over(course)
        text = course.match.dumps()
        try:
            proved = await asyncio.to_thread(_read, text, course.match.box)
        except Refused as refusal:
            return wire.Verified(ok=False, words=str(refusal), seal=course.match.seal, moves=course.ply)
        words = f"dealt again, {len(proved.played)} moves checked: nobody stacked the deck"
        return wire.Verified(ok=proved == course.match, words=words, seal=proved.seal, moves=len(proved.played))

    @get(
        "/{match:str}/scenes/{ply:int}",
        summary="A position of a match",
        raises=REFUSALS,
    )
    async def scene(
        self,
        request: Asked,
        rooms: TheRooms,
        match: MatchId,
        ply: Ply,
        layout: FromQuery[wire.Layout] = "wide",
        language: FromQuery[wire.Language] = "en",
        seat: SeatAsked = None,
        sketch: FromQuery[bool] = False,
    ) -> Response[bytes]:
        """Show the scene after a number of moves: from any seat once the match is over, before from your own."""
        room, _, course = await match_found(rooms, match)
        viewer = _viewer(room, course, person_of(request), seat)
        async with room.lock:
            then = course.match.at(ply)
            then.language = known(language)
            plain = then.scene(viewer, layout).data()
        if not sketch:
            plain["sketch"] = []
        if ply < course.ply or not course.over:
            plain["choices"] = [] if ply < course.ply else plain["choices"]
        body = {"match": match, "ply": ply, "viewer": -1 if viewer is None else viewer, "scene": plain}
        return Response(wire.encode(body), media_type=MediaType.JSON)

    @get("/{match:str}/story", summary="The story of a match", raises=REFUSALS)
    async def story(
        self,
        request: Asked,
        rooms: TheRooms,
        match: MatchId,
        language: FromQuery[wire.Language] = "en",
        seat: SeatAsked = None,
    ) -> list[wire.Told]:
        """Tell every move so far, as the viewer may know it."""
        room, _, course = await match_found(rooms, match)
        viewer = _viewer(room, course, person_of(request), seat)
        told: list[wire.Told] = []
        for ply in range(max(1, course.ply - TOLD_AT_ONCE), course.ply + 1):
            async with room.lock:
                course.match.language = known(language)
                lines = course.match.story(viewer, ply)
                told.append(wire.Told(ply=ply, seat=course.match.played[ply - 1].player, lines=lines))
            await asyncio.sleep(0)
        return told


def _read(text: str, box: Box | None = None) -> Match:
    return decapod.loads(text, box)
