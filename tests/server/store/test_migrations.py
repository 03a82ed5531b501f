"""Migrations: a new database, a migrated one and one of version 0.1.0 are what the schema says."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from decapod.deal import SALT, Deal
from decapod.server.store import Store, schema
from decapod.server.store.database import Database
from decapod.server.store.matches import read_match
from decapod.server.store.migrations import HEAD, create, upgrade
from tests.server.live.in_memory import open_server, run
from tests.server.store.opening import use_store

OLD = Path(__file__).with_name("version_0_1_0.sql")


def differences(connection: Connection) -> Any:
    """Return the version of a database, and in what it differs from the schema."""
    context = MigrationContext.configure(connection)
    return context.get_current_revision(), compare_metadata(context, schema.metadata)


@pytest.mark.parametrize("make", [create, upgrade])
def test_a_new_database_and_a_migrated_one_are_what_the_schema_says(
    url: str, make: Callable[[Connection], object]
) -> None:
    async def make_bare() -> None:
        database = Database(url)
        await database.run_writing(make)
        await database.close()

    async def work(store: Store) -> Any:
        await store.write(make)  # `use_store` has opened it: there is something already, which is left as it is
        return await store.write(differences)

    asyncio.run(make_bare())
    assert use_store(url, work) == (HEAD, [])


def test_head_is_the_newest_migration() -> None:
    folder = Path(schema.__file__).parent / "migrations" / "versions"
    assert max(path.name[:4] for path in folder.glob("0*.py")) == HEAD


def test_a_database_of_version_0_1_0_loses_nothing(tmp_path: Path) -> None:
    """Its matches of Crab Stack were played by version 1 of the rules: they are kept, and go on by none but those."""
    live, ended, room_id = "d5CzWdMvHdh4EGpMtz8U", "RiTqlH8ZReC1ZZd9hZxL", "VLuLvaiUcXanemjuVV-N"
    with sqlite3.connect(tmp_path / "decapod.sqlite") as old:
        old.executescript(OLD.read_text(encoding="utf-8"))
    old.close()

    async def look() -> None:
        async with open_server(tmp_path) as server:
            assert await server.store.write(differences) == (HEAD, [])
            rows = [await read_match(server.store, id_) for id_ in (live, ended)]
            assert [row and (row.rules, row.wakes_at) for row in rows] == [(1, 0), (1, None)]  # clocks: looked at soon
            room = await server.rooms.find(room_id)
            assert room is not None
            assert room.trouble is not None
            assert room.trouble.code == "rules.outdated"
            assert len(await server.store.entries_from(live, 1)) == 5
            await server.store.write(lambda c: c.exec_driver_sql("update matches set rules = 2"))

    async def go_on() -> None:
        async with open_server(tmp_path) as server:
            room = await server.rooms.find(room_id)
            assert room is not None
            assert room.log is not None
            assert (room.log.n, room.log.ply, room.log.awaiting) == (5, 2, (0,))
            assert room.log.clocks is not None
            assert room.log.clocks.left == [600_000 - 87 - 16 + 5000, 600_000 - 19 + 5000 - (151 - 122)]
            finished = await server.archive.find(ended)
            assert finished is not None
            result = finished.log.result(finished.words("en"))
            assert result is not None
            assert (result.code, result.words) == ("resigned", "Ben resigned. Ada wins.")
            assert finished.log.rematch_seats == {0}

    run(look)
    run(go_on)


def test_tables_of_version_0_1_0_keep_their_deals_and_draw_the_secret_of_the_next(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "decapod.sqlite") as old:
        old.executescript(OLD.read_text(encoding="utf-8"))
    old.close()

    async def work() -> None:
        async with open_server(tmp_path) as server:
            finished = await server.archive.find_row("RiTqlH8ZReC1ZZd9hZxL")
            playing = await server.rooms.find("VLuLvaiUcXanemjuVV-N")
            assert finished is not None
            assert playing is not None
            room, row = finished
            assert Deal.from_parts(row.secret, row.deal) == Deal(0x0119DE0FA11CBB40F187BB02D6266FCE)
            secrets = {room.row.secret, playing.row.secret}
            assert len(secrets) == 2
            assert all(SALT.fullmatch(secret) for secret in secrets)
            next_seal = room.next_seal
            await server.rooms.start_rematch(room)
            assert room.log is not None
            deal = room.log.match.deal
            assert (deal.seal, deal.table, deal.number, deal.salts) == (next_seal, room.id, 2, ("", ""))

    run(work)
