"""A killed or stopped server: nothing acknowledged is lost, every table goes on where it was."""

from __future__ import annotations

import random
import signal
import subprocess
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from decapod.server.store.pulses import LONGEST_GAP
from tests.server.conftest import WallClock
from tests.server.running import (
    PATIENCE,
    Page,
    Person,
    RunningServer,
    free_port,
    server_process,
    start_process,
    start_two,
    wait_until,
)

pytestmark = pytest.mark.slow


def start_two_at(url: str, **wishes: object) -> tuple[Person, Person, str]:
    """Let two people begin a match on a server."""
    return start_two(lambda name: Person(url, name), **wishes)


def test_after_kill_nine_every_acknowledged_move_is_there_and_the_match_goes_on(tmp_path: Path) -> None:
    port = free_port()
    server = start_process(tmp_path, port)
    dice = random.Random(4)
    try:
        ada, ben, room = start_two_at(f"http://127.0.0.1:{port}")
        acknowledged: list[tuple[int, int]] = []
        for _ in range(2):
            seats = [ada.open_page(room), ben.open_page(room)]
            assert seats[0].latest["ply"] == len(acknowledged)
            for _ in range(4):
                mover = next(seat for seat in seats if seat.is_awaited())
                choices = mover.latest["scene"]["choices"]
                move = dice.choice(choices)["move"]
                answer = mover.move(move)
                assert answer["type"] == "scene"
                acknowledged.append((answer["n"], move))
                for seat in seats:
                    seat.wait_for_scene(lambda m, n=answer["n"]: m["n"] >= n)
                if answer["state"] == "over":
                    break
            mover = next((seat for seat in seats if seat.is_awaited()), None)
            if mover is not None:  # a move on its way when the server dies: made or not, but never twice
                mover.send(
                    "move",
                    seat=mover.latest["viewer"],
                    seen=mover.latest["n"],
                    move=mover.latest["scene"]["choices"][0]["move"],
                )
            server.send_signal(signal.SIGKILL)
            server.wait()
            server = start_process(tmp_path, port)
            late = ada.open_page(room)
            if late.latest["ply"] == len(acknowledged) + 1 and mover is not None:
                acknowledged.append((late.latest["n"], mover.latest["scene"]["choices"][0]["move"]))
            late.close()
            if mover is None:
                break
        page = ada.open_page(room)
        page.ask("resign", seat=0)
        record = ada.get(f"/api/matches/{page.latest['match']}/record")
        assert record.count("\n1. ") == 1
        assert f"\nend {len(acknowledged)} " in record
        ada.leave()
        ben.leave()
    finally:
        server.kill()
        server.wait()


def test_a_stopped_server_tells_its_pages_to_come_back(tmp_path: Path) -> None:
    port = free_port()
    with server_process(tmp_path, port) as server:
        ada, ben, room = start_two_at(f"http://127.0.0.1:{port}")
        page = ada.open_page(room)
        server.send_signal(signal.SIGTERM)
        assert page.wait_for_close() == 1012
        assert server.wait(PATIENCE) == 0  # it did what it was told
        ada.leave()
        ben.leave()


def test_a_bot_moves_after_a_restart_though_its_person_does_not_look(tmp_path: Path) -> None:
    first = RunningServer(tmp_path, pace=600.0)
    ada = Person(first.url, "Ada")
    seats = [{"who": "bot", "bot": "random"}, {"who": "me"}]
    room = ada.set_up(seats=seats, options={"first": "0"}, start=True)["id"]
    ada.leave()
    first.stop()
    second = RunningServer(tmp_path, pace=0.0)
    wait_until(lambda: room in second.live.rooms.in_memory)
    log = second.room(room).log
    assert log is not None
    wait_until(lambda: log.ply == 1)
    second.stop()


