"""What the player in turn may do now: each phase answers with one bit set of moves.

An action is a chain of small moves, and a chain once begun can always be finished (CR-7): what leads nowhere
is not offered. Whether it leads somewhere is a question of totals, and a set of totals is a bit set too.
"""

from decapod.engine import bits
from decapod.games.crabs.chapters.cards import (
    by_value,
    count_of,
    cover,
    from_kind,
    kinds_of,
    kinds_to_total,
    lowest_kinds,
    one,
    reaches,
    size_of,
    values_in,
)
from decapod.games.crabs.state import (
    BARTERING,
    BIND,
    BINDING,
    BYTE,
    CATCH,
    CATCHING,
    CHOOSING,
    CLAIM,
    CLAIMING,
    DISCARDING,
    DONE,
    DRAW,
    GEARS,
    GIVING,
    KEEP,
    PAY_GOLDEN,
    PAY_PLAIN,
    PLAY,
    RAISE,
    RELAX,
    RELAXING,
    RETAKING,
    ROPING,
    SLOTS,
    TAKE,
    TRADE,
    TURN,
    UPGRADE,
    UPGRADING,
    VALUES,
    value_of,
)


def legal_moves(box, state, player, canonical_order):
    """All legal moves of the player in turn as a bit set; `canonical_order`: picks that commute only go up (CR-7)."""
    floor = int(state.floor) if canonical_order == 1 else 0
    found = 0
    while found == 0:
        found = moves_from(box, state, player, floor, canonical_order)
        if floor == 0:
            break
        floor = 0  # if nothing was found, the last pick was out of order, and only lower ones can follow it
    return found


def moves_from(box, state, player, floor, canonical_order):
    """All legal moves, as a bit set, with picks of the kind `floor` or higher."""
    phase = int(state.phase)
    if phase in GIVING:
        return cards_to_give(state, player, floor)
    if phase == BARTERING:
        return cards_to_barter(state, floor, canonical_order)
    if phase == CHOOSING:
        return actions(box, state, player)
    if phase in (CATCHING, RETAKING):
        return cards_to_take(state, floor, canonical_order)
    if phase in (UPGRADING, DISCARDING):
        return cards_to_discard(state, player, floor, canonical_order)
    if phase == ROPING:
        return cards_to_rope(box, state, player)
    if phase == BINDING:
        return crabs_to_bind(box, state, player, floor, canonical_order) | crabs_to_keep(box, state, player)
    if phase == RELAXING:
        return crabs_to_turn(state, player, floor)
    if phase == CLAIMING:
        return objectives_to_claim(box, state, player) | 1 << DONE
    return crabs_to_pay(state, player, canonical_order)


def actions(box, state, player):
    """The actions that can be carried out to their end: Catch always can (CR-6)."""
    hand = int(state.hand[player])
    found = 1 << CATCH
    if hand != 0:
        found |= 1 << RAISE | 1 << TRADE
    if may_upgrade(box, state, player, size_of(hand)):
        found |= 1 << UPGRADE
    if may_bind(box.keeps[keeps_row(state, player)], by_value(hand)):
        found |= 1 << BIND
    if state.turned[player] != 0:
        found |= 1 << RELAX
    return found


# --- Catch, Raise, Trade, Upgrade, the hand limit --------------------------------------------------------


def cards_to_give(state, player, floor):
    """Raise and Trade: cards for the pool, one at least (CR-10, CR-12)."""
    found = kinds_of(from_kind(int(state.hand[player]), floor)) << PLAY
    if state.total > 0:
        found |= 1 << DONE
    return found


def cards_to_take(state, floor, canonical_order):
    """Catch and Raise: cards from the pool; Catch may also draw from the pile (CR-8, CR-10)."""
    pool = from_kind(int(state.pool), floor)
    due = int(state.due)
    if state.phase == CATCHING and state.pile != 0:
        due -= size_of(int(state.pile))
        return lowest_kinds(pool, due, canonical_order) << TAKE | 1 << DRAW
    return lowest_kinds(pool, due, canonical_order) << TAKE


def cards_to_barter(state, floor, canonical_order):
    """Trade: cards from the pool, so that the total can still be met exactly (CR-12)."""
    pool = from_kind(int(state.pool), floor)
    return kinds_to_total(pool, int(state.due), canonical_order) << TAKE


def cards_to_discard(state, player, floor, canonical_order):
    """Upgrade and the hand limit: cards for the pool, as many as it takes (CR-14, CR-30)."""
    hand = from_kind(int(state.hand[player]), floor)
    return lowest_kinds(hand, int(state.due), canonical_order) << PLAY


def may_upgrade(box, state, player, cards):
    """Whether there is a next gear card, and cards enough for it (CR-14, CR-15)."""
    gear = int(state.gear[player])
    return gear < box.gears and cards >= box.cost[gear + 1]


# --- Bind ------------------------------------------------------------------------------------------------


