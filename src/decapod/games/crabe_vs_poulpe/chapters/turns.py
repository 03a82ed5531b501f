"""Turns, rounds and the end: who is asked for what, and when it is over (CP-3 to CP-7, CP-10)."""

from decapod.engine import bits, dice
from decapod.games.crabe_vs_poulpe.chapters import cards, memory
from decapod.games.crabe_vs_poulpe.state import NO_WORD, PASS, PLAY, RESIST, SEATS


def ask(state, player, phase, word):
    """Wait for the player's choice of a card, or for the word that may be said instead (NO_WORD for none)."""
    state.phase = phase
    state.word = word
    state.to_act = 1 << player
    if phase == RESIST:
        state.turn_index += 1


def begin_turn(state, player):
    """It is the player's turn to beat the last card, or pass (CP-4, CP-5)."""
    state.turn_index += 1
    ask(state, player, PLAY, PASS)


def begin_round(state, leader):
    """The leader opens a round, with any card (CP-3, CP-5)."""
    state.leader = leader
    state.turn_index += 1
    ask(state, leader, PLAY, NO_WORD)


def end_round(box, state, winner):
    """The pile is put away, both fill their hands, and the winner leads (CP-5, CP-7)."""
    state.pile = 0
    state.height = 0
    state.lower = 0
    state.rounds += 1
    for player in range(SEATS):
        refill(box, state, player)
    begin_round(state, winner)


def refill(box, state, player):
    """Draw until there are five cards in hand, whatever their animals (CP-7)."""
    draw(state, player, box.hand - bits.count(state.hands[player]))


def draw(state, player, n):
    """Draw n cards, if n is above 0, from one's own deck, as far as it goes (CP-7, CP-8)."""
    deck, hand = int(state.decks[player]), int(state.hands[player])
    left = bits.count(deck)
    if n <= 0 or left == 0:
        return
    for _ in range(min(n, left)):
        kind = cards.nth(deck, dice.roll(state.dice, left))
        deck = cards.minus(deck, kind)
        hand = cards.plus(hand, kind)
        left -= 1
    state.decks[player] = deck
    state.hands[player] = hand
    state.reveals += 1
    memory.doubt_deck(state, 1 - player)


def is_rid_of_all(state, player):
    """Whether the player has no card left, neither in hand nor in the deck (CP-10)."""
    return int(state.hands[player]) | int(state.decks[player]) == 0


def finish(state, winner, why):
    """The game is over at once; `why` is one of ENDINGS (CP-10)."""
    state.winner = winner
    state.ending = why
    state.to_act = 0
    state.turn_index += 1
