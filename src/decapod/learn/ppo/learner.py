"""The learner: proximal policy optimisation of one network over lessons, as fast as a GPU allows.

There a whole lesson, and one step of learning, are each captured once into a CUDA graph and launched again from then
on: without that, telling the GPU what to do would take longer than doing it.
"""

# pyright: reportMissingImports=false

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor, nn

from decapod.core.game import Box, Game
from decapod.engine.reachable_actions import reach_of
from decapod.learn.modes import Mode
from decapod.learn.ppo.lesson import RolloutBuffer
from decapod.learn.ppo.network import Network, act, log_probs, unpack
from decapod.learn.ppo.tables import Tables

CLIP_COEF, VF_COEF, MAX_GRAD_NORM = (
    0.2,
    0.5,
    0.5,
)  # how far chances may move; the weight of worths; the norm of a gradient
LONG = 100  # moves of a game


@dataclass(frozen=True)
class Settings:
    """How much is played and how fast is learned; the last two go down to a part of themselves as time runs out."""

    num_envs: int
    minibatch_size: int
    hidden_size: int
    learning_rate: float
    num_hidden_layers: int = 2  # layers after the first
    ent_coef: float = 0.01
    num_steps: int = 32  # plies of every table in a lesson
    gae_lambda: float = 0.98  # how much of what was found out a ply later counts for the one before
    update_epochs: int = 2  # times a lesson is gone through
    past_self_fraction: float = 0.125  # of the tables where past selves play along
    first_place_weight: float = 0.5  # how much of what is strived for is coming first, not just a good place
    final_lr_fraction: float = 0.05  # of the rate and the entropy
    is_turned: bool = True  # whether tables that can be turned are each seen in one of these ways, all as often
    compiled: bool = False  # by torch.compile
    captured: bool = False  # into CUDA graphs

    @classmethod
    def usual(cls, device: str, length: float) -> Settings:
        """Return what was measured best on a GPU, and what a processor can do; `length` is that of a game by chance.

        Where games are long, fewer tables are played further on in a lesson: more of them come to their end there.
        """
        if device != "cuda":
            return cls(num_envs=256, minibatch_size=2048, hidden_size=256, learning_rate=1e-3)
        fast = cls(
            num_envs=32768, minibatch_size=32768, hidden_size=512, learning_rate=2e-3, compiled=True, captured=True
        )
        return (
            fast
            if length < LONG
            else replace(fast, num_envs=fast.num_envs // 4, num_steps=4 * fast.num_steps, gae_lambda=0.99)
        )


class PPO:
    """A network, its tables and its past selves."""

    def __init__(
        self, game: Game, modes: tuple[Mode, ...], *, device: str, seed: int, box: Box, settings: Settings
    ) -> None:
        """Set all up; nothing is learned yet."""
        torch.manual_seed(seed)
        self.settings, self.device = settings, device
        self.stream: Any = None
        if device == "cuda":
            self.stream = torch.cuda.Stream()
            torch.cuda.set_stream(self.stream)
        self._rules, self._reach = game.rules, reach_of(game.rules, box.record, modes)
        self.network, self.past = self.new_network(), self.new_network()
        self.past.load_state_dict(self.network.state_dict())
        self.tables = Tables(
            game, modes, settings.num_envs, device=device, seed=seed, box=box, reach=self._reach,
            is_turned=settings.is_turned,
        )  # fmt: skip
        self.lesson = RolloutBuffer(
            self.tables, settings.num_steps, past_self_fraction=settings.past_self_fraction,
            first_place_weight=settings.first_place_weight, gae_lambda=settings.gae_lambda,
        )  # fmt: skip
        self._entropy = torch.tensor(settings.ent_coef, device=device)
        rate: Any = torch.tensor(settings.learning_rate, device=device) if device == "cuda" else settings.learning_rate
        self._optimizer = torch.optim.Adam(
            self.network.parameters(), rate, eps=1e-5, fused=True, capturable=device == "cuda"
        )
        self._part = torch.zeros(settings.minibatch_size, dtype=torch.int64, device=device)
        self._flat: dict[str, Tensor] = {}
        self._act: Callable[..., Any] = torch.compile(act, dynamic=False) if settings.compiled else act
        self._loss: Callable[..., Any] = torch.compile(loss_of, dynamic=False) if settings.compiled else loss_of
        self._play_again: Callable[[], object] = self._play
        self._step_again: Callable[[], object] = self._step
        self.spent = {"playing": 0.0, "learning": 0.0}  # seconds

    def new_network(self) -> Network:
        """Make a network that knows nothing; on a GPU it reckons in 16 bits."""
        kind = torch.bfloat16 if self.device == "cuda" else torch.float32
        return Network(self._rules, self.settings.hidden_size, self.settings.num_hidden_layers, kind, self._reach).to(
            self.device
        )

    @property
    def plies(self) -> int:
        """How many plies a lesson has."""
        return self.settings.num_envs * self.settings.num_steps

    def _play(self) -> None:
        with torch.no_grad():
            self.lesson.play(self.network, self.past, self._act)

    def _step(self) -> None:
        """Learn from the rows named in `_part`."""
        rows = {name: value[self._part] for name, value in self._flat.items()}
        self._optimizer.zero_grad(set_to_none=True)
        self._loss(self.network, rows, self._entropy).backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), MAX_GRAD_NORM, foreach=True)
        self._optimizer.step()

    def capture(self) -> None:
        """Compile everything, by a first lesson; on a GPU, capture it for all that follow."""
        self.learn(0.0)
        if self.settings.captured:
            self._play_again = self._captured(self._play)
            self._step_again = self._captured(self._step)
        self.spent = dict.fromkeys(self.spent, 0.0)

    def _captured(self, work: Callable[[], object]) -> Callable[[], object]:
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=self.stream, capture_error_mode="thread_local"):
            work()
        return graph.replay

    def learn(self, progress: float) -> None:
        """Play and go through one lesson; `progress` says how much of the time is over, from 0 to 1."""
        settings = self.settings
        left = 1 - (1 - settings.final_lr_fraction) * min(1.0, progress)
        self._entropy.fill_(settings.ent_coef * left)
        group = self._optimizer.param_groups[0]
        if self.device == "cuda":
            group["lr"].fill_(settings.learning_rate * left)  # the same tensor, which a graph reads
        else:
            group["lr"] = settings.learning_rate * left
        began = time.perf_counter()
        self._play_again()
        self._wait()
        played = time.perf_counter()
        self._flat = self._flat or self.lesson.flat()
        for _ in range(settings.update_epochs):
            order = torch.randperm(self.plies, device=self.device)
            for part in order.split(settings.minibatch_size):
                if len(part) == settings.minibatch_size:  # a rest is left out
                    self._part.copy_(part)
                    self._step_again()
        self._wait()
        self.spent["playing"] += played - began
        self.spent["learning"] += time.perf_counter() - played

    def _wait(self) -> None:
        if self.device == "cuda":
            torch.cuda.synchronize()

    def seconds_of_stepping(self, plies: int = 32) -> float:
        """Measure how long the tables alone take for so many plies of a lesson, moves drawn by chance."""

        def step() -> None:
            for ply in range(plies):
                self.tables.step(None, self.lesson.rewards[ply % self.lesson.num_steps], self.lesson.over[0])

        step()
        again = self._captured(step) if self.settings.captured else step
        self._wait()
        began = time.perf_counter()
        again()
        self._wait()
        return time.perf_counter() - began


def loss_of(network: Network, rows: dict[str, Tensor], entropy_weight: Tensor) -> Tensor:
    """Say how bad a network is: it should make likelier what went better than thought, and think better of it."""
    logits, worth = network(rows["observation"])
    chances = log_probs(logits, unpack(rows["action_mask"], network.moves))
    chance = chances.gather(1, rows["move"].unsqueeze(1)).squeeze(1)
    ratio = (chance - rows["logprobs"]).exp()
    gain = rows["advantages"]
    better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP_COEF, 1 + CLIP_COEF) * gain)
    entropy = -(chances.exp() * chances).sum(1)
    wrong = ((worth - rows["value_targets"]).square().mean(1) * rows["exists"]).sum(1)
    return VF_COEF * wrong.mean() - ((better + entropy_weight * entropy) * rows["is_learner"]).mean()
