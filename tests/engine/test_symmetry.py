"""Symmetries: a game states how its table can be turned, or it lies as it lies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import decapod
from decapod import testing
from decapod.engine.symmetry import Symmetries, as_it_lies, symmetries_of

COUNTED = {("a", 2): 12, ("a", 3): 3, ("a", 4): 12, ("b", 2): 6, ("b", 3): 6, ("b", 4): 6}


def test_a_game_that_states_none_has_one_way_to_look_at_a_table() -> None:
    game = decapod.game("crabs")
    found = symmetries_of(game.rules, game.box.record, game.match(2, seed=1).state)
    assert found.numbers.tolist() == [list(range(game.rules.OBSERVATION_SIZE))]
    assert found.moves.tolist() == [list(range(game.rules.NUM_ACTIONS))]


def test_a_game_has_those_that_it_states() -> None:
    game = decapod.game("crab-stack")
    for variant, players in game.modes:
        state = game.match(players, variant=variant, seed=1).state
        assert len(symmetries_of(game.rules, game.box.record, state).moves) == COUNTED[variant, players]


def swapped(row: Any, i: int, j: int) -> Any:
    """Return a copy of a row of numbers in which two have changed places."""
    row = row.copy()
    row[[i, j]] = row[[j, i]]
    return row


def break_symmetries(how: str) -> Symmetries:
    """Make symmetries for Crab Stack that are none."""
    rules = decapod.game("crab-stack").rules
    numbers, moves = (rows[0] for rows in as_it_lies(rules.OBSERVATION_SIZE, rules.NUM_ACTIONS))
    last = rules.OBSERVATION_SIZE - 1
    rows = {
        "the first of its symmetries changes something": ([swapped(numbers, 0, 1)], [moves]),
        "a symmetry loses something": ([numbers, numbers], [moves, np.where(moves == 1, 0, moves)]),
        "a symmetry takes a number to another field": ([numbers, swapped(numbers, 0, last)], [moves, moves]),
        "two symmetries are the same": ([numbers, numbers], [moves, moves]),
        "turned in two ways one after the other": (
            [numbers, swapped(numbers, 0, 1), swapped(numbers, 1, 2)],
            [moves, moves, moves],
        ),
    }[how]
    return Symmetries(*(np.array(one) for one in rows))


@pytest.mark.parametrize(
    "how",
    [
        "the first of its symmetries changes something",
        "a symmetry loses something",
        "a symmetry takes a number to another field",
        "two symmetries are the same",
        "turned in two ways one after the other",
    ],
)
def test_the_law_finds_symmetries_that_are_none(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = decapod.game("crab-stack")
    monkeypatch.setattr(game.rules, "symmetries", lambda _box, _table: break_symmetries(how))
    with pytest.raises(AssertionError, match=how):
        testing.check_play(game, "a", 2, seed=1, every=50, secrets_every=50)
