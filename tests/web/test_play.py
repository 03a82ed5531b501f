"""People play whole games on the page: by clicks, by keyboard alone, against each other, through a killed server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playing import (
    PATIENCE,
    PLY,
    SHORTEST,
    SHOWN,
    Server,
    against_bots,
    clicked_move,
    finish,
    keyed_move,
    open_table,
    set_table,
    wait_for_turn,
    wait_until_still,
)
from tests import GAMES

import decapod

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

EXCHANGED = 10  # moves two people make before we believe that nothing leaks
REMEMBERED = 12  # positions of a game that are compared with its replay
LIVELY = ("crab-stack", "yadokarick")  # short games that are clicked with all their motion; the others at once

#: Games of hundreds of moves: what is printed of their end, and an end that comes sooner.
SOONER = {"crabs": ("score_two = 29", "score_two = 9"), "oh-crab": ("rounds = 200", "rounds = 12")}


def shortened(game_name: str) -> str | None:
    """Return a box that makes a game shorter which takes long; None for those that do not."""
    return decapod.game(game_name).box.text.replace(*SOONER[game_name]) if game_name in SOONER else None


@pytest.fixture
def clicked(request: pytest.FixtureRequest, chromium: Browser, game_name: str) -> Page:
    """Open the page on which a whole game is clicked."""
    return request.getfixturevalue("page" if game_name in LIVELY else "calm")


def test_a_whole_game_by_clicks_and_its_replay_shows_what_was_live(clicked: Page, game_name: str) -> None:
    """Every choice can be clicked, to the end; and each position of the replay is what one saw then."""
    box = None if game_name == "oh-crab" else shortened(game_name)  # one whole race is run
    open_table(clicked, against_bots(clicked.context, game_name, seed=1, box=box))
    live: dict[int, Any] = {}

    def play(page: Page, wish: int) -> bool:
        if len(live) < REMEMBERED and wait_for_turn(page):
            ply, shown = page.evaluate(f"() => [({PLY})(), ({SHOWN})()]")
            live[ply] = shown
        return clicked_move(page, wish)

    assert finish(clicked, play) > 0
    clicked.wait_for_selector(".result:not([hidden])")
    assert clicked.inner_text(".prompt .words") != ""
    assert clicked.is_visible(".rematch")
    check_replay(clicked, live)


def check_replay(page: Page, live: dict[int, Any]) -> None:
    """The replay shows these positions as they were shown."""
    assert len(live) > 1
    replay = page.context.new_page()
    replay.goto(str(page.get_attribute(".tool-replay", "href")))
    replay.wait_for_selector(".piece")
    for ply, shown in live.items():
        replay.evaluate("ply => { location.hash = ply; }", ply)
        replay.wait_for_function(f"() => document.querySelector('#stage').dataset.ply === '{ply}'")
        assert json.dumps(replay.evaluate(SHOWN), sort_keys=True) == json.dumps(shown, sort_keys=True), ply
    replay.close()


def test_a_whole_game_by_keyboard_alone(calm: Page, game_name: str) -> None:
    """Arrows, Enter and typed moves reach everything a mouse does, to the end."""
    wish = SHORTEST.get(game_name, {})
    table = against_bots(calm.context, game_name, seed=2, box=shortened(game_name), **wish)
    open_table(calm, table)
    assert finish(calm, keyed_move) > 0
    calm.wait_for_selector(".show-result:not([hidden])")  # Escape may have put the result aside


def test_a_typed_move_is_made_and_a_wrong_one_says_why(calm: Page, game_name: str) -> None:
    """The game's own notation works, and what is no move gets a sentence."""
    open_table(calm, against_bots(calm.context, game_name))
    wait_for_turn(calm)
    calm.keyboard.press("t")
    before = calm.evaluate(PLY)
    calm.keyboard.insert_text("no such move")
    calm.keyboard.press("Enter")
    calm.wait_for_function("() => document.querySelector('.typed output').textContent !== ''")
    assert calm.evaluate(PLY) == before
    calm.fill(".typed input", calm.locator(".moves ol kbd").first.inner_text())
    calm.keyboard.press("Enter")
    calm.wait_for_function(f"before => ({PLY})() !== before", arg=before)


