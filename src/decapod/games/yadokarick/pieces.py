"""Pieces both pictures of Yadokarick use: cards, hermit crabs and their towers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from decapod.games.yadokarick import house, rules
from decapod.games.yadokarick.cards import is_roof, size_of
from decapod.games.yadokarick.notation import card_name, write
from decapod.games.yadokarick.telling import spoken, tell
from decapod.scene import Choice, Piece, Words

TALL = 146 / 104  # a card's height, in widths
HERMIT = 108 / 140


def card_piece(
    box: Any, words: Words, card: int, x: float, y: float, width: float, *,
    region: str, order: int, layer: int = 10, mark: str = "", turn: float = 0,
) -> Piece:  # fmt: skip
    """Make the piece of an open card: it keeps its id wherever it goes."""
    hint = "hint.roof" if is_roof(box, card) else "hint.card"
    return Piece(
        id=card_name(card),
        face=f"card-{card_name(card)}",
        x=round(x, 2),
        y=round(y, 2),
        width=width,
        turn=turn,
        layer=layer,
        region=region,
        order=order,
        label=words("label.card", card=spoken(card), size=size_of(box, card)),
        hint=words(hint, card=spoken(card), size=size_of(box, card)),
        mark=mark,
    )


def floors_of(table: Any, seat: int) -> list[int]:
    """List the cards of a house from the body up."""
    cards = int(table.houses[seat])
    return [house.card_at(cards, floor) for floor in range(house.height(cards))]


def tower(
    box: Any, words: Words, cards: list[int], x: float, ground: float, width: float, *,
    region: str, step: float,
) -> list[Piece]:  # fmt: skip
    """Stand a house on its hermit crab: lower cards in front, so that the band of each shows."""
    high = width * TALL
    pieces = [
        card_piece(box, words, card, x, ground - high / 2 - i * step, width,
                   region=region, order=1 + i, layer=40 - i)
        for i, card in enumerate(cards)
    ]  # fmt: skip
    if cards and is_roof(box, cards[-1]):
        top = ground - high - (len(cards) - 1) * step
        pieces.append(
            Piece(f"roof-of-{region}", "roof", round(x, 2), round(top - width * 0.26, 2), round(width * 1.16, 2),
                  layer=50, region=region, order=10, label=words("label.roof"))
        )  # fmt: skip
    return pieces


def hermit_piece(
    id_: str, face: str, x: float, y: float, width: float, *, region: str, label: str, mark: str = ""
) -> Piece:
    """Make the piece of a hermit crab."""
    return Piece(id_, face, round(x, 2), round(y, 2), width, layer=60, region=region, label=label, mark=mark)


def choices_of(
    box: Any, table: Any, viewer: int, words: Words, clicks: Callable[[int], list[tuple[str, ...]]]
) -> tuple[Choice, ...]:
    """List the viewer's legal moves; `clicks` says which pieces make a move, in one way or several."""
    moves = [0] * rules.WIDEST
    n = rules.legal(box, table, viewer, moves)
    return tuple(
        Choice(move, write(box, table, viewer, move), words(tell(box, table, viewer, move)), way)
        for move in moves[:n]
        for way in clicks(move)
    )
