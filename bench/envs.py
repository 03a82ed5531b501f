"""Steps per second of the batch environments, observation and mask written; a line of JSON for each measurement.

    uv run python bench/envs.py [GAME ...]                           one core of the processor
    uv run --extra cuda python bench/envs.py --on cuda [--packed]    a GPU; compared with the processor first
    ... --equal         only compare, and hand the arrays to the libraries that are installed
    ... --policy        with a torch network that chooses the moves
    ... --pgx           and Pgx's games beside it, on the same device (needs jax and pgx)

Moves are drawn by chance, by a kernel of ours, unless there is a policy. Times on the processor are its own, not those
of the clock on the wall: other programs on the machine count less.
"""

# pyright: reportMissingImports=false, reportUntypedFunctionDecorator=false, reportUntypedBaseClass=false

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import decapod.envs
from decapod.core.game import OURS
from decapod.engine import vector_step
from decapod.envs.batch import BatchEnv

sys.path.insert(0, str(Path(__file__).parent))

#: How many play.
PLAYERS = {"crab-stack": 2, "crabs": 3, "oh-crab": 3, "crabe-vs-poulpe": 2, "yadokarick": 4}
ARRAYS = (
    "observation", "mask", "player", "rewards", "points", "terminated", "truncated", "final_observation",
    "final_player",
)  # fmt: skip
COMPARED = 1024, 200  # tables and steps, on both devices
PGX_GAMES = ("hex", "sparrow_mahjong", "connect_four", "leduc_holdem", "backgammon")


def main() -> None:
    """Measure each game."""
    parser = argparse.ArgumentParser(description="Steps per second of the batch environments.")
    parser.add_argument("games", nargs="*", help="which games; all unless named")
    parser.add_argument("--on", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--sizes", default="", help="numbers of tables to try, separated by commas")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--packed", action="store_true", help="legal moves as bits, not bytes")
    parser.add_argument("--equal", action="store_true", help="only compare the GPU with the processor")
    parser.add_argument("--policy", action="store_true", help="let a torch network choose the moves, too")
    parser.add_argument("--pgx", action="store_true", help="measure Pgx's games, too")
    asked = parser.parse_args()
    warnings.filterwarnings("ignore", "Grid size")  # of numba-cuda, at 1024 tables
    sizes = [int(size) for size in asked.sizes.split(",") if size] or ([1024] if asked.on == "cpu" else [1 << 17])
    for name in asked.games or OURS:
        if asked.equal:
            tell({"game": name, "equal": equals_the_processor(name), "shared_with": take_by_dlpack(name)})
            continue
        for size in sizes:
            tell(measure(name, size, asked))
    if asked.pgx:
        import vs_pgx

        for name in PGX_GAMES:
            for size in sizes:
                tell(vs_pgx.measure_pgx(name, size, asked.seconds))


def tell(figures: dict[str, Any]) -> None:
    """Print figures in a line."""
    print(json.dumps(figures), flush=True)


def measure(name: str, size: int, asked: argparse.Namespace) -> dict[str, Any]:
    """Measure one game: steps with moves by chance, each part of a step, and steps with a policy."""
    threads = 1 if asked.on == "cpu" else None
    made: dict[str, Any] = {"players": PLAYERS[name], "packed": asked.packed, "checked": False}
    began = time.perf_counter()
    env = decapod.envs.make(name, size=size, device=asked.on, threads=threads, seed=1, **made)
    for _ in range(3):
        env.step(env.sample())
    found: dict[str, Any] = {
        "game": name, "players": env.players, "on": asked.on, "tables": size, "packed": asked.packed,
        "bytes": {"table": env.game.rules.State.itemsize, "observation": row_bytes(env.observation),
                  "mask": row_bytes(env.mask)},
        "ready_s": round(time.perf_counter() - began, 1),
    }  # fmt: skip

    def step() -> None:
        env.step(env.sample())

    found["steps_per_s"] = rate(env, step, asked.seconds)
    parts = {"draw": vector_step.DRAW, "check": vector_step.CHECK, "look": vector_step.LOOK}
    found["ns"] = {
        part: round(1e9 / rate(env, lambda what=what: run(env, what), asked.seconds / 5), 2)
        for part, what in parts.items()
    }
    if asked.policy:
        found["policy_steps_per_s"] = rate(env, policy_step(env, asked.on), asked.seconds)
    return found


