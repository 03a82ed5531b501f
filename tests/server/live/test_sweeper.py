"""The sweeper: what was missed is found, what nobody needs is forgotten, lost time is given back."""

from __future__ import annotations

from pathlib import Path

from decapod.server import wall_clock
from decapod.server.live.server_clock import ServerClock
from decapod.server.store.pulses import LONGEST_GAP
from decapod.server.store.rooms import SeatHolder, read_room
from tests.server.conftest import WallClock
from tests.server.live.in_memory import add_client, add_room, english, first_legal_move, open_server, run

BOT = SeatHolder(None, "chance", "Pinch")
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


def test_matches_of_bots_and_clocks_are_loaded_when_a_server_starts(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path, pace=600.0) as server:
            bots = await add_room(server, BOT, ADA)
            timed = await add_room(server, bank=60_000)
            await add_room(server)  # people alone: loaded when they come
            server.rooms.in_memory.clear()
            await server.sweeper.sweep()
            assert set(server.rooms.in_memory) == {bots.id, timed.id}
            for room in list(server.rooms.in_memory.values()):
                await room.autoplayer.close()
            server.rooms.in_memory.clear()
            await server.sweeper.sweep()  # one process alone has them all: they are not loaded again and again
            assert server.rooms.in_memory == {}
            await bots.autoplayer.close()
            await timed.autoplayer.close()

    run(work)


def test_one_room_that_cannot_be_loaded_keeps_no_other_from_it(tmp_path: Path) -> None:
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
            assert set(server.rooms.in_memory) == {good.id}

    run(work)


def test_clocks_get_the_time_back_in_which_no_server_ran(tmp_path: Path, clock: WallClock) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            await server.sweeper.give_back_time()
            room = await add_room(server, bank=1_800_000)
            assert room.log is not None
            await room.autoplayer.close()  # as nothing runs while no server does
            clock.advance(LONGEST_GAP + 3_600_000)
            await server.sweeper.give_back_time()
            assert room.log.n == 1
            assert room.log.clocks is not None
            assert room.log.clocks.left_at(clock() - room.log.began_at)[0] > 900_000
            await server.sweeper.give_back_time()  # nothing is given twice
            assert room.log.n == 1

    run(work)


def test_after_the_server_stood_still_its_clock_tells_the_time_of_day_and_nobody_has_lost_any(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            ticks = [0]
            server.services.clock = ServerClock(lambda: ticks[0])
            room = await add_room(server, bank=600_000, time_out="forfeit")
            quiet = await add_room(server)
            server.services.clock._counted -= 3_600_000  # as after an hour of sleep
            assert room.log is not None
            room.log.began_at -= 3_600_000
            await server.sweeper.sweep()
            assert wall_clock.now() - server.services.clock.now() < LONGEST_GAP
            assert room.log.clocks is not None
            assert room.log.clocks.left_at(server.services.clock.now() - room.log.began_at)[0] > 500_000
            assert quiet.log is not None
            assert (room.log.n, quiet.log.n) == (1, 0)
            await server.sweeper.sweep()
            assert room.log.n == 1  # nothing is given twice

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
            assert room.log.n == 1

    run(work)
