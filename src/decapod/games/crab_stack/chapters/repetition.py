"""Repetition: the same position with the same player to move for the third time is a draw (CS-17)."""

from decapod.engine import dice
from decapod.games.crab_stack.state import CRABS, OCCURRENCES, REMEMBERED, SPACES


def repeated(table, player):
    """Note the position with the player to move; say whether it is here for the third time (CS-17)."""
    mark = int(table.mark) ^ player
    noted = int(table.marked)
    table.marks[noted % REMEMBERED] = mark
    table.marked = noted + 1
    # Nothing recurs before everyone still in has moved twice, nor with someone else to move.
    seen = 1
    back = 2 * table.left
    if noted >= 2 * back:
        while back <= noted and back < REMEMBERED:
            if table.marks[(noted - back) % REMEMBERED] == mark:
                seen += 1
            back += table.left
    return seen >= OCCURRENCES


def stamp(kind, cell, height):
    """A number for one crab at one height of one space; a position is the exclusive or of its crabs' stamps."""
    seed = (kind * SPACES + cell) * CRABS + height + 1
    low = seed * 0x9E3779B1 & dice.WORD
    low = (low ^ low >> 15) * 0x5EBCA77 & dice.WORD
    high = (low ^ seed) * 0x42B2AE3D & dice.WORD
    high = (high ^ high >> 13) * 0x27D4EB2F & dice.WORD
    return (high ^ high >> 16) >> 1 << 32 | low ^ low >> 16


def forget_positions(table):
    """No position before this moment can come again: start anew."""
    table.marked = 0
    table.mark = 0
