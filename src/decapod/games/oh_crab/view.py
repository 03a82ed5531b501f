"""What a person sees of Oh Crab!: moves (`notation`, `clicking`), the story (`story`), the table (`scenery`)."""

from __future__ import annotations

from typing import Any

from decapod.games.oh_crab import beach, cards, clicking, hidden, notation, scenery, sketch
from decapod.games.oh_crab import story as telling
from decapod.games.oh_crab import terms as t

read = notation.read
write = notation.write
tell = notation.tell
explain = notation.explain
meant = clicking.meant
story = telling.story
scene = scenery.scene


# --- for the battery --------------------------------------------------------------------------------------


def faults(box: Any, table: Any) -> list[str]:
    """Say what is wrong with a table: cards, shells or crabs lost or doubled, sequences out of order."""
    found = [*card_faults(box, table), *sequence_faults(table)]
    if int(table.supply) + int(table.shells.sum()) != int(box.supply) or min(int(table.supply), *table.shells) < 0:
        found.append("shells were lost or doubled")
    ashore = [int(table.at[crab]) for crab in range(table.crabs) if table.at[crab] != t.AWAY]
    if len(set(ashore)) != len(ashore) and table.stage != t.PUSH:
        found.append("two crabs stand on one space")
    if any(beach.kind(box, table, space) in (t.WALL, t.SEA) for space in ashore):
        found.append("a crab stands where there is no space")
    if any(table.down >> crab & 1 and table.at[crab] == t.AWAY for crab in range(table.crabs)):
        found.append("a crab in the sea is knocked over")
    return found


def card_faults(box: Any, table: Any) -> list[str]:
    """Check that every card is in exactly one place."""
    found: list[str] = []
    market = cards.shown(table)
    heaps = [int(table.deck), market]
    for player in range(table.players):
        mine = [hidden.held(table, player), int(table.discard[player]), int(table.sequence[player])]
        heaps += [heap & int(box.market_cards) for heap in mine]
        if doubled(mine) or union(mine) & ~int(box.market_cards) != int(box.starting_cards):
            found.append(f"player {player} has not all their cards, or some twice")
        if int(table.secret[player]) & ~hidden.held(table, player):
            found.append(f"player {player} has a secret card that is not in hand")
        if table.planned[player] != t.NO_CARD and int(table.hand[player]) >> int(table.planned[player]) & 1:
            found.append(f"player {player} holds the card they planned")
    if doubled(heaps) or union(heaps) != int(box.market_cards):
        found.append("market cards were lost or doubled")
    return found


def doubled(heaps: list[int]) -> bool:
    """Tell whether a card is in two heaps."""
    return sum(heap.bit_count() for heap in heaps) != union(heaps).bit_count()


def union(heaps: list[int]) -> int:
    """Return all cards of some heaps."""
    every = 0
    for heap in heaps:
        every |= heap
    return every


def sequence_faults(table: Any) -> list[str]:
    """Check that each sequence is a row without gaps, its ends where the table says."""
    found: list[str] = []
    for player in range(table.players):
        row = sketch.sequence_of(table, player)
        spots = [int(table.spot[cards.slot_of(card, player)]) for card in row]
        if spots != list(range(spots[0], spots[0] + len(spots))) if spots else False:
            found.append(f"the sequence of player {player} has gaps")
        if row and (row[0], row[-1]) != (int(table.ends[player][0]), int(table.ends[player][1])):
            found.append(f"the sequence of player {player} has other ends")
    return found
