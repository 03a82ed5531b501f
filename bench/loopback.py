"""A server as a process of its own, and people who play on it from others: what the measurements share.

Everything only talks to this machine.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import IO, Any, NamedTuple

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

ROOT = Path(__file__).resolve().parents[1]
TABLES_A_PERSON = 25
LONGEST_PLAY = 3600  # seconds after which people go home, whoever forgot to tell them

LOST = (WebSocketException, OSError, EOFError)  # what breaks a connection, or keeps one from opening; time-outs too


class Choice(msgspec.Struct):
    """The part of a choice that a client needs."""

    move: int


class Picture(msgspec.Struct):
    """The part of a scene that a client needs."""

    choices: list[Choice] = []


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
    board: Any = None
    scene: Picture | None = None
    code: str = ""


decode = msgspec.json.Decoder(Message).decode


# --- the server -------------------------------------------------------------------------------------------


class Club(NamedTuple):
    """How many processes serve the same tables, and the PostgreSQL they need for it."""

    workers: int = 1
    database: str = ""


def start_server(
    data: str, port: int, *, limited: bool = False, compiled: bool = False, log: IO[bytes] | None = None,
    club: Club | None = None,
) -> subprocess.Popen[bytes]:  # fmt: skip
    """Start a server of its own, and wait until it answers. Its log goes to a file, or to our own standard error.

    A `limited` one is `decapod serve` as everybody has it; others have no limits in the way of measuring. Where nobody
    plays a bot nothing needs to be `compiled`. A `club` has several processes.
    """
    club = club or Club()
    if limited:
        command = [sys.executable, "-m", "decapod.cli", "serve", "--data-dir", data, "--port", str(port)]
    else:
        line = (
            "from decapod.server.run import serve; from decapod.server.settings import Settings; "
            f"free = Settings(data={data!r}, requests=0, messages=200, rooms_per_person=100000, logs='warning', "
            f"warm={compiled}, database={club.database!r}); "
            "from decapod.web import FACTORY; "
            "free.sockets_per_address = free.messages_per_address = free.rooms_per_address = free.connects = 0; "
            f"serve(free, port={port}, workers={club.workers}, factory=FACTORY)"
        )
        command = [sys.executable, "-c", line]
    environment = {"DECAPOD_JIT": str(int(compiled)), **os.environ, "PYTHONPATH": str(ROOT / "src")}
    server = subprocess.Popen(command, env=environment, stdout=log or subprocess.DEVNULL, stderr=log)
    for _ in range(400):
        try:
            if httpx.get(f"http://127.0.0.1:{port}/health", timeout=30).status_code == 200:  # it waits in line
                return server
        except httpx.HTTPError:
            time.sleep(0.05)
        if server.poll() is not None:
            break
    raise SystemExit("the server did not start")


def wait_for_kernels(port: int, games: Sequence[str] = ("crab-stack",)) -> None:
    """Wait until the bots' kernels are loaded, so that loading them is not measured; compiling takes minutes."""
    time.sleep(4)  # then the server begins to
    for _ in range(600):
        states = httpx.get(f"http://127.0.0.1:{port}/ready", timeout=30).json()["kernels"]
        if "warming" not in (states[name] for name in games):
            return
        time.sleep(1)


def memory_of(pid: int) -> int:
    """Read the memory a process uses, in KiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def cpu_of(pid: int) -> float:
    """Read the seconds of processor time a process has used: on a busy machine they say more than a clock."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def family_of(pid: int) -> list[int]:
    """List a process and those that it started itself: the workers of a server."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def cpu_of_session() -> float:
    """Add up the seconds of processor time that this process and all it has started have used."""
    total = 0.0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            fields = path.read_text().rsplit(")", 1)[1].split()
            if int(fields[3]) == os.getsid(0):
                total += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return total


def cpu_of_others() -> float:
    """Read the seconds of processor time that all other programs on this machine have used."""
    user, nice, system, _, _, irq, soft_irq, *_ = map(int, Path("/proc/stat").read_text().split()[1:11])
    return (user + nice + system + irq + soft_irq) / os.sysconf("SC_CLK_TCK") - cpu_of_session()


def percentile(values: list[float], share: float) -> float:
    """Return the value below which a share of all lies, in milliseconds."""
    return round(sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000, 1) if values else 0.0


# --- the people -------------------------------------------------------------------------------------------


def person(port: int, name: str) -> httpx.Client:
    """Be somebody."""
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)
    client.get("/api/me")
    client.headers["x-csrftoken"] = client.cookies["csrftoken"]
    client.put("/api/me", json={"name": name}).raise_for_status()
    return client


def cookies_of(client: httpx.Client | httpx.AsyncClient) -> str:
    """Write somebody's cookies as a browser sends them."""
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


