"""Starting a match: once, with bots on free seats, and the loser first where the book says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import decapod
from decapod.server.live.starting import start_match
from decapod.server.store.rooms import SeatHolder
from tests.server.live.in_memory import add_room, english, open_server, run
from tests.server.running import Person, start_two

ADA = SeatHolder("ada", None, "Ada")


def test_of_several_who_start_at_once_one_does_and_all_have_its_match(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, start=False)
            other = await server.rooms.loader.load(room.id)  # as another process has it
            assert other is not None
            await asyncio.gather(*(start_match(server.rooms.loader, one, 1) for one in (room, other, room)))
            assert room.log is not None
            assert other.log is not None
            assert (room.log.id, room.number) == (other.log.id, other.number)

    run(work)


def test_a_chosen_seed_deals_the_first_match_and_no_other(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, seed="7")
            assert room.log is not None
            assert room.log.match.seed_hash == decapod.game("crab-stack").match(2, seed=7).seed_hash
            await room.record(lambda log: [log.entry_for_resignation(0, 0, english(log))])
            await server.rooms.start_rematch(room)
            assert room.log.match.commitment.server_seed != 7

    run(work)


def test_seats_that_are_free_go_to_bots_when_a_match_starts(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path, pace=600.0) as server:
            room = await add_room(server, ADA, SeatHolder(), SeatHolder())
            assert [holder.bot for holder in room.seats] == [None, "level3", "level3"]
            assert len({holder.name for holder in room.seats}) == 3
            assert room.row.state == "playing"

    run(work)


def test_the_loser_begins_the_next_game_of_crabe_vs_poulpe(person: Callable[..., Person]) -> None:
    ada, ben, room = start_two(person, game="crabe-vs-poulpe")
    one, other = ada.open_page(room), ben.open_page(room)
    assert one.latest["awaiting"] == [0]
    other.ask("resign", seat=1)
    one.wait_for_scene(lambda m: m["state"] == "over")
    one.send("rematch")
    other.wait_for_scene(lambda m: m["rematch"] == [0])
    other.send("rematch")
    one.wait_for_scene(lambda m: m["number"] == 2)
    assert one.latest["awaiting"] == [1]


def test_in_crab_stack_the_option_decides_who_begins(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            await room.record(lambda log: [log.entry_for_resignation(1, 0, english(log))])
            await server.rooms.start_rematch(room)
            assert room.log is not None
            assert room.log.awaiting == (0,)

    run(work)
