"""PettingZoo environments: the players move one at a time (AEC), or all who are awaited at once (Parallel).

    from decapod.envs import pettingzoo
    env = pettingzoo.env("crabs", players=3)

A seat is an agent, "player_0" and so on. What it sees is {"observation": ..., "action_mask": ...}, as in PettingZoo's
own classic games. Rewards are `Match.returns`, given when the game is over; then `infos` has each agent's points and
place. An illegal move is refused with its reason, and nothing has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from decapod.envs import render as pictures
from decapod.errors import UsageError, as_int, install_hint

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:
    raise ImportError(f"decapod.envs.pettingzoo needs PettingZoo: {install_hint('envs')}") from None

from decapod.envs.environment import Environment
from decapod.envs.spaces import observation_space

if TYPE_CHECKING:
    from pathlib import Path

    from decapod.core.game import Box

    Observation = dict[str, np.ndarray[Any, Any]]

AnySeats = TypeVar("AnySeats", bound="Seats")
NAME = "player_{}"


def env(
    game: str,
    players: int | None = None,
    variant: str | None = None,
    render_mode: str | None = None,
    box: Box | Path | str | None = None,
    **options: Any,
) -> DecapodAECEnv:
    """Make an environment in which players move one at a time; `options` are the game's own.

    >>> crabs = env("crabs", players=3)
    >>> crabs.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = crabs.last()
    >>> int(observation["action_mask"].sum()) == len(crabs.match.legal_actions(crabs.match.to_act[0]))
    True
    """
    return DecapodAECEnv(game, players, variant, render_mode, box, options)


def parallel_env(
    game: str,
    players: int | None = None,
    variant: str | None = None,
    render_mode: str | None = None,
    box: Box | Path | str | None = None,
    **options: Any,
) -> DecapodParallelEnv:
    """Make an environment in which all who are awaited move at once, as all do who plan a round of Oh Crab!.

    Whoever is not awaited waits: that is the one move more than the game has, and then the only legal one.
    """
    return DecapodParallelEnv(game, players, variant, render_mode, box, options)


class Seats(Environment):
    """What both kinds of environment share: agents and their spaces."""

    def __init__(self, *asked: Any) -> None:
        """Take what `env` takes; `reset` deals."""
        super().__init__(*asked)
        self.metadata = {
            "name": f"decapod_{self.game.name.replace('-', '_')}_v0",
            "render_modes": list(pictures.MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [NAME.format(seat) for seat in range(self.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        moves = self.count_moves()
        self.observation_spaces = {agent: self._observation_space(moves) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in self.possible_agents}

    def _observation_space(self, moves: int) -> spaces.Dict:
        mask = spaces.Box(0, 1, (moves,), np.int8)
        return spaces.Dict({"observation": observation_space(self.game), "action_mask": mask})

    def count_moves(self) -> int:
        """Return how many moves there are, legal or not."""
        return self.game.rules.NUM_ACTIONS

    def begin(self, seed: int | None) -> None:
        """Deal to all agents."""
        self.deal(seed)
        self.agents = self.possible_agents[:]
        self.show()

    def observation_space(self, agent: str) -> Any:
        """Return what an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the numbers of an agent's moves."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows, and which moves it may make: none while it is not awaited."""
        match, seat = self.match, self._seats[agent]
        return {"observation": self.look(seat), "action_mask": match.action_mask(seat).view(np.int8)}

    def state(self) -> np.ndarray[Any, Any]:
        """Return what all players know together: the observations of all, one after another."""
        return np.concatenate([self.look(seat) for seat in range(self.players)])

    def describe_end(self) -> dict[str, dict[str, Any]]:
        """Return each agent's points and place once the game is over; before, they might tell what is hidden."""
        match = self.match
        if not match.is_over:
            return {agent: {} for agent in self.agents}
        ends = zip(self.agents, match.points, match.places, strict=True)
        return {agent: {"points": points, "place": place} for agent, points, place in ends}

    def close(self) -> None:
        """Let go of nothing: there is no window."""

    def copy(self: AnySeats) -> AnySeats:
        """Return an environment of its own that stands where this one does; the spaces are shared.

        `copy.deepcopy` and `pickle` copy those, too, with the chance they sample by.
        """
        twin = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(twin, name, value.copy() if isinstance(value, dict | list) else value)
        twin._match = self.match.copy()
        return twin

    __copy__ = copy

    def sample(self: AnySeats, agent: str, seed: int) -> AnySeats:
        """Return an environment to try moves in: what an agent knows, and a fair guess of all else, dice included."""
        twin = self.copy()
        twin._match = self.match.player_view(self._seats[agent], event_log=False).sample_match(seed)
        return twin


