"""Load: a thousand tables, two thousand sockets, clients in other processes on this machine.

    python bench/load.py                     moves/s, p50/p95/p99, memory per table
    python bench/load.py --bots 100          how long a person waits for their bot, without and with others' beside
    python bench/load.py --kill 20           kill -9 in the middle of it, again and again: nothing acknowledged is lost

Everything is bounded in count and time, and only talks to 127.0.0.1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing as mp
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

ROOT = Path(__file__).resolve().parents[1]
PORT = 8790
TABLES_A_PERSON = 100


class Choice(msgspec.Struct):
    """The part of a choice that a client needs."""

    move: int


class Picture(msgspec.Struct):
    """The part of a scene that a client needs."""

    choices: list[Choice] | None = None


class Message(msgspec.Struct):
    """The part of a message that a client needs."""

    type: str
    n: int = 0
    re: int | None = None
    match: str = ""
    state: str = ""
    viewer: int = -1
    awaiting: list[int] = []
    ply: int = 0
    scene: Picture | None = None
    code: str = ""


decode = msgspec.json.Decoder(Message).decode


# --- the server -------------------------------------------------------------------------------------------


def start_server(data: str, port: int, *, compiled: bool = False) -> subprocess.Popen[bytes]:
    """Start a server of its own, without a limit on requests, and wait until it answers.

    Where nobody plays a bot nothing needs to be `compiled`.
    """
    line = (
        "from decapod.server.run import serve; from decapod.server.settings import Settings; "
        f"free = Settings(data={data!r}, requests=0, messages=200, rooms_per_person=100000, logs='warning'); "
        "from decapod.web import FACTORY; "
        f"free.sockets_per_address = free.connects = 0; serve(free, port={port}, factory=FACTORY)"
    )
    environment = {"DECAPOD_JIT": str(int(compiled)), **os.environ, "PYTHONPATH": str(ROOT / "src")}
    server = subprocess.Popen([sys.executable, "-c", line], env=environment, stdout=subprocess.DEVNULL)
    for _ in range(400):
        try:
            if httpx.get(f"http://127.0.0.1:{port}/health", timeout=30).status_code == 200:  # it waits in line
                return server
        except httpx.HTTPError:
            time.sleep(0.05)
        if server.poll() is not None:
            break
    raise SystemExit("the server did not start")


def wait_for_kernels(port: int) -> None:
    """Wait until the bots' kernels are loaded, so that loading them is not measured; compiling takes minutes."""
    time.sleep(4)  # then the server begins to
    for _ in range(3000):
        states = httpx.get(f"http://127.0.0.1:{port}/health", timeout=30).json()["kernels"]
        if states["crab-stack"] != "warming":
            return
        time.sleep(0.2)


def memory_of(pid: int) -> int:
    """Read the memory a process uses, in KiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def cpu_of(pid: int) -> float:
    """Read the seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- the clients ------------------------------------------------------------------------------------------


def person(port: int, name: str) -> httpx.Client:
    """Be somebody."""
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)
    client.get("/api/me")
    client.headers["x-csrftoken"] = client.cookies["csrftoken"]
    client.put("/api/me", json={"name": name}).raise_for_status()
    return client


def set_up(port: int, tables: int) -> list[tuple[str, str, str]]:
    """Set tables up and start them; return each with the cookies of its two players."""
    started: list[tuple[str, str, str]] = []
    while len(started) < tables:
        ada, ben = person(port, "Ada"), person(port, "Ben")
        for _ in range(min(TABLES_A_PERSON, tables - len(started))):
            room = ada.post("/api/tables", json={"game": "crab-stack", "players": 2, "public": True}).json()
            ben.post(f"/api/tables/{room['id']}/join", json={}).raise_for_status()
            ada.post(f"/api/tables/{room['id']}/start", json={}).raise_for_status()
            started.append((room["id"], _cookies(ada), _cookies(ben)))
        ada.close()
        ben.close()
    return started


def _cookies(client: httpx.Client) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


