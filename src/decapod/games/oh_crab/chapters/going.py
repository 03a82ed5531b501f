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


def movers(table):
    """The crabs that can be chosen to go in the action under way, as a bit set."""
    stage = int(table.stage)
    me = int(table.turn)
    if stage == PUSH:
        return 1 << int(table.pushed)
    if ASKS_EACH >> stage & 1:
        return int(table.todo)
    if stage == SHOVE:
        return specials.other_crabs(table)
    if stage == LEAD:
        return 1 << int(table.players)
    return 1 << me & ~int(table.down)


def open_ways(table):
    """The directions the action under way allows, as a bit set."""
    stage = int(table.stage)
    if stage == STEP:
        return icons.step_ways(table)
    if TO_THE_SEA >> stage & 1:
        return SEAWARD
    if stage == GULL:
        return LANDWARD
    if stage == SHOVE:
        return int(table.shove_ways)
    return ALL_WAYS


def free_only(table):
    """1 where only unoccupied spaces will do (OC-45, OC-46)."""
    return ASKS_EACH >> int(table.stage) & 1


def find_steps(box, table):
    """Who can go where, asked once a move: the crabs of the action under way, or one's own before an action (OC-16).

    Bits crab * DIRECTIONS + direction, as `push.steps_for` has them.
    """
    stage = int(table.stage)
    me = int(table.turn)
    crabs = 0
    if ASKS_USE >> stage & 1:
        crabs = 1 << me
    elif ASKS_WAY >> stage & 1 and stage != SWAP:
        crabs = movers(table)
    return push.steps_for(box, table, crabs, open_ways(table), free_only(table), cards.hand_size(table, me))


def choices(box, table, steps):
    """Which crab can go where in the action under way, and whether one may stop, as a bit set of acts."""
    stage = int(table.stage)
    me = int(table.turn)
    if stage == SWAP:
        return shells.neighbour_ways(table) << me * DIRECTIONS
    if stage == DIG:
        return shells.tunnel_acts(box, table, steps >> me * DIRECTIONS)
    found = steps
    if table.begun and LETS_STOP >> stage & 1:
        found |= 1 << STOP
    if stage == STEP and table.down >> me & 1:
        if table.forwards > 0:
            found |= 1 << LEFT
        if table.diagonals > 0:
            found |= 1 << RIGHT
    return found


def refusal(box, table, crab, way):
    """Why a crab cannot go this way in the action under way, which is one in which a crab goes."""
    me = int(table.turn)
    if movers(table) >> crab & 1 == 0:
        return KNOCKED_OVER if crab == me and table.down >> me & 1 else OTHER_CRAB
    if open_ways(table) >> way & 1 == 0:
        return OTHER_WAY
    if table.stage == SWAP:
        return NOBODY_THERE
    space = beach.next_to(int(table.at[crab]), way)
    straight = STRAIGHT >> way & 1
    return push.entry_refusal(box, table, crab, space, straight, free_only(table), cards.hand_size(table, me))


def go(box, table, player, act):
    """A crab goes one space, or leaps two through the tunnel, or jumps to a column (OC-16, OC-41, OC-52)."""
    stage = int(table.stage)
    crab = player
    space = int(table.at[player])
    if act < LEAP:
        crab = act // DIRECTIONS
        way = act % DIRECTIONS
        space = beach.next_to(int(table.at[crab]), way)
        if stage == STEP:
            icons.count_step(table, way)
    elif act < COLUMN:
        space = shells.leap_end(table, act - LEAP)
    else:
        space = space - space % WIDTH + act - COLUMN
    if ASKS_EACH >> stage & 1:
        table.todo &= ~(1 << crab)
        table.begun = 1
    if stage == SWAP:
        push.swap(table, player, space)
        table.stage = ACT
    else:
        push.enter(box, table, crab, space)
