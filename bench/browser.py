"""How long a click takes to show: from the pointer's release to the frame that shows the next scene, on loopback.

`uv run python bench/browser.py` plays every game at its largest player count in a real browser (software rendering)
against bots at their usual pace, the page at its normal one and at *instant*, and prints, for each, the median and the
95th percentile, and of the median how long the answer took to come and to be drawn into the page; the time until the
first table page can be played on; and the frames a second while a hand is dealt. Answers to Résister are not counted:
the page keeps each back for the same while, so that none tells anything.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

import decapod
from decapod.server.settings import Settings

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "web"))
from playing import PATIENCE, Server, against_bots, clicked_move, open_table  # pyright: ignore
from tests.programs import find_browser  # pyright: ignore

if TYPE_CHECKING:
    from playwright.sync_api import Page

CLICKS = 40
PACES = "normal", "instant"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]

#: Times each click that makes a move: until the answer is here, until it is drawn into the page, until the frame after.
WATCH = """() => {
  window.times = [];
  let down = 0, here = 0;
  const press = () => { down = document.querySelector(".passing:not([hidden])") ? 0 : down || performance.now(); };
  addEventListener("pointerup", () => { down = 0; press(); }, true);
  addEventListener("click", press, true);
  const receive = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  Object.defineProperty(WebSocket.prototype, "onmessage", {...receive, set(listener) {
    receive.set.call(this, event => { here = performance.now(); listener(event); });
  }});
  new MutationObserver(() => {
    const [start, answered, drawn] = [down, here, performance.now()];
    down = 0;
    if (start) requestAnimationFrame(() => {
      const channel = new MessageChannel();  // its message comes right after the frame
      const seen = () => window.times.push([performance.now() - start, answered - start, drawn - answered]);
      channel.port1.onmessage = seen;
      channel.port2.postMessage(0);
    });
  }).observe(document.body, {attributes: true, attributeFilter: ["data-made"]});
}"""

#: Counts frames for a second from the first piece on.
FRAMES = """() => new Promise(done => {
  let frames = 0;
  const start = performance.now();
  const tick = now => { frames += 1; if (now - start < 1000) requestAnimationFrame(tick); else done(frames); };
  requestAnimationFrame(tick);
})"""


def is_awaited(page: Page) -> bool:
    """Wait for one's turn; False if it will not come: the game is over, or the others play on without oneself."""
    page.wait_for_selector(".prompt.yours, .prompt.over, .panel.you.out", timeout=PATIENCE)
    return page.locator(".prompt.yours").count() > 0


def measured(page: Page, game: str, players: int, pace: str) -> dict[str, Any]:
    """Play, and measure."""
    page.add_init_script(f"localStorage.setItem('decapod.pace', '{pace}')")
    page.add_init_script(f"addEventListener('DOMContentLoaded', {WATCH})")
    open_table(page, against_bots(page.context, game, players))
    frames = page.evaluate(FRAMES)
    page.reload()
    page.wait_for_selector(".piece")
    ready = page.evaluate("() => performance.now()")  # since the navigation began
    times: list[tuple[float, float, float]] = []
    for made in range(CLICKS):
        if not is_awaited(page) or not clicked_move(page, made * 7):
            times += page.evaluate("() => window.times")
            open_table(page, against_bots(page.context, game, players))
    times += page.evaluate("() => window.times")
    whole = sorted(time for time, _, _ in times)
    return {
        "median": statistics.median(whole),
        "p95": whole[int(len(whole) * 0.95)],
        "answer": statistics.median(answer for _, answer, _ in times),
        "drawing": statistics.median(drawing for _, _, drawing in times),
        "clicks": len(times),
        "ready": ready,
        "frames": frames,
    }


def main() -> None:
    """Measure every game."""
    server = Server(Path(tempfile.mkdtemp()), Settings.pace)
    server.start()
    heads = ("players", "pace", "clicks", "median ms", "p95 ms", "answer ms", "drawing ms", "ready ms", "frames/s")
    print(f"{'game':18}" + "".join(f"{head:>11}" for head in heads))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
            for game in sys.argv[1:] or decapod.games():
                players = max(n for _, n in decapod.game(game).modes)
                for pace in PACES:
                    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=server.address)
                    got = measured(context.new_page(), game, players, pace)
                    print(
                        f"{game:18}{players:11}{pace:>11}{got['clicks']:11}{got['median']:11.1f}{got['p95']:11.1f}"
                        f"{got['answer']:11.1f}{got['drawing']:11.1f}{got['ready']:11.0f}{got['frames']:11}",
                        flush=True,
                    )
                    context.close()
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
