"""The pages and what belongs to them: home, table, replay, learn, rules, sprite sheets and static files."""

from __future__ import annotations

import asyncio
import functools
import io
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from litestar import MediaType, Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler, ExceptionHandlersMap
from markupsafe import Markup, escape
from msgspec import Meta, Struct

from decapod.bots.stored_names import earlier_name
from decapod.core.game import Box, Game, game, games
from decapod.core.rulebook import find_marks, split_chapter
from decapod.errors import DecapodError
from decapod.scene import Scene
from decapod.scene.schema import LAYOUTS
from decapod.scene.svg import symbol
from decapod.server import wire
from decapod.server.http import problems
from decapod.server.http.dependencies import HttpRequest, TheServer, address_of
from decapod.server.live.bots import DEFAULT_BOT, LEVELS, Levels, play_by_chance
from decapod.server.live.boxes import Boxes
from decapod.server.live.quarantine import TROUBLES, explain_trouble
from decapod.server.live.room import Table
from decapod.server.live.server import Hub
from decapod.web import kept_pages, lessons, render, replays, sprites, worked_examples
from decapod.web.kept_pages import OWN_PACKING
from decapod.web.rules_html import bind_spaces, list_chapters, list_faces, render_rules
from decapod.web.words import LANGUAGES, choose_language, page_words

KEEP = CacheControlHeader(max_age=31_536_000, public=True, immutable=True)
THEMES = ("light", "dark")
PHRASES = 5
MOST_DIFFERENCES = 3  # of a box from the printed one, named in a line
MOST_KEPT_FREE = 9  # lines for a person's own tables on the home page, before they are known; more are scrolled to
LONGEST_ID = 64  # of a table or an invitation, as far as anybody may write one
SOURCES = {"printed": "source.printed", "published": "source.published", "reconstructed": "source.reconstructed"}
PICTURED_MOVES = 24  # into a game, for the rules page's second picture
PICTURE_SEEDS = 1, 5  # of the deal, and of the moves
PICTURED_PLAYERS = 3  # where a game's usual variant is for as many

ShowRules = Callable[[HttpRequest, Game, Box, Sequence[str]], Response[Any]]


@dataclass(frozen=True)
class GameCard:
    """A game as the pages show it."""

    name: str
    title: str
    blurb: str
    goal: str  # how it is won; "" where there is no lesson that says it
    minutes: str  # "" where nobody says how long it takes
    players: str
    banner: Markup
    lesson: bool  # whether there is one
    box_note: str = ""  # in what its box differs from the printed game; "" for the printed box


def game_card(of: Game, language: str, box: Box, variant: str = "") -> GameCard:
    """Make the card of a game in a language, as a box draws it; of a variant, if it is won in its own way."""
    name = of.name
    text = of.translator(language)
    counts = sorted({n for _, n in of.modes})
    players = str(counts[0]) if len(counts) == 1 else f"{counts[0]}-{counts[-1]}"
    banner = Markup(sprites.banner(of, box))  # noqa: S704  # our own drawing
    has_lesson = bool(lessons.lesson(name))
    goal, minutes = lessons.goal(name, language, variant), text("minutes") if "minutes" in text else ""
    return GameCard(name, text("title"), text("blurb"), goal, minutes, players, banner, has_lesson)


def language_of(request: HttpRequest) -> str:
    """Find the language of a person: chosen, or their browser's."""
    return choose_language(request.cookies.get("decapod-language", ""), request.headers.get("accept-language", ""))


def theme_of(request: HttpRequest) -> str:
    """Find the theme that a person chose; empty if they leave it to their browser."""
    chosen = request.cookies.get("decapod-theme", "")
    return chosen if chosen in THEMES else ""


def write_page(request: HttpRequest, name: str, here: dict[str, Any], **values: Any) -> str:
    """Render a page for whoever asks; `here` is for its modules, `values` for its template."""
    address = request.app.state["server"].settings.address
    return render.page(name, language_of(request), theme_of(request), here, address=address, **values)


