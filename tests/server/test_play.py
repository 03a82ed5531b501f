"""Playing over the WebSocket: moves, taking back, asking why, chat, resigning, another match, bots, watching."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from typing import Any

import pytest

import decapod
from tests.server.running import Page, Person, RunningServer, play_out, wait_until

Come = Callable[..., Person]


@pytest.fixture
def two(person: Come) -> tuple[Person, Person, Page, Page]:
    """Ada and Ben at a table; Ada begins."""
    ada, ben = person("Ada"), person("Ben")
    table = ada.set_up(players=2, options={"first": "0"})
    ben.post(f"/api/tables/{table['id']}/join", invite=table["invite"])
    ada.post(f"/api/tables/{table['id']}/start")
    return ada, ben, ada.open_page(table["id"]), ben.open_page(table["id"])


def test_two_people_finish_a_match_and_the_dice_are_proved(two: Any) -> None:
    ada, _, one, other = two
    seal = one.latest["seal"]
    assert one.latest["secret"] == ""
    last = play_out([one, other], random.Random(1))
    assert last["result"]["winners"] == other.latest["result"]["winners"]
    assert hashlib.sha256(last["secret"].encode()).hexdigest() == seal
    assert ada.get(f"/api/matches/{last['match']}/verify")["ok"] is True
    record = ada.get(f"/api/matches/{last['match']}/record")
    assert len(decapod.loads(record).played) == last["ply"]
    assert ada.get("/api/matches")[0]["id"] == last["match"]


def test_a_scene_is_what_the_match_shows_that_viewer(two: Any, server: RunningServer) -> None:
    _, _, one, other = two
    one.move()
    other.wait_for("scene", lambda m: m["n"] == 1)
    match = server.live.rooms.in_memory[one.table].log.match
    for seat, viewer in ((one, 0), (other, 1)):
        seat.hello(sketch=True)
        assert seat.latest["scene"] == decode(match.scene(viewer).data())
    other.hello(layout="tall", language="fr-CH")
    match.language = "fr"
    expected = decode(match.scene(1, "tall").data())
    assert other.latest["scene"] == {**expected, "sketch": []}


def decode(data: Any) -> Any:
    """Pass through JSON, as the wire does."""
    import msgspec

    return msgspec.json.decode(msgspec.json.encode(data))


def test_patches_add_up_to_the_whole_scene(two: Any) -> None:
    ada, ben, one, _ = two
    dice = random.Random(3)
    seats = [ada.open_page(one.table, patches=True), ben.open_page(one.table, patches=True)]
    for _ in range(6):
        mover = next(seat for seat in seats if seat.is_awaited())
        mover.move(dice.choice(mover.latest["scene"]["choices"])["move"])
        assert mover.latest["base"] is not None
        for seat in seats:
            while seat.latest["n"] < mover.latest["n"]:
                seat.wait_for("scene")
    whole = ada.open_page(one.table).latest["scene"]
    built = seats[0].latest["scene"]
    assert {p["id"]: p for p in built["pieces"]} == {p["id"]: p for p in whole["pieces"]}
    assert {k: v for k, v in built.items() if k != "pieces"} == {k: v for k, v in whole.items() if k != "pieces"}


def test_a_refused_move_says_why_and_changes_nothing(two: Any) -> None:
    _, _, one, other = two
    before = one.latest["n"]
    refused = one.move("a1-a2")
    assert refused["type"] == "refused"
    assert refused["words"]
    refused = other.ask("move", seat=1, seen=0, move=other.latest["scene"]["pieces"][0]["order"])
    assert (refused["code"], refused["rule"]) == ("turn.not_yours", "CS-3")
    assert one.hello()["n"] == before


def test_a_doubled_move_is_answered_and_not_applied(two: Any) -> None:
    _, _, one, _ = two
    scene = one.latest
    move = scene["scene"]["choices"][0]["move"]
    assert one.move(move)["type"] == "scene"
    again = one.ask("move", seat=0, seen=scene["n"], match=scene["match"], move=move)
    assert (again["type"], again["code"]) == ("refused", "move.doubled")
    other = scene["scene"]["choices"][1]["move"]
    late = one.ask("move", seat=0, seen=scene["n"], match=scene["match"], move=other)
    assert late["code"] == "move.stale"
    assert one.hello()["ply"] == 1


def test_a_move_for_a_scene_that_is_not_there_yet_is_refused(two: Any) -> None:
    _, _, one, _ = two
    assert one.move(seen=99)["code"] == "move.future"


def test_a_move_for_an_earlier_match_is_stale(two: Any) -> None:
    _, _, one, _ = two
    assert one.move(match="of-yesterday")["code"] == "move.stale"


def test_nobody_moves_for_another(two: Any, person: Come) -> None:
    _, _, one, other = two
    move = one.latest["scene"]["choices"][0]["move"]
    stranger = person("Eve").open_page(one.table)
    nameless = Page(one.socket and person().url, one.table, {})
    for thief in (other, stranger, nameless):
        for kind, fields in (
            ("move", {"move": move, "seen": 0}),
            ("undo", {}),
            ("resign", {}),
            ("why", {"move": move}),
        ):
            answer = thief.ask(kind, seat=0, **fields)
            assert (answer["type"], answer["code"]) == ("refused", "seat.not_yours")
    assert one.hello()["ply"] == 0
    nameless.close()


def test_taking_back_needs_the_others_consent(two: Any) -> None:
    _, _, one, other = two
    one.move()
    assert one.latest["may_undo"] == "ask"
    one.ask("undo", seat=0)
    assert one.latest["undo"] == {"seat": 0, "granted": []}
    other.wait_for("scene", lambda m: m["undo"])
    other.ask("undo", seat=1, answer="deny")
    one.wait_for("scene", lambda m: m["undo"] is None)
    assert one.latest["ply"] == 1
    one.ask("undo", seat=0)
    other.ask("undo", seat=1, answer="grant")
    one.wait_for("scene", lambda m: m["ply"] == 0)
    assert one.is_awaited()
    assert one.latest["n"] == 5  # a number is never used again
    assert one.move()["ply"] == 1


def test_one_cannot_grant_oneself(two: Any) -> None:
    _, _, one, other = two
    one.move()
    one.ask("undo", seat=0)
    assert one.ask("undo", seat=0, answer="grant")["code"] == "undo.not_asked"
    assert other.ask("undo", seat=1)["code"] == "undo.nothing"


def test_bots_agree_at_once_to_taking_back(person: Come) -> None:
    ada = person("Ada")
    table = ada.set_up(seats=[{"who": "me"}, {"who": "bot", "bot": "chance"}], options={"first": "0"}, start=True)
    seat = ada.open_page(table["id"])
    seat.move()
    seat.wait_for("scene", lambda m: m["ply"] == 2)
    seat.ask("undo", seat=0)
    assert seat.latest["ply"] == 0


def test_why_is_asked_by_move_notation_or_clicks(two: Any) -> None:
    _, _, one, other = two
    choice = one.latest["scene"]["choices"][0]
    may = one.ask("why", seat=0, move=choice["move"])
    assert (may["type"], may["what"], may["code"]) == ("refused", "why", "")
    theirs = next(p["id"] for p in one.latest["scene"]["pieces"] if p["face"].startswith("crab-1"))
    no = one.ask("why", seat=0, clicks=[theirs])
    assert no["code"] == "origin.not_yours"
    assert no["rule"] == "CS-4"
    assert "Ben" in no["words"]
    assert one.ask("why", seat=0, move="nonsense")["code"] == "unreadable"
    assert one.ask("why", seat=0, clicks=["no-such-piece"])["code"]
    assert other.ask("why", seat=1, clicks=[theirs])["code"] == "turn.not_yours"


def test_everybody_hears_chat_but_those_who_muted_the_speaker(two: Any, person: Come) -> None:
    _, ben, one, other = two
    other.send("chat", text="<b>good luck</b>\n\x07")
    heard = one.wait_for("chat")
    assert heard["text"] == "<b>good luck</b>"
    assert (heard["name"], heard["seat"], heard["n"]) == ("Ben", 1, 1)
    assert one.ask("mute", person=heard["person"])["type"] == "pong"
    other.send("chat", text="anybody there?")
    other.wait_for("chat", lambda m: m["n"] == 2)
    third = person("Cat").open_page(one.table)
    assert [m for m in map(decode_raw, third.received) if m["type"] == "chat"][-1]["text"] == "anybody there?"
    one.ask("ping")
    assert all(m.get("text") != "anybody there?" for m in map(decode_raw, one.received))
    assert Page(ben.url, one.table, {}).ask("chat", text="hi")["code"] == "chat.sit"


def decode_raw(raw: bytes) -> Any:
    """Read a message again."""
    import json

    return json.loads(raw)


def test_resigning_ends_a_match_of_two_and_another_begins_when_both_want(two: Any) -> None:
    _, _, one, other = two
    first = one.latest["match"]
    one.move()
    one.ask("resign", seat=0)
    other.wait_for("scene", lambda m: m["state"] == "over")
    result = other.latest["result"]
    assert (result["code"], result["winners"], result["places"]) == ("resigned", [1], [2, 1])
    assert "Ben" in result["words"]
    assert one.ask("move", seat=0, seen=one.latest["n"], move=1)["code"] == "game.over"
    one.ask("rematch")
    other.wait_for("scene", lambda m: m["rematch"] == [0])
    other.send("rematch")
    for seat in (one, other):
        seat.wait_for("scene", lambda m: m["match"] != first)
        assert (seat.latest["number"], seat.latest["ply"], seat.latest["score"]) == (2, 0, [0.0, 1.0])


def test_the_loser_begins_the_next_game_of_crabe_vs_poulpe(person: Come) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.set_up(game="crabe-vs-poulpe", players=2, options={"first": "0"})
    ben.post(f"/api/tables/{table['id']}/join", invite=table["invite"])
    ada.post(f"/api/tables/{table['id']}/start")
    one, other = ada.open_page(table["id"]), ben.open_page(table["id"])
    assert one.latest["awaiting"] == [0]
    other.ask("resign", seat=1)
    one.wait_for("scene", lambda m: m["state"] == "over")
    one.send("rematch")
    other.wait_for("scene", lambda m: m["rematch"] == [0])
    other.send("rematch")
    one.wait_for("scene", lambda m: m["number"] == 2)
    assert one.latest["awaiting"] == [1]


def test_with_three_players_a_bot_plays_on_for_whoever_resigns(person: Come) -> None:
    people = [person(name) for name in ("Ada", "Ben", "Cat")]
    table = people[0].set_up(players=3, options={"first": "0"})
    for one in people[1:]:
        one.post(f"/api/tables/{table['id']}/join", invite=table["invite"])
    people[0].post(f"/api/tables/{table['id']}/start")
    seats = [one.open_page(table["id"]) for one in people]
    seats[0].ask("resign", seat=0)
    seats[1].wait_for_turn()
    assert seats[1].latest["state"] == "playing"
    assert seats[1].latest["seats"][0]["out"] == "resigned"
    seats[1].ask("resign", seat=1)
    seats[2].wait_for("scene", lambda m: m["state"] == "over")
    assert seats[2].latest["result"]["places"] == [3, 2, 1]


def test_a_bot_sits_like_a_person_and_a_spectator_watches(person: Come) -> None:
    ada, eve = person("Ada"), person("Eve")
    table = ada.set_up(seats=[{"who": "me"}, {"who": "bot", "bot": "chance"}], start=True)
    seat, watching = ada.open_page(table["id"]), eve.open_page(table["id"])
    assert watching.latest["viewer"] == -1
    assert watching.latest["scene"]["choices"] == []
    while seat.wait_for_turn()["state"] != "over":
        seat.move()
    watching.wait_for("scene", lambda m: m["state"] == "over")
    assert watching.latest["scene"]["pieces"] == seat.latest["scene"]["pieces"]


def test_one_person_holds_several_seats_on_the_same_screen(person: Come) -> None:
    ada = person("Ada")
    table = ada.set_up(seats=[{"who": "me", "name": "Left"}, {"who": "me", "name": "Right"}], seed=7, start=True)
    page = ada.open_page(table["id"])
    assert page.latest["you"] == [0, 1]
    assert [seat["name"] for seat in page.latest["seats"]] == ["Left", "Right"]
    for _ in range(4):
        page.hello(seat=page.latest["awaiting"][0])
        page.move()
    assert page.latest["ply"] == 4
    page.ask("undo", seat=page.latest["viewer"])
    assert page.latest["ply"] == 3


def test_a_hint_is_a_bots_opinion_where_the_table_allows_it(person: Come, two: Any) -> None:
    ada = person("Ada")
    table = ada.set_up(seats=[{"who": "me"}, {"who": "bot"}], options={"first": "0"}, start=True)
    page = ada.open_page(table["id"])
    hint = page.ask("hint", seat=0)
    assert hint["type"] == "hint"
    assert hint["judged"][0]["worth"] >= hint["judged"][-1]["worth"]
    assert two[2].ask("hint", seat=0)["code"] == "hint.none"


def test_the_story_is_told_once_and_older_lines_on_demand(two: Any) -> None:
    ada, _, one, other = two
    dice = random.Random(5)
    for _ in range(5):
        mover = one if one.is_awaited() else other
        mover.move(dice.choice(mover.latest["scene"]["choices"])["move"])
        assert [told["ply"] for told in mover.latest["log"]][-1] == mover.latest["ply"]
        for seat in (one, other):
            while seat.latest["n"] < mover.latest["n"]:
                seat.wait_for("scene")
    told = one.ask("story", before=4)["log"]
    assert [line["ply"] for line in told] == [1, 2, 3]
    assert all(line["lines"] for line in told)
    assert ada.get(f"/api/matches/{one.latest['match']}/story", seat=0)[:3] == told


def test_presence_says_who_is_there(two: Any, person: Come) -> None:
    _, _, one, other = two
    cat = person("Cat").open_page(one.table)
    here = one.wait_for("presence", lambda m: m["watching"] == 1)
    assert {p["name"]: p["seats"] for p in here["here"]} == {"Ada": [0], "Ben": [1], "Cat": []}
    cat.close()
    one.wait_for("presence", lambda m: m["watching"] == 0)
    other.close()
    one.wait_for("presence", lambda m: len(m["here"]) == 1)


def test_earlier_positions_are_seen_from_ones_own_seat_until_the_end(two: Any) -> None:
    ada, ben, one, other = two
    one.move()
    path = f"/api/matches/{one.latest['match']}/scenes/0"
    assert ada.get(path, seat=0)["scene"]["viewer"] == 0
    assert ada.get(path)["viewer"] == -1
    assert ada.get(path, 403, seat=1)
    assert ada.get(f"/api/matches/{one.latest['match']}/scenes/9", 400)
    assert ada.get(f"/api/matches/{one.latest['match']}/record", 409)["code"] == "match.live"
    other.ask("resign", seat=1)
    assert ada.get(path, seat=1)["scene"]["viewer"] == 1
    assert ben.get(f"/api/matches/{one.latest['match']}")["you"] == [1]


def test_an_absent_player_is_replaced_by_a_bot_and_takes_the_seat_back(person: Come, server: RunningServer) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.set_up(players=2, options={"first": "1"})
    ben.post(f"/api/tables/{table['id']}/join", invite=table["invite"])
    ada.post(f"/api/tables/{table['id']}/start")
    seat, gone = ada.open_page(table["id"]), ben.open_page(table["id"])
    path = f"/api/tables/{table['id']}/replace"
    assert ada.post(path, 409, seat=1)["code"] == "replace.here"
    gone.close()
    room = server.live.rooms.in_memory[table["id"]]
    wait_until(lambda: len(room.clients) == 1)
    room.left_at = dict.fromkeys(room.left_at, -1e6)  # Ben has been gone for a long time
    assert ada.post(path, seat=1, bot="chance")["seats"][1]["bot"] == "chance"
    assert seat.wait_for_turn()["ply"] == 1
    back = ben.open_page(table["id"])
    assert back.ask("move", seat=1, seen=back.latest["n"], move=1)["code"] == "seat.bot"
    assert ben.post(f"/api/tables/{table['id']}/join")["seats"][1]["bot"] is None
    seat.move()
    back.wait_for("scene", lambda m: 1 in m["awaiting"])
    assert back.move()["ply"] == 3
