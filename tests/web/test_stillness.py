"""The board never moves under a finger: not while one chooses, not when somebody else has moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playing import NEXT, PATIENCE, against_bots, clicked_move, open_table, over, resize, wait_for_turn

import decapod

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = [(1280, 800), (1440, 900), (820, 1180), (390, 844), (844, 390)]
TURNS = 3  # in each window
ALLOWED = 1  # pixels
TRIES = 4

#: Notes every shift of the layout that the browser itself notices and no input of the last half second explains, and
#: those that an input explains, too: a click on a piece must not move anything either. And what grew or shrank last.
WATCH = """() => {
  window.shifts = [];
  const sizes = [], told = node => node?.outerHTML?.slice(0, 90) ?? String(node?.nodeName);
  const observer = new ResizeObserver(list => sizes.push(...list.map(
    ({target, contentRect}) => `${Math.round(contentRect.width)}x${Math.round(contentRect.height)} ${told(target)}`)));
  for (const node of document.querySelectorAll("body *:not(svg, svg *)")) observer.observe(node);
  new PerformanceObserver(list => {
    const at = rect => [rect.x, rect.y, rect.width, rect.height].join(" ");
    for (const entry of list.getEntries()) {
      const moved = entry.sources.filter(({previousRect, currentRect}) => at(previousRect) !== at(currentRect));
      if (entry.sources.length && !moved.length) continue; // new words in the same place
      window.shifts.push([entry.value, sizes.slice(-12), moved.map(
        ({node, previousRect, currentRect}) => `from ${at(previousRect)} to ${at(currentRect)}: ${told(node)}`)]);
    }
  }).observe({type: "layout-shift", buffered: false});
}"""

#: Where everything is on the page, whatever is scrolled: every piece by id, the board, every tool, and how the board's
#: canvas is mapped onto the screen.
PLACES = """() => {
  const at = node => { const box = node.getBoundingClientRect(); return [box.left + scrollX, box.top + scrollY]; };
  const places = {};
  for (const piece of document.querySelectorAll(".piece[id]")) places[piece.id] = at(piece.querySelector("use"));
  for (const tool of document.querySelectorAll(".tools > :not([hidden])")) places[tool.className] = at(tool);
  const board = document.querySelector(".board"), box = board.getBoundingClientRect();
  places.board = [...at(board), box.width, box.height, ...board.getAttribute("viewBox").split(" ").map(Number)];
  const choosing = !document.body.classList.contains("sending");
  return {places, choosing, made: Number(document.body.dataset.made ?? 0)};
}"""


def moved(before: dict[str, list[float]], after: dict[str, list[float]]) -> dict[str, Any]:
    """What is elsewhere now; what came or left is no matter."""
    return {
        name: (place, after[name])
        for name, place in before.items()
        if name in after and any(abs(a - b) > ALLOWED for a, b in zip(place, after[name], strict=True))
    }


def test_nothing_on_the_board_moves_while_one_chooses(calm: Page, game_name: str) -> None:
    """Between the first and the last click of a turn every piece stays where it is; board and tools always do."""
    players = max(n for _, n in decapod.game(game_name).modes)
    table = ""
    for width, height in SIZES:
        for _ in range(TRIES):  # a match may end, or leave nothing but buttons to press for some turns
            if not table or over(calm):
                table = against_bots(calm.context, game_name, players, seed=5, options={"first": "0"})
                open_table(calm, table)
                calm.evaluate("() => document.fonts.ready")
                calm.evaluate(WATCH)
            resize(calm, width, height)
            clicks = check_turns(calm)
            if clicks:
                break
        assert clicks, (width, height)


#: Waits for two frames.
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


def check_turns(page: Page) -> int:
    """Play some turns in a window; nothing moves there but by a move. Return how many pieces were clicked."""
    wait_for_turn(page)
    page.evaluate(FRAMES)  # what the new size of the window shifted is told after them
    page.evaluate("() => { window.shifts = []; }")
    board = page.evaluate(PLACES)["places"]["board"]
    clicks = 0
    for turn in range(TURNS):
        before = page.evaluate(PLACES)
        now = page.evaluate(NEXT, [turn * 5, None, PATIENCE])
        if now["over"]:
            break
        if now["point"] is not None and now["pieces"]:
            page.mouse.click(*now["point"])
            clicks += 1
            after = page.evaluate(PLACES)
            if after["choosing"] and after["made"] == before["made"]:  # one more click makes the move
                assert moved(before["places"], after["places"]) == {}
        if not clicked_move(page, turn * 7) or not wait_for_turn(page):
            break
        assert moved({"board": board}, page.evaluate(PLACES)["places"]) == {}
    assert page.evaluate("() => window.shifts") == []
    return clicks


#: Where the words of the prompt begin.
BEGINNING = "() => document.querySelector('.prompt .words').getClientRects()[0].left"
ADD_BUTTON = "() => document.querySelector('.acts').append(document.createElement('button'))"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_button_beside_the_prompt_leaves_its_words_where_they_begin(calm: Page, width: int, height: int) -> None:
    """When "Choose again" came, the same words became smaller and began 16 pixels further to the left."""
    open_table(calm, against_bots(calm.context, "oh-crab", options={"first": "0"}))
    resize(calm, width, height)
    wait_for_turn(calm)
    assert calm.locator(".acts button").count() == 0
    before = calm.evaluate(BEGINNING)
    calm.evaluate(ADD_BUTTON)
    assert abs(calm.evaluate(BEGINNING) - before) <= ALLOWED
