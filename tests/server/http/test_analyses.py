"""The analysis of a match over HTTP: only of one that is over, once for everybody; and playing on from a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import decapod
from tests.server.running import Person, wait_until

Come = Callable[..., Person]


def play_some(person: Person, moves: int = 3, **wishes: Any) -> dict[str, Any]:
    """Let somebody who holds both seats make some moves; return the table."""
    room = person.set_up(seats=[{"who": "me"}, {"who": "me"}], start=True, options={"first": "0"}, **wishes)
    page = person.open_page(room["id"])
    for _ in range(moves):
        page.hello(seat=page.latest["awaiting"][0])
        page.move()
    return room


def give_up(person: Person, room: dict[str, Any]) -> None:
    person.open_page(room["id"]).ask("resign", seat=0)


def test_a_match_is_looked_at_once_for_all_who_look(person: Come) -> None:
    ada, ben = person("Ada"), person("Ben")
    room = play_some(ada)
    give_up(ada, room)
    address = f"/api/matches/{room['match']}/analysis"
    assert ben.get(address)["done"] == 0
    begun = ada.post(address)
    assert begun["total"] == 3
    wait_until(lambda: not ada.get(address)["running"])
    found = ben.get(address)
    assert (found["done"], found["total"], found["of"]) == (3, 3, "win")
    assert [len(line) for line in found["graph"]] == [3, 3], "the chances of two mirror each other"
    assert ben.post(address)["running"] is False
    ben.get(f"{address}/4", 404)
    one = ben.get(f"{address}/1", language="fr")
    assert (one["ply"], one["seat"]) == (1, 0)
    assert one["line"][0] == {"seat": 0, "words": one["best"]["words"]}
    assert one["best"]["pieces"]
    record = decapod.loads(ada.get(f"/api/matches/{room['match']}/record"))
    french = record.game.translator("fr")
    assert one["made"]["words"] == record.at_ply(0).describe_move(0, record.moves[0].action, french).words


def test_of_a_match_that_goes_on_nothing_is_told(person: Come) -> None:
    ada = person("Ada")
    room = play_some(ada, 1)
    address = f"/api/matches/{room['match']}"
    assert ada.post(f"{address}/analysis", 409)["code"] == "match.live"
    assert ada.get(f"{address}/analysis", 409)["code"] == "match.live"
    assert ada.get(f"{address}/analysis/1", 409)["code"] == "match.live"
    assert ada.post(f"{address}/play-on", 409, ply=0)["code"] == "match.live"


@pytest.mark.parametrize("game", ["crab-stack", "crabs"])
def test_a_match_is_played_on_from_a_position_dealt_alike_against_bots(person: Come, game: str) -> None:
    ada, ben = person("Ada"), person("Ben")
    room = play_some(ada, 3, game=game)
    give_up(ada, room)
    old = decapod.loads(ada.get(f"/api/matches/{room['match']}/record"))
    mine = old.moves[2].player  # so that no bot moves at once
    new = ben.post(f"/api/matches/{room['match']}/play-on", ply=2, seat=mine, bot="random")
    assert (new["state"], new["you"], new["ply"], new["hints"]) == ("playing", [mine], 2, True)
    page = ben.open_page(new["id"])
    page.hello(seat=mine)
    assert page.latest["ply"] == 2
    choices = {choice["move"] for choice in page.latest["scene"]["choices"]}
    assert choices == set(old.at_ply(2).legal_actions(mine))
    page.ask("resign", seat=mine)
    match = decapod.loads(ben.get(f"/api/matches/{new['match']}/record"))
    assert [(made.player, made.action) for made in match.moves] == [(one.player, one.action) for one in old.moves[:2]]
    assert match.state.tobytes() == old.at_ply(2).state.tobytes()


def test_nobody_plays_on_where_there_is_nothing_to_play(person: Come) -> None:
    ada = person("Ada")
    room = play_some(ada, 1)
    give_up(ada, room)
    for wrong, said in (
        ({"ply": 2}, "the match has 1 moves and 2 seats"),
        ({"ply": 0, "seat": 2}, "the match has 1 moves and 2 seats"),
        ({"ply": 0, "bot": "nobody"}, "nobody"),
    ):
        refused = ada.post(f"/api/matches/{room['match']}/play-on", 400, **wrong)
        assert said in refused["detail"]
