"""The deal, as people see it: their browsers draw salts by themselves, and say what that proves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from playing import PATIENCE, Server, resign, set_table

from decapod.web.lessons import lesson
from decapod.web.words import page_words

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page


def give_up(page: Page, *others: Page) -> None:
    """Give the match up, and wait until everybody sees that it is over."""
    resign(page)
    for one in (page, *others):
        one.wait_for_selector(".result:not([hidden])", timeout=PATIENCE)


def open_proof(page: Page) -> list[str]:
    """Go to the replay, and open what is proven; return what the browser found, line by line."""
    page.click(".replay-link")
    page.click("#proof > summary")
    page.click("#proof details summary")
    page.wait_for_selector("#proof .there li", timeout=PATIENCE)
    return page.locator("#proof .here li").all_inner_texts()


def test_salts_of_two_browsers_deal_a_match_and_its_rematch(person: BrowserContext, friend: BrowserContext) -> None:
    ada, ben = person.new_page(), friend.new_page()
    ada.goto("/")
    ada.click("[data-game='crab-stack'] .ways summary")
    ada.click("[data-game='crab-stack'] [data-do='invite']")
    ada.click("#more form .primary")
    ada.wait_for_function("() => document.querySelector('.lobby .invite input')?.value")
    seal = ada.locator(".lobby .deal code").text_content()
    ben.goto(ada.input_value(".lobby .invite input"))
    ben.click(".lobby li button")
    ben.wait_for_selector(".lobby .start:not([hidden])")
    ada.click(".lobby .start")
    for page in (ada, ben):
        page.wait_for_selector(".piece", timeout=PATIENCE)
    give_up(ben, ada)
    assert "fixed before the start, and nobody changed" in ada.inner_text(".result .proof")
    first = ada.locator(".replay-link").get_attribute("href")
    ada.click(".rematch")
    ben.wait_for_function("() => document.querySelector('.wanting').textContent")
    ben.click(".rematch")
    ada.wait_for_function("(first) => !document.querySelector('.tool-replay').href.includes(first)", arg=first)
    ada.wait_for_selector(".tool-resign:enabled", timeout=PATIENCE)
    give_up(ada, ben)
    for page in (ada, ben):
        assert [line[0] for line in open_proof(page)] == ["✓", "✓", "✓"]
        assert "Nobody could choose the deal" in page.inner_text("#proof .verdict")
    ada.goto(str(first))
    ada.click("#proof > summary")
    ada.click("#proof details summary")
    assert str(seal) in ada.locator("#proof .there li").nth(1).inner_text()


def test_a_click_against_the_bot_puts_a_salt_in(page: Page) -> None:
    page.goto("/")
    page.click("[data-game='crab-stack'] [data-do='bot']")
    page.wait_for_selector(".piece", timeout=PATIENCE)
    give_up(page)
    assert [line[0] for line in open_proof(page)] == ["✓", "✓", "✓"]


def test_a_game_after_a_lesson_is_dealt_with_a_salt(page: Page) -> None:
    """It was set up without one, so that its result asked whether the deal was fair."""
    page.goto(f"/learn/crab-stack#{len(lesson('crab-stack'))}")
    page.click("#step-show")
    page.wait_for_selector(".lesson.reached")
    page.click("#step-next")
    page.wait_for_url("**/table/**")
    page.wait_for_selector(".piece")
    give_up(page)
    assert page.inner_text(".result .proof") == page_words("en")("deal.fits")
    assert [line[0] for line in open_proof(page)] == ["✓", "✓", "✓"]


def test_a_browser_that_was_shown_another_seal_says_so(page: Page) -> None:
    """What a server gets that exchanged its secret: the browser that kept the seal of the first one."""
    page.goto("/")
    page.click("[data-game='crab-stack'] [data-do='bot']")
    page.wait_for_selector(".piece", timeout=PATIENCE)
    key = f"decapod.deal.{page.url.rsplit('/', 1)[1]}.1"  # of this match; the next one has a seal already
    kept = json.loads(page.evaluate("(key) => localStorage.getItem(key)", key))
    page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [key, json.dumps({**kept, "seal": "f" * 64})])
    page.reload()
    page.wait_for_selector(".notices :text('do not trust it')", timeout=PATIENCE)
    give_up(page)
    assert "do not trust it" in page.inner_text(".result .proof.warning")
    assert open_proof(page)[0].startswith("✗ The server's seal is not the one")


def test_where_nothing_went_in_nothing_is_claimed(person: BrowserContext, server: Server) -> None:
    seats = [{"who": "me"}, {"who": "bot", "bot": "random"}]
    table = set_table(person, game="crab-stack", seats=seats, seed=7, start=True)
    page = person.new_page()
    page.goto(f"{server.address}/table/{table}")
    page.wait_for_selector(".piece", timeout=PATIENCE)
    give_up(page)
    assert open_proof(page) == []
    assert "cannot show that nobody chose it" in page.locator("#proof .verdict").inner_text()
    assert "does not prove that nobody chose the deal" in page.inner_text("#proof .there")
