"""Limits on connections, requests and frames, and a compression window of 32 kB, in subclasses of uvicorn's classes.

If a private name that they use is missing, `problem` names it, and uvicorn's own classes serve without these limits.
"""

from __future__ import annotations

import asyncio
import dis
import logging
from typing import Any

from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.server import ServerProtocol

from decapod.server import metrics, wire
from decapod.server.http.gate import gate_of

REQUEST_WITHIN = 15  # seconds for a whole request, from connecting or from its first byte
TAKEN_WITHIN = 30  # seconds in which a client must go on reading an answer
LARGEST_HEADER = 65_536  # bytes of a request before its body
AT_ONCE = 1024  # bytes that are read before frames are counted: 65 kB hold ten thousand pings
#: The window of 32 kB holds a scene and the one before. It takes 144 kB a socket. Clients keep no context.
DEFLATE = ServerPerMessageDeflateFactory(client_no_context_takeover=True, compress_settings={"level": 3, "memLevel": 5})

try:
    from uvicorn.protocols.http import auto, httptools_impl
    from uvicorn.protocols.websockets import websockets_sansio_impl

    Http: Any = auto.AutoHTTPProtocol
    Cycle: Any = httptools_impl.RequestResponseCycle
    WebSocket: Any = websockets_sansio_impl.WebSocketsSansIOProtocol
except (ImportError, AttributeError):  # `problem` says so
    Http = Cycle = WebSocket = asyncio.Protocol

NEEDED = {  # by class, the names that are used here
    Http: "app client connections cycle loop pause_writing resume_writing timeout_keep_alive_task transport",
    Cycle: "more_body response_complete",
    ServerProtocol: "events fail",
    WebSocket: "app config conn handle_events handle_parser_exception logger read_paused receive transport",
}


def _members(owner: type) -> set[str]:  # its methods, and the attributes that its instances begin with
    functions = [vars(kind)["__init__"] for kind in owner.__mro__[:-1] if "__init__" in vars(kind)]
    steps = [step for function in functions for step in dis.get_instructions(function)]
    return {*dir(owner), *(step.argval for step in steps if step.opname == "STORE_ATTR")}


def problem() -> str | None:
    """Return why uvicorn's own classes serve instead of the guarded ones; None if the guarded ones do."""
    for owner, names in NEEDED.items():
        if missing := set(names.split()) - _members(owner):
            return f"{owner.__module__}.{owner.__name__} has no {', '.join(sorted(missing))}"
    return None


def protocol_options() -> dict[str, Any]:
    """Return the options of `uvicorn.Config` that install the guarded classes, or none if they cannot work."""
    if problem() is None:
        return {"http": GuardedHTTP, "ws": GuardedWebSocket, "ws_per_message_deflate": False}
    logging.getLogger("decapod.server").warning("uvicorn serves without our limits: %s", problem())
    return {}


class GuardedHTTP(Http):
    """uvicorn's HTTP connection, with a gate and time limits."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Take what uvicorn gives a connection."""
        super().__init__(*arguments, **named)
        self._gate, self._header_size = gate_of(self.app), 0  # bytes of a request before its body
        self._request_timer: Any = self.loop.call_later(REQUEST_WITHIN, self._check_request)
        self._answer_timer: Any = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Abort the connection unless the gate admits it."""
        super().connection_made(transport)
        if not self._gate.admit(transport, self.client[0] if self.client else "", len(self.connections) - 1):
            metrics.REFUSALS.labels("connection").inc()
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on. A request that begins must also end."""
        if self._request_timer is None:
            self._request_timer = self.loop.call_later(REQUEST_WITHIN, self._check_request)
        last, is_body = self.cycle, self.cycle is not None and self.cycle.more_body
        super().data_received(data)
        self._header_size = 0 if is_body or self.cycle is not last else self._header_size + len(data)
        if self._header_size > LARGEST_HEADER:
            self.transport.close()
        if self.cycle is not None or self.transport.get_protocol() is not self:
            self._gate.note_request(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        self._gate.note_request(self.transport)
        for timer in filter(None, (self._request_timer, self._answer_timer)):
            timer.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for a slow client, but not for ever."""
        super().pause_writing()
        self._answer_timer = self.loop.call_later(TAKEN_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on, as the client reads."""
        self._answer_timer.cancel()
        super().resume_writing()

    def _check_request(self) -> None:
        """Close the connection unless its request is whole, or answered and none is begun. A WebSocket stays open."""
        self._request_timer = None
        cycle, is_idle = self.cycle, self.timeout_keep_alive_task is not None
        is_done = cycle is not None and (is_idle if cycle.response_complete else not cycle.more_body)
        if not is_done and self.transport.get_protocol() is self:
            self.transport.close()


class GuardedWebSocket(WebSocket):
    """uvicorn's WebSocket, with a limit on frames and a larger window for compression."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Take what uvicorn gives a connection."""
        super().__init__(*arguments, **named)
        self.conn = ServerProtocol(extensions=[DEFLATE], max_size=self.config.ws_max_size, logger=self.logger)
        self._bucket, self._unread = gate_of(self.app).frames(), b""

    def data_received(self, data: bytes) -> None:
        """Read a little at a time, until there is a message or too many frames."""
        self._unread += data
        while self._unread and not self.read_paused and not self.transport.is_closing():
            part, self._unread = self._unread[:AT_ONCE], self._unread[AT_ONCE:]
            super().data_received(part)

    async def receive(self) -> Any:
        """Return a message, and read what came after it."""
        message = await super().receive()
        self.data_received(b"")
        return message

    def handle_events(self) -> None:
        """Handle the frames that were read, if that many are allowed."""
        if all(self._bucket.take() for _ in self.conn.events):
            return super().handle_events()
        metrics.REFUSALS.labels("frame").inc()
        self.conn.fail(wire.CloseCode.TOO_MUCH, "too many frames")
        return self.handle_parser_exception()
