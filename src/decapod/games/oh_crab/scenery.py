"""The table laid out for a viewer: the beach, sequences, market, shell tiles, actions, hand; wide and tall."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from decapod.engine import bits
from decapod.games.oh_crab import beach, cards, notation, rules, shells
from decapod.games.oh_crab import terms as t
from decapod.games.oh_crab.notation import card_letters, card_name, crab_said, kind_name, listed, space_name
from decapod.scene import Choice, Label, Panel, Piece, Scene, Seat, Span, Words, Zone, say

HALF_ROW = math.sqrt(3) / 2  # of a hexagon's radius
LENGTH = 2 * (t.ROWS - t.LAND - t.SEAWARD_EDGE) + 1  # of the beach, in half rows
CARD = 146 / 104  # height of a card over its width
MEETS = 100 / 104  # cards laid this far apart touch, and their half icons meet
GROUND_OF = {"obstacle": "free", "shell": "free", "shortcut": "free"}
STANDS = {"obstacle": "castle", "shell": "shell", "rushes": "reeds", "inaccessible": "rock"}


@dataclass(frozen=True)
class Area:
    """A rectangle of the canvas."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Layout:
    """Where things go on a canvas."""

    lying: bool  # the beach runs to the right; else upwards
    width: float
    height: float
    radius: float  # of a hexagon
    beach: Area
    market: Area
    market_across: int  # cards side by side
    tiles: Area
    tiles_across: int
    actions: Area
    actions_across: int
    chip: float  # height of a chip's row
    hand: Area
    rows: Area  # the players, one below the other
    row: float  # height of a player's row
    below: bool  # the sequence lies below the panel, not beside it
    panel: float  # width of a panel
    panel_height: float
    story: tuple[float, float, float, float]


def layout_of(name: str, players: int) -> Layout:
    """Lay out the canvas for a number of players."""
    if name == "wide":
        row = min(92.0, 300 / players)
        return Layout(
            lying=True, width=1280, height=800, radius=27.2, beach=Area(26, 58, 968, 300),
            market=Area(1008, 56, 260, 122), market_across=4, tiles=Area(1008, 184, 260, 104), tiles_across=3,
            actions=Area(1008, 294, 260, 380), actions_across=1, chip=31, hand=Area(12, 682, 984, 114),
            rows=Area(12, 379, 984, 300), row=row, below=False, panel=318, panel_height=row - 3,
            story=(1012, 682, 256, 112),
        )  # fmt: skip
    row = 128.0
    height = 1344 + row * players
    return Layout(
        lying=False, width=390, height=height, radius=24, beach=Area(14, 62, 264, 852),
        market=Area(286, 62, 100, 470), market_across=1, tiles=Area(286, 540, 100, 374), tiles_across=1,
        actions=Area(4, 924, 382, 184), actions_across=2, chip=38, hand=Area(4, 1114, 382, 132),
        rows=Area(4, 1340, 382, row * players), row=row, below=True, panel=382, panel_height=58,
        story=(12, 1250, 366, 84),
    )  # fmt: skip


def scene(box: Any, table: Any, viewer: int, layout: str, words: Words) -> Scene:
    """Show a viewer the table."""
    plan = layout_of(layout, int(table.players))
    awaiting = tuple(p for p in range(table.players) if table.awaiting >> p & 1)
    legal = legal_moves(box, table, viewer) if viewer in awaiting else []
    acts = chips_shown(table, legal)
    choices = tuple(choice(box, table, viewer, move, words, acts) for move in legal)
    marked = {click for made in choices for click in made.clicks}
    pieces = [
        *spaces(box, table, words, plan, marked),
        *crabs(table, words, plan, marked),
        *market(box, table, words, plan, marked),
        *tiles(box, table, words, plan, marked),
        *chips(box, table, words, plan, acts, marked),
        *rows(box, table, viewer, words, plan, marked),
        *hand(box, table, viewer, words, plan, marked),
    ]
    return Scene(
        game=rules.NAME,
        title=words("title"),
        viewer=viewer,
        layout=layout,
        width=plan.width,
        height=plan.height,
        prompt=prompt(box, table, viewer, awaiting, words),
        awaiting=awaiting,
        pieces=tuple(pieces),
        choices=choices,
        panels=panels(box, table, viewer, words, plan),
        zones=zones(table, viewer, words, plan),
        labels=labels(box, table, words, plan, acts),
        sketch=sketch(box, table, viewer, words),
        story_box=plan.story,
    )


