"""Decapod: five crab games, one shell.

>>> import decapod
>>> game = decapod.game("crab-stack")
>>> match = game.match(players=2, seed=7)
>>> len(match.legal_moves(0)) > 0
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

# Both light. At once, because these functions have the names of modules, and the last one named wins.
import decapod.games  # noqa: F401  # pyright: ignore[reportUnusedImport]
from decapod.core.game import Box, Game, game, games

__version__ = "0.1.0"
__all__ = [
    "Box",
    "Game",
    "IllegalMoveError",
    "Match",
    "Move",
    "NotYourTurnError",
    "Outcome",
    "ParseError",
    "PlayerView",
    "Reason",
    "RulesVersionError",
    "Scene",
    "Simulation",
    "StaleMoveError",
    "UsageError",
    "game",
    "games",
    "load",
    "loads",
]  # fmt: skip

if TYPE_CHECKING:
    from decapod.core.match import Match, Move, Outcome
    from decapod.core.player_view import PlayerView
    from decapod.core.replay import load, loads
    from decapod.engine.rollout import Simulation
    from decapod.errors import (
        IllegalMoveError,
        NotYourTurnError,
        ParseError,
        Reason,
        RulesVersionError,
        StaleMoveError,
        UsageError,
    )
    from decapod.scene import Scene

_HOME = {
    **dict.fromkeys(
        (
            "IllegalMoveError",
            "NotYourTurnError",
            "RulesVersionError",
            "Reason",
            "StaleMoveError",
            "ParseError",
            "UsageError",
        ),
        "decapod.errors",
    ),
    **dict.fromkeys(("Match", "Move", "Outcome"), "decapod.core.match"),
    **dict.fromkeys(("load", "loads"), "decapod.core.replay"),
    "Scene": "decapod.scene",
    "PlayerView": "decapod.core.player_view",
    "Simulation": "decapod.engine.rollout",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for: `import decapod` itself stays light."""
    if name not in _HOME:
        raise AttributeError(f"module 'decapod' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)
