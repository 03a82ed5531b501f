"""PettingZoo environments: the players move one at a time (AEC), or all who are awaited at once (Parallel).

    from decapod.envs import pettingzoo
    env = pettingzoo.env("crabs", players=3)

A seat is an agent, "player_0" and so on. What it sees is {"observation": ..., "action_mask": ...}, as in PettingZoo's
own classic games. Rewards are `Match.returns`, given when the game is over; then `infos` has each agent's points and
place. An illegal move is refused with its reason, and nothing has changed.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from decapod.envs import render as pictures
from decapod.errors import UsageError, how_to_install, whole_number
from decapod.game import game as find_game

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:
    raise ImportError(f"decapod.envs.pettingzoo needs PettingZoo: {how_to_install('envs')}") from None

from decapod.envs.spaces import mask_space, move_space, observation_space

if TYPE_CHECKING:
    from pathlib import Path

    from decapod.game import Box
    from decapod.match import Match

    Observation = dict[str, np.ndarray[Any, Any]]

AnyTable = TypeVar("AnyTable", bound="Table")
NAME = "player_{}"


def env(
    game: str,
    players: int | None = None,
    variant: str | None = None,
    render_mode: str | None = None,
    box: Box | Path | str | None = None,
    **options: Any,
) -> OneByOne:
    """Make an environment in which players move one at a time; `options` are the game's own.

    >>> crabs = env("crabs", players=3)
    >>> crabs.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = crabs.last()
    >>> int(observation["action_mask"].sum()) == len(crabs.match.legal_ids(crabs.match.awaiting[0]))
    True
    """
    return OneByOne(game, players, variant, render_mode, box, options)


def parallel_env(
    game: str,
    players: int | None = None,
    variant: str | None = None,
    render_mode: str | None = None,
    box: Box | Path | str | None = None,
    **options: Any,
) -> AllAtOnce:
    """Make an environment in which all who are awaited move at once, as all do who plan a round of Oh Crab!.

    Whoever is not awaited waits: that is the one move more than the game has, and then the only legal one.
    """
    return AllAtOnce(game, players, variant, render_mode, box, options)


class Table:
    """What both kinds of environment share: the match, its agents, their spaces, and pictures."""

    def __init__(
        self,
        name: str,
        players: int | None,
        variant: str | None,
        render_mode: str | None,
        box: Box | Path | str | None,
        options: dict[str, Any],
    ) -> None:
        """Check what was asked for; `reset` deals."""
        self.game = find_game(name)
        self.variant, self.players = self.game.mode(players, variant)
        self.render_mode = pictures.check_mode(render_mode)
        self.metadata = {
            "name": f"decapod_{self.game.name.replace('-', '_')}_v0",
            "render_modes": list(pictures.MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [NAME.format(seat) for seat in range(self.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._options = options
        self._box = self.deal(0, box).box  # read once, and found wrong now rather than later
        self._chance = np.random.default_rng()
        self._match: Match | None = None
        moves = self.count_moves()
        self.observation_spaces = {agent: self._observation_space(moves) for agent in self.possible_agents}
        self.action_spaces = {agent: move_space(moves) for agent in self.possible_agents}

    def _observation_space(self, moves: int) -> spaces.Dict:
        return spaces.Dict({"observation": observation_space(self.game), "action_mask": mask_space(moves)})

    def count_moves(self) -> int:
        """Return how many moves there are, legal or not."""
        return self.game.rules.MOVES

    def deal(self, seed: int, box: Box | Path | str | None) -> Match:
        """Deal a match."""
        return self.game.match(self.players, variant=self.variant, seed=seed, box=box, **self._options)

    def deal_anew(self, seed: int | None) -> None:
        """Begin a match: the one that `game.match(seed=seed)` deals, or the next of those that follow the last seed."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        number = int.from_bytes(self._chance.bytes(16), "big") if seed is None else seed
        self._match = self.deal(number, self._box)
        self.agents = self.possible_agents[:]

    @property
    def match(self) -> Match:
        """The match that is played, all of it: not for agents, but to look at, to save, to replay."""
        if self._match is None:
            raise UsageError("nothing has been dealt yet: call reset() first")
        return self._match

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return what an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the numbers of an agent's moves."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows, and which moves it may make: none while it is not awaited."""
        match, seat = self.match, self._seats[agent]
        return {"observation": match.observe(seat), "action_mask": match.mask(seat).view(np.int8)}

    def state(self) -> np.ndarray[Any, Any]:
        """Return what all players know together: the observations of all, one after another."""
        return np.concatenate([self.match.observe(seat) for seat in range(self.players)])

    def describe_end(self) -> dict[str, dict[str, Any]]:
        """Return each agent's points and place once the game is over; before, they might tell what is hidden."""
        match = self.match
        if not match.over:
            return {agent: {} for agent in self.agents}
        ends = zip(self.agents, match.points, match.places, strict=True)
        return {agent: {"points": points, "place": place} for agent, points, place in ends}

    def render(self) -> Any:
        """Show the table as the render mode says."""
        return pictures.render(self.match, self.render_mode)

    def close(self) -> None:
        """Let go of nothing: there is no window."""

    def copy(self: AnyTable) -> AnyTable:
        """Return an environment of its own that stands where this one does; the spaces are shared.

        `copy.deepcopy` and `pickle` copy those too, with the chance they sample by.
        """
        twin = object.__new__(type(self))
        vars(twin).update({name: copy.copy(value) for name, value in vars(self).items()})
        twin.observation_spaces, twin.action_spaces = self.observation_spaces, self.action_spaces
        twin._chance = copy.deepcopy(self._chance)
        return twin

    __copy__ = copy


