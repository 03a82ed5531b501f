"""The store as the rest of the server sees it, on SQLite and on PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine, select, text

from decapod.server.store import STORAGE_ERRORS, Store, schema
from tests.server.store.opening import add_match, add_room, entry, use_store


def test_what_was_stored_is_there_after_closing(url: str) -> None:
    async def write(store: Store) -> None:
        await add_room(store)
        await add_match(store)
        for n in range(1, 4):
            await store.append(entry(n, n * n))

    use_store(url, write)
    assert [one.move for one in use_store(url, lambda store: store.entries_from("match", 2))] == [4, 9]


def test_what_is_written_is_read_at_once(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store, "one")
        assert [row.id for row in await store.read(select(schema.rooms))] == ["one"]
        await store.ping()

    use_store(url, work)


def test_a_query_that_fails_raises_what_callers_expect(url: str) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(STORAGE_ERRORS):
            await store.read(text("select * from nowhere"))

    use_store(url, work)


def test_a_file_of_ours_can_be_read_by_sqlalchemy_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'd.sqlite'}"
    use_store(url, add_room)
    engine = create_engine(url)
    with engine.connect() as connection:
        assert connection.execute(text("select count(*) from tables")).scalar() == 1
    engine.dispose()
