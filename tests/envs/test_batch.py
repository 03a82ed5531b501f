"""The batch environment: the same games as matches, step by step, whatever they are run on."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import decapod
from decapod.core.game import OURS
from decapod.engine import bits, jit_warmup
from decapod.engine.returns import returns
from decapod.envs import make
from decapod.envs.batch import BatchEnv
from decapod.errors import IllegalMoveError, UsageError

ARRAYS = (
    "observation", "mask", "player", "rewards", "points", "ending", "terminated", "truncated", "final_observation",
    "final_player",
)  # fmt: skip
MODES = [(name, variant, players) for name in OURS for variant, players in decapod.game(name).modes]


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled."""
    monkeypatch.setenv(jit_warmup.JIT_VARIABLE, "0")


def arrays_of(env: BatchEnv) -> dict[str, Any]:
    """Copy all that a learner reads."""
    return {name: np.array(getattr(env, name)) for name in ARRAYS}


def assert_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    """Compare what two environments show."""
    for name in ARRAYS:
        assert np.array_equal(one[name], other[name]), name


def dealt_table(env: BatchEnv, i: int) -> Any:
    """The table of a match that is dealt as the game at table `i` is."""
    table = env.match(i).state.copy()
    table.canonical_order = 1
    return table


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_every_table_is_a_match_played_by_the_rules(name: str, variant: str, players: int) -> None:
    env = make(name, players, variant=variant, size=2, seed=11)
    rules, box = env.game.rules, env.box.record
    tables = [dealt_table(env, i) for i in range(env.size)]
    over = steps = 0
    while steps < 50 or (over == 0 and steps < 350):
        steps += 1
        for i, table in enumerate(tables):
            seat, observed, legal = (
                bits.lowest(table.to_act),
                np.zeros(rules.OBSERVATION_SIZE),
                np.zeros(rules.MAX_LEGAL_ACTIONS, int),
            )
            rules.observe(box, table, seat, observed)
            n = rules.legal_actions(box, table, seat, legal)
            assert env.player[i] == seat
            assert env.observation[i].tolist() == observed.tolist()
            assert np.flatnonzero(env.mask[i]).tolist() == legal[:n].tolist()
        moves, movers = env.sample().copy(), env.player.copy()
        env.step(moves)
        for i, table in enumerate(tables):
            rules.apply_action(box, table, int(movers[i]), int(moves[i]))
            worth, points, observed = np.zeros(players), np.zeros(players, np.int64), np.zeros(rules.OBSERVATION_SIZE)
            assert env.terminated[i] == (table.to_act == 0)
            assert env.ending[i] == (rules.ending(box, table) if env.terminated[i] else 0)
            if env.terminated[i]:
                returns(box, table, points, worth)
                rules.points(box, table, points)
                rules.observe(box, table, int(movers[i]), observed)
                assert env.final_observation[i].tolist() == observed.tolist()
                tables[i] = dealt_table(env, i)
                over += 1
            assert env.rewards[i].tolist() == worth.astype(np.float32).tolist()
            assert env.points[i].tolist() == points.tolist()
            assert env.final_player[i] == (movers[i] if env.terminated[i] else -1)
    assert not env.truncated.any()
    assert over or name in ("crabs", "oh-crab"), "only these take longer"


@pytest.mark.usefixtures("interpreted")
def test_deals_can_be_left_out() -> None:
    env = make("crabe-vs-poulpe", size=3, seed=9)
    dealt = []
    for deals in (0, 1, 2):
        env.reset(deals=deals)
        assert [env.deal_seed(i) >> 96 for i in range(3)] == [deals] * 3
        dealt.append(env.observation.copy())
    env.reset(deals=[2, 0, 1])
    assert [env.observation[i].tolist() for i in range(3)] == [dealt[d][i].tolist() for i, d in enumerate((2, 0, 1))]
    for wrong in (-1, 1 << 31, [0, 1], 0.5, "1"):
        with pytest.raises(UsageError, match="deals"):
            env.reset(deals=wrong)


@pytest.mark.usefixtures("interpreted")
def test_the_games_of_a_table_have_the_seeds_that_are_documented() -> None:
    env = make("crab-stack", 2, size=3, seed=9 + (1 << 40), truncate=2)
    assert [env.deal_seed(i) for i in range(3)] == [env.seed + (i << 64) for i in range(3)]
    for _ in range(4):
        env.step(env.sample())
    assert env.deal_seed(1) == env.seed + (1 << 64) + (2 << 96)


