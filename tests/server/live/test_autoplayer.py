"""The autoplayer: bots move and clocks fall without people."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from decapod.bots.flat_mc import FlatMCBot
from decapod.core.match import Move
from decapod.core.player_view import PlayerView
from decapod.server import metrics, wall_clock
from decapod.server.live.room import Table
from decapod.server.live.server_clock import ServerClock
from decapod.server.store.rooms import SeatHolder
from tests.installing import FIRST_MOVE
from tests.server.conftest import WallClock
from tests.server.live.in_memory import add_client, add_room, english, first_legal_move, open_server, run
from tests.server.running import Person

Come = Callable[..., Person]
ADA, BEN = SeatHolder("ada", None, "Ada"), SeatHolder("ben", None, "Ben")
BOT = SeatHolder(None, "random", "Pinch")
SECONDS_OF_BOTS = 'decapod_bot_seconds_sum{bot="flat-mc"}'


async def until(room: Table, condition: Callable[[Table], bool]) -> None:
    """Wait until a room is as wanted; whenever something happens it is looked at again."""
    client, socket = add_client(room)
    sending = asyncio.create_task(client.send_forever())
    client.show_newest()
    room.autoplayer.wake()
    while not condition(room):
        known = len(socket.sent)
        await socket.wait_for(lambda _, n=known: len(socket.sent) > n)
    sending.cancel()
    room.clients.discard(client)


def test_bots_play_a_match_to_its_end(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, BOT, BOT)
            await until(room, lambda r: r.log is not None and r.log.over)
            assert room.row.state == "over"
            assert not room.autoplayer.is_needed

    run(work)


def test_it_is_needed_only_while_a_bot_is_to_move_or_a_clock_runs(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path, pace=600.0) as server:
            waiting = await add_room(server, ADA, BOT, start=False)
            assert not waiting.autoplayer.is_needed
            assert not (await add_room(server, ADA, BOT)).autoplayer.is_needed  # Ada begins
            assert (await add_room(server, BOT, ADA)).autoplayer.is_needed
            timed = await add_room(server, ADA, BEN, bank=60_000)
            assert timed.autoplayer.is_needed
            await timed.record(lambda log: [log.entry_for_resignation(0, 0, english(log))])
            assert not timed.autoplayer.is_needed

    run(work)


def test_a_clock_that_falls_forfeits_the_seat(tmp_path: Path, clock: WallClock) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, ADA, BEN, bank=600_000, time_out="forfeit")
            clock.advance(602_000)
            room.autoplayer.wake()
            await until(room, lambda r: r.log is not None and r.log.over)
            assert room.log is not None
            assert room.log.departures == {0: "forfeit"}

    run(work)


def test_a_clock_that_falls_gives_the_seat_to_a_bot_where_that_was_agreed(tmp_path: Path, clock: WallClock) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, ADA, BEN, bank=600_000, time_out="bot")
            clock.advance(602_000)
            room.autoplayer.wake()
            await until(room, lambda r: r.log is not None and r.log.ply == 1)
            assert room.log is not None
            assert room.log.timeouts == {0}

    run(work)


def test_a_move_in_time_is_made_before_the_clock_falls(tmp_path: Path, clock: WallClock) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, ADA, BEN, bank=600_000)
            assert room.log is not None
            clock.advance(300_000)
            seat, move = first_legal_move(room.log)
            at = wall_clock.now() - room.log.began_at
            await room.record(lambda log: log.entries_for_move(seat, move, log.n, at, english(log)))
            assert room.log.timeouts == set()
            assert room.log.clocks is not None
            assert room.log.clocks.left[0] <= 300_000

    run(work)


def test_when_it_is_closed_another_may_go_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path, pace=600.0) as server:
            room = await add_room(server, BOT, BOT)
            await room.autoplayer.close()
            assert room.log is not None
            assert room.log.ply == 0
            server.settings.pace = 0.0
            room.autoplayer.wake()
            await until(room, lambda r: r.log is not None and r.log.ply > 2)

    run(work)


def test_bots_among_themselves_wait_until_somebody_looks(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, BOT, BOT)
            assert not room.autoplayer.is_needed
            client, _ = add_client(room)
            assert room.autoplayer.is_needed
            room.clients.discard(client)
            assert (await add_room(server, BOT, ADA)).autoplayer.is_needed  # Ada will come back to its move

    run(work)


def test_bots_that_waited_get_that_time_back(tmp_path: Path, clock: WallClock) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, BOT, BOT, bank=600_000, time_out="forfeit")
            clock.advance(3_600_000)
            await until(room, lambda r: r.log is not None and r.log.ply >= 2)
            assert room.log is not None
            assert room.log.departures == {}

    run(work)


def test_a_bot_that_crashes_is_replaced_by_chance_for_that_move_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def crash(*_: object) -> None:
        raise ZeroDivisionError("a bot's mistake")

    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, SeatHolder(None, "flat-mc", "Pinch"), ADA)
            await until(room, lambda r: r.log is not None and r.log.ply == 1)

    monkeypatch.setattr(FlatMCBot, "choose", crash)
    monkeypatch.setattr(logging.getLogger("decapod"), "propagate", True)
    caplog.set_level("ERROR", logger="decapod")
    run(work)
    assert "a bot failed; chance moves for it" in caplog.text
    assert "a bot's mistake" in caplog.text


def test_a_bot_of_an_earlier_release_goes_on_at_its_table(tmp_path: Path) -> None:
    async def begin() -> None:
        async with open_server(tmp_path) as server:
            await add_room(server, ADA, SeatHolder(None, "random", "Pinch"), id="room")
            await server.store.write(
                lambda connection: connection.execute(text("update seats set bot = 'chance' where bot is not null"))
            )

    async def go_on() -> None:
        async with open_server(tmp_path) as server:
            room = await server.rooms.find("room")
            assert room is not None
            assert room.seats == [ADA, SeatHolder(None, "random", "Pinch")]
            assert room.log is not None
            await room.record(lambda log: log.entries_for_move(*first_legal_move(log), log.n, 0, english(log)))
            await until(room, lambda r: r.log is not None and r.log.ply == 2)

    failures = bot_failures("chance"), bot_failures("random")
    run(begin)
    run(go_on)
    assert (bot_failures("chance"), bot_failures("random")) == failures


def test_a_program_that_the_owner_offers_plays_at_a_table(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(FIRST_MOVE, encoding="utf-8")

    async def work() -> None:
        offered = [f"first=exec:{sys.executable} -S {tmp_path / 'first.py'}"]
        async with open_server(tmp_path, bots=offered) as server:
            room = await add_room(server, SeatHolder(None, "first", "Pinch"), ADA)
            await until(room, lambda r: r.log is not None and r.log.ply == 1)
            assert room.log is not None
            start = room.log.match.at_ply(0)
            assert room.log.match.moves[0].action == start.legal_actions(0)[0]

    failures = bot_failures("first")
    run(work)
    assert bot_failures("first") == failures


@pytest.mark.parametrize("level", ["dead", "gone"])
def test_a_program_that_dies_has_lost_and_chance_moves_for_one_that_is_offered_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, level: str
) -> None:
    async def work() -> None:
        async with open_server(tmp_path, bots=["dead=exec:false"]) as server:
            room = await add_room(server, SeatHolder(None, level, "Pinch"), ADA)
            await until(room, lambda r: r.log is not None and (r.log.over if level == "dead" else r.log.ply == 1))
            if level == "dead":
                result = room.log.result(room.words("en")) if room.log is not None else None
                assert result is not None
                assert (result.code, result.winners, room.log and room.log.ply) == ("resigned", [1], 0)

    monkeypatch.setattr(logging.getLogger("decapod"), "propagate", True)
    caplog.set_level("ERROR", logger="decapod")
    failures = bot_failures(level)
    run(work)
    assert bot_failures(level) == failures + 1
    words = {"dead": "a program failed, and has lost its match", "gone": "a bot failed; chance moves for it"}
    said = [record for record in caplog.records if record.message == words[level]]
    (line,) = {id(record): record for record in said}.values()  # heard here and by the root, if both listen
    assert not line.exc_info
    assert "Traceback" not in caplog.text
    assert vars(line)["error"] in (
        "false ended with exit code 1 instead of answering", "there is no bot 'gone' here any more",
    )  # fmt: skip


def bot_failures(level: str) -> float:
    """Ask the metrics how often chance moved for a bot."""
    start = f'decapod_bot_failures_total{{bot="{level}"}}'
    lines = [line for line in metrics.page().decode().splitlines() if line.startswith(start)]
    return float(lines[0].split()[-1]) if lines else 0.0


def test_the_thread_of_a_bot_gets_a_seat_and_nothing_of_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[object, ...]] = []

    def choose(*arguments: object) -> Move:
        given.append(arguments[1:])
        seat = arguments[1]
        assert isinstance(seat, PlayerView)
        return seat.legal_moves()[0]

    async def work() -> None:
        async with open_server(tmp_path) as server:
            seats = SeatHolder(None, "flat-mc", "Pinch"), ADA
            room = await add_room(server, *seats, game="crabe-vs-poulpe", variant="symmetric")
            await until(room, lambda r: r.log is not None and r.log.ply == 1)
            ((seat,),) = given
            assert room.log is not None
            assert seat == room.log.match.at_ply(0).player_view(0, event_log=False)

    monkeypatch.setattr(FlatMCBot, "choose", choose)
    run(work)


class SteppedClock(ServerClock):
    """A clock that goes on only while a bot thinks or somebody waits, and notes until when they wait."""

    def __init__(self) -> None:
        """Begin at an hour of its own."""
        self.at = 0
        self.waits: list[int] = []
        super().__init__(lambda: self.at)

    async def sleep_until(self, at: int) -> None:
        """Let the time come at once."""
        self.waits.append(at - self.now())
        self.at += at - self.now()


@pytest.mark.parametrize("thinking_time", [0, 20, 600, 800])
def test_a_bot_with_something_to_hide_answers_at_the_same_moment_however_long_it_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, thinking_time: int
) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            clock = server.services.clock = SteppedClock()

            def choose(_: FlatMCBot, seat: PlayerView) -> Move:
                clock.at += thinking_time
                return seat.legal_moves()[0]

            monkeypatch.setattr(FlatMCBot, "choose", choose)
            seats = SeatHolder(None, "flat-mc", "Pinch"), ADA
            room = await add_room(server, *seats, game="crabe-vs-poulpe", variant="symmetric")
            await until(room, lambda r: r.log is not None and r.log.ply == 1)
            assert clock.waits[0] + thinking_time == 850
            assert room.log is not None
            assert room.log.match.moves[0].elapsed_ms == 850

    before = bot_seconds()
    run(work)
    assert bot_seconds() - before == pytest.approx(0.85)  # what anybody can ask for tells no more


def bot_seconds() -> float:
    """Ask the metrics how long bots of the usual level took, all in all."""
    lines = [line for line in metrics.page().decode().splitlines() if line.startswith(SECONDS_OF_BOTS)]
    return float(lines[0].split()[-1]) if lines else 0.0


# --- over a real socket ------------------------------------------------------------------------------------


def test_a_bot_sits_like_a_person_and_a_spectator_watches(person: Come) -> None:
    ada, eve = person("Ada"), person("Eve")
    room = ada.set_up(seats=[{"who": "me"}, {"who": "bot", "bot": "random"}], start=True)["id"]
    page, watcher = ada.open_page(room), eve.open_page(room)
    assert watcher.latest["viewer"] == -1
    assert watcher.latest["scene"]["choices"] == []
    while page.wait_for_turn()["state"] != "over":
        page.move()
    watcher.wait_for_scene(lambda m: m["state"] == "over")
    assert watcher.latest["scene"]["pieces"] == page.latest["scene"]["pieces"]


def test_with_three_players_a_bot_plays_on_for_whoever_resigns(person: Come) -> None:
    people = [person(name) for name in ("Ada", "Ben", "Cat")]
    room = people[0].set_up(players=3, options={"first": "0"})
    for one in people[1:]:
        one.post(f"/api/tables/{room['id']}/join", invite=room["invite"])
    people[0].post(f"/api/tables/{room['id']}/start")
    pages = [one.open_page(room["id"]) for one in people]
    pages[0].ask("resign", seat=0)
    pages[1].wait_for_turn()
    assert pages[1].latest["state"] == "playing"
    assert pages[1].latest["seats"][0]["out"] == "resigned"
    pages[1].ask("resign", seat=1)
    pages[2].wait_for_scene(lambda m: m["state"] == "over")
    assert pages[2].latest["result"]["places"] == [3, 2, 1]


def test_bots_agree_at_once_to_taking_back(person: Come) -> None:
    ada = person("Ada")
    seats = [{"who": "me"}, {"who": "bot", "bot": "random"}]
    page = ada.open_page(ada.set_up(seats=seats, options={"first": "0"}, start=True)["id"])
    page.move()
    page.wait_for_scene(lambda m: m["ply"] == 2)
    page.ask("undo", seat=0)
    assert page.latest["ply"] == 0


def test_closing_a_room_that_was_just_woken_ends_its_autoplayer(tmp_path: Path) -> None:
    """Now and then a server that watched a clock did not stop."""

    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, bank=600_000)
            for turns in range(4):  # of the loop, between waking and closing
                room.autoplayer.wake()
                await asyncio.sleep(0.05)
                task = room.autoplayer._task
                room.autoplayer.wake()
                for _ in range(turns):
                    await asyncio.sleep(0)
                await room.autoplayer.close()
                assert task is not None
                assert task.cancelled()

    run(work)
