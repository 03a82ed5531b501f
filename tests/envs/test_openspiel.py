"""OpenSpiel's own tests and algorithms on our games, and what they rest on: chance, information states, guesses."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import decapod
from decapod.core.game import OURS

WHY = "OpenSpiel is not installed (uv run --extra openspiel pytest …; it has wheels for Linux and macOS)"
pyspiel: Any = pytest.importorskip("pyspiel", reason=WHY)

from open_spiel.python import observation, policy, rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    cfr,
    expected_game_score,
    exploitability,
    ismcts,
    mcts,
    random_agent,
)

from decapod.envs.openspiel import DecapodState  # noqa: E402

BOX = Path(__file__).parents[2] / "examples" / "tiny_crabe_vs_poulpe.toml"
TINY = f"decapod_crabe_vs_poulpe(box={BOX},deals=0,options=first:0)"
NAMES = [f"decapod_{name.replace('-', '_')}" for name in OURS]
SHORT = [
    "decapod_crab_stack",
    "decapod_crabe_vs_poulpe",
    "decapod_yadokarick(players=2)",
    "decapod_yadokarick(players=1)",
]
LONG = [
    "decapod_crab_stack(players=4,variant=b)",
    "decapod_oh_crab",
    "decapod_yadokarick",
    "decapod_yadokarick(players=7)",
]


def dealt(name: str, deal: int = 3, moves: int = 0, seed: int = 1) -> Any:
    """Load a game, deal, and make moves by chance."""
    state, chance = pyspiel.load_game(name).new_initial_state(), np.random.default_rng(seed)
    state.apply_action(deal)
    for _ in range(moves):
        state.apply_action(int(chance.choice(state.legal_actions())))
    return state


def every_state(state: Any) -> Iterator[Any]:
    """Walk through a whole tree."""
    yield state
    for action in state.legal_actions():
        yield from every_state(state.child(action))


# --- their tests ------------------------------------------------------------------------------------------


def assert_openspiel_finds_nothing_wrong(name: str, games: int = 1) -> None:
    """Let OpenSpiel play by chance: it raises where something is wrong. The game itself is as new afterwards."""
    game = pyspiel.load_game(name)
    before = game.new_initial_state().serialize()
    pyspiel.random_sim_test(game, num_sims=games, serialize=True, verbose=False)
    assert game.new_initial_state().serialize() == before


@pytest.mark.parametrize("name", SHORT)
def test_openspiel_finds_nothing_wrong_with_a_game_played_by_chance(name: str) -> None:
    assert_openspiel_finds_nothing_wrong(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*LONG, "decapod_crabs(players=2)"])
def test_openspiel_finds_nothing_wrong_with_long_games(name: str) -> None:
    assert_openspiel_finds_nothing_wrong(name)


def test_openspiel_finds_nothing_wrong_where_chance_is_exact() -> None:
    assert_openspiel_finds_nothing_wrong(TINY, games=20)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_registered_and_says_what_it_is(name: str) -> None:
    game = pyspiel.load_game(name)
    kind, ours = game.get_type(), decapod.game(name.removeprefix("decapod_").replace("_", "-"))
    assert (kind.long_name, kind.chance_mode) == (ours.title, pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC)
    assert (game.num_players(), game.num_distinct_actions()) == (ours.modes[0][1], ours.rules.NUM_ACTIONS)
    assert (kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION) == ours.rules.HAS_HIDDEN_INFORMATION
    assert str(pyspiel.load_game(str(game))) == str(game) == f"{name}()"


# --- chance -----------------------------------------------------------------------------------------------


def test_a_deal_is_the_one_that_its_number_stands_for_in_a_simulation() -> None:
    state = dealt("decapod_crabs(players=2,seed=9,deals=5)", deal=4)
    assert state.match == decapod.game("crabs").match(players=2, seed=9 + (4 << 64))


def test_chance_moves_once_and_all_deals_are_equally_likely() -> None:
    state = pyspiel.load_game("decapod_crabs(deals=5)").new_initial_state()
    assert state.chance_outcomes() == [(number, 0.2) for number in range(5)]
    assert len({str(state.child(number)) for number in range(5)}) == 5
    assert not any(later.is_chance_node() for later in (dealt("decapod_crabs", moves=n) for n in range(8)))


def test_the_same_moves_lead_to_the_same_state() -> None:
    state = dealt("decapod_crabs(players=3)", moves=20)
    again = state.get_game().new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)


def test_a_game_begins_from_a_position_too() -> None:
    game = pyspiel.load_game("decapod_crab_stack(players=2)")
    state = game.new_initial_state("a 2 | turn=0 c2=0l c3=1s c4=1l c5=0s")
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["c2-c3"]
    assert str(state.clone()) == str(state) == state.match.position
    with pytest.raises(ValueError, match="this game is a for 2 players; the position is another"):
        game.new_initial_state(decapod.game("crab-stack").match(players=3, seed=1).position)


@pytest.mark.slow
def test_exact_chance_is_as_likely_as_true_dice() -> None:
    game = pyspiel.load_game(TINY)
    [mean, _] = expected_game_score.policy_value(game.new_initial_state(), [policy.UniformRandomPolicy(game)] * 2)
    ours = decapod.game("crabe-vs-poulpe")
    run = ours.simulate(1500, players=2, box=BOX, first=0, seed=1, device="python")
    returns = np.where(run.results.places[:, 0] == 1, 1.0, -1.0)
    assert abs(returns.mean() - mean) < 4 * returns.std() / 1500**0.5


def test_exact_chance_moves_at_the_deal_and_at_later_draws() -> None:
    states = [state for state in every_state(pyspiel.load_game(TINY).new_initial_state()) if state.is_chance_node()]
    assert len(states) > 1
    for state in states:
        assert sum(probability for _, probability in state.chance_outcomes()) == pytest.approx(1)


@pytest.mark.parametrize("name", [TINY, "decapod_crabe_vs_poulpe(options=first:0)"])
def test_an_illegal_move_is_refused_with_its_rule_and_changes_nothing(name: str) -> None:
    state = dealt(name)
    before = str(state)
    with pytest.raises(decapod.IllegalMoveError, match="CP-5"):
        state.apply_action(decapod.game("crabe-vs-poulpe").rules.NUM_ACTIONS - 3)  # to pass, as the one who leads
    assert (str(state), state.current_player()) == (before, 0)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("decapod_crabs(deals=0)", "more than 10000 ways, too many to list: give deals= a number"),
        ("decapod_yadokarick(deals=0)", "cannot be listed"),
        ("decapod_crabs(deals=-1)", "deals is how many deals there are"),
        ("decapod_crabs(seed=-1)", "seed is a whole number from 0 on, not -1"),
        ("decapod_crabs(players=9)", "crabs is for 2, 3, 4 or 5 players, not 9"),
        ("decapod_crabs(options=colour:red)", "crabs has no option 'colour'"),
        ("decapod_crabs(box=no_such.toml)", "cannot read the box"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(name: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        pyspiel.load_game(name)


# --- what players know ------------------------------------------------------------------------------------


def test_an_observation_is_what_the_seat_may_know() -> None:
    state = dealt("decapod_crabs(players=3)", moves=7)
    whole, public = pyspiel.IIGObservationType, pyspiel.PrivateInfoType.NONE
    for kind, is_private in (
        (None, True),
        (whole(perfect_recall=True), True),
        (whole(perfect_recall=False, private_info=public), False),
    ):
        seen = observation.make_observation(state.get_game(), kind)
        for player in range(3):
            seen.set_from(state, player)
            assert np.array_equal(seen.tensor, state.match.observation(player if is_private else None))
    seen = observation.make_observation(state.get_game())
    seen.set_from(state, 1)
    parts = (part.split(":") for part in state.observation_string(1).split())
    numbers = {
        f"{name}.{i}": number
        for name, field in seen.dict.items()
        for i, number in enumerate(field.flatten())
        if number != 0
    }
    assert {name: int(number) for name, number in parts} == numbers
    assert list(seen.dict) == [field.name for field in decapod.game("crabs").rules.OBSERVATION]


def test_wrong_players_are_refused() -> None:
    state = dealt("decapod_crabs(players=2)")
    for look in (state.information_state_string, state.observation_tensor):
        with pytest.raises(pyspiel.SpielError):
            look(7)


def test_players_in_one_information_state_have_the_same_moves_and_recall_their_way() -> None:
    """Whatever lies in one information state, its player came there by the same information states and moves."""
    found: dict[str, Any] = {}

    def walk(state: Any, ways: tuple[tuple[Any, ...], ...]) -> None:
        player = state.current_player()
        if player >= 0:
            known = state.information_state_string()
            assert found.setdefault(known, (state.legal_actions(), ways[player])) == (
                state.legal_actions(),
                ways[player],
            )
            for action in state.legal_actions():
                after = list(ways)
                after[player] = (*ways[player], (known, action))
                walk(state.child(action), tuple(after))
        else:
            for action in state.legal_actions():
                walk(state.child(action), ways)

    walk(pyspiel.load_game(TINY).new_initial_state(), ((), ()))
    assert len(found) > 100


def test_what_was_once_seen_is_told_apart_for_ever_and_secret_moves_are_not() -> None:
    state = dealt("decapod_oh_crab(players=2)")
    ways = {state.child(action).information_state_string(1) for action in state.legal_actions()}
    own = {state.child(action).information_state_string(0) for action in state.legal_actions()}
    assert (len(ways), len(own)) == (1, len(state.legal_actions()))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "decapod_crab_stack"])
def test_a_guess_cannot_be_told_from_the_truth_by_its_player_and_can_be_played_on(name: str) -> None:
    state, chance = dealt(name, moves=9), np.random.default_rng(2)
    player = state.current_player()
    guesses = [state.resample_from_infostate(player, chance.uniform) for _ in range(6)]
    for guess in guesses:
        assert guess.information_state_string(player) == state.information_state_string(player)
        assert (guess.legal_actions(), guess.history()) == (state.legal_actions(), state.history())
        for _ in range(5):
            guess.apply_action(guess.legal_actions()[0])
    assert len({str(guess) for guess in guesses}) > 1
    assert state.information_state_string(player) != guesses[0].information_state_string(player)


def test_a_state_can_be_copied_and_pickled_with_what_its_players_recall() -> None:
    state = dealt("decapod_crabs(players=2)", moves=12)
    for twin in (state.clone(), pickle.loads(pickle.dumps(state))):  # noqa: S301  # our own
        assert isinstance(twin, DecapodState)
        assert (str(twin), twin.history()) == (str(state), state.history())
        assert twin.information_state_string(1) == state.information_state_string(1)
        twin.apply_action(twin.legal_actions()[0])
        assert len(twin.match.moves) == len(state.match.moves) + 1


# --- their algorithms -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_their_learning_environment_steps_through_every_game(name: str) -> None:
    table = rl_environment.Environment(name)
    agents = [random_agent.RandomAgent(player, table.action_spec()["num_actions"]) for player in range(7)]
    step = table.reset()
    for _ in range(30):
        step = table.reset() if step.last() else step
        step = table.step([agents[step.observations["current_player"]].step(step).action])
    size = table.observation_spec()["info_state"][0]
    assert len(step.observations["info_state"][0]) == size == pyspiel.load_game(name).observation_tensor_size()


def one_move_before_the_end() -> Any:
    """Return a state in which the player to move can win at once, and that player's winning moves."""
    for seed in range(100):
        state, chance = dealt("decapod_crab_stack(players=2)", deal=seed), np.random.default_rng(seed)
        while not state.is_terminal():
            player = state.current_player()
            wins = [move for move in state.legal_actions() if state.child(move).returns()[player] == 1]
            if wins and len(wins) < len(state.legal_actions()):
                return state, wins
            state.apply_action(int(chance.choice(state.legal_actions())))
    raise AssertionError("nobody could win")


