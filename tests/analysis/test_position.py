"""The analysis of a position: it says what is best for whom and how sure that is, and nothing hidden gets into it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace

import pytest

import decapod
from decapod.analysis import Analysis, analyse
from decapod.analysis.position import Explorer, describe_line, judge_child
from decapod.core.match import Match
from decapod.errors import NotYourTurnError, UsageError
from decapod.testing import Position
from decapod.testing.seats import seat_at
from tests import GAMES

Played = Callable[..., Match]


@pytest.mark.parametrize("name", GAMES)
def test_it_lists_the_moves_looked_at_most_with_what_follows_and_what_to_mark(name: str, played: Played) -> None:
    match = played(name, 3)
    player = match.to_act[-1]
    seat = match.player_view(player)
    found = analyse(seat, simulations=12)
    assert found.player == player
    assert found.simulations == 12
    assert not found.is_forced
    assert found.metric == {1: "points", 2: "win"}.get(match.players, "place")
    visits = [line.visits for line in found.lines]
    assert visits == sorted(visits, reverse=True)
    assert 0 < sum(visits) <= 12
    pieces = {piece.id for piece in seat.scene().pieces}
    for line in found.lines:
        assert line.move in match.legal_moves(player)
        assert line.moves[0] == (player, line.move)
        assert 0 <= line.value <= 1
        assert line.error > 0 or line.is_proven
        assert set(line.pieces) <= pieces
        assert [one for arrow in line.arrows for one in arrow][::2] == list(line.pieces[:-1])


def test_the_same_seed_says_the_same_and_another_something_else(played: Played) -> None:
    match = played("crabs", 3)
    once, again, other = (analyse(match.player_view(match.to_act[-1]), simulations=20, seed=seed) for seed in (1, 1, 2))
    assert once == again
    assert [line.visits for line in once.lines] != [line.visits for line in other.lines] or once.lines != other.lines


@pytest.mark.parametrize("name", ["crabe-vs-poulpe", "crabs", "oh-crab", "yadokarick"])
def test_what_a_player_cannot_know_changes_nothing(name: str, played: Played) -> None:
    match = played(name, 8)
    player = match.to_act[-1]
    at = Position(match.game, match.box.record, match.state)
    answers = [
        analyse(seat_at(table, player), simulations=6)
        for table in (at, *(at.hidden(player, guess) for guess in range(2)))
    ]
    assert all(answer == answers[0] for answer in answers)


def test_a_player_who_is_not_awaited_has_nothing_to_search(crab_stack: decapod.Game) -> None:
    match = crab_stack.match(players=2, seed=7)
    with pytest.raises(NotYourTurnError):
        analyse(match.player_view(1), simulations=5)


def test_what_is_no_budget_is_refused_in_one_line(crab_stack: decapod.Game) -> None:
    seat = crab_stack.match(players=2, seed=7).player_view(0)
    for wrong in ({"simulations": 0}, {"simulations": 10**9}, {"seconds": 0}, {"seconds": 10**9}, {"lines": 0}):
        with pytest.raises(UsageError):
            analyse(seat, **wrong)


def only_move_of(played: Played) -> Match:
    match = played("yadokarick", 1)
    while len(match.legal_actions(match.to_act[0])) > 1:
        match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0])
    return match


def test_the_only_move_is_not_searched(played: Played) -> None:
    match = only_move_of(played)
    found = analyse(match.player_view(match.to_act[0]))
    assert found.is_forced
    assert found.simulations == 0
    assert len(found.lines) == 1


def test_stopped_at_once_it_has_nothing_to_list_and_says_so(crab_stack: decapod.Game) -> None:
    stop = threading.Event()
    stop.set()
    found = analyse(crab_stack.match(players=2, seed=7).player_view(0), stop=stop)
    assert found == Analysis(0, "win", (), 0, False)


def a_node(returns: list[float], **more: object) -> SimpleNamespace:
    squares = sum(one * one for one in returns)
    node = {"move": 1, "visits": len(returns), "total": sum(returns), "squares": squares, "exact": 0, "worth": 0.0}
    return SimpleNamespace(**{**node, **more})


def test_the_error_is_that_of_an_average_and_few_visits_that_agree_prove_little() -> None:
    even = judge_child(a_node([1.0, -1.0] * 5000))
    assert even.chance == 0.5
    assert even.error == pytest.approx(0.5 / 100, rel=0.01)
    calm = judge_child(a_node([0.1, -0.1] * 5000))
    assert calm.error == pytest.approx(0.05 / 100, rel=0.02)
    assert judge_child(a_node([1.0])).error > 0.2
    sure = judge_child(a_node([0.2], exact=1, worth=-1.0))
    assert (sure.chance, sure.error, sure.is_proven) == (0.0, 0.0, True)


def test_what_follows_ends_where_something_hidden_would_decide(played: Played) -> None:
    match = played("crabs", 3)
    player = match.to_act[-1]
    seat = match.player_view(player)
    explorer = Explorer(1, 60)
    explorer.explore(seat)
    best = explorer.judge(seat)[0].move
    line = describe_line(seat, [best, 10**6])
    assert [(who, move.id) for who, move in line] == [(player, best)]
