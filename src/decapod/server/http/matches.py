"""Matches over HTTP: my finished ones, replay, record, import, proof."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.openapi.spec.example import Example
from litestar.params import Body, FromQuery, PathParameter, QueryParameter

from decapod.core.game import fingerprint
from decapod.core.game import game as game_named
from decapod.errors import ParseError
from decapod.server import wall_clock, wire
from decapod.server.http.dependencies import HttpRequest, TheServer, address_of, check_address, identify, person_of
from decapod.server.http.problems import REFUSALS, refusal
from decapod.server.live.archive import ArchivedMatch
from decapod.server.live.messages import deal_info
from decapod.server.live.quarantine import TROUBLES, write_kept_record
from decapod.server.live.room import Table
from decapod.server.live.server import Hub
from decapod.server.sandbox import ReadMatch
from decapod.server.store.boxes import insert_box, read_box
from decapod.server.store.entries import MOVE, MatchEvent
from decapod.server.store.guests import new_id
from decapod.server.store.matches import MatchRow, insert_played_match, list_finished_matches
from decapod.server.store.rooms import SeatHolder, TableRow, check_room_limits
from decapod.server.words import supported_language

if TYPE_CHECKING:
    from sqlalchemy import Connection

MOST_LISTED = 100
MOST_NARRATED = 2_000  # moves

MatchId = Annotated[str, PathParameter(max_length=24, description="The match's id.")]
Ply = Annotated[int, PathParameter(ge=0, le=100_000, description="After how many moves.")]
ViewerSeat = Annotated[int | None, QueryParameter(ge=0, lt=wire.MOST_SEATS, description="Seen from this seat.")]


async def find_match(server: Hub, match_id: str) -> ArchivedMatch:
    """Return a match, live or finished; answers that there is none."""
    match = await server.archive.find(match_id)
    if match is None:
        raise NotFoundException("there is no such match")
    return match


async def find_finished_match(server: Hub, match_id: str) -> ArchivedMatch:
    """Return a match that is over; refuses a live one, whose dice are a secret."""
    match = await find_match(server, match_id)
    if not match.log.over:
        raise refusal("match.live", "the match is not over; its dice are still a secret")
    return match


async def find_kept_match(server: Hub, match_id: str) -> tuple[Table, MatchRow]:
    """Return a finished match that is kept as a record, with its room; refuses one that is not over."""
    room, row = await server.archive.find_row(match_id) or (None, None)
    if room is None or row is None:
        raise NotFoundException("there is no such match")
    if row.result is None:
        raise refusal("match.live", "the match is not over; its dice are still a secret")
    return room, row


def check_viewer(match: ArchivedMatch, person: str, seat: int | None) -> None:
    """Refuse a seat to look from: once a match is over anybody may from any, before that only from one's own."""
    if seat is None:
        return
    if seat >= match.room.row.players:
        raise ParseError(f"the seats of this match are 0 to {match.room.row.players - 1}")
    if not match.log.over and seat not in match.room.seats_of(person):
        raise PermissionDeniedException("while a match is played you see it from your own seat only")


def describe_match(
    row: MatchRow, game: str, variant: str, players: int, result: wire.Result, person: str
) -> wire.MatchInfo:
    """Describe a finished match to a person."""
    of_game = game_named(game)
    results = of_game.player_results(result.code, result.winners, players)
    return wire.MatchInfo(
        id=row.id,
        room=row.room,
        game=game,
        title=of_game.title,
        variant=variant,
        players=players,
        names=row.names,
        began_at=row.began_at,
        ended_at=row.ended_at or row.began_at,
        plies=row.plies,
        result=msgspec.structs.replace(result, player_results=results),  # which is not stored
        you=[seat for seat, one in enumerate(row.people) if person and one == person],
    )


def describe_archived(match: ArchivedMatch, person: str, language: str) -> wire.MatchInfo:
    """Describe a finished match to a person in a language."""
    log, room = match.log, match.room
    result = log.result(match.words(language))
    assert result is not None, "only a finished match is described"
    row = match.row._replace(plies=log.ply, ended_at=match.row.ended_at or room.row.touched_at)
    return describe_match(row, room.game.name, room.row.variant, room.row.players, result, person)


