"""Store: what the rest of the server sees of the database.

`append` gives the entries of a match their places: `(match, n)` is unique, so of two processes that want the same
place one is told that it came second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, select, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from decapod.server.store.database import Database
from decapod.server.store.entries import MatchEvent
from decapod.server.store.leases import Leases
from decapod.server.store.schema import entries
from decapod.server.store.writer import Writer

T = TypeVar("T")

DatabaseError = SQLAlchemyError
#: What any call of the store may raise when the database cannot be used.
STORAGE_ERRORS = (DatabaseError, OSError)
#: What `write` raises when another process stored the same first.
DuplicateError = IntegrityError


class Store:
    """Reads, writes and leases, on one database."""

    def __init__(self, database: str) -> None:
        """Take the URL of a database; `open` connects."""
        self.database = Database(database)
        self.leases = Leases(self.database)
        self._writer = Writer(self.database)

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file: then nobody else writes to it."""
        return self.database.is_sqlite

    async def open(self) -> None:
        """Connect, bring the schema up to date, start writing."""
        await self.database.open()
        self._writer.start()

    async def close(self) -> None:
        """Write what is waiting, give leases back, disconnect."""
        await self._writer.close()
        await self.leases.close()
        await self.database.close()

    @property
    def is_failing(self) -> bool:
        """Whether what came last could not be stored; every few seconds something comes."""
        return self._writer.is_failing

    async def ping(self) -> None:
        """See whether the database answers; raises one of `STORAGE_ERRORS` if it does not."""
        await self.read(text("select 1"))

    async def append(self, *added: MatchEvent) -> bool:
        """Store entries of one match, all or none; false if a place was taken. When this returns it is committed."""
        return await self._writer.append(added)

    async def write(self, work: Callable[[Connection], T], *, urgent: bool = False) -> T:
        """Run some writing in a transaction shared with others; when this returns it is committed.

        What is `urgent`, because somebody in the middle of a match waits for it, is done before the rest.
        """
        return await self._writer.write(work, urgent=urgent)

    async def read(self, statement: Any, parameters: Any = None) -> list[Any]:
        """Return the rows of a query."""
        return await self.database.run_reading(lambda c: list(c.execute(statement, parameters).all()))

    async def read_all(self, statements: Sequence[Any], parameters: Any) -> list[list[Any]]:
        """Return the rows of several queries with the same parameters: one trip, one moment."""
        return await self.database.run_reading(
            lambda c: [list(c.execute(statement, parameters).all()) for statement in statements]
        )

    async def entries_from(self, match: str, n: int) -> list[MatchEvent]:
        """Read the entries of a match from number `n` on, in order."""
        rows = await self.read(select(entries).where(entries.c.match == match, entries.c.n >= n).order_by(entries.c.n))
        return [MatchEvent(*row) for row in rows]
