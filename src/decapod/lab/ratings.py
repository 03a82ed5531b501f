"""Ratings: who is how strong, how sure that is, and whether it is settled.

**Strength** is Bradley and Terry's: whoever is stronger by 400 points is expected to score ten times as much as the
other, as with Elo, but all games count alike, in whatever order they were played. A game of several is one comparison
for every two seats. The average bot has 0: ratings of two arenas are not to be compared.

**Intervals** (95 %) are the wider of two: that of the likelihood, which is right where everybody beats somebody almost
always, and one that takes each deal, with all its games, for one observation, which is right where the games of a deal
depend on each other.

**Whether it is settled** who of two is better is a bet against "they are equal", deal by deal, which nobody is expected
to win if they are. The stake having grown 20 times is as sure as 95 %, however often one looks (Ville's inequality):
so it may be looked at after every deal, and one may stop whenever one likes. Nothing is assumed but that deals are
drawn alike.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from decapod.lab.contest import GameResult, Matchup

SCALE = 400 / np.log(10)  # points to a unit of log-odds
Z = 1.96  # standard deviations on either side of a 95 % interval
STEPS = 200  # of Newton's method, at most; some five are needed
STAKES = np.linspace(0.05, 0.95, 19)  # parts of what one owns that are bet; the bets are averaged

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Standing:
    """A bot after some games: its rating with the interval, and what it did."""

    name: str
    rating: float
    low: float
    high: float
    wins: float  # games finished first; a shared first place in equal parts
    games: int
    seconds_per_move: float  # that it thought about a move, where it had a choice


@dataclass(frozen=True)
class Comparison:
    """Two bots at one table: which deal it was, and what the first scored against the second: 1, 0, or ½ for a tie."""

    deal: int
    one: int
    other: int
    score: float


def compare(contest: Matchup, results: Iterable[GameResult]) -> list[Comparison]:
    """Take games apart into comparisons of two different bots, the one named first first."""
    found: list[Comparison] = []
    for result in results:
        deal = contest.deal(result.number)
        for a, b in itertools.permutations(range(len(result.bots)), 2):
            if result.bots[a] < result.bots[b]:
                ahead = result.places[b] - result.places[a]
                found.append(Comparison(deal, result.bots[a], result.bots[b], 0.5 + 0.5 * float(np.sign(ahead))))
    return found


def standings(contest: Matchup, results: Sequence[GameResult]) -> list[Standing]:
    """Rate all bots, the strongest first."""
    n = len(contest.bots)
    ratings, errors = rate(n, compare(contest, results), 2 / contest.players)
    wins, games, seconds, asked = np.zeros(n), np.zeros(n, int), np.zeros(n), np.zeros(n, int)
    for result in results:
        first = result.places.count(1)
        for seat, index in enumerate(result.bots):
            wins[index] += (result.places[seat] == 1) / first
            seconds[index] += result.seconds[seat]
            asked[index] += result.decisions[seat]
        for index in set(result.bots):
            games[index] += 1
    found = [
        Standing(
            contest.names[i], float(ratings[i]), float(ratings[i] - Z * errors[i]), float(ratings[i] + Z * errors[i]),
            float(wins[i]), int(games[i]), float(seconds[i] / max(1, asked[i])),
        )
        for i in range(n)
    ]  # fmt: skip
    return sorted(found, key=lambda standing: -standing.rating)


def rate(bots: int, comparisons: Sequence[Comparison], weight: float = 1.0) -> tuple[Floats, Floats]:
    """Return the rating of each bot and its standard error, in points; `weight` is what a comparison counts.

    Every two bots count as having tied once besides, so that who always won is not infinitely strong.
    """
    scores = 0.5 * (np.ones((bots, bots)) - np.eye(bots))
    for c in comparisons:
        scores[c.one, c.other] += weight * c.score
        scores[c.other, c.one] += weight * (1 - c.score)
    games = scores + scores.T
    strength = np.zeros(bots)
    curvature = np.eye(bots)
    for _ in range(STEPS):
        expected = _expected(strength[:, None] - strength[None, :])
        slope = (scores - games * expected).sum(1)
        spread = games * expected * (1 - expected)
        curvature = np.linalg.pinv(np.diag(spread.sum(1)) - spread)
        step = np.clip(curvature @ slope, -1, 1)
        strength = strength + step - (strength + step).mean()
        if np.abs(step).max() < 1e-9:
            break
    deals: dict[int, Floats] = {}
    for c in comparisons:
        surprise = weight * (c.score - float(_expected(strength[c.one] - strength[c.other])))
        slope = deals.setdefault(c.deal, np.zeros(bots))
        slope[c.one] += surprise
        slope[c.other] -= surprise
    variance = np.diag(curvature).copy()
    if len(deals) > 1:
        slopes = np.array(list(deals.values())) @ curvature
        variance = np.maximum(variance, (slopes**2).sum(0) * len(deals) / (len(deals) - 1))
    return strength * SCALE, np.sqrt(variance) * SCALE


def _expected(difference: Any) -> Any:
    return 1 / (1 + np.exp(-difference))


def score_interval(scores: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of some scores from 0 to 1, one for each deal.

    As Agresti and Coull do it: as if one deal more had been won, and one more lost.
    """
    eked = np.array([*scores, 0.0, 1.0])
    middle, error = eked.mean(), eked.std(ddof=1) / np.sqrt(len(eked))
    return float(max(0.0, middle - Z * error)), float(min(1.0, middle + Z * error))


