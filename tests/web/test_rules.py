"""The rules page speaks the person's language, all of it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import httpx
import pytest
from playing import Server

import decapod
from decapod.rulebook import find_marks


@pytest.fixture
def pages(server: Server) -> Iterator[httpx.Client]:
    """Somebody who reads the pages."""
    with httpx.Client(base_url=server.address, timeout=60) as client:
        yield client


@pytest.mark.parametrize("name", decapod.games())
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
        assert anchors <= set(re.findall(r'id="([^"]+)"', page))
    for part, source in game.box.printed["source"].items():
        assert f"<td>{part}</td>" not in shown["fr"]
        assert f"<td>{source}</td>" not in shown["fr"]
    assert "imprimé dans le livret" in shown["fr"]


def test_a_rule_that_is_not_the_books_is_marked_and_the_page_says_once_why(pages: httpx.Client) -> None:
    for language, word in (("en", "ours"), ("fr", "notre règle")):
        game = decapod.game("oh-crab")
        page = html.unescape(pages.get("/rules/oh-crab", headers={"Accept-Language": language}).text)
        assert page.count(game.words(language)("mark.words")) == 1
        marks = find_marks(game.rules_text(language))
        assert page.count(f">{word}</a>") == sum(mark.word == word for mark in marks) > 10
        for mark in marks:
            assert page.count(f'id="why-{mark.rule}"') == 1
            assert f"<dd>{mark.reason}</dd>" in page


def test_a_table_links_rules_in_the_language_of_the_page(pages: httpx.Client) -> None:
    page = pages.get("/learn/crab-stack", headers={"Accept-Language": "fr"}).text
    assert "On ne déplace que des crabes de sa couleur" in page
