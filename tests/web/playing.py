"""How a person plays: by clicks, by keys; and the server they play on."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import decapod

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

SOURCES = Path(decapod.__file__).parents[1]
SERVE = """
import sys, uvicorn
from decapod.server.app import make_app
from decapod.server.settings import Settings
settings = Settings(data=sys.argv[2], requests=0, messages=1000, pace=0.01, logs="warning")
uvicorn.run(make_app(settings), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
"""
READY = 90  # seconds a server may need to answer on a busy machine


class Server:
    """A server in a process of its own, that can be stopped and started again."""

    def __init__(self, data: Path) -> None:
        """Choose a port, and keep everything in a folder."""
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port: int = found.getsockname()[1]
        self.data = data
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
        command = [sys.executable, "-W", "ignore", "-c", SERVE, str(self.port), str(self.data)]
        self._process = subprocess.Popen(command, env=environment)
        end = time.monotonic() + READY
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.address}/health", timeout=1):  # noqa: S310  # our own server
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise RuntimeError("the server does not answer")

    def stop(self) -> None:
        """Kill it, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def set_table(context: BrowserContext, **wish: Any) -> str:
    """Set a table up over HTTP as this person, and return its id."""
    context.request.get("/api/me")
    token = next(cookie.get("value", "") for cookie in context.cookies() if cookie.get("name") == "csrftoken")
    answer = context.request.post("/api/tables", data=wish, headers={"x-csrftoken": token})
    assert answer.ok, answer.text()
    return answer.json()["id"]


def open_table(page: Page, table: str) -> None:
    """Open a table, and wait until its pieces lie there."""
    page.goto(f"/table/{table}")
    page.wait_for_selector(".piece")


def against_bots(context: BrowserContext, game: str, players: int | None = None, **more: Any) -> str:
    """Set up a table against bots that play by chance, and start."""
    _, count = decapod.game(game).mode(players)
    seats = [{"who": "me"}, *([{"who": "bot", "bot": "chance"}] * (count - 1))]
    return set_table(context, game=game, players=count, seats=seats, start=True, **more)


def over(page: Page) -> bool:
    """Whether the game has ended."""
    return page.locator(".prompt.over").count() > 0


def wait_for_turn(page: Page) -> bool:
    """Wait until it is this person's turn; False if the game has ended instead."""
    page.wait_for_selector(".prompt.yours, .prompt.over", timeout=15_000)
    return not over(page)


#: The moves made so far, as the page shows them: the number on its last line of the story.
PLY = "() => Number(document.querySelector('.log li:last-child')?.dataset.ply ?? 0)"


#: How many moves this person has made that the server has acknowledged.
MADE = "() => Number(document.body.dataset.made ?? 0)"
ANSWERED = "() => !document.body.classList.contains('sending')"


def clicked_move(page: Page, choose: int = 0) -> None:
    """Make one move by clicking what is marked, or the first button if no piece is."""
    made_move(page, lambda tried: _click_next(page, choose + tried))


def keyed_move(page: Page, choose: int = 0) -> None:
    """Make one move with the keyboard alone: b to the board, arrows, Enter; m to the list where no piece is marked."""
    made_move(page, lambda tried: _press_next(page, choose + tried))


def made_move(page: Page, act: Callable[[int], None]) -> None:
    """Act until one more move is made; others may move meanwhile, as where all plan at once."""
    before = page.evaluate(MADE)
    for tried in range(14):
        if page.locator(".prompt.yours").count() == 0:
            return
        act(tried)
        page.wait_for_function(ANSWERED)
        if page.evaluate(MADE) != before:
            return
        page.wait_for_timeout(30)
    raise AssertionError("no move could be made: " + page.inner_text(".prompt"))


def _click_next(page: Page, choose: int) -> None:
    target = next_target(page, choose)
    if target is not None:
        page.mouse.click(*target)
    elif page.locator(".acts button.primary").count():
        page.mouse.click(*page.evaluate(MIDDLE, ".acts button.primary"))


def _press_next(page: Page, choose: int) -> None:
    if page.locator(".piece[data-mark='legal']").count() == 0:
        page.keyboard.press("m")
    else:
        page.keyboard.press("b")
        for i in range(choose % 3):
            page.keyboard.press(("ArrowRight", "ArrowDown", "ArrowLeft")[i])
    page.keyboard.press("Enter")


MIDDLE = """selector => { const box = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  return [box.left + box.width / 2, box.top + box.height / 2]; }"""


def next_target(page: Page, choose: int) -> tuple[float, float] | None:
    """Find a point of the screen where a piece that can be clicked next lies open."""
    return page.evaluate(
        """choose => {
          const legal = [...document.querySelectorAll(".piece[data-mark='legal']")];
          const turned = [...legal.slice(choose % (legal.length || 1)), ...legal];
          for (const piece of turned) {
            piece.scrollIntoView({block: "nearest", inline: "nearest"});
            const box = piece.querySelector("use").getBoundingClientRect();
            for (const [fx, fy] of [[.5,.5], [.5,.15], [.15,.5], [.85,.5], [.5,.85], [.2,.2], [.8,.8], [.1,.1]]) {
              const [x, y] = [box.left + box.width * fx, box.top + box.height * fy];
              if (document.elementFromPoint(x, y)?.closest(".piece") === piece) return [x, y];
            }
          }
          return null;
        }""",
        choose,
    )


#: The most moves a test makes before it gives up the game by the page's own button: some games take hundreds.
MOST = 16


def finish(page: Page, play: Callable[[Page, int], None] = clicked_move) -> int:
    """Play on until the game is over, long games until the person resigns; return how many moves they made."""
    for made in range(MOST):
        if not wait_for_turn(page):
            return made
        play(page, made * 7)
    page.click(".tool-resign")
    page.click(".resign-yes")
    page.wait_for_selector(".prompt.over", timeout=90_000)  # where several play, the others play on
    return MOST
