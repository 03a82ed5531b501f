"""How moves of Yadokarick are written: `g25`, `build g25`, `marker left`; alone `draw pink`, `g25 to 2`, `bank g25`,
`no bonus`, `give up 2`.
"""

from __future__ import annotations

import re
from typing import Any

from decapod.games.yadokarick import state
from decapod.games.yadokarick.state import COLOUR_NAMES, NUMBERS, WAY_NAMES, colour_of, number_of
from decapod.scene import no_move

LETTERS = "gp"  # green, pink


def card_name(card: int) -> str:
    """Name a card: g25."""
    return f"{LETTERS[colour_of(card)]}{number_of(card)}"


def card_named(box: Any, text: str) -> int:
    """Find a card by its name, a letter and a number; Unreadable if the box has no such number."""
    number = int(text[1:])
    if not 1 <= number <= box.numbers:
        raise no_move("read.card", card=text, most=int(box.numbers))
    return LETTERS.index(text[0]) * NUMBERS + number - 1


def write(box: Any, table: Any, player: int, move: int) -> str:
    """Write a move, legal or not."""
    if move < state.BUILD:
        return card_name(move)
    if move < state.MARKER:
        return f"build {card_name(move - state.BUILD)}"
    if move < state.DRAW:
        return f"marker {WAY_NAMES[move - state.MARKER]}"
    if move < state.PLACE:
        return f"draw {COLOUR_NAMES[move - state.DRAW]}"
    if move < state.BANK:
        card, column = divmod(move - state.PLACE, state.COLUMNS)
        return f"{card_name(card)} to {column + 1}"
    if move < state.NO_BONUS:
        return f"bank {card_name(move - state.BANK)}"
    return "no bonus" if move == state.NO_BONUS else f"give up {move - state.GIVE_UP + 1}"


def read(box: Any, table: Any, player: int, text: str) -> int:
    """Read a move, whatever its case and spacing."""
    words = " ".join(text.lower().split())
    if re.fullmatch(r"[gp]\d{1,4}", words):
        return state.PLAY + card_named(box, words)
    if found := re.fullmatch(r"build ([gp]\d{1,4})", words):
        return state.BUILD + card_named(box, found[1])
    if found := re.fullmatch(r"(?:marker )?(left|stay|right)", words):
        return state.MARKER + WAY_NAMES.index(found[1])
    if found := re.fullmatch(r"draw (green|pink)", words):
        return state.DRAW + COLOUR_NAMES.index(found[1])
    if found := re.fullmatch(r"([gp]\d{1,4}) (?:to )?([1-4])", words):
        return state.PLACE + card_named(box, found[1]) * state.COLUMNS + int(found[2]) - 1
    if found := re.fullmatch(r"bank ([gp]\d{1,4})", words):
        return state.BANK + card_named(box, found[1])
    if words == "no bonus":
        return state.NO_BONUS
    if found := re.fullmatch(r"give up ([1-4])", words):
        return state.GIVE_UP + int(found[1]) - 1
    raise no_move("read.solo" if table.players == 1 else "read.move", text=text)