def test_a_refused_click_shows_its_reason_and_the_rule(calm: Page) -> None:
    """Clicking a rival's crab says whose it is, and opens the rule."""
    open_table(calm, against_bots(calm.context, "crab-stack"))
    wait_for_turn(calm)
    calm.locator(".piece[id^='piece-crab']:not([data-mark])").last.click()
    calm.wait_for_selector(".tip.why")
    assert "you move only your own" in calm.inner_text(".tip.why")
    calm.click(".tip.why summary")
    assert "CS-4" in calm.inner_text(".tip.why details a")
    assert calm.get_attribute(".tip.why a", "href") == "/rules/crab-stack#CS-4"


#: A point where a piece lies open that cannot be chosen.
IDLE = """() => {
  for (const piece of document.querySelectorAll(".piece[id]:not([data-mark])")) {
    const box = piece.querySelector("use").getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (document.elementFromPoint(x, y)?.closest(".piece") === piece) return [x, y];
  }
  return null;
}"""


def test_every_game_answers_a_click_on_what_cannot_be_chosen(calm: Page, game_name: str) -> None:
    """Silence is not an answer."""
    open_table(calm, against_bots(calm.context, game_name))
    wait_for_turn(calm)
    idle = calm.evaluate(IDLE)
    if idle is None:
        pytest.fail(f"{game_name} shows nothing but what can be chosen; give this test another position")
    calm.mouse.click(*idle)
    calm.wait_for_selector(".tip.why")
    assert len(calm.inner_text(".tip.why p").split()) >= 3


# --- two people -----------------------------------------------------------------------------------------------


def sit_down(mine: Page, theirs: Page, table: str) -> None:
    """Open a table, let a friend come by its link, and start."""
    mine.goto(f"/table/{table}")
    mine.wait_for_selector(".invite input")
    theirs.goto(mine.input_value(".invite input"))
    theirs.click(".lobby li button")
    mine.wait_for_function("() => document.querySelectorAll('.lobby li button').length === 0")
    mine.click(".lobby .start")
    for page in (mine, theirs):
        page.wait_for_selector(".piece")


def test_two_people_play_and_nothing_hidden_crosses(
    person: BrowserContext, friend: BrowserContext, game_name: str
) -> None:
    """An invited friend sits down; no byte and no text of one's hidden cards reaches the other."""
    has_secrets = decapod.game(game_name).rules.HAS_HIDDEN_INFORMATION
    for _ in range(5):  # a hand with nothing but faces that lie open, too, proves nothing
        checked = play_together(person, friend, game_name)
        if checked or not has_secrets:
            break
    assert checked > 0 or not has_secrets, "nothing was hidden, so nothing was checked"


def play_together(person: BrowserContext, friend: BrowserContext, game_name: str) -> int:
    """Play some moves at a table of their own; return how many secrets were looked for at the other's."""
    players = max(2, decapod.game(game_name).resolve_mode()[1])
    bots = [{"who": "bot", "bot": "random"}] * (players - 2)
    table = set_table(person, game=game_name, players=players, seats=[{"who": "me"}, {"who": "open"}, *bots])
    mine, theirs = person.new_page(), friend.new_page()
    heard: dict[Page, list[str]] = {mine: [], theirs: []}
    known: dict[Page, set[str]] = {mine: set(), theirs: set()}
    for page in (mine, theirs):
        page.on("websocket", lambda socket, page=page: socket.on("framereceived", lambda f: heard[page].append(str(f))))
    sit_down(mine, theirs, table)
    checked = 0
    for made in range(EXCHANGED):
        page = awaited(mine, theirs)
        if page is None:
            break
        ids = game_name == "oh-crab"
        checked += check_no_leak(mine, theirs, heard[theirs], known[theirs], ids)
        checked += check_no_leak(theirs, mine, heard[mine], known[mine], ids)
        clicked_move(page, made * 5)
    assert mine.evaluate(PLY) > 0
    return checked


