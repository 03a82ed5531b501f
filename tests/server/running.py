"""A real server for tests: real sockets, a real file; and people who use it."""

from __future__ import annotations

import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from decapod.server.app import make_app
from decapod.server.run import config, free_socket
from decapod.server.settings import Settings

PATIENCE = 40.0
SOURCE = str(Path(__file__).resolve().parents[2] / "src")


class Running:
    """A server in a thread of this process."""

    def __init__(self, data: Path, **settings: Any) -> None:
        """Start it on a free port and wait until it answers."""
        chosen = {"requests": 0, "messages": 500.0, "pace": 0.0, "logs": "critical", "sweep": 0.3, **settings}
        self.settings = Settings(data=str(data), **chosen)
        self.app = make_app(self.settings)
        self.listener = free_socket("127.0.0.1", random.randrange(20_000, 50_000))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.server = uvicorn.Server(config(self.app))
        self._thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]}, daemon=True)
        self._thread.start()
        wait_until(lambda: self.server.started or not self._thread.is_alive())
        assert self.server.started, "the server did not start"

    @property
    def rooms(self) -> Any:
        """What the server has in memory."""
        return self.app.state["rooms"]

    def stop(self) -> None:
        """Stop it as a signal would."""
        self.server.should_exit = True
        self._thread.join(30)
        assert not self._thread.is_alive(), "the server did not stop"
        self.listener.close()


