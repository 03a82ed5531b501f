"""The picture of the solo game: the row over four columns, two decks, and the score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from decapod.engine import bits
from decapod.games.yadokarick import moves, rules, solo
from decapod.games.yadokarick.cards import COLOURS, is_roof, size_of
from decapod.games.yadokarick.notation import LETTERS, card_name
from decapod.games.yadokarick.pieces import (
    HERMIT,
    TALL,
    card_piece,
    choices_of,
    floors_of,
    hermit_piece,
    tower,
)
from decapod.scene import Label, Panel, Piece, Phrase, Scene, Span, Words, Zone, awaited, phrase, staged, titled

HERMITS = (3, 2, 2, 6)  # seats whose colours the four hermit crabs borrow: green, gold, gold, rose


@dataclass(frozen=True)
class Layout:
    """Where things go on a canvas."""

    width: float
    height: float
    row: tuple[float, float, float, float]
    card: float
    decks: tuple[float, float, float]  # middle of the first, top, from one to the next
    columns: tuple[float, float, float, float]  # left, top, width of one, height
    floor: float  # width of a card on a column
    step: float
    panel: tuple[float, float, float, float]
    story: tuple[float, float, float, float]


LAYOUTS = {
    "wide": Layout(1280, 800, (14, 56, 640, 182), 98, (740, 86, 122), (14, 248, 238, 540), 112, 49,
                   (978, 64, 288, 172), (984, 262, 280, 520)),
    "tall": Layout(390, 890, (4, 58, 382, 140), 68, (48, 236, 84), (4, 352, 95.5, 376), 78, 36,
                   (186, 210, 198, 136), (14, 744, 362, 136)),
}  # fmt: skip


def scene(box: Any, table: Any, viewer: int, layout: str, words: Words) -> Scene:
    """Lay the solo game out: everything lies open but the order of the decks."""
    plan = LAYOUTS[layout]
    mine = viewer in awaited(table)
    choices = choices_of(box, table, viewer, words, lambda move: clicks(box, table, move)) if mine else ()
    clickable = {choice.clicks[0] for choice in choices if choice.clicks}
    pieces = row_pieces(box, table, words, plan, clickable)
    decks, counts = deck_pieces(box, table, words, plan, clickable)
    labels = [*counts]
    for column in range(moves.COLUMNS):
        pieces += column_pieces(box, table, words, plan, column)
        labels += column_labels(box, table, words, plan, column)
    return staged(
        rules.NAME, table, viewer, layout, words, plan, asked=lambda: asked(table), pieces=pieces + decks,
        choices=choices, panels=[panel(table, viewer, words, plan)], zones=zones(words, plan), labels=labels,
        sketch=lambda: sketch(box, table, words), story_box=plan.story,
    )  # fmt: skip


def asked(table: Any) -> Phrase:
    """Say what to do now."""
    key = {moves.OPEN: "prompt.open", moves.TAKE: "prompt.take", moves.REFILL: "prompt.refill"}
    return phrase(key.get(int(table.phase), "prompt.bonus"))


def clicks(box: Any, table: Any, move: int) -> list[tuple[str, ...]]:
    """Name the pieces that make a move: a card and a hermit crab or what is on it, a deck, a card; else a button."""
    if move < moves.PLACE:
        return [(f"deck-of-{LETTERS[move - moves.DRAW]}",)]
    if move < moves.BANK:
        card, column = divmod(move - moves.PLACE, moves.COLUMNS)
        return [(card_name(card), there) for there in standing(box, table, column)]
    return [(card_name(move - moves.BANK),)] if move < moves.NO_BONUS else [()]


def standing(box: Any, table: Any, column: int) -> list[str]:
    """List the pieces of a column: the hermit crab, the cards on it, and the roof."""
    cards = floors_of(table, column)
    roof = [f"roof-of-house-{column + 1}"] if cards and is_roof(box, cards[-1]) else []
    return [f"column-{column + 1}", *(card_name(card) for card in cards), *roof]


def zones(words: Words, plan: Layout) -> tuple[Zone, ...]:
    """Frame the row and the columns."""
    x, y, width, height = plan.columns
    return (
        Zone("row", *plan.row, label=words("zone.row"), empty=words("zone.row_empty")),
        *(Zone(f"house-{column + 1}", x + column * width + 2, y, width - 4, height) for column in range(moves.COLUMNS)),
    )


def row_pieces(box: Any, table: Any, words: Words, plan: Layout, clickable: set[str]) -> list[Piece]:
    """Show the cards to choose from, each at its place."""
    x, y, width, height = plan.row
    step = (width - 12) / solo.ROW
    pieces: list[Piece] = []
    for i, held in enumerate(int(card) for card in table.row):
        if held:
            at = x + 6 + step * (i + 0.5)
            pieces.append(card_piece(box, words, held - 1, at, y + height / 2 + 11, plan.card, region="row", order=i,
                                     mark="legal" if card_name(held - 1) in clickable else ""))  # fmt: skip
    return pieces


def deck_pieces(
    box: Any, table: Any, words: Words, plan: Layout, clickable: set[str]
) -> tuple[list[Piece], list[Label]]:
    """Show the two decks and how many cards they have."""
    left, top, step = plan.decks
    pieces: list[Piece] = []
    labels: list[Label] = []
    for colour, letter in enumerate(LETTERS):
        count = bits.count(solo.stock(box, table, colour))
        at, middle = left + colour * step, top + plan.card * TALL / 2
        name = words(f"deck.{letter}")
        pieces.append(
            Piece(f"deck-of-{letter}", f"deck-{letter}" if count else "slot", at, round(middle, 2), plan.card,
                  region="decks", order=colour, label=words("label.deck", deck=name, n=count),
                  mark="legal" if f"deck-of-{letter}" in clickable else "")
        )  # fmt: skip
        labels.append(Label(at, middle + plan.card * TALL * 0.42, str(count), plan.card * 0.2, kind="badge"))
    return pieces, labels


def column_pieces(box: Any, table: Any, words: Words, plan: Layout, column: int) -> list[Piece]:
    """Show a hermit crab and the cards on it."""
    x, y, width, height = plan.columns
    middle = x + width * (column + 0.5)
    crab = plan.floor * 0.98
    ground = y + height - crab * HERMIT * 0.78
    region = f"house-{column + 1}"
    return [
        *tower(box, words, floors_of(table, column), middle, ground, plan.floor, region=region, step=plan.step),
        hermit_piece(f"column-{column + 1}", f"hermit-{HERMITS[column]}", middle, ground + crab * HERMIT * 0.2, crab,
                     region=region, label=words(f"column.{column + 1}")),
    ]  # fmt: skip


def column_labels(box: Any, table: Any, words: Words, plan: Layout, column: int) -> list[Label]:
    """Write a column's colours above it, and its size and height beside the crab."""
    x, y, width, height = plan.columns
    middle = x + width * (column + 0.5)
    cards = int(table.houses[column])
    labels = [Label(middle, y + 20, words(f"column.short.{column + 1}"), max(11, plan.floor * 0.15), kind="strong")]
    if cards:
        text = f"{len(floors_of(table, column))}/{int(box.solo_floors)}"
        size = words("column.size", size=solo.size_of_all(box, cards))
        labels.append(Label(middle, y + 22 + plan.floor * 0.17, size, max(11, plan.floor * 0.13), kind="soft"))
        labels.append(Label(middle + plan.floor * 0.62, y + height - 12, text, plan.floor * 0.15, "middle", "badge"))
    return labels


