"""What is true of every table of Crabs!."""

from __future__ import annotations

from typing import Any

from decapod.games.crabs.chapters.cards import by_value, count_of, cover, one, reaches, size_of, total_of
from decapod.games.crabs.chapters.choices import debt_cards, debt_value
from decapod.games.crabs.notation import count_points, write_card
from decapod.games.crabs.state import (
    BARTERING,
    BINDING,
    CATCHING,
    COPIES,
    DISCARDING,
    KINDS,
    NIBBLE,
    PAYING,
    PHASE_NAMES,
    RAISING,
    RELAXING,
    RETAKING,
    TRADING,
    UPGRADING,
)


def violations(box: Any, state: Any) -> list[str]:
    """Say what is wrong with a table: cards lost or doubled, points or knowledge that do not fit the cards."""
    found: list[str] = []
    places = [state.pool, state.pile, state.haul, *state.hand, *state.upright, *state.turned]
    rope = one(int(state.rope) - 1) if state.rope else 0
    for kind in range(KINDS):
        cards = sum(count_of(int(place), kind) for place in places) + count_of(rope, kind)
        if cards != count_of(int(box.cards), kind):
            found.append(f"there are {cards} cards {write_card(kind)}")
    if any(not 0 <= int(place) < 1 << NIBBLE * KINDS for place in places):
        found.append(f"a place has more than {COPIES} cards of a kind, or fewer than none")
    for player in range(state.players):
        held = int(state.hand[player]) + (rope if player == state.turn else 0)
        if any(count_of(int(state.known[player]), kind) > count_of(held, kind) for kind in range(KINDS)):
            found.append(f"player {player} is known to hold cards that are not there")
        if count_points(box, state, player) != state.score[player]:
            found.append(f"player {player} has other points than the score says")
    objectives = [
        int(state.deck),
        *(int(claims) for claims in state.claims),
        *(1 << int(n) - 1 for n in state.slots if n),
    ]
    whole = (1 << int(box.objectives)) - 1
    if sum(objectives) != whole or any(place & ~whole for place in objectives):
        found.append("an objective is lost or doubled")
    return found if state.ending else [*found, *phase_violations(box, state)]


def phase_violations(box: Any, state: Any) -> list[str]:
    """Say what is due that cannot be done in this phase, and what lies there that belongs to another."""
    phase, player = int(state.phase), int(state.turn)
    due, total = int(state.due), int(state.total)
    hand, pool, turned = int(state.hand[player]), int(state.pool), int(state.turned[player])
    most = {
        CATCHING: min(int(box.catch), size_of(pool) + size_of(int(state.pile))),
        RETAKING: size_of(pool),
        BARTERING: total_of(pool),
        UPGRADING: size_of(hand),
        RELAXING: min(int(box.relax), size_of(turned)),
        DISCARDING: size_of(hand) - int(box.limit),
    }
    found: list[str] = []
    if not 1 <= due <= most.get(phase, 1) or (phase == DISCARDING and due != most[DISCARDING]):
        found.append(f"{due} cannot be due while {PHASE_NAMES[phase]}")
    if phase == BARTERING and not reaches(1 << due, by_value(pool)):
        found.append(f"no cards of the pool make {due}")
    if phase == TRADING and not reaches(1 << total, by_value(pool)):
        found.append(f"no cards of the pool make {total}")
    if phase == RAISING and total > size_of(pool):
        found.append("more cards were given than the pool has")
    if phase == UPGRADING and (state.gear[player] >= box.gears or due > box.cost[state.gear[player] + 1]):
        found.append("there is no such gear card to move to")
    if phase == BINDING and total != total_of(int(state.haul)):
        found.append("the crabs shown have another total")
    if phase not in (RAISING, TRADING, RETAKING, BARTERING, BINDING, RELAXING) and total:
        found.append(f"there is no total while {PHASE_NAMES[phase]}")
    if bool(state.rope) != (phase == BINDING) or (state.haul and phase != BINDING):
        found.append("a rope lies only in a bind, and so do crabs")
    if bool(state.debt) != (phase == PAYING) or (state.debt and not leaves_choice(state, player)):
        found.append("a debt is there exactly while there is a choice how to pay it")
    return found


def leaves_choice(state: Any, player: int) -> bool:
    """Tell whether what is owed can be paid, and its lowest value with plain or with golden crabs (CR-27)."""
    upright, value = int(state.upright[player]), debt_value(state)
    plain, golden = count_of(upright, 2 * value - 2), count_of(upright, 2 * value - 1)
    covered = cover(by_value(upright), int(state.debt))
    return covered and plain > 0 and golden > 0 and plain + golden > debt_cards(state, value)
