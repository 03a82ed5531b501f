"""The house cards, as numbers: a colour and a number make a card, a bit of a set stands for one of a colour.

Everything here is shared by the ways of playing Yadokarick; it knows no phase and no turn.
"""

from decapod.engine import bits

GREEN, PINK = 0, 1
COLOURS = 2
NUMBERS = 40  # numbers a colour has room for; 36 are printed
CARDS = COLOURS * NUMBERS  # card = colour * NUMBERS + number - 1
SIZES = 10  # one more than the largest size a card may have


def colour_of(card):
    """Green or pink (YD-1)."""
    return card // NUMBERS


def number_of(card):
    """The number printed on a card (YD-1)."""
    return card % NUMBERS + 1


def bit_of(card):
    """The card as a set of one within its colour."""
    return 1 << card % NUMBERS


def size_of(box, card):
    """How much a card adds to a house (YD-1)."""
    return int(box.sizes[card // NUMBERS, card % NUMBERS])


def is_roof(box, card):
    """Whether a card is a roof (YD-12)."""
    return int(box.roofs) >> card % NUMBERS & 1


def nth(cards, n):
    """The n-th smallest element of a set, counted from 0."""
    for _ in range(n):
        cards &= cards - 1
    return bits.lowest(cards)


def highest(cards):
    """The largest element of a set that is not empty: fill all bits below it, and count."""
    cards |= cards >> 1
    cards |= cards >> 2
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    cards |= cards >> 32
    return bits.count(cards) - 1
