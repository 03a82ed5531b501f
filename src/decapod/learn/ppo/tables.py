"""The tables a network learns at: batch environments of several modes side by side, as one."""

# pyright: reportMissingImports=false

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

import decapod.envs
from decapod.core.game import Box, Game
from decapod.engine import protocols
from decapod.engine.reachable_actions import Reach, reach_of
from decapod.engine.symmetry import as_it_lies, symmetries_of
from decapod.learn.modes import Mode, share_out
from decapod.learn.ppo.network import pack, pick_bits

if TYPE_CHECKING:
    from decapod.envs.batch import BatchEnv

NAMES = ("observation", "mask", "player", "rewards", "terminated")


class ObservationMap:
    """Through which tables of a mode are seen: what is within reach, turned in a way of its own for each table."""

    def __init__(
        self, game: Game, mode: Mode, tables: int, box: Box, reach: Reach, is_turned: bool, device: str
    ) -> None:
        """Work out which numbers and moves of each table are shown, in which order.

        Of groups that may be chosen it takes no notice: what a game names by place is named by where it lies turned.
        """
        rules = game.rules
        self._is_clear = len(reach.numbers) == rules.OBSERVATION_SIZE and len(reach.moves) == rules.NUM_ACTIONS
        ways = as_it_lies(rules.OBSERVATION_SIZE, rules.NUM_ACTIONS)
        if is_turned:
            match = game.match(mode.players, variant=mode.variant, box=box, seed=0)
            ways = symmetries_of(rules, box.record, match.state)
            self._is_clear = self._is_clear and len(ways.numbers) == 1
        if not self._is_clear:
            way = np.arange(tables) % len(ways.numbers)
            numbers, moves = ways.numbers[:, reach.numbers], np.argsort(ways.moves, axis=1)[:, reach.moves]
            self._numbers = torch.from_numpy(numbers[way]).to(device)
            self._moves = torch.from_numpy(moves[way]).to(device)

    def observe(self, observation: Tensor) -> Tensor:
        """Return what is seen of observations, a row for each table."""
        return observation if self._is_clear else observation.gather(1, self._numbers)

    def mask(self, mask: Tensor) -> Tensor:
        """Return bits of the moves that are legal as they are seen."""
        return mask if self._is_clear else pack(pick_bits(mask, self._moves))

    def moves(self, chosen: Tensor) -> Tensor:
        """Return which moves of the game were chosen, by their numbers as they are seen."""
        return chosen if self._is_clear else self._moves.gather(1, chosen.unsqueeze(1)).squeeze(1)


class Tables:
    """Tables of several modes; the arrays of all environments are copied side by side into a learner's."""

    def __init__(
        self, game: Game, modes: Sequence[Mode], tables: int, *, device: str, seed: int, box: Box,
        reach: Reach | None = None, is_turned: bool = False,
    ) -> None:  # fmt: skip
        """Set them up and deal; what is seen, and which moves are made, are those within `reach`, all if none is given.

        If they are turned, each is seen in one of the ways in which it can be (`engine/symmetry.py`), all as often.

        Where an option of the game can be left to chance it is, in all modes but the first, so that a net has seen
        every choice; the first is played as usual.
        """
        self.size, self.device, self.seats = tables, device, protocols.seats(game.rules)
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
        reach = reach or reach_of(game.rules, box.record, modes)
        self.observed, self.moves = len(reach.numbers), len(reach.moves)
        self._glasses = [
            ObservationMap(game, mode, env.size, box, reach, is_turned, device)
            for mode, env in zip(modes, self.envs, strict=True)
        ]
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
        return -(-self.moves // 8)

    @property
    def observation_kind(self) -> torch.dtype:
        """The type of observed numbers."""
        return self._arrays[0]["observation"].dtype

    def look(self, observation: Tensor, mask: Tensor, player: Tensor) -> None:
        """Copy what is seen at every table, as far as it is within reach."""
        for part, arrays, glass in zip(self.parts, self._arrays, self._glasses, strict=True):
            observation[part].copy_(glass.observe(arrays["observation"]))
            mask[part].copy_(glass.mask(arrays["mask"]))
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
                    self._moves[number].copy_(self._glasses[number].moves(move[part]))
                env.step(self._drawn[number])
                rewards[part, : env.players].copy_(arrays["rewards"])
                over[part].copy_(arrays["terminated"])
        if current is not None:
            for stream in self._streams:
                current.wait_stream(stream)
