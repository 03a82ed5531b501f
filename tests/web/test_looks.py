"""How it looks, in pictures: on a phone and on a desk, and in grey, where only shapes are left of the colours."""

from __future__ import annotations

import io
import itertools
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops, ImageStat
from playing import PATIENCE, Server, against_bots, clicked_move, open_table, resign, resize, set_table, wait_for_turn
from tests import GAMES

import decapod
from decapod.web.words import page_words

if TYPE_CHECKING:
    from playwright.sync_api import Page

SEEN = 24  # of 255 steps of grey: a difference an eye notices
RING = 200  # pixels of a mark that must be seen
SIDE = 96  # pixels of a face that is compared
APART = 80  # pixels in the middle of two faces that differ when brightness does not count

#: The faces that stand for players, where a game has such pieces.
PLAYERS = {
    "crab-stack": [f"crab-{seat}-1" for seat in range(4)],
    "crabs": [f"token-{seat}" for seat in range(5)],
    "oh-crab": [f"upright-{seat}" for seat in range(5)],
    "crabe-vs-poulpe": ["card-crab-3-none", "card-octopus-3-none"],
    "yadokarick": [],
}


def grey(picture: bytes) -> Image.Image:
    """Take the colours out of a picture."""
    with Image.open(io.BytesIO(picture)) as opened:
        return opened.convert("L")


def seen_difference(one: Image.Image, other: Image.Image, box: tuple[int, int, int, int]) -> int:
    """Count the pixels in a box that differ so much that one sees it."""
    difference = ImageChops.difference(one.crop(box), other.crop(box))
    return sum(difference.histogram()[SEEN:])


def shape_difference(one: Image.Image, other: Image.Image) -> int:
    """Count the pixels in the middle of two faces that differ, once both are equally bright: what is left is shape."""
    a, b = (middle(picture) for picture in (one, other))
    return sum(abs(x - y) >= SEEN for x, y in zip(a, b, strict=True))


