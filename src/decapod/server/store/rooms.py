"""Rooms and their seats as they are stored. In the database a room is called a table."""

from __future__ import annotations

import secrets
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import bindparam, delete, func, insert, literal, select, union, update

from decapod.bots.stored_names import current_name
from decapod.errors import IllegalMoveError, Reason
from decapod.server import wall_clock
from decapod.server.store import schema
from decapod.server.store.entries import REMATCH

if TYPE_CHECKING:
    from sqlalchemy import CompoundSelect, Connection

    from decapod.server.settings import Settings
    from decapod.server.store.store import Store

SECRET_BYTES = 16
DAY = 86_400_000  # milliseconds
MOST_CLOSED = 500  # abandoned matches that are thrown away at once: some dozens of milliseconds
Listing = Literal["open", "mine", "live"]


def draw_secret() -> str:
    """Draw the secret of a match: 128 random bits, in hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


@dataclass
class SeatHolder:
    """Who holds a seat: a person, a bot, both (the bot plays while the person is away), or nobody."""

    person: str | None = None
    bot: str | None = None
    name: str = ""
    seal: str = ""  # of the salt they put into the next match; "" without one

    def __post_init__(self) -> None:
        """Read a bot that was stored under an earlier name by its name of today."""
        if self.bot is not None:
            self.bot = current_name(self.bot)

    @property
    def is_nobody(self) -> bool:
        """Whether the seat can be taken."""
        return self.person is None and self.bot is None


@dataclass
class TableRow:
    """A room as it is stored, its seats apart."""

    id: str
    game: str
    variant: str
    players: int
    options: dict[str, str]
    box: str
    seed: str
    public: bool
    host: str
    invite: str
    bank: int
    increment: int
    time_out: str
    hints: bool
    state: str
    made_at: int
    touched_at: int
    secret: str = field(default_factory=draw_secret)  # of the match that starts next; its seal is shown from now on


_seats = schema.seats.c
#: A room, and who holds its seats in their order, by the id of the `room`.
ROOM_AND_SEATS = (
    select(schema.rooms).where(schema.rooms.c.id == bindparam("room")),
    select(_seats.person, _seats.bot, _seats.name, _seats.seal)
    .where(_seats.room == bindparam("room"))
    .order_by(_seats.seat),
)


# To put a statement together takes longer than to run it: those of every table are made once.
_rooms = schema.rooms.c
_INSERT_ROOM, _INSERT_SEATS = insert(schema.rooms), insert(schema.seats)
_COUNT_UNFINISHED = select(func.count()).select_from(schema.rooms).where(_rooms.state != "over")
_COUNT_OWN = (
    select(func.count())
    .select_from(schema.rooms)
    .where(_rooms.host == bindparam("person"), (_rooms.state != "over") | (_rooms.made_at > bindparam("since")))
)
_TAKE_SEAT = (
    update(schema.seats)
    .where(_seats.room == bindparam("in_room"), _seats.seat == bindparam("number"))
    .where(_seats.person.is_(None), _seats.bot.is_(None))
    .values(person=bindparam("new_person"), name=bindparam("new_name"), seal=bindparam("new_seal"))
)
#: The host knows a seed they chose: once somebody else sits there, another is drawn.
_FORGET_SEED = (
    update(schema.rooms).where(_rooms.id == bindparam("of_room")).values(seed="", touched_at=bindparam("now"))
)


async def read_room(store: Store, room: str) -> tuple[TableRow, list[SeatHolder]] | None:
    """Read a room and who holds its seats, in their order; None if there is no such room."""
    rows, seats = await store.read_all(ROOM_AND_SEATS, {"room": room})
    return (TableRow(*rows[0]), [SeatHolder(*seat) for seat in seats]) if rows else None


async def list_rooms(store: Store, which: Listing, person: str, limit: int) -> list[str]:
    """List rooms by id, the last touched first.

    `open`: public ones with a free seat; `live`: public ones being played; `mine`: unfinished ones of `person`.
    """
    r, s = schema.rooms, schema.seats
    query = select(r.c.id).order_by(r.c.touched_at.desc()).limit(limit)
    if which == "open":
        free = select(s.c.room).where(s.c.room == r.c.id, s.c.person.is_(None), s.c.bot.is_(None)).exists()
        query = query.where(r.c.public, r.c.state == "open", free)
    elif which == "live":
        query = query.where(r.c.public, r.c.state == "playing")
    else:
        own = rooms_of(person).subquery()
        query = query.join(own, own.c.id == r.c.id).where(r.c.state.in_(["open", "playing"]))
    return [room for (room,) in await store.read(query)]


def rooms_of(person: str) -> CompoundSelect[tuple[str]]:
    """Select the ids of the rooms that a person set up or sits in, without looking at those of others."""
    r, s = schema.rooms, schema.seats
    return union(select(r.c.id).where(r.c.host == person), select(s.c.room).where(s.c.person == person))


async def list_rooms_with_bots(store: Store) -> list[str]:
    """List the rooms being played in which a bot holds a seat, the last touched first."""
    r, s = schema.rooms, schema.seats
    has_bots = select(literal(1)).where(s.c.room == r.c.id, s.c.bot.is_not(None)).exists()
    query = select(r.c.id).where(r.c.state == "playing", has_bots).order_by(r.c.touched_at.desc())
    return [room for (room,) in await store.read(query)]


def insert_room(connection: Connection, row: TableRow, seats: Sequence[SeatHolder]) -> None:
    """Store a new room and who holds its seats."""
    connection.execute(_INSERT_ROOM, vars(row))
    holders = [{"room": row.id, "seat": number, **vars(holder)} for number, holder in enumerate(seats)]
    connection.execute(_INSERT_SEATS, holders)


def check_room_limits(connection: Connection, settings: Settings, person: str) -> None:
    """Refuse one more room where there are too many: of a person, finished ones of a day counted in, or of all."""
    own = connection.execute(_COUNT_OWN, {"person": person, "since": wall_clock.now() - DAY}).scalar() or 0
    if own >= settings.rooms_per_person:
        words = f"you have {own} tables, unfinished or of today; finish or leave some first"
        raise IllegalMoveError(Reason("tables.many", words=words))
    if (connection.execute(_COUNT_UNFINISHED).scalar() or 0) >= settings.rooms:
        words = "this server has as many tables as it can hold; try again later"
        raise IllegalMoveError(Reason("tables.full", words=words))


def touch_room(connection: Connection, room: str, **values: Any) -> None:
    """Note that something changed in a room, and change columns of it."""
    r = schema.rooms
    connection.execute(update(r).where(r.c.id == room).values(touched_at=wall_clock.now(), **values))


def take_seat(connection: Connection, room: str, seats: Sequence[int], holder: SeatHolder) -> int | None:
    """Give somebody the first of `seats` that is still free, and return which it was; None if none is."""
    who = {"in_room": room, "new_person": holder.person, "new_name": holder.name, "new_seal": holder.seal}
    for seat in seats:
        if connection.execute(_TAKE_SEAT, {**who, "number": seat}).rowcount:
            connection.execute(_FORGET_SEED, {"of_room": room, "now": wall_clock.now()})
            return seat
    return None


def change_seats(
    connection: Connection, room: str, changes: Mapping[int, Mapping[str, Any]], *, only_free: bool = False
) -> None:
    """Change columns of seats, by number; with `only_free` those that somebody took meanwhile stay as they are."""
    s = schema.seats
    for seat, values in changes.items():
        change = update(s).where(s.c.room == room, s.c.seat == seat).values(**values)
        if only_free:
            change = change.where(s.c.person.is_(None), s.c.bot.is_(None))
        connection.execute(change)
    touch_room(connection, room)


def delete_room(connection: Connection, room: str) -> None:
    """Delete a room with all that belongs to it."""
    connection.execute(delete(schema.rooms).where(schema.rooms.c.id == room))


def delete_rooms_without_matches(connection: Connection, *, touched_before: int) -> int:
    """Delete rooms that never started and were last touched before a time, and finished ones without a match.

    Return the number of deleted rooms.
    """
    r, m = schema.rooms, schema.matches
    deleted = connection.execute(delete(r).where(r.c.state == "open", r.c.touched_at < touched_before)).rowcount
    has_match = select(literal(1)).where(m.c.room == r.c.id).exists()
    return deleted + connection.execute(delete(r).where(r.c.state == "over", ~has_match)).rowcount


def close_abandoned_rooms(
    connection: Connection, *, idle_since: int, untouched_since: int, except_rooms: Container[str]
) -> int:
    """Delete matches in which nothing happened since a time, or nothing ever though they began before another.

    Return the number of deleted matches.

    Their rooms are over, and keep the matches that ended. It is done for some at a time, the oldest first: whoever
    moves meanwhile waits.

    Rooms in `except_rooms` are left alone: somebody looks at them. Wishes for a rematch are deleted in rooms that
    are closed, so that they do not begin another match.
    """
    r, m, e = schema.rooms, schema.matches, schema.entries
    anything = select(literal(1)).where(e.c.match == m.c.id)
    is_idle = (m.c.began_at < idle_since) & ~anything.where(e.c.at > idle_since - m.c.began_at).exists()
    is_untouched = (m.c.began_at < untouched_since) & ~anything.exists()
    abandoned = select(m.c.id, m.c.room).where(m.c.ended_at.is_(None), is_idle | is_untouched)
    abandoned = abandoned.order_by(m.c.began_at).limit(MOST_CLOSED)
    rows = [(match, room) for match, room in connection.execute(abandoned).all() if room not in except_rooms]
    for match, room in rows:
        connection.execute(delete(m).where(m.c.id == match))
        connection.execute(update(r).where(r.c.id == room).values(state="over"))
        finished = select(m.c.id).where(m.c.room == room)
        connection.execute(delete(e).where(e.c.match.in_(finished), e.c.kind == REMATCH))
    return len(rows)
