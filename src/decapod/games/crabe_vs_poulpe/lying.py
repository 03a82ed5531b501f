"""What lies where, as a viewer knows it: the pile, both hands, and a deck that is being searched."""

from __future__ import annotations

from typing import Any

from decapod.games.crabe_vs_poulpe import cards, effects, turns
from decapod.games.crabe_vs_poulpe.cards import KINDS


def searches(table: Any, viewer: int) -> bool:
    """Tell whether the viewer is choosing a card of their own deck."""
    return viewer >= 0 and table.phase == turns.FETCH and bool(table.awaiting >> viewer & 1)


def known_hand(table: Any, viewer: int, player: int) -> int:
    """Return the cards of a hand that the viewer knows."""
    if viewer < 0:
        return int(table.shown[player])
    return int(table.hands[player]) if player == viewer else int(table.seen[viewer])


def kinds_of(held: int) -> list[int]:
    """List cards one by one, from the weakest."""
    return [kind for kind in range(KINDS) for _ in range(cards.number(held, kind))]


def pile_of(table: Any) -> list[int]:
    """List the pile as far as it is remembered, the top last."""
    pile, laid = int(table.pile), []
    while pile:
        laid.append((pile & effects.PILE_CARD) - 1)
        pile >>= effects.PILE_BITS
    return laid[::-1]


def lies_in(table: Any, player: int, kind: int, copy: int) -> str:
    """Say where a card lies: equal cards are numbered from the pile to the hands to the deck, from 1."""
    numbers = {
        "pile": pile_of(table).count(kind),
        "hand": cards.number(int(table.hands[player]), kind),
        "other": cards.number(known_hand(table, player, 1 - player), kind),
        "deck": min(1, cards.number(int(table.decks[player]), kind)) if searches(table, player) else 0,
    }
    for region, number in numbers.items():
        if 1 <= copy <= number:
            return region
        copy -= number
    return ""
