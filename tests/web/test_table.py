"""The table, as a person uses it: dragging, reading with a finger, what happened, bots at a pace, friends invited."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playing import (
    PATIENCE,
    Server,
    against_bots,
    clicked_move,
    open_table,
    resign,
    set_table,
    wait_for_turn,
    wait_until_still,
)

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page, Route

MADE = "() => Number(document.body.dataset.made ?? 0)"

#: The middle of a piece, of one of its choices' targets, and of one that is none, for a game of two clicks.
TWO_CLICKS = """() => {
  const middle = id => { const box = document.getElementById("piece-" + id).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2]; };
  const own = document.querySelector(".piece[data-mark='legal']");
  return {from: middle(own.dataset.piece), id: own.dataset.piece};
}"""
MIDDLES = """marks => [...document.querySelectorAll(".piece[id]")].filter(piece =>
  marks.includes(piece.dataset.mark ?? "")).map(piece => { const box = piece.getBoundingClientRect();
    return [piece.dataset.piece, box.left + box.width / 2, box.top + box.height / 2]; })"""


def begin(page: Page, game: str, **more: Any) -> None:
    """Open a table where it is this person's turn."""
    open_table(page, against_bots(page.context, game, seed=4, options={"first": "0"}, **more))
    wait_for_turn(page)


def drag(page: Page, start: list[float], end: list[float]) -> None:
    """Drag something, as a hand does: not all at once."""
    page.mouse.move(*start)
    page.mouse.down()
    for part in (0.2, 0.5, 0.9, 1):
        page.mouse.move(*(a + (b - a) * part for a, b in zip(start, end, strict=True)))


def test_a_page_from_before_an_upgrade_says_to_reload(calm: Page) -> None:
    def make_older(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("const VERSION = 3;", "const VERSION = 2;"))

    calm.route("**/js/wire.js", make_older)
    calm.goto(f"/table/{against_bots(calm.context, 'crab-stack')}")
    calm.get_by_text("Reload the page").first.wait_for(timeout=PATIENCE)
    assert calm.evaluate("() => document.body.dataset.line") == "gone"


def test_a_crab_is_dragged_where_it_may_go(calm: Page) -> None:
    """While it is dragged the targets are marked; dropped on one, the move is made."""
    begin(calm, "crab-stack")
    _, *start = calm.evaluate(MIDDLES, ["legal"])[0]
    drag(calm, start, [start[0] + 40, start[1] + 5])
    targets = calm.evaluate(MIDDLES, ["legal"])
    assert targets
    calm.mouse.move(*targets[0][1:])
    calm.mouse.up()
    calm.wait_for_function("() => Number(document.body.dataset.made ?? 0) === 1", timeout=PATIENCE)


def test_a_piece_that_comes_under_a_mouse_at_rest_says_nothing(page: Page) -> None:
    """After every move its words lay over the board, until the mouse went away."""
    begin(page, "crab-stack")
    page.mouse.click(*page.evaluate(MIDDLES, ["legal"])[0][1:])
    page.mouse.click(*page.evaluate(MIDDLES, ["legal"])[0][1:])
    page.wait_for_function("() => Number(document.body.dataset.made ?? 0) === 1", timeout=PATIENCE)
    page.wait_for_timeout(1200)  # longer than the piece goes, and than a mouse must rest on one
    assert page.is_hidden(".tip")


def test_a_phone_held_sideways_shows_the_card_to_beat(calm: Page) -> None:
    """The pile lay below the other's hand, out of sight, however often one played."""
    calm.set_viewport_size({"width": 844, "height": 390})
    open_table(calm, against_bots(calm.context, "crabe-vs-poulpe", seed=4, options={"first": "1"}))
    wait_for_turn(calm)
    is_between = calm.wait_for_function(
        """() => {
          const card = document.querySelector(".piece[data-mark='last']")?.getBoundingClientRect();
          const [prompt, dock] = [".prompt", ".dock"].map(part => document.querySelector(part).getBoundingClientRect());
          const middle = card && card.top + card.height / 2;
          return middle > prompt.bottom + 40 && middle < dock.top - 40;
        }""",
        timeout=PATIENCE / 6,
    )
    assert is_between.json_value() is True


