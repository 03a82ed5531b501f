"""Reach: which of the numbers observed and which moves of a game can ever come up in one of its modes.

A game's alphabet of moves has room for every board and every box; a mode may use a tenth of it. Who learns a mode
learns faster if the rest is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from decapod.engine.protocols import Rules


class Reach(NamedTuple):
    """What can come up, each ascending; all else is 0 in every observation, and never legal."""

    numbers: Any  # of the observation
    moves: Any


def reach_of(rules: Rules, box: Any, modes: Sequence[tuple[str, int]]) -> Reach:
    """Return what can come up in some modes, each a variant and a number of players: all, unless the game knows better.

    >>> import decapod
    >>> game = decapod.game("crabs")
    >>> len(reach_of(game.rules, game.box.record, [("standard", 2)]).moves) == game.rules.NUM_ACTIONS
    True
    """
    find = getattr(rules, "reachable_actions", None)
    if find is None:
        return Reach(np.arange(rules.OBSERVATION_SIZE), np.arange(rules.NUM_ACTIONS))
    found = [find(box, players, list(rules.VARIANTS).index(variant)) for variant, players in modes]
    numbers, moves = (np.unique(np.concatenate(parts)) for parts in zip(*found, strict=True))
    return Reach(numbers, moves)
