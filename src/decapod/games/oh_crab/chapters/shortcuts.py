"""Shortcuts: for cards with a certain main action a crab goes through (OC-24)."""

from decapod.engine import bits
from decapod.games.oh_crab.chapters import beach, cards, push
from decapod.games.oh_crab.state import ACT, CANNOT_PAY, KNOCKED_OVER, NO_CARD, NO_SHORTCUT, SHORTCUT, TOLL


def shortcut_under(box, state):
    """The number of the shortcut under the active player's crab; negative if there is none (OC-24)."""
    return beach.kind(box, state, int(state.at[state.turn])) - SHORTCUT


def path_end(box, state, shortcut):
    """Where the arrow of the shortcut points (OC-24)."""
    return int(state.at[state.turn]) + int(box.path_offset[shortcut])


def path_refusal(box, state):
    """Why the active player cannot take a shortcut (OC-24)."""
    me = int(state.turn)
    shortcut = shortcut_under(box, state)
    if shortcut < 0:
        return NO_SHORTCUT
    if state.down >> me & 1:
        return KNOCKED_OVER
    need = int(box.path_cards[shortcut])
    if bits.count(fitting_cards(box, state, me)) < need:
        return CANNOT_PAY
    return push.entry_refusal(box, state, me, path_end(box, state, shortcut), 0, 0, cards.hand_size(state, me) - need)


def begin_path(box, state):
    """Ask for the cards the shortcut costs (OC-24)."""
    state.stage = TOLL
    state.toll = box.path_cards[shortcut_under(box, state)]
    state.last_paid = NO_CARD


def fitting_cards(box, state, player):
    """The cards in a hand whose main action is the one the shortcut under the active player's crab asks for (OC-24)."""
    return int(state.hand[player]) & int(box.with_main[box.path_icon[shortcut_under(box, state)]])


def toll_cards(box, state, player):
    """The cards that pay the shortcut; in ascending order when bots pick (OC-24)."""
    fitting = fitting_cards(box, state, player)
    if state.canonical_order == 0:
        return fitting
    later = fitting & ~((1 << (int(state.last_paid) + 1)) - 1)
    if bits.count(later) < state.toll:
        return fitting  # someone began out of order
    for _ in range(state.toll - 1):
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


def pay_toll(box, state, player, card):
    """Discard one card for the shortcut; after the last one the crab goes through (OC-24)."""
    cards.put_down(state, player, card)
    state.toll -= 1
    state.last_paid = card
    if state.toll == 0:
        state.last_paid = NO_CARD
        state.back = ACT
        push.enter(box, state, player, path_end(box, state, shortcut_under(box, state)))
