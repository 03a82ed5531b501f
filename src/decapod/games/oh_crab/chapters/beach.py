"""The beach: which tiles lie where, what a space is, which spaces are next to it, who is nearer the sea."""

from decapod.engine import bits, dice
from decapod.games.oh_crab.state import (
    AWAY,
    BEACH_FACES,
    BEACH_ROWS,
    BEACH_TILES,
    FINISH_FACES,
    FINISH_ROWS,
    LAND,
    NOBODY,
    REACH,
    ROWS,
    SIDES,
    START_FACES,
    START_ROWS,
    STEPS,
    WIDTH,
)


def lay_tiles(box, state, choice):
    """Lay the start tile, three beach tiles and the finish, as agreed or at random (OC-1)."""
    left = (1 << int(box.tiles)) - 1
    agreed = choice - 1
    order = agreed >> 5
    lay_face(state, LAND, START_FACES + tile_side(state, agreed, 4) * START_ROWS, START_ROWS)
    for i in range(BEACH_TILES):
        nth = dice.roll(state.dice, bits.count(left)) if agreed < 0 else place_in_order(order, i)
        tile = nth_of(left, nth)
        left ^= 1 << tile
        face = tile * SIDES + tile_side(state, agreed, 3 - i)
        row = LAND + START_ROWS + i * BEACH_ROWS
        lay_face(state, row, BEACH_FACES + face * BEACH_ROWS, BEACH_ROWS)
    row = LAND + START_ROWS + BEACH_TILES * BEACH_ROWS
    lay_face(state, row, FINISH_FACES + tile_side(state, agreed, 0) * FINISH_ROWS, FINISH_ROWS)


def tile_side(state, agreed, bit):
    """The side of a tile: one bit of the number agreed on, or a coin."""
    if agreed < 0:
        return dice.roll(state.dice, SIDES)
    return agreed >> bit & 1


def place_in_order(order, i):
    """Which of the tiles left comes i-th, in one of the six orders of three."""
    if i == 0:
        return order >> 1
    if i == 1:
        return order & 1
    return 0


def lay_face(state, row, printed, rows):
    """Put one face of a tile on the table, row by row."""
    for i in range(rows):
        state.rows[row + i] = printed + i


def nth_of(things, n):
    """The element of a bit set that has `n` smaller ones in it."""
    for _ in range(n):
        things &= things - 1
    return bits.lowest(things)


def kind(box, state, space):
    """What a space is: free, inaccessible, an obstacle ... (OC-5)."""
    return int(box.spaces[state.rows[space // WIDTH]][space % WIDTH])


def next_to(space, way):
    """The space one step away in one of the six directions (OC-5)."""
    return space + (STEPS >> ((space & 1) * 30 + way * 5) & 31) - REACH


def half_rows(space):
    """How near the sea a space is, in half rows: a diagonal step gains one, a step ahead two (OC-5)."""
    if space == AWAY:
        return 2 * ROWS
    return 2 * (space // WIDTH) + 1 - (space & 1)


def crab_on(state, space):
    """The crab standing on a space, NOBODY if it is unoccupied."""
    for crab in range(state.crabs):
        if state.at[crab] == space:
            return crab
    return NOBODY


def ahead_of(state, me):
    """The crabs on the beach that are strictly nearer the sea (OC-5)."""
    found = 0
    mine = half_rows(int(state.at[me]))
    for crab in range(state.crabs):
        if state.at[crab] != AWAY and half_rows(int(state.at[crab])) > mine:
            found |= 1 << crab
    return found


def behind(state, me):
    """The crabs strictly farther from the sea (OC-5)."""
    found = 0
    mine = half_rows(int(state.at[me]))
    for crab in range(state.crabs):
        if half_rows(int(state.at[crab])) < mine:
            found |= 1 << crab
    return found
