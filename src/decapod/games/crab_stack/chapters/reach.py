"""What can ever come up on a board: its own spaces, and moves no longer than a crab's."""

import numpy as np

from decapod.engine.reachable_actions import Reach
from decapod.games.crab_stack.knowledge import OBSERVATION_SIZE, PLAYERS
from decapod.games.crab_stack.rules import board
from decapod.games.crab_stack.state import SPACES, WIDTH


def reachable_actions(box, players, variant):
    """Return which numbers observed and which moves there are on the board of a mode (never compiled; CS-1, CS-5).

    A crab goes no further than the furthest-going kind may, as the gull flies; a group is named by one of its spaces.
    """
    spaces = board(box, players, variant)
    used = [cell for cell in range(SPACES) if spaces >> cell & 1]
    planes = np.arange(0, PLAYERS, SPACES)  # where those numbers begin of which every cell has one
    numbers = np.concatenate([(planes[:, None] + used).ravel(), np.arange(PLAYERS, OBSERVATION_SIZE)])
    furthest = int(max(box.steps))
    moves = [here * SPACES + there for here in used for there in used if distance(here, there) <= furthest]
    return Reach(np.sort(numbers), np.array(moves))


def distance(here, there):
    """How many steps it is from one cell of the grid to another, over water too."""
    rows = there // WIDTH - here // WIDTH
    columns = there % WIDTH - here % WIDTH
    return max(abs(rows), abs(columns), abs(rows + columns))
