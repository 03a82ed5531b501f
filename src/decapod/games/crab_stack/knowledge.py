"""Who knows what in Crab Stack: all crabs lie open; only what the dice would roll is unknown."""

from decapod.engine import bits
from decapod.engine.contract import hide_dice as hide
from decapod.games.crab_stack.state import COPIES, FACTS, NOBODY, OBSERVED, PLANES, SEATS, SIZES, SPACES, STRIDE

__all__ = ["hide", "observe"]


def observe(box, table, viewer, out):
    """Planes over the spaces, the viewer's seat first: top crabs, those right below, all covered ones; then facts."""
    for i in range(OBSERVED):
        out[i] = 0
    for cell in range(SPACES):
        crab = int(table.top[cell])
        depth = 0
        while crab != NOBODY:
            kind = kind_from_seat(crab // COPIES, viewer, table.players)
            out[(min(depth, 2) * PLANES + kind) * SPACES + cell] += 1
            if depth == 1:
                out[(2 * PLANES + kind) * SPACES + cell] += 1
            crab = int(table.under[crab])
            depth += 1
    facts = 3 * PLANES * SPACES
    for i in range(table.ties):
        group = int(table.tied[i])
        while group != 0:
            out[facts + bits.lowest(group)] = i + 1
            group &= group - 1
    facts += SPACES
    out[facts] = table.players
    out[facts + 1] = table.ply
    out[facts + 2] = table.idle
    out[facts + 3] = table.at_once
    facts += FACTS
    for player in range(table.players):
        seat = (player - max(viewer, 0) + table.players) % table.players
        out[facts + seat] = table.awaiting >> player & 1
        out[facts + SEATS + seat] = table.out[player]
        out[facts + 2 * SEATS + seat] = player == table.turn


def kind_from_seat(kind, viewer, players):
    """A kind of crab with its owner counted from the viewer's seat."""
    player = (kind // STRIDE - max(viewer, 0) + players) % players
    return player * SIZES + kind % STRIDE