class DecapodAECEnv(Seats, AECEnv[str, "Observation", "int | None"]):
    """A game in which one agent moves at a time; of several who are awaited, the first."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # there are none
        """Deal what `game.match(seed=seed)` deals; without a seed, the next deal that follows from the last one."""
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Make a move of the agent whose turn it is; None for one whose game is over."""
        if not self.agents:
            raise UsageError("nobody is to move: call reset() to deal")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._retire(agent, action)
            return
        self.match.play(self._seats[agent], as_int(action, "action"))
        self._select()
        self.show()

    def _retire(self, agent: str, action: int | None) -> None:
        """Remove an agent after the game, and select the next one; PettingZoo asks for a step with None from each."""
        if action is not None:
            raise ValueError(f"when an agent is dead, the only valid action is None, not {action}")
        self.agents.remove(agent)
        for numbers in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del numbers[agent]
        if self.agents:
            self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)

    def _select(self) -> None:
        """Find who is to move; once nobody is, the game is over for all, the first agent first."""
        awaiting = self.match.to_act
        self.agent_selection = self.possible_agents[awaiting[0] if awaiting else 0]
        if not awaiting:
            self.infos = self.describe_end()
            for agent, worth in zip(self.agents, self.match.returns, strict=True):
                self.rewards[agent] = self._cumulative_rewards[agent] = worth
                self.terminations[agent] = True


class DecapodParallelEnv(Seats, ParallelEnv[str, "Observation", int]):
    """A game in which all agents act at once, those who are not awaited by waiting."""

    def count_moves(self) -> int:
        """Return how many moves there are, and one to wait."""
        return self.wait + 1

    @property
    def wait(self) -> int:
        """The move of whoever is not awaited."""
        return self.game.rules.NUM_ACTIONS

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None  # noqa: ARG002  # there are none
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:  # fmt: skip
        """Deal what `game.match(seed=seed)` deals; without a seed, the next deal that follows from the last one."""
        self.begin(seed)
        return self._observe_all(), {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows, and which moves it may make: only to wait, while it is not awaited."""
        seen = super().observe(agent)
        waits = self._seats[agent] not in self.match.to_act
        return {**seen, "action_mask": np.append(seen["action_mask"], np.int8(waits))}

    def _observe_all(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:  # fmt: skip
        """Make a move for every agent. If one of them is refused none has been made."""
        trial = self.match.copy()
        for seat in trial.to_act:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise UsageError(f"{agent} is awaited, and has no action")
            trial.play(seat, as_int(actions[agent], f"the action of {agent}"))
        for agent, action in actions.items():
            if self._seats[agent] not in self.match.to_act and action != self.wait:
                raise UsageError(f"{agent} is not awaited: its action is {self.wait}, to wait, and not {action}")
        self._match = trial
        self.show()
        acted, over = self.agents, trial.is_over
        seen = self._observe_all()
        worth = trial.returns if over else (0.0,) * self.players
        infos = self.describe_end()
        if over:
            self.agents = []
        return (
            seen,
            dict(zip(acted, worth, strict=True)),
            dict.fromkeys(acted, over),
            dict.fromkeys(acted, False),
            infos,
        )
