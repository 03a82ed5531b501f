"""The pages and what belongs to them: home, table, replay, learn, rules, sprite sheets and static files."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Annotated, Any

from litestar import MediaType, Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import HTTPException
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler
from markupsafe import Markup
from msgspec import Meta, Struct

from decapod.errors import Refused
from decapod.game import Game, game, games
from decapod.scene import Scene
from decapod.scene.scene import LAYOUTS
from decapod.server import wire
from decapod.server.http.dependencies import HttpRequest, TheServer
from decapod.server.live.bots import DEFAULT_BOT, Levels, play_by_chance
from decapod.server.live.quarantine import TROUBLES, explain_trouble
from decapod.server.live.room import Room
from decapod.web import lessons, render, replays, sprites
from decapod.web.rules_html import list_chapters, render_rules
from decapod.web.words import choose_language, page_words

KEEP = CacheControlHeader(max_age=31_536_000, public=True, immutable=True)
PHRASES = 5
SOURCES = {"printed": "source.printed", "published": "source.published", "reconstructed": "source.reconstructed"}
PICTURED_MOVES = 24  # into a game, for the rules page's second picture
PICTURE_SEEDS = 1, 5  # of the deal, and of the moves


@dataclass(frozen=True)
class GameCard:
    """A game as the pages show it."""

    name: str
    title: str
    blurb: str
    minutes: str  # "" where nobody says how long it takes
    players: str
    banner: Markup
    lesson: bool  # whether there is one


def game_card(name: str, language: str) -> GameCard:
    """Make the card of a game in a language."""
    of = game(name)
    text = of.words(language)
    counts = sorted({n for _, n in of.modes})
    players = str(counts[0]) if len(counts) == 1 else f"{counts[0]}-{counts[-1]}"
    banner = Markup(sprites.banner(name))  # noqa: S704  # our own drawing
    has_lesson = bool(lessons.lesson(name))
    minutes = text("minutes") if "minutes" in text else ""
    return GameCard(name, text("title"), text("blurb"), minutes, players, banner, has_lesson)


def language_of(request: HttpRequest) -> str:
    """Find the language of a person: chosen, or their browser's."""
    return choose_language(request.cookies.get("decapod-language", ""), request.headers.get("accept-language", ""))


def answer_page(
    request: HttpRequest, name: str, here: dict[str, Any], status: int = 200, **values: Any
) -> Response[str]:
    """Render a page for whoever asks; `here` is for its modules, `values` for its template."""
    theme, address = request.cookies.get("decapod-theme", ""), request.app.state["server"].settings.address
    text = render.page(name, language_of(request), theme, here, address=address, **values)
    headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
    return Response(text, media_type=MediaType.HTML, status_code=status, headers=headers)


def answer_nothing(request: HttpRequest, key: str = "lost.page") -> Response[str]:
    """Answer that there is nothing here, in the words of a key."""
    return answer_page(request, "lost.html", {}, 404, message=page_words(language_of(request))(key))


def answer_kept(request: HttpRequest, room: Room, match: str, trouble: Refused, *, is_over: bool) -> Response[str]:
    """Answer why a match of a room is kept as a record, with the text of it if it is over."""
    message = explain_trouble(trouble, room.game, language_of(request))
    record = f"/api/matches/{match}/record" if is_over else ""
    return answer_page(request, "kept.html", {}, message=message, record=record)


def level_words(levels: Levels, language: str) -> dict[str, str]:
    """Say what each bot is, by its name: ours in the page's words, others in their own, after their name."""
    words, found = page_words(language), dict[str, str]()
    for name in levels.names:
        line = levels.describe(name, language)
        found[name] = words(f"level.{name}") if f"level.{name}" in words else f"{name} · {line}" if line else name
    return found


@get("/", include_in_schema=False, sync_to_thread=True)
def home(request: HttpRequest) -> Response[str]:
    """Show the games."""
    language = language_of(request)
    levels = level_words(request.app.state["server"].services.levels, language)
    here: dict[str, Any] = {"levels": levels, "level": DEFAULT_BOT}
    cards = [game_card(name, language) for name in games()]
    return answer_page(request, "home.html", here, games=cards, levels=levels)


