"""How moves of Crab Stack are written: `d2-f3`, or `keep d2` after a tied wave; and positions.

In a position each space with crabs is a word: `d2=0s1l` has player 0's small crab on the rock and player 1's large one
on top. `moves` counts towards `cap`, `gone` lists who is out, the first to go first, and `past` has a number for each
position since a space was last emptied or somebody went out: how it differs from the present one (CS-17).
"""

from __future__ import annotations

import functools
import re
from typing import Any

from decapod.engine import bits
from decapod.engine.position import (
    SEAT,
    YES,
    Name,
    Part,
    Whole,
    Words,
    read_list,
    read_parts,
    refuse_if,
    refuse_rest,
    split_position,
    write_list,
    write_parts,
)
from decapod.games.crab_stack import rules
from decapod.games.crab_stack.chapters.wave import group_of, wave
from decapod.games.crab_stack.state import (
    COPIES,
    CRABS,
    ENDINGS,
    LAST_MOVER,
    MOST_MOVES,
    NOBODY,
    PATIENCE,
    ROWS,
    SPACES,
    STRIDE,
    TIERS,
    WIDTH,
    crabs_on,
    player_of,
    size_of,
)
from decapod.scene import not_a_move

ROW_NAMES = "abcdefg"  # from the bottom up


@functools.lru_cache(maxsize=256)
def space_name(cell: int) -> str:
    """Name a space: a letter for its row, a at the bottom, and a number along it."""
    return f"{ROW_NAMES[ROWS - 1 - cell // WIDTH]}{cell % WIDTH + 1}"


def named_cell(text: str) -> int:
    """Find a space of the grid by its name."""
    return (ROWS - 1 - ROW_NAMES.index(text[0])) * WIDTH + int(text[1]) - 1


def space_named(box: Any, state: Any, text: str) -> int:
    """Find a space of this board by its name."""
    cell = named_cell(text)
    if not rules.board(box, int(state.players), int(state.variant)) >> cell & 1:
        raise not_a_move("read.rock", space=text)
    return cell


def format_move(box: Any, state: Any, player: int, move: int) -> str:
    """Write a move: `d2-f3`, or `keep d2` after a tied wave."""
    origin, landing = divmod(move, SPACES)
    return f"keep {space_name(origin)}" if origin == landing else f"{space_name(origin)}-{space_name(landing)}"


def parse_move(box: Any, state: Any, player: int, text: str) -> int:
    """Read a move; any space of a group names the group."""
    found = re.fullmatch(r"([a-g][1-7])\s*-\s*([a-g][1-7])", text.lower())
    if found:
        origin, landing = (space_named(box, state, part) for part in found.groups())
        if origin == landing:
            raise not_a_move("read.same", space=text[:2])
        return origin * SPACES + landing
    found = re.fullmatch(r"keep\s+([a-g][1-7])", text.lower())
    if not found:
        raise not_a_move("read.move", text=text)
    cell = space_named(box, state, found[1])
    for i in range(state.ties):
        if int(state.tied[i]) >> cell & 1:
            cell = bits.lowest(state.tied[i])
    return cell * (SPACES + 1)


# --- positions --------------------------------------------------------------------------------------------

SIZE_LETTERS = "sml"
CAP = 500  # the usual one
MARK = re.compile("[0-9a-f]{1,8}")
SPACE = re.compile("[a-g][1-7]")
PARTS = (
    Part("turn", SEAT, default=-1),
    Part("ending", Name(ENDINGS)),
    Part("moves", Whole(0, MOST_MOVES), field="ply"),
    Part("cap", Whole(1, MOST_MOVES), CAP),
    Part("at_once", YES),
)


def format_position(box: Any, state: Any) -> str:
    """Write who is to move, what is agreed on, and the crabs space by space, from the rock up."""
    counted = state.copy()
    counted.ply = state.ply - state.choices
    found = write_parts(PARTS, box, counted)
    gone = sorted((int(place), player) for player, place in enumerate(state.out) if place)
    found += [f"gone={write_list(str(player) for _, player in gone)}"] if gone else []
    if state.idle and not state.ending:
        marks = [int(mark) ^ int(state.marks[state.idle]) for mark in state.marks[: state.idle]]
        found.append(f"past={write_list(f'{mark:x}' for mark in marks)}")
    stacks = {space_name(cell): crabs_on(state, cell) for cell in range(SPACES)}
    found += [f"{name}={''.join(map(write_crab, stacks[name]))}" for name in sorted(stacks) if stacks[name]]
    return " ".join(found)


