"""The sweeper: what was missed is found, what nobody needs is forgotten, lost time is given back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from decapod.server import wall_clock
from decapod.server.live import sweeper
from decapod.server.live.server import Hub
from decapod.server.live.server_clock import ServerClock
from decapod.server.store.matches import read_matches
from decapod.server.store.pulses import LONGEST_GAP, record_pulse
from decapod.server.store.rooms import SeatHolder, read_room
from tests.server.conftest import WallClock
from tests.server.live.in_memory import add_client, add_room, english, first_legal_move, open_server, run

BOT = SeatHolder(None, "random", "Pinch")
ADA = SeatHolder("ada", None, "Ada")


def test_rooms_that_nobody_looks_at_leave_memory_and_others_stay(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path, idle=-1.0, pace=600.0) as server:
            quiet, watched = await add_room(server, ADA, ADA), await add_room(server)
            lively = await add_room(server, BOT, ADA)
            add_client(watched, "ada")
            await server.sweeper.sweep()
            assert set(server.rooms.in_memory) == {watched.id, lively.id}
            assert quiet.id not in server.rooms.in_memory

    run(work)


async def forget_all(server: Hub) -> None:
    """Let no room be in memory, as when a server starts."""
    for room in list(server.rooms.in_memory.values()):
        await room.autoplayer.close()
    server.rooms.in_memory.clear()


def test_matches_of_bots_go_on_after_a_start_some_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeper, "ADOPTED_AT_ONCE", 2)

    async def work() -> None:
        async with open_server(tmp_path, pace=600.0) as server:
            bots = [(await add_room(server, BOT, ADA)).id for _ in range(3)]
            await add_room(server)  # people alone: loaded when they come
            await forget_all(server)
            await server.sweeper.sweep()
            assert len(server.rooms.in_memory) == 2
            await server.sweeper.sweep()
            assert set(server.rooms.in_memory) == set(bots)
            await forget_all(server)
            await server.sweeper.sweep()  # one process alone had them all: they are not loaded again and again
            assert server.rooms.in_memory == {}

    run(work)


def test_a_match_with_clocks_is_loaded_when_one_of_them_may_have_fallen_and_not_before(
    tmp_path: Path, clock: WallClock
) -> None:
    """5,000 live tables with clocks were all played again before a server answered."""

    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, bank=60_000, time_out="forfeit")
            await forget_all(server)
            await server.sweeper.sweep()
            assert server.rooms.in_memory == {}
            clock.advance(62_000)
            await server.sweeper.sweep()
            loaded = server.rooms.in_memory[room.id]
            while loaded.row.state != "over":
                await asyncio.sleep(0.01)
            assert loaded.log is not None
            assert loaded.log.departures == {0: "forfeit"}

    run(work)


def test_a_match_that_cannot_be_loaded_is_in_nobodys_way(
    tmp_path: Path, clock: WallClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeper, "ADOPTED_AT_ONCE", 1)

    async def work() -> None:
        async with open_server(tmp_path) as server:
            lost, good = await add_room(server, bank=60_000), await add_room(server, bank=61_000)
            await forget_all(server)
            await server.store.write(
                lambda c: c.exec_driver_sql("update tables set game = '' where id = ?", (lost.id,))
            )
            clock.advance(70_000)
            for _ in range(2):
                await server.sweeper.sweep()
            assert set(server.rooms.in_memory) == {good.id}
            [row] = await read_matches(server.store, lost.id)
            assert row.wakes_at is not None
            assert row.wakes_at > clock()  # it is looked at again

    run(work)


def test_a_match_whose_players_moved_meanwhile_wakes_later(tmp_path: Path, clock: WallClock) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, bank=60_000, increment=30_000)
            assert room.log is not None
            clock.advance(50_000)
            at = clock() - room.log.began_at
            for _ in range(2):
                await room.record(lambda log: log.entries_for_move(*first_legal_move(log), log.n, at, english(log)))
            clock.advance(15_000)  # what was stored at the start has passed; they had 40 and 90 seconds left
            await server.sweeper.sweep()
            [row] = await read_matches(server.store, room.id)
            assert row.wakes_at is not None
            assert row.wakes_at >= clock() + 20_000
            await forget_all(server)
            await server.sweeper.sweep()
            assert server.rooms.in_memory == {}

    run(work)


def test_one_room_whose_match_is_damaged_keeps_no_other_from_going_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path, pace=600.0) as server:
            broken = await add_room(server, BOT, ADA)
            good = await add_room(server, BOT, ADA)
            assert broken.log is not None
            entry = broken.log.entry_for_resignation(1, 0, english(broken.log))
            await server.store.append(entry._replace(kind="move", move=10**6))
            for room in (broken, good):
                await room.autoplayer.close()
            server.rooms.in_memory.clear()
            await server.sweeper.sweep()
            assert server.rooms.in_memory[broken.id].trouble is not None
            assert server.rooms.in_memory[good.id].log is not None

    run(work)


def test_clocks_get_the_time_back_in_which_no_server_ran(tmp_path: Path, clock: WallClock) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            await server.sweeper.give_back_time()
            room = await add_room(server, bank=1_800_000)
            assert room.log is not None
            await room.autoplayer.close()  # as nothing runs while no server does
            clock.advance(LONGEST_GAP + 3_600_000)
            await forget_all(server)
            await server.sweeper.give_back_time()
            await server.sweeper.sweep()
            assert server.rooms.in_memory == {}  # it is given when somebody comes
            for _ in range(2):  # and not twice
                again = await server.rooms.find(room.id)
                assert again is not None
                assert again.log is not None
                assert again.log.n == 1
                assert again.log.clocks is not None
                assert again.log.clocks.left_at(clock() - again.log.began_at)[0] > 900_000
                await forget_all(server)
                await server.sweeper.give_back_time()

    run(work)


def test_after_the_server_stood_still_its_clock_tells_the_time_of_day_and_nobody_has_lost_any(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            ticks = [0]
            clock = server.services.clock = ServerClock(lambda: ticks[0])
            clock._counted -= 3_600_000  # as after an hour of sleep
            room = await add_room(server, bank=600_000, time_out="forfeit")
            await server.sweeper.sweep()
            assert wall_clock.now() - clock.now() > LONGEST_GAP, "not while a clock runs: it would lose that hour"
            await room.autoplayer.close()
            await forget_all(server)
            for _ in range(2):  # the second time there is nothing to do
                await server.sweeper.sweep()
                assert wall_clock.now() - clock.now() < LONGEST_GAP
            for _ in range(2):  # and nothing is given twice
                again = await server.rooms.find(room.id)
                assert again is not None
                assert again.log is not None
                assert again.log.clocks is not None
                assert again.log.n == 1
                assert again.log.clocks.left_at(clock.now() - again.log.began_at)[0] > 500_000
                await again.autoplayer.close()
                await forget_all(server)

    run(work)


def test_cleaning_spares_the_rooms_in_memory(tmp_path: Path, clock: WallClock) -> None:
    async def work() -> None:
        async with open_server(tmp_path, keep_idle=0.0) as server:
            left, used = await add_room(server), await add_room(server)
            await server.rooms.unload(left)
            clock.advance(1_000)
            await server.sweeper.clean()
            assert await read_room(server.store, left.id) is None
            assert await read_room(server.store, used.id) is not None

    run(work)


def test_a_long_pause_of_the_server_deletes_nothing_and_idle_time_then_counts_on(
    tmp_path: Path, clock: WallClock, caplog: pytest.LogCaptureFixture
) -> None:
    half = 50 * 86_400_000  # milliseconds: a match is kept for 90 days

    async def work() -> None:
        async with open_server(tmp_path) as server:
            await server.sweeper.give_back_time()
            played, waiting = await add_room(server), await add_room(server, start=False)
            first = first_legal_move(played.log)
            await played.record(lambda log: log.entries_for_move(*first, log.n, 0, english(log)))
            await forget_all(server)
            clock.advance(2 * half)
            await server.sweeper.give_back_time()  # as a server does that starts
            await server.sweeper.clean()
            assert await read_room(server.store, waiting.id) is not None
            assert [row.ended_at for row in await read_matches(server.store, played.id)] == [None]
            for matches in (1, 0):
                clock.advance(half)
                await server.store.write(lambda c: record_pulse(c, clock()))
                await server.sweeper.clean()
                assert len(await read_matches(server.store, played.id)) == matches

    with caplog.at_level("INFO", "decapod.server"):
        run(work)
    logged = [record.__dict__ for record in caplog.records if record.message == "cleaned"]
    assert [(line["deleted"], line.get("matches"), line["rooms"]) for line in logged] == [(1, None, 1), (2, 1, 1)]


def test_a_database_that_fails_is_tried_again_the_next_time(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path, pace=600.0) as server:
            room = await add_room(server, BOT, ADA)
            await room.autoplayer.close()
            server.rooms.in_memory.clear()
            await server.store.write(lambda c: c.exec_driver_sql("alter table tables rename to lost_tables"))
            await server.sweeper.sweep()
            assert server.rooms.in_memory == {}
            await server.store.write(lambda c: c.exec_driver_sql("alter table lost_tables rename to tables"))
            await server.sweeper.sweep()
            assert set(server.rooms.in_memory) == {room.id}

    run(work)


def test_entries_whose_announcement_was_lost_are_found(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            assert room.log is not None
            await server.store.append(*room.log.entries_for_move(*first_legal_move(room.log), 0, 0, english(room.log)))
            await server.sweeper._catch_up()
            assert room.log.n == 0  # nobody looks, so nobody misses it
            add_client(room)
            await server.sweeper._catch_up()
            assert room.log.n == 1

    run(work)
