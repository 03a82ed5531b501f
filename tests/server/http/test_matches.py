"""Matches over HTTP: list, import, record, proof, positions, narration."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import decapod
from decapod.core.record import read_record
from decapod.server import wire
from decapod.server.http.matches import rows_of_match
from decapod.server.sandbox import Job, read
from tests.server.running import Page, Person, RunningServer, play_out, start_two

Come = Callable[..., Person]


@pytest.fixture
def two(person: Come) -> tuple[Person, Person, Page, Page]:
    """Ada and Ben at a table; Ada begins."""
    ada, ben, room = start_two(person)
    return ada, ben, ada.open_page(room), ben.open_page(room)


def play_and_resign(person: Person, **wishes: Any) -> dict[str, Any]:
    """Let somebody who holds both seats move once and give up; return the table."""
    room = person.set_up(seats=[{"who": "me"}, {"who": "me"}], start=True, options={"first": "0"}, **wishes)
    page = person.open_page(room["id"])
    page.move()
    page.ask("resign", seat=0)
    return room


@pytest.mark.slow
def test_two_people_finish_a_match_and_the_dice_are_proved(two: Any) -> None:
    ada, _, one, other = two
    seal = one.latest["seal"]
    assert one.latest["secret"] == ""
    last = play_out([one, other], random.Random(1))
    assert last["result"]["winners"] == other.latest["result"]["winners"]
    assert hashlib.sha256(last["secret"].encode()).hexdigest() == seal
    proof = ada.get(f"/api/matches/{last['match']}/verify")
    assert (proof["ok"], proof["secret"]) == (True, last["secret"])
    assert f"all {last['ply']} moves are legal" in proof["words"][0]
    record = ada.get(f"/api/matches/{last['match']}/record")
    assert len(decapod.loads(record).moves) == last["ply"]
    listed = ada.get("/api/matches")[0]
    assert (listed["id"], listed["table"], listed["you"]) == (last["match"], one.room, [0])
    assert listed["ended"] >= listed["began"]


def test_a_match_says_what_it_was_for_each_seat_also_where_that_was_not_stored(
    person: Come, server: RunningServer
) -> None:
    """Bug: a game for one below its target counted as won: its player is first of one."""
    match = decapod.game("yadokarick").match(1, variant="solo", seed=4)
    while not match.is_over:
        match.play(0, match.legal_actions(0)[0])
    ada = person("Ada")
    imported = ada.post("/api/matches", record=match.dumps())
    [listed] = ada.get("/api/matches")
    for info in (imported, listed, ada.get(f"/api/matches/{imported['id']}")):
        assert (info["result"]["winners"], info["result"]["player_results"]) == ([0], ["loss"])
    assert ada.get(f"/api/tables/{imported['table']}")["score"] == [0]


@pytest.mark.slow
def test_a_match_is_imported_only_whole_and_legal(person: Come) -> None:
    ada = person("Ada")
    match = decapod.game("crab-stack").match(2, seed=3)
    assert ada.post("/api/matches", 409, record=match.dumps())["code"] == "match.live"
    while not match.is_over:
        match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0])
    record = match.dumps()
    imported = ada.post("/api/matches", record=record)
    assert ada.get(f"/api/matches/{imported['id']}/record") == record
    assert ada.get("/api/matches")[0]["plies"] == len(match.moves)
    assert "check sum" in ada.post("/api/matches", 400, record=record.replace("1. ", "1.  ", 1))["detail"]
    assert "begin with" in ada.post("/api/matches", 400, record="hello")["detail"]


@pytest.mark.slow
def test_a_record_that_the_rules_no_longer_fit_is_not_imported_and_one_line_says_why(person: Come) -> None:
    old = Path(__file__).parents[2] / "golden" / "0.1.0" / "outdated" / "crab-stack.txt"
    refused = person("Ada").post("/api/matches", 400, record=old.read_text(encoding="utf-8"))
    assert refused["code"] == "rules.outdated"
    assert "version 1 of the rules of Crab Stack" in refused["detail"]


def test_a_match_played_elsewhere_is_written_down_move_by_move() -> None:
    match = decapod.game("crab-stack").match(2, seed=3)
    while not match.is_over:
        match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0], elapsed_ms=len(match.moves))
    read_match = read(Job(kind="record", text=match.dumps(), most_moves=1000)).match
    assert read_match is not None
    room, row, entries = rows_of_match(read_match, "ada", 5)
    assert (room.state, room.host, row.room, row.plies) == ("over", "ada", room.id, len(match.moves))
    assert [(entry.n, entry.move, entry.at) for entry in entries] == [
        (n, made.action, made.elapsed_ms) for n, made in enumerate(match.moves, 1)
    ]
    assert row.result is not None
    assert tuple(row.result["places"]) == match.places


def test_a_match_of_too_many_moves_is_refused_with_the_limit(
    own_server: Callable[..., RunningServer], guest_of: Callable[..., Person]
) -> None:
    """One of 46,254 moves made everybody wait for four seconds."""
    ada = guest_of(own_server(imported_moves=4), "Ada")
    match = decapod.game("crab-stack").match(2, seed=3)
    for _ in range(5):
        match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0])
    refused = ada.post("/api/matches", 400, record=match.dumps())
    assert refused["code"] == "match.long"
    assert refused["detail"] == "this match has 5 moves; this server takes matches of at most 4"


@pytest.mark.slow
def test_a_match_is_dealt_again_for_its_proof_only_once(
    own_server: Callable[..., RunningServer], guest_of: Callable[..., Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = own_server()
    ada = guest_of(server, "Ada")
    room = play_and_resign(ada)
    first = ada.get(f"/api/matches/{room['match']}/verify")
    monkeypatch.setattr(server.live.services.readers, "read_record", None)
    assert ada.get(f"/api/matches/{room['match']}/verify") == first
    assert first["ok"]


@pytest.mark.slow
def test_a_match_with_a_box_of_its_own_is_proved(person: Come) -> None:
    text = (decapod.game("crab-stack").folder / "box.toml").read_text(encoding="utf-8")
    ada = person("Ada")
    box = text.replace("steps = 1", "steps = 2")
    room = play_and_resign(ada, box=box)
    proof = ada.get(f"/api/matches/{room['match']}/verify")
    assert (proof["ok"], "all 1 moves are legal" in proof["words"][0]) == (True, True)
    again = decapod.loads(ada.get(f"/api/matches/{room['match']}/record"))  # which needs nothing else
    assert (again.box.hash, len(again.moves)) == (room["box"], 1)


@pytest.mark.slow
def test_a_match_with_a_box_of_its_own_is_imported_with_it(person: Come, server: RunningServer) -> None:
    """It was refused: the box had to be given, and could not be."""
    game = decapod.game("crab-stack")
    box = game.parse_box(game.box.text.replace("steps = 2", "steps = 3") + "# mine\n", "here")
    match = game.match(2, seed=3, box=box)
    while not match.is_over:
        match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0])
    ada = person("Ada")
    imported = ada.post("/api/matches", record=match.dumps())
    assert ada.get(f"/api/tables/{imported['table']}")["box"] == box.hash
    assert ada.get(f"/api/matches/{imported['id']}/verify")["ok"]
    assert ada.get(f"/api/matches/{imported['id']}/scenes/1")["ply"] == 1
    again = decapod.loads(ada.get(f"/api/matches/{imported['id']}/record"))
    assert (again, again.box.text) == (match, box.text.rstrip("\n"))
    longest = game.parse_box(box.text + "#" * wire.MOST_BOX, "here")
    refused = replace(match.record(), box_text=longest.text).write()
    assert "too long" in ada.post("/api/matches", 400, record=refused)["detail"]


def test_earlier_positions_are_seen_from_ones_own_seat_until_the_end(two: Any) -> None:
    ada, ben, one, other = two
    one.move()
    match = one.latest["match"]
    path = f"/api/matches/{match}/scenes/0"
    assert ada.get(path, seat=0)["scene"]["viewer"] == 0
    assert ada.get(path, seat=0)["scene"]["choices"] == []  # what could be done then cannot be done now
    assert ada.get(path)["viewer"] == -1
    assert ada.get(path, 403, seat=1)
    assert "0 to 1" in ada.get(path, 400, seat=2)["detail"]
    assert ada.get(f"/api/matches/{match}/scenes/9", 400)
    assert ada.get(f"/api/matches/{match}/record", 409)["code"] == "match.live"
    assert ada.get(f"/api/matches/{match}", 409)["code"] == "match.live"
    other.ask("resign", seat=1)
    assert ada.get(path, seat=1)["scene"]["viewer"] == 1
    assert ben.get(f"/api/matches/{match}")["you"] == [1]


def test_the_sketch_is_sent_to_those_who_ask_for_it(two: Any) -> None:
    ada, _, one, _ = two
    path = f"/api/matches/{one.latest['match']}/scenes/0"
    assert ada.get(path)["scene"]["sketch"] == []
    assert ada.get(path, sketch=True)["scene"]["sketch"]


def test_a_match_is_told_in_the_language_and_with_the_names_of_its_players(two: Any) -> None:
    ada, _, one, other = two
    one.move()
    other.ask("resign", seat=1)
    match = one.latest["match"]
    stories = {language: ada.get(f"/api/matches/{match}/story", language=language) for language in ("en", "fr-CH")}
    assert stories["en"] != stories["fr-CH"]
    assert all("Ada" in " ".join(story[0]["lines"]) for story in stories.values())
    assert ada.get(f"/api/matches/{match}", language="fr")["result"]["words"] == "Ben a abandonné. Ada gagne."
    assert ada.get(f"/api/matches/{match}/story", 400, seat=7)


@pytest.mark.parametrize("path", ["/api/tables/nowhere", "/api/matches/nowhere", "/api/matches/nowhere/record"])
def test_what_is_not_there_is_not_found(person: Come, path: str) -> None:
    assert "there is no such" in person().get(path, 404)["detail"]


def test_a_finished_match_of_other_rules_is_shown_as_a_record(
    own_server: Callable[..., RunningServer], guest_of: Callable[..., Person]
) -> None:
    server = own_server()
    ada = guest_of(server, "Ada")
    room = play_and_resign(ada)
    match = room["match"]
    server.run(server.live.store.write(lambda c: c.exec_driver_sql("update matches set rules = 0")))
    server.run(server.live.rooms.close(server.room(room["id"])))
    server.live.archive._finished.clear()
    assert ada.get(f"/api/tables/{room['id']}")["trouble"] == "rules.outdated"
    assert ada.get("/api/matches")[0]["id"] == match
    assert ada.get(f"/api/matches/{match}")["result"]["code"] == "resigned"
    record = read_record(ada.get(f"/api/matches/{match}/record"))
    assert (record.version, len(record.moves), record.moves[0][1][0]) == (0, 1, "#")
    assert ada.get(f"/api/matches/{match}/story", 409)["code"] == "rules.outdated"
    live = ada.set_up(seats=[{"who": "me"}, {"who": "me"}], start=True)
    server.run(server.live.store.write(lambda c: c.exec_driver_sql("update matches set rules = 0")))
    server.run(server.live.rooms.close(server.room(live["id"])))
    for path in (f"/replay/{live['match']}", f"/table/{live['id']}"):  # its dice stay secret
        assert "other rules" in ada.get(path)
        assert "/record" not in ada.get(path)
    assert ada.get(f"/api/matches/{live['match']}/record", 409)["code"] == "match.live"
    for path in (f"/replay/{match}", f"/table/{room['id']}"):
        assert f"/api/matches/{match}/record" in ada.get(path)
        assert "other rules" in ada.get(path)


def test_a_claim_of_thousands_of_digits_is_a_move_that_cannot_be_read(person: Come) -> None:
    record = decapod.game("crabs").match(2, seed=3).record()
    record.moves.append((0, "claim " + "9" * 5000, 0))
    refused = person("Ada").post("/api/matches", 400, record=record.write())
    assert refused["code"] in ("unreadable", "read.move")
