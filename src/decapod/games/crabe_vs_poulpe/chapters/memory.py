"""What each player remembers of the other's cards (CP-27 to CP-30): the rules call this as cards move.

A player always knows their own hand, the cards left in their own deck and their own discards, and remembers all
cards laid openly. What remains is the other's hand, deck and face-down discards. Of those, player `v` keeps:

- `known_hand[v]`: surely in the other's hand;
- `hand_or_discards[v]`: once known to be in that hand, but the other has discarded since. Of these at least
  `least_discarded[v]` and at most `most_discarded[v]` are discards;
- `known_deck[v]`: surely in the other's deck;
- `deck_or_hand[v]`: sent to that deck, but the other has drawn since;
- `known_discards[v]`: surely among the other's discards.

All five change by what `v` sees alone; so two tables `v` cannot tell apart have the same.
Where two equal cards could be confused, a player keeps only what is sure.
"""

from decapod.engine import bits
from decapod.games.crabe_vs_poulpe.chapters import cards


def see_hand(state, viewer):
    """The other's whole hand is shown to the viewer: no doubt is left about what is in it (CP-28)."""
    hand = int(state.hands[1 - viewer])
    news = cards.besides(hand, int(state.known_hand[viewer]))
    gone = cards.besides(int(state.hand_or_discards[viewer]), news)
    left = cards.besides(int(state.deck_or_hand[viewer]), news)
    state.known_hand[viewer] = hand
    state.known_discards[viewer] = cards.together(int(state.known_discards[viewer]), gone)
    state.known_deck[viewer] = cards.together(int(state.known_deck[viewer]), left)
    state.hand_or_discards[viewer] = 0
    state.least_discarded[viewer] = 0
    state.most_discarded[viewer] = 0
    state.deck_or_hand[viewer] = 0


def see_card_arrive(state, viewer, kind):
    """The viewer knows that the other has just taken this card in hand (CP-28)."""
    state.known_hand[viewer] = cards.plus(int(state.known_hand[viewer]), kind)


def see_card_leave(state, viewer, kind):
    """The viewer sees a card that has just left the other's hand (CP-28)."""
    known, doubtful = int(state.known_hand[viewer]), int(state.hand_or_discards[viewer])
    if cards.holds(known | doubtful | int(state.deck_or_hand[viewer]), kind):
        forget_card(state, viewer, kind)


def forget_card(state, viewer, kind):
    """One card of this kind is no longer where the viewer remembered it (CP-28, CP-29)."""
    known, doubtful = int(state.known_hand[viewer]), int(state.hand_or_discards[viewer])
    drawable = int(state.deck_or_hand[viewer])
    if cards.holds(known, kind):
        state.known_hand[viewer] = cards.minus(known, kind)
        return
    if cards.holds(drawable, kind):
        state.deck_or_hand[viewer] = cards.minus(drawable, kind)
    if cards.holds(doubtful, kind):
        state.hand_or_discards[viewer] = cards.minus(doubtful, kind)
        other = 1 - viewer
        elsewhere = int(state.hands[other]) | int(state.decks[other]) | int(state.discards[other])
        if cards.holds(elsewhere, kind) and state.least_discarded[viewer] > 0:
            state.least_discarded[viewer] -= 1  # it may have been an equal card, and the doubtful one a discard
        if state.most_discarded[viewer] > bits.count(state.hand_or_discards[viewer]):
            state.most_discarded[viewer] = bits.count(state.hand_or_discards[viewer])


def doubt_hand(state, viewer):
    """The other has just discarded a card face down: it may be any card of the hand (CP-29)."""
    state.deck_or_hand[viewer] = 0
    doubtful = cards.together(int(state.hand_or_discards[viewer]), int(state.known_hand[viewer]))
    if doubtful == 0:
        return
    state.hand_or_discards[viewer] = doubtful
    state.known_hand[viewer] = 0
    n = bits.count(doubtful)
    state.most_discarded[viewer] = min(state.most_discarded[viewer] + 1, n)
    state.least_discarded[viewer] = max(state.least_discarded[viewer], n - bits.count(state.hands[1 - viewer]))


def see_card_go_to_deck(state, viewer, kind):
    """The viewer knows that this card has just been shuffled into the other's deck (CP-30)."""
    state.known_deck[viewer] = cards.plus(int(state.known_deck[viewer]), kind)


def doubt_deck(state, viewer):
    """The other has just taken cards of their deck: any of those known to lie there may be in hand now (CP-30)."""
    known = int(state.known_deck[viewer])
    if known != 0:
        state.deck_or_hand[viewer] = cards.together(int(state.deck_or_hand[viewer]), known)
        state.known_deck[viewer] = 0
