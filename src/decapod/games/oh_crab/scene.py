"""The table of Oh Crab!, laid out for wide and tall screens, and in text.

A beach stays the same all through a match, so its spaces are made only once.
"""

from __future__ import annotations

import functools
import itertools
import math
from typing import Any, NamedTuple

from msgspec.structs import replace

from decapod.engine import bits
from decapod.errors import ParseError
from decapod.games.oh_crab import rules
from decapod.games.oh_crab.chapters import beach, going, shells, shortcuts
from decapod.games.oh_crab.narration import (
    action_phrase,
    cards_phrase,
    crab_phrase,
    describe_move,
    icon_phrase,
    main_phrase,
    shell_action,
    shells_phrase,
    sign_phrase,
    use_phrase,
)
from decapod.games.oh_crab.notation import ACT_WORDS, COLUMN_NAMES, card_letters, card_name, route_of, space_name
from decapod.games.oh_crab.state import (
    A_CARD,
    ACT,
    ACTS,
    AHEAD,
    ASKS_CRAB,
    ASKS_WAY,
    AWAY,
    BUILD,
    CHEF,
    COLUMN,
    COLUMNS,
    DIG,
    DIRECTIONS,
    DRAW,
    GO,
    HALF,
    HERD,
    HERDING,
    ICON_NAMES,
    INACCESSIBLE,
    JUMP,
    LAND,
    LEAD,
    LEAP,
    LEFT,
    MAIN,
    MARKET,
    NO_CARD,
    NO_SPECIAL,
    NO_TURN,
    NOBODY,
    OFFER,
    OPEN_CARDS,
    PATH,
    PUSH,
    RIGHT,
    SEA_ROW,
    SHELL_TILES,
    SHORTCUT,
    SPECIAL,
    SPECIALS,
    STEP,
    STOP,
    TILE,
    USE,
    WALL,
    WAVES,
    WIDTH,
    kind_name,
    members,
    sequence_of,
)
from decapod.scene import (
    Area,
    Deferred,
    Label,
    Layout,
    Meaning,
    Message,
    Piece,
    PlayerRef,
    SceneBuilder,
    Sketch,
    Span,
    Translator,
    hex_place,
    message,
    not_a_move,
    share,
    spread,
    translator_beside,
)
from decapod.scene.svg import wrap

# --- where things go --------------------------------------------------------------------------------------

HALF_ROW = math.sqrt(3) / 2  # of the beach, in radii of a hexagon
ACROSS = 1.5 * COLUMNS + 0.5  # how wide the beach is, in radii
LENGTH = 2 * (SEA_ROW - LAND + 1) + 1  # of the beach, in half rows
CARD_SHAPE = 146 / 104  # height over width
MEETS = 100 / 104  # of their width: cards laid so far apart touch, and their half icons meet
CHEF_ROOM = 34  # left of each player's plan, for the chef
DISCARD_ROOM = 84  # right of each player's sequence
LARGEST_CARD, SMALLEST_CARD = 86, 30  # in the players' rows
ONE_LINE = 220  # a panel from which width on its line is not broken
ROOMY = 300  # a row from which width on says where discards go
CHIP_LETTERS = 13


@functools.cache
def wide(players: int) -> Layout:
    """Lay out a desk's screen: the beach lies, the sea at the right; players and hand below, the rest at the right."""
    row = min(106, 210 / players)
    panel = 212 if row > 60 else 296  # where a panel is high its words take several lines, and cards have more room
    tops = [320 + row * i for i in range(players)]
    return Layout(
        1000, 640, lying=True, radius=27.3, beach=Area(24, 0, 970, 301),
        market=Area(656, 320, 344, 106), card=54, card_places=[(x, 385) for x in share(656, 344, OPEN_CARDS + 1)],
        tiles=Area(656, 432, 106, 208), tile=64, tile_places=[(709, y) for y in share(490, 148, SHELL_TILES)],
        actions=Area(768, 432, 232, 208), chips_across=1, chip=44,
        hand=Area(0, 534, 650, 106), hand_corner=(114, 6), hand_card=66, hand_lines=1, shortest_line=1,
        panels=[Area(0, round(top, 1), panel, round(min(row - 2, 104), 1)) for top in tops],
        rows=[Area(panel + 6, top, 644 - panel, row - 3) for top in tops],
    )  # fmt: skip


@functools.cache
def upright(players: int) -> Layout:
    """Lay out an upright tablet's screen: the beach stands, the sea on top; everything else beside it."""
    row = min(130, 352 / players)
    tops = [418 + row * i for i in range(players)]
    return Layout(
        800, 976, lying=False, radius=26.6, beach=Area(18, 0, 293, 946),
        market=Area(322, 0, 478, 126), card=66, card_places=[(x, 76) for x in share(322, 478, OPEN_CARDS + 1)],
        tiles=Area(322, 132, 478, 96), tile=80, tile_places=[(x, 195) for x in share(322, 478, SHELL_TILES)],
        actions=Area(322, 234, 478, 178), chips_across=2, chip=46,
        hand=Area(322, 774, 478, 202), hand_corner=(10, 32), hand_card=58, hand_lines=2, shortest_line=6,
        panels=[Area(322, round(top, 1), 150, round(min(row - 4, 97), 1)) for top in tops],
        rows=[Area(476, top, 324, row - 4) for top in tops],
    )  # fmt: skip


