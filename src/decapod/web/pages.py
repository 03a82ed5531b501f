"""The pages and what belongs to them: home, table, replay, learn, rules, sprite sheets and static files."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Annotated, Any

from litestar import MediaType, Request, Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler
from markupsafe import Markup
from msgspec import Meta, Struct

from decapod import bots
from decapod.errors import Refused
from decapod.game import Game, game, games
from decapod.scene.scene import LAYOUTS
from decapod.server import wire
from decapod.server.rooms import TheRooms
from decapod.web import lessons, render, replays, sprites, words
from decapod.web.rules_html import list_chapters, render_rules

KEEP = CacheControlHeader(max_age=31_536_000, public=True, immutable=True)
PHRASES = 5
LONGEST_ID = 24
SOURCES = {"printed": "source.printed", "published": "source.published", "reconstructed": "source.reconstructed"}
#: Games that ask the same question again and again: the move that passes, and what is empty when a round begins.
PASSES = {"crabe-vs-poulpe": {"move": "let", "until": "pile"}}
PICTURED = 24  # moves into a game, for the rules page's second picture

Some = Request[Any, Any, Any]


@dataclass(frozen=True)
class Shown:
    """A game as the pages show it."""

    name: str
    title: str
    blurb: str
    minutes: str
    players: str
    banner: Markup
    lesson: bool  # whether there is one


def shown(name: str, language: str) -> Shown:
    """Say of a game what its card says."""
    played = game(name)
    said = played.words(language)
    counts = sorted({n for _, n in played.modes})
    players = str(counts[0]) if len(counts) == 1 else f"{counts[0]}-{counts[-1]}"
    return Shown(
        name,
        said("title"),
        said("blurb"),
        said("minutes"),
        players,
        Markup(sprites.banner(name)),  # noqa: S704
        bool(lessons.lesson(name)),
    )


def language_of(request: Some) -> str:
    """Find the language of a person: chosen, or their browser's."""
    return words.preferred(request.cookies.get("decapod-language", ""), request.headers.get("accept-language", ""))


def rendered(request: Some, name: str, here: dict[str, Any], status: int = 200, **values: Any) -> Response[str]:
    """Render a page for a person."""
    text = render.page(name, language_of(request), request.cookies.get("decapod-theme", ""), here, **values)
    headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
    return Response(text, media_type=MediaType.HTML, status_code=status, headers=headers)


def lost(request: Some, key: str = "lost.page") -> Response[str]:
    """Say that there is nothing here."""
    said = words.spoken(language_of(request))
    return rendered(request, "lost.html", {}, 404, message=said(key))


def level() -> str:
    """Name the bot that plays unless another is chosen."""
    return "sampler" if "sampler" in bots.BOTS else bots.BOTS[-1]


@get("/", include_in_schema=False, sync_to_thread=True)
def home(request: Some) -> Response[str]:
    """Show the games."""
    language = language_of(request)
    here: dict[str, Any] = {"levels": list(bots.BOTS), "level": level()}
    cards = [shown(name, language) for name in games()]
    return rendered(request, "home.html", here, games=cards, levels=bots.BOTS)


@get("/table/{table:str}", include_in_schema=False)
async def table_page(
    request: Some, rooms: TheRooms, table: FromPath[str], invite: FromQuery[str] = "", watch: FromQuery[bool] = False
) -> Response[str]:
    """Show a table; what is on it comes through the socket."""
    room = await rooms.find(table) if len(table) <= LONGEST_ID else None
    if room is None:
        return lost(request, "lost.table")
    language = language_of(request)
    played = room.game
    here: dict[str, Any] = {
        "table": table,
        "invite": invite,
        "watch": watch,
        "game": played.name,
        "title": played.words(language)("title"),
        "sprites": sprites.address(played.name),
        "secrets": bool(played.rules.SECRETS),
        "rules": played.rulebook_in(language),
        "pass": PASSES.get(played.name),
        "bot": level(),
        "icon": render.static("crab.svg"),
        "alert": render.static("turn.svg"),
    }
    said = words.spoken(language)
    phrases = [said(f"phrase.{i}") for i in range(PHRASES)]
    card = shown(played.name, language)
    return rendered(request, "table.html", here, game=card, sprites=here["sprites"], phrases=phrases)


@get("/replay/{match:str}", include_in_schema=False, sync_to_thread=True)
def replay_page(request: Some, match: FromPath[str]) -> Response[str]:
    """Show a match move by move."""
    here: dict[str, Any] = {"match": match, "sprites": {name: sprites.address(name) for name in games()}}
    return rendered(request, "replay.html", here)


@get("/me/{code:str}", include_in_schema=False, sync_to_thread=True)
def me_page(request: Some, code: FromPath[str]) -> Response[str]:
    """Show the page of a personal link: one click, and this device is its person."""
    return rendered(request, "me.html", {"code": code})


@get("/rules/{game_name:str}", include_in_schema=False, sync_to_thread=True)
def rules_page(request: Some, game_name: FromPath[str]) -> Response[str]:
    """Show a game's rules, with pictures of real scenes."""
    if game_name not in games():
        return lost(request, "lost.game")
    language = language_of(request)
    played = game(game_name)
    said = words.spoken(language)
    text = played.rules_text(language)
    lead, heading, rest = text.partition("\n## ")
    pictures = [
        {"source": f"/rules/{played.name}/{when}", "words": said(f"rules.{when}", n=played.mode()[1]), "wide": sizes}
        for when in ("opening", "middle")
        for drawn in [picture(played.name, when, "wide", language)]
        for sizes in [(drawn.width, drawn.height)]
    ]
    return rendered(
        request, "rules.html", {}, game=shown(played.name, language), pictures=pictures,
        lead=Markup(render_rules(lead)), body=Markup(render_rules(heading + rest)),  # noqa: S704  # escaped there
        chapters=list_chapters(text), sources=sources(played, language),
    )  # fmt: skip


