"""How moves are written: g25, build g25, marker left, draw pink, g25 to 2, bank g25, no bonus, give up 2."""

from __future__ import annotations

import re
from typing import Any

from decapod.games.yadokarick import moves
from decapod.games.yadokarick.cards import NUMBERS, colour_of, number_of
from decapod.scene import no_move

LETTERS = "gp"
COLOUR_NAMES = ("green", "pink")
WAYS = ("left", "stay", "right")


def card_name(card: int) -> str:
    """Name a card: g25."""
    return f"{LETTERS[colour_of(card)]}{number_of(card)}"


def card_named(box: Any, text: str) -> int:
    """Find a card by its name."""
    number = int(text[1:])
    if not 1 <= number <= box.numbers:
        raise no_move("read.card", card=text, most=int(box.numbers))
    return LETTERS.index(text[0]) * NUMBERS + number - 1


def write(box: Any, table: Any, player: int, move: int) -> str:
    """Write a move."""
    if move < moves.BUILD:
        return card_name(move)
    if move < moves.MARKER:
        return f"build {card_name(move - moves.BUILD)}"
    if move < moves.DRAW:
        return f"marker {WAYS[move - moves.MARKER]}"
    if move < moves.PLACE:
        return f"draw {COLOUR_NAMES[move - moves.DRAW]}"
    if move < moves.BANK:
        card, column = divmod(move - moves.PLACE, moves.COLUMNS)
        return f"{card_name(card)} to {column + 1}"
    if move < moves.NO_BONUS:
        return f"bank {card_name(move - moves.BANK)}"
    return "no bonus" if move == moves.NO_BONUS else f"give up {move - moves.GIVE_UP + 1}"


def read(box: Any, table: Any, player: int, text: str) -> int:
    """Read a move, whatever its case and spacing."""
    words = " ".join(text.lower().split())
    if re.fullmatch(r"[gp]\d{1,4}", words):
        return moves.PLAY + card_named(box, words)
    if found := re.fullmatch(r"build ([gp]\d{1,4})", words):
        return moves.BUILD + card_named(box, found[1])
    if found := re.fullmatch(r"(?:marker )?(left|stay|right)", words):
        return moves.MARKER + WAYS.index(found[1])
    if found := re.fullmatch(r"draw (green|pink)", words):
        return moves.DRAW + COLOUR_NAMES.index(found[1])
    if found := re.fullmatch(r"([gp]\d{1,4}) (?:to )?([1-4])", words):
        return moves.PLACE + card_named(box, found[1]) * moves.COLUMNS + int(found[2]) - 1
    if found := re.fullmatch(r"bank ([gp]\d{1,4})", words):
        return moves.BANK + card_named(box, found[1])
    if words == "no bonus":
        return moves.NO_BONUS
    if found := re.fullmatch(r"give up ([1-4])", words):
        return moves.GIVE_UP + int(found[1]) - 1
    raise no_move("read.solo" if table.players == 1 else "read.move", text=text)
