"""What PettingZoo's and Gymnasium's environments share: what is played, the match, and pictures of it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from decapod.core.game import game as find_game
from decapod.engine.observation import number_type
from decapod.envs import render as pictures
from decapod.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np

    from decapod.core.game import Box
    from decapod.core.match import Match


class Environment:
    """One match after another of a game, in the mode and with the box that were agreed on."""

    def __init__(
        self,
        game: str,
        players: int | None,
        variant: str | None,
        render_mode: str | None,
        box: Box | Path | str | None,
        options: dict[str, Any],
    ) -> None:
        """Check what was asked for, so that it is found wrong now rather than later."""
        self.game = find_game(game)
        self.variant, self.players = self.game.resolve_mode(players, variant)
        self.render_mode = pictures.check_mode(render_mode)
        self._options = options
        self._number_type = number_type(self.game.rules.OBSERVATION)
        self._match: Match | None = None
        self._seed, self._number = secrets.randbits(64), 0  # of the next deal
        self.box = self.game.match(self.players, variant=self.variant, seed=0, box=box, **options).box

    def deal(self, seed: int | None) -> None:
        """Begin the match that `game.match(seed=seed)` deals; without a seed, the next one after the last seed.

        Those that follow a seed are numbered as in `simulate`: number n is `game.match(seed=seed + (n << 64))`.
        """
        if seed is not None:
            self._seed, self._number = seed, 0
        number = self._seed + (self._number << 64)
        mode = {"variant": self.variant, "box": self.box}
        self._match = self.game.match(self.players, seed=number, **mode, **self._options)
        self._number += 1

    @property
    def match(self) -> Match:
        """The match that is played, all of it: not for agents, but to look at, to save, to replay."""
        if self._match is None:
            raise UsageError("nothing has been dealt yet: call reset() first")
        return self._match

    def look(self, player: int) -> np.ndarray[Any, Any]:
        """Return what a player knows, in the narrow type that their game's observations fit into."""
        return self.match.observation(player).astype(self._number_type)

    def render(self) -> Any:
        """Show the table as the render mode says."""
        return pictures.render(self.match, self.render_mode)

    def show(self) -> None:
        """Show the table to people, if that is the render mode."""
        if self.render_mode == "human":
            self.render()
