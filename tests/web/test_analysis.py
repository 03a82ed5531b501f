"""The analysis on the page of a replay: it runs while one looks, marks the story, and one plays on from a position."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import decapod

if TYPE_CHECKING:
    from playing import Server
    from playwright.sync_api import BrowserContext, Page

PATIENCE = 90_000  # milliseconds


def a_record(game: str = "crab-stack") -> str:
    """Play a match by chance, so that there are mistakes to find; return its text."""
    match, chance = decapod.game(game).match(2, seed=3), random.Random(4)
    while not match.is_over:
        player = match.to_act[0]
        match.play(player, chance.choice(match.legal_actions(player)))
    return match.dumps()


def test_a_replay_shows_what_each_move_cost_and_one_plays_on_from_where_it_was_better(
    page: Page, person: BrowserContext, server: Server
) -> None:
    page.goto("/")
    token = next(cookie.get("value", "") for cookie in person.cookies() if cookie.get("name") == "csrftoken")
    answer = person.request.post("/api/matches", data={"record": a_record()}, headers={"x-csrftoken": token})
    page.goto(f"/replay/{answer.json()['id']}")
    page.click("#analysis .begin")
    page.wait_for_selector("#analysis[data-state=done]", timeout=PATIENCE)
    assert page.locator("#analysis .graph polyline").count() == 2
    assert page.is_visible("#analysis .key")
    assert page.locator("#analysis .turning").count() == 1  # the line in the graph is not taken for the words
    marks = page.locator(".log .grade").count()
    assert marks > 0, "chance makes mistakes"
    page.click(".next-mistake")  # at the end of the match, where the replay opens: on to the first
    page.wait_for_selector("#analysis .verdict:is(.inaccuracy, .mistake, .blunder)")
    assert page.locator(".notices").inner_text() == ""
    first = page.locator(".log li:has(.grade) a").first.get_attribute("data-ply")
    assert page.get_attribute("#stage", "data-ply") == str(int(str(first)) - 1)
    assert page.is_hidden(".all-players")  # nobody's own match
    assert "Better: " in page.inner_text("#analysis .bars")
    assert page.locator(".board .arrows .advised").count() == 1
    ply = int(str(page.get_attribute("#stage", "data-ply")))
    page.click("#next")
    page.wait_for_function("(ply) => document.querySelector('#stage').dataset.ply === String(ply)", arg=ply + 1)
    page.reload()  # what was found is kept, for anybody
    page.wait_for_selector("#analysis[data-state=done]")
    assert page.locator(".log .grade").count() == marks
    page.set_viewport_size({"width": 390, "height": 844})  # on a phone: without scrolling
    page.click(".prompt .jump")
    page.wait_for_function("() => document.querySelector('.judged p').textContent.includes('Better: ')")
    for part in (".prompt .jump", ".prompt .judged p", ".board .arrows .advised"):
        box = page.locator(part).first.bounding_box()
        assert box is not None
        assert 0 <= box["y"] < box["y"] + box["height"] < 844, part
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_selector(".prompt .jump", state="hidden")
    page.click("#back-to-table")  # the result names where it turned, and leads there
    page.click(".look-back a")
    page.wait_for_selector("#analysis .verdict:is(.inaccuracy, .mistake, .blunder)")
    page.click("#play-on summary")
    page.select_option("#play-on select[name=level]", "level1")
    page.click("#play-on button")
    page.wait_for_url("**/table/**")
    page.wait_for_selector(".piece")


#: The top and the bottom of the cards that are compared, and of what is free between the prompt and the controls.
COMPARED = """() => {
  const sides = (selector) => [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect());
  const cards = sides(".piece:is(.advised, .regretted)");
  const [prompt, controls] = [...sides(".prompt"), ...sides(".player")];
  return [cards.map(({ top, bottom }) => [top, bottom]), prompt.bottom, controls.top];
}"""


def test_on_a_phone_the_compared_cards_are_not_under_the_controls(calm: Page, server: Server) -> None:
    """Bug: cards of a hand, at the bottom of the board, were."""
    calm.goto("/")
    token = next(cookie.get("value", "") for cookie in calm.context.cookies() if cookie.get("name") == "csrftoken")
    record = a_record("crabe-vs-poulpe")
    answer = calm.request.post("/api/matches", data={"record": record}, headers={"x-csrftoken": token})
    calm.goto(f"/replay/{answer.json()['id']}?seat=1")
    calm.click("#analysis .begin")
    calm.wait_for_selector("#analysis[data-state=done]", timeout=PATIENCE)
    calm.set_viewport_size({"width": 390, "height": 844})
    calm.wait_for_selector(".prompt .jump")
    plies = calm.locator(".log li.seat-1:has(.grade) a").evaluate_all("all => all.map((line) => line.dataset.ply)")
    assert plies
    seen = 0
    for ply in plies:
        calm.evaluate("(ply) => { scrollTo(0, 0); location.hash = String(ply - 1); }", ply)
        calm.wait_for_function("(ply) => document.querySelector('#stage').dataset.ply === String(ply - 1)", arg=ply)
        calm.wait_for_function("() => document.querySelector('.judged p').textContent.includes('Better: ')")
        calm.wait_for_timeout(100)
        cards, begin, end = calm.evaluate(COMPARED)
        seen += len(cards)
        for top, bottom in cards:
            assert begin <= top, ply
            assert bottom <= end, ply
    assert seen
