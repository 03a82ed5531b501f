"""The search guided by a net: it plays every game, follows policy and judgement, finds what wins, and cannot peek."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path

import numpy as np
import pytest

import decapod
from decapod.bots import bot
from decapod.bots import net_bot as net_module
from decapod.bots.levels import Level6
from decapod.bots.mcts import puct
from decapod.bots.mcts import search as search_module
from decapod.bots.mcts.puct import PUCTBot, PUCTConfig
from decapod.core.game import OURS
from decapod.engine import jit, jit_warmup, tree
from decapod.errors import UsageError
from decapod.nn.forward import NetWeights, Scratch
from decapod.nn.net_file import Net
from decapod.testing import Position
from decapod.testing.seats import seat_at
from tests.bots.test_search import POSITIONS, TooMuch, play_by_chance, solve


def make_ready(name: str, running: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a game's guided searches compiled, or interpreted."""
    if running == "compiled":
        jit_warmup.get_kernel(decapod.game(name).rules, puct.__name__)
    monkeypatch.setattr(search_module.jit_warmup, "is_ready", lambda _package, _kernel: running == "compiled")


@pytest.mark.parametrize("name", OURS)
def test_it_plays_legal_moves_of_every_game_in_every_mode(name: str, net_of: Callable[..., str]) -> None:
    game = decapod.game(name)
    for variant, players in game.modes:
        match = game.match(players, variant=variant, seed=1)
        player = match.to_act[-1]
        judged = PUCTBot(1, playouts=6, net=net_of(name)).evaluate(match.player_view(player))
        assert sorted(one.move.id for one in judged) == match.legal_actions(player)
        assert sum(one.visits for one in judged) in (0, 6)
        assert all(0 <= one.value <= 1 for one in judged)


#: Every game interpreted; jit, which takes a while, the one whose kernel is compiled below anyway.
RUNS = [
    *((name, "interpreted") for name in OURS),
    pytest.param("crabe-vs-poulpe", "compiled", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "running"), RUNS)
