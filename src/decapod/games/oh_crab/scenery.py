"""The table laid out for a viewer: the beach, sequences, market, shell tiles, actions, hand."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import Any

from decapod.engine import bits
from decapod.games.oh_crab import beach, notation, rules, shells
from decapod.games.oh_crab import terms as t
from decapod.games.oh_crab.layout import CARD, HALF_ROW, LAYOUTS, LENGTH, MEETS, Area, Layout
from decapod.games.oh_crab.notation import card_letters, card_name, crab_said, kind_name, listed, space_name
from decapod.games.oh_crab.sketch import given_acts, kinds_of, sequence_of, sketch
from decapod.scene import (
    Choice,
    Label,
    Panel,
    Piece,
    Phrase,
    Scene,
    PlayerName,
    Words,
    Zone,
    awaited,
    phrase,
    staged,
    titled,
    words_beside,
)
from decapod.scene.svg import wrapped

CHEF_ROOM = 34  # left of each player's plan, for the chef
DISCARD_ROOM = 100  # right of each player's sequence
SMALLEST_CARD = 34
CRAB_FIRST = (t.GULL, t.CALL, t.SHOVE)  # stages in which one clicks the crab that goes, then its space
STEPPING = ("slant", "faster", "zigzag", "slide")  # special actions that can be given up to stand


@dataclass(frozen=True)
class Look:
    """A viewer's look at a table: everything the picture is made from."""

    box: Any
    table: Any
    viewer: int
    words: Words
    plan: Layout
    acts: tuple[int, ...]  # the acts that have a chip
    marked: frozenset[str]  # the pieces that can be clicked

    def mark(self, piece: str) -> str:
        """Mark a piece that can be clicked."""
        return "legal" if piece in self.marked else ""


def scene(box: Any, table: Any, viewer: int, layout: str, words: Words) -> Scene:
    """Show a viewer the table."""
    plan = LAYOUTS[layout](int(table.players))
    legal = legal_moves(box, table, viewer) if viewer in awaited(table) else []
    acts = chips_shown(table, legal)
    choices = tuple(choice for move in legal for choice in choices_of(box, table, viewer, move, words))
    look = Look(box, table, viewer, words, plan, acts, frozenset(click for made in choices for click in made.clicks))
    pieces = (*spaces(look), *crabs(look), *market(look), *tiles(look), *chips(look), *rows(look), *hand(look))
    return staged(
        rules.NAME, table, viewer, layout, words, plan, asked=lambda: asked(box, table, viewer), pieces=pieces,
        choices=choices, panels=panels(look), zones=zones(look), labels=labels(look),
        sketch=lambda: sketch(box, table, viewer, words), story_box=plan.story,
    )  # fmt: skip


def legal_moves(box: Any, table: Any, player: int) -> list[int]:
    """List a player's legal moves."""
    moves = [0] * rules.WIDEST
    return moves[: rules.legal(box, table, player, moves)]


def asked(box: Any, table: Any, viewer: int) -> Phrase:
    """Say what to do now."""
    stage = int(table.stage)
    if stage == t.PAY:
        return phrase("prompt.pay", action=phrase(f"special.{t.SPECIALS[int(table.special)]}"))
    if stage == t.TOLL:
        shortcut = beach.kind(box, table, int(table.at[viewer])) - t.SHORTCUT
        icon = phrase(f"icon.{notation.ICON_NAMES[int(box.path_icon[shortcut])]}")
        return phrase("prompt.toll", n=int(table.toll), icon=icon)
    if stage == t.PUSH:
        return phrase("prompt.push", crab=crab_said(table, int(table.pushed)))
    if stage == t.STEP and table.down >> viewer & 1:
        return phrase("prompt.step_fallen")
    return phrase(f"prompt.{t.STAGES[stage]}")


# --- choices ----------------------------------------------------------------------------------------------


def choices_of(box: Any, table: Any, viewer: int, move: int, words: Words) -> list[Choice]:
    """Say how a move is made by clicking."""
    text, told = notation.write(box, table, viewer, move), words(notation.tell(box, table, viewer, move))
    return [Choice(move, text, told, way) for way in clicks(box, table, viewer, move)]


