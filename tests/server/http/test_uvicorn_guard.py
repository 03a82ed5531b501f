"""The guard around uvicorn: silent and half-open connections are closed, and uvicorn serves without it if need be."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
import uvicorn

from decapod.server.http import uvicorn_guard
from decapod.server.run import PORT
from tests.server.running import PATIENCE, SOURCE, Person, RunningServer, free_port, server_process

Start = Callable[..., RunningServer]

SILENT = {
    "nothing": b"",
    "half a request": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ",
    "half a body": b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{",
    "half a second request": b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /hea",
}


def connect(server: RunningServer) -> socket.socket:
    """Open a connection and say nothing."""
    return socket.create_connection(server.listener.getsockname()[:2], PATIENCE)


def is_closed(connection: socket.socket) -> bool:
    """Wait until the server has closed a connection."""
    try:
        while connection.recv(65_536):
            pass
    except ConnectionResetError:
        pass
    return True


@pytest.mark.parametrize("said", SILENT.values(), ids=SILENT)
def test_whoever_does_not_finish_a_request_is_disconnected(
    own_server: Start, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(uvicorn_guard, "REQUEST_WITHIN", 0.3)
    server = own_server()
    with connect(server) as silent:
        silent.sendall(said)
        assert is_closed(silent)  # a server that waits for ever runs into the limit of this socket


def test_a_request_whose_header_never_ends_is_cut_off(own_server: Start) -> None:
    with connect(own_server()) as endless:

        def say_more_and_more() -> None:
            endless.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            for _ in range(1_000):
                endless.sendall(b"X-Endless: " + b"x" * 8_000 + b"\r\n")

        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            say_more_and_more()


def test_whoever_does_not_take_the_answer_is_disconnected(own_server: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_guard, "TAKEN_WITHIN", 0.3)
    server = own_server()
    asking = b"GET /schema/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: identity\r\n\r\n"
    with socket.socket() as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.settimeout(PATIENCE)
        lazy.connect(server.listener.getsockname()[:2])

        def ask_and_read_nothing() -> None:
            while True:
                lazy.sendall(asking)

        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            ask_and_read_nothing()


def test_a_page_that_stays_silent_keeps_its_socket(own_server: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_guard, "REQUEST_WITHIN", 0.3)
    server = own_server()
    ada = Person(server.url, "Ada")
    page = ada.open_page(ada.set_up(seats=[{"who": "me"}, {"who": "me"}], start=True)["id"])
    with connect(server) as silent:
        assert is_closed(silent)  # by then the page was silent for as long
    assert page.ask("ping")["type"] == "pong"
    ada.leave()


def test_one_address_opens_so_many_connections_and_no_more(own_server: Start) -> None:
    server = own_server(connects=0.4)
    most = int(server.settings.limit("connects").burst)
    opened = [connect(server) for _ in range(most + 1)]
    assert is_closed(opened[-1])
    opened[0].sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert b"200" in opened[0].recv(65_536)
    for one in opened:
        one.close()


def test_the_guard_is_in_place() -> None:
    assert uvicorn_guard.problem() is None
    assert uvicorn_guard.protocol_options()["ws"] is uvicorn_guard.GuardedWebSocket


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("http/httptools_impl", "timeout_keep_alive_task"),
        ("websockets/websockets_sansio_impl", "handle_parser_exception"),
    ],
)
def test_uvicorn_serves_without_the_guard_if_a_name_is_missing(tmp_path: Path, module: str, name: str) -> None:
    other = tmp_path / "other"
    shutil.copytree(Path(uvicorn.__file__).parent, other / "uvicorn", ignore=shutil.ignore_patterns("__pycache__"))
    source = other / "uvicorn" / "protocols" / f"{module}.py"
    source.write_text(source.read_text().replace(name, f"renamed_{name}"))
    port = free_port()
    with server_process(tmp_path, port, PYTHONPATH=f"{other}:{SOURCE}"):
        ada = Person(f"http://127.0.0.1:{port}", "Ada")
        assert "<!doctype html>" in ada.get("/")
        seats = [{"who": "me"}, {"who": "me"}]
        page = ada.open_page(ada.set_up(seats=seats, options={"first": "0"}, start=True)["id"])
        number = page.send("ping")
        assert page.wait_for_answer(number)["type"] == "pong"
        assert page.move()["ply"] == 1
        ada.leave()
    lines = [line for line in (tmp_path / "server.log").read_text().splitlines() if "without our limits" in line]
    assert len(lines) == 1
    assert f"has no {name}" in lines[0]


@pytest.mark.slow
def test_a_server_with_few_files_still_answers_while_strangers_keep_silent(tmp_path: Path) -> None:
    """With 1,024 files and as many silent connections it was deaf: now it promises less, and keeps to it."""
    script = f"""
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (500, 500))
from decapod.server.run import serve
from decapod.server.settings import Settings
serve(Settings(data={str(tmp_path)!r}, connects=0, requests=0, logs="critical"), port=0)
"""
    server = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    silent: list[socket.socket] = []
    try:
        assert server.stdout is not None
        url = server.stdout.readline().split()[-1]
        assert not url.endswith(f":{PORT}")  # 0 is any free port, not ours
        assert "At most 150 can be connected: this system allows 500 open files" in server.stdout.readline()
        host, port = url.removeprefix("http://").split(":")
        silent += [socket.create_connection((host, int(port)), PATIENCE) for _ in range(600)]
        assert httpx.get(f"{url}/health", timeout=PATIENCE).status_code == 200
    finally:
        for one in silent:
            one.close()
        server.terminate()
        server.communicate(timeout=PATIENCE)
