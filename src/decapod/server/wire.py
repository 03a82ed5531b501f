"""The wire: every message and every body that travels between server and client, as msgspec structs.

`docs/protocol.md` says the same in words. Messages on the WebSocket are JSON objects with a `type` and a version
`v`. Adding an optional field keeps the version; anything else raises it. Where a name on the wire differs from ours,
`field(name=...)` says so: on the wire a room is a `table`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from decapod.core.game import PlayerResult

VERSION = 3

MOST_SEATS = 16  # more than any game of ours has; others' may have more than ours
MOST_NAME = 32
MOST_CHAT = 500
MOST_BOX = 65_536
MOST_RECORD = 1_048_576
MOST_MESSAGE = 16_384
LARGEST_NUMBER = 2**53  # that a browser can hold
END = r"(?!\n)$"  # of a pattern: Python's $ alone lets a line feed follow

Layout = Literal["desktop", "tablet", "phone"]
Number = Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Name = Annotated[str, Meta(min_length=1, max_length=MOST_NAME)]
Language = Annotated[str, Meta(min_length=2, max_length=12, pattern=f"^[A-Za-z-]+{END}")]
Notation = Annotated[str, Meta(max_length=200)]
MoveId = Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Clicks = Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=12)]
Handle = Annotated[str, Meta(max_length=24, pattern=f"^[A-Za-z0-9_-]*{END}")]
ShortText = Annotated[str, Meta(max_length=80)]
Seal = Annotated[str, Meta(pattern=f"^([0-9a-f]{{64}})?{END}")]  # the SHA-256 of a salt; "" for none
Salt = Annotated[str, Meta(pattern=f"^([0-9a-f]{{32}})?{END}")]  # random digits of one's own; "" for none


# --- what the client says ---------------------------------------------------------------------------------


class Request(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """What every client message has: the version it speaks and its own number, counted up by the client."""

    v: int = VERSION
    n: Number = 0


class Hello(Request, tag="hello"):
    """The first message, and again whenever the seat, the layout or the language changes."""

    seat: SeatNumber | None = None  # look from this seat, which must be mine; else my first one, else watch
    watch: bool = False  # look as a spectator although I have a seat
    layout: Layout = "desktop"
    language: Language = "en"
    sketch: bool = False  # also send the board in text


class MakeMove(Request, tag="move"):
    """Make a move: its number, or a line of notation, which may say several moves of one turn."""

    seat: SeatNumber
    move: MoveId | Notation
    scene_number: Number = field(name="seen")  # the `n` of the scene this was decided on
    match: ShortText = ""
    thinking_time: Number | None = field(name="thought", default=None)  # since the scene was shown, in ms: forgives lag


class Undo(Request, tag="undo"):
    """Take my last move back; or answer someone who asks to."""

    seat: SeatNumber
    answer: Literal["ask", "grant", "deny"] = "ask"


class AskWhy(Request, tag="why"):
    """Ask why a move is not allowed: by its number or notation, or by the pieces that were clicked."""

    seat: SeatNumber
    move: MoveId | Notation | None = None
    clicks: Clicks = []


class SendChat(Request, tag="chat"):
    """Write a line to everybody in the room."""

    text: Annotated[str, Meta(min_length=1, max_length=MOST_CHAT)]


class Mute(Request, tag="mute"):
    """Get no more lines of somebody, in any room; or get them again."""

    person: Handle
    on: bool = True


class Resign(Request, tag="resign"):
    """Give up this seat's match."""

    seat: SeatNumber


class AskRematch(Request, tag="rematch"):
    """Ask for another match in this room, or agree to it; it begins when every person here has."""

    seal: Seal = ""  # of my salt for it


class OpenedSalt(Request, tag="salt"):
    """Open my salt for a match that is about to start; the answer to `open`, answered by `pong`."""

    number: Number  # of the match
    salt: Salt


class AskHint(Request, tag="hint"):
    """Ask what a bot would do, in rooms that allow it."""

    seat: SeatNumber


class AskNarration(Request, tag="story"):
    """Ask for what happened earlier, in words: up to fifty moves before move `before`."""

    before: Number


