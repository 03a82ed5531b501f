"""People play whole games on the page: by clicks, by keyboard alone, against each other, through a killed server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playing import (
    PLY,
    Server,
    against_bots,
    clicked_move,
    finish,
    keyed_move,
    open_table,
    set_table,
    wait_for_turn,
)

import decapod

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

EXCHANGED = 8  # moves two people make before we believe that nothing leaks

#: What the page shows: every piece with its face and its place.
SHOWN = """() => Object.fromEntries([...document.querySelectorAll('.piece[id]')].map(piece =>
  [piece.dataset.piece, [piece.querySelector('use').getAttribute('href'), piece.style.transform]]))"""


def test_a_whole_game_by_clicks_against_a_bot(page: Page, person: BrowserContext, game_name: str) -> None:
    """Every choice can be clicked, and the end is told with what to do next."""
    open_table(page, against_bots(person, game_name))
    assert finish(page) > 0
    page.wait_for_selector(".result:not([hidden])")
    assert page.inner_text(".prompt .words") != ""
    assert page.is_visible(".rematch")


def test_a_whole_game_by_keyboard_alone(page: Page, person: BrowserContext, game_name: str) -> None:
    """Arrows and Enter reach everything a mouse does."""
    open_table(page, against_bots(person, game_name))
    page.mouse.move(0, 0)
    assert finish(page, play=keyed_move) > 0


def test_a_typed_move_is_made_and_a_wrong_one_says_why(page: Page, person: BrowserContext, game_name: str) -> None:
    """The game's own notation works, and what is no move gets a sentence."""
    open_table(page, against_bots(person, game_name))
    wait_for_turn(page)
    page.keyboard.press("m")
    before = page.evaluate(PLY)
    notation = page.locator(".moves ol kbd").first.inner_text()
    page.fill(".typed input", "no such move")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.typed output').textContent !== ''")
    assert page.evaluate(PLY) == before
    page.fill(".typed input", notation)
    page.keyboard.press("Enter")
    page.wait_for_function(f"before => ({PLY})() !== before", arg=before)


def test_a_refused_click_shows_its_reason_and_the_rule(page: Page, person: BrowserContext) -> None:
    """Clicking a rival's crab says whose it is, and opens the rule."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    page.wait_for_timeout(400)
    page.locator(".piece[id^='piece-crab']:not([data-mark])").last.click()
    page.wait_for_selector(".tip.why")
    assert "you move only your own" in page.inner_text(".tip.why")
    page.click(".tip.why summary")
    assert "CS-4" in page.inner_text(".tip.why details a")
    assert page.get_attribute(".tip.why a", "href") == "/rules/crab-stack#CS-4"


def test_every_game_answers_a_click_on_what_cannot_be_chosen(
    page: Page, person: BrowserContext, game_name: str
) -> None:
    """Silence is not an answer."""
    open_table(page, against_bots(person, game_name))
    wait_for_turn(page)
    page.wait_for_timeout(1000)
    idle = page.evaluate(
        """() => {
          for (const piece of document.querySelectorAll(".piece[id]:not([data-mark])")) {
            const box = piece.querySelector("use").getBoundingClientRect();
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            if (document.elementFromPoint(x, y)?.closest(".piece") === piece) return [x, y];
          }
          return null;
        }"""
    )
    if idle is None:
        pytest.fail(f"{game_name} shows nothing but what can be chosen; give this test another position")
    page.mouse.click(*idle)
    page.wait_for_selector(".tip.why")
    assert len(page.inner_text(".tip.why p").split()) >= 3


def test_two_people_play_and_nothing_hidden_crosses(
    person: BrowserContext, friend: BrowserContext, game_name: str
) -> None:
    """An invited friend sits down; no byte and no text of one's hidden cards reaches the other."""
    _, players = decapod.game(game_name).mode()
    if players < 2:
        players = min(n for _, n in decapod.game(game_name).modes if n > 1)
    bots = [{"who": "bot", "bot": "chance"}] * (players - 2)
    table = set_table(person, game=game_name, players=players, seats=[{"who": "me"}, {"who": "open"}, *bots])
    mine, theirs = person.new_page(), friend.new_page()
    heard: dict[Page, list[str]] = {mine: [], theirs: []}
    for page in (mine, theirs):
        page.on("websocket", lambda socket, page=page: socket.on("framereceived", lambda f: heard[page].append(str(f))))
    mine.goto(f"/table/{table}")
    mine.wait_for_selector(".invite input")
    link = mine.input_value(".invite input")
    theirs.goto(link)
    theirs.click(".lobby li button")
    mine.wait_for_function("() => document.querySelectorAll('.lobby li button').length === 0")
    mine.click(".lobby .start")
    for page in (mine, theirs):
        page.wait_for_selector(".piece")
    for made in range(EXCHANGED):
        page = awaited(mine, theirs)
        if page is None:
            break
        check_no_leak(mine, theirs, heard[theirs])
        check_no_leak(theirs, mine, heard[mine])
        clicked_move(page, made * 5)
    assert mine.evaluate(PLY) > 0


def awaited(*pages: Page) -> Page | None:
    """Return the page whose turn it is; None once the game is over."""
    for _ in range(400):
        for page in pages:
            if page.locator(".prompt.yours").count():
                return page
        if pages[0].locator(".prompt.over").count():
            return None
        pages[0].wait_for_timeout(25)
    raise AssertionError("nobody is awaited, and the game is not over")