def sources(played: Game, language: str) -> list[tuple[str, str]]:
    """Say of each part of a game's box where its numbers come from."""
    said, named = words.spoken(language), played.words(language)
    return [(named(f"part.{part}"), said(SOURCES[source])) for part, source in played.box.printed["source"].items()]


@functools.cache
def picture(name: str, when: str, layout: str, language: str) -> Any:
    """Make a real scene: the start of a game, or one under way."""
    match = game(name).match(seed=1)
    match.language = language
    bot = bots.bot("chance", seed=5)
    for _ in range(PICTURED if when == "middle" else 0):
        if match.over:
            break
        player = match.awaiting[0]
        match.play(player, bot.choose(match, player))
    return match.scene(match.awaiting[0] if match.awaiting else None, layout)


@get("/rules/{game_name:str}/{when:str}", include_in_schema=False, sync_to_thread=True)
def rules_picture(request: Some, game_name: FromPath[str], when: FromPath[str]) -> Response[Any]:
    """Draw a picture of the rules page."""
    kind, _, layout = when.removesuffix(".svg").partition("-")
    if game_name not in games() or kind not in ("opening", "middle") or layout not in LAYOUTS:
        return lost(request)
    drawn = picture(game_name, kind, layout, language_of(request)).svg()
    headers = {"Content-Security-Policy": replays.PICTURE_POLICY, "Cache-Control": "max-age=3600"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@get("/sprites/{sheet:str}", include_in_schema=False, sync_to_thread=True, cache_control=KEEP)
def sprite_sheet(request: Some, sheet: FromPath[str]) -> Response[Any]:
    """Send all faces of a game."""
    name = sheet.removesuffix(".svg")
    if name not in games():
        return lost(request)
    headers = {"Content-Security-Policy": replays.PICTURE_POLICY}
    return Response(sprites.sheet(name), media_type="image/svg+xml", headers=headers)


# --- lessons ------------------------------------------------------------------------------------------------


Moves = Annotated[list[Annotated[int, Meta(ge=0, le=2**40)]], Meta(max_length=40)]
Clicks = Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=12)]


class Attempt(Struct, forbid_unknown_fields=True):
    """What a learner did in a step so far: moves, and pieces clicked that make none."""

    moves: Moves = []
    clicks: Clicks = []
    typed: Annotated[str, Meta(max_length=200)] = ""
    layout: str = "wide"


@get("/learn/{game_name:str}", include_in_schema=False, sync_to_thread=True)
def learn_page(request: Some, game_name: FromPath[str]) -> Response[str]:
    """Show a game's lesson, if it has one."""
    if game_name not in games() or not lessons.lesson(game_name):
        return lost(request, "lost.game")
    language = language_of(request)
    played = game(game_name)
    steps = [
        {"title": step.said("title", language), "say": step.said("say", language), "done": step.said("done", language),
         "rule": step.rule, "show": list(step.show)}
        for step in lessons.lesson(game_name)
    ]  # fmt: skip
    here: dict[str, Any] = {
        "game": game_name,
        "sprites": sprites.address(game_name),
        "rules": played.rulebook_in(language),
        "steps": steps,
        "level": level(),
        "rivals": played.mode()[1] - 1,
    }
    return rendered(request, "learn.html", here, game=shown(game_name, language), sprites=here["sprites"])


@post("/learn/{game_name:str}/{number:int}", include_in_schema=False, sync_to_thread=True, status_code=200)
def learn_step(
    request: Some, game_name: FromPath[str], number: FromPath[int], data: JSONBody[Attempt]
) -> Response[bytes]:
    """Check what a learner did, with the rules themselves."""
    steps = lessons.lesson(game_name) if game_name in games() else ()
    if not 1 <= number <= len(steps):
        return answered({"detail": "there is no such step"}, status=404)
    step, language = steps[number - 1], language_of(request)
    layout = "tall" if data.layout == "tall" else "wide"
    try:
        if data.clicks:
            said, rule, done = lessons.asked(step, data.moves, data.clicks, language)
            return answered({"words": said, "rule": rule, "done": done})
        moves = list(data.moves)
        if data.typed:
            moves.append(lessons.attempt(step, moves, language).match.read(step.player, data.typed))
        tried = lessons.attempt(step, moves, language)
    except Refused as error:
        return answered({"words": error.reason.words or str(error), "rule": error.reason.rule, "done": False})
    scene = tried.match.scene(step.player, layout).data()
    return answered({"scene": scene, "moves": moves, "done": tried.done, "missed": tried.missed})


def answered(body: dict[str, Any], status: int = 200) -> Response[bytes]:
    """Answer a module of ours, as the server's own messages are written."""
    return Response(wire.encode(body), media_type=MediaType.JSON, status_code=status)


def routes() -> list[ControllerRouterHandler]:
    """List everything the server shall serve for the pages."""
    static = create_static_files_router(
        path=f"/static/{render.stamp()}",
        directories=[render.STATIC],
        cache_control=KEEP,
        include_in_schema=False,
    )
    pages = Router(
        path="/",
        route_handlers=[
            home,
            table_page,
            me_page,
            replay_page,
            rules_page,
            rules_picture,
            sprite_sheet,
            learn_page,
            learn_step,
            replays.position_picture,
            replays.judged_move,
        ],
    )
    return [pages, static]