def test_mcts_finds_the_winning_move() -> None:
    state, wins = one_move_before_the_end()
    game, chance = state.get_game(), np.random.RandomState(1)
    theirs = mcts.MCTSBot(game, 2, 200, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    assert theirs.mcts_search(state).best_child().action in wins
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    faster = pyspiel.MCTSBot(game, evaluator, 2.0, 200, 100, True, 7, False)
    assert faster.mcts_search(state).best_child().action in wins


@pytest.mark.parametrize("name", [name for name in NAMES if name != "decapod_crab_stack"])
def test_ismcts_searches_among_guesses(name: str) -> None:
    state, chance = dealt(name, moves=4), np.random.RandomState(1)
    while len(state.legal_actions()) == 1:
        state.apply_action(state.legal_actions()[0])

    class Even(mcts.Evaluator):  # play-outs of whole games would take minutes
        def evaluate(self, state: Any) -> Any:
            return np.zeros(state.num_players())

        def prior(self, state: Any) -> list[tuple[int, float]]:
            return [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]

    guesses = []

    def resample(state: Any, player: int) -> Any:
        guesses.append(state.resample_from_infostate(player, chance.uniform))
        return guesses[-1]

    thinker = ismcts.ISMCTSBot(state.get_game(), Even(), 2.0, 40, random_state=chance)
    thinker.set_resampler(resample)
    assert thinker.step(state) in state.legal_actions()
    assert len(guesses) == 40
    assert max(len(guess.history()) for guess in guesses) > len(state.history()) + 1


def test_cfr_comes_near_an_equilibrium_of_the_tiny_box() -> None:
    tree = pyspiel.convert_to_cached_tree(pyspiel.load_game(TINY))
    solver = cfr.CFRSolver(tree)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(tree, policy.UniformRandomPolicy(tree)) > 0.5
    assert exploitability.nash_conv(tree, solver.average_policy()) < 0.1
