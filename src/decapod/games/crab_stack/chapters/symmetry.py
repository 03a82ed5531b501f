"""How the board can be turned by sixths, and mirrored, so that its spaces lie where spaces were."""

import functools

import numpy as np

from decapod.engine.symmetry import Symmetries, as_it_lies
from decapod.games.crab_stack.knowledge import OBSERVATION_SIZE, PLAYERS
from decapod.games.crab_stack.rules import board
from decapod.games.crab_stack.state import NUM_ACTIONS, SPACES, WIDTH

SIXTHS = 6


def symmetries(box, state):
    """Return the ways in which the board in use can be turned and mirrored onto itself (never compiled).

    None but as it lies while there are groups to choose from: they are numbered, and named, by their first spaces, and
    these are others on a turned board (CS-13).
    """
    if state.ties > 0:
        return as_it_lies(OBSERVATION_SIZE, NUM_ACTIONS)
    return symmetries_of_board(board(box, int(state.players), int(state.variant)))


@functools.lru_cache(maxsize=64)
def symmetries_of_board(spaces: int) -> Symmetries:
    """Return the symmetries of a set of spaces."""
    ways = [turn_cells(spaces, sixths, mirrored) for mirrored in (False, True) for sixths in range(SIXTHS)]
    others = {tuple(cells) for cells in ways[1:] if cells} - {tuple(ways[0])}  # a row mirrored lengthwise is no other
    every = np.array([ways[0], *sorted(others)])  # for each way: where each cell of the grid comes to lie
    from_where = np.argsort(every, axis=1)
    planes = np.arange(0, PLAYERS, SPACES)  # where those numbers begin of which every cell has one
    numbers = np.tile(np.arange(OBSERVATION_SIZE), (len(every), 1))
    numbers[:, :PLAYERS] = (planes[:, None] + from_where[:, None, :]).reshape(len(every), -1)
    moves = every[:, :, None] * SPACES + every[:, None, :]
    return Symmetries(numbers, moves.reshape(len(every), NUM_ACTIONS))


def turn_cells(spaces: int, sixths: int, mirrored: bool) -> list[int]:
    """Return where each cell comes to lie when these spaces are turned onto themselves, and water stays where it is.

    It is empty if they cannot be turned in this way, about any point.
    """
    places = [divmod(cell, WIDTH) for cell in range(SPACES) if spaces >> cell & 1]
    turned = [turn_place(row, column, sixths, mirrored) for row, column in places]
    down = min(row for row, _ in turned) - min(row for row, _ in places)
    along = min(column for _, column in turned) - min(column for _, column in places)
    landed = [(row - down, column - along) for row, column in turned]
    if sorted(landed) != places:
        return []
    every = list(range(SPACES))
    for (row, column), (new_row, new_column) in zip(places, landed, strict=True):
        every[row * WIDTH + column] = new_row * WIDTH + new_column
    return every


def turn_place(row: int, column: int, sixths: int, mirrored: bool) -> tuple[int, int]:
    """Turn a place by sixths about the first space of the grid, after mirroring it there or not."""
    if mirrored:
        row, column = column, row
    for _ in range(sixths):
        row, column = row + column, -row
    return row, column
