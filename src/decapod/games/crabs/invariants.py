"""What is true of every table of Crabs!."""

from __future__ import annotations

from typing import Any

from decapod.games.crabs.chapters.cards import count_of, list_kinds, one, total_of
from decapod.games.crabs.notation import write_card
from decapod.games.crabs.state import COPIES, KINDS, NIBBLE, list_objectives, value_of


def violations(box: Any, table: Any) -> list[str]:
    """Say what is wrong with a table: cards lost or doubled, points or knowledge that do not fit the cards."""
    found: list[str] = []
    places = [table.pool, table.pile, table.haul, *table.hand, *table.upright, *table.turned]
    rope = one(int(table.rope) - 1) if table.rope else 0
    for kind in range(KINDS):
        cards = sum(count_of(int(place), kind) for place in places) + count_of(rope, kind)
        if cards != count_of(int(box.cards), kind):
            found.append(f"there are {cards} cards {write_card(kind)}")
    if any(not 0 <= int(place) < 1 << NIBBLE * KINDS for place in places):
        found.append(f"a place has more than {COPIES} cards of a kind, or fewer than none")
    for player in range(table.players):
        held = int(table.hand[player]) + (rope if player == table.turn else 0)
        if any(count_of(int(table.known[player]), kind) > count_of(held, kind) for kind in range(KINDS)):
            found.append(f"player {player} is known to hold cards that are not there")
        if count_points(box, table, player) != table.score[player]:
            found.append(f"player {player} has other points than the score says")
    objectives = [
        int(table.deck),
        *(int(claims) for claims in table.claims),
        *(1 << int(n) - 1 for n in table.slots if n),
    ]
    whole = (1 << int(box.objectives)) - 1
    if sum(objectives) != whole or any(place & ~whole for place in objectives):
        found.append("an objective is lost or doubled")
    return found


def count_points(box: Any, table: Any, player: int) -> int:
    """Count a player's points from what lies there; a claim being paid for is paid bit by bit (CR-31, CR-32)."""
    upright, turned = int(table.upright[player]), int(table.turned[player])
    golden = sum(count_of(upright, kind) + count_of(turned, kind) for kind in range(1, KINDS, 2))
    claims = sum(int(box.pays[objective]) for objective in list_objectives(int(table.claims[player])))
    worth = total_of(upright) + sum(int(box.turned[value_of(kind)]) for kind in list_kinds(turned)) + golden
    return worth + claims + int(box.stars[int(table.gear[player])])