def legal_moves(box: Any, table: Any, player: int) -> list[int]:
    """List a player's legal moves."""
    moves = [0] * rules.WIDEST
    return moves[: rules.legal(box, table, player, moves)]


def prompt(box: Any, table: Any, viewer: int, awaiting: tuple[int, ...], words: Words) -> str:
    """Say what to do now."""
    if viewer not in awaiting:
        return words("prompt.wait", players=[Seat(p) for p in awaiting]) if awaiting else words("prompt.over")
    stage = int(table.stage)
    if stage == t.PAY:
        return words("prompt.pay", action=say(f"special.{t.SPECIALS[int(table.special)]}"))
    if stage == t.TOLL:
        shortcut = beach.kind(box, table, int(table.at[viewer])) - t.SHORTCUT
        icon = say(f"icon.{notation.ICON_NAMES[int(box.path_icon[shortcut])]}")
        return words("prompt.toll", n=int(table.toll), icon=icon)
    if stage == t.PUSH:
        return words("prompt.push", crab=crab_said(table, int(table.pushed)))
    if stage == t.STEP and table.down >> viewer & 1:
        return words("prompt.step_fallen")
    return words(f"prompt.{t.STAGES[stage]}")


# --- choices ----------------------------------------------------------------------------------------------


def choice(box: Any, table: Any, viewer: int, move: int, words: Words, acts: list[int]) -> Choice:
    """Say how a move is made by clicking."""
    text, told = notation.write(box, table, viewer, move), words(notation.tell(box, table, viewer, move))
    if move < t.ACTS:
        return Choice(move, text, told, (card_id(move, viewer),))
    act = move - t.ACTS
    if act < t.LEFT:
        crab, _, end = notation.end_of(box, table, viewer, act)
        other = beach.crab_on(table, end)
        target = f"space-{space_name(end)}" if other in (t.NOBODY, crab) else f"crab-{other}"
        several = table.stage in (t.GULL, t.CALL, t.SHOVE)
        return Choice(move, text, told, (f"crab-{crab}", target) if several else (target,))
    if act == t.DRAW:
        return Choice(move, text, told, ("deck",))
    if t.TILE <= act < t.PATH:
        return Choice(move, text, told, (f"tile-{act - t.TILE}",))
    return Choice(move, text, told, (f"act-{notation.ACT_WORDS[act]}",) if act in acts else ())


def card_id(card: int, player: int) -> str:
    """Return the id of a card's piece: starting cards exist once for each player."""
    return f"card-{card}" if card < t.MARKET else f"card-{player}-{card}"


# --- the beach --------------------------------------------------------------------------------------------


def place(plan: Layout, space: int) -> tuple[float, float]:
    """Give a space its place: columns run to the sea, every other one half a row back."""
    column = space % t.WIDTH
    along = HALF_ROW * plan.radius * (1 + beach.half_rows(space) - 2 * t.LAND)
    across = plan.radius * (1 + 1.5 * column)
    if plan.lying:
        return round(plan.beach.x + along, 1), round(plan.beach.y + across, 1)
    return round(plan.beach.x + across, 1), round(plan.beach.y + HALF_ROW * plan.radius * LENGTH - along, 1)


def turned(plan: Layout, way: int) -> float:
    """Give the angle of a direction; up is 0."""
    return (60 * way - 60 + (90 if plan.lying else 0)) % 360


def every_space() -> list[int]:
    """List all spaces from the start to the sea."""
    first, last = t.LAND, t.ROWS - t.SEAWARD_EDGE
    return [row * t.WIDTH + column for row in range(first, last) for column in range(t.COLUMNS)]


