"""Who knows what in Crab Stack: all crabs lie open; only what the dice would roll is unknown."""

from decapod.engine import bits, observation
from decapod.engine.observation import Field, offsets
from decapod.engine.protocols import hide_dice as determinize
from decapod.games.crab_stack.state import (
    COPIES,
    NOBODY,
    PATIENCE,
    ROWS,
    SEATS,
    SIZES,
    SPACES,
    STRIDE,
    TIERS,
    WIDTH,
    player_of,
    size_of,
)

__all__ = ["OBSERVATION", "OBSERVATION_SIZE", "OBSERVATION_VERSION", "determinize", "observe"]

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
OBSERVATION_SIZE = observation.size(OBSERVATION)

COUNT_BITS = 8  # of the crabs of a seat, in one number for all


def observe(box, state, viewer, out):
    """Write planes over the spaces, the viewer's seat first, then who is where in the game."""
    me = max(viewer, 0)
    for player in range(state.players):
        seat = seat_of(state, player, me)
        for size in range(SIZES):
            spaces = int(state.tops[player * STRIDE + size])
            plane = TOP + (seat * SIZES + size) * SPACES
            while spaces != 0:
                cell = bits.lowest(spaces)
                spaces &= spaces - 1
                out[plane + cell] = 1
                if state.height[cell] > 1:
                    observe_covered(state, cell, me, out)
        out[AWAITED + seat] = state.to_act >> player & 1
        out[OUT + seat] = state.out[player]
    for i in range(state.ties):
        group = int(state.tied[i])
        while group != 0:
            out[TIED + bits.lowest(group)] = i + 1
            group &= group - 1
    out[PLAYERS] = state.players
    if state.cap > 0:
        out[USED] = min(100, (state.ply - state.choices) * 100 // state.cap)
    out[IDLE] = state.idle
    out[AT_ONCE] = state.at_once


def observe_covered(state, cell, me, out):
    """Write the crab right below the one on top of a space, and count those deeper, by owner."""
    crab = int(state.under[int(state.top[cell])])
    seat = seat_of(state, player_of(crab), me)
    out[BELOW + (seat * SIZES + size_of(crab)) * SPACES + cell] = 1
    counts = 0
    crab = int(state.under[crab])
    while crab != NOBODY:
        counts += 1 << COUNT_BITS * seat_of(state, player_of(crab), me)
        crab = int(state.under[crab])
    seat = 0
    while counts != 0:
        out[BURIED + seat * SPACES + cell] = counts & (1 << COUNT_BITS) - 1
        counts >>= COUNT_BITS
        seat += 1


def seat_of(state, player, me):
    """A player counted from a seat on."""
    return player - me if player >= me else player - me + state.players
