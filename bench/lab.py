"""How fast `decapod simulate` plays by chance, compared with the plain kernel; how it grows with threads; its memory.

    uv run python bench/lab.py [--seconds 3] [--memory 10000000] [GAME ...]
    uv run --extra cuda bench/lab.py --on cuda [--hundred-million] [--boxes 64] [GAME ...]
    uv run --extra cuda --extra learn bench/lab.py --nets 200000 [GAME ...]

A line of JSON each. On a machine that reaches no registry: `PYTHONPATH=<unpacked numba-cuda>:src python3 bench/lab.py`.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import time
from typing import Any

import numpy as np

import decapod
from decapod.engine import game_statistics, rollout
from decapod.lab.contest import Matchup
from decapod.lab.survey import SimulationRun

#: The mode in which each game is measured, as in bench/gpu.py.
MEASURED = {
    "crab-stack": (None, 2),
    "crabs": (None, 2),
    "yadokarick": (None, 4),
    "crabe-vs-poulpe": ("symmetric", 2),
    "oh-crab": (None, 3),
}
ROUNDS = 3  # each figure is the middle of so many


def tell(**facts: Any) -> None:
    """Print a line."""
    print(json.dumps(facts), flush=True)


def plain_rate(contest: Matchup, seconds: float, on: str, threads: int | None) -> tuple[float, float]:
    """Return moves a second of the kernel alone, as `decapod bench` measures them; and of processor time."""
    rules, began = contest.rules.rules, time.process_time()
    run = rollout.run(rules, contest.opened_box.record, **contest.numbers, seconds=seconds, device=on, threads=threads)
    return run.moves / run.seconds, run.moves / (time.process_time() - began)


def survey_rate(contest: Matchup, games: int, on: str, threads: int | None) -> tuple[float, float]:
    """Return moves a second of a whole survey; and of processor time."""
    survey = SimulationRun(contest, games, device=on, threads=threads)
    began, used = time.perf_counter(), time.process_time()
    survey.run()
    moves = int(survey.tally[game_statistics.MOVES])
    return moves / (time.perf_counter() - began), moves / (time.process_time() - used)


def measure(name: str, asked: argparse.Namespace) -> None:
    """Measure one game."""
    variant, players = MEASURED[name]
    contest = Matchup.surveyed(name, variant=variant, players=players, seed=5)
    for threads in (1, 2) if asked.on == "cpu" else (None,):
        plain_rate(contest, 0.2, asked.on, threads)  # compiled, or loaded
        mean = sum(contest.rules.simulate(300, players=players, variant=variant, device="cpu").results.length) / 300
        pairs: list[tuple[tuple[float, float], tuple[float, float]]] = []
        for _ in range(ROUNDS):
            plain = plain_rate(contest, asked.seconds, asked.on, threads)
            games = max(1000, int(plain[0] * asked.seconds / mean))
            pairs.append((plain, survey_rate(contest, min(games, rollout.MOST_GAMES), asked.on, threads)))
        facts: dict[str, Any] = {"game": name, "players": players, "on": asked.on, "threads": threads}
        facts["plain_moves_per_s"] = round(statistics.median(plain[0] for plain, _ in pairs))
        facts["simulate_moves_per_s"] = round(statistics.median(found[0] for _, found in pairs))
        facts["ratio"] = round(statistics.median(found[0] / plain[0] for plain, found in pairs), 3)
        if asked.on == "cpu":  # says the same however busy the machine is
            facts["ratio_of_processor_time"] = round(
                statistics.median(found[1] / plain[1] for plain, found in pairs), 3
            )
        tell(**facts)


def measure_memory(games: int) -> None:
    """Say how much memory a large survey takes at most, beside what is there before it."""
    contest = Matchup.surveyed("crab-stack", seed=5)
    SimulationRun(contest, 1000).run()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    SimulationRun(contest, games).run()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tell(game="crab-stack", games=games, seconds=round(time.perf_counter() - began, 1), peak_mib=round(peak / 1024),
         grown_mib=round((peak - before) / 1024, 1))  # fmt: skip


def measure_many() -> None:
    """Say how long 100 million games of Crab Stack take on a GPU."""
    contest = Matchup.surveyed("crab-stack", seed=5)
    SimulationRun(contest, 1000, device="cuda").run()
    survey = SimulationRun(contest, 100_000_000, device="cuda")
    began = time.perf_counter()
    survey.run()
    tell(game="crab-stack", on="cuda", games=survey.done, seconds=round(time.perf_counter() - began, 2))


def measure_nets(name: str, games: int) -> None:
    """Say how fast nets play on a GPU, each move as often as they are in favour of it."""
    from decapod.learn.ppo.net_games import stream_nets

    variant, players = MEASURED[name]
    contest = Matchup.surveyed(name, ["net-sampled"], variant=variant, players=players, seed=5)
    SimulationRun(contest, 1000, device="cuda", stream_nets=stream_nets).run()
    survey = SimulationRun(contest, games, device="cuda", stream_nets=stream_nets)
    began = time.perf_counter()
    survey.run()
    seconds, moves = time.perf_counter() - began, int(survey.tally[game_statistics.MOVES])
    tell(game=name, players=players, on="cuda", bots="net-sampled", games=games, seconds=round(seconds, 2),
         moves_per_s=round(moves / seconds), first_seat=round(survey.summary.wins_by_seat[0].share, 4))  # fmt: skip


def measure_boxes(name: str, boxes: int, games: int = 200_000) -> None:
    """Say how long so many boxes take on a GPU in one launch, and one alone; and whether both say the same."""
    from decapod.engine import cuda_rollout

    variant, players = MEASURED[name]
    contest = Matchup.surveyed(name, variant=variant, players=players, seed=5)
    rules, record = contest.rules.rules, contest.opened_box.array
    how = {"seconds": None, "threads": None, "progress": None, "device": "cuda"}
    asked = rollout.check(rules, record[0], games=games, **how, **contest.numbers)

    def play(many: Any) -> tuple[float, list[Any]]:
        totals = [game_statistics.zeros() for _ in many]

        def take(_first: int, _rows: Any, tallies: Any) -> None:
            for total, tallied in zip(totals, tallies, strict=True):
                game_statistics.merge(total, tallied)

        began = time.perf_counter()
        cuda_rollout.stream(rules, many, take, asked)
        return time.perf_counter() - began, totals

    play(record)
    together, found = play(np.concatenate([record] * boxes))
    alone, (one,) = play(record)
    equal = all(np.array_equal(one, other) for other in found)
    tell(
        game=name,
        boxes=boxes,
        games_each=games,
        one_launch_s=round(together, 3),
        one_box_s=round(alone, 3),
        equal=equal,
    )


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games; all unless named")
    parser.add_argument("--on", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--memory", type=int, default=0, metavar="GAMES", help="so many games, and their memory")
    parser.add_argument("--hundred-million", action="store_true", help="Crab Stack on a GPU")
    parser.add_argument("--nets", type=int, default=0, metavar="GAMES", help="so many games of nets on a GPU, alone")
    parser.add_argument("--boxes", type=int, default=0, help="so many boxes in one launch of a GPU")
    asked = parser.parse_args()
    for name in asked.games or decapod.games():
        if asked.nets:
            measure_nets(name, asked.nets)
            continue
        measure(name, asked)
        if asked.boxes:
            measure_boxes(name, asked.boxes)
    if asked.memory:
        measure_memory(asked.memory)
    if asked.hundred_million:
        measure_many()


if __name__ == "__main__":
    main()
