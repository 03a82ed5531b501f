"""A lesson: some plies at every table, and how much better each went than the network thought."""

# pyright: reportMissingImports=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from decapod.learn.ppo.network import WORTHS, Network, act
from decapod.learn.ppo.tables import Tables

GAMMA = 0.999  # of rewards to come


def to_seats(worth: Tensor, player: Tensor, players: Tensor) -> Tensor:
    """Turn numbers in the order of the viewer's seats into the order of the table's; 0 for seats that are not there."""
    seats = torch.arange(worth.shape[-1], device=worth.device)
    order = (seats - player.unsqueeze(-1)) % players.unsqueeze(-1)
    return worth.gather(-1, order.expand_as(worth)) * (seats < players.unsqueeze(-1))


def from_seats(worth: Tensor, player: Tensor, players: Tensor) -> Tensor:
    """Turn numbers in the order of the table's seats into that of the viewer's; 0 for seats that are not there."""
    seats = torch.arange(worth.shape[-1], device=worth.device)
    order = (seats + player.unsqueeze(-1)) % players.unsqueeze(-1)
    return worth.gather(-1, order.expand_as(worth)) * (seats < players.unsqueeze(-1))


def both_worths(rewards: Tensor, over: Tensor, exists: Tensor) -> Tensor:
    """Return for each seat what a game that is over is worth: its reward, and 1 for coming first, -1 for not doing so.

    A shared first place counts in part. Who plays alone cannot come first: the reward stands for it.
    """
    best = rewards.masked_fill(exists == 0, -torch.inf).max(-1, keepdim=True).values
    firsts = (rewards >= best) * exists
    shares = (2 * firsts / firsts.sum(-1, keepdim=True) - 1) * exists * over.unsqueeze(-1)
    return torch.stack([rewards, torch.where(exists.sum(-1, keepdim=True) > 1, shares, rewards)], -2)


def advantages(rewards: Tensor, worth: Tensor, over: Tensor, last_worth: Tensor, trace: float) -> Tensor:
    """Return of every ply how much better it went for every seat than was thought: generalised advantage estimation.

    `worth` is what was thought before each ply, `last_worth` after the last one. A game that is over at a ply is worth
    its reward, and nothing of the next one dealt there; one that is not over when the lesson ends is worth what the
    network thinks: none is ever cut short. `trace` says how much of what was found out a ply later counts.
    """
    found, advantage = torch.empty_like(worth), torch.zeros_like(last_worth)
    for step in reversed(range(len(worth))):
        goes_on = GAMMA * (~over[step]).float()[..., None, None]
        surprise = rewards[step] + goes_on * last_worth - worth[step]
        advantage = surprise + goes_on * trace * advantage
        found[step], last_worth = advantage, worth[step]
    return found


class RolloutBuffer:
    """What happened in so many plies, a row for each; the same tensors are written again for every lesson."""

    def __init__(
        self, tables: Tables, num_steps: int, *, past_self_fraction: float, first_place_weight: float, gae_lambda: float
    ) -> None:
        """Make room. At a share of the tables of every mode, every second seat is played by a past self.

        `first_share` says how much of a gain is that of coming first, the rest is that of what the game returns.
        """
        self._tables, size, device, seats = tables, tables.size, tables.device, tables.seats
        self.num_steps, self._first_share, self._trace = num_steps, first_place_weight, gae_lambda

        def room(*shape: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*shape, dtype=kind, device=device)

        self.observation = room(num_steps + 1, size, tables.observed, kind=tables.observation_kind)
        self.action_mask = room(num_steps + 1, size, tables.mask_bytes, kind=torch.uint8)
        self.player = room(num_steps + 1, size, kind=torch.int64)
        self.move = room(num_steps, size, kind=torch.int64)  # which of the network's own
        self.logprobs = room(num_steps, size)  # the logarithm of the move's
        self.values = room(num_steps, size, WORTHS, seats)  # to each seat of the table, as the network thought
        self.rewards = room(num_steps, size, seats)
        self.over = room(num_steps, size, kind=torch.bool)
        self.is_learner = room(num_steps, size)  # 1 if the network itself chose the move, 0 if a past self did
        self.advantages = room(num_steps, size)  # the advantage of the ply to who made it, in deviations from the mean
        self.value_targets = room(
            num_steps, size, WORTHS, seats
        )  # what the worths should have been, from the viewer's seat on
        self.exists = (torch.arange(seats, device=device) < tables.players.unsqueeze(-1)).float()
        self._number = torch.arange(size, device=device)
        counts = [round((part.stop - part.start) * past_self_fraction) for part in tables.parts]
        with_past = [torch.arange(part.start, part.start + n) for part, n in zip(tables.parts, counts, strict=True)]
        self._past_tables = torch.cat(with_past).to(device)

    def play(self, network: Network, past: Network, act_fast: Callable[..., Any] = act) -> None:
        """Play, and judge how it went; `act_fast` is `act`, compiled perhaps."""
        players = self._tables.players.unsqueeze(-1)  # the same for both worths
        for step in range(self.num_steps):
            observation, mask, player = self.observation[step], self.action_mask[step], self.player[step]
            self._tables.look(observation, mask, player)
            noise = torch.empty(len(player), network.moves, device=player.device).exponential_()
            move, chance, worth = act_fast(network, observation, mask, noise)
            self.is_learner[step] = 1
            if len(self._past_tables):
                rows = self._past_tables
                others, _, _ = act(past, observation[rows], mask[rows], noise[rows])
                is_past = (player[rows] + rows) % 2 == 1
                move = move.index_copy(0, rows, torch.where(is_past, others, move[rows]))
                self.is_learner[step].index_copy_(0, rows, (~is_past).float())
            self.move[step].copy_(move)
            self.logprobs[step].copy_(chance)
            self.values[step].copy_(to_seats(worth, player.unsqueeze(-1), players))
            self._tables.step(move, self.rewards[step], self.over[step])
        observation, mask, player = self.observation[-1], self.action_mask[-1], self.player[-1]
        self._tables.look(observation, mask, player)
        last_worth = to_seats(network(observation)[1], player.unsqueeze(-1), players)
        rewards = both_worths(self.rewards, self.over, self.exists)
        self._judge(advantages(rewards, self.values, self.over, last_worth, self._trace))

    def _judge(self, advantage: Tensor) -> None:
        player = self.player[:-1].unsqueeze(-1)
        self.value_targets.copy_(from_seats(advantage + self.values, player, self._tables.players.unsqueeze(-1)))
        place, first = advantage.gather(-1, player.unsqueeze(-1).expand(-1, -1, WORTHS, 1)).squeeze(-1).unbind(-1)
        gain = torch.lerp(place, first, self._first_share)
        count = self.is_learner.sum()
        mean = (gain * self.is_learner).sum() / count
        spread = ((gain - mean).square() * self.is_learner).sum() / count
        self.advantages.copy_((gain - mean) / (spread.sqrt() + 1e-6))

    def flat(self) -> dict[str, Tensor]:
        """Return a row for every ply of every table, of all that is learned from."""
        names = ("observation", "action_mask", "move", "logprobs", "is_learner", "advantages", "value_targets")
        found = {name: getattr(self, name)[: self.num_steps].flatten(0, 1) for name in names}
        found["exists"] = self.exists.expand(self.num_steps, *self.exists.shape).reshape(-1, self.exists.shape[-1])
        return found