def answer_page(
    request: HttpRequest, name: str, here: dict[str, Any], status: int = 200, **values: Any
) -> Response[str]:
    """Answer with a page that is made for whoever asks."""
    headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
    text = write_page(request, name, here, **values)
    return Response(text, media_type=MediaType.HTML, status_code=status, headers=headers)


def answer_same(request: HttpRequest, about: Hashable, write: Callable[[], str]) -> Response[Any]:
    """Answer with the page `about` something, which is the same for all who read its language; it is written once."""
    server: Hub = request.app.state["server"]
    boxes = tuple(box.hash for box in server.services.boxes.house.values())
    key = about, language_of(request), theme_of(request), server.settings.address, server.services.levels, boxes
    return kept_pages.answer(request, key, write)


def answer_nothing(request: HttpRequest, key: str = "lost.page") -> Response[str]:
    """Answer that there is nothing here, in the words of a key."""
    return answer_page(request, "lost.html", {}, 404, message=page_words(language_of(request))(key))


def answer_lost(request: HttpRequest, error: NotFoundException) -> Response[Any]:
    """Answer a browser that there is no such page, with a page; programs as the interface does."""
    asks_for_page = request.method == "GET" and MediaType.HTML.value in request.headers.get("accept", "")
    if asks_for_page and not request.url.path.startswith(("/api/", "/static/", "/pictures/")):
        return answer_nothing(request)
    return problems.answer_http(request, error)


#: What is answered otherwise where there are pages.
HANDLERS: ExceptionHandlersMap = {NotFoundException: answer_lost}


def answer_kept(
    request: HttpRequest, room: Table, match: str, trouble: DecapodError, *, is_over: bool
) -> Response[str]:
    """Answer why a match of a room is kept as a record, with the text of it if it is over."""
    message = explain_trouble(trouble, room.game, language_of(request))
    record = f"/api/matches/{match}/record" if is_over else ""
    return answer_page(request, "kept.html", {}, message=message, record=record)


@functools.lru_cache(maxsize=16)
def describe_levels(levels: Levels, language: str) -> dict[str, dict[str, Any]]:
    """Say what people call each bot, and how it plays: our six levels first, then whoever else may sit at tables."""
    words, found = page_words(language), dict[str, dict[str, Any]]()
    for name in sorted(levels.names, key=lambda name: name not in LEVELS):
        title = words(f"level.{name}") if f"level.{name}" in words else levels.title(name, language)
        found[name] = {"title": title, "words": levels.describe(name, language), "ours": name in LEVELS}
        if earlier := earlier_name(name):
            found[name]["earlier"] = earlier  # what a browser may have stored
    return found


@get("/", include_in_schema=False, sync_to_thread=True, opt=OWN_PACKING)
def home(request: HttpRequest) -> Response[Any]:
    """Show the games."""
    tables = request.cookies.get("decapod-tables", "")
    kept_free = min(int(tables), MOST_KEPT_FREE) if tables.isdecimal() and tables.isascii() else 0
    return answer_same(request, ("home", kept_free), lambda: write_home(request, kept_free))


def write_home(request: HttpRequest, tables: int) -> str:
    """Write the page of all games, with room for a person's tables, of which there were so many last time."""
    language = language_of(request)
    levels = describe_levels(request.app.state["server"].services.levels, language)
    here: dict[str, Any] = {"levels": levels, "level": DEFAULT_BOT}
    boxes: Boxes = request.app.state["server"].services.boxes
    cards: list[GameCard] = []
    for name in games():
        of, box = game(name), boxes.usual(game(name))
        note = describe_box(request, of, box, of.box_differences(box), link=True)
        cards.append(replace(game_card(of, language, box), box_note=note))
    return write_page(request, "home.html", here, games=cards, tables=tables)


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
    box = await server.services.boxes.find(the_game, room.row.box) if room.row.box else the_game.box
    rules = f"/rules/{the_game.name}{box_query(request, the_game, box)}"
    differences = await server.services.boxes.differences(the_game, box, address_of(request))
    here: dict[str, Any] = {
        "table": room_id,
        "invite": invite,
        "watch": watch,
        "game": the_game.name,
        "title": the_game.translator(language)("title"),
        "sprites": sprites.address(the_game, box),
        "secrets": bool(the_game.rules.HAS_HIDDEN_INFORMATION),
        "rules": the_game.rules_by_id(language, box),
        "rulesPage": rules,
        "levels": await asyncio.to_thread(describe_levels, server.services.levels, language),
        "level": DEFAULT_BOT,
        "icon": render.static("crab.svg"),
        "alert": render.static("turn.svg"),
        "pace": server.services.settings.pace,
    }
    words = page_words(language)
    phrases = [words(f"phrase.{i}") for i in range(PHRASES)]
    card = game_card(the_game, language, box, room.row.variant)
    address = server.services.settings.address or str(request.base_url).rstrip("/")
    kind = replays.picture_kinds()[0]
    drawn = f"/rules/{the_game.name}/opening-desktop.{kind}"
    if room.log is not None:
        drawn = f"/pictures/{room.log.id}/{room.log.ply}.{kind}"
    return answer_page(
        request, "table.html", here, game=card, rules=rules, sprites=here["sprites"], phrases=phrases,
        preview=address + drawn, box_note=describe_box(request, the_game, box, differences, link=True),
    )  # fmt: skip


