"""How fast the library is as a library: moves one by one, copies, observations, and the import.

    uv run python bench/library.py              interpreted
    uv run python bench/library.py --compiled   with kernels ready (compiling them first, if need be)

Times are of the processor, the best of some rounds: other programs on the machine count little.
"""

from __future__ import annotations

import argparse
import json
import pickle
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import decapod
from decapod.core.game import OURS
from decapod.core.match import Match

ROUNDS = 5
LONG = 200  # moves of the match that is copied
IMPORT = "import time; t = time.process_time(); import decapod; print(time.process_time() - t)"


def play_by_chance(match: Match, chance: random.Random, moves: int) -> int:
    """Make moves by chance, fewer where the game ends; return how many."""
    done = 0
    while done < moves and not match.is_over:
        player = match.to_act[0]
        match.play(player, chance.choice(match.legal_actions(player)), unchecked=True)
        done += 1
    return done


def moves_a_second(game: decapod.Game, variant: str, players: int, moves: int) -> float:
    """Play matches by chance, dealing not counted; return the moves a second of the best round."""
    best = 0.0
    for number in range(ROUNDS):
        chance, done, spent = random.Random(number), 0, 0.0
        while done < moves:
            match = game.match(players, variant=variant, seed=chance.randrange(1 << 32))
            start = time.process_time()
            done += play_by_chance(match, chance, moves - done)
            spent += time.process_time() - start
        best = max(best, done / spent)
    return best


def microseconds(call: Callable[[], object], times: int = 200) -> float:
    """Return how long a call takes, in the best round."""
    found: list[float] = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(times):
            call()
        found.append((time.process_time() - start) / times * 1e6)
    return min(found)


def measure(name: str, *, moves: int, compiled: bool) -> list[dict[str, Any]]:
    """Measure every mode of a game."""
    game = decapod.game(name)
    if compiled:
        from decapod.engine import jit_warmup, stepper

        jit_warmup.warm(game.package, (stepper.__name__,), wait=True)
    rows: list[dict[str, Any]] = []
    for variant, players in game.modes:
        match = game.match(players, variant=variant, seed=1)
        play_by_chance(match, random.Random(1), LONG)
        middle = match.at_ply(len(match.moves) // 2)
        viewer = middle.to_act[0]
        rows.append({
            "game": name, "variant": variant, "players": players,
            "moves/s": round(moves_a_second(game, variant, players, moves)),
            "plies": len(match.moves),
            "copy µs": round(microseconds(match.copy), 1),
            "pickle µs": round(microseconds(lambda match=match: pickle.dumps(match), 20), 1),
            "observe µs": round(microseconds(lambda at=middle, seat=viewer: at.observation(seat)), 1),
            "mask µs": round(microseconds(lambda at=middle, seat=viewer: at.action_mask(seat)), 1),
            "key µs": round(microseconds(lambda at=middle: at.position_key, 50), 1),
        })  # fmt: skip
    return rows


def milliseconds_to_import() -> float:
    """Return how long `import decapod` takes in a new process: the middle of some."""
    times = [
        float(subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True).stdout)
        for _ in range(ROUNDS)
    ]
    return statistics.median(times) * 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all five unless some are named")
    parser.add_argument("--compiled", action="store_true", help="get the kernels ready first")
    parser.add_argument("--moves", type=int, default=2000, help="in a round")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = [row for name in asked.games or OURS for row in measure(name, moves=asked.moves, compiled=asked.compiled)]
    imported = milliseconds_to_import()
    if asked.json:
        print(json.dumps({"import ms": imported, "rows": rows}))
        return
    print(" ".join(f"{title:>12}" for title in rows[0]))
    for row in rows:
        print(" ".join(f"{value:>12}" for value in row.values()))
    print(f"import decapod: {imported:.0f} ms")


if __name__ == "__main__":
    main()
