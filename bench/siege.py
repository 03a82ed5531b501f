"""Siege: what people at ordinary tables feel while strangers attack the server.

    python bench/siege.py                        every attack, beside the same tables unattacked; about ten minutes
    python bench/siege.py --only text boxes      some of them; --seconds 30 for longer phases
    python bench/siege.py --kill 1000            kill -9 in many short lives, some servers at a time: nothing is lost
    python bench/siege.py --fuzz 1000000         messages at random: no traceback, and memory stays flat

The server is `decapod serve` with the limits everybody has, people and strangers are processes of their own on the
same machine. The exit code is 1 if the server dies, loses or doubles a move, or writes a traceback. Everything is
bounded in count and time, and only talks to the loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing as mp
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import uvloop
from websockets.asyncio.client import connect

from attacks import ATTACKS, GAMES, Target, attack, longest_record
from loopback import (
    LONGEST_PLAY,
    LOST,
    ROOT,
    Table,
    Tally,
    cookies_of,
    cpu_of_others,
    cpu_of_session,
    memory_of,
    percentile,
    person,
    play_tables,
    set_up,
    start_server,
    wait_for_kernels,
)

sys.path.insert(0, str(ROOT))
from tests.server.nonsense import make_nonsense

PORT = 8792
PEOPLE_TABLES = 20
MOVES = 40  # a second, of all tables of people
WARMING = 3  # seconds in which everybody sits down
RECOVERY = 3  # seconds after an attack in which its sockets close
CALM = 0.2  # cores more than before the attack, at most, and what it began is over
PATIENCE = 40  # seconds until it is so; they count as attacked
MORE_SECONDS = {"many-boxes": 30, "bots": 10, "silent": 20, "sockets": 10}  # attacks that take a while to unfold
WORST = 5  # the longest wait may be so many times that of the same people unattacked
FLOOR = 50.0  # milliseconds: a longest wait below this counts as this, or chance would decide
IMPORTED_MOVES = 10_000
KILLS_A_SERVER = 25
SERVERS = 3  # that are killed at the same time
FUZZERS = 20
LAST = 7777  # the number of the message after which all before are answered


# --- the siege --------------------------------------------------------------------------------------------


class Phase(NamedTuple):
    """A span of time, in seconds of the clock that all processes of a machine share."""

    began: float
    ended: float

    def waits(self, tally: Tally) -> list[float]:
        """Return how long moves took that people sent in it."""
        return [seconds for began, seconds in tally.waits if self.began <= began < self.ended]

    def lost(self, tally: Tally) -> int:
        """Count the connections that people lost in it."""
        return sum(self.began <= at < self.ended for at in tally.lost)


class Assault(NamedTuple):
    """One attack, and the time before it."""

    name: str
    quiet: Phase
    attacked: Phase
    memory: tuple[int, int]  # of the server before and after, in KiB
    counts: Counter[str]  # what the attackers did, and how they were answered
    serves: bool
    others: float  # cores that other programs on this machine used meanwhile

    def row(self, tally: Tally) -> dict[str, Any]:
        """Say what people felt."""
        quiet, attacked = self.quiet.waits(tally), self.attacked.waits(tally)
        longest = percentile(attacked, 1.0)
        return {
            "attack": self.name,
            "quiet": [percentile(quiet, share) for share in (0.5, 0.99, 1.0)],
            "attacked": [percentile(attacked, share) for share in (0.5, 0.99, 1.0)],
            "moves": [len(quiet), len(attacked)],
            "times the longest": round(longest / max(FLOOR, percentile(quiet, 1.0)), 1),
            "lost connections": self.attacked.lost(tally),
            "memory MB": [kib >> 10 for kib in self.memory],
            "serves": self.serves,
            "others' cores": round(self.others, 1),
            "counts": dict(self.counts.most_common()),
        }


def still_serves(port: int) -> bool:
    """Whether somebody new gets a page and a table."""
    try:
        with closing(person(port, "Zoe")) as newcomer:
            newcomer.get("/").raise_for_status()
            newcomer.post("/api/tables", json={"game": "crab-stack"}).raise_for_status()
            return newcomer.get("/ready").json()["status"] == "ready"
    except (httpx.HTTPError, KeyError):
        return False


def wait(seconds: float) -> Phase:
    """Let some time pass."""
    began = time.monotonic()
    time.sleep(seconds)
    return Phase(began, time.monotonic())


def wait_for_calm(cores: float) -> None:
    """Wait until we use as few cores as before: children may still read what is of no use to anybody."""
    until = time.monotonic() + PATIENCE
    used = 0.0
    while cpu_of_session() - used > cores + CALM and time.monotonic() < until:
        used = cpu_of_session()
        time.sleep(1)


def assault(name: str, target: Target, server: subprocess.Popen[bytes], seconds: float) -> Assault:
    """Attack a server for some seconds, after as many without an attack."""
    others, started = cpu_of_others(), time.monotonic()
    used = cpu_of_session()
    quiet = wait(seconds)
    cores = (cpu_of_session() - used) / seconds
    before = memory_of(server.pid)
    at_work, stop, out = mp.Event(), mp.Event(), mp.Queue()
    attacker = mp.Process(target=attack, args=(name, target, at_work, stop, out), daemon=True)
    attacker.start()
    began = time.monotonic()
    at_work.wait(PATIENCE)
    time.sleep(seconds + MORE_SECONDS.get(name, 0))
    is_alive = server.poll() is None
    after = memory_of(server.pid) if is_alive else 0
    stop.set()
    counts: Counter[str] = out.get(timeout=60)
    attacker.join(timeout=10)
    time.sleep(RECOVERY)
    wait_for_calm(cores)
    attacked = Phase(began, time.monotonic())
    return Assault(
        name, quiet, attacked, (before, after), counts, is_alive and still_serves(target.port),
        (cpu_of_others() - others) / (time.monotonic() - started),
    )  # fmt: skip


@contextmanager
def people_at(port: int, tables: list[Table]) -> Generator[list[Tally]]:
    """Let people play at tables meanwhile; their tally is in the list afterwards."""
    tallies: list[Tally] = []
    stop, out = mp.Event(), mp.Queue()
    wishes = (port, tables, len(tables) / MOVES, stop, out)
    people = mp.Process(target=play_tables, args=wishes, kwargs={"apart": True}, daemon=True)
    people.start()
    try:
        yield tallies
    finally:
        stop.set()
        tallies.append(out.get(timeout=60))
        people.join(timeout=10)


def besiege(port: int, names: list[str], seconds: float) -> dict[str, Any]:
    """Run attack after attack against one server on which people play."""
    record = longest_record(IMPORTED_MOVES)
    folder = Path(tempfile.mkdtemp(prefix="decapod-siege-"))
    with (folder / "server.log").open("wb") as log:
        server = start_server(str(folder), port, limited=True, compiled=True, log=log)
    try:
        wait_for_kernels(port, GAMES)
        tables = set_up(port, PEOPLE_TABLES, GAMES, each=1)
        assaults: list[Assault] = []
        with people_at(port, tables) as tallies:
            time.sleep(WARMING)
            for name in names:
                print(f"{time.strftime('%H:%M:%S')} {name}", file=sys.stderr, flush=True)
                target = Target(port, [table for table, *_ in tables], record)
                assaults.append(assault(name, target, server, seconds))
                if server.poll() is not None:
                    break
    finally:
        is_alive = server.poll() is None
        server.terminate()
        server.wait(timeout=60)
    return {
        "attacks": [one.row(tallies[0]) for one in assaults],
        "people": {"moves": len(tallies[0].acks), "refused": dict(tallies[0].refused)},
        "alive": is_alive,
        **read_log(folder / "server.log"),
    }


def read_log(path: Path) -> dict[str, Any]:
    """Count tracebacks in a server's log, and find out how often and how long its loop was held."""
    held = [0.0]
    tracebacks = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        tracebacks += "Traceback (most recent call last)" in line
        if '"the loop was held"' in line:
            held.append(json.loads(line)["seconds"])
    return {"log": str(path), "tracebacks": tracebacks, "loop held": len(held) - 1, "longest s": max(held)}


