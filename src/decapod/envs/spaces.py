"""The spaces of Gymnasium, which PettingZoo uses too: what an observation may be, and which moves there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.errors import how_to_install

try:
    from gymnasium.spaces import Box, Discrete
except ImportError:
    raise ImportError(f"these environments need Gymnasium: {how_to_install('envs')}") from None

if TYPE_CHECKING:
    from decapod.game import Game


def observation_space(game: Game) -> Box:
    """Return the space of what `Match.observe` gives."""
    return Box(np.iinfo(np.int64).min, np.iinfo(np.int64).max, (game.rules.OBSERVED,), np.int64)


def mask_space(moves: int) -> Box:
    """Return the space of masks: 1 for a move that is legal, 0 for any other."""
    return Box(0, 1, (moves,), np.int8)


def move_space(moves: int) -> Any:
    """Return the space of the numbers of moves."""
    return Discrete(moves)