def panel(table: Any, viewer: int, words: Words, plan: Layout) -> Panel:
    """Sum up the score."""
    score = int(table.built[0]) - int(table.lost[0])
    lines = (
        words("panel.score", n=score, beat=int(table.beat)),
        words("panel.banked", n=int(table.banked), size=int(table.built[0])),
        words("panel.given_up", n=int(table.fallen[0]), size=int(table.lost[0])),
        words("panel.best", n=int(table.best)),
    )
    return Panel(0, titled(words, 0, viewer), bool(table.awaiting & 1), lines, *plan.panel, you=viewer == 0)


def sketch(box: Any, table: Any, words: Words) -> tuple[tuple[Span, ...], ...]:
    """Draw the solo game in text: the row, the decks, the columns from the body up."""
    row = [Span(words("zone.row") + ": ")]
    row += [Span(f"{card_name(int(c) - 1)}({size_of(box, int(c) - 1)}) ", bold=True) for c in table.row if c]
    decks = ", ".join(
        words("label.deck", deck=phrase(f"deck.{LETTERS[colour]}"), n=bits.count(solo.stock(box, table, colour)))
        for colour in range(COLOURS)
    )
    rows: list[tuple[Span, ...]] = [tuple(row), (Span(decks, dim=True),), ()]
    for column in range(moves.COLUMNS):
        line = [Span(f"{column + 1} {words(f'column.short.{column + 1}')}: ")]
        line += [Span(f"{card_name(card)}({size_of(box, card)}) ", bold=True) for card in floors_of(table, column)]
        rows.append(tuple(line))
    return tuple(rows)