def test_what_a_piece_is_called_is_said_once(calm: Page) -> None:
    """In Crabe vs Poulpe a card's words began with its name once more."""
    begin(calm, "crabe-vs-poulpe")
    calm.hover("[data-piece][data-mark='legal']")
    calm.wait_for_selector(".tip p")
    assert calm.inner_text(".tip strong") not in calm.inner_text(".tip p")


def test_dropped_where_it_may_not_go_a_crab_is_refused_with_the_reason(calm: Page) -> None:
    """The same words and the same rule as for two clicks, and nothing has moved."""
    begin(calm, "crab-stack")
    own, *start = calm.evaluate(MIDDLES, ["legal"])[0]
    calm.mouse.click(*start)
    wrong = next(at for name, *at in calm.evaluate(MIDDLES, [""]) if name.startswith("crab-") and name != own)
    calm.mouse.click(*wrong)
    calm.wait_for_selector(".tip.why")
    clicked = calm.inner_text(".tip.why p")
    calm.keyboard.press("Escape")
    calm.mouse.click(2, 2)
    calm.wait_for_selector(".tip.why", state="hidden")
    drag(calm, start, wrong)
    calm.mouse.up()
    calm.wait_for_selector(".tip.why")
    assert calm.inner_text(".tip.why p") == clicked
    assert calm.evaluate(MADE) == 0


def test_a_card_is_played_by_dragging_it_out_of_the_hand_and_not_by_dropping_it_there(calm: Page) -> None:
    """A card that needs no target is dropped anywhere but where it lay."""
    begin(calm, "crabe-vs-poulpe")
    hand = calm.evaluate(MIDDLES, ["legal"])
    drag(calm, hand[0][1:], hand[1][1:])
    calm.mouse.up()
    assert calm.evaluate(MADE) == 0
    zone = calm.locator(".board .zones rect").first.bounding_box()
    assert zone is not None
    drag(calm, hand[0][1:], [zone["x"] + zone["width"] * 0.6, zone["y"] + zone["height"] / 2])
    calm.mouse.up()
    calm.wait_for_function("() => Number(document.body.dataset.made ?? 0) === 1", timeout=PATIENCE)


def test_a_card_goes_back_from_where_it_does_not_belong(calm: Page) -> None:
    """Dropped onto the other's hand, or onto nothing, it was played all the same."""
    begin(calm, "crabe-vs-poulpe")
    _, *start = calm.evaluate(MIDDLES, ["legal"])[0]
    other = next([x, y] for name, x, y in calm.evaluate(MIDDLES, [""]) if name.startswith("back-"))
    drag(calm, start, other)
    calm.mouse.up()
    calm.wait_for_selector(".tip.why")
    assert calm.inner_text(".tip.why p").endswith("Where it belongs: The pile.")
    drag(calm, start, [start[0], start[1] - 120])  # between the hand and the pile
    calm.mouse.up()
    calm.wait_for_selector(".tip.why", state="hidden")
    calm.wait_for_timeout(300)
    assert calm.evaluate(MADE) == 0
    assert len(calm.evaluate(MIDDLES, ["legal"])) == 5


def test_an_answer_that_the_page_gave_is_not_taken_back(calm: Page) -> None:
    """There was no other: the same question was asked again, and answered again at once."""
    for seed in range(30):
        open_table(calm, against_bots(calm.context, "crabe-vs-poulpe", seed=seed, options={"first": "1"}))
        wait_for_turn(calm)
        prompt = calm.inner_text(".prompt .words")
        if "You hold no 1" in prompt and ("Reverse" in prompt or "Give" in prompt):
            break
    calm.wait_for_function("() => document.body.dataset.made === '1'", timeout=PATIENCE)
    assert calm.is_disabled(".tool-undo")


PLACES = """() => Object.fromEntries([...document.querySelectorAll(".board .piece[id]")].map(piece => {
  const box = piece.getBoundingClientRect();
  return [piece.dataset.piece, [piece.dataset.region, box.left + box.width / 2, box.top + box.height / 2]]; }))"""


