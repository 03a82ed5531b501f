"""What is true of every table of Oh Crab!."""

from __future__ import annotations

import functools
import operator
from typing import Any

from decapod.games.oh_crab.chapters import beach, cards
from decapod.games.oh_crab.knowledge import held_cards
from decapod.games.oh_crab.state import AWAY, NO_CARD, PUSH, SEA, WALL, sequence_of, slot_of


def violations(box: Any, state: Any) -> list[str]:
    """Say what is wrong with a table: cards, shells or crabs lost or doubled, sequences out of order."""
    found = [*card_violations(box, state), *sequence_violations(state)]
    if int(state.supply) + int(state.shells.sum()) != int(box.supply) or min(int(state.supply), *state.shells) < 0:
        found.append("shells were lost or doubled")
    ashore = [int(state.at[crab]) for crab in range(state.crabs) if state.at[crab] != AWAY]
    if len(set(ashore)) != len(ashore) and state.stage != PUSH:
        found.append("two crabs stand on one space")
    if any(beach.kind(box, state, space) in (WALL, SEA) for space in ashore):
        found.append("a crab stands where there is no space")
    if any(state.down >> crab & 1 and state.at[crab] == AWAY for crab in range(state.crabs)):
        found.append("a crab in the sea is knocked over")
    return found


def card_violations(box: Any, state: Any) -> list[str]:
    """Check that every card is in exactly one place."""
    found: list[str] = []
    market, starting = int(box.market_cards), int(box.starting_cards)
    heaps = [int(state.deck), cards.open_cards(state)]
    for player in range(state.players):
        held, planned = held_cards(state, player), int(state.planned[player])
        mine = [held, int(state.discard[player]), int(state.sequence[player])]
        heaps += [heap & market for heap in mine]
        if any_in_two(mine) or union(mine) & ~market != starting:
            found.append(f"player {player} has not all their cards, or some twice")
        if int(state.secret[player]) & ~held:
            found.append(f"player {player} has a secret card that is not in hand")
        if planned != NO_CARD and int(state.hand[player]) >> planned & 1:
            found.append(f"player {player} holds the card they planned")
    if any_in_two(heaps) or union(heaps) != market:
        found.append("market cards were lost or doubled")
    return found


def any_in_two(heaps: list[int]) -> bool:
    """Tell whether a card is in two heaps."""
    return sum(heap.bit_count() for heap in heaps) != union(heaps).bit_count()


def union(heaps: list[int]) -> int:
    """Return all cards of some heaps."""
    return functools.reduce(operator.or_, heaps, 0)


def sequence_violations(state: Any) -> list[str]:
    """Check that each sequence is a row without gaps, its ends where the table says."""
    found: list[str] = []
    for player in range(state.players):
        row = sequence_of(state, player)
        spots = [int(state.spot[slot_of(card, player)]) for card in row]
        if row and spots != list(range(spots[0], spots[0] + len(spots))):
            found.append(f"the sequence of player {player} has gaps")
        if row and (row[0], row[-1]) != (int(state.ends[player][0]), int(state.ends[player][1])):
            found.append(f"the sequence of player {player} has other ends")
    return found
