"""Teach a network to play a game of Decapod by playing against itself: PPO over the batch environment, in one file.

    uv run --with torch python examples/train_ppo.py crabe-vs-poulpe --minutes 10

Every seat of every table is played by the same network. Each ply it is shown what the seat to move knows, and it says
which legal move to make and what the game will be worth to every seat. What was learned is tried now and then against
players that move by chance; `--curve FILE` keeps those trials. `--device cuda` does the same on a GPU, far faster.
"""

# pyright: reportMissingImports=false, reportUntypedFunctionDecorator=false, reportUntypedBaseClass=false

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

import decapod.envs

STEPS = 32  # plies of every table between two lessons
PASSES = 2  # times a lesson is gone through
MINIBATCH = 4096
RATE = 1e-3
DISCOUNT, TRACE = 0.997, 0.95  # of rewards to come; of advantages (generalised advantage estimation)
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5


class Network(nn.Module):
    """Two layers, and two heads: a number for each move, and what the game is worth to each seat from the viewer's."""

    def __init__(self, observed: int, moves: int, players: int, width: int) -> None:
        """Make it for so many numbers, moves and players."""
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(observed, width), nn.LayerNorm(width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.moves, self.worth = nn.Linear(width, moves), nn.Linear(width, players)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithm of each move's chance, and the worths."""
        body = self.body(observation.float() / 8)
        logits = self.moves(body).masked_fill(~mask, -1e9)
        return torch.log_softmax(logits, 1), torch.tanh(self.worth(body))


def from_seats(worth: Tensor, player: Tensor) -> Tensor:
    """Turn numbers in the order of the viewer's seats into the order of the table's, or back with `-player`."""
    seats = torch.arange(worth.shape[-1], device=worth.device)
    return worth.gather(-1, (seats - player.unsqueeze(-1)) % worth.shape[-1])


def choose(chances: Tensor) -> Tensor:
    """Draw a move for each table."""
    return (chances - torch.empty_like(chances).exponential_().log()).argmax(1)


@dataclass
class Lesson:
    """What happened in `STEPS` plies, a row for each."""

    observation: Tensor
    mask: Tensor
    player: Tensor
    move: Tensor
    chance: Tensor  # the logarithm of the move's
    worth: Tensor  # to each seat of the table, as the network thought
    rewards: Tensor
    over: Tensor


def play(env: Any, arrays: dict[str, Tensor], network: Network) -> Lesson:
    """Play some plies at every table."""
    rows: list[tuple[Tensor, ...]] = []
    for _ in range(STEPS):
        observation, mask, player = (arrays[name].clone() for name in ("observation", "mask", "player"))
        player = player.long()
        with torch.no_grad():
            chances, worth = network(observation, mask)
        move = choose(chances)
        env.step(move if env.device == "cuda" else move.numpy())
        chance = chances.gather(1, move.unsqueeze(1)).squeeze(1)
        over = arrays["terminated"] | arrays["truncated"]
        rows.append(
            (observation, mask, player, move, chance, from_seats(worth, player), arrays["rewards"].clone(), over)
        )
    return Lesson(*(torch.stack(column) for column in zip(*rows, strict=True)))


def look_ahead(lesson: Lesson, worth: Tensor) -> Tensor:
    """Return the advantage of every ply to every seat: how much better it went than was thought."""
    advantage, kept = torch.zeros_like(worth), torch.zeros_like(lesson.worth)
    for step in reversed(range(STEPS)):
        goes_on = (~lesson.over[step]).float().unsqueeze(1) * DISCOUNT
        surprise = lesson.rewards[step] + goes_on * worth - lesson.worth[step]
        advantage = surprise + goes_on * TRACE * advantage
        kept[step], worth = advantage, lesson.worth[step]
    return kept


def learn(network: Network, optimizer: Any, lesson: Lesson, advantages: Tensor) -> None:
    """Go through a lesson: make what went better than thought likelier, and think better of it."""
    flat = {name: value.flatten(0, 1) for name, value in vars(lesson).items()}
    advantages = advantages.flatten(0, 1)
    aims = from_seats(advantages + flat["worth"], -flat["player"])
    gain = advantages.gather(1, flat["player"].unsqueeze(1)).squeeze(1)
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    for _ in range(PASSES):
        for part in torch.randperm(len(gain), device=gain.device).split(MINIBATCH):
            chances, worth = network(flat["observation"][part], flat["mask"][part])
            chance = chances.gather(1, flat["move"][part].unsqueeze(1)).squeeze(1)
            ratio = (chance - flat["random"][part]).exp()
            better = torch.minimum(ratio * gain[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[part]).mean()
            entropy = -(chances.exp() * chances.clamp_min(-50)).sum(1).mean()
            loss = VALUE * (worth - aims[part]).square().sum(1).mean() - better - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def try_against_chance(network: Network, asked: argparse.Namespace, games: int = 400) -> float:
    """Play games in which one seat is the network's, each in turn, the others chance's; return its mean reward."""
    env = decapod.envs.make(asked.game, asked.players, size=games, seed=1, truncate=2000, device=asked.device)
    arrays = shared(env)
    mine = torch.arange(games, device=asked.device) % env.players
    total, left = 0.0, torch.ones(games, dtype=torch.bool, device=asked.device)
    while left.any():
        with torch.no_grad():
            own = network(arrays["observation"], arrays["mask"])[0].argmax(1)
        other = torch.as_tensor(env.sample(), device=asked.device).long()
        moves = torch.where(arrays["player"] == mine, own, other)
        env.step(moves if env.device == "cuda" else moves.numpy())
        done = left & (arrays["terminated"] | arrays["truncated"])
        total += float(arrays["rewards"].gather(1, mine.unsqueeze(1)).squeeze(1)[done].sum())
        left &= ~done
    return total / games


def shared(env: Any) -> dict[str, Tensor]:
    """Take the arrays of an environment as tensors, which it goes on writing into."""
    names = ("observation", "mask", "player", "rewards", "terminated", "truncated")
    return {name: torch.from_dlpack(getattr(env, name)) for name in names}


def main() -> None:
    """Learn for some minutes."""
    parser = argparse.ArgumentParser(description="Learn a game by playing it against oneself.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--curve", help="a file for what the trials against chance came to, a line of JSON each")
    parser.add_argument("--save", help="a file for the network")
    asked = parser.parse_args()
    torch.manual_seed(0)
    env = decapod.envs.make(asked.game, asked.players, size=asked.tables, device=asked.device, checked=False)
    arrays, rules = shared(env), env.game.rules
    network = Network(rules.OBSERVATION_SIZE, rules.NUM_ACTIONS, env.players, asked.width).to(asked.device)
    optimizer = torch.optim.Adam(network.parameters(), RATE)
    began, lessons, trials = time.monotonic(), 0, 0
    while True:
        minutes = (time.monotonic() - began) / 60
        if minutes * 20 >= trials * asked.minutes or minutes >= asked.minutes:  # twenty trials, and one at the end
            trials += 1
            reward = try_against_chance(network, asked)
            line = json.dumps({"minutes": round(minutes, 2), "plies": lessons * STEPS * env.size,
                               "reward_against_chance": round(reward, 3)})  # fmt: skip
            print(line, flush=True)
            if asked.curve:
                with open(asked.curve, "a", encoding="utf-8") as curve:
                    curve.write(line + "\n")
        if minutes >= asked.minutes:
            break
        lesson = play(env, arrays, network)
        with torch.no_grad():
            worth = from_seats(network(arrays["observation"], arrays["mask"])[1], arrays["player"].long())
        learn(network, optimizer, lesson, look_ahead(lesson, worth))
        lessons += 1
    if asked.save:
        torch.save(network.state_dict(), asked.save)


if __name__ == "__main__":
    main()
