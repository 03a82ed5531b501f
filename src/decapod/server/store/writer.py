"""The writer: one connection for all writing. What arrives together is committed together.

The writer takes whatever has arrived, runs it in one transaction, and answers each only after the commit. What people
play with goes first, entries of matches and their ends, and only a few other orders with it: whoever moves does not
wait until a crowd has set up tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError, ProgrammingError, SQLAlchemyError

from decapod.server import metrics
from decapod.server.store.entries import MatchEvent, insertion

if TYPE_CHECKING:
    from decapod.server.store.database import Database

Work = Callable[[Connection], Any]
Order = tuple["MatchEvent | Work", "asyncio.Future[Any]"]

MOST_URGENT = 400  # orders of people who play, in one commit
MOST_OTHERS = 3  # other orders in it: each may take some milliseconds
MOST_ALONE = 40  # other orders while nobody plays
PLAYING = 1.0  # seconds since the last order of people who play: they are still at it
LONGEST_REST = 0.008  # seconds after a commit, so that under load more is committed together
REST = 0.0005  # for each order but one that it had: whoever comes alone does not wait, nor do a few for long


class PlaceTaken(Exception):  # noqa: N818  # the word says it
    """Another process stored an entry under one of these numbers first."""


class TransactionLostError(OperationalError):
    """SQLite has rolled a whole transaction back by itself, as it does when a disk is full: nothing of it is stored."""


def _is_failure(outcome: object) -> bool:
    """Whether it is the database that failed, and not what it was told."""
    is_told_wrong = isinstance(outcome, IntegrityError | DataError | ProgrammingError)
    return isinstance(outcome, SQLAlchemyError | OSError) and not is_told_wrong


def _take(queue: deque[Order], most: int) -> list[Order]:
    """Take the orders that waited longest."""
    return [queue.popleft() for _ in range(min(most, len(queue)))]


def _rows_of(orders: Sequence[MatchEvent | Work]) -> dict[tuple[str, int], MatchEvent]:
    """Return the entries among orders by the places they want: never two for one place, even from here."""
    rows: dict[tuple[str, int], MatchEvent] = {}
    for order in orders:
        if isinstance(order, MatchEvent):
            rows.setdefault((order.match, order.n), order)
    return rows


@contextlib.contextmanager
def _savepoint(connection: Connection) -> Generator[None]:
    """Do something that leaves nothing behind if it raises, in a transaction that goes on.

    SQLite's driver is told so itself: SQLAlchemy takes as long for it as for what is done.
    """
    if connection.dialect.name != "sqlite":
        with connection.begin_nested():
            yield
        return
    driver: Any = connection.connection.driver_connection
    driver.execute("SAVEPOINT one")
    try:
        yield
    except BaseException:
        try:
            driver.execute("ROLLBACK TO one")
            driver.execute("RELEASE one")
        except sqlite3.Error as error:
            raise TransactionLostError("ROLLBACK TO one", None, error) from None
        raise
    driver.execute("RELEASE one")


class Writer:
    """Takes orders to write, and answers each when it is committed."""

    def __init__(self, database: Database) -> None:
        """Write to an open database; `start` begins."""
        self._database = database
        self._urgent: deque[Order] = deque()  # orders that wait, of people who play
        self._others: deque[Order] = deque()
        self._arrived = asyncio.Event()  # set while orders wait
        self._done = asyncio.Event()  # set while none waits or is being carried out
        self._done.set()
        self._task: asyncio.Task[None] | None = None
        self.is_failing = False  # whether the database could not store what came last

    def start(self) -> None:
        """Begin to write; needs a running event loop."""
        self._task = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        if self._task is not None:
            await self._done.wait()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def append(self, entries: Sequence[MatchEvent]) -> bool:
        """Store entries of one match, all or none; false if a place was taken. When this returns it is committed."""
        if len(entries) == 1:
            return await self._order(entries[0], self._urgent)
        try:
            await self._order(functools.partial(self._insert_all, entries), self._urgent)
        except PlaceTaken:
            return False
        return True

    async def write(self, work: Work, *, urgent: bool = False) -> Any:
        """Run `work` in a transaction shared with others and return what it returns; then it is committed.

        Where it raises, all it wrote is rolled back and the error is raised here. It is `urgent` if somebody in the
        middle of a match waits for it.
        """
        return await self._order(work, self._urgent if urgent else self._others)

    async def _order(self, order: MatchEvent | Work, queue: deque[Order]) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        queue.append((order, answer))
        self._done.clear()
        self._arrived.set()
        return await answer

    async def _write(self) -> None:
        next_commit, played_at = 0.0, -PLAYING
        while True:
            await self._arrived.wait()
            await asyncio.sleep(max(0.0, next_commit - time.perf_counter()))
            batch = _take(self._urgent, MOST_URGENT)
            if batch:
                played_at = time.perf_counter()
            is_playing = time.perf_counter() - played_at < PLAYING
            batch += _take(self._others, MOST_OTHERS if is_playing else MOST_ALONE)
            if not (self._urgent or self._others):
                self._arrived.clear()
            began = time.perf_counter()
            outcomes = await self._commit([order for order, _ in batch])
            for (_, answer), outcome in zip(batch, outcomes, strict=True):
                if not answer.done():
                    if isinstance(outcome, Exception):
                        answer.set_exception(outcome)
                    else:
                        answer.set_result(outcome)
            if not self._arrived.is_set():
                self._done.set()
            self.is_failing = any(map(_is_failure, outcomes))
            ended = time.perf_counter()
            next_commit = ended + min(LONGEST_REST, REST * (len(batch) - 1))
            metrics.COMMITS.observe(ended - began)

    async def _commit(self, orders: list[MatchEvent | Work]) -> list[Any]:
        """Commit orders together; if that fails, each alone, so that one cannot spoil the others."""
        try:
            rows = _rows_of(orders)
            if len(rows) == len(orders):  # nothing but moves, each for a place of its own
                statement, values = self._insertion(len(rows)), [value for entry in rows.values() for value in entry]
                free = {(match, n) for match, n in await self._database.run_statement(statement, values)}
                return [place in free for place in rows]
            return await self._database.run_writing(functools.partial(self._carry_out, orders))
        except Exception as error:
            if len(orders) == 1:
                return [error]
            return [(await self._commit([order]))[0] for order in orders]

    def _carry_out(self, orders: Sequence[MatchEvent | Work], connection: Connection) -> list[Any]:
        """Carry orders out, and return how each went; what fails leaves nothing of itself behind."""
        rows = _rows_of(orders)
        places = self._insert(connection, list(rows.values())) if rows else set[tuple[str, int]]()
        outcomes: list[Any] = []
        for order in orders:
            if isinstance(order, MatchEvent):
                place = (order.match, order.n)
                outcomes.append(place in places and rows[place] is order)
                continue
            try:
                with _savepoint(connection):
                    outcomes.append(order(connection))
            except DBAPIError as error:
                if error.connection_invalidated or isinstance(error, TransactionLostError):
                    raise
                outcomes.append(error)
            except Exception as error:
                outcomes.append(error)
        return outcomes

    def _insert(self, connection: Connection, entries: Sequence[MatchEvent]) -> set[tuple[str, int]]:
        """Insert entries, and return the places of those that found theirs free."""
        values = tuple(value for entry in entries for value in entry)
        result = connection.exec_driver_sql(self._insertion(len(entries)), values)
        return {(match, n) for match, n in result.all()}

    def _insert_all(self, entries: Sequence[MatchEvent], connection: Connection) -> None:
        if len(self._insert(connection, entries)) < len(entries):
            raise PlaceTaken

    @functools.cache  # noqa: B019  # the writer lives as long as the program
    def _insertion(self, rows: int) -> str:
        return insertion(rows, is_sqlite=self._database.is_sqlite)
