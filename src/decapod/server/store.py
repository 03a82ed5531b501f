"""The store: SQLite by default, PostgreSQL by URL. What arrives together is committed together.

All writing goes through one queue and one connection: the writer takes whatever has arrived, runs it in one
transaction, and answers each only after the commit. `append` gives the entries of a match their places:
`(match, n)` is unique, so of two processes that want the same place one is told that it came second.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import event, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from decapod.errors import Unreadable
from decapod.server import metrics
from decapod.server.schema import entries

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[Any]]

TOGETHER = 400  # the most that one commit takes
LOCK_SPACE = 0x44454341  # "DECA": our corner of PostgreSQL's advisory locks
MIGRATION_LOCK = 1


class Entry(NamedTuple):
    """Something that happened in a match."""

    match: str
    n: int
    kind: str
    seat: int
    move: int
    at: int  # milliseconds after the start
    spent: int  # of the seat's clock


def now() -> int:
    """Tell the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def readable_url(database: str) -> URL:
    """Turn what a person wrote into a URL with an async driver; `Unreadable` if it is none of ours."""
    try:
        url = make_url(database)
    except ArgumentError:
        raise Unreadable(f"{database!r} is no database URL; write sqlite:///FILE or postgresql://…") from None
    kind = url.drivername.split("+")[0]
    if kind == "sqlite":
        if not url.database or url.database == ":memory:":
            raise Unreadable("the database must be a file: sqlite:///FILE")
        return url.set(drivername="sqlite+aiosqlite")
    if kind in ("postgresql", "postgres"):
        try:
            import asyncpg  # noqa: F401  # pyright: ignore[reportUnusedImport, reportMissingTypeStubs]
        except ImportError:
            raise Unreadable("PostgreSQL needs the club extra: pip install 'decapod[club]'") from None
        return url.set(drivername="postgresql+asyncpg")
    raise Unreadable(f"{kind} is not a database we store in; use sqlite:///FILE or postgresql://…")


