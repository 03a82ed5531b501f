"""The search bot: it plays every game, the same interpreted and compiled, finds what wins, and cannot peek."""

from __future__ import annotations

import math
import threading

import pytest

import decapod
from decapod.bots import bot
from decapod.bots.mcts import search as search_module
from decapod.bots.mcts.search import MCTSBot, MCTSConfig, Tree
from decapod.core.game import OURS
from decapod.core.match import Match
from decapod.engine import jit_warmup
from decapod.testing import Position
from decapod.testing.seats import seat_at
from tests import GAMES

SHORT = MCTSConfig(rollout_turns=2, rollout_candidates=1)  # judges early: interpreted play-outs are slow
POSITIONS = (0, 5, 23, 60)  # moves into a game at which a bot is asked


def play_by_chance(name: str, moves: int, players: int | None = None, seed: int = 3) -> Match:
    """Play a game on by chance, to where somebody has a choice."""
    match = decapod.game(name).match(players, seed=seed)
    chance = bot("random", seed=seed)
    while not match.is_over and (len(match.moves) < moves or len(match.legal_actions(match.to_act[-1])) < 2):
        player = match.to_act[-1]
        match.play(player, chance.choose(match.player_view(player, event_log=False)))
    return match


def make_ready(name: str, running: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a game's searches compiled, or interpreted."""
    if running == "compiled":
        jit_warmup.get_kernel(decapod.game(name).rules, search_module.__name__)
    monkeypatch.setattr(search_module.jit_warmup, "is_ready", lambda _package, _kernel: running == "compiled")


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_legal_moves_of_every_game_in_every_mode(name: str) -> None:
    game = decapod.game(name)
    for variant, players in game.modes:
        match = game.match(players, variant=variant, seed=1)
        player = match.to_act[-1]
        judged = MCTSBot(1, playouts=3, manner=SHORT).evaluate(match.player_view(player))
        assert sorted(one.move.id for one in judged) == match.legal_actions(player)
        assert sum(one.visits for one in judged) in (0, 3)
        assert all(0 <= one.value <= 1 for one in judged)


#: All games interpreted; compiled only two, for that is the same code, and takes a quarter of a minute each to compile.
RUNS = [(name, "interpreted") for name in OURS] + [("crabe-vs-poulpe", "compiled"), ("yadokarick", "compiled")]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "running"), RUNS)
def test_it_cannot_tell_apart_what_its_player_cannot(name: str, running: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make_ready(name, running, monkeypatch)
    simulations = 300 if running == "compiled" else 12
    for moves in POSITIONS:
        match = play_by_chance(name, moves)
        if match.is_over:
            continue
        at = Position(match.game, match.box.record, match.state)
        player = match.to_act[-1]
        answers = [
            MCTSBot(7, playouts=simulations, manner=SHORT).evaluate(seat_at(state, player))
            for state in (at, *(at.hidden(player, guess) for guess in range(3)))
        ]
        assert all(answer == answers[0] for answer in answers), f"{name} after {moves} moves"
        assert sum(one.visits for one in answers[0]) == simulations


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("crab-stack", 2), ("crab-stack", 3), ("crabe-vs-poulpe", 2)])
def test_it_answers_the_same_interpreted_and_compiled(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = []
    for running in ("compiled", "interpreted"):
        make_ready(name, running, monkeypatch)
        match = play_by_chance(name, 6, players)
        answers.append(MCTSBot(5, playouts=120).evaluate(match.player_view(match.to_act[-1])))
    assert answers[0] == answers[1]


class TooMuch(Exception):  # noqa: N818  # the word says it
    """There is more to try than a test should."""


def solve(match: Match, left: list[int]) -> float:
    """Say what a match of two is worth to player 0, by trying everything; at most `left[0]` tables."""
    if match.is_over:
        return match.returns[0]
    left[0] -= 1
    if left[0] < 0:
        raise TooMuch
    player = match.to_act[0]
    best = -1.0 if player == 0 else 1.0
    for move in match.legal_actions(player):
        after = match.copy()
        after.play(player, move)
        best = (max, min)[player](best, solve(after, left))
        if best == (1.0, -1.0)[player]:
            break
    return best


def test_it_solves_endings_of_crab_stack() -> None:
    solved = 0
    for seed in range(12):
        match = decapod.game("crab-stack").match(2, seed=seed)
        chance = bot("random", seed=seed)
        while not match.is_over and len(match.legal_actions(match.to_act[0])) not in (2, 3, 4):
            match.play(match.to_act[0], chance.choose(match.player_view(match.to_act[0], event_log=False)))
        if match.is_over:
            continue
        player = match.to_act[0]
        try:
            worth = solve(match, [150])
        except TooMuch:
            continue
        best = match.copy()
        best.play(player, MCTSBot(1, playouts=400, manner=SHORT).choose(match.player_view(player)))
        assert solve(best, [1000]) == worth
        solved += worth != (-1.0, 1.0)[player]  # whoever has lost anyway can do nothing wrong
    assert solved >= 2


def test_a_forced_move_is_made_at_once() -> None:
    match = decapod.game("crabs").match(2, seed=1, first=0)
    chance = bot("random", seed=1)
    while len(match.legal_actions(match.to_act[0])) > 1:
        match.play(match.to_act[0], chance.choose(match.player_view(match.to_act[0], event_log=False)))
    (judged,) = MCTSBot(1, seconds=3600.0).evaluate(match.player_view(match.to_act[0]))
    assert judged.visits == 0


def test_it_answers_at_once_when_it_is_stopped() -> None:
    stop = threading.Event()
    thinker = MCTSBot(1, seconds=3600.0, stop=stop, manner=SHORT)
    seat = (
        decapod.game("crab-stack")
        .match(2, seed=1)
        .player_view(0 if decapod.game("crab-stack").match(2, seed=1).to_act == (0,) else 1)
    )
    threading.Timer(0.2, stop.set).start()
    assert sum(one.visits for one in thinker.evaluate(seat)) > 0


@pytest.mark.slow
def test_its_tree_is_kept_while_what_happens_could_be_foreseen() -> None:
    match = decapod.game("crab-stack").match(2, seed=2, first=0)
    thinker = MCTSBot(3, playouts=150, manner=SHORT)
    match.play(0, thinker.choose(match.player_view(0)))
    match.play(1, max(match.legal_actions(1), key=lambda move: move % 7))
    assert sum(one.visits for one in thinker.evaluate(match.player_view(0))) >= 150
    before = sum(one.visits for one in thinker.evaluate(match.player_view(0)))
    assert before >= 300, "asked again at the same table it goes on"
    other = decapod.game("crab-stack").match(2, seed=9, first=0)
    assert sum(one.visits for one in thinker.evaluate(other.player_view(0))) == 150, "another deal is another tree"


def test_threads_add_up_what_they_find() -> None:
    match = decapod.game("crabe-vs-poulpe").match(2, seed=2, first=0)
    judged = MCTSBot(3, playouts=20, threads=2, manner=SHORT).evaluate(match.player_view(0))
    assert sum(one.visits for one in judged) == 20


def test_a_tree_without_room_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MCTSBot, "max_nodes", 4)
    match = decapod.game("crab-stack").match(2, seed=2, first=0)
    judged = MCTSBot(3, playouts=30, manner=SHORT).evaluate(match.player_view(0))
    assert sorted(one.move.id for one in judged) == match.legal_actions(0)
    assert sum(one.visits for one in judged) <= 30


