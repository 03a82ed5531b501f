"""The network in torch, and the net it becomes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import decapod
from decapod.nn.net_file import Net, NetMetadata

pytestmark = pytest.mark.heavy
GAME = decapod.game("crabe-vs-poulpe")


@pytest.fixture
def network(torch: Any) -> Any:
    from decapod.learn.ppo.network import Network

    torch.manual_seed(4)
    made = Network(GAME.rules, 32, 2)
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.add_(torch.randn_like(parameter) / 10)
    return made


def test_the_net_of_a_network_says_the_same_but_for_its_rounding(torch: Any, network: Any) -> None:
    net = network.to_net(NetMetadata.of(GAME))
    match = GAME.match(seed=2)
    for _ in range(12):
        player = match.to_act[0]
        observation, legal = np.asarray(match.observation(player), np.int8), match.legal_actions(player)
        with torch.no_grad():
            logits, worth = network(torch.from_numpy(observation).unsqueeze(0))
        found, worths = net.evaluate(observation, legal)
        assert found == pytest.approx(logits[0, list(legal)].numpy(), abs=0.05)
        assert worths == pytest.approx(worth[0, 0].numpy(), abs=0.05)
        match.play(player, legal[0])


def test_a_network_goes_on_from_a_net(torch: Any, network: Any) -> None:
    from decapod.learn.ppo.network import Network

    net = network.to_net(NetMetadata.of(GAME))
    other = Network(GAME.rules, 32, 2)
    other.load_net(net)
    again = other.to_net(NetMetadata.of(GAME))
    for name in net.tensors:
        assert again.matrix(name) == pytest.approx(net.matrix(name), abs=1e-5), name


def test_a_mask_of_bits_is_unpacked_as_the_environments_pack_it(torch: Any) -> None:
    from decapod.learn.ppo.network import unpack

    moves = np.random.default_rng(1).integers(0, 2, (5, 61)).astype(bool)
    packed = np.packbits(moves, axis=1, bitorder="little")
    assert np.array_equal(unpack(torch.from_numpy(packed), 61).numpy(), moves)


def test_illegal_moves_have_no_chance_and_legal_ones_all_of_it(torch: Any) -> None:
    from decapod.learn.ppo.network import log_probs

    legal = torch.tensor([[True, False, True]])
    chances = log_probs(torch.tensor([[1.0, 9.0, 1.0]]), legal).exp()
    assert chances.tolist() == [[pytest.approx(0.5), 0, pytest.approx(0.5)]]


def test_a_network_of_one_mode_thinks_the_same_as_the_whole_net_that_it_becomes(torch: Any) -> None:
    from decapod.engine.reachable_actions import reach_of
    from decapod.learn.ppo.network import Network

    game = decapod.game("crab-stack")
    reach = reach_of(game.rules, game.box.record, [("a", 2)])
    network = Network(game.rules, 16, 2, reach=reach)
    net = network.to_net(NetMetadata.of(game))
    assert len(net.tensors["policy"]) == game.rules.NUM_ACTIONS
    match = game.match(2, seed=1)
    player = match.to_act[0]
    observation, moves = np.asarray(match.observation(player), np.int8), match.legal_actions(player)
    mask = np.packbits(np.isin(np.arange(game.rules.NUM_ACTIONS), moves), bitorder="little")
    assert network.move_ids[network.legal(torch.from_numpy(mask))].tolist() == list(moves)
    with torch.no_grad():
        logits, _ = network(network.select_inputs(torch.from_numpy(observation).unsqueeze(0)))
    found, _ = net.evaluate(observation, moves)
    own = [reach.moves.tolist().index(move) for move in moves]
    assert found == pytest.approx(logits[0, own].numpy(), abs=0.02), "but for rounding to bytes"
    again = Network(game.rules, 16, 2, reach=reach)
    again.load_net(net)
    assert torch.allclose(again.policy.weight, network.policy.weight, atol=1e-3)


def test_a_random_net_can_be_gone_on_from(torch: Any) -> None:
    from decapod.learn.ppo.network import Network

    net, network = Net.random(GAME, 16), Network(GAME.rules, 16, 2)
    network.load_net(net)
    match = GAME.match(seed=1)
    player = match.to_act[0]
    observation, legal = np.asarray(match.observation(player), np.int8), match.legal_actions(player)
    with torch.no_grad():
        logits, worth = network(torch.from_numpy(observation).unsqueeze(0))
    found, worths = net.evaluate(observation, legal)
    assert found == pytest.approx(logits[0, list(legal)].numpy(), abs=1e-3)
    assert worths == pytest.approx(worth[0, 0].numpy(), abs=1e-3)
