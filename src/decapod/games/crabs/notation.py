"""How moves of Crabs! are written: one small move, or the whole of an action on one line.

Cards are written by value, golden ones with a star: `play 3`, `take 5*`, `keep 5 turned`. On one line an action
reads `catch 5 draw`, `raise 1 2 > 5 5`, `trade 3 3 4 > 1 1 1 1 1 5`, `upgrade 1`, `bind 1: 2 5 5 > 2`,
`bind 1: 2 2 4 4 5 > 5 turned`, `relax 5 4`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from decapod.games.crabs.cards import KINDS, is_golden, size_of, value_of
from decapod.games.crabs.table import (
    BIND,
    CATCH,
    CLAIM,
    DONE,
    DRAW,
    KEEP,
    KEEP_TURNED,
    PAY_GOLDEN,
    PAY_PLAIN,
    PLAY,
    RAISE,
    RELAX,
    SLOTS,
    TAKE,
    TRADE,
    TURN,
    UPGRADE,
)
from decapod.scene import no_move

WORDS = {
    CATCH: "catch",
    RAISE: "raise",
    TRADE: "trade",
    UPGRADE: "upgrade",
    BIND: "bind",
    RELAX: "relax",
    DRAW: "draw",
    DONE: "enough",
    PAY_PLAIN: "pay plain",
    PAY_GOLDEN: "pay golden",
}
MOVE_OF = {word: move for move, word in WORDS.items()}
CARD = r"([1-5])\s*(\*?)"
SMALL = re.compile(rf"(play|take|keep|turn)\s+{CARD}(\s+turned)?|claim\s+(\d+)")
CARDS = re.compile(rf"\s*(?:{CARD}\s*)*")


def card(kind: int) -> str:
    """Write a kind of card: `3`, or `3*` for a golden one."""
    return f"{value_of(kind)}{'*' if is_golden(kind) else ''}"


def write(move: int) -> str:
    """Write a small move."""
    if move in WORDS:
        return WORDS[move]
    if move < TAKE:
        return f"play {card(move - PLAY)}"
    if move < KEEP:
        return f"take {card(move - TAKE)}"
    if move < KEEP_TURNED:
        return f"keep {card(move - KEEP)}"
    if move < TURN:
        return f"keep {card(move - KEEP_TURNED + 2)} turned"
    if move < CLAIM:
        return f"turn {card(move - TURN + 2)}"
    return f"claim {move - CLAIM + 1}"


def read(text: str) -> int:
    """Read a small move."""
    words = " ".join(text.lower().split())
    if words in MOVE_OF:
        return MOVE_OF[words]
    found = SMALL.fullmatch(words)
    if not found:
        raise no_move("read.move", text=text, words=list(MOVE_OF))
    verb, value, golden, turned, slot = found.groups()
    if slot:
        if not 1 <= int(slot) <= SLOTS:
            raise no_move("read.objective", slot=slot, most=SLOTS)
        return CLAIM + int(slot) - 1
    kind = kind_of(value, golden)
    if turned and verb != "keep":
        raise no_move("read.turned", text=text)
    if kind < 2 and (turned or verb == "turn"):
        raise no_move("read.one", "CR-22")
    if turned:
        return KEEP_TURNED + kind - 2
    return {"play": PLAY, "take": TAKE, "keep": KEEP, "turn": TURN - 2}[verb] + kind


def kind_of(value: str, golden: str) -> int:
    """Find the kind of a card by its value and star."""
    return 2 * (int(value) - 1) + (1 if golden else 0)


def kinds_of(text: str) -> list[int]:
    """Read a row of cards."""
    if not CARDS.fullmatch(text):
        raise no_move("read.cards", text=text.strip())
    return [kind_of(value, golden) for value, golden in re.findall(CARD, text)]


def read_line(box: Any, table: Any, player: int, text: str) -> list[int]:
    """Read a whole action on one line as its small moves; `Unreadable` if it is none.

    Whether they are legal is another question: play them one by one, and the first that is refused says why.
    """
    verb, _, rest = " ".join(text.lower().split()).partition(" ")
    if verb not in {WORDS[action] for action in range(DRAW)}:
        raise no_move("read.action", text=text)
    if verb == "catch":
        picked = [DRAW if part == "draw" else TAKE + kinds_of(part)[0] for part in rest.split()]
        return [CATCH, *picked]
    if verb in ("raise", "trade"):
        given, arrow, taken = rest.partition(">")
        if not arrow:
            raise no_move("read.exchange", verb=verb)
        return [MOVE_OF[verb], *plays(given), DONE, *(TAKE + kind for kind in kinds_of(taken))]
    if verb == "upgrade":
        return [UPGRADE, *plays(rest)]
    if verb == "relax":
        turned = [TURN + kind - 2 for kind in kinds_of(rest)]
        most = min(int(box.relax), size_of(int(table.turned[player])))
        return [RELAX, *turned, *([DONE] if len(turned) < most else [])]
    return bind_line(rest)


def write_line(moves: Sequence[int]) -> str:
    """Write the small moves of a whole action on one line; `read_line` gives them back."""
    action = moves[0]
    played = " ".join(card(move - PLAY) for move in moves if PLAY <= move < TAKE)
    taken = " ".join(write(move).removeprefix("take ") for move in moves if move == DRAW or TAKE <= move < KEEP)
    if action == CATCH:
        parts = taken
    elif action in (RAISE, TRADE):
        parts = f"{played} > {taken}"
    elif action == RELAX:
        parts = " ".join(card(move - TURN + 2) for move in moves if TURN <= move < CLAIM)
    elif action == BIND:
        rope, _, crabs = played.partition(" ")
        kept = [write(move).removeprefix("keep") for move in moves if KEEP <= move < TURN]
        parts = f"{rope}: {crabs}" + (f" >{kept[0]}" if kept else "")
    else:
        parts = played
    return f"{WORDS[action]} {parts}".strip()


def bind_line(rest: str) -> list[int]:
    """Read a bind: rope, crabs, and the one to keep; it may be left open which."""
    rope, colon, others = rest.partition(":")
    crabs, arrow, kept = others.partition(">")
    if not colon or len(kinds_of(rope)) != 1:
        raise no_move("read.bind")
    return [BIND, *plays(rope), *plays(crabs), *([read(f"keep {kept}")] if arrow else [])]


def plays(text: str) -> list[int]:
    """Read cards played from the hand."""
    return [PLAY + kind for kind in kinds_of(text)]


def row(cards: int) -> str:
    """Write packed cards in ascending order."""
    return " ".join(card(kind) for kind in range(KINDS) for _ in range(cards >> 4 * kind & 15))
