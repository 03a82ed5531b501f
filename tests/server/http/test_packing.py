"""Answers are packed where that is worth it, and nothing is made to pack them where it is not."""

from __future__ import annotations

from collections.abc import Callable
from gzip import GzipFile
from typing import Any

import httpx
import pytest
from litestar.middleware.compression import gzip_facade

from tests.server.running import RunningServer


def test_only_long_answers_are_packed(
    own_server: Callable[..., RunningServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was made and never closed made Python 3.13 complain."""
    made: list[GzipFile] = []

    def make(*arguments: Any, **more: Any) -> GzipFile:
        made.append(GzipFile(*arguments, **more))
        return made[-1]

    monkeypatch.setattr(gzip_facade, "GzipFile", make)
    server = own_server()
    short = httpx.get(f"{server.url}/health", headers={"accept-encoding": "gzip"})
    assert short.status_code == 200
    assert "content-encoding" not in short.headers
    assert made == []
    plain = httpx.get(f"{server.url}/api/games", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert made == []
    packed = httpx.get(f"{server.url}/api/games", headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.json() == plain.json()
    assert [one.closed for one in made] == [True]
