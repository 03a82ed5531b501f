"""Matches as they are stored: what they were dealt from, who played, how they ended. Their entries lie beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import bindparam, desc, func, insert, select, update

from decapod.server.store import schema
from decapod.server.store.entries import MatchEvent, plain_insertion
from decapod.server.store.rooms import ROOM_AND_SEATS, SeatHolder, TableRow, insert_room, rooms_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from decapod.server.store.store import Store

ROWS_A_STATEMENT = 1000  # databases take some 32,000 values


class MatchRow(NamedTuple):
    """A match as it is stored, in the order of its columns."""

    id: str
    room: str
    number: int
    options: dict[str, str]
    secret: str
    began_at: int
    ended_at: int | None
    result: dict[str, Any] | None  # wire.Result as plain values, once it is over
    names: list[str]
    people: list[str | None]
    plies: int  # at the end
    rules: int  # the version of the game's rules by which it is played
    wakes_at: int | None = None  # none of its clocks falls before, whoever moves; None without clocks
    deal: dict[str, Any] | None = None  # what it was dealt from besides the secret: `SeedCommitment.parts`


class FinishedMatch(NamedTuple):
    """A finished match, and of its room what tells which game it was."""

    row: MatchRow
    game: str
    variant: str
    players: int


class RoomContents(NamedTuple):
    """All that is stored of a room that is played in."""

    row: TableRow
    seats: list[SeatHolder]
    matches: list[MatchRow]  # the newest last
    entries: list[MatchEvent]  # of the newest


_matches, _entries = schema.matches.c, schema.entries.c
_own = schema.matches.c.room == bindparam("room")
_newest = select(_matches.id).where(_own).order_by(_matches.number.desc()).limit(1).scalar_subquery()
CONTENTS = (
    *ROOM_AND_SEATS,
    select(schema.matches).where(_own).order_by(_matches.number),
    select(schema.entries).where(_entries.match == _newest).order_by(_entries.n),
)
_rooms, _seats = schema.rooms.c, schema.seats.c
_of_room = _rooms.id == bindparam("of_room")
_SAME_NUMBER = select(_matches.id).where(_own, _matches.number == bindparam("number"))
_INSERT_MATCH = insert(schema.matches)
_START_ROOM = (
    update(schema.rooms)
    .where(_of_room)
    .values(state="playing", touched_at=bindparam("now"), secret=bindparam("next_secret"))
)
_FORGET_SEALS = update(schema.seats).where(_seats.room == bindparam("in_room")).values(seal="")
_END_MATCH = (
    update(schema.matches)
    .where(_matches.id == bindparam("of_match"), _matches.ended_at.is_(None))
    .values(ended_at=bindparam("now"), result=bindparam("new_result"), plies=bindparam("moves"))
)
_END_ROOM = update(schema.rooms).where(_of_room).values(state="over", touched_at=bindparam("now"))
HEADLINES = (*ROOM_AND_SEATS, select(func.max(_matches.number)).where(_own))


async def read_contents(store: Store, room: str) -> RoomContents | None:
    """Read all that is needed to go on in a room, at once; None if there is no such room."""
    rows, seats, matches, entries = await store.read_all(CONTENTS, {"room": room})
    if not rows:
        return None
    holders = [SeatHolder(*seat) for seat in seats]
    return RoomContents(TableRow(*rows[0]), holders, [MatchRow(*m) for m in matches], [MatchEvent(*e) for e in entries])


async def read_headlines(store: Store, room: str) -> tuple[TableRow, list[SeatHolder], int] | None:
    """Read a room, its seats, and the number of its newest match (0 before the first); None if there is no such."""
    rows, seats, numbers = await store.read_all(HEADLINES, {"room": room})
    return (TableRow(*rows[0]), [SeatHolder(*seat) for seat in seats], numbers[0][0] or 0) if rows else None


async def read_matches(store: Store, room: str) -> list[MatchRow]:
    """Read the matches of a room, the newest last."""
    m = schema.matches
    rows = await store.read(select(m).where(m.c.room == room).order_by(m.c.number))
    return [MatchRow(*row) for row in rows]


async def read_match(store: Store, match: str) -> MatchRow | None:
    """Read a match by its id; None if there is none."""
    if "\0" in match:  # PostgreSQL takes no such text
        return None
    rows = await store.read(select(schema.matches).where(schema.matches.c.id == match))
    return MatchRow(*rows[0]) if rows else None


async def newest_entry_numbers(store: Store, matches: Iterable[str]) -> dict[str, int]:
    """Return the number of the newest entry of each of some matches; those without entries are left out."""
    e = schema.entries
    query = select(e.c.match, func.max(e.c.n)).where(e.c.match.in_(list(matches))).group_by(e.c.match)
    return {row[0]: row[1] for row in await store.read(query)}


async def list_waking_matches(store: Store, at: int, limit: int) -> dict[str, str]:
    """List matches in which a clock may have fallen by a time, by id, with their rooms, the longest ago first."""
    m = schema.matches
    query = select(m.c.id, m.c.room).where(m.c.wakes_at <= at, m.c.ended_at.is_(None))
    return dict(map(tuple, await store.read(query.order_by(m.c.wakes_at).limit(limit))))


def set_waking_times(connection: Connection, times: Mapping[str, int]) -> None:
    """Store for matches, by id, before when none of their clocks falls."""
    if not times:
        return
    m = schema.matches
    rows = [{"match_id": match, "time": at} for match, at in times.items()]
    connection.execute(update(m).where(m.c.id == bindparam("match_id")).values(wakes_at=bindparam("time")), rows)


async def list_finished_matches(store: Store, person: str, limit: int) -> list[FinishedMatch]:
    """List the finished matches that a person played or imported, the latest first."""
    m, r = schema.matches, schema.rooms
    rows = await store.read(
        select(m, r.c.game, r.c.variant, r.c.players)
        .join(r, r.c.id == m.c.room)
        .where(m.c.ended_at.is_not(None), m.c.room.in_(rooms_of(person)))
        .order_by(desc(m.c.ended_at))
        .limit(limit)
    )
    width = len(MatchRow._fields)
    return [FinishedMatch(MatchRow(*row[:width]), *row[width:]) for row in rows]


def insert_match(connection: Connection, row: MatchRow, bots: Mapping[int, SeatHolder], next_secret: str) -> bool:
    """Store a match that begins now; false if the room has a match of that number.

    `bots` take seats of the room that are still free, by number. `next_secret` is that of the match after this one,
    for which seats will seal other salts.
    """
    if connection.execute(_SAME_NUMBER, {"room": row.room, "number": row.number}).first() is not None:
        return False
    connection.execute(_INSERT_MATCH, _columns(row))
    connection.execute(_START_ROOM, {"of_room": row.room, "now": row.began_at, "next_secret": next_secret})
    connection.execute(_FORGET_SEALS, {"in_room": row.room})
    s = schema.seats
    for seat, holder in bots.items():
        connection.execute(
            update(s)
            .where(s.c.room == row.room, s.c.seat == seat, s.c.person.is_(None), s.c.bot.is_(None))
            .values(bot=holder.bot, name=holder.name)
        )
    return True


def end_match(connection: Connection, match: str, room: str, ended_at: int, result: Any, plies: int) -> bool:
    """Store how a match ended; false if that is stored already."""
    ending = {"of_match": match, "now": ended_at, "new_result": result, "moves": plies}
    changed = connection.execute(_END_MATCH, ending)
    connection.execute(_END_ROOM, {"of_room": room, "now": ended_at})
    return changed.rowcount > 0


def insert_played_match(
    connection: Connection, room: TableRow, seats: Sequence[SeatHolder], row: MatchRow, made: Sequence[MatchEvent]
) -> None:
    """Store a match that has moves already, because it was played elsewhere, in a room of its own."""
    insert_room(connection, room, seats)
    connection.execute(_INSERT_MATCH, _columns(row))
    insert_entries(connection, made)


def insert_entries(connection: Connection, made: Sequence[MatchEvent]) -> None:
    """Store entries whose places are free, many in a statement: a thread waits for the loop after each."""
    for first in range(0, len(made), ROWS_A_STATEMENT):
        some = made[first : first + ROWS_A_STATEMENT]
        statement = plain_insertion(len(some), is_sqlite=connection.dialect.name == "sqlite")
        connection.exec_driver_sql(statement, tuple(value for entry in some for value in entry))


def _columns(row: MatchRow) -> dict[str, Any]:
    """Return the columns of a match, without those that are empty: None in JSON would be stored as its text."""
    return {name: value for name, value in row._asdict().items() if value is not None}
