"""Cards in one number: how many of each kind a hand, a deck or a discard holds.

Each kind has two bits: 00 for no card, 01 for one, 11 for two. So counting bits counts cards, the n-th bit is the n-th
card, and the order of ranks is the order of bits.
"""

from decapod.engine import bits
from decapod.games.crabe_vs_poulpe.state import ALL_CARDS, FIRST_COPIES, KINDS, RANK_BITS


def holds(cards, kind):
    """Whether there is a card of this kind, as 0 or 1."""
    return cards >> 2 * kind & 1


def number(cards, kind):
    """How many cards of this kind there are."""
    pair = cards >> 2 * kind & 3
    return pair - (pair >> 1)


def plus(cards, kind):
    """The cards with one more of this kind; there must be at most one."""
    first = 2 * kind
    return cards | 1 << first + (cards >> first & 1)


def minus(cards, kind):
    """The cards with one less of this kind; there must be one."""
    first = 2 * kind
    return cards ^ 1 << first + (cards >> first + 1 & 1)


def together(some, others):
    """All cards of both."""
    both = some & others & FIRST_COPIES
    return some | others | both << 1


def besides(some, others):
    """Those of `some` that are left when `others`, as far as they are among them, are taken away."""
    one, two = some & FIRST_COPIES, some >> 1 & FIRST_COPIES
    less_one, less_two = others & FIRST_COPIES, others >> 1 & FIRST_COPIES
    return one & ~less_one | two & less_one & ~less_two | (two & ~less_one) << 1


def of_animal(cards, animal):
    """Those that show this animal."""
    return cards & (ALL_CARDS // 15 * 3 << 2 * animal)


def above(rank):
    """All cards stronger than a rank."""
    return ALL_CARDS ^ (1 << RANK_BITS * (rank + 1)) - 1


def below(rank):
    """All cards weaker than a rank."""
    return (1 << RANK_BITS * rank) - 1


def nth(cards, n):
    """The kind of the n-th card, counted from 0; there must be more than n."""
    place = 0
    width = 32
    while width > 0:
        low = bits.count(cards & (1 << width) - 1)
        if n >= low:
            n -= low
            cards >>= width
            place += width
        width >>= 1
    return place >> 1


def nth_of_few(cards, n):
    """The same, faster while n is small."""
    for _ in range(n):
        cards &= cards - 1
    return bits.lowest(cards) >> 1


def kinds_of(cards):
    """List cards one by one by their kinds, from the weakest (never compiled: it makes a list)."""
    return [kind for kind in range(KINDS) for _ in range(number(cards, kind))]