@contextmanager
def process(data: Path, port: int, *more: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run `decapod serve` as a process of its own, and end it."""
    server = start_process(data, port, *more, **environment)
    try:
        yield server
    finally:
        server.terminate()
        server.wait(20)


def start_process(data: Path, port: int, *more: str, **environment: str) -> subprocess.Popen[bytes]:
    """Start `decapod serve` and wait until it answers."""
    command = [
        sys.executable,
        "-m",
        "decapod.cli",
        "serve",
        "--data",
        str(data),
        "--port",
        str(port),
        "--requests",
        "0",
    ]
    variables = {**os.environ, "PYTHONPATH": SOURCE, "DECAPOD_JIT": "0", **environment}
    log = (data / "server.log").open("ab")
    server = subprocess.Popen([*command, *more], env=variables, stdout=log, stderr=log)
    log.close()

    def answers() -> bool:
        assert server.poll() is None, (data / "server.log").read_text()
        try:
            return httpx.get(f"http://127.0.0.1:{port}/health", timeout=2).status_code == 200
        except httpx.HTTPError:
            return False

    try:
        wait_until(answers, 90)
    except AssertionError:
        server.kill()
        server.wait()
        raise
    return server


def free_port() -> int:
    """Find a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until something is so."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.02)


class Person:
    """Somebody with a browser."""

    def __init__(self, url: str, name: str = "") -> None:
        """Come, and take a name."""
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        self.http.get("/api/me")
        self.http.headers["x-csrftoken"] = self.http.cookies["csrftoken"]
        self.sockets: list[Seat] = []
        if name:
            assert self.http.put("/api/me", json={"name": name}).status_code == 200

    def get(self, path: str, status: int = 200, **parameters: Any) -> Any:
        """Ask."""
        answer = self.http.get(path, params=parameters)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.headers["content-type"].startswith("application/json") else answer.text

    def post(self, path: str, status: int = 0, **body: Any) -> Any:
        """Ask for something to be done; without a status it must succeed."""
        answer = self.http.post(path, json=body)
        assert answer.status_code == status or (not status and answer.is_success), answer.text
        return answer.json()

    def table(self, **wishes: Any) -> Any:
        """Set a table up."""
        return self.post("/api/tables", **{"game": "crab-stack", **wishes})

    def cookies(self) -> str:
        """Write the cookies as a browser sends them."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def sit(self, table: str, **hello: Any) -> Seat:
        """Open the page of a table."""
        seat = Seat(self.url, table, {"cookie": self.cookies()}, **hello)
        self.sockets.append(seat)
        return seat

    def leave(self) -> None:
        """Close everything."""
        for seat in self.sockets:
            seat.close()
        self.http.close()


class Seat:
    """A page at a table: it keeps everything it was sent."""

    def __init__(self, url: str, table: str, headers: dict[str, str], **hello: Any) -> None:
        """Connect, and say hello."""
        self.table = table
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/play"
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                address, additional_headers=headers, compression=None, max_size=None, max_queue=None, close_timeout=2
            )
        )
        self.number = 0
        self.heard: list[bytes] = []
        self.now: dict[str, Any] = {}
        if hello.pop("greet", True):
            self.hello(**hello)

    def hello(self, **hello: Any) -> dict[str, Any]:
        """Say hello and wait for the scene."""
        number = self.say("hello", **hello)
        return self.until("scene", lambda m: m["re"] == number)

    def say(self, kind: str, **fields: Any) -> int:
        """Say something."""
        self.number += 1
        self.socket.send(json.dumps({"type": kind, "v": 1, "n": self.number, **fields}))
        return self.number

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """Take the next message."""
        raw = self.socket.recv(timeout)
        raw = raw if isinstance(raw, bytes) else raw.encode()
        self.heard.append(raw)
        message = json.loads(raw)
        if message["type"] == "scene":
            if message["base"] is not None:
                assert message["base"] == self.now["n"]
                message["scene"] = patched(self.now["scene"], message["scene"])
            self.now = message
        return message

    def until(self, kind: str, true: Callable[[dict[str, Any]], object] = lambda _: True) -> dict[str, Any]:
        """Read on until a message of a kind that is as wanted."""
        until = time.monotonic() + PATIENCE
        while True:
            message = self.hear(max(0.1, until - time.monotonic()))
            if message["type"] == kind and true(message):
                return message

    def answer(self, number: int) -> dict[str, Any]:
        """Read on until the answer to something we said."""
        until = time.monotonic() + PATIENCE
        while True:
            message = self.hear(max(0.1, until - time.monotonic()))
            if message["re"] == number:
                return message

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Say something and read on until its answer."""
        return self.answer(self.say(kind, **fields))

    def turn(self) -> bool:
        """Whether it is my turn."""
        return self.now["viewer"] in self.now["awaiting"]

    def wait_turn(self) -> dict[str, Any]:
        """Read on until it is my turn, or the match is over."""
        while not (self.turn() or self.now["state"] == "over"):
            self.until("scene")
        return self.now

    def move(self, move: int | str | None = None, **more: Any) -> dict[str, Any]:
        """Make a move, the first that is legal if none is named, and wait for the answer."""
        if move is None:
            move = self.now["scene"]["choices"][0]["move"]
        fields = {"seat": self.now["viewer"], "seen": self.now["n"], "match": self.now["match"], **more}
        return self.ask("move", move=move, **fields)

    def closed_with(self) -> int:
        """Read on until the server closes the socket, and tell its code."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 0

    def closed_by_accident(self) -> None:
        """Read on until the line is found broken."""
        while True:
            self.hear(2)

    def close(self) -> None:
        """Go."""
        self._open.close()


def decode_all(heard: list[bytes]) -> list[dict[str, Any]]:
    """Read messages again."""
    return [json.loads(raw) for raw in heard]


def patched(scene: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """Put a scene together from the last one and what changed, as docs/protocol.md says."""
    pieces = {piece["id"]: piece for piece in scene["pieces"] if piece["id"] not in changed["gone"]}
    pieces.update({piece["id"]: piece for piece in changed["moved"]})
    rest = {name: value for name, value in changed.items() if name not in ("moved", "gone")}
    return {**scene, **rest, "pieces": list(pieces.values())}


def play_out(seats: list[Seat], dice: random.Random, most: int = 2000) -> dict[str, Any]:
    """Play random legal moves on all seats until the match is over."""
    for _ in range(most):
        now = max((seat.now for seat in seats), key=lambda m: m["n"])
        if now["state"] == "over":
            break
        mover = next(seat for seat in seats if seat.now["viewer"] in now["awaiting"])
        while mover.now["n"] < now["n"]:
            mover.until("scene")
        if not mover.turn():
            continue
        answer = mover.move(dice.choice(mover.now["scene"]["choices"])["move"])
        assert answer["type"] == "scene", answer
    last = max(seat.now["n"] for seat in seats)
    for seat in seats:
        while seat.now["n"] < last or seat.now["state"] != "over":
            seat.until("scene")
    return seats[0].now


def folder_for(user: str) -> Path:
    """Make a folder that a system user may use."""
    folder = Path(tempfile.mkdtemp(prefix="decapod-test-"))
    if os.getuid() == 0:
        shutil.chown(folder, user)
    return folder
