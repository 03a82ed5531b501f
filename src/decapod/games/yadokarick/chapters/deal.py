"""Dealing: the deck in play, mixing it, hands, and the duel's stock (YD-2, YD-16, YD-17)."""

from decapod.engine import bits, dice
from decapod.games.yadokarick.state import ADVANCED, CARDS, COLOURS, NUMBERS, SMALL_CIRCLE

BATCH = 4  # cards dealt with one roll: 80 * 79 * 78 * 77 sides are well below 2^32


def mix(chance, deck, size, n):
    """Bring `n` cards drawn at random from the first `size` of a deck to its front.

    One roll serves several cards: its whole part picks the first, its fraction the next, and so on.
    Rolling again when the last fraction is too small keeps every order equally likely (Brackett-Rozinsky and
    Lemire, "Batched ranged random integer generation").
    """
    at = 0
    while at < n:
        batch = min(BATCH, n - at)
        sides = 1
        for i in range(batch):
            sides *= size - at - i
        fraction = dice.word(chance)
        rest = fraction * sides & dice.WORD
        if rest < sides:
            unfair = (dice.WORD + 1 - sides) % sides
            while rest < unfair:
                fraction = dice.word(chance)
                rest = fraction * sides & dice.WORD
        for _ in range(batch):
            product = fraction * (size - at)
            fraction = product & dice.WORD
            other = at + (product >> 32)
            card = int(deck[other])
            deck[other] = deck[at]
            deck[at] = card
            at += 1


def in_play(box, state, colour):
    """The cards of a colour that this mode and number of players use, as a set (YD-2, YD-16)."""
    if state.seats == SMALL_CIRCLE and colour != state.colour:
        return 0
    numbers = int(box.advanced[state.players]) if state.variant == ADVANCED else int(box.numbers)
    return (1 << numbers) - 1


def sort_deck(box, state):
    """Put all cards in play into the deck, in ascending order; return how many they are."""
    n = 0
    for colour in range(COLOURS):
        n = gather(state, colour, in_play(box, state, colour), n)
    for i in range(n, CARDS):
        state.deck[i] = 0
    return n


def gather(state, colour, cards, n):
    """Append the cards of a set to the first `n` of the deck; return how many there are then."""
    while cards != 0:
        state.deck[n] = colour * NUMBERS + bits.lowest(cards)
        cards &= cards - 1
        n += 1
    return n


def deal_hand(state, player, start, n):
    """Hand a player `n` cards of the deck, from `start` on."""
    for i in range(start, start + n):
        card = int(state.deck[i])
        colour = card // NUMBERS
        state.hands[player, colour] |= 1 << card - colour * NUMBERS


def stock(box, state):
    """The duel's draw pile, as a set: nobody knows its order, so it is rolled card by card (YD-17)."""
    colour = int(state.colour)
    away = int(state.public[colour]) | int(state.hands[0, colour]) | int(state.hands[1, colour])
    return in_play(box, state, colour) & ~away
