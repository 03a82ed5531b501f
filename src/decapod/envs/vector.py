"""A Gymnasium `VectorEnv` on the batch environment: one seat of every table learns, the others are played for it.

    import gymnasium
    import decapod.envs.gymnasium
    envs = gymnasium.make_vec("decapod/crabs-v0", num_envs=1024, players=3)

The others move by chance, or by a policy of the learner's own: a function of all tables at once. Bots that think play
at tables one by one: `gymnasium.make_vec(..., vectorization_mode="sync", opponents="level3")`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from decapod.core.game import Box
from decapod.envs.batch import BatchEnv
from decapod.envs.spaces import observation_space  # which says what to install where there is no Gymnasium
from decapod.errors import UsageError

from gymnasium.spaces import Discrete, MultiDiscrete  # isort: skip
from gymnasium.vector import AutoresetMode, VectorEnv  # isort: skip
from gymnasium.vector.utils import batch_space  # isort: skip

Array = np.ndarray[Any, Any]

CHANCE = "random"

#: What the others do: from all observations, masks and seats to move, a legal move for each table. Those of tables
#: where the learner is to move are not looked at.
Policy = Callable[[Array, Array, Array], Any]


class BatchVectorEnv(VectorEnv[Array, Array, Array]):
    """So many tables, dealt anew in the step in which a game ends (`AutoresetMode.SAME_STEP`).

    Observations are those of the learner's seat, whenever it is to move. `info["action_mask"]` says which moves are
    legal. The reward is what a game was worth to the learner, from -1 to 1, in the step in which it ended; then
    `info["final_obs"]` has the last observation, and `info["final_info"]["points"]` the points.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012  # as theirs

    def __init__(
        self,
        game: str,
        num_envs: int = 1024,
        players: int | None = None,
        variant: str | None = None,
        opponents: Policy | Sequence[str] | str = CHANCE,
        seat: int = 0,
        truncate: int | None = None,
        threads: int | None = None,
        box: Box | Path | str | None = None,
        **options: Any,
    ) -> None:
        """Set the tables up; the arguments are those of `decapod.envs.make`, `seat` is the learner's."""
        named = [opponents] if isinstance(opponents, str) else [] if callable(opponents) else list(opponents)
        if {*named} - {CHANCE}:
            raise UsageError(
                f"all tables at once are played by {CHANCE}, or by a function of their observations; for bots that "
                'think: gymnasium.make_vec(..., vectorization_mode="sync")'
            )
        self._policy = opponents if callable(opponents) else None
        self._env = BatchEnv(game, players, variant=variant, size=num_envs, truncate=truncate, viewer=seat,
                             threads=threads, box=box, **options)  # fmt: skip
        self.num_envs, self.seat = self._env.size, seat
        self.single_observation_space = observation_space(self._env.game)
        self.single_action_space = Discrete(self._env.game.rules.NUM_ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = MultiDiscrete([self._env.game.rules.NUM_ACTIONS] * self.num_envs)
        self.render_mode = None

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal at every table, and let those move who come before the learner; one seed is for all tables."""
        if isinstance(seed, list):
            raise UsageError("one seed deals all tables: give a number, not a list")
        super().reset(seed=seed, options=options)
        self._env.reset(int(self.np_random.integers(1 << 63)) if seed is None else seed)
        self._let_others_move(_Ended(self.num_envs))
        return self._env.observation.copy(), self._inform()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Make the learner's moves, and let the others answer until it is to move again at every table."""
        ended = _Ended(self.num_envs)
        self._env.step(np.asarray(actions))
        ended.note(self._env, self.seat)
        self._let_others_move(ended)
        return (
            self._env.observation.copy(), ended.reward, ended.terminated, ended.truncated,
            self._inform() | ended.inform(),
        )  # fmt: skip

    def _let_others_move(self, ended: _Ended) -> None:
        """Let those move who are to, where it is not the learner; one awaited with others moves first or last."""
        env = self._env
        others = env.player != self.seat
        while others.any():
            policy = self._policy
            moves = env.sample() if policy is None else policy(env.observation, env.mask, env.player)
            env.step(np.where(others, np.asarray(moves), env.WAIT))
            ended.note(env, self.seat)
            others = env.player != self.seat

    def _inform(self) -> dict[str, Any]:
        """Say which moves are legal."""
        everywhere = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self._env.mask.astype(np.int8), "_action_mask": everywhere}


class _Ended:
    """Which games ended in a step, and how: the first at each table, which is the one the learner moved in."""

    def __init__(self, size: int) -> None:
        self.reward = np.zeros(size, np.float64)
        self.terminated, self.truncated = np.zeros(size, np.bool_), np.zeros(size, np.bool_)
        self._points = np.zeros(size, np.int64)
        self._last = np.full(size, None, object)

    def note(self, env: BatchEnv, seat: int) -> None:
        """Look at the move just made."""
        over = (env.terminated | env.truncated) & ~(self.terminated | self.truncated)
        self.terminated |= over & env.terminated
        self.truncated |= over & env.truncated
        self.reward[over] = env.rewards[over, seat]
        self._points[over] = env.points[over, seat]
        for state in np.flatnonzero(over):
            self._last[state] = env.final_observation[state].copy()

    def inform(self) -> dict[str, Any]:
        """Return what Gymnasium's own vectors say of games that ended."""
        over = self.terminated | self.truncated
        if not over.any():
            return {}
        about = {"points": self._points, "_points": over}
        return {"final_obs": self._last, "_final_obs": over, "final_info": about, "_final_info": over}
