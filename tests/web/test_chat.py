"""The chat of a table: mute buttons, unread lines, and the place of the input."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playing import PATIENCE, open_table, set_table

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

#: The writer of each line, and whether a button beside it mutes them.
LINES = """() => [...document.querySelectorAll(".chat li")].map(line =>
  [line.lastChild.textContent, line.querySelector("button") !== null])"""


def write(page: Page, *lines: str) -> None:
    """Write lines into the open chat, and wait until they are shown there."""
    for line in lines:
        page.fill(".chat form input", line)
        page.press(".chat form input", "Enter")
        page.wait_for_selector(f".chat li:has-text('{line}')", timeout=PATIENCE)


def sit_down(person: BrowserContext, friend: BrowserContext) -> tuple[Page, Page]:
    """Seat two people at a table, the second one a visitor without a cookie, and open their chats."""
    seats = [{"who": "me"}, {"who": "open"}]
    table = set_table(person, game="crab-stack", seats=seats, public=True)
    mine, theirs = person.new_page(), friend.new_page()
    mine.goto(f"/table/{table}")
    theirs.goto(f"/table/{table}")
    theirs.click(".lobby li button")
    mine.click(".lobby .start")
    for page in (mine, theirs):
        page.wait_for_selector(".tool-resign:enabled", timeout=PATIENCE)  # it has the seat
        page.click(".chat summary")
    return mine, theirs


def test_only_lines_of_others_can_be_muted(person: BrowserContext, friend: BrowserContext) -> None:
    """A guest who had just sat down got a button beside their own lines."""
    mine, theirs = sit_down(person, friend)
    write(mine, "from Anna")
    write(theirs, "from Ben")
    theirs.wait_for_selector(".chat li:has-text('from Anna')", timeout=PATIENCE)
    mine.wait_for_selector(".chat li:has-text('from Ben')", timeout=PATIENCE)
    assert mine.evaluate(LINES) == [["from Anna", False], ["from Ben", True]]
    assert theirs.evaluate(LINES) == [["from Anna", True], ["from Ben", False]]


def test_unread_are_lines_of_others_that_came_while_the_chat_was_closed(
    person: BrowserContext, friend: BrowserContext
) -> None:
    """After a reload all lines counted, one's own too."""
    mine, theirs = sit_down(person, friend)
    write(mine, "from Anna")
    write(theirs, "from Ben")
    mine.wait_for_selector(".chat li:has-text('from Ben')", timeout=PATIENCE)
    mine.reload()
    mine.wait_for_selector(".chat li:has-text('from Ben')", state="attached", timeout=PATIENCE)
    assert mine.is_hidden(".chat .unread")
    mine.keyboard.press("c")
    write(mine, "again from Anna")
    mine.click(".chat summary")
    write(theirs, "again from Ben")
    mine.wait_for_selector(".chat .unread:not([hidden])", timeout=PATIENCE)
    assert mine.inner_text(".chat .unread") == "1"
    mine.reload()
    mine.wait_for_selector(".chat .unread:not([hidden])", timeout=PATIENCE)
    assert mine.inner_text(".chat .unread") == "1"
    mine.click(".chat summary")
    mine.wait_for_selector(".chat .unread", state="hidden")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900), (820, 1180), (390, 844)])
def test_the_input_of_an_open_chat_is_in_the_window(person: BrowserContext, width: int, height: int) -> None:
    """It was below the edge of a window of 1440 x 900."""
    page = person.new_page()
    page.set_viewport_size({"width": width, "height": height})
    open_table(page, set_table(person, game="crab-stack", seats=[{"who": "me"}, {"who": "me"}], start=True))
    page.click(".chat summary")
    in_window = """() => {
      const box = document.querySelector(".chat form input").getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight;
    }"""
    page.wait_for_function(in_window)
    write(page, *(f"line {number} of a chat that is longer than the room it has" for number in range(6)))
    assert page.evaluate(in_window)
