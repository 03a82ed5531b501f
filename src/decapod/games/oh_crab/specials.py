"""The twelve special actions: when each is of use, and how it begins."""

from decapod.games.oh_crab import actions, beach, cards, push
from decapod.games.oh_crab import terms as t


def special_refusal(box, table, special, which):
    """Why a special action cannot be used: no card for its cost, or no part of it would work (OC-12)."""
    me = int(table.turn)
    payable = actions.hand_size(table, me)
    if t.COSTS_A_CARD >> special & 1:
        if payable == 0:
            return t.NO_CARD_TO_PAY
        payable -= 1
    if special == t.JUMP_ASIDE:
        return t.KNOCKED_OVER if table.down >> me & 1 else none_refusal(jumps(box, table, payable))
    if special == t.RECKLESS:
        return t.USED if table.reckless else 0
    if special == t.SAND:
        return none_refusal(blinded(table))
    # One search for all the rest: threads of a GPU that ask about different specials then search together.
    crabs = 1 << me
    ways = t.ALL_WAYS
    free = 0
    if special == t.MOVE_OUT:
        crabs = others(table)
    elif special == t.SEAGULL:
        crabs, ways, free = beach.ahead_of(table, me), t.LANDWARD, 1
    elif special == t.CALL_OF_THE_SEA:
        crabs, ways, free = called(table), t.SEAWARD, 1
    found = push.going(box, table, crabs, ways, free, payable)
    if special == t.MOVE_OUT or special == t.SEAGULL or special == t.CALL_OF_THE_SEA:
        return none_refusal(found)
    found >>= me * t.DIRECTIONS
    if special == t.SIDEWAYS:
        return sideways_refusal(box, table, which, found)
    if special == t.MOMENTUM:
        return none_refusal(recalled(box, table, found))
    return steps_refusal(table, special, found)


def none_refusal(found):
    """An action that could do nothing is not offered (OC-12)."""
    return 0 if found != 0 else t.NOTHING_WORKS


def steps_refusal(table, special, found):
    """Slant!, Faster!, Zigzag! and Slide! need a first step, or a crab that can get up (OC-35 to OC-38)."""
    if table.down >> int(table.turn) & 1:
        return 0
    ways = actions.ways_of(t.ANY)
    if special == t.FASTER:
        ways = actions.ways_of(t.FORWARD)
    elif special != t.SLIDE:
        ways = actions.ways_of(t.DIAGONAL)
    return none_refusal(found & ways)


def begin(box, table, special, which):
    """Ask for the card a special action costs, or start it at once."""
    table.special = special
    table.which = which
    if t.COSTS_A_CARD >> special & 1:
        table.stage = t.PAY
    else:
        start(box, table)


def start(box, table):
    """The special action takes place (OC-35 to OC-46)."""
    special = int(table.special)
    me = int(table.turn)
    table.stage = t.ACT
    if special == t.SLANT:
        actions.begin_icon(table, t.DIAGONAL)
    elif special == t.FASTER:
        actions.begin_icon(table, t.FORWARD)
    elif special == t.ZIGZAG or special == t.SLIDE:
        table.forwards = special == t.SLIDE
        table.diagonals = 2 - table.forwards
        actions.begin_steps(table)
    elif special == t.MOMENTUM:
        table.stage = t.RECALL
    elif special == t.SIDEWAYS:
        table.stage = t.HALF
    elif special == t.JUMP_ASIDE:
        table.stage = t.JUMP
        table.back = t.ACT
    elif special == t.MOVE_OUT:
        table.stage = t.SHOVE
        table.back = t.ACT
    elif special == t.RECKLESS:
        table.reckless = 1
    elif special == t.SAND:
        table.back = t.ACT
        cards.owe(table, blinded(table))
    elif special == t.SEAGULL:
        begin_crabs(table, t.GULL, beach.ahead_of(table, me))
    else:
        begin_crabs(table, t.CALL, called(table))


def begin_crabs(table, stage, crabs):
    """Each of these crabs may go one space, in any order (OC-45, OC-46)."""
    table.stage = stage
    table.back = stage
    table.todo = crabs
    table.begun = 0


# --- Sideways! and Momentum! ------------------------------------------------------------------------------


def sideways_refusal(box, table, which, ways):
    """At least one half must be of use (OC-40)."""
    left = half_refusal(box, table, which, 0, ways)
    return left if left == 0 else half_refusal(box, table, which, 1, ways)


def half_refusal(box, table, which, end, ways):
    """A half that is whole already this turn, or of no use, cannot be chosen (OC-40)."""
    if table.whole >> (which * 2 + end) & 1:
        return t.HALF_USED
    return actions.icon_refusal(table, int(box.halves[table.fresh[which]][end]), ways)


def recalled(box, table, ways):
    """The cards of one's sequence whose main action is of use (OC-39)."""
    found = 0
    for icon in range(t.ICONS):
        if actions.icon_refusal(table, icon, ways) == 0:
            found |= int(box.with_main[icon])
    return found & int(table.sequence[table.turn])


# --- other crabs ------------------------------------------------------------------------------------------


def others(table):
    """The crabs on the beach that are not the active player's (OC-42)."""
    found = 0
    for crab in range(table.crabs):
        if crab != table.turn and table.at[crab] != t.AWAY:
            found |= 1 << crab
    return found


def called(table):
    """Call of the sea!: one's own crab if it stands, and all behind it (OC-46)."""
    me = int(table.turn)
    return beach.behind(table, me) | 1 << me & ~int(table.down)


def blinded(table):
    """Sand in the eyes!: the opponents ahead who hold a card (OC-44)."""
    found = 0
    ahead = beach.ahead_of(table, int(table.turn))
    for player in range(table.players):
        if ahead >> player & 1 and table.hand[player] != 0:
            found |= 1 << player
    return found


# --- Jump aside! ------------------------------------------------------------------------------------------


def jumps(box, table, payable):
    """The columns one's crab can jump to (OC-41)."""
    found = 0
    for column in range(t.COLUMNS):
        if jump_refusal(box, table, column, payable) == 0:
            found |= 1 << column
    return found


def jump_refusal(box, table, column, payable):
    """A jump goes to a free space just as far from the sea (OC-41)."""
    me = int(table.turn)
    here = int(table.at[me])
    if (here ^ column) & 1 or here % t.WIDTH == column:
        return t.OTHER_ROW
    return push.entry_refusal(box, table, me, here - here % t.WIDTH + column, 1, 1, payable)
