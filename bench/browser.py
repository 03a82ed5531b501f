"""How long a click takes to show: from the pointer's release to the frame that shows the next scene, on loopback.

`uv run python bench/browser.py` plays every game at its largest player count in a real browser (software rendering)
and prints, for each, the median and the 95th percentile, the time until the first table page can be played on,
and the frames a second while a hand is dealt.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

import decapod

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "web"))
from playing import Server, against_bots, clicked_move, open_table, wait_for_turn  # pyright: ignore

if TYPE_CHECKING:
    from playwright.sync_api import Page

CLICKS = 40
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]

#: Times each click that makes a move, until the frame after the answer.
WATCH = """() => {
  window.times = [];
  let down = 0;
  addEventListener("pointerup", () => { down = performance.now(); }, true);
  addEventListener("click", () => { if (!down) down = performance.now(); }, true);
  new MutationObserver(() => {
    const start = down;
    down = 0;
    if (start) requestAnimationFrame(() => window.times.push(performance.now() - start));
  }).observe(document.body, {attributes: true, attributeFilter: ["data-made"]});
}"""

#: Counts frames for a second from the first piece on.
FRAMES = """() => new Promise(done => {
  let frames = 0;
  const start = performance.now();
  const tick = now => { frames += 1; if (now - start < 1000) requestAnimationFrame(tick); else done(frames); };
  requestAnimationFrame(tick);
})"""


def measured(page: Page, game: str, players: int) -> dict[str, Any]:
    """Play, and measure."""
    table = against_bots(page.context, game, players)
    open_table(page, table)
    frames = page.evaluate(FRAMES)
    page.reload()
    page.wait_for_selector(".piece")
    ready = page.evaluate("performance.now()")  # since the navigation began
    page.evaluate(WATCH)
    for made in range(CLICKS):
        if not wait_for_turn(page):
            break
        clicked_move(page, made * 7)
        page.wait_for_timeout(50)
    times = sorted(page.evaluate("window.times"))
    return {
        "median": statistics.median(times),
        "p95": times[int(len(times) * 0.95)],
        "clicks": len(times),
        "ready": ready,
        "frames": frames,
    }


def main() -> None:
    """Measure every game."""
    server = Server(Path(tempfile.mkdtemp()))
    server.start()
    print(f"{'game':18}{'players':>8}{'clicks':>8}{'median ms':>11}{'p95 ms':>9}{'ready ms':>10}{'frames/s':>10}")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
            for game in sys.argv[1:] or decapod.games():
                players = max(n for _, n in decapod.game(game).modes)
                context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=server.address)
                got = measured(context.new_page(), game, players)
                print(
                    f"{game:18}{players:8}{got['clicks']:8}{got['median']:11.1f}{got['p95']:9.1f}"
                    f"{got['ready']:10.0f}{got['frames']:10}",
                    flush=True,
                )
                context.close()
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
