"""How moves of Oh Crab! are written: `plan S1`, `d7-d8`, `main`, `left`, `tile2`, `end`; and what spaces and cards are
called.
"""

from __future__ import annotations

import functools
import re
from typing import Any

from decapod.games.oh_crab.chapters import beach, shells
from decapod.games.oh_crab.state import (
    A_CARD,
    ACTS,
    CHEF,
    COLUMN,
    COLUMNS,
    DIRECTIONS,
    DISCARD,
    DRAW,
    END,
    GO,
    HERD,
    ICON_LETTERS,
    KEEP,
    LAND,
    LEAP,
    LEFT,
    MAIN,
    MARKET,
    NOBODY,
    PATH,
    PAY,
    PLAN,
    PUSH,
    RECALL,
    REST,
    RESTOCK,
    RIGHT,
    SEA_ROW,
    SHELL_TILES,
    SIDE,
    SNACK,
    SPECIAL,
    SPECIALS,
    STARTING,
    STAY,
    STOP,
    TAKE,
    TILE,
    TOLL,
    USE,
    WIDTH,
    members,
)
from decapod.scene import no_move

COLUMN_NAMES = "abcdefg"
LAST_ROW = SEA_ROW - LAND + 1  # by its name

#: What a card is asked for, by stage.
CARD_VERBS = {
    PLAN: "plan", RESTOCK: "take", KEEP: "keep", PAY: "pay", TOLL: "pay",
    DISCARD: "discard", RECALL: "recall", SNACK: "snack",
}  # fmt: skip
ANY_CARD = "card"  # the verb where no card is asked for
#: Acts that are one word.
ACT_WORDS = {
    LEFT: "left", RIGHT: "right", REST: "rest", DRAW: "draw", PATH: "shortcut", TAKE: "shell",
    STOP: "stop", STAY: "stay", END: "end", HERD: "stray",
    USE + MAIN: "main", USE + SIDE: "side", USE + SPECIAL: "special", USE + CHEF: "chef",
    USE + A_CARD + MAIN: "main2", USE + A_CARD + SIDE: "side2", USE + A_CARD + SPECIAL: "special2",
    **{TILE + tile: f"tile{tile + 1}" for tile in range(SHELL_TILES)},
}  # fmt: skip
ACTS_BY_WORD = {word: act for act, word in ACT_WORDS.items()}


def write(box: Any, table: Any, player: int, move: int) -> str:
    """Write a move: `plan S1`, `d7-d8`, `main`, `left`, `tile2`, `end` ..."""
    if move < ACTS:
        return f"{card_verb(table)} {card_name(box, move)}"
    act = move - ACTS
    if act >= LEFT:
        return ACT_WORDS[act]
    _, origin, end = route_of(table, act)
    return f"{space_name(origin)}-{space_name(end)}"


def card_verb(table: Any) -> str:
    """Say what a card is asked for now."""
    return CARD_VERBS.get(int(table.stage), ANY_CARD)


def route_of(table: Any, act: int) -> tuple[int, int, int]:
    """Say which crab an act below LEFT sends, from which space to which; the end may be no space at all."""
    crab = act // DIRECTIONS if act < LEAP else int(table.turn)
    space = int(table.at[crab])
    if act < LEAP:
        return crab, space, beach.next_to(space, act % DIRECTIONS)
    if act < COLUMN:
        return crab, space, shells.leap_end(table, act - LEAP)
    return crab, space, space - space % WIDTH + act - COLUMN


def read(box: Any, table: Any, player: int, text: str) -> int:
    """Read a move; the verb before a card may be left out."""
    text = " ".join(text.lower().split())
    if text in ACTS_BY_WORD:
        return ACTS + ACTS_BY_WORD[text]
    found = re.fullmatch(r"([a-g])(\d{1,2})\s*-\s*([a-g])(\d{1,2})", text)
    if found:
        return ACTS + read_route(table, space_named(found[1], found[2]), space_named(found[3], found[4]))
    verb, _, name = text.rpartition(" ")
    if verb and verb not in {*CARD_VERBS.values(), ANY_CARD}:
        raise no_move("read.move", text=text)
    return card_named(box, name)


def read_route(table: Any, origin: int, end: int) -> int:
    """Find the act that sends the crab on one space to another: a step, a leap, a jump."""
    crab = int(table.pushed) if table.stage == PUSH else beach.crab_on(table, origin)
    if crab == NOBODY or table.at[crab] != origin:
        raise no_move("read.crab", space=space_name(origin))
    for way in range(DIRECTIONS):
        if beach.next_to(origin, way) == end:
            return GO + crab * DIRECTIONS + way
    if crab == table.turn:
        for way in range(DIRECTIONS):
            if shells.leap_end(table, way) == end:
                return LEAP + way
        if origin // WIDTH == end // WIDTH:
            return COLUMN + end % WIDTH
    raise no_move("read.far", origin=space_name(origin), end=space_name(end))


# --- spaces -----------------------------------------------------------------------------------------------


def space_name(space: int) -> str:
    """Name a space: a letter for its column, a number for its row, 1 at the start."""
    return f"{COLUMN_NAMES[space % WIDTH]}{space // WIDTH - LAND + 1}"


def space_named(column: str, row: str) -> int:
    """Find a space by its name, accessible or not."""
    if not 1 <= int(row) <= LAST_ROW:
        raise no_move("read.space", space=f"{column}{row}", most=LAST_ROW)
    return (int(row) - 1 + LAND) * WIDTH + COLUMN_NAMES.index(column)


def is_space(space: int) -> bool:
    """Tell whether there is such a space, accessible or not."""
    return space % WIDTH < COLUMNS and LAND <= space // WIDTH <= SEA_ROW


# --- cards ------------------------------------------------------------------------------------------------


def card_name(box: Any, card: int) -> str:
    """Name a card: S1 to S6 for starting cards, else its special and which copy it is."""
    return card_names(tuple(box.special))[card]


@functools.lru_cache(maxsize=64)
def card_names(specials: tuple[int, ...]) -> list[str]:
    """Name all cards of a box, from the special action of each."""
    market = [f"{SPECIALS[s]}{specials[: card + 1].count(s)}" for card, s in enumerate(specials[:MARKET])]
    return [*market, *(f"S{i + 1}" for i in range(STARTING))]


def card_named(box: Any, name: str) -> int:
    """Find a card of this box by its name."""
    for card in members(box.market_cards | box.starting_cards):
        if card_name(box, card).lower() == name.lower():
            return card
    raise no_move("read.card", name=name)


def card_letters(box: Any, card: int) -> str:
    """Write the icons of a card: left half, main action, right half."""
    left, right = (ICON_LETTERS[int(half)] for half in box.halves[card])
    return f"{left}({ICON_LETTERS[int(box.main[card])]}){right}"
