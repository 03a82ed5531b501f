"""A killed or stopped server: nothing acknowledged is lost, every table goes on where it was."""

from __future__ import annotations

import random
import signal
import subprocess
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from decapod.server.rooms import PULSE_MISSED
from tests.server.running import Person, Running, Seat, free_port, process, start_process, wait_until


def two_at_a_table(url: str, **wishes: object) -> tuple[Person, Person, str]:
    """Let two people begin a match."""
    ada, ben = Person(url, "Ada"), Person(url, "Ben")
    table = ada.table(players=2, **wishes)
    ben.post(f"/api/tables/{table['id']}/join", invite=table["invite"])
    ada.post(f"/api/tables/{table['id']}/start")
    return ada, ben, table["id"]


def test_after_kill_nine_every_acknowledged_move_is_there_and_the_match_goes_on(tmp_path: Path) -> None:
    port = free_port()
    server = start_process(tmp_path, port)
    dice = random.Random(4)
    try:
        ada, ben, table = two_at_a_table(f"http://127.0.0.1:{port}")
        acknowledged: list[tuple[int, int]] = []
        for _ in range(2):
            seats = [ada.sit(table), ben.sit(table)]
            assert seats[0].now["ply"] == len(acknowledged)
            for _ in range(4):
                mover = next(seat for seat in seats if seat.turn())
                choices = mover.now["scene"]["choices"]
                move = dice.choice(choices)["move"]
                answer = mover.move(move)
                assert answer["type"] == "scene"
                acknowledged.append((answer["n"], move))
                for seat in seats:
                    while seat.now["n"] < answer["n"]:
                        seat.until("scene")
                if answer["state"] == "over":
                    break
            mover = next((seat for seat in seats if seat.turn()), None)
            if mover is not None:  # a move on its way when the server dies: made or not, but never twice
                mover.say(
                    "move", seat=mover.now["viewer"], seen=mover.now["n"], move=mover.now["scene"]["choices"][0]["move"]
                )
            server.send_signal(signal.SIGKILL)
            server.wait()
            server = start_process(tmp_path, port)
            late = ada.sit(table)
            if late.now["ply"] == len(acknowledged) + 1 and mover is not None:
                acknowledged.append((late.now["n"], mover.now["scene"]["choices"][0]["move"]))
            late.close()
            if mover is None:
                break
        page = ada.sit(table)
        page.ask("resign", seat=0)
        record = ada.get(f"/api/matches/{page.now['match']}/record")
        assert record.count("\n1. ") == 1
        assert f"\nend {len(acknowledged)} " in record
        ada.leave()
        ben.leave()
    finally:
        server.kill()
        server.wait()


def test_a_stopped_server_tells_its_pages_to_come_back(tmp_path: Path) -> None:
    port = free_port()
    with process(tmp_path, port) as server:
        ada, ben, table = two_at_a_table(f"http://127.0.0.1:{port}")
        page = ada.sit(table)
        server.send_signal(signal.SIGTERM)
        assert page.closed_with() == 1012
        assert server.wait(20) in (0, -signal.SIGTERM)
        ada.leave()
        ben.leave()


def test_a_bots_match_goes_on_after_a_restart_without_anybody_looking(tmp_path: Path) -> None:
    first = Running(tmp_path, pace=0.2)
    ada = Person(first.url, "Ada")
    table = ada.table(seats=[{"who": "bot", "bot": "chance"}, {"who": "bot", "bot": "chance"}], start=True)
    wait_until(lambda: ada.get(f"/api/tables/{table['id']}")["ply"] >= 2)
    ada.leave()
    first.stop()
    second = Running(tmp_path, pace=0.0)
    wait_until(lambda: table["id"] in second.rooms.rooms)
    room = second.rooms.rooms[table["id"]]
    assert room.course.ply >= 2
    wait_until(lambda: room.row.state == "over")
    second.stop()


def test_clocks_stand_still_while_no_server_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from decapod.server.store import now

    first = Running(tmp_path)
    ada, ben, table = two_at_a_table(first.url, clock={"bank": 10, "increment": 0, "out": "forfeit"})
    ada.leave()
    ben.leave()
    first.stop()
    later = PULSE_MISSED + 60_000

    def then() -> int:
        return now() + later

    for module in ("room", "rooms", "tables", "store"):
        monkeypatch.setattr(f"decapod.server.{module}.now", then)
    second = Running(tmp_path)
    course = second.rooms.rooms[table].course
    assert not course.over
    assert course.n == 1  # the pause is an entry of its own
    assert course.clocks.left[course.awaiting[0]] - (then() - course.began - min(course.clocks.since.values())) > 5_000
    second.stop()


