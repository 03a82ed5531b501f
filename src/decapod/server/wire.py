"""The wire: every message and every body that travels between server and client, as msgspec structs.

`docs/protocol.md` says the same in words. Messages on the WebSocket are JSON objects with a `type`, a
version `v` and a number `n`. Adding an optional field keeps the version; anything else raises it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

VERSION = 1

MOST_SEATS = 7
MOST_NAME = 32
MOST_CHAT = 500
MOST_BOX = 65_536
MOST_RECORD = 1_048_576
MOST_MESSAGE = 16_384
BIGGEST = 2**53  # what a number in a browser can hold

Layout = Literal["wide", "tall"]
Number = Annotated[int, Meta(ge=0, le=BIGGEST)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Name = Annotated[str, Meta(min_length=1, max_length=MOST_NAME)]
Language = Annotated[str, Meta(min_length=2, max_length=12, pattern="^[A-Za-z-]+$")]
Notation = Annotated[str, Meta(max_length=200)]
MoveId = Annotated[int, Meta(ge=-BIGGEST, le=BIGGEST)]
Clicked = Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=12)]
Handle = Annotated[str, Meta(max_length=24, pattern="^[A-Za-z0-9_-]*$")]
Short = Annotated[str, Meta(max_length=80)]


# --- what the client says ---------------------------------------------------------------------------------


class Said(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """What every client message has: the version it speaks and its own number, counted up by the client."""

    v: int = VERSION
    n: Number = 0


class Hello(Said, tag="hello"):
    """The first message, and again whenever the seat, the layout or the language changes."""

    seen: Number = 0  # the number of the newest scene the client has
    match: Short = ""  # and the match it belongs to
    seat: SeatNumber | None = None  # look from this seat, which must be mine; else my first one, else watch
    watch: bool = False  # look as a spectator although I have a seat
    layout: Layout = "wide"
    language: Language = "en"
    sketch: bool = False  # also send the board in text
    patches: bool = False  # send what changed rather than whole scenes


class MakeMove(Said, tag="move"):
    """Make a move: its number or its notation, for a decision seen in scene `seen`."""

    seat: SeatNumber
    move: MoveId | Notation
    seen: Number
    match: Short = ""
    thought: Number | None = None  # milliseconds between showing the scene and this move: forgives lag


class Undo(Said, tag="undo"):
    """Take my last move back; or answer someone who asks to."""

    seat: SeatNumber
    answer: Literal["ask", "grant", "deny"] = "ask"


class Why(Said, tag="why"):
    """Ask why a move is not allowed: by its number or notation, or by the pieces that were clicked."""

    seat: SeatNumber
    move: MoveId | Notation | None = None
    clicks: Clicked = []


class Say(Said, tag="chat"):
    """Say something to everybody at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=MOST_CHAT)]


class Mute(Said, tag="mute"):
    """Hear somebody no longer, at any table; or again."""

    person: Handle
    on: bool = True


class Resign(Said, tag="resign"):
    """Give up this seat's match."""

    seat: SeatNumber


class Rematch(Said, tag="rematch"):
    """Ask for another match at this table, or agree to it; it begins when every person here has."""


class Hint(Said, tag="hint"):
    """Ask what a bot would do, at tables that allow it."""

    seat: SeatNumber


class Story(Said, tag="story"):
    """Ask for older lines of the story: those of up to fifty moves before move `before`."""

    before: Number


class Ping(Said, tag="ping"):
    """Ask whether the server is still there."""


ClientMessage = Hello | MakeMove | Undo | Why | Say | Mute | Resign | Rematch | Hint | Story | Ping


# --- what the server says ---------------------------------------------------------------------------------


class Answer(Struct, tag_field="type", kw_only=True):
    """What every server message has. `re` is the number of the client message it answers, if any."""

    v: int = VERSION
    n: int = 0
    re: int | None = None


class SeatInfo(Struct, kw_only=True):
    """One seat of a table."""

    seat: int
    name: str = ""
    person: str | None = None  # the public handle of who sits here
    bot: str | None = None  # the level of the bot that plays here
    you: bool = False
    out: str = ""  # "resigned" or "forfeit" in this match


