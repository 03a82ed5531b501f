"""Salts: opened at the start, by those who are there; nobody holds it up, and a stacked deck is found out."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import decapod
from decapod.core.fairness import SeedCommitment, seed_hash_of
from decapod.core.match import Match
from decapod.server.live import salts
from decapod.server.live.channel import Channel
from decapod.server.live.inbox import MessageHandler
from decapod.server.live.salts import SeedReveal, open_salts
from decapod.server.store.rooms import SeatHolder
from tests.server.live.in_memory import add_client, add_room, open_server, run
from tests.server.running import Page, Person, RunningServer, wait_until
from tests.test_cli import run as run_decapod

Come = Callable[..., Person]


class Browser:
    """Somebody whose page does as ours: it draws a salt, keeps the seals, and opens its salt when it is asked."""

    def __init__(self, person: Person) -> None:
        """Draw a salt."""
        self.person = person
        self.salt = secrets.token_hex(16)
        self.seal = seed_hash_of(self.salt)

    def sit(self, room: dict[str, Any]) -> None:
        """Take a seat at a table."""
        self.person.post(f"/api/tables/{room['id']}/join", invite=room["invite"], seal=self.seal)

    def watch(self, room: dict[str, Any]) -> Page:
        """Open the page of the table."""
        self.page = self.person.open_page(room["id"])
        return self.page

    def open(self, salt: str = "") -> dict[str, Any]:
        """Wait until it is asked for its salt, and answer; return the question."""
        question = self.page.wait_for("open")
        assert self.seal in question["seals"]
        self.answer = self.page.ask("salt", number=question["number"], salt=salt or self.salt)
        return question


@pytest.fixture
def two(person: Come) -> tuple[Browser, Browser, dict[str, Any]]:
    """Ada and Ben at a table that has not started, both with salts and pages."""
    ada, ben = Browser(person("Ada")), Browser(person("Ben"))
    room = ada.person.set_up(players=2, options={"first": "0"}, seal=ada.seal)
    ben.sit(room)
    ada.watch(room)
    ben.watch(room)
    return ada, ben, room


@pytest.fixture
def meanwhile() -> Iterator[Callable[..., Any]]:
    """Do something while the test goes on; ask the answer for its result."""
    with ThreadPoolExecutor() as threads:
        yield threads.submit


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server wait for salts as long as a busy machine may take."""
    monkeypatch.setattr(salts, "OPEN_WITHIN", 60.0)


