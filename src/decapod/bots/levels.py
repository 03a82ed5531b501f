"""The levels: seven players, from kind to merciless. Each is the search bot with a manner of its own.

Lower levels err as people do: they look at every move, but only a little, not far ahead, with an eye for the points
that lie there now, and they like some moves that are only nearly the best. No level ever plays just anything.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from decapod.bots.guided import Guided
from decapod.bots.search import SECONDS, Manner

if TYPE_CHECKING:
    from decapod.bots.bot import MoveEvaluation
    from decapod.bots.net_file import Net
    from decapod.game import Box, Game
    from decapod.match import Move
    from decapod.seat import PlayerView


@dataclass(frozen=True)
class Character:
    """What makes a level."""

    thoughts: int | None  # simulations for every legal move; None: as many as there is time for
    horizon: int  # turns that it plays on at most before it judges by what lies there
    picks: int  # how choosily it plays on at most; 1 is by chance
    whim: float  # how much worse a move may be, as a return, and still be chosen now and then; 0: it takes the best
    is_restless: bool = False  # whether it makes no move of a game's `PASS_ACTIONS` while it can make another
    is_guided: bool = False  # whether a net guides it, in the games of `GUIDED`, if it knows the box


#: Where nets guide the highest levels better than play-outs do, as measured (docs/nets.md): from so many players on.
GUIDED = {"crabs": 2, "crab-stack": 2, "oh-crab": 2, "crabe-vs-poulpe": 2, "yadokarick": 3}
FAR = 10_000  # as far, or as choosily, as the search itself


class Level(Guided):
    """A level of play."""

    character: Character

    def __init__(self, seed: int | None = None, **budget: Any) -> None:
        """Take what the guided search takes; it thinks no longer than that, but maybe less."""
        super().__init__(seed, **budget)
        self.thoughts: int | None = self.character.thoughts
        self._whims = random.Random(seed)

    def net_for(self, seat: PlayerView) -> Net | None:
        """Return the net that guides it, unless its character, the game or the box is another: then it has none."""
        measured = seat.players >= GUIDED.get(seat.game.name, math.inf)
        wanted = self.character.is_guided and (self.nets.file or measured)
        return super().net_for(seat) if wanted and self.nets.has_net_for(seat.game, seat.box) else None

    def compatibility_warning(self, game: Game, box: Box, language: str = "en") -> str:
        """Say what a net of a file is to be said of; else nothing, for it plays everything, with a net or without."""
        return super().compatibility_warning(game, box, language) if self.nets.file else ""

    def manner_for(self, game: str) -> Manner:
        """Return how it thinks about a game: as the search does, but not as far and not as choosily."""
        usual, own = super().manner_for(game), self.character
        return replace(usual, horizon=min(usual.horizon, own.horizon), picks=min(usual.picks, own.picks))

    def choose(self, seat: PlayerView) -> Move:
        """Choose the best move, or now and then one that seems nearly as good."""
        judged, whim = self.evaluate(seat), self.character.whim
        if whim == 0:
            return judged[0].move
        judged = without_idle_whims(seat.game, judged, self.character.is_restless)
        weights = [one.visits * math.exp(2 * (one.value - judged[0].value) / whim) for one in judged]
        return self._whims.choices(judged, weights if any(weights) else None)[0].move


def without_idle_whims(game: Game, judged: list[MoveEvaluation], is_restless: bool) -> list[MoveEvaluation]:
    """Leave out moves by which nothing is done, as long as any other was looked at; who is not restless keeps the best.

    Nobody ends a turn on a whim; and the lowest levels look too briefly to know when that is best.
    """
    idle = getattr(game.rules, "PASS_ACTIONS", ())
    best = None if is_restless else judged[0]
    return [one for one in judged if one.visits and (one is best or one.move.id not in idle)] or judged


class Level1(Level):
    """Takes what glitters and forgets that others move too: kind to children."""

    name: str = "level1"
    character: Character = Character(thoughts=1, horizon=1, picks=1, whim=3.0, is_restless=True)


class Level2(Level):
    """Likes points, and looks as far as your answer."""

    name: str = "level2"
    character: Character = Character(thoughts=3, horizon=3, picks=1, whim=0.7, is_restless=True)


class Level3(Level):
    """Sees a few turns ahead, and has moods."""

    name: str = "level3"
    character: Character = Character(thoughts=6, horizon=6, picks=1, whim=0.3)


class Level4(Level):
    """Thinks games through to their end, though not always thoroughly."""

    name: str = "level4"
    character: Character = Character(thoughts=16, horizon=FAR, picks=1, whim=0.16)


class Level5(Level):
    """Has a plan, and reckons with yours."""

    name: str = "level5"
    character: Character = Character(thoughts=25, horizon=FAR, picks=3, whim=0.04)


class Level6(Level):
    """Uses every second and forgives nothing."""

    name: str = "level6"
    character: Character = Character(thoughts=None, horizon=FAR, picks=FAR, whim=0.0, is_guided=True)


class Level7(Level6):
    """Thinks as the one below it, and five times as long."""

    name: str = "level7"
    seconds: float = 5 * SECONDS
