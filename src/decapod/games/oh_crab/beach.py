"""The beach: which tiles lie where, what a space is, which spaces are next to it, who is nearer the sea."""

from decapod.engine import bits, dice
from decapod.games.oh_crab import terms as t


def lay(box, table, choice):
    """Lay the start tile, three beach tiles and the finish, as agreed or at random (OC-1)."""
    left = (1 << int(box.tiles)) - 1
    agreed = choice - 1
    order = agreed >> 5
    lay_face(table, t.LAND, t.START_FACES + side(table, agreed, 4) * t.START_ROWS, t.START_ROWS)
    for i in range(t.LAID):
        nth = dice.roll(table.dice, bits.count(left)) if agreed < 0 else place_in_order(order, i)
        tile = nth_of(left, nth)
        left ^= 1 << tile
        face = tile * t.SIDES + side(table, agreed, 3 - i)
        row = t.LAND + t.START_ROWS + i * t.BEACH_ROWS
        lay_face(table, row, t.BEACH_FACES + face * t.BEACH_ROWS, t.BEACH_ROWS)
    row = t.LAND + t.START_ROWS + t.LAID * t.BEACH_ROWS
    lay_face(table, row, t.FINISH_FACES + side(table, agreed, 0) * t.FINISH_ROWS, t.FINISH_ROWS)


def side(table, agreed, bit):
    """The side of a tile: one bit of the number agreed on, or a coin."""
    if agreed < 0:
        return dice.roll(table.dice, t.SIDES)
    return agreed >> bit & 1


def place_in_order(order, i):
    """Which of the tiles left comes i-th, in one of the six orders of three."""
    if i == 0:
        return order >> 1
    if i == 1:
        return order & 1
    return 0


def lay_face(table, row, printed, rows):
    """Put one face of a tile on the table, row by row."""
    for i in range(rows):
        table.rows[row + i] = printed + i


def nth_of(things, n):
    """The element of a bit set that has `n` smaller ones in it."""
    for _ in range(n):
        things &= things - 1
    return bits.lowest(things)


def kind(box, table, space):
    """What a space is: free, inaccessible, an obstacle ... (OC-5)."""
    return int(box.spaces[table.rows[space // t.WIDTH]][space % t.WIDTH])


def next_to(space, way):
    """The space one step away in one of the six directions (OC-5)."""
    return space + (t.STEPS >> ((space & 1) * 30 + way * 5) & 31) - t.REACH


def half_rows(space):
    """How near the sea a space is, in half rows: a diagonal step gains one, a step ahead two (OC-5)."""
    if space == t.AWAY:
        return 2 * t.ROWS
    return 2 * (space // t.WIDTH) + 1 - (space & 1)


def crab_on(table, space):
    """The crab standing on a space, NOBODY if it is unoccupied."""
    for crab in range(table.crabs):
        if table.at[crab] == space:
            return crab
    return t.NOBODY


def ahead_of(table, me):
    """The crabs on the beach that are strictly nearer the sea (OC-5)."""
    found = 0
    mine = half_rows(int(table.at[me]))
    for crab in range(table.crabs):
        if table.at[crab] != t.AWAY and half_rows(int(table.at[crab])) > mine:
            found |= 1 << crab
    return found


def behind(table, me):
    """The crabs strictly farther from the sea (OC-5)."""
    found = 0
    mine = half_rows(int(table.at[me]))
    for crab in range(table.crabs):
        if half_rows(int(table.at[crab])) < mine:
            found |= 1 << crab
    return found
