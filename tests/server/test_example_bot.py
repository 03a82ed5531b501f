"""The bot of examples/, written from docs/protocol.md alone, plays on a real server."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.running import PATIENCE, Person, RunningServer

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "bot_client.py"


@pytest.mark.slow
def test_a_bot_written_from_the_docs_alone_plays_a_person(person: Callable[..., Person], server: RunningServer) -> None:
    ada = person("Ada")
    room = ada.set_up(players=2)
    command = [sys.executable, str(EXAMPLE), server.url, "--join", room["id"], room["invite"]]
    bot = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    page = ada.open_page(room["id"])
    try:
        page.wait_for_scene(lambda m: m["seats"][1]["name"] == "Clawdia")
    except TimeoutError:
        bot.kill()
        pytest.fail(f"the bot did not sit down, and said: {bot.communicate()[0]}")
    ada.post(f"/api/tables/{room['id']}/start")
    page.wait_for_scene(lambda m: m["state"] != "open")
    while page.wait_for_turn()["state"] != "over":
        page.move()
    printed, _ = bot.communicate(timeout=PATIENCE)
    assert printed.strip() == page.latest["result"]["words"]


def test_it_imports_nothing_of_ours() -> None:
    code = EXAMPLE.read_text(encoding="utf-8").split('"""', 2)[2]
    assert "import decapod" not in code
    assert "from decapod" not in code