def spaces(box: Any, table: Any, words: Words, plan: Layout, marked: set[str]) -> list[Piece]:
    """Make the spaces: ground, what stands on it, and arrows."""
    made: list[Piece] = []
    across = plan.radius * (2 * HALF_ROW if plan.lying else 2) * 1.005
    for order, space in enumerate(every_space()):
        kind = beach.kind(box, table, space)
        named, name = kind_name(kind), space_name(space)
        x, y = place(plan, space)
        ground = GROUND_OF.get(named, named)
        made.append(
            Piece(
                id=f"space-{name}",
                face=f"{'lying' if plan.lying else 'standing'}-{ground}",
                x=x,
                y=y,
                width=round(across, 1),
                layer=int(f"space-{name}" in marked),
                region="beach",
                order=order,
                label=words("label.space", space=name, kind=say(f"kind.{named}")),
                hint=space_hint(box, space, kind, words),
                mark="legal" if f"space-{name}" in marked else "",
            )
        )
        made.extend(standing(kind, name, x, y, plan, box, space))
    return made


def space_hint(box: Any, space: int, kind: int, words: Words) -> str:
    """Say what a space does."""
    gaps: dict[str, object] = {"space": space_name(space)}
    if kind >= t.SHORTCUT:
        i = kind - t.SHORTCUT
        gaps["end"] = space_name(space + int(box.path_offset[i]))
        gaps["n"] = int(box.path_cards[i])
        gaps["icon"] = say(f"icon.{notation.ICON_NAMES[int(box.path_icon[i])]}")
    return words(f"hint.{kind_name(kind)}", **gaps)


def standing(kind: int, name: str, x: float, y: float, plan: Layout, box: Any, space: int) -> list[Piece]:
    """Make what is drawn on a space."""
    size = plan.radius * 1.25
    if kind >= t.SHORTCUT:
        i = kind - t.SHORTCUT
        end = place(plan, space + int(box.path_offset[i]))
        angle = math.degrees(math.atan2(end[0] - x, y - end[1]))
        along = plan.radius * 0.34
        dx, dy = along * math.sin(math.radians(angle)), -along * math.cos(math.radians(angle))
        cost = int(box.path_cards[i])
        return [
            Piece(f"trail-{name}", "trail", round(x + dx, 1), round(y + dy, 1), size * 0.9, turn=round(angle), layer=2, region="beach"),
            Piece(f"toll-{name}", f"toll-{i}", round(x - dx * 1.3, 1), round(y - dy * 1.3, 1), round(plan.radius * 0.42 * (cost + 0.35), 1), layer=3, region="beach"),
        ]  # fmt: skip
    if kind >= t.WAVES:
        return [
            Piece(
                f"arrow-{name}", "arrow", x, y, size * 0.85, turn=turned(plan, kind - t.WAVES), layer=2, region="beach"
            )
        ]
    face = STANDS.get(kind_name(kind))
    return [Piece(f"on-{name}", face, x, y, round(size * 1.05, 1), layer=2, region="beach")] if face else []


def crabs(table: Any, words: Words, plan: Layout, marked: set[str]) -> list[Piece]:
    """Make the crabs: on a space, two during a push, or in the sea."""
    made: list[Piece] = []
    home = 0
    for crab in range(table.crabs):
        space = int(table.at[crab])
        fallen = bool(table.down >> crab & 1)
        if space == t.AWAY:
            end = (t.ROWS - t.SEAWARD_EDGE - 1) * t.WIDTH + 1 + home
            x, y = place(plan, end)
            home += 1
        else:
            x, y = place(plan, space)
            if table.stage == t.PUSH and sum(int(a) == space for a in table.at[: table.crabs]) > 1:
                x += plan.radius * (0.5 if crab == table.pushed else -0.5)
        who = "stray" if crab >= table.players else str(crab)
        said = crab_said(table, crab)
        made.append(
            Piece(
                id=f"crab-{crab}",
                face=f"{'fallen' if fallen else 'upright'}-{who}",
                x=round(x, 1),
                y=round(y, 1),
                width=round(plan.radius * 1.86, 1),
                layer=20 + crab,
                region="beach",
                order=1000 + crab,
                label=words("label.crab_fallen" if fallen else "label.crab", crab=said),
                hint=words("hint.crab", crab=said, space=words("kind.sea") if space == t.AWAY else space_name(space), rows=rows_left(table, crab)),
                mark="legal" if f"crab-{crab}" in marked else "",
            )
        )  # fmt: skip
    return made


