"""The tables of a match: old ones take less memory, and are the same when they are looked at again."""

from __future__ import annotations

import random

import pytest

import decapod
from decapod.engine import records
from decapod.engine.history import PACKED, RECENT, History
from decapod.match import Match

LONG = 3 * PACKED + RECENT


def play(match: Match, moves: int, seed: int = 1) -> None:
    """Play moves by chance, fewer where the game ends."""
    dice = random.Random(seed)
    while len(match.played) < moves and not match.over:
        player = match.awaiting[0]
        match.play(player, dice.choice(match.legal_ids(player)), at=0, unchecked=True)


@pytest.mark.parametrize("name", ["crabs", "oh-crab"])
def test_every_table_of_a_long_match_is_what_it_was(name: str) -> None:
    game = decapod.game(name)
    match = game.match(seed=3)
    tables = [match.table]
    history = History(tables[0], game.rules.Table)
    for ply in range(1, LONG):
        play(match, ply)
        tables.append(match.table)
        history.append(match.table)
    assert len(history) == LONG
    for ply, table in enumerate(tables):
        assert history[ply].dtype == table.dtype
        assert records.same(history[ply], table)
    assert records.same(history[-1], tables[-1])
    with pytest.raises(IndexError):
        history[LONG]


def test_most_tables_are_kept_narrow() -> None:
    game = decapod.game("oh-crab")
    table = game.match(seed=3).table
    history = History(table, game.rules.Table)
    for _ in range(50 * PACKED):
        history.append(table.copy())
    narrow = sum(block.nbytes for block in history._packed)
    assert len(history._recent) < PACKED + RECENT
    assert narrow <= len(history) * game.rules.Table.itemsize
    assert game.rules.Table.itemsize * 3 < table.dtype.itemsize


@pytest.mark.parametrize("ply", [0, PACKED - 1, PACKED, 2 * PACKED + 5, LONG - RECENT, LONG - 1])
def test_an_earlier_history_goes_on_by_itself(ply: int) -> None:
    match = decapod.game("crabs").match(seed=3)
    play(match, LONG)
    earlier = match.at(ply)
    assert records.same(earlier.table, match._tables[ply])
    play(earlier, LONG, seed=2)  # other moves: the match they branch off is not changed
    again = decapod.loads(match.dumps())
    assert all(records.same(again._tables[i], match._tables[i]) for i in range(len(match.played) + 1))
