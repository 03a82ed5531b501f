"""Frames: of what messages and their parts, pings and pongs are made on a WebSocket, how many one may send, and which
of ours are packed.

A frame may be empty: 65 kB that come at once can hold ten thousand pings, or parts of a message that never ends. None
of them is a message, so no inbox counts them; to read them takes a quarter of a second in which nobody else moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.server import ServerProtocol

from decapod.server import metrics, wire
from decapod.server.allowance import Allowance
from decapod.server.http.connections import gate_of
from decapod.server.live.direct_socket import DIRECT_SOCKET

if TYPE_CHECKING:
    from collections.abc import Callable

FRAMES = 5  # for every message that a socket may send
FEWEST = 100  # a second, however few messages it may send: too many of those are answered before it is closed
BURST = 2  # seconds' worth of them may come at once
AT_ONCE = 1024  # bytes that are read before frames are counted
NO_TEXT = 1007  # the protocol's own code
SWITCHING = 101  # the status of a request that became a socket
LARGE = 4096  # bytes from which on a message is packed

TEXT = 0x81  # the first byte of a frame that is a whole message of text
SHORT, MIDDLE = 126, 65_536  # bytes from which on the length of a frame takes two bytes more, and eight

Protocol: Any = WebSocketsSansIOProtocol  # so that we may use what it does not promise


class PackedIfLarge(PerMessageDeflate):
    """Packs whole scenes, and leaves what is small as it is: that would save little, and nobody shall wait for it."""

    def encode(self, frame: Frame) -> Frame:
        """Pack a message that is large."""
        return frame if len(frame.data) < LARGE else super().encode(frame)


class Packing(ServerPerMessageDeflateFactory):
    """Agrees with a client that asks for it on messages that are packed, each for itself: no memory is kept for it."""

    def __init__(self) -> None:
        """Pack fast rather than well: a scene says the same in many places."""
        super().__init__(
            server_no_context_takeover=True, client_no_context_takeover=True, compress_settings={"level": 1}
        )

    def process_request_params(self, params: Any, accepted_extensions: Any) -> tuple[Any, PerMessageDeflate]:
        """Answer what a client wants."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, PackedIfLarge(
            agreed.remote_no_context_takeover, agreed.local_no_context_takeover, agreed.remote_max_window_bits,
            agreed.local_max_window_bits, agreed.compress_settings,
        )  # fmt: skip


def text_frame(message: bytes) -> bytes:
    """Return the frame of a message of text, as a server sends it."""
    size = len(message)
    if size < SHORT:
        return bytes((TEXT, size)) + message
    if size < MIDDLE:
        return bytes((TEXT, SHORT, size >> 8, size & 255)) + message
    return bytes((TEXT, SHORT + 1)) + size.to_bytes(8, "big") + message


class GuardedWebSocket(Protocol):
    """uvicorn's WebSocket, for as many frames as somebody may send who means well.

    It is a `DirectSocket` (`server/live/direct_socket.py`): the application finds it in the scope, and writes to it
    without waiting.
    """

    def __init__(self, config: Any, *arguments: Any, **named: Any) -> None:
        """Serve one socket."""
        super().__init__(config, *arguments, **named)
        self.conn = ServerProtocol(extensions=[Packing()], max_size=config.ws_max_size, logger=self.logger)
        self._allowance = Allowance(max(FEWEST, FRAMES * gate_of(config.loaded_app).messages), BURST)
        self._unread = b""
        self.on_free: Callable[[], None] | None = None  # called when more can be written

    def handle_connect(self, event: Any) -> None:
        """Let the application find this socket."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            self.scope["extensions"][DIRECT_SOCKET] = self

    @property
    def is_free(self) -> bool:
        """Whether what was written is on its way."""
        return self.writable.is_set()

    def write_text(self, message: bytes) -> None:
        """Write a message; large ones are packed, where that was agreed on. Raises OSError if nobody is there."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        if len(message) >= LARGE and self.conn.extensions:
            try:
                self.conn.send_text(message)
            except InvalidState:
                raise ClientDisconnected from None
            self.transport.write(b"".join(self.conn.data_to_send()))
        else:
            self.transport.write(text_frame(message))

    def resume_writing(self) -> None:
        """Go on: they read."""
        super().resume_writing()
        if self.on_free is not None:
            self.on_free()

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
        if all(self._allowance.take() for _ in self.conn.events):
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