def middle(picture: Image.Image) -> list[float]:
    """The greys in the middle of a face, as steps from the one most of it has."""
    width, height = picture.size
    greys = picture.crop((width // 4, height // 4, width * 3 // 4, height * 3 // 4))
    most = ImageStat.Stat(greys).median[0]
    return [value - most for value in greys.tobytes()]


#: The boxes of the pieces that can be chosen and are in the window, whole.
BOXES = """() => [...document.querySelectorAll(".piece[data-mark='legal']")].map(piece => {
  const box = piece.getBoundingClientRect();
  return [piece.getAttribute("aria-label"), Math.floor(box.left) - 6, Math.floor(box.top) - 6, Math.ceil(box.right) + 6,
    Math.ceil(box.bottom) + 6];
}).filter(([, left, top, right, bottom]) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)"""


#: How wide the rings of these pieces are on the screen; none has strokes that do not scale, which a browser would have
#: to paint in every frame of a motion.
RING_WIDTHS = """() => [...document.querySelectorAll(".piece[data-mark='legal'] .ring")].map(ring => {
  const {strokeWidth, vectorEffect} = getComputedStyle(ring);
  const {a, b} = ring.getScreenCTM();
  return vectorEffect === "none" ? parseFloat(strokeWidth) * Math.hypot(a, b) : 0;
})"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_can_be_chosen_is_seen_without_colours(calm: Page, game_name: str, theme: str) -> None:
    """Taking the marks away changes the grey picture at every piece that was marked."""
    calm.emulate_media(color_scheme=theme)  # pyright: ignore[reportArgumentType]
    open_table(calm, against_bots(calm.context, game_name, seed=3, options={"first": "0"}))
    wait_for_turn(calm)
    calm.mouse.move(1, 1)
    boxes = calm.evaluate(BOXES)
    assert boxes
    assert calm.evaluate(RING_WIDTHS) == pytest.approx(
        [4] * calm.locator(".piece[data-mark='legal']").count(), rel=0.02
    )
    marked = grey(calm.screenshot())
    calm.evaluate("() => document.querySelectorAll('.piece').forEach(piece => delete piece.dataset.mark)")
    bare = grey(calm.screenshot())
    for label, *box in boxes:
        assert seen_difference(marked, bare, tuple(box)) > RING, label
    other = grey(calm.screenshot())
    assert all(seen_difference(bare, other, tuple(box)) == 0 for _, *box in boxes), "the picture changes by itself"


def drawn(page: Page, links: list[str]) -> dict[str, Image.Image]:
    """Draw symbols of the page side by side, and return each in grey."""
    page.evaluate(
        """([links, side]) => {
          const space = "http://www.w3.org/2000/svg";
          document.querySelector("#row")?.remove();
          const row = document.createElement("div");
          row.id = "row";  // over the table, which lives on: bots may move
          row.style = "position: fixed; inset: 0; z-index: 9999; background: white";
          document.body.append(row);
          for (const link of links) {
            const box = document.createElementNS(space, "svg");
            const use = document.createElementNS(space, "use");
            use.setAttribute("href", link);
            box.setAttribute("width", side);
            box.setAttribute("height", side);
            box.setAttribute("viewBox", link.startsWith("#chip") ? "0 0 68 68" : "0 0 100 100");
            if (!link.startsWith("#chip")) { use.setAttribute("width", "100"); use.setAttribute("height", "100"); }
            box.append(use);
            row.append(box);
          }
        }""",
        [links, SIDE],
    )
    nodes = page.locator("#row svg").all()
    return {link: grey(node.screenshot()) for link, node in zip(links, nodes, strict=True)}


def test_players_are_told_apart_without_colours(calm: Page, game_name: str) -> None:
    """Any two players' chips, and any two players' pieces, have other shapes."""
    players = max(n for _, n in decapod.game(game_name).modes)
    open_table(calm, against_bots(calm.context, game_name, players))
    for links in ([f"#chip-{seat}" for seat in range(players)], [f"#face-{face}" for face in PLAYERS[game_name]]):
        for (one, a), (other, b) in itertools.combinations(drawn(calm, links).items(), 2):
            assert shape_difference(a, b) > APART, (one, other)


def test_colours_alone_do_not_tell_players_apart(calm: Page) -> None:
    """The positive control: the same crab in another colour counts as the same shape."""
    open_table(calm, against_bots(calm.context, "crab-stack"))
    before = drawn(calm, ["#face-crab-0-1"])["#face-crab-0-1"]
    calm.evaluate("() => document.querySelector('#row').style.filter = 'hue-rotate(150deg) brightness(.8)'")
    after = grey(calm.locator("#row svg").screenshot())
    assert ImageChops.difference(before, after).getbbox() is not None
    assert shape_difference(before, after) < APART


#: What is cut off or lies over something else: words that do not fit their box, and buttons under other things.
CUT = """() => [...document.querySelectorAll("button, .button, .prompt, .prompt .words, .panel h3, .log li a, summary")]
  .filter(one => one.offsetParent && getComputedStyle(one).textOverflow !== "ellipsis"
    && (one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0))
  .map(one => one.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_picture_of_a_table_is_whole(calm: Page, game_name: str, width: int, height: int) -> None:
    """On a desk and on a phone: no words are cut off, the turn and the board are in view without scrolling."""
    calm.set_viewport_size({"width": width, "height": height})
    open_table(calm, against_bots(calm.context, game_name))
    wait_for_turn(calm)
    assert calm.evaluate(CUT) == []
    picture = grey(calm.screenshot())
    assert picture.size == (width, height)
    for part in (".prompt .whose", ".board"):
        box = calm.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] > 0, part
        assert box["y"] < height, part
        bottom = min(height, int(box["y"] + box["height"]))
        inside = (int(box["x"]), max(0, int(box["y"])), int(box["x"] + box["width"]), bottom)
        assert ImageStat.Stat(picture.crop(inside)).stddev[0] > SEEN / 2, f"nothing is drawn at {part}"


#: The longest that a prompt has to say, and all that can be beside it: nothing of it lies over what happened since.
CROWDED = """([words, act, forced]) => {
  document.querySelector(".prompt .words").textContent = words + " " + forced;
  document.querySelector(".passing").hidden = false;
  document.querySelector(".acts").innerHTML = "<button></button>";
  document.querySelector(".acts button").textContent = act;
  const said = document.createRange();
  said.selectNodeContents(document.querySelector(".prompt .words"));
  return said.getBoundingClientRect().bottom - document.querySelector(".since").getBoundingClientRect().top;
}"""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_question_with_two_ways_to_answer_is_read_whole_on_a_phone(calm: Page, server: Server, language: str) -> None:
    """What is ticked to let things happen was cut off, squeezed between what happened and the button."""
    calm.context.add_cookies([{"name": "decapod-language", "value": language, "url": server.address}])
    open_table(calm, against_bots(calm.context, "crabe-vs-poulpe"))
    wait_for_turn(calm)
    resize(calm, 390, 844)
    own = decapod.game("crabe-vs-poulpe").translator(language)
    calm.evaluate(CROWDED, ["", own("move.let"), ""])
    room, ticked = (calm.locator(part).bounding_box() for part in (".prompt", ".passing"))
    assert room is not None
    assert ticked is not None
    assert room["y"] < ticked["y"]
    assert ticked["y"] + ticked["height"] <= room["y"] + room["height"]
    assert room["x"] < ticked["x"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (820, 1180), (844, 390)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_words_lie_over_others_in_a_crowded_prompt(
    calm: Page, server: Server, language: str, width: int, height: int
) -> None:
    """On a phone held sideways what happened covered the third line of a question."""
    calm.context.add_cookies([{"name": "decapod-language", "value": language, "url": server.address}])
    open_table(calm, against_bots(calm.context, "crabe-vs-poulpe"))
    wait_for_turn(calm)
    resize(calm, width, height)
    own, page = decapod.game("crabe-vs-poulpe").translator(language), page_words(language)
    card, effect = own("card.octopus", rank=7), own("effect.swap.name")
    asked = own("prompt.resist", player="Scuttle", card=card, effect=effect, ranks="1")
    assert calm.evaluate(CROWDED, [asked, own("move.let"), page("pass.forced")]) <= 1


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (820, 1180), (844, 390), (640, 400), (390, 844)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_long_question_to_somebody_with_a_long_name_lies_over_nothing(
    calm: Page, server: Server, language: str, width: int, height: int
) -> None:
    """On a screen that is passed on, with the goal below, Yadokarick's first question for seven was written over it."""
    calm.context.add_cookies([{"name": "decapod-language", "value": language, "url": server.address}])
    seats = [{"who": "me", "name": "Wolfgang-Maximilian Wuppertaler"}, *([{"who": "me", "name": "W" * 32}] * 6)]
    table = set_table(calm.context, game="yadokarick", players=7, seats=seats, start=True)
    calm.goto(f"/table/{table}")
    calm.click(".cover button")
    wait_for_turn(calm)
    resize(calm, width, height)
    assert calm.evaluate(OVERLAP) <= 1
    assert calm.inner_text(".prompt .words").endswith(".")
    assert calm.evaluate(OVERFLOWING_NAMES) == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (820, 1180), (844, 390), (390, 844)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_many_buttons_leave_the_question_its_room(
    calm: Page, server: Server, language: str, width: int, height: int
) -> None:
    """Alone in Yadokarick, four hermit crabs to give up squeezed the question into a column of single letters."""
    calm.context.add_cookies([{"name": "decapod-language", "value": language, "url": server.address}])
    open_table(calm, against_bots(calm.context, "yadokarick", players=1))
    wait_for_turn(calm)
    resize(calm, width, height)
    own = decapod.game("yadokarick").translator(language)
    for count in range(1, 5):
        acts = [own("move.give_up", column=n + 1, size=4) for n in range(count)]
        calm.evaluate(BUTTONS, [own("prompt.take"), acts])
        assert calm.evaluate(OVERLAP) <= 1, count
        assert calm.evaluate(OVERFULL) == 0, count
        assert calm.evaluate("() => { const acts = document.querySelector('.acts');"
                             " return acts.scrollHeight - acts.clientHeight; }") <= 1, count  # fmt: skip


#: Puts words into the prompt, and buttons beside them.
BUTTONS = """([words, acts]) => {
  document.querySelector(".prompt .words").textContent = words;
  document.querySelector(".acts").replaceChildren(...acts.map(act => {
    const button = document.createElement("button");
    button.innerHTML = "<span class='words'></span>";
    button.firstChild.textContent = act;
    return button;
  }));
}"""


#: By how much the words of the prompt reach below the room they have, or into what happened since.
OVERLAP = """() => {
  const said = document.createRange();
  said.selectNodeContents(document.querySelector(".prompt .words"));
  const bottom = said.getBoundingClientRect().bottom;
  const [now, since] = ["now", "since"].map(part => document.querySelector(`.prompt .${part}`));
  const told = since.checkVisibility() ? bottom - since.getBoundingClientRect().top : 0;
  return Math.max(bottom - now.getBoundingClientRect().bottom, told);
}"""

#: The names that reach into the next one's on the same line.
OVERFLOWING_NAMES = """() => {
  const names = [...document.querySelectorAll(".labels text")].filter(text => text.textContent.endsWith("…"));
  const boxes = names.map(text => text.getBoundingClientRect()).sort((a, b) => a.left - b.left);
  const crosses = (box, other) => other !== box && Math.abs(other.top - box.top) < box.height / 2
    && other.left <= box.left && box.left < other.right - 1;
  return boxes.filter(box => boxes.some(other => crosses(box, other))).map(box => box.left);
}"""


#: By how much the words of what happened are higher than the line that has room for them.
TOO_HIGH = """() => Math.max(...[...document.querySelectorAll(".since span")].map(words =>
  words.getBoundingClientRect().height - document.querySelector(".since").clientHeight))"""


#: By how much what is written on the buttons is higher than they are.
OVERFULL = """() => Math.max(0, ...[...document.querySelectorAll(".acts button")].map(button =>
  button.scrollHeight - button.clientHeight))"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900), (820, 1180), (844, 390), (390, 844)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_panel_holds_the_points_of_a_later_round(
    calm: Page, server: Server, language: str, width: int, height: int
) -> None:
    """In French the points of one's own took two lines, and what has fallen was cut off."""
    calm.context.add_cookies([{"name": "decapod-language", "value": language, "url": server.address}])
    open_table(calm, against_bots(calm.context, "yadokarick", players=7, options={"first": "0"}))
    wait_for_turn(calm)
    resize(calm, width, height)
    points = decapod.game("yadokarick").translator(language)("panel.points", total=-10, now=12)
    calm.evaluate("points => document.querySelectorAll('.panel').forEach(panel => {"
                  " panel.querySelectorAll('li')[1].textContent = points; })", points)  # fmt: skip
    assert calm.evaluate(OVERFLOWING) == []


def test_what_a_button_says_fits_on_a_phone(calm: Page) -> None:
    """*Enough: now take back as many cards.* had the letters of a prompt, and was cut off above and below."""
    calm.set_viewport_size({"width": 390, "height": 844})
    open_table(calm, against_bots(calm.context, "crabs", seed=4))
    wait_for_turn(calm)
    calm.click("[data-piece='do-raise']")
    calm.locator("[data-piece^='card-'][data-mark='legal']").first.click()
    calm.wait_for_selector(".acts button")
    assert calm.evaluate(OVERFULL) == 0


#: By how much the widest sentence of what happened is wider than the line.
WIDEST = """() => Math.max(...[...document.querySelectorAll(".since span")].map(words =>
  words.getBoundingClientRect().width - document.querySelector(".since").clientWidth))"""


def test_all_that_happened_is_read_on_a_phone(calm: Page) -> None:
    """Long sentences were cut off above and below; trick, house, roof, points and deal were one, wider than a phone."""
    calm.set_viewport_size({"width": 390, "height": 844})
    open_table(calm, against_bots(calm.context, "yadokarick", seed=4))
    told = ""
    for made in range(40):
        clicked_move(calm, made)
        if not wait_for_turn(calm) or "is dealt" in told:
            break
        assert calm.evaluate(TOO_HIGH) <= 1, calm.inner_text(".since")
        assert calm.evaluate(WIDEST) <= 1, "and no wider: nothing of it is read by scrolling"
        if calm.is_visible(".since .whole"):
            calm.click(".since .whole")
        told = calm.inner_text(".since")
        calm.keyboard.press("Escape")
    assert "is dealt" in told, "a round has ended"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900), (820, 1180), (390, 844)])
