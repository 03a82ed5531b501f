"""Who knows what in Yadokarick: one's own hand, and all that was ever played; the rest is hidden (YD-32)."""

from decapod.engine import bits
from decapod.engine.contract import hide_dice
from decapod.games.yadokarick.chapters import house
from decapod.games.yadokarick.chapters.deal import deal_hand, gather, in_play, mix, sort_deck
from decapod.games.yadokarick.chapters.trick import trick_card
from decapod.games.yadokarick.state import (
    BONUS,
    CARDS,
    COLOURS,
    DUEL,
    NUMBERS,
    OBSERVED,
    ROW,
    SEAT_NUMBERS,
    SEATS,
    SOLO,
)


def hide(box, table, viewer, guess):
    """Deal the cards the viewer has not seen again among the places they can be in (YD-32)."""
    if table.variant != SOLO:
        deal_again(box, table, viewer, guess)
    hide_dice(box, table, viewer, guess)


def deal_again(box, table, viewer, guess):
    """Others get as many unseen cards as they hold; the rest is the stock, or lies aside (YD-32)."""
    unseen = 0
    for colour in range(COLOURS):
        cards = in_play(box, table, colour) & ~int(table.public[colour])
        if viewer >= 0:
            cards &= ~int(table.hands[viewer, colour])
        unseen = gather(table, colour, cards, unseen)
    held = 0
    for player in range(table.players):
        if player != viewer:
            held += cards_held(table, player)
    mix(guess, table.deck, unseen, held)
    start = 0
    for player in range(table.players):
        if player != viewer:
            held = cards_held(table, player)
            table.hands[player, 0] = 0
            table.hands[player, 1] = 0
            deal_hand(table, player, start, held)
            start += held
    sort_deck(box, table)


def cards_held(table, player):
    """How many cards a player has in hand: everybody knows that."""
    return bits.count(table.hands[player, 0]) + bits.count(table.hands[player, 1])


def observe(box, table, viewer, out):
    """Write the viewer's hand, the cards seen, the trick (or the cards won from it); then seats, the row, facts."""
    for i in range(OBSERVED):
        out[i] = 0
    for colour in range(COLOURS):
        plane = colour * NUMBERS
        if viewer >= 0:
            mark_cards(int(table.hands[viewer, colour]), out, plane)
        mark_cards(int(table.public[colour]), out, CARDS + plane)
        mark_cards(int(table.pile[colour]), out, 2 * CARDS + plane)
    mark_cards(int(table.won), out, 2 * CARDS + table.colour * NUMBERS)
    at = 3 * CARDS
    for i in range(SEATS):
        observe_seat(table, seat_from(table, viewer, i), out, at)
        at += SEAT_NUMBERS
    for i in range(ROW):
        observe_card(int(table.row[i]), out, at)
        at += 2
    out[at] = table.variant
    out[at + 1] = table.phase
    out[at + 2] = table.players
    out[at + 3] = table.rounds - table.finished
    out[at + 4] = table.tricks
    out[at + 5] = table.played
    out[at + 6] = table.marker
    out[at + 7] = table.newest + 1 if table.phase == BONUS else 0
    out[at + 8] = table.banked
    out[at + 9] = table.best
    out[at + 10] = table.beat
    out[at + 11] = table.ply
    out[at + 12] = bits.count(table.won)
    out[at + 13] = table.colour
    out[at + 14] = 1 if table.variant == DUEL and table.before_npc == viewer else 0
    out[at + 15] = table.roof


def seat_from(table, viewer, i):
    """The i-th seat from the viewer's on; the NPC and the solo columns keep their own."""
    if viewer < 0 or i >= table.players:
        return i
    return (viewer + i) % table.players


def mark_cards(cards, out, at):
    """Write a 1 for each card of a set."""
    while cards != 0:
        out[at + bits.lowest(cards)] = 1
        cards &= cards - 1


def observe_seat(table, seat, out, at):
    """What lies before a seat, and what part it has in the trick."""
    out[at] = table.built[seat]
    out[at + 1] = table.lost[seat]
    out[at + 2] = table.fallen[seat]
    out[at + 3] = table.totals[seat]
    out[at + 4] = table.closed >> seat & 1
    out[at + 5] = table.awaiting >> seat & 1
    out[at + 6] = 1 if table.lead == seat else 0
    out[at + 7] = 1 if table.after == seat else 0
    out[at + 8] = cards_held(table, seat)
    out[at + 9] = 1 if table.won != 0 and table.winner == seat else 0
    out[at + 10] = table.closing >> seat & 1
    observe_card(trick_card(table, seat), out, at + 11)
    cards = int(table.houses[seat])
    floor = 0
    while cards != 0:
        observe_card(cards & house.CARD_MASK, out, at + 13 + 2 * floor)
        cards >>= house.CARD
        floor += 1


def observe_card(card, out, at):
    """A card plus 1 as two numbers: its colour plus 1, and its number."""
    if card > 0:
        out[at] = (card - 1) // NUMBERS + 1
        out[at + 1] = (card - 1) % NUMBERS + 1