def rows_left(table: Any, crab: int) -> str:
    """Say how far a crab is from the sea, in rows and halves."""
    space = int(table.at[crab])
    if space == t.AWAY:
        return "0"
    left = 2 * (t.ROWS - t.SEAWARD_EDGE - 1) - beach.half_rows(space)
    return f"{left // 2 or ''}{'½' if left % 2 else ''}" or "0"


# --- cards and tiles --------------------------------------------------------------------------------------


def card_piece(
    box: Any,
    card: int,
    player: int,
    words: Words,
    x: float,
    y: float,
    width: float,
    region: str,
    order: int,
    marked: set[str],
) -> Piece:
    """Make a card lying face up."""
    left, right = (say(f"icon.{notation.ICON_NAMES[int(half)]}") for half in box.halves[card])
    gaps: dict[str, object] = {
        "icon": say(f"icon.{notation.ICON_NAMES[int(box.main[card])]}"),
        "left": left,
        "right": right,
    }
    special = t.SPECIALS[int(box.special[card])]
    if special:
        gaps |= {"special": say(f"special.{special}"), "does": say(f"does.{special}")}
    return Piece(
        id=card_id(card, player),
        face=f"front-{card}",
        x=round(x, 1),
        y=round(y, 1),
        width=round(width, 1),
        layer=40 + order,
        region=region,
        order=order,
        label=words("label.card", name=card_name(box, card), letters=card_letters(box, card)),
        hint=words("hint.card_special" if special else "hint.card", **gaps),
        mark="legal" if card_id(card, player) in marked else "",
    )


def market(box: Any, table: Any, words: Words, plan: Layout, marked: set[str]) -> list[Piece]:
    """Make the open cards and the deck."""
    area, across = plan.market, plan.market_across
    pitch = area.width / across if across > 1 else area.width
    width = min(pitch - 8, 62 if across > 1 else 66)
    made: list[Piece] = []
    n = bits.count(int(table.deck))
    for i in range(t.SHOWN + 1):
        if across > 1:
            x, y = area.x + pitch * (i + 0.5), area.y + 32 + width * CARD / 2
        else:
            x, y = area.x + area.width / 2, area.y + 34 + (i + 0.5) * (area.height - 38) / (t.SHOWN + 1)
        if i == t.SHOWN:
            if n:
                mark = "legal" if "deck" in marked else ""
                label = words("label.deck", n=n)
                made.append(
                    Piece(
                        "deck",
                        "back",
                        round(x, 1),
                        round(y, 1),
                        round(width, 1),
                        region="market",
                        order=9,
                        label=label,
                        mark=mark,
                    )
                )
        elif table.market[i] != t.NO_CARD:
            made.append(card_piece(box, int(table.market[i]), 0, words, x, y, width, "market", i, marked))
    return made  # fmt: skip


