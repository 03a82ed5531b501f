"""The twelve special actions: when each is of use, and how it begins."""

from decapod.games.oh_crab.chapters import beach, cards, icons, push
from decapod.games.oh_crab.state import (
    ACT,
    ALL_WAYS,
    ANY,
    AWAY,
    CALL,
    CALL_OF_THE_SEA,
    COLUMNS,
    COSTS_A_CARD,
    DIAGONAL,
    DIRECTIONS,
    FASTER,
    FORWARD,
    GULL,
    HALF,
    HALF_USED,
    ICONS,
    JUMP,
    JUMP_ASIDE,
    KNOCKED_OVER,
    LANDWARD,
    LEFT,
    MOMENTUM,
    MOVE_OUT,
    MOVES_OTHERS,
    NO_CARD_TO_PAY,
    NOTHING_WORKS,
    OTHER_ROW,
    PAY,
    RECALL,
    RECKLESS,
    SAND,
    SEAGULL,
    SEAWARD,
    SHOVE,
    SIDEWAYS,
    SLANT,
    SLIDE,
    USED,
    WIDTH,
    ZIGZAG,
)


def special_refusal(box, state, special, which):
    """Why a special action cannot be used: no card for its cost, or no part of it would work (OC-12)."""
    me = int(state.turn)
    payable = cards.hand_size(state, me)
    if COSTS_A_CARD >> special & 1:
        if payable == 0:
            return NO_CARD_TO_PAY
        payable -= 1
    if special == JUMP_ASIDE:
        return KNOCKED_OVER if state.down >> me & 1 else none_refusal(jump_columns(box, state, payable))
    if special == RECKLESS:
        return USED if state.reckless else 0
    if special == SAND:
        return none_refusal(blinded_opponents(state))
    # One search for all the rest: threads of a GPU that ask about different specials then search together.
    crabs = 1 << me
    ways = ALL_WAYS
    free = 0
    if special == MOVE_OUT:
        crabs, ways = other_crabs(state), int(state.shove_ways)
    elif special == SEAGULL:
        crabs, ways, free = beach.ahead_of(state, me), LANDWARD, 1
    elif special == CALL_OF_THE_SEA:
        crabs, ways, free = called_crabs(state), SEAWARD, 1
    found = push.steps_for(box, state, crabs, ways, free, payable)
    if MOVES_OTHERS >> special & 1:
        return none_refusal(found)
    found >>= me * DIRECTIONS
    if special == SIDEWAYS:
        return sideways_refusal(box, state, which, found)
    if special == MOMENTUM:
        return none_refusal(recalled_cards(box, state, found))
    return steps_refusal(state, special, found)


def none_refusal(found):
    """An action that could do nothing is not offered (OC-12)."""
    return 0 if found != 0 else NOTHING_WORKS


def steps_refusal(state, special, found):
    """Slant!, Faster!, Zigzag! and Slide! need a first step, or a crab that can get up (OC-35 to OC-38)."""
    if state.down >> int(state.turn) & 1:
        return 0
    ways = icons.ways_of(ANY)
    if special == FASTER:
        ways = icons.ways_of(FORWARD)
    elif special != SLIDE:
        ways = icons.ways_of(DIAGONAL)
    return none_refusal(found & ways)


def begin(box, state, special, which):
    """Ask for the card a special action costs, or start it at once."""
    state.special = special
    state.which = which
    if COSTS_A_CARD >> special & 1:
        state.stage = PAY
    else:
        start(box, state)


def start(box, state):
    """The special action takes place (OC-35 to OC-46)."""
    special = int(state.special)
    me = int(state.turn)
    state.stage = ACT
    if special == SLANT:
        icons.begin_icon(state, DIAGONAL)
    elif special == FASTER:
        icons.begin_icon(state, FORWARD)
    elif special == ZIGZAG:
        state.forwards = 0
        state.diagonals = 2
        icons.begin_steps(state)
    elif special == SLIDE:
        state.forwards = 1
        state.diagonals = 1
        icons.begin_steps(state)
    elif special == MOMENTUM:
        state.stage = RECALL
    elif special == SIDEWAYS:
        state.stage = HALF
    elif special == JUMP_ASIDE:
        state.stage = JUMP
        state.back = ACT
    elif special == MOVE_OUT:
        state.stage = SHOVE
        state.back = ACT
    elif special == RECKLESS:
        state.reckless = 1
    elif special == SAND:
        state.back = ACT
        cards.demand_discards(state, blinded_opponents(state))
    elif special == SEAGULL:
        begin_crabs(state, GULL, beach.ahead_of(state, me))
    else:
        begin_crabs(state, CALL, called_crabs(state))


def begin_crabs(state, stage, crabs):
    """Each of these crabs may go one space, in any order (OC-45, OC-46)."""
    state.stage = stage
    state.back = stage
    state.todo = crabs
    state.begun = 0


# --- Sideways! and Momentum! ------------------------------------------------------------------------------


def sideways_refusal(box, state, which, ways):
    """At least one half must be of use (OC-40)."""
    left = half_refusal(box, state, which, 0, ways)
    return left if left == 0 else half_refusal(box, state, which, 1, ways)


def half_choices(box, state, ways):
    """The halves of the card that can be used, as a bit set of acts (OC-40)."""
    found = 0
    for end in range(2):
        if half_refusal(box, state, int(state.which), end, ways) == 0:
            found |= 1 << (LEFT + end)
    return found


def half_refusal(box, state, which, end, ways):
    """A half that is whole already this turn, or of no use, cannot be chosen (OC-40)."""
    if state.whole >> (which * 2 + end) & 1:
        return HALF_USED
    return icons.icon_refusal(state, int(box.halves[state.fresh[which]][end]), ways)


def recalled_cards(box, state, ways):
    """The cards of one's sequence whose main action is of use (OC-39)."""
    found = 0
    for icon in range(ICONS):
        if icons.icon_refusal(state, icon, ways) == 0:
            found |= int(box.with_main[icon])
    return found & int(state.sequence[state.turn])


# --- other crabs ------------------------------------------------------------------------------------------


def other_crabs(state):
    """The crabs on the beach that are not the active player's (OC-42)."""
    found = 0
    for crab in range(state.crabs):
        if crab != state.turn and state.at[crab] != AWAY:
            found |= 1 << crab
    return found


def called_crabs(state):
    """Call of the sea!: one's own crab if it stands, and all behind it (OC-46)."""
    me = int(state.turn)
    return beach.behind(state, me) | 1 << me & ~int(state.down)


def blinded_opponents(state):
    """Sand in the eyes!: the opponents ahead who hold a card (OC-44)."""
    found = 0
    ahead = beach.ahead_of(state, int(state.turn))
    for player in range(state.players):
        if ahead >> player & 1 and state.hand[player] != 0:
            found |= 1 << player
    return found


# --- Jump aside! ------------------------------------------------------------------------------------------


def jump_columns(box, state, payable):
    """The columns one's crab can jump to (OC-41)."""
    found = 0
    for column in range(COLUMNS):
        if jump_refusal(box, state, column, payable) == 0:
            found |= 1 << column
    return found


def jump_refusal(box, state, column, payable):
    """A jump goes to a free space just as far from the sea (OC-41)."""
    me = int(state.turn)
    here = int(state.at[me])
    if (here ^ column) & 1 or here % WIDTH == column:
        return OTHER_ROW
    return push.entry_refusal(box, state, me, here - here % WIDTH + column, 1, 1, payable)