@pytest.fixture
def impatient(patient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server wait for salts only a moment."""
    monkeypatch.setattr(salts, "OPEN_WITHIN", 0.05)


def start(starter: Browser, room: dict[str, Any], **body: Any) -> None:
    """Start the match of a table."""
    starter.person.post(f"/api/tables/{room['id']}/start", **body)


def finish(one: Page, other: Page) -> dict[str, Any]:
    """Let a match end; return the last scene."""
    other.wait_for_scene(lambda m: m["state"] == "playing")
    other.ask("resign", seat=1)
    return one.wait_for_scene(lambda m: m["state"] == "over")


def record_of(person: Person, match: str) -> Match:
    """Fetch the record of a match and check all of it."""
    return decapod.loads(person.get(f"/api/matches/{match}/record"))


def test_the_seal_is_shown_to_everybody_from_the_moment_the_table_is_set_up(person: Come) -> None:
    ada, eve = person("Ada"), person("Eve")
    room = ada.set_up(players=2, seats=[{"who": "me"}, {"who": "me"}])
    watched = eve.open_page(room["id"])
    assert len(room["seal"]) == 64
    assert {room["seal"], eve.get(f"/api/tables/{room['id']}")["seal"], watched.latest["seal"]} == {room["seal"]}
    ada.post(f"/api/tables/{room['id']}/start")
    page = ada.open_page(room["id"])
    last = page.ask("resign", seat=0)
    assert (last["seal"], seed_hash_of(last["secret"])) == (room["seal"], room["seal"])


def test_salts_are_opened_at_the_start_and_deal_the_match(
    two: tuple[Browser, Browser, dict[str, Any]], meanwhile: Callable[..., Any], tmp_path: Path
) -> None:
    ada, ben, room = two
    starting = meanwhile(start, ada, room)
    for browser in (ada, ben):
        question = browser.open()
        assert (question["number"], question["seal"], question["seals"]) == (1, room["seal"], [ada.seal, ben.seal])
        assert browser.answer["type"] == "pong"
    starting.result()
    begun = ada.page.wait_for_scene(lambda m: m["state"] == "playing")
    deal = {"table": room["id"], "number": 1, "seal": room["seal"]}
    assert begun["deal"] == {**deal, "seals": [ada.seal, ben.seal], "salts": [ada.salt, ben.salt]}
    assert begun["secret"] == ""
    last = finish(ada.page, ben.page)
    assert last["deal"] == begun["deal"]
    match = record_of(ada.person, last["match"])
    assert match.commitment == SeedCommitment(
        int(last["secret"], 16), room["seal"], room["id"], 1, (ada.seal, ben.seal), (ada.salt, ben.salt)
    )
    proof = ben.person.get(f"/api/matches/{last['match']}/verify", language="fr")
    assert (proof["ok"], proof["deal"], proof["secret"]) == (True, begun["deal"], last["secret"])
    assert any("de la part de Ada, Ben" in words for words in proof["words"])
    (tmp_path / "match").write_text(match.dumps(), encoding="utf-8")
    assert run_decapod("verify", str(tmp_path / "match"), "--seal", room["seal"]).returncode == 0


def test_who_starts_may_send_their_salt_along(person: Come) -> None:
    """So a page that sets a table up for itself and bots needs no socket before the start."""
    ada = Browser(person("Ada"))
    room = ada.person.set_up(seats=[{"who": "me"}, {"who": "bot", "bot": "random"}, {"who": "me"}], seal=ada.seal)
    assert [seat["seal"] for seat in room["seats"]] == [ada.seal, "", ada.seal]
    start(ada, room, salt=ada.salt)
    assert ada.watch(room).latest["deal"]["salts"] == [ada.salt, "", ada.salt]


def test_a_page_that_is_away_at_the_start_is_not_waited_for_and_counts_as_none(
    two: tuple[Browser, Browser, dict[str, Any]], server: RunningServer, meanwhile: Callable[..., Any]
) -> None:
    ada, ben, room = two
    ben.page.close()
    bens_handle = server.room(room["id"]).seats[1].person
    wait_until(lambda: not server.room(room["id"]).presence.is_here(str(bens_handle)))
    starting = meanwhile(start, ada, room)
    ada.open()
    starting.result()
    begun = ada.page.wait_for_scene(lambda m: m["state"] == "playing")
    assert begun["deal"]["seals"] == [ada.seal, ben.seal]
    assert begun["deal"]["salts"] == [ada.salt, ""]
    ada.page.ask("resign", seat=0)
    words = "\n".join(ada.person.get(f"/api/matches/{begun['match']}/verify")["words"])
    assert "Sealed, but not opened at the start: the salt of Ben." in words
    assert server.room(room["id"]).opening is None


@pytest.mark.usefixtures("impatient")
def test_a_page_that_does_not_answer_holds_nobody_up(two: tuple[Browser, Browser, dict[str, Any]]) -> None:
    ada, ben, room = two
    start(ada, room)
    begun = ben.page.wait_for_scene(lambda m: m["state"] == "playing")
    assert (begun["deal"]["seals"], begun["deal"]["salts"]) == ([ada.seal, ben.seal], ["", ""])


def test_a_salt_that_does_not_fit_its_seal_is_refused_and_counts_as_none(
    two: tuple[Browser, Browser, dict[str, Any]], meanwhile: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, room = two
    monkeypatch.setattr(salts, "OPEN_WITHIN", 1.0)
    starting = meanwhile(start, ada, room, salt=ada.salt)
    ben.open("f" * 32)
    assert (ben.answer["type"], ben.answer["code"]) == ("refused", "salt.wrong")
    starting.result()
    assert ada.page.wait_for_scene(lambda m: m["state"] == "playing")["deal"]["salts"] == [ada.salt, ""]
    assert ada.page.ask("salt", number=1, salt=ben.salt)["code"] == "salt.wrong"  # nor after the start
    assert ada.page.ask("salt", number=1, salt="x")["code"] == "message.wrong"


def test_a_rematch_has_a_secret_sealed_before_it_and_salts_of_its_own(
    two: tuple[Browser, Browser, dict[str, Any]], meanwhile: Callable[..., Any]
) -> None:
    """The salt of who agrees last counts too: their socket is read while the match is about to start."""
    ada, ben, room = two
    starting = meanwhile(start, ada, room, salt=ada.salt)
    ben.open()
    starting.result()
    begun = ada.page.wait_for_scene(lambda m: m["state"] == "playing")
    next_seal = begun["next_seal"]
    assert next_seal not in ("", room["seal"])
    last = finish(ada.page, ben.page)
    assert last["next_seal"] == next_seal
    assert [seat["seal"] for seat in last["seats"]] == ["", ""]
    again = [Browser(ada.person), Browser(ben.person)]
    again[0].page, again[1].page = ada.page, ben.page
    ada.page.ask("rematch", seal=again[0].seal)
    ben.page.wait_for_scene(lambda m: m["rematch"] == [0])
    ben.page.send("rematch", seal=again[1].seal)
    for browser in again:
        question = browser.open()
        assert (question["number"], question["seal"]) == (2, next_seal)
    second = ada.page.wait_for_scene(lambda m: m["number"] == 2)
    assert second["deal"]["salts"] == [browser.salt for browser in again]
    assert second["deal"]["seal"] == next_seal
    assert second["next_seal"] not in ("", next_seal)


def test_who_leaves_takes_their_seal_along(two: tuple[Browser, Browser, dict[str, Any]]) -> None:
    ada, ben, room = two
    left = ben.person.post(f"/api/tables/{room['id']}/leave")
    assert [seat["seal"] for seat in left["seats"]] == [ada.seal, ""]


def test_a_chosen_seed_deals_alone_and_nobody_is_asked(person: Come) -> None:
    ada = Browser(person("Ada"))
    room = ada.person.set_up(seats=[{"who": "me"}, {"who": "me"}], seed=7, seal=ada.seal)
    page = ada.watch(room)
    start(ada, room)
    begun = page.wait_for_scene(lambda m: m["state"] == "playing")
    assert (begun["deal"], begun["seal"]) == (None, SeedCommitment(7).seed_hash)
    page.ask("resign", seat=0)
    assert page.messages("open") == []
    words = "\n".join(ada.person.get(f"/api/matches/{begun['match']}/verify")["words"])
    assert "does not prove that nobody chose the deal" in words


def test_a_table_that_everybody_leaves_while_it_is_about_to_start_does_not_start(
    two: tuple[Browser, Browser, dict[str, Any]], meanwhile: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, room = two
    monkeypatch.setattr(salts, "OPEN_WITHIN", 5.0)
    starting = meanwhile(ada.person.http.post, f"/api/tables/{room['id']}/start", json={})
    ada.page.wait_for("open")
    for browser in (ada, ben):
        browser.person.post(f"/api/tables/{room['id']}/leave")
    assert starting.result().status_code == 404
    assert ada.person.get(f"/api/tables/{room['id']}", 404)


# --- a stacked deck ----------------------------------------------------------------------------------------


def played(two: tuple[Browser, Browser, dict[str, Any]], meanwhile: Callable[..., Any]) -> dict[str, Any]:
    """Play a match with salts; return its last scene."""
    ada, ben, room = two
    starting = meanwhile(start, ada, room, salt=ada.salt)
    ben.open()
    starting.result()
    return finish(ada.page, ben.page)


@pytest.mark.usefixtures("impatient")
def test_a_secret_exchanged_when_the_salts_are_known_has_another_seal(
    two: tuple[Browser, Browser, dict[str, Any]], server: RunningServer, tmp_path: Path
) -> None:
    """A server that draws secrets until it likes the deal cannot have the seal it published."""
    ada, ben, room = two
    stacked = secrets.token_hex(16)
    server.room(room["id"]).row.secret = stacked
    start(ada, room, salt=ada.salt)
    last = finish(ada.page, ben.page)
    assert (last["secret"], last["seal"] == room["seal"]) == (stacked, False)
    file = tmp_path / "match"
    file.write_text(ada.person.get(f"/api/matches/{last['match']}/record"), encoding="utf-8")
    found_out = run_decapod("verify", str(file), "--seal", room["seal"])
    assert found_out.returncode == 2
    assert "the secret was exchanged" in found_out.stderr


@pytest.mark.parametrize("column", ["secret", "deal"])
def test_a_stored_match_of_which_a_part_was_altered_is_not_played_again(
    two: tuple[Browser, Browser, dict[str, Any]], server: RunningServer, meanwhile: Callable[..., Any], column: str
) -> None:
    ada, _, room = two
    match = played(two, meanwhile)["match"]
    with sqlite3.connect(Path(server.settings.data) / "decapod.sqlite") as file:
        change = {"secret": "'" + "a" * 32 + "'", "deal": f"replace(deal, '{ada.salt}', '{'b' * 32}')"}[column]
        file.execute(f"update matches set {column} = {change} where id = ?", [match])  # noqa: S608
    file.close()
    server.live.rooms.in_memory.pop(room["id"])
    assert ada.person.get(f"/api/matches/{match}/verify", 409)["code"] == "match.damaged"
    assert "not fit" in ada.person.get(f"/api/matches/{match}/record", 400)["detail"]


@pytest.mark.slow
def test_an_imported_record_keeps_its_deal_and_proves_the_same(
    two: tuple[Browser, Browser, dict[str, Any]], person: Come
) -> None:
    _, _, room = two
    salt = "5" * 32
    deal = SeedCommitment(
        7, table="elsewhere", number=3, client_seed_hashes=(seed_hash_of(salt), ""), client_seeds=(salt, "")
    )
    match = decapod.game("crab-stack").match(2, seed=deal)
    while not match.is_over:
        match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0], elapsed_ms=0)
    eve = person("Eve")
    imported = eve.post("/api/matches", record=match.dumps())
    assert imported["table"] != room["id"]
    assert eve.get(f"/api/matches/{imported['id']}/record") == match.dumps()
    proof = eve.get(f"/api/matches/{imported['id']}/verify")
    assert (proof["ok"], proof["deal"]) == (True, deal.parts())


# --- one part at a time ------------------------------------------------------------------------------------


def test_an_opening_takes_salts_for_the_seals_it_began_with_only() -> None:
    async def work() -> None:
        salt = "1" * 32
        opening = SeedReveal(1, [seed_hash_of(salt), "", seed_hash_of(salt), seed_hash_of("2" * 32)])
        opening.take([1, 3], salt)
        assert opening.salts == [""] * 4
        opening.take([0, 1, 2], "")
        opening.take([0, 1, 2], salt)
        assert opening.salts == [salt, "", salt, ""]
        await opening.wait_for([0, 2])

    run(work)


def test_salts_are_opened_on_other_processes_too(tmp_path: Path) -> None:
    salt = "2" * 32

    async def work() -> None:
        async with open_server(tmp_path) as one, open_server(tmp_path) as other:

            def publish(line: str) -> None:
                for server in (one, other):
                    server.run_in_background(server.receive(line))

            one.services.channel, other.services.channel = Channel(publish), Channel(publish)
            ada, ben = SeatHolder("ada", None, "Ada"), SeatHolder("ben", None, "Ben", seed_hash_of(salt))
            room = await add_room(one, ada, ben, start=False)
            elsewhere = await other.rooms.find(room.id)
            assert elsewhere is not None
            client, socket = add_client(elsewhere, "ben", "Ben")
            other.run_in_background(client.send_forever())
            other.run_in_background(MessageHandler(client, other.chats, other.begin_rematch).read_forever())
            room.presence.note_report(other.services.channel.process, [("ben", "Ben")], 0)
            starting = asyncio.create_task(open_salts(room, 1))
            question = await socket.wait_for(lambda m: m["type"] == "open")
            socket.push("salt", number=question["number"], salt=salt)
            assert (await starting).client_seeds == ("", salt)

    run(work)