def test_a_card_of_the_pool_is_taken_by_dragging_it_to_the_hand(calm: Page) -> None:
    """It did nothing, and said nothing: only what was one's own could be dragged."""
    begin(calm, "crabs")
    places = calm.evaluate(PLACES)
    card = next(name for name, (region, *_) in places.items() if region == "pool" and name != "pile")
    hand = next(at for region, *at in places.values() if region == "hand")
    drag(calm, places[card][1:], hand)  # before an action is chosen
    calm.mouse.up()
    calm.wait_for_selector(".tip.why")
    assert "First choose one of the six actions" in calm.inner_text(".tip.why p")
    calm.keyboard.press("Escape")
    calm.click("[data-piece='do-catch']")
    calm.wait_for_function("() => Number(document.body.dataset.made ?? 0) === 1", timeout=PATIENCE)
    drag(calm, places[card][1:], [places[card][1] + 3, places[card][2] + 20])  # it stays in the pool
    calm.mouse.up()
    assert calm.evaluate(MADE) == 1
    drag(calm, places[card][1:], hand)
    calm.mouse.up()
    calm.wait_for_function("() => Number(document.body.dataset.made ?? 0) === 2", timeout=PATIENCE)
    regions = [region for region, *_ in calm.evaluate(PLACES).values()]
    before = [region for region, *_ in places.values()]
    assert [regions.count("hand"), regions.count("pool")] == [before.count("hand") + 1, before.count("pool") - 1]


def test_a_finger_drags_as_a_mouse_does(friend: BrowserContext) -> None:
    """On a phone a crab follows the finger to where it may go, and back from where it may not, with the reason."""
    page = friend.new_page()
    begin(page, "crab-stack")
    touch = page.context.new_cdp_session(page)

    def slide(*way: list[float]) -> None:
        for kind, (x, y) in zip(("touchStart", *["touchMove"] * 9), way, strict=False):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})

    def lift() -> None:
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    own, *start = page.evaluate(MIDDLES, ["legal"])[0]
    wrong = next(at for name, *at in page.evaluate(MIDDLES, [""]) if name.startswith("crab-") and name != own)
    slide(start, [start[0] + 20, start[1]], wrong)
    lift()
    page.wait_for_selector(".tip.why")
    assert page.evaluate(MADE) == 0
    slide(start, [start[0] + 20, start[1]])
    targets = page.evaluate(MIDDLES, ["legal"])
    assert targets
    slide_on = [{"x": targets[0][1], "y": targets[0][2]}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": slide_on})
    lift()
    page.wait_for_function("() => Number(document.body.dataset.made ?? 0) === 1", timeout=PATIENCE)


def test_a_hand_is_docked_in_the_order_in_which_it_is_held(friend: BrowserContext) -> None:
    """Yadokarick's came scrambled at the bottom of a phone."""
    page = friend.new_page()
    begin(page, "yadokarick")
    page.wait_for_selector(".dock:not([hidden]) button")
    held = page.evaluate(
        """() => [...document.querySelectorAll(".board .piece[data-region='hand']")].map(piece => {
          const box = piece.getBoundingClientRect();
          return [Math.round(box.top / 20), box.left, piece.dataset.piece]; })"""
    )
    docked = page.locator(".dock button").evaluate_all("buttons => buttons.map(button => button.dataset.piece)")
    assert docked == [name for _, _, name in sorted(held)]


def test_a_docked_card_is_dragged_out_onto_the_board(friend: BrowserContext) -> None:
    """On a phone it did not move, and nothing said why; sideways the hand scrolls."""
    page = friend.new_page()
    begin(page, "yadokarick")
    touch = page.context.new_cdp_session(page)

    def slide(start: list[float], end: list[float]) -> None:
        way = [[a + (b - a) * part for a, b in zip(start, end, strict=True)] for part in (0, 0.3, 0.6, 1)]
        for kind, (x, y) in zip(("touchStart", *["touchMove"] * 3), way, strict=True):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def middle(of: str) -> list[float]:
        box = page.locator(of).bounding_box()
        assert box is not None
        return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]

    page.wait_for_selector(".dock:not([hidden]) button")
    card = middle(".dock button >> nth=1")
    slide(card, [card[0] - 60, card[1]])
    assert page.evaluate(MADE) == 0
    slide(middle(".dock button >> nth=3"), middle("#piece-slot-0"))
    page.wait_for_function("() => Number(document.body.dataset.made ?? 0) === 1", timeout=PATIENCE)
    assert page.locator(".dragged-out").count() == 0


