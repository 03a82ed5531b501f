"""A real server for tests: real sockets, a real file; and people who use it."""

from __future__ import annotations

import asyncio
import faulthandler
import json
import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from litestar import Litestar
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from decapod.scene.schema import Choice, Label, Panel, Piece, Span, Zone
from decapod.server import wire
from decapod.server.listening import bind_socket
from decapod.server.live.room import Table
from decapod.server.live.server import Hub
from decapod.server.run import uvicorn_config
from decapod.server.settings import Settings
from decapod.web.app import make_app

PATIENCE = 60.0  # seconds after which something will never happen, also on a busy machine
SOURCE = str(Path(__file__).resolve().parents[2] / "src")

Condition = Callable[[dict[str, Any]], object]


class RunningServer:
    """A server in a thread of this process."""

    def __init__(self, data: Path, make: Callable[[Settings], Litestar] = make_app, **settings: Any) -> None:
        """Start it on a free port and wait until it answers."""
        chosen = {
            "requests": 0,
            "messages": 500.0,
            "messages_per_address": 0.0,
            "rooms_per_address": 0.0,
            "pace": 0.0,
            "logs": "critical",
            "sweep": 0.3,
            "warm": False,
            "connects": 0.0,
            **settings,
        }
        self.settings = Settings(data=str(data), **{"simulations": 12, **chosen})
        self.app = make(self.settings)
        self.listener = bind_socket("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.server = uvicorn.Server(uvicorn_config(self.app, self.settings))
        self._thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]}, daemon=True)
        self._thread.start()
        wait_until(lambda: self.server.started or not self._thread.is_alive())
        assert self.server.started, "the server did not start"

    @property
    def live(self) -> Hub:
        """What the server has in memory; it belongs to the server's thread, so only look."""
        return self.app.state["server"]

    def room(self, id: str) -> Table:  # noqa: A002
        """Return a room that the server has in memory."""
        return self.live.rooms.in_memory[id]

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run something in the server's own event loop, and wait for what it returns."""
        writing: Any = self.live.store._writer._task
        return asyncio.run_coroutine_threadsafe(work, writing.get_loop()).result(PATIENCE)

    def stop(self) -> None:
        """Stop it as a signal would."""
        writing: Any = self.live.store._writer._task
        self.server.should_exit = True
        self._thread.join(PATIENCE)
        if self._thread.is_alive():
            unfinished = [f"{task!r}" for task in asyncio.all_tasks(writing.get_loop())]
            faulthandler.dump_traceback()
            raise AssertionError("the server did not stop; what it still does:\n" + "\n".join(unfinished))
        self.listener.close()


