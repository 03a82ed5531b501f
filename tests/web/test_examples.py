"""A game from outside our package is played on the page like ours: found, explained, clicked and keyed to its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playing import Server, clicked_move, finish, keyed_move, open_table, set_table, wait_for_turn
from tests.installing import install_example

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

SEATS = [{"who": "me"}, {"who": "bot", "bot": "random"}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve our games and the example, with a bot that moves at once."""
    installed = install_example(tmp_path_factory.mktemp("installed"))
    served = Server(tmp_path_factory.mktemp("data"), installed=installed)
    served.start()
    yield served
    served.stop()


def sit_down(page: Page) -> None:
    """Open a table of the example against chance, at which this person begins."""
    options = {"first": "0"}
    open_table(page, set_table(page.context, game="tic-tac-toe", players=2, seats=SEATS, options=options, start=True))


def test_the_home_page_shows_the_example_and_how_to_play_it(page: Page) -> None:
    page.goto("/")
    card = page.locator(".game[data-game='tic-tac-toe']")
    assert card.locator("h2").inner_text() == "Tic-tac-toe"
    assert card.locator("a[href='/learn/tic-tac-toe']").count() == 0, "it has no lesson"
    card.locator("a.button[href='/rules/tic-tac-toe']").click()
    page.wait_for_selector("#TTT-4")
    assert "Whoever first has 3 pieces in a row" in page.inner_text("main")
    assert page.locator("figure img").count() == 2
    page.goto("/")
    card.locator("button[data-do='bot']").click()
    page.wait_for_selector(".piece")


@pytest.mark.slow
@pytest.mark.parametrize("who", ["person", "friend"])
def test_the_example_is_played_to_its_end_by_clicks(who: str, request: pytest.FixtureRequest) -> None:
    """At a desk and on a phone."""
    context: BrowserContext = request.getfixturevalue(who)
    page = context.new_page()
    sit_down(page)
    assert 3 <= finish(page, clicked_move) <= 5
    page.wait_for_selector(".result:not([hidden])")


def test_the_example_is_played_to_its_end_by_keyboard_alone(calm: Page) -> None:
    sit_down(calm)
    assert 3 <= finish(calm, keyed_move) <= 5
    calm.wait_for_selector(".result:not([hidden])")


def test_a_square_that_is_taken_says_so_with_its_rule(calm: Page) -> None:
    sit_down(calm)
    clicked_move(calm)
    assert wait_for_turn(calm)
    calm.locator(".piece[id^='piece-piece-']").first.click()
    calm.wait_for_selector(".tip.why")
    assert "This square is taken." in calm.inner_text(".tip.why")
    calm.click(".tip.why summary")
    assert calm.get_attribute(".tip.why a", "href") == "/rules/tic-tac-toe#TTT-3"