class Player:
    """One socket that plays: random legal moves after a random pause; another match when one is over."""

    def __init__(self, port: int, table: str, cookies: str, pause: float, tally: Tally) -> None:
        self.url = f"ws://127.0.0.1:{port}/api/tables/{table}/play"
        self.table = table
        self.headers = {"cookie": cookies}
        self.pause = pause
        self.tally = tally
        self.number = 0
        self.sent: dict[int, tuple[float, str, int, int]] = {}
        self.choices: list[int] = []

    async def play(self, until: float) -> None:
        """Play until it is time to stop, through lost connections."""
        while time.monotonic() < until:
            try:
                async with connect(
                    self.url, additional_headers=self.headers, compression=None, max_size=None,
                    ping_interval=None, open_timeout=60, close_timeout=1,
                ) as socket:  # fmt: skip
                    await self._send(socket, type="hello", patches=True)
                    await asyncio.wait_for(self._session(socket, until), until - time.monotonic())
            except (WebSocketException, OSError, EOFError):  # a time-out too: of connecting, or all is over
                self.tally.dropped += time.monotonic() < until
                self.sent.clear()
                await asyncio.sleep(0.2 + random.random() * 0.5)

    async def _send(self, socket: ClientConnection, **message: Any) -> int:
        self.number += 1
        await socket.send(json.dumps({"v": 1, "n": self.number, **message}))
        return self.number

    async def _session(self, socket: ClientConnection, until: float) -> None:
        thinking: asyncio.Task[None] | None = None
        async for raw in socket:
            arrived = time.perf_counter()
            message = decode(raw)
            if message.type == "refused":
                self.tally.refused[message.code] = self.tally.refused.get(message.code, 0) + 1
                self.sent.pop(message.re or 0, None)
                continue
            if message.type != "scene":
                continue
            if message.re in self.sent:
                began, match, n, move = self.sent.pop(message.re)
                self.tally.acknowledged(arrived - began, match, n, move)
                self.tally.moved[self.table] = time.monotonic()
            if message.scene is not None and message.scene.choices is not None:
                self.choices = [choice.move for choice in message.scene.choices]
            if time.monotonic() > until:
                return
            if message.state == "over":
                await self._send(socket, type="rematch")
            elif message.viewer in message.awaiting and self.choices and (thinking is None or thinking.done()):
                thinking = asyncio.create_task(self._move(socket, message))
        if thinking is not None:
            thinking.cancel()

    async def _move(self, socket: ClientConnection, message: Message) -> None:
        await asyncio.sleep(random.expovariate(1 / self.pause) if self.pause else 0)
        if not self.choices:
            return  # the match went on meanwhile
        move = random.choice(self.choices)
        began = time.perf_counter()
        try:
            number = await self._send(
                socket, type="move", seat=message.viewer, move=move, seen=message.n, match=message.match
            )
        except ConnectionClosed:
            return
        self.sent[number] = (began, message.match, message.n + 1, move)


class Rival(Player):
    """One socket that plays against a bot, and notes how long it waits for its answers."""

    def __init__(self, port: int, table: str, cookies: str) -> None:
        super().__init__(port, table, cookies, 0.2, Tally())
        self.waits: list[float] = []
        self._waiting_since = 0.0

    async def _session(self, socket: ClientConnection, until: float) -> None:
        async for raw in socket:
            message = decode(raw)
            if message.type != "scene" or time.monotonic() > until:
                continue
            if message.scene is not None and message.scene.choices is not None:
                self.choices = [choice.move for choice in message.scene.choices]
            if message.state == "over":
                self._waiting_since = 0.0
                await self._send(socket, type="rematch")
            elif message.viewer in message.awaiting:
                if self._waiting_since:
                    self.waits.append(time.perf_counter() - self._waiting_since)
                    self._waiting_since = 0.0
                await self._move(socket, message)
            elif message.re in self.sent:
                self._waiting_since = time.perf_counter()


