"""What people do, over a real WebSocket: move, take back, ask why, resign, ask for a rematch, ask for a hint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from decapod.bots.levels import Level6
from decapod.server.live import actions
from tests.server.running import Page, Person, start_two

Come = Callable[..., Person]


@pytest.fixture
def two(person: Come) -> tuple[Page, Page]:
    """The pages of Ada and Ben at a table; Ada begins."""
    ada, ben, room = start_two(person)
    return ada.open_page(room), ben.open_page(room)


def test_a_refused_move_says_why_and_changes_nothing(two: Any) -> None:
    one, other = two
    before = one.latest["n"]
    refused = one.move("a1-a2")
    assert refused["type"] == "refused"
    assert refused["words"]
    refused = other.ask("move", seat=1, seen=0, move=other.latest["scene"]["pieces"][0]["order"])
    assert (refused["code"], refused["rule"]) == ("turn.not_yours", "CS-3")
    assert one.hello()["n"] == before


def test_a_doubled_move_is_answered_and_not_applied(two: Any) -> None:
    one, _ = two
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
    one, _ = two
    assert one.move(seen=99)["code"] == "move.future"


def test_a_move_for_an_earlier_match_is_stale(two: Any) -> None:
    one, _ = two
    assert one.move(match="of-yesterday")["code"] == "move.stale"


def test_nobody_moves_for_another(two: Any, person: Come) -> None:
    one, other = two
    move = one.latest["scene"]["choices"][0]["move"]
    stranger = person("Eve").open_page(one.room)
    nameless = Page(person().url, one.room, {})
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
    one, other = two
    one.move()
    assert one.latest["may_undo"] == "consent"
    one.ask("undo", seat=0)
    assert one.latest["undo"] == {"seat": 0, "granted": []}
    other.wait_for_scene(lambda m: m["undo"])
    other.ask("undo", seat=1, answer="deny")
    one.wait_for_scene(lambda m: m["undo"] is None)
    assert one.latest["ply"] == 1
    one.ask("undo", seat=0)
    other.ask("undo", seat=1, answer="grant")
    one.wait_for_scene(lambda m: m["ply"] == 0)
    assert one.is_awaited()
    assert one.latest["n"] == 5  # a number is never used again
    assert one.move()["ply"] == 1


def test_one_cannot_grant_oneself(two: Any) -> None:
    one, other = two
    one.move()
    one.ask("undo", seat=0)
    assert one.ask("undo", seat=0, answer="grant")["code"] == "undo.not_asked"
    assert other.ask("undo", seat=1)["code"] == "undo.nothing"


def test_why_is_asked_by_move_notation_or_clicks(two: Any) -> None:
    one, other = two
    choice = one.latest["scene"]["choices"][0]
    may = one.ask("why", seat=0, move=choice["move"])
    assert (may["type"], may["what"], may["code"]) == ("refused", "why", "")
    theirs = next(piece["id"] for piece in one.latest["scene"]["pieces"] if piece["owner"] == 1)
    refused = one.ask("why", seat=0, clicks=[theirs])
    assert (refused["code"], refused["rule"]) == ("origin.not_yours", "CS-4")
    assert "Ben" in refused["words"]
    assert one.ask("why", seat=0, move="nonsense")["code"] == "unreadable"
    assert one.ask("why", seat=0, clicks=["no-such-piece"])["code"]
    assert other.ask("why", seat=1, clicks=[theirs])["code"] == "turn.not_yours"


def test_resigning_ends_a_match_of_two_and_another_begins_when_both_want(two: Any) -> None:
    one, other = two
    first = one.latest["match"]
    one.move()
    one.ask("resign", seat=0)
    other.wait_for_scene(lambda m: m["state"] == "over")
    result = other.latest["result"]
    assert (result["code"], result["winners"], result["places"]) == ("resigned", [1], [2, 1])
    assert "Ben" in result["words"]
    assert one.ask("move", seat=0, seen=one.latest["n"], move=1)["code"] == "game.over"
    one.ask("rematch")
    other.wait_for_scene(lambda m: m["rematch"] == [0])
    other.send("rematch")
    for page in (one, other):
        page.wait_for_scene(lambda m: m["match"] != first)
        assert (page.latest["number"], page.latest["ply"], page.latest["score"]) == (2, 0, [0.0, 1.0])


def test_one_person_holds_several_seats_on_the_same_screen(person: Come) -> None:
    ada = person("Ada")
    room = ada.set_up(seats=[{"who": "me", "name": "Left"}, {"who": "me", "name": "Right"}], seed=7, start=True)
    page = ada.open_page(room["id"])
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
    room = ada.set_up(seats=[{"who": "me"}, {"who": "bot"}], options={"first": "0"}, start=True)
    page = ada.open_page(room["id"], language="fr")
    hint = page.ask("hint", seat=0)
    assert hint["type"] == "hint"
    assert hint["judged"][0]["playouts"] >= hint["judged"][-1]["playouts"]
    assert hint["playouts"] >= sum(one["playouts"] for one in hint["judged"]) > 0
    assert not hint["forced"]
    words = {choice["move"]: choice["words"] for choice in page.latest["scene"]["choices"]}
    assert all(one["words"] == words[one["move"]] for one in hint["judged"])  # in the language of who asked
    one, _ = two
    assert one.ask("hint", seat=0)["code"] == "hint.none"


def test_a_hint_says_that_it_is_the_only_move(person: Come) -> None:
    ada = person("Ada")
    seats = [{"who": "me"}, {"who": "me"}]
    room = ada.set_up(game="crabe-vs-poulpe", seats=seats, hints=True, start=True)
    page = ada.open_page(room["id"])
    page.hello(seat=page.latest["awaiting"][0])
    while len(choices := page.latest["scene"]["choices"]) > 1:
        page.move(choices[-1]["move"])
        page.hello(seat=page.latest["awaiting"][0])
    seat = page.latest["viewer"]
    assert page.ask("hint", seat=seat)["forced"]


def test_while_a_bot_thinks_about_a_hint_its_asker_may_move(person: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Level6, "seconds", 1e9)  # it would never end by itself
    ada = person("Ada")
    seats = [{"who": "me"}, {"who": "bot", "bot": "random"}]
    page = ada.open_page(ada.set_up(seats=seats, options={"first": "0"}, hints=True, start=True)["id"])
    number = page.send("hint", seat=0)
    assert page.ask("hint", seat=0)["code"] == "hint.busy"
    assert page.move()["type"] == "scene"
    page.wait_for_turn()
    assert page.latest["ply"] == 2
    assert [m["code"] for m in page.messages("refused") if m["re"] == number] == ["move.stale"]


def test_a_hint_outlasts_what_others_plan_meanwhile(person: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint vanished whenever somebody else moved, though it was still one's own turn."""
    monkeypatch.setattr(Level6, "seconds", 1e9)  # it would never end by itself
    ada, ben, room = start_two(person, game="oh-crab", hints=True)
    one, other = ada.open_page(room), ben.open_page(room)
    number = one.send("hint", seat=0)
    assert other.move()["type"] == "scene"
    one.hello()
    assert [m for m in one.messages("refused") if m["re"] == number] == []
    one.move()
    refused = [m for m in one.messages("refused") if m["re"] == number]  # it may come before the answer to the move
    assert (refused or [one.wait_for_answer(number)])[0]["code"] == "move.stale"


