"""What is true of every table of Yadokarick."""

from __future__ import annotations

from typing import Any

from decapod.engine import bits
from decapod.games.yadokarick.chapters import house, solo
from decapod.games.yadokarick.chapters.deal import in_play, stock
from decapod.games.yadokarick.chapters.trick import trick_card
from decapod.games.yadokarick.knowledge import cards_held
from decapod.games.yadokarick.notation import card_name
from decapod.games.yadokarick.state import COLOURS, DUEL, NPC, SEATS, SOLO, TRICK, bit_of, colour_of, size_of


def violations(box: Any, state: Any) -> list[str]:
    """Say what is wrong with a table: cards lost or doubled, sizes and counts that do not fit."""
    if state.variant == SOLO:
        return check_cards(state) + check_solo(box, state)
    return check_cards(state) + check_houses(box, state) + check_deck(box, state) + check_trick(box, state)


def check_cards(state: Any) -> list[str]:
    """Find cards that lie in two places, and cards that lie open though nobody has seen them."""
    found: list[str] = []
    for colour in range(COLOURS):
        held = 0
        for player in range(SEATS):
            if held & int(state.hands[player, colour]):
                found.append("two players hold the same card")
            held |= int(state.hands[player, colour])
        if held & int(state.public[colour]):
            found.append("a card that was played is still in a hand")
    face_up = [card for seat in range(SEATS) for card in house.cards_of(int(state.houses[seat]))]
    face_up += [card - 1 for card in (trick_card(state, seat) for seat in range(SEATS)) if card]
    face_up += [int(card) - 1 for card in state.row if card]
    if len(face_up) != len(set(face_up)):
        found.append("a card lies open in two places")
    found += [
        f"{card_name(card)} lies open and was never seen"
        for card in face_up
        if not int(state.public[colour_of(card)]) & bit_of(card)
    ]
    return found


def check_houses(box: Any, state: Any) -> list[str]:
    """Check that houses have the size of their cards and are not too high."""
    found: list[str] = []
    for seat in range(SEATS):
        cards = house.cards_of(int(state.houses[seat]))
        if sum(size_of(box, card) for card in cards) != state.built[seat]:
            found.append(f"the house of seat {seat} has another size than its cards")
        if len(cards) > box.floors:
            found.append(f"the house of seat {seat} is too high")
    return found


def check_deck(box: Any, state: Any) -> list[str]:
    """Check that only cards of this mode are dealt and played, and that the deck is all of them."""
    found: list[str] = []
    used = 0
    for colour in range(COLOURS):
        cards = in_play(box, state, colour)
        held = 0
        for player in range(state.players):
            held |= int(state.hands[player, colour])
        if (held | int(state.public[colour])) & ~cards:
            found.append("there is a card that this mode does not use")
        used += bits.count(cards)
    deck = [int(card) for card in state.deck]
    if len(set(deck[:used])) != used or any(deck[used:]):
        found.append("the deck is not the cards in play")
    turned_up = int(state.tricks) + (trick_card(state, NPC) > 0)
    if state.variant == DUEL and bits.count(stock(box, state)) != used - 2 * int(box.hand) - turned_up:
        found.append("the stock is not what the NPC has left of it")
    return found


def check_trick(box: Any, state: Any) -> list[str]:
    """Check that everyone holds as many cards as they have not yet played, and that the trick is counted right."""
    found: list[str] = []
    for player in range(state.players):
        played = int(state.tricks) + (trick_card(state, player) > 0)
        played += bool(state.phase != TRICK and state.played == 0)  # the trick is over, and its winner builds
        held = cards_held(state, player)
        if held != (0 if state.ending else int(box.hand) - played):
            found.append(f"player {player} holds {held} cards in trick {state.tricks}")
    if state.played != sum(trick_card(state, seat) > 0 for seat in range(SEATS)):
        found.append("the trick has another number of cards than it says")
    return found


def check_solo(box: Any, state: Any) -> list[str]:
    """Check that every card drawn is in the row, on a column, scored or given up."""
    revealed = bits.count(state.public[0]) + bits.count(state.public[1])
    placed = sum(house.height(int(state.houses[column])) for column in range(SEATS))
    row = sum(1 for card in state.row if card)
    found: list[str] = []
    if revealed != placed + row + int(state.banked) + int(state.fallen[0]):
        found.append("a card of the solo game is lost")
    if any(int(state.public[colour]) & ~solo.deck(box) for colour in range(COLOURS)):
        found.append("a card was drawn that the solo game does not use")
    return found
