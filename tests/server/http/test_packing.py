"""Long answers are compressed for clients that ask for it."""

from __future__ import annotations

from collections.abc import Callable

import httpx

from tests.server.running import RunningServer


def test_only_long_answers_are_compressed(own_server: Callable[..., RunningServer]) -> None:
    server = own_server()
    short = httpx.get(f"{server.url}/health", headers={"accept-encoding": "gzip"})
    assert short.status_code == 200
    assert "content-encoding" not in short.headers
    plain = httpx.get(f"{server.url}/api/games", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    packed = httpx.get(f"{server.url}/api/games", headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.json() == plain.json()
