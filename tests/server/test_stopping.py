"""Stopping: a server that gets SIGTERM ends in time, whatever it does."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import get
from litestar.handlers import HTTPRouteHandler

import decapod
from decapod.core.match import Match
from decapod.server.http.app import Pages, make_app
from decapod.server.settings import Settings
from tests import GAMES
from tests.server.running import PATIENCE, SOURCE, Person, free_port, start_process, wait_until

pytestmark = pytest.mark.slow

LONGEST_STOP = 15  # seconds; issue 33, item 22
FOR_EVER = 600  # seconds


@get("/beside", sync_to_thread=True)
def think_beside() -> None:
    """Take for ever in the thread that makes pages."""
    time.sleep(FOR_EVER)


@get("/hold", sync_to_thread=False)
def hold_the_loop() -> None:
    """Take for ever on the event loop."""
    time.sleep(FOR_EVER)


def make_slow_site(settings: Settings) -> Any:
    """Make a site with pages that are never ready."""
    routes: list[HTTPRouteHandler] = [think_beside, hold_the_loop]
    return make_app(settings, Pages(routes=routes))


@pytest.mark.parametrize(("path", "function"), [("beside", "think_beside"), ("hold", "hold_the_loop")])
def test_a_page_that_is_never_ready_keeps_no_server_from_ending(path: str, function: str, tmp_path: Path) -> None:
    port = free_port()
    line = (
        "from decapod.server.run import serve; from decapod.server.settings import Settings; "
        f"serve(Settings(data={str(tmp_path)!r}), port={port}, factory='tests.server.test_stopping:make_slow_site')"
    )
    paths = os.pathsep.join([SOURCE, str(Path(__file__).parents[2])])
    with (tmp_path / "server.log").open("wb") as log:
        environment = {**os.environ, "PYTHONPATH": paths, "DECAPOD_JIT": "0"}
        server = subprocess.Popen([sys.executable, "-c", line], env=environment, stdout=log, stderr=log)

    def ask() -> None:
        with contextlib.suppress(httpx.HTTPError):  # the server ends
            httpx.get(f"http://127.0.0.1:{port}/{path}", timeout=FOR_EVER)

    asking = threading.Thread(target=ask, daemon=True)
    try:
        wait_until(lambda: "Decapod: http" in (tmp_path / "server.log").read_text())
        assert httpx.get(f"http://127.0.0.1:{port}/health", timeout=PATIENCE).status_code == 200
        asking.start()
        time.sleep(1)
        server.send_signal(signal.SIGTERM)
        server.wait(LONGEST_STOP)
    finally:
        server.kill()
        server.wait()
    asking.join(PATIENCE)
    assert f"in {function}\n" in (tmp_path / "server.log").read_text(), "the stacks say what did not end"


def play_out(game: str) -> Match:
    """Play a match at random."""
    dice, match = random.Random(1), decapod.game(game).match(seed=1)
    while not match.is_over:
        player = match.to_act[0]
        match.play(player, dice.choice(match.legal_actions(player)))
    return match


def test_bots_reviews_and_imports_keep_no_server_from_ending(tmp_path: Path) -> None:
    matches = {game: play_out(game) for game in GAMES}
    server = start_process(tmp_path, port := free_port())
    url = f"http://127.0.0.1:{port}"
    ada = Person(url, "Ada")

    def take(match: Match) -> None:
        with contextlib.suppress(httpx.HTTPError):  # the server ends
            ada.http.post("/api/matches", json={"record": match.dumps()})

    importing = [threading.Thread(target=take, args=(match,), daemon=True) for match in matches.values()]
    try:
        for game, match in matches.items():
            seats = [{"who": "bot", "bot": "level7"}] * match.players
            ada.open_page(ada.set_up(game=game, players=match.players, seats=seats, start=True)["id"])
        reviewed = ada.post("/api/matches", record=matches["crabs"].dumps())["id"]
        assert ada.post(f"/api/matches/{reviewed}/analysis")["running"]
        for thread in importing:
            thread.start()
        server.send_signal(signal.SIGTERM)
        server.wait(LONGEST_STOP)
    finally:
        server.kill()
        server.wait()
        ada.leave()
