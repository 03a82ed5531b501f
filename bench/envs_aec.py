"""What the PettingZoo environment costs on top of the match it plays, in microseconds a step.

    uv run python bench/envs_aec.py              interpreted
    uv run python bench/envs_aec.py --compiled   with kernels ready (compiling them first, if need be)

The same recorded games are made twice, in turns: by `play`, `mask` and `observe` of a `Match`, and by `step` and `last`
of the environment, which finds out by itself who is to move, and says so. Times are of the processor, of each
game the best of some rounds: other programs on the machine count little.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from typing import Any

import decapod
from decapod.envs import pettingzoo
from decapod.game import OURS
from decapod.match import Match

ROUNDS = 9
Moves = list[tuple[int, int]]  # player, move


def record(game: decapod.Game, variant: str, players: int, seed: int, most: int) -> Moves:
    """Play by chance, and write down who made which move."""
    match, chance, moves = game.match(players, variant=variant, seed=seed), random.Random(seed), []
    while len(moves) < most and not match.over:
        player = match.awaiting[0]
        moves.append((player, chance.choice(match.legal_ids(player))))
        match.play(*moves[-1], unchecked=True)
    return moves


def time_match(match: Match, moves: Moves) -> float:
    """Return the seconds it takes a match to look and to play, as an agent would."""
    start = time.process_time()
    for player, move in moves:
        match.observe(player)
        match.mask(player)
        match.play(player, move)
    return time.process_time() - start


def time_env(env: pettingzoo.OneByOne, moves: Moves) -> float:
    """Return the seconds it takes the environment, dealt already."""
    start = time.process_time()
    for _, move in moves:
        env.last()
        env.step(move)
    return time.process_time() - start


def measure(name: str, variant: str, players: int, *, games: int, most: int) -> dict[str, Any]:
    """Measure a mode of a game."""
    game = decapod.game(name)
    env = pettingzoo.env(name, players, variant)
    played = [record(game, variant, players, seed, most) for seed in range(games)]
    steps = sum(map(len, played))
    alone, adapted = [math.inf] * games, [math.inf] * games  # seconds, of each game the best
    for _ in range(ROUNDS):
        for seed, moves in enumerate(played):
            match = game.match(players, variant=variant, seed=seed)
            alone[seed] = min(alone[seed], time_match(match, moves))
            env.reset(seed=seed)
            adapted[seed] = min(adapted[seed], time_env(env, moves))
    match_cost, env_cost = sum(alone) / steps * 1e6, sum(adapted) / steps * 1e6
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
            from decapod.bots import warm

            warm(game.package, wait=True)
        for variant, players in game.modes:
            row = measure(name, variant, players, games=asked.played, most=asked.most)
            print(json.dumps(row) if asked.json else " ".join(f"{title} {value}" for title, value in row.items()))


if __name__ == "__main__":
    main()
