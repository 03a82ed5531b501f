"""The six shell actions: one of them a turn, paid with shells."""

from decapod.games.oh_crab.chapters import beach, cards, icons, push
from decapod.games.oh_crab.state import (
    ACT,
    COLUMNS,
    DIAGONAL,
    DIG,
    DIRECTIONS,
    FORWARD,
    KNOCKED_OVER,
    LEAP,
    NO_CARD_TO_PAY,
    NOBODY,
    NOBODY_THERE,
    NOTHING_WORKS,
    OUT_OF_THE_WAY,
    POWER_SNACK,
    SHELL_ACTION,
    SHELL_FASTER,
    SHELL_ONCE,
    SHELL_SLANT,
    SNACK,
    STILL_STANDING,
    STRAIGHT,
    SWAP,
    TOO_FEW_SHELLS,
    WIDTH,
)


def side_of(state, tile):
    """Which side of a shell tile lies up."""
    return int(state.sides) >> tile & 1


def tile_refusal(box, state, tile, ways):
    """Why the active player cannot use a shell tile (OC-15)."""
    me = int(state.turn)
    side = side_of(state, tile)
    if state.unused >> SHELL_ACTION & 1 == 0:
        return SHELL_ONCE
    if state.shells[me] < box.shell_cost[tile][side]:
        return TOO_FEW_SHELLS
    return shell_refusal(box, state, int(box.shell_action[tile][side]), ways)


def shell_refusal(box, state, action, ways):
    """Why a shell action would do nothing (OC-12, OC-47 to OC-52)."""
    me = int(state.turn)
    if action == SHELL_SLANT:
        return icons.icon_refusal(state, DIAGONAL, ways)
    if action == SHELL_FASTER:
        return icons.icon_refusal(state, FORWARD, ways)
    if action == STILL_STANDING:
        return 0 if state.discard[me] != 0 else NOTHING_WORKS
    if action == POWER_SNACK:
        return 0 if state.hand[me] != 0 else NO_CARD_TO_PAY
    if state.down >> me & 1:
        return KNOCKED_OVER
    if action == OUT_OF_THE_WAY:
        return 0 if neighbour_ways(state) != 0 else NOBODY_THERE
    return 0 if tunnel_acts(box, state, ways) != 0 else NOTHING_WORKS


def begin(box, state, tile):
    """Pay the shells and start the action (OC-15, OC-47 to OC-52)."""
    me = int(state.turn)
    side = side_of(state, tile)
    cost = int(box.shell_cost[tile][side])
    action = int(box.shell_action[tile][side])
    state.shells[me] -= cost
    state.supply += cost
    state.unused &= ~(1 << SHELL_ACTION)
    if action == SHELL_SLANT:
        icons.begin_icon(state, DIAGONAL)
    elif action == SHELL_FASTER:
        icons.begin_icon(state, FORWARD)
    elif action == STILL_STANDING:
        state.hand[me] |= state.discard[me]
        state.discard[me] = 0
    elif action == POWER_SNACK:
        state.stage = SNACK
    elif action == OUT_OF_THE_WAY:
        state.stage = SWAP
    else:
        state.stage = DIG
        state.back = ACT


def neighbour_ways(state):
    """The directions in which a crab stands next to the active player's (OC-50)."""
    found = 0
    for way in range(DIRECTIONS):
        if beach.crab_on(state, beach.next_to(int(state.at[state.turn]), way)) != NOBODY:
            found |= 1 << way
    return found


def tunnel_acts(box, state, ways):
    """Where a tunnel can end: `ways` one's crab can go for one space, the same as LEAP acts for two (OC-52)."""
    me = int(state.turn)
    payable = cards.hand_size(state, me)
    found = ways << me * DIRECTIONS
    for way in range(DIRECTIONS):
        if leap_refusal(box, state, way, payable) == 0:
            found |= 1 << (LEAP + way)
    return found


def leap_end(state, way):
    """The space two steps away in a straight line; the one skipped may be anything, even a hole (OC-52)."""
    between = beach.next_to(int(state.at[state.turn]), way)
    if between % WIDTH >= COLUMNS:
        return between
    return beach.next_to(between, way)


def leap_refusal(box, state, way, payable):
    """Why a tunnel cannot end two spaces away (OC-25, OC-52)."""
    straight = STRAIGHT >> way & 1
    return push.entry_refusal(box, state, int(state.turn), leap_end(state, way), straight, 0, payable)
