"""Measures: single numbers of a tally, and how sure they are."""

from __future__ import annotations

import numpy as np
import pytest

from decapod.engine import game_statistics
from decapod.lab.measures import measure

ENDINGS = ("", "won", "drawn")


def two_seats(first: int, second: int, shared: int) -> np.ndarray:
    """Make the tally of games of 10 moves that seat 1, seat 2, or both won."""
    total = game_statistics.zeros()
    games = first + second + shared
    total[game_statistics.GAMES], total[game_statistics.MOVES], total[game_statistics.LENGTH + 10] = (
        games,
        10 * games,
        games,
    )
    total[game_statistics.FIRST + 1], total[game_statistics.FIRST + game_statistics.SEATS + 1 + 1] = first, second
    total[game_statistics.FIRST + 2] = total[game_statistics.FIRST + game_statistics.SEATS + 1 + 2] = shared
    total[game_statistics.ENDING + 1], total[game_statistics.ENDING + 2] = first + second, shared
    total[game_statistics.SCORE - game_statistics.LOWEST] = total[
        game_statistics.SCORE + game_statistics.SCORES - game_statistics.LOWEST
    ] = games
    return total


def test_measures_are_what_they_are_called() -> None:
    found = measure(two_seats(60, 20, 20), 2, ENDINGS)
    assert found["length"].value == 10
    assert found["length"].error == 0
    assert found["seat1"].value == pytest.approx(0.7)
    assert found["seat2"].value == pytest.approx(0.3)
    assert found["seat_spread"].value == pytest.approx(0.4)
    assert found["ties"].value == pytest.approx(0.2)
    assert found["end.won"].value == pytest.approx(0.8)
    assert "points" not in found, "nobody has any"
    assert "end.failed" not in found


def test_errors_shrink_as_games_grow() -> None:
    few, many = (measure(two_seats(60 * n, 20 * n, 20 * n), 2, ENDINGS)["seat1"].error for n in (1, 100))
    assert few == pytest.approx(10 * many, rel=0.05)
    certain = measure(two_seats(100, 0, 0), 2, ENDINGS)["seat1"]
    assert certain.error > 0, "that nobody else ever won does not make it certain"


def test_the_error_of_a_spread_counts_that_one_seat_loses_what_another_wins() -> None:
    wins = np.random.default_rng(33).binomial(1000, 0.7, 2000).tolist()
    spreads = [measure(two_seats(first, 1000 - first, 0), 2, ENDINGS)["seat_spread"] for first in wins]
    assert np.mean([one.error for one in spreads]) == pytest.approx(np.std([one.value for one in spreads]), rel=0.05)
