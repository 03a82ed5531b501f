"""What an unfinished game is held to be worth."""

from __future__ import annotations

import numpy as np
import pytest

import decapod
from decapod.bots import bot
from decapod.core.match import Match
from decapod.engine.returns import HALF_WON, estimate


def estimated(match: Match) -> list[float]:
    """Estimate what a match is worth to each player."""
    scratch, out = np.zeros((2, match.players), np.int64), np.zeros(match.players)
    estimate(match.box.record, match.state, scratch, out)
    return out.tolist()


@pytest.mark.parametrize(("name", "players"), [("crabs", 2), ("crabs", 4), ("oh-crab", 3), ("yadokarick", 3)])
def test_whoever_stands_better_is_held_to_be_better_off_and_all_add_up_to_nothing(name: str, players: int) -> None:
    match, chance, unequal = decapod.game(name).match(players, seed=5), bot("random", seed=5), 0
    while not match.is_over and len(match.moves) < 120:
        worths, places = estimated(match), match.places
        assert sum(worths) == pytest.approx(0)
        assert all(-1 < worth < 1 for worth in worths)
        first, last = places.index(min(places)), places.index(max(places))
        assert worths[first] >= worths[last]
        unequal += worths[first] > worths[last]
        match.play(match.to_act[0], chance.choose(match.player_view(match.to_act[0], event_log=False)))
    assert unequal


def test_a_lead_counts_for_more_the_greater_it_is() -> None:
    match = decapod.game("crabs").match(2, seed=1)
    state = match.state
    scratch, out, worths = np.zeros((2, 2), np.int64), np.zeros(2), []
    for points in (0, 1, HALF_WON, 20):
        state.score[0] = points
        estimate(match.box.record, state, scratch, out)
        worths.append(float(out[0]))
    assert worths == sorted(worths)
    assert (worths[0], worths[2]) == (0.0, 0.5)


def test_where_nobody_has_a_better_place_points_count() -> None:
    match = decapod.game("crab-stack").match(2, seed=1, first=0)
    match.play(0, next(move for move in match.legal_actions(0) if covers_a_rival(match, move)))
    assert match.places == (1, 1)
    assert match.points == (9, 8)
    assert estimated(match) == [1 / (1 + HALF_WON), -1 / (1 + HALF_WON)]


def covers_a_rival(match: Match, move: int) -> bool:
    """Say whether a move of Crab Stack takes a crab of the other's from the top, and none of one's own."""
    after = match.copy()
    after.play(0, move)
    return after.points[0] > after.points[1]


def test_alone_it_is_the_points_so_far() -> None:
    match = decapod.game("yadokarick").match(1, variant="solo", seed=1)
    assert estimated(match) == [match.points[0] / 100]