@get("/table/{room_id:str}/invitation.svg", include_in_schema=False, sync_to_thread=True)
def invitation_picture(request: HttpRequest, room_id: FromPath[str], invite: FromQuery[str]) -> Response[bytes]:
    """Draw the link that invites to a table as a QR code, for a phone's camera; the code comes from whoever asks."""
    import segno  # few ask for a picture: the server starts without it

    address = request.app.state["server"].settings.address or str(request.base_url).rstrip("/")
    link = f"{address}/table/{room_id[:LONGEST_ID]}?invite={invite[:LONGEST_ID]}"
    drawn = io.BytesIO()
    segno.make(link, micro=False).save(drawn, kind="svg", scale=4, border=2, light="#fff")
    return Response(drawn.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


@get("/replay/{match:str}", include_in_schema=False)
async def replay_page(request: HttpRequest, server: TheServer, match: FromPath[str]) -> Response[str]:
    """Show a match move by move; one that is kept as a record, as that."""
    archived = None
    try:
        archived = await server.archive.find(match)
    except TROUBLES as trouble:
        found = await server.archive.find_row(match)
        if found is not None:
            return answer_kept(request, found[0], match, trouble, is_over=found[1].result is not None)
    the_game, box = (archived.room.game, archived.log.match.box) if archived is not None else (None, None)
    here: dict[str, Any] = {
        "match": match,
        "game": the_game.name if the_game is not None else "",
        "sprites": sprites.address(the_game, box) if the_game is not None and box is not None else "",
        "secrets": [name for name in games() if game(name).rules.HAS_HIDDEN_INFORMATION],
        "levels": await asyncio.to_thread(describe_levels, server.services.levels, language_of(request)),
        "level": DEFAULT_BOT,
    }
    return answer_page(request, "replay.html", here)


@get("/me/{code:str}", include_in_schema=False, sync_to_thread=True)
def me_page(request: HttpRequest, code: FromPath[str]) -> Response[str]:
    """Show the page of a personal link: one click, and this device is its person."""
    return answer_page(request, "me.html", {"code": code})


@get("/rules/{game_name:str}", include_in_schema=False, opt=OWN_PACKING)
async def rules_page(
    request: HttpRequest, server: TheServer, game_name: FromPath[str], box: FromQuery[str] = ""
) -> Response[Any]:
    """Show a game's rules, with pictures of real scenes and every worked example; with the numbers of a stored box."""
    return await answer_rules(request, server, game_name, box, show_rules)


@get("/rules/{game_name:str}/reference", include_in_schema=False, opt=OWN_PACKING)
async def reference_page(
    request: HttpRequest, server: TheServer, game_name: FromPath[str], box: FromQuery[str] = ""
) -> Response[Any]:
    """Show a game's reference card: the last chapter of its rules, to be printed on one page."""
    return await answer_rules(request, server, game_name, box, show_reference)


async def answer_rules(
    request: HttpRequest, server: Hub, name: str, fingerprint: str, show: ShowRules
) -> Response[Any]:
    """Show something about a game as a box has it: that of new tables, unless another's fingerprint is given."""
    if name not in games():
        return answer_nothing(request, "lost.game")
    the_game = game(name)
    try:
        boxes = server.services.boxes
        box = await boxes.find(the_game, fingerprint) if fingerprint else boxes.usual(the_game)
    except DecapodError:
        return answer_nothing(request)
    differences = await boxes.differences(the_game, box, address_of(request))
    return await asyncio.to_thread(show, request, the_game, box, differences)


def show_rules(request: HttpRequest, the_game: Game, box: Box, differences: Sequence[str]) -> Response[Any]:
    """Answer with the page of a game's rules."""
    about = "rules", the_game.name, box.hash, bool(differences)
    return answer_same(request, about, lambda: write_rules(request, the_game, box, differences))


def write_rules(request: HttpRequest, the_game: Game, box: Box, differences: Sequence[str]) -> str:
    """Write the page of a game's rules."""
    language = language_of(request)
    text, reference = split_chapter(the_game.rules_text(language, box), the_game.translator(language)("reference.card"))
    figures = draw_figures(the_game, language)
    lead, heading, rest = text.partition("\n## ")
    return write_page(
        request, "rules.html", {}, game=game_card(the_game, language, box), symbols=draw_symbols(box, text),
        lead=render_text(lead, box), body=render_text(heading + rest, box, figures),
        left_over=[figure for name, figure in figures.items() if f"{{example {name}}}" not in text],
        marks=find_marks(text), mark_words=the_game.translator(language)("mark.words"),
        chapters=list_chapters(text), sources=sources(the_game, language), reference=bool(reference),
        query=box_query(request, the_game, box), box_note=describe_box(request, the_game, box, differences),
    )  # fmt: skip


def show_reference(request: HttpRequest, the_game: Game, box: Box, differences: Sequence[str]) -> Response[Any]:
    """Answer with the page of a game's reference card, if it has one."""
    language = language_of(request)
    heading = the_game.translator(language)("reference.card")
    _, text = split_chapter(the_game.rules_text(language, box), heading)
    if not text:
        return answer_nothing(request)
    return answer_same(
        request, ("reference", the_game.name, box.hash),
        lambda: write_page(
            request, "reference.html", {}, game=game_card(the_game, language, box), heading=heading,
            symbols=draw_symbols(box, text), body=render_text(text, box), query=box_query(request, the_game, box),
            box_note=describe_box(request, the_game, box, differences),
        ),
    )  # fmt: skip


def box_query(request: HttpRequest, the_game: Game, box: Box) -> str:
    """Return what an address of the rules ends with to show them as a box has them.

    It is empty for the printed box where new tables use that.
    """
    usual = request.app.state["server"].services.boxes.usual(the_game)
    return "" if box.hash == usual.hash == the_game.box.hash else f"?box={box.hash}"


def describe_box(
    request: HttpRequest, the_game: Game, box: Box, differences: Sequence[str], *, link: bool = False
) -> Markup:
    """Return in one line what a box says otherwise than the printed one; with `link`, a link to its rules.

    It is empty for the printed box. `differences` are empty if they could not be found out.
    """
    if box.hash == the_game.box.hash:
        return Markup()
    words, n = page_words(language_of(request)), len(differences)
    listed = "; ".join(differences[:MOST_DIFFERENCES]) + ("; …" if n > MOST_DIFFERENCES else "")
    key = "box.unknown" if n == 0 else "box.one" if n == 1 else "box.several"
    note = escape(words(key, n=n, differences=listed))
    if not link:
        return note
    address = f"/rules/{the_game.name}{box_query(request, the_game, box)}"
    return note + Markup(' <a href="{}" target="_blank" rel="noopener">{}</a>').format(address, words("box.rules"))


def render_text(text: str, box: Box, figures: dict[str, Markup] | None = None) -> Markup:
    """Turn a text of rules into HTML with the faces of a box, and figures where it names them."""
    return Markup(render_rules(text, box.sprites, figures))  # noqa: S704  # escaped there


def draw_symbols(box: Box, text: str) -> Markup:
    """Draw the faces that a text names, as symbols its pictures use."""
    drawn = "".join(symbol(name, box.sprites[name]) for name in list_faces(text) if name in box.sprites)
    return Markup(drawn)  # noqa: S704  # the game's own drawing


def draw_figures(the_game: Game, language: str) -> dict[str, Markup]:
    """Draw the figures of a game's rules by name: the start of a game, one under way, and the worked examples."""
    words, name = page_words(language), the_game.name
    figures: dict[str, Markup] = {}
    for when in ("opening", "middle"):
        scenes = {layout: sample_scene(name, when, layout, language) for layout in LAYOUTS}
        figures[when] = render.part(
            "figure.html", language, source=f"/rules/{name}/{when}",
            words_shown=words(f"rules.{when}", n=pictured_players(the_game)),
            sizes={layout: scene.picture_size for layout, scene in scenes.items()},
        )  # fmt: skip
    for example in worked_examples.examples(name).values():
        parts = {layout: worked_examples.part_shown(name, example.id, layout) for layout in LAYOUTS}
        figures[example.id] = render.part(
            "example.html", language, source=f"/rules/{name}/{example.id}", id=example.id, rule=example.rule,
            title=example.title(language),
            steps=[
                bind_spaces(worked_examples.describe_step(example, number, language))
                for number in range(len(example.steps))
            ],
            sizes={layout: (round(part[2]), round(part[3])) for layout, part in parts.items()},
        )  # fmt: skip
    return figures


def draw_ahead() -> Iterator[object]:
    """Draw the figures of all rules in all languages, one by one: that takes long the first time.

    What is drawn is kept where it is drawn.
    """
    for name in games():
        for language in LANGUAGES:
            yield game(name).translator(language)
            for layout in LAYOUTS:
                yield sample_scene(name, "opening", layout, language)
                yield sample_scene(name, "middle", layout, language)
                for example in worked_examples.examples(name):
                    yield worked_examples.part_shown(name, example, layout)


def sources(the_game: Game, language: str) -> list[tuple[str, str]]:
    """List the parts of a game's box and where the numbers of each come from, in words."""
    page, own = page_words(language), the_game.translator(language)
    return [
        (own(f"part.{part}"), page(SOURCES[source])) for part, source in the_game.box.printed.get("source", {}).items()
    ]


def pictured_players(the_game: Game) -> int:
    """Return how many play in the pictures of a game's rules."""
    return (
        PICTURED_PLAYERS if (the_game.variants[0], PICTURED_PLAYERS) in the_game.modes else the_game.resolve_mode()[1]
    )


@functools.cache
def sample_scene(name: str, when: str, layout: str, language: str) -> Scene:
    """Make a real scene, always the same: the `opening` of a game, or its `middle`."""
    deal, moves = PICTURE_SEEDS
    match = game(name).match(pictured_players(game(name)), seed=deal)
    play_by_chance(match, PICTURED_MOVES if when == "middle" else 0, moves)
    return match.scene(match.to_act[0] if match.to_act else None, layout, game(name).translator(language))


@get("/rules/{game_name:str}/{picture:str}", include_in_schema=False)
async def rules_picture(request: HttpRequest, game_name: FromPath[str], picture: FromPath[str]) -> Response[Any]:
    """Draw a picture of the rules page: `opening-desktop.svg`, or step 2 of an example, `bind-none.2-phone.svg`."""
    name, _, kind = picture.rpartition(".")
    what, _, layout = name.rpartition("-")
    if game_name not in games() or layout not in LAYOUTS or kind not in replays.picture_kinds():
        return answer_nothing(request)
    svg = await asyncio.to_thread(draw_rules, game_name, what, layout, language_of(request))
    if not svg:
        return answer_nothing(request)
    return await replays.answer_picture(svg, kind, {"Cache-Control": "max-age=3600", "Vary": "Cookie, Accept-Language"})


def draw_rules(game_name: str, what: str, layout: str, language: str) -> str:
    """Draw the opening or the middle of a game, or a step of an example; nothing if there is no such."""
    if what in ("opening", "middle"):
        return sample_scene(game_name, what, layout, language).svg()
    example, _, number = what.partition(".")
    chosen = worked_examples.examples(game_name).get(example)
    if chosen is None or number not in map(str, range(len(chosen.steps))):
        return ""
    return worked_examples.picture(game_name, example, int(number), layout, language)


@get("/sprites/{game_name:str}/{sheet:str}", include_in_schema=False)
async def sprite_sheet(
    request: HttpRequest, server: TheServer, game_name: FromPath[str], sheet: FromPath[str]
) -> Response[Any]:
    """Send all faces of a box, by the fingerprint of that."""
    if game_name not in games():
        return answer_nothing(request)
    try:
        box = await server.services.boxes.find(game(game_name), sheet.removesuffix(".svg"))
    except DecapodError:
        return answer_nothing(request)
    headers = {"Content-Security-Policy": replays.PICTURE_POLICY, "Cache-Control": KEEP.to_header()}
    return Response(await asyncio.to_thread(sprites.sheet, box), media_type="image/svg+xml", headers=headers)


# --- lessons ------------------------------------------------------------------------------------------------


Moves = Annotated[list[Annotated[int, Meta(ge=0, le=2**40)]], Meta(max_length=40)]
Clicks = Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=12)]


