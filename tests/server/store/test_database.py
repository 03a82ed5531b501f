"""The database: its URL, its settings, and what is said when it cannot be opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from decapod.errors import Unreadable, UsageError
from decapod.server.store import Store
from decapod.server.store.database import Database, parse_url
from tests.server.store.opening import use_store


@pytest.mark.parametrize(
    ("database", "says"),
    [
        ("mysql://x/y", "mysql is not a database we store in"),
        ("sqlite://", "must be a file"),
        ("nonsense", "is no database URL"),
        ("postgresql://x:abc/y", "is no database URL"),
    ],
)
def test_a_wrong_database_is_refused_in_one_line(database: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        parse_url(database)


def test_postgresql_is_reached_by_the_async_driver() -> None:
    assert parse_url("postgres://ada@host/club").drivername == "postgresql+asyncpg"


def test_a_database_that_cannot_be_opened_is_said_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sqlite"
    broken.write_text("this is no database, but it is long enough to look like one" * 20)
    for url in (f"sqlite:///{broken}", f"sqlite:///{tmp_path}/nowhere/x.sqlite", "postgresql://x@127.0.0.1:9/x"):
        with pytest.raises(Unreadable, match="cannot open the database"):
            use_store(url, lambda store: store.ping())


def test_sqlite_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    async def work(store: Store) -> list[Any]:
        return [(await store.read(text(f"PRAGMA {name}")))[0][0] for name in ("journal_mode", "synchronous")]

    assert use_store(f"sqlite:///{tmp_path / 'd.sqlite'}", work) == ["wal", 2]


def test_only_a_file_can_be_copied(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="only an SQLite database is a file"):
        Database("postgresql://ada@host/club").copy_to(tmp_path / "copy")


def test_a_database_file_is_its_owners_alone_also_one_that_was_not(tmp_path: Path) -> None:
    file = tmp_path / "open" / "decapod.sqlite"
    file.parent.mkdir(mode=0o755)

    async def work(_: Store) -> set[int]:
        return {path.stat().st_mode & 0o777 for path in file.parent.iterdir()}

    assert use_store(f"sqlite:///{file}", work) == {0o600}
    file.chmod(0o644)
    assert use_store(f"sqlite:///{file}", work) == {0o600}