def clicks(box: Any, table: Any, viewer: int, move: int) -> list[tuple[str, ...]]:
    """List the pieces to click: a card, a space or the crab on it, a tile, a chip."""
    if move < t.ACTS:
        return [(card_id(move, viewer),)]
    act = move - t.ACTS
    if act < t.LEFT:
        crab, _, end = notation.end_of(box, table, viewer, act)
        other = beach.crab_on(table, end)
        targets = [f"space-{space_name(end)}"]
        if other not in (t.NOBODY, crab):
            targets.insert(0, f"crab-{other}")
        first = (f"crab-{crab}",) if table.stage in CRAB_FIRST else ()
        return [(*first, target) for target in targets]
    if act == t.DRAW:
        return [("deck",)]
    if t.TILE <= act < t.PATH:
        return [(f"tile-{act - t.TILE}",)]
    return [(chip_id(act),)]


def card_id(card: int, player: int) -> str:
    """Return the id of a card's piece: starting cards exist once for each player."""
    return f"card-{card}" if card < t.MARKET else f"card-{player}-{card}"


def chip_id(act: int) -> str:
    """Return the id of an act's chip."""
    return f"act-{notation.ACT_WORDS[act]}"


# --- the beach --------------------------------------------------------------------------------------------


def spaces(look: Look) -> list[Piece]:
    """Make the spaces, from the start to the sea; those that can be clicked stand out."""
    box = look.box
    kinds = tuple(tuple(row) for row in kinds_of(box, look.table))
    paths = tuple(zip(box.path_offset.tolist(), box.path_cards.tolist(), box.path_icon.tolist(), strict=True))
    lying = ground(look.plan, kinds, paths, look.words.language)
    return [replace(piece, layer=1, mark="legal") if piece.id in look.marked else piece for piece in lying]


@functools.lru_cache(maxsize=64)
def ground(
    plan: Layout, kinds: tuple[tuple[int, ...], ...], paths: tuple[tuple[int, int, int], ...], language: str
) -> tuple[Piece, ...]:
    """Make the spaces of a beach once: they stay the same all through a match."""
    words = words_beside(__file__, language)
    lies = "lying" if plan.lying else "standing"
    across = round(plan.radius * (2 * HALF_ROW if plan.lying else 2) * 1.005, 1)
    made: list[Piece] = []
    for row in range(t.LAND, t.ROWS - t.SEAWARD_EDGE):
        for column in range(t.COLUMNS):
            space, kind = row * t.WIDTH + column, kinds[row][column]
            name = space_name(space)
            x, y = plan.place(space)
            made.append(
                Piece(
                    id=f"space-{name}",
                    face=f"{lies}-{kind}",
                    x=x,
                    y=y,
                    width=across,
                    region="beach",
                    order=space,
                    label=words("label.space", space=name, kind=phrase(f"kind.{kind_name(kind)}")),
                    hint=space_hint(words, space, kind, paths),
                )
            )
    return tuple(made)


def space_hint(words: Words, space: int, kind: int, paths: tuple[tuple[int, int, int], ...]) -> str:
    """Say what a space does."""
    if kind < t.SHORTCUT:
        return words(f"hint.{kind_name(kind)}", space=space_name(space))
    offset, cards, icon = paths[kind - t.SHORTCUT]
    end = space_name(space + offset)
    gap = phrase(f"icon.{notation.ICON_NAMES[icon]}")
    return words("hint.shortcut", space=space_name(space), end=end, n=cards, icon=gap)


def crabs(look: Look) -> list[Piece]:
    """Make the crabs, on their feet or on their backs."""
    made: list[Piece] = []
    table, words = look.table, look.words
    for crab in range(table.crabs):
        space = int(table.at[crab])
        fallen = bool(table.down >> crab & 1)
        who = "stray" if crab >= table.players else str(crab)
        said = crab_said(table, crab)
        where = words("kind.sea") if space == t.AWAY else space_name(space)
        x, y = crab_place(look, crab)
        made.append(
            Piece(
                id=f"crab-{crab}",
                face=f"{'fallen' if fallen else 'upright'}-{who}",
                x=round(x, 1),
                y=round(y, 1),
                width=round(look.plan.radius * 1.86, 1),
                layer=20 + crab,
                region="beach",
                order=1000 + crab,
                label=words("label.crab_fallen" if fallen else "label.crab", crab=said),
                hint=words("hint.crab", crab=said, space=where, rows=rows_left(table, crab)),
                mark=look.mark(f"crab-{crab}"),
            )
        )
    return made


