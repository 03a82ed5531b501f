"""Packing: longer answers are sent packed by gzip, to those who can unpack them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.middleware.compression import CompressionMiddleware

if TYPE_CHECKING:
    from litestar.types import Message, Scope, Send


class Packing(CompressionMiddleware):
    """Litestar's, but a packer is made only for what is packed.

    Theirs makes one for every answer, and leaves it open if it was not needed: Python 3.13 complains on collecting it.
    """

    def create_compression_send_wrapper(self, send: Send, compression_encoding: Any, scope: Scope) -> Send:
        """Return what sends an answer: as it is if it is short and whole, else packed."""
        make, least = super().create_compression_send_wrapper, self.config.minimum_size
        start: Message | None = None
        chosen: Send = send

        async def pass_on(message: Message) -> None:
            nonlocal start, chosen
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None:
                first, start = start, None
                is_whole = message["type"] == "http.response.body" and not message.get("more_body")
                if not is_whole or len(message.get("body", b"")) >= least:
                    chosen = make(send, compression_encoding, scope)
                await chosen(first)
            await chosen(message)

        return pass_on
