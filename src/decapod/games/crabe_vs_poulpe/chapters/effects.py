"""Effects: what a card does when it is carried out, and each effect by itself (CP-8, CP-13 to CP-26)."""

from decapod.engine import bits, dice
from decapod.games.crabe_vs_poulpe.chapters import cards, memory, turns
from decapod.games.crabe_vs_poulpe.state import (
    AGAIN,
    BLINDS,
    CAPTURE,
    CAPTURES,
    COPY,
    DECLINE,
    DISCARD,
    DISCARDED,
    FETCH,
    FINISHES,
    GIVE,
    GIVEN_AWAY,
    GIVES,
    HEAL,
    HEALS,
    IMITATES,
    NO_QUESTION,
    NO_WORD,
    PILE_BITS,
    PILE_CARD,
    PINCH,
    PINCHED,
    PINCHES,
    PLAY,
    REVERSES,
    ROBBED,
    SEARCHES,
    STEALS,
    SWAPS,
    WINS,
    animal_of,
    covered_card,
)


def carry_out(box, table, player, effect):
    """Do what a card says, as far as it can be done, or ask what it leaves open (CP-8, CP-14, CP-19)."""
    if effect in (FINISHES, WINS):
        turns.end_round(box, table, player)
        return
    phase = find_question(table, player, effect)
    do_at_once(box, table, player, effect)
    if table.winner >= 0:
        return
    if phase == NO_QUESTION:
        turns.begin_turn(table, 1 - player)
    else:
        turns.ask(table, player, phase, DECLINE if effect in (AGAIN, CAPTURES, IMITATES) else NO_WORD)


def find_question(table, player, effect):
    """The phase in which an effect asks its player for a card; NO_QUESTION if it finds nothing to work on (CP-8)."""
    if effect == AGAIN:
        return PLAY
    if effect == SWAPS:
        return DISCARD
    if effect == GIVES and table.hands[player] != 0:
        return GIVE
    if effect == HEALS and table.hands[player] != 0:
        return HEAL
    if effect == SEARCHES and table.decks[player] != 0:
        return FETCH
    if effect == CAPTURES and covered_card(table) >= 0:
        return CAPTURE
    if effect == PINCHES and table.hands[1 - player] != 0:
        return PINCH
    if effect == IMITATES and table.hands[1 - player] != 0:
        return COPY
    return NO_QUESTION


def do_at_once(box, table, player, effect):
    """Do the part of an effect that leaves no choice (CP-15, CP-16, CP-18, CP-20, CP-21, CP-23, CP-25)."""
    if effect == REVERSES:
        table.lower = 1
    elif effect in (SWAPS, BLINDS):
        turns.draw(table, player, 1)
    elif effect == STEALS and table.hands[1 - player] != 0:
        steal(table, player)
    elif effect == HEALS and table.hands[player] == 0:
        turns.refill(box, table, player)
    elif effect in (PINCHES, IMITATES) and table.hands[1 - player] != 0:
        memory.see_hand(table, player)
        table.reveals += 1


def use_card(box, table, player, phase, kind):
    """Do what an effect asked for in a phase, with the card its player chose; the turn is not passed on here."""
    if phase == GIVE:
        give(table, player, kind)
    elif phase == PINCH:
        pinch(table, player, kind)
    elif phase == FETCH:
        fetch(table, player, kind)
    elif phase == CAPTURE:
        capture(table, player, kind)
    else:
        discard(table, player, kind)
        if phase == HEAL and table.winner < 0:
            turns.refill(box, table, player)


def give(table, player, kind):
    """Hand a card of your choice to the other (CP-13)."""
    hand_over(table, player, kind)
    if turns.is_rid_of_all(table, player):
        turns.finish(table, player, GIVEN_AWAY)


def steal(table, player):
    """Take a card from the other's hand at random (CP-18)."""
    other = 1 - player
    hand = int(table.hands[other])
    hand_over(table, other, cards.nth(hand, dice.roll(table.dice, bits.count(hand))))
    if turns.is_rid_of_all(table, other):
        turns.finish(table, other, ROBBED)


def hand_over(table, player, kind):
    """A card goes from the player's hand to the other's: both know which (CP-28)."""
    other = 1 - player
    table.hands[player] = cards.minus(int(table.hands[player]), kind)
    table.hands[other] = cards.plus(int(table.hands[other]), kind)
    table.guests[other] += 1
    table.public_hand[player] = 0
    table.reveals += 1
    memory.see_card_leave(table, other, kind)
    memory.see_card_arrive(table, player, kind)


def discard(table, player, kind):
    """Put a card of your choice face down on the discards (CP-15, CP-21)."""
    table.hands[player] = cards.minus(int(table.hands[player]), kind)
    table.discards[player] = cards.plus(int(table.discards[player]), kind)
    table.public_hand[player] = 0
    memory.doubt_hand(table, 1 - player)
    if turns.is_rid_of_all(table, player):
        turns.finish(table, player, DISCARDED)


def pinch(table, player, kind):
    """A card of the other's hand goes back into the deck of its animal (CP-20, CP-26)."""
    other = 1 - player
    owner = animal_of(kind)
    table.hands[other] = cards.minus(int(table.hands[other]), kind)
    table.decks[owner] = cards.plus(int(table.decks[owner]), kind)
    table.known_hand[player] = cards.minus(int(table.known_hand[player]), kind)
    table.public_hand[other] = 0
    table.reveals += 1
    memory.see_card_go_to_deck(table, 1 - owner, kind)
    if turns.is_rid_of_all(table, other):
        turns.finish(table, other, PINCHED)


def fetch(table, player, kind):
    """Take a card of your choice from your own deck (CP-22)."""
    table.decks[player] = cards.minus(int(table.decks[player]), kind)
    table.hands[player] = cards.plus(int(table.hands[player]), kind)
    memory.doubt_deck(table, 1 - player)


def capture(table, player, kind):
    """Take the card right below the last one, which is of this kind, from the pile (CP-24)."""
    pile = int(table.pile)
    table.pile = pile >> 2 * PILE_BITS << PILE_BITS | pile & PILE_CARD
    table.height -= 1
    table.played_cards = cards.minus(int(table.played_cards), kind)
    table.hands[player] = cards.plus(int(table.hands[player]), kind)
    table.public_hand[player] = cards.plus(int(table.public_hand[player]), kind)
    if animal_of(kind) != player:
        table.guests[player] += 1
    memory.see_card_arrive(table, 1 - player, kind)
