"""The table of Crabs! laid out for a viewer: hand, haul, pool, score zones, objectives, gear, actions; and in text."""

from __future__ import annotations

import functools
import itertools
from typing import Any

from decapod.engine import records
from decapod.games.crabs import state
from decapod.games.crabs.chapters.cards import by_value, cover, list_kinds, list_values, of_value, size_of
from decapod.games.crabs.chapters.choices import debt_value
from decapod.games.crabs.narration import (
    aid_phrase,
    bind_phrase,
    card_phrase,
    gear_phrase,
    objective_parts,
    points_phrase,
    running_total,
    sum_up,
)
from decapod.games.crabs.notation import write_card, write_cards
from decapod.games.crabs.state import ACTION_NAMES, VALUES, is_golden, list_objectives, value_of
from decapod.scene import Area, Layout, Meaning, PlayerName, SceneBuilder, Sketch, Span, no_move, share, spread

CARD_HEIGHT = 146 / 104  # of its width


@functools.cache
def plan_layout(layout: str, players: int) -> Layout:
    """Say where things go: panels and score zones of the others by number, clockwise, and below them the events."""
    others = players - 1
    if layout == "tall":  # the others' score zones are folded away
        down = 64 * (others // 2 + 1)
        return Layout(
            390, 1330, pool=Area(6, 58, 378, 262), pile=(51, 143), column=362 / 3,
            columns=[(14 + 362 / 3 * (value % 3), 143 + 114 * (value // 3)) for value in range(1, VALUES + 1)],
            haul=Area(6, 326, 378, 112), actions=Area(6, 442, 378, 76), hand=Area(0, 522, 390, 136), margin=6,
            score=Area(6, 664, 378, 118), objectives=Area(6, 788, 378, 136), gear=Area(6, 930, 378, 136),
            panels=[Area(6 + 192 * (i % 2), 1074 + 64 * (i // 2), 186, 58) for i in range(players)], scores=(),
            events=Area(14, 1074 + down, 362, 250 - down), card=68, small=62,
        )  # fmt: skip
    pitch = min(180, 638 / others)
    tops = [62 + pitch * i for i in range(others)]
    return Layout(
        1280, 800, objectives=Area(18, 62, 500, 160), gear=Area(530, 62, 470, 160), pool=Area(18, 232, 982, 172),
        pile=(74, 329), column=171.6, columns=[(134 + 171.6 * i, 329) for i in range(VALUES)],
        actions=Area(18, 410, 982, 72), score=Area(258, 488, 446, 132), haul=Area(714, 488, 286, 132),
        hand=Area(18, 628, 982, 160), margin=16,
        panels=[Area(18, 488, 230, 132), *(Area(1016, top, 246, 92) for top in tops)],
        scores=[Area(1016, top + 94, 246, pitch - 100) for top in tops],
        events=Area(1020, 66 + pitch * others, 242, 724 - pitch * others), card=82, small=84,
    )  # fmt: skip


def lay_out(scene: SceneBuilder) -> None:
    """Lay the table out; every move is a single click, except to say enough, which is a button."""
    scene.box, scene.table = records.plain(scene.box), records.plain(scene.table)  # read many times over
    players = scene.table.players
    scene.plan = plan_layout(scene.layout, players)
    clockwise = [(scene.front + i) % players for i in range(players)]
    lay_hand(scene)
    lay_haul(scene)
    lay_pool(scene)
    lay_score_zones(scene, clockwise[1:])
    lay_objectives(scene)
    lay_gear(scene)
    lay_actions(scene)
    for player, area in zip(clockwise, scene.plan.panels, strict=True):
        lines = sum_up(scene.box, scene.table, player, folded=scene.layout == "tall")
        scene.panel(player, area, [scene.words(line) for line in lines])
    scene.sketch = lambda: sketch(scene)


# --- crab cards -------------------------------------------------------------------------------------------


def lay_card(
    scene: SceneBuilder, kind: int, x: float, y: float, width: float, region: str, means: Meaning,
    label: str = "", face: str = "", **more: Any,
) -> None:  # fmt: skip
    """Lay a crab card that the viewer knows; cards keep their ids as they go from place to place."""
    name = scene.copy_id(f"card-{write_card(kind)}")
    label = label or scene.words(card_phrase(kind))
    scene.put(name, face or f"card-{kind}", x, y, width, means=means, region=region, label=label, **more)


def lay_hand(scene: SceneBuilder) -> None:
    """Lay the hand in front: open to its owner, and to all when the game is over; else face down (CR-36, CR-38)."""
    table, words, plan, owner = scene.table, scene.words, scene.plan, scene.front
    mine, area, width = scene.viewer == owner, plan.hand, plan.card
    label = words("zone.hand") if mine else words("zone.hand_of", player=PlayerName(owner))
    scene.zone("hand", area, label, words("empty.hand"))
    kinds = list_kinds(table.hand[owner])
    places = spread(area.x + plan.margin, area.width - 2 * plan.margin, len(kinds), width, width + 12)
    y = area.y + area.height - width * CARD_HEIGHT / 2 - 7
    for i, (kind, x) in enumerate(zip(kinds, places, strict=True)):
        if mine or table.ending:
            role = "hand" if mine else ""
            lay_card(scene, kind, x, y, width, "hand", state.PLAY + kind, layer=100 + i, role=role, owner=owner)
        else:
            scene.put(f"back-{i}", "back", x, y, width, means=lambda: no_move("click.back", "CR-36"), region="hand",
                      label=words("label.back"), layer=100 + i, owner=owner)  # fmt: skip


def lay_haul(scene: SceneBuilder) -> None:
    """Lay out what the player in turn is doing: rope and crabs of a bind, and the running total of any action."""
    table, words, area, owner = scene.table, scene.words, scene.plan.haul, scene.table.turn
    total = running_total(scene.box, table)
    scene.zone("haul", area, words(total or "zone.haul"), "" if total else words("empty.haul"))
    width = min(66, (area.height - 38) / CARD_HEIGHT)
    y = area.y + area.height - width * CARD_HEIGHT / 2 - 6
    crabs = list_kinds(table.haul)
    first, *places = spread(area.x + 12, area.width - 24, len(crabs) + 1, width, width + 6)
    rope = functools.partial(no_move, "click.rope", "CR-24")
    if table.rope and scene.viewer == owner:
        label = words("label.rope_own", card=card_phrase(table.rope - 1))
        lay_card(scene, table.rope - 1, first, y, width, "haul", rope, label, "rope", layer=50, owner=owner)
    elif table.rope:
        scene.put("hidden-rope", "rope", first, y, width, means=rope, region="haul", label=words("label.rope"),
                  layer=50, owner=owner)  # fmt: skip
    for i, (kind, x) in enumerate(zip(crabs, places, strict=True)):
        lay_card(scene, kind, x, y, width, "haul", state.KEEP + kind, layer=51 + i, owner=owner)


def lay_pool(scene: SceneBuilder) -> None:
    """Lay the pile, and the pool in columns by value, with how many cards there are in each."""
    table, words, plan, width = scene.table, scene.words, scene.plan, scene.plan.small
    scene.zone("pool", plan.pool, words("zone.pool"), words("empty.pool"))
    x, y = plan.pile
    n = size_of(table.pile)
    if n:
        label = words("label.pile", n=n)
        scene.put("pile", "back", x, y, width, means=state.DRAW, region="pool", label=label, layer=1, role="pile")
    scene.label(x, foot(y, width), f"{n}", 16, "badge")
    for value, (left, y) in enumerate(plan.columns, 1):
        kinds = list_kinds(of_value(table.pool, value))
        places = spread(left + 4, plan.column - 14, len(kinds), width, 22)
        for i, (kind, x) in enumerate(zip(kinds, places, strict=True)):
            last = kinds[i + 1 : i + 2] != [kind]  # of its kind: one ring is enough for cards that are all alike
            lay_card(scene, kind, x, y, width, "pool", state.TAKE + kind, layer=2 + i, ring=last)
        if len(kinds) > 1:
            scene.label(places[-1] + width / 2 - 13, foot(y, width), f"×{len(kinds)}", 15, "badge")


def foot(y: float, width: float) -> float:
    """Return where a number is written on the foot of a card."""
    return y + width * CARD_HEIGHT / 2 - 8


def lay_score_zones(scene: SceneBuilder, others: list[int]) -> None:
    """Lay everyone's score cards, those of the player in front near the hand."""
    words, area, owner = scene.words, scene.plan.score, scene.front
    label = words("zone.score") if scene.viewer == owner else words("zone.score_of", player=PlayerName(owner))
    scene.zone("score", area, label, words("empty.score"))
    inside = Area(area.x, area.y + 26, area.width, area.height - 26)
    lay_score(scene, owner, inside, min(scene.plan.small, 66), "score")
    for player, strip in zip(others, scene.plan.scores, strict=False):
        scene.zone(f"score-{player}", strip, "", words("empty.kept"))
        lay_score(scene, player, strip, (strip.height - 10) / CARD_HEIGHT, f"score-{player}")


def lay_score(scene: SceneBuilder, player: int, area: Area, width: float, region: str) -> None:
    """Lay one player's score cards, turned ones really turned, and claimed objectives along an area."""
    box, table, words = scene.box, scene.table, scene.words
    upright, turned = list_kinds(table.upright[player]), list_kinds(table.turned[player])
    claims = list_objectives(table.claims[player])
    sizes = [width] * len(upright) + [width * CARD_HEIGHT] * len(turned) + [width] * len(claims)
    steps = [size + 5 for size in sizes[:-1]]
    squeeze = min(1.0, (area.width - 20 - sum(sizes[-1:])) / max(1.0, sum(steps)))
    lefts = itertools.accumulate((step * squeeze for step in steps), initial=area.x + 10)
    places = [left + size / 2 for left, size in zip(lefts, sizes, strict=False)]
    y = area.y + area.height / 2
    theirs = functools.partial(no_move, "click.score_other", "CR-21", player=PlayerName(player))
    for i, kind in enumerate(upright + turned):
        lies = i >= len(upright)
        worth = points_phrase((box.turned[value_of(kind)] if lies else value_of(kind)) + is_golden(kind))
        own = state.TURN + kind if lies else payment(table, kind)
        lay_card(
            scene, kind, places[i], y, width, region, own if player == scene.viewer else theirs,
            words("label.turned" if lies else "label.score", card=card_phrase(kind), points=worth),
            angle=90 if lies else 0, layer=10 + i, owner=player,
        )  # fmt: skip
    for i, (objective, x) in enumerate(zip(claims, places[len(upright + turned) :], strict=True)):
        scene.put(
            f"goal-{objective}", f"objective-{objective}", x, y, width, region=region, layer=40 + i, owner=player,
            means=lambda: no_move("click.won", "CR-26"), label=words("label.won", **objective_parts(box, objective)),
        )  # fmt: skip


def payment(table: Any, kind: int) -> Meaning:
    """Return the move by which an upright score card pays for an objective, unless another value is due (CR-26)."""
    if table.phase == state.PAYING and value_of(kind) != debt_value(table):
        return no_move("click.other_value", "CR-26", value=debt_value(table))
    return state.PAY_PLAIN + is_golden(kind)


# --- objectives, gear, actions ----------------------------------------------------------------------------


def card_row(area: Area, n: int) -> tuple[list[float], float, float]:
    """Place `n` cards in a zone: where each is along it, how far down they are, how wide."""
    return share(area.x + 8, area.width - 16, n), area.y + area.height / 2 + 12, min(84, (area.width - 16) / n - 6)


def lay_objectives(scene: SceneBuilder) -> None:
    """Lay the display, a tick on what the player in front could pay for now, and the deck."""
    box, table, words, area = scene.box, scene.table, scene.words, scene.plan.objectives
    scene.zone("objectives", area, words("zone.objectives"), words("empty.objectives"))
    (*places, last), y, width = card_row(area, box.display + 1)
    counts = by_value(table.upright[scene.front])
    for slot, (number, x) in enumerate(zip(table.slots, places, strict=False)):
        if not number:
            continue
        label = words("label.objective", slot=slot + 1, **objective_parts(box, number - 1))
        payable = scene.viewer >= 0 and cover(counts, box.needs[number - 1])
        hint = f"{label}. {words('hint.claim')}" if payable else label
        scene.put(f"goal-{number - 1}", f"objective-{number - 1}", x, y, width, means=state.CLAIM + slot, layer=3,
                  region="objectives", label=label, hint=hint)  # fmt: skip
        if payable:
            scene.label(x + width / 2 - 8, y - width * CARD_HEIGHT / 2 + 14, "✓", 16, "badge")
    n = table.deck.bit_count()
    if n:  # no role: crab cards would seem to come from it once their own pile is used up
        scene.put("goals", "deck", last, y, width * 0.8, means=lambda: no_move("click.deck", "CR-29"), region="deck",
                  label=words("label.deck", n=n), layer=1)  # fmt: skip
    scene.label(last, foot(y, width * 0.8), f"{n}", 15, "badge")


def lay_gear(scene: SceneBuilder) -> None:
    """Lay the gear cards in a row, the tokens on them; the next one, and all beyond the last, mean Upgrade (CR-14)."""
    box, table, words, area = scene.box, scene.table, scene.words, scene.plan.gear
    scene.zone("gear", area, words("zone.gear"))
    places, y, width = card_row(area, box.gears + 1)
    token = width * 0.36
    following = table.gear[scene.front] + 1
    far = functools.partial(no_move, "click.gear", "CR-14", gear=gear_phrase(min(following, box.gears)))
    for gear, x in enumerate(places):
        name = gear_phrase(gear)
        label = words("label.gear", gear=name, bonus=box.bonus[gear], cost=box.cost[gear], stars=box.stars[gear])
        means = state.UPGRADE if gear == following or following > box.gears else far
        scene.put(f"gear-card-{gear}", f"gear-{gear}", x, y, width, means=means, region="gear", label=label, layer=1)
        here = [player for player in range(table.players) if table.gear[player] == gear]
        for player, at in zip(here, spread(x - width / 2, width, len(here), token, token, 0.5), strict=True):
            who = PlayerName(player)
            scene.put(f"crab-token-{player}", f"token-{player}", at, y - width * CARD_HEIGHT / 2 + 11, token,
                      means=functools.partial(no_move, "click.token", "CR-16", player=who), region="gear",
                      label=words("label.token", player=who, gear=name), layer=60 + player, owner=player)  # fmt: skip


def lay_actions(scene: SceneBuilder) -> None:
    """Lay the player aid: the six actions, the one being taken marked."""
    words, area = scene.words, scene.plan.actions
    wide, y = scene.layout == "wide", area.y + area.height / 2
    for action, x in enumerate(share(area.x, area.width, len(ACTION_NAMES))):
        name = ACTION_NAMES[action]
        title = words(f"action.{name}")
        at = (x - 48, y, area.height - 16) if wide else (x, y - 9, area.height - 26)
        mark = "chosen" if action == state.ACTION_OF_PHASE[scene.table.phase] else ""
        scene.put(f"do-{name}", f"action-{name}", *at, means=action, region="aid", label=title,
                  hint=words(aid_phrase(scene.box, action)), mark=mark, layer=1)  # fmt: skip
        if wide:
            scene.label(x - 8, y + 6, title, 16, "strong", "start")
        else:
            scene.label(x, area.y + area.height - 3, title, 13)


# --- in text ----------------------------------------------------------------------------------------------


def sketch(scene: SceneBuilder) -> Sketch:
    """Write the table as text, line by line: objectives, gear, pool, bind, score zones, hand."""
    box, table, words = scene.box, scene.table, scene.words
    objectives = [
        f"{slot}: {' '.join(map(str, list_values(box.needs[number - 1])))} → {box.pays[number - 1]}"
        for slot, number in enumerate(table.slots, 1)
        if number
    ]
    all_gear = range(1, box.gears + 1)
    gear = [f"{words(gear_phrase(i))} +{box.bonus[i]} {'★' * box.stars[i]} ({box.cost[i]})" for i in all_gear]
    pile = words("sketch.pile", n=size_of(table.pile))
    rows = [
        sketch_line(words("sketch.objectives"), "   ".join(objectives)),
        sketch_line(words("sketch.gear"), "   ".join(gear)),
        (*sketch_line(words("sketch.pool"), sketch_cards(table.pool)), Span(f"   {pile}", dim=True)),
    ]
    if table.rope:
        card = write_card(table.rope - 1) if scene.viewer == table.turn else "▮"
        haul = f"{words('sketch.rope')} {card}, {write_cards(table.haul)}   {words(bind_phrase(box, table))}"
        rows.append(sketch_line(words("sketch.bind"), haul))
    for player in range(table.players):
        turned = sketch_cards(table.turned[player])
        parts = [sketch_cards(table.upright[player]), f"{words('sketch.turned')} {turned}" if turned else ""]
        parts += [f"◎{box.pays[objective]}" for objective in list_objectives(table.claims[player])]
        rows.append(sketch_line(words.name(player), "  ".join(filter(None, parts)), seat=player))
    if scene.viewer >= 0:
        rows.append(sketch_line(words("sketch.hand"), sketch_cards(table.hand[scene.viewer]), bold=True))
    return tuple(rows)


def sketch_line(title: str, text: str, *, seat: int = -1, bold: bool = False) -> tuple[Span, ...]:
    """Write a line of the sketch: what it is, dimmed, or whose, in their colour; and what is there."""
    return Span(f"{title:<11}", seat=seat, dim=seat < 0), Span(text, bold=bold)


def sketch_cards(cards: int) -> str:
    """Write cards in ascending order, a wider gap between values."""
    return "  ".join(filter(None, (write_cards(of_value(cards, value)) for value in range(1, VALUES + 1))))
