"""The inbox of a client: its messages are read, checked and carried out, one after the other."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from decapod.errors import DecapodError
from decapod.server import metrics, wire
from decapod.server.live import actions
from decapod.server.live.client import Goodbye
from decapod.server.rate_limit import TokenBucket, count_of
from decapod.server.store import STORAGE_ERRORS
from decapod.server.words import reason, sentence, supported_language

if TYPE_CHECKING:
    from decapod.errors import Reason
    from decapod.server.live.chats import Chats
    from decapod.server.live.client import Connection
    from decapod.server.live.room import Table

logger = logging.getLogger("decapod.server")

MOST_REFUSALS = count_of("refusals")
HELLO_WITHIN = 15  # seconds
NARRATED_AT_ONCE = 50  # moves


class MessageHandler:
    """Carries out what one client asks for. What is wrong with a message is answered, and harms no other."""

    def __init__(self, client: Connection, chats: Chats, begin_rematch: Callable[[Table], None]) -> None:
        """Serve a client; `begin_rematch` is called when everybody in the room wants another match.

        It must not wait for the match to begin: this client's salt is still to be read.
        """
        self._client = client
        self._chats = chats
        self._begin_rematch = begin_rematch
        self._bucket = TokenBucket(client.room.services.settings.limit("messages"))
        self._refusals = 0  # in a row

    async def read_forever(self) -> None:
        """Read messages until the client leaves; raises `Goodbye` to close the socket, TimeoutError without a hello."""
        client = self._client
        receive = client.socket.receive
        deadline = asyncio.get_running_loop().time() + HELLO_WITHIN  # whatever else it says before
        while not client.closed:
            if client.hello is None:
                async with asyncio.timeout_at(deadline):
                    event = await receive()
            else:
                event = await receive()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text")
            raw = text.encode() if text is not None else event.get("bytes") or b""
            if not self._bucket.take():
                outline = guess_outline(raw)
                self._refuse(outline.type, outline.n, reason("message.fast", client.view.language))
                continue
            wait = client.room.services.messages.reserve(client.address)
            if wait:  # everybody at this address together; what they send meanwhile waits in the line
                await asyncio.sleep(wait)
            client.idle.clear()
            try:
                await self._receive(raw)
            finally:
                client.idle.set()

    async def _receive(self, raw: bytes) -> None:
        """Decode a message and carry it out, or answer what is wrong with it."""
        language = self._client.view.language
        if len(raw) > wire.MOST_MESSAGE:
            raise Goodbye(wire.CloseCode.UNREADABLE, f"a message has at most {wire.MOST_MESSAGE} bytes")
        try:
            message = wire.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            outline = guess_outline(raw)
            if outline.v != wire.VERSION:
                self._refuse_version(outline.type, outline.n, str(outline.language))
            else:
                self._refuse(outline.type, outline.n, reason("message.wrong", language, what=str(error)))
            return
        what = str(message.__struct_config__.tag)
        if message.v != wire.VERSION:
            self._refuse_version(what, message.n, message.language if isinstance(message, wire.Hello) else language)
            return
        if self._client.hello is None and not isinstance(message, wire.Hello | wire.Ping):
            self._refuse(what, message.n, reason("message.hello", language))
            return
        try:
            await self._carry_out(message)
            self._refusals = 0
        except DecapodError as refusal:
            self._refuse(what, message.n, refusal.reason)
        except STORAGE_ERRORS as error:
            logger.error("the database failed", extra={"error": str(error).splitlines()[0]})
            self._refuse(what, message.n, reason("server.storage", language))

    def _refuse(self, what: str, number: int, why: Reason) -> None:
        metrics.REFUSALS.labels(what or "unreadable").inc()
        self._refusals += 1
        if self._refusals > MOST_REFUSALS:
            raise Goodbye(wire.CloseCode.TOO_MUCH, sentence("message.fast", self._client.view.language))
        self._client.refuse(what, number, why)

    def _refuse_version(self, what: str, number: int, language: str) -> None:
        """Refuse a message of another version of the protocol, and close the socket if it is the first hello."""
        why = reason("message.version", supported_language(language), version=wire.VERSION)
        self._refuse(what, number, why)
        if what == "hello" and self._client.hello is None:  # an older page or bot
            self._client.dismiss(wire.CloseCode.GONE, why.words)

    async def _carry_out(self, message: wire.ClientMessage) -> None:
        client, room = self._client, self._client.room
        match message:
            case wire.MakeMove():
                await actions.make_move(room, client, message)
            case wire.Hello():
                await self._greet(message)
            case wire.Undo():
                await actions.undo(room, client, message)
            case wire.AskWhy():
                client.refuse("why", message.n, await actions.explain(room, client, message))
            case wire.SendChat():
                await self._chats.send(room, client, message)
            case wire.Mute():
                await self._chats.mute(client, message)
                client.answer(wire.Pong(re=message.n))
            case wire.Resign():
                await actions.resign(room, client, message)
            case wire.AskRematch():
                await actions.ask_rematch(room, client, message)
                if room.all_want_rematch:
                    self._begin_rematch(room)
            case wire.OpenedSalt():
                actions.open_salt(room, client, message)
                client.answer(wire.Pong(re=message.n))
            case wire.AskHint():
                await actions.begin_hint(room, client, message)
            case wire.AskNarration():
                narrate = functools.partial(self._narration_before, message.before)
                client.answer(
                    wire.OlderNarration(re=message.n, log=await room.services.turns.call(narrate, client.address))
                )
            case wire.Ping():
                client.answer(wire.Pong(re=message.n))

    def _narration_before(self, ply: int) -> list[wire.Narration]:
        room, view = self._client.room, self._client.view
        if room.log is None:
            return []
        words = room.words(view.language)
        return room.scene_cache.narration(room.log, view.viewer, words, ply - NARRATED_AT_ONCE, ply - 1)

    async def _greet(self, hello: wire.Hello) -> None:
        """Take how the client wants to look, and answer with a whole scene; the first time with the chat too."""
        client, room = self._client, self._client.room
        if hello.seat is not None:
            room.check_seat(client.person, hello.seat, supported_language(hello.language))
        is_first = client.hello is None
        client.greet(hello)
        if is_first:
            for line in await self._chats.history(room, client):
                client.send_chat(wire.encode(line))
            room.show_presence(announce=True)
        client.show_newest()
        room.autoplayer.wake()  # bots may have waited until somebody looks


class Outline(msgspec.Struct):
    """The fields of a message that are read even if others are wrong."""

    type: str = ""
    n: int = 0
    v: Any = wire.VERSION
    language: Any = ""


_TYPES = {str(kind.__struct_config__.tag) for kind in wire.ClientMessage.__args__}


def guess_outline(raw: bytes) -> Outline:
    """Return what can be read of a wrong message, so that the answer can name it."""
    try:
        outline = msgspec.json.decode(raw, type=Outline)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Outline()
    if abs(outline.n) > wire.LARGEST_NUMBER:
        outline.n = 0
    if outline.type not in _TYPES:
        outline.type = ""
    return outline
