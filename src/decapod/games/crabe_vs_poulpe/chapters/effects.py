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


def carry_out(box, state, player, effect):
    """Do what a card says, as far as it can be done, or ask what it leaves open (CP-8, CP-14, CP-19)."""
    if effect in (FINISHES, WINS):
        turns.end_round(box, state, player)
        return
    phase = find_question(state, player, effect)
    do_at_once(box, state, player, effect)
    if state.winner >= 0:
        return
    if phase == NO_QUESTION:
        turns.begin_turn(state, 1 - player)
    else:
        turns.ask(state, player, phase, DECLINE if effect in (AGAIN, CAPTURES, IMITATES) else NO_WORD)


def find_question(state, player, effect):
    """The phase in which an effect asks its player for a card; NO_QUESTION if it finds nothing to work on (CP-8)."""
    if effect == AGAIN:
        return PLAY
    if effect == SWAPS:
        return DISCARD
    if effect == GIVES and state.hands[player] != 0:
        return GIVE
    if effect == HEALS and state.hands[player] != 0:
        return HEAL
    if effect == SEARCHES and state.decks[player] != 0:
        return FETCH
    if effect == CAPTURES and covered_card(state) >= 0:
        return CAPTURE
    if effect == PINCHES and state.hands[1 - player] != 0:
        return PINCH
    if effect == IMITATES and state.hands[1 - player] != 0:
        return COPY
    return NO_QUESTION


def do_at_once(box, state, player, effect):
    """Do the part of an effect that leaves no choice (CP-15, CP-16, CP-18, CP-20, CP-21, CP-23, CP-25)."""
    if effect == REVERSES:
        state.lower = 1
    elif effect in (SWAPS, BLINDS):
        turns.draw(state, player, 1)
    elif effect == STEALS and state.hands[1 - player] != 0:
        steal(state, player)
    elif effect == HEALS and state.hands[player] == 0:
        turns.refill(box, state, player)
    elif effect in (PINCHES, IMITATES) and state.hands[1 - player] != 0:
        memory.see_hand(state, player)
        state.reveals += 1


def use_card(box, state, player, phase, kind):
    """Do what an effect asked for in a phase, with the card its player chose; the turn is not passed on here."""
    if phase == GIVE:
        give(state, player, kind)
    elif phase == PINCH:
        pinch(state, player, kind)
    elif phase == FETCH:
        fetch(state, player, kind)
    elif phase == CAPTURE:
        capture(state, player, kind)
    else:
        discard(state, player, kind)
        if phase == HEAL and state.winner < 0:
            turns.refill(box, state, player)


def give(state, player, kind):
    """Hand a card of your choice to the other (CP-13)."""
    hand_over(state, player, kind)
    if turns.is_rid_of_all(state, player):
        turns.finish(state, player, GIVEN_AWAY)


def steal(state, player):
    """Take a card from the other's hand at random (CP-18)."""
    other = 1 - player
    hand = int(state.hands[other])
    hand_over(state, other, cards.nth(hand, dice.roll(state.dice, bits.count(hand))))
    if turns.is_rid_of_all(state, other):
        turns.finish(state, other, ROBBED)


def hand_over(state, player, kind):
    """A card goes from the player's hand to the other's: both know which (CP-28)."""
    other = 1 - player
    state.hands[player] = cards.minus(int(state.hands[player]), kind)
    state.hands[other] = cards.plus(int(state.hands[other]), kind)
    state.guests[other] += 1
    state.public_hand[player] = 0
    state.reveals += 1
    memory.see_card_leave(state, other, kind)
    memory.see_card_arrive(state, player, kind)


def discard(state, player, kind):
    """Put a card of your choice face down on the discards (CP-15, CP-21)."""
    state.hands[player] = cards.minus(int(state.hands[player]), kind)
    state.discards[player] = cards.plus(int(state.discards[player]), kind)
    state.public_hand[player] = 0
    memory.doubt_hand(state, 1 - player)
    if turns.is_rid_of_all(state, player):
        turns.finish(state, player, DISCARDED)


def pinch(state, player, kind):
    """A card of the other's hand goes back into the deck of its animal (CP-20, CP-26)."""
    other = 1 - player
    owner = animal_of(kind)
    state.hands[other] = cards.minus(int(state.hands[other]), kind)
    state.decks[owner] = cards.plus(int(state.decks[owner]), kind)
    state.known_hand[player] = cards.minus(int(state.known_hand[player]), kind)
    state.public_hand[other] = 0
    state.reveals += 1
    memory.see_card_go_to_deck(state, 1 - owner, kind)
    if turns.is_rid_of_all(state, other):
        turns.finish(state, other, PINCHED)


def fetch(state, player, kind):
    """Take a card of your choice from your own deck (CP-22)."""
    state.decks[player] = cards.minus(int(state.decks[player]), kind)
    state.hands[player] = cards.plus(int(state.hands[player]), kind)
    memory.doubt_deck(state, 1 - player)


def capture(state, player, kind):
    """Take the card right below the last one, which is of this kind, from the pile (CP-24)."""
    pile = int(state.pile)
    state.pile = pile >> 2 * PILE_BITS << PILE_BITS | pile & PILE_CARD
    state.height -= 1
    state.played_cards = cards.minus(int(state.played_cards), kind)
    state.hands[player] = cards.plus(int(state.hands[player]), kind)
    state.public_hand[player] = cards.plus(int(state.public_hand[player]), kind)
    if animal_of(kind) != player:
        state.guests[player] += 1
    memory.see_card_arrive(state, 1 - player, kind)
