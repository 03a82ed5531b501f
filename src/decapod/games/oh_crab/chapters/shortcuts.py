"""Shortcuts: for cards with a certain main action a crab goes through (OC-24)."""

from decapod.engine import bits
from decapod.games.oh_crab.chapters import beach, cards, push
from decapod.games.oh_crab.state import ACT, CANNOT_PAY, KNOCKED_OVER, NO_CARD, NO_SHORTCUT, SHORTCUT, TOLL


def shortcut_under(box, table):
    """The number of the shortcut under the active player's crab; negative if there is none (OC-24)."""
    return beach.kind(box, table, int(table.at[table.turn])) - SHORTCUT


def path_end(box, table, shortcut):
    """Where the arrow of the shortcut points (OC-24)."""
    return int(table.at[table.turn]) + int(box.path_offset[shortcut])


def path_refusal(box, table):
    """Why the active player cannot take a shortcut (OC-24)."""
    me = int(table.turn)
    shortcut = shortcut_under(box, table)
    if shortcut < 0:
        return NO_SHORTCUT
    if table.down >> me & 1:
        return KNOCKED_OVER
    need = int(box.path_cards[shortcut])
    if bits.count(fitting_cards(box, table, me)) < need:
        return CANNOT_PAY
    return push.entry_refusal(box, table, me, path_end(box, table, shortcut), 0, 0, cards.hand_size(table, me) - need)


def begin_path(box, table):
    """Ask for the cards the shortcut costs (OC-24)."""
    table.stage = TOLL
    table.toll = box.path_cards[shortcut_under(box, table)]
    table.last_paid = NO_CARD


def fitting_cards(box, table, player):
    """The cards in a hand whose main action is the one the shortcut under the active player's crab asks for (OC-24)."""
    return int(table.hand[player]) & int(box.with_main[box.path_icon[shortcut_under(box, table)]])


def toll_cards(box, table, player):
    """The cards that pay the shortcut; in ascending order when bots pick (OC-24)."""
    fitting = fitting_cards(box, table, player)
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
        table.last_paid = NO_CARD
        table.back = ACT
        push.enter(box, table, player, path_end(box, table, shortcut_under(box, table)))
