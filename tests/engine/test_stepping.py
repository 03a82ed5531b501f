"""The small functions that tables are stepped by; whole steps are tried in tests/envs/test_batch.py."""

from __future__ import annotations

import numpy as np
import pytest

from decapod.engine import dice, rollout, vector_step

MOVES = [[], [0], [7], [8], [0, 7, 8, 9, 23], [3, 40, 63], [63]]


@pytest.mark.parametrize("moves", MOVES)
def test_packed_moves_are_the_bits_that_numpy_unpacks(moves: list[int]) -> None:
    row = np.zeros(8, np.uint8)
    vector_step.pack(np.array([*moves, 99], np.int16), len(moves), row)
    assert np.flatnonzero(np.unpackbits(row, bitorder="little")).tolist() == moves


@pytest.mark.parametrize("packed", [0, 1])
@pytest.mark.parametrize("moves", MOVES)
def test_a_mask_is_zeros_again_once_its_moves_are_unmarked(moves: list[int], packed: int) -> None:
    common = vector_step.common_numbers(0, 2, 0, bool(packed), 0, vector_step.ANYBODY)
    legal, counts = np.array([[*moves, 5]], np.int16), np.array([len(moves)], np.int32)
    mask = np.zeros((1, 8 if packed else 64), np.uint8)
    if packed:
        vector_step.pack(legal[0], len(moves), mask[0])
    else:
        mask[0, moves] = 1
    vector_step.unmark(common, legal, counts, mask, 0)
    assert not mask.any()


@pytest.mark.parametrize("moves", MOVES)
def test_a_move_is_found_where_it_is_listed_and_nowhere_else(moves: list[int]) -> None:
    legal, counts = np.array([[*moves, 64]], np.int16), np.array([len(moves)], np.int32)
    found = [move for move in range(-2, 66) if vector_step.is_listed(legal, counts, move, 0)]
    assert found == moves


def test_moves_are_drawn_evenly_and_every_draw_and_table_has_its_own() -> None:
    common = vector_step.common_numbers(5 + (9 << 32), 2, 0, False, 0, vector_step.ANYBODY)
    legal, counts = np.array([[10, 20, 30]] * 2, np.int16), np.array([3, 3], np.int32)
    chance = np.zeros(dice.LENGTH, np.int64)
    drawn = [[vector_step.draw(common, draws, legal, counts, chance, i) for draws in range(600)] for i in range(2)]
    assert drawn[0] != drawn[1]
    assert all(150 < drawn[0].count(move) < 250 for move in (10, 20, 30))
    assert drawn[0][7] == vector_step.draw(common, 7, legal, counts, chance, 0)
    assert chance[dice.COUNTER + 3] == rollout.POLICY, "apart from the dice that deal"