@pytest.mark.parametrize("who", ["mcts:30", "flat-mc:30"])
def test_alone_a_move_is_worth_the_points_it_leads_to(who: str) -> None:
    match = decapod.game("yadokarick").match(1, variant="solo", seed=4)
    judged = bot(who, seed=3).evaluate(match.player_view(0))
    assert all(0 < one.value < 1 for one in judged)
    assert len({one.value for one in judged if one.visits}) > 1


@pytest.mark.parametrize(("name", "is_kept"), [("crab-stack", True), ("crabe-vs-poulpe", False)])
def test_a_tree_is_kept_for_the_others_move_only_where_nothing_is_hidden(name: str, is_kept: bool) -> None:
    match = play_by_chance(name, 4)
    player = match.to_act[-1]
    thinker, tree, stop = MCTSBot(1, manner=SHORT), Tree(4096), threading.Event()
    tree.begin(match.player_view(player))
    tree.grow(match.player_view(player), thinker, 1, 120, math.inf, stop)
    best = max(tree.children(), key=lambda child: int(child.visits))
    visits = int(best.visits)
    match.play(player, int(best.move))
    assert match.to_act[-1] != player
    tree.begin(match.player_view(match.to_act[-1]))
    assert tree.visits == (visits if is_kept else 0)


def test_a_probe_looks_at_one_move_only_and_then_every_move_is_looked_at_again() -> None:
    match = play_by_chance("crab-stack", 4)
    seat = match.player_view(match.to_act[-1])
    thinker, tree, stop = MCTSBot(1, manner=SHORT), Tree(4096), threading.Event()
    tree.begin(seat)
    tree.grow(seat, thinker, 1, 30, math.inf, stop)
    before = {int(child.move): int(child.visits) for child in tree.children()}
    move = seat.legal_actions()[-1]
    tree.probe(move, seat, thinker, 2, 25, math.inf, stop)
    after = {int(child.move): int(child.visits) for child in tree.children()}
    assert {**after, move: 0} == {**before, move: 0}
    assert after[move] == before.get(move, 0) + 25
    tree.grow(seat, thinker, 3, 200, math.inf, stop)
    assert sum(int(child.visits) for child in tree.children()) == sum(after.values()) + 200
    assert len(tree.children()) > 1
