"""The page is for everyone: accessibility, two widths, two themes, two languages, little motion, few bytes."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import httpx
import pytest
from playing import (
    PATIENCE,
    SHORTEST,
    Server,
    against_bots,
    clicked_move,
    open_table,
    resign,
    set_table,
    wait_for_turn,
    wait_until_still,
)
from tests import GAMES
from tests.programs import node_modules

from decapod.web.words import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

FIRST_VIEW = 150 * 1024
FINGER = 44


def findings(page: Page, rules: list[str] | None = None) -> list[str]:
    """Return what axe-core finds serious on a page, by all its rules or by these."""
    if not page.evaluate("() => 'axe' in window"):
        source = (node_modules() / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
        session = page.context.new_cdp_session(page)  # the page's content policy forbids a script tag
        session.send("Runtime.evaluate", {"expression": source})
    only = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    result = page.evaluate("options => axe.run(document, options)", {"resultTypes": ["violations"], **only})
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in result["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.fixture
def examined(chromium: Browser, server: Server) -> Iterator[Page]:
    """Open a page into which axe-core may be put."""
    context = chromium.new_context(reduced_motion="reduce", base_url=server.address, bypass_csp=True)
    yield context.new_page()
    context.close()


DESK, PHONE = (1280, "desktop"), (390, "phone")
#: At which width a page is examined, and in which theme: every page in both, and each kind of page in all four pairs.
DAY = ((DESK, "light"), (PHONE, "dark"))
NIGHT = ((DESK, "dark"), (PHONE, "light"))
Views = tuple[tuple[tuple[int, str], Literal["light", "dark"]], ...]


def check_access(page: Page, ready: str, views: Views) -> None:
    """No serious finding at these widths and in these themes."""
    for (width, layout), theme in views:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(
            "layout => { const board = document.querySelector('.board .piece')?.closest('.board');"
            " return !board || board.dataset.layout === layout; }",
            arg=layout,
        )
        page.wait_for_selector(ready)
        assert findings(page) == [], (page.url, width, theme)


def speak(page: Page, server: Server, language: str) -> None:
    """Choose the language of all pages to come."""
    page.context.add_cookies([{"name": "decapod-language", "value": language, "url": server.address}])


def test_no_page_of_a_game_has_a_serious_accessibility_fault(examined: Page, server: Server, game_name: str) -> None:
    """axe-core finds nothing serious on rules, lesson, table, result and replay; in either language, game by game."""
    number = GAMES.index(game_name)
    views = (DAY, NIGHT)[number % 2]
    speak(examined, server, LANGUAGES[number // 2 % len(LANGUAGES)])
    examined.goto(f"/rules/{game_name}")
    check_access(examined, ".rule", views)
    examined.goto(f"/learn/{game_name}")
    check_access(examined, ".piece", views)
    open_table(examined, against_bots(examined.context, game_name, **SHORTEST.get(game_name, {})))
    wait_for_turn(examined)
    check_access(examined, ".piece[data-mark='legal'], .acts [data-move]", views)
    resign(examined)
    examined.wait_for_selector(".prompt.over", timeout=PATIENCE)
    check_access(examined, ".result:not([hidden])", views)
    examined.goto(str(examined.get_attribute(".tool-replay", "href")))
    check_access(examined, ".piece", views)


@pytest.mark.parametrize(("language", "views"), [("en", DAY), ("fr", NIGHT)])
def test_home_and_what_opens_there_have_no_serious_accessibility_fault(
    examined: Page, server: Server, language: str, views: Views
) -> None:
    """axe-core finds nothing serious on the home page, its dialogs, a lobby, a personal link, and where nothing is."""
    speak(examined, server, language)
    for address, ready in (("/rules/crabs/reference", "table"), ("/", ".game")):
        examined.goto(address)
        assert examined.get_attribute("html", "lang") == language
        check_access(examined, ready, views)
    examined.click("#elsewhere")
    check_access(examined, "#link[open]", views)
    examined.keyboard.press("Escape")
    examined.click("[data-game='yadokarick'] .ways summary")
    check_access(examined, "[data-game='yadokarick'] [data-do='more']", views)
    examined.click("[data-game='yadokarick'] [data-do='more']")
    check_access(examined, "#more[open] button", views)
    examined.keyboard.press("Escape")
    examined.keyboard.press("?")
    check_access(examined, "#help[open]", views)
    examined.goto("/me/no-such-code")
    check_access(examined, "#me", views)
    examined.goto("/table/none")
    check_access(examined, "h1", views)
    lobby = set_table(
        examined.context, game="crabs", players=3, seats=[{"who": "me"}, {"who": "open"}, {"who": "open"}]
    )
    examined.goto(f"/table/{lobby}")
    check_access(examined, ".lobby .start", views)
    seats = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}]
    examined.goto(f"/table/{set_table(examined.context, game='crabs', players=2, seats=seats, start=True)}")
    check_access(examined, ".cover button", views)


@pytest.mark.parametrize(("language", "views"), [("en", NIGHT), ("fr", DAY)])
def test_invitations_and_what_a_search_found_have_no_serious_accessibility_fault(
    examined: Page, chromium: Browser, server: Server, language: str, views: Views
) -> None:
    """axe-core finds nothing serious where a stranger is invited, below a result, and beside a replay."""
    speak(examined, server, language)
    seats = [{"who": "me", "name": "Ada"}, {"who": "open"}, {"who": "bot", "bot": "level2"}]
    examined.goto(f"/table/{set_table(examined.context, game='crabs', players=3, seats=seats)}")
    examined.wait_for_selector(".lobby .start")
    invitation = examined.input_value(".lobby .invite input")
    open_table(examined, against_bots(examined.context, "crab-stack"))
    for wish in range(4):
        clicked_move(examined, wish)
    if wait_for_turn(examined):
        resign(examined)
    examined.click(".look-back button")
    check_access(examined, ".look-back p:not(:empty)", views)
    examined.click(".replay-link")
    check_access(examined, "#analysis[data-state=done] .graph", views)
    stranger = chromium.new_context(reduced_motion="reduce", base_url=server.address, bypass_csp=True).new_page()
    speak(stranger, server, language)
    stranger.goto(invitation)
    assert stranger.get_attribute("html", "lang") == language
    check_access(stranger, ".lobby .invited:not([hidden]) .art", views)
    stranger.context.close()


def test_a_planted_accessibility_fault_is_found(examined: Page) -> None:
    """The check of the tests above can fail."""
    examined.goto("/")
    examined.evaluate("() => document.querySelector('.game h2').style.color = '#f5f0e0'")
    assert findings(examined, ["color-contrast"]) != []


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
            assert page.evaluate("() => document.getAnimations().length") == 0
    assert page.evaluate("() => window.moved") == 0
    context.close()


def test_pieces_do_move_for_everybody_else(page: Page, person: BrowserContext) -> None:
    """The positive control of the test above."""
    page.add_init_script(
        """window.moved = 0; const animate = Element.prototype.animate;
           Element.prototype.animate = function (...all) { window.moved += 1; return animate.apply(this, all); };"""
    )
    open_table(page, against_bots(person, "crab-stack"))
    assert page.evaluate("() => window.moved") > 0


def test_a_phone_has_one_column_and_targets_for_fingers(friend: BrowserContext, game_name: str) -> None:
    """Nothing is wider than the screen; every button is at least 44 px high."""
    page = friend.new_page()
    open_table(page, against_bots(friend, game_name))
    wait_for_turn(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    small = page.evaluate(
        """least => [...document.querySelectorAll("button, .button, select, summary, input")]
          .map(one => one.closest("label.check") ?? one) // a label is part of its box
          .filter(one => one.offsetParent && one.getBoundingClientRect().height < least)
          .map(one => one.outerHTML.slice(0, 80))""",
        FINGER,
    )
    assert small == []
    page.goto("/")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_the_turn_is_in_the_page_and_in_the_title(page: Page, person: BrowserContext) -> None:
    """Whose turn it is cannot be missed."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    assert page.inner_text(".prompt .whose") == "Your turn"
    assert page.title().startswith("● Your turn")
    page.wait_for_selector("link[rel=icon][href*='turn.svg']", state="attached")


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