def tiles(box: Any, table: Any, words: Words, plan: Layout, marked: set[str]) -> list[Piece]:
    """Make the three shell tiles."""
    area, across = plan.tiles, plan.tiles_across
    width = area.width / across - 8 if across > 1 else 90
    made: list[Piece] = []
    for i in range(t.SHELL_TILES):
        if across > 1:
            x, y = area.x + area.width / across * (i + 0.5), area.y + 32 + width * 82 / 208
        else:
            x, y = area.x + area.width / 2, area.y + 50 + (i + 0.5) * (area.height - 54) / t.SHELL_TILES
        name = notation.tile_action(box, table, i)
        does = f"shell_{name}" if name in ("slant", "faster") else name
        gaps = {"action": say(f"shell.{name}"), "cost": notation.tile_cost(box, table, i)}
        made.append(
            Piece(
                id=f"tile-{i}",
                face=f"tile-{i}-{shells.side_of(table, i)}",
                x=round(x, 1),
                y=round(y, 1),
                width=round(width, 1),
                region="shells",
                order=i,
                label=words("label.tile", **gaps),
                hint=words("hint.tile", **gaps, does=say(f"does.{does}")),
                mark="legal" if f"tile-{i}" in marked else "",
            )
        )
    return made


def sequence_of(table: Any, player: int) -> list[int]:
    """List a player's sequence from left to right."""
    played = listed(int(table.sequence[player]))
    return sorted(played, key=lambda card: int(table.spot[cards.slot_of(card, player)]))


def rows(box: Any, table: Any, viewer: int, words: Words, plan: Layout, marked: set[str]) -> list[Piece]:
    """Make each player's plan, sequence and discards, and the chef."""
    made: list[Piece] = []
    for i, player in enumerate(seating(table, viewer)):
        top = plan.rows.y + i * plan.row + (plan.panel_height + 4 if plan.below else 0)
        high = (plan.row - plan.panel_height - 8 if plan.below else plan.panel_height) - 4
        width = min(high / CARD, 58)
        y = top + (high + 4) / 2
        left = plan.rows.x + (4 if plan.below else plan.panel + 12)
        right = plan.rows.x + plan.rows.width
        x = left + width / 2
        if table.planned[player] != t.NO_CARD:
            made.append(planned(box, table, player, viewer, words, x, y, width, marked))
        played = sequence_of(table, player)
        start, room = x + width + 10, right - left - 2.6 * width - 100
        pitch = min(width * MEETS, room / max(len(played), 1))
        for place_in_row, card in enumerate(played):
            made.append(
                card_piece(
                    box,
                    card,
                    player,
                    words,
                    start + pitch * place_in_row,
                    y,
                    width,
                    f"row-{player}",
                    place_in_row,
                    marked,
                )
            )
        thrown = listed(int(table.discard[player]))
        pitch = min(14, 90 / max(len(thrown), 1))
        for back, card in enumerate(reversed(thrown)):
            piece = card_piece(
                box,
                card,
                player,
                words,
                right - width / 2 - pitch * back,
                y,
                width * 0.86,
                f"discard-{player}",
                60 - back,
                marked,
            )
            made.append(piece)
        if player == table.chef:
            px, py = plan.rows.x + plan.panel - 24, plan.rows.y + i * plan.row + 22
            label = words("label.chef", player=Seat(player))
            made.append(
                Piece("chef", "hat", round(px, 1), round(py, 1), 30, layer=2000, region="rows", order=i, label=label)
            )
    return made  # fmt: skip


def planned(
    box: Any, table: Any, player: int, viewer: int, words: Words, x: float, y: float, width: float, marked: set[str]
) -> Piece:
    """Make a planned card: its player sees it, all others see its back."""
    if player == viewer:
        return card_piece(box, int(table.planned[player]), player, words, x, y, width, f"row-{player}", 0, marked)
    label = words("label.planned", player=Seat(player))
    return Piece(
        f"plan-{player}", "back", round(x, 1), round(y, 1), round(width, 1), region=f"row-{player}", label=label
    )


def seating(table: Any, viewer: int) -> list[int]:
    """List the players clockwise, the viewer first."""
    first = max(viewer, 0)
    return [(first + i) % int(table.players) for i in range(table.players)]


