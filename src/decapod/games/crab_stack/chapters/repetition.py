"""Repetition: the same position with the same player to move for the third time is a draw (CS-17).

Positions are told apart by 31 bits, the exclusive or of their crabs' stamps. That is enough: a draw takes two earlier
positions with the same bits, and one in thousands of millions has those of another by chance.
"""

from decapod.engine import dice
from decapod.games.crab_stack.state import CRABS, OCCURRENCES, SPACES


def repeated(state, player):
    """Note the position with the player to move; say whether it is here for the third time (CS-17)."""
    mark = int(state.mark) ^ player
    idle = int(state.idle)
    state.marks[idle] = mark
    # Nothing recurs before everyone still in has moved twice, nor with someone else to move.
    seen = 1
    back = 2 * state.left
    if idle >= 2 * back:
        while back <= idle:
            if state.marks[idle - back] == mark:
                seen += 1
            back += state.left
    return seen >= OCCURRENCES


def stamp(kind, cell, height):
    """A number of 31 bits for one crab at one height of one space."""
    mixed = ((kind * SPACES + cell) * CRABS + height + 1) * 0x9E3779B1 & dice.WORD
    mixed = (mixed ^ mixed >> 15) * 0x42B2AE3D & dice.WORD
    mixed = (mixed ^ mixed >> 13) * 0x27D4EB2F & dice.WORD
    return (mixed ^ mixed >> 16) >> 1


def forget_positions(state):
    """A space was emptied or a player went out, so no position before this moment can come again: start anew."""
    state.idle = 0
    state.mark = 0