def print_siege(figures: dict[str, Any]) -> None:
    """Print a table for people."""
    columns = "{:<12}{:>8}{:>8}{:>9}{:>10}{:>8}{:>9}{:>8}{:>7}{:>8}{:>7}{:>8}{:>8}"
    print(columns.format("", "quiet", "", "", "attacked", "", "", "times", "lost", "memory", "", "still", "others'"))
    waits = ("p50 ms", "p99", "longest")
    print(columns.format("attack", *waits, *waits, "longest", "lines", "MB", "then", "serves", "cores"))
    for row in figures["attacks"]:
        times = f"{row['times the longest']}{'!' * (row['times the longest'] > WORST)}"
        serves = "yes" if row["serves"] else "NO"
        print(columns.format(row["attack"], *row["quiet"], *row["attacked"], times, row["lost connections"],
                             *row["memory MB"], serves, row["others' cores"]))  # fmt: skip
    print(f"!: over {WORST} times the longest wait unattacked, which counts as {FLOOR:g} ms at least")
    for row in figures["attacks"]:
        print(f"{row['attack']:<12}  {', '.join(f'{count} {what}' for what, count in row['counts'].items())}")
    print(*(f"{name}: {figures[name]}" for name in figures if name != "attacks"), sep="\n")


# --- kill -9 ----------------------------------------------------------------------------------------------


