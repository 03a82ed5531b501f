"""Stores for tests: opened, used, closed; and what is stored in them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import Connection, event

from decapod.server.store import MatchEvent, Store
from decapod.server.store.matches import MatchRow, insert_match
from decapod.server.store.rooms import SeatHolder, TableRow, insert_room


def use_store(url: str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    """Open a store, use it, close it, and return what `work` returned."""

    async def go() -> Any:
        store = Store(url)
        try:
            await store.open()
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(go())


def room_row(id: str = "room", **changes: Any) -> TableRow:  # noqa: A002
    """Describe a room for two, as it is stored."""
    fields: dict[str, Any] = {
        "game": "crab-stack", "variant": "a", "players": 2, "options": {"first": "0"}, "box": "", "seed": "",
        "public": False, "host": "ada", "invite": "code", "bank": 0, "increment": 0, "time_out": "bot",
        "hints": False, "state": "open", "made_at": 1, "touched_at": 1,
    }  # fmt: skip
    return TableRow(id=id, **{**fields, **changes})


def match_row(id: str = "match", room: str = "room", number: int = 1, **changes: Any) -> MatchRow:  # noqa: A002
    """Describe a match that begins, as it is stored."""
    row = MatchRow(id, room, number, {"first": "0"}, "0", 1, None, None, ["Ada", "Ben"], ["ada", "ben"], 0, 1)
    return row._replace(**changes)


async def add_room(store: Store, id: str = "room", *seats: SeatHolder, **changes: Any) -> TableRow:  # noqa: A002
    """Store a room in which Ada and Ben sit, or others."""
    row = room_row(id, **changes)
    holders = seats or (SeatHolder("ada", None, "Ada"), SeatHolder("ben", None, "Ben"))
    await store.write(lambda connection: insert_room(connection, row, holders))
    return row


async def add_match(store: Store, id: str = "match", room: str = "room", **changes: Any) -> MatchRow:  # noqa: A002
    """Store a match in a room that is stored."""
    row = match_row(id, room, **changes)
    assert await store.write(lambda connection: insert_match(connection, row, {}, "a" * 32))
    return row


def entry(n: int, move: int = 0, match: str = "match", **changes: Any) -> MatchEvent:
    """Make an entry."""
    return MatchEvent(match, n, "move", 0, move, n, 0)._replace(**changes)


async def count_steps(store: Store, work: Callable[[], Awaitable[object]]) -> int:
    """Count, in hundreds, what SQLite does while something is read or written: work, not time."""
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    def watch(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(step, 100)

    event.listen(store.database._file, "begin", watch)
    await work()
    event.remove(store.database._file, "begin", watch)
    return steps
