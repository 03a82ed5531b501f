"""Entries: what a match is stored as. Everything that happens in it, numbered without gaps."""

from __future__ import annotations

from typing import NamedTuple

#: The kinds of entries, as they are stored.
MOVE, UNDO = "move", "undo"
ASK, GRANT, DENY = "ask", "grant", "deny"  # to take back by consent
RESIGN, FLAG, PAUSE, REMATCH = "resign", "flag", "pause", "again"


class MatchEvent(NamedTuple):
    """Something that happened in a match. `(match, n)` is unique in the store."""

    match: str
    n: int
    kind: str
    seat: int
    move: int
    at: int  # milliseconds after the start
    spent: int  # of the seat's clock


def plain_insertion(rows: int, *, is_sqlite: bool) -> str:
    """Write the statement that inserts so many entries whose places are free."""
    width = len(MatchEvent._fields)
    marks = [",".join("?" if is_sqlite else f"${row * width + i + 1}" for i in range(width)) for row in range(rows)]
    places = ",".join(f"({mark})" for mark in marks)
    # only marks go in, never values
    return f'insert into entries ("match", n, kind, seat, move, at, spent) values {places}'  # noqa: S608


def insertion(rows: int, *, is_sqlite: bool) -> str:
    """Write the statement that inserts so many entries, leaves out those whose place is taken, and returns the rest."""
    return f'{plain_insertion(rows, is_sqlite=is_sqlite)} on conflict do nothing returning "match", n'
