"""The tables of a match: they take little memory, and are the same when they are looked at again."""

from __future__ import annotations

import random

import pytest

import decapod
from decapod.core.match import Match
from decapod.engine import dtypes, pystate
from decapod.engine.history import RECENT, History

LONG = 200


def play(match: Match, moves: int, seed: int = 1) -> None:
    """Play moves by chance, fewer where the game ends."""
    dice = random.Random(seed)
    while len(match.moves) < moves and not match.is_over:
        player = match.to_act[0]
        match.play(player, dice.choice(match.legal_actions(player)), elapsed_ms=0, unchecked=True)


@pytest.mark.parametrize("name", ["crabs", "oh-crab"])
def test_every_table_of_a_long_match_is_what_it_was(name: str) -> None:
    game = decapod.game(name)
    match = game.match(seed=3)
    state = match.state.copy()
    states = [state.copy()]
    for ply in range(1, LONG):
        play(match, ply)
        made = match.moves[-1]
        game.rules.apply_action(match.box.record, state, made.player, made.action)
        states.append(state.copy())
    assert len(match._states) == LONG
    for ply, expected in enumerate(states):
        assert match._states[ply].dtype == expected.dtype
        assert dtypes.same(match._states[ply], expected)
    assert dtypes.same(match._states[-1], states[-1])
    with pytest.raises(IndexError):
        match._states[LONG]


def test_tables_are_kept_narrow() -> None:
    game = decapod.game("oh-crab")
    match = game.match(seed=3)
    history = History(game.rules.State, [pystate.snapshot_of(match.state, game.rules.State)] * 50)
    assert len(history.snapshots()) == 50 * game.rules.State.itemsize
    assert game.rules.State.itemsize * 3 < match.state.dtype.itemsize
    for ply in range(len(history)):
        assert dtypes.same(history[ply], match.state)
    assert len(history._wide) == RECENT


@pytest.mark.parametrize("ply", [0, 1, 70, LONG - 1])
def test_an_earlier_history_goes_on_by_itself(ply: int) -> None:
    match = decapod.game("crabs").match(seed=3)
    play(match, LONG)
    earlier = match.at_ply(ply)
    assert dtypes.same(earlier.state, match._states[ply])
    play(earlier, LONG, seed=2)  # other moves: the match they branch off is not changed
    again = decapod.loads(match.dumps())
    assert all(dtypes.same(again._states[i], match._states[i]) for i in range(len(match.moves) + 1))