class Tally:
    """What one client process counted."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.times: list[float] = []
        self.acks: list[tuple[str, int, int]] = []
        self.moved: dict[str, float] = {}  # when a move was last acknowledged, by table
        self.refused: dict[str, int] = {}
        self.dropped = 0

    def acknowledged(self, latency: float, match: str, n: int, move: int) -> None:
        """Note a move that the server says is stored."""
        self.latencies.append(latency)
        self.times.append(time.monotonic())
        self.acks.append((match, n, move))


def client(port: int, tables: list[tuple[str, str, str]], pause: float, until: float, out: Any) -> None:
    """Play some tables from a process of its own."""
    tally = Tally()

    async def go() -> None:
        players = [Player(port, table, c, pause, tally) for table, *both in tables for c in both]
        async with asyncio.TaskGroup() as group:
            for i, player in enumerate(players):
                group.create_task(player.play(until))
                if i % 20 == 19:
                    await asyncio.sleep(0.02)

    uvloop.run(go())  # the lighter the clients, the more of the machine is left to what is measured
    out.put((tally.latencies, tally.times, tally.acks, tally.refused, tally.dropped, tally.moved))


# --- the measurements -------------------------------------------------------------------------------------


def percentile(values: list[float], share: float) -> float:
    """Return the value below which a share of all lies, in milliseconds."""
    return round(sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000, 1) if values else 0.0


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure."""
    folder = tempfile.mkdtemp(prefix="decapod-load-")
    server = start_server(folder, PORT)
    wait_for_kernels(PORT)
    empty = memory_of(server.pid)
    began = time.monotonic()
    tables = set_up(PORT, options.tables)
    print(f"{len(tables)} tables in {time.monotonic() - began:.1f} s", flush=True)
    pause = options.tables / options.rate if options.rate else 0.0
    joining = 3 + options.tables / 150
    until = time.monotonic() + joining + options.seconds
    out: Any = mp.Queue()
    shares = [tables[i :: options.clients] for i in range(options.clients)]
    clients = [mp.Process(target=client, args=(PORT, share, pause, until, out)) for share in shares]
    for process in clients:
        process.start()
    kills, killed = 0, 0.0
    restarts: list[float] = []
    time.sleep(joining)
    measured_from, cpu = time.monotonic(), cpu_of(server.pid)
    memory = 0
    try:
        if options.kill:
            gap = options.seconds / (options.kill + 4)  # time at the end, for every table to go on
            for _ in range(options.kill):
                time.sleep(gap * random.uniform(0.5, 0.8))
                os.kill(server.pid, signal.SIGKILL)
                server.wait()
                kills, killed = kills + 1, time.monotonic()
                server = start_server(folder, PORT)
                restarts.append(time.monotonic() - killed)
        left = until - time.monotonic()
        time.sleep(max(0.0, left - 1))
        memory = memory_of(server.pid)
        used = (cpu_of(server.pid) - cpu) / (time.monotonic() - measured_from)
        results = [out.get(timeout=120) for _ in clients]
    finally:
        for process in clients:
            process.join(timeout=20)
            if process.is_alive():
                process.terminate()
    rooms = httpx.get(f"http://127.0.0.1:{PORT}/health").json()
    gauges = dict(
        line.rsplit(" ", 1)
        for line in httpx.get(f"http://127.0.0.1:{PORT}/metrics").text.splitlines()
        if line[:1] != "#"
    )
    committing = float(gauges.get("decapod_commit_seconds_sum", 0))
    commits = float(gauges.get("decapod_commit_seconds_count", 1)) or 1.0
    server.terminate()
    server.wait(timeout=30)
    pairs = [
        (when, latency) for r in results for latency, when in zip(r[0], r[1], strict=True) if when >= measured_from
    ]
    span = max((when for when, _ in pairs), default=measured_from + 1) - measured_from
    latencies = [latency for _, latency in pairs]
    acks = [ack for r in results for ack in r[2]]
    refused: dict[str, int] = {}
    for r in results:
        for code, count in r[3].items():
            refused[code] = refused.get(code, 0) + count
    resumed = sum(when > killed for r in results for when in r[5].values())
    lost, doubled = check(Path(folder) / "decapod.sqlite", acks)
    return {
        "tables": len(tables), "sockets": 2 * len(tables), "seconds": round(span, 1),
        "moves": len(latencies), "moves/s": round(len(latencies) / max(span, 0.001)),
        "p50 ms": percentile(latencies, 0.5), "p95 ms": percentile(latencies, 0.95),
        "p99 ms": percentile(latencies, 0.99),
        "server cpu": round(used, 2), "KiB a table": round((memory - empty) / len(tables)),
        "commits": int(commits), "ms a commit": round(committing / commits * 1000, 1),
        "rooms": rooms["rooms"], "refused": refused, "dropped": sum(r[4] for r in results),
        "kills": kills, "slowest restart s": round(max(restarts, default=0.0), 1),
        "tables that went on": resumed, "acknowledged": len(acks), "lost": lost, "doubled": doubled,
    }  # fmt: skip


