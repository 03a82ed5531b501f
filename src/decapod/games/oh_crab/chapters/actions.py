"""The actions of a turn: which can be used, how each begins, the chef's stray, the end of the turn."""

from decapod.games.oh_crab.chapters import icons, push, shells, shortcuts, specials
from decapod.games.oh_crab.state import (
    A_CARD,
    ACT,
    AWAY,
    CHEF,
    DIAGONAL,
    END,
    HERD,
    HERDED_STRAY,
    HERDING,
    LEAD,
    MAIN,
    NO_CARD,
    NO_SIDE,
    NO_SPECIAL,
    NO_SPECIAL_THERE,
    NO_WAVE,
    NOT_CHEF,
    NOT_PLACED,
    NOTHING_WORKS,
    PATH,
    SEAWARD,
    SHELL_ACTION,
    SHELL_TILES,
    SIDE,
    SPECIAL,
    STAY,
    TILE,
    TURN_OVER,
    USE,
    USED,
)


def choices(box, state, ways):
    """Every action that can be begun now, as a bit set of acts; `ways` one's crab can go (OC-12)."""
    me = int(state.turn)
    unused = int(state.unused)
    found = 1 << END
    for action in range(CHEF + 1):
        if unused >> action & 1 and action_refusal(box, state, action, ways) == 0:
            found |= 1 << (USE + action)
    if unused >> SHELL_ACTION & 1 and state.shells[me] > 0:
        for tile in range(SHELL_TILES):
            if shells.tile_refusal(box, state, tile, ways) == 0:
                found |= 1 << (TILE + tile)
    if unused >> HERDING & 1 and herd_refusal(box, state) == 0:
        found |= 1 << HERD
    if shortcuts.path_refusal(box, state) == 0:
        found |= 1 << PATH
    if stay_refusal(box, state) == 0:
        found |= 1 << STAY
    return found


def action_refusal(box, state, action, ways):
    """Why an action of a card placed this turn, or of the chef, cannot be used (OC-12 to OC-14)."""
    if state.unused >> action & 1 == 0:
        return unused_refusal(box, state, action)
    if action == CHEF:
        return icons.icon_refusal(state, DIAGONAL, ways)
    which = action // A_CARD
    part = action % A_CARD
    card = int(state.fresh[which])
    if part == SPECIAL:
        return specials.special_refusal(box, state, int(box.special[card]), which)
    return icons.icon_refusal(state, int(box.main[card]) if part == MAIN else int(state.side[which]), ways)


def unused_refusal(box, state, action):
    """Why an action is not there: used, or never given (OC-9, OC-12, OC-14)."""
    if action == CHEF:
        return USED if state.chef == state.turn else NOT_CHEF
    card = int(state.fresh[action // A_CARD])
    part = action % A_CARD
    if card != NO_CARD:
        if part == SIDE and state.side[action // A_CARD] == NO_CARD:
            return NO_SIDE
        if part == SPECIAL and box.special[card] == NO_SPECIAL:
            return NO_SPECIAL_THERE
        return USED
    return NOT_PLACED


def begin_action(box, state, action):
    """Use an action of a card, or the chef's (OC-12 to OC-14)."""
    state.unused &= ~(1 << action)
    which = action // A_CARD
    if action == CHEF:
        icons.begin_icon(state, DIAGONAL)
    elif action % A_CARD == MAIN:
        icons.begin_icon(state, int(box.main[state.fresh[which]]))
    elif action % A_CARD == SIDE:
        icons.begin_icon(state, int(state.side[which]))
    else:
        specials.begin(box, state, int(box.special[state.fresh[which]]), which)


def stop(state):
    """The rest of an action is let go; nothing of it is left behind (OC-12)."""
    state.stage = ACT
    state.back = ACT
    state.forwards = 0
    state.diagonals = 0
    state.freely = 0
    state.begun = 0
    state.todo = 0
    state.special = 0


# --- the stray --------------------------------------------------------------------------------------------


def herd_refusal(box, state):
    """Why the chef's player cannot move the stray: not theirs to move, moved, gone, or hemmed in (OC-53)."""
    if state.unused >> HERDING & 1 == 0:
        return USED if state.chef == state.turn and state.stray == HERDED_STRAY else NOT_CHEF
    stray = int(state.players)
    if state.at[stray] == AWAY or push.steps_for(box, state, 1 << stray, SEAWARD, 0, 0) == 0:
        return NOTHING_WORKS
    return 0


def begin_herding(state):
    """The stray goes one space towards the sea (OC-53)."""
    state.unused &= ~(1 << HERDING)
    state.stage = LEAD
    state.back = ACT


# --- the end of the turn ----------------------------------------------------------------------------------


def stay_refusal(box, state):
    """Only a reckless crab on a wave can let it pass (OC-26, OC-43)."""
    if state.reckless == 0 or push.wave_target(box, state, int(state.turn)) == AWAY:
        return NO_WAVE
    return 0


def end_turn(box, state):
    """The wave under the active crab carries it once; then the turn is over (OC-26)."""
    me = int(state.turn)
    target = push.wave_target(box, state, me)
    if target == AWAY:
        state.stage = TURN_OVER
    else:
        state.back = TURN_OVER
        push.enter(box, state, me, target)
