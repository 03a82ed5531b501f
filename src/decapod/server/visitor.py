"""A visitor: one WebSocket at a table. It reads what the client says, and shows it where things stand."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec

from decapod.errors import Refused
from decapod.server import metrics, wire
from decapod.server.words import known, phrase, reason

if TYPE_CHECKING:
    from litestar.connection import WebSocket

    from decapod.errors import Reason
    from decapod.server.pictures import Shown
    from decapod.server.room import Room

log = logging.getLogger("decapod.server")

BURST = 3  # seconds' worth of messages that may come at once
PATIENCE = 40  # refused messages in a row before the socket is closed
MOST_WAITING = 200  # messages that wait for a slow client before it is let go
OLDER = 50  # moves of the story told at once


class Goodbye(Exception):  # noqa: N818  # it is one
    """Close the socket, with a code and a reason."""

    def __init__(self, code: int, words: str) -> None:
        """Keep both."""
        super().__init__(words)
        self.code = code
        self.words = words


class Visitor:
    """One socket at a table."""

    def __init__(self, room: Room, socket: WebSocket[Any, Any, Any], person: str, name: str) -> None:
        """Take an accepted socket."""
        self.room = room
        self.socket = socket
        self.person = person
        self.name = name
        self.muted: set[str] = set()
        self.greeted = False
        self.hello = wire.Hello()
        self.language = "en"
        self.layout = "wide"
        self.sketch = False
        self.patches = False
        self.seats: list[int] = []
        self.viewer = -1
        self.answering: int | None = None
        self.told = 0
        self.shown: Shown | None = None
        self.shown_n = 0
        self._waiting: deque[bytes] = deque()
        self._look = False
        self._wake = asyncio.Event()
        self._allowed = BURST * room.rooms.settings.messages
        self._counted = time.monotonic()
        self._refused = 0
        self._goodbye: Goodbye | None = None

    # --- speaking -------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Show the newest scene as soon as the socket is free; ones in between are skipped."""
        if self.greeted:
            self._look = True
            self._wake.set()

    def send(self, encoded: bytes) -> None:
        """Send a message when the socket is free."""
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(encoded)
        self._wake.set()

    def answer(self, message: wire.Answer) -> None:
        """Answer the client."""
        self.send(wire.encode(message))

    def refuse(self, what: str, number: int, why: Reason | None) -> None:
        """Say why something was not done; or, asked why, that one may."""
        why = why or reason("may", self.language)
        code = "" if why.code == "may" else why.code
        parameters = {
            name: value if isinstance(value, int | float | str) else str(value)
            for name, value in why.parameters.items()
        }
        self.answer(
            wire.Refused(
                re=number, what=what, code=code, words=why.words or why.code, rule=why.rule, parameters=parameters
            )
        )

    def dismiss(self, code: int, words: str) -> None:
        """Close the socket soon."""
        self._goodbye = Goodbye(code, words)
        self._wake.set()

    async def speak(self) -> None:
        """Send what there is to send, for as long as the socket is open."""
        send = self.socket.send_data
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                await send(self._waiting.popleft().decode(), "text")
            if self._goodbye is not None:
                raise self._goodbye
            if self._look:
                self._look = False
                message = self.room.message(self)
                self.answering = None
                await send(wire.encode(message).decode(), "text")

    # --- listening ------------------------------------------------------------------------------------------

    async def listen(self) -> None:
        """Read messages until the client leaves; what is wrong with one is answered, never fatal to others."""
        settings = self.room.rooms.settings
        while True:
            event = await asyncio.wait_for(self.socket.receive(), None if self.greeted else 15)
            if event["type"] != "websocket.receive":
                return
            data = event.get("text")
            raw = data.encode() if data is not None else event.get("bytes") or b""
            if not self._may_speak(settings.messages):
                self._refuse_again("", 0, reason("message.fast", self.language))
                continue
            await self._hear(raw)

    def _may_speak(self, rate: float) -> bool:
        at = time.monotonic()
        self._allowed = min(BURST * rate, self._allowed + (at - self._counted) * rate)
        self._counted = at
        if self._allowed < 1:
            return False
        self._allowed -= 1
        return True

    async def _hear(self, raw: bytes) -> None:
        if len(raw) > wire.MOST_MESSAGE:
            raise Goodbye(wire.Close.UNREADABLE, f"a message has at most {wire.MOST_MESSAGE} bytes")
        try:
            said = wire.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            what, number = _guess(raw)
            self._refuse_again(what, number, reason("message.wrong", self.language, what=str(error)))
            return
        what = said.__struct_config__.tag
        if said.v != wire.VERSION:
            self._refuse_again(str(what), said.n, reason("message.version", self.language, version=wire.VERSION))
            return
        if not self.greeted and not isinstance(said, wire.Hello | wire.Ping):
            self._refuse_again(str(what), said.n, reason("message.hello", self.language))
            return
        try:
            await self._obey(said)
            self._refused = 0
        except Refused as refusal:
            self._refuse_again(str(what), said.n, refusal.reason)

    def _refuse_again(self, what: str, number: int, why: Reason) -> None:
        metrics.REFUSALS.labels(what or "unreadable").inc()
        self._refused += 1
        if self._refused > PATIENCE:
            raise Goodbye(wire.Close.TOO_MUCH, phrase("message.fast", self.language))
        self.refuse(what, number, why)

    async def _obey(self, said: wire.ClientMessage) -> None:
        room = self.room
        match said:
            case wire.MakeMove():
                await room.move(self, said)
            case wire.Hello():
                await self._greet(said)
            case wire.Undo():
                await room.undo(self, said)
            case wire.Why():
                self.refuse("why", said.n, await room.why(self, said))
            case wire.Say():
                await room.rooms.chats.say(room, self, said)
            case wire.Mute():
                await room.rooms.chats.mute(self, said)
            case wire.Resign():
                await room.resign(self, said)
            case wire.Rematch():
                await room.rematch(self, said)
            case wire.Hint():
                self.answer(await room.hint(self, said))
            case wire.Story():
                last = said.before - 1
                told = room.story(self, last - OLDER + 1, last)
                self.answer(wire.StoryTold(re=said.n, log=told))
            case wire.Ping():
                self.answer(wire.Pong(re=said.n))

    async def _greet(self, said: wire.Hello) -> None:
        if said.seat is not None:
            self.room.check_seat(self.person, said.seat, known(said.language))
        first = not self.greeted
        self.hello = said
        self.greeted = True
        self.language = known(said.language)
        self.layout = said.layout
        self.sketch = said.sketch
        self.patches = said.patches
        self.sit()
        self.answering = said.n
        if first:
            for spoken in await self.room.rooms.chats.so_far(self.room, self):
                self.answer(spoken)
            self.room.show_presence()
            self.room.rooms.tell_presence(self.room)
        self.look()

    def sit(self) -> None:
        """See which seats are mine, and from which I look."""
        self.seats = self.room.seats_of(self.person)
        said = self.hello
        if said.watch or not self.seats:
            viewer = -1
        elif said.seat in self.seats:
            viewer = said.seat
        else:
            viewer = self.seats[0]
        if viewer != self.viewer:
            self.told = 0
        self.viewer = viewer
        self.shown = None


def _guess(raw: bytes) -> tuple[str, int]:
    """Find type and number of a message that is wrong otherwise, so that its sender knows which."""

    class Outline(msgspec.Struct):
        type: str = ""
        n: int = 0

    try:
        outline = msgspec.json.decode(raw, type=Outline)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return "", 0
    known_types = {kind.__struct_config__.tag for kind in wire.ClientMessage.__args__}
    number = outline.n if abs(outline.n) <= wire.BIGGEST else 0
    return (outline.type if outline.type in known_types else ""), number
