"""The home page: what each card says of its game, and whom one plays against."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest
from playing import PATIENCE, Server, against_bots

from decapod.bots import LEVELS, bot_title, describe_bot
from decapod.web.words import page_words

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


@pytest.mark.parametrize(("language", "players"), [("en", "players"), ("fr", "joueurs")])
def test_a_card_says_how_long_a_game_takes_only_where_somebody_says_so(
    server: Server, language: str, players: str
) -> None:
    page = httpx.get(server.address, headers={"Accept-Language": language}, timeout=60).text
    facts = re.findall(r'<h2>([^<]+)</h2><p class="facts">([^<]+)</p>', page)
    assert ("Crab Stack", f"2-4 {players} · 20 min") in facts
    assert ("Crabe vs Poulpe", f"2 {players}") in facts


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_level_is_chosen_by_its_name_and_a_line_says_how_it_plays(
    chromium: Browser, server: Server, language: str
) -> None:
    """Our six come first, a middle one is proposed, and what was chosen is proposed next time."""
    page = chromium.new_context(base_url=server.address, locale=language).new_page()
    page.goto("/")
    offered = page.locator("#level optgroup").first.locator("option").all_inner_texts()
    first, *others, last = (bot_title(level, language) for level in LEVELS)
    words = page_words(language)
    assert offered == [words("level.easiest", level=first), *others, words("level.hardest", level=last)]
    assert page.input_value("#level") == "level3"
    assert page.inner_text("#character") == describe_bot("level3", language)
    page.select_option("#level", "level5")
    assert page.inner_text("#character") == describe_bot("level5", language)
    page.reload()
    assert page.input_value("#level") == "level5"
    page.context.close()


def test_every_seat_of_a_new_table_has_a_bot_of_its_own_level(page: Page) -> None:
    """Whoever sits there instead needs none; the table shows each by its name."""
    page.goto("/")
    page.click("[data-game='crab-stack'] .ways summary")
    page.click("[data-game='crab-stack'] [data-do='more']")
    page.select_option("#more [name='players']", "3")
    assert not page.is_visible("#more [name='level-0']"), "it is mine"
    for seat, level in ((1, "level1"), (2, "level6")):
        page.select_option(f"#more [name='level-{seat}']", level)
        assert page.inner_text(f"#character-{seat}") == describe_bot(level)
    page.click("#more button.primary")
    page.wait_for_selector(".panel")
    tags = page.locator(".panel .tag").all_inner_texts()
    assert [title for title in tags if "·" in title] == ["1 · Shrimp", "6 · King crab"]


def test_who_was_told_to_sit_there_stays_when_more_or_fewer_play(page: Page) -> None:
    """Another number of players put bots of the usual level, and nobody's name, on all seats."""
    page.goto("/")
    page.click("[data-game='crab-stack'] .ways summary")
    page.click("[data-game='crab-stack'] [data-do='same']")
    page.select_option("#more [name='players']", "4")
    page.fill("#more [name='name-0']", "Zoé")
    page.select_option("#more [name='seat-1']", "bot")
    page.select_option("#more [name='level-1']", "level6")
    for count in ("3", "4"):
        page.select_option("#more [name='players']", count)
        assert page.locator("#more .seats > div").count() == int(count)
        assert page.input_value("#more [name='name-0']") == "Zoé"
        assert page.input_value("#more [name='level-1']") == "level6"
        assert page.input_value("#more [name='seat-2']") == "me"
    page.keyboard.press("Escape")
    page.click("[data-game='crab-stack'] .ways summary")
    page.click("[data-game='crab-stack'] [data-do='same']")
    page.wait_for_selector("#more[open]")
    assert page.input_value("#more [name='name-0']") == "", "and another table begins anew"


def test_free_seats_go_to_bots_of_the_level_that_is_chosen_in_the_lobby(page: Page) -> None:
    """The host sees which, and how it plays, before they press Start."""
    page.goto("/")
    page.click("[data-game='crab-stack'] .ways summary")
    page.click("[data-game='crab-stack'] [data-do='invite']")
    page.click("#more button.primary")
    page.wait_for_selector(".lobby .start:not([hidden])")
    page.select_option(".lobby .level select", "level2")
    assert page.inner_text(".lobby .level .character") == describe_bot("level2")
    page.click(".lobby .start")
    page.wait_for_selector(".panel .tag >> text=2 · Hermit crab")


