"""The database: SQLite in a file, or PostgreSQL by URL.

SQLAlchemy's async engine talks to PostgreSQL. SQLite has no network to wait for: there each transaction is one
trip to a thread, where an async driver would make one for every statement.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError

from decapod.errors import ParseError, UsageError, install_hint

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")

READERS = 3  # threads that read from SQLite
# How SQLite begins: one who reads and then writes while another writes would be refused at once, not after a wait.
READS, WRITES = "BEGIN", "BEGIN IMMEDIATE"
CHECKED_SIZE = 100_000_000  # bytes of a file that is looked through at the start: a tenth of a second or so
LOCK_SPACE = 0x44454341  # "DECA": our corner of PostgreSQL's advisory locks
MIGRATION_LOCK = 1
PROGRAM_NAME = "decapod"  # by which PostgreSQL lists our connections


def parse_url(database: str) -> URL:
    """Turn what a person wrote into a URL with our driver; refuses what is none, and databases we do not use."""
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):  # SQLAlchemy's own, and a port that is no number
        raise UsageError(f"{database!r} is no database URL; write sqlite:///FILE or postgresql://…") from None
    kind = url.drivername.split("+")[0]
    if kind == "sqlite":
        if not url.database or url.database == ":memory:":
            raise UsageError("the database must be a file: sqlite:///FILE")
        return url.set(drivername="sqlite")
    if kind in ("postgresql", "postgres"):
        try:
            import asyncpg  # noqa: F401  # pyright: ignore[reportUnusedImport, reportMissingTypeStubs]
        except ImportError:
            raise UsageError(f"PostgreSQL needs the club extra: {install_hint('club')}") from None
        return url.set(drivername="postgresql+asyncpg")
    raise UsageError(f"{kind} is not a database we store in; use sqlite:///FILE or postgresql://…")


class Database:
    """A connection pool and its threads. `run_writing` and `run_reading` each run one transaction."""

    def __init__(self, database: str) -> None:
        """Take the URL as a person wrote it; `open` connects."""
        self.url = parse_url(database)
        self.is_sqlite = self.url.drivername.startswith("sqlite")
        self._write_thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._read_threads = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._file: Engine | None = None
        self._writing: Engine | None = None  # the same, for what writes
        self._net: AsyncEngine | None = None
        self._driver: sqlite3.Connection | None = None
        if self.is_sqlite:
            self._file = create_engine(self.url, connect_args={"timeout": 20, "check_same_thread": False})
            event.listen(self._file, "connect", _set_up_sqlite)
            event.listen(self._file, "begin", _begin_sqlite)
            self._writing = self._file.execution_options(begin=WRITES)
        else:
            from sqlalchemy.ext.asyncio import create_async_engine  # SQLite starts faster without

            self._net = create_async_engine(
                self.url, pool_size=8, max_overflow=8, pool_pre_ping=True,
                connect_args={"server_settings": {"application_name": PROGRAM_NAME}},
            )  # fmt: skip

    @property
    def kind(self) -> str:
        """Its name: sqlite or postgresql."""
        return "sqlite" if self.is_sqlite else "postgresql"

    @property
    def network_engine(self) -> AsyncEngine:
        """The engine that talks to PostgreSQL; there is none for SQLite."""
        assert self._net is not None, "SQLite has no network engine"
        return self._net

    async def run_writing(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction that writes. On SQLite they run one after the other."""
        return await self._run(work, self._write_thread, self._writing)

    async def run_reading(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction that only reads, beside the one that writes."""
        return await self._run(work, self._read_threads, self._file)

    async def run_statement(self, statement: str, values: Sequence[Any]) -> list[Any]:
        """Run one statement that writes, in a transaction of its own, and return its rows: moves come by the thousand.

        On SQLite it goes straight to the driver; SQLAlchemy would take several times as long.
        """
        if self.is_sqlite:
            return await asyncio.get_running_loop().run_in_executor(
                self._write_thread, self._run_statement, statement, values
            )
        return await self.run_writing(lambda c: list(c.exec_driver_sql(statement, tuple(values)).all()))

    def _run_statement(self, statement: str, values: Sequence[Any]) -> list[Any]:
        try:
            if self._driver is None:
                self._driver = sqlite3.connect(self.url.database or "", timeout=20, check_same_thread=False)
                _set_up_sqlite(self._driver, None)
            self._driver.execute(WRITES)
            try:
                rows = self._driver.execute(statement, values).fetchall()
                self._driver.execute("COMMIT")
            except BaseException:
                self._driver.rollback()
                raise
        except sqlite3.Error as error:
            raise OperationalError(statement, None, error) from None
        return rows

    async def _run(self, work: Callable[[Connection], T], threads: ThreadPoolExecutor, engine: Engine | None) -> T:
        if engine is not None:
            return await asyncio.get_running_loop().run_in_executor(threads, _run_in_transaction, engine, work)
        async with self.network_engine.begin() as connection:
            return await connection.run_sync(work)

    @asynccontextmanager
    async def connect_directly(self) -> AsyncGenerator[Any]:
        """Open an asyncpg connection of PostgreSQL outside the pool."""
        from sqlalchemy.ext.asyncio import create_async_engine
        from sqlalchemy.pool import NullPool

        engine = create_async_engine(self.url, poolclass=NullPool)
        async with engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            try:
                yield driver
            finally:
                driver.terminate()  # closing would wait for a PostgreSQL that may be gone

    async def open(self) -> None:
        """Connect, and bring the schema up to date; what keeps us from it is refused in one line."""
        try:
            if self.is_sqlite:
                make_private(Path(self.url.database or ""))
            await self.run_writing(self._check)
            await self._migrate()
        except (SQLAlchemyError, OSError) as error:
            short = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise ParseError(f"cannot open {self.name}: {short}") from None

    def _check(self, connection: Connection) -> None:
        """See that there is a database, and that a file of usual size is whole."""
        connection.execute(text("select 1"))
        if self.is_sqlite and Path(self.url.database or "").stat().st_size <= CHECKED_SIZE:
            report = connection.execute(text("pragma quick_check(1)")).scalar()
            if report != "ok":
                raise ParseError(f"the database {self.url.database} is damaged ({report}); put a backup in its place")

    async def _migrate(self) -> None:
        """Run the migrations that are missing; one process at a time does."""
        from decapod.server.store.migrations import HEAD, check_version, create, upgrade

        def find_version(connection: Connection) -> str | None:
            return connection.execute(text("select version_num from alembic_version")).scalar()

        try:
            if await self.run_reading(find_version) == HEAD:
                return
        except DBAPIError:  # there is no such table yet
            pass

        def work(connection: Connection) -> None:
            self.lock_others_out(connection)
            if not create(connection):
                known = inspect(connection).has_table("alembic_version")
                check_version(find_version(connection) if known else None, self.name)
                upgrade(connection)

        await self.run_writing(work)

    def lock_others_out(self, connection: Connection) -> None:
        """Let no other process that calls this go on until the transaction ends; on SQLite no other writes anyway."""
        if not self.is_sqlite:
            lock = text("select pg_advisory_xact_lock(:space, :lock)")
            connection.execute(lock, {"space": LOCK_SPACE, "lock": MIGRATION_LOCK})

    @property
    def name(self) -> str:
        """What messages call it: the URL without its password."""
        return f"the database {self.url.render_as_string()}"

    async def close(self) -> None:
        """Disconnect, after what is running has ended."""
        if self._net is not None:
            await self._net.dispose()
        self._read_threads.shutdown()
        self._write_thread.shutdown()
        if self._driver is not None:
            self._driver.close()
        if self._file is not None:
            self._file.dispose()

    def copy_to(self, file: Path) -> None:
        """Copy the whole of a SQLite database into a new file, also while a server uses it."""
        if self._file is None:
            raise UsageError("only an SQLite database is a file")
        raw: Any = self._file.raw_connection()
        try:
            raw.driver_connection.execute("vacuum into ?", (str(file),))
        finally:
            raw.close()
            self._file.dispose()


def make_private(file: Path) -> None:
    """Let only its owner read a file; it is made if it is not there. SQLite gives those beside it the same rights."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for one in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        if one.exists() and one.stat().st_mode & 0o077:
            one.chmod(0o600)


def _run_in_transaction(engine: Engine, work: Callable[[Connection], T]) -> T:
    with engine.begin() as connection:
        return work(connection)


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=20000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", READS))
