"""The space of observations, as Gymnasium and PettingZoo say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from decapod.errors import how_to_install

try:
    from gymnasium.spaces import Box
except ImportError:
    raise ImportError(f"these environments need Gymnasium: {how_to_install('envs')}") from None

if TYPE_CHECKING:
    from decapod.game import Game


def observation_space(game: Game) -> Box:
    """Return the space of what `Match.observe` gives."""
    return Box(np.iinfo(np.int64).min, np.iinfo(np.int64).max, (game.rules.OBSERVED,), np.int64)
