"""The store, on SQLite and on PostgreSQL: places given once, commits together, migrations."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, insert, select, text

from decapod.errors import Unreadable, UsageError
from decapod.server import schema
from decapod.server.migrations import HEAD, create, upgrade
from decapod.server.store import Entry, Store, readable_url
from tests.server.services import postgresql


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own."""
    with postgresql() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where to store: a fresh file, or a fresh database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'decapod.sqlite'}"
    base: str = request.getfixturevalue("postgres")
    name = f"test{next(NUMBERS)}"

    async def create() -> None:
        import asyncpg

        connection: Any = await asyncpg.connect(base)
        await connection.execute(f"create database {name}")
        await connection.close()

    asyncio.run(create())
    return base.replace("/postgres", f"/{name}")


NUMBERS = itertools.count()


def using(url: str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    """Open a store, use it, close it."""

    async def go() -> Any:
        store = Store(url)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(go())


async def match(store: Store, name: str = "m") -> None:
    """Store a match to append to."""
    table = {
        "id": f"t{name}", "game": "crab-stack", "variant": "a", "players": 2, "options": {}, "box": "", "seed": "",
        "public": False, "host": "p", "invite": "i", "bank": 0, "increment": 0, "time_out": "bot", "hints": False,
        "state": "playing", "made": 1, "touched": 1,
    }  # fmt: skip
    row = {
        "id": name, "table": f"t{name}", "number": 1, "options": {}, "secret": "0", "began": 1, "names": [],
        "people": [], "plies": 0,
    }  # fmt: skip
    await store.write(lambda c: c.execute(insert(schema.tables).values(**table)).rowcount)
    await store.write(lambda c: c.execute(insert(schema.matches).values(**row)).rowcount)


def entry(n: int, move: int = 0, name: str = "m") -> Entry:
    """Make an entry."""
    return Entry(name, n, "move", 0, move, n, 0)


def test_of_many_who_want_one_place_exactly_one_gets_it(url: str) -> None:
    async def work(store: Store) -> None:
        await match(store)
        got = await asyncio.gather(*(store.append(entry(1, move)) for move in range(30)))
        assert got.count(True) == 1
        stored = await store.entries_from("m", 1)
        assert [(e.n, e.move) for e in stored] == [(1, got.index(True))]
        assert await store.append(entry(1, 99)) is False
        assert await store.append(entry(2, 99)) is True

    using(url, work)


def test_what_arrives_together_is_committed_together(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    commits: list[int] = []
    together = Store._together

    def counted(self: Store, wanted: Any, connection: Any) -> Any:
        commits.append(len(wanted))
        return together(self, wanted, connection)

    monkeypatch.setattr(Store, "_together", counted)

    async def work(store: Store) -> None:
        await match(store)
        commits.clear()
        assert all(await asyncio.gather(*(store.append(entry(n)) for n in range(1, 201))))

    using(url, work)
    assert sum(commits) == 200
    assert len(commits) <= 3


def test_one_that_fails_does_not_spoil_the_others(url: str) -> None:
    async def work(store: Store) -> None:
        await match(store)

        def wrong(connection: Any) -> None:
            connection.execute(text("insert into nowhere values (1)"))

        def half(connection: Any) -> None:
            connection.execute(insert(schema.mutes).values(person="a", muted="b"))
            raise ValueError("changed my mind")

        orphan = Entry("no such match", 1, "move", 0, 0, 0, 0)
        results = await asyncio.gather(
            store.append(entry(1)), store.write(wrong), store.write(half), store.append(orphan), store.append(entry(2)),
            return_exceptions=True,
        )  # fmt: skip
        assert (results[0], results[4]) == (True, True)
        assert all(isinstance(result, Exception) for result in results[1:4])
        assert await store.read(select(schema.mutes)) == []

    using(url, work)


def test_what_was_stored_is_there_after_closing(url: str) -> None:
    async def write(store: Store) -> None:
        await match(store)
        for n in range(1, 4):
            await store.append(entry(n, n * n))

    using(url, write)
    assert [e.move for e in using(url, lambda store: store.entries_from("m", 2))] == [4, 9]


@pytest.mark.parametrize("made", [create, upgrade])
def test_a_new_database_and_a_migrated_one_are_what_the_schema_says(
    url: str, made: Callable[[Connection], object]
) -> None:
    def differences(connection: Connection) -> Any:
        context = MigrationContext.configure(connection)
        return context.get_current_revision(), compare_metadata(context, schema.metadata)

    async def work(store: Store) -> Any:
        await store.write(made)  # `using` has opened it: there is something already, which is left as it is
        return await store.write(differences)

    async def bare() -> None:
        store = Store(url)
        await store._run(made, store._writing)
        await store.close()

    asyncio.run(bare())
    assert using(url, work) == (HEAD, [])


def test_head_is_the_newest_migration() -> None:
    folder = Path(schema.__file__).parent / "migrations" / "versions"
    assert max(path.name[:4] for path in folder.glob("0*.py")) == HEAD


def test_sqlite_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    async def work(store: Store) -> list[Any]:
        return [(await store.read(text(f"PRAGMA {name}")))[0][0] for name in ("journal_mode", "synchronous")]

    assert using(f"sqlite:///{tmp_path / 'd.sqlite'}", work) == ["wal", 2]


def test_only_one_process_keeps_a_table_and_another_takes_over_when_it_dies(postgres: str) -> None:
    async def go() -> None:
        one, other = Store(postgres), Store(postgres)
        await one.open()
        await other.open()
        assert await one.keep("t") is True
        assert await one.keep("t") is True
        assert await other.keep("t") is False
        assert await other.keep("u") is True
        await one.close()  # a killed process frees its locks the same way: its connection ends
        assert await other.keep("t") is True
        await other.let_go("t")
        await other.close()

    asyncio.run(go())


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
        readable_url(database)


def test_a_database_that_cannot_be_opened_is_said_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sqlite"
    broken.write_text("this is no database, but it is long enough to look like one" * 20)
    for url in (f"sqlite:///{broken}", f"sqlite:///{tmp_path}/nowhere/x.sqlite", "postgresql://x@127.0.0.1:9/x"):
        with pytest.raises(Unreadable, match="cannot open the database"):
            using(url, lambda store: store.read(text("select 1")))


def test_a_file_of_ours_can_be_read_by_sqlalchemy_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'd.sqlite'}"
    using(url, match)
    engine = create_engine(url)
    with engine.connect() as connection:
        assert connection.execute(text("select count(*) from matches")).scalar() == 1
    engine.dispose()