def crab_place(look: Look, crab: int) -> tuple[float, float]:
    """Give a crab its place: on its space, two side by side during a push, or in the sea."""
    table = look.table
    space = int(table.at[crab])
    if space == t.AWAY:
        home = sum(int(table.at[other]) == t.AWAY for other in range(crab))
        return look.plan.place((t.ROWS - t.SEAWARD_EDGE - 1) * t.WIDTH + 1 + home)
    x, y = look.plan.place(space)
    if table.stage == t.PUSH and sum(int(at) == space for at in table.at[: table.crabs]) > 1:
        x += look.plan.radius * (0.5 if crab == table.pushed else -0.5)
    return x, y


def rows_left(table: Any, crab: int) -> str:
    """Say how far a crab is from the sea, in rows and halves."""
    space = int(table.at[crab])
    left = 0 if space == t.AWAY else 2 * (t.ROWS - t.SEAWARD_EDGE - 1) - beach.half_rows(space)
    return f"{left // 2 or ''}{'½' if left % 2 else ''}" or "0"


# --- cards and tiles --------------------------------------------------------------------------------------


def card_piece(
    look: Look, card: int, player: int, region: str, order: int, at: tuple[float, float], width: float
) -> Piece:
    """Make a card lying face up."""
    box, words = look.box, look.words
    left, right = (phrase(f"icon.{notation.ICON_NAMES[int(half)]}") for half in box.halves[card])
    gaps: dict[str, object] = {"left": left, "right": right}
    gaps["icon"] = phrase(f"icon.{notation.ICON_NAMES[int(box.main[card])]}")
    special = t.SPECIALS[int(box.special[card])]
    if special:
        gaps |= {"special": phrase(f"special.{special}"), "does": phrase(f"does.{special}")}
    return Piece(
        id=card_id(card, player),
        face=f"front-{card}",
        x=round(at[0], 1),
        y=round(at[1], 1),
        width=round(width, 1),
        layer=40 + order,
        region=region,
        order=order,
        label=words("label.card", name=card_name(box, card), letters=card_letters(box, card)),
        hint=words("hint.card_special" if special else "hint.card", **gaps),
        mark=look.mark(card_id(card, player)),
    )


def back_piece(
    name: str, region: str, order: int, label: str, at: tuple[float, float], width: float, mark: str = ""
) -> Piece:
    """Make a card lying face down; its id names a place, never a card."""
    x, y = round(at[0], 1), round(at[1], 1)
    return Piece(
        name, "back", x, y, round(width, 1), layer=40, region=region, order=order, label=label, hint=label, mark=mark
    )


def along(area: Area, n: int, i: int, lying: bool, top: float, high: float) -> tuple[float, float]:
    """Give the i-th of n things its place in an area: side by side, or one below the other."""
    if lying:
        return area.x + area.width * (i + 0.5) / n, area.y + top + high / 2
    return area.x + area.width / 2, area.y + top + (i + 0.5) * (area.height - top - 4) / n


def market(look: Look) -> list[Piece]:
    """Make the open cards and the deck."""
    made: list[Piece] = []
    area, lying = look.plan.market, look.plan.lying
    width = 57.0 if lying else 66.0
    left = bits.count(int(look.table.deck))
    for i in range(t.SHOWN + 1):
        at = along(area, t.SHOWN + 1, i, lying, 32, width * CARD)
        if i < t.SHOWN and look.table.market[i] != t.NO_CARD:
            made.append(card_piece(look, int(look.table.market[i]), 0, "market", i, at, width))
        elif i == t.SHOWN and left:
            made.append(back_piece("deck", "market", i, look.words("label.deck", n=left), at, width, look.mark("deck")))
    return made


