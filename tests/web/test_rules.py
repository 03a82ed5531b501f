"""The rules page speaks the person's language, all of it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import httpx
import pytest
from playing import Server

import decapod


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
        first = game.rulebook_in(language)[rules[0]].split(".")[0]
        assert first in html.unescape(page)
        anchors = set(re.findall(r'href="#([^"]+)"', page))  # of the contents, and of every rule
        assert anchors > set(rules)
        assert anchors <= set(re.findall(r'id="([^"]+)"', page))
    for part, source in game.box.printed["source"].items():
        assert f"<td>{part}</td>" not in shown["fr"]
        assert f"<td>{source}</td>" not in shown["fr"]
    assert "imprimé dans la règle" in shown["fr"]


def test_the_page_says_once_what_the_marks_of_rules_mean(pages: httpx.Client) -> None:
    for language, mark in (("en", "<em>(ours: "), ("fr", "<em>(notre règle : ")):
        page = html.unescape(pages.get("/rules/oh-crab", headers={"Accept-Language": language}).text)
        assert page.count(decapod.game("oh-crab").words(language)("mark.words")) == 1
        assert page.count(mark) > 10


def test_a_table_links_rules_in_the_language_of_the_page(pages: httpx.Client) -> None:
    page = pages.get("/learn/crab-stack", headers={"Accept-Language": "fr"}).text
    assert "On ne déplace que des crabes de sa couleur" in page
