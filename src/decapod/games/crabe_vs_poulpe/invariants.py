"""What is true of every table of Crabe vs Poulpe."""

from __future__ import annotations

from typing import Any

from decapod.engine import bits
from decapod.games.crabe_vs_poulpe.chapters import cards
from decapod.games.crabe_vs_poulpe.state import ALL_CARDS, FIRST_COPIES, PILE_KEPT, SEATS, cards_of_pile


def violations(box: Any, state: Any) -> list[str]:
    """Say what is wrong with a table: cards lost or doubled, decks mixed, memories that are not true."""
    found: list[str] = []
    everything, number = 0, 0
    for place in [*state.hands, *state.decks, *state.discards, state.played_cards]:
        held = int(place)
        if held >> 1 & FIRST_COPIES & ~held or held & ~ALL_CARDS:
            found.append("a second card without a first, or one of no kind")
        everything, number = cards.together(everything, held), number + held.bit_count()
    packs = int(box.packs[0]) | int(box.packs[1])
    if everything != packs or number != packs.bit_count():
        found.append("cards are lost or doubled")
    for player in range(SEATS):
        found += false_memories(state, player)
        other = 1 - player
        if cards.of_animal(int(state.decks[player]), other):
            found.append(f"deck {player} holds a foreign card")
        if cards.besides(int(state.public_hand[player]), int(state.hands[player])):
            found.append(f"a card all saw is not in hand {player}")
        guests = [cards.of_animal(int(place), other) for place in (state.hands[player], state.discards[player])]
        if sum(bits.count(held) for held in guests) > state.guests[player]:
            found.append(f"player {player} holds more guests than came")
    # A capture from a pile of more cards than are remembered leaves one less, until the next card is laid.
    forgotten = int(state.height) - len(cards_of_pile(state))
    if forgotten < 0 or (forgotten > 0 and len(cards_of_pile(state)) < PILE_KEPT - 1):
        found.append("the pile is not as high as it should be")
    return found


def false_memories(state: Any, player: int) -> list[str]:
    """Say what of a player's memory of the other's cards does not fit where those cards are."""
    found: list[str] = []
    other = 1 - player
    hand, deck, discards = int(state.hands[other]), int(state.decks[other]), int(state.discards[other])
    known_hand, known_deck = int(state.known_hand[player]), int(state.known_deck[player])
    known_discards, doubtful = int(state.known_discards[player]), int(state.hand_or_discards[player])
    unknown_hand = cards.besides(hand, known_hand)
    unknown_deck = cards.besides(deck, known_deck)
    unknown_discards = cards.besides(discards, known_discards)
    if cards.besides(known_hand, hand) or cards.besides(known_deck, deck):
        found.append(f"player {player} remembers cards where they are not")
    if cards.besides(known_discards, discards):
        found.append(f"player {player} remembers discards that are none")
    if cards.besides(doubtful, cards.together(unknown_hand, unknown_discards)):
        found.append(f"player {player} doubts about cards that are elsewhere")
    if cards.besides(int(state.deck_or_hand[player]), cards.together(unknown_hand, unknown_deck)):
        found.append(f"player {player} looks for cards where they cannot be")
    if bits.count(cards.besides(doubtful, unknown_hand)) > state.most_discarded[player]:
        found.append(f"more of what player {player} doubts was discarded than could be")
    return found
