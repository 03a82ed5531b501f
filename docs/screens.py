"""Makes docs/screens/*.png: every page of every game, at both widths, in both themes.

`uv run python docs/screens.py` (needs chromium, Playwright and Pillow; a minute for each game). The pictures have
few colours, so they are stored with a palette: small enough to keep.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

import decapod

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "web"))
from playing import Server, against_bots, clicked_move, open_table, wait_for_turn  # pyright: ignore

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

FOLDER = Path(__file__).with_name("screens")
WIDTHS = (1280, 390)
THEMES = ("light", "dark")
HEIGHT = 800
COLOURS = 96
STILL = 1300  # milliseconds until all motion has ended
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


def kept(page: Page, name: str) -> None:
    """Store what the page shows."""
    page.mouse.move(2, 2)
    page.wait_for_timeout(STILL)
    with Image.open(io.BytesIO(page.screenshot())) as picture:
        few = picture.convert("RGB").quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        few.save(FOLDER / f"{name}.png", optimize=True)
    print(name, flush=True)


def pages(context: BrowserContext, game: str, kind: str, players: int) -> None:
    """Store the pages of one game."""
    page = context.new_page()
    open_table(page, against_bots(context, game, players))
    for made in range(5):
        if wait_for_turn(page):
            clicked_move(page, made * 3)
    wait_for_turn(page)
    page.evaluate("scrollTo(0, 0)")
    kept(page, f"{game}-table-{kind}")
    replay = page.get_attribute(".tool-replay", "href")
    page.goto(f"{replay}#4")
    page.wait_for_selector(".piece")
    kept(page, f"{game}-replay-{kind}")
    page.goto(f"/learn/{game}#2")
    page.wait_for_selector(".piece")
    kept(page, f"{game}-learn-{kind}")
    page.goto(f"/rules/{game}")
    kept(page, f"{game}-rules-{kind}")
    page.close()


def main() -> None:
    """Make all of them, or those of the games named."""
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:] or list(decapod.games())
    server = Server(Path(tempfile.mkdtemp()))
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
            for width in WIDTHS:
                for theme in THEMES:
                    view = {"width": width, "height": HEIGHT}
                    context = browser.new_context(viewport=view, color_scheme=theme, base_url=server.address)
                    for game in wanted:
                        counts = [n for _, n in decapod.game(game).modes]
                        players = max(counts) if width == WIDTHS[0] else max(2, min(counts))
                        pages(context, game, f"{width}-{theme}", players)
                    page = context.new_page()
                    page.goto("/")
                    kept(page, f"home-{width}-{theme}")
                    context.close()
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
