"""What a net makes of a table, reckoned by the verbs: the same interpreted and compiled, to rounding; see docs/nets.md.

A net sees a table as one player does. It says how likely it would make each move, and what the game will be worth to
each seat. Nothing in here reads files, and no kernel depends on the numbers in a net: they are arguments.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from decapod.engine import dice, dispatch, nn_kernels, observation, protocols, vector_step
from decapod.engine.nn_kernels import Layer

if TYPE_CHECKING:
    from decapod.engine.protocols import Rules
    from decapod.nn.net_file import Net

ROLLS = 1 << 24  # how finely chance is cut where a policy chooses


class NetWeights(NamedTuple):
    """The numbers of a net as kernels want them: contiguous, and not read-only."""

    first: Layer
    later: Layer  # all that follow the first: each array is of one more dimension
    policy: Any  # for each move: how much every unit speaks for it, as bytes
    policy_scale: Any  # what each of these rows is to be multiplied by
    policy_bias: Any
    value: Any  # for each seat, from the viewer's on: how much every unit speaks for it
    value_bias: Any

    @classmethod
    def of(cls, net: Net) -> NetWeights:
        """Take them from a net."""
        tensors = net.tensors
        ones = np.ones((net.depth, net.width), np.float32)
        norms = [[tensors[f"{layer}.{name}"] for name in ("bias", "gain", "shift")] for layer in ("input", "hidden")]
        return cls(
            Layer(tensors["input"], tensors["input.scale"], ones[0], *norms[0]),
            Layer(np.ascontiguousarray(tensors["hidden"].swapaxes(1, 2)), ones, tensors["hidden.scale"], *norms[1]),
            *(tensors[name] for name in ("policy", "policy.scale", "policy.bias", "value", "value.bias")),
        )

    @classmethod
    def blank(cls, rules: Rules) -> NetWeights:
        """Make the smallest that a kernel takes: one unit, and every number 0."""
        inputs, moves, seats = rules.OBSERVATION_SIZE, rules.NUM_ACTIONS, protocols.seats(rules)
        one, deep = np.zeros(1, np.float32), np.zeros((1, 1), np.float32)
        return cls(
            Layer(np.zeros((inputs, 1), np.int8), np.zeros(inputs, np.float32), one, one, one, one),
            Layer(np.zeros((1, 1, 1), np.int8), deep, deep, deep, deep, deep),
            np.zeros((moves, 1), np.int8), np.zeros(moves, np.float32), np.zeros(moves, np.float32),
            np.zeros((seats, 1), np.float32), np.zeros(seats, np.float32),
        )  # fmt: skip


class Scratch(NamedTuple):
    """Room to evaluate in: for one thread."""

    seen: Any  # the observation
    units: Any  # what the net makes of it: the sum of its layers
    layer: Any  # one of these,
    deeper: Any  # and the next, which is reckoned from it
    priors: Any  # how likely each legal move is

    @classmethod
    def of(cls, rules: Rules, width: int) -> Scratch:
        """Make one for a game, and nets of so many units a layer."""
        seen = np.zeros(rules.OBSERVATION_SIZE, observation.number_type(rules.OBSERVATION))
        units, layer, deeper = np.zeros((3, width), np.float32)
        return cls(seen, units, layer, deeper, np.zeros(rules.MAX_LEGAL_ACTIONS))


# --- it compiles, as the verbs do -------------------------------------------------------------------------------


def forward(box: Any, state: Any, viewer: int, net: Any, desk: Any) -> None:
    """Let a net look at a table as a player sees it; what it makes of that stays in the units of the desk."""
    vector_step.wipe(desk.seen)
    dispatch.observe(box, state, viewer, desk.seen)
    first, later, layer, deeper = net.first, net.later, desk.layer, desk.deeper
    nn_kernels.matmul(desk.seen, first.factors, first.rows, layer)
    nn_kernels.normalize(layer, first.scale, first.bias, first.gain, first.shift)
    vector_step.wipe(desk.units)
    nn_kernels.add(layer, desk.units)
    for k in range(len(later.rows)):
        nn_kernels.matmul(layer, later.factors[k], later.rows[k], deeper)
        nn_kernels.normalize(deeper, later.scale[k], later.bias[k], later.gain[k], later.shift[k])
        nn_kernels.add(deeper, desk.units)
        layer, deeper = deeper, layer


def value_head(net: Any, desk: Any, state: Any, viewer: int, values: Any) -> None:
    """Write the return that each player is to expect, after `look`: the net tells them from its viewer's seat on."""
    players = int(state.players)
    for k in range(players):
        seat = viewer + k if viewer + k < players else viewer + k - players
        values[seat] = math.tanh(nn_kernels.dot(net.value[k], desk.units) + net.value_bias[k])


def weigh_moves(net: Any, desk: Any, moves: Any, n: int, warmth: float) -> None:
    """Write how likely the net is to make each of `n` moves, after `look`; the warmer, the more alike they are."""
    most = -math.inf
    for i in range(n):
        move = int(moves[i])
        found = nn_kernels.dot(net.policy[move], desk.units) * net.policy_scale[move] + net.policy_bias[move]
        desk.priors[i] = found / warmth
        most = max(most, desk.priors[i])
    total = 0.0
    for i in range(n):
        desk.priors[i] = math.exp(desk.priors[i] - most)
        total += desk.priors[i]
    for i in range(n):
        desk.priors[i] /= total


def draw(priors: Any, n: int, chance: Any) -> int:
    """Let chance choose one of `n` moves, each as likely as it is."""
    left = dice.roll(chance, ROLLS) / ROLLS
    for i in range(n - 1):
        left -= priors[i]
        if left < 0:
            return i
    return n - 1
