"""The application: what it serves, with pages and without."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from decapod.server.http import app as module
from decapod.server.http.app import make_app
from tests.server.running import Person, RunningServer, play_out, start_two

Come = Callable[..., Person]


def test_openapi_describes_every_path_of_the_docs(person: Come) -> None:
    schema = person().get("/schema/openapi.json")
    schema = schema if isinstance(schema, dict) else json.loads(schema)
    for path in ("/api/tables", "/api/tables/{room_id}", "/api/tables/{room_id}/join", "/api/tables/{room_id}/start"):
        assert path in schema["paths"]
    assert "table" in schema["components"]["schemas"]["MatchInfo"]["properties"]  # the names on the wire


def test_the_schema_is_json_at_both_addresses(person: Come) -> None:
    http = person().http
    answers = [http.get(path) for path in ("/schema", "/schema/openapi.json")]
    assert answers[0].json() == answers[1].json()
    assert answers[0].json()["openapi"].startswith("3.")
    assert all("json" in answer.headers["content-type"] for answer in answers)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server without pages."""
    server = RunningServer(tmp_path_factory.mktemp("data"), make_app)
    yield server
    server.stop()


def test_without_pages_the_interface_alone_is_served(bare: RunningServer, guest_of: Callable[..., Person]) -> None:
    import random

    ada, ben, room = start_two(lambda name: guest_of(bare, name))
    last = play_out([ada.open_page(room), ben.open_page(room)], random.Random(1))
    assert last["result"]["winners"]
    assert httpx.get(f"{bare.url}/schema/openapi.json").status_code == 200


@pytest.mark.parametrize("path", ["/", "/table/x", "/rules/crab-stack", "/static/x/y.js"])
def test_without_pages_there_is_no_page(bare: RunningServer, path: str) -> None:
    answer = httpx.get(bare.url + path)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/json")


def test_nothing_in_the_server_knows_the_pages() -> None:
    import decapod.server

    for path in Path(decapod.server.__file__).parent.rglob("*.py"):
        assert "decapod.web" not in path.read_text(encoding="utf-8"), path


def test_a_server_that_cannot_let_go_stops_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[str] = []
    monkeypatch.setattr(module, "CLOSING_TIMEOUT_S", 0.2)
    monkeypatch.setattr(module.logger, "error", lambda message, **_: logged.append(message))
    server = RunningServer(tmp_path)
    stop = server.live.stop

    async def hang() -> None:
        await stop()
        await asyncio.Event().wait()

    monkeypatch.setattr(server.live, "stop", hang)
    server.stop()
    assert logged == ["not everything could be stopped in time"]


def test_what_is_made_ahead_is_made_part_by_part_and_its_trouble_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "AHEAD_AFTER", 0.0)
    made: list[int] = []

    def parts() -> Iterator[int]:
        for number in range(3):
            made.append(number)
            yield number
        raise ValueError("a game from outside")

    with caplog.at_level("ERROR", "decapod.server"):
        asyncio.run(module.make_ahead(parts()))
    assert made == [0, 1, 2]
    assert "a page could not be made ahead" in caplog.text
