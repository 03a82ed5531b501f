"""Paths over crabs: where a crab gets to in exactly as many steps as its size allows (CS-5, CS-7).

Spaces are bit sets; a step in each of the six directions is a shift (see `state.py`).
"""

from decapod.games.crab_stack.state import EAST, ENTERED_TWICE, GRID, NO_CRABS_BETWEEN, SOUTH_EAST, SOUTH_WEST, TOO_FAR


def around(spaces, occupied):
    """The occupied spaces next to any of `spaces`."""
    pairs = spaces | spaces << EAST
    return (spaces << EAST | spaces >> EAST | pairs << SOUTH_WEST | pairs >> SOUTH_EAST) & occupied


def reached(occupied, ends, origin, steps):
    """Those of `ends` at the end of a path of exactly `steps` steps, no space entered twice (CS-5, CS-7)."""
    ring = around(origin, occupied)
    if steps == 1:
        return ring & ends
    others = occupied & ~origin
    second = around(ring, others)
    if steps == 2:
        return second & ends
    # A space of the ring is reached in three steps only by way of a space next to two of the ring.
    return around(second, others & ends & ~ring) | around(next_to_two(ring, others), ring & ends)


def why_unreached(occupied, landing, origin, steps):
    """Which rule keeps a crab from `landing`: it would enter a space twice (CS-7), cross a gap (CS-8) or go further."""
    entered = origin
    for _ in range(steps):
        entered = around(entered, occupied)
    if entered & landing != 0:
        return ENTERED_TWICE
    if reached(GRID, landing, origin, steps) != 0:
        return NO_CRABS_BETWEEN
    return TOO_FAR


def next_to_two(spaces, occupied):
    """The occupied spaces next to at least two of `spaces`."""
    one, two = spaces << EAST, 0
    for beside in (
        spaces >> EAST,
        spaces << SOUTH_EAST,
        spaces >> SOUTH_EAST,
        spaces << SOUTH_WEST,
        spaces >> SOUTH_WEST,
    ):
        two |= one & beside
        one |= beside
    return two & occupied
