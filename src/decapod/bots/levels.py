"""The levels: seven players, from kind to merciless. Each is the search bot with a manner of its own.

Lower levels err as people do: they look at every move, but only a little, not far ahead, with an eye for the points
that lie there now, and they like some moves that are only nearly the best. No level ever plays just anything.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from decapod.bots.mcts.puct import PUCTBot
from decapod.bots.mcts.search import SECONDS, MCTSConfig

if TYPE_CHECKING:
    from decapod.bots.base import MoveEvaluation
    from decapod.core.game import Box, Game
    from decapod.core.match import Move
    from decapod.core.player_view import PlayerView
    from decapod.nn.net_file import Net


@dataclass(frozen=True)
class LevelConfig:
    """What makes a level."""

    simulations_per_move: int | None  # simulations for every legal move; None: as many as there is time for
    rollout_turns: int  # turns that it plays on at most before it judges by what lies there
    rollout_candidates: int  # how choosily it plays on at most; 1 is by chance
    temperature: (
        float  # how much worse a move may be, as a return, and still be chosen now and then; 0: it takes the best
    )
    allow_pass: bool = True  # whether it may make a move of a game's `PASS_ACTIONS` while it can make another
    use_net: bool = False  # whether a net guides it, in the games of `GUIDED`, if it knows the box


#: Where nets guide the highest levels better than play-outs do, as measured (docs/nets.md): from so many players on.
GUIDED = {"crabs": 2, "crab-stack": 2, "oh-crab": 2, "crabe-vs-poulpe": 2, "yadokarick": 3}
FAR = 10_000  # as far, or as choosily, as the search itself


class Level(PUCTBot):
    """A level of play."""

    config: LevelConfig

    def __init__(self, seed: int | None = None, **budget: Any) -> None:
        """Take what the guided search takes; it thinks no longer than that, but maybe less."""
        super().__init__(seed, **budget)
        self.simulations_per_move: int | None = self.config.simulations_per_move
        self._whims = random.Random(seed)

    def net_for(self, seat: PlayerView) -> Net | None:
        """Return the net that guides it, unless its character, the game or the box is another: then it has none."""
        measured = seat.players >= GUIDED.get(seat.game.name, math.inf)
        wanted = self.config.use_net and (self.nets.file or measured)
        return super().net_for(seat) if wanted and self.nets.has_net_for(seat.game, seat.box) else None

    def compatibility_warning(self, game: Game, box: Box, language: str = "en") -> str:
        """Say what a net of a file is to be said of; else nothing, for it plays everything, with a net or without."""
        return super().compatibility_warning(game, box, language) if self.nets.file else ""

    def config_for(self, game: str) -> MCTSConfig:
        """Return how it thinks about a game: as the search does, but not as far and not as choosily."""
        usual, own = super().config_for(game), self.config
        return replace(
            usual,
            rollout_turns=min(usual.rollout_turns, own.rollout_turns),
            rollout_candidates=min(usual.rollout_candidates, own.rollout_candidates),
        )

    def choose(self, seat: PlayerView) -> Move:
        """Choose the best move, or now and then one that seems nearly as good."""
        judged, whim = self.evaluate(seat), self.config.temperature
        if whim == 0:
            return judged[0].move
        judged = without_idle_whims(seat.game, judged, is_restless=not self.config.allow_pass)
        weights = [one.visits * math.exp(2 * (one.value - judged[0].value) / whim) for one in judged]
        return self._whims.choices(judged, weights if any(weights) else None)[0].move


def without_idle_whims(game: Game, judged: list[MoveEvaluation], *, is_restless: bool) -> list[MoveEvaluation]:
    """Leave out moves by which nothing is done, as long as any other was looked at; who is not restless keeps the best.

    Nobody ends a turn on a whim; and the lowest levels look too briefly to know when that is best.
    """
    idle = getattr(game.rules, "PASS_ACTIONS", ())
    best = None if is_restless else judged[0]
    return [one for one in judged if one.visits and (one is best or one.move.id not in idle)] or judged


class Level1(Level):
    """Takes what glitters and forgets that others move too: kind to children."""

    name: str = "level1"
    config: LevelConfig = LevelConfig(
        simulations_per_move=1, rollout_turns=1, rollout_candidates=1, temperature=3.0, allow_pass=False
    )


class Level2(Level):
    """Likes points, and looks as far as your answer."""

    name: str = "level2"
    config: LevelConfig = LevelConfig(
        simulations_per_move=3, rollout_turns=3, rollout_candidates=1, temperature=0.7, allow_pass=False
    )


class Level3(Level):
    """Sees a few turns ahead, and has moods."""

    name: str = "level3"
    config: LevelConfig = LevelConfig(simulations_per_move=6, rollout_turns=6, rollout_candidates=1, temperature=0.3)


class Level4(Level):
    """Thinks games through to their end, though not always thoroughly."""

    name: str = "level4"
    config: LevelConfig = LevelConfig(
        simulations_per_move=16, rollout_turns=FAR, rollout_candidates=1, temperature=0.16
    )


class Level5(Level):
    """Has a plan, and reckons with yours."""

    name: str = "level5"
    config: LevelConfig = LevelConfig(
        simulations_per_move=25, rollout_turns=FAR, rollout_candidates=3, temperature=0.04
    )


class Level6(Level):
    """Uses every second and forgives nothing."""

    name: str = "level6"
    config: LevelConfig = LevelConfig(
        simulations_per_move=None, rollout_turns=FAR, rollout_candidates=FAR, temperature=0.0, use_net=True
    )


class Level7(Level6):
    """Thinks as the one below it, and five times as long."""

    name: str = "level7"
    seconds: float = 5 * SECONDS
