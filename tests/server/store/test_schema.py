"""The schema: what is in the database is called as version 0.1.0 called it."""

from __future__ import annotations

import re
from pathlib import Path

from decapod.server.store import schema

OLD = Path(__file__).with_name("version_0_1_0.sql")


def test_every_table_and_column_has_the_name_it_had_and_what_is_new_is_known() -> None:
    old: dict[str, list[str]] = {}
    for table, body in re.findall(r"CREATE TABLE (\w+) \(\n(.*?)\n\);", OLD.read_text(encoding="utf-8"), re.DOTALL):
        old[table] = re.findall(r'^\t"?(\w+)"? (?:VARCHAR|INTEGER|BIGINT|TEXT|JSON|BOOLEAN)', body, re.MULTILINE)
    now = {table.name: [column.name for column in table.columns] for table in schema.metadata.tables.values()}
    assert old.keys() <= now.keys()
    for table, columns in old.items():  # those that were added since come after
        assert now[table][: len(columns)] == columns
