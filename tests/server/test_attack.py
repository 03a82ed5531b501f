"""What an attacker found: each of these once broke a promise."""

from __future__ import annotations

import contextlib
import hashlib
import random
import re
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from sqlalchemy import func, select

import decapod
from decapod import bots
from decapod.errors import ParseError
from decapod.server import wire
from decapod.server.live import match_log, reviews
from decapod.server.live.match_log import MOST_UNDOS
from decapod.server.rate_limit import DAY, Limit, RateLimiter
from decapod.server.store import schema
from tests.server.conftest import WallClock
from tests.server.running import PATIENCE, Page, Person, RunningServer, play_out, start_two, wait_until

pytestmark = pytest.mark.slow

Come = Callable[..., Person]
OwnServer = Callable[..., RunningServer]
GuestOf = Callable[..., Person]


@pytest.mark.parametrize("languages", ["fr;q=1.2.3", "fr;q=.", "fr;q=" + "9" * 5000, ";q=,,"])
def test_no_wish_for_a_language_breaks_a_page(server: RunningServer, languages: str) -> None:
    assert httpx.get(f"{server.url}/", headers={"accept-language": languages}).status_code == 200


@pytest.mark.parametrize("number", ["²", "9" * 5000, "-1", "x"])
def test_a_picture_of_no_move_is_not_found(person: Come, number: str) -> None:
    ada = person("Ada")
    match = ada.set_up(seats=[{"who": "me"}, {"who": "me"}], start=True)["match"]
    assert ada.http.get(f"/pictures/{match}/{number}.svg").status_code == 404


def test_one_address_has_only_so_many_matches_looked_at_at_a_time(
    person: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = person("Ada")
    table = ada.set_up(seats=[{"who": "me"}, {"who": "me"}], options={"first": "0"}, start=True)
    page = ada.open_page(table["id"])
    page.move()
    page.ask("resign", seat=0)
    monkeypatch.setattr(reviews, "MOST_OF_ONE", 0)
    answer = ada.post(f"/api/matches/{table['match']}/analysis", 409)
    assert answer["code"] == "analysis.busy"
    monkeypatch.setattr(reviews, "MOST_OF_ONE", 1)
    assert ada.post(f"/api/matches/{table['match']}/analysis", 201)["total"] == 1


def test_a_crowd_from_one_address_holds_up_only_itself(own_server: OwnServer, guest_of: GuestOf) -> None:
    """The crowd uses up the limits of its address; a player from another address plays on."""
    server = own_server(requests=4, sockets_per_address=5, proxies=["127.0.0.1"])
    server.live.services.messages = RateLimiter(Limit(30, DAY, 30, "address", ""))
    ada, eve = guest_of(server, "Ada"), guest_of(server, "Eve")
    home, crowd = {"x-forwarded-for": "203.0.113.1"}, {"x-forwarded-for": "203.0.113.66"}
    ada.http.headers.update(home)
    table = ada.set_up(seats=[{"who": "me"}, {"who": "me"}], start=True)["id"]

    answers = [httpx.get(f"{server.url}/api/games", headers=crowd) for _ in range(12)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429] * 8
    assert answers[-1].headers["retry-after"] == "15"
    pages = [Page(server.url, table, {**crowd, "cookie": eve.cookies()}, greet=False) for _ in range(8)]
    assert [page.wait_for_close() for page in pages[5:]] == [wire.CloseCode.TOO_MUCH] * 3
    for page in pages[:5]:
        for _ in range(40):
            page.send("ping")
    wait_until(lambda: server.live.services.messages.reserve("203.0.113.66") > 0)

    own = Page(server.url, table, {**home, "cookie": ada.cookies()})
    for _ in range(10):
        own.hello(seat=own.latest["awaiting"][0])
        assert own.move()["type"] == "scene"
    assert ada.get("/api/games")
    assert sum(count_waiting(page) for page in pages[:5]) <= 30
    for page in [*pages, own]:
        page.close()


def count_waiting(page: Page) -> int:
    """Count the answers that a page has and did not read yet."""
    received = 0
    with contextlib.suppress(TimeoutError):
        while page.receive(0.01):
            received += 1
    return received


@pytest.mark.parametrize("body", [b"[" * 500_000, b'{"options":' + b'{"a":' * 100_000])
def test_json_nested_too_deeply_is_refused(person: Come, body: bytes) -> None:
    answer = person("Ada").http.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["detail"]) == (400, "this JSON is nested too deeply")