def kill_often(port: int, kills: int) -> dict[str, Any]:
    """Kill servers again and again while people play on them, some at a time; each has a database of its own."""
    shares = [KILLS_A_SERVER] * (kills // KILLS_A_SERVER) + [kills % KILLS_A_SERVER] * bool(kills % KILLS_A_SERVER)

    def run(number: int) -> Counter[str]:
        command = [
            sys.executable, str(ROOT / "bench" / "load.py"), "--json", "--port", str(port + number),
            "--tables", "20", "--rate", "100", "--clients", "1", "--kill", str(shares[number]),
            "--seconds", str(shares[number] * 0.8),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=1200, check=False)
        if done.returncode != 0:
            return Counter({"failed": 1})
        figures = json.loads(done.stdout)
        print(f"{time.strftime('%H:%M:%S')} {figures}", file=sys.stderr, flush=True)
        names = ("kills", "acknowledged", "lost", "doubled", "tables", "tables that went on")
        return Counter({name: figures[name] for name in names})

    total = Counter[str]({"kills": 0, "lost": 0, "doubled": 0, "failed": 0})
    with ThreadPoolExecutor(SERVERS) as servers:
        for counts in servers.map(run, range(len(shares))):
            total.update(counts)
    return dict(total)


# --- nonsense ---------------------------------------------------------------------------------------------


class Fuzzer:
    """Somebody who sits at a table and talks nonsense."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.game = GAMES[number % len(GAMES)]
        self.dice = random.Random(number)
        self.sent = 0
        self.answers: Counter[str] = Counter()

    async def talk(self, messages: int) -> None:
        """Send so many messages, at one table after another."""
        somebody = await asyncio.to_thread(person, self.port, "Eve")
        cookies = cookies_of(somebody)
        while self.sent < messages:
            wishes = {"game": self.game, "seats": [{"who": "me"}, {"who": "me"}], "start": True, "hints": True}
            room = (await asyncio.to_thread(somebody.post, "/api/tables", json=wishes)).raise_for_status().json()
            for _ in range(10):
                with suppress(*LOST):
                    await self._talk_at(room, cookies, messages)
        somebody.close()

    async def _talk_at(self, room: dict[str, Any], cookies: str, messages: int) -> None:
        url = f"ws://127.0.0.1:{self.port}/api/tables/{room['id']}/play"
        known: dict[str, Any] = {"match": room["match"], "person": room["seats"][0]["person"], "move": 0}
        async with connect(
            url, additional_headers={"cookie": cookies}, compression=None, max_size=None, close_timeout=1
        ) as socket:
            await socket.send('{"type":"hello","n":0}')
            for i in range(400):
                if self.sent >= messages:
                    return
                await socket.send(make_nonsense(self.dice, known))
                self.sent += 1
                if i % 20 == 19:  # after 40 refusals in a row nobody is listened to
                    await socket.send(f'{{"type":"ping","n":{LAST}}}')
                    self._note(await self._read_until_pong(socket), known)

    async def _read_until_pong(self, socket: Any) -> list[dict[str, Any]]:
        answers: list[dict[str, Any]] = []
        while not answers or answers[-1].get("re") != LAST:
            answers.append(json.loads(await asyncio.wait_for(socket.recv(), 60)))
        return answers

    def _note(self, answers: list[dict[str, Any]], known: dict[str, Any]) -> None:
        """Count answers, and learn moves that are legal now."""
        for answer in answers:
            self.answers[f"{answer['type']} {answer.get('code', '')}".strip()] += 1
            scene = answer["scene"] if answer["type"] == "scene" else None
            choices = (scene or {}).get("choices")
            if choices:
                known |= {"match": answer["match"], "seat": answer["viewer"], "seen": answer["n"]}
                known["move"] = self.dice.choice(choices)["move"]


def fuzz(port: int, messages: int) -> dict[str, Any]:
    """Send messages at random through real sockets, and look at the log and the memory of the server."""
    folder = Path(tempfile.mkdtemp(prefix="decapod-fuzz-"))
    with (folder / "server.log").open("wb") as log:
        server = start_server(str(folder), port, log=log)
    fuzzers = [Fuzzer(port, number) for number in range(FUZZERS)]
    memory: list[int] = []

    async def watch() -> None:
        while True:
            while len(memory) < 10 * sum(fuzzer.sent for fuzzer in fuzzers) // messages:
                memory.append(memory_of(server.pid) >> 10)
            await asyncio.sleep(0.2)

    async def go() -> None:
        watching = asyncio.create_task(watch())
        async with asyncio.timeout(LONGEST_PLAY), asyncio.TaskGroup() as group:
            for fuzzer in fuzzers:
                group.create_task(fuzzer.talk(messages // FUZZERS))
        await asyncio.sleep(0.5)
        watching.cancel()

    began = time.monotonic()
    try:
        uvloop.run(go())
        seconds = time.monotonic() - began
        serves = still_serves(port)
    finally:
        is_alive = server.poll() is None
        server.terminate()
        server.wait(timeout=60)
    return {
        "messages": sum(fuzzer.sent for fuzzer in fuzzers),
        "seconds": round(seconds),
        "answers": dict(sum((fuzzer.answers for fuzzer in fuzzers), Counter[str]()).most_common()),
        "memory MB at each tenth": memory,
        "serves": serves,
        "alive": is_alive,
        **read_log(folder / "server.log"),
    }


def main() -> None:
    """Read the command line, attack, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=10, help="of each phase")
    parser.add_argument("--only", nargs="+", choices=list(ATTACKS), default=list(ATTACKS), metavar="NAME",
                        help=f"some of: {', '.join(ATTACKS)}")  # fmt: skip
    parser.add_argument("--kill", type=int, default=0, metavar="N", help="instead: kill -9 so many times")
    parser.add_argument("--fuzz", type=int, default=0, metavar="N", help="instead: so many messages at random")
    parser.add_argument("--port", type=int, default=PORT, help="and, to kill, those after it")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not (1 <= options.seconds <= 120 and 0 <= options.kill <= 2_000 and 0 <= options.fuzz <= 2_000_000):
        parser.error("at most 120 seconds, 2,000 kills and 2,000,000 messages")
    if options.kill:
        figures = kill_often(options.port, options.kill)
        is_well = not (figures["lost"] or figures["doubled"] or figures["failed"])
    elif options.fuzz:
        figures = fuzz(options.port, options.fuzz)
        is_well = figures["alive"] and not figures["tracebacks"]
    else:
        figures = besiege(options.port, options.only, options.seconds)
        is_well = figures["alive"] and not figures["tracebacks"]
    if options.json:
        print(json.dumps(figures))
    elif "attacks" in figures:
        print_siege(figures)
    else:
        print(*(f"{name}: {value}" for name, value in figures.items()), sep="\n")
    sys.exit(0 if is_well else 1)


if __name__ == "__main__":
    main()