def verdict(scores: Sequence[float], sure: float, target: float = 0.5) -> int:
    """Say whether the mean score is settled to be above a target (1) or below it (-1); 0 if it is not settled yet.

    `scores`, from 0 to 1, are those of one deal after the other, in the order in which they were dealt; being `sure`
    0.95 means that one in twenty such verdicts may be wrong, at whatever time one asks.
    """
    differences = np.asarray(scores, float) - target
    needed = np.log(2 / (1 - sure))
    for sign, largest in ((1, 1 / target), (-1, 1 / (1 - target))):
        owned = np.log1p(np.outer(STAKES * largest, sign * differences)).cumsum(1)
        if owned.size and np.logaddexp.reduce(owned, 0).max() - np.log(len(STAKES)) >= needed:
            return sign
    return 0


class SequentialTest:
    """Which pairs of bots are settled, as games of a contest come in, in whatever order they end."""

    def __init__(self, contest: Matchup, sure: float) -> None:
        """Be `sure` of all verdicts together: the doubt is shared among the pairs."""
        self._contest = contest
        self._pairs = list(itertools.combinations(range(len(contest.bots)), 2))
        self._sure = 1 - (1 - sure) / len(self._pairs)
        self._met = {pair: sum(set(pair) <= set(lineup) for lineup in contest.lineups) for pair in self._pairs}
        self._games: dict[tuple[tuple[int, int], int], int] = {}  # by pair and deal: games that are over
        self._scores: dict[tuple[tuple[int, int], int], list[float]] = {}
        self.verdicts: dict[tuple[int, int], int] = {}  # those that are settled: 1 if the one named first is better

    def add(self, result: GameResult) -> None:
        """Take in a game; only whole deals count, in their order, so that quick games do not count for more."""
        for comparison in compare(self._contest, [result]):
            key = ((comparison.one, comparison.other), comparison.deal)
            self._scores.setdefault(key, []).append(comparison.score)
        for pair in itertools.combinations(sorted(set(result.bots)), 2):
            key = (pair, self._contest.deal(result.number))
            self._games[key] = self._games.get(key, 0) + 1
            if pair not in self.verdicts and (found := verdict(self._whole_deals(pair), self._sure)):
                self.verdicts[pair] = found

    def _whole_deals(self, pair: tuple[int, int]) -> list[float]:
        found: list[float] = []
        while self._games.get((pair, len(found))) == self._met[pair]:
            found.append(float(np.mean(self._scores[pair, len(found)])))
        return found

    def is_open(self, bots: Iterable[int]) -> bool:
        """Whether any two of some bots are not settled yet."""
        return any(pair not in self.verdicts for pair in itertools.combinations(sorted(set(bots)), 2))

    @property
    def done(self) -> bool:
        """Whether all pairs are settled."""
        return len(self.verdicts) == len(self._pairs)