class LearnerInput(Struct, forbid_unknown_fields=True):
    """What a learner did in a step so far: moves, and pieces clicked that make none."""

    moves: Moves = []
    clicks: Clicks = []
    typed: Annotated[str, Meta(max_length=200)] = ""
    layout: str = "desktop"


@get("/learn/{game_name:str}", include_in_schema=False, sync_to_thread=True, opt=OWN_PACKING)
def learn_page(request: HttpRequest, game_name: FromPath[str]) -> Response[Any]:
    """Show a game's lesson, if it has one."""
    if game_name not in games() or not lessons.lesson(game_name):
        return answer_nothing(request, "lost.game")
    return answer_same(request, ("learn", game_name), lambda: write_lesson(request, game_name))


def write_lesson(request: HttpRequest, game_name: str) -> str:
    """Write the page of a game's lesson."""
    language = language_of(request)
    the_game = game(game_name)
    steps = [
        {"title": step.text("title", language), "say": step.text("say", language), "done": step.text("done", language),
         "rule": step.rule, "show": list(step.show), "clicks": list(step.clicks)}
        for step in lessons.lesson(game_name)
    ]  # fmt: skip
    here: dict[str, Any] = {
        "game": game_name,
        "sprites": sprites.address(the_game, the_game.box),
        "rules": the_game.rules_by_id(language),
        "secrets": bool(the_game.rules.HAS_HIDDEN_INFORMATION),
        "steps": steps,
        "levels": describe_levels(request.app.state["server"].services.levels, language),
        "level": LEVELS[0],
        "rivals": the_game.resolve_mode()[1] - 1,
    }
    card = game_card(the_game, language, the_game.box)
    return write_page(request, "learn.html", here, game=card, sprites=here["sprites"])


