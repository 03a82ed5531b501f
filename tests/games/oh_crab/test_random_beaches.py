"""The laws of the battery on beaches laid at random, and with every kind of stray."""

from __future__ import annotations

import numpy as np
import pytest

import decapod
from decapod import testing
from decapod.engine import batch

GAME = decapod.game("oh-crab")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_laws_hold_on_random_beaches(players: int) -> None:
    for seed in (11, 12):
        match = GAME.match(players, seed=seed, beach="random")
        match.table.ordered = seed % 2
        start = testing.Position(GAME, match.box.record, match.table)
        for number, (before, player, move, after) in enumerate(testing.positions(start, seed), 1):
            if number % 20 == 0:
                testing.check_position(after, every_move=number % 100 == 0)
            if number % 150 == 0:
                testing.check_secrets(after, before, player, move)


@pytest.mark.parametrize("stray", ["none", "standing", "herded"])
def test_the_laws_hold_with_every_kind_of_stray(stray: str) -> None:
    match = GAME.match(2, seed=13, beach="random", stray=stray)
    start = testing.Position(GAME, match.box.record, match.table)
    for number, (before, player, move, after) in enumerate(testing.positions(start, 13), 1):
        if number % 20 == 0:
            testing.check_position(after, every_move=number % 100 == 0)
        if number % 150 == 0:
            testing.check_secrets(after, before, player, move)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_on_random_beaches_go_the_same_compiled(players: int) -> None:
    options = GAME.agreed(players, {"beach": "random"})

    def run(on: str) -> np.ndarray:
        return batch.run(GAME.rules, GAME.box.record, players=players, options=options, seed=9, games=8, on=on).results

    interpreted, compiled = run("python"), run("cpu")
    for field in batch.Result.names or ():
        assert np.array_equal(interpreted[field], compiled[field]), field
