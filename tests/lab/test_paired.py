"""Paired differences: 0 for the same games, intervals that hold the truth, and narrow where deals decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from decapod.engine import game_statistics, rollout
from decapod.lab.contest import Matchup
from decapod.lab.measures import measure, values_by_game
from decapod.lab.paired import PairedDeals, PairedDifference
from decapod.lab.ratings import Z
from decapod.lab.survey import SimulationRun

ENDINGS = ("", "won", "rare")
COMPARISONS, ENOUGH = 1000, 930  # simulated comparisons, and how many of their intervals must hold the truth
DEALS, LARGE = 500, 400_000  # deals of a comparison, and of the sample that is taken for the truth

Draw = Callable[[np.random.Generator, int], tuple[Any, Any]]


def rows(chances: list[float], lengths: float, rare: float, luck: Any) -> Any:
    """Make the rows of games from numbers between 0 and 1, some for each game."""
    n, players = len(luck), len(chances)
    made = np.zeros(n, rollout.result_type(5))
    winner = np.minimum(np.searchsorted(np.cumsum(chances), luck[:, 0]), players - 1)
    made["places"][:, :players] = 2
    made["places"][np.arange(n), winner] = 1
    made["places"][luck[:, 1] < 0.05, :2] = 1  # a shared first place
    made["length"] = 10 - np.log(1 - luck[:, 2]) * lengths
    made["ending"] = np.where(luck[:, 3] < rare, 2, 1)
    made["points"][:, :players] = (luck[:, 4:] * 20)[:, :players] + (made["places"][:, :players] == 1)
    return made


def boxes(
    one: list[float],
    other: list[float],
    shared: float,
    rare: tuple[float, float] = (0.1, 0.12),
    lengths: tuple[float, float] = (30, 31),
) -> Draw:
    """Draw games of two boxes whose seats win so often; so great a part of the deals goes the same way in both."""

    def draw(dice: np.random.Generator, n: int) -> tuple[Any, Any]:
        luck, own = dice.random((2, n, 9))
        mixed = np.where(dice.random((n, 1)) < shared, luck, own)
        return rows(one, lengths[0], rare[0], luck), rows(other, lengths[1], rare[1], mixed)

    return draw


def compared(one: Any, other: Any, players: int, *, is_same_box: bool = False) -> dict[str, PairedDifference]:
    deals = PairedDeals(players, ENDINGS, is_same_box=is_same_box)
    deals.add(one, other)
    return {found.name: found for found in deals.differences(0.05)}


def count_hits(samples: list[dict[str, PairedDifference]], truth: dict[str, PairedDifference]) -> dict[str, int]:
    """Count for each measure how many intervals hold the truth; one that a sample lacks is 0 there, for certain."""
    hits = Counter[str]()
    for found in samples:
        for name, true in truth.items():
            hits[name] += found[name].low <= true.by <= found[name].high if name in found else true.by == 0
    return dict(hits)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "draw"),
    [
        pytest.param(2, boxes([0.5, 0.5], [0.55, 0.45], 0.8), id="two seats"),
        pytest.param(2, boxes([0.5, 0.5], [0.5, 0.5], 0.0), id="fair seats, deals that decide nothing"),
        pytest.param(4, boxes([0.25] * 4, [0.31, 0.23, 0.23, 0.23], 0.5), id="four seats, one better in B"),
        pytest.param(4, boxes([0.25] * 4, [0.55, 0.15, 0.15, 0.15], 0.0), id="four seats, one much better in B"),
        pytest.param(5, boxes([0.2] * 5, [0.2] * 5, 0.97), id="five fair seats, most games the same"),
        pytest.param(3, boxes([0.4, 0.3, 0.3], [0.3, 0.3, 0.4], 0.9, (0.006, 0.012)), id="a rare ending"),
    ],
)
def test_intervals_hold_the_truth(players: int, draw: Draw) -> None:
    dice = np.random.default_rng(33)
    truth = compared(*draw(dice, LARGE), players)
    hits = count_hits([compared(*draw(dice, DEALS), players) for _ in range(COMPARISONS)], truth)
    assert {"length", "points", "ties", "seat1", "seat_spread", "end.rare"} <= set(hits)
    assert min(hits.values()) >= ENOUGH, hits


def test_the_same_box_differs_by_0_for_certain_and_another_one_does_not() -> None:
    games, _ = boxes([0.5, 0.5], [0.5, 0.5], 1.0)(np.random.default_rng(1), 100)
    for found in compared(games, games, 2, is_same_box=True).values():
        assert (found.low, found.by, found.high, found.is_sure) == (0, 0, 0, False)
    for found in compared(games, games, 2).values():
        assert found.low < found.by == 0 < found.high, "more games might show a difference"


def test_differences_are_those_of_the_measures() -> None:
    one, other = boxes([0.5, 0.3, 0.2], [0.4, 0.3, 0.3], 0.5)(np.random.default_rng(2), 300)
    found = compared(one, other, 3)
    first, second = (measure(game_statistics.of_rows(games, 3), 3, ENDINGS) for games in (one, other))
    assert set(found) == set(first) | set(second)
    for name, difference in found.items():
        assert difference.one == pytest.approx(first[name].value), name
        assert difference.other == pytest.approx(second[name].value), name
        assert difference.by == pytest.approx(second[name].value - first[name].value), name
        assert difference.low <= difference.by <= difference.high


def test_parts_add_up_to_the_whole() -> None:
    one, other = boxes([0.5, 0.5], [0.6, 0.4], 0.5)(np.random.default_rng(3), 300)
    deals = PairedDeals(2, ENDINGS, is_same_box=False)
    for begin in range(0, 300, 100):
        deals.add(one[begin : begin + 100], other[begin : begin + 100])
    assert deals.deals == 300
    for found in deals.differences(0.05):
        whole = compared(one, other, 2)[found.name]
        assert (found.by, found.low, found.high) == pytest.approx((whole.by, whole.low, whole.high))


@pytest.mark.slow
def test_two_samples_of_one_box_rarely_seem_to_differ() -> None:
    """Of games drawn alike, one comparison in twenty at most finds anything."""
    draw = boxes([0.5, 0.5], [0.5, 0.5], 0.3, rare=(0.1, 0.1), lengths=(40, 40))
    dice = np.random.default_rng(5)
    found = [any(one.is_sure for one in compared(*draw(dice, 1000), 2).values()) for _ in range(300)]
    assert np.mean(found) <= 0.08


@pytest.mark.slow
def test_intervals_of_real_games_hold_the_truth_and_are_narrow_where_only_points_change() -> None:
    """Yadokarick with another bonus: a million deals as a thousand comparisons of a thousand."""
    printed = Matchup.surveyed("yadokarick", players=4)
    more = printed.rules.parse_box(printed.rules.box.text.replace("bonus = 5", "bonus = 6"), "more", "more")
    endings, played = printed.rules.rules.ENDINGS, list[Any]()
    for contest in (printed, printed.with_box(more)):
        parts = list[Any]()
        SimulationRun(contest, COMPARISONS * 1000, take_rows=parts.append).run()
        played.append(np.concatenate(parts))

    def compare(begin: int, end: int) -> dict[str, PairedDifference]:
        deals = PairedDeals(4, endings, is_same_box=False)
        deals.add(played[0][begin:end], played[1][begin:end])
        return {found.name: found for found in deals.differences(0.05)}

    truth = compare(0, len(played[0]))
    hits = count_hits([compare(begin, begin + 1000) for begin in range(0, len(played[0]), 1000)], truth)
    assert min(hits.values()) >= ENOUGH, hits
    values = [values_by_game(games, 4, endings) for games in played]
    for name in ("points", "seat1", "seat2", "seat3", "seat4"):
        unpaired = 2 * Z * (sum(one[name].var() for one in values) / len(played[0])) ** 0.5
        assert truth[name].high - truth[name].low < unpaired / 5, name
    assert truth["length"].high - truth["length"].low < 0.01, "no game takes another way"
