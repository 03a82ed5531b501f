"""Ratings that are right, intervals that hold what they promise, and verdicts that are rarely wrong."""

from __future__ import annotations

import numpy as np
import pytest

from decapod.lab.contest import GameResult, Matchup
from decapod.lab.ratings import SCALE, Comparison, SequentialTest, compare, rate, score_interval, standings, verdict

STRENGTHS = np.array([1.2, 0.3, -0.4, -1.1])


def chance_of(difference: float) -> float:
    return float(1 / (1 + np.exp(-difference)))


def tournament(random: np.random.Generator, deals: int, strengths: np.ndarray = STRENGTHS) -> list[Comparison]:
    """Let everybody meet everybody twice in every deal, by their true strengths."""
    return [
        Comparison(deal, a, b, float(random.random() < chance_of(strengths[a] - strengths[b])))
        for deal in range(deals)
        for a in range(len(strengths))
        for b in range(a + 1, len(strengths))
        for _ in range(2)
    ]


def result(contest: Matchup, number: int, *places: int) -> GameResult:
    return GameResult(number, contest.seats(number), places, [0] * len(places), 9, [1.0, 3.0], [2, 2])


def test_true_strengths_are_found() -> None:
    ratings, errors = rate(4, tournament(np.random.default_rng(1), 2000))
    assert np.abs(ratings - STRENGTHS * SCALE).max() < 3 * errors.max() < 40


def test_intervals_hold_the_truth_19_times_out_of_20() -> None:
    random = np.random.default_rng(2)
    held = total = 0
    for _ in range(150):
        ratings, errors = rate(4, tournament(random, 20))
        held += int((np.abs(ratings - STRENGTHS * SCALE) <= 1.96 * errors).sum())
        total += 4
    assert held / total > 0.93


def test_games_that_always_end_alike_within_a_deal_count_as_one() -> None:
    """A deal that decides its games makes intervals wider, not narrower."""
    random = np.random.default_rng(3)
    coins = random.random(60) < 0.5
    alike = [Comparison(deal, 0, 1, float(coin)) for deal, coin in enumerate(coins) for _ in range(6)]
    single = [Comparison(deal, 0, 1, float(coin)) for deal, coin in enumerate(coins)]
    assert rate(2, alike)[1][0] == pytest.approx(rate(2, single)[1][0], rel=0.1)


def test_who_always_wins_is_much_stronger_but_not_infinitely_and_nobody_knows_how_much() -> None:
    ratings, errors = rate(2, [Comparison(deal, 0, 1, 1.0) for deal in range(40)])
    assert 600 < ratings[0] - ratings[1] < 900
    assert errors[0] > 80


def test_nothing_played_is_nothing_known() -> None:
    ratings, errors = rate(3, [])
    assert ratings.tolist() == [0, 0, 0]
    assert errors.min() > 100


def test_a_shared_first_place_is_won_in_equal_parts() -> None:
    contest = Matchup.of("crab-stack", ["random", "flat-mc:9"])
    games = [result(contest, 0, 1, 1), result(contest, 1, 1, 2), result(contest, 2, 2, 1), result(contest, 3, 1, 2)]
    first, second = standings(contest, games)
    assert (first.name, first.wins, first.games, first.seconds_per_move) == ("flat-mc:9", 3.5, 4, 1.0)
    assert (second.name, second.wins) == ("random", 0.5)
    assert first.rating == -second.rating > 0
    assert first.low < first.rating < first.high


def test_three_at_a_table_are_three_comparisons() -> None:
    contest = Matchup.of("crab-stack", ["random"] * 3, players=3)
    found = compare(contest, [GameResult(3, (2, 1, 0), (1, 2, 2), [0] * 3, 9, [0] * 3, [0] * 3)])
    assert sorted((c.one, c.other, c.score, c.deal) for c in found) == [(0, 1, 0.5, 1), (0, 2, 0, 1), (1, 2, 0, 1)]


def test_score_intervals_hold_the_truth_also_for_few_and_lopsided_deals() -> None:
    random = np.random.default_rng(4)
    for truth in (0.5, 0.6, 0.9):
        for deals in (10, 60):
            scores = (random.random((2000, deals, 2)) < truth).mean(2)
            held = [low <= truth <= high for low, high in map(score_interval, scores.tolist())]
            assert np.mean(held) > 0.93


def test_one_in_twenty_verdicts_about_equals_is_wrong_however_often_one_looks() -> None:
    random = np.random.default_rng(5)
    wrong = [verdict((random.random((300, 2)) < 0.5).mean(1).tolist(), 0.95) for _ in range(400)]
    assert np.mean(np.abs(wrong)) < 0.05
    always_split = [0.5] * 300
    assert verdict(always_split, 0.95) == 0


def test_the_stronger_is_found_and_a_target_is_passed_or_missed() -> None:
    random = np.random.default_rng(6)
    scores = (random.random((60, 2)) < 0.85).mean(1).tolist()
    assert verdict(scores, 0.95) == 1
    assert verdict([1 - score for score in scores], 0.95) == -1
    assert verdict(scores, 0.95, target=0.6) == 1
    assert verdict(scores, 0.95, target=0.99) == -1
    assert verdict([1.0] * 4, 0.95) == 0
    assert verdict([1.0] * 8, 0.95) == 1
    assert verdict([], 0.95) == 0


def test_whole_deals_count_in_their_order_whichever_game_ends_first() -> None:
    contest = Matchup.of("crab-stack", ["random", "flat-mc:1"])
    settling = SequentialTest(contest, 0.95)
    for number in range(2, 40):
        settling.add(result(contest, number, *((1, 2) if number % 2 == 0 else (2, 1))))
    assert settling.is_open((0, 1)), "the first deal is missing"
    settling.add(result(contest, 0, 1, 2))
    assert settling.is_open((0, 1)), "half of it still is"
    settling.add(result(contest, 1, 2, 1))
    assert settling.verdicts == {(0, 1): 1}
    assert settling.done


def test_doubt_is_shared_among_pairs() -> None:
    """Eight deals won settle one pair of two bots, not one of many."""

    def won(contest: Matchup) -> int | None:
        settling = SequentialTest(contest, 0.95)
        for number in range(8 * len(contest.lineups)):
            if set(contest.seats(number)) == {0, 1}:
                settling.add(result(contest, number, *((1, 2) if contest.seats(number)[0] == 0 else (2, 1))))
        return settling.verdicts.get((0, 1))

    assert won(Matchup.of("crab-stack", ["random"] * 2)) == 1
    assert won(Matchup.of("crab-stack", ["random"] * 5)) is None
