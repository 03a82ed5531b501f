"""The two pictures of Yadokarick, for wide and tall screens and in text.

A round of tricks has the size track on top, the trick in the middle, houses around it, the hand below; the solo game
has the row over four hermit crabs, two decks, and the score. Cards and towers are the same in both.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable
from typing import Any, NamedTuple

from decapod.engine import bits
from decapod.errors import ParseError
from decapod.games.yadokarick import state as s
from decapod.games.yadokarick.chapters import house, solo, trick
from decapod.games.yadokarick.narration import (
    card_phrase,
    cards_turned_up,
    deck_phrase,
    finish_round,
    name_seat,
    sum_up_round,
)
from decapod.games.yadokarick.notation import LETTERS, card_name
from decapod.games.yadokarick.state import (
    COLOURS,
    COLUMN_NAMES,
    COLUMNS,
    DUEL,
    NPC,
    SOLO,
    bit_of,
    cards_in,
    colour_of,
    is_roof,
    size_of,
)
from decapod.scene import (
    Area,
    Deferred,
    Layout,
    Meaning,
    PlayerRef,
    SceneBuilder,
    Sketch,
    Span,
    Translator,
    not_a_move,
    share,
)

TALL = 146 / 104  # a card's height, in widths
HERMIT = 108 / 140  # a hermit crab's
TRACK_STEP = 1.1  # from size to size on the track, in widths of a size card
BESIDE = 12  # letters beside the track
TOKEN = 0.3  # a token on a card of the trick, in widths of the card
ASIDE = 0.4  # how far it is from the card's middle
WIDE, WIDER = "MWmw@%", 1.7  # letters wider than others, and by how much
NARROW = 60  # cards of a trick: below it seven share a phone
STANDINGS = 12.6  # letters of how all others stand, on a phone
FALLEN_IN_SIGHT = 8  # fallen cards that are laid out; the panel counts them all
ROOF_HINTS = ("hint.roof", "hint.roof_played")  # by whose house a roof closes: GETS, PLAYS
HERMIT_COLOURS = (3, 2, 2, 6)  # seats whose colours the solo game's hermit crabs borrow: green, gold, gold, rose


def build_scene(scene: SceneBuilder) -> None:
    """Lay a round of tricks out, or the solo game."""
    if scene.state.variant == SOLO:
        lay_solo(scene)
    else:
        lay_round(scene)


def mid_move_state(box: Any, state: Any, player: int, move: int, after: Any) -> bool:
    """Stop where a trick is complete, and nobody has taken it yet; where a round is over, before the next is dealt."""
    if state.variant == SOLO:
        return False
    if after.finished != state.finished and not after.ending:
        finish_round(box, state, player, move)
        return True
    if s.BUILD <= move < s.MARKER:
        return False
    if move < s.BUILD:
        seen = int(state.public[state.colour])
        trick.put_down(state, player, move)
        for card in cards_turned_up(seen, state, move, after) if state.variant == DUEL else ():
            trick.show(state, NPC, card, colour_of(card), bit_of(card))
    state.marker = after.marker
    return bool(state.played == state.seats and after.trick != state.trick)


# --- where things go --------------------------------------------------------------------------------------


class Plot(NamedTuple):
    """Where a house stands, and where its owner's panel is."""

    x: float  # of the tower's middle
    ground: float
    card: float  # width of a card
    step: float  # from floor to floor: 0.3 of a card's width shows its number and size
    panel: Area = Area(0, 0, 0, 0)


@functools.cache
def wide(seats: int) -> Layout:
    """Lay out for a desk: the others' houses in a row over the trick, your own, the largest, beside trick and hand."""
    pitch = 1000 / (seats - 1)
    others = [small_plot(pitch * i, 78, pitch - 6) for i in range(seats - 1)]
    return Layout(
        1000, 640, plots=(Plot(86, 580, 66, 20, Area(0, 276, 172, 94)), *others),
        track=5, track_card=38, sizes=21, target_letters=22,
        trick=Area(180, 276, 820, 202), card=min(84, 820 / seats - 8),
        hand=Area(180, 484, 820, 156), hand_card=72, hand_rows=1,
    )  # fmt: skip