def awaited(mine: Page, theirs: Page) -> Page | None:
    """Return the page whose turn it is, once both show the same moment; None once the game is over."""
    turn = "() => document.querySelector('.prompt.yours, .prompt.over')?.className ?? ''"
    for _ in range(PATIENCE // 50):
        shown = [page.evaluate(turn) for page in (mine, theirs)]
        if all("over" in one for one in shown):
            return None
        for page, one in zip((mine, theirs), shown, strict=True):
            if "yours" in one and mine.evaluate(PLY) == theirs.evaluate(PLY):
                return page
        mine.evaluate("() => new Promise(done => setTimeout(done, 50))")
    raise AssertionError("nobody is awaited, and the game is not over")


#: Every piece on the page: id, face, words, and whether it lies in the viewer's own hand or hidden plan.
PIECES = """() => [...document.querySelectorAll('.piece[id]')].map(piece => [piece.dataset.piece,
  piece.querySelector('use').getAttribute('href').replace('#face-', ''), piece.getAttribute('aria-label') ?? '',
  /^(hand|plan)/.test(piece.dataset.region ?? '')])"""

#: All that the other page says in words, but for the story: what was played openly may be told there.
SAID = "() => [...document.querySelectorAll('.prompt, .panels, .moves, .sketch, .tip')].map(e => e.textContent).join()"


def check_no_leak(owner: Page, other: Page, frames: list[str], known: set[str], ids: bool = False) -> int:
    """What only its owner may see is nowhere in what the other was sent, shows or says; return how much that is.

    `known` keeps the faces that the other has held or could see: a card given away is known ever after. Where `ids`
    belong to one card each (elsewhere they only count what a viewer sees), they are secrets like faces.
    """
    pieces, theirs = owner.evaluate(PIECES), other.evaluate(PIECES)
    known |= {word for id_, face, _, own in theirs if own for word in (id_, face)}
    known |= {word for id_, face, _, own in pieces if not own for word in (id_, face)}
    words = {label for _, _, label, own in pieces if not own}
    # Only the latest scene: what was played openly a moment ago may be in a hand again.
    latest = "".join([frame for frame in frames if '"type":"scene"' in frame][-1:])
    said = other.evaluate(SAID)
    secrets = [(({id_, face} if ids else {face}) - known, face, label) for id_, face, label, own in pieces if own]
    hidden = [one for one in secrets if one[0]]
    for secret, face, label in hidden:
        shown = [one for one, other_face, _, own in theirs if not own and {one, other_face} & secret]
        assert shown == [], f"the other's page shows {label!r}"
        if face in secret:
            assert f'"face":"{face}"' not in latest, f"the other was sent {label!r}"
            assert len(label) < 6 or label in words or label not in said, f"the other's page says {label!r}"
    return len(hidden)


PLANTED = {
    "shows": "<svg><g class='piece' id='p' data-piece='b'><use href='#face-x'/></g></svg>",
    "says": "<p class='sketch'>a secret card</p>",
}


@pytest.mark.parametrize("where", ["shows", "says", "sent"])
def test_a_planted_leak_is_found(person: BrowserContext, where: str) -> None:
    """The check of the test above can fail, in each of its three ways."""
    owner, other = person.new_page(), person.new_page()
    owner.set_content(
        "<svg><g class='piece' id='piece-a' data-piece='a' data-region='hand' aria-label='secret card'>"
        "<use href='#face-x'/></g></svg>"
    )
    other.set_content("<p class='sketch'>nothing</p>")
    innocent = '{"type":"scene","scene":{"pieces":[{"id":"a","face":"back"}]}}'
    assert check_no_leak(owner, other, [innocent], set()) == 1
    frames = [innocent.replace("back", "x")] if where == "sent" else [innocent]
    other.set_content(PLANTED.get(where, ""))
    with pytest.raises(AssertionError, match=f"{where}.*secret"):
        check_no_leak(owner, other, frames, set())


def test_two_tabs_of_the_same_seat_show_the_same(person: BrowserContext, game_name: str) -> None:
    """A move made in one tab is on the other at once."""
    table = against_bots(person, game_name)
    first, second = person.new_page(), person.new_page()
    open_table(first, table)
    open_table(second, table)
    wait_for_turn(first)
    clicked_move(first)
    wait_for_turn(first)
    wait_for_turn(second)
    second.wait_for_function(f"now => ({PLY})() === now", arg=first.evaluate(PLY))
    assert first.evaluate(SHOWN) == second.evaluate(SHOWN)


#: Notes when the message comes that asks whether to resist, and when the page sends an answer.
TIMES = """(() => {
  window.gaps = [];
  let arrived = 0, asked = 0;
  const receive = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  Object.defineProperty(WebSocket.prototype, "onmessage", {...receive, set(listener) {
    receive.set.call(this, event => { arrived = performance.now(); listener(event); });
  }});
  new MutationObserver(changes => {
    const passing = changes.map(change => change.target).find(node => node.matches(".passing"));
    if (passing) asked = passing.hidden ? 0 : arrived;
  }).observe(document, {attributes: true, subtree: true, attributeFilter: ["hidden"]});
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (asked && JSON.parse(text).type === "move") window.gaps.push(performance.now() - asked);
    return send.call(this, text);
  };
})()"""
STEADY = 1200 - 10  # milliseconds the page takes for an answer, less what a clock may be off


def test_whoever_wants_no_more_questions_is_asked_none_this_round(calm: Page) -> None:
    """Résister: the page can answer for the rest of the round, visibly; and no answer comes sooner than another."""
    calm.add_init_script(TIMES)
    open_table(calm, against_bots(calm.context, "crabe-vs-poulpe", seed=5))
    asked = 0
    for wish in range(80):
        wait_for_turn(calm)
        if not calm.is_visible(".passing"):
            clicked_move(calm, wish * 2)
            continue
        asked += 1
        before = calm.evaluate("() => Number(document.body.dataset.made ?? 0)")
        if asked == 1:
            calm.click(".acts [data-move]")
        else:
            calm.check(".passing input")
        calm.wait_for_function("before => Number(document.body.dataset.made ?? 0) > before", arg=before)
        if asked > 1:
            break
    assert asked == 2, "nobody was asked twice in this game; give this test another seed"
    gaps = calm.evaluate("() => window.gaps")
    assert len(gaps) >= 2
    assert min(gaps) > STEADY
    for wish in range(20):
        checked, seen, under_way = calm.evaluate(
            """() => [document.querySelector('.passing input').checked, !document.querySelector('.passing').hidden,
                      Boolean(document.querySelector(".piece[data-region='pile']"))]"""
        )
        assert seen or not checked, "a switch that is on is in view"
        assert under_way or not checked, "it holds for this round, and for no other"
        if not clicked_move(calm, wish):
            break


# --- when things go wrong ---------------------------------------------------------------------------------------


#: Whether it is this person's turn, and no question that has but one answer is about to be answered for them.
CHOOSING = """() => document.querySelector(".prompt.yours") &&
  (!document.querySelector(".passing:not([hidden])") || document.querySelectorAll(".moves ol li").length > 1)"""


def test_a_killed_server_comes_back_and_every_game_goes_on(person: BrowserContext, server: Server) -> None:
    """The page says that the line is down, comes back by itself, and nothing is lost."""
    pages: dict[str, Page] = {}
    before: dict[str, tuple[int, Any]] = {}
    made: dict[str, int] = {}
    for name in GAMES:
        page = pages[name] = person.new_page()
        open_table(page, against_bots(person, name))
        wait_for_turn(page)
        clicked_move(page)
        page.wait_for_function(CHOOSING, timeout=PATIENCE)
        wait_until_still(page)
        made[name] = page.evaluate("() => Number(document.body.dataset.made)")
        before[name] = page.evaluate(f"() => [({PLY})(), ({SHOWN})()]")
    server.stop()
    for page in pages.values():
        page.wait_for_selector(".news:not([hidden])")
        assert "Nothing is lost" in page.inner_text(".news")
    server.start()
    for name, page in pages.items():
        page.bring_to_front()
        page.wait_for_selector(".news", state="hidden", timeout=PATIENCE)
        wait_for_turn(page)
        assert page.evaluate(f"() => [({PLY})(), ({SHOWN})()]") == before[name], name
        clicked_move(page)
        assert page.evaluate("() => Number(document.body.dataset.made)") == made[name] + 1, name


def test_a_move_made_while_the_line_is_down_is_made_once_it_is_back(page: Page, person: BrowserContext) -> None:
    """What was clicked is not lost, and not made twice."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    wait_until_still(page)
    before = page.evaluate(PLY)
    page.evaluate(
        """() => { const send = WebSocket.prototype.send;
             WebSocket.prototype.send = function () { WebSocket.prototype.send = send; this.close(); }; }"""
    )
    clicked_move(page)
    page.wait_for_function(f"before => ({PLY})() > before", arg=before)
    wait_for_turn(page)
    mine = page.evaluate("() => document.querySelectorAll('.log li.seat-0').length")
    assert mine == 1


def test_a_lost_network_is_told_at_once_and_play_goes_on_after_it(page: Page, person: BrowserContext) -> None:
    """The page does not wait for its socket to notice."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    person.set_offline(True)
    page.wait_for_selector(".news:not([hidden])")
    person.set_offline(False)
    page.wait_for_selector(".news", state="hidden")
    clicked_move(page)
    assert page.evaluate("() => document.body.dataset.made") == "1"


def test_a_browser_that_lost_its_cookie_is_told_that_it_watches(page: Page, person: BrowserContext) -> None:
    """Nobody sits before a board that does not answer, wondering why."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    person.clear_cookies()
    page.reload()
    page.wait_for_selector(".notice")
    assert "no longer known" in page.inner_text(".notice")
    assert page.inner_text(".prompt .whose") == "Watching"


def test_a_cookie_that_goes_in_mid_game_is_told_when_the_line_comes_back(page: Page, person: BrowserContext) -> None:
    """No reload is needed to learn that one only watches from now on."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    person.set_offline(True)
    page.wait_for_selector(".news:not([hidden])")
    person.clear_cookies()  # not before: an answer still on its way would bring the cookie back
    assert not person.cookies()
    person.set_offline(False)
    page.wait_for_selector(".notice")
    assert "no longer known" in page.inner_text(".notice")


def together(person: BrowserContext, friend: BrowserContext) -> tuple[Page, Page]:
    """Sit two people down at Crab Stack; the first begins."""
    seats = [{"who": "me"}, {"who": "open"}]
    table = set_table(person, game="crab-stack", seats=seats, options={"first": "0"})
    mine, theirs = person.new_page(), friend.new_page()
    sit_down(mine, theirs, table)
    return mine, theirs


#: Where every tool is, and how high; not the one that comes last, when somebody is away.
TOOLS = """() => [...document.querySelectorAll(".tools > :not(.tool-replace)")].map(tool => {
  const {top, height} = tool.getBoundingClientRect();
  return [tool.className, Math.round(top + scrollY), Math.round(height)];
})"""


def test_whoever_asks_to_take_back_hears_the_answer(person: BrowserContext, friend: BrowserContext) -> None:
    """While the others think the button says so; a no is told, a yes is done. No tool moves meanwhile."""
    mine, theirs = together(person, friend)
    theirs.set_viewport_size({"width": 1280, "height": 800})
    clicked_move(mine)
    wait_for_turn(theirs)
    tools = [page.evaluate(TOOLS) for page in (mine, theirs)]
    for answer in ("deny", "grant"):
        mine.click(".tool-undo")
        theirs.wait_for_selector(".undo-asked:not([hidden])")
        mine.wait_for_selector(".tool-undo:disabled")
        assert "waiting" in mine.inner_text(".tool-undo")
        assert [page.evaluate(TOOLS) for page in (mine, theirs)] == tools
        theirs.click(f".undo-{answer}")
        if answer == "deny":
            mine.wait_for_selector(".notice")
            assert "the move stands" in mine.inner_text(".notice")
            mine.wait_for_selector(".tool-undo:enabled")
    wait_for_turn(mine)
    assert mine.evaluate(PLY) == 0


def test_a_bot_plays_for_somebody_who_is_away_until_they_are_back(
    person: BrowserContext, friend: BrowserContext
) -> None:
    """Nobody waits for ever, and nobody loses a seat to a lost network."""
    mine, theirs = together(person, friend)
    table = theirs.url
    clicked_move(mine)
    wait_for_turn(theirs)
    theirs.goto("/rules/crab-stack")
    mine.wait_for_selector(".tool-replace:not([hidden])")
    mine.wait_for_timeout(1500)  # the server gives them a second
    mine.click(".tool-replace")
    wait_for_turn(mine)
    assert mine.is_hidden(".tool-replace")
    theirs.goto(table)
    theirs.wait_for_selector(".tool-return:not([hidden])")
    assert "A bot plays on for you" in theirs.inner_text(".prompt"), "they were asked for a move that nobody took"
    assert not theirs.locator(".prompt.yours").count()
    theirs.click(".tool-return")
    theirs.wait_for_selector(".tool-return", state="hidden")
    clicked_move(mine)
    wait_for_turn(theirs)
    clicked_move(theirs)
    assert theirs.evaluate("() => document.body.dataset.made") == "1"


def test_an_update_in_the_middle_of_a_motion_swallows_no_click(page: Page, person: BrowserContext) -> None:
    """A click counts for the piece that was under the pointer when it went down."""
    open_table(page, against_bots(person, "crab-stack"))
    wait_for_turn(page)
    wait_until_still(page)
    box = page.locator(".piece[data-mark='legal'] use").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.evaluate("() => document.querySelector('.pieces').append(document.querySelector('.piece'))")
    page.mouse.up()
    page.wait_for_selector("[data-mark='chosen']")
    assert page.locator("[data-mark='chosen']").count() == 1


def test_a_shared_screen_passes_from_player_to_player(calm: Page, game_name: str) -> None:
    """With hidden hands a cover stands between players, and nothing of a hand is on the page meanwhile."""
    game = decapod.game(game_name)
    players = min(n for _, n in game.modes if n > 1)
    seats = [{"who": "me", "name": f"Player {n}"} for n in range(players)]
    table = set_table(calm.context, game=game_name, players=players, seats=seats, start=True)
    calm.goto(f"/table/{table}")
    names: set[str] = set()
    for made in range(12):
        calm.wait_for_selector(".cover:not([hidden]), .prompt.yours, .prompt.over")
        if calm.locator(".prompt.over").count():
            break
        if calm.locator(".cover:not([hidden])").count():
            assert game.rules.HAS_HIDDEN_INFORMATION
            assert calm.locator(".piece").count() == 0
            calm.click(".cover button")
            calm.wait_for_selector(".prompt.yours")
        names.add(calm.inner_text(".prompt .whose"))
        if len(names) > 1:
            break
        clicked_move(calm, made)
    assert len(names) > 1


def test_a_slip_on_a_shared_screen_is_taken_back(calm: Page) -> None:
    """The screen had passed on to the next player, and they could not take back what was not theirs."""
    seats = [{"who": "me", "name": name} for name in ("Ann", "Bob")]
    table = set_table(calm.context, game="crab-stack", players=2, seats=seats, start=True, options={"first": "0"})
    open_table(calm, table)
    wait_for_turn(calm)
    theirs = "name => document.querySelector('.whose').textContent.startsWith(name)"
    for name in ("Bob", "Ann"):
        clicked_move(calm)
        calm.wait_for_function(theirs, arg=name)
    for name, ply in (("Bob", 1), ("Ann", 0)):
        calm.wait_for_selector(".tool-undo:enabled")
        calm.click(".tool-undo")
        calm.wait_for_function(theirs, arg=name)
        assert calm.evaluate(PLY) == ply
    assert calm.is_disabled(".tool-undo")


#: What anybody can read on the page, hidden or not, but for the story, which is the spectator's meanwhile.
LEFT = """() => [...document.querySelectorAll(
    ".prompt .words, .acts, .panels, .moves ol, .sketch, .tip, .dock, .bars, #live")]
  .map(place => place.textContent.trim()).join(" ").trim()"""


def test_nothing_of_a_hand_is_said_or_left_behind_the_cover(calm: Page) -> None:
    """What a screen reader was told, what a bot advised and what a piece is: all gone when the screen is passed on."""
    seats = [{"who": "me"}, {"who": "me"}]
    table = set_table(calm.context, game="oh-crab", seats=seats, hints=True, start=True, seed=3)
    calm.goto(f"/table/{table}")
    said = hinted = 0
    for made in range(30):
        calm.wait_for_selector(".cover:not([hidden]), .prompt.yours")
        if calm.is_visible(".cover"):
            assert calm.evaluate(LEFT) == ""
            calm.click(".cover button")
            calm.wait_for_selector(".prompt.yours")
            calm.locator(".piece[data-region='hand']").first.hover()
        if hinted < 2:
            calm.click(".tool-hint")
            calm.wait_for_selector(".hints .bars button")
            hinted += 1
        said += len(calm.inner_text("#live"))
        clicked_move(calm, made)
    assert said > 0


def test_whoever_takes_the_screen_at_once_is_not_asked_again(calm: Page) -> None:
    """The spectator's scene, still on its way when the next player clicks, brings no second cover."""
    seats = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}]
    table = set_table(calm.context, game="crabe-vs-poulpe", players=2, seats=seats, start=True, seed=3)
    calm.goto(f"/table/{table}")
    calm.click(".cover button")
    calm.wait_for_selector(".prompt.yours")
    first = calm.inner_text(".prompt .whose")
    calm.evaluate(
        """() => { const cover = document.querySelector(".cover");
             const quick = new MutationObserver(() => { quick.disconnect(); cover.querySelector("button").click(); });
             quick.observe(cover, {attributes: true, attributeFilter: ["hidden"]}); }"""
    )
    while calm.inner_text(".prompt .whose") == first:
        clicked_move(calm)
        calm.wait_for_selector(".prompt.yours")
    assert calm.is_hidden(".cover")
