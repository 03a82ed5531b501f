"""Which manner of searching is better: two searches play each other at the same number of simulations a move, or not.

    uv run python bench/manners.py GAME A B [--games 40] [--playouts 400] [--playouts-b 400] [--players N]

A and B are arguments of `decapod.bots.mcts.search.Manner`: "horizon=20,picks=3". Deals are played twice with seats
exchanged (with more players, A sits on every seat in turn and B on all others). Printed are A's mean score (1: all
others behind, 0: all others ahead), twice its standard error, and the seconds of processor time that a move took
either.
"""

from __future__ import annotations

import argparse
import statistics
import time

import decapod
from decapod.bots.mcts.search import CONFIGS, MCTSBot, MCTSConfig
from decapod.engine import jit_warmup


def read_manner(game: str, text: str) -> MCTSConfig:
    """Read a manner; what it does not say is as the game's is."""
    usual = vars(CONFIGS.get(game, MCTSConfig()))
    said = dict(part.split("=") for part in text.split(",") if part)
    return MCTSConfig(**{**usual, **{name: type(usual[name])(value) for name, value in said.items()}})


def main() -> None:
    """Let two manners play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=decapod.games())
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--playouts", type=int, default=400)
    parser.add_argument("--playouts-b", type=int)
    parser.add_argument("--players", type=int)
    asked = parser.parse_args()
    game = decapod.game(asked.game)
    for kernel in ("decapod.engine.stepper", "decapod.bots.mcts.search"):
        jit_warmup.get_kernel(game.rules, kernel)
    manners = read_manner(asked.game, asked.a), read_manner(asked.game, asked.b)
    playouts = asked.playouts, asked.playouts_b or asked.playouts
    scores: list[float] = []
    seconds, moves = [0.0, 0.0], [0, 0]
    for number in range(asked.games):
        match = game.match(asked.players, seed=number // game.match(asked.players, seed=0).players)
        mine = number % match.players
        sides = [int(player != mine) for player in range(match.players)]
        seats = [
            MCTSBot(number * match.players + player, manner=manners[side], playouts=playouts[side])
            for player, side in enumerate(sides)
        ]
        while not match.is_over:
            player = match.to_act[0]
            began = time.thread_time()
            chosen = seats[player].choose(match.player_view(player, event_log=False))
            seconds[sides[player]] += time.thread_time() - began
            moves[sides[player]] += 1
            match.play(player, chosen)
        scores.append((1 + match.returns[mine]) / 2)
        error = statistics.stdev(scores) / len(scores) ** 0.5 if number else 0.5
        print(
            f"{statistics.mean(scores):.3f} +- {2 * error:.3f} of {len(scores)}; seconds a move: "
            + " and ".join(f"{s / max(1, n):.4f}" for s, n in zip(seconds, moves, strict=True)),
            flush=True,
        )


if __name__ == "__main__":
    main()
