"""The six shell actions: one of them a turn, paid with shells."""

from decapod.games.oh_crab import actions, beach, push
from decapod.games.oh_crab import terms as t


def side_of(table, tile):
    """Which side of a shell tile lies up."""
    return int(table.sides) >> tile & 1


def tile_refusal(box, table, tile, ways):
    """Why the active player cannot use a shell tile (OC-15)."""
    me = int(table.turn)
    side = side_of(table, tile)
    if table.unused >> t.SHELL_ACTION & 1 == 0:
        return t.SHELL_ONCE
    if table.shells[me] < box.shell_cost[tile][side]:
        return t.TOO_FEW_SHELLS
    return shell_refusal(box, table, int(box.shell_action[tile][side]), ways)


def shell_refusal(box, table, action, ways):
    """Why a shell action would do nothing (OC-12, OC-47 to OC-52)."""
    me = int(table.turn)
    if action == t.SHELL_SLANT:
        return actions.icon_refusal(table, t.DIAGONAL, ways)
    if action == t.SHELL_FASTER:
        return actions.icon_refusal(table, t.FORWARD, ways)
    if action == t.STILL_STANDING:
        return 0 if table.discard[me] != 0 else t.NOTHING_WORKS
    if action == t.POWER_SNACK:
        return 0 if table.hand[me] != 0 else t.NO_CARD_TO_PAY
    if table.down >> me & 1:
        return t.KNOCKED_OVER
    if action == t.OUT_OF_THE_WAY:
        return 0 if neighbours(table) != 0 else t.NOBODY_THERE
    return 0 if tunnels(box, table, ways) != 0 else t.NOTHING_WORKS


def begin(box, table, tile):
    """Pay the shells and start the action (OC-15, OC-47 to OC-52)."""
    me = int(table.turn)
    side = side_of(table, tile)
    cost = int(box.shell_cost[tile][side])
    action = int(box.shell_action[tile][side])
    table.shells[me] -= cost
    table.supply += cost
    table.unused &= ~(1 << t.SHELL_ACTION)
    if action == t.SHELL_SLANT:
        actions.begin_icon(table, t.DIAGONAL)
    elif action == t.SHELL_FASTER:
        actions.begin_icon(table, t.FORWARD)
    elif action == t.STILL_STANDING:
        table.hand[me] |= table.discard[me]
        table.discard[me] = 0
    elif action == t.POWER_SNACK:
        table.stage = t.SNACK
    elif action == t.OUT_OF_THE_WAY:
        table.stage = t.SWAP
    else:
        table.stage = t.DIG
        table.back = t.ACT


def neighbours(table):
    """The directions in which a crab stands next to the active player's (OC-50)."""
    found = 0
    for way in range(t.DIRECTIONS):
        if beach.crab_on(table, beach.next_to(int(table.at[table.turn]), way)) != t.NOBODY:
            found |= 1 << way
    return found


def tunnels(box, table, ways):
    """Where a tunnel can end: `ways` one's crab can go for one space, the same as LEAP acts for two (OC-52)."""
    me = int(table.turn)
    payable = actions.hand_size(table, me)
    found = ways << me * t.DIRECTIONS
    for way in range(t.DIRECTIONS):
        if leap_refusal(box, table, way, payable) == 0:
            found |= 1 << (t.LEAP + way)
    return found


def leap_end(table, way):
    """The space two steps away in a straight line; the one skipped may be anything, even a hole (OC-52)."""
    between = beach.next_to(int(table.at[table.turn]), way)
    if between % t.WIDTH >= t.COLUMNS:
        return between
    return beach.next_to(between, way)


def leap_refusal(box, table, way, payable):
    """Why a tunnel cannot end two spaces away (OC-25, OC-52)."""
    straight = t.STRAIGHT >> way & 1
    return push.entry_refusal(box, table, int(table.turn), leap_end(table, way), straight, 0, payable)
