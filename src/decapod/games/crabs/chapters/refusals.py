"""Why a move is not legal: every "no" has a reason, and every reason a rule."""

from decapod.games.crabs.chapters.cards import count_of, size_of
from decapod.games.crabs.chapters.choices import bind_level, legal_moves
from decapod.games.crabs.state import (
    ACTION_FIRST,
    ACTION_TAKEN,
    BIND,
    BIND_NOTHING,
    BIND_TOO_FEW,
    BINDING,
    CATCHING,
    CHOOSING,
    CLAIM,
    CLAIM_EMPTY,
    CLAIM_LACKS,
    CLAIM_NOT_NOW,
    CLAIMING,
    CRAB_DEAD_END,
    DONE,
    DONE_NOT_NOW,
    DONE_TOO_SOON,
    DRAW,
    FROM_HAND,
    FROM_POOL,
    GEAR_COST,
    HAND_EMPTY,
    HAND_LACKS,
    HAND_NOT_NOW,
    KEEP,
    KEEP_FIRST_PLAY,
    KEEP_LEVEL,
    KEEP_NOT_NOW,
    KEEP_NOT_PLAYED,
    KEEP_ONE,
    OUT_OF_ORDER,
    PAY_NOT_NOW,
    PAY_PLAIN,
    PILE_EMPTY,
    PILE_NOT_NOW,
    PLAY,
    POOL_LACKS,
    POOL_NOT_NOW,
    RAISE,
    RELAXING,
    ROPE_DEAD_END,
    ROPING,
    TAKE,
    TOP_GEAR,
    TRADE,
    TRADE_TOTAL,
    TURN,
    TURN_LACKS,
    TURN_NOT_NOW,
    UNTIL_ENOUGH,
    UPGRADE,
    value_of,
)


def why_not(box, state, player, move):
    """The reason against a move of the player in turn that is not legal now."""
    phase = int(state.phase)
    if move < DRAW:
        return ACTION_TAKEN if phase != CHOOSING else why_not_action(box, state, player, move)
    if phase == CHOOSING:
        return ACTION_FIRST
    if legal_moves(box, state, player, 0) >> move & 1 == 1:
        return OUT_OF_ORDER
    if move == DRAW:
        return PILE_EMPTY if phase == CATCHING else PILE_NOT_NOW
    if move == DONE:
        return DONE_TOO_SOON if phase in UNTIL_ENOUGH else DONE_NOT_NOW
    if move < TAKE:
        return why_not_play(state, player, phase, move - PLAY)
    if move < KEEP:
        return why_not_take(state, phase, move - TAKE)
    if move < TURN:
        return why_not_keep(box, state, player, phase, move)
    if move < CLAIM:
        return TURN_LACKS if phase == RELAXING else TURN_NOT_NOW
    if move < PAY_PLAIN:
        return why_not_claim(state, phase, move - CLAIM)
    return PAY_NOT_NOW


def why_not_action(box, state, player, action):
    """An action is refused when it could not be finished (CR-6)."""
    hand = int(state.hand[player])
    if action in (RAISE, TRADE):
        return HAND_EMPTY
    if action == UPGRADE:
        return TOP_GEAR if state.gear[player] == box.gears else GEAR_COST
    if action == BIND:
        return BIND_TOO_FEW if size_of(hand) < 2 else BIND_NOTHING
    return TURN_LACKS


def why_not_play(state, player, phase, kind):
    """A card from the hand: the action must want it, the hand have it, a bind come to something (CR-23)."""
    if phase not in FROM_HAND:
        return HAND_NOT_NOW
    if count_of(int(state.hand[player]), kind) == 0:
        return HAND_LACKS
    return ROPE_DEAD_END if phase == ROPING else CRAB_DEAD_END


def why_not_take(state, phase, kind):
    """A card from the pool: the pool must have it, and a trade come out even (CR-12)."""
    if phase not in FROM_POOL:
        return POOL_NOT_NOW
    if count_of(int(state.pool), kind) == 0:
        return POOL_LACKS
    return TRADE_TOTAL


def why_not_keep(box, state, player, phase, move):
    """A crab to keep: the chart must allow it, and it must have been shown (CR-21 to CR-23)."""
    if phase not in (ROPING, BINDING):
        return KEEP_NOT_NOW
    if state.haul == 0:
        return KEEP_FIRST_PLAY
    level = bind_level(box, state, player)
    above = value_of(move - KEEP) - level
    if level == 0 and above == 1 and state.turned_one == 0:
        return KEEP_ONE
    return KEEP_NOT_PLAYED if above in (0, 1) else KEEP_LEVEL


def why_not_claim(state, phase, slot):
    """An objective: there must be one, and upright score cards to pay for it (CR-26)."""
    if phase != CLAIMING:
        return CLAIM_NOT_NOW
    return CLAIM_EMPTY if state.slots[slot] == 0 else CLAIM_LACKS
