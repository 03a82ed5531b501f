"""Play one game through each door of an installed Decapod: `python tools/play_doors.py`.

The doors are the command line, a WebSocket of a started server, a Gymnasium environment, and a compiled batch. The
script needs the extra `envs`. It prints a line for each door, and returns 1 if one of them does not work.
"""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar
from importlib.metadata import version
from pathlib import Path
from typing import Any

GAME = "crab-stack"
START_TIMEOUT_S = 60
ANSWER_TIMEOUT_S = 30
MAX_MESSAGES = 2000  # of one match
PROGRAM = [sys.executable, "-m", "decapod.cli"]
PACKAGES = ("numba", "numpy", "uvicorn", "websockets", "litestar", "msgspec", "sqlalchemy", "typer", "gymnasium")


def play_command_line(folder: Path) -> str:
    """Show the help, and play a game between two bots with `decapod play`."""
    run = [*PROGRAM, "play", "--help"]
    assert "--seats" in subprocess.run(run, capture_output=True, text=True, check=True, env=interpreted(folder)).stdout
    command = [*PROGRAM, "play", GAME, "--seats", "random,random", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder, env=interpreted(folder))
    assert "wins" in done.stdout, done.stdout
    return f"{len(done.stdout.splitlines())} lines"


def play_websocket(folder: Path) -> str:
    """Start `decapod serve` and play a game against a bot."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with (folder / "log").open("wb") as log:
        command = [*PROGRAM, "serve", "--data-dir", str(folder), "--port", str(port), "--requests", "0"]
        server = subprocess.Popen(command, stdout=log, stderr=log, env=interpreted(folder))
    try:
        browser = Browser(f"http://127.0.0.1:{port}")
        wait_for(server, browser)
        result = browser.play()
        status = browser.ask("/ready")
        return ", ".join([f"{result} messages", status["status"], *status["reasons"]])
    except BaseException:
        sys.stderr.write((folder / "log").read_text())
        raise
    finally:
        server.terminate()
        server.wait(ANSWER_TIMEOUT_S)


def wait_for(server: subprocess.Popen[bytes], browser: Browser) -> None:
    """Wait until a server answers."""
    deadline = time.monotonic() + START_TIMEOUT_S
    while True:
        assert server.poll() is None, "the server ended"
        try:
            browser.ask("/health")
        except OSError:
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.1)
        else:
            return


class Browser:
    """A guest of a server."""

    def __init__(self, address: str) -> None:
        """Take the address of the server."""
        self._address = address
        self._jar = CookieJar()
        self._http = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))

    def ask(self, path: str, **body: Any) -> Any:
        """Return the answer to a GET request, or to a POST request if there is a body."""
        headers = {"content-type": "application/json"}
        token = next((cookie.value for cookie in self._jar if cookie.name == "csrftoken"), None)
        if token:
            headers["x-csrftoken"] = token
        data = json.dumps(body).encode() if body else None
        request = urllib.request.Request(self._address + path, data, headers)  # noqa: S310  # our own server
        with self._http.open(request, timeout=ANSWER_TIMEOUT_S) as answer:
            return json.load(answer)

    def play(self) -> int:
        """Play a match against a bot with random moves; return how many messages came."""
        from websockets.sync.client import connect

        self.ask("/api/me")
        seats = [{"who": "me"}, {"who": "bot", "bot": "random"}]
        table = self.ask("/api/tables", game=GAME, players=2, seats=seats, start=True)["id"]
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)
        url = f"{self._address.replace('http', 'ws', 1)}/api/tables/{table}/play"
        with connect(url, additional_headers={"cookie": cookies}, max_size=None) as connection:
            connection.send(json.dumps({"type": "hello", "v": protocol_version(), "n": 1}))
            for number in range(MAX_MESSAGES):
                message = json.loads(connection.recv(ANSWER_TIMEOUT_S))
                assert message["type"] != "refused", message
                if message["type"] != "scene":
                    continue
                if message["state"] == "over":
                    return number + 1
                if message["viewer"] in message["awaiting"]:
                    move = random.choice(message["scene"]["choices"])["move"]
                    where = {"seat": message["viewer"], "seen": message["n"], "match": message["match"]}
                    sent = {"type": "move", "v": protocol_version(), "n": number + 2, "move": move, **where}
                    connection.send(json.dumps(sent))
        raise AssertionError("the match did not end")


def protocol_version() -> int:
    """Return the version of the protocol that the installed server speaks."""
    from decapod.server import wire

    return wire.VERSION


def play_gymnasium(_folder: Path) -> str:
    """Play an episode with random legal moves."""
    import gymnasium
    import numpy as np

    env = gymnasium.make(f"decapod.envs.gymnasium:decapod/{GAME}-v0", players=2)
    _observation, info = env.reset(seed=1)
    steps, is_over, reward = 0, False, 0.0
    while not is_over:
        legal = np.flatnonzero(info["action_mask"])
        _observation, reward, is_over, _truncated, info = env.step(int(legal[steps % len(legal)]))
        steps += 1
    assert "illegal" not in info, info
    return f"{steps} steps, reward {float(reward):+g}"


def play_batch(_folder: Path) -> str:
    """Compile the game and play a batch, which must go as it does interpreted."""
    import decapod
    from decapod.engine import jit

    game = decapod.game(GAME)
    begun = time.perf_counter()
    batch, same = game.simulate(20, seed=1, device="cpu"), game.simulate(20, seed=1, device="python")
    assert (batch.on, same.on) == ("cpu", "python")
    assert (batch.results == same.results).all(), "compiled games go another way"
    linked = f"without linker ({jit.WHY_NOT_LINKED})" if jit.WHY_NOT_LINKED else "with the linker"
    return f"{batch.moves} moves, compiled {linked} in {time.perf_counter() - begun:.0f} s"


def interpreted(folder: Path) -> dict[str, str]:
    """Return the environment of a process that compiles nothing and keeps its files in a folder."""
    return {**os.environ, "DECAPOD_JIT": "0", "DECAPOD_DATA": str(folder)}


DOORS: dict[str, Callable[[Path], str]] = {
    "command line": play_command_line,
    "WebSocket": play_websocket,
    "Gymnasium": play_gymnasium,
    "compiled batch": play_batch,
}


def main() -> int:
    """Play through every door; return 1 if one does not work."""
    print(f"Python {sys.version.split()[0]}:", ", ".join(f"{name} {version(name)}" for name in PACKAGES), flush=True)
    failed = 0
    with tempfile.TemporaryDirectory() as place:
        os.environ["DECAPOD_CACHE"] = str(Path(place) / "cache")
        for number, (door, play) in enumerate(DOORS.items()):
            folder = Path(place) / str(number)
            folder.mkdir()
            try:
                print(f"{door}: {play(folder)}", flush=True)
            except Exception:
                failed += 1
                print(f"{door}: does not work\n{traceback.format_exc()}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
