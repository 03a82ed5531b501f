"""Train again all nets that come with Decapod, one after another: `python -m decapod.learn.ship --out FOLDER`.

All games compile at the same time, and wait for their turn. While the next game is learned, the last one's net plays
the sampler on the processor's cores. The folder then holds for each game its net, the nets of earlier moments and a
learning curve. All figures are in the nets themselves: `docs/nets.py` makes a page of them.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import IO

from decapod.core.game import game
from decapod.engine.rollout import cores
from decapod.lab.arena import Arena
from decapod.lab.contest import Matchup
from decapod.lab.ratings import score_interval
from decapod.learn.child import command_of
from decapod.learn.console import Asked
from decapod.learn.modes import choose_modes
from decapod.learn.yardstick import first_places
from decapod.nn.net_file import Net

BOT = "flat-mc:200ms"
SPARE = 3  # cores that are left to the trainer


@dataclass(frozen=True)
class Plan:
    """How a net is trained: for how many minutes, for how many players; the first number counts most."""

    minutes: float
    players: str
    game: str = ""  # where a net is for one mode alone; else the name of the plan is the game's
    variant: str | None = None
    width: int = 0  # units of a layer; 0: as many as are usual


#: By the names of the files: GAME, or GAME-VARIANT-PLAYERS for a mode in which a net of its own is clearly stronger.
PLANS = {
    "yadokarick": Plan(4.7, "4,3,5,6,7,2,1"),
    "oh-crab": Plan(2.2, "3,2,4,5"),
    "crab-stack": Plan(4.5, "2,3,4"),
    "crab-stack-a-2": Plan(4.6, "2", "crab-stack", "a", width=640),
    "crabs": Plan(1.1, "2,3,4,5"),
    "crabe-vs-poulpe": Plan(1.1, "2"),
}


class Student:
    """The training of one game, in a process of its own."""

    def __init__(self, name: str, plan: Plan, folder: Path, seed: int, on: str) -> None:
        """Start it: it compiles, and waits."""
        self.name, self.plan, self.game = name, plan, plan.game or name
        self.net = folder / f"{name}.safetensors"
        asked = Asked(
            self.game,
            plan.players,
            plan.variant,
            width=plan.width,
            minutes=plan.minutes,
            device=on,
            seed=seed,
            out=self.net,
            measured=False,
            waits=True,
            study=True,
        )
        self._process = subprocess.Popen(  # noqa: S603  # our own program, with what was asked for
            command_of(asked), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._ready = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._reader.start()

    def _read(self, lines: IO[str]) -> None:
        for line in lines:
            if line.strip() == "ready":
                self._ready.set()
            else:
                say(f"{self.name}: {line.rstrip()}")
        self._ready.set()

    def wait_until_ready(self) -> None:
        """Wait until all is compiled, or it ended."""
        self._ready.wait()

    def learn(self) -> bool:
        """Let it learn; return whether it came to an end."""
        if self._process.poll() is None:
            assert self._process.stdin is not None
            self._process.stdin.write("go\n")
            self._process.stdin.close()
        self._reader.join()
        return self._process.wait() == 0


def measure(student: Student, games: int) -> None:
    """Let a net play the sampler, and write into its file what came of it."""
    chosen = game(student.game)
    players = [int(n) for n in student.plan.players.split(",")]
    variant, count = choose_modes(chosen, players, student.plan.variant)[0]
    bots = [f"net@{student.net}", *[BOT] * (count - 1)]
    contest = Matchup.of(student.game, bots, players=count, variant=variant)
    results = Arena(contest, games, threads=max(1, cores() - SPARE)).run()
    deals: dict[int, list[float]] = {}
    for result, score in zip(results, first_places(results), strict=True):
        deals.setdefault(contest.deal(result.number), []).append(score)
    share, (low, high) = fmean(first_places(results)), score_interval([fmean(scores) for scores in deals.values()])
    found = {"share": round(share, 3), "low": round(low, 3), "high": round(high, 3), "games": len(results)}
    say(f"{student.name}: first in {share:.1%} of {len(results)} games against {BOT} ({low:.1%} to {high:.1%})")
    net = Net.read(student.net)
    Net(replace(net.facts, strength={**net.facts.strength, BOT: found}), net.tensors).write(student.net)


def say(line: str) -> None:
    """Print a line at once, with the time."""
    print(f"{time.strftime('%H:%M:%S')} {line}", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train what was asked for, or all."""
    parser = argparse.ArgumentParser(prog="python -m decapod.learn.ship", description="Train all nets again.")
    parser.add_argument("games", nargs="*", metavar="GAME[=MINUTES]", help="which, and how long; all unless named")
    parser.add_argument("--out", type=Path, required=True, help="a folder")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--sampler", type=int, default=60, help=f"games against {BOT} for each net; 0: none")
    asked = parser.parse_args(arguments)
    plans: dict[str, Plan] = {}
    for text in asked.games or PLANS:
        name, _, minutes = text.partition("=")
        if name not in PLANS:
            parser.error(f"{name!r} is none of {', '.join(PLANS)}")
        try:
            plans[name] = replace(PLANS[name], minutes=float(minutes)) if minutes else PLANS[name]
        except ValueError:
            parser.error(f"{minutes!r} is no number of minutes")
    try:
        asked.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"cannot write to {asked.out}: {error.strerror}")
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    students = [Student(name, plan, asked.out, asked.seed, asked.device) for name, plan in plans.items()]
    failed: list[str] = []
    for student in students:
        student.wait_until_ready()  # all of them, so that nobody compiles while another learns
    with ThreadPoolExecutor(1) as arena:
        measured = []
        for student in students:
            if not student.learn():
                failed.append(student.name)
            elif asked.sampler:
                measured.append(arena.submit(measure, student, asked.sampler))
        for done in measured:
            done.result()
    if failed:
        say(f"failed: {', '.join(failed)}")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
