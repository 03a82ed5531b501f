"""Laws of the ways of running: compiled and on a GPU everything is as it is interpreted."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from decapod.core.game import Game
from decapod.engine import bits, dice, dispatch, dtypes, jit, observation, perft, protocols, rollout, stepper
from decapod.engine.returns import returns
from decapod.testing.broken import Checking
from decapod.testing.matches import check_same_game
from decapod.testing.position import Position, dealt, differing, positions


def probe(
    boxes: Any, states: Any, guesses: Any, moves: Any, refusals: Any, observed: Any, out: Any, worth: Any, player: int,
    viewer: int,
) -> int:  # fmt: skip
    """Ask the compiled rules everything about one state."""
    box = boxes[0]
    n = dispatch.legal_actions(box, states[0], player, moves)
    for move in range(len(refusals)):
        refusals[move] = dispatch.illegal_reason(box, states[0], player, move - 1)
    for i in range(len(observed)):
        observed[i] = 0
    dispatch.observe(box, states[0], viewer, observed)
    dispatch.points(box, states[0], out[0])
    dispatch.places(box, states[0], out[1])
    returns(box, states[0], out[2], worth)
    dtypes.copy(states[0], states[1])
    dispatch.determinize(box, states[1], viewer, guesses)
    return n


def check_compiled(game: Game, variant: str, players: int, seed: int, *, every: int = 3) -> None:
    """Check that every verb answers the same compiled as interpreted, along one game."""
    rules = game.rules
    kernel = jit.kernel(probe, rules)
    moves, refusals = np.zeros(rules.MAX_LEGAL_ACTIONS, np.int64), np.zeros(rules.NUM_ACTIONS + 2, np.int64)
    seats = protocols.seats(rules)
    observed = np.zeros(rules.OBSERVATION_SIZE, observation.number_type(rules.OBSERVATION))
    out, worth = np.zeros((3, seats), np.int64), np.zeros(seats)
    states = np.zeros(2, rules.State)
    boxes = np.asarray(game.box.record).reshape(1)
    for number, (_, _, _, at) in enumerate(positions(dealt(game, variant, players, seed), seed)):
        if number % every and at.state.to_act:
            continue
        viewer = number % (players + 1) - 1
        player = bits.lowest(at.state.to_act) if at.state.to_act else 0
        with Checking(at, player):
            guess = np.zeros(dice.LENGTH, np.int64)
            dice.load(guess, number, 1, 2, 3)
            states[0] = dtypes.cast(at.state, rules.State)
            out[:] = 0
            n = kernel(boxes, states, guess, moves, refusals, observed, out, worth, player, viewer)
            assert [int(m) for m in moves[:n]] == at.legal(player), f"{at.where}: legal_actions differs compiled"
            asked = range(-1, rules.NUM_ACTIONS + 1, 1 if number == 0 else 29)
            assert [int(refusals[m + 1]) for m in asked] == at.refusals(player, asked), (
                f"{at.where}: illegal_reason differs"
            )
            assert observed.tolist() == at.observed(viewer).tolist(), f"{at.where}: observe differs compiled"
            interpreted = np.zeros((2, seats), np.int64)
            rules.points(at.box, at.state, interpreted[0])
            rules.places(at.box, at.state, interpreted[1])
            assert np.array_equal(out[:2], interpreted), f"{at.where}: points or places differ compiled"
            wanted = np.zeros(seats)
            returns(at.box, at.state, out[2], wanted)
            assert worth.tolist() == wanted.tolist(), f"{at.where}: returns differ compiled"
            hidden = dtypes.cast(states[1], at.state.dtype)
            mine = at.hidden(viewer, number).state
            assert dtypes.same(hidden, mine), f"{at.where}: determinize differs compiled in {differing(hidden, mine)}"


def check_single(game: Game, variant: str, players: int, seed: int) -> None:
    """Check that a match goes the same once its kernel is jit, moves that nobody listed included."""
    stepper.compile_now(game.rules)
    try:
        match = game.match(players, variant=variant, seed=seed)
        check_same_game(match, seed)
        again = game.match(players, variant=variant, seed=seed)
        for made in match.moves:
            with Checking(Position.of(again, seed), made.player):
                again.play(made.player, made.action, unchecked=True)
        with Checking(Position.of(match, seed)):
            assert dtypes.same(again.state, match.state), (
                f"{match}: play: it ends otherwise when moves are not listed first"
            )
    finally:
        stepper.forget(game.rules)


def check_ways(
    game: Game, variant: str, players: int, seed: int, games: int = 6, ways: Sequence[str] = ("cpu",)
) -> None:
    """Check that whole games go the same on Python and elsewhere, move for move."""
    options = game.parse_options(players, {})
    number = game.variants.index(variant)

    def run(on: str) -> Any:
        return rollout.run(game.rules, game.box.record, players=players, variant=number, options=options, seed=seed,
                         games=games, device=on).results  # fmt: skip

    interpreted = run("python")
    for way in ways:
        elsewhere = run(way)
        for field in interpreted.dtype.names:
            assert np.array_equal(interpreted[field], elsewhere[field]), (
                f"{game.name} ({variant}), {players} players, seed {seed}: {field} of a game differs on {way}"
            )


def check_perft(game: Game, variant: str, players: int, seed: int, depth: int = 2, on: str = "cpu") -> None:
    """Check that there are as many positions some moves ahead on Python as elsewhere."""
    match = game.match(players, variant=variant, seed=seed)
    with Checking(Position.of(match, seed)):
        counts = [perft.perft(game.rules, match.box.record, match.state, depth, way) for way in ("python", on)]
        assert counts[0] == counts[1], f"{match}: {counts[0]} positions 1 to {depth} moves ahead, {counts[1]} on {on}"


def check_simulated_gpu(game: Game, seed: int = 7) -> None:
    """Check in a process of its own that games and positions are the same on a simulated GPU."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "DECAPOD_JIT": "0"}
    done = subprocess.run(  # noqa: S603  # this very module
        [sys.executable, "-W", "error", "-m", "decapod.testing", game.name, "--on-gpu", str(seed)],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{game.name} on a simulated GPU: {done.stderr[-2000:]}"


def check_on_gpu(game: Game, seed: int) -> None:
    """Check that games and positions are the same on the GPU there is, or on the simulated one."""
    for variant, players in game.modes:
        check_ways(game, variant, players, seed, games=2, ways=("cuda",))
    variant, players = game.modes[0]
    check_perft(game, variant, players, seed=1, on="cuda")
