"""Cards as counts: ten kinds of crab card, four bits for how many of each, a whole hand in one int.

Cards of a kind are the same to everyone, so a hand, the pool, the pile or a score zone is fully told by its counts, and
drawing from counts by chance is drawing from a shuffled pile. Where only values matter, cards are counted by value:
five counts of eight bits each.
"""

from decapod.engine import bits, dice
from decapod.games.crabs.state import BYTE, COPIES, KINDS, NIBBLE, VALUES, value_of

ONES = 0x1111111111  # a 1 in the count of every kind
PAIRS = 0x0F0F0F0F0F  # the counts of the plain kinds
FULL = 0x8080808080  # the top bit of the count of every value
ALMOST = 0x7F7F7F7F7F  # all bits below it: adding it to a count that is not 0 sets the top bit


def one(kind):
    """A single card of a kind."""
    return 1 << NIBBLE * kind


def count_of(cards, kind):
    """How many of a kind there are."""
    return cards >> NIBBLE * kind & COPIES


def kinds_of(cards):
    """Which kinds there are, as a bit set: the ten counts, each pressed into one bit."""
    some = cards | cards >> 2
    some = (some | some >> 1) & ONES
    some = (some | some >> 3) & 0x0303030303
    some = (some | some >> 6) & 0x03000F000F
    return (some | some >> 12 | some >> 24) & (1 << KINDS) - 1


def by_value(cards):
    """How many cards there are of each value, golden or not: eight bits for each."""
    return (cards & PAIRS) + (cards >> NIBBLE & PAIRS)


def size_of(cards):
    """How many cards there are."""
    return by_value(cards) * 0x0101010101 >> 32 & 0xFF


def total_of(cards):
    """What the cards add up to; a golden crab counts its face value (CR-13)."""
    counts = by_value(cards)
    total = 0
    for value in range(1, VALUES + 1):
        total += value * (counts & 0xFF)
        counts >>= BYTE
    return total


def from_kind(cards, kind):
    """The cards of this kind and all higher ones."""
    return cards >> NIBBLE * kind << NIBBLE * kind


def of_value(cards, value):
    """The cards of this value, plain and golden."""
    return cards & 0xFF << BYTE * (value - 1)


def cover(counts, needs):
    """Whether there are at least as many cards of each value as are needed; both by value."""
    return ((counts | FULL) - needs) & FULL == FULL


def without(cards, kind):
    """The cards less one of a kind, if there is one."""
    return cards - one(kind) if count_of(cards, kind) > 0 else cards


def draw_kind(cards, chance):
    """Choose by chance the kind of the top card of a shuffled pile of these cards; there must be one."""
    nth = dice.roll(chance, size_of(cards))
    kind = 0
    while nth >= cards & COPIES:
        nth -= cards & COPIES
        cards >>= NIBBLE
        kind += 1
    return kind


def values_in(counts):
    """The values there are, from counts by value: a bit set with the lowest bit of each count."""
    return (counts + ALMOST & FULL) >> BYTE - 1


def reaches(goals, counts):
    """Whether some of the cards, counted by value, add up to one of the goals, a bit set of totals."""
    value = 1
    while counts != 0:
        for _ in range(counts & 0xFF):
            goals |= goals >> value
        counts >>= BYTE
        value += 1
    return goals & 1 != 0


def lowest_kinds(cards, due, canonical_order):
    """The kinds one may begin with and still find `due` cards, none of them lower if in order (CR-7)."""
    kinds = kinds_of(cards)
    if canonical_order == 0 or due <= 1:
        return kinds
    top = KINDS - 1
    found = count_of(cards, top)
    while found < due and top > 0:
        top -= 1
        found += count_of(cards, top)
    return kinds & (2 << top) - 1


def kinds_to_total(cards, due, canonical_order):
    """The kinds one may take next and still make exactly `due`, with none lower if in order (CR-7, CR-12)."""
    if canonical_order == 0:
        return kinds_to_total_freely(cards, due)
    # From the highest kind down, `totals` is what the cards looked at so far can make, as a bit set.
    kinds = 0
    totals = 1
    for kind in range(KINDS - 1, -1, -1):
        copies = count_of(cards, kind)
        if copies > 0:
            value = value_of(kind)
            for _ in range(copies - 1):
                totals |= totals << value
            if value <= due and totals >> (due - value) & 1 == 1:
                kinds |= 1 << kind
            totals |= totals << value
    return kinds


def kinds_to_total_freely(cards, due):
    """The kinds one may take next and still make exactly `due` with any other cards (CR-12)."""
    kinds = 0
    rest = kinds_of(cards)
    while rest != 0:
        kind = bits.lowest(rest)
        rest &= rest - 1
        if value_of(kind) <= due and reaches(1 << due - value_of(kind), by_value(cards - one(kind))):
            kinds |= 1 << kind
    return kinds


def list_kinds(cards):
    """List the kind of each card, ascending (never compiled: it makes a list)."""
    return [kind for kind in range(KINDS) for _ in range(count_of(cards, kind))]


def list_values(counts):
    """List the value of each card, ascending, from counts by value (never compiled: it makes a list)."""
    return [value for value in range(1, VALUES + 1) for _ in range(counts >> BYTE * (value - 1) & 0xFF)]
