"""Frames: whoever sends too many is disconnected, whatever is in them, and nobody else waits for it."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
import struct
from collections.abc import Callable

import pytest
from websockets.sync.client import connect

from decapod.server import metrics, wire
from decapod.server.rate_limit import count_of
from tests.server.running import PATIENCE, Person, RunningServer, wait_until

Start = Callable[..., RunningServer]

MESSAGES = 20
MANY = 40 * count_of("frames")
NO_TEXT = 1007  # the protocol's code for a text that is not UTF-8
TEXT, PART, CLOSE, PING, PONG = 1, 0, 8, 9, 10


def frame(kind: int, content: bytes = b"", *, is_last: bool = True) -> bytes:
    """Write a short frame as a browser does, with a mask of zeros."""
    return bytes([is_last << 7 | kind, 0x80 | len(content)]) + bytes(4) + content


FLOODS = {
    "pings": frame(PING) * MANY,
    "pongs": frame(PONG) * MANY,
    "a message that never ends": frame(TEXT, is_last=False) + frame(PART, is_last=False) * MANY,
}


def open_socket(server: RunningServer, table: str) -> socket.socket:
    """Open a WebSocket at a table, to send frames on one by one."""
    connection = socket.create_connection(server.listener.getsockname()[:2], PATIENCE)
    connection.sendall(
        f"GET /api/tables/{table}/play HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += connection.recv(1)
    assert b" 101 " in answer
    return connection


def read_close_code(connection: socket.socket) -> int:
    """Read until the server closes the socket; return the code it gives."""
    received = b""
    while data := connection.recv(65_536):
        received += data
    code: int = struct.unpack("!H", received[received.rindex(bytes([0x80 | CLOSE])) + 2 :][:2])[0]
    return code


def set_up(server: RunningServer) -> tuple[Person, str]:
    """Let somebody come and set up a table."""
    ada = Person(server.url, "Ada")
    return ada, ada.set_up(seats=[{"who": "me"}, {"who": "me"}], start=True)["id"]


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_whoever_sends_too_many_frames_is_disconnected(own_server: Start, flood: bytes) -> None:
    server = own_server(messages=MESSAGES)
    ada, table = set_up(server)
    refused = metrics.REFUSALS.labels("frame")._value.get()
    with open_socket(server, table) as stranger, contextlib.suppress(ConnectionError):  # closed while we still send
        stranger.sendall(flood)
        assert read_close_code(stranger) == wire.CloseCode.TOO_MUCH
    wait_until(lambda: not server.live.sockets)
    assert metrics.REFUSALS.labels("frame")._value.get() == refused + 1
    ada.leave()


def test_some_pings_are_answered_and_a_message_may_come_in_parts(own_server: Start) -> None:
    server = own_server(messages=MESSAGES)
    ada, table = set_up(server)
    with open_socket(server, table) as stranger:
        stranger.sendall(frame(PING, b"here?"))
        assert stranger.recv(7) == bytes([0x80 | PONG, 5]) + b"here?"
        ping = json.dumps({"type": "ping", "v": 3, "n": 7}).encode()
        parts = [frame(PART, ping[i : i + 1], is_last=False) for i in range(len(ping))]
        stranger.sendall(frame(TEXT, is_last=False) + b"".join(parts) + frame(PART))
        assert b'"re":7' in stranger.recv(1000)
    ada.leave()


def test_text_that_is_none_closes_the_socket_without_a_word_in_the_log(
    own_server: Start, caplog: pytest.LogCaptureFixture
) -> None:
    server = own_server()
    ada, table = set_up(server)
    logging.getLogger("uvicorn.error").addHandler(caplog.handler)
    with open_socket(server, table) as stranger:
        stranger.sendall(frame(TEXT, b"\xff"))
        assert read_close_code(stranger) == NO_TEXT
    logging.getLogger("uvicorn.error").removeHandler(caplog.handler)
    assert [record for record in caplog.records if record.name.startswith("uvicorn")] == []
    ada.leave()


def test_a_scene_costs_little_after_another_one_like_it(own_server: Start) -> None:
    server = own_server()
    ada = Person(server.url, "Ada")
    table = ada.set_up(game="crab-stack", seats=[{"who": "me"}, {"who": "me"}], start=True)["id"]
    address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{table}/play"
    with connect(address, additional_headers={"cookie": ada.cookies()}) as page:
        [extension] = page.protocol.extensions
        decode = extension.decode
        sizes: list[int] = []  # of the messages as they come
        extension.decode = lambda part, **how: sizes.append(len(part.data)) or decode(part, **how)
        scenes: list[tuple[int, int]] = []  # as they are, and as they came
        for number in range(2):
            page.send(json.dumps({"v": wire.VERSION, "n": number, "type": "hello"}))
            while len(scenes) == number:
                text = str(page.recv(PATIENCE))
                if f'"re":{number}' in text:
                    assert json.loads(text)["type"] == "scene"
                    scenes.append((len(text), sizes[-1]))
    (first, first_sent), (second, second_sent) = scenes
    assert first_sent < first / 3
    assert second_sent < second / 40
    ada.leave()