def write_crab(crab: int) -> str:
    """Write a crab: whose it is, and the letter of its size."""
    return f"{player_of(crab)}{SIZE_LETTERS[size_of(crab)]}"


def parse_position(box: Any, state: Any, text: str) -> None:
    """Fill a blank table; sets and counts follow from the crabs, and so does a tie after a wave."""
    words = split_position(text)
    read_parts(PARTS, box, state, words)
    refuse_if(state.turn < 0, "it does not say whose turn it is: turn=0")
    read_gone(state, words)
    read_stacks(box, state, words)
    read_past(state, words)
    refuse_rest(words, PARTS, ("gone", "past"))
    refuse_if(state.out[state.turn] > 0, f"player {state.turn} is out, and cannot be in turn")
    refuse_if((state.left == 1) != (state.ending == LAST_MOVER), "it is over when one player is left, and then only")
    refuse_if(not state.ending and state.ply >= state.cap, "as many moves were made as its cap allows")
    state.to_act = 0 if state.ending else 1 << int(state.turn)


def read_gone(state: Any, words: Words) -> None:
    """Read who is out, in the order in which they went."""
    state.left = state.players
    for seat in read_list(words.pop("gone", "-")):
        player = SEAT.read(None, state, seat)
        refuse_if(state.out[player] > 0 or state.left == 1, "gone names a player twice, or all of them")
        rules.go_out(state, player)


def read_stacks(box: Any, state: Any, words: Words) -> None:
    """Put the crabs on their spaces; copies of a crab are the same to everyone."""
    state.top[:] = NOBODY
    state.under[:] = NOBODY
    used = [0] * CRABS
    for name in [key for key in words if SPACE.fullmatch(key)]:
        cell, stack = named_cell(name), words.pop(name)
        on_board = rules.board(box, int(state.players), int(state.variant)) >> cell & 1
        refuse_if(not on_board, f"there is no rock {name} on this board")
        for owner, letter in zip(stack[::2], stack[1::2].ljust(len(stack[::2])), strict=True):
            seats = [str(player) for player in range(state.players)]
            refuse_if(owner not in seats or letter not in SIZE_LETTERS, f"{name}={stack[:40]}: crabs are like 0s1l")
            kind = int(owner) * STRIDE + SIZE_LETTERS.index(letter)
            refuse_if(used[kind] >= box.crabs[kind % STRIDE], f"there are too many crabs {owner}{letter}")
            put_crab(state, kind * COPIES + used[kind], cell)
            used[kind] += 1
    find_tie(state)


def put_crab(state: Any, crab: int, cell: int) -> None:
    """Put one more crab on a space."""
    below = int(state.top[cell])
    refuse_if(below != NOBODY and size_of(below) > size_of(crab), f"{space_name(cell)} has a crab on a bigger one")
    if below == NOBODY:
        state.occupied |= 1 << cell
    else:
        rules.show(state, below // COPIES, 1 << cell)
    rules.show(state, crab // COPIES, 1 << cell)
    state.under[crab] = below
    state.top[cell] = crab
    state.height[cell] += 1


def find_tie(state: Any) -> None:
    """Crabs that fell apart into groups of one size are a question to the mover (CS-13); others cannot be."""
    rest, groups = int(state.occupied), 0
    while rest:
        rest ^= group_of(rest, rest & -rest)
        groups += 1
    refuse_if(groups == 0, "there are no crabs")
    refuse_if(groups > TIERS, "the crabs are not connected")
    if groups > 1 and not state.ending:
        before = int(state.occupied)
        wave(state)
        refuse_if(int(state.occupied) != before, "the crabs are not connected: a wave would have come")


def read_past(state: Any, words: Words) -> None:
    """Read by what the positions before this one differ from it."""
    marks = read_list(words.pop("past", "-"))
    refuse_if(len(marks) >= PATIENCE, f"past has more than {PATIENCE - 1} positions")
    refuse_if(
        bool(marks) and bool(state.ties or state.ending), "there is no past once a space is emptied, or at the end"
    )
    state.idle = len(marks)
    for i, mark in enumerate([*marks, "0"]):
        refuse_if(not MARK.fullmatch(mark) or int(mark, 16) >> 31 != 0, f"past: {mark[:40]!r} is no position")
        state.marks[i] = int(mark, 16) ^ int(state.turn)
