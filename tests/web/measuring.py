"""What a screen shows of a table: how small its smallest words and targets are, and how much of it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = ((1280, 800), (1440, 900), (820, 1180), (390, 844), (844, 390))


class Measured(NamedTuple):
    """Of one table in one window, in pixels; what is not there is 0."""

    text: float  # the smallest letters, without those below
    coordinates: float  # the smallest names of spaces
    target: float  # the shorter side of the smallest piece that can be chosen, or button
    used: float  # the share of the window that the board takes
    over: float  # how much of the board's height lies below the window
    hand: float  # how tall the shortest card of the hand is
    hand_below: float  # how much of the hand lies below the window
    hexagon: float  # how wide a space of a beach is


#: Letters of the page and of the board's canvas; those that are drawn on a card are part of its picture.
MEASURE = """() => {
  const aside = ".unseen, .sprites, .sketch, .cover, dialog";
  const seen = node => node.checkVisibility({visibilityProperty: true}) && !node.closest(aside);
  const board = document.querySelector(".board"), box = board.getBoundingClientRect();
  const scale = box.width / board.viewBox.baseVal.width;
  let [text, coordinates] = [99, 99];
  for (const node of document.querySelectorAll(".play *")) {
    const own = [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim());
    if (!own || node.closest("svg") || !seen(node)) continue;
    text = Math.min(text, parseFloat(getComputedStyle(node).fontSize));
  }
  for (const node of board.querySelectorAll(".zones text, .labels text")) {
    if (!node.getBoundingClientRect().width) continue;
    const size = Number(node.getAttribute("font-size")) * scale;
    const badge = node.previousElementSibling !== null;
    const coordinate = !badge && /^([a-g]|\\d\\d?|[a-g]\\d)$/.test(node.textContent);
    if (coordinate) coordinates = Math.min(coordinates, size); else text = Math.min(text, size);
  }
  let target = 99;
  for (const piece of board.querySelectorAll(".piece[data-mark='legal'] use")) {
    const {width, height} = piece.getBoundingClientRect();
    target = Math.min(target, width, height);
  }
  for (const button of document.querySelectorAll(".play button, .play .button")) {
    const {width, height} = button.getBoundingClientRect();
    if (seen(button) && width) target = Math.min(target, width, height);
  }
  const high = Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0));
  const wide = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
  const hand = [...board.querySelectorAll(".piece[data-region='hand'] use")].map(use => use.getBoundingClientRect());
  const hexagon = board.querySelector(".piece[data-region='beach'] use")?.getBoundingClientRect().width ?? 0;
  return {
    text, coordinates: coordinates === 99 ? 0 : coordinates, target, used: wide * high / innerWidth / innerHeight,
    over: Math.max(0, box.bottom - innerHeight), hand: hand.length ? Math.min(...hand.map(card => card.height)) : 0,
    hand_below: Math.max(0, ...hand.map(card => card.bottom - innerHeight)), hexagon,
  };
}"""


def measure(page: Page) -> Measured:
    """Measure what a page shows now, not scrolled."""
    page.evaluate("() => scrollTo(0, 0)")
    found: dict[str, Any] = page.evaluate(MEASURE)
    return Measured(**{name: round(value, 2 if name == "used" else 1) for name, value in found.items()})