class Ping(Request, tag="ping"):
    """Ask whether the server is still there."""


ClientMessage = (
    Hello
    | MakeMove
    | Undo
    | AskWhy
    | SendChat
    | Mute
    | Resign
    | AskRematch
    | OpenedSalt
    | AskHint
    | AskNarration
    | Ping
)


# --- what the server says ---------------------------------------------------------------------------------


class ServerMessage(Struct, tag_field="type", kw_only=True):
    """What every server message has. `re` is the number of the client message it answers, if any."""

    v: int = VERSION
    re: int | None = None


class SeatInfo(Struct, kw_only=True):
    """One seat of a room."""

    seat: int
    name: str = ""
    person: str | None = None  # the public handle of who sits here
    bot: str | None = None  # the level of the bot that plays here
    you: bool = False
    out: str = ""  # "resigned" or "forfeit" in this match
    seal: str = ""  # of this seat's salt for the next match; "" without one


class ClockInfo(Struct, kw_only=True):
    """The clocks in milliseconds, as of this message; those of `running` seats go down."""

    left: list[int]
    running: list[int]


class UndoRequest(Struct, kw_only=True):
    """Somebody asks to take a move back."""

    seat: int
    consents: list[int] = field(name="granted")  # seats that have agreed


class Result(Struct, kw_only=True):
    """How the match ended."""

    code: str
    words: str
    places: list[int]
    winners: list[int]  # who is first; the player of a lost game for one, too
    points: list[int]
    lines: list[list[str]] = []  # by seat: how many points, then how they came about; empty where nobody counts any
    player_results: list[PlayerResult] = []  # by seat; "draw" is a shared first place, too


class DealInfo(Struct, kw_only=True):
    """What a match was dealt from besides the secret; seals and salts by seat, "" where there is none."""

    table: str
    number: int
    seal: str  # of the secret
    seals: list[str]
    salts: list[str]


class Narration(Struct, kw_only=True):
    """What one move did, in words, as its reader may know it."""

    ply: int
    seat: int
    lines: list[str]


class SceneMessage(ServerMessage, tag="scene"):
    """Everything there is to show. `n` is the number of the scene: it goes up with all that happens in a match.

    `scene` holds what `Scene.data()` has (`sketch` only if asked for in hello), null before the start. Its pieces, and
    those of its `rest`, are without those of the board that are as the board has them.
    """

    n: int
    room: str = field(name="table")
    match: str  # the id of the match, "" before the start
    number: int  # which match of this room, from 1
    state: str  # "open", "playing" or "over"
    you: list[int]  # the seats of the person this goes to
    viewer: int  # the seat this scene is seen from, -1 for a spectator
    awaiting: list[int]
    ply: int  # moves made so far
    seats: list[SeatInfo]
    score: list[float]  # matches won by each seat in this room, ties shared
    board: Any = None  # the pieces that never change during the match; null if they are as last sent
    scene: Any = None
    log: list[Narration] = []  # of the moves since the last scene sent to this socket, or of the last ones
    clocks: ClockInfo | None = None
    undo: UndoRequest | None = None
    rematch: list[int] = []  # seats that want another match
    may_undo: str = "none"  # "free", "consent" or "none" for the viewer now
    hints: bool = False
    seal: str = ""  # SHA-256 of the secret of this match; before the start, of the one that will start
    next_seal: str = ""  # the same for the match after this one
    deal: DealInfo | None = None  # null where a chosen seed deals, or of 0.1.0
    secret: str = ""  # the secret itself, once the match is over
    result: Result | None = None


class OpenSalt(ServerMessage, tag="open"):
    """A match is about to start: open your salt for it, if you have seen `seal` before and `seals` has yours.

    Open it for one list of seals only, and keep that list: another one in the record means that somebody chose anew.
    """

    number: int
    seal: str
    seals: list[str]


class Refusal(ServerMessage, tag="refused"):
    """Something was not done, and why; nothing changed. Also the answer to `why`; `code` is "" if one may."""

    what: str  # the type of the message that is answered
    code: str
    words: str
    rule: str = ""
    parameters: dict[str, Any] = {}