@pytest.fixture(scope="module")
def record() -> str:
    """The text of a match that is over, without its last line."""
    match = decapod.game("crab-stack").match(2, seed=7)
    bot = bots.bot("random", seed=1)
    while not match.is_over:
        match.play(match.to_act[0], bot.choose(match.player_view(match.to_act[0])))
    return match.dumps().rpartition("\nend ")[0]


@pytest.mark.parametrize(
    ("found", "instead"),
    [
        (r"players  2", "players  ²"),
        (r"players  2", "players  " + "9" * 5000),
        (r"variant  a", "option   seed 5\nvariant  a"),
        (r"variant  a", "option   self 5\nvariant  a"),
        (r"secret   \w+", "secret   " + "f" * 5000),
        (r"@\d+", "@²"),
        (r"@\d+", "@" + "9" * 30),
        (r"\n1\. \d", "\n1. ²"),
        (r"\n1\. \d", "\n1. " + "9" * 5000),
    ],
)
def test_a_record_with_absurd_numbers_is_refused(person: Come, record: str, found: str, instead: str) -> None:
    text = re.sub(found, instead, record, count=1)
    plies = text.count("  @")
    text += f"\nend {plies} {hashlib.sha256(text.encode()).hexdigest()[:16]}\n"
    assert person("Ada").post("/api/matches", 400, record=text)["detail"]


@pytest.mark.parametrize("text", ["a=" + "[" * 60_000, "x=" + "9" * 5000, "a = " + "{b=" * 10_000])
def test_a_box_that_python_cannot_read_is_refused(person: Come, text: str) -> None:
    assert "you sent" in person("Ada").post("/api/tables", 400, game="crab-stack", box=text)["detail"]


@pytest.mark.parametrize(("old", "new"), [("to = [1, 4]", "to = [-1, 4]"), ("to = [1, 4]", "to = [1, -5]")])
def test_a_shortcut_never_leads_off_the_beach(old: str, new: str) -> None:
    game = decapod.game("oh-crab")
    text = (game.folder / "box.toml").read_text(encoding="utf-8")
    with pytest.raises(ParseError, match=r"shortcuts.1.to.[12] is a whole number from 0 to [46], not -"):
        game.parse_box(text.replace(old, new, 1), "you sent")


def test_clicks_with_odd_digits_are_answered(person: Come) -> None:
    ada = person("Ada")
    page = ada.open_page(ada.set_up(seats=[{"who": "me"}, {"who": "me"}], options={"first": "0"}, start=True)["id"])
    assert page.ask("why", seat=0, clicks=["crab-²"])["type"] == "refused"
    assert page.ask("ping")["type"] == "pong"


def test_thinking_after_a_free_undo_is_charged(person: Come, clock: WallClock) -> None:
    ada, _, room = start_two(person, game="crabs", clock={"bank": 60, "increment": 0})
    page = ada.open_page(room)
    assert page.ask("move", seat=0, move="catch", seen=page.latest["n"])["type"] == "scene"
    clock.advance(1200)
    assert page.ask("undo", seat=0)["type"] == "scene"
    assert page.latest["clocks"]["left"][0] <= 58_900


def test_taking_a_plan_back_gives_its_increment_back(person: Come) -> None:
    ada, _, room = start_two(person, game="oh-crab", options={}, clock={"bank": 60, "increment": 30})
    page = ada.open_page(room)
    for _ in range(3):
        while 0 in page.latest["awaiting"]:
            assert page.move()["type"] == "scene"
        assert page.ask("undo", seat=0)["type"] == "scene"
    assert page.latest["clocks"]["left"][0] <= 60_000


def test_who_resigned_moves_no_more(own_server: OwnServer) -> None:
    server = own_server(pace=30.0)
    people = [Person(server.url, name) for name in ("Ada", "Ben", "Cy")]
    room = people[0].set_up(players=3, options={"first": "0"})
    for one in people[1:]:
        one.post(f"/api/tables/{room['id']}/join", invite=room["invite"])
    people[0].post(f"/api/tables/{room['id']}/start")
    page = people[0].open_page(room["id"])
    move = page.latest["scene"]["choices"][0]["move"]
    assert page.ask("resign", seat=0)["type"] == "scene"
    assert page.ask("move", seat=0, move=move, seen=page.latest["n"])["code"] == "seat.bot"
    assert page.ask("undo", seat=0)["code"] == "seat.bot"
    for one in people:
        one.leave()


def database_of(server: RunningServer) -> sqlite3.Connection:
    """Open the file of a server as somebody else would."""
    return sqlite3.connect(Path(server.settings.data) / "decapod.sqlite", isolation_level=None, timeout=PATIENCE)


