"""Frames: of what messages and their parts, pings and pongs are made on a WebSocket, how many one may send, and how
ours are compressed.

A frame may be empty: 65 kB that come at once can hold ten thousand pings, or parts of a message that never ends. None
of them is a message, so no inbox counts them; to read them takes a quarter of a second in which nobody else moves.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.server import ServerProtocol

from decapod.server import metrics, wire
from decapod.server.http.connections import gate_of
from decapod.server.rate_limit import LIMITS, TokenBucket

FRAMES = 5  # for every message that a socket may send
AT_ONCE = 1024  # bytes that are read before frames are counted
NO_TEXT = 1007  # the protocol's own code
#: A scene is compressed by what it shares with the last one, so the window holds two. Clients keep no such memory.
DEFLATE = ServerPerMessageDeflateFactory(client_no_context_takeover=True, compress_settings={"level": 4, "memLevel": 5})

Protocol: Any = WebSocketsSansIOProtocol  # so that we may use what it does not promise


class GuardedWebSocket(Protocol):
    """uvicorn's WebSocket, for as many frames as somebody may send who means well."""

    def __init__(self, config: Any, *arguments: Any, **named: Any) -> None:
        """Serve one socket."""
        super().__init__(config, *arguments, **named)
        self.conn = ServerProtocol(extensions=[DEFLATE], max_size=config.ws_max_size, logger=self.logger)
        limit = LIMITS["frames"]
        self._bucket = TokenBucket(limit.with_amount(max(limit.amount, FRAMES * gate_of(config.loaded_app).messages)))
        self._unread = b""

    def data_received(self, data: bytes) -> None:
        """Read what came, a little at a time, until it is too much."""
        self._unread += data
        self._read_on()

    async def receive(self) -> Any:
        """Hand a message on, and read what came after it."""
        message = await super().receive()
        self._read_on()
        return message

    def _read_on(self) -> None:
        """Read until there is a message that nobody has taken yet."""
        while self._unread and not self.read_paused and not self.transport.is_closing():
            data, self._unread = self._unread[:AT_ONCE], self._unread[AT_ONCE:]
            super().data_received(data)

    def handle_events(self) -> None:
        """Take the frames that were read, if there may be so many."""
        if all(self._bucket.take() for _ in self.conn.events):
            super().handle_events()
        else:
            metrics.REFUSALS.labels("frame").inc()
            self._close(wire.CloseCode.TOO_MUCH, "too many frames")

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; one whose text is none closes the socket, without a line in the log for each."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._close(NO_TEXT, "")
                return
            self.curr_msg_data_type = "bytes"  # as which it is read
        super().send_receive_event_to_app()

    def _close(self, code: int, words: str) -> None:
        self.conn.fail(code, words)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