#: The words on the pieces of one's own hidden hand.
LABELS = """() => [...document.querySelectorAll('.piece[id][aria-label]')].map(piece =>
  [piece.dataset.piece, piece.querySelector('use').getAttribute('href'), piece.getAttribute('aria-label')])"""


def check_no_leak(owner: Page, other: Page, frames: list[str]) -> None:
    """The face of a piece that only its owner may see is nowhere in what the other got or shows."""
    seen = {piece: face for piece, face, _ in other.evaluate(LABELS)}
    # Only the latest scene: a card played openly a moment ago had the id that its twin in the hand has now.
    latest = [frame for frame in frames if '"scene"' in frame][-1:]
    for piece, face, label in owner.evaluate(LABELS):
        if face not in seen.values():
            sent = f'"id":"{piece}","face":"{face.removeprefix("#face-")}"'
            assert seen.get(piece) != face, f"the other's page shows {label!r}"
            assert all(sent not in frame for frame in latest), f"the other was sent {label!r}"


def test_what_one_cannot_see_would_be_noticed(person: BrowserContext) -> None:
    """The check of the test above finds a planted leak."""
    owner, other = person.new_page(), person.new_page()
    owner.set_content(
        "<svg><g class='piece' id='piece-a' data-piece='a' aria-label='secret'><use href='#face-x'/></g></svg>"
    )
    other.set_content("<p>nothing</p>")
    check_no_leak(owner, other, ['{"type":"scene","scene":{"pieces":[{"id":"a","face":"back"}]}}'])
    with pytest.raises(AssertionError, match="secret"):
        check_no_leak(owner, other, ['{"type":"scene","scene":{"pieces":[{"id":"a","face":"x"}]}}'])


def test_a_killed_server_comes_back_and_play_goes_on(page: Page, person: BrowserContext, server: Server) -> None:
    """The page says that the line is down, comes back by itself, and nothing is lost."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    clicked_move(page)
    wait_for_turn(page)
    made = page.evaluate(PLY)
    server.stop()
    page.wait_for_selector(".news:not([hidden])")
    assert "Nothing is lost" in page.inner_text(".news")
    page.mouse.click(*next_piece(page))
    server.start()
    page.wait_for_selector(".news", state="hidden")
    assert page.evaluate(PLY) >= made
    page.keyboard.press("Escape")
    wait_for_turn(page)
    clicked_move(page)


def next_piece(page: Page) -> tuple[float, float]:
    """Find a piece that can be chosen."""
    box = page.locator(".piece[data-mark='legal'] use").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_two_tabs_of_the_same_seat_show_the_same(person: BrowserContext, game_name: str) -> None:
    """A move made in one tab is on the other at once."""
    table = against_bots(person, game_name)
    first, second = person.new_page(), person.new_page()
    open_table(first, table)
    open_table(second, table)
    if wait_for_turn(first):
        clicked_move(first)
    now = first.evaluate(PLY)
    second.wait_for_function(f"now => ({PLY})() >= now", arg=now)
    wait_for_turn(first)
    wait_for_turn(second)
    first.wait_for_timeout(300)
    assert first.evaluate(SHOWN) == second.evaluate(SHOWN)


def test_the_replay_shows_what_was_live(page: Page, person: BrowserContext, game_name: str) -> None:
    """Each position of the replay, from one's own seat, is what one saw then."""
    open_table(page, against_bots(person, game_name))
    page.wait_for_selector(".prompt.yours, .prompt.over")
    live: dict[int, Any] = {}
    for made in range(4):
        if not wait_for_turn(page):
            break
        ply, shown = page.evaluate(f"() => [({PLY})(), ({SHOWN})()]")
        live[ply] = shown
        clicked_move(page, made * 3)
    replay = person.new_page()
    replay.goto(str(page.get_attribute(".tool-replay", "href")))
    replay.wait_for_selector(".piece")
    for ply, shown in live.items():
        replay.evaluate(f"location.hash = '{ply}'")
        replay.wait_for_function(f"() => Number(document.querySelector('#slider').value) === {ply}")
        replay.wait_for_timeout(250)
        assert json.dumps(replay.evaluate(SHOWN), sort_keys=True) == json.dumps(shown, sort_keys=True), ply


def test_an_update_in_the_middle_of_a_motion_swallows_no_click(page: Page, person: BrowserContext) -> None:
    """A click counts for the piece that was under the pointer when it went down."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    page.wait_for_timeout(1200)
    x, y = next_piece(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate("document.querySelector('.pieces').append(document.querySelector('.piece'))")
    page.mouse.up()
    page.wait_for_selector("[data-mark='chosen']")
    assert page.locator("[data-mark='chosen']").count() == 1


def test_a_shared_screen_passes_from_player_to_player(page: Page, person: BrowserContext, game_name: str) -> None:
    """With hidden hands a cover stands between players, and nothing of a hand is on the page meanwhile."""
    game = decapod.game(game_name)
    players = min(n for _, n in game.modes if n > 1)
    seats = [{"who": "me", "name": f"Player {n}"} for n in range(players)]
    table = set_table(person, game=game_name, players=players, seats=seats, start=True)
    page.goto(f"/table/{table}")
    names: set[str] = set()
    for made in range(8):
        page.wait_for_selector(".cover:not([hidden]), .prompt.yours, .prompt.over")
        if page.locator(".prompt.over").count():
            break
        if page.locator(".cover:not([hidden])").count():
            assert game.rules.SECRETS
            assert page.locator(".piece").count() == 0
            page.click(".cover button")
            page.wait_for_selector(".prompt.yours")
        names.add(page.inner_text(".prompt .whose"))
        clicked_move(page, made)
    assert len(names) > 1