def test_it_cannot_tell_apart_what_its_player_cannot(
    name: str, running: str, net_of: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_ready(name, running, monkeypatch)
    simulations = 300 if running == "compiled" else 12
    for moves in POSITIONS[1:3]:
        match = play_by_chance(name, moves)
        if match.is_over:
            continue
        at = Position(match.game, match.box.record, match.state)
        player = match.to_act[-1]
        answers = [
            PUCTBot(7, playouts=simulations, net=net_of(name)).evaluate(seat_at(state, player))
            for state in (at, *(at.hidden(player, guess) for guess in range(2)))
        ]
        assert all(answer == answers[0] for answer in answers), f"{name} after {moves} moves"
        assert sum(one.visits for one in answers[0]) == simulations


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("crab-stack", 3), ("crabe-vs-poulpe", 2)])
def test_it_judges_the_same_interpreted_and_compiled(
    name: str, players: int, net_of: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play_by_chance(name, 6, players)
    player, answers = match.to_act[-1], []
    for running in ("compiled", "interpreted"):
        make_ready(name, running, monkeypatch)
        thinker = PUCTBot(5, playouts=60, net=net_of(name))
        judged = {one.move.id: one for one in thinker.evaluate(match.player_view(player))}
        priors = {int(child.move): float(child.prior) for child in thinker._trees[0].children()}
        answers.append((judged, priors))
    (fast, fast_priors), (slow, slow_priors) = answers
    assert fast_priors == pytest.approx(slow_priors, abs=1e-4)
    assert {move: one.visits for move, one in fast.items()} == {move: one.visits for move, one in slow.items()}
    assert {m: one.value for m, one in fast.items()} == pytest.approx({m: one.value for m, one in slow.items()})


@pytest.mark.slow
def test_another_net_needs_no_other_kernel(net_of: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    make_ready("crabe-vs-poulpe", "compiled", monkeypatch)
    seat = play_by_chance("crabe-vs-poulpe", 3).player_view(0)
    seat = seat if seat.legal_actions() else play_by_chance("crabe-vs-poulpe", 3).player_view(1)
    kernel = jit.kernel(puct.search_by_net, seat.game.rules)
    for width, seed in ((16, 1), (40, 2)):
        PUCTBot(1, playouts=5, net=net_of("crabe-vs-poulpe", width, seed)).evaluate(seat)
    assert len(kernel.signatures) == 1


def opinionated(folder: Path, likes: dict[int, float] | None = None, expects: float = 0.0) -> str:
    """Write a net of Crab Stack that likes some moves, and expects the same of every table for who looks at it."""
    net = Net.random(decapod.game("crab-stack"), 8)
    for name in ("policy", "policy.bias", "value", "value.bias"):
        net.tensors[name][:] = 0
    for move, logit in (likes or {}).items():
        net.tensors["policy.bias"][move] = logit
    net.tensors["value.bias"][0] = np.arctanh(expects)
    net.write(folder / "net.safetensors")
    return str(folder / "net.safetensors")


def test_it_looks_most_at_what_the_policy_likes(tmp_path: Path) -> None:
    seat = decapod.game("crab-stack").match(2, seed=2, first=0).player_view(0)
    legal = seat.legal_actions()
    liked = {legal[7]: 6.0, legal[3]: 5.0}
    judged = PUCTBot(1, playouts=40, net=opinionated(tmp_path, liked)).evaluate(seat)
    assert [one.move.id for one in judged[:2]] == [legal[7], legal[3]]
    tried = [one for one in judged if one.visits]
    assert len(tried) < len(legal), "what the policy dislikes is not even looked at"


def test_a_warmer_policy_looks_at_more_moves(tmp_path: Path) -> None:
    seat = decapod.game("crab-stack").match(2, seed=2, first=0).player_view(0)
    net = opinionated(tmp_path, {seat.legal_actions()[7]: 4.0})

    def looked_at(warmth: float) -> int:
        thinker = PUCTBot(1, playouts=30, net=net, guidance=PUCTConfig(fpu_reduction=0.0, policy_temperature=warmth))
        return sum(one.visits > 0 for one in thinker.evaluate(seat))

    assert looked_at(0.5) < looked_at(4.0)


@pytest.mark.parametrize(("name", "is_other"), [("crab-stack", False), ("crabe-vs-poulpe", True)])
def test_what_others_would_do_depends_on_what_they_hold_on_each_guess_if_it_is_looked_at_afresh(
    name: str, is_other: bool, net_of: Callable[..., str]
) -> None:
    """Where nothing is hidden every look is the same."""
    match = play_by_chance(name, 4)
    seat = match.player_view(match.to_act[0])
    visits = [
        [
            one.visits
            for one in PUCTBot(
                5, playouts=80, net=net_of(name), guidance=PUCTConfig(reevaluate_opponents=afresh)
            ).evaluate(seat)
        ]
        for afresh in (0.0, 1.0)
    ]
    assert (visits[0] != visits[1]) == is_other


@pytest.mark.parametrize("newest", [puct.HALF, puct.WHOLE])
def test_a_new_look_counts_half_or_alone(newest: float, net_of: Callable[..., str]) -> None:
    match = decapod.game("crabe-vs-poulpe").match(2, seed=1, first=0)
    rules, box = match.game.rules, match.box.record
    weights, desk = NetWeights.of(Net.read(net_of(rules.NAME))), Scratch.of(rules, 16)
    nodes, search_state, moves = (
        np.zeros(99, tree.Node).view(np.recarray),
        np.zeros(tree.STATE, np.int64),
        np.zeros(99, np.int64),
    )
    tree.clear(nodes, search_state, 1, 0)
    looks: list[dict[int, float]] = []
    for guess in range(2):
        state = Position(match.game, box, match.state).hidden(1, guess).state
        n = rules.legal_actions(box, state, 0, moves)
        puct.expand(
            box,
            state,
            0,
            nodes,
            search_state,
            tree.ROOT,
            moves,
            n,
            weights,
            desk,
            np.array(astuple(PUCTConfig())),
            newest,
        )
        looks.append(dict(zip(moves[:n].tolist(), desk.priors[:n].tolist(), strict=True)))
    priors = {int(node.move): float(node.prior) for node in nodes[1 : search_state[tree.USED]]}
    first, last = looks
    assert first.keys() & last.keys()
    for move, prior in priors.items():
        before = first.get(move, last.get(move, 0.0))
        now = last.get(move, before)
        assert prior == pytest.approx(before + (now - before) * newest)


def test_a_table_is_worth_what_the_net_expects_of_it(tmp_path: Path) -> None:
    """One simulation makes a move, and asks the net what the rival is to expect then: 0.6, and nothing for oneself."""
    seat = decapod.game("crab-stack").match(2, seed=2, first=0).player_view(0)
    net = opinionated(tmp_path, {seat.legal_actions()[7]: 9.0}, expects=0.6)
    assert PUCTBot(1, playouts=1, net=net).evaluate(seat)[0].value == pytest.approx(0.5)
    assert PUCTBot(1, playouts=2, net=net).evaluate(seat)[0].value == pytest.approx(0.65), (
        "half of 0.6, after two moves"
    )


def test_it_solves_endings_of_crab_stack(net_of: Callable[..., str]) -> None:
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
        best.play(player, PUCTBot(1, playouts=400, net=net_of("crab-stack")).choose(match.player_view(player)))
        assert solve(best, [1000]) == worth
        solved += worth != (-1.0, 1.0)[player]
    assert solved >= 2


def test_its_tree_is_kept_while_what_happens_could_be_foreseen(net_of: Callable[..., str]) -> None:
    match = decapod.game("crab-stack").match(2, seed=2, first=0)
    thinker = PUCTBot(3, playouts=20, net=net_of("crab-stack"))
    match.play(0, thinker.choose(match.player_view(0)))
    match.play(1, match.legal_actions(1)[0])
    assert sum(one.visits for one in thinker.evaluate(match.player_view(0))) >= 20
    assert sum(one.visits for one in thinker.evaluate(match.player_view(0))) >= 40, (
        "asked again at the same table it goes on"
    )


def test_a_tree_without_room_still_answers(net_of: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PUCTBot, "max_nodes", 4)
    match = decapod.game("crab-stack").match(2, seed=2, first=0)
    judged = PUCTBot(3, playouts=30, net=net_of("crab-stack")).evaluate(match.player_view(0))
    assert sorted(one.move.id for one in judged) == match.legal_actions(0)


def test_what_others_plan_at_the_same_time_is_one_move_to_the_tree(net_of: Callable[..., str]) -> None:
    match = decapod.game("oh-crab").match(3, seed=1)
    assert match.to_act == (0, 1, 2)
    thinker = PUCTBot(3, playouts=60, net=net_of("oh-crab"))
    thinker.evaluate(match.player_view(1))
    grown = thinker._trees[0]
    after = [grown._nodes[reply] for child in grown._list(tree.ROOT) for reply in grown._list(child)]
    assert {reply.move for reply in after} == {tree.CONCEALED}
    assert all(len(grown._list(reply.child)) for reply in after if reply.visits), "and what they plan costs no visits"


def test_without_a_net_of_its_game_it_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net_module, "FOLDER", tmp_path)
    seat = decapod.game("crab-stack").match(2, seed=2, first=0).player_view(0)
    with pytest.raises(UsageError, match="no net for crab-stack came with Decapod"):
        PUCTBot(1, playouts=1).evaluate(seat)
    assert Level6(1, playouts=1).evaluate(seat), "a level searches without"
