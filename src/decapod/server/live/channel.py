"""The channel between processes that serve the same rooms: which room changed and how, never what is in it.

Only keys travel: PostgreSQL carries less than 8,000 bytes a line. The receiver reads the rest from the database. The
exceptions are salts and the question for them, which the database does not hold. They have less than 1,000 bytes.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

ENTRIES, SEATS, CHAT, PRESENCE, RENAMED, ENDED, OPENING, SALT = "e", "s", "c", "p", "n", "x", "o", "a"
NO_ROOM = "-"
SESSIONS_IN_A_LINE = 100
People = list[tuple[str, str]]  # handles and names


@dataclass(frozen=True)
class Announcement:
    """What another process announced: which room, what changed there (`kind`), and the rest of the line."""

    sender: str
    room: str
    kind: str
    rest: str

    @property
    def number(self) -> int:
        """The number of the entry, or of the line of chat."""
        return int(self.rest)

    @property
    def sessions(self) -> list[str]:
        """The sessions that were ended, by their ids."""
        return self.rest.split()

    @property
    def people(self) -> tuple[list[str], int]:
        """The handles of the people in the room on the sender's process, and the number of people without one."""
        return msgspec.json.decode(self.rest, type=tuple[list[str], int])

    @property
    def salt(self) -> tuple[int, list[int], str]:
        """The salt that somebody opened: the number of the match, the seats they hold, the salt."""
        return msgspec.json.decode(self.rest, type=tuple[int, list[int], str])


class Channel:
    """Announces changes to other processes, and reads what they announce.

    `publish` sends a line to everybody, ourselves included; it is None where there is only one process.
    """

    def __init__(self, publish: Callable[[str], None] | None = None) -> None:
        """Make up a name for this process."""
        self.process = secrets.token_hex(4)
        self.publish = publish
        self.state = "memory"  # how it is, in a word or two, for those who run a server

    @property
    def is_shared(self) -> bool:
        """Whether there are other processes."""
        return self.publish is not None

    def announce_entries(self, room: str, n: int) -> None:
        """Announce that a match has entries up to number `n`."""
        self._send(room, ENTRIES, str(n))

    def announce_seats(self, room: str) -> None:
        """Announce that a room's seats, settings or match changed, or that it is gone."""
        self._send(room, SEATS, "0")

    def announce_chat(self, room: str, n: int) -> None:
        """Announce that there is a line of chat of a number."""
        self._send(room, CHAT, str(n))

    def announce_presence(self, room: str, people: People, nameless: int) -> None:
        """Announce who is in a room on this process."""
        if self.publish is not None:
            handles = [handle for handle, _ in people]
            self._send(room, PRESENCE, msgspec.json.encode((handles, nameless)).decode())

    def announce_renamed(self, person: str) -> None:
        """Announce that a person has a new name."""
        self._send(NO_ROOM, RENAMED, person)

    def announce_ended(self, sessions: list[str]) -> None:
        """Announce that sessions were ended."""
        for i in range(0, len(sessions), SESSIONS_IN_A_LINE):
            self._send(NO_ROOM, ENDED, " ".join(sessions[i : i + SESSIONS_IN_A_LINE]))

    def announce_opening(self, room: str, question: bytes) -> None:
        """Let other processes ask the people of a room to open their salts: `question` is the message to send."""
        self._send(room, OPENING, question.decode())

    def announce_salt(self, room: str, number: int, seats: list[int], salt: str) -> None:
        """Announce that somebody who holds `seats` opened their salt for match `number`, which is about to start."""
        self._send(room, SALT, msgspec.json.encode((number, seats, salt)).decode())

    def _send(self, room: str, kind: str, rest: str) -> None:
        if self.publish is not None:
            self.publish(f"{self.process} {room} {kind} {rest}")

    def read(self, line: str) -> Announcement | None:
        """Read a line that came through the channel; None if it is our own."""
        sender, room, kind, rest = line.split(" ", 3)
        return None if sender == self.process else Announcement(sender, room, kind, rest)