class Attendee(Struct, kw_only=True):
    """Somebody who is in the room now."""

    person: str
    name: str
    seats: list[int]


class Presence(ServerMessage, tag="presence"):
    """The people in the room now: those who sit there, and some of those who watch. All who watch are counted."""

    watching: int
    here: list[Attendee]


class ChatLine(ServerMessage, tag="chat"):
    """A line of chat; `n` is its number in this room. Show it as text, never as markup."""

    n: int
    person: str
    name: str
    seat: int | None
    text: str
    at: int  # milliseconds since 1970


class LineMove(Struct, kw_only=True):
    """A move that would follow."""

    seat: int
    words: str


class JudgedMove(Struct, kw_only=True):
    """What a bot thinks of a move: its worth from 0 (lost) to 1 (won), and how many games played on from it say so.

    Without such games the worth means nothing: it was not tried, for want of time or because nothing else is legal.
    """

    move: int
    words: str
    worth: float
    error: float  # one standard error of it
    playouts: int
    line: list[LineMove]  # what would follow, the first is the move itself; it ends where chance or a secret decides


class Hint(ServerMessage, tag="hint"):
    """The bot's best moves, the best first; empty if it has no opinion. `playouts` are those of all moves.

    `forced` says that there is only one legal move.
    """

    judged: list[JudgedMove]
    playouts: int
    forced: bool


class OlderNarration(ServerMessage, tag="story"):
    """What happened earlier, in words."""

    log: list[Narration]


class Pong(ServerMessage, tag="pong"):
    """Still there."""


class CloseCode:
    """The codes a WebSocket is closed with; the reason says it in words."""

    UNREADABLE = 4400
    ENDED = 4401
    ORIGIN = 4403
    NO_ROOM = 4404
    SILENT = 4408
    GONE = 4410
    TOO_MUCH = 4429


# --- HTTP: bodies and answers -----------------------------------------------------------------------------


class SeatWish(Struct, forbid_unknown_fields=True):
    """Who shall sit on a seat of a new room: me, a bot of a level, or whoever takes it."""

    who: Literal["me", "bot", "open"] = "open"
    bot: ShortText | None = None
    name: Annotated[str, Meta(max_length=MOST_NAME)] = ""  # a name for this seat, when one person has several


class ClockWish(Struct, forbid_unknown_fields=True):
    """Seconds for each player, seconds more after each turn, and what happens on time-out."""

    bank: Annotated[int, Meta(ge=10, le=7 * 86_400)]
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    out: Literal["bot", "forfeit"] = "bot"


