"""Gymnasium's own checks, and what they do not look at: bots' answers, rewards, illegal moves, copies."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import decapod
from decapod.bots import Bot
from decapod.core.game import OURS
from decapod.envs.gymnasium import SinglePlayerEnv
from decapod.errors import UsageError

IDS = [*(f"decapod/{name}-v0" for name in OURS), "decapod/yadokarick-solo-v0"]


class First(Bot):
    """Takes the first legal move, and keeps what it was shown."""

    name = "first"

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def choose(self, seat: Any) -> Any:
        """Take the first."""
        self.seen.append(seat)
        return seat.legal_moves()[0]


def make(name: str, **asked: Any) -> SinglePlayerEnv:
    """Make one of our environments, without the wrappers that Gymnasium puts around it."""
    found = gymnasium.make(name, **asked).unwrapped
    assert isinstance(found, SinglePlayerEnv)
    return found


def play(table: SinglePlayerEnv, steps: int = 10**6) -> list[Any]:
    """Make legal moves by chance from where the game stands, at most to its end; return what each step gave."""
    chance, given = np.random.default_rng(1), []
    while len(given) < steps and not table.match.is_over:
        given.append(table.step(int(chance.choice(table.action_masks().nonzero()[0]))))
    return given


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    check_env(make(name, render_mode="ansi"), skip_render_check=True)


@pytest.mark.slow
def test_gymnasium_finds_nothing_wrong_with_the_pictures() -> None:
    check_env(make("decapod/crabe-vs-poulpe-v0", render_mode="rgb_array"))


@pytest.mark.parametrize("name", [name for name in IDS if name != "decapod/crabs-v0"])
def test_a_game_ends_with_the_learners_return_and_points_beside_it(name: str) -> None:
    table = make(name)
    table.reset(seed=4)
    *before, (seen, reward, terminated, truncated, info) = play(table)
    match = table.match
    assert not any(ended for _, _, ended, _, _ in before)
    assert (terminated, truncated, reward) == (True, False, match.returns[0])
    assert (info["points"], info["place"]) == (match.points[0], match.places[0])
    assert np.array_equal(seen, match.observation(0))


def test_bots_play_all_other_seats_each_its_own() -> None:
    where = f"py:{__name__}:First"
    table = make("decapod/yadokarick-v0", players=4, seat=2, opponents=["random", where, where])
    table.reset(seed=4)
    play(table, 5)
    played = table.match.moves
    assert {made.player for made in played} == {0, 1, 2, 3}
    for ply, made in enumerate(played):
        if made.player in (1, 3):
            assert made.action == table.match.at_ply(ply).legal_actions(made.player)[0]
    assert table.match.to_act == (2,)


def test_a_bot_is_shown_only_its_own_seat() -> None:
    table = make("decapod/crabs-v0", players=2, opponents=f"py:{__name__}:First")
    table.reset(seed=4)
    play(table, 20)
    [thinker] = table._bots.values()
    assert isinstance(thinker, First)
    assert thinker.seen
    assert {seat.player for seat in thinker.seen} == {1}


def test_while_all_plan_the_learner_is_not_kept_waiting() -> None:
    table = make("decapod/oh-crab-v0", players=3)
    table.reset(seed=4)
    assert (table.match.moves, table.match.to_act) == ([], (0, 1, 2))
    play(table, 3)
    assert 0 in table.match.to_act


def test_an_illegal_move_loses_and_says_why() -> None:
    table = make("decapod/crab-stack-v0")
    _, info = table.reset(seed=7)
    illegal = int(info["action_mask"].argmin())
    ply = len(table.match.moves)
    _, reward, terminated, truncated, info = table.step(illegal)
    assert (reward, terminated, truncated, len(table.match.moves)) == (-1.0, True, False, ply)
    assert "[CS-" in info["illegal"]
    with pytest.raises(UsageError, match="this game is over"):
        table.step(int(info["action_mask"].argmax()))
    _, info = table.reset(seed=7)
    assert not table.step(int(info["action_mask"].argmax()))[2]


def test_the_same_seed_gives_the_same_game_bots_included() -> None:
    games = []
    for _ in range(2):
        table = make("decapod/crabs-v0", players=3)
        table.reset(seed=7)
        play(table, 10)
        assert table.match.commitment == decapod.game("crabs").match(players=3, seed=7).commitment
        games.append(table.match)
    assert games[0] == games[1]


def by_pickle(table: SinglePlayerEnv) -> SinglePlayerEnv:
    """Send an environment through a pickle."""
    return pickle.loads(pickle.dumps(table))  # noqa: S301  # our own


@pytest.mark.parametrize("twin_of", [SinglePlayerEnv.copy, copy.copy, by_pickle])
def test_a_running_environment_can_be_copied_with_its_bots(twin_of: Any) -> None:
    table = make("decapod/crabe-vs-poulpe-v0")
    table.reset(seed=7)
    play(table, 4)
    twin, before = twin_of(table), table.match.copy()
    play(twin, 6)
    assert table.match == before
    play(table, 6)
    assert table.match == twin.match


def test_gymnasiums_vectors_and_wrappers_go_around_it() -> None:
    several = gymnasium.make_vec("decapod/crab-stack-v0", num_envs=2, vectorization_mode="sync")
    seen, info = several.reset(seed=7)
    assert (seen.shape, info["action_mask"].shape) == ((2, *several.single_observation_space.shape), (2, 3136))
    several.step(info["action_mask"].argmax(axis=1))
    short = gymnasium.wrappers.TimeLimit(gymnasium.make("decapod/yadokarick-solo-v0"), 3)
    _, info = short.reset(seed=7)
    for _ in range(3):
        _, _, terminated, truncated, info = short.step(int(info["action_mask"].argmax()))
    assert (terminated, truncated) == (False, True)


def test_what_cannot_be_played_is_said_at_once() -> None:
    with pytest.raises(UsageError, match="there are 2 other seats, and 1 opponents are named"):
        SinglePlayerEnv("crabs", players=3, opponents=["random"])
    with pytest.raises(UsageError, match="nobody"):
        SinglePlayerEnv("crabs", players=3, opponents="nobody")
    with pytest.raises(UsageError, match="there is no seat 3; the seats are 0 to 2"):
        SinglePlayerEnv("crabs", players=3, seat=3)
    with pytest.raises(ValueError, match="solo"):
        SinglePlayerEnv("yadokarick", players=2, variant="solo")
    table = SinglePlayerEnv("crab-stack")
    with pytest.raises(UsageError, match="reset"):
        table.step(0)
