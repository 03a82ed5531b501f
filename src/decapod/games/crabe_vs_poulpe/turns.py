"""Turns, rounds and the end: who is asked for what, and when it is over."""

from decapod.engine import bits, dice
from decapod.games.crabe_vs_poulpe import cards, memory
from decapod.games.crabe_vs_poulpe.cards import KINDS

SEATS = 2

# What a player is asked for. In each phase a move is a kind of card: phase * KINDS + kind ...
PLAY, RESIST, GIVE, DISCARD, PINCH, FETCH, COPY, CAPTURE, HEAL = range(9)
PHASES = 9
# ... or one of these three words.
PASS = PHASES * KINDS  # end the round
LET = PASS + 1  # let the effect happen
DECLINE = PASS + 2  # do without an effect one may use
NO_WORD = 0

PLAYED_OUT, DISCARDED, GIVEN_AWAY, ROBBED, PINCHED = 1, 2, 3, 4, 5


def ask(table, player, phase, word):
    """The game waits for the player's choice of a card, or for the word that may be said instead."""
    table.phase = phase
    table.word = word
    table.awaiting = 1 << player
    if phase == RESIST:
        table.turns += 1


def turn_to(table, player):
    """It is the player's turn to beat the last card, or pass (CP-4, CP-5)."""
    table.turns += 1
    ask(table, player, PLAY, PASS)


def lead(table, player):
    """The player opens a round, with any card (CP-3, CP-5)."""
    table.led = player
    table.turns += 1
    ask(table, player, PLAY, NO_WORD)


def end_round(box, table, winner):
    """The pile is put away, both fill their hands, and the winner leads (CP-5, CP-7)."""
    table.pile = 0
    table.laid = 0
    table.lower = 0
    table.rounds += 1
    for player in range(SEATS):
        refill(box, table, player)
    lead(table, winner)


def refill(box, table, player):
    """Draw until there are five cards in hand, whatever their animals (CP-7)."""
    draw(table, player, box.hand - bits.count(table.hands[player]))


def draw(table, player, n):
    """Draw cards from your own deck, as far as it goes (CP-7, CP-8)."""
    deck, hand = int(table.decks[player]), int(table.hands[player])
    left = bits.count(deck)
    if n <= 0 or left == 0:
        return
    for _ in range(min(n, left)):
        kind = cards.nth(deck, dice.roll(table.dice, left))
        deck = cards.minus(deck, kind)
        hand = cards.plus(hand, kind)
        left -= 1
    table.decks[player] = deck
    table.hands[player] = hand
    table.reveals += 1
    memory.deck_touched(table, 1 - player)


def rid_of_all(table, player):
    """Whether the player has no card left, neither in hand nor in the deck (CP-10)."""
    return int(table.hands[player]) | int(table.decks[player]) == 0


def finish(table, winner, why):
    """The game is over at once (CP-10)."""
    table.winner = winner
    table.ending = why
    table.awaiting = 0
    table.turns += 1
