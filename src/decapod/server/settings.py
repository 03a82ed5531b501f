"""What a server is started with."""

from __future__ import annotations

import os
import secrets
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from decapod import paths
from decapod.core.game import Box, game_of_box
from decapod.errors import ParseError, UsageError
from decapod.server.rate_limit import LIMITS, Limit, count_of

ENVIRONMENT = "DECAPOD_SERVER"
KEY_VARIABLE = "DECAPOD_KEY"
KEY_SIZE = 32  # bytes


@dataclass
class Settings:
    """How to serve. Fields named like a row of `rate_limit.LIMITS` replace its amount; 0 means no limit."""

    database: str = ""  # a URL; a file in the data folder if empty
    data: str = field(default_factory=lambda: str(paths.data_folder()))
    address: str = ""  # the public one, https://crabs.example: it goes into links, and requests for it are answered
    origins: list[str] = field(default_factory=list)  # other origins whose pages may connect
    https: bool = False  # served behind TLS: cookies are marked secure
    requests: float = LIMITS["requests"].amount
    all_requests: float = LIMITS["all_requests"].amount  # also unlimited if `requests` is 0
    messages: float = LIMITS["messages"].amount
    messages_per_address: float = LIMITS["messages_per_address"].amount
    rooms_per_person: int = count_of("rooms_per_person")
    rooms_per_address: float = LIMITS["rooms_per_address"].amount
    rooms: int = count_of("rooms")
    sockets: int = count_of("sockets")
    sockets_per_room: int = count_of("sockets_per_room")
    sockets_per_address: int = count_of("sockets_per_address")
    connects: float = LIMITS["connects"].amount
    proxies: list[str] = field(default_factory=list)  # addresses of proxies: whom they say they forward is believed
    chat: float = LIMITS["chat"].amount
    watcher_chat: float = LIMITS["watcher_chat"].amount
    chat_lines: int = count_of("chat_lines")
    imported_moves: int = count_of("imported_moves")
    box_memory: int = 32_000_000  # bytes of people's own boxes that are kept ready
    bots: list[str] | None = None  # that may sit at tables besides ours, [NAME=]BOT; None for all that are installed
    thinking_per_person: float = 30  # seconds of late that bots thought for one person, before others go first
    thinking_per_address: float = 120
    simulations: int = 5_000  # that are made at most for each position of a match that is analysed
    pace: float = 0.35  # seconds a bot lets pass before it moves, so that people can follow
    away: float = 45  # seconds a person must be gone before a bot may replace them
    idle: float = 300  # seconds until a room nobody looks at leaves memory
    keep_open: float = 86_400  # seconds a room that never started is kept
    keep_untouched: float = 3 * 86_400  # seconds a match is kept in which nobody ever moved
    keep_idle: float = 90 * 86_400  # seconds an unfinished match is kept in which nothing happens
    boxes: list[str] = field(default_factory=list)  # files: new tables of their games use them
    warm: bool = True  # get every game's kernels ready soon after the start, before a bot asks for them
    sweep: float = 2.0  # seconds between looks for what was missed
    logs: str = "info"

    def __post_init__(self) -> None:
        """Refuse a public address that is none; it is kept without a slash at its end."""
        self.address = self.address.rstrip("/")
        if self.address:
            try:
                parts = urlsplit(self.address)
            except ValueError:
                parts = urlsplit("")
            if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
                raise UsageError(f"{self.address!r} is no address of a site; write https://NAME")

    @property
    def is_https(self) -> bool:
        """Whether browsers come by TLS."""
        return self.https or self.address.startswith("https:")

    @property
    def url(self) -> str:
        """The database's URL."""
        return self.database or f"sqlite:///{Path(self.data) / 'decapod.sqlite'}"

    def limit(self, name: str) -> Limit:
        """Return a row of `rate_limit.LIMITS`, with the amount of these settings."""
        limit = LIMITS[name]
        return limit.with_amount(getattr(self, name, limit.amount))

    def dump(self) -> str:
        """Write all as one line, for worker processes."""
        return msgspec.json.encode(asdict(self)).decode()

    @classmethod
    def load(cls, line: str) -> Settings:
        """Read what `dump` wrote."""
        return msgspec.json.decode(line.encode(), type=cls)

    def open_boxes(self) -> dict[str, Box]:
        """Open the boxes that new tables use, by game; refuses one that is wrong, and two of a game."""
        found: dict[str, Box] = {}
        for path in self.boxes:
            game = game_of_box(path)
            if game.name in found:
                raise UsageError(f"--box names two boxes of {game.name}; a table can have one")
            found[game.name] = game.load_box(path)
        return found

    def open_data(self) -> Path:
        """Make the data folder, for this user only."""
        return paths.make_folder(Path(self.data), f"--data-dir or {paths.DATA_VARIABLE}")

    def key(self) -> bytes:
        """Return the key of the cookies: made at first start, readable by its owner only.

        Several machines that serve the same rooms need the same key: DECAPOD_KEY, 64 hexadecimal digits.
        """
        key = self.find_key()
        if key is None:
            self.open_data()
            self.write_key(secrets.token_bytes(KEY_SIZE))
            key = self.find_key()
            assert key is not None, "it was just written"
        return key

    def find_key(self) -> bytes | None:
        """Return the key of the cookies; None if there is none yet."""
        digits = os.environ.get(KEY_VARIABLE)
        if digits:
            try:
                key = bytes.fromhex(digits)
            except ValueError:
                key = b""
            if len(key) != KEY_SIZE:
                raise UsageError(f"{KEY_VARIABLE} must be {2 * KEY_SIZE} hexadecimal digits")
            return key
        return read_key(self.key_file)

    def write_key(self, key: bytes) -> None:
        """Write the key of the cookies, readable by its owner only, unless there is one."""
        path = self.key_file
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(key)
        except FileExistsError:
            pass
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror or error}") from None

    @property
    def key_file(self) -> Path:
        """Where the key of the cookies is kept, unless DECAPOD_KEY is set."""
        return Path(self.data) / "cookie.key"

    @property
    def key_place(self) -> str:
        """Where the key of the cookies comes from, for messages."""
        return KEY_VARIABLE if os.environ.get(KEY_VARIABLE) else str(self.key_file)


def read_key(path: Path) -> bytes | None:
    """Return the cookie key in a file; None if there is no such file."""
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None
    if len(key) != KEY_SIZE:
        raise ParseError(
            f"{path} is damaged ({len(key)} bytes, not {KEY_SIZE}): put a copy of it back, "
            "or delete it and start with --new-key"
        )
    return key


def from_environment() -> Settings:
    """Read the settings that `serve` left for its worker processes."""
    line: Any = os.environ.get(ENVIRONMENT)
    return Settings.load(line) if line else Settings()