def test_a_panel_holds_all_its_lines_when_its_player_has_resigned(calm: Page, width: int, height: int) -> None:
    """In Crabe vs Poulpe the last of three lines was cut off below the tag and a name of two lines."""
    calm.set_viewport_size({"width": width, "height": height})
    open_table(calm, against_bots(calm.context, "crabe-vs-poulpe"))
    wait_for_turn(calm)
    resign(calm)
    calm.wait_for_selector(".result:not([hidden])", timeout=PATIENCE)
    calm.evaluate("() => document.querySelector('.panel.you .name').textContent = 'Guest 899 (you)'")
    panel, line = calm.locator(".panel.you").bounding_box(), calm.locator(".panel.you li").last.bounding_box()
    assert panel is not None
    assert line is not None
    assert calm.locator(".panel.you .tag.kind").is_visible() or width == 820
    assert calm.locator(".result .lines", has_text="cards to go").count() == 2
    assert line["y"] + line["height"] <= panel["y"] + panel["height"]


@pytest.mark.parametrize("game", [name for name in GAMES if decapod.game(name).rules.HAS_HIDDEN_INFORMATION])
def test_a_lesson_on_a_phone_held_sideways_shows_words_board_and_hand_at_once(calm: Page, game: str) -> None:
    """The board lay below the words, and the hand over the board."""
    calm.set_viewport_size({"width": 844, "height": 390})
    calm.goto(f"/learn/{game}#2")
    calm.wait_for_selector(".dock:not([hidden]) button, .piece[data-mark]")
    hand = calm.locator(".dock").bounding_box()
    assert hand is not None
    assert hand["y"] + hand["height"] <= 390
    for part, least in ((".prompt", 44), (".lesson", 100), (".canvas", 200)):
        box = calm.locator(part).bounding_box()
        assert box is not None
        assert box["height"] >= least, part
        assert box["y"] + box["height"] <= hand["y"], part


