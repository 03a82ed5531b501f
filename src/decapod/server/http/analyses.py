"""The analysis of finished matches over HTTP, and playing on from a position of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from litestar import Controller, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi.spec.example import Example
from litestar.params import Body, FromQuery, PathParameter
from msgspec import Meta, Struct

from decapod.analysis.match_review import Review
from decapod.analysis.position import describe_line
from decapod.errors import IllegalMoveError, ParseError
from decapod.server import wall_clock, wire
from decapod.server.http.dependencies import HttpRequest, TheServer, address_of, check_address, identify, person_of
from decapod.server.http.matches import MatchId, find_finished_match
from decapod.server.http.problems import REFUSALS
from decapod.server.http.rooms import describe_room, find_room
from decapod.server.live.bots import bot_name
from decapod.server.live.thinkers import BotRequest, Priority
from decapod.server.store.entries import MOVE, MatchEvent
from decapod.server.store.guests import new_id
from decapod.server.store.matches import MatchRow, insert_played_match
from decapod.server.store.rooms import SeatHolder, TableRow, check_room_limits
from decapod.server.words import reason, supported_language

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from decapod.analysis.match_review import MoveReview
    from decapod.scene import Translator
    from decapod.server.live.archive import ArchivedMatch
    from decapod.server.live.reviews import MatchReview

MoveNumber = Annotated[int, PathParameter(ge=1, le=100_000, description="The number of the move, from 1.")]


class PlayOn(Struct, forbid_unknown_fields=True, kw_only=True):
    """Play a finished match on from a position of it: I on a seat, bots of a level on all others."""

    ply: Annotated[int, Meta(ge=0, le=100_000)]
    seat: wire.SeatNumber = 0
    bot: wire.ShortText | None = None


class GradedMove(Struct, kw_only=True):
    """A move that cost more of the chance than may be noise."""

    ply: int  # its number, from 1
    seat: int
    grade: str  # "inaccuracy", "mistake" or "blunder"
    loss: float
    error: float  # one standard error of the loss


class AnalysisInfo(Struct, kw_only=True):
    """How far the analysis of a match is, and what it found so far: chances are from 0 to 1."""

    running: bool
    done: int
    total: int
    simulations: int  # for each position, at most
    of: str  # what a chance is one of: "win", "place" or "points"
    graph: list[list[tuple[int, float]]]  # for each seat: after how many moves it had which chance
    graded: list[GradedMove]
    turning: int | None  # the number of the move that turned it


class AnalysedMove(Struct, kw_only=True):
    """A move, how good it is, and the pieces that are clicked for it."""

    words: str
    chance: float | None  # None where there was nothing to choose
    error: float
    pieces: list[str]


class MoveAnalysis(Struct, kw_only=True):
    """What the analysis says of one move."""

    ply: int
    seat: int
    made: AnalysedMove
    best: AnalysedMove
    line: list[wire.LineMove]  # what would follow the best move, the first is that itself
    grade: str  # "" if it cost next to nothing
    loss: float
    error: float


class AnalysisController(Controller):
    """What a search makes of finished matches."""

    path = "/api/matches/{match_id:str}"
    tags = ("matches",)

    @post("/analysis", summary="Analyse a match", raises=REFUSALS)
    async def begin(
        self, request: HttpRequest, server: TheServer, match_id: MatchId, language: FromQuery[wire.Language] = "en"
    ) -> AnalysisInfo:
        """Look at every move of a match that is over, in the background, or go on with that; ask how far it is by GET.

        It rests when nobody asks for a while. What was found is kept for others as long as the match is in memory.
        """
        match = await find_finished_match(server, match_id)
        asker = BotRequest(person_of(request), address_of(request), Priority.WATCHED)
        return describe_review(server.reviews.begin(match, asker, supported_language(language)))

    @get("/analysis", summary="How far the analysis of a match is", raises=REFUSALS)
    async def look(self, request: HttpRequest, server: TheServer, match_id: MatchId) -> AnalysisInfo:
        """Tell what was found so far; nothing, if nobody had the match analysed."""
        match = await find_finished_match(server, match_id)
        if match.review is None:
            return describe_none(match)
        found = watch(match)
        return await server.services.turns.call(lambda: describe_review(found), address_of(request))

    @get("/analysis/{ply:int}", summary="The analysis of one move", raises=REFUSALS)
    async def look_at_move(
        self,
        request: HttpRequest,
        server: TheServer,
        match_id: MatchId,
        ply: MoveNumber,
        layout: FromQuery[wire.Layout] = "desktop",
        language: FromQuery[wire.Language] = "en",
    ) -> MoveAnalysis:
        """Tell what would have been better than a move, how much it cost, and what would have followed."""
        match = await find_finished_match(server, match_id)
        verdict = watch(match).review.verdict(ply) if match.review is not None else None
        if verdict is None:
            raise NotFoundException("this move was not analysed")
        words = match.words(supported_language(language))
        return await server.services.turns.call(
            lambda: describe_move(match, verdict, layout, words), address_of(request)
        )

    @post("/play-on", summary="Play on from a position of a match", raises=REFUSALS)
    async def play_on(
        self,
        request: HttpRequest,
        server: TheServer,
        match_id: MatchId,
        data: Annotated[PlayOn, Body(examples=[Example(value={"ply": 12, "seat": 0, "bot": "level3"})])],
        language: FromQuery[wire.Language] = "en",
    ) -> wire.RoomInfo:
        """Set up a table of your own at a position of a match that is over, dealt alike, against bots."""
        match = await find_finished_match(server, match_id)
        log, room = match.log, match.room
        if data.ply > log.ply or data.seat >= room.row.players:
            raise ParseError(f"the match has {log.ply} moves and {room.row.players} seats")
        position = await server.services.turns.call(lambda: log.match.at_ply(data.ply), address_of(request))
        if position.is_over:
            raise IllegalMoveError(reason("play_on.over", supported_language(language)))
        level = server.services.levels.check(data.bot, room.game)
        check_address(request, server)
        person, name = await identify(request, server)
        seats = [
            SeatHolder(person, None, name) if seat == data.seat else SeatHolder(None, level, bot_name(seat))
            for seat in range(room.row.players)
        ]
        new_room, row, entries = rows_to_play_on(match, data.ply, seats, person, server.services.clock.now())

        def work(connection: Connection) -> None:
            check_room_limits(connection, server.settings, person)
            insert_played_match(connection, new_room, seats, row, entries)

        await server.store.write(work)
        return describe_room(await find_room(server, new_room.id), person)


def watch(match: ArchivedMatch) -> MatchReview:
    """Return the review of a match, which somebody looks at now."""
    assert match.review is not None
    match.review.watch()
    return match.review


def describe_review(found: MatchReview) -> AnalysisInfo:
    """Tell how far a review is."""
    review = found.review
    graded = [
        GradedMove(
            ply=one.ply,
            seat=one.player,
            grade=one.grade,
            loss=round(one.value_loss, 4),
            error=round(one.value_loss_error, 4),
        )
        for one in review.verdicts
        if one.grade
    ]
    return AnalysisInfo(
        running=found.is_running, done=review.done, total=review.total, simulations=review.simulations, of=review.of,
        graph=[[(ply, round(chance, 4)) for ply, chance in line] for line in review.graph()], graded=graded,
        turning=review.turning_point,
    )  # fmt: skip


def describe_none(match: ArchivedMatch) -> AnalysisInfo:
    """Tell that nobody had a match analysed."""
    review = Review(match.log.match, winners=())
    return AnalysisInfo(
        running=False, done=0, total=review.total, simulations=0, of=review.of, graph=[], graded=[], turning=None
    )


def describe_move(match: ArchivedMatch, verdict: MoveReview, layout: str, words: Translator) -> MoveAnalysis:
    """Put into words what was found out about a move."""
    seat = match.log.match.at_ply(verdict.ply - 1).player_view(verdict.player, event_log=False)
    clicks = {choice.move: list(choice.clicks) for choice in seat.scene(layout, words).choices}

    def describe(move: int, chance: float | None, error: float) -> AnalysedMove:
        return AnalysedMove(
            words=seat.describe_move(move, words).words, chance=None if chance is None else round(chance, 4),
            error=round(error, 4), pieces=clicks.get(move, []),
        )  # fmt: skip

    line = describe_line(seat, list(verdict.line), words)
    return MoveAnalysis(
        ply=verdict.ply, seat=verdict.player, made=describe(verdict.move, verdict.made_chance, verdict.made_error),
        best=describe(verdict.best, verdict.chance, verdict.error),
        line=[wire.LineMove(seat=player, words=move.words) for player, move in line], grade=verdict.grade,
        loss=round(verdict.value_loss, 4), error=round(verdict.value_loss_error, 4),
    )  # fmt: skip


def rows_to_play_on(
    match: ArchivedMatch, ply: int, seats: list[SeatHolder], person: str, at: int
) -> tuple[TableRow, MatchRow, list[MatchEvent]]:
    """Write down a match that is dealt as another was and has its first moves, to be played on in a room of its own."""
    old, made = match.room.row, match.log.match.moves[:ply]
    seed = f"{match.log.match.commitment.seed:032x}"
    now = wall_clock.now()
    room = TableRow(
        id=new_id(), game=old.game, variant=old.variant, players=old.players, options=match.row.options, box=old.box,
        seed=seed, public=False, host=person, invite=new_id(), bank=0, increment=0, time_out="bot", hints=True,
        state="playing", made_at=now, touched_at=now,
    )  # fmt: skip
    row = MatchRow(
        id=new_id(), room=room.id, number=1, options=match.row.options, secret=seed, began_at=at, ended_at=None,
        result=None, names=[holder.name for holder in seats], people=[holder.person for holder in seats], plies=0,
        rules=match.room.game.version,
    )  # fmt: skip
    entries = [MatchEvent(row.id, n, MOVE, one.player, one.action, 0, 0) for n, one in enumerate(made, 1)]
    return room, row, entries
