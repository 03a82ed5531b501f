"""The table of Crabs! laid out for a viewer: hand, haul, pool, score zones, objectives, gear, actions; and in text."""

from __future__ import annotations

import functools
import itertools
from typing import Any

from decapod.games.crabs import state as s
from decapod.games.crabs.chapters.cards import by_value, cover, list_kinds, list_values, of_value, size_of
from decapod.games.crabs.chapters.choices import debt_value
from decapod.games.crabs.narration import (
    aid_phrase,
    bind_phrase,
    card_phrase,
    claim_gain,
    gear_phrase,
    objective_parts,
    points_phrase,
    running_total,
    sum_up,
)
from decapod.games.crabs.notation import write_card, write_cards
from decapod.games.crabs.state import ACTION_NAMES, VALUES, is_golden, list_objectives, value_of
from decapod.scene import Area, Layout, Meaning, PlayerRef, SceneBuilder, Sketch, Span, not_a_move, share, spread

CARD_HEIGHT = 146 / 104  # of its width


@functools.cache
def plan_layout(layout: str, players: int) -> Layout:
    """Say where things go: panels and score zones of the others by number, clockwise."""
    others = players - 1
    if layout == "phone":
        return Layout(
            390, 1114 + 98 * players, pool=Area(0, 0, 390, 264), pile=(46, 87), column=125,
            columns=[(8 + 125 * (value % 3), 87 + 114 * (value // 3)) for value in range(1, VALUES + 1)],
            haul=Area(0, 270, 390, 112), actions=Area(0, 386, 390, 76), hand=Area(0, 466, 390, 136), margin=4,
            score=Area(0, 608, 390, 214), objectives=Area(0, 828, 390, 136), gear=Area(0, 970, 390, 136),
            panels=[Area(0, 1114 + 98 * i, 390 if i == 0 else 192, 92) for i in range(players)],
            scores=[Area(198, 1114 + 98 * i, 192, 92) for i in range(1, players)], card=68, small=62, score_lines=2,
        )  # fmt: skip
    if layout == "tablet":
        across = 800 / others
        lefts = [across * i for i in range(others)]
        return Layout(
            800, 874, objectives=Area(0, 0, 404, 140), gear=Area(412, 0, 388, 140), pool=Area(0, 148, 800, 142),
            pile=(46, 228), column=140, columns=[(94 + 140 * i, 228) for i in range(VALUES)],
            actions=Area(0, 296, 800, 62), score=Area(500, 554, 300, 320), haul=Area(204, 554, 288, 116),
            hand=Area(0, 678, 492, 196), margin=14, score_lines=3,
            panels=[Area(0, 554, 196, 116), *(Area(left, 364, across - 8, 84) for left in lefts)],
            scores=[Area(left, 452, across - 8, 94) for left in lefts], card=96, small=76,
        )  # fmt: skip
    pitch = 640 / others
    tops = [pitch * i for i in range(others)]
    return Layout(
        1000, 640, objectives=Area(0, 0, 400, 138), gear=Area(408, 0, 374, 138), pool=Area(0, 144, 782, 140),
        pile=(44, 223), column=138, columns=[(92 + 138 * i, 223) for i in range(VALUES)],
        actions=Area(0, 288, 782, 60), score=Area(482, 352, 300, 288), haul=Area(190, 352, 284, 114),
        hand=Area(0, 472, 474, 168), margin=14, score_lines=3,
        panels=[Area(0, 352, 182, 114), *(Area(790, top, 210, 84) for top in tops)],
        scores=[Area(790, top + 88, 210, pitch - 94) for top in tops], card=82, small=76,
    )  # fmt: skip


def build_scene(scene: SceneBuilder) -> None:
    """Lay the table out; every move is a single click, except to say enough, which is a button."""
    state, players = scene.state, scene.state.players
    scene.plan = plan_layout(scene.layout, players)
    clockwise = [(scene.front + i) % players for i in range(players)]
    hand = state.hand[scene.front]
    is_open = scene.viewer == scene.front or bool(state.ending)
    scene.cached(lay_hand, tuple(list_kinds(hand)) if is_open else (-1,) * size_of(hand))
    scene.cached(lay_haul, state.rope if scene.viewer == state.turn else min(state.rope, 1))
    scene.cached(lay_pile, size_of(state.pile))
    for value in range(1, VALUES + 1):
        scene.cached(lay_column, value, of_value(state.pool, value))
    lay_score_zones(scene, clockwise[1:])
    scene.cached(lay_objectives, state.upright[scene.front])
    scene.cached(lay_gear)
    scene.cached(lay_actions, s.ACTION_OF_PHASE[state.phase])
    for player, area in zip(clockwise, scene.plan.panels, strict=True):
        lines = sum_up(scene.box, scene.state, player, own=player == scene.viewer)
        scene.panel(player, area, [scene.words(line) for line in lines])
    if state.closing and not state.ending:
        scene.notice = scene.words("prompt.last_round")
    scene.ascii = lambda: sketch(scene)


def mid_move_state(box: Any, state: Any, player: int, move: int, after: Any) -> bool:
    """Stop where a bind lies complete, before all of it but one crab goes back."""
    return s.KEEP <= move < s.TURN


# --- crab cards -------------------------------------------------------------------------------------------


def lay_card(
    scene: SceneBuilder, kind: int, x: float, y: float, width: float, region: str, on_click: Meaning,
    label: str = "", face: str = "", **more: Any,
) -> None:  # fmt: skip
    """Lay a crab card that the viewer knows.

    Cards of a kind are counted, not told apart: which of them goes where, nobody can say. So they are numbered place by
    place, that a card which comes or goes in one place leaves all others what they are.
    """
    name = scene.copy_id(f"card-{write_card(kind)}-{region}{'-turned' if more.get('angle') else ''}")
    label = label or scene.words(card_phrase(kind))
    scene.put(name, face or f"card-{kind}", x, y, width, on_click=on_click, region=region, label=label, **more)


def lay_hand(scene: SceneBuilder, kinds: tuple[int, ...]) -> None:
    """Lay the hand in front: open to its owner, and to all when the game is over; else face down (CR-36, CR-38).

    A card that is face down has -1 for its kind.
    """
    words, plan, owner = scene.words, scene.plan, scene.front
    mine, area, width = scene.viewer == owner, plan.hand, plan.card
    label = words("zone.hand") if mine else words("zone.hand_of", player=PlayerRef(owner))
    scene.zone("hand", area, label, words("empty.hand"))
    places = spread(area.x + plan.margin, area.width - 2 * plan.margin, len(kinds), width, width + 12)
    y = area.y + area.height - width * CARD_HEIGHT / 2 - 7
    for i, (kind, x) in enumerate(zip(kinds, places, strict=True)):
        if kind >= 0:
            role = "hand" if mine else ""
            lay_card(scene, kind, x, y, width, "hand", s.PLAY + kind, layer=100 + i, role=role, owner=owner,
                     hint=worth_of_card(scene, kind))  # fmt: skip
        else:
            scene.put(
                f"back-{i}",
                "back",
                x,
                y,
                width,
                on_click=lambda: not_a_move("click.back", "CR-36"),
                region="hand",
                label=words("label.back"),
                layer=100 + i,
                owner=owner,
            )


def worth_of_card(scene: SceneBuilder, kind: int) -> str:
    """Say what a crab scores once it is kept: upright, and turned (CR-21)."""
    value, gold = value_of(kind), is_golden(kind)
    key = "hint.golden" if gold else "hint.card"
    return scene.words(key, points=points_phrase(value + gold), turned=scene.box.turned[value] + gold)


def lay_haul(scene: SceneBuilder, rope: int) -> None:
    """Lay out what the player in turn is doing: rope and crabs of a bind, and the running total of any action.

    `rope` is the kind of the card plus 1, or just 1 where somebody else laid it; 0 where none lies.
    """
    state, words, area, owner = scene.state, scene.words, scene.plan.haul, scene.state.turn
    total = running_total(scene.box, state)
    scene.zone("haul", area, words(total or "zone.haul"))
    if not rope:
        write_chart(scene)
    width = min(66, (area.height - 38) / CARD_HEIGHT)
    y = area.y + area.height - width * CARD_HEIGHT / 2 - 6
    crabs = list_kinds(state.haul)
    first, *places = spread(area.x + 12, area.width - 24, len(crabs) + 1, width, width + 6)
    nothing = functools.partial(not_a_move, "click.rope", "CR-24")
    if rope and scene.viewer == owner:
        label = words("label.rope_own", card=card_phrase(rope - 1))
        lay_card(scene, rope - 1, first, y, width, "haul", nothing, label, "rope", layer=50, owner=owner)
    elif rope:
        scene.put("hidden-rope", "rope", first, y, width, on_click=nothing, region="haul", label=words("label.rope"),
                  layer=50, owner=owner)  # fmt: skip
    for i, (kind, x) in enumerate(zip(crabs, places, strict=True)):
        lay_card(scene, kind, x, y, width, "haul", s.KEEP + kind, layer=51 + i, owner=owner)


def write_chart(scene: SceneBuilder) -> None:
    """Write what a total of a bind keeps where rope and crabs will lie (CR-20)."""
    words, area = scene.words, scene.plan.haul
    totals = [f"{least}" for least in scene.box.chart]
    values = [f"[{value}]" for value in range(1, VALUES + 1)]
    rows = ("chart_total", totals), ("chart_upright", values), ("chart_turned", values[1:])
    columns = share(area.x + 122, area.width - 128, VALUES)
    for line, (head, cells) in enumerate(rows):
        y = area.y + 48 + 25 * line
        scene.label(area.x + 14, y, words(f"haul.{head}"), 13.5, "soft", "start")
        for x, cell in zip(columns, cells, strict=False):
            scene.label(x, y, cell, 14, "ink" if line else "strong")


def lay_pile(scene: SceneBuilder, n: int) -> None:
    """Lay the pile, of `n` cards, at the left of the pool."""
    words, plan, width = scene.words, scene.plan, scene.plan.small
    scene.zone("pool", plan.pool, words("zone.pool"), words("empty.pool"))
    x, y = plan.pile
    if n:
        label = words("label.pile", n=n)
        scene.put("pile", "back", x, y, width, on_click=s.DRAW, region="pool", label=label, layer=1, role="pile")
    scene.label(x, foot(y, width), f"{n}", 16, "badge")


def lay_column(scene: SceneBuilder, value: int, cards: int) -> None:
    """Lay the cards of one value in the pool, with how many there are."""
    plan, width, kinds = scene.plan, scene.plan.small, list_kinds(cards)
    left, y = plan.columns[value - 1]
    places = spread(left + 4, plan.column - 14, len(kinds), width, 22)
    for i, (kind, x) in enumerate(zip(kinds, places, strict=True)):
        last = kinds[i + 1 : i + 2] != [kind]  # of its kind: one ring is enough for cards that are all alike
        lay_card(scene, kind, x, y, width, "pool", s.TAKE + kind, layer=2 + i, order=20 * value + i, ring=last)
    if len(kinds) > 1:
        scene.label(places[-1] + width / 2 - 13, foot(y, width), f"×{len(kinds)}", 15, "badge")


def foot(y: float, width: float) -> float:
    """Return where a number is written on the foot of a card."""
    return y + width * CARD_HEIGHT / 2 - 8


def lay_score_zones(scene: SceneBuilder, others: list[int]) -> None:
    """Lay everyone's score cards, those of the player in front near the hand."""
    state, words, area, owner = scene.state, scene.words, scene.plan.score, scene.front
    label = words("zone.score") if scene.viewer == owner else words("zone.score_of", player=PlayerRef(owner))
    scene.zone("score", area, label, words("empty.score"))
    inside = Area(area.x, area.y + 26, area.width, area.height - 26)
    width = (inside.height / scene.plan.score_lines - 5) / CARD_HEIGHT
    scores = [(owner, inside, min(scene.plan.small, width), "score")]
    for player, strip in zip(others, scene.plan.scores, strict=False):
        scene.zone(f"score-{player}", strip, "", words("empty.kept"))
        scores.append((player, strip, min(66, (strip.height - 10) / CARD_HEIGHT), f"score-{player}"))
    due = debt_value(state) if state.phase == s.PAYING else 0
    for player, *place in scores:
        cards = state.upright[player], state.turned[player], state.claims[player]
        scene.cached(lay_score, player, *place, *cards, due if player == scene.viewer else 0)


def lay_score(
    scene: SceneBuilder, player: int, area: Area, width: float, region: str,
    upright_cards: int, turned_cards: int, claimed: int, due: int,
) -> None:  # fmt: skip
    """Lay one player's score cards, turned ones really turned, and claimed objectives along an area.

    `due` is the value that is to be paid for an objective now, 0 if none is.
    """
    box, words = scene.box, scene.words
    upright, turned = list_kinds(upright_cards), list_kinds(turned_cards)
    claims = list_objectives(claimed)
    sizes = [width] * len(upright) + [width * CARD_HEIGHT] * len(turned) + [width] * len(claims)
    places = place_lines(area, sizes, width * CARD_HEIGHT)
    theirs = functools.partial(not_a_move, "click.score_other", "CR-21", player=PlayerRef(player))
    for i, kind in enumerate(upright + turned):
        lies = i >= len(upright)
        worth = points_phrase((box.turned[value_of(kind)] if lies else value_of(kind)) + is_golden(kind))
        own = s.TURN + kind if lies else payment(due, kind)
        lay_card(
            scene, kind, *places[i], width, region, own if player == scene.viewer else theirs,
            words("label.turned" if lies else "label.score", card=card_phrase(kind), points=worth),
            angle=90 if lies else 0, layer=(60 if lies else 10) + i, owner=player,
        )  # fmt: skip
    for i, (objective, at) in enumerate(zip(claims, places[len(upright + turned) :], strict=True)):
        scene.put(
            f"goal-{objective}",
            f"objective-{objective}",
            *at,
            width,
            region=region,
            layer=40 + i,
            owner=player,
            on_click=lambda: not_a_move("click.won", "CR-26"),
            label=words("label.won", **objective_parts(box, objective)),
        )


def place_lines(area: Area, widths: list[float], height: float) -> list[tuple[float, float]]:
    """Place the centres of cards in an area, line by line from its top; closer where it has no room for more."""
    gap, most = 5, max(1, int((area.height + 5) / (height + 5)))
    room = longest = area.width - 20
    while len(lines := break_lines(widths, longest, gap)) > most:
        longest += 10
    top = area.y + min(10, (area.height - len(lines) * (height + gap) + gap) / 2) + height / 2
    places: list[tuple[float, float]] = []
    for line, here in enumerate(lines):
        steps = [width + gap for width in here[:-1]]
        squeeze = min(1.0, (room - sum(here[-1:])) / max(1.0, sum(steps)))
        lefts = itertools.accumulate((step * squeeze for step in steps), initial=area.x + 10)
        places += [(left + width / 2, top + line * (height + gap)) for left, width in zip(lefts, here, strict=False)]
    return places


def break_lines(widths: list[float], longest: float, gap: float) -> list[list[float]]:
    """Break cards into lines, none of them longer than it may be."""
    lines: list[list[float]] = [[]]
    for width in widths:
        if lines[-1] and sum(lines[-1]) + gap * len(lines[-1]) + width > longest:
            lines.append([])
        lines[-1].append(width)
    return lines


def payment(due: int, kind: int) -> Meaning:
    """Return the move by which an upright score card pays for an objective, unless another value is due (CR-26)."""
    if due and value_of(kind) != due:
        return not_a_move("click.other_value", "CR-26", value=due)
    return s.PAY_PLAIN + is_golden(kind)


# --- objectives, gear, actions ----------------------------------------------------------------------------


def card_row(area: Area, n: int) -> tuple[list[float], float, float]:
    """Place `n` cards in a zone: where each is along it, how far down they are, how wide."""
    return share(area.x + 8, area.width - 16, n), area.y + area.height / 2 + 12, min(84, (area.width - 16) / n - 6)


def lay_objectives(scene: SceneBuilder, upright: int) -> None:
    """Lay the display, a tick on what the viewer could pay for now with upright score cards; and the deck."""
    box, state, words, area = scene.box, scene.state, scene.words, scene.plan.objectives
    scene.zone("objectives", area, words("zone.objectives"), words("empty.objectives"))
    (*places, last), y, width = card_row(area, box.display + 1)
    for slot, (number, x) in enumerate(zip(state.slots, places, strict=False)):
        if not number:
            continue
        parts = objective_parts(box, number - 1)
        label = words("label.objective", slot=slot + 1, **parts)
        payable = scene.viewer >= 0 and cover(by_value(upright), box.needs[number - 1])
        gain = claim_gain(box, upright, number - 1)
        hint = f"{label}. {words('hint.claim', **parts, gain=gain)}" if payable else label
        scene.put(f"goal-{number - 1}", f"objective-{number - 1}", x, y, width, on_click=s.CLAIM + slot, layer=3,
                  region="objectives", label=label, hint=hint)  # fmt: skip
        if payable:
            scene.label(x + width / 2 - 8, y - width * CARD_HEIGHT / 2 + 14, "✓", 16, "badge")
    n = state.deck.bit_count()
    if n:  # no role: crab cards would seem to come from it once their own pile is used up
        scene.put(
            "goals",
            "deck",
            last,
            y,
            width * 0.8,
            on_click=lambda: not_a_move("click.deck", "CR-29"),
            region="deck",
            label=words("label.deck", n=n),
            layer=1,
        )
    scene.label(last, foot(y, width * 0.8), f"{n}", 15, "badge")


def lay_gear(scene: SceneBuilder) -> None:
    """Lay the gear cards in a row, the tokens on them; the next one, and all beyond the last, mean Upgrade (CR-14)."""
    box, state, words, area = scene.box, scene.state, scene.words, scene.plan.gear
    scene.zone("gear", area, words("zone.gear"))
    places, y, width = card_row(area, box.gears + 1)
    token = width * 0.36
    following = state.gear[scene.front] + 1
    far = functools.partial(not_a_move, "click.gear", "CR-14", gear=gear_phrase(min(following, box.gears)))
    for gear, x in enumerate(places):
        name = gear_phrase(gear)
        worth = points_phrase(box.stars[gear])
        label = words("label.gear", gear=name, bonus=box.bonus[gear], cost=box.cost[gear], points=worth)
        on_click = s.UPGRADE if gear == following or following > box.gears else far
        scene.put(
            f"gear-card-{gear}", f"gear-{gear}", x, y, width, on_click=on_click, region="gear", label=label, layer=1
        )
        here = [player for player in range(state.players) if state.gear[player] == gear]
        for player, at in zip(here, spread(x - width / 2, width, len(here), token, token, 0.5), strict=True):
            who = PlayerRef(player)
            scene.put(f"crab-token-{player}", f"token-{player}", at, y - width * CARD_HEIGHT / 2 + 11, token,
                      on_click=functools.partial(not_a_move, "click.token", "CR-16", player=who), region="gear",
                      label=words("label.token", player=who, gear=name), layer=60 + player, owner=player)  # fmt: skip


def lay_actions(scene: SceneBuilder, taken: int) -> None:
    """Lay the player aid: the six actions, the one being taken marked."""
    words, area = scene.words, scene.plan.actions
    beside, y = scene.layout != "phone", area.y + area.height / 2
    for action, x in enumerate(share(area.x, area.width, len(ACTION_NAMES))):
        name = ACTION_NAMES[action]
        title = words(f"action.{name}")
        at = (x - 43, y, area.height - 18) if beside else (x, y - 9, area.height - 26)
        mark = "chosen" if action == taken else ""
        scene.put(f"do-{name}", f"action-{name}", *at, on_click=action, region="aid", label=title,
                  hint=words(aid_phrase(scene.box, action)), mark=mark, layer=1)  # fmt: skip
        if beside:
            scene.label(x - 12, y + 5, title, 13.5, "strong", "start")
        else:
            scene.label(x, area.y + area.height - 3, title, 13)


# --- in text ----------------------------------------------------------------------------------------------


def sketch(scene: SceneBuilder) -> Sketch:
    """Write the table as text, line by line: objectives, gear, pool, bind, score zones, hand."""
    box, state, words = scene.box, scene.state, scene.words
    objectives = [
        f"{slot}: {' '.join(map(str, list_values(box.needs[number - 1])))} → {box.pays[number - 1]}"
        for slot, number in enumerate(state.slots, 1)
        if number
    ]
    all_gear = range(1, box.gears + 1)
    gear = [f"{words(gear_phrase(i))} +{box.bonus[i]} {'★' * box.stars[i]} ({box.cost[i]})" for i in all_gear]
    pile = words("sketch.pile", n=size_of(state.pile))
    rows = [
        sketch_line(words("sketch.objectives"), "   ".join(objectives)),
        sketch_line(words("sketch.gear"), "   ".join(gear)),
        (*sketch_line(words("sketch.pool"), sketch_cards(state.pool)), Span(f"   {pile}", dim=True)),
    ]
    if state.rope:
        card = write_card(state.rope - 1) if scene.viewer == state.turn else "▮"
        haul = f"{words('sketch.rope')} {card}, {write_cards(state.haul)}   {words(bind_phrase(box, state))}"
        rows.append(sketch_line(words("sketch.bind"), haul))
    for player in range(state.players):
        turned = sketch_cards(state.turned[player])
        parts = [sketch_cards(state.upright[player]), f"{words('sketch.turned')} {turned}" if turned else ""]
        parts += [f"◎{box.pays[objective]}" for objective in list_objectives(state.claims[player])]
        rows.append(sketch_line(words.name(player), "  ".join(filter(None, parts)), seat=player))
    if scene.viewer >= 0:
        rows.append(sketch_line(words("sketch.hand"), sketch_cards(state.hand[scene.viewer]), bold=True))
    return tuple(rows)


def sketch_line(title: str, text: str, *, seat: int = -1, bold: bool = False) -> tuple[Span, ...]:
    """Write a line of the sketch: what it is, dimmed, or whose, in their colour; and what is there."""
    return Span(f"{title:<11}", seat=seat, dim=seat < 0), Span(text, bold=bold)


def sketch_cards(cards: int) -> str:
    """Write cards in ascending order, a wider gap between values."""
    return "  ".join(filter(None, (write_cards(of_value(cards, value)) for value in range(1, VALUES + 1))))