@functools.cache
def tall(players: int) -> Layout:
    """Lay out a phone's screen, which may scroll: the beach stands, the sea on top; hand and players below."""
    row = 128
    tops = [1292 + row * i for i in range(players)]
    return Layout(
        390, 1292 + row * players, lying=False, radius=24, beach=Area(14, 0, 264, 852),
        market=Area(288, 0, 102, 470), card=66, card_places=[(339, y) for y in share(32, 434, OPEN_CARDS + 1)],
        tiles=Area(288, 478, 102, 374), tile=88, tile_places=[(339, y) for y in share(544, 304, SHELL_TILES)],
        actions=Area(0, 866, 390, 184), chips_across=2, chip=52,
        hand=Area(0, 1056, 390, 230), hand_corner=(10, 32), hand_card=64, hand_lines=2, shortest_line=5,
        panels=[Area(0, top, 390, 58) for top in tops], rows=[Area(0, top + 62, 390, 60) for top in tops],
    )  # fmt: skip


LAYOUTS = {"desktop": wide, "tablet": upright, "phone": tall}


def place_space(plan: Layout, space: int) -> tuple[float, float]:
    """Give a space its place: columns run to the sea, every other one half a row back."""
    along, across = hex_place(1 + beach.half_rows(space) - 2 * LAND, space % WIDTH, 2 * HALF_ROW * plan.radius)
    across += plan.radius
    if plan.lying:
        return round(plan.beach.x + along, 1), round(plan.beach.y + across, 1)
    return round(plan.beach.x + across, 1), round(plan.beach.y + HALF_ROW * plan.radius * LENGTH - along, 1)


