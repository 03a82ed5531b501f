"""Rooms in memory on a real store, without HTTP: for tests of one part at a time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import decapod
from decapod.server import wall_clock, wire
from decapod.server.live.client import Connection
from decapod.server.live.match_log import MatchLog
from decapod.server.live.room import Table
from decapod.server.live.server import Hub
from decapod.server.settings import Settings
from decapod.server.store.guests import new_id
from decapod.server.store.rooms import SeatHolder, TableRow, insert_room

T = TypeVar("T")
PATIENCE = 60  # seconds after which something will never happen, also on a busy machine


def crab_stack_log(players: int = 2, clocks: Any = None, seed: int = 7) -> MatchLog:
    """Begin the log of a match of Crab Stack in which player 0 begins."""
    return MatchLog("m", decapod.game("crab-stack").match(players, seed=seed, first="0"), 0, clocks)


def english(log: MatchLog) -> Any:
    """Return the words of a match's game in English, without names."""
    return log.match.game.translator()


def first_legal_move(log: MatchLog) -> tuple[int, int]:
    """Return the seat that is awaited and its first legal move."""
    seat = log.awaiting[0]
    return seat, log.match.legal_actions(seat)[0]


def run(work: Callable[[], Awaitable[T]]) -> T:
    """Run an async function to its end; fails if that takes for ever."""

    async def limited() -> T:
        return await asyncio.wait_for(work(), PATIENCE)

    return asyncio.run(limited())


@asynccontextmanager
async def open_server(folder: Path, **settings: Any) -> AsyncIterator[Hub]:
    """Open a server's store and nothing else: no sweeps."""
    server = Hub(Settings(**{"data": str(folder), "pace": 0.0, "chat": 0.0, "watcher_chat": 0.0, **settings}))
    await server.store.open()
    try:
        yield server
    finally:
        await server.stop()


def room_row(**changes: Any) -> TableRow:
    """Describe a room for two who play Crab Stack, of whom the first begins, as it is stored."""
    at = wall_clock.now()
    fields: dict[str, Any] = {
        "id": new_id(), "game": "crab-stack", "variant": "a", "players": 2, "options": {"first": "0"}, "box": "",
        "seed": "", "public": False, "host": "ada", "invite": new_id(), "bank": 0, "increment": 0, "time_out": "bot",
        "hints": False, "state": "open", "made_at": at, "touched_at": at,
    }  # fmt: skip
    return TableRow(**{**fields, **changes})


async def add_room(server: Hub, *seats: SeatHolder, start: bool = True, **changes: Any) -> Table:
    """Store a room, load it, and start its first match; by default Ada and Ben sit there."""
    holders = list(seats) or [SeatHolder("ada", None, "Ada"), SeatHolder("ben", None, "Ben")]
    row = room_row(**{"players": len(holders), **changes})
    await server.store.write(lambda connection: insert_room(connection, row, holders))
    room = await server.rooms.find(row.id)
    assert room is not None
    if start:
        await server.rooms.start_first_match(room)
    return room


class RecordingSocket:
    """The socket of a client: what is sent is kept, what is received comes from the test."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.writable = asyncio.Event()  # cleared while the client does not read
        self.writable.set()
        self._more = asyncio.Event()

    async def send_data(self, data: str, mode: str) -> None:
        """Keep a message, as soon as the client reads."""
        assert mode == "text"
        await self.writable.wait()
        self.sent.append(json.loads(data))
        self._more.set()

    async def receive(self) -> dict[str, Any]:
        """Wait for what the test sends."""
        return await self.incoming.get()

    def push(self, kind: str, **fields: Any) -> None:
        """Send a message as the client would."""
        text = json.dumps({"type": kind, "v": wire.VERSION, **fields})
        self.incoming.put_nowait({"type": "websocket.receive", "text": text})

    def push_raw(self, data: bytes) -> None:
        """Send whatever one likes."""
        self.incoming.put_nowait({"type": "websocket.receive", "bytes": data})

    def hang_up(self) -> None:
        """Disconnect."""
        self.incoming.put_nowait({"type": "websocket.disconnect"})

    async def wait_for(self, condition: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Wait until a message was sent that fulfils a condition, and return the first that does."""
        while True:
            for message in self.sent:
                if condition(message):
                    return message
            self._more.clear()
            await self._more.wait()


def add_client(room: Table, person: str = "", name: str = "", **hello: Any) -> tuple[Connection, RecordingSocket]:
    """Let somebody look at a room, who has said hello."""
    socket: Any = RecordingSocket()
    client = Connection(room, socket, person, name)
    client.hello = wire.Hello(**hello)
    client.choose_view()
    room.clients.add(client)
    return client, socket