def tiles(look: Look) -> list[Piece]:
    """Make the three shell tiles."""
    made: list[Piece] = []
    lying = look.plan.lying
    width = 74.0 if lying else 88.0
    for i in range(t.SHELL_TILES):
        name = notation.tile_action(look.box, look.table, i)
        does = f"shell_{name}" if name in ("slant", "faster") else name
        gaps = {"action": phrase(f"shell.{name}"), "cost": notation.tile_cost(look.box, look.table, i)}
        x, y = along(look.plan.tiles, t.SHELL_TILES, i, lying, 32 if lying else 66, width * 82 / 104)
        made.append(
            Piece(
                id=f"tile-{i}",
                face=f"tile-{i}-{shells.side_of(look.table, i)}",
                x=round(x, 1),
                y=round(y, 1),
                width=width,
                region="shells",
                order=i,
                label=look.words("label.tile", **gaps),
                hint=look.words("hint.tile", **gaps, does=phrase(f"does.{does}")),
                mark=look.mark(f"tile-{i}"),
            )
        )
    return made


def rows(look: Look) -> list[Piece]:
    """Make each player's row: the chef, the plan, the sequence, the discards."""
    made: list[Piece] = []
    for i, player in enumerate(seating(look)):
        area = look.plan.row_area(i)
        width = row_card(area)
        y = area.y + area.height / 2
        if player == look.table.chef:
            label = look.words("label.chef", player=PlayerName(player))
            made.append(
                Piece("chef", "hat", round(area.x + 16, 1), round(y, 1), 30, region="rows", label=label, hint=label)
            )
        x = area.x + CHEF_ROOM + width / 2
        if look.table.planned[player] != t.NO_CARD:
            made.append(planned(look, player, (x, y), width))
        made.extend(sequence(look, player, x + width / 2 + 10, area.x + area.width - DISCARD_ROOM - 10, y, width))
        made.extend(discards(look, player, area.x + area.width - width / 2, y, width * 0.86))
    return made


def sequence(look: Look, player: int, left: float, right: float, y: float, width: float) -> list[Piece]:
    """Make a player's sequence: cards touch, so that half icons meet; a long one has smaller cards, then overlaps."""
    played = sequence_of(look.table, player)
    pitch = (right - left) / max(len(played), 1)
    width = min(width, max(SMALLEST_CARD, pitch / MEETS))
    pitch = min(width * MEETS, pitch)
    x = left + width / 2
    return [
        card_piece(look, card, player, f"row-{player}", n, (x + n * pitch, y), width) for n, card in enumerate(played)
    ]


def row_card(area: Area) -> float:
    """How wide the cards of a player's row are."""
    return min((area.height - 5) / CARD, 86)


def planned(look: Look, player: int, at: tuple[float, float], width: float) -> Piece:
    """Make a planned card: its player sees it, all others see its back."""
    if player == look.viewer:
        return card_piece(look, int(look.table.planned[player]), player, f"plan-{player}", 0, at, width)
    label = look.words("label.planned", player=PlayerName(player))
    return back_piece(f"plan-{player}", f"plan-{player}", 0, label, at, width)


def discards(look: Look, player: int, right: float, y: float, width: float) -> list[Piece]:
    """Make a player's discards, fanned from the right."""
    thrown = listed(int(look.table.discard[player]))
    pitch = min(14, (DISCARD_ROOM - width) / max(len(thrown) - 1, 1))
    last = len(thrown) - 1
    return [
        card_piece(look, card, player, f"discard-{player}", n, (right - pitch * (last - n), y), width)
        for n, card in enumerate(thrown)
    ]


def seating(look: Look) -> list[int]:
    """List the players clockwise, the viewer first."""
    players = int(look.table.players)
    return [(max(look.viewer, 0) + i) % players for i in range(players)]