class Store:
    """Where everything is kept."""

    def __init__(self, database: str) -> None:
        """Take the URL; `open` connects."""
        self.url = readable_url(database)
        self.is_sqlite = self.url.drivername.startswith("sqlite")
        self._queue: asyncio.Queue[tuple[Entry | Work, asyncio.Future[Any]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._keeper: AsyncConnection | None = None
        self._keeping = asyncio.Lock()
        self._kept: set[str] = set()
        self.engine: AsyncEngine = self._engine()

    @property
    def kind(self) -> str:
        """Name the database."""
        return "sqlite" if self.is_sqlite else "postgresql"

    def _engine(self) -> AsyncEngine:
        if not self.is_sqlite:
            return create_async_engine(self.url, pool_size=8, max_overflow=8, pool_pre_ping=True)
        engine = create_async_engine(self.url, connect_args={"timeout": 20})
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
        return engine

    # --- opening and closing --------------------------------------------------------------------------------

    async def open(self) -> None:
        """Connect, bring the schema up to date, start writing."""
        try:
            async with self.engine.connect() as connection:
                await connection.execute(text("select 1"))
        except (SQLAlchemyError, OSError) as error:
            raise Unreadable(f"cannot open the database {self.url.render_as_string()}: {_short(error)}") from None
        await self._migrate()
        self._writer = asyncio.create_task(self._write())

    async def _migrate(self) -> None:
        """Run the migrations that are missing; one process at a time does."""
        from decapod.server.migrations import HEAD

        async with self.engine.connect() as connection:
            try:
                found = (await connection.execute(text("select version_num from alembic_version"))).scalar()
            except DBAPIError:
                found = None
        if found == HEAD:
            return
        from decapod.server.migrations import upgrade

        async with self.engine.begin() as connection:
            if not self.is_sqlite:
                await connection.execute(
                    text("select pg_advisory_xact_lock(:space, :lock)"),
                    {"space": LOCK_SPACE, "lock": MIGRATION_LOCK},
                )
            await connection.run_sync(upgrade)

    async def close(self) -> None:
        """Write what is waiting, then disconnect."""
        if self._writer is not None:
            await self._queue.join()
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
            self._writer = None
        if self._keeper is not None:
            await self._keeper.close()
            self._keeper = None
        await self.engine.dispose()

    # --- writing --------------------------------------------------------------------------------------------

    async def append(self, entry: Entry) -> bool:
        """Store an entry; false if its place was taken. When this returns it is committed."""
        return await self._queued(entry)

    async def write(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run some writing in a transaction shared with others; when this returns it is committed."""
        return await self._queued(work)

    async def _queued(self, what: Entry | Work) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((what, answer))
        return await answer

    async def _write(self) -> None:
        connection: AsyncConnection | None = None
        while True:
            together = [await self._queue.get()]
            while len(together) < TOGETHER and not self._queue.empty():
                together.append(self._queue.get_nowait())
            began = time.perf_counter()
            try:
                if connection is None or connection.closed:
                    connection = await self.engine.connect()
                await self._commit(connection, together)
            except asyncio.CancelledError:
                if connection is not None:
                    await connection.close()
                raise
            except Exception as error:
                for _, answer in together:
                    if not answer.done():
                        answer.set_exception(error)
                if connection is not None:
                    await _discard(connection)
                    connection = None
            finally:
                for _ in together:
                    self._queue.task_done()
            metrics.COMMITS.observe(time.perf_counter() - began)

    async def _commit(
        self, connection: AsyncConnection, together: Sequence[tuple[Entry | Work, asyncio.Future[Any]]]
    ) -> None:
        outcomes: list[tuple[asyncio.Future[Any], Any]] = []
        async with connection.begin():
            rows = [(what, answer) for what, answer in together if isinstance(what, Entry)]
            if rows:
                taken = await self._insert(connection, [row for row, _ in rows])
                outcomes.extend((answer, (row.match, row.n) in taken) for row, answer in rows)
            for what, answer in together:
                if isinstance(what, Entry):
                    continue
                try:
                    async with connection.begin_nested():
                        outcomes.append((answer, await what(connection)))
                except DBAPIError as error:
                    if error.connection_invalidated:
                        raise
                    outcomes.append((answer, error))
                except Exception as error:
                    outcomes.append((answer, error))
        for answer, outcome in outcomes:
            if answer.done():
                continue
            if isinstance(outcome, Exception):
                answer.set_exception(outcome)
            else:
                answer.set_result(outcome)

    async def _insert(self, connection: AsyncConnection, rows: list[Entry]) -> set[tuple[str, int]]:
        """Insert entries whose places are free, and tell which were."""
        wanted: dict[tuple[str, int], Entry] = {}
        for row in rows:
            wanted.setdefault((row.match, row.n), row)  # never two for one place, even from here
        values = tuple(value for row in wanted.values() for value in row)
        done = await connection.exec_driver_sql(self._inserting(len(wanted)), values)
        return {(match, n) for match, n in done.all()}

    @functools.cache  # noqa: B019  # the store lives as long as the program
    def _inserting(self, rows: int) -> str:
        mark = (lambda _: "?") if self.is_sqlite else (lambda i: f"${i + 1}")
        width = len(Entry._fields)
        places = (f"({','.join(mark(row * width + i) for i in range(width))})" for row in range(rows))
        return (
            'insert into entries ("match", n, kind, seat, move, at, spent) values '
            f'{",".join(places)} on conflict do nothing returning "match", n'
        )

    # --- reading --------------------------------------------------------------------------------------------

    async def read(self, statement: Any, parameters: Any = None) -> list[Any]:
        """Return the rows of a query."""
        async with self.engine.connect() as connection:
            return list((await connection.execute(statement, parameters)).all())

    async def entries_from(self, match: str, n: int) -> list[Entry]:
        """Read the entries of a match from a number on."""
        rows = await self.read(
            select(entries).where(entries.c.match == match, entries.c.n >= n).order_by(entries.c.n)
        )
        return [Entry(*row) for row in rows]

    # --- who runs a table's bots and clocks -----------------------------------------------------------------

    async def keep(self, table: str) -> bool:
        """Become the one process that runs a table's bots and clocks; false if another is. Freed when we die."""
        if self.is_sqlite or table in self._kept:
            return True
        async with self._keeping:
            if await self._ask_lock("select pg_try_advisory_lock(:space, hashtext(:table))", table):
                self._kept.add(table)
                return True
        return False

    async def let_go(self, table: str) -> None:
        """Let another process run a table's bots and clocks."""
        if table not in self._kept:
            return
        async with self._keeping:
            self._kept.discard(table)
            await self._ask_lock("select pg_advisory_unlock(:space, hashtext(:table))", table)

    async def _ask_lock(self, statement: str, table: str) -> bool:
        try:
            if self._keeper is None:
                engine = self.engine.execution_options(isolation_level="AUTOCOMMIT")
                self._keeper = await engine.connect()
            answer = await self._keeper.execute(text(statement), {"space": LOCK_SPACE, "table": table})
            return bool(answer.scalar())
        except DBAPIError:  # the connection is gone, and every lock with it
            self._kept.clear()
            if self._keeper is not None:
                await _discard(self._keeper)
                self._keeper = None
            return False


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy begins transactions, not the driver
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=20000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN")


async def _discard(connection: AsyncConnection) -> None:
    try:
        await connection.invalidate()
        await connection.close()
    except (SQLAlchemyError, OSError):
        pass


def _short(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0]
