"""The WebSocket of a room."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any
from urllib.parse import urlsplit

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath

from decapod.server import metrics, wire
from decapod.server.http.dependencies import TheServer, address_of, person_of, session_of
from decapod.server.live.client import Connection, Goodbye
from decapod.server.live.inbox import HELLO_WITHIN, MessageHandler
from decapod.server.live.room import Table
from decapod.server.live.server import Hub
from decapod.server.rate_limit import count_of

logger = logging.getLogger("decapod.server")

Socket = WebSocket[Any, Any, Any]

LONGEST_REASON = 120  # letters; the protocol allows 123 bytes
MOST_TABS = count_of("tabs")


@websocket("/api/tables/{room_id:str}/play")
async def play(socket: Socket, server: TheServer, room_id: FromPath[str]) -> None:
    """Let one page play or watch."""
    if not may_connect(socket, [*server.settings.origins, server.settings.address]):
        await _turn_away(socket, wire.CloseCode.ORIGIN, "this page may not connect here")
        return
    room = await server.rooms.find_current(room_id)
    if room is None:
        await _turn_away(socket, wire.CloseCode.NO_ROOM, "there is no such table")
        return
    if room.trouble is not None:
        await _turn_away(socket, wire.CloseCode.GONE, str(room.trouble))
        return
    person = person_of(socket)
    if is_crowded(server, room, person, address_of(socket)):
        await _turn_away(socket, wire.CloseCode.TOO_MUCH, "too many are connected; try again later")
        return
    name = await server.guests.name_of(person)
    await socket.accept()
    room = server.rooms.keep(room)  # it may have left memory meanwhile
    known = person if name is not None else ""
    client = Connection(room, socket, known, name or "", address_of(socket), session_of(socket))
    await serve_client(client, server)


def may_connect(socket: Socket, origins: list[str]) -> bool:
    """Whether the page that opens a socket is ours; programs that are no browsers say no origin."""
    origin = socket.headers.get("origin")
    if origin is None or origin in origins:
        return True
    try:
        return urlsplit(origin).netloc == socket.headers.get("host")
    except ValueError:  # "http://["
        return False


def is_crowded(server: Hub, room: Table, person: str, address: str) -> bool:
    """Whether one more socket would be too many: for the process, from one address, or in the room.

    Whoever sits in a room always gets in, with some pages, however many watch.
    """
    settings = server.settings
    if server.sockets.total() >= settings.sockets or 0 < settings.sockets_per_address <= server.sockets[address]:
        return True
    own = sum(client.person == person for client in room.clients)
    is_player = bool(room.seats_of(person)) and own < MOST_TABS
    return not is_player and len(room.clients) >= settings.sockets_per_room


async def serve_client(client: Connection, server: Hub) -> None:
    """Send and read on an accepted socket until either ends, then close it with its reason."""
    room = client.room
    address = client.address
    room.clients.add(client)
    server.sockets[address] += 1
    metrics.SOCKETS.inc()
    inbox = MessageHandler(client, server.chats, server.begin_rematch)
    sending = asyncio.create_task(client.send_forever())
    reading = asyncio.create_task(inbox.read_forever())
    goodbye = Goodbye(1000, "")
    try:
        done, _ = await asyncio.wait({sending, reading}, return_when=asyncio.FIRST_COMPLETED)
        goodbye = next((reason for task in done if (reason := _goodbye(task.exception(), room))), goodbye)
    finally:
        sending.cancel()
        client.closed = True
        await client.idle.wait()  # what is being stored must also happen here, though its sender is gone
        reading.cancel()
        room.clients.discard(client)
        room.presence.note_departure(client.person)
        server.sockets[address] -= 1
        if not server.sockets[address]:
            del server.sockets[address]
        metrics.SOCKETS.dec()
        await asyncio.gather(sending, reading, return_exceptions=True)
        with contextlib.suppress(Exception):  # the socket may be closed already, in several ways
            await client.socket.close(goodbye.code, goodbye.words[:LONGEST_REASON])
        room.show_presence(announce=True)


def _goodbye(error: BaseException | None, room: Table) -> Goodbye | None:
    """Turn what ended a socket into the reason it is closed with; None if it needs none."""
    if isinstance(error, Goodbye):
        return error
    if isinstance(error, asyncio.TimeoutError):
        return Goodbye(wire.CloseCode.SILENT, f"say hello within {HELLO_WITHIN} seconds")
    if isinstance(error, OSError | WebSocketException | WebSocketDisconnect | RuntimeError):
        logger.debug("a socket broke", extra={"room": room.id})  # the client went away while we sent
    elif error is not None:
        logger.error("a socket failed", exc_info=error, extra={"room": room.id})
        return Goodbye(1011, "something went wrong on the server")
    return None


async def _turn_away(socket: Socket, code: int, words: str) -> None:
    """Accept only to say why not: a browser cannot read the reason of a refused handshake."""
    await socket.accept()
    await socket.close(code, words[:LONGEST_REASON])
