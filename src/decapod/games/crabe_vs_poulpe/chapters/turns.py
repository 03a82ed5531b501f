"""Turns, rounds and the end: who is asked for what, and when it is over (CP-3 to CP-7, CP-10)."""

from decapod.engine import bits, dice
from decapod.games.crabe_vs_poulpe.chapters import cards, memory
from decapod.games.crabe_vs_poulpe.state import NO_WORD, PASS, PLAY, RESIST, SEATS


def ask(table, player, phase, word):
    """Wait for the player's choice of a card, or for the word that may be said instead (NO_WORD for none)."""
    table.phase = phase
    table.word = word
    table.awaiting = 1 << player
    if phase == RESIST:
        table.turns += 1


def begin_turn(table, player):
    """It is the player's turn to beat the last card, or pass (CP-4, CP-5)."""
    table.turns += 1
    ask(table, player, PLAY, PASS)


def begin_round(table, leader):
    """The leader opens a round, with any card (CP-3, CP-5)."""
    table.leader = leader
    table.turns += 1
    ask(table, leader, PLAY, NO_WORD)


def end_round(box, table, winner):
    """The pile is put away, both fill their hands, and the winner leads (CP-5, CP-7)."""
    table.pile = 0
    table.height = 0
    table.lower = 0
    table.rounds += 1
    for player in range(SEATS):
        refill(box, table, player)
    begin_round(table, winner)


def refill(box, table, player):
    """Draw until there are five cards in hand, whatever their animals (CP-7)."""
    draw(table, player, box.hand - bits.count(table.hands[player]))


def draw(table, player, n):
    """Draw n cards, if n is above 0, from one's own deck, as far as it goes (CP-7, CP-8)."""
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
    memory.doubt_deck(table, 1 - player)


def is_rid_of_all(table, player):
    """Whether the player has no card left, neither in hand nor in the deck (CP-10)."""
    return int(table.hands[player]) | int(table.decks[player]) == 0


def finish(table, winner, why):
    """The game is over at once; `why` is one of ENDINGS (CP-10)."""
    table.winner = winner
    table.ending = why
    table.awaiting = 0
    table.turns += 1
