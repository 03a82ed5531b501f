"""A direct socket: messages of one client are read from it, and written to it without a task that waits to send them.

The server's own WebSocket is one (`server/http/frames.py`). Where it is not there, as under another server or in a
test, messages go the way that ASGI has for them, which takes several times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

DIRECT_SOCKET = "decapod.direct_socket"  # the extension in an ASGI scope that has it


class DirectSocket(Protocol):
    """The socket of a client."""

    on_free: Callable[[], None] | None  # called when more can be written

    @property
    def is_free(self) -> bool:
        """Whether what was written is on its way: whoever reads slowly is not to fill the memory."""
        ...

    def write_text(self, message: bytes) -> None:
        """Write a message; raises OSError if nobody is there."""
        ...

    async def receive(self) -> Any:
        """Wait for the next ASGI event."""
        ...
