"""The schema: tables and columns are called as in databases of 18 November 2026."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from decapod.server.store import schema

DUMP = Path(__file__).with_name("version_0005.sql")


def test_every_table_and_column_has_the_name_it_had_and_what_is_new_is_known() -> None:
    database = sqlite3.connect(":memory:")
    database.executescript(DUMP.read_text(encoding="utf-8"))
    names = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
    old = {name: [row[1] for row in database.execute(f'pragma table_info("{name}")')] for name in names}
    database.close()
    del old["alembic_version"]
    now = {table.name: [column.name for column in table.columns] for table in schema.metadata.tables.values()}
    assert len(old) == 12
    assert {name: now[name][: len(columns)] for name, columns in old.items()} == old  # new columns come after
    assert now.keys() - old.keys() == {"facts"}