#: The panels whose last line does not fit.
OVERFLOWING = """() => [...document.querySelectorAll(".panel")].filter(panel => {
  const last = panel.querySelector("li:last-child")?.getBoundingClientRect();
  return last && last.bottom > panel.getBoundingClientRect().bottom;
}).map(panel => panel.innerText)"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900), (820, 1180), (390, 844)])
def test_panels_of_a_full_table_hold_all_their_lines(calm: Page, game_name: str, width: int, height: int) -> None:
    """At 1440 pixels the hands of Crabs! were cut off below the levels of the bots."""
    variant, players = max(decapod.game(game_name).modes, key=lambda mode: mode[1])
    seats = [{"who": "me"}, *([{"who": "bot", "bot": "level1"}] * (players - 1))]
    wish = {"game": game_name, "players": players, "variant": variant, "seats": seats, "start": True}
    open_table(calm, set_table(calm.context, **wish, options={"first": "0"}))
    wait_for_turn(calm)
    resize(calm, width, height)
    assert calm.evaluate(OVERFLOWING) == []


def test_whoever_is_out_has_no_hand_at_the_bottom_of_a_phone(calm: Page) -> None:
    """Cards and actions that nothing can be done with lay over the board."""
    calm.set_viewport_size({"width": 390, "height": 844})
    open_table(calm, against_bots(calm.context, "oh-crab", 3, options={"first": "0"}))
    wait_for_turn(calm)
    calm.wait_for_selector(".dock button", state="attached")
    resign(calm)
    calm.wait_for_function("() => !document.querySelector('.dock button')", timeout=PATIENCE)
    assert not calm.is_visible(".dock")


@pytest.mark.parametrize("game", ["crab-stack", "crabs"])
def test_a_hint_is_in_view_on_a_phone_and_moves_nothing(calm: Page, game: str) -> None:
    """It opened below the screen, under the board."""
    calm.set_viewport_size({"width": 390, "height": 844})
    open_table(calm, against_bots(calm.context, game, hints=True, options={"first": "0"}))
    wait_for_turn(calm)
    calm.locator(".tool-hint").scroll_into_view_if_needed()
    before = calm.locator(".sheet").bounding_box()
    calm.locator(".tool-hint").press("Enter")
    calm.wait_for_selector(".hints .bars button", timeout=PATIENCE)
    box = calm.locator(".hints .bars button").first.bounding_box()
    assert box is not None
    assert 0 < box["y"] < box["y"] + box["height"] < 844
    assert calm.locator(".sheet").bounding_box() == before
    calm.click(".hints .close")
    assert calm.locator(".piece.advised").count() == 0


#: Words of panels that are broken in two.
BROKEN = """() => [...document.querySelectorAll(".panel .name")].filter(name => {
  const range = document.createRange();
  range.selectNodeContents(name);
  return !name.textContent.includes(" ") && new Set([...range.getClientRects()].map(line => line.top)).size > 1;
}).map(name => name.innerText)"""


def test_panels_of_seven_are_read_in_a_replay_too(calm: Page) -> None:
    """Names of bots were broken in two and the last lines cut off: the board is smaller there."""
    calm.set_viewport_size({"width": 1280, "height": 800})
    open_table(calm, against_bots(calm.context, "yadokarick", 7, seed=4))
    clicked_move(calm)
    wait_for_turn(calm)
    calm.goto(f"{calm.get_attribute('.tool-replay', 'href')}#4")
    calm.wait_for_selector("#stage[data-ply='4'] .panel", timeout=PATIENCE)
    assert calm.evaluate(OVERFLOWING) == []
    assert calm.evaluate(BROKEN) == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900), (820, 1180), (390, 844)])
def test_a_panel_says_that_its_player_has_resigned(calm: Page, width: int, height: int) -> None:
    """At 1280 pixels there was only the name, up to the edge."""
    calm.set_viewport_size({"width": width, "height": height})
    open_table(calm, against_bots(calm.context, "yadokarick", 2))
    wait_for_turn(calm)
    resign(calm)
    calm.wait_for_selector(".result:not([hidden])", timeout=PATIENCE)
    panel, tag = calm.locator(".panel.you").bounding_box(), calm.locator(".panel.you .tag.kind").bounding_box()
    assert panel is not None
    assert tag is not None
    assert tag["width"] > 50
    assert tag["x"] + tag["width"] < panel["x"] + panel["width"]


#: Words on the board that lie over others.
OVER_OTHERS = """() => {
  const texts = [...document.querySelectorAll(".labels text")];
  const words = texts.map(text => [text.textContent, text.getBoundingClientRect()]);
  const shared = (from, to) => (a, b) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
  const [wide, high] = [shared("left", "right"), shared("top", "bottom")];
  return words.flatMap(([one, a], i) =>
    words.slice(i + 1).filter(([, b]) => wide(a, b) > 1 && high(a, b) > 4).map(([other]) => `${one} | ${other}`));
}"""


def test_how_the_other_stands_is_read_on_a_phone(calm: Page) -> None:
    """Once the other's house had a roof, its size and its distance from the target lay over each other."""
    calm.set_viewport_size({"width": 390, "height": 844})
    open_table(calm, against_bots(calm.context, "yadokarick", 2, seed=4))
    for made in range(8):
        clicked_move(calm, made)
        if not wait_for_turn(calm):
            break
        assert calm.evaluate(OVER_OTHERS) == []


