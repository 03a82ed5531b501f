"""Measures: single numbers by which boxes are compared and ranked, each with how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from decapod.engine import game_statistics
from decapod.lab.summary import FAILED

MEANS = ("length", "points")  # measures that are no shares of games


@dataclass(frozen=True)
class Measure:
    """A number, and its standard error."""

    value: float
    error: float
    is_share: bool = True  # whether it is one of games, told as per cent


def measure(tallied: Any, players: int, endings: Sequence[str]) -> dict[str, Measure]:
    """Take all measures of a tally: `length`, `points` where there are any, `ties`, `seat1` …, `seat_spread`, `end.…`.

    `seat_spread` is how much more often the best seat wins than the worst.
    """
    games = int(tallied[game_statistics.GAMES])
    found = {"length": _mean(tallied[game_statistics.LENGTH : game_statistics.LENGTH + game_statistics.LENGTHS])}
    scores = (
        tallied[game_statistics.SCORE : game_statistics.SIZE]
        .reshape(game_statistics.SEATS, game_statistics.SCORES)[:players]
        .sum(0)
    )
    if scores.sum() != scores[-game_statistics.LOWEST]:
        found["points"] = _mean(scores, game_statistics.LOWEST)
    if players > 1:
        firsts = tallied[game_statistics.FIRST : game_statistics.POINTS].reshape(
            game_statistics.SEATS, game_statistics.SEATS + 1
        )[:players]
        shared = np.maximum(1, np.arange(game_statistics.SEATS + 1))
        squares = [float((row / shared**2).sum()) for row in firsts]
        won = [_score((row / shared).sum(), square, games) for row, square in zip(firsts, squares, strict=True)]
        found["ties"] = _share(round((firsts[:, 2:] / shared[2:]).sum()), games)
        found |= {f"seat{seat}": one for seat, one in enumerate(won, 1)}
        best, worst = (pick(range(players), key=lambda seat: won[seat].value) for pick in (max, min))
        found["seat_spread"] = _spread(won[best].value - won[worst].value, squares[best] + squares[worst], games)
    for code, n in zip(endings, tallied[game_statistics.ENDING : game_statistics.ENDING + len(endings)], strict=True):
        if n or code:
            found[f"end.{code or FAILED}"] = _share(int(n), games)
    return found


def values_by_game(rows: Any, players: int, endings: Sequence[str]) -> dict[str, Any]:
    """Return what each game adds to a measure: the means of these are the measures, but for `seat_spread`."""
    found = {"length": rows["length"], "points": rows["points"][:, :players].mean(1)}
    if players > 1:
        first = rows["places"][:, :players] == 1
        winners = first.sum(1)
        found["ties"] = winners > 1
        found |= {f"seat{seat + 1}": first[:, seat] / np.maximum(1, winners) for seat in range(players)}
    return found | {f"end.{code or FAILED}": rows["ending"] == place for place, code in enumerate(endings)}


def _mean(counts: Any, lowest: int = 0) -> Measure:
    numbers = np.arange(len(counts)) + lowest
    n = int(counts.sum())
    mean = float((numbers * counts).sum() / n)
    spread = float((((numbers - mean) ** 2) * counts).sum() / max(1, n - 1))
    return Measure(mean, (spread / n) ** 0.5, is_share=False)


def _score(total: float, squares: float, n: int) -> Measure:
    """Estimate a share from n scores; its error is never 0, as if a game more had been won and one more lost."""
    mean = (total + 1) / (n + 2)
    return Measure(float(total / n), float(max(0.0, (squares + 1) / (n + 2) - mean * mean) / (n + 1)) ** 0.5)


def _spread(value: float, squares: float, n: int) -> Measure:
    """Estimate the difference of two seats, of which one loses what the other wins.

    The error is exact if these two never share a win, and too large otherwise.
    """
    return Measure(value, (max(0.0, (squares + 2) / (n + 2) - value * value) / (n + 1)) ** 0.5)


def _share(count: int, n: int) -> Measure:
    return _score(count, count, n)
