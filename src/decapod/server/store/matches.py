"""Matches as they are stored: what they were dealt from, who played, how they ended. Their entries lie beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import bindparam, desc, func, insert, select, update

from decapod.server.store import schema
from decapod.server.store.entries import Entry, plain_insertion
from decapod.server.store.rooms import RoomRow, SeatHolder, insert_room, rooms_of

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
    deal: dict[str, Any] | None = None  # what it was dealt from besides the secret: `Deal.parts`


class FinishedMatch(NamedTuple):
    """A finished match, and of its room what tells which game it was."""

    row: MatchRow
    game: str
    variant: str
    players: int


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


async def newest_match_number(store: Store, room: str) -> int:
    """Return the number of a room's newest match; 0 before the first."""
    m = schema.matches
    rows = await store.read(select(func.max(m.c.number)).where(m.c.room == room))
    return rows[0][0] or 0


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
    m, r, s = schema.matches, schema.rooms, schema.seats
    same_number = select(m.c.id).where(m.c.room == row.room, m.c.number == row.number)
    if connection.execute(same_number).first() is not None:
        return False
    connection.execute(insert(m).values(**_columns(row)))
    changes = {"state": "playing", "touched_at": row.began_at, "secret": next_secret}
    connection.execute(update(r).where(r.c.id == row.room).values(**changes))
    connection.execute(update(s).where(s.c.room == row.room).values(seal=""))
    for seat, holder in bots.items():
        connection.execute(
            update(s)
            .where(s.c.room == row.room, s.c.seat == seat, s.c.person.is_(None), s.c.bot.is_(None))
            .values(bot=holder.bot, name=holder.name)
        )
    return True


def end_match(connection: Connection, match: str, room: str, ended_at: int, result: Any, plies: int) -> bool:
    """Store how a match ended; false if that is stored already."""
    m, r = schema.matches, schema.rooms
    changed = connection.execute(
        update(m).where(m.c.id == match, m.c.ended_at.is_(None)).values(ended_at=ended_at, result=result, plies=plies)
    )
    connection.execute(update(r).where(r.c.id == room).values(state="over", touched_at=ended_at))
    return changed.rowcount > 0


def insert_finished_match(
    connection: Connection, room: RoomRow, seats: Sequence[SeatHolder], row: MatchRow, made: Sequence[Entry]
) -> None:
    """Store a match that was played elsewhere, in a room of its own."""
    insert_room(connection, room, seats)
    connection.execute(insert(schema.matches).values(**_columns(row)))
    insert_entries(connection, made)


def insert_entries(connection: Connection, made: Sequence[Entry]) -> None:
    """Store entries whose places are free, many in a statement: a thread waits for the loop after each."""
    for first in range(0, len(made), ROWS_A_STATEMENT):
        some = made[first : first + ROWS_A_STATEMENT]
        statement = plain_insertion(len(some), is_sqlite=connection.dialect.name == "sqlite")
        connection.exec_driver_sql(statement, tuple(value for entry in some for value in entry))


def _columns(row: MatchRow) -> dict[str, Any]:
    """Return the columns of a match, without those that are empty: None in JSON would be stored as its text."""
    return {name: value for name, value in row._asdict().items() if value is not None}