def hand(box: Any, table: Any, viewer: int, words: Words, plan: Layout, marked: set[str]) -> list[Piece]:
    """Make the viewer's hand."""
    if viewer < 0:
        return []
    held = listed(int(table.hand[viewer]))
    area = plan.hand
    width = 64.0
    pitch = min(width + 12, (area.width - width - (130 if plan.lying else 20)) / max(len(held) - 1, 1))
    left = area.x + (110 if plan.lying else 10) + width / 2
    y = area.y + (12 if plan.lying else 32) + width * CARD / 2
    return [
        card_piece(box, card, viewer, words, left + pitch * i, y, width, "hand", i, marked)
        for i, card in enumerate(held)
    ]


# --- what can be done this turn ---------------------------------------------------------------------------


def chips_shown(table: Any, legal: list[int]) -> list[int]:
    """List the acts that get a chip: what the turn still gives, and what else can be done now."""
    now = {move - t.ACTS for move in legal if move >= t.ACTS + t.LEFT}
    chosen = {act for act in now if act != t.DRAW and not t.TILE <= act < t.PATH}
    given = {t.USE + action for action in range(t.CHEF + 1) if table.unused >> action & 1}
    return sorted(chosen | given)


def chip_place(plan: Layout, i: int) -> tuple[float, float]:
    """Give a chip its place."""
    area, across = plan.actions, plan.actions_across
    column, row = i % across, i // across
    return area.x + 8 + plan.chip / 2 + column * area.width / across, area.y + 34 + plan.chip * (row + 0.5)


def chips(box: Any, table: Any, words: Words, plan: Layout, acts: list[int], marked: set[str]) -> list[Piece]:
    """Make the chips of the actions."""
    made: list[Piece] = []
    for i, act in enumerate(acts):
        x, y = chip_place(plan, i)
        name = f"act-{notation.ACT_WORDS[act]}"
        made.append(
            Piece(
                id=name,
                face=f"chip-{chip_face(box, table, act)}",
                x=round(x, 1),
                y=round(y, 1),
                width=plan.chip - 5,
                region="actions",
                order=i,
                label=words(notation.tell(box, table, int(table.turn), t.ACTS + act)),
                hint=chip_hint(box, table, act, words),
                mark="legal" if name in marked else "",
            )
        )
    return made


def chip_face(box: Any, table: Any, act: int) -> str:
    """Choose the picture of an act."""
    if act in (t.LEFT, t.RIGHT) and table.stage == t.STEP:
        return "up"
    if t.USE <= act < t.USE + t.CHEF:
        which, part = divmod(act - t.USE, t.A_CARD)
        card = int(table.fresh[which])
        if part == t.SPECIAL:
            return t.SPECIALS[int(box.special[card])]
        return notation.ICON_NAMES[int(box.main[card]) if part == t.MAIN else int(table.side[which])]
    names = {t.USE + t.CHEF: "chef", t.PATH: "path", t.TAKE: "shell"}
    return names.get(act, notation.ACT_WORDS[act])


def chip_hint(box: Any, table: Any, act: int, words: Words) -> str:
    """Say what an action does."""
    which, part = divmod(act - t.USE, t.A_CARD)
    if t.USE <= act < t.USE + t.CHEF and part == t.SPECIAL:
        special = t.SPECIALS[int(box.special[int(table.fresh[which])])]
        return f"{words(f'special.{special}')} {words(f'does.{special}')}"
    return words(notation.tell(box, table, int(table.turn), t.ACTS + act))


def chip_words(box: Any, table: Any, act: int, words: Words) -> str:
    """Name an act in a few words."""
    if t.USE <= act < t.TILE:
        return words(notation.action_said(box, table, act - t.USE))
    return words(notation.tell(box, table, int(table.turn), t.ACTS + act)).rstrip(".")


# --- zones, labels, panels --------------------------------------------------------------------------------


def zones(table: Any, viewer: int, words: Words, plan: Layout) -> tuple[Zone, ...]:
    """Make the zones with their captions."""
    turn = int(table.turn)
    planning = table.stage in (t.PLAN, t.OVER)
    caption = words("zone.actions") if planning or turn == viewer else words("zone.actions_of", player=Seat(turn))
    empty = words("zone.hand_other") if viewer < 0 else words("zone.hand_empty")
    shell_caption = words("zone.shells", n=int(table.supply)) if plan.lying else ""
    return (
        zone("market", plan.market, words("zone.market")),
        zone("shells", plan.tiles, shell_caption),
        zone("actions", plan.actions, caption, words("zone.actions_empty")),
        zone("hand", plan.hand, words("zone.hand") if viewer >= 0 else "", empty),
    )


