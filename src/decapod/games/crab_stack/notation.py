"""How moves of Crab Stack are written: `d2-f3`, or `keep d2` after a tied wave."""

from __future__ import annotations

import re
from typing import Any

from decapod.engine import bits
from decapod.games.crab_stack import rules
from decapod.games.crab_stack.state import ROWS, SPACES, WIDTH
from decapod.scene import no_move

ROW_NAMES = "abcdefg"  # from the bottom up


def space_name(cell: int) -> str:
    """Name a space: a letter for its row, a at the bottom, and a number along it."""
    return f"{ROW_NAMES[ROWS - 1 - cell // WIDTH]}{cell % WIDTH + 1}"


def space_named(box: Any, table: Any, text: str) -> int:
    """Find a space of this board by its name."""
    cell = (ROWS - 1 - ROW_NAMES.index(text[0])) * WIDTH + int(text[1]) - 1
    if not rules.board(box, int(table.players), int(table.variant)) >> cell & 1:
        raise no_move("read.rock", space=text)
    return cell


def write(box: Any, table: Any, player: int, move: int) -> str:
    """Write a move: `d2-f3`, or `keep d2` after a tied wave."""
    origin, landing = divmod(move, SPACES)
    return f"keep {space_name(origin)}" if origin == landing else f"{space_name(origin)}-{space_name(landing)}"


def read(box: Any, table: Any, player: int, text: str) -> int:
    """Read a move; any space of a group names the group."""
    found = re.fullmatch(r"([a-g][1-7])\s*-\s*([a-g][1-7])", text.lower())
    if found:
        origin, landing = (space_named(box, table, part) for part in found.groups())
        if origin == landing:
            raise no_move("read.same", space=text[:2])
        return origin * SPACES + landing
    found = re.fullmatch(r"keep\s+([a-g][1-7])", text.lower())
    if not found:
        raise no_move("read.move", text=text)
    cell = space_named(box, table, found[1])
    for i in range(table.ties):
        if int(table.tied[i]) >> cell & 1:
            cell = bits.lowest(table.tied[i])
    return cell * (SPACES + 1)
