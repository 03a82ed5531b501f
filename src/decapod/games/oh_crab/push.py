"""Crabs going somewhere: who may enter which space, pushing in chains, and what the spaces entered do."""

from decapod.games.oh_crab import beach, cards
from decapod.games.oh_crab import terms as t

ALL_CRABS = (1 << 8) - 1


def going(box, table, crabs, ways, free, payable):
    """Every way some of these crabs can go, as bits crab * DIRECTIONS + direction (OC-16).

    `free` is 1 when only unoccupied spaces will do; `payable` is how many cards the active player could discard.
    """
    found = 0
    for crab in range(table.crabs):
        if crabs >> crab & 1:
            space = int(table.at[crab])
            for way in range(t.DIRECTIONS):
                if ways >> way & 1:
                    straight = t.STRAIGHT >> way & 1
                    if entry_refusal(box, table, crab, beach.next_to(space, way), straight, free, payable) == 0:
                        found |= 1 << (crab * t.DIRECTIONS + way)
    return found


def entry_refusal(box, table, crab, space, straight, free, payable):
    """Why the active player cannot bring a crab to this space (OC-16, OC-21, OC-22, OC-25).

    Obstacles and rushes stop nobody but the active player's own crab, and not even that when it is pushed.
    """
    kind = beach.kind(box, table, space)
    if kind == t.WALL:
        return t.INACCESSIBLE
    if crab == table.turn and table.reckless == 0 and table.stage != t.PUSH:
        if kind == t.OBSTACLE and payable == 0:
            return t.NO_CARD_FOR_OBSTACLE
        if kind == t.RUSHES and straight:
            return t.RUSHES_FROM_SIDE
    return room_refusal(box, table, crab, space, free)


def room_refusal(box, table, crab, space, free):
    """Whoever stands there must be able to go elsewhere, unless only a free space will do (OC-16, OC-17)."""
    other = beach.crab_on(table, space)
    if other == t.NOBODY or other == crab:
        return 0
    if free:
        return t.OCCUPIED
    pinned = other == table.turn and table.down >> other & 1
    if not pinned and not hemmed_in(box, table, other, crab, ALL_CRABS):
        return 0  # somewhere to go at once: the usual case
    if stuck(box, table, crab) >> other & 1:
        return t.NO_ROOM
    return 0


def stuck(box, table, mover):
    """The crabs that cannot be pushed while `mover` moves: no way to the sea, or only through a stuck crab.

    Nothing the active player does moves their own knocked-over crab (OC-18, OC-19).
    """
    found = 0
    if table.turn != mover:
        found = int(table.down) & 1 << int(table.turn)
    before = -1
    while before != found:
        before = found
        for crab in range(table.crabs):
            candidate = crab != mover and table.at[crab] != t.AWAY and found >> crab & 1 == 0
            if candidate and hemmed_in(box, table, crab, mover, found):
                found |= 1 << crab
    return found


def hemmed_in(box, table, crab, mover, found):
    """Whether every space towards the sea is inaccessible or holds a stuck crab (OC-17)."""
    for way in range(t.AHEAD_LEFT, t.AHEAD_RIGHT + 1):
        space = beach.next_to(int(table.at[crab]), way)
        if beach.kind(box, table, space) != t.WALL:
            other = beach.crab_on(table, space)
            if other == t.NOBODY or other == mover or found >> other & 1 == 0:
                return False
    return True


def enter(box, table, crab, space):
    """Bring a crab to a space; whoever stands there falls and is pushed on next (OC-16 to OC-19, OC-27)."""
    other = beach.crab_on(table, space)
    table.moved = 1
    table.at[crab] = space
    table.chain[table.links] = crab
    table.links += 1
    table.stage = t.SETTLE
    if beach.kind(box, table, space) == t.SEA:
        table.at[crab] = t.AWAY
        table.down &= ~(1 << crab)
    elif other != t.NOBODY:
        table.down |= 1 << other
        table.pushed = other
        table.stage = t.PUSH


def settle(box, table):
    """All push directions are chosen: the spaces take effect, from the last crab pushed to the mover (OC-28)."""
    while table.links > 0 and table.stage == t.SETTLE:
        table.links -= 1
        crab = int(table.chain[table.links])
        table.chain[table.links] = 0
        if crab < table.players and table.at[crab] != t.AWAY:
            take_effect(box, table, crab)


def take_effect(box, table, crab):
    """What a space does to a crab that enters it (OC-22, OC-23, OC-43)."""
    kind = beach.kind(box, table, int(table.at[crab]))
    reckless = crab == table.turn and table.reckless != 0
    if kind == t.SHELLS and table.supply > 0:
        if reckless:
            table.stage = t.OFFER
        else:
            cards.gain_shell(table, crab)
    elif kind == t.OBSTACLE and table.hand[crab] != 0 and not reckless:
        cards.owe(table, 1 << crab)


def swap(table, me, space):
    """Change places with the crab on a space next to one's own: nobody falls, no space takes effect (OC-50)."""
    other = beach.crab_on(table, space)
    table.at[other] = table.at[me]
    table.at[me] = space
    table.moved = 1


def wave_target(box, table, me):
    """Where the wave under a standing crab carries it at the turn's end; AWAY if nowhere (OC-26)."""
    space = int(table.at[me])
    way = beach.kind(box, table, space) - t.WAVES
    if way < 0 or way >= t.DIRECTIONS or table.down >> me & 1:
        return t.AWAY
    target = beach.next_to(space, way)
    if beach.kind(box, table, target) == t.WALL or room_refusal(box, table, me, target, 0) != 0:
        return t.AWAY
    return target