def place_chip(plan: Layout, i: int, n: int) -> tuple[float, float, float]:
    """Give the i-th of n chips its place, and its row's height."""
    row, column = divmod(i, plan.chips_across)
    high = min(plan.chip, (plan.actions.height - 38) / -(-n // plan.chips_across))
    x = plan.actions.x + 8 + high / 2 + column * plan.actions.width / plan.chips_across
    return x, plan.actions.y + 34 + high * (row + 0.5), high


# --- the table --------------------------------------------------------------------------------------------


def build_scene(scene: SceneBuilder) -> None:
    """Lay the table out for a viewer: the beach, market and shell tiles, the actions of the turn, players, the hand."""
    scene.plan = LAYOUTS[scene.layout](scene.state.players)
    state = scene.state
    scene.round = state.rounds
    lay_beach(scene)
    scene.cached(lay_market, bits.count(state.deck))
    scene.cached(lay_tiles)
    lay_actions(scene)
    for i in range(state.players):
        player, row = (scene.front + i) % state.players, scene.plan.rows[i]
        line = panel_line(state, player, scene.words)
        area = scene.plan.panels[i]
        scene.panel(player, area, line.split(" · ", 1) if area.width < ONE_LINE else [line])
        planned = state.planned[player] if player == scene.viewer else min(state.planned[player], 0)
        cards = tuple(sequence_of(state, player)), state.discard[player], player == state.chef
        scene.cached(lay_row, player, row, planned, *cards)
    scene.cached(lay_hand, state.hand[scene.viewer] if scene.viewer >= 0 else 0)
    scene.ascii = lambda: sketch(scene.box, scene.state, scene.viewer, scene.words)


def mid_move_state(box: Any, state: Any, player: int, move: int, after: Any) -> bool:
    """Stop where a crab stands on another's space, before that one is pushed on."""
    if after.stage != PUSH:
        return False
    for name in after.dtype.names:
        setattr(state, name, getattr(after, name))
    return True


# --- the beach --------------------------------------------------------------------------------------------


class Place(NamedTuple):
    """Where a click on the beach points: a space (AWAY in the sea), and the crab there if that was clicked."""

    space: int
    crab: int = NOBODY


Routes = dict[tuple[int, int], int]  # legal moves by the crab that goes, and the space where it ends


Path = tuple[int, ...]  # where the shortcut begins on which the viewer's crab stands, and where it ends; or nothing


ANY_CRAB = -2  # asked for a way, and first which crab is to go


def lay_beach(scene: SceneBuilder) -> None:
    """Lay the spaces down, from the start to the sea, and the crabs: on both one clicks where a crab is to go."""
    state = scene.state
    scene.board = board_of(scene.plan, scene.box, tuple(state.rows), scene.words.language)
    routes: Routes = {}
    for move in scene.legal:
        if ACTS <= move < ACTS + LEFT:
            crab, _, end = route_of(state, move - ACTS)
            routes[crab, end] = move
    asked = crab_asked(state) if scene.viewer in scene.to_act else NOBODY
    path = path_under(scene) if asked == NOBODY else ()
    if asked == NOBODY:
        scene.cached(lay_spaces, LAND, SEA_ROW, asked, path)
    else:
        ways: dict[int, Routes] = {row: {} for row in range(LAND, SEA_ROW + 1)}
        for route, move in routes.items():
            ways[route[1] // WIDTH][route] = move
        for row, there in ways.items():
            scene.cached(lay_spaces, row, row, asked, path, *there.items())
    ends = {end for _, end in routes}
    for crab in range(state.crabs):
        space = state.at[crab]
        lay_place(scene, make_crab(scene, crab), Place(space, crab), asked, routes, space in ends, path[:1])
    scene.labels.extend(edge_labels(scene.plan))
    if scene.plan.lying:  # the arrows of cards point up, as on the beach when it stands
        y = scene.plan.beach.y + ACROSS * scene.plan.radius + 11
        scene.label(0, y, scene.words("text.forward"), 12.5, anchor="start")


def crab_asked(state: Any) -> int:
    """Return the crab for which a way is asked, ANY_CRAB where that is a choice, NOBODY where none is."""
    if not (ASKS_WAY | 1 << JUMP) >> state.stage & 1:
        return NOBODY
    if ASKS_CRAB >> state.stage & 1:
        return ANY_CRAB
    return {PUSH: state.pushed, LEAD: state.players}.get(state.stage, state.turn)


def path_under(scene: SceneBuilder) -> Path:
    """Find the shortcut that the viewer, choosing an action, could be thinking of (OC-24)."""
    state = scene.state
    if state.stage != ACT or state.turn != scene.viewer:
        return ()
    shortcut = shortcuts.shortcut_under(scene.box, state)
    return () if shortcut < 0 else (state.at[state.turn], shortcuts.path_end(scene.box, state, shortcut))


def lay_spaces(
    scene: SceneBuilder, first: int, last: int, asked: int, path: Path, *ways: tuple[tuple[int, int], int]
) -> None:
    """Lay some rows of the beach down; `ways` are the routes that end there."""
    routes = dict(ways)
    ends = {end for _, end in routes}
    spaces = spaces_of(scene.plan, scene.box, tuple(scene.state.rows), scene.words.language)
    for space, piece in spaces[(first - LAND) * COLUMNS : (last - LAND + 1) * COLUMNS]:
        in_reach = space in ends
        raised = raise_piece(piece) if in_reach or space in path else piece
        lay_place(scene, raised, Place(space), asked, routes, in_reach, path)


def lay_place(
    scene: SceneBuilder, piece: Piece, place: Place, asked: int, routes: Routes, in_reach: bool, path: Path
) -> None:  # fmt: skip
    """Lay a space or a crab down. Where which crab goes is a choice, it takes two clicks: on the crab, then its end.

    Where only one can go, a click on the end is enough; its crab may be clicked first, or dragged there.
    """
    if asked == NOBODY:  # refused, for something else comes first, but for the shortcut
        scene.lay(piece, ACTS + PATH if place.space in path else step_move(scene.front, AHEAD))
    elif asked != ANY_CRAB:
        on_click = routes.get((asked, place.space)) or Deferred(lambda clicked: refuse_route(clicked, asked, place))
        crab_goes = lambda end: routes.get((asked, end.space)) or Deferred(lambda late: refuse_route(late, asked, end))  # noqa: E731
        scene.lay(
            piece,
            on_click,
            as_target=place,
            completes=in_reach,
            on_first_click=crab_goes if place.crab == asked else None,
        )
    elif place.crab == NOBODY:
        scene.lay(piece, lambda: not_a_move("click.crab_first", "OC-16"), as_target=place, completes=in_reach)
    else:
        crab = place.crab
        scene.lay(
            piece,
            Deferred(lambda clicked: find_way(clicked, crab)),
            as_target=place,
            completes=in_reach,
            on_first_click=lambda end: (
                routes.get((crab, end.space)) or Deferred(lambda clicked: refuse_route(clicked, crab, end))
            ),
        )


def step_move(crab: int, way: int) -> int:
    """Return the move by which a crab goes one space."""
    return ACTS + GO + crab * DIRECTIONS + way


def refuse_route(scene: SceneBuilder, crab: int, place: Place) -> int | ParseError:
    """Find the move that would bring a crab to a place where it cannot go; or say why there is none."""
    box, state = scene.box, scene.state
    origin, end = state.at[crab], place.space
    if state.stage != JUMP and not going.movers(state) >> crab & 1:
        return step_move(crab, AHEAD)
    if end == AWAY:
        return not_a_move("click.in_sea", "OC-27", crab=crab_phrase(state, place.crab))
    if beach.kind(box, state, end) == WALL:
        return not_a_move("space.inaccessible", "OC-21", space=space_name(end))
    if end == origin:
        return not_a_move("click.same", "OC-16", crab=crab_phrase(state, crab))
    if state.stage == JUMP:  # into another row: refused as a jump to one's own column is
        return ACTS + COLUMN + (end if end // WIDTH == origin // WIDTH else origin) % WIDTH
    for way in range(DIRECTIONS):
        if beach.next_to(origin, way) == end:
            return step_move(crab, way)
        if state.stage == DIG and shells.leap_end(state, way) == end:
            return ACTS + LEAP + way
    return not_a_move("click.far", "OC-16", space=space_name(end), origin=space_name(origin))


def find_way(scene: SceneBuilder, crab: int) -> int:
    """Find a move of a crab; if it has none, one that is refused for more than the edge of the beach."""
    box, state = scene.box, scene.state
    ways = [way for way in range(DIRECTIONS) if going.open_ways(state) >> way & 1]
    by_reason = {rules.illegal_reason(box, state, scene.viewer, step_move(crab, way)): way for way in reversed(ways)}
    others = [way for reason, way in by_reason.items() if reason != INACCESSIBLE]
    return step_move(crab, by_reason.get(0, others[0] if others else ways[0]))


@functools.lru_cache(maxsize=512)
def spaces_of(plan: Layout, box: Any, rows: tuple[int, ...], language: str) -> tuple[tuple[int, Piece], ...]:
    """Return the pieces of all spaces of a beach that is made of these rows of a box."""
    kinds = tuple(tuple(box.spaces[row]) for row in rows)
    paths = tuple(zip(box.path_offset, box.path_cards, box.path_icon, strict=True))
    return make_spaces(plan, kinds, paths, language)


@functools.lru_cache(maxsize=512)
def board_of(plan: Layout, box: Any, rows: tuple[int, ...], language: str) -> tuple[Piece, ...]:
    """Return the same pieces without their spaces."""
    return tuple([piece for _, piece in spaces_of(plan, box, rows, language)])


@functools.lru_cache(maxsize=512)
def make_spaces(
    plan: Layout, kinds: tuple[tuple[int, ...], ...], paths: tuple[tuple[int, int, int], ...], language: str
) -> tuple[tuple[int, Piece], ...]:
    """Make the pieces of all spaces of a beach; `kinds` by row and column, `paths` as offset, cards and icon."""
    words = translator_beside(__file__, language)
    width = round(plan.radius * (2 * HALF_ROW if plan.lying else 2) * 1.005, 1)
    pieces: list[tuple[int, Piece]] = []
    for row, column in itertools.product(range(LAND, SEA_ROW + 1), range(COLUMNS)):
        space, kind = row * WIDTH + column, kinds[row][column]
        x, y = place_space(plan, space)
        name, what = space_name(space), kind_name(kind)
        gaps: dict[str, object] = {"space": name}
        if kind >= SHORTCUT:
            offset, cards, icon = paths[kind - SHORTCUT]
            gaps |= {"end": space_name(space + offset), "cost": cards_phrase(cards), "icon": sign_phrase(icon)}
        piece = Piece(
            id=f"space-{name}",
            face=f"{'lying' if plan.lying else 'standing'}-{kind}",
            x=x,
            y=y,
            width=width,
            region="beach",
            order=space,
            label=words("label.space", space=name, kind=message(f"kind.{what}")),
            hint=words(f"hint.{what}", **gaps),
        )
        pieces.append((space, piece))
    return tuple(pieces)


@functools.lru_cache(maxsize=4096)
def raise_piece(piece: Piece) -> Piece:
    """Lay a space over its neighbours, so that the ring around it is whole."""
    return replace(piece, layer=1)


def make_crab(scene: SceneBuilder, crab: int) -> Piece:
    """Make the piece of a crab, on its feet or on its back."""
    state = scene.state
    return crab_piece(
        scene.words, scene.plan, crab, state.at[crab], beach.kind(scene.box, state, state.at[crab]),
        bool(state.down >> crab & 1), crab >= state.players, place_crab(scene, crab),
    )  # fmt: skip


@functools.lru_cache(maxsize=4096)
def crab_piece(
    words: Translator,
    plan: Layout,
    crab: int,
    space: int,
    kind: int,
    fallen: bool,
    stray: bool,
    at: tuple[float, float],
) -> Piece:
    """Make the piece of a crab on a space, at a place; a stray one is nobody's."""
    who = message("crab.stray") if stray else PlayerRef(crab)
    gaps = {
        "crab": who,
        "space": space_name(space),
        "kind": message(f"kind.{kind_name(kind)}"),
        "rows": rows_left(space),
    }
    hint = words("hint.stray" if stray else "hint.crab", **gaps) if space != AWAY else words("hint.crab_sea", crab=who)
    return Piece(
        id=f"crab-{crab}",
        face=f"{'fallen' if fallen else 'upright'}-{'stray' if stray else crab}",
        x=at[0],
        y=at[1],
        width=round(plan.radius * 1.86, 1),
        layer=20 + crab,
        region="beach",
        order=1000 + crab,
        label=words("label.crab_fallen" if fallen else "label.crab", crab=who),
        hint=hint,
        role="" if stray else "figure",
        owner=-1 if stray else crab,
    )


def place_crab(scene: SceneBuilder, crab: int) -> tuple[float, float]:
    """Give a crab its place: on its space, two side by side during a push, or in the sea."""
    state, plan = scene.state, scene.plan
    space = state.at[crab]
    if space == AWAY:
        return place_in_sea(plan, state, crab)
    x, y = place_space(plan, space)
    if state.stage == PUSH and state.at[: state.crabs].count(space) > 1:
        x = round(x + plan.radius * (0.5 if crab == state.pushed else -0.5), 1)
    return x, y


def place_in_sea(plan: Layout, state: Any, crab: int) -> tuple[float, float]:
    """Give a crab its place where it came into the sea; those that came by the same space lie along the shore."""
    landed, here = state.landed[crab], range(state.crabs)
    crabs = [other for other in here if state.at[other] == AWAY and state.landed[other] == landed]
    x, y = place_space(plan, landed or SEA_ROW * WIDTH + COLUMNS // 2)  # a position does not say where
    apart = 0.9 * plan.radius
    half = plan.radius + apart * (len(crabs) - 1) / 2
    shore, middle = (plan.beach.y, y) if plan.lying else (plan.beach.x, x)
    middle = min(max(middle, shore + half), shore + ACROSS * plan.radius - half)
    aside = round(middle - half + plan.radius + apart * crabs.index(crab), 1)
    return (x, aside) if plan.lying else (aside, y)


def rows_left(space: int) -> str:
    """Say how far a crab on a space is from the sea, in rows and halves."""
    left = 0 if space == AWAY else 2 * SEA_ROW - beach.half_rows(space)
    return f"{left // 2 or ''}{'½' if left % 2 else ''}" or "0"


@functools.cache
def edge_labels(plan: Layout) -> list[Label]:
    """Write the letters of the columns and the numbers of the rows at the edges of the beach."""
    labels: list[Label] = []
    first, (left, top, _, _) = LAND * WIDTH, plan.beach
    for column in range(COLUMNS):
        x, y = place_space(plan, first + column)
        x, y = (left - 9, y + 4) if plan.lying else (x, top + HALF_ROW * plan.radius * LENGTH + 9)
        labels.append(Label(round(x, 1), round(y, 1), COLUMN_NAMES[column], 14, kind="soft"))
    for row in range(SEA_ROW - LAND + 1):
        x, y = place_space(plan, first + row * WIDTH + (COLUMNS - 1 if plan.lying else 0))
        x, y = (x, top + ACROSS * plan.radius + 11) if plan.lying else (left - 7, y + 3)
        labels.append(Label(round(x, 1), round(y, 1), str(row + 1), 13 if plan.lying else 11, kind="soft"))
    return labels


# --- cards and shell tiles --------------------------------------------------------------------------------


def lay_card(
    scene: SceneBuilder, card: int, owner: int, region: str, order: int, at: tuple[float, float], width: float,
    role: str = "", on_click: Meaning | None = None, layer: int | None = None,
) -> None:  # fmt: skip
    """Lay a card down face up: one's own, or one of the market (owner -1), answers what is asked; others' do not."""
    box = scene.box
    icons = (*box.halves[card], box.main[card])
    label, hint = describe_card(scene.words.without_names, icons, box.special[card])
    if role == "hand" and scene.state.sequence[owner]:
        hint = f"{hint} {' '.join(map(scene.words, joints(box, scene.state, owner, card)))}"
    on_click = card if on_click is None else on_click
    if owner not in (NOBODY, scene.viewer):
        on_click = lambda: not_a_move("click.others_card", "OC-8", player=PlayerRef(owner))  # noqa: E731
    piece = f"card-{card}" if card < MARKET else f"card-{owner}-{card}"  # all players have the starting cards
    scene.put(piece, f"front-{card}", *at, width, on_click=on_click, region=region, order=order,
              layer=40 + order if layer is None else layer, label=label, hint=hint, role=role, owner=owner)  # fmt: skip


@functools.lru_cache(maxsize=8192)
def describe_card(words: Translator, icons: tuple[int, int, int], special: int) -> tuple[str, str]:
    """Say what a card is, in a few words, and what it does; `icons` are its halves and its main action."""
    gaps: dict[str, object] = dict(zip(("left", "right", "icon"), map(icon_phrase, icons), strict=True))
    gaps["use"] = use_phrase(icons[2])
    label = words("label.card", card=main_phrase(icons[2], special), **gaps)
    if special == NO_SPECIAL:
        return label, words("hint.card", **gaps)
    gaps |= {"special": message(f"special.{SPECIALS[special]}"), "does": message(f"does.{SPECIALS[special]}")}
    return label, words("hint.card_special", **gaps)


def joints(box: Any, state: Any, player: int, card: int) -> list[Message]:
    """Say which halves a card would complete at the ends of a player's sequence (OC-9)."""
    found: list[Message] = []
    for end, side in enumerate(("left", "right")):
        icon = joint(box, state, player, card, end)
        if icon != NO_CARD:
            found.append(message(f"hint.joins_{side}", icon=icon_phrase(icon)))
    return found or [message("hint.joins_none")]


def joint(box: Any, state: Any, player: int, card: int, end: int) -> int:
    """Return the icon that a card would complete at the left (0) or right (1) end of a sequence; NO_CARD if none."""
    half = int(box.halves[card][1 - end])
    return half if half == box.halves[state.ends[player][end]][end] else NO_CARD


def lay_market(scene: SceneBuilder, left: int) -> None:
    """Lay the open cards and the deck down, of which so many cards are left."""
    words, state, plan = scene.words, scene.state, scene.plan
    scene.zone("market", plan.market, words("zone.market"), words("zone.market_empty"))
    for i, card in enumerate(state.market):
        if card != NO_CARD:
            lay_card(scene, card, NOBODY, "market", i, plan.card_places[i], plan.card)
    if left:
        x, y = plan.card_places[OPEN_CARDS]
        scene.put("deck", "back", x, y, plan.card, on_click=ACTS + DRAW, region="market", order=OPEN_CARDS, layer=40,
                  label=words("label.deck", n=left), role="pile")  # fmt: skip
        scene.label(x, y + 6, str(left), 17, "badge")


def lay_tiles(scene: SceneBuilder) -> None:
    """Lay the three shell tiles down; a column of them has its caption in several lines."""
    words, state, plan = scene.words, scene.state, scene.plan
    caption = words("zone.shells", n=state.supply)
    column = plan.tiles.width < plan.tiles.height
    scene.zone("shells", plan.tiles, "" if column else caption)
    for tile, (x, y) in enumerate(plan.tile_places):
        action, cost = shell_action(scene.box, state, tile)
        gaps = {"action": message(f"shell.{action}"), "cost": shells_phrase(cost)}
        does = message(f"does.shell_{action}" if f"does.shell_{action}" in words else f"does.{action}")
        scene.put(f"tile-{tile}", f"tile-{tile}-{shells.side_of(state, tile)}", x, y, plan.tile,
                  on_click=ACTS + TILE + tile, region="shells", order=tile,
                  label=words("label.tile", **gaps), hint=words("hint.tile", **gaps, does=does))  # fmt: skip
    if column:
        x, y, width, _ = plan.tiles
        for i, line in enumerate(wrap(caption.replace(" ·", ""), width - 4, 13)):
            scene.label(x + width / 2, y + 20 + 17 * i, line, 13, "soft")


def lay_hand(scene: SceneBuilder, held: int) -> None:
    """Lay the viewer's hand down; a phone has two lines of cards."""
    words, viewer, plan = scene.words, scene.viewer, scene.plan
    if viewer < 0:
        scene.zone("hand", plan.hand, "", words("zone.hand_other"))
        return
    scene.zone("hand", plan.hand, words("zone.hand"), words("zone.hand_empty"))
    hand = members(held)
    in_line = max(-(-len(hand) // plan.hand_lines), plan.shortest_line)
    left, top = plan.hand_corner
    width, high = plan.hand_card, plan.hand_card * CARD_SHAPE
    across = spread(plan.hand.x + left, plan.hand.width - left - 12, in_line, width, width + 12)
    for i, card in enumerate(hand):
        line, column = divmod(i, in_line)
        at = across[column], plan.hand.y + top + (high + 8) * line + high / 2
        lay_card(scene, card, viewer, "hand", i, at, width, role="hand")


# --- the players ------------------------------------------------------------------------------------------


def lay_row(
    scene: SceneBuilder, player: int, area: Area, planned: int, sequence: tuple[int, ...], discard: int, has_chef: bool
) -> None:
    """Lay down what a player has before them: the chef, the plan, the sequence, the discards."""
    words = scene.words
    width = min((area.height - 5) / CARD_SHAPE, area.width / 5, LARGEST_CARD)
    left, right, y = area.x + CHEF_ROOM, area.x + area.width, area.y + area.height / 2
    if has_chef:
        scene.put("chef", "hat", area.x + 13, y, 26, on_click=Deferred(use_chef), region="rows", order=0,
                  label=words("label.chef", player=PlayerRef(player)),
                  hint=words("hint.chef", player=PlayerRef(player)), owner=player)  # fmt: skip
    if planned != NO_CARD:
        lay_plan(scene, player, planned, (left + width / 2, y), width)
    else:
        scene.label(left + width / 2, y + 4, words("text.plan"), 13.5, "soft")
    if sequence:
        lay_sequence(scene, player, sequence, left + width + 10, right - DISCARD_ROOM - 10, y, width)
    else:
        scene.label(left + width + 14, y + 4, words("zone.sequence_empty"), 13.5, "soft", "start")
    if discard:
        lay_discards(scene, player, discard, right - width / 2, y, width * 0.86)
    elif area.width > ROOMY:
        scene.label(right - 4, y + 4, words("text.discards"), 13.5, "soft", "end")


def panel_line(state: Any, player: int, words: Translator) -> str:
    """Say how a player stands."""
    hand = bits.count(state.hand[player])
    if state.at[player] == AWAY:
        return words("panel.home", cards=hand, shells=state.shells[player])
    line = words("panel.line", rows=rows_left(state.at[player]), cards=hand, shells=state.shells[player])
    return f"{line} · {words('panel.fallen')}" if state.down >> player & 1 else line


def use_chef(scene: SceneBuilder) -> int | ParseError:
    """Answer a click on the chef: its move has a chip among the actions of the turn (OC-14)."""
    move = ACTS + USE + CHEF
    return not_a_move("click.chef", "OC-14") if move in scene.legal else move


def lay_plan(scene: SceneBuilder, player: int, card: int, at: tuple[float, float], width: float) -> None:
    """Lay a planned card down: its player sees it, all others its back; the back's id names a place, never a card."""
    region = f"plan-{player}"
    if player == scene.viewer:
        lay_card(scene, card, player, region, 0, at, width, on_click=plan_meaning(scene.state, player))
    else:
        scene.put(
            region,
            "back",
            *at,
            width,
            on_click=lambda: not_a_move("click.plan", "OC-54", player=PlayerRef(player)),
            region=region,
            order=0,
            layer=40,
            label=scene.words("label.planned", player=PlayerRef(player)),
            owner=player,
        )


def plan_meaning(state: Any, player: int) -> Meaning | None:
    """Say what a click on one's own plan means: in one's turn it is played; where there are two ends, one is asked."""
    if state.stage != BUILD or state.turn != player:
        return None
    return (lambda: not_a_move("click.side", "OC-9")) if state.sequence[player] else ACTS + LEFT


def lay_sequence(
    scene: SceneBuilder, player: int, sequence: tuple[int, ...], left: float, right: float, y: float, width: float
) -> None:
    """Lay a sequence down: cards touch, so that half icons meet; a long one has smaller cards, then overlaps.

    A card lies over the one at its right, so that the dot of its ring, at the right, is seen.
    """
    pitch = (right - left) / len(sequence)
    width = min(width, max(SMALLEST_CARD, pitch / MEETS))
    pitch = min(width * MEETS, pitch)
    for i, card in enumerate(sequence):
        at = left + width / 2 + i * pitch, y
        lay_card(scene, card, player, f"row-{player}", i, at, width, layer=40 + len(sequence) - i)


def lay_discards(scene: SceneBuilder, player: int, discard: int, right: float, y: float, width: float) -> None:
    """Lay a player's discards down, fanned from the right, where the last one has its centre."""
    discards = members(discard)
    across = spread(right + width / 2 - DISCARD_ROOM, DISCARD_ROOM, len(discards), width, 14, align=1)
    for i, card in enumerate(discards):
        lay_card(scene, card, player, f"discard-{player}", i, (across[i], y), width)


# --- what can be done this turn ---------------------------------------------------------------------------

GIVES_UP = ("forward", "diagonal", "any", "chef", "slant", "faster", "zigzag", "slide")  # chips of steps, to get up


def lay_actions(scene: SceneBuilder) -> None:
    """Lay down a chip for each act of the turn, with its name beside it."""
    box, state, words, plan = scene.box, scene.state, scene.words, scene.plan
    turn = state.turn
    mine = NO_TURN >> state.stage & 1 or turn == scene.viewer
    caption = words("zone.actions") if mine else words("zone.actions_of", player=PlayerRef(turn))
    later = scene.viewer in scene.to_act and turn == scene.viewer and not NO_TURN >> state.stage & 1
    scene.zone("actions", plan.actions, caption, words("zone.actions_later" if later else "zone.actions_empty"))
    acts = acts_with_chips(state, scene.legal)
    for i, act in enumerate(acts):
        x, y, high = place_chip(plan, i, len(acts))
        name = chip_name(box, state, act, words)
        hint = chip_hint(box, state, act, words)
        scene.put(f"act-{ACT_WORDS[act]}", f"chip-{chip_face(box, state, act)}", x, y, high - 13,  # room for its ring
                  on_click=ACTS + act, region="actions", order=i, label=name, hint=hint, role="action",
                  owner=turn)  # fmt: skip
        room = plan.actions.width / plan.chips_across - high - 20
        lines = wrap(name, room, CHIP_LETTERS)
        for line, text in enumerate(lines):
            down = (line - (len(lines) - 1) / 2) * CHIP_LETTERS * 1.1 + CHIP_LETTERS * 0.35
            scene.label(x + high / 2 + 8, y + down, text, CHIP_LETTERS, anchor="start")


def acts_with_chips(state: Any, legal: list[int]) -> list[int]:
    """List the acts that get a chip: what the turn still gives, and what else can be done now."""
    now = {move - ACTS for move in legal if move >= ACTS + LEFT}
    on_pieces = {DRAW, *range(TILE, TILE + SHELL_TILES)}
    return sorted(now - on_pieces | set(acts_of_turn(state)))


def acts_of_turn(state: Any) -> list[int]:
    """List the acts the turn still gives: what the cards, the chef and the stray are good for."""
    acts = [USE + action for action in range(CHEF + 1) if state.unused >> action & 1]
    return [*acts, HERD] if state.unused >> HERDING & 1 else acts


def special_of(box: Any, state: Any, act: int) -> str:
    """Name the special action an act uses; empty if it uses none."""
    which, part = divmod(act - USE, A_CARD)
    if not USE <= act < USE + CHEF or part != SPECIAL:
        return ""
    return SPECIALS[box.special[state.fresh[which]]]


def chip_face(box: Any, state: Any, act: int) -> str:
    """Choose the picture of an act."""
    if act in (LEFT, RIGHT) and state.stage == STEP:
        return "up"
    if act == LEFT and state.stage != HALF and not state.sequence[state.turn]:
        return "place"
    if not USE <= act < USE + CHEF:
        return {PATH: "path"}.get(act, ACT_WORDS[act])
    which, part = divmod(act - USE, A_CARD)
    icon = box.main[state.fresh[which]] if part == MAIN else state.side[which]
    return special_of(box, state, act) or ICON_NAMES[icon]


def chip_name(box: Any, state: Any, act: int, words: Translator) -> str:
    """Name an act in a few words; on its back, a crab gives steps up to stand."""
    if USE <= act < TILE:
        name = action_phrase(box, state, act - USE)
        gets_up = state.down >> state.turn & 1 and chip_face(box, state, act) in GIVES_UP
        return words("chip.up", action=name) if gets_up else words(name)
    if act in (LEFT, RIGHT) and state.stage in (HALF, STEP):
        return words(describe_move(box, state, state.turn, ACTS + act)).rstrip(".")
    if act == STOP and state.stage == OFFER:
        return words("chip.leave")
    if act == LEFT and not state.sequence[state.turn]:
        return words("chip.start")
    name = words(f"chip.{ACT_WORDS[act]}")
    planned = state.planned[state.turn]
    if act in (LEFT, RIGHT) and state.stage == BUILD and planned != NO_CARD:
        icon = joint(box, state, state.turn, planned, act - LEFT)
        if icon != NO_CARD:
            return words("chip.joins", side=name, icon=icon_phrase(icon))
    return name


def chip_hint(box: Any, state: Any, act: int, words: Translator) -> str:
    """Say what an act does: what a card's special says, or where its icon leads."""
    special, face = special_of(box, state, act), chip_face(box, state, act)
    if special:
        return f"{words(f'special.{special}')} {words(f'does.{special}')}"
    if USE <= act < TILE and face in ICON_NAMES:
        action = action_phrase(box, state, act - USE)
        return words("hint.use", action=action, use=use_phrase(ICON_NAMES.index(face)))
    return words(describe_move(box, state, state.turn, ACTS + act))


# --- in text ----------------------------------------------------------------------------------------------

WAVE_SIGNS = "↗→↘↙←↖"  # ahead-left first, clockwise, when the sea is at the right
SIGNS = {"free": "·", "inaccessible": "#", "obstacle": "o", "shell": "s", "rushes": "r", "shortcut": "T", "sea": "~"}

Line = tuple[Span, ...]


def sketch(box: Any, state: Any, viewer: int, words: Translator) -> Sketch:
    """Draw the beach with the sea at the right, then market, sequences, and what the viewer holds."""
    lines = [*sketch_beach(box, state), (), *sketch_market(box, state, words)]
    lines += [sketch_row(box, state, player, viewer, words) for player in range(state.players)]
    if viewer >= 0:
        lines.append(
            line_with_title(words("text.hand"), "  ".join(card_text(box, c) for c in members(state.hand[viewer])))
        )
    acts = acts_of_turn(state)
    if acts and not NO_TURN >> state.stage & 1:
        names = [words("chip.stray" if act == HERD else action_phrase(box, state, act - USE)) for act in acts]
        lines.append(line_with_title(words("text.actions"), " · ".join(names)))
    return tuple(lines)


def line_with_title(title: str, text: str) -> Line:
    """Write a line with a title before it."""
    return Span(f"{title}: ", bold=True), Span(text)


def sketch_beach(box: Any, state: Any) -> list[Line]:
    """Write a line for each column, every other one half a row back."""
    rows = range(LAND, SEA_ROW + 1)
    numbers = "    " + "".join(f"{row - LAND + 1:<4}" for row in rows)
    lines: list[Line] = [(Span(numbers.rstrip(), dim=True),)]
    for column in range(COLUMNS):
        line = [Span(f"{COLUMN_NAMES[column]}  " + ("  " if column % 2 == 0 else ""), dim=True)]
        line += [sketch_space(box, state, row * WIDTH + column) for row in rows]
        runs = itertools.groupby(line, key=lambda span: (span.seat, span.bold, span.dim))
        lines.append(tuple(Span("".join(span.text for span in run), *style) for style, run in runs))
    return lines


def sketch_space(box: Any, state: Any, space: int) -> Span:
    """Write one space in four letters: a crab's number, with ! on its back, or what is there."""
    crabs = [crab for crab in range(state.crabs) if state.at[crab] == space]
    if crabs:
        text = "".join(("*" if c >= state.players else str(c)) + ("!" if state.down >> c & 1 else "") for c in crabs)
        return Span(text.ljust(4), seat=crabs[0] if crabs[0] < state.players else -1, bold=True)
    kind = beach.kind(box, state, space)
    sign = WAVE_SIGNS[kind - WAVES] if WAVES <= kind < SHORTCUT else SIGNS[kind_name(kind)]
    return Span(sign.ljust(4), dim=sign in "·#~")


def sketch_market(box: Any, state: Any, words: Translator) -> list[Line]:
    """Write the market and the shell tiles."""
    market = [card_text(box, card) for card in state.market if card != NO_CARD]
    tiles = [shell_action(box, state, tile) for tile in range(SHELL_TILES)]
    return [
        line_with_title(words("text.market"), f"{'  '.join(market)}  {words('text.deck', n=bits.count(state.deck))}"),
        line_with_title(
            words("text.shells", n=state.supply), ", ".join(f"{words(f'shell.{name}')} {cost}" for name, cost in tiles)
        ),
    ]


def sketch_row(box: Any, state: Any, player: int, viewer: int, words: Translator) -> Line:
    """Write a player's sequence, discards and plan."""
    text = " ".join(card_text(box, card) for card in sequence_of(state, player)) or words("zone.sequence_empty")
    discards = " ".join(card_name(box, card) for card in members(state.discard[player]))
    text += f"  [{words('text.discards')} {discards}]" if discards else ""
    if state.planned[player] != NO_CARD:
        plan = card_name(box, state.planned[player]) if player == viewer else "?"
        text += f"  [{words('text.plan')} {plan}]"
    text += f"  [{words('text.chef')}]" if state.chef == player else ""
    return Span(f"{player}: ", seat=player, bold=True), Span(text)


def card_text(box: Any, card: int) -> str:
    """Write a card: its name, left half, main action in brackets, right half."""
    return f"{card_name(box, card)} {card_letters(box, card)}"
