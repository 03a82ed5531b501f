"""Gymnasium environments: one player learns, bots play the others.

    import gymnasium
    import decapod.envs.gymnasium
    env = gymnasium.make("decapod/crabs-v0", players=3, opponents=["flat-mc:200", "random"])

"decapod/<game>-v0" is each of our games, "decapod/yadokarick-solo-v0" the one that is played alone. An observation is
`Match.observation` of the learner's seat; `info["action_mask"]` says which moves are legal. The reward is the learner's
`Match.returns`, given when the game is over; then `info` has its points and place. An illegal move loses: the reward is
-1, the episode is over, and `info["illegal"]` says why.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.bots import bot, choose_move
from decapod.core.game import OURS
from decapod.envs import render as pictures
from decapod.errors import UsageError, install_hint

try:
    import gymnasium
except ImportError:
    raise ImportError(f"decapod.envs.gymnasium needs Gymnasium: {install_hint('envs')}") from None

from decapod.envs.environment import Environment
from decapod.envs.spaces import observation_space

if TYPE_CHECKING:
    from pathlib import Path

    from decapod.bots import Bot
    from decapod.core.game import Box

ILLEGAL = -1.0  # what an illegal move is worth: a lost game
BOT_SEEDS = 1 << 62


class SinglePlayerEnv(Environment, gymnasium.Env[np.ndarray[Any, Any], Any]):
    """A game as one player has it: they move, and bots move until they are to move again."""

    metadata = {"render_modes": list(pictures.MODES), "render_fps": 2}  # noqa: RUF012  # theirs is no ClassVar

    def __init__(
        self,
        game: str,
        players: int | None = None,
        variant: str | None = None,
        opponents: Sequence[str] | str = "random",
        seat: int = 0,
        render_mode: str | None = None,
        box: Box | Path | str | None = None,
        **options: Any,
    ) -> None:
        """Take the names of the bots on the other seats, in their order, or of one that plays them all."""
        super().__init__(game, players, variant, render_mode, box, options)
        if not 0 <= seat < self.players:
            raise UsageError(f"there is no seat {seat}; the seats are 0 to {self.players - 1}")
        self.seat = seat
        self.opponents = self._name_opponents(opponents)
        self._bots: dict[int, Bot] = {}
        self._lost = False  # by an illegal move, before the match was over
        self.observation_space = observation_space(self.game)
        self.action_space = gymnasium.spaces.Discrete(self.game.rules.NUM_ACTIONS)

    def _name_opponents(self, named: Sequence[str] | str) -> dict[int, str]:
        """Give every other seat the name of a bot that there is."""
        others = [player for player in range(self.players) if player != self.seat]
        names = [named] * len(others) if isinstance(named, str) else list(named)
        if len(names) != len(others):
            raise UsageError(f"there are {len(others)} other seats, and {len(names)} opponents are named")
        for name in {*names}:
            bot(name).close()
        return dict(zip(others, names, strict=True))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        """Deal, as PettingZoo's environments do, and let those play who come first."""
        gymnasium.Env.reset(self, seed=seed, options=options)
        self.deal(seed)
        self.close()
        self._lost = False
        seeds = {player: int(self.np_random.integers(BOT_SEEDS)) for player in self.opponents}
        self._bots = {player: bot(name, seed=seeds[player]) for player, name in self.opponents.items()}
        self._let_bots_play()
        return self._observe(), self._inform()

    def step(self, action: int) -> tuple[np.ndarray[Any, Any], float, bool, bool, dict[str, Any]]:
        """Make a move, and let the bots answer; an illegal one loses."""
        match = self.match
        if match.is_over or self._lost:
            raise UsageError("this game is over: call reset() to deal")
        refused = match.why_not(self.seat, int(action))
        if refused is not None:
            self._lost = True
            return self._observe(), ILLEGAL, True, False, {**self._inform(), "illegal": str(refused)}
        match.play(self.seat, int(action), unchecked=True)
        self._let_bots_play()
        return self._observe(), match.returns[self.seat] if match.is_over else 0.0, match.is_over, False, self._inform()

    def _let_bots_play(self) -> None:
        """Let the bots move until the learner is awaited, or the game is over."""
        match = self.match
        while not match.is_over and self.seat not in match.to_act:
            player = match.to_act[0]
            thinker = self._bots[player]
            match.play(
                player, choose_move(thinker, match.player_view(player, event_log=thinker.reads_history)), unchecked=True
            )
        self.show()

    def _observe(self) -> np.ndarray[Any, Any]:
        return self.look(self.seat)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return which moves are legal now, under the name by which sb3-contrib's MaskablePPO asks for it."""
        return self.match.action_mask(self.seat)

    def _inform(self) -> dict[str, Any]:
        """Return the mask, and at the end the learner's points and place: before, they might tell what is hidden."""
        match, known = self.match, {"action_mask": self.action_masks().view(np.int8)}
        return (
            {**known, "points": match.points[self.seat], "place": match.places[self.seat]} if match.is_over else known
        )

    def close(self) -> None:
        """Let the bots go."""
        for thinker in self._bots.values():
            thinker.close()
        self._bots = {}

    def copy(self) -> SinglePlayerEnv:
        """Return an environment of its own that stands where this one does; bots that are programs cannot be copied."""
        return copy.deepcopy(self)

    __copy__ = copy


def register() -> None:
    """Make our games known to `gymnasium.make` and `gymnasium.make_vec`."""
    named = {f"decapod/{name}-v0": {"game": name} for name in OURS}
    named["decapod/yadokarick-solo-v0"] = {"game": "yadokarick", "variant": "solo"}
    for name, asked in named.items():
        gymnasium.register(
            name, f"{__name__}:SinglePlayerEnv", vector_entry_point="decapod.envs.vector:BatchVectorEnv", kwargs=asked
        )


register()
