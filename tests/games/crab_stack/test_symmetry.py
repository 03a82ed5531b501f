"""The board of Crab Stack turned and mirrored: everything is as before, but for the names of the spaces."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import decapod
from decapod.games.crab_stack import state
from decapod.games.crab_stack.chapters.symmetry import symmetries
from decapod.testing import Position, dealt, positions
from decapod.testing.play import check_symmetries
from tests.games.crab_stack.position import Board

UNTURNED = {"mark", "marks"}  # by which repeated positions are known: made of the numbers of spaces


def turn_table(table: Any, cells: Any) -> Any:
    """Turn a table: `cells` says where each cell of the grid comes to lie."""

    def turn_set(spaces: Any) -> int:
        return sum(1 << int(cells[cell]) for cell in range(state.SPACES) if int(spaces) >> cell & 1)

    turned = table.copy()
    turned.top[cells], turned.height[cells] = table.top, table.height
    turned.occupied = turn_set(table.occupied)
    for sets in ("by_size", "tops"):
        turned[sets][:] = [turn_set(spaces) for spaces in table[sets]]
    return turned


@pytest.mark.parametrize(("variant", "players"), decapod.game("crab-stack").modes)
def test_on_a_turned_board_the_same_moves_lead_to_the_same_and_look_the_same(variant: str, players: int) -> None:
    game, compared = decapod.game("crab-stack"), 0
    for before, player, move, after in positions(dealt(game, variant, players, seed=4), seed=4):
        if before.table.ties > 0:
            continue
        for numbers, moves in zip(*symmetries(before.box, before.table), strict=True):
            cells = np.array([moves[cell * (state.SPACES + 1)] // (state.SPACES + 1) for cell in range(state.SPACES)])
            turned = Position(game, before.box, turn_table(before.table, cells))
            assert turned.legal(player) == sorted(moves[before.legal(player)].tolist())
            for viewer in range(-1, players):
                assert turned.observed(viewer).tolist() == before.observed(viewer)[numbers].tolist()
            game.rules.play(before.box, turned.table, player, int(moves[move]))
            if after.table.ties == 0 and after.table.ending != state.REPETITION:
                expected = turn_table(after.table, cells)
                for name in set(turned.table.dtype.names) - UNTURNED - {"tied"}:  # left over from the last wave
                    assert np.array_equal(turned.table[name], expected[name]), f"{name} after {before.where}"
                compared += 1
    assert compared > 20


def test_groups_to_choose_from_are_named_by_their_first_spaces_so_nothing_is_turned() -> None:
    board = Board({"d1": "0S", "d2": "1S", "d3": "0L", "d5": "1L", "d6": "0M", "d7": "1M"}, turn=0)
    assert len(symmetries(board.box, board.table).moves) == 12
    board.table.ties = 2
    assert len(symmetries(board.box, board.table).moves) == 1


@pytest.mark.parametrize(
    ("spaces", "ways"),
    [
        ("d1 d2 d3 d4 d5 d6", 2),  # a row: its ends change places
        ("d1 d2 d3 d4 d5 c1", 1),
        ("d1 d2 d3 c1 c2 c3", 2),  # a rhomboid: turned by a half
        ("d1 d2 c1 c2", 4),  # a rhombus: mirrored, too
        ("d1 d2 c1", 6),  # a triangle
        ("d2 d3 d4 c2 c3 e3 e4", 12),  # a hexagon
    ],
)
def test_a_board_is_turned_in_those_ways_only_that_leave_it_as_it_is(spaces: str, ways: int) -> None:
    box = decapod.game("crab-stack").box.record.copy()
    board = Board({"d2": "0L", "d3": "1L"})
    box.spaces[0][0] = sum(1 << board.cell(space) for space in spaces.split())
    found = symmetries(box, board.table)
    assert len(found.moves) == len(found.numbers) == ways
    check_symmetries(Position(board.game, box, board.table))
