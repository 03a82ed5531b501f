"""Tallies: how many games went how. A tally is one row of whole numbers, so that tallies add up exactly, in any order,
wherever the games were played.

The numbers below say where in it what is counted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from decapod.engine import dtypes

SEATS = dtypes.MOST_PLAYERS
ENDINGS = 32  # ways to end a game there is room for
LENGTHS = 4096  # lengths told apart; a longer game counts as one of LENGTHS - 1 moves
LOWEST, SCORES = -128, 512  # points told apart, from the lowest on; others count as the lowest or the highest of them

GAMES = 0
MOVES = 1  # made in all
LONGEST = 2  # moves in the longest game: the one number that is not added up
ENDING = 3  # + why it ended
FIRST = ENDING + ENDINGS  # + seat * (SEATS + 1) + how many were first together, the seat among them
POINTS = FIRST + SEATS * (SEATS + 1)  # + seat: points in all
LENGTH = POINTS + SEATS  # + moves
SCORE = LENGTH + LENGTHS  # + seat * SCORES + points - LOWEST
SIZE = SCORE + SEATS * SCORES

CHANGES = 4 + 3 * SEATS  # numbers of a tally that one game changes, at most


def zeros() -> Any:
    """Return a tally of no games."""
    return np.zeros(SIZE, np.int64)


def list_changes(result, players, changes):
    """Say what one game adds to a tally, but for the longest: pairs of where and how much; return how many."""
    length = int(result.length)
    firsts = 0
    for seat in range(players):
        if result.places[seat] == 1:
            firsts += 1
    changes[0, 0], changes[0, 1] = GAMES, 1
    changes[1, 0], changes[1, 1] = MOVES, length
    changes[2, 0], changes[2, 1] = ENDING + int(result.ending), 1
    changes[3, 0], changes[3, 1] = LENGTH + min(length, LENGTHS - 1), 1
    n = 4
    for seat in range(players):
        points = int(result.points[seat])
        changes[n, 0], changes[n, 1] = POINTS + seat, points
        changes[n + 1, 0] = SCORE + seat * SCORES + min(max(points - LOWEST, 0), SCORES - 1)
        changes[n + 1, 1] = 1
        n += 2
        if result.places[seat] == 1:
            changes[n, 0], changes[n, 1] = FIRST + seat * (SEATS + 1) + firsts, 1
            n += 1
    return n


def add_game(tally, result, players, changes):
    """Count one game; `changes` is room for what it changes."""
    n = list_changes(result, players, changes)
    for i in range(n):
        tally[changes[i, 0]] += changes[i, 1]
    tally[LONGEST] = max(int(tally[LONGEST]), int(result.length))


def of_rows(rows: Any, players: int) -> Any:
    """Count many games, a row for each: what `add_game` comes to for all of them, many at a time."""
    counted, places, points = zeros(), rows["places"][:, :players], rows["points"][:, :players].astype(np.int64)
    length = rows["length"].astype(np.int64)
    counted[GAMES], counted[MOVES], counted[LONGEST] = len(rows), length.sum(), length.max(initial=0)
    firsts = (places == 1).sum(1)

    def count(first: int, numbers: Any) -> None:
        found = np.bincount(numbers)
        counted[first : first + len(found)] += found

    count(ENDING, rows["ending"].astype(np.int64))
    count(LENGTH, np.minimum(length, LENGTHS - 1))
    for seat in range(players):
        counted[POINTS + seat] = points[:, seat].sum()
        count(SCORE + seat * SCORES, np.clip(points[:, seat] - LOWEST, 0, SCORES - 1))
        count(FIRST + seat * (SEATS + 1), firsts[places[:, seat] == 1])
    return counted


def merge(tally: Any, other: Any) -> None:
    """Add another tally to this one."""
    longest = max(tally[LONGEST], other[LONGEST])
    tally += other
    tally[LONGEST] = longest
