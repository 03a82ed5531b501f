"""The space of observations, as Gymnasium and PettingZoo say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from decapod.engine.observation import number_type
from decapod.errors import install_hint

try:
    from gymnasium.spaces import Box
except ImportError:
    raise ImportError(f"these environments need Gymnasium: {install_hint('envs')}") from None

if TYPE_CHECKING:
    from decapod.core.game import Game


def observation_space(game: Game) -> Box:
    """Return the space of a game's observations: the bounds of every number, and the narrowest type for all of them."""
    fields = game.rules.OBSERVATION
    kind = number_type(fields)
    low, high = (
        np.concatenate([np.full(field.length, getattr(field, end), kind) for field in fields])
        for end in ("low", "high")
    )
    return Box(low, high, dtype=kind.type)
