"""Moves per second on one core, ours against OpenSpiel's C++ random roll-outs, measured in turn in one run.

    uv run --with open_spiel bench/vs_openspiel.py [--json] [--seconds 2] [GAME ...]

The peer of each game is the OpenSpiel game nearest to it. Its C++ roll-outs are run by its own MCTS bot: two
simulations with thousands of roll-outs each, so that hardly anything else is timed. Chance events count as no moves.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from typing import Any

import decapod

#: Game: peer, players, the ratio we want to reach.
PEERS = {
    "crab-stack": ("connect_four", 2, 2.5),
    "crabs": ("euchre", 4, 1.0),
    "yadokarick": ("hearts", 4, 3.0),
    "crabe-vs-poulpe": ("crazy_eights", 2, 3.0),
    "oh-crab": ("backgammon", 3, 10.0),
}
ROLLOUTS = 2000
ROUNDS = 3


def ours(game: decapod.Game, players: int, seconds: float) -> float:
    """Measure our moves per second, compiled, on one thread."""
    run = game.simulate(seconds=seconds, players=players, threads=1)
    return run.moves / run.seconds


class Peer:
    """An OpenSpiel game, rolled out in C++."""

    def __init__(self, name: str) -> None:
        """Load it and learn how long its random games are."""
        import pyspiel  # pyright: ignore[reportMissingImports]

        self.spiel: Any = pyspiel
        self.game: Any = pyspiel.load_game(name)
        self.chance = random.Random(1)
        self.root: Any = self.game.new_initial_state()
        while self.root.is_chance_node():
            self.root.apply_action(self._outcome(self.root))
        self.length = self._mean_length(self.root.child(self.root.legal_actions()[0]), 400)

    def _outcome(self, state: Any) -> int:
        outcomes = state.chance_outcomes()
        return self.chance.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0]

    def _mean_length(self, start: Any, games: int) -> float:
        moves = 0
        for _ in range(games):
            state = start.clone()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(self._outcome(state))
                else:
                    state.apply_action(self.chance.choice(state.legal_actions()))
                    moves += 1
        return moves / games

    def measure(self, seconds: float) -> float:
        """Measure its moves per second."""
        evaluator = self.spiel.RandomRolloutEvaluator(ROLLOUTS, 7)
        games, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            self.spiel.MCTSBot(self.game, evaluator, 1.4, 2, 100, False, 7, False).mcts_search(self.root)
            games += 2 * ROLLOUTS
        return games * self.length / (time.perf_counter() - start)


def main() -> None:
    """Measure each game against its peer."""
    parser = argparse.ArgumentParser(
        description="Moves per second on one core, ours against OpenSpiel's C++ roll-outs."
    )
    parser.add_argument("games", nargs="*", help="which of our games; all unless named")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each measurement takes")
    asked = parser.parse_args()
    names = asked.games or list(decapod.games())
    unknown = [name for name in names if name not in PEERS]
    if unknown:
        sys.exit(f"there is no peer for {', '.join(unknown)}; there is one for {', '.join(PEERS)}")
    try:
        import pyspiel  # noqa: F401  # pyright: ignore
    except ImportError:
        sys.exit("OpenSpiel is not installed: run this with `uv run --with open_spiel bench/vs_openspiel.py`")
    for name in names:
        peer_name, players, wanted = PEERS[name]
        game, peer = decapod.game(name), Peer(peer_name)
        pairs = [(ours(game, players, asked.seconds), peer.measure(asked.seconds)) for _ in range(ROUNDS)]
        ratio = statistics.median(a / b for a, b in pairs)
        figures = {
            "game": name,
            "peer": peer_name,
            "ratio": round(ratio, 3),
            "wanted": wanted,
            "players": players,
            "moves_per_s": round(statistics.median(a for a, _ in pairs)),
            "peer_moves_per_s": round(statistics.median(b for _, b in pairs)),
        }
        if asked.json:
            print(json.dumps(figures), flush=True)
        else:
            print(f"{name:16} {figures['moves_per_s']:>12,} moves/s   {peer_name:14} {figures['peer_moves_per_s']:>12,}"
                  f"   ratio {ratio:.2f} (wanted {wanted:g})", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
