"""The actions of a turn: which can be used, how each begins, the steps of one's own crab, shortcuts."""

from decapod.engine import bits
from decapod.games.oh_crab import beach, cards, push, shells, specials
from decapod.games.oh_crab import terms as t


def ways_of(icon):
    """The directions an icon lets a crab step: ahead, diagonally, any of the three (OC-13)."""
    return t.ICON_WAYS >> icon * 4 & t.SEAWARD


def hand_size(table, player):
    """How many cards a player holds; a planned card is not in hand (OC-6)."""
    return bits.count(int(table.hand[player]))


def icon_refusal(table, icon, ways):
    """Why an icon is of no use now; on its back a crab can give any move up to stand (OC-12, OC-13, OC-20)."""
    if icon == t.SHELL:
        return t.SUPPLY_EMPTY if table.supply == 0 else 0
    if table.down >> int(table.turn) & 1:
        return 0
    return 0 if ways & ways_of(icon) else t.NOTHING_WORKS


def choices(box, table, ways):
    """Every action that can be begun now, as a bit set of acts; `ways` one's crab can go (OC-12)."""
    me = int(table.turn)
    unused = int(table.unused)
    found = 1 << t.END
    for action in range(t.CHEF + 1):
        if unused >> action & 1 and action_refusal(box, table, action, ways) == 0:
            found |= 1 << (t.USE + action)
    if unused >> t.SHELL_ACTION & 1 and table.shells[me] > 0:
        for tile in range(t.SHELL_TILES):
            if shells.tile_refusal(box, table, tile, ways) == 0:
                found |= 1 << (t.TILE + tile)
    if unused >> t.HERDING & 1 and herd_refusal(box, table) == 0:
        found |= 1 << t.HERD
    if path_refusal(box, table) == 0:
        found |= 1 << t.PATH
    if stay_refusal(box, table) == 0:
        found |= 1 << t.STAY
    return found


def action_refusal(box, table, action, ways):
    """Why an action of a card placed this turn, or of the chef, cannot be used (OC-12 to OC-14)."""
    if table.unused >> action & 1 == 0:
        return unused_refusal(box, table, action)
    if action == t.CHEF:
        return icon_refusal(table, t.DIAGONAL, ways)
    which = action // t.A_CARD
    part = action % t.A_CARD
    card = int(table.fresh[which])
    if part == t.SPECIAL:
        return specials.special_refusal(box, table, int(box.special[card]), which)
    return icon_refusal(table, int(box.main[card]) if part == t.MAIN else int(table.side[which]), ways)


