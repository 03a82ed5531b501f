"""Crabs going somewhere in the action under way: which of them, which ways, to which spaces (OC-16)."""

from decapod.games.oh_crab.chapters import beach, cards, icons, push, shells, specials
from decapod.games.oh_crab.state import (
    ACT,
    ALL_WAYS,
    ASKS_EACH,
    ASKS_USE,
    ASKS_WAY,
    COLUMN,
    DIG,
    DIRECTIONS,
    GULL,
    KNOCKED_OVER,
    LANDWARD,
    LEAD,
    LEAP,
    LEFT,
    LETS_STOP,
    NOBODY_THERE,
    OTHER_CRAB,
    OTHER_WAY,
    PUSH,
    RIGHT,
    SEAWARD,
    SHOVE,
    STEP,
    STOP,
    STRAIGHT,
    SWAP,
    TO_THE_SEA,
    WIDTH,
)


def movers(state):
    """The crabs that can be chosen to go in the action under way, as a bit set."""
    stage = int(state.stage)
    me = int(state.turn)
    if stage == PUSH:
        return 1 << int(state.pushed)
    if ASKS_EACH >> stage & 1:
        return int(state.todo)
    if stage == SHOVE:
        return specials.other_crabs(state)
    if stage == LEAD:
        return 1 << int(state.players)
    return 1 << me & ~int(state.down)


def open_ways(state):
    """The directions the action under way allows, as a bit set."""
    stage = int(state.stage)
    if stage == STEP:
        return icons.step_ways(state)
    if TO_THE_SEA >> stage & 1:
        return SEAWARD
    if stage == GULL:
        return LANDWARD
    if stage == SHOVE:
        return int(state.shove_ways)
    return ALL_WAYS


def free_only(state):
    """1 where only unoccupied spaces will do (OC-45, OC-46)."""
    return ASKS_EACH >> int(state.stage) & 1


def find_steps(box, state):
    """Who can go where, asked once a move: the crabs of the action under way, or one's own before an action (OC-16).

    Bits crab * DIRECTIONS + direction, as `push.steps_for` has them.
    """
    stage = int(state.stage)
    me = int(state.turn)
    crabs = 0
    if ASKS_USE >> stage & 1:
        crabs = 1 << me
    elif ASKS_WAY >> stage & 1 and stage != SWAP:
        crabs = movers(state)
    return push.steps_for(box, state, crabs, open_ways(state), free_only(state), cards.hand_size(state, me))


def choices(box, state, steps):
    """Which crab can go where in the action under way, and whether one may stop, as a bit set of acts."""
    stage = int(state.stage)
    me = int(state.turn)
    if stage == SWAP:
        return shells.neighbour_ways(state) << me * DIRECTIONS
    if stage == DIG:
        return shells.tunnel_acts(box, state, steps >> me * DIRECTIONS)
    found = steps
    if state.begun and LETS_STOP >> stage & 1:
        found |= 1 << STOP
    if stage == STEP and state.down >> me & 1:
        if state.forwards > 0:
            found |= 1 << LEFT
        if state.diagonals > 0:
            found |= 1 << RIGHT
    return found


def illegal_reason(box, state, crab, way):
    """Why a crab cannot go this way in the action under way, which is one in which a crab goes."""
    me = int(state.turn)
    if movers(state) >> crab & 1 == 0:
        return KNOCKED_OVER if crab == me and state.down >> me & 1 else OTHER_CRAB
    if open_ways(state) >> way & 1 == 0:
        return OTHER_WAY
    if state.stage == SWAP:
        return NOBODY_THERE
    space = beach.next_to(int(state.at[crab]), way)
    straight = STRAIGHT >> way & 1
    return push.entry_refusal(box, state, crab, space, straight, free_only(state), cards.hand_size(state, me))


def go(box, state, player, act):
    """A crab goes one space, or leaps two through the tunnel, or jumps to a column (OC-16, OC-41, OC-52)."""
    stage = int(state.stage)
    crab = player
    space = int(state.at[player])
    if act < LEAP:
        crab = act // DIRECTIONS
        way = act % DIRECTIONS
        space = beach.next_to(int(state.at[crab]), way)
        if stage == STEP:
            icons.count_step(state, way)
    elif act < COLUMN:
        space = shells.leap_end(state, act - LEAP)
    else:
        space = space - space % WIDTH + act - COLUMN
    if ASKS_EACH >> stage & 1:
        state.todo &= ~(1 << crab)
        state.begun = 1
    if stage == SWAP:
        push.swap(state, player, space)
        state.stage = ACT
    else:
        push.enter(box, state, crab, space)
