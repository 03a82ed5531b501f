"""Symmetries: how a state can be turned, or mirrored, without changing anything but the names of its spaces.

What is good on one of these tables is good on all of them, for the same players. Whoever has learned a game may look at
all of them and take the mean.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from decapod.engine.protocols import Rules


class Symmetries(NamedTuple):
    """The ways to turn a state, a row each; the first leaves it as it lies."""

    numbers: Any  # `observation[numbers[way]]` is the observation of the turned table, for every viewer
    moves: Any  # `moves[way, move]` is a legal move there if `move` is one here, and leads to the same, turned


@functools.cache
def as_it_lies(observed: int, moves: int) -> Symmetries:
    """Return the one way in which every state can be looked at, in a game of so many numbers observed and moves."""
    return Symmetries(np.arange(observed)[None], np.arange(moves)[None])


def symmetries_of(rules: Rules, box: Any, state: Any) -> Symmetries:
    """Return the ways in which a state can be turned: those its game states, or else that one in which it lies."""
    find = getattr(rules, "symmetries", None)
    return as_it_lies(rules.OBSERVATION_SIZE, rules.NUM_ACTIONS) if find is None else find(box, state)
