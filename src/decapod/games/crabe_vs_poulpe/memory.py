"""What each player knows of the other's cards (CP-27 to CP-30).

A player always knows their own hand, the cards left in their own deck and their own discards, and remembers all
cards laid openly. What remains is the other's hand, deck and face-down discards. Of those, player `v` keeps:

- `seen[v]`: surely in the other's hand;
- `doubt[v]`: once seen in that hand, but the other has discarded since: in the hand or among the discards. Of these
  at least `least[v]` and at most `most[v]` were discarded;
- `sunk[v]`: surely in the other's deck;
- `adrift[v]`: sent to that deck, but the other has drawn since: in the deck or the hand;
- `buried[v]`: surely among the other's discards.

All five change by what `v` sees alone; so two tables `v` cannot tell apart have the same.
Where two equal cards could be confused, a player keeps only what is sure.
"""

from decapod.engine import bits
from decapod.games.crabe_vs_poulpe import cards


def hand_shown(table, viewer):
    """The other's whole hand is shown: no doubt is left about what is in it (CP-28)."""
    hand = int(table.hands[1 - viewer])
    news = cards.besides(hand, int(table.seen[viewer]))
    table.seen[viewer] = hand
    table.buried[viewer] = cards.together(int(table.buried[viewer]), cards.besides(int(table.doubt[viewer]), news))
    table.sunk[viewer] = cards.together(int(table.sunk[viewer]), cards.besides(int(table.adrift[viewer]), news))
    table.doubt[viewer] = 0
    table.least[viewer] = 0
    table.most[viewer] = 0
    table.adrift[viewer] = 0


def card_arrives(table, viewer, kind):
    """The viewer knows that the other has just taken this card in hand (CP-28)."""
    table.seen[viewer] = cards.plus(int(table.seen[viewer]), kind)


def card_leaves(table, viewer, kind):
    """The viewer sees a card that has just left the other's hand (CP-28)."""
    remembered = int(table.seen[viewer]) | int(table.doubt[viewer]) | int(table.adrift[viewer])
    if cards.holds(remembered, kind):
        forget(table, viewer, kind)


def forget(table, viewer, kind):
    """One card of this kind is no longer where the viewer remembered it."""
    seen, doubt, adrift = int(table.seen[viewer]), int(table.doubt[viewer]), int(table.adrift[viewer])
    if cards.holds(seen, kind):
        table.seen[viewer] = cards.minus(seen, kind)
        return
    if cards.holds(adrift, kind):
        table.adrift[viewer] = cards.minus(adrift, kind)
    if cards.holds(doubt, kind):
        table.doubt[viewer] = cards.minus(doubt, kind)
        other = 1 - viewer
        elsewhere = int(table.hands[other]) | int(table.decks[other]) | int(table.discards[other])
        if cards.holds(elsewhere, kind) and table.least[viewer] > 0:
            table.least[viewer] -= 1  # it may have been an equal card, and the doubtful one a discard
        if table.most[viewer] > bits.count(table.doubt[viewer]):
            table.most[viewer] = bits.count(table.doubt[viewer])


def card_dropped(table, viewer):
    """The other has discarded a card face down: it may be any card of the hand (CP-29)."""
    table.adrift[viewer] = 0
    doubt = cards.together(int(table.doubt[viewer]), int(table.seen[viewer]))
    if doubt == 0:
        return
    table.doubt[viewer] = doubt
    table.seen[viewer] = 0
    doubtful = bits.count(doubt)
    table.most[viewer] = min(table.most[viewer] + 1, doubtful)
    table.least[viewer] = max(table.least[viewer], doubtful - bits.count(table.hands[1 - viewer]))


def card_sunk(table, viewer, kind):
    """The viewer knows that this card has just been shuffled into the other's deck (CP-30)."""
    table.sunk[viewer] = cards.plus(int(table.sunk[viewer]), kind)


def deck_touched(table, viewer):
    """The other has taken a card of their deck: any of those known to lie there may be in hand now (CP-30)."""
    sunk = int(table.sunk[viewer])
    if sunk != 0:
        table.adrift[viewer] = cards.together(int(table.adrift[viewer]), sunk)
        table.sunk[viewer] = 0