def zone(name: str, area: Area, label: str, empty: str = "") -> Zone:
    """Make one zone."""
    return Zone(name, area.x, area.y, area.width, area.height, label, empty)


def labels(box: Any, table: Any, words: Words, plan: Layout, acts: list[int]) -> tuple[Label, ...]:
    """Write the names of rows and columns, the deck's size, and what each chip does."""
    made = edge_labels(plan)
    for i, act in enumerate(acts):
        x, y = chip_place(plan, i)
        made.append(
            Label(round(x + plan.chip / 2 + 4, 1), round(y + 5, 1), chip_words(box, table, act, words), 14, "start")
        )
    n = bits.count(int(table.deck))
    deck = next((p for p in market(box, table, words, plan, set()) if p.id == "deck"), None)
    if deck:
        made.append(Label(deck.x, round(deck.y + 6, 1), str(n), 17, kind="badge"))
    if not plan.lying:
        for i, line in enumerate(words("zone.shells", n=int(table.supply)).split(" · ")):
            made.append(Label(plan.tiles.x + plan.tiles.width / 2, plan.tiles.y + 20 + 18 * i, line, 13, kind="soft"))
    return tuple(made)


def edge_labels(plan: Layout) -> list[Label]:
    """Write the letters of the columns and the numbers of the rows at the edges of the beach."""
    made: list[Label] = []
    first = t.LAND * t.WIDTH
    for column in range(t.COLUMNS):
        x, y = place(plan, first + column)
        at = (plan.beach.x - 9, y + 4) if plan.lying else (x, plan.beach.y + HALF_ROW * plan.radius * LENGTH + 9)
        made.append(Label(round(at[0], 1), round(at[1], 1), notation.COLUMN_NAMES[column], 12, kind="soft"))
    for row in range(t.ROWS - t.LAND - t.SEAWARD_EDGE):
        x, y = place(plan, first + row * t.WIDTH + (t.COLUMNS - 1 if plan.lying else 0))
        at = (x, plan.beach.y + 11 * plan.radius + 11) if plan.lying else (plan.beach.x - 7, y + 3)
        made.append(Label(round(at[0], 1), round(at[1], 1), str(row + 1), 11 if plan.lying else 9, kind="soft"))
    return made


def panels(box: Any, table: Any, viewer: int, words: Words, plan: Layout) -> tuple[Panel, ...]:
    """Sum up each player."""
    made: list[Panel] = []
    for i, player in enumerate(seating(table, viewer)):
        title = words.name(player) + (f" ({words('panel.you')})" if player == viewer else "")
        y = plan.rows.y + i * plan.row
        made.append(
            Panel(player, title, bool(table.awaiting >> player & 1), (panel_line(table, player, words),),
                  plan.rows.x, round(y, 1), plan.panel, round(plan.panel_height, 1), you=player == viewer,
                  out=table.at[player] == t.AWAY)
        )  # fmt: skip
    return tuple(sorted(made, key=lambda panel: panel.player))


def panel_line(table: Any, player: int, words: Words) -> str:
    """Say how a player stands."""
    held = bits.count(int(table.hand[player]))
    if table.at[player] == t.AWAY:
        return words("panel.home", cards=held)
    parts = [words("panel.line", rows=rows_left(table, player), cards=held, shells=int(table.shells[player]))]
    if table.chef == player:
        parts.append(words("panel.chef"))
    if table.down >> player & 1:
        parts.append(words("panel.fallen"))
    return " · ".join(parts)


# --- the beach in text ------------------------------------------------------------------------------------

