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


def choices(box, table, ways):
    """Every action that can be begun now, as a bit set of acts; `ways` one's crab can go (OC-12)."""
    me = int(table.turn)
    unused = int(table.unused)
    found = 1 << END
    for action in range(CHEF + 1):
        if unused >> action & 1 and action_refusal(box, table, action, ways) == 0:
            found |= 1 << (USE + action)
    if unused >> SHELL_ACTION & 1 and table.shells[me] > 0:
        for tile in range(SHELL_TILES):
            if shells.tile_refusal(box, table, tile, ways) == 0:
                found |= 1 << (TILE + tile)
    if unused >> HERDING & 1 and herd_refusal(box, table) == 0:
        found |= 1 << HERD
    if shortcuts.path_refusal(box, table) == 0:
        found |= 1 << PATH
    if stay_refusal(box, table) == 0:
        found |= 1 << STAY
    return found


def action_refusal(box, table, action, ways):
    """Why an action of a card placed this turn, or of the chef, cannot be used (OC-12 to OC-14)."""
    if table.unused >> action & 1 == 0:
        return unused_refusal(box, table, action)
    if action == CHEF:
        return icons.icon_refusal(table, DIAGONAL, ways)
    which = action // A_CARD
    part = action % A_CARD
    card = int(table.fresh[which])
    if part == SPECIAL:
        return specials.special_refusal(box, table, int(box.special[card]), which)
    return icons.icon_refusal(table, int(box.main[card]) if part == MAIN else int(table.side[which]), ways)


def unused_refusal(box, table, action):
    """Why an action is not there: used, or never given (OC-9, OC-12, OC-14)."""
    if action == CHEF:
        return USED if table.chef == table.turn else NOT_CHEF
    card = int(table.fresh[action // A_CARD])
    part = action % A_CARD
    if card != NO_CARD:
        if part == SIDE and table.side[action // A_CARD] == NO_CARD:
            return NO_SIDE
        if part == SPECIAL and box.special[card] == NO_SPECIAL:
            return NO_SPECIAL_THERE
        return USED
    return NOT_PLACED


def begin_action(box, table, action):
    """Use an action of a card, or the chef's (OC-12 to OC-14)."""
    table.unused &= ~(1 << action)
    which = action // A_CARD
    if action == CHEF:
        icons.begin_icon(table, DIAGONAL)
    elif action % A_CARD == MAIN:
        icons.begin_icon(table, int(box.main[table.fresh[which]]))
    elif action % A_CARD == SIDE:
        icons.begin_icon(table, int(table.side[which]))
    else:
        specials.begin(box, table, int(box.special[table.fresh[which]]), which)


def stop(table):
    """The rest of an action is let go; nothing of it is left behind (OC-12)."""
    table.stage = ACT
    table.back = ACT
    table.forwards = 0
    table.diagonals = 0
    table.freely = 0
    table.begun = 0
    table.todo = 0
    table.special = 0


# --- the stray --------------------------------------------------------------------------------------------


def herd_refusal(box, table):
    """Why the chef's player cannot move the stray: not theirs to move, moved, gone, or hemmed in (OC-53)."""
    if table.unused >> HERDING & 1 == 0:
        return USED if table.chef == table.turn and table.stray == HERDED_STRAY else NOT_CHEF
    stray = int(table.players)
    if table.at[stray] == AWAY or push.steps_for(box, table, 1 << stray, SEAWARD, 0, 0) == 0:
        return NOTHING_WORKS
    return 0


def begin_herding(table):
    """The stray goes one space towards the sea (OC-53)."""
    table.unused &= ~(1 << HERDING)
    table.stage = LEAD
    table.back = ACT


# --- the end of the turn ----------------------------------------------------------------------------------


def stay_refusal(box, table):
    """Only a reckless crab on a wave can let it pass (OC-26, OC-43)."""
    if table.reckless == 0 or push.wave_target(box, table, int(table.turn)) == AWAY:
        return NO_WAVE
    return 0


def end_turn(box, table):
    """The wave under the active crab carries it once; then the turn is over (OC-26)."""
    me = int(table.turn)
    target = push.wave_target(box, table, me)
    if target == AWAY:
        table.stage = TURN_OVER
    else:
        table.back = TURN_OVER
        push.enter(box, table, me, target)
