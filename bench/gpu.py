"""Moves per second on a GPU, each game at the players it is measured at, and whether results equal the CPU's.

    uv run --extra cuda bench/gpu.py [--json] [--seconds 1] [GAME ...]

On a machine that reaches no registry, `PYTHONPATH=<unpacked numba-cuda>:src python3 bench/gpu.py` does the same.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

import numpy as np

import decapod
from decapod.engine import cuda_rollout, rollout
from decapod.engine.perft import perft

#: Game: variant (None for the usual one), players, billions of moves a second wanted.
MEASURED = {
    "crab-stack": [(None, 2, 2.0), (None, 4, 1.5)],
    "crabs": [(None, 2, 1.0), (None, 4, 1.0)],
    "yadokarick": [(None, 4, 3.0)],
    "crabe-vs-poulpe": [("symmetric", 2, 3.0), ("asymmetric", 2, 3.0)],
    "oh-crab": [(None, 3, 0.5)],
}
COMPARED = 20_000  # games played on both sides


def main() -> None:
    """Measure each game."""
    parser = argparse.ArgumentParser(description="Moves per second on a GPU, and equality with the CPU.")
    parser.add_argument("games", nargs="*", help="which games; all unless named")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--quick", action="store_true", help="leave perft out")
    parser.add_argument("--sweep", action="store_true", help="try other launch shapes too")
    asked = parser.parse_args()
    why = cuda_rollout.missing()
    if why:
        sys.exit(why)
    for name in asked.games or decapod.games():
        for variant, players, wanted in MEASURED[name]:
            measure(decapod.game(name), variant, players, wanted, asked)


def print_nothing(_done: int) -> None:
    """Show no progress."""


def measure(game: decapod.Game, variant: str | None, players: int, wanted: float, asked: argparse.Namespace) -> None:
    """Measure one mode of a game and print what came out."""
    variant, players = game.resolve_mode(players, variant)
    mode: dict[str, Any] = {
        "players": players,
        "variant": game.variants.index(variant),
        "options": game.parse_options(players, {}),
        "seed": 5,
    }
    record = game.box.record
    began = time.perf_counter()
    there = rollout.run(game.rules, record, games=COMPARED, device="cuda", **mode).results
    compiled = time.perf_counter() - began
    here = rollout.run(game.rules, record, games=COMPARED, device="cpu", **mode).results
    equal = all(np.array_equal(there[field], here[field]) for field in there.dtype.names)
    match = game.match(players, variant=variant, seed=1)
    counts = [perft(game.rules, record, match.state, 3, on) for on in ("cpu", "cuda")] if not asked.quick else [0, 0]
    shapes: list[dict[str, Any]] = [{}]
    if asked.sweep:
        shapes += [{"block": b, "steps": s, "blocks_a_processor": n} for b, s, n in SHAPES]
    for shape in shapes:
        run = cuda_rollout.run(
            game.rules, record, games=None, seconds=asked.seconds, progress=print_nothing, **mode, **shape
        )
        rate = run.moves / run.seconds / 1e9
        figures = {"game": game.name, "variant": variant, "players": players, "billion_moves_per_s": round(rate, 3),
                   "wanted": wanted, "equal": equal, "perft_equal": counts[0] == counts[1],
                   "first_run_s": round(compiled, 1), "shape": shape}  # fmt: skip
        if asked.json:
            print(json.dumps(figures), flush=True)
        else:
            verdict = "equal to the CPU" if equal and counts[0] == counts[1] else "NOT EQUAL to the CPU"
            print(f"{game.name:16} {variant:12} {players} players  {rate:6.3f} billion moves/s (wanted {wanted:g})  "
                  f"{verdict}  {shape or ''}", flush=True)  # fmt: skip


SHAPES = [(128, 16, 4), (128, 16, 5), (64, 16, 6), (128, 16, 8), (128, 16, 12)]


if __name__ == "__main__":
    main()
