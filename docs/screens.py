"""Write docs/screens/*.png (not committed): every page of every game, on a desk and on a phone, in both themes.

`uv run python docs/screens.py` (needs chromium, Playwright and Pillow; some minutes), or only the games named; the
folder can be given as SCREENS, other windows as SIZES (`820x1180,844x390`), themes as THEMES. They are stored with a
palette: small enough to keep.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

import decapod

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "web"))
from playing import (  # pyright: ignore
    PATIENCE,
    SHORTEST,
    Server,
    against_bots,
    clicked_move,
    open_table,
    resize,
    set_table,
    wait_for_turn,
    wait_until_still,
)
from tests.programs import find_browser  # pyright: ignore

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

FOLDER = Path(os.environ.get("SCREENS") or Path(__file__).with_name("screens"))
SIZES = [
    (int(width), int(height))
    for width, height in (size.split("x") for size in os.environ.get("SIZES", "1280x800,390x800").split(","))
]
THEMES = tuple(os.environ.get("THEMES", "light,dark").split(","))
COLOURS, EXACT = 256, 144
DESK = 1280  # pixels wide
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
GUESTS = [{"who": "me", "name": "Ada"}, {"who": "open"}, {"who": "bot", "bot": "random", "name": "Pinch"}]
SHARED = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}]


def kept(page: Page, name: str, sizes: Iterable[tuple[int, int]] = SIZES) -> None:
    """Store what the page shows, in every window and theme."""
    for width, height in sizes:
        if page.locator(".piece").count():
            resize(page, width, height)
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.mouse.move(2, 2)
            page.evaluate("() => scrollTo(0, 0)")
            wait_until_still(page)
            with Image.open(io.BytesIO(page.screenshot())) as taken:
                picture = taken.convert("RGB")
            stored = FOLDER / f"{name}-{width}-{theme}.png"
            picture.quantize(palette=palette(picture), dither=Image.Dither.NONE).save(stored, optimize=True)
            print(stored.stem, flush=True)


def palette(picture: Image.Image) -> Image.Image:
    """Choose a picture's colours: those most of it has, exactly, and some spread over all the others."""
    counted = sorted(picture.getcolors(picture.width * picture.height) or [], reverse=True)
    most = [part for _, colour in counted[:EXACT] for part in colour]  # pyright: ignore
    others = picture.quantize(COLOURS - EXACT, method=Image.Quantize.MAXCOVERAGE).getpalette() or []
    chosen = Image.new("P", (1, 1))
    chosen.putpalette([*most, *others][: 3 * COLOURS])
    return chosen


def pages(context: BrowserContext, game: str) -> None:
    """Store the pages of one game: its table with the most players on a desk, with the fewest elsewhere."""
    page = context.new_page()
    counts = [n for _, n in decapod.game(game).modes]
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        players = max(counts) if size[0] == DESK else max(2, min(counts))
        open_table(page, against_bots(context, game, players, seed=4))
        for made in range(3):
            clicked_move(page, made * 3)
        wait_for_turn(page)
        kept(page, f"{game}-table", [size])
    replay = page.get_attribute(".tool-replay", "href")
    page.goto(f"{replay}#4")
    page.wait_for_selector("#stage[data-ply='4']")
    kept(page, f"{game}-replay")
    page.goto(f"/learn/{game}#2")
    page.wait_for_selector(".piece")
    kept(page, f"{game}-learn")
    page.goto(f"/rules/{game}")
    kept(page, f"{game}-rules")
    open_table(page, against_bots(context, game, seed=4, **SHORTEST.get(game, {})))
    page.click(".tool-resign")
    page.click(".resign-yes")
    page.wait_for_selector(".result:not([hidden])", timeout=PATIENCE)
    kept(page, f"{game}-over")
    page.close()


def others(context: BrowserContext) -> None:
    """Store the pages that belong to no game, and those that look the same in each."""
    page = context.new_page()
    page.goto("/")
    page.wait_for_selector("#finished a")
    kept(page, "home")
    page.click("[data-game='crabs'] .ways summary")
    page.click("[data-game='crabs'] [data-do='more']")
    page.wait_for_selector("#more[open] button")
    kept(page, "new")
    page.goto(f"/table/{set_table(context, game='crabs', players=3, seats=GUESTS)}")
    page.wait_for_selector(".lobby .start")
    kept(page, "lobby")
    page.goto(f"/table/{set_table(context, game='oh-crab', players=2, seats=SHARED, start=True)}")
    page.wait_for_selector(".cover button")
    kept(page, "cover")
    page.goto("/me/code")
    kept(page, "me")
    page.goto("/table/none")
    kept(page, "lost")
    page.close()


def main() -> None:
    """Make all of them, or those of the games named."""
    FOLDER.mkdir(exist_ok=True)
    server = Server(Path(tempfile.mkdtemp()))
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
            context = browser.new_context(base_url=server.address, reduced_motion="reduce")
            for game in sys.argv[1:] or decapod.games():
                pages(context, game)
            others(context)
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