@pytest.mark.usefixtures("interpreted")
def test_a_game_is_cut_short_where_that_is_asked_for() -> None:
    env, whole = (make("crabe-vs-poulpe", size=2, seed=4, truncate=cut) for cut in (5, None))
    for _ in range(5):
        assert not env.truncated.any()
        moves = env.sample()
        env.step(moves)
        whole.step(moves)
    assert env.truncated.all()
    assert not env.terminated.any()
    assert not env.rewards.any()
    assert env.final_player.tolist() == whole.player.tolist(), "who was to move"
    assert env.final_observation.tolist() == whole.observation.tolist()
    assert env.observation.tolist() != whole.observation.tolist()
    env.step(env.sample())
    assert not env.truncated.any()
    assert env.final_player.tolist() == [-1, -1]


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("wrong", [-1, 10**6, 0])
def test_a_move_that_may_not_be_made_is_told_and_none_is_made(wrong: int) -> None:
    env = make("crab-stack", 2, size=3, seed=1)
    moves, before = env.sample().copy(), arrays_of(env)
    assert not env.mask[1, 0]
    moves[1] = wrong
    with pytest.raises(IllegalMoveError, match=f"^table 1, move {wrong}: .*\\[CS-") as refused:
        env.step(moves)
    assert refused.value.reason.parameters == {"table": 1, "move": wrong}
    assert_same(before, arrays_of(env))
    env.step(env.sample())


@pytest.mark.usefixtures("interpreted")
def test_a_table_whose_move_is_to_wait_is_left_as_it_is() -> None:
    env = make("crab-stack", 2, size=2, seed=4, truncate=1)
    env.step(env.sample())
    before, moves = arrays_of(env), env.sample().copy()
    assert before["truncated"].all()
    moves[0] = env.WAIT
    env.step(moves)
    for name in ("observation", "mask", "player"):
        assert np.array_equal(getattr(env, name)[0], before[name][0]), name
    assert env.truncated.tolist() == [False, True]
    assert env.final_player[0] == -1
    assert [env.deal_seed(i) >> 96 for i in range(2)] == [1, 2]


@pytest.mark.usefixtures("interpreted")
def test_final_observations_can_be_those_of_one_seat() -> None:
    env = make("crab-stack", 2, size=4, seed=1, truncate=3, viewer=1)
    rules, box = env.game.rules, env.box.record
    tables = [dealt_table(env, i) for i in range(env.size)]
    for _ in range(3):
        moves = env.sample()
        for i, table in enumerate(tables):
            rules.apply_action(box, table, int(env.player[i]), int(moves[i]))
        env.step(moves)
    assert env.final_player.tolist() == [1] * 4
    for i, table in enumerate(tables):
        observed = np.zeros(rules.OBSERVATION_SIZE)
        rules.observe(box, table, 1, observed)
        assert env.final_observation[i].tolist() == observed.tolist()


@pytest.mark.usefixtures("interpreted")
def test_moves_have_one_number_for_each_table() -> None:
    env = make("crab-stack", 2, size=3)
    for wrong in (np.zeros(2, int), np.zeros((3, 1), int), 0):
        with pytest.raises(UsageError, match=r"there are 3 tables, so moves have the shape \(3,\)"):
            env.step(wrong)
    with pytest.raises(TypeError, match="moves are whole numbers"):
        env.step(np.zeros(3))
    env.step([int(move) for move in env.sample()])


@pytest.mark.usefixtures("interpreted")
def test_masks_can_be_packed_into_bits() -> None:
    plain, packed = (make("oh-crab", 3, size=2, seed=2, packed=packed) for packed in (False, True))
    for _ in range(40):
        moves = plain.sample()
        bytes_of = np.unpackbits(packed.mask, axis=1, bitorder="little", count=plain.game.rules.NUM_ACTIONS)
        assert np.array_equal(bytes_of, plain.mask)
        assert np.array_equal(packed.sample(), moves)
        plain.step(moves)
        packed.step(moves)


@pytest.mark.usefixtures("interpreted")
def test_a_state_can_be_kept_and_gone_back_to() -> None:
    env = make("crab-stack", 2, size=3, seed=5)
    for _ in range(30):
        env.step(env.sample())
    kept, seen = pickle.loads(pickle.dumps(env.state())), arrays_of(env)  # noqa: S301
    went: list[tuple[Any, dict[str, Any]]] = []
    for _ in range(5):
        moves = env.sample().copy()
        env.step(moves)
        went.append((moves, arrays_of(env)))
    other = make("crab-stack", 2, size=3, seed=5)
    for again in (env, other):
        again.restore(kept)
        assert_same(seen, arrays_of(again))
        for moves, after in went:
            assert np.array_equal(again.sample(), moves)
            again.step(moves)
            assert_same(after, arrays_of(again))
    with pytest.raises(UsageError, match="this state is one of"):
        make("crab-stack", 2, size=4, seed=5).restore(kept)