def test_the_end_of_a_match_and_refusals_are_told_in_the_pages_language(chromium: Browser, server: Server) -> None:
    """Also where a person gave up, and where a link leads nowhere."""
    context = chromium.new_context(base_url=server.address, locale="fr-FR")
    page = context.new_page()
    open_table(page, against_bots(context, "crab-stack"))
    wait_for_turn(page)
    resign(page)
    page.click(".replay-link")
    page.wait_for_selector(".piece")
    assert "gagne" in page.inner_text("#how")
    page.wait_for_function("() => document.querySelector('.prompt .words').textContent.includes('gagne')")
    page.goto("/replay/nothing")
    page.wait_for_selector("#main h1 >> text=Rien ici")
    assert page.inner_text("#main .hero p >> nth=0") == "Cette partie n'existe pas."
    assert page.locator("#stage").count() == 0, "no empty table"
    page.goto("/me/nothing")
    page.click("#me")
    page.wait_for_selector(".notice")
    assert page.inner_text(".notice").startswith("Ce lien a déjà servi")
    page.goto("/")
    seats = [{"who": "me"}, {"who": "open"}]
    table = set_table(context, game="crab-stack", seats=seats)
    page.goto(f"/table/{table}")
    page.wait_for_selector(".lobby .start")
    page.route("**/start", lambda route: route.continue_(post_data="{}"))  # somebody left a moment ago
    page.click(".lobby .start")
    page.wait_for_selector(".notice")
    assert page.inner_text(".notice").startswith("Des places sont libres")
    context.close()


