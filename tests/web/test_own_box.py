"""A box of one's own on the pages: its rules are shown, and what differs from the printed game is said."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import httpx
import pytest
from playing import Server, set_table

import decapod

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext

GAME = decapod.game("crabs")
PRINTED = "Deal 6 to each player"
OWN = "Deal 5 to each player"
DIFFERENCES = "2 numbers differ from the printed game: deal.hand: 6 → 5; deal.catch: 2 → 4."


def changed(*numbers: tuple[str, str]) -> str:
    """Write a box of Crabs! in which some numbers differ."""
    text = GAME.box.text
    for old, new in numbers:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


HOUSE = changed(("\nhand = 6 ", "\nhand = 5 "), ("\ncatch = 2 ", "\ncatch = 4 "))


def text_of(page: str) -> str:
    """Return what a page says, without its tags."""
    return " ".join(html.unescape(re.sub("<[^>]*>", "", page)).split())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve with a box for new tables of Crabs!."""
    folder = tmp_path_factory.mktemp("house")
    box: Path = folder / "house.toml"
    box.write_text(HOUSE, encoding="utf-8")
    served = Server(folder, boxes=[box])
    served.start()
    yield served
    served.stop()


@pytest.fixture
def guest(chromium: Browser, house: Server) -> Iterator[BrowserContext]:
    """Somebody who plays there."""
    context = chromium.new_context(base_url=house.address, locale="en-GB")
    yield context
    context.close()


def test_the_rules_are_those_of_the_box_that_the_server_was_started_with(house: Server) -> None:
    """Bug: they had the printed numbers."""
    with httpx.Client(base_url=house.address, timeout=60, headers={"Accept-Language": "en"}) as client:
        page = text_of(client.get("/rules/crabs").text)
        assert OWN in page
        assert PRINTED not in page
        assert DIFFERENCES in page
        assert "take 4 cards from pile or pool" in text_of(client.get("/rules/crabs/reference").text)
        printed = client.get(f"/rules/crabs?box={GAME.box.hash}").text
        assert PRINTED in text_of(printed)
        assert "box-note" not in printed + client.get("/rules/crab-stack").text


def test_the_home_page_says_what_differs_and_links_to_those_rules(house: Server) -> None:
    with httpx.Client(base_url=house.address, timeout=60) as client:
        page = client.get("/", headers={"Accept-Language": "en"}).text
        [note] = re.findall('<p class="aside box-note">(.*?)</p>', page)
        assert text_of(note).startswith(DIFFERENCES)
        [address] = re.findall('href="([^"]*)"', note)
        assert address == f"/rules/crabs?box={GAME.parse_box(HOUSE, 'here').hash}"
        assert OWN in text_of(client.get(address).text)
        french = text_of(client.get("/", headers={"Accept-Language": "fr"}).text)
        assert "2 nombres diffèrent du jeu imprimé : deal.hand: 6 → 5; deal.catch: 2 → 4." in french


def test_lobby_and_table_say_what_differs_also_for_a_box_that_a_table_brings(
    house: Server, guest: BrowserContext
) -> None:
    page = guest.new_page()
    mine = changed(("\nhand = 6 ", "\nhand = 7 "))
    one = "1 number differs from the printed game: deal.hand: 6 → 7."
    for box, words, dealt in ((None, DIFFERENCES, OWN), (mine, one, "Deal 7 to each player")):
        wish = {} if box is None else {"box": box}
        lobby = set_table(guest, game="crabs", players=3, seats=[{"who": "me"}], **wish)
        page.goto(f"/table/{lobby}")
        page.wait_for_selector(".lobby ul li")
        assert page.inner_text(".lobby .box-note").startswith(words)
        seats = [{"who": "me"}, {"who": "bot", "bot": "random"}, {"who": "bot", "bot": "random"}]
        table = set_table(guest, game="crabs", players=3, seats=seats, start=True, **wish)
        page.goto(f"/table/{table}")
        page.wait_for_selector(".piece")
        assert page.inner_text(".side > .box-note").startswith(words)
        address = page.get_attribute(".side > .box-note a", "href")
        assert dealt in text_of(guest.request.get(str(address)).text())
    house.stop()
    house.start()  # what was sent is read again, from what is stored
    page.goto(f"/table/{table}")
    page.wait_for_selector(".piece")
    assert page.inner_text(".side > .box-note").startswith(one)


def test_a_table_with_the_printed_box_links_to_the_printed_rules(guest: BrowserContext) -> None:
    table = set_table(guest, game="crabs", players=2, seats=[{"who": "me"}, {"who": "me"}], box=GAME.box.text)
    page = guest.new_page()
    page.goto(f"/table/{table}")
    page.wait_for_selector(".lobby ul li")
    assert page.locator(".box-note").count() == 0
    address = page.locator(".tools a").first.get_attribute("href")
    assert PRINTED in text_of(guest.request.get(str(address)).text())
