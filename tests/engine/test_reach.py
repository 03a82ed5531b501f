"""Reach: what can ever come up in a mode, as its game states it."""

from __future__ import annotations

import numpy as np
import pytest

import decapod
from decapod import testing
from decapod.engine.reachable_actions import Reach, reach_of


def test_everything_is_within_reach_of_a_game_that_states_nothing() -> None:
    game = decapod.game("oh-crab")
    numbers, moves = reach_of(game.rules, game.box.record, game.modes)
    assert (len(numbers), len(moves)) == (game.rules.OBSERVATION_SIZE, game.rules.NUM_ACTIONS)


@pytest.mark.rule("CS-5")
def test_a_board_of_eighteen_spaces_has_few_of_all_moves_and_more_modes_have_more() -> None:
    game = decapod.game("crab-stack")
    two = reach_of(game.rules, game.box.record, [("a", 2)])
    every = reach_of(game.rules, game.box.record, game.modes)
    assert len(two.moves) <= 18 * 18, "from and to each of eighteen spaces"
    assert set(two.moves) < set(every.moves)
    assert set(two.numbers) < set(every.numbers)
    assert len(every.moves) < game.rules.NUM_ACTIONS / 2


@pytest.mark.parametrize("what", ["number", "move"])
def test_the_law_finds_what_was_said_to_be_out_of_reach(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = decapod.game("crab-stack")
    whole = Reach(np.arange(game.rules.OBSERVATION_SIZE), np.arange(game.rules.NUM_ACTIONS))
    wrong = {"number": whole._replace(numbers=whole.numbers[:1]), "move": whole._replace(moves=whole.moves[:1])}[what]
    monkeypatch.setattr(game.rules, "reachable_actions", lambda _box, _players, _variant: wrong)
    with pytest.raises(AssertionError, match=rf"{what} \d+ is out of reach"):
        testing.check_play(game, "a", 2, seed=1, every=50, secrets_every=50)