class ClockInfo(Struct, kw_only=True):
    """The clocks in milliseconds, as of this message; those of `running` seats go down."""

    left: list[int]
    running: list[int]
    bank: int
    increment: int
    out: str  # what happens on time-out: "bot" or "forfeit"


class Asked(Struct, kw_only=True):
    """Somebody asks to take a move back."""

    seat: int
    granted: list[int]  # seats that have agreed


class Result(Struct, kw_only=True):
    """How the match ended."""

    code: str
    words: str
    places: list[int]
    winners: list[int]
    points: list[int]


class Told(Struct, kw_only=True):
    """What one move did, in words."""

    ply: int
    seat: int
    lines: list[str]


class SceneMessage(Answer, tag="scene"):
    """Everything there is to show. `n` is the number of the scene: it goes up with all that happens in a match.

    `scene` holds what `Scene.data()` has (`sketch` only if asked for in hello), null before the start.
    With `base`, it builds on the scene of that number, which this socket was sent before: `scene` then has
    only the parts that changed, and in place of `pieces` it has `moved` (new or changed) and `gone` (ids).
    """

    table: str
    match: str  # the id of the match, "" before the start
    number: int  # which match of this table, from 1
    state: str  # "open", "playing" or "over"
    you: list[int]  # the seats of the person this goes to
    viewer: int  # the seat this scene is seen from, -1 for a spectator
    awaiting: list[int]
    ply: int  # moves made so far
    seats: list[SeatInfo]
    score: list[float]  # matches won by each seat at this table, ties shared
    base: int | None = None
    scene: Any = None
    log: list[Told] = []  # what happened since the last scene sent to this socket, or lately
    clocks: ClockInfo | None = None
    undo: Asked | None = None
    rematch: list[int] = []  # seats that want another match
    may_undo: str = ""  # "free", "ask" or "" for the viewer now
    hints: bool = False
    seal: str = ""  # SHA-256 of the dice's secret
    secret: str = ""  # the secret itself, once the match is over
    result: Result | None = None


class Refused(Answer, tag="refused"):
    """Something was not done, and why; nothing changed. Also the answer to `why`; `code` is "" if one may."""

    what: str  # the type of the message that is answered
    code: str
    words: str
    rule: str = ""
    parameters: dict[str, Any] = {}


class Here(Struct, kw_only=True):
    """Somebody at the table."""

    person: str
    name: str
    seats: list[int]


class Presence(Answer, tag="presence"):
    """Who is at the table now; spectators without a name are only counted."""

    here: list[Here]
    watching: int


class Spoken(Answer, tag="chat"):
    """A line of chat; `n` is its number at this table. Show it as text, never as markup."""

    person: str
    name: str
    seat: int | None
    text: str
    at: int  # milliseconds since 1970


class JudgedMove(Struct, kw_only=True):
    """What a bot thinks of a move."""

    move: int
    text: str
    words: str
    worth: float
    playouts: int


class Hinted(Answer, tag="hint"):
    """The bot's best moves, the best first; empty if it has no opinion."""

    seat: int
    judged: list[JudgedMove]


class StoryTold(Answer, tag="story"):
    """Older lines of the story."""

    log: list[Told]


class Pong(Answer, tag="pong"):
    """Still there."""


class Close:
    """The codes a WebSocket is closed with; the reason says it in words."""

    UNREADABLE = 4400
    ORIGIN = 4403
    NO_TABLE = 4404
    SILENT = 4408
    GONE = 4410
    TOO_MUCH = 4429
    RESTART = 1012


# --- HTTP: bodies and answers -----------------------------------------------------------------------------


class SeatWish(Struct, forbid_unknown_fields=True):
    """Who shall sit on a seat of a new table: me, a bot of a level, or whoever takes it."""

    who: Literal["me", "bot", "open"] = "open"
    bot: Short | None = None
    name: Annotated[str, Meta(max_length=MOST_NAME)] = ""  # a name for this seat, when one person has several


class ClockWish(Struct, forbid_unknown_fields=True):
    """Seconds for each player, seconds more after each turn, and what happens on time-out."""

    bank: Annotated[int, Meta(ge=10, le=7 * 86_400)]
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    out: Literal["bot", "forfeit"] = "bot"


class NewTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table to be set up. Everything but the game may be left out."""

    game: Short
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None
    variant: Short | None = None
    options: dict[Short, str | int | bool] = {}
    seats: Annotated[list[SeatWish], Meta(max_length=MOST_SEATS)] = []
    public: bool = False
    box: Annotated[str, Meta(max_length=MOST_BOX)] | None = None
    seed: Number | Annotated[str, Meta(pattern="^[0-9a-fA-F]{1,32}$")] | None = None
    clock: ClockWish | None = None
    hints: bool | None = None
    start: bool = False  # start at once, if every seat is taken


class JoinTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """Take a free seat: with the code of the invitation unless the table is public."""

    invite: Short = ""
    seat: SeatNumber | None = None
    name: Annotated[str, Meta(max_length=MOST_NAME)] = ""


class StartTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """Start; seats still free are given to bots of this level, if one is named."""

    fill: Short | None = None


class LeaveTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """Leave: before the start the seats become free, afterwards a bot of this level takes them over."""

    bot: Short | None = None


class ReplaceSeat(Struct, forbid_unknown_fields=True, kw_only=True):
    """Let a bot play for a person who has been away for a while; they take the seat back when they return."""

    seat: SeatNumber
    bot: Short | None = None


class TableInfo(Struct, kw_only=True):
    """A table as one person may know it."""

    id: str
    game: str
    title: str
    variant: str
    players: int
    options: dict[str, str]
    box: str  # the fingerprint of its box
    public: bool
    state: str
    seats: list[SeatInfo]
    match: str
    number: int
    ply: int
    awaiting: list[int]
    score: list[float]
    hints: bool
    clock: ClockWish | None
    made: int
    touched: int
    host: bool  # whether you set it up
    you: list[int]
    seal: str = ""
    invite: str = ""  # for those who sit here only


class Me(Struct, kw_only=True):
    """Who you are to others."""

    person: str  # your public handle; "" until you first do something
    name: str


class NewName(Struct, forbid_unknown_fields=True):
    """The name you want to go by."""

    name: Name


class Link(Struct, kw_only=True):
    """A link that makes another device you, for some minutes; `qr` is a picture of it as SVG."""

    url: str
    code: str
    expires: int
    qr: str


class UseLink(Struct, forbid_unknown_fields=True):
    """The code of a personal link."""

    code: Short


class OptionInfo(Struct, kw_only=True):
    """Something that can be agreed on before a match."""

    name: str
    words: str
    default: str
    choices: list[str]


class GameInfo(Struct, kw_only=True):
    """One of the games."""

    name: str
    title: str
    blurb: str
    minutes: str
    version: int
    variants: dict[str, list[int]]  # player counts by variant
    variant_words: dict[str, str]
    options: list[OptionInfo]
    languages: list[str]
    bots: list[str]
    secrets: bool


class MatchInfo(Struct, kw_only=True):
    """A match that can be replayed."""

    id: str
    table: str
    number: int
    game: str
    title: str
    variant: str
    players: int
    names: list[str]
    began: int
    ended: int
    plies: int
    result: Result
    you: list[int]
    seal: str
    secret: str


class ImportMatch(Struct, forbid_unknown_fields=True):
    """The text of a match, as `decapod` saves it."""

    record: Annotated[str, Meta(max_length=MOST_RECORD)]


class Verified(Struct, kw_only=True):
    """Whether a match is what it says: dealt again from the secret, every move legal, the seal kept."""

    ok: bool
    words: str
    seal: str
    moves: int


class Problem(Struct, kw_only=True):
    """Why a request was refused."""

    status_code: int
    detail: str
    code: str = ""


class Health(Struct, kw_only=True):
    """How the server is."""

    ok: bool
    version: str
    database: str
    channels: str
    rooms: int
    sockets: int
    kernels: dict[str, str]


def _plain(number: Any) -> Any:
    """Turn a numpy number that a view let through into Python's."""
    try:
        return number.item()
    except AttributeError:
        raise TypeError(f"{type(number).__name__} cannot be sent") from None


encode = msgspec.json.Encoder(enc_hook=_plain).encode
decode = msgspec.json.Decoder(ClientMessage).decode
