"""How every table looks on every screen, in numbers: `uv run python bench/screens.py > docs/screens.md`.

For each game, with the fewest and the most players, in each window: the smallest letters, the smallest thing to aim at,
the share of the window that the board takes, and how much of the board lies below it, in pixels.
`tests/web/test_screens.py` holds the limits.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import decapod

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "web"))
from measuring import SIZES, measure  # pyright: ignore
from playing import Server, against_bots, open_table, resize, wait_for_turn  # pyright: ignore
from tests.programs import find_browser  # pyright: ignore

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
HEAD = """# Every table on every screen

Printed by `uv run python bench/screens.py`: in pixels, with the first move still to be made. Letters are those of the
page and of the board; names of spaces stand apart, and the names of seven players over a trick on a phone are the only
ones below 12. What is aimed at is the shorter side of the smallest piece or button; a click within 22 pixels of a
piece's middle counts for it, too.

| game | players | window | letters | names | to aim at | hand | of the window | board below it |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


def main() -> None:
    """Measure all of them."""
    print(HEAD)
    server = Server(Path(tempfile.mkdtemp()))
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
            for game in decapod.games():
                counts = [n for _, n in decapod.game(game).modes]
                for players in sorted({max(2, min(counts)), max(counts)}):
                    context = browser.new_context(base_url=server.address, reduced_motion="reduce")
                    page = context.new_page()
                    open_table(page, against_bots(context, game, players, seed=4, options={"first": "0"}))
                    wait_for_turn(page)
                    for width, height in SIZES:
                        resize(page, width, height)
                        found = measure(page)
                        print(
                            f"| {game} | {players} | {width} × {height} | {found.text:g} | {found.coordinates or '–'} "
                            f"| {found.target:g} | {found.hand or '–'} | {found.used:.0%} | {found.over:g} |",
                            flush=True,
                        )
                    context.close()
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