@pytest.mark.usefixtures("interpreted")
def test_resetting_deals_the_same_games_again() -> None:
    env = make("crab-stack", 2, size=2, seed=5, truncate=3)
    first = arrays_of(env)
    begun = env.sample().copy()
    for _ in range(4):
        env.step(env.sample())
    env.reset()
    assert_same(first, arrays_of(env))
    assert np.array_equal(env.sample(), begun)
    assert not np.array_equal(make("crab-stack", 2, size=2, seed=6).observation, first["observation"])


@pytest.mark.usefixtures("interpreted")
def test_arrays_stay_the_same_and_other_libraries_share_them() -> None:
    env = make("crab-stack", 2, size=2)
    shared = {name: (getattr(env, name), np.from_dlpack(getattr(env, name))) for name in ARRAYS}
    env.step(env.sample())
    for name, (array, taken) in shared.items():
        assert getattr(env, name) is array
        assert np.array_equal(taken, array), name
    assert (env.mask.dtype, env.terminated.dtype, env.observation.dtype) == (np.bool_, np.bool_, np.int8)


@pytest.mark.parametrize(
    ("asked", "error", "says"),
    [
        ({"size": 0}, UsageError, "size is a whole number from 1 to 16777216, not 0"),
        ({"size": 2.0}, TypeError, "size is a whole number, not 2.0"),
        ({"device": "tpu"}, UsageError, "device must be cpu, cuda or python, not 'tpu'"),
        ({"seed": -1}, UsageError, "the seed of an environment is a whole number from 0 up to 64 bits"),
        ({"truncate": 0}, UsageError, "truncate is a whole number from 1 to"),
        ({"threads": 0}, UsageError, "threads is a whole number from 1 to"),
        ({"threads": 2, "device": "cuda"}, UsageError, 'threads is for device="cpu"'),
        ({"players": 9}, ValueError, "crab-stack is for 2, 3 or 4 players, not 9"),
        ({"variant": "z"}, ValueError, "has no variant 'z'"),
        ({"speed": 1}, ValueError, "has no option 'speed'"),
    ],
)
def test_whatever_is_wrong_is_said_in_a_line(asked: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error) as refused:
        make("crab-stack", **asked)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("crab-stack", 3), ("yadokarick", 4)])
def test_compiled_or_not_and_on_any_number_of_threads_it_goes_the_same(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, three = (make(name, players, size=5, seed=7, threads=threads, truncate=50) for threads in (1, 3))
    monkeypatch.setenv(jit_warmup.JIT_VARIABLE, "0")
    plain = make(name, players, size=5, seed=7, truncate=50)
    for _ in range(120):
        moves = plain.sample()
        for env in (one, three):
            assert_same(arrays_of(plain), arrays_of(env))
            assert np.array_equal(env.sample(), moves)
            env.step(moves)
        plain.step(moves)
    for env in (one, three):
        assert_same(arrays_of(plain), arrays_of(env))
        with pytest.raises(IllegalMoveError, match="table 4, move -1"):
            env.step([*env.mask[:4].argmax(1), -1])


ON_A_GPU = """
import sys
import numpy as np
from decapod.envs import make
here, there = (make(sys.argv[1], size=3, seed=3, truncate=9, device=on) for on in ("cpu", "cuda"))
names = "observation mask player rewards points ending terminated truncated final_observation final_player".split()
def compare():
    for name in names:
        assert np.array_equal(getattr(here, name), getattr(there, name).copy_to_host()), name
for step in range(24):
    compare()
    moves = here.sample()
    assert np.array_equal(moves, there.sample().copy_to_host())
    moves = np.array(moves, (np.int32, np.int64)[step % 2])
    moves[step % 3] = here.WAIT if step % 4 == 3 else moves[step % 3]
    here.step(moves)
    there.step(moves)
there.use_stream(1)  # a stream of somebody's: from here on all goes as before
kept = there.state()
here.restore(kept)
there.reset()
there.restore(kept)
compare()
try:
    there.step(np.array([here.sample()[0], 99999, -1]))
except ValueError as error:
    print(error)
try:
    there.step(np.array(here.sample()) + (1 << 32))  # legal, if it were cut to 32 bits
    print("made")
except ValueError as error:
    print(error)
compare()
"""


def test_a_stream_is_for_a_gpu() -> None:
    with pytest.raises(UsageError, match='a stream is for device="cuda", not for device="python"'):
        make("crabe-vs-poulpe", size=1, device="python").use_stream(1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["crabe-vs-poulpe", "crab-stack"])  # short and long observations
def test_on_a_simulated_gpu_it_goes_the_same(name: str) -> None:
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", jit_warmup.JIT_VARIABLE: "0"}
    done = subprocess.run([sys.executable, "-c", ON_A_GPU, name], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first.startswith("table 1, move 99999: ")
    assert second.startswith("table 0, move 4294")