def run_beside_bots(options: argparse.Namespace) -> dict[str, Any]:
    """Measure how long a person waits for a bot, and people for their moves, without and with bots beside them."""
    server = start_server(tempfile.mkdtemp(prefix="decapod-load-"), PORT, compiled=True)
    try:
        wait_for_kernels(PORT)
        tables = set_up(PORT, options.tables)
        ada, eve = person(PORT, "Ada"), person(PORT, "Eve")
        own = set_up_bots(ada, "me", "bot")
        figures: dict[str, Any] = {"tables": len(tables), "bot tables": options.bots}
        for phase in ("alone", "beside"):
            watched: list[str] = []
            if phase == "beside":
                watched = [set_up_bots(eve, "bot", "bot") for _ in range(options.bots)]
            until = time.monotonic() + 5 + options.seconds
            out: Any = mp.Queue()
            pause = options.tables / options.rate if options.rate else 0.0
            people = mp.Process(target=client, args=(PORT, tables, pause, until, out))
            people.start()
            waits = asyncio.run(_play_beside(own, _cookies(ada), watched, _cookies(eve), until))
            latencies = out.get(timeout=120)[0]
            people.join(timeout=20)
            figures |= {
                f"{phase}: answers of the bot": len(waits), f"{phase}: p50 ms of them": percentile(waits, 0.5),
                f"{phase}: longest ms": percentile(waits, 1.0), f"{phase}: moves of people": len(latencies),
                f"{phase}: p50 ms of those": percentile(latencies, 0.5),
                f"{phase}: p99 ms of those": percentile(latencies, 0.99),
            }  # fmt: skip
        return figures
    finally:
        server.terminate()
        server.wait(timeout=30)


def set_up_bots(host: httpx.Client, *seats: str) -> str:
    """Set a table up at which bots think, and start it."""
    wishes = [{"who": who, **({"bot": "sampler"} if who == "bot" else {})} for who in seats]
    room = host.post("/api/tables", json={"game": "crab-stack", "seats": wishes, "start": True})
    return room.raise_for_status().json()["id"]


async def _play_beside(own: str, cookies: str, watched: list[str], watcher: str, until: float) -> list[float]:
    """Play against a bot, while somebody else looks at all the tables in `watched`."""
    rival = Rival(PORT, own, cookies)
    spectators = [Player(PORT, table, watcher, 0.0, Tally()) for table in watched]
    async with asyncio.TaskGroup() as group:
        for player in (rival, *spectators):
            group.create_task(player.play(until))
    return rival.waits


def check(database: Path, acks: list[tuple[str, int, int]]) -> tuple[int, int]:
    """Compare what was acknowledged with what is stored: how many are missing, how many are there twice."""
    with sqlite3.connect(database) as connection:
        stored = {
            (match, n): move
            for match, n, move in connection.execute("select match, n, move from entries where kind = 'move'")
        }
        count = connection.execute("select count(*) from entries where kind = 'move'").fetchone()[0]
    lost = sum(stored.get((match, n)) != move for match, n, move in acks)
    return lost, count - len(stored) + len(acks) - len({(match, n) for match, n, _ in acks})


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--clients", type=int, default=2, help="client processes")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=650, help="moves a second wanted of all tables; 0: no pause")
    parser.add_argument("--bots", type=int, default=0, help="tables of bots beside people, watched by one person")
    parser.add_argument("--kill", type=int, default=0, help="kill -9 the server so many times meanwhile")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not (
        1 <= options.tables <= 2000 and 1 <= options.seconds <= 600 and 0 <= options.kill <= 50 and options.bots <= 400
    ):
        parser.error("at most 2000 tables, 600 seconds, 50 kills and 400 tables of bots")
    figures = run_beside_bots(options) if options.bots else run(options)
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:>30}  {value}")


if __name__ == "__main__":
    main()
