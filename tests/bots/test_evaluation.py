"""What a net makes of a table: as its formula says, from every seat, and in every game."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import decapod
from decapod.bots import bot
from decapod.core.game import OURS
from decapod.engine import dice, protocols
from decapod.nn import forward
from decapod.nn.forward import NetWeights, Scratch
from decapod.nn.net_file import Net


@pytest.mark.parametrize("name", OURS)
def test_a_table_is_judged_as_the_formula_says_from_whichever_seat(name: str, net_of: Callable[..., str]) -> None:
    game = decapod.game(name)
    net = Net.read(net_of(name))
    weights, desk = NetWeights.of(net), Scratch.of(game.rules, net.width)
    variant, players = game.modes[-2 if name == "yadokarick" else -1]
    match = game.match(players, variant=variant, seed=4)
    chance = bot("random", seed=4)
    for _ in range(40):
        if match.is_over:
            break
        player = match.to_act[-1]
        legal = np.array(match.legal_actions(player))
        logits, worths = net.evaluate(np.asarray(match.observation(player)), legal)
        values = np.full(protocols.seats(game.rules), 9.0)
        forward.forward(match.box.record, match.state, player, weights, desk)
        forward.value_head(weights, desk, match.state, player, values)
        forward.weigh_moves(weights, desk, legal, len(legal), 1.0)
        assert [values[(player + k) % players] for k in range(players)] == pytest.approx(worths[:players], abs=1e-4)
        assert (values[players:] == 9.0).all(), "seats where nobody sits are left alone"
        likely = np.exp(logits - logits.max())
        assert desk.priors[: len(legal)] == pytest.approx(likely / likely.sum(), abs=1e-4)
        match.play(player, chance.choose(match.player_view(player, event_log=False)))


def test_warmth_makes_moves_more_alike() -> None:
    game = decapod.game("crabe-vs-poulpe")
    match = game.match(2, seed=2, first=0)
    net = Net.random(game, 16)
    weights, desk = NetWeights.of(net), Scratch.of(game.rules, net.width)
    legal = np.array(match.legal_actions(0))
    forward.forward(match.box.record, match.state, 0, weights, desk)
    most = []
    for warmth in (0.2, 1.0, 5.0):
        forward.weigh_moves(weights, desk, legal, len(legal), warmth)
        assert desk.priors[: len(legal)].sum() == pytest.approx(1)
        most.append(desk.priors[: len(legal)].max())
    assert most == sorted(most, reverse=True)


def test_chance_draws_moves_as_often_as_they_are_likely() -> None:
    chance, priors = np.zeros(dice.LENGTH, np.int64), np.array([0.1, 0.0, 0.6, 0.3])
    dice.load(chance, 1, 2, 3, 4)
    drawn = np.bincount([forward.draw(priors, 4, chance) for _ in range(2000)], minlength=4) / 2000
    assert drawn == pytest.approx(priors, abs=0.05)
    assert drawn[1] == 0
