"""The rules page: it speaks the person's language, all of it; its examples are stepped through; its card is printed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import httpx
import pytest
from playing import Server, open_table, set_table
from playwright.sync_api import expect
from tests import GAMES

import decapod
from decapod.core.rulebook import find_marks

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def pages(server: Server) -> Iterator[httpx.Client]:
    """Somebody who reads the pages."""
    with httpx.Client(base_url=server.address, timeout=60) as client:
        yield client


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_shown_in_the_language_of_the_browser(pages: httpx.Client, name: str) -> None:
    game = decapod.game(name)
    shown = {
        language: pages.get(f"/rules/{name}", headers={"Accept-Language": accepted}).text
        for language, accepted in {"en": "en", "fr": "fr-FR,fr;q=0.9"}.items()
    }
    for language, page in shown.items():
        assert f'lang="{language}"' in page
        rules = re.findall(r'class="rule" id="([A-Z]+-\d+)"', page)
        assert rules == list(game.rulebook)
        anchors = set(re.findall(r'href="#([^"]+)"', page))  # of the contents, and of every rule
        assert anchors > set(rules)
        assert anchors <= {found[1] for found in re.finditer(r"""id=(?:"|')([^"']+)""", page)}
    for part, source in game.box.printed["source"].items():
        assert f"<td>{part}</td>" not in shown["fr"]
        assert f"<td>{source}</td>" not in shown["fr"]
    assert "imprimé dans le livret" in shown["fr"]


def test_a_rule_that_is_not_the_books_is_marked_and_the_page_says_once_why(pages: httpx.Client) -> None:
    for language, word in (("en", "ours"), ("fr", "notre règle")):
        game = decapod.game("oh-crab")
        page = html.unescape(pages.get("/rules/oh-crab", headers={"Accept-Language": language}).text)
        assert page.count(game.translator(language)("mark.words")) == 1
        marks = find_marks(game.rules_text(language))
        assert page.count(f">{word}</a>") == sum(mark.word == word for mark in marks) > 10
        for mark in marks:
            assert page.count(f'id="why-{mark.rule}"') == 1
            assert f"<dd>{mark.reason}</dd>" in page


def test_a_table_links_rules_in_the_language_of_the_page(pages: httpx.Client) -> None:
    page = pages.get("/learn/crab-stack", headers={"Accept-Language": "fr"}).text
    assert "On ne déplace que des crabes de sa couleur" in page


# --- in a browser -------------------------------------------------------------------------------------------


def test_the_reference_card_prints_on_one_page(calm: Page, game_name: str) -> None:
    calm.goto(f"/rules/{game_name}")
    calm.click(f"a[href='/rules/{game_name}/reference']")
    for language in ("en", "fr"):
        calm.select_option("#language", language)
        calm.wait_for_selector(f"html[lang={language}] #print")
        printed = calm.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
        assert re.search(rb"/MediaBox\s*\[0 0 59[45]\.\d+ 84[12]\.\d+\]", printed), "A4"


def test_an_example_is_stepped_through_by_clicks(calm: Page, game_name: str) -> None:
    """By its button, by its picture, by its words; and every picture is there."""
    calm.goto(f"/rules/{game_name}")
    for figure in calm.locator("figure.example").all():
        picture, steps = figure.locator("img"), figure.locator("ol button")
        figure.scroll_into_view_if_needed()
        sources = {picture.get_attribute("src")}
        for number in range(1, steps.count()):
            (figure.locator(".next") if number % 2 else figure.locator(".frame")).click()
            figure.locator(f"li:nth-child({number + 1}) [aria-current]").wait_for()
            expect(picture).to_have_attribute("src", re.compile(rf"\.{number}-desktop\.svg$"))
            expect(picture).to_have_attribute("alt", steps.nth(number).inner_text())
            calm.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=picture.element_handle())
            sources.add(picture.get_attribute("src"))
        assert len(sources) == steps.count()
        steps.first.click()
        expect(picture).to_have_attribute("src", re.compile(r"\.0-desktop\.svg$"))


def test_a_mark_leads_to_why_and_back(calm: Page) -> None:
    calm.goto("/rules/crabs")
    calm.click("#CR-9 .mark")
    assert calm.evaluate("() => location.hash") == "#why-CR-9"
    calm.click("#why-CR-9 a")
    assert calm.evaluate("() => location.hash") == "#CR-9"


def test_a_table_with_a_box_of_its_own_has_the_rules_of_that_box(calm: Page) -> None:
    """With `catch = 4` the page still said to take two cards."""
    box = (decapod.game("crabs").folder / "box.toml").read_text(encoding="utf-8").replace("catch = 2 ", "catch = 4 ")
    seats = [{"who": "me"}, {"who": "bot", "bot": "random"}]
    open_table(calm, set_table(calm.context, game="crabs", players=2, seats=seats, start=True, box=box))
    link = str(calm.get_attribute(".tools a[href^='/rules/crabs']", "href"))
    calm.goto(link)
    assert "Take 4 cards" in calm.inner_text("#CR-8")
    calm.click("a[href^='/rules/crabs/reference']")
    calm.wait_for_selector("#print")
    assert "take 4 cards from pile or pool" in calm.inner_text("main")
    calm.goto("/rules/crabs")
    assert "Take 2 cards" in calm.inner_text("#CR-8")


def test_the_rules_fit_every_width(calm: Page, game_name: str) -> None:
    """Nothing sticks out to the side, on a desk, a tablet and a phone."""
    for page in ("", "/reference"):
        calm.goto(f"/rules/{game_name}{page}")
        for width, height in ((1440, 900), (1280, 800), (820, 1180), (390, 844)):
            calm.set_viewport_size({"width": width, "height": height})
            assert calm.evaluate("() => document.documentElement.scrollWidth") <= width, (page, width)