class MatchController(Controller):
    """Finished matches, replayed and proved; and earlier positions of live ones."""

    path = "/api/matches"
    tags = ("matches",)

    @get(summary="My finished matches", raises=REFUSALS)
    async def mine(self, request: HttpRequest, server: TheServer) -> list[wire.MatchInfo]:
        """List the finished matches that you played or imported, the latest first."""
        person = person_of(request)
        if not person:
            return []
        return [
            describe_match(
                one.row, one.game, one.variant, one.players, msgspec.convert(one.row.result, wire.Result), person
            )
            for one in await list_finished_matches(server.store, person, MOST_LISTED)
        ]  # fmt: skip

    @post(summary="Import a match", raises=REFUSALS)
    async def take(
        self,
        request: HttpRequest,
        server: TheServer,
        data: Annotated[wire.ImportMatch, Body(examples=[Example(value={"record": "decapod match 1\n…"})])],
    ) -> wire.MatchInfo:
        """Import the text of a match that is over and not too long (`match.long`); every move of it is checked."""
        most = server.settings.imported_moves
        match = await server.services.readers.read_record(data.record, most, address_of(request))
        if match.result is None:
            raise refusal("match.live", "this match is not over; only finished ones can be imported")
        result = msgspec.convert(match.result, wire.Result)
        check_address(request, server)
        person, _ = await identify(request, server)
        room, row, entries = rows_of_match(match, person, wall_clock.now())
        seats = [SeatHolder() for _ in range(match.players)]

        def work(connection: Connection) -> None:
            check_room_limits(connection, server.settings, person)
            if match.box is not None:
                insert_box(connection, room.game, room.box, match.box_text, match.box)
            insert_played_match(connection, room, seats, row, entries)

        await server.store.write(work)
        return describe_match(row, room.game, room.variant, room.players, result, person)

    @get("/{match_id:str}", summary="One match", raises=REFUSALS)
    async def one(
        self, request: HttpRequest, server: TheServer, match_id: MatchId, language: FromQuery[wire.Language] = "en"
    ) -> wire.MatchInfo:
        """Describe a match that is over."""
        person = person_of(request)
        try:
            match = await find_finished_match(server, match_id)
        except TROUBLES:
            room, row = await find_kept_match(server, match_id)
            result = msgspec.convert(row.result, wire.Result)
            return describe_match(row, room.game.name, room.row.variant, room.row.players, result, person)
        return describe_archived(match, person, supported_language(language))

    @get(
        "/{match_id:str}/record",
        summary="The record of a match, as text",
        media_type=MediaType.TEXT,
        raises=REFUSALS,
    )
    async def record(self, server: TheServer, match_id: MatchId) -> Response[str]:
        """Return the text of a match that is over: `decapod replay` and `decapod verify` read it.

        One that is kept as a record, because its rules are no longer played, has numbers for moves.
        """
        try:
            match = await find_finished_match(server, match_id)
            game, text = match.room.game.name, await match.write_record()
        except TROUBLES:
            room, row = await find_kept_match(server, match_id)
            entries = await server.store.entries_from(row.id, 1)
            box = await read_box(server.store, room.game.name, room.row.box) if room.row.box else None
            box_text = box.text if box is not None else ""
            game, text = room.game.name, await asyncio.to_thread(write_kept_record, room.row, row, entries, box_text)
        return Response(
            text,
            media_type="text/plain; charset=utf-8",
            headers={"content-disposition": f'attachment; filename="{game}-{match_id[:6]}.txt"'},
        )

    @get("/{match_id:str}/verify", summary="Prove a match", raises=REFUSALS)
    async def verify(
        self,
        request: HttpRequest,
        server: TheServer,
        match_id: MatchId,
        language: FromQuery[wire.Language] = "en",
    ) -> wire.Proof:
        """Deal the match again, check every move and every seal, and say what that proves and what it does not.

        It is this server that says so; `decapod verify` does the same with the record on your own machine.
        """
        found = await find_finished_match(server, match_id)
        match = found.log.match
        if not found.is_verified:
            try:
                replica = await server.services.readers.read_record(
                    await found.write_record(), len(match.moves), address_of(request)
                )
            except ParseError as error:
                return wire.Proof(ok=False, words=[str(error)], secret=match.commitment.server_seed_digits)
            found.is_verified = replica.moves == [(made.player, made.action, made.elapsed_ms) for made in match.moves]
        return wire.Proof(
            ok=found.is_verified,
            words=match.describe_fairness(found.words(supported_language(language))),
            secret=match.commitment.server_seed_digits,
            deal=deal_info(match.commitment),
        )

    @get(
        "/{match_id:str}/scenes/{ply:int}",
        summary="A position of a match",
        raises=REFUSALS,
    )
    async def scene(
        self,
        request: HttpRequest,
        server: TheServer,
        match_id: MatchId,
        ply: Ply,
        layout: FromQuery[wire.Layout] = "desktop",
        language: FromQuery[wire.Language] = "en",
        seat: ViewerSeat = None,
        sketch: FromQuery[bool] = False,
    ) -> Response[bytes]:
        """Show the scene after a number of moves: from any seat once the match is over, before from your own."""
        match = await find_match(server, match_id)
        check_viewer(match, person_of(request), seat)
        words = match.words(supported_language(language))
        plain = await server.services.turns.call(
            lambda: match.log.match.at_ply(ply).scene(seat, layout, words).data(), address_of(request)
        )
        if not sketch:
            plain["sketch"] = []
        if ply < match.log.ply:
            plain["choices"] = []
        body: dict[str, Any] = {"match": match_id, "ply": ply, "viewer": -1 if seat is None else seat, "scene": plain}
        return Response(wire.encode(body), media_type=MediaType.JSON)

    @get("/{match_id:str}/story", summary="The story of a match", raises=REFUSALS)
    async def narration(
        self,
        request: HttpRequest,
        server: TheServer,
        match_id: MatchId,
        language: FromQuery[wire.Language] = "en",
        seat: ViewerSeat = None,
    ) -> list[wire.Narration]:
        """Tell every move so far, as the viewer may know it."""
        match = await find_match(server, match_id)
        check_viewer(match, person_of(request), seat)
        words, log = match.words(supported_language(language)), match.log
        narration: list[wire.Narration] = []

        def narrate(ply: int) -> None:
            if ply <= log.ply:  # else taken back meanwhile
                lines = log.match.describe_events(seat, ply, words)
                narration.append(wire.Narration(ply=ply, seat=log.match.moves[ply - 1].player, lines=lines))

        plies = range(max(1, log.ply - MOST_NARRATED), log.ply + 1)
        await server.services.turns.run(map(narrate, plies), address_of(request))
        return narration


def rows_of_match(match: ReadMatch, person: str, at: int) -> tuple[TableRow, MatchRow, list[MatchEvent]]:
    """Write down a match that was played elsewhere as what is stored: a room of a person, the match, its moves."""
    room = TableRow(
        id=new_id(), game=match.game, variant=match.variant, players=match.players, options=match.options,
        box=fingerprint(match.box) if match.box is not None else "", seed="", public=False, host=person,
        invite=new_id(), bank=0, increment=0, time_out="bot", hints=False, state="over", made_at=at, touched_at=at,
    )  # fmt: skip
    id_ = new_id()
    row = MatchRow(
        id=id_, room=room.id, number=1, options=match.options, secret=match.secret, began_at=at, ended_at=at,
        result=match.result, names=[""] * match.players, people=[None] * match.players, plies=len(match.moves),
        rules=match.rules, deal=match.deal,
    )  # fmt: skip
    entries = [MatchEvent(id_, n, MOVE, seat, move, after, 0) for n, (seat, move, after) in enumerate(match.moves, 1)]
    return room, row, entries
