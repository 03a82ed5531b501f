"""Who knows what in Crab Stack: all crabs lie open; only what the dice would roll is unknown."""

from decapod.engine import bits
from decapod.engine.contract import hide_dice as hide
from decapod.engine.observation import Field, offsets, size
from decapod.games.crab_stack.state import (
    COPIES,
    NOBODY,
    PATIENCE,
    ROWS,
    SEATS,
    SIZES,
    SPACES,
    TIERS,
    WIDTH,
    player_of,
    size_of,
)

__all__ = ["OBSERVATION", "OBSERVATION_VERSION", "OBSERVED", "hide", "observe"]

OBSERVATION_VERSION = 2
OBSERVATION = (
    Field("top", (SEATS, SIZES, ROWS, WIDTH), 0, 1, "where a crab of this owner and size (small to large) lies on top"),
    Field("below", (SEATS, SIZES, ROWS, WIDTH), 0, 1, "where one lies right below the crab on top"),
    Field("buried", (SEATS, ROWS, WIDTH), 0, SIZES * COPIES, "how many crabs of this owner lie deeper"),
    Field("tied", (ROWS, WIDTH), 0, TIERS, "the groups to choose from after a tied wave, each with its number from 1"),
    Field("players", 1, 2, SEATS, "how many play"),
    Field("used", 1, 0, 100, "how many of the moves up to `ply_cap` are made, in percent"),
    Field("idle", 1, 0, PATIENCE, "moves since a space was emptied or somebody went out"),
    Field("at_once", 1, 0, 1, "whether one who cannot move is out at once"),
    Field("awaited", SEATS, 0, 1, "who is to move"),
    Field("out", SEATS, 0, SEATS, "who went out as which, from 1; 0: still in, or nobody there"),
)
TOP, BELOW, BURIED, TIED, PLAYERS, USED, IDLE, AT_ONCE, AWAITED, OUT = offsets(OBSERVATION)
OBSERVED = size(OBSERVATION)

COUNT_BITS = 8  # of the crabs of a seat, in one number for all


def observe(box, table, viewer, out):
    """Write planes over the spaces, the viewer's seat first, then who is where in the game."""
    me = max(viewer, 0)
    spaces = int(table.occupied)
    while spaces != 0:
        cell = bits.lowest(spaces)
        spaces &= spaces - 1
        crab = int(table.top[cell])
        out[TOP + plane_of(table, crab, me) * SPACES + cell] = 1
        crab = int(table.under[crab])
        if crab != NOBODY:
            out[BELOW + plane_of(table, crab, me) * SPACES + cell] = 1
            observe_buried(table, int(table.under[crab]), me, cell, out)
    for i in range(table.ties):
        group = int(table.tied[i])
        while group != 0:
            out[TIED + bits.lowest(group)] = i + 1
            group &= group - 1
    out[PLAYERS] = table.players
    if table.cap > 0:
        out[USED] = min(100, (table.ply - table.choices) * 100 // table.cap)
    out[IDLE] = table.idle
    out[AT_ONCE] = table.at_once
    for player in range(table.players):
        seat = seat_of(table, player, me)
        out[AWAITED + seat] = table.awaiting >> player & 1
        out[OUT + seat] = table.out[player]


def observe_buried(table, crab, me, cell, out):
    """Count the crabs from this one down, by owner."""
    counts = 0
    while crab != NOBODY:
        counts += 1 << COUNT_BITS * seat_of(table, player_of(crab), me)
        crab = int(table.under[crab])
    seat = 0
    while counts != 0:
        if counts & (1 << COUNT_BITS) - 1:
            out[BURIED + seat * SPACES + cell] = counts & (1 << COUNT_BITS) - 1
        counts >>= COUNT_BITS
        seat += 1


def plane_of(table, crab, me):
    """The plane of a crab's kind, its owner counted from a seat on."""
    return seat_of(table, player_of(crab), me) * SIZES + size_of(crab)


def seat_of(table, player, me):
    """A player counted from a seat on."""
    return player - me if player >= me else player - me + table.players
