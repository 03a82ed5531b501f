"""The page is for everyone: accessibility, two widths, two themes, two languages, little motion, few bytes."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from playing import Server, against_bots, clicked_move, open_table, wait_for_turn

import decapod

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

HERE = Path(__file__).parent
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
FIRST_VIEW = 150 * 1024
FINGER = 44


def findings(page: Page) -> list[str]:
    """Return what axe-core finds serious on a page."""
    if not AXE.exists():
        pytest.fail("the accessibility check needs axe-core: npm ci --prefix tests/web", pytrace=False)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in result["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_has_a_serious_accessibility_fault(
    chromium: Browser, server: Server, width: int, theme: Literal["light", "dark"]
) -> None:
    """axe-core finds nothing serious on any page, at both widths, in both themes."""
    context = chromium.new_context(
        viewport={"width": width, "height": 800}, color_scheme=theme, base_url=server.address, bypass_csp=True
    )
    page = context.new_page()
    page.goto("/")
    page.wait_for_timeout(300)
    assert findings(page) == []
    for name in decapod.games():
        for address in (f"/rules/{name}", f"/learn/{name}"):
            page.goto(address)
            page.wait_for_timeout(300)
            assert findings(page) == [], address
        open_table(page, against_bots(context, name))
        wait_for_turn(page)
        page.wait_for_timeout(600)
        assert findings(page) == [], name
    context.close()


def test_nothing_moves_for_those_who_ask_for_less_motion(chromium: Browser, server: Server, game_name: str) -> None:
    """With reduced motion a move is one frame, with no animation at all."""
    context = chromium.new_context(reduced_motion="reduce", base_url=server.address)
    page = context.new_page()
    page.add_init_script(
        """window.moved = 0; const animate = Element.prototype.animate;
           Element.prototype.animate = function (...all) { window.moved += 1; return animate.apply(this, all); };"""
    )
    open_table(page, against_bots(context, game_name))
    for made in range(3):
        if wait_for_turn(page):
            clicked_move(page, made)
            assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("window.moved") == 0
    context.close()


def test_pieces_do_move_for_everybody_else(page: Page, person: BrowserContext) -> None:
    """The positive control of the test above."""
    page.add_init_script(
        """window.moved = 0; const animate = Element.prototype.animate;
           Element.prototype.animate = function (...all) { window.moved += 1; return animate.apply(this, all); };"""
    )
    open_table(page, against_bots(person, "crab-stack"))
    assert page.evaluate("window.moved") > 0


def test_a_phone_has_one_column_and_targets_for_fingers(friend: BrowserContext, game_name: str) -> None:
    """Nothing is wider than the screen; every button is at least 44 px high."""
    page = friend.new_page()
    open_table(page, against_bots(friend, game_name))
    wait_for_turn(page)
    page.wait_for_timeout(500)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = page.evaluate(
        """least => [...document.querySelectorAll("button, .button, select, summary, input")]
          .filter(one => one.offsetParent && one.getBoundingClientRect().height < least)
          .map(one => one.outerHTML.slice(0, 80))""",
        FINGER,
    )
    assert small == []
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_turn_is_in_the_page_and_in_the_title(page: Page, person: BrowserContext) -> None:
    """Whose turn it is cannot be missed."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    assert page.inner_text(".prompt .whose") == "Your turn"
    assert page.title().startswith("● Your turn")
    assert "turn.svg" in str(page.get_attribute("link[rel=icon]", "href"))


def test_the_page_speaks_the_browsers_language(chromium: Browser, server: Server) -> None:
    """French browsers get French; a choice is kept."""
    context = chromium.new_context(locale="fr-FR", base_url=server.address)
    page = context.new_page()
    page.goto("/")
    assert page.inner_text("h1") == "Cinq jeux de crabes, une carapace"
    open_table(page, against_bots(context, "crab-stack"))
    wait_for_turn(page)
    assert page.inner_text(".prompt .whose") == "À vous"
    page.goto("/")
    page.select_option("#language", "en")
    page.wait_for_function("() => document.documentElement.lang === 'en'")
    assert page.inner_text("h1") == "Five crab games, one shell"
    context.close()