#: The lines of the story that stand out, and whether each is in view, whole.
STANDING_OUT = """() => {
  const list = document.querySelector(".log ol").getBoundingClientRect();
  return [...document.querySelectorAll(".log a")]
    .filter(line => getComputedStyle(line).backgroundColor !== "rgba(0, 0, 0, 0)")
    .map(line => [line.dataset.ply, line.getBoundingClientRect()])
    .map(([ply, box]) => [ply, box.top >= list.top && box.bottom <= list.bottom]);
}"""

#: How large the smallest writing on the board is, in pixels.
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".labels text")].map(text =>
  parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""


def test_a_replay_on_a_desk_shows_the_line_of_its_position_and_names_that_can_be_read(calm: Page) -> None:
    """The newest line stood out as well and was scrolled to; the names of spaces were 11 pixels high."""
    calm.set_viewport_size({"width": 1280, "height": 800})
    open_table(calm, against_bots(calm.context, "crab-stack", 4))
    for made in range(3):
        clicked_move(calm, made)
    wait_for_turn(calm)
    calm.goto(f"{calm.get_attribute('.tool-replay', 'href')}#4")
    calm.wait_for_selector("#stage[data-ply='4']")
    calm.mouse.move(2, 2)
    calm.wait_for_timeout(200)
    assert calm.evaluate(STANDING_OUT) == [["4", True]]
    assert calm.evaluate(SMALLEST) >= 12


def test_on_a_phone_it_is_read_whole_that_somebody_resigned(calm: Page) -> None:
    """In Crab Stack the first letter of it was left beside the name."""
    open_table(calm, against_bots(calm.context, "crab-stack", 2))
    wait_for_turn(calm)
    resize(calm, 390, 844)
    resign(calm)
    calm.wait_for_selector(".result:not([hidden])", timeout=PATIENCE)
    tag, panel = calm.locator(".panel.you .tag.kind").bounding_box(), calm.locator(".panel.you").bounding_box()
    assert tag is not None
    assert panel is not None
    assert tag["x"] + tag["width"] <= panel["x"] + panel["width"]
    assert calm.locator(".panel.you .tag.kind").evaluate("tag => tag.scrollWidth <= tag.clientWidth")