def keeps_row(state, player):
    """The row of `box.keeps` for a player's gear, and for whether a [1] may be kept turned (CR-16, CR-22)."""
    return int(state.gear[player]) + (GEARS + 1) * int(state.turned_one)


def may_bind(keeps, hand):
    """Whether some card can be the rope, and some others a set to keep one from (CR-17, CR-23)."""
    ropes = values_in(hand)
    while ropes != 0:
        card = 1 << bits.lowest(ropes)
        ropes &= ropes - 1
        if may_keep(keeps, hand - card, 0, 0):
            return True
    return False


def may_keep(keeps, hand, total, shown):
    """Whether crabs worth `total`, with none or some of the hand, are a set to keep one from (CR-23).

    `keeps` are the totals that keep each value; `hand` and `shown`, the crabs played, are counted by value.
    """
    values = values_in(hand + shown)
    while values != 0:
        card = 1 << bits.lowest(values)
        value = bits.lowest(values) // BYTE + 1
        values &= values - 1
        goals = int(keeps[value]) >> total
        rest = hand
        if shown & 0xFF * card == 0:  # then one of the hand must be added, to be kept
            goals >>= value
            rest -= card
        if reaches(goals, rest):
            return True
    return False


def cards_to_rope(box, state, player):
    """The cards that can be the rope, because the others can then be bound (CR-17, CR-23)."""
    hand = int(state.hand[player])
    keeps = box.keeps[keeps_row(state, player)]
    found = 0
    kinds = kinds_of(hand)
    while kinds != 0:
        kind = bits.lowest(kinds)
        kinds &= kinds - 1
        if may_keep(keeps, by_value(hand - one(kind)), 0, 0):
            found |= 1 << kind
    return found << PLAY


def crabs_to_bind(box, state, player, floor, canonical_order):
    """The crabs that can be added, because in the end one can be kept (CR-18, CR-23)."""
    hand = from_kind(int(state.hand[player]), floor)
    found = 0
    kinds = kinds_of(hand)
    while kinds != 0:
        kind = bits.lowest(kinds)
        kinds &= kinds - 1
        if may_add(box, state, player, hand, kind, canonical_order):
            found |= 1 << kind
    return found << PLAY


def may_add(box, state, player, hand, kind, canonical_order):
    """Whether a bind with this crab added can be finished with what may still follow it (CR-23)."""
    rest = hand - one(kind)
    if canonical_order == 1:
        rest = from_kind(rest, kind)
    shown = by_value(int(state.haul) + one(kind))
    return may_keep(box.keeps[keeps_row(state, player)], by_value(rest), int(state.total) + value_of(kind), shown)


def crabs_to_keep(box, state, player):
    """One of the crabs shown, upright if its value is the level, turned if it is one more (CR-21, CR-22)."""
    level = bind_level(box, state, player)
    shown = kinds_of(int(state.haul))
    if level == 0:
        return (shown & 0b11) << KEEP if state.turned_one else 0
    return (shown & 0b1111 << 2 * (level - 1)) << KEEP


def bind_level(box, state, player):
    """What the chart says about the crabs shown and the gear of the player who binds (CR-19, CR-20)."""
    return level_of(box, int(state.total) + int(box.bonus[state.gear[player]]))


def is_kept_turned(box, state, player, kind):
    """Whether a crab of the bind under way would be kept turned: it is above the level (CR-21)."""
    return state.phase == BINDING and value_of(kind) > bind_level(box, state, player)


def level_of(box, total):
    """What the chart says about a total (CR-20)."""
    level = 0
    for i in range(VALUES):
        if total >= box.chart[i]:
            level += 1
    return level


# --- Relax, objectives -----------------------------------------------------------------------------------


def crabs_to_turn(state, player, floor):
    """The turned score cards, one at least (CR-25)."""
    found = kinds_of(from_kind(int(state.turned[player]), floor)) << TURN
    if state.total > 0:
        found |= 1 << DONE
    return found


def objectives_to_claim(box, state, player):
    """The objectives shown that the player's upright score cards can pay for (CR-26)."""
    counts = by_value(int(state.upright[player]))
    found = 0
    for slot in range(SLOTS):
        objective = int(state.slots[slot]) - 1
        if objective >= 0 and cover(counts, int(box.needs[objective])):
            found |= 1 << CLAIM + slot
    return found


def crabs_to_pay(state, player, canonical_order):
    """Plain or golden, where an objective takes some but not all cards of a value (CR-27)."""
    value = debt_value(state)
    golden = count_of(int(state.upright[player]), 2 * value - 1)
    if canonical_order == 1 and golden < debt_cards(state, value):
        return 1 << PAY_PLAIN  # in order, golden crabs come last
    return 1 << PAY_PLAIN | 1 << PAY_GOLDEN


def debt_value(state):
    """The lowest value of which an objective still takes cards."""
    return bits.lowest(int(state.debt)) // BYTE + 1


def debt_cards(state, value):
    """How many cards of a value an objective still takes."""
    return int(state.debt) >> BYTE * (value - 1) & 0xFF