def test_a_database_that_fails_closes_no_socket(own_server: OwnServer, guest_of: GuestOf) -> None:
    server = own_server()
    ada, _, room = start_two(lambda name: guest_of(server, name))
    page = ada.open_page(room)
    with contextlib.closing(database_of(server)) as database:
        for name in ("chats", "mutes", "entries"):
            database.execute(f"alter table {name} rename to lost_{name}")
        for kind, fields in (("chat", {"text": "hi"}), ("mute", {"person": "x"}), ("resign", {"seat": 0})):
            assert page.ask(kind, **fields)["code"] == "server.storage"
        for name in ("chats", "mutes", "entries"):
            database.execute(f"alter table lost_{name} rename to {name}")
    assert page.move()["type"] == "scene"


def test_a_move_whose_sender_goes_while_it_is_stored_is_shown(own_server: OwnServer, guest_of: GuestOf) -> None:
    server = own_server()
    ada, ben, id_ = start_two(lambda name: guest_of(server, name))
    page, other = ada.open_page(id_), ben.open_page(id_)
    room = server.room(id_)
    with contextlib.closing(database_of(server)) as database:
        database.execute("begin immediate")  # the disk is busy: nothing can be committed
        page.send("move", seat=0, move=page.latest["scene"]["choices"][0]["move"], seen=page.latest["n"])
        wait_until(room.lock.locked)
        page.break_line()
        for _ in range(3):  # presence is sent to the socket that is gone, which ends it
            Page(server.url, id_, {}).close()
        database.execute("rollback")
    assert other.wait_for_scene(lambda m: m["n"] == 1)["ply"] == 1


def given_up(person: Come) -> tuple[Person, Person, str, Page]:
    """Let Ada give up against Ben; she stays at the table."""
    ada, ben, room = start_two(person)
    page = ada.open_page(room)
    assert page.ask("resign", seat=0)["score"] == [0.0, 1.0]
    return ada, ben, room, page


@pytest.mark.slow
def test_taking_back_again_and_again_ends(person: Come) -> None:
    ada, _, room = start_two(person, game="crabs")
    page = ada.open_page(room)
    for _ in range(MOST_UNDOS):
        assert page.move("catch")["type"] == "scene"
        assert page.ask("undo", seat=0)["type"] == "scene"
    assert page.move("catch")["type"] == "scene"
    assert page.ask("undo", seat=0)["code"] == "undo.many"


def test_a_match_that_is_full_is_over(person: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_log, "MOST_ENTRIES", 3)
    ada = person("Ada")
    page = ada.open_page(ada.set_up(seats=[{"who": "me"}, {"who": "bot", "bot": "random"}], start=True)["id"])
    while page.latest["state"] != "over":
        if page.is_awaited():
            page.move()
        else:
            page.wait_for("scene")
    assert page.latest["n"] == 3
    assert page.latest["result"]["code"] == "full"
    assert page.latest["awaiting"] == []
    page.ask("rematch")
    page.wait_for("scene", lambda m: m["number"] == 2)


def test_somebody_for_whom_a_bot_plays_is_still_asked_before_their_moves_are_taken_back(
    own_server: OwnServer, guest_of: GuestOf
) -> None:
    server = own_server(away=0.0, pace=30)
    ada, ben, room = start_two(lambda name: guest_of(server, name))
    page, other = ada.open_page(room), ben.open_page(room)
    page.move()
    other.wait_for("scene", lambda m: m["n"] == 1)
    other.move()
    other.close()
    page.wait_for("scene", lambda m: m["n"] == 2)
    wait_until(lambda: ada.http.post(f"/api/tables/{room}/replace", json={"seat": 1, "bot": "random"}).is_success)
    answer = page.ask("undo", seat=0)
    assert (answer["ply"], answer["undo"]["seat"]) == (2, 0)
    ada.leave()
    ben.leave()


def test_what_is_over_stays_over(person: Come) -> None:
    ada = person("Ada")
    room = ada.set_up(seats=[{"who": "me"}, {"who": "me"}], start=True)["id"]
    page, other = ada.open_page(room, seat=0), ada.open_page(room, seat=1)
    play_out([page, other], random.Random(1))
    assert page.ask("undo", seat=0)["code"] == "game.over"
    assert ada.http.get(f"/api/matches/{page.latest['match']}/record").status_code == 200


def test_when_one_goes_home_a_rematch_is_played_with_a_bot(person: Come) -> None:
    _, ben, room, page = given_up(person)
    assert page.ask("rematch")["rematch"] == [0]
    ben.post(f"/api/tables/{room}/leave")
    page.wait_for("scene", lambda m: m["number"] == 2)
    assert page.latest["seats"][1]["bot"] == "level3"
    assert page.latest["state"] == "playing"


