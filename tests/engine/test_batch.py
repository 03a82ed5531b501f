"""Simulations: the same results however they are run, in pieces that can be stopped; and one line for what is wrong."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import decapod
from decapod.engine import dtypes, rollout
from decapod.errors import UsageError
from decapod.games import crab_stack as rules

OPTIONS = decapod.game("crab-stack").parse_options(2, {})


def test_a_game_of_a_simulation_can_be_played_again_as_a_match(crab_stack: decapod.Game) -> None:
    seed = 9 + (5 << 32)
    run = crab_stack.simulate(5, players=2, seed=seed, device="python")
    for game in (0, 3):
        match = crab_stack.match(2, seed=seed + (game << 64))
        chance = np.zeros(rollout.dice.LENGTH, np.int64)
        rollout.dice.load(chance, 9, 5, game, rollout.POLICY)
        scratch = np.zeros(rules.MAX_LEGAL_ACTIONS, np.int64)
        while not match.is_over:
            player = match.to_act[0]
            match.play(player, int(rules.sample_action(match.box.record, match.state, player, scratch, chance)))
        assert len(match.moves) == run.results.length[game]
        assert match.places == tuple(run.results.places[game][:2])


@pytest.mark.parametrize("budget", [2, 7, 1000])
def test_games_go_the_same_in_pieces_and_no_piece_is_longer_than_it_may_be(
    crab_stack: decapod.Game, budget: int
) -> None:
    whole = crab_stack.simulate(6, players=2, seed=3, device="python").results
    worker = rollout.Worker(rules, crab_stack.box.record, dtypes.wide_dtype(rules.State))
    rows = rollout._rows(rules, 6)
    pieces = 0
    while worker.where[rollout.DONE] < 6:
        before = rows["length"][: worker.where[rollout.DONE]].sum() + worker.where[rollout.LENGTH]
        rollout.play_games(worker.boxes, worker.tables, worker.moves, worker.chance, 3, 0, 0, 2, 0, np.array(OPTIONS),
                         rows, worker.tallied, worker.changes, worker.where, budget)  # fmt: skip
        after = rows["length"][: worker.where[rollout.DONE]].sum() + worker.where[rollout.LENGTH]
        assert after - before <= budget
        pieces += 1
    assert np.array_equal(rows, whole)
    assert pieces >= (whole["length"].sum() + 6) / budget


@pytest.mark.slow
def test_threads_do_not_change_results(crab_stack: decapod.Game) -> None:
    one, three = (crab_stack.simulate(900, players=3, threads=threads) for threads in (1, 3))
    assert np.array_equal(one.results, three.results)
    assert (one.threads, three.threads, three.on) == (1, 3, "cpu")
    few = crab_stack.simulate(2, players=3, threads=3)
    assert few.threads == 2, "no more threads than games"
    assert np.array_equal(few.results, one.results[:2])


def test_a_simulation_can_be_bounded_by_time(crab_stack: decapod.Game) -> None:
    done: list[int] = []
    run = crab_stack.simulate(seconds=0.05, players=2, device="python", progress=done.append)
    assert run.games == done[-1] > 0
    assert done == sorted(set(done))
    assert run.moves == run.results["length"].sum()
    again = crab_stack.simulate(run.games, players=2, device="python")
    assert np.array_equal(run.results, again.results)
    assert (run.results.length > 0).all()


def test_a_simulation_says_in_a_line_what_it_is(crab_stack: decapod.Game) -> None:
    run = decapod.Simulation(crab_stack.simulate(3, players=2, device="python").results, 1.5, 2, "cpu")
    assert repr(run) == f"<Simulation 3 games, {run.moves} moves in 1.50 s on cpu, 2 threads>"


def test_a_box_of_ones_own_and_options_are_played(crab_stack: decapod.Game, tmp_path: Path) -> None:
    text = (crab_stack.folder / "box.toml").read_text(encoding="utf-8")
    (tmp_path / "box.toml").write_text(text, encoding="utf-8")
    by_path = crab_stack.simulate(3, players=2, device="python", box=tmp_path / "box.toml", ply_cap=10)
    by_box = crab_stack.simulate(3, players=2, device="python", box=crab_stack.box, ply_cap="10")
    assert np.array_equal(by_path.results, by_box.results)
    assert by_path.results.length.max() <= 10


@pytest.mark.parametrize("threads", [1, 3])
def test_whatever_progress_raises_ends_the_run(crab_stack: decapod.Game, threads: int) -> None:
    class EnoughError(Exception):
        pass

    def stop(_done: int) -> None:
        raise EnoughError

    before = threading.active_count()
    crew = [rollout.Worker(rules, crab_stack.box.record, dtypes.wide_dtype(rules.State)) for _ in range(threads)]
    asked = rollout.check(rules, crab_stack.box.record, 2, 0, OPTIONS, 10**6, None, "cpu", threads, 0, stop)
    with pytest.raises(EnoughError):
        rollout.RolloutRun(rules, rollout.play_games, asked).play(crew)
    assert threading.active_count() == before


def test_what_a_helping_thread_raises_is_raised(crab_stack: decapod.Game) -> None:
    calls = threading.Lock()
    calling = threading.get_ident()

    def breaks(*_: Any) -> None:
        with calls:
            if threading.get_ident() != calling:
                raise ZeroDivisionError("in a thread")

    asked = rollout.check(rules, crab_stack.box.record, 2, 0, OPTIONS, 10, None, "cpu", 2, 0, None)
    crew = [rollout.Worker(rules, crab_stack.box.record, dtypes.wide_dtype(rules.State)) for _ in range(2)]
    with pytest.raises(ZeroDivisionError, match="in a thread"):
        rollout.RolloutRun(rules, breaks, asked).play(crew)


@pytest.mark.parametrize(
    ("asked", "error", "says"),
    [
        ({}, ValueError, "give either games or seconds"),
        ({"games": 3, "seconds": 1}, ValueError, "give either games or seconds"),
        ({"games": 0}, ValueError, "games is a whole number from 1 to 4294967296, not 0"),
        ({"games": -1}, ValueError, "games is a whole number"),
        ({"games": 10**5000}, ValueError, "not one of 16610 bits"),
        ({"games": 3.0}, TypeError, "games is a whole number, not 3.0"),
        ({"games": True}, TypeError, "games is a whole number, not True"),
        ({"games": "3"}, TypeError, "games is a whole number, not '3'"),
        ({"seconds": 0}, ValueError, "seconds is more than 0"),
        ({"seconds": -1.0}, ValueError, "seconds is more than 0"),
        ({"seconds": float("nan")}, ValueError, "seconds is more than 0 and not infinite, not nan"),
        ({"seconds": float("inf")}, ValueError, "seconds is more than 0 and not infinite, not inf"),
        ({"seconds": "1"}, TypeError, "seconds must be a number, not str"),
        ({"seconds": True}, TypeError, "seconds must be a number, not bool"),
        ({"games": 1, "players": 9}, ValueError, "crab-stack is for 2, 3 or 4 players, not 9"),
        ({"games": 1, "players": 0}, ValueError, "crab-stack is for 2, 3 or 4 players, not 0"),
        ({"games": 1, "players": 2.0}, TypeError, "players is a whole number, not 2.0"),
        ({"games": 1, "players": True}, TypeError, "players is a whole number, not True"),
        ({"games": 1, "variant": "z"}, ValueError, "has no variant 'z'"),
        ({"games": 1, "variant": 0}, TypeError, "variant must be str, not int"),
        ({"games": 1, "variant": ["a"]}, TypeError, "variant must be str, not list"),
        ({"games": 1, "box": "/no/box.toml"}, ValueError, "cannot read the box"),
        ({"games": 1, "box": 7}, TypeError, "box must be Box or str or Path, not int"),
        ({"games": 1, "box": decapod.game("crabs").box}, ValueError, "this box is for crabs, and not for crab-stack"),
        ({"games": 1, "device": "tpu"}, ValueError, "device must be cpu, cuda or python, not 'tpu'"),
        ({"games": 1, "device": 3}, TypeError, "device must be str, not int"),
        ({"games": 1, "threads": 0}, ValueError, "threads is a whole number from 1 to 1024, not 0"),
        ({"games": 1, "threads": 1.0}, TypeError, "threads is a whole number, not 1.0"),
        (
            {"games": 1, "threads": 2, "device": "python"},
            ValueError,
            'threads is for device="cpu", not for device="python"',
        ),
        (
            {"games": 1, "seed": -1},
            ValueError,
            "the seed of a simulation is a whole number from 0 up to 64 bits, not -1",
        ),
        ({"games": 1, "seed": 1 << 64}, ValueError, "up to 64 bits"),
        ({"games": 1, "seed": 1.0}, TypeError, "seed is a whole number, not 1.0"),
        ({"games": 1, "progress": 3}, TypeError, "progress is a function, not 3"),
        ({"games": 1, "speed": 3}, ValueError, "crab-stack has no option 'speed'"),
        ({"games": 1, "ply_cap": 10.5}, TypeError, "ply_cap is a whole number, not 10.5"),
        ({"games": 1, "ply_cap": -1}, ValueError, "ply_cap is a whole number from"),
        ({"games": 1, "first": 9}, ValueError, "first is one of random, 0, 1, not 9"),
    ],
)
def test_whatever_is_wrong_is_said_before_anything_is_played(
    crab_stack: decapod.Game, asked: dict[str, Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error) as refused:
        crab_stack.simulate(**asked)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_numpys_numbers_will_do(crab_stack: decapod.Game) -> None:
    run = crab_stack.simulate(np.int32(2), players=np.uint8(2), seed=np.uint64(2**64 - 1), device="python")
    assert run.games == 2
    assert crab_stack.simulate(seconds=np.float32(0.01), players=2, device="python").games


@pytest.mark.parametrize(
    ("changes", "error", "says"),
    [
        ({"players": 9}, UsageError, "is for 2, 3, 4 players, not 9"),
        ({"variant": 5}, UsageError, "has the variants 0 to 1, not 5"),
        ({"variant": -1}, UsageError, "has the variants 0 to 1, not -1"),
        ({"options": OPTIONS[:-1]}, UsageError, r"has 3 options \(first, ply_cap, out\), and 2 were given"),
        ({"options": (*OPTIONS, 0)}, UsageError, "and 4 were given"),
        ({"options": (9, *OPTIONS[1:])}, UsageError, "first has no number 9"),
        ({"options": (-1, *OPTIONS[1:])}, UsageError, "first has no number -1"),
        ({"options": (0, 10**9, 0)}, UsageError, "ply_cap has no number"),
        ({"options": (0.5, *OPTIONS[1:])}, TypeError, "first is a whole number"),
        ({"box": decapod.game("crabs").box.record}, TypeError, "box is a record of crab-stack's"),
        ({"box": np.zeros(2, rules.Box)}, TypeError, "box is a record of crab-stack's"),
        ({"box": None}, TypeError, "box is a record of crab-stack's"),
        ({"rules": decapod.game("crab-stack")}, TypeError, "rules are a game's"),
    ],
)
def test_the_engines_own_door_checks_too(
    crab_stack: decapod.Game, changes: dict[str, Any], error: type[Exception], says: str
) -> None:
    asked = {"rules": rules, "box": crab_stack.box.record, "players": 2, "options": OPTIONS, "games": 1, **changes}
    for on in ("python", "cpu", "cuda"):
        with pytest.raises(error, match=says):
            rollout.run(**asked, device=on)
