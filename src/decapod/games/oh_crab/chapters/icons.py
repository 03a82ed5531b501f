"""Icons: a shell, or steps of one's own crab; on its back, a crab gives a step up to stand (OC-13, OC-20)."""

from decapod.games.oh_crab.chapters import cards
from decapod.games.oh_crab.state import (
    ACT,
    AHEAD,
    ANY,
    DIAGONAL,
    FORWARD,
    ICON_WAYS,
    NOTHING_WORKS,
    SEAWARD,
    SHELL,
    STEP,
    SUPPLY_EMPTY,
)


def ways_of(icon):
    """The directions an icon lets a crab step: ahead, diagonally, any of the three (OC-13)."""
    return ICON_WAYS >> icon * 4 & SEAWARD


def icon_refusal(table, icon, ways):
    """Why an icon is of no use now; on its back a crab can give any move up to stand (OC-12, OC-13, OC-20)."""
    if icon == SHELL:
        return SUPPLY_EMPTY if table.supply == 0 else 0
    if table.down >> int(table.turn) & 1:
        return 0
    return 0 if ways & ways_of(icon) else NOTHING_WORKS


def begin_icon(table, icon):
    """Take a shell; or get up instead of moving; or step (OC-13, OC-20)."""
    me = int(table.turn)
    table.stage = ACT
    if icon == SHELL:
        cards.gain_shell(table, me)
    elif table.down >> me & 1:
        table.down &= ~(1 << me)
    else:
        table.forwards = icon == FORWARD
        table.diagonals = icon == DIAGONAL
        table.freely = icon == ANY
        begin_steps(table)


def begin_steps(table):
    """The moves this action gives are set: ask for the first."""
    table.stage = STEP
    table.back = STEP
    table.begun = 0


def step_ways(table):
    """The directions the moves still to be made allow."""
    ways = 0
    if table.forwards > 0:
        ways = ways_of(FORWARD)
    if table.diagonals > 0:
        ways |= ways_of(DIAGONAL)
    if table.freely > 0:
        ways = ways_of(ANY)
    return ways


def count_step(table, way):
    """One of the moves of this action is made, or given up to stand."""
    table.begun = 1
    if table.freely > 0:
        table.freely = 0
    elif way == AHEAD:
        table.forwards -= 1
    else:
        table.diagonals -= 1