def test_what_a_piece_is_shows_on_hover_and_focus(page: Page, person: BrowserContext) -> None:
    """Rest the pointer on a piece, or come to it by keyboard: what it is and does, in words."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    page.wait_for_timeout(1000)
    page.locator(".piece[data-mark='legal']").first.hover()
    page.wait_for_selector(".tip:not([hidden])")
    assert "goes exactly" in page.inner_text(".tip")
    page.mouse.move(5, 5)
    page.wait_for_selector(".tip", state="hidden")
    page.keyboard.press("b")
    page.wait_for_selector(".tip:not([hidden])")
    assert "goes exactly" in page.inner_text(".tip")


def test_the_log_previews_a_position_and_goes_back(page: Page, person: BrowserContext) -> None:
    """A line of the story shows its position while one looks at it."""
    open_table(page, against_bots(person, "crab-stack"))
    for made in range(2):
        wait_for_turn(page)
        clicked_move(page, made)
    wait_for_turn(page)
    page.hover(".log li:first-child a")
    page.wait_for_selector(".previewing")
    assert "After move" in page.inner_text(".prompt .whose")
    page.mouse.move(5, 5)
    page.wait_for_selector(".stage:not(.previewing)")
    assert page.locator(".piece[data-mark='legal']").count() > 0


def test_the_bot_gives_a_hint_as_bars(page: Page, person: BrowserContext) -> None:
    """A hint lists the best moves with how sure the bot is."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    page.click(".tool-hint")
    page.wait_for_selector(".hints .bars button svg")
    assert re.search(r"\d+ %", page.inner_text(".hints"))


def test_a_chat_line_is_text_and_never_markup(person: BrowserContext, friend: BrowserContext) -> None:
    """What somebody writes cannot run on another's page; and one can mute them."""
    seats = [{"who": "me"}, {"who": "bot", "bot": "chance"}]
    from playing import set_table

    table = set_table(person, game="crab-stack", seats=seats, start=True, public=True)
    mine, theirs = person.new_page(), friend.new_page()
    open_table(mine, table)
    open_table(theirs, table)
    mine.click(".chat summary")
    mine.fill(".chat form input", "<img src=x onerror=alert(1)>")
    mine.keyboard.press("Enter")
    theirs.wait_for_function("() => document.querySelector('.chat li') !== null")
    assert theirs.evaluate("document.querySelector('.chat li').querySelector('img')") is None
    assert "<img src=x" in str(theirs.text_content(".chat li"))
    theirs.click(".chat summary")
    theirs.click(".chat li button")
    assert theirs.locator(".chat li").count() == 0


def test_the_first_view_is_light(page: Page, person: BrowserContext, game_name: str) -> None:
    """Page, stylesheet, modules and sprites of a table come to less than 150 KB compressed."""
    bodies: dict[str, bytes] = {}
    page.on("response", lambda answer: bodies.update({answer.url: answer.body()}) if answer.ok else None)
    open_table(page, against_bots(person, game_name))
    wait_for_turn(page)
    page.wait_for_timeout(300)
    total = sum(len(gzip.compress(body)) for body in bodies.values())
    assert total < FIRST_VIEW, {url: len(gzip.compress(body)) for url, body in bodies.items()}
    assert all(url.startswith(page.url.split("/table")[0]) for url in bodies), "something comes from elsewhere"


def test_there_is_no_inline_script_and_no_inline_style(person: BrowserContext) -> None:
    """The strict Content-Security-Policy has nothing to forbid."""
    for address in ("/", "/rules/crab-stack", "/learn/crab-stack"):
        answer = person.request.get(address)
        assert "'unsafe" not in answer.headers["content-security-policy"]
        text = re.sub(r'<script type="application/json".*?</script>', "", answer.text(), flags=re.DOTALL)
        assert " style=" not in text
        assert not re.search(r"<script(?![^>]*src=)", text)
        assert not re.search(r"\son\w+=", text)