@contextmanager
def server_process(data: Path, port: int, *more: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run `decapod serve` as a process of its own, and end it."""
    server = start_process(data, port, *more, **environment)
    try:
        yield server
    finally:
        server.terminate()
        server.wait(PATIENCE)


def start_process(data: Path, port: int, *more: str, **environment: str) -> subprocess.Popen[bytes]:
    """Start `decapod serve` and wait until it answers."""
    arguments = ["serve", "--data-dir", str(data), "--port", str(port), "--requests", "0", *more]
    variables = {**os.environ, "PYTHONPATH": SOURCE, "DECAPOD_JIT": "0", **environment}
    with (data / "server.log").open("ab") as log:
        command = [sys.executable, "-m", "decapod.cli", *arguments]
        server = subprocess.Popen(command, env=variables, stdout=log, stderr=log)

    def answers() -> bool:
        assert server.poll() is None, (data / "server.log").read_text()
        try:
            return httpx.get(f"http://127.0.0.1:{port}/health", timeout=PATIENCE).status_code == 200
        except httpx.HTTPError:
            return False

    try:
        wait_until(answers)
    except AssertionError:
        server.kill()
        server.wait()
        raise
    return server


def free_port() -> int:
    """Find a port that nobody uses, below those that systems give to outgoing connections."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.01)


class Person:
    """Somebody with a browser."""

    def __init__(self, url: str, name: str = "") -> None:
        """Come, and take a name."""
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        self.http.get("/api/me")
        self.http.headers["x-csrftoken"] = self.http.cookies["csrftoken"]
        self.pages: list[Page] = []
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

    def set_up(self, **wishes: Any) -> Any:
        """Set a table up, and return what is known of it."""
        return self.post("/api/tables", **{"game": "crab-stack", **wishes})

    def cookies(self) -> str:
        """Write the cookies as a browser sends them."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def open_page(self, room: str, **hello: Any) -> Page:
        """Open the page of a table."""
        page = Page(self.url, room, {"cookie": self.cookies()}, **hello)
        self.pages.append(page)
        return page

    def leave(self) -> None:
        """Close everything."""
        for page in self.pages:
            page.close()
        self.http.close()


class Page:
    """The page of a table: it keeps everything it was sent, and the latest scene with its board."""

    def __init__(self, url: str, room: str, headers: dict[str, str], **hello: Any) -> None:
        """Connect, and say hello unless `greet=False`."""
        self.room = room
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{room}/play"
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                address, additional_headers=headers, compression=None, max_size=None, max_queue=None,
                open_timeout=PATIENCE, close_timeout=2,
            )
        )  # fmt: skip
        self.number = 0
        self.received: list[bytes] = []
        self.latest: dict[str, Any] = {}
        self.board: list[Any] = []
        if hello.pop("greet", True):
            self.hello(**hello)

    def hello(self, **hello: Any) -> dict[str, Any]:
        """Say hello and wait for the scene."""
        number = self.send("hello", **hello)
        return self.wait_for("scene", lambda m: m["re"] == number)

    def send(self, kind: str, **fields: Any) -> int:
        """Send a message, and return its number."""
        self.number += 1
        self.socket.send(json.dumps({"type": kind, "v": wire.VERSION, "n": self.number, **fields}))
        return self.number

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """Take the next message."""
        raw = self.socket.recv(timeout)
        raw = raw if isinstance(raw, bytes) else raw.encode()
        self.received.append(raw)
        message = json.loads(raw)
        if message["type"] == "scene":
            self.board = self.board if message["board"] is None else message["board"]
            self.latest = message = complete_message(message, self.board)
        return message

    def _receive_until(self, condition: Condition) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while True:
            message = self.receive(max(0.1, deadline - time.monotonic()))
            if condition(message):
                return message

    def wait_for(self, kind: str, condition: Condition = lambda _: True) -> dict[str, Any]:
        """Read on until a message of a kind that fulfils a condition."""
        return self._receive_until(lambda m: m["type"] == kind and condition(m))

    def wait_for_scene(self, condition: Condition) -> dict[str, Any]:
        """Return the latest scene if it fulfils a condition; else read on until one does."""
        return self.latest if self.latest and condition(self.latest) else self.wait_for("scene", condition)

    def wait_for_answer(self, number: int) -> dict[str, Any]:
        """Read on until the answer to the message of a number."""
        return self._receive_until(lambda m: m["re"] == number)

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message and read on until its answer."""
        return self.wait_for_answer(self.send(kind, **fields))

    def messages(self, kind: str) -> list[dict[str, Any]]:
        """Read everything of a kind that was received so far again."""
        return [message for message in decode_all(self.received) if message["type"] == kind]

    def is_awaited(self) -> bool:
        """Whether it is my turn."""
        return self.latest["viewer"] in self.latest["awaiting"]

    def wait_for_turn(self) -> dict[str, Any]:
        """Read on until it is my turn, or the match is over."""
        while not (self.is_awaited() or self.latest["state"] == "over"):
            self.wait_for("scene")
        return self.latest

    def move(self, move: int | str | None = None, **more: Any) -> dict[str, Any]:
        """Make a move, the first that is legal if none is named, and wait for the answer."""
        if move is None:
            move = self.latest["scene"]["choices"][0]["move"]
        fields = {"seat": self.latest["viewer"], "seen": self.latest["n"], "match": self.latest["match"], **more}
        return self.ask("move", move=move, **fields)

    def wait_for_close(self) -> int:
        """Read on until the server closes the socket, and return its code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 0

    def break_line(self) -> None:
        """Break the line, so that neither side is told.

        The socket stays open here: whoever listens on one that is closed waits until the next ping, for 20 seconds.
        """
        self.socket.socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Go."""
        self._open.close()


def decode_all(messages: list[bytes]) -> list[dict[str, Any]]:
    """Read messages again, each scene with its board."""
    decoded: list[dict[str, Any]] = []
    board: list[Any] = []
    for message in map(json.loads, messages):
        if message["type"] == "scene":
            board = board if message["board"] is None else message["board"]
            message = complete_message(message, board)
        decoded.append(message)
    return decoded


LISTS = {"pieces": Piece, "choices": Choice, "panels": Panel, "zones": Zone, "labels": Label}


def complete_message(message: dict[str, Any], board: list[Any]) -> dict[str, Any]:
    """Return a message with its whole scene, as docs/protocol.md says."""
    return {**message, "scene": message["scene"] and complete_scene(message["scene"], board)}


def complete_scene(scene: dict[str, Any], board: Sequence[Any] = ()) -> dict[str, Any]:
    """Add the pieces of the board and the default values to a scene or its rest."""
    pieces = {piece["id"]: piece for piece in (*board, *scene["pieces"])}
    lists = {name: [complete(name, one) for one in scene[name]] for name in (*LISTS, "sketch") if name in scene}
    lists["pieces"] = [complete("pieces", one) for one in pieces.values()]
    return {**scene, **lists, **({"rest": complete_scene(scene["rest"], board)} if scene.get("rest") else {})}


def complete(name: str, one: Any) -> Any:
    """Complete one thing of a list of a scene."""
    if name == "sketch":
        return [defaults(Span) | span for span in one]
    return defaults(LISTS[name]) | one


@cache
def defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return what the fields of a struct are by default, as JSON has it."""
    names, values = kind.__struct_fields__, kind.__struct_defaults__
    return json.loads(msgspec.json.encode(dict(zip(names[len(names) - len(values) :], values, strict=True))))


def start_two(come: Callable[[str], Person], **wishes: Any) -> tuple[Person, Person, str]:
    """Set a table up for Ada and Ben, of whom Ada begins, and start; return them and the room's id."""
    ada, ben = come("Ada"), come("Ben")
    room = ada.set_up(**{"players": 2, "options": {"first": "0"}, **wishes})
    ben.post(f"/api/tables/{room['id']}/join", invite=room["invite"])
    ada.post(f"/api/tables/{room['id']}/start")
    return ada, ben, room["id"]


def play_out(pages: list[Page], dice: random.Random, most: int = 2000) -> dict[str, Any]:
    """Play random legal moves on all pages until the match is over."""
    for _ in range(most):
        newest = max((page.latest for page in pages), key=lambda m: m["n"])
        if newest["state"] == "over":
            break
        mover = next(page for page in pages if page.latest["viewer"] in newest["awaiting"])
        mover.wait_for_scene(lambda m, n=newest["n"]: m["n"] >= n)
        if not mover.is_awaited():
            continue
        answer = mover.move(dice.choice(mover.latest["scene"]["choices"])["move"])
        assert answer["type"] == "scene", answer
    last = max(page.latest["n"] for page in pages)
    for page in pages:
        page.wait_for_scene(lambda m: m["n"] >= last and m["state"] == "over")
    return pages[0].latest