class OneByOne(Table, AECEnv[str, "Observation", "int | None"]):
    """A game in which one agent moves at a time; of several who are awaited, the first."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # there are none
        """Deal. With a seed it is what `game.match(seed=seed)` deals; without, the next deal after the last one."""
        self.deal_anew(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._look()

    def step(self, action: int | None) -> None:
        """Make a move of the agent whose turn it is; None for one whose game is over."""
        agent = self._selected()
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.match.play(self._seats[agent], whole_number(action, "action"))
        self._look()

    def _selected(self) -> str:
        if not self.agents:
            raise UsageError("nobody is left to move: call reset() to deal")
        return self.agent_selection

    def _look(self) -> None:
        """Find who is to move; once nobody is, the game is over for all, the first agent first."""
        awaiting = self.match.awaiting
        self.agent_selection = self.possible_agents[awaiting[0] if awaiting else 0]
        if not awaiting:
            self.infos = self.describe_end()
            for agent, worth in zip(self.agents, self.match.returns, strict=True):
                self.rewards[agent] = self._cumulative_rewards[agent] = worth
                self.terminations[agent] = True
        if self.render_mode == "human":
            self.render()


class AllAtOnce(Table, ParallelEnv[str, "Observation", int]):
    """A game in which all agents act at once, those who are not awaited by waiting."""

    def count_moves(self) -> int:
        """Return how many moves there are, and one to wait."""
        return self.wait + 1

    @property
    def wait(self) -> int:
        """The move of whoever is not awaited."""
        return self.game.rules.MOVES

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None  # noqa: ARG002  # there are none
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:  # fmt: skip
        """Deal. With a seed it is what `game.match(seed=seed)` deals; without, the next deal after the last one."""
        self.deal_anew(seed)
        if self.render_mode == "human":
            self.render()
        return self._observe_all(), {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows, and which moves it may make: only to wait, while it is not awaited."""
        seen = super().observe(agent)
        waits = self._seats[agent] not in self.match.awaiting
        return {**seen, "action_mask": np.append(seen["action_mask"], np.int8(waits))}

    def _observe_all(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:  # fmt: skip
        """Make a move for every agent. If one of them is refused none has been made."""
        trial = self.match.copy()
        for seat in trial.awaiting:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise UsageError(f"{agent} is awaited, and has no action")
            trial.play(seat, whole_number(actions[agent], f"the action of {agent}"))
        for agent, action in actions.items():
            if self._seats[agent] not in self.match.awaiting and action != self.wait:
                raise UsageError(f"{agent} is not awaited: its action is {self.wait}, to wait, and not {action}")
        self._match = trial
        if self.render_mode == "human":
            self.render()
        acted, over = self.agents, trial.over
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
