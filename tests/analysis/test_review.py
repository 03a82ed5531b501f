"""A whole match looked at: each move judged once, the same whatever stops it, and only more than noise is told."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from decapod.analysis import GRADES, MoveReview, Review
from decapod.analysis import review as review_match
from decapod.core.match import Match
from decapod.errors import IllegalMoveError, ParseError, UsageError

Played = Callable[..., Match]
LOST = MoveReview(1, 0, 5, 6, chance=0.6, error=0.01, made_chance=0.3, made_error=0.01, visits=100, line=(6,))


def test_every_move_gets_a_verdict_and_the_best_one_costs_nothing(played: Played) -> None:
    match = played("crab-stack")
    review = review_match(match, simulations=40, threads=1)
    assert review.is_done
    assert [one.ply for one in review.verdicts] == list(range(1, len(match.moves) + 1))
    for verdict, made in zip(review.verdicts, match.moves, strict=True):
        assert (verdict.player, verdict.move) == (made.player, made.action)
        assert verdict.line[0] == verdict.best
        if verdict.chance is None:
            assert verdict.move == verdict.best
        else:
            assert 0 <= verdict.value_loss <= 1
            assert verdict.value_loss == 0 or verdict.move != verdict.best
    ends = [line[-1] for line in review.graph()]
    assert ends == [(len(match.moves), (1 + value) / 2) for value in match.returns]


def test_it_is_stopped_kept_and_gone_on_with_and_says_the_same(played: Played) -> None:
    match = played("crab-stack")
    whole = review_match(match, simulations=30, seed=5, threads=1)
    stop = threading.Event()
    part = Review(match, simulations=30, seed=5)
    part.run(threads=2, stop=stop, progress=lambda review: review.done >= 4 and stop.set())
    assert 4 <= part.done < part.total
    later = Review(match, simulations=30, seed=5)
    later.resume(part.dumps())
    assert later.done == part.done
    later.run(threads=2)
    assert later.verdicts == whole.verdicts
    assert Review(match, simulations=30, seed=5).resume(later.dumps()) is None


def test_what_was_kept_of_something_else_is_refused(played: Played) -> None:
    match = played("crab-stack")
    kept = Review(match, simulations=30).dumps()
    for other in (Review(match, simulations=31), Review(match, simulations=30, seed=1), Review(played("crabs"))):
        with pytest.raises(ParseError):
            other.resume(kept)
    for text in ("", "{", "[]", "null", '{"format": "decapod analysis 1"}', "x" * 100, "[" * 100_000):
        with pytest.raises(ParseError, match="no analysis"):
            Review(match).resume(text)


def test_while_a_match_goes_on_a_player_gets_their_own_moves_only(played: Played) -> None:
    match = played("crabs", 6)
    with pytest.raises(IllegalMoveError):
        Review(match)
    review = review_match(match, simulations=4, player=1, threads=1)
    assert {one.player for one in review.verdicts} <= {1}
    assert review.total == sum(made.player == 1 for made in match.moves) == review.done
    assert review.turning_point is None


def test_a_loss_is_graded_by_what_it_costs_and_only_if_it_is_more_than_noise() -> None:
    assert LOST.grade == "blunder"
    assert LOST.value_loss == pytest.approx(0.3)
    assert [replace(LOST, made_chance=0.6 - loss).grade for loss in (0.21, 0.19, 0.11, 0.09, 0.06, 0.04)] == [
        "blunder", "mistake", "mistake", "inaccuracy", "inaccuracy", "",
    ]  # fmt: skip
    assert replace(LOST, made_error=0.2).grade == ""
    sure = replace(LOST, error=0.0, made_error=0.0, made_chance=0.4)
    assert sure.value_loss_error > 0, "another tree would say something else"
    assert replace(LOST, best=5).grade == ""
    assert replace(LOST, best=5).value_loss == 0
    assert list(GRADES) == ["blunder", "mistake", "inaccuracy"]


def test_a_move_is_as_good_as_the_position_that_it_led_to_if_that_was_searched_too() -> None:
    later = replace(LOST, ply=2, chance=0.55, error=0.02, is_continued=True)
    assert LOST.knowing(later) == replace(LOST, made_chance=0.55, made_error=0.02)
    assert LOST.knowing(later).grade == ""
    certain = replace(later, player=1, chance=1.0, error=0.0, is_continued=False)
    assert LOST.knowing(certain) == replace(LOST, made_chance=0.0, made_error=0.0), "the other wins for sure"
    lucky = replace(certain, after_reveal=True)  # nobody could know that before
    for unlike in (None, replace(later, is_continued=False), replace(later, chance=None), lucky):
        assert LOST.knowing(unlike) == LOST


def test_what_came_to_light_or_somebody_else_in_between_makes_it_another_position(played: Played) -> None:
    match = played("crabs", 30)
    review = Review(match, simulations=2, winners=[0])
    review.run(threads=1)
    reveals = [int(match.at_ply(ply).state.reveals) for ply in range(len(match.moves) + 1)]
    for one in review.verdicts[1:]:
        same = match.moves[one.ply - 2].player == one.player
        assert one.is_continued == (same and reveals[one.ply - 1] == reveals[one.ply - 2])
    assert {one.is_continued for one in review.verdicts} == {True, False}


def review_of(match: Match, chances: list[float], losses: list[float], error: float = 0.0) -> Review:
    """Make a review in which the players had these chances at their moves, and lost so much by each."""
    review = Review(match, winners=[0])
    for ply, (chance, loss) in enumerate(zip(chances, losses, strict=True), 1):
        made = match.moves[ply - 1]
        verdict = MoveReview(ply, made.player, 1, 2, chance, error, chance - loss, error, 9, (2,))
        review._verdicts[ply] = verdict
    return review


@pytest.fixture
def eight(played: Played) -> Match:
    """The first eight moves of a match for two, who took turns, in which nothing ever comes to light."""
    match = played("crab-stack", 8).at_ply(8)
    assert [made.player for made in match.moves] == [0, 1] * 4
    return match


def test_the_turning_point_is_the_costliest_move_after_which_the_winner_was_ahead_for_good(eight: Match) -> None:
    chances = [0.6, 0.5, 0.4, 0.7, 0.8, 0.2, 0.9, 0.1]
    assert review_of(eight, chances, [0.0, 0.0, 0.1, 0.3, 0.0, 0.9, 0.0, 0.0]).turning_point == 4
    assert review_of(eight, [0.6, 0.4] * 4, [0.1] * 8).turning_point is None, "always ahead"
    assert review_of(eight, [0.4, 0.6] * 4, [0.0] * 7 + [0.2]).turning_point == 8, "ahead only at the end"


def test_a_lead_that_was_given_back_was_no_turning_point(eight: Match) -> None:
    """Both blundered, one after the other; the first of these blunders was named, after which the loser was winning."""
    chances = [0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 0.9, 0.1]
    assert review_of(eight, chances, [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0]).turning_point == 6


def test_what_may_be_noise_turns_nothing(eight: Match) -> None:
    """A level graph crossed the middle by a hair, and luck was said to have turned the match there."""
    level = [0.49, 0.49, 0.52, 0.47, 0.54, 0.45, 0.56, 0.42]
    assert review_of(eight, level, [0.0] * 8, error=0.01).turning_point is None, "little by little"
    chances = [0.5, 0.5, 0.51, 0.49, 0.51, 0.49, 0.8, 0.2]
    assert review_of(eight, chances, [0.0] * 8, error=0.01).turning_point is None, "neither a mistake nor luck"
    blundered = [0.0] * 5 + [0.3, 0.0, 0.0]
    assert review_of(eight, chances, blundered, error=0.01).turning_point == 6, "not where it crossed the middle"


def test_luck_turns_a_match_only_where_something_came_to_light(played: Played) -> None:
    match = played("crabs", 30).at_ply(30)
    reveals = [int(match.at_ply(ply).state.reveals) for ply in range(31)]
    lucky = next(ply for ply in range(3, 30) if reveals[ply] != reveals[ply - 1] and match.moves[ply - 1].player == 0)
    sober = next(ply for ply in range(3, 30) if reveals[ply] == reveals[ply - 1])
    for ply, turning in ((lucky, lucky), (sober, None)):
        ahead = [n >= ply for n in range(30)]
        chances = [0.8 if ahead[n] == (made.player == 0) else 0.2 for n, made in enumerate(match.moves)]
        assert review_of(match, chances, [0.0] * 30, error=0.01).turning_point == turning


def test_of_two_players_one_has_the_chance_that_the_other_has_not(played: Played) -> None:
    """Both were on top at once in the graph: each dot took it that its own player would move best."""
    match = played("crab-stack", players=2)
    first, second = review_match(match, simulations=30, threads=1).graph()
    assert [made for made, _ in first] == [made for made, _ in second]
    assert [chance for _, chance in first] == pytest.approx([1 - chance for _, chance in second])


def test_a_move_that_proves_better_than_the_best_was_the_best() -> None:
    """It said: about as good as the best; and below it what was better, with 45 % instead of 63."""
    later = replace(LOST, ply=2, chance=0.7, error=0.02, line=(9,), is_continued=True)
    found = LOST.knowing(later)
    assert (found.best, found.chance, found.made_chance, found.line, found.value_loss) == (5, 0.7, 0.7, (5, 9), 0)


def test_absurd_wishes_are_refused(played: Played) -> None:
    match = played("crab-stack")
    with pytest.raises(UsageError):
        review_match(match, simulations=5, threads=0)
    with pytest.raises(ParseError):
        review_match(match, player=2)