class NewRoom(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table to be set up. Everything but the game may be left out."""

    game: ShortText
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None
    variant: ShortText | None = None
    options: dict[ShortText, str | int | bool] = {}
    seats: Annotated[list[SeatWish], Meta(max_length=MOST_SEATS)] = []
    public: bool = False
    box: Annotated[str, Meta(max_length=MOST_BOX)] | None = None
    seed: Number | Annotated[str, Meta(pattern=f"^[0-9a-fA-F]{{1,32}}{END}")] | None = None
    clock: ClockWish | None = None
    hints: bool | None = None
    seal: Seal = ""  # of my salt
    start: bool = False  # start at once, if every seat is taken: before anybody could open a salt


class JoinRoom(Struct, forbid_unknown_fields=True, kw_only=True):
    """Take a free seat: with the code of the invitation unless the table is public."""

    invite: ShortText = ""
    seat: SeatNumber | None = None
    name: Annotated[str, Meta(max_length=MOST_NAME)] = ""
    seal: Seal = ""  # of my salt


class StartMatch(Struct, forbid_unknown_fields=True, kw_only=True):
    """Start; seats still free are given to bots of this level, if one is named."""

    fill: ShortText | None = None
    salt: Salt = ""  # mine, opened at once; without it my page is asked for it like all others


class LeaveRoom(Struct, forbid_unknown_fields=True, kw_only=True):
    """Leave: before the start the seats become free, afterwards a bot of this level takes them over."""

    bot: ShortText | None = None


class ReplaceSeat(Struct, forbid_unknown_fields=True, kw_only=True):
    """Let a bot play for a person who has been away for a while; they take the seat back when they return."""

    seat: SeatNumber
    bot: ShortText | None = None


class RoomInfo(Struct, kw_only=True):
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
    you: list[int]
    seal: str  # of the secret of this match; before the start, of the one that will start
    next_seal: str  # of the secret of the match after this one; before the start the same as `seal`
    invite: str = ""  # for those who sit here only
    trouble: str = ""  # why its match is kept as a record and not played on: "rules.outdated" or "match.damaged"


class Identity(Struct, kw_only=True):
    """Who you are to others."""

    person: str  # your public handle; "" until you first do something
    name: str


class NewName(Struct, forbid_unknown_fields=True):
    """The name you want to go by."""

    name: Name


class PersonalLink(Struct, kw_only=True):
    """A link that makes another device you, once and within ten minutes; `qr` is a picture of it as SVG."""

    url: str
    code: str
    qr: str


class UseLink(Struct, forbid_unknown_fields=True):
    """The code of a personal link."""

    code: ShortText


class SessionInfo(Struct, kw_only=True):
    """A browser that is you."""

    id: str
    device: str  # "Firefox, Linux"; "" if it did not say
    began_at: int = field(name="began")  # milliseconds since 1970
    seen_at: int = field(name="seen")
    here: bool  # the one that asks


class EndSession(Struct, forbid_unknown_fields=True):
    """The session to end; all but the one that asks, if none is named."""

    id: ShortText = ""


class OptionInfo(Struct, kw_only=True):
    """Something that can be agreed on before a match."""

    name: str
    words: str
    default: str
    choices: list[str]
    choice_words: list[str] = []  # what each of them means, to people
    variants: dict[str, list[int]] = {}  # the variants and numbers of players in which it changes something
    seat: bool = False  # whether the choices after the first are seats: as many can be chosen as play


class GameInfo(Struct, kw_only=True):
    """One of the games."""

    name: str
    title: str
    variants: dict[str, list[int]]  # player counts by variant
    variant_words: dict[str, str]
    options: list[OptionInfo]
    bots: list[str]  # the names of those that may sit at a table
    bot_words: dict[str, str]  # how each plays, in one line; "" if it does not say
    bot_titles: dict[str, str]  # what people call each


class MatchInfo(Struct, kw_only=True):
    """A match that can be replayed."""

    id: str
    room: str = field(name="table")
    game: str
    title: str
    variant: str
    players: int
    names: list[str]
    began_at: int = field(name="began")  # milliseconds since 1970
    ended_at: int = field(name="ended")
    plies: int
    result: Result
    you: list[int]


class ImportMatch(Struct, forbid_unknown_fields=True):
    """The text of a match, as `decapod` saves it."""

    record: Annotated[str, Meta(max_length=MOST_RECORD)]


class Proof(Struct, kw_only=True):
    """Whether a match is what it says: dealt again, every move legal, all seals kept; and what that proves."""

    ok: bool
    words: list[str]
    secret: str
    deal: DealInfo | None = None  # null where the secret alone deals


class Problem(Struct, kw_only=True):
    """Why a request was refused."""

    status_code: int
    detail: str
    code: str = ""


class Health(Struct, kw_only=True):
    """The process lives."""

    ok: bool
    version: str


class Readiness(Struct, kw_only=True):
    """How well the server can serve."""

    status: str  # "ready", "degraded" (it serves, more slowly or with less protection), or "unavailable"
    reasons: list[str]  # why it is degraded or unavailable
    version: str
    database: str
    channels: str  # "memory", "postgresql", or "postgresql lost": then moves of other processes come seconds late
    rooms: int
    sockets: int
    kernels: dict[str, str]


def _to_python(number: Any) -> Any:
    """Turn a numpy number that a view let through into Python's."""
    try:
        return number.item()
    except AttributeError:
        raise TypeError(f"{type(number).__name__} cannot be sent") from None


encode = msgspec.json.Encoder(enc_hook=_to_python).encode
decode = msgspec.json.Decoder(ClientMessage).decode
