"""The gate: how many connections may be open, how many may open a second from one address, and how many frames."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from decapod.server.open_files import SPARE
from decapod.server.rate_limit import LIMITS, RateLimiter, TokenBucket, network_of

if TYPE_CHECKING:
    from decapod.server.settings import Settings

FRAMES = 5  # of a WebSocket, for every message that it may send


class Gate:
    """Limits on the connections of a process: how many are open, and how many open a second from one address."""

    def __init__(self, settings: Settings) -> None:
        """Take the limits from the settings. Proxies carry everybody, so they are not counted."""
        limit = LIMITS["frames"]
        self._frame_limit = limit.with_amount(max(limit.amount, FRAMES * settings.messages))
        self._most = settings.sockets + SPARE
        self._proxies = set(settings.proxies)
        self._connects = RateLimiter(settings.limit("connects"))
        self._silent: dict[asyncio.Transport, None] = {}  # connections without a request yet, the oldest first

    def admit(self, transport: asyncio.Transport, address: str, open_now: int) -> bool:
        """Return whether one more connection may open while `open_now` are.

        If there are too many, it replaces the connection that has been silent for the longest time.
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
        """Note that a connection has sent a request, or is closed."""
        self._silent.pop(transport, None)

    def frames(self) -> TokenBucket:
        """Return a bucket for the frames of one WebSocket, empty ones and parts of messages included."""
        return TokenBucket(self._frame_limit)


def gate_of(app: Any) -> Gate:
    """Return the gate of an application, which uvicorn may have wrapped."""
    while not hasattr(app, "state"):
        app = app.app
    return app.state["gate"]
