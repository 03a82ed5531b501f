"""The WebSocket of a table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any
from urllib.parse import urlsplit

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath

from decapod.server import metrics, wire
from decapod.server.people import person_of
from decapod.server.room import Room
from decapod.server.rooms import Rooms, TheRooms
from decapod.server.visitor import Goodbye, Visitor

log = logging.getLogger("decapod.server")

Socket = WebSocket[Any, Any, Any]

TABS = 8  # pages with which a player gets in, however many watch


def may_connect(socket: Socket, origins: list[str]) -> bool:
    """Whether the page that opens a socket is ours; programs that are no browsers say no origin."""
    origin = socket.headers.get("origin")
    if origin is None or origin in origins:
        return True
    try:
        return urlsplit(origin).netloc == socket.headers.get("host")
    except ValueError:  # "http://["
        return False


@websocket("/api/tables/{table:str}/play")
async def play(socket: Socket, rooms: TheRooms, table: FromPath[str]) -> None:
    """Let one page play or watch."""
    settings = rooms.settings
    if not may_connect(socket, settings.origins):
        await _turn_away(socket, wire.Close.ORIGIN, "this page may not connect here")
        return
    room = await rooms.fresh(table) if len(table) <= 24 else None
    if room is None:
        await _turn_away(socket, wire.Close.NO_TABLE, "there is no such table")
        return
    person = person_of(socket)
    mine = [visitor for visitor in room.visitors if visitor.person == person]
    watchers = len(room.visitors) if not room.seats_of(person) or len(mine) >= TABS else 0  # players always get in
    if watchers >= settings.sockets_per_table or _is_crowded(rooms, _address(socket)):
        await _turn_away(socket, wire.Close.TOO_MUCH, "too many are connected; try again later")
        return
    name = await rooms.guests.name_of(person)
    await socket.accept()
    await _stay(Visitor(room, socket, person if name is not None else "", name or ""), room, rooms)


def _address(socket: Socket) -> str:
    return socket.client.host if socket.client else ""


def _is_crowded(rooms: Rooms, address: str) -> bool:
    """Whether this process has as many sockets as it can bear, in all or from one address."""
    most = rooms.settings.sockets_per_address
    return rooms.sockets.total() >= rooms.settings.sockets or 0 < most <= rooms.sockets[address]


async def _stay(visitor: Visitor, room: Room, rooms: Rooms) -> None:
    room = rooms.rooms.setdefault(room.id, room)  # it may have left memory meanwhile
    visitor.room = room
    room.visitors.add(visitor)
    address = _address(visitor.socket)
    rooms.sockets[address] += 1
    metrics.SOCKETS.inc()
    speaking = asyncio.create_task(visitor.speak())
    listening = asyncio.create_task(visitor.listen())
    goodbye = Goodbye(1000, "")
    try:
        done, _ = await asyncio.wait({speaking, listening}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            error = task.exception()
            if isinstance(error, Goodbye):
                goodbye = error
            elif isinstance(error, asyncio.TimeoutError):
                goodbye = Goodbye(wire.Close.SILENT, "say hello within 15 seconds")
            elif isinstance(error, OSError | WebSocketException | WebSocketDisconnect | RuntimeError):
                log.debug("a socket broke", extra={"table": room.id})  # the client went away while we spoke
            elif error is not None:
                log.error("a socket failed", exc_info=error, extra={"table": room.id})
                goodbye = Goodbye(1011, "something went wrong on the server")
    finally:
        speaking.cancel()
        visitor.closed = True
        await visitor.idle.wait()  # what is being stored must also happen here, though its sender is gone
        listening.cancel()
        room.visitors.discard(visitor)
        rooms.sockets[address] -= 1
        if not rooms.sockets[address]:
            del rooms.sockets[address]
        metrics.SOCKETS.dec()
        room.quiet_since = room.left_at[visitor.person] = time.monotonic()
        await asyncio.gather(speaking, listening, return_exceptions=True)
        with contextlib.suppress(Exception):  # the socket may be closed already, in several ways
            await socket_close(visitor, goodbye)
        room.show_presence()
        rooms.tell_presence(room)


async def socket_close(visitor: Visitor, goodbye: Goodbye) -> None:
    """Close a socket with its reason."""
    await visitor.socket.close(goodbye.code, goodbye.words[:120])


async def _turn_away(socket: Socket, code: int, words: str) -> None:
    """Accept only to say why not: a browser cannot read the reason of a refused handshake."""
    await socket.accept()
    await socket.close(code, words)