#: Where the cards lie on the page, whatever is scrolled.
PLACES = """() => [...document.querySelectorAll(".game, .lists > *")].map(card => {
  const {left, top, width, height} = card.getBoundingClientRect();
  return [left + scrollX, top + scrollY, width, height];
})"""


def test_other_ways_to_play_open_over_the_page_and_move_nothing(page: Page) -> None:
    """One card's are open at a time, until somebody looks elsewhere."""
    page.goto("/")
    before = page.evaluate(PLACES)
    for game in ("crabs", "crab-stack"):
        page.click(f"[data-game='{game}'] .ways summary")
        assert page.is_visible(f"[data-game='{game}'] [data-do='invite']")
        assert page.locator(".ways[open]").count() == 1
        assert page.evaluate(PLACES) == before
    page.keyboard.press("Escape")
    assert page.locator(".ways[open]").count() == 0
    page.click("[data-game='crabs'] .ways summary")
    page.click("h1")
    assert page.locator(".ways[open]").count() == 0


def test_my_tables_come_first_and_push_nothing_down_when_they_come(page: Page, person: BrowserContext) -> None:
    """How many there are is remembered, so that the page is made with room for them."""
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert page.is_hidden(".resume")
    for game in ("crabs", "crab-stack"):
        against_bots(person, game)
    page.goto("/")
    page.wait_for_selector("#mine a")
    order = "() => document.querySelector('.resume').compareDocumentPosition(document.querySelector('.game'))"
    assert page.evaluate(order) == 4
    page.add_init_script(
        """window.shifts = []; new PerformanceObserver(list => window.shifts.push(...list.getEntries().map(
             entry => entry.sources.map(({node}) => node?.outerHTML?.slice(0, 80))))
           ).observe({type: "layout-shift", buffered: true});"""
    )
    page.reload()
    page.wait_for_selector("#mine a")
    page.wait_for_load_state("networkidle")
    assert page.locator("#mine li").count() == 2
    assert page.evaluate("() => window.shifts") == []


def test_one_click_plays_the_game_that_the_lesson_teaches(page: Page) -> None:
    """Yadokarick's began with its duel, whose goal is another."""
    page.goto("/")
    page.click("[data-game='yadokarick'] [data-do='bot']")
    page.wait_for_selector(".panel", timeout=PATIENCE)
    assert page.locator(".panel").count() == 3


#: What a new table's form shows of the options, and of the seats that may begin.
OFFERED = """() => [...document.querySelectorAll("#more [name^='option-']")].filter(one => one.checkVisibility())
  .map(one => one.name === "option-first" ? one.querySelectorAll("option:not([hidden])").length : one.name.slice(7))"""


def test_a_new_table_offers_only_options_that_change_something(page: Page) -> None:
    """The main game of Yadokarick offered the duel's and the solo game's options, and three players a seventh seat."""
    page.goto("/")
    page.click("[data-game='yadokarick'] .ways summary")
    page.click("[data-game='yadokarick'] [data-do='more']")
    page.wait_for_selector("#more[open] button")
    assert page.evaluate(OFFERED) == [4, "rounds", "colour", "roof"]
    page.select_option("#more [name='variant']", "solo")
    assert page.evaluate(OFFERED) == ["colour", "beat"]
    page.select_option("#more [name='variant']", "duel")
    assert page.evaluate(OFFERED) == [3, "colour", "npc", "roof"]
    page.select_option("#more [name='option-npc']", "third")
    page.select_option("#more [name='variant']", "main")
    page.select_option("#more [name='players']", "7")
    assert page.evaluate(OFFERED) == [8, "rounds", "roof"]
    page.click("#more button.primary")
    page.wait_for_selector(".panel")
    assert page.locator(".panel").count() == 7


def test_to_save_a_name_moves_nothing(page: Page) -> None:
    """*Saved.* pushed the list of levels and the next button aside."""
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto("/")
        before = [page.locator(part).bounding_box() for part in ("#name button", "#level", "#elsewhere")]
        page.fill("#name input", "Ada")
        page.click("#name button")
        page.wait_for_function("() => document.querySelector('#name output').textContent")
        assert [page.locator(part).bounding_box() for part in ("#name button", "#level", "#elsewhere")] == before
        assert page.locator("#name output").evaluate(
            "output => output.getBoundingClientRect().right <= innerWidth - 10"
        )
