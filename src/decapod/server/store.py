"""The store: SQLite by default, PostgreSQL by URL. What arrives together is committed together.

All writing goes through one queue and one connection: the writer takes whatever has arrived, runs it in one
transaction, and answers each only after the commit. `append` gives the entries of a match their places:
`(match, n)` is unique, so of two processes that want the same place one is told that it came second.

SQLAlchemy's async engine talks to PostgreSQL. SQLite has no network to wait for: there each transaction is one
trip to a thread, where an async driver would make one for every statement.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from decapod.errors import Unreadable, UsageError
from decapod.server import metrics
from decapod.server.schema import entries

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")
Work = Callable[[Connection], Any]
Waiting = tuple["Entry | Work", "asyncio.Future[Any]"]

TOGETHER = 400  # the most that one commit takes
REST = 0.008  # seconds between two commits: under load more is committed together; alone nobody waits
READERS = 3  # threads that read from SQLite
SOON_CHECKED = 100_000_000  # bytes of a file that is looked through at the start: a tenth of a second or so
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
    """Turn what a person wrote into a URL with an async driver; `UsageError` if it is none of ours."""
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
            raise UsageError("PostgreSQL needs the club extra: pip install 'decapod[club]'") from None
        return url.set(drivername="postgresql+asyncpg")
    raise UsageError(f"{kind} is not a database we store in; use sqlite:///FILE or postgresql://…")


class Store:
    """Where everything is kept."""

    def __init__(self, database: str) -> None:
        """Take the URL; `open` connects."""
        self.url = readable_url(database)
        self.is_sqlite = self.url.drivername.startswith("sqlite")
        self._queue: asyncio.Queue[Waiting] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._reading = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._file: Engine | None = None
        self._net: AsyncEngine | None = None
        if self.is_sqlite:
            self._file = create_engine(self.url, connect_args={"timeout": 20, "check_same_thread": False})
            event.listen(self._file, "connect", _set_up_sqlite)
            event.listen(self._file, "begin", _begin_sqlite)
        else:
            from sqlalchemy.ext.asyncio import create_async_engine  # SQLite starts faster without

            self._net = create_async_engine(self.url, pool_size=8, max_overflow=8, pool_pre_ping=True)
        self._keeper: AsyncConnection | None = None
        self._keeping = asyncio.Lock()
        self._kept: set[str] = set()

    @property
    def kind(self) -> str:
        """Name the database."""
        return "sqlite" if self.is_sqlite else "postgresql"

    async def _run(self, work: Callable[[Connection], T], threads: ThreadPoolExecutor) -> T:
        """Run something in a transaction of its own: in a thread, or over the network."""
        if self._file is not None:
            return await asyncio.get_running_loop().run_in_executor(threads, _within, self._file, work)
        assert self._net is not None  # one of the two is there
        async with self._net.begin() as connection:
            return await connection.run_sync(work)

    # --- opening and closing --------------------------------------------------------------------------------

    async def open(self) -> None:
        """Connect, bring the schema up to date, start writing."""
        try:
            await self._run(self._try_out, self._writing)
            await self._migrate()
        except (SQLAlchemyError, OSError) as error:
            raise Unreadable(f"cannot open the database {self.url.render_as_string()}: {_short(error)}") from None
        self._writer = asyncio.create_task(self._write())

    def _try_out(self, connection: Connection) -> None:
        """See that there is a database, and that a file of usual size is whole."""
        connection.execute(text("select 1"))
        if self.is_sqlite and Path(self.url.database or "").stat().st_size <= SOON_CHECKED:
            found = connection.execute(text("pragma quick_check(1)")).scalar()
            if found != "ok":
                raise Unreadable(f"the database {self.url.database} is damaged ({found}); put a backup in its place")

    async def _migrate(self) -> None:
        """Run the migrations that are missing; one process at a time does."""
        from decapod.server.migrations import HEAD, create, upgrade

        try:
            found = (await self.read(text("select version_num from alembic_version")))[0][0]
        except (DBAPIError, IndexError):
            found = None
        if found == HEAD:
            return

        def work(connection: Connection) -> None:
            if not self.is_sqlite:
                lock = text("select pg_advisory_xact_lock(:space, :lock)")
                connection.execute(lock, {"space": LOCK_SPACE, "lock": MIGRATION_LOCK})
            if not create(connection):
                upgrade(connection)

        await self._run(work, self._writing)

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
        if self._net is not None:
            await self._net.dispose()
        self._reading.shutdown()
        self._writing.shutdown()
        if self._file is not None:
            self._file.dispose()

    def copy_to(self, file: Path) -> None:
        """Copy the whole of a SQLite database into a new file, also while a server uses it."""
        if self._file is None:
            raise UsageError("a PostgreSQL database is backed up with pg_dump")
        raw: Any = self._file.raw_connection()
        try:
            raw.driver_connection.execute("vacuum into ?", (str(file),))
        finally:
            raw.close()
            self._file.dispose()

    # --- writing --------------------------------------------------------------------------------------------

    async def append(self, entry: Entry) -> bool:
        """Store an entry; false if its place was taken. When this returns it is committed."""
        return await self._queued(entry)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run some writing in a transaction shared with others; when this returns it is committed."""
        return await self._queued(work)

    async def _queued(self, what: Entry | Work) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((what, answer))
        return await answer

    async def _write(self) -> None:
        rested = 0.0
        while True:
            together = [await self._queue.get()]
            await asyncio.sleep(max(0.0, rested - time.perf_counter()))
            while len(together) < TOGETHER and not self._queue.empty():
                together.append(self._queue.get_nowait())
            began = time.perf_counter()
            outcomes = await self._committed([what for what, _ in together])
            for (_, answer), outcome in zip(together, outcomes, strict=True):
                if not answer.done():
                    if isinstance(outcome, Exception):
                        answer.set_exception(outcome)
                    else:
                        answer.set_result(outcome)
                self._queue.task_done()
            ended = time.perf_counter()
            rested = ended + REST
            metrics.COMMITS.observe(ended - began)

    async def _committed(self, wanted: list[Entry | Work]) -> list[Any]:
        """Commit what is wanted together; if that fails, each alone, so that one cannot spoil the others."""
        try:
            return await self._run(functools.partial(self._together, wanted), self._writing)
        except Exception as error:
            if len(wanted) == 1:
                return [error]
            return [(await self._committed([what]))[0] for what in wanted]

    def _together(self, wanted: Sequence[Entry | Work], connection: Connection) -> list[Any]:
        """Do all that is wanted, and say how each went; what fails leaves nothing of itself behind."""
        rows: dict[tuple[str, int], Entry] = {}
        for what in wanted:
            if isinstance(what, Entry):
                rows.setdefault((what.match, what.n), what)  # never two for one place, even from here
        taken: set[int] = set()
        if rows:
            flat = tuple(value for row in rows.values() for value in row)
            done = connection.exec_driver_sql(self._inserting(len(rows)), flat)
            taken = {id(rows[match, n]) for match, n in done.all()}
        outcomes: list[Any] = []
        for what in wanted:
            if isinstance(what, Entry):
                outcomes.append(id(what) in taken)
                continue
            try:
                with connection.begin_nested():
                    outcomes.append(what(connection))
            except DBAPIError as error:
                if error.connection_invalidated:
                    raise
                outcomes.append(error)
            except Exception as error:
                outcomes.append(error)
        return outcomes

    @functools.cache  # noqa: B019  # the store lives as long as the program
    def _inserting(self, rows: int) -> str:
        mark = (lambda _: "?") if self.is_sqlite else (lambda i: f"${i + 1}")
        width = len(Entry._fields)
        places = (f"({','.join(mark(row * width + i) for i in range(width))})" for row in range(rows))
        return (  # only marks go in, never values
            'insert into entries ("match", n, kind, seat, move, at, spent) values '  # noqa: S608
            f'{",".join(places)} on conflict do nothing returning "match", n'
        )

    # --- reading --------------------------------------------------------------------------------------------

    async def read(self, statement: Any, parameters: Any = None) -> list[Any]:
        """Return the rows of a query."""
        return await self._run(lambda c: list(c.execute(statement, parameters).all()), self._reading)

    async def entries_from(self, match: str, n: int) -> list[Entry]:
        """Read the entries of a match from a number on."""
        rows = await self.read(select(entries).where(entries.c.match == match, entries.c.n >= n).order_by(entries.c.n))
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
        assert self._net is not None  # only PostgreSQL has several processes
        try:
            if self._keeper is None:
                self._keeper = await self._net.execution_options(isolation_level="AUTOCOMMIT").connect()
            answer = await self._keeper.execute(text(statement), {"space": LOCK_SPACE, "table": table})
            return bool(answer.scalar())
        except (DBAPIError, OSError):  # the connection is gone, and every lock with it
            self._kept.clear()
            if self._keeper is not None:
                await _discard(self._keeper)
                self._keeper = None
            return False


def _within(engine: Engine, work: Callable[[Connection], T]) -> T:
    with engine.begin() as connection:
        return work(connection)


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