def run(env: BatchEnv, what: int) -> None:
    """Do one part of a step."""
    env._tables.run(what)


def row_bytes(array: Any) -> int:
    """Return how many bytes of an array a table takes."""
    return int(array.shape[1] * array.dtype.itemsize)


def rate(env: BatchEnv, step: Callable[[], object], seconds: float) -> float:
    """Call a function for some time; return how many tables a second it did, the best of five slices."""
    clock = time.perf_counter if env.device == "cuda" else time.process_time
    best = 0.0
    step()
    synchronize(env)
    for _ in range(5):
        began, done = clock(), 0
        while clock() - began < seconds / 5:
            for _ in range(10):
                step()
            synchronize(env)
            done += 10 * env.size
        best = max(best, done / (clock() - began))
    return float(f"{best:.4g}")


def synchronize(env: BatchEnv) -> None:
    """Wait until the device has done what it was asked for."""
    if env.device == "cuda":
        from decapod.engine.cuda_rollout import cuda

        cuda.synchronize()


def equals_the_processor(name: str) -> bool:
    """Step the same games on both sides, and compare every array after every step."""
    size, steps = COMPARED
    made: dict[str, Any] = {"players": PLAYERS[name], "size": size, "seed": 9, "truncate": 90}
    here, there = (decapod.envs.make(name, device=on, **made) for on in ("cpu", "cuda"))
    for _ in range(steps):
        moves = here.sample()
        same = np.array_equal(moves, there.sample().copy_to_host())
        here.step(moves)
        there.step(np.array(moves))
        for array in ARRAYS:
            same = same and np.array_equal(getattr(here, array), getattr(there, array).copy_to_host())
        if not same:
            return False
    return bool(here._tables.games.sum() > 0)


def take_by_dlpack(name: str) -> dict[str, bool]:
    """Hand an array to each library that is there; say whether it sees every step in it without taking it again."""
    env = decapod.envs.make(name, players=PLAYERS[name], size=256, device="cuda")
    found: dict[str, bool] = {}
    for library, path in {"torch": "torch", "cupy": "cupy", "jax": "jax.dlpack"}.items():
        try:
            taken = importlib.import_module(path).from_dlpack(env.observation)
        except ImportError:
            continue
        env.step(env.sample())
        synchronize(env)
        numbers = taken.cpu().numpy() if library == "torch" else taken.get() if library == "cupy" else np.array(taken)
        found[library] = bool(np.array_equal(numbers, env.observation.copy_to_host()))
    return found


def policy_step(env: BatchEnv, on: str) -> Callable[[], None]:
    """Make a step in which a network of two layers of 256 chooses the moves by chance."""
    import torch

    kind = torch.bfloat16 if on == "cuda" else torch.float32
    first = torch.nn.Linear(env.observation.shape[1], 256, device=on, dtype=kind)
    second = torch.nn.Linear(256, 256, device=on, dtype=kind)
    head = torch.nn.Linear(256, env.game.rules.NUM_ACTIONS, device=on, dtype=kind)
    observation, mask = torch.from_dlpack(env.observation), torch.from_dlpack(env.mask)
    places = torch.arange(8, device=on, dtype=torch.uint8)

    @torch.no_grad()
    def step() -> None:
        hidden = torch.relu(second(torch.relu(first(observation.to(kind)))))
        logits = head(hidden).float()
        legal = mask
        if env.packed:
            legal = (mask.unsqueeze(-1) >> places & 1).flatten(1)[:, : logits.shape[1]].bool()
        noise = -torch.log(-torch.log(torch.rand_like(logits).clamp_min(1e-20)).clamp_min(1e-20))
        moves = (logits + noise).masked_fill(~legal, float("-inf")).argmax(1)
        env.step(moves if on == "cuda" else moves.numpy())

    return step


if __name__ == "__main__":
    main()
