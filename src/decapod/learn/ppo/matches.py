"""Matches: two networks, or one and chance, at many tables at once; who is better, and by how much."""

# pyright: reportMissingImports=false, reportUntypedFunctionDecorator=false

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

import decapod.envs
from decapod.core.game import Box, Game
from decapod.learn.modes import Mode
from decapod.learn.ppo.network import Network, log_probs, sample_actions

if TYPE_CHECKING:
    from decapod.envs.batch import BatchEnv

MOST_PLIES = 20_000  # of a game: ours end long before by their rules
LOOK = 16  # plies between two looks at whether all games are over
SURE = 1.96  # deviations: 95 of 100 lie within


@dataclass(frozen=True)
class Score:
    """How one did against others: shares of games, from 0 to 1, and half the width of a 95 % interval."""

    games: int
    worth: float  # the mean return, turned to 0 (last) up to 1 (first)
    first: float  # games in which nobody was ahead; shared first places count in part
    margin: float  # of `worth`

    def ahead(self, players: int, first_place_weight: float) -> float:
        """Say by how much it is ahead of an even share, if coming first is so much of what counts."""
        by_worth = self.worth - 0.5
        return by_worth if players == 1 else by_worth + first_place_weight * (self.first - 1 / players - by_worth)

    def __str__(self) -> str:
        """Say it in percent."""
        return f"{self.worth:.1%} ± {self.margin:.1%}"


class SteppedTables:
    """A batch environment whose arrays are torch's, without copying."""

    def __init__(self, env: BatchEnv) -> None:
        """Share what is seen; on a GPU the environment joins torch's stream."""
        self.env = env
        if env.device == "cuda":
            env.use_stream(torch.cuda.current_stream().cuda_stream)
        names = ("observation", "mask", "player", "rewards", "points", "ending", "terminated")
        self.seen = {name: torch.from_dlpack(getattr(env, name)) for name in names}
        self._drawn: Any = env.sample()  # where the environment keeps its moves
        self._moves = torch.from_dlpack(self._drawn)

    def sample(self) -> Tensor:
        """Draw moves by chance."""
        self.env.sample()
        return self._moves

    def step(self, moves: Tensor) -> None:
        """Make a move at every table."""
        self._moves.copy_(moves)
        self.env.step(self._drawn)


@torch.no_grad()
def play_match(
    game: Game, mode: Mode, one: Network, other: Network | None, *, games: int, device: str, box: Box, seed: int = 1,
    greedy: bool = False,
) -> Score:  # fmt: skip
    """Let `one` play so many games, on each seat in turn, all other seats the `other`'s, or chance's if there is none.

    Networks draw their moves by the chances they give them, or `greedy` make the likeliest.
    """
    env = decapod.envs.make(
        game.name, mode.players, variant=mode.variant, size=games, device=device, box=box, seed=seed, checked=False,
        packed=True,
    )  # fmt: skip
    tables = SteppedTables(env)
    arrays = tables.seen
    mine = torch.arange(games, device=device) % mode.players
    rewards = torch.zeros(games, mode.players, device=device)
    left = torch.ones(games, dtype=torch.bool, device=device)
    for ply in range(MOST_PLIES):
        chosen = choose_moves(one, arrays, greedy)
        others = tables.sample() if other is None else choose_moves(other, arrays, greedy)
        tables.step(torch.where(arrays["player"] == mine, chosen, others))
        done = left & arrays["terminated"]
        rewards = torch.where(done.unsqueeze(1), arrays["rewards"], rewards)
        left = left & ~done
        if ply % LOOK == LOOK - 1 and not left.any():
            break
    own = rewards.gather(1, mine.unsqueeze(1))
    if mode.players == 1:
        firsts = torch.zeros(games, device=device)
    else:
        is_first = rewards >= rewards.max(1, keepdim=True).values
        firsts = is_first.gather(1, mine.unsqueeze(1)).squeeze(1) / is_first.sum(1)
    worths = (1 + own.squeeze(1)) / 2
    spread = float(worths.std()) if games > 1 else 0.0
    return Score(games, float(worths.mean()), float(firsts.mean()), SURE * spread / math.sqrt(games))


def choose_moves(network: Network, arrays: dict[str, Any], greedy: bool) -> Any:
    """Let a network choose a move at each table: the likeliest, or by their chances."""
    logits, _ = network(network.select_inputs(arrays["observation"]))
    chances = log_probs(logits, network.legal(arrays["mask"]))
    chosen = chances.argmax(1) if greedy else sample_actions(chances, torch.empty_like(chances).exponential_())
    return network.move_ids[chosen]
