"""The board of Crab Stack turned and mirrored: everything is as before, but for the names of the spaces."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import decapod
from decapod.games.crab_stack import state as s
from decapod.games.crab_stack.chapters.symmetry import symmetries
from decapod.testing import Position, dealt, positions
from decapod.testing.play import check_symmetries
from tests.games.crab_stack.position import Board

UNTURNED = {"mark", "marks"}  # by which repeated positions are known: made of the numbers of spaces


def turn_table(state: Any, cells: Any) -> Any:
    """Turn a table: `cells` says where each cell of the grid comes to lie."""

    def turn_set(spaces: Any) -> int:
        return sum(1 << int(cells[cell]) for cell in range(s.SPACES) if int(spaces) >> cell & 1)

    turned = state.copy()
    turned.top[cells], turned.height[cells] = state.top, state.height
    turned.occupied = turn_set(state.occupied)
    for sets in ("by_size", "tops"):
        turned[sets][:] = [turn_set(spaces) for spaces in state[sets]]
    return turned


@pytest.mark.parametrize(("variant", "players"), decapod.game("crab-stack").modes)
def test_on_a_turned_board_the_same_moves_lead_to_the_same_and_look_the_same(variant: str, players: int) -> None:
    game, compared = decapod.game("crab-stack"), 0
    for before, player, move, after in positions(dealt(game, variant, players, seed=4), seed=4):
        if before.state.ties > 0:
            continue
        for numbers, moves in zip(*symmetries(before.box, before.state), strict=True):
            cells = np.array([moves[cell * (s.SPACES + 1)] // (s.SPACES + 1) for cell in range(s.SPACES)])
            turned = Position(game, before.box, turn_table(before.state, cells))
            assert turned.legal(player) == sorted(moves[before.legal(player)].tolist())
            for viewer in range(-1, players):
                assert turned.observed(viewer).tolist() == before.observed(viewer)[numbers].tolist()
            game.rules.apply_action(before.box, turned.state, player, int(moves[move]))
            if after.state.ties == 0 and after.state.ending != s.REPETITION:
                expected = turn_table(after.state, cells)
                for name in set(turned.state.dtype.names) - UNTURNED - {"tied"}:  # left over from the last wave
                    assert np.array_equal(turned.state[name], expected[name]), f"{name} after {before.where}"
                compared += 1
    assert compared > 20


def test_groups_to_choose_from_are_named_by_their_first_spaces_so_nothing_is_turned() -> None:
    board = Board({"d1": "0S", "d2": "1S", "d3": "0L", "d5": "1L", "d6": "0M", "d7": "1M"}, turn=0)
    assert len(symmetries(board.box, board.state).moves) == 12
    board.state.ties = 2
    assert len(symmetries(board.box, board.state).moves) == 1


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
    found = symmetries(box, board.state)
    assert len(found.moves) == len(found.numbers) == ways
    check_symmetries(Position(board.game, box, board.state))