def test_what_lies_under_a_refusal_can_be_clicked(calm: Page) -> None:
    """A note that says why not once swallowed the clicks on the board under it."""
    begin(calm, "crab-stack")
    wrong = next(at for name, *at in calm.evaluate(MIDDLES, [""]) if name.startswith("crab-"))
    calm.mouse.click(*wrong)
    calm.wait_for_selector(".tip.why")
    note = calm.locator(".tip.why").bounding_box()
    assert note is not None
    under = "([x, y]) => document.elementFromPoint(x, y).closest('.tip') === null"
    assert calm.evaluate(under, [note["x"] + 8, note["y"] + note["height"] / 2])


@pytest.mark.parametrize(("answer", "words"), [("granted", "You are told"), ("denied", "refuses notifications")])
def test_whatever_a_browser_answers_about_notifications_is_told(calm: Page, answer: str, words: str) -> None:
    """Refused, it said nothing."""
    calm.add_init_script(
        f"window.Notification = class {{ static permission = 'default';"
        f" static async requestPermission() {{ return '{answer}'; }} }}"
    )
    begin(calm, "crab-stack")
    calm.click(".tool-notify")
    calm.wait_for_selector(f".notice >> text={words}")
    assert words in calm.inner_text(".notice")


def test_whoever_is_stuck_in_a_lesson_is_offered_to_be_shown(calm: Page) -> None:
    """After a move that is allowed but not asked for; and what is shown finishes the step."""
    calm.goto("/learn/crab-stack#2")
    calm.wait_for_selector(".piece[data-mark='legal']")
    assert not calm.locator("#step-show.primary").count()
    calm.click(".moves summary")
    calm.fill(".typed input", "f6-f5")
    calm.keyboard.press("Enter")
    calm.click("#step-show.primary")
    calm.wait_for_selector("#done", timeout=PATIENCE)


def test_in_a_lesson_on_a_phone_words_are_whole_and_nothing_moves(calm: Page) -> None:
    """The last line of the prompt was sliced; praise pushed the board down; a chosen crab outlasted its step."""
    calm.set_viewport_size({"width": 390, "height": 844})
    calm.goto("/learn/crab-stack#4")
    calm.wait_for_selector(".piece[data-mark='legal']")
    board = calm.locator(".canvas").bounding_box()
    calm.locator("[data-piece='crab-5'] .ring").click(force=True)
    calm.wait_for_selector("[data-piece='crab-5'][data-mark='chosen']")
    assert calm.locator(".prompt .now").evaluate("now => now.scrollHeight - now.clientHeight") <= 0
    calm.locator("[data-piece='crab-25'] .ring").click(force=True)
    calm.wait_for_selector("#done", timeout=PATIENCE)
    assert calm.locator(".canvas").bounding_box() == board
    assert "Waiting" not in calm.inner_text(".prompt")
    assert calm.locator(".lesson .primary:visible").count() == 1
    calm.click("#step-next")
    calm.wait_for_selector(".piece[data-mark='legal']")
    assert not calm.locator("[data-mark='chosen']").count()


def test_a_long_press_reads_and_does_not_play(friend: BrowserContext) -> None:
    """On a phone a finger that rests on a card is told what it is; the card stays in the hand."""
    page = friend.new_page()
    begin(page, "crabe-vs-poulpe")
    _, x, y = page.evaluate(MIDDLES, ["legal"])[0]
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_selector(".tip:not([hidden])")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(600)
    assert page.evaluate(MADE) == 0
    assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") == "none"