@get("/table/{room_id:str}", include_in_schema=False)
async def table_page(
    request: HttpRequest,
    server: TheServer,
    room_id: FromPath[str],
    invite: FromQuery[str] = "",
    watch: FromQuery[bool] = False,
) -> Response[str]:
    """Show a table; what is on it comes through the socket."""
    room = await server.rooms.find(room_id)
    if room is None:
        return answer_nothing(request, "lost.table")
    if room.trouble is not None:
        return answer_kept(request, room, room.kept_match, room.trouble, is_over=room.row.state == "over")
    language = language_of(request)
    the_game = room.game
    here: dict[str, Any] = {
        "table": room_id,
        "invite": invite,
        "watch": watch,
        "game": the_game.name,
        "title": the_game.words(language)("title"),
        "sprites": sprites.address(the_game.name),
        "secrets": bool(the_game.rules.SECRETS),
        "rules": the_game.rulebook_in(language),
        "bot": DEFAULT_BOT,
        "icon": render.static("crab.svg"),
        "alert": render.static("turn.svg"),
    }
    words = page_words(language)
    phrases = [words(f"phrase.{i}") for i in range(PHRASES)]
    card = game_card(the_game.name, language)
    return answer_page(request, "table.html", here, game=card, sprites=here["sprites"], phrases=phrases)


@get("/replay/{match:str}", include_in_schema=False)
async def replay_page(request: HttpRequest, server: TheServer, match: FromPath[str]) -> Response[str]:
    """Show a match move by move; one that is kept as a record, as that."""
    try:
        await server.archive.find(match)
    except TROUBLES as trouble:
        found = await server.archive.find_row(match)
        if found is not None:
            return answer_kept(request, found[0], match, trouble, is_over=found[1].result is not None)
    here: dict[str, Any] = {"match": match, "sprites": {name: sprites.address(name) for name in games()}}
    return answer_page(request, "replay.html", here)


@get("/me/{code:str}", include_in_schema=False, sync_to_thread=True)
def me_page(request: HttpRequest, code: FromPath[str]) -> Response[str]:
    """Show the page of a personal link: one click, and this device is its person."""
    return answer_page(request, "me.html", {"code": code})


@get("/rules/{game_name:str}", include_in_schema=False, sync_to_thread=True)
def rules_page(request: HttpRequest, game_name: FromPath[str]) -> Response[str]:
    """Show a game's rules, with pictures of real scenes."""
    if game_name not in games():
        return answer_nothing(request, "lost.game")
    language = language_of(request)
    the_game = game(game_name)
    words = page_words(language)
    text = the_game.rules_text(language)
    lead, heading, rest = text.partition("\n## ")
    pictures = [
        {
            "source": f"/rules/{game_name}/{when}",
            "words": words(f"rules.{when}", n=the_game.mode()[1]),
            "wide": (scene.width, scene.height),
        }
        for when in ("opening", "middle")
        for scene in [sample_scene(game_name, when, "wide", language)]
    ]
    return answer_page(
        request, "rules.html", {}, game=game_card(the_game.name, language), pictures=pictures,
        lead=Markup(render_rules(lead)), body=Markup(render_rules(heading + rest)),  # noqa: S704  # escaped there
        marks=the_game.words(language)("mark.words") if the_game.marks_in(language) else "",
        chapters=list_chapters(text), sources=sources(the_game, language),
    )  # fmt: skip


def sources(the_game: Game, language: str) -> list[tuple[str, str]]:
    """List the parts of a game's box and where the numbers of each come from, in words."""
    page, own = page_words(language), the_game.words(language)
    return [
        (own(f"part.{part}"), page(SOURCES[source])) for part, source in the_game.box.printed.get("source", {}).items()
    ]


@functools.cache
def sample_scene(name: str, when: str, layout: str, language: str) -> Scene:
    """Make a real scene, always the same: the `opening` of a game, or its `middle`."""
    deal, moves = PICTURE_SEEDS
    match = game(name).match(seed=deal)
    play_by_chance(match, PICTURED_MOVES if when == "middle" else 0, moves)
    return match.scene(match.awaiting[0] if match.awaiting else None, layout, game(name).words(language))


@get("/rules/{game_name:str}/{when:str}", include_in_schema=False, sync_to_thread=True)
def rules_picture(request: HttpRequest, game_name: FromPath[str], when: FromPath[str]) -> Response[Any]:
    """Draw a picture of the rules page."""
    kind, _, layout = when.removesuffix(".svg").partition("-")
    if game_name not in games() or kind not in ("opening", "middle") or layout not in LAYOUTS:
        return answer_nothing(request)
    svg = sample_scene(game_name, kind, layout, language_of(request)).svg()
    headers = {"Content-Security-Policy": replays.PICTURE_POLICY, "Cache-Control": "max-age=3600"}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@get("/sprites/{sheet:str}", include_in_schema=False, sync_to_thread=True, cache_control=KEEP)
