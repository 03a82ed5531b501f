"""Connections: who may open one, and how long it may stay silent.

uvicorn waits for ever for the first request of a connection, for the rest of one that was begun, and for whoever does
not take the answer. With a few thousand such connections nobody else could get in.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from decapod.server import metrics
from decapod.server.open_files import SPARE
from decapod.server.rate_limit import RateLimiter, network_of

if TYPE_CHECKING:
    from decapod.server.settings import Settings

REQUEST_WITHIN = 15  # seconds in which a request must have come whole, counted from connecting or from its first byte
TAKEN_WITHIN = 30  # seconds in which somebody must go on reading an answer
LARGEST_HEADER = 65_536  # bytes of a request before its body


class Gate:
    """Says who may connect: so many at once, and so many a second from one address."""

    def __init__(self, settings: Settings) -> None:
        """Take the limits from the settings; proxies carry everybody, so they are not counted."""
        self.messages = settings.messages  # a second that one socket may send
        self._most = settings.sockets + SPARE
        self._proxies = set(settings.proxies)
        self._connects = RateLimiter(settings.limit("connects"))
        self._silent: dict[asyncio.Transport, None] = {}  # that have not asked for anything yet, the oldest first

    def admit(self, transport: asyncio.Transport, address: str, open_now: int) -> bool:
        """Let one more connection in, when so many are open; false if not.

        Where there are too many, it takes the place of the one that has said nothing for the longest time.
        """
        if address not in self._proxies and not self._connects.take(network_of(address)):
            return False
        if open_now >= self._most:
            if not self._silent:
                return False
            oldest = next(iter(self._silent))
            del self._silent[oldest]
            oldest.abort()
        self._silent[transport] = None
        return True

    def note_request(self, transport: asyncio.Transport) -> None:
        """Note that a connection has asked for something, or is gone."""
        self._silent.pop(transport, None)


def gate_of(app: Any) -> Gate:
    """Find the gate of an application, however often that is wrapped."""
    while not hasattr(app, "state"):
        app = app.app
    return app.state["gate"]


Protocol: Any = AutoHTTPProtocol  # whichever it is, it has what we use; only a Protocol is promised


class GuardedProtocol(Protocol):
    """uvicorn's HTTP, with a gate and without endless patience."""

    def __init__(self, config: Any, *arguments: Any, **named: Any) -> None:
        """Serve one connection."""
        super().__init__(config, *arguments, **named)
        self._gate = gate_of(config.loaded_app)
        self._header_size = 0  # bytes of a request that has not come as far as its body
        self._request_timer: asyncio.TimerHandle | None = None
        self._answer_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in, or not."""
        super().connection_made(transport)
        if self._gate.admit(transport, self.client[0] if self.client else "", len(self.connections) - 1):
            self._expect_request()
        else:
            metrics.REFUSALS.labels("connection").inc()
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on; a request that begins must also end."""
        if self._request_timer is None:
            self._expect_request()
        last = self.cycle
        is_body = last is not None and last.more_body
        super().data_received(data)
        self._header_size = 0 if is_body or self.cycle is not last else self._header_size + len(data)
        if self._header_size > LARGEST_HEADER:
            self.transport.close()
        if self.cycle is not None or self.transport.get_protocol() is not self:
            self._gate.note_request(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timers."""
        self._gate.note_request(self.transport)
        for timer in (self._request_timer, self._answer_timer):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for somebody who reads slowly, but not for ever."""
        super().pause_writing()
        self._answer_timer = self.loop.call_later(TAKEN_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: they read."""
        if self._answer_timer is not None:
            self._answer_timer.cancel()
        super().resume_writing()

    def _expect_request(self) -> None:
        self._request_timer = self.loop.call_later(REQUEST_WITHIN, self._check_request)

    def _check_request(self) -> None:
        """Close the connection if a request is still on its way; one that has become a WebSocket is not ours."""
        self._request_timer = None
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        cycle = self.cycle
        is_idle = cycle is not None and cycle.response_complete and self.timeout_keep_alive_task is not None
        is_whole = cycle is not None and not cycle.more_body and not cycle.response_complete
        if not is_idle and not is_whole:
            self.transport.close()
