"""Paired differences: games of two boxes from the same deals, compared deal by deal."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from decapod.lab.measures import MEANS, values_by_game
from decapod.lab.ratings import Z

PLAUSIBLE = 3.0  # standard errors by which a seat may be behind and still be taken for the best one


class Moments:
    """Sums and sums of products of some values, one row for each deal."""

    def __init__(self, size: int) -> None:
        """Start with no deals and `size` values for each."""
        self.n = 0
        self.sums = np.zeros(size)
        self.products = np.zeros((size, size))

    def add(self, rows: Any) -> None:
        """Add the values of some deals."""
        self.n += len(rows)
        self.sums += rows.sum(0)
        self.products += rows.T @ rows

    @property
    def means(self) -> Any:
        """The mean of each value."""
        return self.sums / self.n

    def covariance(self, margin: Any) -> Any:
        """Return the covariance of the means as if two more deals were played, off by `margin` in either direction.

        Without them, a difference that no deal shows would seem certain to be 0 (Agresti and Coull).
        """
        n, means = self.n + 2, self.sums / (self.n + 2)
        return ((self.products + 2 * np.diag(margin**2)) / n - np.outer(means, means)) / (n - 1)


@dataclass(frozen=True)
class PairedDifference:
    """One measure of two boxes, its difference and the interval of the difference."""

    name: str
    one: float
    other: float
    by: float
    low: float
    high: float
    is_share: bool
    is_sure: bool  # whether 0 is outside the interval of all measures together


class PairedDeals:
    """Deals that were played with two boxes. Memory does not grow with their number."""

    def __init__(self, players: int, endings: Sequence[str], *, is_same_box: bool) -> None:
        """Start with no deals of a game for `players` with these ways to end."""
        self._players, self._endings, self._is_same_box = players, endings, is_same_box
        self._names: list[str] = []
        self._one = self._other = self._by = Moments(0)

    def add(self, one: Any, other: Any) -> None:
        """Add the rows of the same deals, played with each box."""
        first, second = (values_by_game(rows, self._players, self._endings) for rows in (one, other))
        if not self._names:
            self._names = list(first)
            self._one, self._other, self._by = (Moments(len(first)) for _ in range(3))
        ones, others = (np.column_stack(list(values.values())).astype(float) for values in (first, second))
        self._one.add(ones)
        self._other.add(others)
        self._by.add(others - ones)

    @property
    def deals(self) -> int:
        """The number of deals."""
        return self._by.n

    def differences(self, doubt: float) -> list[PairedDifference]:
        """Return the differences of all measures that are not 0 in both boxes.

        `doubt` is the probability that any of them is wrongly called sure.
        """
        if not self.deals:
            return []
        means = [
            (name, place) for place, name in enumerate(self._names) if self._one.sums[place] or self._other.sums[place]
        ]
        seats = [place for place, name in enumerate(self._names) if name.startswith("seat")]
        sure = NormalDist().inv_cdf(1 - doubt / 2 / max(1, len(means) + bool(seats)))
        found = [self._difference(name, place, sure) for name, place in means]
        return found + ([self._spread(seats, sure)] if seats else [])

    def _margin(self) -> Any:
        """Return by how much a deal may differ: 1 for a share, a standard deviation for a mean, 0 for the same box."""
        if self._is_same_box:
            return np.zeros(len(self._names))
        deviations = np.sqrt(np.diag(self._one.covariance(np.zeros(len(self._names)))) * self.deals)
        return np.where([name in MEANS for name in self._names], deviations, 1.0)

    def _difference(self, name: str, place: int, sure: float) -> PairedDifference:
        by = float(self._by.means[place])
        error = float(max(0.0, self._by.covariance(self._margin())[place, place]) ** 0.5)
        one, other = float(self._one.means[place]), float(self._other.means[place])
        is_sure = abs(by) > sure * error
        return PairedDifference(name, one, other, by, by - Z * error, by + Z * error, name not in MEANS, is_sure)

    def _spread(self, seats: Sequence[int], sure: float) -> PairedDifference:
        """Compare how much more often the best seat wins than the worst.

        The difference of the spreads is at least what the second box changes between the best and the worst seat of the
        first box, and at most what it changes between those of the second. Each seat that may be the best or the worst
        counts, so that the interval also holds where seats are nearly equal.
        """
        one, other = (moments.means[seats] for moments in (self._one, self._other))
        by = other.max() - other.min() - (one.max() - one.min())
        low, high = self._spread_interval(seats, Z)
        least, most = self._spread_interval(seats, sure)
        return PairedDifference(
            "seat_spread", float(np.ptp(one)), float(np.ptp(other)), float(by), low, high, True, least > 0 or most < 0
        )

    def _spread_interval(self, seats: Sequence[int], z: float) -> tuple[float, float]:
        margin, at = self._margin(), np.ix_(seats, seats)
        contrasts = np.array([_contrast(len(seats), *pair) for pair in itertools.permutations(range(len(seats)), 2)])
        changes = contrasts @ self._by.means[seats]
        errors = z * _errors(contrasts, self._by.covariance(margin)[at])
        before, after = (
            _may_be_largest(contrasts, moments.means[seats], moments.covariance(margin)[at])
            for moments in (self._one, self._other)
        )
        return float((changes - errors)[before].min()), float((changes + errors)[after].max())


def _contrast(size: int, best: int, worst: int) -> Any:
    contrast = np.zeros(size)
    contrast[best], contrast[worst] = 1, -1
    return contrast


def _errors(contrasts: Any, covariance: Any) -> Any:
    """Return the standard error of each contrast."""
    return np.sqrt(np.maximum(0.0, ((contrasts @ covariance) * contrasts).sum(1)))


def _may_be_largest(contrasts: Any, means: Any, covariance: Any) -> Any:
    """Return which contrasts may be the largest one in truth."""
    values = contrasts @ means
    top = int(values.argmax())
    return values[top] - values <= PLAUSIBLE * _errors(contrasts[top] - contrasts, covariance)
