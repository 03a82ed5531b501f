"""The tables a network learns at: what is seen there, and what a move chosen there does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import decapod
from decapod.learn.modes import Mode

pytestmark = pytest.mark.heavy


def test_turned_tables_show_the_same_game_and_moves_chosen_there_are_legal_as_they_lie(torch: Any) -> None:
    from decapod.engine.reachable_actions import reach_of
    from decapod.engine.symmetry import symmetries_of
    from decapod.learn.ppo.network import unpack
    from decapod.learn.ppo.tables import Tables

    game, size = decapod.game("crab-stack"), 24
    modes = (Mode("a", 2),)
    tables = Tables(game, modes, size, device="cpu", seed=3, box=game.box, is_turned=True)
    reach = reach_of(game.rules, game.box.record, modes)
    ways = symmetries_of(game.rules, game.box.record, game.match(2, variant="a", seed=0).state)
    observation = torch.zeros(size, tables.observed, dtype=tables.observation_kind)
    mask = torch.zeros(size, tables.mask_bytes, dtype=torch.uint8)
    player = torch.zeros(size, dtype=torch.int64)
    rewards, over = torch.zeros(size, 4), torch.zeros(size, dtype=torch.bool)
    env = tables.envs[0]
    for _ in range(6):
        tables.look(observation, mask, player)
        legal = unpack(mask, tables.moves)
        lying = np.unpackbits(np.asarray(env.mask), axis=1, bitorder="little")[:, : game.rules.NUM_ACTIONS]
        for i in range(size):
            way = i % len(ways.numbers)
            assert np.array_equal(observation[i], np.asarray(env.observation)[i][ways.numbers[way]][reach.numbers])
            turned = {int(ways.moves[way, move]) for move in np.flatnonzero(lying[i])}
            assert set(reach.moves[legal[i].numpy()]) == turned
        chosen = legal.float().argmax(1)
        tables.step(chosen, rewards, over)
        made = np.asarray(tables._drawn[0])  # what the environment was told
        for i in range(size):
            assert ways.moves[i % len(ways.numbers), made[i]] == reach.moves[chosen[i]]
            assert lying[i, made[i]]
