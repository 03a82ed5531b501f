"""What the PettingZoo environment costs on top of the match it plays, in microseconds a step.

    uv run python bench/envs_aec.py              interpreted
    uv run python bench/envs_aec.py --compiled   with kernels ready (compiling them first, if need be)

The same recorded games are made twice, in turns: by `play`, `mask` and `observe` of a `Match`, and by `step` and `last`
of the environment, which finds out by itself who is to move, and says so. Of every step the best of some rounds counts:
other programs on the machine count little.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from typing import Any

import decapod
from decapod.core.game import OURS
from decapod.core.match import Match
from decapod.envs import pettingzoo

ROUNDS = 9
Moves = list[tuple[int, int]]  # player, move


def record(game: decapod.Game, variant: str, players: int, seed: int, most: int) -> Moves:
    """Play by chance, and write down who made which move."""
    match, chance, moves = game.match(players, variant=variant, seed=seed), random.Random(seed), []
    while len(moves) < most and not match.is_over:
        player = match.to_act[0]
        moves.append((player, chance.choice(match.legal_actions(player))))
        match.play(*moves[-1], unchecked=True)
    return moves


def time_match(match: Match, moves: Moves) -> list[int]:
    """Return the nanoseconds that each step of a match takes, looking and playing as an agent would."""
    spent: list[int] = []
    for player, move in moves:
        start = time.perf_counter_ns()
        match.observation(player)
        match.action_mask(player)
        match.play(player, move)
        spent.append(time.perf_counter_ns() - start)
    return spent


def time_env(env: pettingzoo.DecapodAECEnv, moves: Moves) -> list[int]:
    """Return the nanoseconds that each step takes the environment, dealt already."""
    spent: list[int] = []
    for _, move in moves:
        start = time.perf_counter_ns()
        env.last()
        env.step(move)
        spent.append(time.perf_counter_ns() - start)
    return spent


def measure(name: str, variant: str, players: int, *, games: int, most: int) -> dict[str, Any]:
    """Measure a mode of a game."""
    game = decapod.game(name)
    env = pettingzoo.env(name, players, variant)
    alone: list[int] = []
    adapted: list[int] = []
    for seed in range(games):
        moves = record(game, variant, players, seed, most)
        rounds: tuple[list[list[int]], list[list[int]]] = [], []
        for _ in range(ROUNDS):
            rounds[0].append(time_match(game.match(players, variant=variant, seed=seed), moves))
            env.reset(seed=seed)
            rounds[1].append(time_env(env, moves))
        alone += map(min, *rounds[0])
        adapted += map(min, *rounds[1])
    steps = len(alone)
    match_cost, env_cost = sum(alone) / steps / 1000, sum(adapted) / steps / 1000
    return {
        "game": name, "variant": variant, "players": players, "steps": steps,
        "match µs": round(match_cost, 1), "env µs": round(env_cost, 1), "added µs": round(env_cost - match_cost, 1),
    }  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all five unless some are named")
    parser.add_argument("--compiled", action="store_true", help="get the kernels ready first")
    parser.add_argument("--played", type=int, default=3, help="games in a round")
    parser.add_argument("--most", type=int, default=300, help="moves of a game")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    for name in asked.games or OURS:
        game = decapod.game(name)
        if asked.compiled:
            from decapod.engine import jit_warmup

            jit_warmup.warm(game.package, ("decapod.engine.stepper",), wait=True)
        for variant, players in game.modes:
            row = measure(name, variant, players, games=asked.played, most=asked.most)
            print(json.dumps(row) if asked.json else " ".join(f"{title} {value}" for title, value in row.items()))


if __name__ == "__main__":
    main()
