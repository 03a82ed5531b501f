"""A client: one WebSocket in a room. What is sent waits here until the socket is free."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

from decapod.server import wire
from decapod.server.live.messages import refusal_message
from decapod.server.live.view import SPECTATOR, Progress, View
from decapod.server.words import supported_language

if TYPE_CHECKING:
    from litestar.connection import WebSocket

    from decapod.errors import Reason
    from decapod.server.live.room import Table

LONGEST_QUEUE = 200  # messages that wait for a slow client; more are dropped
LONGEST_CHAT = 100  # lines of chat that do; older ones are dropped


class Goodbye(Exception):  # noqa: N818  # it is one
    """Raised to close the socket, with a code and words for the client."""

    def __init__(self, code: int, words: str) -> None:
        """Take a code of `wire.CloseCode` or of the WebSocket protocol, and one line."""
        super().__init__(words)
        self.code = code
        self.words = words


class Connection:
    """One socket in a room: who is behind it, how they look at the room, and what they have been sent."""

    def __init__(
        self,
        room: Table,
        socket: WebSocket[Any, Any, Any],
        person: str,
        name: str,
        address: str = "",
        session: str = "",
    ) -> None:
        """Take an accepted socket; `person` and `name` are empty for somebody we do not know."""
        self.room = room
        self.socket = socket
        self.person = person
        self.name = name
        self.address = address
        self.session = session
        self.muted: set[str] = set()  # people this one does not want to read
        self.hello: wire.Hello | None = None  # what it last asked to see; None until it says hello
        self.view = View()
        self.progress = Progress()
        self.answering: int | None = None  # the number of its message that the next scene answers
        self.closed = False
        self.idle = asyncio.Event()  # set while nothing is being done for this socket
        self.idle.set()
        self._queue: deque[bytes] = deque()
        self._chat: deque[bytes] = deque(maxlen=LONGEST_CHAT)
        self._must_show = False
        self._is_greeting = False  # whether the next scene answers a hello, which anybody may say again and again
        self._attendance: int | None = None  # the number of what it was told last of who is there
        self._wake_up = asyncio.Event()
        self._goodbye: Goodbye | None = None

    def choose_view(self) -> None:
        """Work out from which seat the client looks, from its last hello and the seats its person holds now.

        The next scene comes with its board.
        """
        hello = self.hello
        if hello is None:
            return
        seats = self.room.seats_of(self.person)
        if hello.watch or not seats:
            viewer = SPECTATOR
        else:
            viewer = hello.seat if hello.seat is not None and hello.seat in seats else seats[0]
        ply = self.progress.ply if viewer == self.view.viewer else 0
        self.progress = Progress(ply=ply)
        self.view = View(viewer, hello.layout, supported_language(hello.language), hello.sketch)

    def greet(self, hello: wire.Hello) -> None:
        """Take how somebody wants to look. The next scene answers the hello, with its board."""
        self.hello = hello
        self._is_greeting = True
        self.choose_view()
        self.answer_by_scene(hello.n)

    def show_newest(self) -> None:
        """Send the newest scene as soon as the socket is free; ones in between are skipped."""
        if self.hello is not None:
            self._must_show = True
            self._wake_up.set()

    def send(self, encoded: bytes) -> None:
        """Send a message when the socket is free."""
        if len(self._queue) < LONGEST_QUEUE:
            self._queue.append(encoded)
        self._wake_up.set()

    def send_chat(self, encoded: bytes) -> None:
        """Send a line of chat when the socket is free and nothing else waits."""
        self._chat.append(encoded)
        self._wake_up.set()

    def show_presence(self) -> None:
        """Tell who is in the room when the socket is free, if it has changed."""
        if self.hello is not None:
            self._wake_up.set()

    def answer(self, message: wire.ServerMessage) -> None:
        """Send an answer when the socket is free."""
        self.send(wire.encode(message))

    def answer_by_scene(self, number: int) -> None:
        """Let the next scene answer a message; one that it was to answer already is told that it was carried out."""
        if self.answering is not None:
            self.answer(wire.Pong(re=self.answering))
        self.answering = number

    def refuse(self, what: str, number: int, why: Reason | None) -> None:
        """Answer the message `what` of a number by why it was refused; or, asked why, that one may (None)."""
        self.answer(refusal_message(what, number, why, self.view.language))

    def dismiss(self, code: int, words: str) -> None:
        """Close the socket after what waits has been sent."""
        self._goodbye = Goodbye(code, words)
        self._wake_up.set()

    async def send_forever(self) -> None:
        """Send what there is to send, until the socket breaks or is dismissed; that raises."""
        send = self.socket.send_data
        while True:
            await self._wake_up.wait()
            self._wake_up.clear()
            while True:
                if self._is_scene_next:
                    turns, is_playing = self.room.services.turns, self._is_playing
                    message = await turns.call(self._make_scene, self.address, urgent=is_playing)
                else:
                    message = self._next_message()
                if message is None:
                    break
                await send(message.decode(), "text")

    @property
    def _is_playing(self) -> bool:
        """Whether the next scene is for somebody who plays, and did not ask for it by a hello."""
        return self.view.viewer != SPECTATOR and not self._is_greeting

    @property
    def _is_scene_next(self) -> bool:
        """Whether the most urgent of what waits is a scene; answers come before it."""
        return self._must_show and not self._queue and self._goodbye is None

    def _next_message(self) -> bytes | None:
        """Take the most urgent of what waits besides a scene: answers, who is there, chat; None if nothing does."""
        if self._queue:
            return self._queue.popleft()
        if self._goodbye is not None:
            raise self._goodbye
        attendance = self.room.attendance
        if self.hello is not None and attendance.number and self._attendance != attendance.number:
            self._attendance = attendance.number
            return attendance.message
        return self._chat.popleft() if self._chat else None

    def _make_scene(self) -> bytes:
        """Make the newest scene."""
        self._must_show = self._is_greeting = False
        return wire.encode(self.room.message_for(self))
