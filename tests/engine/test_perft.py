"""Perft counts the same in pieces as in one go, and refuses what is no state or box of the game's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import decapod
from decapod.engine import dtypes, perft

CRABS = decapod.game("crabs").match(2, seed=1)


def test_positions_are_counted_the_same_in_pieces(crab_stack: decapod.Game) -> None:
    match = crab_stack.match(2, seed=1)
    counter = perft._Counter(crab_stack.rules, match.box.record, 2, match.state.dtype)
    counter.tables[0] = match.state
    counter.tables[0].canonical_order = 1
    counter.where[:] = perft.BEGIN, 0
    calls = 0
    while counter.where[perft.LEVEL] != -1:
        before = int(counter.at[0])
        perft.count_below(counter.boxes, counter.tables, counter.moves, counter.counts, counter.at, counter.where, 2, 5)
        assert int(counter.at[0]) - before <= 5
        calls += 1
    assert counter.where[perft.TOTAL] == 1360
    assert calls > 8


def test_a_game_that_is_over_has_no_positions_below() -> None:
    match = decapod.game("crab-stack").match(2, seed=1)
    while not match.is_over:
        match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0])
    assert perft.perft(match.game.rules, match.box.record, match.state, 2, "python") == [0, 0]


@pytest.mark.parametrize(
    ("changes", "error", "says"),
    [
        ({"depth": 0}, ValueError, "depth is a whole number from 1 to 12, not 0"),
        ({"depth": 13}, ValueError, "depth is a whole number"),
        ({"depth": 10**5000}, ValueError, "not one of 16610 bits"),
        ({"depth": 2.0}, TypeError, "depth is a whole number, not 2.0"),
        ({"depth": True}, TypeError, "depth is a whole number, not True"),
        ({"device": "tpu"}, ValueError, "device must be cpu, cuda or python, not 'tpu'"),
        ({"device": None}, TypeError, "device must be str, not NoneType"),
        ({"state": CRABS.state}, TypeError, "state is a record of crab-stack's"),
        ({"state": None}, TypeError, "state is a record of crab-stack's"),
        ({"box": CRABS.box.record}, TypeError, "box is a record of crab-stack's"),
        ({"box": None}, TypeError, "box is a record of crab-stack's"),
        ({"rules": decapod.game("crab-stack")}, TypeError, "rules are a game's"),
    ],
)
def test_whatever_is_wrong_is_said_before_anything_is_counted(
    crab_stack: decapod.Game, changes: dict[str, Any], error: type[Exception], says: str
) -> None:
    match = crab_stack.match(2, seed=1)
    asked = {"rules": crab_stack.rules, "box": match.box.record, "state": match.state, "depth": 1, **changes}
    with pytest.raises(error, match=says):
        perft.perft(**asked)


@pytest.mark.parametrize(("field", "value"), [("players", 0), ("players", 100), ("variant", 7), ("to_act", 16)])
def test_a_state_that_cannot_be_is_refused(crab_stack: decapod.Game, field: str, value: int) -> None:
    match = crab_stack.match(2, seed=1)
    state = match.state.copy()
    state[field] = value
    with pytest.raises(ValueError, match="this is no state of crab-stack"):
        perft.perft(crab_stack.rules, match.box.record, state, 1)


def test_a_state_whose_pieces_are_wrong_is_refused(crab_stack: decapod.Game) -> None:
    match = crab_stack.match(2, seed=1)
    state = match.state.copy()
    state["height"][0] = 120
    with pytest.raises(ValueError, match="this is no state of crab-stack"):
        perft.perft(crab_stack.rules, match.box.record, state, 1)
    with pytest.raises(ValueError, match="this is no state of crab-stack"):
        perft.perft(crab_stack.rules, match.box.record, dtypes.zeros(crab_stack.rules.State), 1)


def test_numpys_whole_numbers_will_do(crab_stack: decapod.Game) -> None:
    match = crab_stack.match(2, seed=1)
    assert perft.perft(crab_stack.rules, match.box.record, match.state, np.int64(1), "python") == [41]
