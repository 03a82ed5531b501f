"""Quarantine: a match that cannot be played again is kept, shown as a record, and harms no other."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Connection

import decapod
from decapod.core.record import read_record
from decapod.errors import IllegalMoveError, RulesVersionError
from decapod.server.live.quarantine import DamagedMatchError, explain_trouble, write_kept_record
from decapod.server.live.room import Table
from decapod.server.live.server import Hub
from decapod.server.store.entries import MOVE, UNDO, MatchEvent
from decapod.server.store.matches import read_matches
from tests.server.live.in_memory import add_client, add_room, english, first_legal_move, open_server, room_row, run
from tests.server.store.opening import match_row


def make_outdated(connection: Connection) -> None:
    """Let every stored match be one of rules that nobody plays any more."""
    connection.exec_driver_sql("update matches set rules = 0")


async def make_move(room: Table) -> None:
    """Make the first legal move."""
    await room.record(lambda log: log.entries_for_move(*first_legal_move(log), log.n, 0, english(log)))


async def load_again(server: Hub, room: Table) -> Table:
    """Load a room anew from the store."""
    await server.rooms.unload(room)
    again = await server.rooms.find(room.id)
    assert again is not None
    return again


def test_a_match_of_other_rules_is_never_played_by_these(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            await make_move(room)
            [row] = await read_matches(server.store, room.id)
            assert row.rules == decapod.game("crab-stack").version
            await server.store.write(make_outdated)
            kept = await load_again(server, room)
            assert kept.log is None
            assert isinstance(kept.trouble, RulesVersionError)
            assert kept.number == 1
            for language, words in (("en", "not replayed by other rules"), ("fr", "n'est pas rejouée")):
                with pytest.raises(IllegalMoveError, match=words):
                    kept.require_log(language)
            with pytest.raises(RulesVersionError):
                await server.archive.find(row.id)
            assert await server.store.entries_from(row.id, 1)  # nothing is lost

    run(work)


def test_an_illegal_entry_is_the_trouble_of_its_room_alone(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room, other = await add_room(server), await add_room(server)
            assert room.log is not None
            entry = room.log.entry_for_resignation(1, 0, english(room.log))
            await server.store.append(entry._replace(kind="move", move=10**6))
            kept = await load_again(server, room)
            assert kept.log is None
            assert isinstance(kept.trouble, DamagedMatchError)
            with pytest.raises(IllegalMoveError, match="kept as it is"):
                await make_move(kept)
            await make_move(other)
            assert other.log is not None
            assert other.log.n == 1

    run(work)


def test_an_illegal_entry_of_another_process_sends_home_who_looks(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server)
            client, _ = add_client(room, "ada", language="fr")
            assert room.log is not None
            entry = room.log.entry_for_resignation(1, 0, english(room.log))
            await server.store.append(entry._replace(kind="move", move=10**6))
            await room.catch_up()
            assert room.log is None
            assert isinstance(room.trouble, DamagedMatchError)
            assert client._goodbye is not None
            assert "gardée telle quelle" in client._goodbye.words

    run(work)


def test_the_trouble_is_explained_in_both_languages() -> None:
    game = decapod.game("crab-stack")
    assert explain_trouble(DamagedMatchError(), game, "en").endswith("It is kept as it is.")
    assert explain_trouble(DamagedMatchError(), game, "fr").endswith("Elle est gardée telle quelle.")


def test_a_kept_record_has_the_numbers_of_the_moves_that_were_not_taken_back() -> None:
    row = match_row("m", "r")._replace(result={"code": "resigned", "places": [1, 2], "points": [0, 0]}, rules=3)

    def entry(n: int, kind: str, seat: int, move: int) -> MatchEvent:
        return MatchEvent("m", n, kind, seat, move, 10 * n, 0)

    entries = [
        entry(1, MOVE, 0, 11), entry(2, MOVE, 1, 12), entry(3, MOVE, 0, 13), entry(4, MOVE, 1, 14),
        entry(5, UNDO, 0, 1),  # by consent: with all that followed
        entry(6, MOVE, 0, 15), entry(7, MOVE, 1, 16),
        entry(8, UNDO, 0, 0),  # a plan, taken back alone
        entry(9, "resign", 1, 0),
    ]  # fmt: skip
    record = read_record(write_kept_record(room_row(), row, entries))
    assert (record.game, record.version, record.outcome["ending"]) == ("crab-stack", 3, "resigned")
    assert record.moves == [(0, "#11", 10), (1, "#12", 20), (1, "#16", 70)]
    with pytest.raises(decapod.errors.DecapodError):
        decapod.loads(write_kept_record(room_row(), row, entries))