def sprite_sheet(request: HttpRequest, sheet: FromPath[str]) -> Response[Any]:
    """Send all faces of a game."""
    name = sheet.removesuffix(".svg")
    if name not in games():
        return answer_nothing(request)
    headers = {"Content-Security-Policy": replays.PICTURE_POLICY}
    return Response(sprites.sheet(name), media_type="image/svg+xml", headers=headers)


# --- lessons ------------------------------------------------------------------------------------------------


Moves = Annotated[list[Annotated[int, Meta(ge=0, le=2**40)]], Meta(max_length=40)]
Clicks = Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=12)]


class LearnerInput(Struct, forbid_unknown_fields=True):
    """What a learner did in a step so far: moves, and pieces clicked that make none."""

    moves: Moves = []
    clicks: Clicks = []
    typed: Annotated[str, Meta(max_length=200)] = ""
    layout: str = "wide"


@get("/learn/{game_name:str}", include_in_schema=False, sync_to_thread=True)
def learn_page(request: HttpRequest, game_name: FromPath[str]) -> Response[str]:
    """Show a game's lesson, if it has one."""
    if game_name not in games() or not lessons.lesson(game_name):
        return answer_nothing(request, "lost.game")
    language = language_of(request)
    the_game = game(game_name)
    steps = [
        {"title": step.text("title", language), "say": step.text("say", language), "done": step.text("done", language),
         "rule": step.rule, "show": list(step.show)}
        for step in lessons.lesson(game_name)
    ]  # fmt: skip
    here: dict[str, Any] = {
        "game": game_name,
        "sprites": sprites.address(game_name),
        "rules": the_game.rulebook_in(language),
        "steps": steps,
        "level": DEFAULT_BOT,
        "levels": list(request.app.state["server"].services.levels.names),
        "rivals": the_game.mode()[1] - 1,
    }
    return answer_page(request, "learn.html", here, game=game_card(game_name, language), sprites=here["sprites"])


@post("/learn/{game_name:str}/{number:int}", include_in_schema=False, sync_to_thread=True, status_code=200)
def learn_step(
    request: HttpRequest, game_name: FromPath[str], number: FromPath[int], data: JSONBody[LearnerInput]
) -> Response[bytes]:
    """Check what a learner did, with the rules themselves."""
    steps = lessons.lesson(game_name) if game_name in games() else ()
    if not 1 <= number <= len(steps):
        return answer_json({"detail": "there is no such step"}, status=404)
    step, words = steps[number - 1], game(game_name).words(language_of(request))
    layout = "tall" if data.layout == "tall" else "wide"
    try:
        if data.clicks:
            why, rule, done = lessons.explain_clicks(step, data.moves, data.clicks, words)
            return answer_json({"words": why, "rule": rule, "done": done})
        moves = list(data.moves)
        if data.typed:
            moves += lessons.attempt(step, moves, words).match.read(step.player, data.typed, words)
        attempt = lessons.attempt(step, moves, words)
    except Refused as error:
        return answer_json({"words": error.reason.words or str(error), "rule": error.reason.rule, "done": False})
    scene = attempt.match.scene(step.player, layout, words).data()
    return answer_json({"scene": scene, "moves": moves, "done": attempt.done, "missed": attempt.missed})


def answer_json(body: dict[str, Any], status: int = 200) -> Response[bytes]:
    """Answer a module of ours, as the server's own messages are written."""
    return Response(wire.encode(body), media_type=MediaType.JSON, status_code=status)


def answer_no_file(_: HttpRequest, __: Exception) -> Response[wire.Problem]:
    """Answer that there is no such file, whatever is wrong with its name."""
    return Response(wire.Problem(status_code=404, detail="there is no such file"), status_code=404)


def routes() -> list[ControllerRouterHandler]:
    """List everything the server shall serve for the pages."""
    static = create_static_files_router(
        path=f"/static/{render.stamp()}",
        directories=[render.STATIC],
        cache_control=KEEP,
        include_in_schema=False,
        exception_handlers=dict.fromkeys((HTTPException, Exception), answer_no_file),
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
            replays.judge_move,
        ],
    )
    return [pages, static]
