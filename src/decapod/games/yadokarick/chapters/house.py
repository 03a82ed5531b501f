"""A hermit crab's house: a pile of cards packed into one int, eight bits a card, the top card lowest.

A card is held as its number plus one, so an empty house is 0 and a full byte says "there is a card".
"""

CARD = 8  # bits
CARD_MASK = (1 << CARD) - 1


def on_top(house, card):
    """The house with one more card on top (YD-10)."""
    return house << CARD | card + 1


def below(house, card):
    """The house with one more card next to the body, below all others (YD-26)."""
    return house | card + 1 << CARD * height(house)


def height(house):
    """How many cards a house has."""
    cards = 0
    while house != 0:
        house >>= CARD
        cards += 1
    return cards


def top(house):
    """The card on top; the house must not be empty."""
    return (house & CARD_MASK) - 1


def lowest(house):
    """The card next to the body; the house must not be empty."""
    while house > CARD_MASK:
        house >>= CARD
    return house - 1


def card_at(house, floor):
    """The card at a height, 0 next to the body; the house must be higher than that."""
    return (house >> CARD * (height(house) - 1 - floor) & CARD_MASK) - 1


def cards_of(house):
    """List the cards of a house from the body up (never compiled: it makes a list)."""
    return [card_at(house, floor) for floor in range(height(house))]