def test_running_out_of_time_forfeits_or_lets_a_bot_play_on(tmp_path: Path) -> None:
    server = Running(tmp_path)
    for out in ("forfeit", "bot"):
        ada, ben, table = two_at_a_table(
            server.url, clock={"bank": 10, "increment": 0, "out": out}, options={"first": "0"}
        )
        room = server.rooms.rooms[table]
        page = ben.sit(table)
        assert page.now["clocks"]["running"] == [0]
        room.course.clocks.left[0] = -2000  # Ada has thought for too long
        room.driver.stir()
        if out == "forfeit":
            page.until("scene", lambda m: m["state"] == "over")
            assert page.now["result"]["code"] == "forfeit"
            assert page.now["seats"][0]["out"] == "forfeit"
        else:
            page.until("scene", lambda m: m["ply"] == 1)
            assert page.now["seats"][0]["bot"]
        ada.leave()
        ben.leave()
    server.stop()


def test_a_match_that_ended_just_before_the_server_died_is_ended_on_loading(tmp_path: Path) -> None:
    import sqlite3

    first = Running(tmp_path)
    ada, ben, table = two_at_a_table(first.url)
    page = ada.sit(table)
    assert page.ask("resign", seat=0)["score"] == [0.0, 1.0]
    ada.leave()
    ben.leave()
    first.stop()
    with sqlite3.connect(tmp_path / "decapod.sqlite") as connection:
        connection.execute("update matches set ended = null, result = null")
        connection.execute("update tables set state = 'playing'")
    connection.close()
    second = Running(tmp_path)
    watching = Seat(second.url, table, {})
    assert watching.now["state"] == "over"
    assert watching.now["score"] == [0.0, 1.0]
    watching.close()
    second.stop()


def test_a_rematch_that_everybody_wanted_when_the_server_died_begins_on_loading(tmp_path: Path) -> None:
    import sqlite3

    first = Running(tmp_path)
    ada, ben, table = two_at_a_table(first.url)
    page = ada.sit(table)
    assert page.ask("resign", seat=0)["score"] == [0.0, 1.0]
    page.ask("rematch")
    ada.leave()
    ben.leave()
    first.stop()
    with sqlite3.connect(tmp_path / "decapod.sqlite") as connection:  # the other wants it too, then it dies
        connection.execute(
            "insert into entries select match, n + 1, kind, 1, move, at, spent from entries where kind = 'again'"
        )
    connection.close()
    second = Running(tmp_path)
    watching = Seat(second.url, table, {})
    assert (watching.now["state"], watching.now["number"], watching.now["ply"]) == ("playing", 2, 0)
    watching.close()
    second.stop()


def test_pages_find_their_way_back_through_a_dropped_connection(tmp_path: Path) -> None:
    server = Running(tmp_path)
    ada, ben, table = two_at_a_table(server.url, options={"first": "0"})
    page = ada.sit(table)
    move = page.now["scene"]["choices"][0]["move"]
    page.say("move", seat=0, seen=0, move=move)
    page.socket.socket.close()  # the line breaks before the answer comes
    with pytest.raises((ConnectionClosed, OSError)):
        page.closed_by_accident()
    again = ada.sit(table, seen=0)
    if again.now["ply"] == 0:
        again.until("scene", lambda m: m["ply"] == 1)
    doubled = again.ask("move", seat=0, seen=0, move=move)
    assert doubled["code"] == "move.doubled"
    ada.leave()
    ben.leave()
    server.stop()


def test_a_second_server_on_the_same_folder_says_where_the_first_is(tmp_path: Path) -> None:
    port = free_port()
    with process(tmp_path, port) as first:
        second = subprocess.run(
            [*first.args[:3], "serve", "--data", str(tmp_path)],  # type: ignore[index]
            capture_output=True, text=True, check=True, timeout=30,
        )  # fmt: skip
        assert second.stdout == f"Decapod already runs here: http://127.0.0.1:{port}\n"
