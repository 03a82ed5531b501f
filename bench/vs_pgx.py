"""Batch steps against Pgx, on one core of the processor, observation and mask included, in one run.

    uv run --with pgx --with jax python bench/vs_pgx.py [--seconds 10] [--against-pettingzoo]

Each of our games stands beside the game of Pgx that is nearest to it: hex for Crab Stack, sparrow mahjong for the card
games and Oh Crab!. 1024 tables, or `--tables` of ours, moves by chance among the legal ones, games dealt anew as they
end. The two take turns, a second each, so that whatever else the machine does meets both; times are those of the
processor.
`--against-pettingzoo` adds PettingZoo classic's connect four and leduc hold'em (uv run --with "pettingzoo[classic]").
"""

# pyright: reportMissingImports=false, reportUntypedFunctionDecorator=false, reportUntypedBaseClass=false

from __future__ import annotations

import argparse
import functools
import json
import os
import time
from collections.abc import Callable
from typing import Any

SIZE = 1024
NEAREST = {
    "crab-stack": "hex",
    "crabs": "sparrow_mahjong",
    "oh-crab": "sparrow_mahjong",
    "crabe-vs-poulpe": "sparrow_mahjong",
    "yadokarick": "sparrow_mahjong",
}
PLAYERS = {"crab-stack": 2, "crabs": 3, "oh-crab": 3, "crabe-vs-poulpe": 2, "yadokarick": 4}
NEAREST_CLASSIC = {"crab-stack": "connect_four_v3", "crabs": "leduc_holdem_v4", "oh-crab": "leduc_holdem_v4",
                   "crabe-vs-poulpe": "leduc_holdem_v4", "yadokarick": "leduc_holdem_v4"}  # fmt: skip
AT_ONCE = 4  # steps between two looks at the clock


def main() -> None:
    """Measure every pair and print a line of JSON for each."""
    parser = argparse.ArgumentParser(description="Batch steps against Pgx on one core.")
    parser.add_argument("games", nargs="*", help="which games of ours; all unless named")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each side of each pair")
    parser.add_argument("--tables", type=int, default=SIZE, help="of ours, side by side; Pgx has always 1024")
    parser.add_argument("--against-pettingzoo", action="store_true")
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # before jax starts its threads
    for name in asked.games or NEAREST:
        sides = {"decapod": our_step(name, asked.tables), "pgx": pgx_step(NEAREST[name], SIZE)}
        nearest = {"pgx_game": NEAREST[name]}
        if asked.against_pettingzoo:
            sides["pettingzoo"] = classic_step(NEAREST_CLASSIC[name])
            nearest["pettingzoo_game"] = NEAREST_CLASSIC[name]
        rates = alternate(sides, asked.seconds)
        figures: dict[str, Any] = {"game": name, "players": PLAYERS[name], "tables": asked.tables, **nearest}
        figures |= {f"{side}_steps_per_s": float(f"{found:.4g}") for side, found in rates.items()}
        figures |= {f"times_{side}": round(rates["decapod"] / found, 1) for side, found in rates.items() if found}
        del figures["times_decapod"]
        print(json.dumps(figures), flush=True)


def alternate(sides: dict[str, Callable[[], int]], seconds: float) -> dict[str, float]:
    """Let the sides take turns; return the steps a second of each, by the processor's time."""
    spent, done = dict.fromkeys(sides, 0.0), dict.fromkeys(sides, 0)
    for step in sides.values():
        step()
    while min(spent.values()) < seconds:
        for side, step in sides.items():
            began = time.process_time()
            while time.process_time() - began < 1:
                for _ in range(AT_ONCE):
                    done[side] += step()
            spent[side] += time.process_time() - began
    return {side: done[side] / spent[side] for side in sides}


def our_step(name: str, tables: int) -> Callable[[], int]:
    """Step ours: moves drawn and checked, observation and mask written."""
    import decapod.envs

    env = decapod.envs.make(name, players=PLAYERS[name], size=tables, threads=1, seed=1)

    def step() -> int:
        env.step(env.sample())
        return tables

    return step


@functools.cache
def pgx_step(name: str, size: int) -> Callable[[], int]:
    """Step Pgx's: moves drawn from the mask, observation and mask written, games dealt anew."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    advance = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def one(state: Any, key: Any) -> tuple[Any, Any]:
        key, drawing, dealing = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        moves = jax.random.categorical(drawing, logits, axis=-1)
        return advance(state, moves, jax.random.split(dealing, size)), key

    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size)), jax.random.PRNGKey(1)]

    def step() -> int:
        held[:] = one(*held)
        held[0].observation.block_until_ready()
        return size

    return step


def classic_step(name: str) -> Callable[[], int]:
    """Step one of PettingZoo classic's: a move drawn from the mask; the observation comes with it."""
    from importlib import import_module

    import numpy as np

    env = import_module(f"pettingzoo.classic.{name}").env()
    chance = np.random.default_rng(0)
    env.reset(seed=0)

    def step() -> int:
        observation, _, over, late, _ = env.last()
        if over or late:
            env.reset()
            observation = env.last()[0]
        env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
        return 1

    return step


def measure_pgx(name: str, size: int, seconds: float) -> dict[str, Any]:
    """Measure a game of Pgx's alone, on whatever device jax uses, by the clock on the wall."""
    import jax

    step = pgx_step(name, size)
    step()
    began, done = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        done += step()
    found = done / (time.perf_counter() - began)
    return {"pgx": name, "on": jax.default_backend(), "tables": size, "steps_per_s": float(f"{found:.4g}")}


if __name__ == "__main__":
    main()
