"""What a person sees of Yadokarick: notation, words, and the table laid out for wide and tall screens.

The parts: notation.py writes and reads moves, telling.py says what they do and did, clicking.py which one a click
means, table_scene.py draws a round of tricks, solo_scene.py the solo game.
"""

from __future__ import annotations

from typing import Any

from decapod.engine import bits
from decapod.games.yadokarick import deal, house, solo, solo_scene, table_scene, trick
from decapod.games.yadokarick.cards import COLOURS, bit_of, colour_of, size_of
from decapod.games.yadokarick.clicking import meant
from decapod.games.yadokarick.modes import DUEL, NPC, SEATS, SOLO
from decapod.games.yadokarick.notation import card_name, read, write
from decapod.games.yadokarick.pieces import floors_of
from decapod.games.yadokarick.telling import explain, story, tell
from decapod.scene import Scene, Words

__all__ = ["explain", "faults", "meant", "read", "scene", "story", "tell", "write"]


def scene(box: Any, table: Any, viewer: int, layout: str, words: Words) -> Scene:
    """Lay the table out for a viewer."""
    drawn = solo_scene if table.variant == SOLO else table_scene
    return drawn.scene(box, table, viewer, layout, words)


# --- for the battery --------------------------------------------------------------------------------------


def faults(box: Any, table: Any) -> list[str]:
    """Say what is wrong with a table: cards lost or doubled, sizes and counts that do not fit."""
    found = doubled(table)
    for seat in range(SEATS):
        cards = floors_of(table, seat)
        if table.variant != SOLO and sum(size_of(box, card) for card in cards) != table.built[seat]:
            found.append(f"the house of seat {seat} has another size than its cards")
        if table.variant != SOLO and len(cards) > box.floors:
            found.append(f"the house of seat {seat} is too high")
    return found + (solo_faults(box, table) if table.variant == SOLO else table_faults(box, table))


def doubled(table: Any) -> list[str]:
    """Find cards that lie in two places, and cards that lie open and were never seen."""
    found: list[str] = []
    for colour in range(COLOURS):
        held = 0
        for player in range(SEATS):
            if held & int(table.hands[player, colour]):
                found.append("two players hold the same card")
            held |= int(table.hands[player, colour])
        if held & int(table.seen[colour]):
            found.append("a card that was played is still in a hand")
    shown = [card for seat in range(SEATS) for card in floors_of(table, seat)]
    shown += [card - 1 for card in (trick.trick_card(table, seat) for seat in range(SEATS)) if card]
    shown += [int(card) - 1 for card in table.row if card]
    if len(shown) != len(set(shown)):
        found.append("a card lies open in two places")
    found += [
        f"{card_name(card)} lies open and was never seen"
        for card in shown
        if not int(table.seen[colour_of(card)]) & bit_of(card)
    ]
    return found


def table_faults(box: Any, table: Any) -> list[str]:
    """Check the cards in play, the hands, and the trick."""
    found: list[str] = []
    used = 0
    for colour in range(COLOURS):
        held = 0
        for player in range(table.players):
            held |= int(table.hands[player, colour])
        if (held | int(table.seen[colour])) & ~deal.in_play(box, table, colour):
            found.append("there is a card that this mode does not use")
        used += bits.count(deal.in_play(box, table, colour))
    deck = [int(card) for card in table.deck]
    if len(set(deck[:used])) != used or any(deck[used:]):
        found.append("the deck is not the cards in play")
    for player in range(table.players):
        played = int(table.tricks) + (trick.trick_card(table, player) > 0)
        played += bool(table.phase != 0 and table.played == 0)  # the trick is over, and its winner builds
        held = sum(bits.count(table.hands[player, colour]) for colour in range(COLOURS))
        if held != (0 if table.ending else int(box.hand) - played):
            found.append(f"player {player} holds {held} cards in trick {table.tricks}")
    if table.played != sum(trick.trick_card(table, seat) > 0 for seat in range(SEATS)):
        found.append("the trick has another number of cards than it says")
    turned_up = int(table.tricks) + (trick.trick_card(table, NPC) > 0)
    if table.variant == DUEL and bits.count(deal.stock(box, table)) != used - 2 * int(box.hand) - turned_up:
        found.append("the stock is not what the NPC has left of it")
    return found


def solo_faults(box: Any, table: Any) -> list[str]:
    """Check that every card drawn is in the row, on a column, scored or given up."""
    drawn = bits.count(table.seen[0]) + bits.count(table.seen[1])
    placed = sum(house.height(int(table.houses[column])) for column in range(SEATS))
    row = sum(1 for card in table.row if card)
    found: list[str] = []
    if drawn != placed + row + int(table.banked) + int(table.fallen[0]):
        found.append("a card of the solo game is lost")
    if any(int(table.seen[colour]) & ~solo.deck(box) for colour in range(COLOURS)):
        found.append("a card was drawn that the solo game does not use")
    return found
