"""Rooms over HTTP: who may set up, join, start, leave; what each may know."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import decapod
from tests.server.running import Person, RunningServer, start_two

Come = Callable[..., Person]


def test_an_invitation_takes_a_free_seat_and_nothing_else_does(person: Come) -> None:
    ada, ben, eve = person("Ada"), person("Ben"), person("Eve")
    room = ada.set_up(players=2)
    path = f"/api/tables/{room['id']}"
    assert ben.get(path)["invite"] == ""
    ben.post(f"{path}/join", 403)
    ben.post(f"{path}/join", 403, invite="guessed")
    ben.post(f"{path}/join", invite=room["invite"])
    assert ben.get(path)["invite"] == room["invite"]
    assert eve.post(f"{path}/join", 409, invite=room["invite"])["code"] == "seat.taken"
    eve.post(f"{path}/start", 403)
    ben.post(f"{path}/start")
    assert ada.post(f"{path}/start", 409)["code"] == "start.again"
    assert eve.post(f"{path}/join", 409, invite=room["invite"])["code"] == "seat.late"


def test_a_public_table_is_open_to_all_until_it_is_full(person: Come) -> None:
    ada, ben = person("Ada"), person("Ben")
    room = ada.set_up(players=2, public=True)
    assert room["id"] in [one["id"] for one in ben.get("/api/tables", which="open")]
    assert ada.set_up(players=2)["id"] not in [one["id"] for one in ben.get("/api/tables")]
    ben.post(f"/api/tables/{room['id']}/join")
    assert room["id"] not in [one["id"] for one in ben.get("/api/tables")]
    assert room["id"] in [one["id"] for one in ben.get("/api/tables", which="mine")]
    ben.post(f"/api/tables/{room['id']}/start")
    assert room["id"] in [one["id"] for one in person().get("/api/tables", which="live")]


def test_joining_twice_changes_nothing(person: Come) -> None:
    ada = person("Ada")
    room = ada.set_up(players=2)
    assert ada.post(f"/api/tables/{room['id']}/join")["you"] == [0]


def test_free_seats_go_to_bots_when_one_says_so(person: Come) -> None:
    ada = person("Ada")
    room = ada.set_up(players=3)
    assert ada.post(f"/api/tables/{room['id']}/start", 409)["code"] == "start.free"
    assert "random" in ada.post(f"/api/tables/{room['id']}/start", 400, fill="genius")["detail"]
    started = ada.post(f"/api/tables/{room['id']}/start", fill="random")
    assert [seat["bot"] for seat in started["seats"]] == [None, "random", "random"]


@pytest.mark.parametrize(
    "bot", ["py:decapod.bots.random_bot:RandomBot", "exec:touch hacked", "flat-mc:60s", "flat-mc:9", "x=y"]
)
def test_a_stranger_names_no_module_no_command_and_no_budget(person: Come, bot: str) -> None:
    ada = person("Ada")
    seats = [{"who": "me"}, {"who": "bot", "bot": bot}]
    answer = ada.http.post("/api/tables", json={"game": "crab-stack", "seats": seats})
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith(f"there is no bot {bot!r}; there is random, flat-mc")
    room = ada.set_up(players=2)["id"]
    assert ada.http.post(f"/api/tables/{room}/start", json={"fill": bot}).status_code == 400


def test_bots_at_one_table_are_not_called_the_same(person: Come) -> None:
    """Bug: all bots that took free seats were called "Sampler bot", and nobody could tell whose turn it was."""
    ada = person("Ada")
    bots = [{"who": "bot", "bot": "random"}]
    seated = ada.set_up(game="yadokarick", players=7, seats=[{"who": "me"}, *bots * 6])
    joined = ada.set_up(game="yadokarick", players=7)
    filled = ada.post(f"/api/tables/{joined['id']}/start", fill="random")
    for room in (seated, filled):
        assert len({seat["name"] for seat in room["seats"]} - {""}) == 7


def test_a_seed_is_chosen_only_by_one_who_holds_every_human_seat(person: Come) -> None:
    ada = person("Ada")
    assert ada.post("/api/tables", 409, game="crab-stack", players=2, seed=7)["code"] == "seed.shared"
    room = ada.set_up(seats=[{"who": "me"}, {"who": "me"}], seed="7", start=True)
    assert ada.open_page(room["id"]).latest["seal"] == decapod.game("crab-stack").match(2, seed=7).seed_hash


def test_a_table_with_a_chosen_seed_is_never_left_to_others(person: Come) -> None:
    ada, ben = person("Ada"), person("Ben")
    room = ada.set_up(seats=[{"who": "me"}, {"who": "me"}], seed=7, public=True)
    path = f"/api/tables/{room['id']}"
    assert ada.post(f"{path}/leave")["state"] == "open"
    ben.get(path, 404)  # nobody was left, so the table is gone


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "crab-stack", "players": 7}, "2, 3 or 4 players"),
        ({"game": "crab-stack", "variant": "z"}, "no variant 'z'"),
        ({"game": "crab-stack", "options": {"speed": 3}}, "no option 'speed'"),
        ({"game": "crab-stack", "players": 2, "seats": [{}, {}, {}]}, "2 seats"),
        ({"game": "crab-stack", "box": "boards = 3"}, "box"),
        ({"game": "crab-stack", "seats": [{"who": "bot", "bot": "genius"}]}, "crab-stack is for"),
        ({"players": 2}, "game"),
        ({"game": "crab-stack", "clock": {"bank": 1}}, "bank"),
        ({"game": "crab-stack", "surprise": 1}, "surprise"),
    ],
)
def test_what_is_wrong_with_a_table_is_said_in_one_line(person: Come, body: dict[str, object], says: str) -> None:
    answer = person().post("/api/tables", 400, **body)
    assert says in answer["detail"]
    assert "\n" not in answer["detail"]


def test_a_box_of_ones_own_is_played_with(person: Come) -> None:
    ada = person("Ada")
    printed = (decapod.game("crab-stack").folder / "box.toml").read_text()
    room = ada.set_up(seats=[{"who": "me"}, {"who": "me"}], box=printed.replace("steps = 1", "steps = 2"), start=True)
    assert room["box"] != decapod.game("crab-stack").box.hash
    page = ada.open_page(room["id"])
    page.hello(seat=page.latest["awaiting"][0])
    assert page.move()["ply"] == 1


def test_an_unknown_key_of_a_box_is_refused_with_its_line_and_the_nearest_one(person: Come) -> None:
    text = decapod.game("crab-stack").box.text.replace("medium =", "meduim =")
    refused = person().post("/api/tables", 400, game="crab-stack", box=text)["detail"]
    assert refused.startswith("the box you sent is wrong in line ")
    assert refused.endswith("there is no crabs.meduim; did you mean medium?")


@pytest.mark.slow
def test_tables_use_the_box_that_the_server_was_started_with_unless_they_bring_their_own(
    own_server: Callable[..., RunningServer], guest_of: Callable[..., Person], tmp_path: Path
) -> None:
    game, path = decapod.game("crab-stack"), tmp_path / "house.toml"
    path.write_text(game.box.text.replace("steps = 1", "steps = 2"), encoding="utf-8")
    house = game.load_box(path).hash
    ada = guest_of(own_server(boxes=[str(path)]), "Ada")
    seats = [{"who": "me"}, {"who": "me"}]
    room = ada.set_up(seats=seats, start=True)
    assert room["box"] == house
    page = ada.open_page(room["id"])
    page.hello(seat=page.latest["awaiting"][0])
    assert page.move()["ply"] == 1
    assert ada.set_up(seats=seats, box=game.box.text)["box"] == game.box.hash
    assert ada.set_up(game="crabs", seats=seats)["box"] == decapod.game("crabs").box.hash


def test_leaving_frees_a_seat_before_the_start_and_gives_it_to_a_bot_afterwards(person: Come) -> None:
    ada, ben = person("Ada"), person("Ben")
    room = ada.set_up(players=2)
    path = f"/api/tables/{room['id']}"
    ben.post(f"{path}/join", invite=room["invite"])
    assert ben.post(f"{path}/leave")["seats"][1]["person"] is None
    ben.post(f"{path}/leave", 403)
    ben.post(f"{path}/join", invite=room["invite"])
    ada.post(f"{path}/start")
    left = ben.post(f"{path}/leave", bot="random")
    assert (left["seats"][1]["bot"], left["seats"][1]["person"]) == ("random", None)


def test_a_table_everybody_left_before_the_start_is_gone(person: Come) -> None:
    ada = person("Ada")
    room = ada.set_up(players=2)
    page = ada.open_page(room["id"])
    ada.post(f"/api/tables/{room['id']}/leave")
    assert page.wait_for_close() == 4410
    ada.get(f"/api/tables/{room['id']}", 404)


def test_one_person_has_only_so_many_unfinished_tables(
    own_server: Callable[..., RunningServer], guest_of: Callable[..., Person]
) -> None:
    ada = guest_of(own_server(rooms_per_person=3), "Ada")
    for _ in range(3):
        ada.set_up()
    assert ada.post("/api/tables", 409, game="crab-stack")["code"] == "tables.many"


def test_from_one_address_only_so_many_tables_are_set_up_in_a_day(
    own_server: Callable[..., RunningServer], guest_of: Callable[..., Person]
) -> None:
    server = own_server(rooms_per_address=3)
    ada, eve = guest_of(server, "Ada"), guest_of(server, "Eve")
    for somebody in (ada, eve, eve):
        somebody.set_up()
    assert ada.post("/api/tables", 409, game="crab-stack")["code"] == "tables.address"


def test_a_bot_replaces_only_somebody_who_is_away(person: Come) -> None:
    ada, _, room = start_two(person)
    path = f"/api/tables/{room}/replace"
    assert ada.post(path, 409, seat=1)["code"] == "replace.here"
    assert "0 to 1" in ada.post(path, 400, seat=2)["detail"]
    person("Eve").post(path, 403, seat=1)
    assert ada.post(path, seat=0, bot="random")["seats"][0]["bot"] == "random"  # oneself, at once
    assert ada.post(path, 409, seat=0)["code"] == "replace.nobody"


def test_an_absent_player_is_replaced_by_a_bot_and_takes_the_seat_back(
    own_server: Callable[..., RunningServer], guest_of: Callable[..., Person]
) -> None:
    server = own_server(away=0.0)
    ada, ben, room = start_two(lambda name: guest_of(server, name), options={"first": "1"})
    page, absent = ada.open_page(room), ben.open_page(room)
    absent.close()
    page.wait_for("presence", lambda m: len(m["here"]) == 1)
    assert ada.post(f"/api/tables/{room}/replace", seat=1, bot="random")["seats"][1]["bot"] == "random"
    assert page.wait_for_turn()["ply"] == 1
    back = ben.open_page(room)
    assert back.ask("move", seat=1, seen=back.latest["n"], move=1)["code"] == "seat.bot"
    assert ben.post(f"/api/tables/{room}/join")["seats"][1]["bot"] is None
    page.move()
    back.wait_for_scene(lambda m: 1 in m["awaiting"])
    assert back.move()["ply"] == 3


def test_two_who_start_together_start_one_match(person: Come) -> None:
    ada, ben = person("Ada"), person("Ben")
    room = ada.set_up(players=2)
    path = f"/api/tables/{room['id']}"
    ben.post(f"{path}/join", invite=room["invite"])
    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(lambda one: one.http.post(f"{path}/start", json={}), (ada, ben)))
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert ada.get(path)["number"] == 1


def test_what_is_wrong_with_one_table_is_no_trouble_of_the_list(
    own_server: Callable[..., RunningServer], guest_of: Callable[..., Person]
) -> None:
    """One illegal stored entry answered 409 to everybody's list."""
    server = own_server()
    ada = guest_of(server, "Ada")
    rooms = [ada.set_up(seats=[{"who": "me"}, {"who": "me"}], start=True) for _ in range(3)]
    damaged, foreign, good = (room["id"] for room in rooms)

    def spoil(connection: Any) -> None:
        row = (rooms[0]["match"], 1, "move", 0, 10**6, 0, 0)
        connection.exec_driver_sql("insert into entries values (?, ?, ?, ?, ?, ?, ?)", row)
        connection.exec_driver_sql("update tables set game = 'chess' where id = ?", (foreign,))

    server.run(server.live.store.write(spoil))
    for id_ in (damaged, foreign):
        server.run(server.live.rooms.close(server.room(id_)))
    listed = {room["id"]: room["trouble"] for room in ada.get("/api/tables", which="mine")}
    assert listed == {damaged: "match.damaged", good: ""}
    assert "It is kept as it is." in ada.get(f"/table/{damaged}")
    assert "there is no game 'chess'" in ada.get(f"/api/tables/{foreign}", 400)["detail"]
    with pytest.raises(ConnectionClosed) as closed:
        ada.open_page(damaged)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, "cannot be played again" in closed.value.rcvd.reason) == (4410, True)