def test_the_seat_of_one_who_went_home_can_be_taken_for_a_rematch(person: Come) -> None:
    ada, ben, room, page = given_up(person)
    ben.post(f"/api/tables/{room}/leave")
    eve = person("Eve")
    eve.post(f"/api/tables/{room}/join", 403)
    eve.post(f"/api/tables/{room}/join", invite=ada.get(f"/api/tables/{room}")["invite"])
    page.ask("rematch")
    eve.open_page(room).send("rematch")
    page.wait_for("scene", lambda m: m["number"] == 2)
    assert [seat["name"] for seat in page.latest["seats"]] == ["Ada", "Eve"]


def test_boxes_of_no_table_are_thrown_away(own_server: OwnServer) -> None:
    server = own_server()
    ada = Person(server.url, "Ada")
    game = decapod.game("crab-stack")
    box = (game.folder / "box.toml").read_text(encoding="utf-8")
    room = ada.set_up(box=box.replace("steps = 1", "steps = 2"))["id"]

    def count_boxes() -> int:
        return server.run(server.live.store.read(select(func.count()).select_from(schema.boxes)))[0][0]

    before = count_boxes()
    ada.post(f"/api/tables/{room}/leave")
    server.run(server.live.sweeper.clean())
    assert (before, count_boxes()) == (1, 0)
    ada.leave()


def test_matches_nobody_goes_on_with_are_thrown_away_and_finished_ones_kept(
    own_server: OwnServer, clock: WallClock
) -> None:
    server = own_server(keep_idle=0.0)
    ada = Person(server.url, "Ada")
    bob = [{"who": "me"}, {"who": "me"}]
    left, played, watched = (ada.set_up(seats=bob, start=True)["id"] for _ in range(3))
    page = ada.open_page(played)
    page.send("resign", seat=0)
    page.wait_for("scene", lambda m: m["state"] == "over")
    page.ask("rematch")
    page.wait_for("scene", lambda m: m["number"] == 2)
    page.close()
    ada.open_page(watched)
    for room in (left, played):
        server.live.rooms.in_memory.pop(room)
    clock.advance(50)  # all that has happened is older than nothing
    server.run(server.live.sweeper.clean())
    ada.get(f"/api/tables/{left}", 404)
    kept = ada.get(f"/api/tables/{played}")
    assert (kept["state"], kept["number"]) == ("over", 1)
    assert ada.get(f"/api/tables/{watched}")["state"] == "playing"
    ada.leave()


def test_many_tables_at_once_are_counted_one_by_one(own_server: OwnServer) -> None:
    server = own_server(rooms_per_person=3)
    ada = Person(server.url, "Ada")
    with ThreadPoolExecutor(8) as crowd:
        codes = list(
            crowd.map(lambda _: ada.http.post("/api/tables", json={"game": "crab-stack"}).status_code, range(12))
        )
    assert sorted(codes) == [201] * 3 + [409] * 9
    ada.leave()


@pytest.mark.slow
def test_imports_are_counted(own_server: OwnServer, record: str) -> None:
    server = own_server(rooms_per_person=2)
    ada = Person(server.url, "Ada")
    count = len(re.findall(r"(?m)^\d+\. ", record))
    whole = f"{record}\nend {count} {hashlib.sha256(record.encode()).hexdigest()[:16]}\n"
    codes = [ada.http.post("/api/matches", json={"record": whole}).status_code for _ in range(3)]
    assert codes == [201, 201, 409]
    ada.leave()


def test_an_origin_that_is_no_address_is_turned_away_with_a_reason(person: Come) -> None:
    ada = person("Ada")
    room = ada.set_up()["id"]
    assert Page(ada.url, room, {"origin": "http://["}, greet=False).wait_for_close() == 4403


def test_pictures_keep_their_own_strict_policy(server: RunningServer) -> None:
    policy = httpx.get(f"{server.url}/rules/crabs/opening-desktop.svg").headers["content-security-policy"]
    assert "script-src" not in policy
    assert "sandbox" in policy


def test_no_answer_tells_where_the_files_lie(server: RunningServer) -> None:
    page = httpx.get(server.url).text
    stamp = re.findall(r"/static/(\w+)/", page)[0]
    for path in (f"/static/{stamp}/js", f"/static/{stamp}/", f"/static/{stamp}/none.js", f"/static/{stamp}/../../x"):
        answer = httpx.get(server.url + path)
        assert answer.status_code == 404
        assert "decapod/web" not in answer.text


def test_a_body_that_is_missing_is_named(person: Come) -> None:
    answer = person("Ada").http.post("/api/tables")
    assert (answer.status_code, answer.json()["detail"]) == (400, "data is missing")
