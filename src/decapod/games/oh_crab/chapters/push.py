"""Crabs going somewhere: who may enter which space, pushing in chains, and what the spaces entered do."""

from decapod.games.oh_crab.chapters import beach, cards
from decapod.games.oh_crab.state import (
    AHEAD_LEFT,
    AHEAD_RIGHT,
    AWAY,
    DIRECTIONS,
    INACCESSIBLE,
    NO_CARD_FOR_OBSTACLE,
    NO_ROOM,
    NOBODY,
    OBSTACLE,
    OCCUPIED,
    OFFER,
    PUSH,
    RUSHES,
    RUSHES_FROM_SIDE,
    SEA,
    SETTLE,
    SHELLS,
    STRAIGHT,
    WALL,
    WAVES,
)

ALL_CRABS = (1 << 8) - 1


def steps_for(box, state, crabs, ways, free, payable):
    """Every way some of these crabs can go, as bits crab * DIRECTIONS + direction (OC-16).

    `free` is 1 when only unoccupied spaces will do; `payable` is how many cards the active player could discard.
    """
    found = 0
    for crab in range(state.crabs):
        if crabs >> crab & 1:
            space = int(state.at[crab])
            for way in range(DIRECTIONS):
                if ways >> way & 1:
                    straight = STRAIGHT >> way & 1
                    if entry_refusal(box, state, crab, beach.next_to(space, way), straight, free, payable) == 0:
                        found |= 1 << (crab * DIRECTIONS + way)
    return found


def entry_refusal(box, state, crab, space, straight, free, payable):
    """Why the active player cannot bring a crab to this space (OC-16, OC-21, OC-22, OC-25).

    Obstacles and rushes stop nobody but the active player's own crab, and not even that when it is pushed.
    """
    kind = beach.kind(box, state, space)
    if kind == WALL:
        return INACCESSIBLE
    if crab == state.turn and state.reckless == 0 and state.stage != PUSH:
        if kind == OBSTACLE and payable == 0:
            return NO_CARD_FOR_OBSTACLE
        if kind == RUSHES and straight:
            return RUSHES_FROM_SIDE
    return room_refusal(box, state, crab, space, free)


def room_refusal(box, state, crab, space, free):
    """Whoever stands there must be able to go elsewhere, unless only a free space will do (OC-16, OC-17)."""
    other = beach.crab_on(state, space)
    if other == crab:
        return 0
    if other == NOBODY:
        return 0
    if free:
        return OCCUPIED
    pinned = other == state.turn and state.down >> other & 1
    if not pinned and not is_hemmed_in(box, state, other, crab, ALL_CRABS):
        return 0  # somewhere to go at once: the usual case
    if stuck_crabs(box, state, crab) >> other & 1:
        return NO_ROOM
    return 0


def stuck_crabs(box, state, mover):
    """The crabs that cannot be pushed while `mover` moves: no way to the sea, or only through a stuck crab.

    Nothing the active player does moves their own knocked-over crab (OC-18, OC-19).
    """
    found = 0
    if state.turn != mover:
        found = int(state.down) & 1 << int(state.turn)
    before = -1
    while before != found:
        before = found
        for crab in range(state.crabs):
            candidate = crab != mover and state.at[crab] != AWAY and found >> crab & 1 == 0
            if candidate and is_hemmed_in(box, state, crab, mover, found):
                found |= 1 << crab
    return found


def is_hemmed_in(box, state, crab, mover, stuck):
    """Whether every space towards the sea is inaccessible or holds one of the crabs that are `stuck` (OC-17)."""
    for way in range(AHEAD_LEFT, AHEAD_RIGHT + 1):
        space = beach.next_to(int(state.at[crab]), way)
        if beach.kind(box, state, space) != WALL:
            other = beach.crab_on(state, space)
            is_blocked = other != NOBODY and other != mover and stuck >> other & 1 == 1
            if not is_blocked:
                return False
    return True


def enter(box, state, crab, space):
    """Bring a crab to a space; whoever stands there falls and is pushed on next (OC-16 to OC-19, OC-27)."""
    other = beach.crab_on(state, space)
    state.moved = 1
    state.at[crab] = space
    state.chain[state.links] = crab
    state.links += 1
    state.stage = SETTLE
    if beach.kind(box, state, space) == SEA:
        state.at[crab] = AWAY
        state.landed[crab] = space
        state.down &= ~(1 << crab)
    elif other != NOBODY:
        state.down |= 1 << other
        state.pushed = other
        state.stage = PUSH


def settle(box, state):
    """All push directions are chosen: the spaces take effect, from the last crab pushed to the mover (OC-28)."""
    while state.links > 0 and state.stage == SETTLE:
        state.links -= 1
        crab = int(state.chain[state.links])
        state.chain[state.links] = 0
        if crab < state.players and state.at[crab] != AWAY:
            take_effect(box, state, crab)


def take_effect(box, state, crab):
    """What a space does to a crab that enters it (OC-22, OC-23, OC-43)."""
    kind = beach.kind(box, state, int(state.at[crab]))
    reckless = crab == state.turn and state.reckless != 0
    if kind == SHELLS and state.supply > 0:
        if reckless:
            state.stage = OFFER
        else:
            cards.gain_shell(state, crab)
    elif kind == OBSTACLE and state.hand[crab] != 0 and not reckless:
        cards.demand_discards(state, 1 << crab)


def swap(state, me, space):
    """Change places with the crab on a space next to one's own: nobody falls, no space takes effect (OC-50)."""
    other = beach.crab_on(state, space)
    state.at[other] = state.at[me]
    state.at[me] = space
    state.moved = 1


def wave_target(box, state, me):
    """Where the wave under a standing crab carries it at the turn's end; AWAY if nowhere (OC-26)."""
    space = int(state.at[me])
    way = beach.kind(box, state, space) - WAVES
    if way < 0 or way >= DIRECTIONS or state.down >> me & 1:
        return AWAY
    target = beach.next_to(space, way)
    if beach.kind(box, state, target) == WALL or room_refusal(box, state, me, target, 0) != 0:
        return AWAY
    return target
