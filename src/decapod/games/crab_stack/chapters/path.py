"""Paths over crabs: where a crab gets to in exactly as many steps as its size allows (CS-5, CS-7).

Spaces are bit sets; a step in each of the six directions is a shift (see `state.py`).
"""

from decapod.games.crab_stack.state import EAST, SOUTH_EAST, SOUTH_WEST


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
