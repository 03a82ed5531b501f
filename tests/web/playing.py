"""How a person plays: by clicks, by keys; and the server they play on."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import decapod

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

SOURCES = Path(decapod.__file__).parents[1]
SERVE = """
import sys, uvicorn
from decapod.web.app import make_app
from decapod.server.live import salts
from decapod.server.settings import Settings
salts.OPEN_WITHIN = 60  # a browser on a busy machine may take long
settings = Settings(
    data=sys.argv[2], requests=0, messages=1000, messages_per_address=0, rooms_per_address=0,
    pace=float(sys.argv[3]), away=1, logs="warning", warm=False,
    simulations=30, boxes=sys.argv[4:],
)
uvicorn.run(make_app(settings), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
"""
READY = 90  # seconds a server may need to answer on a busy machine


class Server:
    """A server in a process of its own, that can be stopped and started again."""

    def __init__(self, data: Path, pace: float = 0, installed: Path | None = None, boxes: Sequence[Path] = ()) -> None:
        """Choose a port, and keep everything in a folder; bots wait `pace` seconds before they move.

        `installed` is a folder with games from outside, `boxes` are files that new tables use.
        """
        self.pace = pace
        self.boxes = boxes
        self.sources = [SOURCES] if installed is None else [SOURCES, installed]
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port: int = found.getsockname()[1]
        self.data = data
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, self.sources)), "DECAPOD_JIT": "0"}
        command = [sys.executable, "-W", "ignore", "-c", SERVE, str(self.port), str(self.data), str(self.pace)]
        command += map(str, self.boxes)
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
    _, count = decapod.game(game).resolve_mode(players)
    seats = [{"who": "me"}, *([{"who": "bot", "bot": "random"}] * (count - 1))]
    return set_table(context, game=game, players=count, seats=seats, start=True, **more)


#: The shortest way to play a game to its end, where the usual one takes long.
SHORTEST: dict[str, dict[str, Any]] = {"yadokarick": {"players": 2, "variant": "duel"}}


def over(page: Page) -> bool:
    """Whether the game has ended."""
    return page.locator(".prompt.over").count() > 0


def wait_for_turn(page: Page) -> bool:
    """Wait until it is this person's turn; False if the game has ended instead."""
    page.wait_for_selector(".prompt.yours, .prompt.over", timeout=PATIENCE)
    return not over(page)


def wait_until_still(page: Page) -> None:
    """Wait until no piece is in motion and nothing is on its way to the server."""
    page.wait_for_function(
        "() => !document.body.classList.contains('sending') && document.getAnimations().length === 0"
        " && !document.querySelector('.noted')",
        timeout=PATIENCE,
    )


#: Whether the board is laid out for the window as it is now.
FITS = """() => {
  const here = JSON.parse(document.querySelector("#facts").textContent).here;
  const secrets = Array.isArray(here.secrets) ? here.secrets.includes(here.game) : here.secrets;  // a list in a replay
  const low = innerHeight <= 500 && !secrets;  // then a board is shown whole
  const layout = innerWidth <= 600 ? "phone" : innerWidth <= 900 && !low ? "tablet" : "desktop";
  return document.querySelector("#stage").dataset.layout === layout;
}"""


def resize(page: Page, width: int, height: int) -> None:
    """Give the window of a table another size, and wait until the board is laid out for it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(FITS, timeout=PATIENCE)
    wait_until_still(page)


def resign(page: Page) -> None:
    """Resign, and confirm it: by keys, for what a finger aims at may move when somebody else does."""
    page.wait_for_selector(".tool-resign:enabled", timeout=PATIENCE)
    page.locator(".tool-resign").press("Enter")
    page.locator("#resign[open] .resign-yes").press("Enter")


PATIENCE = 60_000  # milliseconds a page may need on a busy machine before a test gives up

#: The moves made so far, as the page shows them: the number on its last line of the story.
PLY = "() => Number([...document.querySelectorAll('.log li:not(.ending)')].at(-1)?.dataset.ply ?? 0)"

#: What the page shows: every piece with its face and its place.
SHOWN = """() => Object.fromEntries([...document.querySelectorAll('.piece[id]')].map(piece =>
  [piece.dataset.piece, [piece.querySelector('use').getAttribute('href'), piece.style.transform]]))"""

#: Waits until something can be done (or the game is over, or more moves were made than `before`), and says what:
#: how many moves this person has made, what there is to choose from, and a point of the screen where `wish` leads.
NEXT = """async ([wish, before, patience]) => {
  const made = () => Number(document.body.dataset.made ?? 0);
  const there = selector => document.querySelector(selector) !== null;
  const awaited = () => made() !== (before ?? made()) || !document.body.classList.contains("sending") && (
    there(".prompt.over, .cover:not([hidden])") || there(".prompt.yours")
      && there(".piece[data-mark='legal'], .acts [data-move]"));
  const end = performance.now() + patience;
  while (!awaited()) {
    if (performance.now() > end) throw new Error("nothing to do: " + document.querySelector(".prompt").innerText);
    await new Promise(done => requestAnimationFrame(done));
  }
  const now = {
    over: Boolean(document.querySelector(".prompt.over")),
    made: made(),
    pieces: document.querySelectorAll(".piece[data-mark='legal']").length,
    buttons: document.querySelectorAll(".acts [data-move]").length,
    point: null,
  };
  const legal = [...document.querySelectorAll(".piece[data-mark='legal'], .dock:not([hidden]) [data-mark='legal']")];
  const button = [...document.querySelectorAll(".acts [data-move]")][wish % Math.max(now.buttons, 1)];
  if (button && (!legal.length || wish % 2)) {
    button.scrollIntoView({block: "nearest"});
    const box = button.getBoundingClientRect();
    now.point = [box.left + box.width / 2, box.top + box.height / 2];
    return now;
  }
  for (const piece of [...legal.slice(wish % (legal.length || 1)), ...legal]) {
    piece.scrollIntoView({block: "nearest", inline: "nearest"});
    const box = piece.querySelector("use").getBoundingClientRect();
    for (const [fx, fy] of [[.5,.5], [.5,.15], [.15,.5], [.85,.5], [.5,.85], [.2,.2], [.8,.8], [.1,.1]]) {
      const [x, y] = [box.left + box.width * fx, box.top + box.height * fy];
      if (document.elementFromPoint(x, y)?.closest(".piece, .dock button") === piece) {
        now.point = [x, y];
        return now;
      }
    }
  }
  return now;
}"""

TRIES = 40  # of clicks or keys before we say that no move can be made


def clicked_move(page: Page, wish: int = 0) -> bool:
    """Make one move by clicking what is marked, or a button; False once the game is over."""

    def act(now: dict[str, Any], _: int) -> None:
        if now["point"] is None:
            wait_until_still(page)  # cards that are just dealt lie under each other
        else:
            page.mouse.click(*now["point"])

    return made_move(page, act, wish)


def keyed_move(page: Page, wish: int = 0) -> bool:
    """Make one move with the keyboard alone: b to the board, arrows and Enter; m to the list; or typed."""

    def act(now: dict[str, Any], tried: int) -> None:
        if now["pieces"] == 0 or (now["buttons"] and (wish + tried) % 2):
            page.keyboard.press("m")
            for _ in range((wish + tried) % 3):
                page.keyboard.press("Tab")
        elif tried == 0 and wish % TYPED == 0:
            page.keyboard.press("t")
            notation = page.evaluate(
                "wish => { const all = document.querySelectorAll('.moves ol kbd');"
                " return all[wish % all.length].textContent; }",
                wish,
            )
            page.keyboard.insert_text(notation)
            page.keyboard.press("Enter")
            page.keyboard.press("Escape")  # back to the board
            return
        else:
            page.keyboard.press("b")
            for i in range((wish + tried) % 4):
                page.keyboard.press(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")[i])
        page.keyboard.press("Enter")

    return made_move(page, act, wish)


TYPED = 5  # every fifth move is typed


def made_move(page: Page, act: Callable[[dict[str, Any], int], None], wish: int) -> bool:
    """Act until one more move is made; others may move meanwhile, as where all plan at once."""
    before: int | None = None
    for tried in range(TRIES):
        now = page.evaluate(NEXT, [wish + tried, before, PATIENCE])
        if before is None:
            before = now["made"]
        if now["over"] or now["made"] != before:
            return not now["over"]
        act(now, tried)
    raise AssertionError("no move could be made: " + page.inner_text(".prompt"))


#: Far more moves than a person makes in any game here, even by chance: 300 are rare, 400 have been seen.
MOST = 2000


def finish(page: Page, play: Callable[[Page, int], bool] = clicked_move) -> int:
    """Play on until the game is over; return how many moves were made."""
    wishes = random.Random(0)
    for _ in range(MOST):
        if not play(page, wishes.randrange(MOST)):
            return page.evaluate("() => Number(document.body.dataset.made ?? 0)")
    raise AssertionError(f"not over after {MOST} moves")