@pytest.mark.parametrize(("language", "title"), [("en", "Nothing here"), ("fr", "Rien ici")])
def test_where_there_is_no_page_a_browser_is_shown_one_that_says_so(server: Server, language: str, title: str) -> None:
    """A mistyped address showed a line of JSON; programs, and whoever asks the interface, still get that."""
    asked = {"Accept": "text/html,*/*;q=0.8", "Accept-Language": language}
    lost = httpx.get(f"{server.address}/tables", headers=asked)
    assert (lost.status_code, lost.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert f"<h1>{title}</h1>" in lost.text
    for path, headers in (("/tables", {}), ("/api/nothing", asked)):
        answer = httpx.get(f"{server.address}{path}", headers=headers)
        assert (answer.status_code, answer.json()["status_code"]) == (404, 404)


def test_what_a_piece_is_shows_on_hover_and_focus(page: Page, person: BrowserContext) -> None:
    """Rest the pointer on a piece, or come to it by keyboard: what it is and does, in words."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    wait_until_still(page)
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


def test_a_line_that_comes_under_a_resting_pointer_previews_nothing(page: Page, person: BrowserContext) -> None:
    """Lists beside the board grow and shrink; only a pointer that moves asks for an earlier position."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    clicked_move(page)
    wait_for_turn(page)
    page.wait_for_selector(".log li:nth-child(2)")
    box = page.locator(".log li:first-child a").bounding_box()
    assert box is not None
    page.evaluate("() => { document.querySelector('details.log').open = false; }")
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/scenes/" in request.url else None)
    page.evaluate(
        """() => { document.querySelector('details.log').open = true;
             return new Promise(done => setTimeout(done, 700)); }"""
    )
    assert asked == []
    page.mouse.move(box["x"] + 24, box["y"] + 10)
    page.wait_for_selector(".previewing")
    assert len(asked) == 1


def test_a_table_says_what_happens_when_time_runs_out(page: Page) -> None:
    """The form for a new table offers both endings of a clock."""
    page.goto("/")
    page.click(".game .ways summary")
    page.click(".game [data-do='invite']")
    page.click("#more details summary")
    page.select_option("#more [name='clock']", index=1)
    page.select_option("#more [name='out']", "forfeit")
    page.click("#more button.primary")
    page.wait_for_selector(".lobby:not([hidden])")
    page.click(".lobby .start")
    page.wait_for_selector(".piece")
    room = page.request.get(page.url.replace("/table/", "/api/tables/")).json()
    assert room["clock"]["out"] == "forfeit"


def test_the_bot_gives_a_hint_as_bars(page: Page, person: BrowserContext) -> None:
    """A hint lists the best moves with how sure the bot is."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    page.click(".tool-hint")
    page.wait_for_selector(".hints .bars svg")
    assert re.search(r"\d+ %", page.inner_text(".hints"))
    assert re.search(r"chance to win.*played [1-9][0-9]* games on in its mind", page.inner_text(".hints"))


def test_a_chat_line_is_text_and_never_markup(person: BrowserContext, friend: BrowserContext) -> None:
    """What somebody writes cannot run on another's page; and one can mute them."""
    seats = [{"who": "me"}, {"who": "bot", "bot": "random"}]
    table = set_table(person, game="crab-stack", seats=seats, start=True, public=True)
    mine, theirs = person.new_page(), friend.new_page()
    open_table(mine, table)
    open_table(theirs, table)
    mine.click(".chat summary")
    mine.fill(".chat form input", "<img src=x onerror=alert(1)>")
    mine.keyboard.press("Enter")
    theirs.wait_for_function("() => document.querySelector('.chat li') !== null")
    assert theirs.evaluate("() => document.querySelector('.chat li').querySelector('img')") is None
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
    page.wait_for_load_state("networkidle")
    total = sum(len(gzip.compress(body)) for body in bodies.values())
    assert total < FIRST_VIEW, {url: len(gzip.compress(body)) for url, body in bodies.items()}
    assert all(url.startswith(page.url.split("/table")[0]) for url in bodies), "something comes from elsewhere"


def test_the_first_view_of_the_rules_is_light(page: Page, game_name: str) -> None:
    """Their pictures come when one scrolls to them."""
    bodies: dict[str, bytes] = {}
    page.on("response", lambda answer: bodies.update({answer.url: answer.body()}) if answer.ok else None)
    page.goto(f"/rules/{game_name}")
    page.wait_for_load_state("networkidle")
    total = sum(len(gzip.compress(body)) for body in bodies.values())
    assert total < FIRST_VIEW, {url: len(gzip.compress(body)) for url, body in bodies.items()}


def test_a_name_typed_before_the_server_says_who_one_is_stays(page: Page) -> None:
    waiting: list[Route] = []
    page.route("**/api/me", lambda route: waiting.append(route) if route.request.method == "GET" else route.fallback())
    page.goto("/")
    page.fill("#name input", "Ada")
    with page.expect_response("**/api/me"):
        waiting.pop().continue_()
    page.click("#name button")
    page.wait_for_function("() => document.querySelector('#name output').textContent !== ''")
    assert page.input_value("#name input") == "Ada"


def test_a_phone_becomes_me_by_a_link_once_and_i_can_end_that(
    page: Page, friend: BrowserContext, faults: list[str]
) -> None:
    page.goto("/")
    page.fill("#name input", "Ada")
    page.click("#name button")
    page.wait_for_function("() => document.querySelector('#name output').textContent !== ''")
    page.click("#elsewhere")
    page.wait_for_selector("#link .qr svg")
    assert page.is_hidden("#sessions")  # this browser alone
    link = page.input_value("#link input")
    phone = friend.new_page()
    phone.goto(link)
    phone.click("#me")
    phone.wait_for_url("**/")
    phone.wait_for_function("() => document.querySelector('#name input').value === 'Ada'")
    page.click("#link .close")
    page.click("#elsewhere")
    page.wait_for_selector("#sessions li")
    assert page.locator("#sessions li").count() == 2
    assert page.locator("#sessions li", has_text="here").count() == 1
    assert findings(page) == []
    page.click("#sessions li button")
    page.wait_for_selector("#sessions", state="hidden")
    phone.goto(link)
    phone.click("#me")
    phone.wait_for_selector(".notice")
    assert "was used" in phone.inner_text(".notice")
    assert all("404" in fault for fault in faults)
    faults.clear()
    phone.goto("/")
    phone.wait_for_load_state("networkidle")
    assert phone.input_value("#name input") == ""


def test_there_is_no_inline_script_and_no_inline_style(person: BrowserContext) -> None:
    """The strict Content-Security-Policy has nothing to forbid."""
    for address in ("/", "/rules/crab-stack", "/learn/crab-stack"):
        answer = person.request.get(address)
        assert "'unsafe" not in answer.headers["content-security-policy"]
        text = re.sub(r'<script type="application/json".*?</script>', "", answer.text(), flags=re.DOTALL)
        assert " style=" not in text
        assert not re.search(r"<script(?![^>]*src=)", text)
        assert not re.search(r"\son\w+=", text)
