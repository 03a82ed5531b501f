"""The bot that a net is measured against."""

from __future__ import annotations

from decapod.lab.contest import GameResult
from decapod.learn.yardstick import first_places


def test_a_first_place_counts_one_and_a_shared_one_in_part() -> None:
    def game(bots: list[int], places: list[int]) -> GameResult:
        return GameResult(0, bots, places, [0] * 3, 9, [0.0] * 3, [0] * 3)

    results = [game([0, 1, 2], [1, 2, 3]), game([1, 0, 2], [1, 2, 3]), game([2, 1, 0], [1, 3, 1])]
    assert first_places(results) == [1, 0, 0.5]