def unused_refusal(box, table, action):
    """Why an action is not there: used, or never given (OC-9, OC-12, OC-14)."""
    if action == t.CHEF:
        return t.USED if table.chef == table.turn else t.NOT_CHEF
    card = int(table.fresh[action // t.A_CARD])
    part = action % t.A_CARD
    if card != t.NO_CARD:
        if part == t.SIDE and table.side[action // t.A_CARD] == t.NO_CARD:
            return t.NO_SIDE
        if part == t.SPECIAL and box.special[card] == t.NO_SPECIAL:
            return t.NO_SPECIAL_THERE
        return t.USED
    return t.NOT_PLACED


def begin_action(box, table, action):
    """Use an action of a card, or the chef's (OC-12 to OC-14)."""
    table.unused &= ~(1 << action)
    which = action // t.A_CARD
    if action == t.CHEF:
        begin_icon(table, t.DIAGONAL)
    elif action % t.A_CARD == t.MAIN:
        begin_icon(table, int(box.main[table.fresh[which]]))
    elif action % t.A_CARD == t.SIDE:
        begin_icon(table, int(table.side[which]))
    else:
        specials.begin(box, table, int(box.special[table.fresh[which]]), which)


def begin_icon(table, icon):
    """Take a shell; or get up instead of moving; or step (OC-13, OC-20)."""
    me = int(table.turn)
    table.stage = t.ACT
    if icon == t.SHELL:
        cards.gain_shell(table, me)
    elif table.down >> me & 1:
        table.down &= ~(1 << me)
    else:
        table.forwards = icon == t.FORWARD
        table.diagonals = icon == t.DIAGONAL
        table.freely = icon == t.ANY
        begin_steps(table)


def begin_steps(table):
    """The moves this action gives are set: ask for the first."""
    table.stage = t.STEP
    table.back = t.STEP
    table.begun = 0


def step_ways(table):
    """The directions the moves still to be made allow."""
    ways = 0
    if table.forwards > 0:
        ways = ways_of(t.FORWARD)
    if table.diagonals > 0:
        ways |= ways_of(t.DIAGONAL)
    if table.freely > 0:
        ways = ways_of(t.ANY)
    return ways


def count_step(table, way):
    """One of the moves of this action is made, or given up to stand."""
    table.begun = 1
    if table.freely > 0:
        table.freely = 0
    elif way == t.AHEAD:
        table.forwards -= 1
    else:
        table.diagonals -= 1


def stop(table):
    """The rest of an action is let go; nothing of it is left behind (OC-12)."""
    table.stage = t.ACT
    table.back = t.ACT
    table.forwards = 0
    table.diagonals = 0
    table.freely = 0
    table.begun = 0
    table.todo = 0
    table.special = 0


# --- the stray --------------------------------------------------------------------------------------------


def herd_refusal(box, table):
    """Why the chef's player cannot move the stray: not theirs to move, moved, gone, or hemmed in (OC-53)."""
    if table.unused >> t.HERDING & 1 == 0:
        return t.USED if table.chef == table.turn and table.stray == t.HERDED else t.NOT_CHEF
    stray = int(table.players)
    if table.at[stray] == t.AWAY or push.going(box, table, 1 << stray, t.SEAWARD, 0, 0) == 0:
        return t.NOTHING_WORKS
    return 0


def begin_herding(table):
    """The stray goes one space towards the sea (OC-53)."""
    table.unused &= ~(1 << t.HERDING)
    table.stage = t.LEAD
    table.back = t.ACT


# --- shortcuts --------------------------------------------------------------------------------------------


def shortcut_under(box, table):
    """The number of the shortcut under the active player's crab; negative if there is none (OC-24)."""
    return beach.kind(box, table, int(table.at[table.turn])) - t.SHORTCUT


def path_end(box, table, shortcut):
    """Where the arrow of the shortcut points (OC-24)."""
    return int(table.at[table.turn]) + int(box.path_offset[shortcut])


def path_refusal(box, table):
    """Why the active player cannot take a shortcut (OC-24)."""
    me = int(table.turn)
    shortcut = shortcut_under(box, table)
    if shortcut < 0:
        return t.NO_SHORTCUT
    if table.down >> me & 1:
        return t.KNOCKED_OVER
    need = int(box.path_cards[shortcut])
    if bits.count(int(table.hand[me]) & int(box.with_main[box.path_icon[shortcut]])) < need:
        return t.CANNOT_PAY
    return push.entry_refusal(box, table, me, path_end(box, table, shortcut), 0, 0, hand_size(table, me) - need)


def begin_path(box, table):
    """Ask for the cards the shortcut costs (OC-24)."""
    table.stage = t.TOLL
    table.toll = box.path_cards[shortcut_under(box, table)]
    table.last_paid = t.NO_CARD


def toll_cards(box, table, player):
    """The cards that pay the shortcut; in ascending order when bots pick (OC-24)."""
    shortcut = shortcut_under(box, table)
    fitting = int(table.hand[player]) & int(box.with_main[box.path_icon[shortcut]])
    if table.ordered == 0:
        return fitting
    later = fitting & ~((1 << (int(table.last_paid) + 1)) - 1)
    if bits.count(later) < table.toll:
        return fitting  # someone began out of order
    for _ in range(table.toll - 1):
        later = without_highest(later)
    return later


def without_highest(things):
    """A bit set without its largest element."""
    rest = things
    highest = 0
    while rest != 0:
        highest = rest
        rest &= rest - 1
    return things ^ highest


def pay_toll(box, table, player, card):
    """Discard one card for the shortcut; after the last one the crab goes through (OC-24)."""
    cards.put_down(table, player, card)
    table.toll -= 1
    table.last_paid = card
    if table.toll == 0:
        table.last_paid = t.NO_CARD
        table.back = t.ACT
        push.enter(box, table, player, path_end(box, table, shortcut_under(box, table)))


# --- the end of the turn ----------------------------------------------------------------------------------


def stay_refusal(box, table):
    """Only a reckless crab on a wave can let it pass (OC-26, OC-43)."""
    if table.reckless == 0 or push.wave_target(box, table, int(table.turn)) == t.AWAY:
        return t.NO_WAVE
    return 0


def end_turn(box, table):
    """The wave under the active crab carries it once; then the turn is over (OC-26)."""
    me = int(table.turn)
    target = push.wave_target(box, table, me)
    if target == t.AWAY:
        table.stage = t.TURN_OVER
    else:
        table.back = t.TURN_OVER
        push.enter(box, table, me, target)