@functools.cache
def upright(seats: int) -> Layout:
    """Lay out for an upright tablet: the others' houses in one row or two, the trick, your own house and the hand."""
    others = seats - 1
    rows = 1 if others <= 3 else 2
    in_row = -(-others // rows)
    pitch = 800 / in_row
    plots = [small_plot(pitch * (i % in_row), 74 + 198 * (i // in_row), pitch - 6) for i in range(others)]
    below = 74 + 198 * rows
    return Layout(
        800, below + 518, plots=(Plot(58, below + 452, 76, 23, Area(120, below + 216, 172, 100)), *plots),
        track=5, track_card=31, sizes=21, target_letters=22,
        trick=Area(0, below, 800, 210), card=min(88, 800 / seats - 8),
        hand=Area(300, below + 216, 500, 302), hand_card=86, hand_rows=2,
    )  # fmt: skip


def small_plot(x: float, y: float, width: float) -> Plot:
    """Place a house to the left of its panel."""
    return Plot(x + 26, y + 164, 44, 15.5, Area(x + 52, y + 2, width - 52, 96))


@functools.cache
def tall(seats: int) -> Layout:
    """Lay out for a phone: track, trick, your house, the others' in two columns, the hand."""
    others = seats - 1
    card = min(80, 386 / seats - 3)
    top, high = 104.0, card * TALL + 104
    own = top + high
    plots = [Plot(56, own + 218, 62, 21, Area(116, own + 8, 274, 104))]
    for i in range(others):
        alone = others % 2 and i == others - 1 and others > 1  # in the last line
        x, y = 102 if alone else 198 * (i % 2), own + 276 + 142 * (i // 2)
        plots.append(Plot(x + 20, y + 106, 32, 11, Area(x + 46, y + 2, 146, 116)))
    below = own + 276 + 142 * ((others + 1) // 2)
    return Layout(
        390, below + 226, plots=tuple(plots), track=6, track_card=40, sizes=7, target_letters=15,
        others=Area(116, own + 156, 270, 100),
        trick=Area(0, top, 390, high), card=card, hand=Area(0, below, 390, 226), hand_card=65, hand_rows=2,
    )  # fmt: skip


LAYOUTS = {"desktop": wide, "tablet": upright, "phone": tall}


def columns(area: Area, card: float, step: float) -> tuple[Plot, ...]:
    """Place the four hermit crabs of the solo game side by side."""
    ground = area.y + area.height - hermit_width(card) * HERMIT * 0.78
    return tuple(Plot(x, ground, card, step) for x in share(area.x, area.width, COLUMNS))


def hermit_width(card: float) -> float:
    """Tell how wide a hermit crab of the solo game is, from the width of a card on it."""
    return card * 0.98


COLUMN_AREAS = {"desktop": Area(0, 166, 1000, 474), "tablet": Area(0, 352, 800, 540), "phone": Area(0, 296, 390, 376)}
SOLO_LAYOUTS = {
    "desktop": Layout(1000, 640, row=Area(0, 0, 560, 160), card=86, decks=Area(570, 26, 200, 130),
                   columns=COLUMN_AREAS["desktop"], plots=columns(COLUMN_AREAS["desktop"], 98, 43),
                   panel=Area(780, 4, 220, 150)),
    "tablet": Layout(800, 892, row=Area(0, 0, 800, 188), card=104, decks=Area(20, 196, 300, 146),
                      columns=COLUMN_AREAS["tablet"], plots=columns(COLUMN_AREAS["tablet"], 112, 49),
                      panel=Area(360, 198, 440, 144)),
    "phone": Layout(390, 672, row=Area(0, 0, 390, 140), card=68, decks=Area(0, 180, 176, 96),
                   columns=COLUMN_AREAS["phone"], plots=columns(COLUMN_AREAS["phone"], 78, 36),
                   panel=Area(186, 150, 204, 140)),
}  # fmt: skip


# --- cards and towers -------------------------------------------------------------------------------------


def only_shows(key: str, rule: str, **parameters: object) -> Meaning:
    """Answer a click on a piece that only shows something, by a rule; the words are made when it is clicked."""
    return functools.partial(not_a_move, f"click.{key}", rule, **parameters)


def lay_card(
    scene: SceneBuilder, card: int, x: float, y: float, width: float, on_click: Meaning, *, layer: int = 10, **more: Any
) -> None:
    """Lay an open card down: it keeps its id wherever it goes. `more` is what `SceneBuilder.put` takes."""
    box, name = scene.box, card_name(card)
    hint_key = ROOF_HINTS[int(scene.state.roof)] if is_roof(box, card) else "hint.card"
    label, hint = card_words(scene.words.without_names, card, size_of(box, card), hint_key)
    scene.put(name, f"card-{name}", x, y, width, on_click=on_click, label=label, hint=hint, layer=layer, **more)


@functools.lru_cache(maxsize=4096)
def card_words(words: Translator, card: int, size: int, hint: str) -> tuple[str, str]:
    """Say what a card is, in a few words and in a sentence."""
    name = card_phrase(card)
    return words("label.card", card=name, size=size), words(hint, card=name, size=size)


def lay_tower(
    scene: SceneBuilder, plot: Plot, region: str, cards: list[int], roofed: bool,
    card_means: Callable[[int], Meaning], roof_means: Meaning, **more: Any,
) -> None:  # fmt: skip
    """Stand a house on its hermit crab: lower cards in front, so that the band of each shows; a roof, if it has one.

    `card_means` tells what a click on a card means; `more` is what `SceneBuilder.put` takes for every piece of it.
    """
    high = plot.card * TALL
    for floor, card in enumerate(cards):
        y = plot.ground - high / 2 - floor * plot.step
        lay_card(scene, card, plot.x, y, plot.card, card_means(card), region=region, order=1 + floor, layer=40 - floor,
                 **more)  # fmt: skip
    if cards and roofed:
        y = plot.ground - high - (len(cards) - 1) * plot.step - plot.card * 0.26
        scene.put(
            f"roof-of-{region}",
            "roof",
            plot.x,
            y,
            plot.card * 1.16,
            on_click=roof_means,
            region=region,
            order=10,
            layer=50,
            label=scene.words("label.roof"),
            **more,
        )


def lay_hermit(scene: SceneBuilder, plot: Plot, width: float, name: str, face: str, **more: Any) -> None:
    """Put a hermit crab below its tower; `more` is what `SceneBuilder.put` takes."""
    scene.put(name, face, plot.x, plot.ground + width * HERMIT * 0.2, width, order=0, layer=60, **more)


# --- a round of tricks ------------------------------------------------------------------------------------


def lay_round(scene: SceneBuilder) -> None:
    """Lay a round of tricks out: nobody sees a hand but their own."""
    state = scene.state
    scene.plan = LAYOUTS[scene.layout](int(state.seats))
    scene.round = int(state.finished) + (0 if state.ending else 1)
    if state.ending and state.variant != DUEL:
        scene.summary = scene.words(sum_up_round(scene.box, state))
    for seat, plot in zip(seats_from(state, scene.front), scene.plan.plots, strict=True):
        house_of = state.houses[seat], state.built[seat], state.fallen[seat], state.closed >> seat & 1
        scene.cached(lay_house, seat, plot, *house_of)
        if is_npc(state, seat):
            scene.cached(lay_npc_panel, plot.panel, house_line(state, scene.words, seat))
        else:
            scene.panel(seat, plot.panel, sum_up(scene, seat))
    if state.variant == DUEL:
        target = scene.words("label.npc_target", size=int(state.built[NPC]))
        scene.label(scene.plan.width / 2, scene.plan.track + 34, target, scene.plan.target_letters, "strong")
    else:
        lay_track(scene)
    if scene.layout == "phone":
        lay_standings(scene)
    lay_trick(scene)
    scene.cached(lay_hand, tuple(hand_of(state, scene.viewer)) if scene.viewer >= 0 else (), card_move(state, 0))
    scene.ascii = lambda: sketch_round(scene)


def seats_from(state: Any, first: int) -> list[int]:
    """List the seats clockwise from one, the NPC's included."""
    seats = [first]
    while len(seats) < state.seats:
        seats.append(trick.left_of(state, seats[-1]))
    return seats


def is_npc(state: Any, seat: int) -> bool:
    """Tell whether the NPC of the duel sits somewhere."""
    return bool(state.variant == DUEL and seat == NPC)


def owner_of(state: Any, seat: int) -> int:
    """Return whose the pieces before a seat are: the NPC's are nobody's."""
    return -1 if is_npc(state, seat) else seat


def face_of(state: Any, seat: int, kind: str) -> str:
    """Name the face of a seat's hermit crab or token."""
    return f"{kind}-npc" if is_npc(state, seat) else f"{kind}-{seat}"


def short_name(scene: SceneBuilder, seat: int) -> str:
    """Name whoever sits somewhere, in few letters."""
    return scene.words("npc.short") if is_npc(scene.state, seat) else scene.words.name(seat)


def card_move(state: Any, card: int) -> int:
    """Return what a click on a card is: to play it, or to build with it if cards were won (YD-4, YD-10)."""
    return s.BUILD + card if state.phase == s.ORDER else s.PLAY + card


def house_card_meaning(state: Any, card: int) -> int | ParseError:
    """Answer a click on a card of a house: where cards are played, it stays there (YD-10)."""
    if state.phase == s.TRICK:
        return not_a_move("click.house", "YD-10", card=card_phrase(card))
    return card_move(state, card)


def lay_house(scene: SceneBuilder, seat: int, plot: Plot, packed: int, size: int, fallen: int, closed: int) -> None:
    """Lay a seat's house out: tower, hermit crab, fallen cards, and its size."""
    state, words, region = scene.state, scene.words, f"house-{seat}"
    name, owner = name_seat(state, seat), owner_of(state, seat)
    lay_tower(
        scene,
        plot,
        region,
        house.cards_of(packed),
        bool(closed),
        lambda card: Deferred(lambda clicked: house_card_meaning(clicked.state, card)),
        only_shows("roof", "YD-12"),
        owner=owner,
    )
    lay_hermit(scene, plot, plot.card * 1.24, f"hermit-at-{seat}", face_of(state, seat, "hermit"), region=region,
               label=words("label.hermit", owner=name, size=size), owner=owner,
               on_click=only_shows("hermit", "YD-10", owner=name))  # fmt: skip
    width = min(22, plot.card * 0.4)
    x, y = plot.x + plot.card * 0.62 + 16, plot.panel.y + plot.panel.height + 5 + width * TALL / 2
    for i in range(min(fallen, FALLEN_IN_SIGHT)):
        scene.put(f"fallen-{seat}-{i}", "back", x + i * width * 0.62, y, width, angle=8 * (i % 3 - 1), layer=70 + i,
                  region=region, order=20 + i, label=words("label.fallen", owner=name), owner=owner,
                  on_click=only_shows("fallen", "YD-11", owner=name))  # fmt: skip
    scene.label(plot.x + plot.card * 0.46, plot.ground + 3, str(size), min(20, max(12.5, plot.card * 0.3)), "badge")


def house_line(state: Any, words: Translator, seat: int) -> str:
    """Say how big a house is, and whether it is closed."""
    return words("panel.roof" if state.closed >> seat & 1 else "panel.house", size=int(state.built[seat]))


def lay_npc_panel(scene: SceneBuilder, area: Area, house: str) -> None:
    """Write what a panel would say, first of its house: the NPC is no player, so it has none."""
    words, x, y = scene.words, area.x + 12, area.y
    scene.zone("npc", area, kind="plain")
    scene.label(x, y + 30, words("npc.title"), 17 if area.width > 160 else 13, "strong", "start")
    scene.label(x, y + 54, house, 14, "soft", "start")
    scene.label(x, y + 74, words("panel.target"), 14, "soft", "start")


def sum_up(scene: SceneBuilder, seat: int) -> list[str]:
    """Sum up a player in three lines: house, points, what fell."""
    state, words = scene.state, scene.words
    fallen = int(state.fallen[seat])
    if state.variant == DUEL:
        over = int(state.built[seat]) - int(state.built[NPC])
        score, loss = duel_lines(words.without_names, over, fallen)
    else:
        score = score_line(scene, seat)
        loss = words("panel.fallen", n=fallen, size=int(state.lost[seat])) if fallen else words("panel.none_fallen")
    return [house_line(state, words, seat), score, loss]


def score_line(scene: SceneBuilder, seat: int) -> str:
    """Say how many points a player has, and what the house is worth: once the cards of a complete trick are built."""
    box, state, words = scene.box, scene.state, scene.words
    total, now = int(state.totals[seat]), trick.round_points(box, state, seat)
    if state.ending:
        return words("panel.total" if state.finished == 1 else "panel.round", total=total, now=now)
    to_come = cards_to_come(box, state, seat) if state.played == state.seats else []
    if to_come:
        now = worth_with(box, state, seat, to_come)
    key = f"{'points' if state.finished else 'worth'}{'_built' if to_come else ''}"
    return words(f"panel.{key}", total=total, now=now)


def cards_to_come(box: Any, state: Any, seat: int) -> list[int]:
    """List the cards of a complete trick that a seat will build with, roofs of a colour last (YD-8 to YD-10, YD-12)."""
    cards: list[int] = []
    closed, roofs = state.closed >> seat & 1, int(box.roofs)
    for colour in range(COLOURS):
        if state.pile[colour] and not closed and trick.winner_of(state, colour) == seat:
            won = trick.cards_won(box, state, colour)
            cards += cards_in(colour, won & ~roofs) + cards_in(colour, won & roofs)
            closed = state.roof == s.GETS and won & roofs
    return cards


def worth_with(box: Any, state: Any, seat: int, cards: list[int]) -> int:
    """Tell what a house is worth with more cards on it, those included that fall then (YD-11, YD-13, YD-14).

    In which order they go on matters only to what falls later: those next to the body fall first.
    """
    floors = house.cards_of(int(state.houses[seat])) + cards
    bearing = max(0, len(floors) - int(box.floors))
    falling, standing = (sum(size_of(box, card) for card in part) for part in (floors[:bearing], floors[bearing:]))
    return trick.house_worth(box, standing, int(state.marker)) - int(state.lost[seat]) - falling


@functools.lru_cache(maxsize=1024)
def duel_lines(words: Translator, over: int, fallen: int) -> tuple[str, str]:
    """Say how far a house of the duel is over the NPC's or below it, and what fell."""
    return (
        words("panel.burst", n=over) if over > 0 else words("panel.below", n=-over) if over else words("panel.exact"),
        words("panel.fallen_free", n=fallen) if fallen else words("panel.none_fallen"),
    )


def lay_standings(scene: SceneBuilder) -> None:
    """Write beside the viewer's own house how all others stand: on a phone their panels may be out of sight."""
    state, words, (x, y, width, height) = scene.state, scene.words, scene.plan.others
    others = [seat for seat in seats_from(state, scene.front)[1:] if not is_npc(state, seat)]
    pitch = min(22, height / max(1, len(others)))
    is_alone = len(others) == 1  # "house 4, roof on" beside "1 over the target" is wider than a phone
    for i, seat in enumerate(others):
        line, score = y + pitch * (i + 0.75), sum_up(scene, seat)[1]
        scene.label(x, line, shorten(words.name(seat), 74, STANDINGS), STANDINGS, "strong", "start")
        scene.label(x + 76, line, house_line(state, words, seat), STANDINGS, "soft", "start")
        if is_alone:
            scene.label(x + 76, line + 16, score, STANDINGS, "soft", "start")
        else:
            scene.label(x + width, line, score, STANDINGS, "soft", "end")


def lay_track(scene: SceneBuilder) -> None:
    """Lay the size track out, and everyone's token at the size of their house."""
    track, target = scene.box.track, scene.state.marker
    sizes = min(scene.plan.sizes, track)
    first = max(1, min(target - sizes // 2, track - sizes + 1))
    scene.cached(lay_sizes, first, sizes, scene.state.phase == s.MARK)
    scene.cached(lay_tokens, first, sizes)


def lay_sizes(scene: SceneBuilder, first: int, sizes: int, is_asked: bool) -> None:
    """Lay some sizes of the track out, and the marker on the target; `is_asked`: it is to be moved now."""
    box, state, words, plan = scene.box, scene.state, scene.words, scene.plan
    target, width = int(state.marker), plan.track_card
    high = width * TALL
    places = share(0, plan.width, sizes, width * TRACK_STEP)
    for size, x in enumerate(places, first):
        hint = words("hint.target", size=size, bonus=int(box.bonus)) if size == target else None
        on_click = marker_meaning(target, size, is_asked)
        scene.put(
            f"size-{size}",
            f"track-{size}",
            x,
            plan.track + high / 2,
            width,
            region="track",
            order=size,
            on_click=on_click,
            as_target=on_click,
            label=words("label.size", size=size),
            hint=hint,
            role="sign",
        )
    # Whoever may move it takes it up, by a click or to drag it, and puts it on one of the sizes.
    takes_up: dict[str, Any] = {"on_first_click": no_change, "owner": scene.viewer} if scene.legal and is_asked else {}
    scene.put("size-marker", "marker", places[target - first], plan.track + high * 0.16, width * 0.62, region="track",
              on_click=only_shows("marker", "YD-5", size=target) if takes_up else s.STAY, order=99, layer=30,
              label=words("label.marker", size=target), hint=words("hint.marker", size=target), **takes_up)  # fmt: skip


def lay_tokens(scene: SceneBuilder, first: int, sizes: int) -> None:
    """Lay everyone's token below the size of their house; beside the track, with that size, where it is not in sight.

    The viewer's own lies on top.
    """
    state, plan, width = scene.state, scene.plan, scene.plan.track_card
    places = share(0, plan.width, sizes, width * TRACK_STEP)
    below: dict[int, list[int]] = {}  # the seats by the size of their house
    for seat in range(state.players):
        if state.built[seat]:
            below.setdefault(int(state.built[seat]), []).append(seat)
    beside: tuple[list[int], list[int]] = [], []  # to the left, to the right
    for size, seats in sorted(below.items()):
        if not first <= size < first + sizes:
            beside[size > first].extend(seats)
            continue
        rows = [seats] if len(seats) <= 3 else [seats[: len(seats) // 2], seats[len(seats) // 2 :]]
        for i, row in enumerate(rows):
            y = plan.track + width * (TALL + 0.26 + 0.3 * i)
            for seat, x in zip(row, share(places[size - first] - width / 2, width, len(row), width / 2), strict=True):
                lay_token_of(scene, seat, x, y, width / 2)
    for seats, x, aside in (beside[0], places[0] - width * 0.72, -1), (beside[1], places[-1] + width * 0.72, 1):
        pitch = min(width / 2, width * 2 / max(1, len(seats)))
        for i, seat in enumerate(seats):
            y = plan.track + width * 0.25 + pitch * i
            size = scene.words("label.left_of" if aside < 0 else "label.right_of", size=int(state.built[seat]))
            lay_token_of(scene, seat, x, y, width * 0.4)
            scene.label(x + aside * width * 0.24, y + 4.5, size, BESIDE, "strong", "end" if aside < 0 else "start")


def lay_token_of(scene: SceneBuilder, seat: int, x: float, y: float, width: float) -> None:
    """Lay a player's token down where it shows the size of their house."""
    size, owner = int(scene.state.built[seat]), PlayerRef(seat)
    scene.put(f"token-{seat}", f"chip-{seat}", x, y, width, layer=29 if seat == scene.viewer else 20 + seat,
              region="track", order=200 + seat, label=scene.words("label.token", owner=owner, size=size), owner=seat,
              on_click=only_shows("token", "YD-13", owner=owner, size=size))  # fmt: skip


def no_change(meaning: Any) -> Any:
    """Return what a size card means: the marker put on it means the same."""
    return meaning


def marker_meaning(marker: int, size: int, is_asked: bool) -> Meaning:
    """Answer a click on a size card: the marker goes there, if it is one card away at most (YD-5)."""
    step = size - marker
    if abs(step) > 1 and is_asked:
        return only_shows("far", "YD-5", size=marker)
    return s.STAY + max(-1, min(1, step))


def lay_hand(scene: SceneBuilder, cards: tuple[int, ...], first_move: int) -> None:
    """Lay the viewer's hand out, sorted; nobody else's. `first_move` is what a click on the first of all cards is."""
    words, plan, viewer = scene.words, scene.plan, scene.viewer
    x, y, width, height = plan.hand
    if viewer < 0:
        scene.zone("hand", plan.hand, words("zone.hands"), words("zone.secret"))
        return
    scene.zone("hand", plan.hand, words("zone.hand"), words("zone.no_cards"))
    in_row = -(-s.HAND // plan.hand_rows)
    step = min(plan.hand_card * 1.22, (width - 10) / max(1, min(in_row, len(cards))))
    high = plan.hand_card * TALL
    top = y + max(30, (height - plan.hand_rows * (high + 6)) / 2 + 10)
    for i, card in enumerate(cards):
        line, nth = divmod(i, in_row)
        at = share(x, width, min(in_row, len(cards) - line * in_row), step)[nth]
        lay_card(scene, card, at, top + high / 2 + line * (high + 10), plan.hand_card, first_move + card,
                 region="hand", order=i, role="hand", owner=viewer)  # fmt: skip


def hand_of(state: Any, player: int) -> list[int]:
    """List a hand, by colour and number."""
    return [card for colour in range(COLOURS) for card in cards_in(colour, int(state.hands[player, colour]))]


# --- the trick --------------------------------------------------------------------------------------------


def lay_trick(scene: SceneBuilder) -> None:
    """Lay the trick out in play order, or the cards won that are still to be built with."""
    state, words, plan = scene.state, scene.words, scene.plan
    x, y, width, height = plan.trick
    progress = {"n": min(int(state.tricks) + 1, int(scene.box.hand)), "tricks": int(scene.box.hand)}
    title = (
        words("zone.duel_trick", **progress)
        if state.variant == DUEL
        else words("zone.trick", **progress, round=scene.round, rounds=int(state.rounds))
    )
    scene.zone("trick", plan.trick, title, "" if state.to_act else words("zone.over"))
    if state.won:
        lay_won(scene)
    elif state.to_act:
        takers, low = takers_of(scene.box, state), lowest_cards(state)
        seats = seats_from(state, int(state.lead))
        for i, (seat, at) in enumerate(zip(seats, share(x + 8, width - 16, len(seats), plan.card * 1.3), strict=True)):
            card = trick.trick_card(state, seat) - 1
            taker, is_low, move = takers.get(card, -1), card in low, card_move(state, card)
            scene.cached(lay_spot, i, seat, at, y + height / 2 + 6, card, taker, is_low, move)


def lay_spot(
    scene: SceneBuilder, nth: int, seat: int, x: float, y: float, card: int, taker: int, is_low: bool, move: int
) -> None:
    """Lay a seat's card of the trick out, or its empty place; above it who plays here, below it what the card does.

    A click on the card is a `move`. The marker lies on a card with the lowest number, a token of whoever would take the
    card, its `taker` (-1 for nobody), on one to be taken.
    """
    state, words, width = scene.state, scene.words, scene.plan.card
    high, letters, owner = width * TALL, name_letters(width), owner_of(state, seat)
    name, who = short_name(scene, seat), name_seat(state, seat)
    room = max(width, min(width * 1.3, scene.plan.trick.width / int(state.seats) - 3) / 1.1 - 4)  # to the next name
    title = f"▸ {shorten(name, room, letters, 3)}" if nth == 0 else shorten(name, room, letters)
    scene.label(x, y - high / 2 - letters * 0.6, title, letters, "strong" if nth == 0 else "ink")
    if card < 0:
        label = words("label.leads" if nth == 0 else "label.to_play", owner=name)
        scene.put(f"slot-{nth}", "slot", x, y, width, on_click=only_shows("slot", "YD-4", owner=who), region="trick",
                  order=nth, label=label, owner=owner, role="sign")  # fmt: skip
        return
    lay_card(scene, card, x, y, width, move, region="trick", order=nth, owner=owner)
    lines: list[str] = []
    if is_low:
        lay_token(scene, f"low-{seat}", "marker", nth, x - ASIDE * width, y, owner=owner,
                  label=words("label.lowest", owner=name), on_click=only_shows("low", "YD-5", owner=who))  # fmt: skip
        lines.append(words("label.low"))
    if taker >= 0:
        name = short_name(scene, taker)
        lay_token(scene, f"taker-{card_name(card)}", face_of(state, taker, "chip"), nth, x + ASIDE * width, y,
                  owner=owner_of(state, taker), label=words("label.taker", owner=name),
                  on_click=only_shows("taker", "YD-8" if trick.takes_all(state) else "YD-9"))  # fmt: skip
        lines.append(words("label.taken", owner=name))
    elif state.closed >> seat & 1 and trick.winner_of(state, s.colour_of(card)) == seat:
        lines.append(words("label.closed"))
    lower = nth % 2 if width < NARROW else 0  # beside each other they would touch
    for i, line in enumerate(lines):
        scene.label(x, y + high / 2 + letters * (1.5 + 1.15 * (i + lower)), line, letters, "soft")


def lay_token(scene: SceneBuilder, name: str, face: str, nth: int, x: float, y: float, **more: Any) -> None:
    """Put a token on the lower edge of the `nth` card of the trick, whose middle is at the height `y`."""
    width = scene.plan.card
    scene.put(name, face, x, y + width * TALL * 0.42, width * TOKEN, region="trick", order=nth, layer=32, **more)


def name_letters(width: float) -> float:
    """Choose the size of a name over a card of a width: as large as it should be, but where seven share a phone."""
    return 10.5 if width < NARROW else max(12.6, width * 0.15)


def shorten(name: str, width: float, letters: float, less: int = 0) -> str:
    """Shorten a name to what fits over a card of a width in letters of a size, some letters less."""
    room = int(width * 1.1 / (letters * 0.6)) - less
    if breadth(name) <= room:
        return name
    kept = max(n for n in range(len(name)) if n == 0 or breadth(name[:n]) <= room - 1)
    return f"{name[:kept].rstrip()}…"


def breadth(name: str) -> float:
    """Guess how many letters of the usual width a name takes: a W, or a Japanese letter, is nearly as wide as two."""
    return sum(WIDER if letter in WIDE or unicodedata.east_asian_width(letter) in "WF" else 1 for letter in name)


def takers_of(box: Any, state: Any) -> dict[int, int]:
    """Tell who would take which card if the trick ended now; closed houses take nothing."""
    takers: dict[int, int] = {}
    for colour in range(COLOURS):
        if state.pile[colour]:
            seat = trick.winner_of(state, colour)
            if not state.closed >> seat & 1:
                takers |= dict.fromkeys(cards_in(colour, trick.cards_won(box, state, colour)), seat)
    return takers


def lowest_cards(state: Any) -> list[int]:
    """List the cards that have the lowest number: none in the duel, which has no marker."""
    both = int(state.pile[0]) | int(state.pile[1])
    if state.variant == DUEL or not both:
        return []
    return [card for colour in range(COLOURS) for card in cards_in(colour, int(state.pile[colour]) & both & -both)]


def lay_won(scene: SceneBuilder) -> None:
    """Lay the cards won out that are still to be built with."""
    state, width, winner = scene.state, scene.plan.card, int(scene.state.winner)
    left, top, room, height = scene.plan.trick
    y = top + height / 2 + 8
    cards = cards_in(int(state.colour), int(state.won))
    for i, (card, x) in enumerate(zip(cards, share(left, room, len(cards), width * 1.4), strict=True)):
        lay_card(scene, card, x, y, width, card_move(state, card), region="trick", order=i, owner=winner)
    title = scene.words("label.won", owner=PlayerRef(winner))
    scene.label(left + room / 2, y - width * TALL / 2 - 12, title, 15, "strong")


# --- alone ------------------------------------------------------------------------------------------------


def lay_solo(scene: SceneBuilder) -> None:
    """Lay the solo game out: everything lies open but the order of the decks."""
    scene.plan = SOLO_LAYOUTS[scene.layout]
    lay_row(scene)
    for column, plot in enumerate(scene.plan.plots):
        lay_column(scene, column, plot)
    lay_decks(scene)
    state, words = scene.state, scene.words
    built, lost = int(state.built[solo.PLAYER]), int(state.lost[solo.PLAYER])
    lines = (
        words("panel.score", n=built - lost, beat=int(state.beat)),
        words("panel.banked", n=int(state.banked), size=built),
        words("panel.given_up", n=int(state.fallen[solo.PLAYER]), size=lost),
        words("panel.best", n=int(state.best)),
    )
    scene.panel(solo.PLAYER, scene.plan.panel, lines)
    scene.ascii = lambda: sketch_solo(scene)


def lay_row(scene: SceneBuilder) -> None:
    """Lay the cards to choose from out, each at its place: a move is a click on one, then on a hermit crab.

    When consecutive numbers have come up, one click scores a card.
    """
    box, state, words, bonus = scene.box, scene.state, scene.words, scene.state.phase == s.BONUS
    x, y, width, height = scene.plan.row
    scene.zone("row", scene.plan.row, words("zone.row"), words("zone.row_empty"))
    for i, (held, at) in enumerate(zip(state.row, share(x + 6, width - 12, s.ROW), strict=True)):
        if held:
            card = int(held) - 1
            on_click = s.BANK + card if bonus else functools.partial(place_somewhere, box, state, card)
            lay_card(scene, card, at, y + height / 2 + 11, scene.plan.card, on_click, region="row", order=i,
                     on_first_click=functools.partial(place, card))  # fmt: skip


def place(card: int, column: int) -> int:
    """Return the move that puts a card on a hermit crab."""
    return s.PLACE + card * COLUMNS + column


def place_somewhere(box: Any, state: Any, card: int) -> int:
    """Return a move of a card: where it goes, or else where its number, not its colour, refuses it (YD-24 to YD-26)."""
    by_reason = {solo.column_refusal(box, c, int(state.houses[c]), card): c for c in range(COLUMNS)}
    order = (0, s.TOO_HIGH, s.UNDER_ROOF, s.ALTERNATE, s.GREEN_ONLY, s.PINK_ONLY)
    return place(card, next(by_reason[code] for code in order if code in by_reason))


def lay_column(scene: SceneBuilder, column: int, plot: Plot) -> None:
    """Lay a hermit crab and the cards on it out: all of them are where a card of the row goes."""
    box, state, words = scene.box, scene.state, scene.words
    packed, region, kind = int(state.houses[column]), f"house-{column + 1}", COLUMN_NAMES[column]
    cards = house.cards_of(packed)
    _, y, width, height = scene.plan.columns
    cell = width / COLUMNS
    scene.zone(region, Area(plot.x - cell / 2 + 2, y, cell - 4, height))
    may_give_up = bool(cards) and state.phase == s.TAKE  # by a button, never by a click
    on_click: Meaning = only_shows("column", "YD-23", column=column + 1) if may_give_up else s.GIVE_UP + column
    roofed = bool(cards) and bool(is_roof(box, cards[-1]))
    lay_tower(scene, plot, region, cards, roofed, lambda _: on_click, on_click, as_target=column, owner=solo.PLAYER)
    lay_hermit(scene, plot, hermit_width(plot.card), f"column-{column + 1}", f"hermit-{HERMIT_COLOURS[column]}",
               region=region, label=words(f"column.{kind}", n=column + 1), on_click=on_click, as_target=column,
               owner=solo.PLAYER)  # fmt: skip
    scene.label(plot.x, y + 20, words(f"column.short.{kind}"), max(12.5, plot.card * 0.15), "strong")
    if cards:
        size = words("column.size", size=solo.size_of_all(box, packed))
        scene.label(plot.x, y + 22 + plot.card * 0.17, size, max(12.5, plot.card * 0.13), "soft")
        floors = f"{len(cards)}/{int(box.solo_floors)}"
        aside = min(plot.card * 0.62, cell / 2 - 22)
        scene.label(plot.x + aside, y + height - 12, floors, max(12.5, plot.card * 0.15), "badge")


def lay_decks(scene: SceneBuilder) -> None:
    """Lay the two decks out, and how many cards they have."""
    words, (left, top, room, _), width = scene.words, scene.plan.decks, scene.plan.card
    y = top + width * TALL / 2
    for colour, (letter, x) in enumerate(zip(LETTERS, share(left, room, COLOURS), strict=True)):
        count = bits.count(solo.stock(scene.box, scene.state, colour))
        scene.put(f"deck-of-{letter}", f"deck-{letter}" if count else "slot", x, y, width, on_click=s.DRAW + colour,
                  region="decks", order=colour, label=words("label.deck", deck=deck_phrase(colour), n=count),
                  role="pile")  # fmt: skip
        scene.label(x, y + width * TALL * 0.42, str(count), width * 0.2, "badge")


# --- in text ----------------------------------------------------------------------------------------------


def sketch_round(scene: SceneBuilder) -> Sketch:
    """Draw a round of tricks in text: the track, the trick in play order, the houses, the hand."""
    box, state, words = scene.box, scene.state, scene.words
    if state.variant == DUEL:
        track: tuple[Span, ...] = (Span(words("label.npc_target", size=int(state.built[NPC])), bold=True),)
    else:
        track = sketch_track(int(box.track), int(state.marker), words)
    houses = [sketch_house(scene, seat) for seat in range(state.seats)]
    hand: list[tuple[Span, ...]] = []
    if scene.viewer >= 0:
        hand = [(), (Span(words("zone.hand") + ": "), *card_spans(box, hand_of(state, scene.viewer)))]
    return (track, (), sketch_trick(scene), (), *houses, *hand)


def card_spans(box: Any, cards: list[int]) -> list[Span]:
    """Write cards with their sizes: g25(3)."""
    return [Span(f"{card_name(card)}({size_of(box, card)}) ", bold=True) for card in cards]


def sketch_track(track: int, target: int, words: Translator) -> tuple[Span, ...]:
    """Write the size track, the target in brackets."""
    sizes = range(1, track + 1)
    return (
        Span(words("zone.track") + ": "),
        *(Span(f"[{n}] ", bold=True) if n == target else Span(f"{n} ", dim=True) for n in sizes),
    )


def sketch_trick(scene: SceneBuilder) -> tuple[Span, ...]:
    """Write the trick in play order, with what each card does now."""
    box, state, words = scene.box, scene.state, scene.words
    line = [Span(words("zone.trick_line", n=min(int(state.tricks) + 1, int(box.hand))) + ": ")]
    if state.won:
        cards = cards_in(int(state.colour), int(state.won))
        return (*line, Span(words("label.won", owner=PlayerRef(int(state.winner))) + ": "), *card_spans(box, cards))
    takers, low = takers_of(box, state), lowest_cards(state)
    for seat in seats_from(state, int(state.lead)) if state.to_act else []:
        card = trick.trick_card(state, seat) - 1
        signs = "-"
        if card >= 0:
            signs = f"{card_name(card)}({size_of(box, card)}){'v' * (card in low)}{'*' * (card in takers)}"
        line.append(Span(f"{words.plain(name_seat(state, seat))} {signs}  ", seat=seat, bold=card >= 0))
    return tuple(line)


def sketch_house(scene: SceneBuilder, seat: int) -> tuple[Span, ...]:
    """Write a house from the body up."""
    state, words = scene.state, scene.words
    cards = card_spans(scene.box, house.cards_of(int(state.houses[seat])))
    return (
        Span(f"{words.plain(name_seat(state, seat))}: ", seat=seat),
        *(cards or [Span(words("label.no_house") + " ", dim=True)]),
        Span(f"= {house_line(state, words, seat)}"),
    )


def sketch_solo(scene: SceneBuilder) -> Sketch:
    """Draw the solo game in text: the row, the decks, the columns from the body up."""
    box, state, words = scene.box, scene.state, scene.words
    row = card_spans(box, [int(held) - 1 for held in state.row if held])
    counts = [bits.count(solo.stock(box, state, colour)) for colour in range(COLOURS)]
    decks = ", ".join(words("label.deck", deck=deck_phrase(colour), n=n) for colour, n in enumerate(counts))
    towers = [
        (Span(f"{i + 1} {words(f'column.short.{name}')}: "), *card_spans(box, house.cards_of(int(state.houses[i]))))
        for i, name in enumerate(COLUMN_NAMES)
    ]
    return ((Span(words("zone.row") + ": "), *row), (Span(decks, dim=True),), (), *towers)
