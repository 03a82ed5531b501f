"""What a viewer of Crab Stack knows, as numbers."""

from __future__ import annotations

import numpy as np

from decapod.games.crab_stack import knowledge, state
from tests.games.crab_stack.position import Board


def test_an_observation_puts_the_viewers_seat_first_and_counts_every_crab() -> None:
    board = Board({"d5": "1S0S1L", "d6": "0M", "d7": "1M"}, turn=1)
    seen = {viewer: np.zeros(state.OBSERVED, np.int64) for viewer in (0, 1)}
    for viewer, out in seen.items():
        knowledge.observe(board.box, board.table, viewer, out)
        planes = out[: 3 * state.PLANES * state.SPACES].reshape(3, state.SEATS, state.SIZES, state.SPACES)
        cell = board.cell("d5")
        assert planes[0, (1 - viewer) % 2, state.LARGE, cell] == 1  # on top: a large crab of player 1
        assert planes[1, (0 - viewer) % 2, state.SMALL, cell] == 1  # right below it
        assert planes[2, :, :, cell].sum() == 2  # two are covered
        assert planes[0].sum() == 3
    assert not np.array_equal(seen[0], seen[1])