def test_clocks_stand_still_while_no_server_runs(tmp_path: Path, clock: WallClock) -> None:
    first = RunningServer(tmp_path)
    ada, ben, room = start_two_at(first.url, clock={"bank": 600, "increment": 0, "out": "forfeit"})
    ada.leave()
    ben.leave()
    first.stop()
    clock.advance(LONGEST_GAP + 3_600_000)
    second = RunningServer(tmp_path)
    assert room not in second.live.rooms.in_memory
    watching = Page(second.url, room, {})
    log = second.room(room).log
    assert log is not None
    assert not log.over
    assert log.n == 1  # the pause is an entry of its own
    assert log.clocks is not None
    assert log.clocks.left_at(clock() - log.began_at)[log.awaiting[0]] > 300_000
    watching.close()
    second.stop()


def test_running_out_of_time_forfeits_or_lets_a_bot_play_on(tmp_path: Path, clock: WallClock) -> None:
    server = RunningServer(tmp_path)
    for out in ("forfeit", "bot"):
        ada, ben, room = start_two_at(
            server.url, clock={"bank": 600, "increment": 0, "out": out}, options={"first": "0"}
        )
        page = ben.open_page(room)
        assert page.latest["clocks"]["running"] == [0]
        clock.advance(602_000)  # Ada has thought for too long; the next sweep wakes the autoplayer
        if out == "forfeit":
            page.wait_for("scene", lambda m: m["state"] == "over")
            assert page.latest["result"]["code"] == "forfeit"
            assert page.latest["seats"][0]["out"] == "forfeit"
        else:
            page.wait_for("scene", lambda m: m["ply"] == 1)
            assert page.latest["seats"][0]["bot"]
        ada.leave()
        ben.leave()
    server.stop()


def test_a_match_that_ended_just_before_the_server_died_is_ended_on_loading(tmp_path: Path) -> None:
    import sqlite3

    first = RunningServer(tmp_path)
    ada, ben, room = start_two_at(first.url)
    page = ada.open_page(room)
    assert page.ask("resign", seat=0)["score"] == [0.0, 1.0]
    ada.leave()
    ben.leave()
    first.stop()
    with sqlite3.connect(tmp_path / "decapod.sqlite") as connection:
        connection.execute("update matches set ended = null, result = null")
        connection.execute("update tables set state = 'playing'")
    connection.close()
    second = RunningServer(tmp_path)
    watching = Page(second.url, room, {})
    assert watching.latest["state"] == "over"
    assert watching.latest["score"] == [0.0, 1.0]
    watching.close()
    second.stop()


def test_a_rematch_that_everybody_wanted_when_the_server_died_begins_on_loading(tmp_path: Path) -> None:
    import sqlite3

    first = RunningServer(tmp_path)
    ada, ben, room = start_two_at(first.url)
    page = ada.open_page(room)
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
    second = RunningServer(tmp_path)
    watching = Page(second.url, room, {})
    assert (watching.latest["state"], watching.latest["number"], watching.latest["ply"]) == ("playing", 2, 0)
    watching.close()
    second.stop()


def test_pages_find_their_way_back_through_a_dropped_connection(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    ada, ben, room = start_two_at(server.url, options={"first": "0"})
    page = ada.open_page(room)
    move = page.latest["scene"]["choices"][0]["move"]
    page.send("move", seat=0, seen=0, move=move)
    page.break_line()  # before the answer comes
    with pytest.raises((ConnectionClosed, OSError)):
        page.wait_for_scene(lambda m: m["ply"] == 1)
    again = ada.open_page(room)
    again.wait_for_scene(lambda m: m["ply"] == 1)
    doubled = again.ask("move", seat=0, seen=0, move=move)
    assert doubled["code"] == "move.doubled"
    ada.leave()
    ben.leave()
    server.stop()


def test_a_second_server_on_the_same_folder_says_where_the_first_is(tmp_path: Path) -> None:
    port = free_port()
    with server_process(tmp_path, port) as first:
        second = subprocess.run(
            [*first.args[:3], "serve", "--data-dir", str(tmp_path)],  # type: ignore[index]
            capture_output=True, text=True, check=True, timeout=PATIENCE,
        )  # fmt: skip
        assert second.stdout == f"Decapod already runs here: http://127.0.0.1:{port}\n"
