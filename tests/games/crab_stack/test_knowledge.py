"""What a viewer of Crab Stack knows, as numbers."""

from __future__ import annotations

from decapod.games.crab_stack import state as s
from tests.games.crab_stack.position import Board


def test_an_observation_puts_the_viewers_seat_first_and_counts_every_crab() -> None:
    board = Board({"d5": "1S1S0M0S1L", "d6": "0M", "d7": "1M"}, turn=1)
    row, column = divmod(board.cell("d5"), s.WIDTH)
    for viewer in (0, 1):
        top, below, buried = (board.field(viewer, name) for name in ("top", "below", "buried"))
        assert top[(1 - viewer) % 2, s.LARGE, row, column] == 1  # on top: a large crab of player 1
        assert below[(0 - viewer) % 2, s.SMALL, row, column] == 1  # right below it
        assert buried[:2, row, column].tolist() == ([1, 2] if viewer == 0 else [2, 1])
        assert (top.sum(), below.sum(), buried.sum()) == (3, 1, 3)
        assert board.field(viewer, "awaited")[:2].tolist() == [viewer, 1 - viewer]
        assert board.field(viewer, "players") == [2]


def test_an_observation_tells_how_many_moves_are_left_before_a_draw() -> None:
    board = Board({"d5": "1S", "d6": "0M"})
    board.state.cap, board.state.ply, board.state.choices = 200, 151, 1
    assert board.field(0, "used") == [75]
    board.state.cap = 0  # a position that was set up states none
    assert board.field(0, "used") == [0]
