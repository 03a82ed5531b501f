"""The wave: when the crabs fall apart into groups, all but the largest are washed away (CS-10 to CS-13)."""

from decapod.engine import bits
from decapod.games.crab_stack.chapters.path import around
from decapod.games.crab_stack.state import ALL_CELLS, KINDS, NOBODY, SIZES, WIDTH


def may_split(occupied, emptied):
    """Whether emptying a space can have parted its neighbours: around it they form more than one arc."""
    near = occupied << WIDTH >> emptied  # the neighbour to the north-west is bit 0, the space itself bit 8
    ring = near & 3 | near >> 7 & 4 | near >> 13 & 8 | near >> 11 & 16 | near >> 2 & 32  # clockwise
    starts = ring & ~(ring << 1 | ring >> 5)
    return starts & (starts - 1) != 0


def wave(state):
    """Wash away every group but the one with most spaces, then most crabs; if tied, ask (CS-10 to CS-13)."""
    rest = int(state.occupied)
    most_spaces, most_crabs, ties = 0, 0, 0
    while rest != 0:
        group = group_of(rest, rest & -rest)
        rest ^= group
        spaces = bits.count(group)
        if spaces < most_spaces:
            continue
        crabs = crabs_in(state, group)
        if spaces > most_spaces or crabs > most_crabs:
            most_spaces, most_crabs, ties = spaces, crabs, 0
        if crabs == most_crabs:
            state.tied[ties] = group
            ties += 1
    if ties == 1:
        wash_away(state, int(state.occupied) ^ int(state.tied[0]))
    else:
        state.ties = ties


def group_of(occupied, spaces):
    """All spaces connected to `spaces` by crabs."""
    group = spaces
    grown = around(group, occupied) | group
    while grown != group:
        group = grown
        grown = around(group, occupied) | group
    return group


def crabs_in(state, group):
    """How many crabs a group has, covered ones included (CS-12)."""
    crabs = 0
    while group != 0:
        crabs += state.height[bits.lowest(group)]
        group &= group - 1
    return crabs


def keep(state, cell):
    """The mover chose the group that stays; all other crabs are washed away (CS-13)."""
    group = group_of(int(state.occupied), 1 << cell)
    state.ties = 0
    wash_away(state, int(state.occupied) ^ group)


def wash_away(state, spaces):
    """Take all crabs of these spaces out of the game (CS-10)."""
    stay = ALL_CELLS ^ spaces
    state.occupied &= stay
    for kind in range(KINDS):
        state.tops[kind] &= stay
    for size in range(SIZES):
        state.by_size[size] &= stay
    while spaces != 0:
        cell = bits.lowest(spaces)
        spaces &= spaces - 1
        state.top[cell] = NOBODY
        state.height[cell] = 0