def hand(look: Look) -> list[Piece]:
    """Make the viewer's hand."""
    if look.viewer < 0:
        return []
    held = listed(int(look.table.hand[look.viewer]))
    area, lying = look.plan.hand, look.plan.lying
    width = 64.0
    left, top, lines = (110, 12, 1) if lying else (10, 32, 2)  # a phone has two lines of cards
    in_line = max(-(-len(held) // lines), 1 if lying else 5)
    pitch = min(width + 12, (area.width - width - left - 12) / max(in_line - 1, 1))
    made: list[Piece] = []
    for i, card in enumerate(held):
        line, column = divmod(i, in_line)
        at = area.x + left + width / 2 + pitch * column, area.y + top + (width * CARD + 8) * line + width * CARD / 2
        made.append(card_piece(look, card, look.viewer, "hand", i, at, width))
    return made


# --- what can be done this turn ---------------------------------------------------------------------------


def chips_shown(table: Any, legal: list[int]) -> tuple[int, ...]:
    """List the acts that get a chip: what the turn still gives, and what else can be done now."""
    now = {move - t.ACTS for move in legal if move >= t.ACTS + t.LEFT}
    chosen = {act for act in now if act != t.DRAW and not t.TILE <= act < t.PATH}
    return tuple(sorted(chosen | set(given_acts(table))))


def chips(look: Look) -> list[Piece]:
    """Make the chips of the actions."""
    made: list[Piece] = []
    for i, act in enumerate(look.acts):
        x, y, high = look.plan.chip_place(i, len(look.acts))
        told = look.words(notation.tell(look.box, look.table, int(look.table.turn), t.ACTS + act))
        made.append(
            Piece(
                id=chip_id(act),
                face=f"chip-{chip_face(look, act)}",
                x=round(x, 1),
                y=round(y, 1),
                width=round(high - 13, 1),  # room for the ring around it
                region="actions",
                order=i,
                label=told,
                hint=special_hint(look, act) or told,
                mark=look.mark(chip_id(act)),
            )
        )
    return made


def special_of(look: Look, act: int) -> str:
    """Name the special action an act uses; empty if it uses none."""
    which, part = divmod(act - t.USE, t.A_CARD)
    if not t.USE <= act < t.USE + t.CHEF or part != t.SPECIAL:
        return ""
    return t.SPECIALS[int(look.box.special[int(look.table.fresh[which])])]


def special_hint(look: Look, act: int) -> str:
    """Say what a special action does."""
    special = special_of(look, act)
    return f"{look.words(f'special.{special}')} {look.words(f'does.{special}')}" if special else ""


def chip_face(look: Look, act: int) -> str:
    """Choose the picture of an act."""
    if act in (t.LEFT, t.RIGHT) and look.table.stage == t.STEP:
        return "up"
    if special_of(look, act):
        return special_of(look, act)
    if t.USE <= act < t.USE + t.CHEF:
        which, part = divmod(act - t.USE, t.A_CARD)
        icon = look.box.main[look.table.fresh[which]] if part == t.MAIN else look.table.side[which]
        return notation.ICON_NAMES[int(icon)]
    return {t.USE + t.CHEF: "chef", t.PATH: "path", t.TAKE: "shell"}.get(act, notation.ACT_WORDS[act])


def chip_words(look: Look, act: int) -> str:
    """Name an act in a few words."""
    box, table, words = look.box, look.table, look.words
    if t.USE <= act < t.TILE:
        said = notation.action_said(box, table, act - t.USE)
        moves = chip_face(look, act) in ("forward", "diagonal", "any", "chef", *STEPPING)
        return words("chip.up", action=said) if moves and table.down >> int(table.turn) & 1 else words(said)
    if act in (t.LEFT, t.RIGHT) and table.stage in (t.HALF, t.STEP):
        return words(notation.tell(box, table, int(table.turn), t.ACTS + act)).rstrip(".")
    if act == t.STOP and table.stage == t.OFFER:
        return words("chip.leave")
    return words(f"chip.{notation.ACT_WORDS[act]}")


# --- zones, labels, panels --------------------------------------------------------------------------------


def zones(look: Look) -> tuple[Zone, ...]:
    """Make the zones with their captions."""
    words, plan, turn = look.words, look.plan, int(look.table.turn)
    nobody = look.table.stage in (t.PLAN, t.OVER) or turn == look.viewer
    caption = words("zone.actions") if nobody else words("zone.actions_of", player=PlayerName(turn))
    empty = words("zone.hand_empty" if look.viewer >= 0 else "zone.hand_other")
    return (
        zone("market", plan.market, words("zone.market"), words("zone.market_empty")),
        zone("shells", plan.tiles, words("zone.shells", n=int(look.table.supply)) if plan.lying else ""),
        zone("actions", plan.actions, caption, words("zone.actions_empty")),
        zone("hand", plan.hand, words("zone.hand") if look.viewer >= 0 else "", empty),
    )


def zone(name: str, area: Area, label: str, empty: str = "") -> Zone:
    """Make one zone."""
    return Zone(name, area.x, area.y, area.width, area.height, label, empty)


def labels(look: Look) -> tuple[Label, ...]:
    """Write the names of rows and columns, the deck's size, and what each chip does."""
    plan = look.plan
    made = edge_labels(plan) + row_labels(look)
    for i, act in enumerate(look.acts):
        x, y, high = plan.chip_place(i, len(look.acts))
        said = chip_words(look, act)
        room = plan.actions.width / plan.actions_across - high - 20
        size = round(min(16, room / (0.53 * len(said))), 1)
        made.append(Label(round(x + high / 2 + 8, 1), round(y + 5, 1), said, size, "start"))
    made.extend(
        Label(piece.x, round(piece.y + 6, 1), str(bits.count(int(look.table.deck))), 17, kind="badge")
        for piece in market(look)
        if piece.id == "deck"
    )
    if not plan.lying:
        x = plan.tiles.x + plan.tiles.width / 2
        said = look.words("zone.shells", n=int(look.table.supply)).replace(" ·", "")
        lines = wrapped(said, plan.tiles.width - 4, 13)
        made.extend(Label(x, plan.tiles.y + 20 + 17 * i, line, 13, kind="soft") for i, line in enumerate(lines))
    return tuple(made)


def row_labels(look: Look) -> list[Label]:
    """Say what belongs where a player has no plan, sequence or discards."""
    made: list[Label] = []
    table, words = look.table, look.words
    for i, player in enumerate(seating(look)):
        area = look.plan.row_area(i)
        width = row_card(area)
        x, y = area.x + CHEF_ROOM + width / 2, round(area.y + area.height / 2 + 4, 1)
        if table.planned[player] == t.NO_CARD:
            made.append(Label(round(x, 1), y, words("text.plan"), 15, kind="soft"))
        if not int(table.sequence[player]):
            made.append(Label(round(x + width / 2 + 14, 1), y, words("zone.sequence_empty"), 15, "start", "soft"))
        if not int(table.discard[player]):
            made.append(Label(round(area.x + area.width - 4, 1), y, words("text.discards"), 15, "end", "soft"))
    return made


def edge_labels(plan: Layout) -> list[Label]:
    """Write the letters of the columns and the numbers of the rows at the edges of the beach."""
    made: list[Label] = []
    first = t.LAND * t.WIDTH
    for column in range(t.COLUMNS):
        x, y = plan.place(first + column)
        at = (plan.beach.x - 9, y + 4) if plan.lying else (x, plan.beach.y + HALF_ROW * plan.radius * LENGTH + 9)
        made.append(Label(round(at[0], 1), round(at[1], 1), notation.COLUMN_NAMES[column], 14, kind="soft"))
    for row in range(t.ROWS - t.LAND - t.SEAWARD_EDGE):
        x, y = plan.place(first + row * t.WIDTH + (t.COLUMNS - 1 if plan.lying else 0))
        at = (x, plan.beach.y + 11 * plan.radius + 11) if plan.lying else (plan.beach.x - 7, y + 3)
        made.append(Label(round(at[0], 1), round(at[1], 1), str(row + 1), 13 if plan.lying else 11, kind="soft"))
    return made


def panels(look: Look) -> tuple[Panel, ...]:
    """Sum up each player."""
    made: list[Panel] = []
    table, words, plan = look.table, look.words, look.plan
    for i, player in enumerate(seating(look)):
        made.append(
            Panel(
                player=player,
                name=titled(words, player, look.viewer),
                awaiting=bool(table.awaiting >> player & 1),
                lines=(panel_line(table, player, words),),
                x=plan.rows.x,
                y=round(plan.rows.y + i * plan.row, 1),
                width=plan.panel,
                height=round(plan.panel_height, 1),
                you=player == look.viewer,
                out=bool(table.at[player] == t.AWAY),
            )
        )
    return tuple(sorted(made, key=lambda panel: panel.player))


def panel_line(table: Any, player: int, words: Words) -> str:
    """Say how a player stands."""
    held = bits.count(int(table.hand[player]))
    if table.at[player] == t.AWAY:
        return words("panel.home", cards=held)
    line = words("panel.line", rows=rows_left(table, player), cards=held, shells=int(table.shells[player]))
    return f"{line} · {words('panel.fallen')}" if table.down >> player & 1 else line