LYING_ARROWS = "↗→↘↙←↖"  # ahead-left first, clockwise, when the sea is at the right
SIGNS = {"free": "·", "inaccessible": "#", "obstacle": "o", "shell": "s", "rushes": "r", "shortcut": "T", "sea": "~"}


def sketch(box: Any, table: Any, viewer: int, words: Words) -> tuple[tuple[Span, ...], ...]:
    """Draw the table in text: the beach with the sea at the right, then market, sequences, and the own hand."""
    first, last = t.LAND, t.ROWS - t.SEAWARD_EDGE
    numbers = "    " + "".join(f"{row - first + 1:<4}" for row in range(first, last))
    drawn: list[tuple[Span, ...]] = [(Span(numbers.rstrip(), dim=True),)]
    for column in range(t.COLUMNS):
        line = [Span(f"{notation.COLUMN_NAMES[column]}  " + ("  " if column % 2 == 0 else ""), dim=True)]
        line += [spot(box, table, row * t.WIDTH + column) for row in range(first, last)]
        drawn.append(tuple(line))
    drawn.append(())
    drawn.extend(table_lines(box, table, viewer, words))
    return tuple(drawn)


def spot(box: Any, table: Any, space: int) -> Span:
    """Write one space in four letters: a crab's number, with ! on its back, or what is there."""
    here = [crab for crab in range(table.crabs) if table.at[crab] == space]
    if here:
        text = "".join(("*" if c >= table.players else str(c)) + ("!" if table.down >> c & 1 else "") for c in here)
        return Span(text.ljust(4), seat=here[0] if here[0] < table.players else -1, bold=True)
    kind = beach.kind(box, table, space)
    sign = LYING_ARROWS[kind - t.WAVES] if t.WAVES <= kind < t.SHORTCUT else SIGNS[kind_name(kind)]
    return Span(sign.ljust(4), dim=sign in "·#~")


def table_lines(box: Any, table: Any, viewer: int, words: Words) -> list[tuple[Span, ...]]:
    """Write market, shell tiles, sequences, and what the viewer holds."""
    tile_texts = ", ".join(
        f"{words(f'shell.{notation.tile_action(box, table, i)}')} {notation.tile_cost(box, table, i)}"
        for i in range(t.SHELL_TILES)
    )
    open_cards = "  ".join(card_text(box, int(card), words) for card in table.market if card != t.NO_CARD)
    deck = words("text.deck", n=bits.count(int(table.deck)))
    lines: list[tuple[Span, ...]] = [
        (Span(f"{words('text.market')}: ", bold=True), Span(f"{open_cards}  {deck}")),
        (Span(f"{words('text.shells', n=int(table.supply))}: ", bold=True), Span(tile_texts)),
    ]
    for player in range(table.players):
        row = " ".join(card_text(box, card, words) for card in sequence_of(table, player))
        thrown = " ".join(card_name(box, card) for card in listed(int(table.discard[player])))
        text = row or words("zone.sequence_empty")
        text += f"  [{words('text.discards')} {thrown}]" if thrown else ""
        plan = f"  [{words('text.plan')} {card_name(box, int(table.planned[player])) if player == viewer else '?'}]"
        text += plan if table.planned[player] != t.NO_CARD else ""
        lines.append((Span(f"{player}: ", seat=player, bold=True), Span(text)))
    if viewer >= 0:
        held = "  ".join(card_text(box, card, words) for card in listed(int(table.hand[viewer])))
        lines.append((Span(f"{words('text.hand')}: ", bold=True), Span(held)))
    given = [t.USE + action for action in range(t.CHEF + 1) if table.unused >> action & 1]
    if given and table.stage not in (t.PLAN, t.OVER):
        told = " · ".join(chip_words(box, table, act, words) for act in given)
        lines.append((Span(f"{words('text.actions')}: ", bold=True), Span(told)))
    return lines


def card_text(box: Any, card: int, words: Words) -> str:
    """Write a card in a line: its name, left half, main action in brackets, right half."""
    return f"{card_name(box, card)} {card_letters(box, card)}"