def asking(port: int, client: httpx.Client) -> Callable[[str, dict[str, Any]], dict[str, Any]]:
    """Return what posts as somebody, with as little effort as can be: httpx takes as long as the server does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"cookie": cookies_of(client), "x-csrftoken": client.headers["x-csrftoken"]}
    headers["content-type"] = "application/json"

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        read = json.loads(answer.read())
        if answer.status >= 400:
            raise SystemExit(f"{path}: {answer.status} {read}")
        return read

    return post


Table = tuple[str, str, str]  # its id, and the cookies of its two players


def set_up(port: int, tables: int, games: Sequence[str] = ("crab-stack",), each: int = TABLES_A_PERSON) -> list[Table]:
    """Set tables up and start them, the games in turn, with two new people for every so many of them, all at once."""
    wanted = [games[i % len(games)] for i in range(tables)]

    def host(some: Sequence[str]) -> list[Table]:
        with closing(person(port, "Ada")) as ada, closing(person(port, "Ben")) as ben:
            both = cookies_of(ada), cookies_of(ben)
            ask_ada, ask_ben = (asking(port, one) for one in (ada, ben))
        started: list[Table] = []
        for game in some:
            room = ask_ada("/api/tables", {"game": game, "players": 2, "public": True})["id"]
            ask_ben(f"/api/tables/{room}/join", {"name": f"Ben {room[:6]}"})  # what is kept by names is kept for one
            ask_ada(f"/api/tables/{room}/start", {})
            started.append((room, *both))
        return started

    shares = [wanted[i : i + each] for i in range(0, tables, each)]
    with ThreadPoolExecutor(max(1, len(shares))) as threads:
        return [table for started in threads.map(host, shares) for table in started]


Ack = tuple[str, int, int, int]  # of a move that is stored: its match, its seat, the lowest number it can have, itself


class Tally:
    """What the people of one process counted."""

    def __init__(self) -> None:
        self.waits: list[tuple[float, float]] = []  # when a move was sent, and how many seconds it took
        self.acks: list[Ack] = []  # what the server said is stored
        self.moved: dict[str, float] = {}  # when a move was last acknowledged, by table
        self.refused: Counter[str] = Counter()
        self.lost: list[float] = []  # when a connection was lost
        self.back: list[float] = []  # when somebody whose connection was lost saw the table again
        self.first_sizes: list[int] = []  # of scenes with their board, in bytes as they were sent
        self.scene_sizes: list[int] = []  # of the others


class Player:
    """One socket that plays: random legal moves after a random pause; another match when one is over."""

    def __init__(self, port: int, table: str, cookies: str, pause: float, tally: Tally, address: str = "") -> None:
        self.local = (address, 0) if address else None
        self.url = f"ws://127.0.0.1:{port}/api/tables/{table}/play"
        self.table = table
        self.headers = {"cookie": cookies}
        self.pause = pause
        self.tally = tally
        self.number = 0
        self.sent: dict[int, tuple[float, Ack]] = {}
        self.choices: list[int] = []
        self.latest = Message("")
        self._frame_size = 0  # of the last message, compressed
        self._is_away = False  # whether the connection was lost, and the table not seen since
        self._interrupted: list[float] = []  # when moves were sent whose answers were lost with the connection

    async def play(self) -> None:
        """Play until cancelled, through lost connections."""
        while True:
            try:
                async with connect(
                    self.url, additional_headers=self.headers, local_addr=self.local, max_size=None,
                    ping_interval=None, open_timeout=60, close_timeout=1,
                ) as socket:  # fmt: skip
                    self._count_bytes(socket)
                    await self._hello(socket)
                    await self._session(socket)
            except LOST:
                self.tally.lost.append(time.monotonic())
                self._is_away = True
            self._interrupted += [began for began, *_ in self.sent.values()]
            self.sent.clear()
            await asyncio.sleep(0.2 + random.random() * 0.5)

    def stop_waiting(self) -> None:
        """Count what is not answered yet as waits until now."""
        self._interrupted += [began for began, *_ in self.sent.values()]
        self.sent.clear()
        self._count_interrupted(time.monotonic())

    def _count_interrupted(self, until: float) -> None:
        self.tally.waits += [(began, until - began) for began in self._interrupted]
        self._interrupted.clear()

    def _count_bytes(self, socket: ClientConnection) -> None:
        """Note how long each frame is before it is decompressed: a browser asks for compression too."""
        for extension in socket.protocol.extensions:
            decode = extension.decode

            def note_size(frame: Any, *, max_size: int | None = None, decode: Any = decode) -> Any:
                self._frame_size = len(frame.data)
                return decode(frame, max_size=max_size)

            extension.decode = note_size

    async def _send(self, socket: ClientConnection, **message: Any) -> int:
        self.number += 1
        await socket.send(json.dumps({"v": 3, "n": self.number, **message}))
        return self.number

    async def _hello(self, socket: ClientConnection) -> None:
        await self._send(socket, type="hello")

    async def _session(self, socket: ClientConnection) -> None:
        thinking: asyncio.Task[None] | None = None
        finished = ""
        try:
            async for raw in socket:
                arrived = time.monotonic()
                message = decode(raw)
                if message.type == "refused":
                    self.tally.refused[message.code] += 1
                    if self.sent.pop(message.re or 0, None) is not None:
                        await self._hello(socket)  # look again
                if message.type != "scene":
                    continue
                if self._is_away:
                    self._is_away = False
                    self.tally.back.append(arrived)
                if message.scene is not None:
                    sizes = self.tally.scene_sizes if message.board is None else self.tally.first_sizes
                    sizes.append(self._frame_size or len(raw))
                self._look(message, arrived)
                if message.state == "over" and finished != message.match:
                    finished = message.match  # another one is asked for once
                    await self._send(socket, type="rematch")
                elif self._may_move() and (thinking is None or thinking.done()):
                    thinking = asyncio.create_task(self._move(socket))
        finally:
            if thinking is not None:
                thinking.cancel()

    def _look(self, message: Message, arrived: float) -> None:
        """Take a scene in, and count how long what it answers took."""
        self.latest = message
        self.choices = [choice.move for choice in message.scene.choices] if message.scene is not None else []
        if message.re in self.sent:
            began, ack = self.sent.pop(message.re)
            self.tally.waits.append((began, arrived - began))
            self.tally.acks.append(ack)
            self.tally.moved[self.table] = arrived
        self._count_interrupted(arrived)  # they see whether it was made

    def _may_move(self) -> bool:
        is_awaited = self.latest.viewer in self.latest.awaiting
        return is_awaited and bool(self.choices) and not self.sent  # one at a time, as a page does

    async def _move(self, socket: ClientConnection) -> None:
        await asyncio.sleep(random.expovariate(1 / self.pause) if self.pause else 0)
        if not self._may_move():
            return  # the match went on meanwhile
        message, move = self.latest, random.choice(self.choices)
        began = time.monotonic()
        try:
            number = await self._send(
                socket, type="move", seat=message.viewer, move=move, seen=message.n, match=message.match
            )
        except ConnectionClosed:
            return
        self.sent[number] = (began, (message.match, message.viewer, message.n + 1, move))


def play_tables(port: int, tables: list[Table], pause: float, stop: Event, out: Any, *, apart: bool = False) -> None:
    """Play tables from a process of its own until told to stop; then put the tally into a queue.

    `apart`: everybody has an address of their own on the loopback, as people have.
    """
    tally = Tally()

    async def go() -> None:
        people = [(table, cookies) for table, *both in tables for cookies in both]
        players = [
            Player(port, table, cookies, pause, tally, f"127.2.{i // 250}.{1 + i % 250}" if apart else "")
            for i, (table, cookies) in enumerate(people)
        ]
        until = time.monotonic() + LONGEST_PLAY
        async with asyncio.TaskGroup() as group:
            playing: list[asyncio.Task[None]] = []
            for i, player in enumerate(players):
                playing.append(group.create_task(player.play()))
                if i % 20 == 19:
                    await asyncio.sleep(0.02)
            while not stop.is_set() and time.monotonic() < until:
                await asyncio.sleep(0.05)
            for player in players:
                player.stop_waiting()
            for task in playing:
                task.cancel()

    uvloop.run(go())  # the lighter the clients, the more of the machine is left to what is measured
    out.put(tally)