@post("/learn/{game_name:str}/{number:int}", include_in_schema=False, sync_to_thread=True, status_code=200)
def learn_step(
    request: HttpRequest, game_name: FromPath[str], number: FromPath[int], data: JSONBody[LearnerInput]
) -> Response[bytes]:
    """Check what a learner did, with the rules themselves."""
    steps = lessons.lesson(game_name) if game_name in games() else ()
    if not 1 <= number <= len(steps):
        return answer_json({"detail": "there is no such step"}, status=404)
    step, words = steps[number - 1], game(game_name).translator(language_of(request))
    layout = data.layout if data.layout in LAYOUTS else LAYOUTS[0]
    try:
        if data.clicks:
            why, rule, done = lessons.explain_clicks(step, data.moves, data.clicks, words)
            return answer_json({"words": why, "rule": rule, "done": done})
        moves = list(data.moves)
        if data.typed:
            moves += lessons.attempt(step, moves, words).match.parse_moves(step.player, data.typed, words)
        attempt = lessons.attempt(step, moves, words)
    except DecapodError as error:
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
            invitation_picture,
            me_page,
            replay_page,
            rules_page,
            reference_page,
            rules_picture,
            sprite_sheet,
            learn_page,
            learn_step,
            replays.position_picture,
        ],
    )
    return [pages, static]
