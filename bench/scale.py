"""Scale: what many people at once would need, by a simulation with the times that a real server takes.

    python bench/scale.py                      where one worker's knee lies, and what 100,000 people would need
    python bench/scale.py --check              the same load, simulated and on a real server, side by side
    python bench/scale.py --workers 8 --people 20000 --bots 0.3

Tables are pinned to workers: all that happens at one happens in one process. A worker does one thing at a time; a move
takes some of its time before it is stored, and some to show it to everybody at the table. Stored is what came together,
by each worker for itself. Bots think on cores of their own. After a deploy all people of a worker come back at once.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

HERE = Path(__file__).parent
BEFORE = 0.35  # of a move's time: it is read and checked; the rest is to apply it, and to show it to all at the table
LONGEST_REST, REST = 0.008, 0.0005  # seconds after a commit, and for each move but one it had: server/store/writer.py
KNEE = 0.05  # seconds: beyond this p99 people notice that they wait
SHARE = 0.6  # of a core that a worker may be busy with moves, so that a storm finds room
QUIET = 50  # moves a second
PEOPLE_A_TABLE = 2
WITH_BOTS = 0.1  # of all tables


@dataclass(frozen=True)
class Costs:
    """What things take, in seconds (of one core where it is computed), bytes and bytes of memory."""

    move: float = 0.00075
    commit: float = 0.0023
    reconnect: float = 0.0019  # of one socket: handshake, hello, whole scene
    thought: float = 0.3  # of a bot about a move
    scene: int = 550
    table: int = 330_000


@dataclass(frozen=True)
class Load:
    """How many play, on how many workers, how long they think, and how many play against bots."""

    tables: int = 1000
    workers: int = 1
    thinking: float = 5.0  # seconds between two moves at a table, on average
    bots: float = 0.0  # of the tables have one
    cores: int = 4  # on which bots think
    storm: float = 0.0  # when the people of the first worker come back, all at once; 0: never


@dataclass
class Outcome:
    """What was seen: how long moves took, how busy the workers were, how often they stored, when a storm was over."""

    waits: list[float]
    busy: list[float]  # of each worker's time
    commits: float  # a second
    moves: float  # a second
    calm_after: float = 0.0  # seconds until all were back

    def percentile(self, share: float) -> float:
        """Return the wait below which a share of all lies, in milliseconds."""
        waits = sorted(self.waits)
        return round(waits[min(len(waits) - 1, int(len(waits) * share))] * 1000, 1) if waits else 0.0


class Worker:
    """One process: it does one thing after another, and stores what came together."""

    def __init__(self) -> None:
        self.free_at = 0.0
        self.worked = 0.0
        self.commits = 0
        self._stores_at = -1.0  # when the batch that waits is stored
        self._batch = 0
        self._writes_again_at = 0.0

    def work(self, at: float, seconds: float) -> float:
        """Do something that comes at a time; return when it is done."""
        self.free_at = max(at, self.free_at) + seconds
        self.worked += seconds
        return self.free_at

    def store(self, at: float, seconds: float) -> float:
        """Store something that comes at a time, with what else waits then; return when it is stored."""
        if at > self._stores_at:  # a new batch
            self._stores_at = max(at, self._writes_again_at)
            self._batch = 0
            self.commits += 1
        self._batch += 1
        stored = self._stores_at + seconds
        self._writes_again_at = stored + min(LONGEST_REST, REST * (self._batch - 1))
        return stored


def simulate(load: Load, costs: Costs, seconds: float = 60.0, seed: int = 1) -> Outcome:
    """Let people play for some seconds; the first tenth is not counted."""
    chance = random.Random(seed)
    workers = [Worker() for _ in range(load.workers)]
    home = [chance.randrange(load.workers) for _ in range(load.tables)]  # as a hash of its id pins it
    has_bot = [chance.random() < load.bots for _ in range(load.tables)]
    thinkers = [0.0] * load.cores
    warm = seconds / 10
    outcome = Outcome([], [], 0.0, 0.0)
    queue: list[tuple[float, int, str, int, float]] = []  # when, a number, what, at which table, when it began
    numbers = iter(range(10**12))

    def plan(at: float, what: str, table: int, began: float = 0.0) -> None:
        heapq.heappush(queue, (at, next(numbers), what, table, began))

    for table in range(load.tables):
        plan(chance.expovariate(1 / load.thinking), "move", table)
    if load.storm:
        for _ in range(PEOPLE_A_TABLE * home.count(0)):
            plan(load.storm, "return", -1)
    counted_from = 0.0
    while queue and queue[0][0] < seconds:
        at, _, what, table, began = heapq.heappop(queue)
        if not counted_from and at >= warm:
            counted_from = at
            for worker in workers:
                worker.worked, worker.commits = 0.0, 0
        worker = workers[0 if what == "return" else home[table]]
        if what == "return":
            outcome.calm_after = worker.work(at, costs.reconnect) - load.storm
        elif what == "move":
            checked = worker.work(at, costs.move * BEFORE)
            plan(worker.store(checked, costs.commit), "show", table, at)
        else:
            shown = worker.work(at, costs.move * (1 - BEFORE))
            if began >= warm:
                outcome.waits.append(shown - began)
            following = shown + chance.expovariate(1 / load.thinking)
            if has_bot[table] and chance.random() < 0.5:  # every other move is the bot's
                first = min(range(load.cores), key=thinkers.__getitem__)
                following = thinkers[first] = max(shown, thinkers[first]) + costs.thought
            plan(following, "move", table)
    span = seconds - warm
    outcome.busy = [worker.worked / span for worker in workers]
    outcome.commits = sum(worker.commits for worker in workers) / span
    outcome.moves = len(outcome.waits) / span
    return outcome


def find_knee(load: Load, costs: Costs) -> tuple[float, Outcome]:
    """Find how many moves a second one worker takes before people notice that they wait."""
    low, high = 1.0, 1 / costs.move
    best = simulate(replace(load, num_envs=20, workers=1), costs)
    for _ in range(10):
        rate = (low + high) / 2
        tables = max(1, round(rate * load.thinking))
        seen = simulate(replace(load, num_envs=tables, workers=1), costs, 30)
        if seen.percentile(0.99) <= KNEE * 1000:
            low, best = rate, seen
        else:
            high = rate
    return low, best


def at_half_load(load: Load, costs: Costs) -> tuple[float, float]:
    """Return the p99 of one worker that is busy half of its time, and of one that has next to nothing to do, in ms."""
    rates = 0.5 / costs.move, QUIET
    half, quiet = (simulate(replace(load, thinking=load.tables / rate, workers=1), costs) for rate in rates)
    return half.percentile(0.99), quiet.percentile(0.99)


def needs(people: int, load: Load, costs: Costs) -> Iterator[tuple[str, str]]:
    """Say what so many people who play at once need."""
    tables = people // PEOPLE_A_TABLE
    moves = tables / load.thinking
    workers = -(-moves * costs.move // SHARE)
    one = simulate(replace(load, num_envs=round(tables / workers), workers=1, bots=0.0), costs, 30)
    after = simulate(replace(load, num_envs=round(tables / workers), workers=1, bots=0.0, storm=20.0), costs, 60)
    yield "people, tables", f"{people:,}, {tables:,}"
    yield "moves a second", f"{moves:,.0f}"
    yield "workers, one core each", f"{workers:.0f}"
    yield "p50, p99 ms of a move", f"{one.percentile(0.5)}, {one.percentile(0.99)}"
    yield "commits a second", f"{one.commits * workers:,.0f} of {moves / max(1, one.commits * workers):.1f} moves each"
    yield "announcements a second", f"{moves * WITH_BOTS:,.0f}"  # tables are pinned: only bots may run elsewhere
    yield "sent, MB a second", f"{moves * PEOPLE_A_TABLE * costs.scene / 1e6:,.0f}"
    yield "memory, GB", f"{tables * costs.table / 1e9:,.0f}"
    yield "back after a deploy of one worker, s", f"{after.calm_after:.1f}"
    yield "cores for bots at every tenth table", f"{moves * WITH_BOTS * 0.5 * costs.thought:,.0f}"


def check(options: argparse.Namespace) -> None:
    """Measure a real server at a small size, and simulate the same with what its moves and commits took."""
    command = [sys.executable, str(HERE / "load.py"), "--tables", str(options.tables), "--rate", str(options.rate)]
    real = json.loads(subprocess.run([*command, "--json"], capture_output=True, text=True, check=True).stdout)
    costs = Costs(move=real["cpu ms a move"] / 1000, commit=real["ms a commit"] / 1000)
    load = Load(tables=options.tables, thinking=options.tables / real["moves/s"])
    seen = simulate(load, costs)
    print(f"{'':>14}  {'real':>8}  {'simulated':>9}    ({real['cpu of others']} cores were used by others)")
    rows = (
        ("moves/s", real["moves/s"], round(seen.moves)),
        ("busy", real["server cpu"], round(seen.busy[0], 2)),
        ("p50 ms", real["p50 ms"], seen.percentile(0.5)),
        ("p99 ms", real["p99 ms"], seen.percentile(0.99)),
        ("moves a commit", round(real["acknowledged"] / real["commits"], 1), round(seen.moves / seen.commits, 1)),
    )
    for name, one, other in rows:
        print(f"{name:>14}  {one:>8}  {other:>9}")


def main() -> None:
    """Read the command line, simulate, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=0, help="also simulate so many, tables pinned to them")
    parser.add_argument("--bots", type=float, default=0.0, help="share of the tables of --workers that have one")
    parser.add_argument("--thinking", type=float, default=5.0, help="seconds between two moves at a table")
    parser.add_argument("--move", type=float, default=Costs.move * 1000, help="ms of a core that a move takes")
    parser.add_argument("--commit", type=float, default=Costs.commit * 1000, help="ms that a commit takes")
    parser.add_argument(
        "--reconnect", type=float, default=Costs.reconnect * 1000, help="ms of a socket that comes back"
    )
    parser.add_argument("--check", action="store_true", help="beside a real server")
    parser.add_argument("--tables", type=int, default=60, help="of --check")
    parser.add_argument("--rate", type=float, default=60, help="moves a second of --check")
    options = parser.parse_args()
    if not (2 <= options.people <= 10_000_000 and 0 <= options.workers <= 1000 and 1 <= options.tables <= 500):
        parser.error("2 to 10,000,000 people, at most 1,000 workers; at most 500 tables to check")
    if options.check:
        check(options)
        return
    costs = Costs(move=options.move / 1000, commit=options.commit / 1000, reconnect=options.reconnect / 1000)
    load = Load(thinking=options.thinking)
    knee, there = find_knee(load, costs)
    print(f"one worker: knee at {knee:,.0f} moves/s, {there.busy[0]:.0%} busy, p99 {there.percentile(0.99)} ms")
    half, quiet = at_half_load(load, costs)
    print(f"p99 at half load {half} ms, {half / quiet:.1f} times that at {QUIET} moves/s, {quiet} ms")
    for name, value in needs(options.people, load, costs):
        print(f"{name:>38}  {value}")
    if options.workers:
        tables = options.people // PEOPLE_A_TABLE
        seen = simulate(replace(load, num_envs=tables, workers=options.workers, bots=options.bots), costs, 30)
        busiest, idlest = max(seen.busy), min(seen.busy)
        print(f"{options.workers} workers: p50 {seen.percentile(0.5)} ms, p99 {seen.percentile(0.99)} ms, "
              f"busy {idlest:.0%} to {busiest:.0%}, {seen.commits:,.0f} commits/s")  # fmt: skip


if __name__ == "__main__":
    main()
