"""A lesson: some plies at every table, and how much better each went than the network thought."""

# pyright: reportMissingImports=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from decapod.learn.ppo.network import WORTHS, Network, act
from decapod.learn.ppo.tables import Tables

DISCOUNT = 0.999  # of rewards to come


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
        goes_on = DISCOUNT * (~over[step]).float()[..., None, None]
        surprise = rewards[step] + goes_on * last_worth - worth[step]
        advantage = surprise + goes_on * trace * advantage
        found[step], last_worth = advantage, worth[step]
    return found


class Lesson:
    """What happened in so many plies, a row for each; the same tensors are written again for every lesson."""

    def __init__(self, tables: Tables, steps: int, *, past_share: float, first_share: float, trace: float) -> None:
        """Make room. At a share of the tables of every mode, every second seat is played by a past self.

        `first_share` says how much of a gain is that of coming first, the rest is that of what the game returns.
        """
        self._tables, size, device, seats = tables, tables.size, tables.device, tables.seats
        self.steps, self._first_share, self._trace = steps, first_share, trace

        def room(*shape: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*shape, dtype=kind, device=device)

        self.observation = room(steps + 1, size, tables.observed, kind=tables.observation_kind)
        self.mask = room(steps + 1, size, tables.mask_bytes, kind=torch.uint8)
        self.player = room(steps + 1, size, kind=torch.int64)
        self.move = room(steps, size, kind=torch.int64)  # which of the network's own
        self.chance = room(steps, size)  # the logarithm of the move's
        self.worth = room(steps, size, WORTHS, seats)  # to each seat of the table, as the network thought
        self.rewards = room(steps, size, seats)
        self.over = room(steps, size, kind=torch.bool)
        self.own = room(steps, size)  # 1 if the network itself chose the move, 0 if a past self did
        self.gain = room(steps, size)  # the advantage of the ply to who made it, in deviations from the mean
        self.aim = room(steps, size, WORTHS, seats)  # what the worths should have been, from the viewer's seat on
        self.exists = (torch.arange(seats, device=device) < tables.players.unsqueeze(-1)).float()
        self._number = torch.arange(size, device=device)
        counts = [round((part.stop - part.start) * past_share) for part in tables.parts]
        with_past = [torch.arange(part.start, part.start + n) for part, n in zip(tables.parts, counts, strict=True)]
        self._past_tables = torch.cat(with_past).to(device)

    def play(self, network: Network, past: Network, act_fast: Callable[..., Any] = act) -> None:
        """Play, and judge how it went; `act_fast` is `act`, compiled perhaps."""
        players = self._tables.players.unsqueeze(-1)  # the same for both worths
        for step in range(self.steps):
            observation, mask, player = self.observation[step], self.mask[step], self.player[step]
            self._tables.look(observation, mask, player)
            noise = torch.empty(len(player), network.moves, device=player.device).exponential_()
            move, chance, worth = act_fast(network, observation, mask, noise)
            self.own[step] = 1
            if len(self._past_tables):
                rows = self._past_tables
                others, _, _ = act(past, observation[rows], mask[rows], noise[rows])
                is_past = (player[rows] + rows) % 2 == 1
                move = move.index_copy(0, rows, torch.where(is_past, others, move[rows]))
                self.own[step].index_copy_(0, rows, (~is_past).float())
            self.move[step].copy_(move)
            self.chance[step].copy_(chance)
            self.worth[step].copy_(to_seats(worth, player.unsqueeze(-1), players))
            self._tables.step(move, self.rewards[step], self.over[step])
        observation, mask, player = self.observation[-1], self.mask[-1], self.player[-1]
        self._tables.look(observation, mask, player)
        last_worth = to_seats(network(observation)[1], player.unsqueeze(-1), players)
        rewards = both_worths(self.rewards, self.over, self.exists)
        self._judge(advantages(rewards, self.worth, self.over, last_worth, self._trace))

    def _judge(self, advantage: Tensor) -> None:
        player = self.player[:-1].unsqueeze(-1)
        self.aim.copy_(from_seats(advantage + self.worth, player, self._tables.players.unsqueeze(-1)))
        place, first = advantage.gather(-1, player.unsqueeze(-1).expand(-1, -1, WORTHS, 1)).squeeze(-1).unbind(-1)
        gain = torch.lerp(place, first, self._first_share)
        count = self.own.sum()
        mean = (gain * self.own).sum() / count
        spread = ((gain - mean).square() * self.own).sum() / count
        self.gain.copy_((gain - mean) / (spread.sqrt() + 1e-6))

    def flat(self) -> dict[str, Tensor]:
        """Return a row for every ply of every table, of all that is learned from."""
        names = ("observation", "mask", "move", "chance", "own", "gain", "aim")
        found = {name: getattr(self, name)[: self.steps].flatten(0, 1) for name in names}
        found["exists"] = self.exists.expand(self.steps, *self.exists.shape).reshape(-1, self.exists.shape[-1])
        return found
