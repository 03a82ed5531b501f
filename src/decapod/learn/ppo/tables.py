"""The tables a network learns at: batch environments of several modes side by side, as one."""

# pyright: reportMissingImports=false

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

import decapod.envs
from decapod.engine import contract
from decapod.game import Box, Game
from decapod.learn.modes import Mode, share_out

if TYPE_CHECKING:
    from decapod.envs.batch import BatchEnv

NAMES = ("observation", "mask", "player", "rewards", "terminated")


class Tables:
    """Tables of several modes; the arrays of all environments are copied side by side into a learner's."""

    def __init__(self, game: Game, modes: Sequence[Mode], tables: int, *, device: str, seed: int, box: Box) -> None:
        """Set them up and deal.

        Where an option of the game can be left to chance it is, in all modes but the first, so that a net has seen
        every choice; the first is played as usual.
        """
        self.size, self.device, self.seats = tables, device, contract.seats(game.rules)
        by_chance: dict[str, Any] = {
            option.name: "random"
            for option in game.options
            if not isinstance(option.choices, range) and "random" in option.choices
        }
        self.envs: list[BatchEnv] = []
        self.parts: list[slice] = []
        first = 0
        for number, (mode, size) in enumerate(zip(modes, share_out(tables, len(modes)), strict=True)):
            options: dict[str, Any] = by_chance if number else {}
            self.envs.append(
                decapod.envs.make(game.name, mode.players, variant=mode.variant, size=size, device=device, box=box,
                                  seed=seed * 1000 + number, checked=False, packed=True, **options)
            )  # fmt: skip
            self.parts.append(slice(first, first + size))
            first += size
        self._arrays = [{name: torch.from_dlpack(getattr(env, name)) for name in NAMES} for env in self.envs]
        self._drawn: list[Any] = [env.sample() for env in self.envs]  # where each environment keeps its moves
        self._moves = [torch.from_dlpack(array) for array in self._drawn]
        self.players = torch.cat([torch.full((env.size,), env.players) for env in self.envs]).to(device)
        self._streams: list[Any] = []
        if device == "cuda":
            warnings.filterwarnings("ignore", "Grid size")  # of numba-cuda: modes with few tables are meant
            self._streams = [torch.cuda.Stream() for _ in self.envs]
            for env, stream in zip(self.envs, self._streams, strict=True):
                env.use_stream(stream.cuda_stream)

    @property
    def mask_bytes(self) -> int:
        """How many bytes the legal moves of a table take."""
        return self._arrays[0]["mask"].shape[1]

    @property
    def observation_kind(self) -> torch.dtype:
        """The type of observed numbers."""
        return self._arrays[0]["observation"].dtype

    def look(self, observation: Tensor, mask: Tensor, player: Tensor) -> None:
        """Copy what is seen at every table."""
        for part, arrays in zip(self.parts, self._arrays, strict=True):
            observation[part].copy_(arrays["observation"])
            mask[part].copy_(arrays["mask"])
            player[part].copy_(arrays["player"])

    def step(self, move: Tensor | None, rewards: Tensor, over: Tensor) -> None:
        """Make a move at every table; write what the games that ended by it are worth to each seat, and which did.

        Without moves chance draws them. On a GPU the modes are stepped side by side, each in a stream of its own.
        """
        current = torch.cuda.current_stream() if self._streams else None
        for number, (env, part, arrays) in enumerate(zip(self.envs, self.parts, self._arrays, strict=True)):
            beside: Any = contextlib.nullcontext()
            if current is not None:
                self._streams[number].wait_stream(current)
                beside = torch.cuda.stream(self._streams[number])
            with beside:
                if move is None:
                    env.sample()
                else:
                    self._moves[number].copy_(move[part])
                env.step(self._drawn[number])
                rewards[part, : env.players].copy_(arrays["rewards"])
                over[part].copy_(arrays["terminated"])
        if current is not None:
            for stream in self._streams:
                current.wait_stream(stream)