def test_a_long_press_on_a_docked_card_reads_it_too(friend: BrowserContext) -> None:
    """At the bottom of a phone a hand's cards were played by a finger that rested on them."""
    page = friend.new_page()
    begin(page, "yadokarick")
    card = page.locator(".dock:not([hidden]) button").first
    at = card.bounding_box()
    assert at is not None
    touch = page.context.new_cdp_session(page)
    finger = {"x": at["x"] + at["width"] / 2, "y": at["y"] + at["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    page.wait_for_selector(".tip:not([hidden])")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(600)
    assert page.evaluate(MADE) == 0
    assert page.inner_text(".tip strong") == card.get_attribute("aria-label")
    page.touchscreen.tap(finger["x"], finger["y"])
    page.wait_for_function("() => Number(document.body.dataset.made ?? 0) === 1", timeout=PATIENCE)


def test_the_line_says_what_the_others_did_and_calls_it_back(calm: Page) -> None:
    """In order, without one's own move; a click shows that position, another one the present; before, the goal."""
    begin(calm, "crab-stack", players=4)
    assert calm.inner_text(".since p").startswith("Goal: ")
    asked = calm.inner_text(".prompt .words")
    calm.locator(".piece[data-mark='legal']").first.click()
    assert "goes exactly" in calm.inner_text(".prompt .words"), "what the chosen crab can do"
    calm.keyboard.press("Escape")
    assert calm.inner_text(".prompt .words") == asked
    clicked_move(calm)
    wait_for_turn(calm)
    done = calm.locator(".since button[data-ply]")
    assert [button.get_attribute("class") for button in done.all()] == ["seat-1", "seat-2", "seat-3"]
    assert calm.locator(".since button svg:not(.chip)").count() >= 3
    assert calm.locator(".piece.moved").count() >= 1
    done.first.click()
    calm.wait_for_selector(".stage.previewing")
    assert "2" in calm.inner_text(".prompt .whose")
    done.first.click()
    calm.wait_for_selector(".stage:not(.previewing)")
    wait_for_turn(calm)


#: The items of the line that are shown: their words, and by how much they reach beyond it.
IN_LINE = """() => [...document.querySelectorAll(".since [data-ply]:not([hidden])")].map(item => [item.innerText,
  item.getBoundingClientRect().right - document.querySelector(".since").getBoundingClientRect().right])"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_who_began_with_which_action_stays_in_the_line_and_the_whole_is_a_click_away(
    calm: Page, width: int, height: int
) -> None:
    """The beginning of a long turn was scrolled away: *3] into the pool.* of whom, doing what."""
    calm.set_viewport_size({"width": width, "height": height})
    open_table(calm, against_bots(calm.context, "crabs", seed=4))
    calm.select_option(".pace select", "instant")
    for made in range(40):
        wait_for_turn(calm)
        if calm.is_visible(".since .whole"):
            break
        clicked_move(calm, 7 * made)
    board, shown = calm.locator(".sheet").bounding_box(), calm.evaluate(IN_LINE)
    assert shown[0][0].startswith("Scuttle")
    assert all(beyond <= 0 for _, beyond in shown), shown
    calm.click(".since .whole")
    whole = calm.evaluate(IN_LINE)
    assert len(whole) > len(shown)
    assert all(beyond <= 0 for _, beyond in whole), whole
    assert calm.locator(".sheet").bounding_box() == board
    calm.keyboard.press("Escape")
    assert calm.evaluate(IN_LINE) == shown


def test_what_cannot_be_answered_otherwise_is_answered_and_says_so(calm: Page) -> None:
    """Against a bot, who draws no conclusions from how long it took."""
    begin(calm, "crabe-vs-poulpe")
    for wish in range(60):
        if calm.is_visible(".passing") and calm.evaluate("() => document.querySelectorAll('.moves ol li').length") == 1:
            before = calm.evaluate(MADE)
            assert "Only one answer" in calm.inner_text(".prompt .words")
            assert "long" in (calm.get_attribute(".prompt .words", "class") or "").split(), "or a phone cuts it off"
            calm.wait_for_function("before => Number(document.body.dataset.made ?? 0) > before", arg=before)
            return
        if not clicked_move(calm, wish) or not wait_for_turn(calm):
            begin(calm, "crabe-vs-poulpe")
    pytest.fail("nobody was ever asked what has but one answer")


@pytest.fixture
def paced(tmp_path: Path) -> Iterator[Server]:
    """Serve with bots that take their time."""
    server = Server(tmp_path, pace=0.3)
    server.start()
    yield server
    server.stop()


def test_every_stop_of_the_tab_key_is_seen(calm: Page) -> None:
    """The board itself was one, with nothing around it: only its pieces are."""
    begin(calm, "crabs")
    stop = """() => { const at = document.activeElement;
      return [at.getAttribute("aria-label") ?? at.textContent, at.matches(".piece") ||
        getComputedStyle(at).outlineStyle !== "none"]; }"""
    calm.keyboard.press("Tab")
    stops = []
    while (now := calm.evaluate(stop)) not in stops:
        stops.append(now)
        calm.keyboard.press("Tab")
    assert len(stops) > 10
    assert [name for name, seen in stops if not seen and not name.startswith("To the content")] == []


def test_whoever_clicks_what_they_may_by_now_is_not_kept_waiting(chromium: Browser, paced: Server) -> None:
    """While a bot's move was still being shown, a click on a crab of one's own was answered: "Not now. You may."."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, base_url=paced.address, locale="en-GB")
    page = context.new_page()
    begin(page, "crab-stack")
    page.select_option(".pace select", "slow")
    own = page.evaluate(MIDDLES, ["legal"])
    clicked_move(page)
    page.wait_for_selector(".prompt:not(.yours)")
    time.sleep(1)  # the bot has moved, and the page shows it only some time after one's own move
    for _, *middle in own:  # one of them may be covered now
        page.mouse.click(*middle)
        page.wait_for_selector(".prompt.yours, .tip.why")
        if page.locator(".prompt.yours").count():
            break
        assert page.inner_text(".tip.why p") != "You may."
    page.wait_for_selector(".prompt.yours")
    assert page.inner_text(".tool-undo") == "Take back", "nobody has to be asked: bots agree"
    context.close()


def newest_move(frame: str | bytes) -> int:
    """Return the number of the newest move that a message of the server tells of, -1 if it tells of none."""
    return max((move["ply"] for move in json.loads(frame).get("log", ())), default=-1)


def test_whoever_watches_bots_holds_them_and_goes_on_step_by_step(chromium: Browser, paced: Server) -> None:
    """What happens meanwhile waits, and nothing of it is skipped."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, base_url=paced.address, locale="en-GB")
    page = context.new_page()
    bots = [{"who": "bot", "bot": "random"}] * 2
    with page.expect_websocket() as line:
        page.goto(f"/table/{set_table(context, game='crab-stack', players=2, seats=bots, start=True)}?watch=true")
    page.wait_for_selector(".log li")
    page.click(".pace .hold")
    last = "() => Number(document.querySelector('.log li:last-child').dataset.ply)"
    held = page.evaluate(last)
    line.value.wait_for_event("framereceived", lambda frame: newest_move(frame) >= held + 2, timeout=PATIENCE)
    assert page.evaluate(last) == held
    for step in (1, 2):
        page.click(".pace .step")
        assert page.evaluate(last) == held + step
    page.click(".pace .hold")
    page.wait_for_function(f"held => ({last})() > held + 2", arg=held)
    page.select_option(".pace select", "slow")
    page.reload()
    page.wait_for_selector(".pace:not([hidden])")
    assert page.input_value(".pace select") == "slow"
    context.close()


def test_whoever_watches_bots_on_a_phone_holds_them_while_seeing_them(friend: BrowserContext) -> None:
    """Pause and Next were two screens below the board; and nothing that only a player can do is in their place."""
    page = friend.new_page()
    page.goto("/")
    bots = [{"who": "bot", "bot": "random"}] * 2
    open_table(page, set_table(friend, game="oh-crab", players=2, seats=bots, start=True))
    page.wait_for_selector(".pace.in-reach")
    box = page.locator(".pace .hold").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 800
    assert page.evaluate("() => scrollY") == 0
    assert not page.is_visible(".dock")


#: What lies there at the moment at which the page says that somebody has passed.
RESTING = """() => {
  const count = pieces => document.querySelectorAll(`.piece[data-${pieces}]`).length;
  const passed = document.querySelector(".log li:last-child").textContent.includes("You pass.");
  return passed && {pile: count("region='pile'"), legal: count("mark='legal'")};
}"""


def test_a_finished_round_rests_before_it_is_put_away(chromium: Browser, paced: Server) -> None:
    """The pile lies there for a moment after somebody has passed; a click goes on."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, base_url=paced.address, locale="en-GB")
    page = context.new_page()
    begin(page, "crabe-vs-poulpe")
    clicked_move(page)
    wait_for_turn(page)
    while not page.locator(".acts [data-move]", has_text="Pass").count():
        clicked_move(page)
        wait_for_turn(page)
    page.locator(".acts [data-move]", has_text="Pass").click()
    resting = page.wait_for_function(RESTING, timeout=PATIENCE).json_value()
    assert resting["pile"] > 0
    assert resting["legal"] == 0
    page.wait_for_function(
        "() => !document.querySelector(\".piece[data-region='pile']:not([data-piece='to-beat'])\")", timeout=PATIENCE
    )
    wait_for_turn(page)
    page.locator(".log li a", has_text="You pass").last.hover()
    page.wait_for_selector(".stage.previewing")
    wait_until_still(page)
    pile = page.locator(".piece[data-region='pile']:not([data-piece='to-beat'])").count()
    assert pile, "called back, it lies there as it lay"
    context.close()


#: How many pictures of cards are beside the last of the moves that are told.
LAST_PICTURES = """() => [...document.querySelectorAll(".since button[data-ply]")].at(-1)
  .querySelectorAll("svg:not(.chip)").length"""


def test_what_rested_is_no_picture_of_the_move_that_comes_meanwhile(chromium: Browser, paced: Server) -> None:
    """Where clocks run nothing waits for a trick to be looked at: a lead was shown with the cards of that trick."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, base_url=paced.address, locale="en-GB")
    page = context.new_page()
    begin(page, "yadokarick", players=2, variant="duel", clock={"bank": 600, "increment": 0, "out": "bot"})
    for _ in range(10):
        clicked_move(page)
        assert wait_for_turn(page)
        if "You lead" not in page.inner_text(".prompt .words"):
            break
    else:
        pytest.fail("nobody else has led")
    assert page.evaluate(LAST_PICTURES) == 1
    context.close()


def test_a_refused_wish_for_a_table_keeps_what_was_filled_in(page: Page, faults: list[str]) -> None:
    """The dialog stays and says why; seats are counted from 1, and nobody reads through beaches."""
    page.goto("/")
    page.click("[data-game='oh-crab'] .ways summary")
    page.click("[data-game='oh-crab'] [data-do='more']")
    page.wait_for_selector("#more[open]")
    assert page.locator("#more [name='option-beach'] option").count() == 2
    assert page.locator("#more [name='option-first'] option").all_inner_texts()[:3] == [
        "by chance", "player 1", "player 2",
    ]  # fmt: skip
    page.select_option("#more [name='players']", "2")
    page.select_option("#more [name='option-first']", "1")
    stale = "() => { document.querySelector(\"#more [name='option-first'] option[value='1']\").value = '4'; }"
    page.evaluate(stale)  # a page that is older than the server offers a seat that nobody has
    page.click("#more button.primary")
    page.wait_for_selector("#more [role='alert']:not(:empty)")
    assert page.is_visible("#more")
    assert page.input_value("#more [name='option-first']") == "4"
    faults[:] = [fault for fault in faults if "400" not in fault]  # the refusal itself


def test_who_was_not_invited_is_told_to_ask_for_the_link(person: BrowserContext, friend: BrowserContext) -> None:
    """They were asked for a name and to sit down, and there was nowhere to."""
    table = set_table(person, game="crab-stack", players=2, seats=[{"who": "me"}, {"who": "open"}])
    stranger = friend.new_page()
    stranger.goto(f"/table/{table}")
    stranger.wait_for_selector(".lobby:not([hidden]) li")
    stranger.wait_for_selector(".prompt .words:has-text('ask for the link')")
    assert not stranger.is_visible(".invited input")
    assert not stranger.is_visible(".invited h2")
    assert stranger.locator(".lobby li button").count() == 0


def test_an_invited_friend_sees_the_game_and_says_their_name(person: BrowserContext, friend: BrowserContext) -> None:
    """Its picture, its rules, the clock, and a field for the name under which they sit down."""
    seats = [{"who": "me"}, {"who": "open"}]
    table = set_table(person, game="crab-stack", players=2, seats=seats, clock={"bank": 300, "increment": 3})
    invite = person.request.get(f"/api/tables/{table}").json()["invite"]
    host, guest = person.new_page(), friend.new_page()
    host.goto(f"/table/{table}")
    host.wait_for_selector(".invite:not([hidden])")
    assert "press Start" in host.inner_text(".prompt .words")
    host.click(".invite summary")
    host.wait_for_function("() => document.querySelector('.lobby .qr img').naturalWidth > 100")
    share = host.locator(".invite button").bounding_box()
    assert share is not None
    assert share["height"] < 60, "the code makes the link beside it no higher"
    guest.goto(f"/table/{table}?invite={invite}")
    guest.wait_for_selector(".invited:not([hidden])")
    assert "Crab Stack" in guest.inner_text(".invited h2")
    assert guest.locator(".invited .art > svg").count() == 1
    assert "5 min" in guest.inner_text(".clock-words")
    assert guest.get_attribute("meta[property='og:title']", "content") == "Crab Stack · Decapod"
    preview = guest.get_attribute("meta[property='og:image']", "content")
    assert preview is not None
    assert guest.request.get(preview).body().startswith(b"\x89PNG"), "most who preview links take no SVG"
    assert guest.request.get(preview.replace(".png", ".svg")).text().startswith("<svg")
    guest.fill(".invited input", "Bea")
    guest.click(".lobby li button")
    guest.wait_for_selector(".invited", state="hidden")
    assert "Bea" in guest.inner_text(".lobby ul")


def test_whoever_comes_when_all_seats_are_taken_is_not_told_to_sit_down(
    person: BrowserContext, friend: BrowserContext
) -> None:
    """With the link in hand they were asked for a name, and for a free seat that there was not."""
    seats = [{"who": "me"}, {"who": "bot", "bot": "random"}]
    table = set_table(person, game="crab-stack", players=2, seats=seats)
    invite = person.request.get(f"/api/tables/{table}").json()["invite"]
    late = friend.new_page()
    late.goto(f"/table/{table}?invite={invite}")
    late.wait_for_selector(".prompt .words:has-text('All seats are taken')")
    assert late.is_visible(".invited .art")
    assert not late.is_visible(".invited input")
    assert not late.is_visible(".invited h2")


def test_a_result_explains_itself_and_leaves_the_board_to_be_looked_at(calm: Page) -> None:
    """One screen over the board: who won and how, again, replay, other games; it can be put aside and called back."""
    begin(calm, "crabs")
    resign(calm)
    calm.wait_for_selector(".result:not([hidden])", timeout=PATIENCE)
    assert "points" in calm.inner_text(".result ol").lower()
    assert calm.locator(".result .rematch, .result .replay-link").count() == 2
    calm.click(".result .close")
    assert not calm.is_visible(".result")
    calm.click(".show-result")
    assert calm.is_visible(".result")


def test_my_tables_come_first_when_i_have_any(page: Page) -> None:
    """Before any there is nothing of them; then they stand above the games."""
    page.goto("/")
    page.wait_for_selector(".game")
    assert not page.is_visible(".resume")
    against_bots(page.context, "crab-stack")
    page.reload()
    page.wait_for_selector(".resume a")
    mine, games = (page.locator(part).first.bounding_box() for part in (".resume", ".game"))
    assert mine is not None
    assert games is not None
    assert mine["y"] < games["y"]


def test_after_a_rematch_a_phone_shows_the_board(friend: BrowserContext) -> None:
    """The page stayed where the button to resign is: "Your turn", and no board."""
    page = friend.new_page()
    open_table(page, against_bots(friend, "crab-stack"))
    resign(page)
    page.wait_for_selector(".result:not([hidden])", timeout=PATIENCE)
    assert page.evaluate("() => scrollY") > 0
    first = page.get_attribute(".tool-replay", "href")
    page.click(".rematch")
    page.wait_for_function(
        "(first) => document.querySelector('.tool-replay').getAttribute('href') !== first", arg=first, timeout=PATIENCE
    )
    top, prompt = (page.locator(part).bounding_box() for part in (".board", ".prompt"))
    assert top is not None
    assert prompt is not None
    assert prompt["y"] + prompt["height"] <= top["y"] < 400
