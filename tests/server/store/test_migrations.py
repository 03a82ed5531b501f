"""Migrations: a new database, a migrated one and one of 18 November 2026 are what the schema says."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from decapod.core.fairness import SeedCommitment
from decapod.errors import ParseError
from decapod.server.store import Store, schema
from decapod.server.store.database import Database
from decapod.server.store.matches import read_match
from decapod.server.store.migrations import HEAD, create, upgrade
from tests.server.live.in_memory import open_server, run
from tests.server.store.opening import use_store

ROWS = 'select * from "{}"'
DUMP = Path(__file__).with_name("version_0005.sql")


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


def open_dump(folder: Path) -> None:
    """Make the database of a folder from the dump."""
    with sqlite3.connect(folder / "decapod.sqlite") as database:
        database.executescript(DUMP.read_text(encoding="utf-8"))
    database.close()


def test_a_database_of_18_november_2026_loses_nothing(tmp_path: Path) -> None:
    live, ended = "II8SnJYmrrqwZyreUwmD", "BWlpwqxcJ-zulLVUTXlX"
    open_dump(tmp_path)
    with sqlite3.connect(tmp_path / "decapod.sqlite") as database:
        tables = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
        before = {name: database.execute(ROWS.format(name)).fetchall() for name in tables}
    database.close()

    async def look() -> None:
        async with open_server(tmp_path) as server:
            assert await server.store.write(differences) == (HEAD, [])
            for name, rows in before.items():
                if name != "alembic_version":
                    assert [tuple(row) for row in await server.store.read(text(ROWS.format(name)))] == rows
            room = await server.rooms.find("SMgqypMpvNjql5WEe02J")
            assert room is not None
            assert room.log is not None
            assert (room.log.id, room.log.n, room.log.ply, room.log.awaiting) == (live, 3, 3, (1,))
            assert room.log.clocks is not None
            assert room.log.clocks.left == [600_000 - 73 + 5000 - 10 + 5000, 600_000 - 38 + 5000]
            finished = await server.archive.find(ended)
            assert finished is not None
            assert finished.log.match.box.hash == "6544ce23624e0237"
            result = finished.log.result(finished.words("en"))
            assert result is not None
            assert (result.code, result.winners) == ("resigned", [1])
            assert await server.guests.name_of("_SrWXC-CpvLN_fpaIwzZ") == "Ada"
            assert await server.sessions.is_live("0-OD0QmvuyJBA4I3mkkL", "_SrWXC-CpvLN_fpaIwzZ")

    run(look)


def test_matches_by_older_rules_stay_records_and_keep_their_deals(tmp_path: Path) -> None:
    live, ended = "d5CzWdMvHdh4EGpMtz8U", "RiTqlH8ZReC1ZZd9hZxL"
    open_dump(tmp_path)

    async def look() -> None:
        async with open_server(tmp_path) as server:
            rows = [await read_match(server.store, id_) for id_ in (live, ended)]
            assert [row and row.rules for row in rows] == [1, 1]
            room = await server.rooms.find("VLuLvaiUcXanemjuVV-N")
            assert room is not None
            assert room.trouble is not None
            assert room.trouble.code == "rules.outdated"
            assert len(await server.store.entries_from(live, 1)) == 5
            finished = await server.archive.find_row(ended)
            assert finished is not None
            _, row = finished
            assert SeedCommitment.from_parts(row.secret, row.deal) == SeedCommitment(0x0119DE0FA11CBB40F187BB02D6266FCE)

    run(look)


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        (
            ["insert into alembic_version values ('0004')"],
            r"older Decapod \(schema 0004, before 0005\): start",
        ),
        (["insert into alembic_version values ('9999')"], r"newer Decapod \(schema 9999, not \d{4}\): install"),
        (["drop table alembic_version", "create table shells (n int)"], "is not a database of Decapod"),
    ],
)
def test_a_database_that_cannot_be_migrated_is_refused_and_left_alone(
    url: str, statements: list[str], words: str
) -> None:
    async def prepare() -> None:
        database = Database(url)
        for statement in ["create table alembic_version (version_num varchar(32))", *statements]:
            await database.run_writing(lambda c, line=statement: c.exec_driver_sql(line))
        await database.close()

    async def list_tables() -> list[str]:
        database = Database(url)
        tables = await database.run_writing(lambda c: inspect(c).get_table_names())
        await database.close()
        return tables

    async def use(_: Store) -> None:
        raise AssertionError("it was opened")

    asyncio.run(prepare())
    with pytest.raises(ParseError, match=words) as refused:
        use_store(url, use)
    assert "\n" not in str(refused.value)
    assert len(asyncio.run(list_tables())) == 1
