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


def icon_refusal(state, icon, ways):
    """Why an icon is of no use now; on its back a crab can give any move up to stand (OC-12, OC-13, OC-20)."""
    if icon == SHELL:
        return SUPPLY_EMPTY if state.supply == 0 else 0
    if state.down >> int(state.turn) & 1:
        return 0
    return 0 if ways & ways_of(icon) else NOTHING_WORKS


def begin_icon(state, icon):
    """Take a shell; or get up instead of moving; or step (OC-13, OC-20)."""
    me = int(state.turn)
    state.stage = ACT
    if icon == SHELL:
        cards.gain_shell(state, me)
    elif state.down >> me & 1:
        state.down &= ~(1 << me)
    else:
        state.forwards = icon == FORWARD
        state.diagonals = icon == DIAGONAL
        state.freely = icon == ANY
        begin_steps(state)


def begin_steps(state):
    """The moves this action gives are set: ask for the first."""
    state.stage = STEP
    state.back = STEP
    state.begun = 0


def step_ways(state):
    """The directions the moves still to be made allow."""
    ways = 0
    if state.forwards > 0:
        ways = ways_of(FORWARD)
    if state.diagonals > 0:
        ways |= ways_of(DIAGONAL)
    if state.freely > 0:
        ways = ways_of(ANY)
    return ways


def count_step(state, way):
    """One of the moves of this action is made, or given up to stand."""
    state.begun = 1
    if state.freely > 0:
        state.freely = 0
    elif way == AHEAD:
        state.forwards -= 1
    else:
        state.diagonals -= 1
