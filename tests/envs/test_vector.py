"""Gymnasium's vector environment: one seat learns at many tables at once, chance or a policy has the others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium import make_vec
from gymnasium.vector import AutoresetMode

from decapod.engine import jit_warmup
from decapod.envs.vector import BatchVectorEnv
from decapod.errors import IllegalMoveError, UsageError


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled."""
    monkeypatch.setenv(jit_warmup.JIT_VARIABLE, "0")


def first_legal(info: dict[str, Any]) -> Any:
    """Choose the first legal move at each table."""
    return info["action_mask"].argmax(1)


@pytest.mark.parametrize(("game", "players", "seat"), [("crab-stack", 3, 1), ("oh-crab", 3, 2), ("yadokarick", 2, 0)])
def test_a_learner_is_asked_when_it_is_to_move_and_sees_what_its_seat_sees(game: str, players: int, seat: int) -> None:
    envs = BatchVectorEnv(game, 3, players=players, seat=seat)
    observation, info = envs.reset(seed=5)
    for _ in range(12):
        assert envs._env.player.tolist() == [seat] * 3
        assert observation in envs.observation_space
        for i, row in enumerate(info["action_mask"]):
            assert envs.single_action_space.contains(int(row.argmax()))
            assert observation[i].tolist() == envs._env.observation[i].tolist()
        assert info["_action_mask"].all()
        observation, _, _, _, info = envs.step(first_legal(info))


def test_a_game_that_ends_is_told_and_the_next_one_is_dealt_in_the_same_step() -> None:
    envs = BatchVectorEnv("crab-stack", 4, players=2)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    _, info = envs.reset(seed=2)
    ended = 0
    for _ in range(60):
        observation, rewards, terminated, truncated, info = envs.step(first_legal(info))
        assert not truncated.any()
        assert (rewards[~terminated] == 0).all()
        assert np.isin(rewards, (-1, 0, 1)).all()
        if terminated.any():
            assert info["_final_obs"].tolist() == terminated.tolist()
            assert info["final_info"]["_points"].tolist() == terminated.tolist()
            for i in np.flatnonzero(terminated):
                assert info["final_obs"][i] in envs.single_observation_space
                assert info["final_obs"][i].tolist() != observation[i].tolist()
                ended += 1
        else:
            assert "final_obs" not in info
    assert ended > 3


def test_the_last_observation_is_the_learners_also_when_the_game_is_cut_short() -> None:
    envs = BatchVectorEnv("crab-stack", 2, players=2, seat=1, truncate=4)
    _, info = envs.reset(seed=2)
    layout = [field.name for field in envs._env.game.rules.OBSERVATION]
    assert layout[-2] == "awaited"
    for _ in range(8):
        _, rewards, terminated, truncated, info = envs.step(first_legal(info))
        assert not terminated.any()
        assert not rewards.any()
        for i in np.flatnonzero(truncated):
            awaited = info["final_obs"][i][-8:-4]
            assert awaited[:2].sum() == 1, "somebody was to move"
        assert (envs._env.final_player[envs._env.truncated] == 1).all()


def test_the_same_seed_deals_the_same_games_and_none_deals_others() -> None:
    one, other = (BatchVectorEnv("crab-stack", 3, players=2) for _ in range(2))
    seen = one.reset(seed=7)[0]
    assert other.reset(seed=7)[0].tolist() == seen.tolist()
    assert one.reset()[0].tolist() != seen.tolist()
    with pytest.raises(UsageError, match="one seed deals all tables"):
        one.reset(seed=[1, 2, 3])


def test_a_solo_game_needs_nobody_else() -> None:
    envs = BatchVectorEnv("yadokarick", 2, variant="solo")
    _, info = envs.reset(seed=1)
    for _ in range(5):
        _, _, _, _, info = envs.step(first_legal(info))
    with pytest.raises(IllegalMoveError, match="table 0, move -1"):
        envs.step(np.array([-1, -1]))


def test_gymnasium_makes_it_by_name() -> None:
    envs = make_vec("decapod.envs.gymnasium:decapod/crabs-v0", num_envs=3, players=4)
    assert isinstance(envs, BatchVectorEnv)
    assert (envs.num_envs, envs._env.players) == (3, 4)


def test_the_others_play_by_a_policy_of_the_learners_own() -> None:
    asked = 0

    def take_the_last(observation: Any, mask: Any, player: Any) -> Any:
        nonlocal asked
        asked += 1
        assert (observation.shape[0], mask.shape[0], player.shape) == (3, 3, (3,))
        return mask.shape[1] - 1 - mask[:, ::-1].argmax(1)

    envs = BatchVectorEnv("crab-stack", 3, players=2, opponents=take_the_last)
    _, info = envs.reset(seed=5)
    after = [match_after(envs, table, first_legal(info)[table]) for table in range(3)]
    envs.step(first_legal(info))
    assert asked > 0
    assert envs._env.observation.tolist() == [match.observation(0).tolist() for match in after]


def match_after(envs: BatchVectorEnv, table: int, move: int) -> Any:
    """Play a table's game as the test above does, up to the learner's second move."""
    match = envs._env.match(table)
    mine = 0
    while mine == 0 or match.to_act != (0,):
        player = match.to_act[0]
        match.play(player, int(move) if player == 0 else match.legal_actions(player)[-1])
        mine += player == 0
    return match


def test_bots_that_think_are_told_where_they_play() -> None:
    with pytest.raises(UsageError, match='vectorization_mode="sync"'):
        BatchVectorEnv("crabs", 3, players=2, opponents=["level3"])
