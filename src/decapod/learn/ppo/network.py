"""The network that is taught: as a net file describes it, but in torch, with weights of 32 bits."""

# pyright: reportMissingImports=false, reportUntypedBaseClass=false, reportUntypedFunctionDecorator=false

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from decapod.engine import protocols
from decapod.nn.net_file import EPSILON, Net, NetMetadata

if TYPE_CHECKING:
    from decapod.engine.protocols import Rules
    from decapod.engine.reachable_actions import Reach

LARGE = 16  # what is observed is divided by the largest that it can be, by this if it can be larger: it seldom is
WORTHS = 2  # of a game to a seat: what it returns, and whether one comes first
FORBIDDEN = -1e9  # the logit of a move that is not legal


class Network(nn.Module):
    """Some layers and two heads: a number for each move, and two worths for each seat from the viewer's on.

    One is what the game returns, the other the chance to come first, from -1 to 1; a net file keeps only the former.
    """

    scale: Tensor
    numbers: Tensor  # those of the observation that it sees
    move_ids: Tensor  # the moves that it knows: its own move `i` is this one of the game's

    def __init__(
        self, rules: Rules, width: int, depth: int, kind: torch.dtype = torch.float32, reach: Reach | None = None
    ) -> None:
        """Make one that knows nothing of a game; `depth` layers follow the first. It reckons in a kind of numbers.

        Where only a part of what is observed, and of the moves, is within `reach`, it has room for nothing else.
        """
        super().__init__()
        self.kind, self.seats = kind, protocols.seats(rules)
        self._observed, self._all_moves = rules.OBSERVATION_SIZE, rules.NUM_ACTIONS
        numbers, moves = reach or (np.arange(rules.OBSERVATION_SIZE), np.arange(rules.NUM_ACTIONS))
        self.register_buffer("numbers", torch.from_numpy(numbers), persistent=False)
        self.register_buffer("move_ids", torch.from_numpy(moves), persistent=False)
        self.moves = len(moves)
        self.input, self.input_norm = nn.Linear(len(numbers), width), nn.LayerNorm(width, EPSILON)
        self.hidden = nn.Parameter(torch.empty(depth, width, width).uniform_(-(width**-0.5), width**-0.5))
        self.hidden_bias, self.hidden_shift = (nn.Parameter(torch.zeros(depth, width)) for _ in range(2))
        self.hidden_gain = nn.Parameter(torch.ones(depth, width))
        self.policy, self.value = nn.Linear(width, self.moves), nn.Linear(width, WORTHS * self.seats)
        largest = [
            max(1, min(LARGE, max(abs(part.low), abs(part.high))))
            for part in rules.OBSERVATION
            for _ in range(part.length)
        ]
        scale = 1 / torch.tensor(largest, dtype=torch.float32)[self.numbers]
        self.register_buffer("scale", scale, persistent=False)
        with torch.no_grad():  # at first all moves are about as likely, and nothing is worth much
            self.policy.weight.mul_(0.01)
            self.value.weight.mul_(0.1)

    def select_inputs(self, observation: Tensor) -> Tensor:
        """Return what it sees of whole observations."""
        return observation if len(self.numbers) == self._observed else observation.index_select(-1, self.numbers)

    def legal(self, mask: Tensor) -> Tensor:
        """Say of each of its moves whether it is legal, by bits of all moves of the game."""
        return unpack(mask, self.moves) if self.moves == self._all_moves else pick_bits(mask, self.move_ids)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of its moves, and the worths, both of them for each seat; `narrow` made the observation."""
        kind = self.kind
        weight = (self.input.weight * self.scale).to(kind)
        sums = functional.linear(observation.to(kind), weight, self.input.bias.to(kind))
        units = layer = self._finish(sums, self.input_norm.weight, self.input_norm.bias)
        for k in range(len(self.hidden)):
            sums = functional.linear(layer, self.hidden[k].to(kind), self.hidden_bias[k].to(kind))
            layer = self._finish(sums, self.hidden_gain[k], self.hidden_shift[k])
            units = units + layer
        worths = torch.tanh(self._linear(self.value, units).float())
        return self._linear(self.policy, units), worths.unflatten(-1, (WORTHS, self.seats))

    def _linear(self, layer: nn.Linear, inputs: Tensor) -> Tensor:
        return functional.linear(inputs, layer.weight.to(self.kind), layer.bias.to(self.kind))

    def _finish(self, sums: Tensor, gain: Tensor, shift: Tensor) -> Tensor:
        """Make a layer of its sums."""
        gain, shift = gain.to(self.kind), shift.to(self.kind)
        return functional.relu(functional.layer_norm(sums, sums.shape[-1:], gain, shift, EPSILON))

    def _tensors(self) -> dict[str, Tensor]:
        """List what a net file has, by its names there; `input` is the other way round, and scaled."""
        return {
            "input": self.input.weight, "input.bias": self.input.bias, "input.gain": self.input_norm.weight,
            "input.shift": self.input_norm.bias, "hidden": self.hidden, "hidden.bias": self.hidden_bias,
            "hidden.gain": self.hidden_gain, "hidden.shift": self.hidden_shift,
            "policy": self.policy.weight, "policy.bias": self.policy.bias, "value": self.value.weight[: self.seats],
            "value.bias": self.value.bias[: self.seats],
        }  # fmt: skip

    def to_net(self, facts: NetMetadata) -> Net:
        """Return what was learned, as it is kept and played."""
        numbers = {name: tensor.detach().float().cpu().numpy() for name, tensor in self._tensors().items()}
        numbers["input"] = (numbers["input"] * self.scale.cpu().numpy()).T
        for name, rows, count in self._reached():
            whole = np.zeros((count, *numbers[name].shape[1:]), np.float32)
            whole[rows.cpu().numpy()] = numbers[name]
            numbers[name] = whole
        return Net.of(facts, numbers)

    def _reached(self) -> list[tuple[str, Tensor, int]]:
        """List the tensors of a net file of which it has some rows: which, and how many there are."""
        return [("input", self.numbers, self._observed), ("policy", self.move_ids, self._all_moves),
                ("policy.bias", self.move_ids, self._all_moves)]  # fmt: skip

    @torch.no_grad()
    def load_net(self, net: Net) -> None:
        """Go on from a net of the same width and depth."""
        reached = {name: rows for name, rows, _ in self._reached()}
        for name, tensor in self._tensors().items():
            numbers = torch.from_numpy(net.matrix(name).copy()).to(tensor.device)
            if name in reached:
                numbers = numbers[reached[name]]
            tensor.copy_(numbers.T / self.scale if name == "input" else numbers)
        for head in (self.value.weight, self.value.bias):  # coming first is thought to be worth what the game is
            head[self.seats :] = head[: self.seats]


def unpack(mask: Tensor, moves: int) -> Tensor:
    """Turn legal moves as bits, the lowest of a byte first, into one truth value for each."""
    bits = torch.arange(8, device=mask.device, dtype=torch.uint8)
    return (mask.unsqueeze(-1) >> bits & 1).flatten(-2)[..., :moves].bool()


def pick_bits(mask: Tensor, moves: Tensor) -> Tensor:
    """Return the truth values of some moves only: the same for all tables, or others for each."""
    where = moves >> 3
    found = mask[..., where] if moves.dim() == 1 else mask.gather(-1, where)
    return (found >> (moves & 7).to(torch.uint8) & 1).bool()


def pack(legal: Tensor) -> Tensor:
    """Turn one truth value for each move into bits, as `unpack` reads them."""
    bits = torch.arange(8, device=legal.device, dtype=torch.uint8)
    padded = functional.pad(legal.to(torch.uint8), (0, -legal.shape[-1] % 8)).unflatten(-1, (-1, 8))
    return (padded << bits).sum(-1, dtype=torch.uint8)


def log_probs(logits: Tensor, legal: Tensor) -> Tensor:
    """Return the logarithm of each move's chance; of those that are not legal it is very low."""
    return torch.log_softmax(logits.float().masked_fill(~legal, FORBIDDEN), -1)


def sample_actions(chances: Tensor, noise: Tensor) -> Tensor:
    """Draw a move for each table; `noise` is exponential, a number for each move."""
    return (chances - noise.log()).argmax(-1)


def act(network: Any, observation: Tensor, mask: Tensor, noise: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Let a network draw moves of its own; return them, the logarithm of their chances, and the worths.

    Observation and mask are those of its own numbers and moves, the worths are those from the viewer's seat on.
    """
    logits, worth = network(observation)
    chances = log_probs(logits, unpack(mask, network.moves))
    move = sample_actions(chances, noise)
    return move, chances.gather(-1, move.unsqueeze(-1)).squeeze(-1), worth