def test_a_hint_is_for_ones_own_turn(person: Come) -> None:
    _, ben, room = start_two(person, hints=True)
    assert ben.open_page(room).ask("hint", seat=1)["code"] == "hint.turn"


# --- a turn in one line ------------------------------------------------------------------------------------


@pytest.fixture
def crabs(person: Come) -> Page:
    """The page of Ada, who holds both seats of a game of Crabs! whose deal is known; seat 0 begins."""
    ada = person("Ada")
    seats = [{"who": "me"}, {"who": "me"}]
    return ada.open_page(ada.set_up(game="crabs", seats=seats, seed=0, options={"first": "0"}, start=True)["id"])


def test_a_turn_in_one_line_that_why_allows_is_made_by_move(crabs: Page) -> None:
    """Bug: `trade 3 3 4 > 1 1 1 1 1 5` was approved by *why* and refused by *move*."""
    line = "trade 2* 4 > 1 5"
    assert crabs.ask("why", seat=0, move=line)["code"] == ""
    answer = crabs.move(line)
    assert (answer["type"], answer["ply"], answer["n"], answer["awaiting"]) == ("scene", 6, 6, [1])
    assert [one["ply"] for one in answer["log"]] == [1, 2, 3, 4, 5, 6]
    assert crabs.move(line, seat=0, seen=0)["code"] == "move.stale"
    assert crabs.hello(seat=1)["ply"] == 6  # every entry is stored, under a number of its own


def test_a_line_is_refused_in_the_same_words_by_why_and_by_move_and_changes_nothing(crabs: Page) -> None:
    for line in ("trade 2* 4 > 1 1 1 1 1 1 1 1 1 1", "trade 1 1 1 > 5", "trade nonsense", "sing", "keep 5 turned"):
        why, move = crabs.ask("why", seat=0, move=line), crabs.move(line)
        assert move["type"] == "refused"
        assert [why[name] for name in ("code", "words", "rule")] == [move[name] for name in ("code", "words", "rule")]
        assert move["words"]
    assert (crabs.hello()["ply"], crabs.latest["n"]) == (0, 0)


def test_where_a_line_brings_a_card_to_light_it_stops_and_why_does_not_tell_the_card(crabs: Page) -> None:
    lines = [f"catch draw {card}" for card in "12345"]
    assert [crabs.ask("why", seat=0, move=line)["code"] for line in lines] == [""] * 5
    answer = crabs.move(lines[0])
    assert answer["type"] == "scene"
    assert answer["ply"] in (2, 3)  # the card is drawn; the rest is made if it can be


def test_in_ones_own_language_a_line_is_refused_in_it(crabs: Page) -> None:
    crabs.hello(language="fr")
    french = crabs.ask("why", seat=0, move="sing")
    crabs.hello(language="en")
    english = crabs.ask("why", seat=0, move="sing")
    assert french["words"] != english["words"]
    assert french["code"] == english["code"] == "unreadable"


def test_a_table_has_room_for_only_so_many_matches(crabs: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    crabs.ask("resign", seat=0)
    monkeypatch.setattr(actions, "MOST_MATCHES", 1)
    assert crabs.ask("rematch")["code"] == "rematch.many"
