"""A room: who may do what on a seat, how entries are recorded, what everybody is shown."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from decapod.errors import IllegalMoveError, ParseError
from decapod.server.live.match_log import MatchLog
from decapod.server.live.room import Table
from decapod.server.live.thinkers import BotRequest, Priority
from decapod.server.store import MatchEvent
from decapod.server.store.entries import MOVE
from decapod.server.store.rooms import SeatHolder
from tests.server.live.in_memory import add_client, add_room, english, first_legal_move, open_server, run
from tests.server.running import Page, Person, start_two

ADA, BEN = SeatHolder("ada", None, "Ada"), SeatHolder("ben", None, "Ben")
BOT = SeatHolder(None, "random", "Pinch")


def first_move(log: MatchLog) -> list[MatchEvent]:
    """Make the entries for the first legal move of whoever is awaited."""
    return log.entries_for_move(*first_legal_move(log), log.n, 0, english(log))


async def resign(room: Table, seat: int) -> None:
    """Let a seat give up."""
    await room.record(lambda log: [log.entry_for_resignation(seat, 0, english(log))])


def test_a_seat_belongs_to_its_person_and_nobody_else(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            assert (room.seats_of("ada"), room.seats_of("eve"), room.seats_of("")) == ([0], [], [])
            room.check_seat("ada", 0, "en")
            for person in ("ben", "", "eve"):
                with pytest.raises(IllegalMoveError, match="not yours"):
                    room.check_seat(person, 0, "en")
            with pytest.raises(ParseError, match="no such seat"):
                room.check_seat("ada", 2, "en")

    run(work)


def test_time_never_runs_behind_what_a_process_whose_clock_is_ahead_has_stored(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room, clock = await add_room(server), server.services.clock
            log = room.log
            assert log is not None
            log.began_at = clock.now() + 5_000
            room.take_log(room.number, log)
            assert clock.now() >= log.began_at
            seat, move = first_legal_move(log)
            (entry,) = log.entries_for_move(seat, move, log.n, 9_000, english(log))
            await server.services.store.append(entry)
            await room.catch_up()
            assert log.last_at == 9_000
            assert clock.now() >= log.began_at + 9_000

    run(work)


def test_a_bot_plays_for_a_seat_that_was_left_to_it_resigned_or_timed_out(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path, pace=600.0) as server:
            both = SeatHolder("cat", "random", "Cat")
            room = await add_room(server, ADA, BEN, both)
            assert [room.bot_of(seat) for seat in range(3)] == [None, None, "random"]
            await resign(room, 1)
            assert room.bot_of(1) == "level3"
            room.check_no_bot(0, "en")
            for seat in (1, 2):
                with pytest.raises(IllegalMoveError, match="bot plays for you"):
                    room.check_no_bot(seat, "en")

    run(work)


def test_everybody_else_who_is_still_in_the_match_must_agree_to_taking_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path, pace=600.0) as server:
            room = await add_room(server, ADA, BEN, BEN, SeatHolder("cat", "random", "Cat"))
            assert room.seats_to_ask(0) == [1, 3]
            assert room.seats_to_ask(1) == [0, 3]
            await resign(room, 3)
            assert room.seats_to_ask(0) == [1]

    run(work)


def test_entries_are_stored_before_they_are_applied_and_shown(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            client, _ = add_client(room, "ada")
            assert await room.record(first_move, client=client, number=5)
            assert room.log is not None
            assert await server.store.entries_from(room.log.id, 1) != []
            message = room.message_for(client)
            assert (message.re, message.n, message.ply) == (5, 1, 1)
            assert room.message_for(client).re is None  # answered once

    run(work)


def test_what_another_process_stored_first_is_applied_and_the_wish_looked_at_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            assert room.log is not None
            numbers: list[int] = []
            taken = first_move(room.log)[0]
            assert await server.store.append(taken._replace(at=3))

            def wanted(log: MatchLog) -> list[MatchEvent]:
                numbers.append(log.n)
                return first_move(log)

            assert await room.record(wanted)
            assert (numbers, room.log.n, room.log.ply) == ([0, 1], 2, 2)
            assert not await room.record(lambda _: [])

    run(work)


def test_before_the_start_nothing_can_be_recorded(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, start=False)
            with pytest.raises(IllegalMoveError, match="not started"):
                await room.record(first_move)
            assert room.message_for(add_client(room, "ada")[0]).scene is None

    run(work)


def test_catching_up_applies_what_others_stored(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            assert room.log is not None
            await server.store.append(*first_move(room.log))
            assert room.log.n == 0
            await room.catch_up()
            assert room.log.n == 1

    run(work)


def test_whoever_wins_gets_a_point_and_those_who_share_a_part_of_one(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            await resign(room, 0)
            assert (room.score, room.row.state) == ([0.0, 1.0], "over")
            room.add_win("repetition", [0, 1])
            assert room.score == [0.5, 1.5]

    run(work)


def test_words_are_in_the_language_asked_for_with_the_names_of_those_who_sit_here(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            assert room.words("fr") is room.words("fr")
            assert (room.words("fr").language, room.words("en").name(1)) == ("fr", "Ben")
            room.take_seats(room.row, [SeatHolder("ada", None, "Guest 876"), SeatHolder("ben", None, "Benjamin")])
            assert room.words("en").name(1) == "Benjamin"
            assert (room.words("fr").name(0), room.words("en").name(0)) == ("Invité 876", "Guest 876")

    run(work)


def test_another_match_is_wanted_when_every_person_wants_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path, pace=600.0) as server:
            room = await add_room(server, ADA, BEN, BOT)
            for seat in (0, 1):
                await resign(room, seat)
            assert not room.all_want_rematch
            for seat, all_of_them in ((0, False), (1, True)):
                await room.record(lambda log, s=seat: [log.entry_for_rematch(s, 0, english(log))])
                assert room.all_want_rematch is all_of_them

    run(work)


def test_moves_taken_back_are_told_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            client, _ = add_client(room, "ada")
            await room.record(first_move)
            room.message_for(client)
            await room.record(lambda log: [log.entry_for_undo(0, 0, [], english(log))])
            assert client.progress.ply == 0
            await room.record(first_move)
            assert [one.ply for one in room.message_for(client).log] == [1]

    run(work)


# --- over a real socket ------------------------------------------------------------------------------------


@pytest.fixture
def two(person: Callable[..., Person]) -> tuple[Person, Person, Page, Page]:
    """Ada and Ben at a table; Ada begins."""
    ada, ben, room = start_two(person)
    return ada, ben, ada.open_page(room), ben.open_page(room)


def test_a_page_that_stays_shows_the_same_scene_as_one_that_comes(two: Any) -> None:
    ada, ben, one, _ = two
    dice = random.Random(3)
    pages = [ada.open_page(one.room), ben.open_page(one.room)]
    for _ in range(6):
        mover = next(page for page in pages if page.is_awaited())
        mover.move(dice.choice(mover.latest["scene"]["choices"])["move"])
        assert mover.latest["board"] is None
        for page in pages:
            page.wait_for_scene(lambda m, n=mover.latest["n"]: m["n"] >= n)
    assert ada.open_page(one.room).latest["scene"] == pages[0].latest["scene"]


def test_every_move_is_told_once(two: Any) -> None:
    ada, _, one, other = two
    dice = random.Random(5)
    for ply in range(1, 6):
        mover = one if one.is_awaited() else other
        mover.move(dice.choice(mover.latest["scene"]["choices"])["move"])
        for page in (one, other):
            page.wait_for_scene(lambda m, n=ply: m["n"] >= n)
    for page in (one, other):
        plies = [line["ply"] for message in page.messages("scene") for line in message["log"]]
        assert plies == [1, 2, 3, 4, 5]
    older = one.ask("story", before=4)["log"]
    assert ada.get(f"/api/matches/{one.latest['match']}/story", seat=0)[:3] == older


def test_presence_says_who_is_there(two: Any, person: Callable[..., Person]) -> None:
    _, _, one, other = two
    cat = person("Cat").open_page(one.room)
    here = one.wait_for("presence", lambda m: m["watching"] == 1)
    assert {p["name"]: p["seats"] for p in here["here"]} == {"Ada": [0], "Ben": [1], "Cat": []}
    cat.close()
    one.wait_for("presence", lambda m: m["watching"] == 0)
    other.close()
    one.wait_for("presence", lambda m: len(m["here"]) == 1)


def test_entries_recorded_at_the_same_time_come_one_after_the_other(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            assert room.log is not None
            await asyncio.gather(*(room.record(first_move) for _ in range(6)))
            stored = await server.store.entries_from(room.log.id, 1)
            assert [(entry.n, entry.kind) for entry in stored] == [(n, MOVE) for n in range(1, 7)]

    run(work)


def test_bots_think_for_the_first_at_the_table_who_is_there(tmp_path: Path) -> None:
    bot = SeatHolder(None, "random", "Pinch")

    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, bot, SeatHolder("ben", None, "Ben"), host="club")
            assert room.asker == BotRequest("club", "", Priority.UNWATCHED)
            add_client(room, "eve", "Eve")
            assert room.asker == BotRequest("club", "", Priority.AWAITED)  # Ben may come back any time
            client, _ = add_client(room, "ben", "Ben")
            client.address = "10.0.0.7"
            assert room.asker == BotRequest("ben", "10.0.0.7", Priority.AWAITED)
            bots = await add_room(server, bot, bot, host="club")
            add_client(bots, "eve", "Eve")
            assert bots.asker == BotRequest("club", "", Priority.WATCHED)

    run(work)
