"""Leases: which of the processes that serve the same rooms runs a room's bots and clocks.

On PostgreSQL a lease is an advisory lock on one connection: when a process dies its connection ends, and another
process gets the lease. SQLite has one process only, which holds every lease.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from decapod.server.store.database import LOCK_SPACE

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from decapod.server.store.database import Database


class Leases:
    """The leases of this process."""

    def __init__(self, database: Database) -> None:
        """Use a connection of its own to `database`, made when first needed."""
        self._database = database
        self._connection: AsyncConnection | None = None
        self._lock = asyncio.Lock()
        self.rooms: set[str] = set()  # rooms whose lease this process holds

    async def acquire_lease(self, room: str) -> bool:
        """Get the lease of a room, also if we have it already; false if another process has it."""
        if self._database.is_sqlite or room in self.rooms:
            return True
        async with self._lock:
            if await self._ask("select pg_try_advisory_lock(:space, hashtext(:room))", room):
                self.rooms.add(room)
                return True
        return False

    async def release_lease(self, room: str) -> None:
        """Give the lease of a room back; nothing happens if we do not have it."""
        if room not in self.rooms:
            return
        async with self._lock:
            self.rooms.discard(room)
            await self._ask("select pg_advisory_unlock(:space, hashtext(:room))", room)

    async def _ask(self, statement: str, room: str) -> bool:
        try:
            if self._connection is None:
                engine = self._database.network_engine.execution_options(isolation_level="AUTOCOMMIT")
                self._connection = await engine.connect()
            answer = await self._connection.execute(text(statement), {"space": LOCK_SPACE, "room": room})
            return bool(answer.scalar())
        except (DBAPIError, OSError):  # the connection is gone, and every lease with it
            self.rooms.clear()
            if self._connection is not None:
                await _discard(self._connection)
                self._connection = None
            return False

    async def close(self) -> None:
        """Give every lease back."""
        if self._connection is not None:
            await self._connection.close()
            self._connection = None


async def _discard(connection: AsyncConnection) -> None:
    """Close a connection that may be broken, without a word."""
    try:
        await connection.invalidate()
        await connection.close()
    except (SQLAlchemyError, OSError):
        pass
