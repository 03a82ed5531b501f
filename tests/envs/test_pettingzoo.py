"""PettingZoo's own tests in every mode, and what they do not look at: rewards, refusals, copies, waiting."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils import wrappers

import decapod
from decapod.core.game import OURS
from decapod.envs.pettingzoo import DecapodAECEnv, env, parallel_env
from decapod.errors import IllegalMoveError, UsageError

MODES = [(name, *mode) for name in OURS for mode in decapod.game(name).modes if mode[1] > 1]
every_mode = pytest.mark.parametrize(("name", "variant", "players"), MODES)
every_game = pytest.mark.parametrize(("name", "variant", "players"), [(n, *decapod.game(n).modes[-1]) for n in OURS])
#: PettingZoo's classic games have such dicts, too, and are excused from these warnings by name.
dicts_are_fine = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)


def choose(table: DecapodAECEnv, chance: np.random.Generator) -> int | None:
    """Choose a legal move by chance for the agent whose turn it is; None if its game is over."""
    seen, _, terminated, _, _ = table.last()
    assert seen is not None
    return None if terminated else int(chance.choice(seen["action_mask"].nonzero()[0]))


def play(table: DecapodAECEnv, steps: int, seed: int = 1) -> list[int | None]:
    """Make moves by chance."""
    chance, made = np.random.default_rng(seed), []
    for _ in range(steps):
        made.append(choose(table, chance))
        table.step(made[-1])
    return made


def last_step(table: DecapodAECEnv) -> None:
    """Play until the game is over."""
    chance = np.random.default_rng(1)
    while not table.match.is_over:
        table.step(choose(table, chance))


# --- their tests ------------------------------------------------------------------------------------------


@every_mode
@dicts_are_fine
def test_pettingzoo_finds_nothing_wrong_with_the_interface(name: str, variant: str, players: int) -> None:
    table = env(name, players, variant)
    api_test(table, num_cycles=40)  # raises where something is wrong
    assert table.possible_agents == [f"player_{seat}" for seat in range(players)]


@every_mode
def test_the_same_seed_plays_the_same_game(name: str, variant: str, players: int) -> None:
    seed_test(lambda: env(name, players, variant), num_cycles=20)  # raises where something is wrong
    one, other = env(name, players, variant), env(name, players, variant)
    for table in (one, other):
        table.reset(seed=3)
        play(table, 8)
    assert one.match == other.match


@every_game
@pytest.mark.slow
def test_every_render_mode_shows_what_pettingzoo_expects(name: str, variant: str, players: int) -> None:
    render_test(
        lambda render_mode: env(name, players, variant, render_mode),  # type: ignore[arg-type]
        {"svg": lambda picture: picture.startswith("<svg"), "ansi": len},
    )  # raises where something is wrong
    table = env(name, players, variant, "svg")
    table.reset(seed=3)
    assert str(table.render()).startswith("<svg")


@pytest.mark.parametrize(("variant", "players"), decapod.game("oh-crab").modes)
def test_pettingzoo_finds_nothing_wrong_with_all_at_once(variant: str, players: int) -> None:
    table = parallel_env("oh-crab", players, variant)
    parallel_api_test(table, num_cycles=60)  # raises where something is wrong
    assert len(table.possible_agents) == players


@dicts_are_fine
def test_pettingzoos_wrappers_go_around_it() -> None:
    table = wrappers.TerminateIllegalWrapper(env("crab-stack"), illegal_reward=-1)
    wrapped = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))
    api_test(wrapped, num_cycles=20)  # raises where something is wrong
    wrapped.reset(seed=1)
    illegal = int((wrapped.observe(wrapped.agent_selection)["action_mask"] == 0).argmax())
    wrapped.step(illegal)
    assert any(wrapped.terminations.values()), "their wrapper ends a game by an illegal move"


# --- what a step is ---------------------------------------------------------------------------------------


def test_an_agent_sees_what_its_seat_may_know_and_which_moves_are_legal() -> None:
    table = env("crabs", players=3)
    table.reset(seed=7)
    play(table, 5)
    for seat, agent in enumerate(table.possible_agents):
        seen = table.observe(agent)
        assert np.array_equal(seen["observation"], table.match.observation(seat))
        assert seen["observation"].dtype == np.int8
        assert list(seen["action_mask"].nonzero()[0]) == table.match.legal_actions(seat)
        assert table.observation_space(agent).contains(seen)


def test_a_seed_deals_what_it_deals_everywhere_and_deals_go_on_from_it() -> None:
    table, other = env("crabs", players=2), env("crabs", players=2)
    for one in (table, other):
        one.reset(seed=7)
        assert one.match == decapod.game("crabs").match(players=2, seed=7)
        one.reset()
        assert one.match == decapod.game("crabs").match(players=2, seed=7 + (1 << 64))
    table, other = env("crabs", players=2), env("crabs", players=2)
    for one in (table, other):
        one.reset()
    assert table.match != other.match


@pytest.mark.parametrize("name", ["crab-stack", "oh-crab", "crabe-vs-poulpe", "yadokarick"])
def test_rewards_are_the_returns_of_the_match_with_points_beside_them(name: str) -> None:
    table = env(name)
    table.reset(seed=3)
    last_step(table)
    match = table.match
    assert tuple(table.rewards.values()) == match.returns
    assert set(table.terminations.values()) == {True}
    assert [info["points"] for info in table.infos.values()] == list(match.points)
    assert [info["place"] for info in table.infos.values()] == list(match.places)
    rewards: dict[str, float] = {}
    for agent in table.agent_iter():
        rewards[agent] = table.last()[1]
        table.step(None)
    assert rewards == dict(zip(table.possible_agents, match.returns, strict=True))


def test_of_several_who_plan_in_secret_the_first_is_asked_first() -> None:
    table = env("oh-crab", players=3)
    table.reset(seed=1)
    assert (table.match.to_act, table.agent_selection) == ((0, 1, 2), "player_0")
    before = table.observe("player_1")["observation"]
    seen = {bytes(before)}
    for move in table.match.legal_actions(0):
        twin = table.copy()
        twin.step(move)
        assert twin.agent_selection == "player_1"
        seen.add(bytes(twin.observe("player_1")["observation"]))
    assert len(seen) == 2  # that somebody has planned shows, but not what


def test_an_illegal_move_is_refused_with_its_rule_and_changes_nothing() -> None:
    table = env("crab-stack", players=2)
    table.reset(seed=7)
    before = table.match.copy()
    illegal = next(move for move in range(3136) if move not in table.match.legal_actions(0))
    for look_first in (False, True):
        if look_first:
            table.last()
        with pytest.raises(IllegalMoveError, match="CS-"):
            table.step(illegal)
        with pytest.raises(TypeError, match="action is a whole number, not None"):
            table.step(None)
    assert table.match == before


def test_whoever_steps_before_or_after_a_game_is_told_to_reset() -> None:
    table = env("crab-stack", players=2)
    with pytest.raises(UsageError, match="reset"):
        table.step(0)
    with pytest.raises(UsageError, match="reset"):
        parallel_env("oh-crab").step({})
    table.reset(seed=1)
    last_step(table)
    for _ in range(2):
        table.step(None)
    with pytest.raises(UsageError, match="reset"):
        table.step(None)


def test_what_cannot_be_played_is_said_at_once() -> None:
    with pytest.raises(ValueError, match="crabs is for 2, 3, 4 or 5 players, not 9"):
        env("crabs", players=9)
    with pytest.raises(ValueError, match="no option"):
        env("crabs", players=2, colour="red")
    with pytest.raises(UsageError, match="there is no render mode 'gif'; there is human, ansi, svg, rgb_array"):
        env("crabs", render_mode="gif")


def test_the_state_is_what_all_know_together() -> None:
    table = env("crabs", players=3)
    table.reset(seed=7)
    seen = [table.observe(agent)["observation"] for agent in table.possible_agents]
    assert np.array_equal(table.state(), np.concatenate(seen))


# --- copies -----------------------------------------------------------------------------------------------


def by_pickle(table: Any) -> Any:
    """Send an environment through a pickle."""
    return pickle.loads(pickle.dumps(table))  # noqa: S301  # our own


@pytest.mark.parametrize("twin_of", [DecapodAECEnv.copy, copy.copy, copy.deepcopy, by_pickle])
def test_a_running_environment_can_be_copied(twin_of: Any) -> None:
    table = env("crabe-vs-poulpe")
    table.reset(seed=7)
    play(table, 6)
    twin = twin_of(table)
    before = table.match.copy()
    made = play(twin, 5)
    assert (table.match, table.agents) == (before, ["player_0", "player_1"])
    for move in made:
        table.step(move)
    assert table.match == twin.match
    assert np.array_equal(table.last()[0]["observation"], twin.last()[0]["observation"])  # type: ignore[index]
    for one in (table, twin):
        one.reset()
    assert table.match == twin.match


def test_a_sample_is_a_guess_from_what_an_agent_knows() -> None:
    table = env("crabs", players=2)
    table.reset(seed=7)
    play(table, 8)
    before, agent = table.match.copy(), table.agent_selection
    other = next(one for one in table.agents if one != agent)
    guesses = [table.sample(agent, seed) for seed in range(4)]
    for guess in guesses:
        assert guess.agent_selection == agent
        assert np.array_equal(guess.observe(agent)["observation"], table.observe(agent)["observation"])
    assert len({bytes(guess.observe(other)["observation"]) for guess in guesses}) > 1
    play(guesses[0], 5)
    assert table.match == before


def test_a_copy_of_an_ended_game_is_left_by_one_agent_after_another() -> None:
    table = env("crab-stack", players=3)
    table.reset(seed=1)
    last_step(table)
    twin = table.copy()
    twin.step(None)
    assert (len(table.agents), len(twin.agents), len(table.rewards), len(twin.rewards)) == (3, 2, 3, 2)


# --- all at once ------------------------------------------------------------------------------------------


def test_all_plan_a_round_of_oh_crab_in_one_step() -> None:
    table = parallel_env("oh-crab", players=3)
    seen, _ = table.reset(seed=1)
    assert all(view["action_mask"][-1] == 0 for view in seen.values())
    moves = {agent: int(view["action_mask"].argmax()) for agent, view in seen.items()}
    same = table.match.copy()
    seen, rewards, *_ = table.step(moves)
    for seat, move in enumerate(moves.values()):
        same.play(seat, move)
    assert table.match == same
    assert set(rewards.values()) == {0.0}
    waiting = [agent for seat, agent in enumerate(table.agents) if seat not in table.match.to_act]
    assert waiting
    assert all(list(seen[agent]["action_mask"].nonzero()[0]) == [table.wait] for agent in waiting)


def test_all_at_once_refuses_whole_steps() -> None:
    table = parallel_env("oh-crab", players=2)
    seen, _ = table.reset(seed=1)
    legal = {agent: int(view["action_mask"].argmax()) for agent, view in seen.items()}
    before = table.match.copy()
    with pytest.raises(IllegalMoveError):
        table.step({**legal, "player_1": table.wait})
    with pytest.raises(UsageError, match="player_1 is awaited, and has no action"):
        table.step({"player_0": legal["player_0"]})
    assert table.match == before
    alone = parallel_env("crab-stack", players=2)
    alone.reset(seed=7)
    with pytest.raises(UsageError, match="player_1 is not awaited: its action is 3136, to wait, and not 5"):
        alone.step({"player_0": alone.match.legal_actions(0)[0], "player_1": 5})


@pytest.mark.parametrize("name", ["oh-crab", "crab-stack"])
def test_all_at_once_ends_with_the_returns_of_the_match(name: str) -> None:
    table, chance = parallel_env(name, players=2), np.random.default_rng(3)
    seen, _ = table.reset(seed=3)
    rewards: dict[str, float] = {}
    infos: dict[str, Any] = {}
    while table.agents:
        moves = {agent: int(chance.choice(view["action_mask"].nonzero()[0])) for agent, view in seen.items()}
        seen, rewards, _, _, infos = table.step(moves)
    assert tuple(rewards.values()) == table.match.returns
    assert [info["points"] for info in infos.values()] == list(table.match.points)
    assert by_pickle(table).match == table.match
