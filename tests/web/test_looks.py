"""How it looks, in pictures: on a phone and on a desk, and in grey, where only shapes are left of the colours."""

from __future__ import annotations

import io
import itertools
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops, ImageStat
from playing import against_bots, open_table, wait_for_turn

import decapod

if TYPE_CHECKING:
    from playwright.sync_api import Page

SEEN = 24  # of 255 steps of grey: a difference an eye notices
RING = 200  # pixels of a mark that must be seen
SIDE = 96  # pixels of a face that is compared
APART = 80  # pixels in the middle of two faces that differ when brightness does not count

#: The faces that stand for players, where a game has such pieces.
PLAYERS = {
    "crab-stack": [f"crab-{seat}-1" for seat in range(4)],
    "crabs": [f"token-{seat}" for seat in range(5)],
    "oh-crab": [f"upright-{seat}" for seat in range(5)],
    "crabe-vs-poulpe": ["card-crab-3-none", "card-octopus-3-none"],
    "yadokarick": [],
}


def grey(picture: bytes) -> Image.Image:
    """Take the colours out of a picture."""
    with Image.open(io.BytesIO(picture)) as opened:
        return opened.convert("L")


def seen_difference(one: Image.Image, other: Image.Image, box: tuple[int, int, int, int]) -> int:
    """Count the pixels in a box that differ so much that one sees it."""
    difference = ImageChops.difference(one.crop(box), other.crop(box))
    return sum(difference.histogram()[SEEN:])


def shape_difference(one: Image.Image, other: Image.Image) -> int:
    """Count the pixels in the middle of two faces that differ, once both are equally bright: what is left is shape."""
    a, b = (middle(picture) for picture in (one, other))
    return sum(abs(x - y) >= SEEN for x, y in zip(a, b, strict=True))


def middle(picture: Image.Image) -> list[float]:
    """The greys in the middle of a face, as steps from the one most of it has."""
    width, height = picture.size
    greys = picture.crop((width // 4, height // 4, width * 3 // 4, height * 3 // 4))
    most = ImageStat.Stat(greys).median[0]
    return [value - most for value in greys.tobytes()]


#: The boxes of the pieces that can be chosen and are in the window, whole.
BOXES = """() => [...document.querySelectorAll(".piece[data-mark='legal']")].map(piece => {
  const box = piece.getBoundingClientRect();
  return [piece.getAttribute("aria-label"), Math.floor(box.left) - 6, Math.floor(box.top) - 6, Math.ceil(box.right) + 6,
    Math.ceil(box.bottom) + 6];
}).filter(([, left, top, right, bottom]) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_can_be_chosen_is_seen_without_colours(calm: Page, game_name: str, theme: str) -> None:
    """Taking the marks away changes the grey picture at every piece that was marked."""
    calm.emulate_media(color_scheme=theme)  # pyright: ignore[reportArgumentType]
    open_table(calm, against_bots(calm.context, game_name, seed=3, options={"first": "0"}))
    wait_for_turn(calm)
    calm.mouse.move(1, 1)
    boxes = calm.evaluate(BOXES)
    assert boxes
    marked = grey(calm.screenshot())
    calm.evaluate("document.querySelectorAll('.piece').forEach(piece => delete piece.dataset.mark)")
    bare = grey(calm.screenshot())
    for label, *box in boxes:
        assert seen_difference(marked, bare, tuple(box)) > RING, label
    other = grey(calm.screenshot())
    assert all(seen_difference(bare, other, tuple(box)) == 0 for _, *box in boxes), "the picture changes by itself"


def drawn(page: Page, links: list[str]) -> dict[str, Image.Image]:
    """Draw symbols of the page side by side, and return each in grey."""
    page.evaluate(
        """([links, side]) => {
          const space = "http://www.w3.org/2000/svg";
          document.querySelector("#row")?.remove();
          const row = document.createElement("div");
          row.id = "row";  // over the table, which lives on: bots may move
          row.style = "position: fixed; inset: 0; z-index: 9999; background: white";
          document.body.append(row);
          for (const link of links) {
            const box = document.createElementNS(space, "svg");
            const use = document.createElementNS(space, "use");
            use.setAttribute("href", link);
            box.setAttribute("width", side);
            box.setAttribute("height", side);
            box.setAttribute("viewBox", link.startsWith("#chip") ? "0 0 68 68" : "0 0 100 100");
            if (!link.startsWith("#chip")) { use.setAttribute("width", "100"); use.setAttribute("height", "100"); }
            box.append(use);
            row.append(box);
          }
        }""",
        [links, SIDE],
    )
    nodes = page.locator("#row svg").all()
    return {link: grey(node.screenshot()) for link, node in zip(links, nodes, strict=True)}


def test_players_are_told_apart_without_colours(calm: Page, game_name: str) -> None:
    """Any two players' chips, and any two players' pieces, have other shapes."""
    players = max(n for _, n in decapod.game(game_name).modes)
    open_table(calm, against_bots(calm.context, game_name, players))
    for links in ([f"#chip-{seat}" for seat in range(players)], [f"#face-{face}" for face in PLAYERS[game_name]]):
        for (one, a), (other, b) in itertools.combinations(drawn(calm, links).items(), 2):
            assert shape_difference(a, b) > APART, (one, other)


def test_colours_alone_do_not_tell_players_apart(calm: Page) -> None:
    """The positive control: the same crab in another colour counts as the same shape."""
    open_table(calm, against_bots(calm.context, "crab-stack"))
    before = drawn(calm, ["#face-crab-0-1"])["#face-crab-0-1"]
    calm.evaluate("document.querySelector('#row').style.filter = 'hue-rotate(150deg) brightness(.8)'")
    after = grey(calm.locator("#row svg").screenshot())
    assert ImageChops.difference(before, after).getbbox() is not None
    assert shape_difference(before, after) < APART


#: What is cut off or lies over something else: words that do not fit their box, and buttons under other things.
CUT = """() => [...document.querySelectorAll("button, .button, .prompt, .prompt .words, .panel h3, .log li a, summary")]
  .filter(one => one.offsetParent && getComputedStyle(one).textOverflow !== "ellipsis"
    && (one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0))
  .map(one => one.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_picture_of_a_table_is_whole(calm: Page, game_name: str, width: int, height: int) -> None:
    """On a desk and on a phone: no words are cut off, the turn and the board are in view without scrolling."""
    calm.set_viewport_size({"width": width, "height": height})
    open_table(calm, against_bots(calm.context, game_name))
    wait_for_turn(calm)
    assert calm.evaluate(CUT) == []
    picture = grey(calm.screenshot())
    assert picture.size == (width, height)
    for part in (".prompt .whose", ".board"):
        box = calm.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] > 0, part
        assert box["y"] < height, part
        bottom = min(height, int(box["y"] + box["height"]))
        inside = (int(box["x"]), max(0, int(box["y"])), int(box["x"] + box["width"]), bottom)
        assert ImageStat.Stat(picture.crop(inside)).stddev[0] > SEEN / 2, f"nothing is drawn at {part}"
