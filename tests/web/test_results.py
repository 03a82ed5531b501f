"""How a match ended, on the pages: what it was for the person who looks, and who left; in story and history, too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playing import against_bots, finish, open_table, resign, set_table
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

RESIGNED = re.compile(r"^Guest \d+ resigned\. \w+ wins\.$")


def test_who_resigned_is_said_in_the_result_the_prompt_the_story_and_the_history(
    page: Page, person: BrowserContext
) -> None:
    """Bug: all said "Ben wins: nobody else is left.", and the story said nothing."""
    open_table(page, against_bots(person, "crab-stack"))
    resign(page)
    expect(page.locator(".result h2")).to_have_text("Not this time")
    expect(page.locator(".result p").first).to_have_text(RESIGNED)
    expect(page.locator(".prompt .words")).to_have_text(RESIGNED)
    expect(page.locator(".log li").last).to_have_text(RESIGNED)
    page.click(".result .replay-link")
    expect(page.locator("#how")).to_have_text(re.compile(r"^Not this time\. Guest \d+ resigned\. \w+ wins\.$"))
    expect(page.locator(".log li").last).to_have_text(RESIGNED)
    page.goto("/")
    expect(page.locator("#finished .tag").first).to_have_text("you lost")


def test_the_story_says_who_resigned_while_the_others_play_on(page: Page, person: BrowserContext) -> None:
    table = set_table(person, game="crab-stack", players=3, seats=[{"who": "me"}] * 3, start=True)
    open_table(page, table)
    resign(page)
    expect(page.locator(".log li.ending")).to_have_text(re.compile(r"^\w+( \(you\))? resigned\.$"))
    assert page.locator(".prompt.over").count() == 0


def test_a_draw_is_not_a_win(page: Page, person: BrowserContext) -> None:
    """Bug: "You win!" was said of a draw."""
    open_table(page, against_bots(person, "crab-stack", options={"ply_cap": "2"}))
    finish(page)
    expect(page.locator(".result h2")).to_have_text("It's a draw")
    page.goto("/")
    expect(page.locator("#finished .tag").first).to_have_text("draw")
