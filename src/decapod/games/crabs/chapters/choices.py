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


def legal_moves(box, table, player, ordered):
    """All legal moves of the player in turn as a bit set; `ordered`: picks that commute only go up (CR-7)."""
    floor = int(table.floor) if ordered == 1 else 0
    found = 0
    while found == 0:
        found = moves_from(box, table, player, floor, ordered)
        if floor == 0:
            break
        floor = 0  # if nothing was found, the last pick was out of order, and only lower ones can follow it
    return found


def moves_from(box, table, player, floor, ordered):
    """All legal moves, as a bit set, with picks of the kind `floor` or higher."""
    phase = int(table.phase)
    if phase in GIVING:
        return cards_to_give(table, player, floor)
    if phase == BARTERING:
        return cards_to_barter(table, floor, ordered)
    if phase == CHOOSING:
        return actions(box, table, player)
    if phase in (CATCHING, RETAKING):
        return cards_to_take(table, floor, ordered)
    if phase in (UPGRADING, DISCARDING):
        return cards_to_discard(table, player, floor, ordered)
    if phase == ROPING:
        return cards_to_rope(box, table, player)
    if phase == BINDING:
        return crabs_to_bind(box, table, player, floor, ordered) | crabs_to_keep(box, table, player)
    if phase == RELAXING:
        return crabs_to_turn(table, player, floor)
    if phase == CLAIMING:
        return objectives_to_claim(box, table, player) | 1 << DONE
    return crabs_to_pay(table, player, ordered)


def actions(box, table, player):
    """The actions that can be carried out to their end: Catch always can (CR-6)."""
    hand = int(table.hand[player])
    found = 1 << CATCH
    if hand != 0:
        found |= 1 << RAISE | 1 << TRADE
    if may_upgrade(box, table, player, size_of(hand)):
        found |= 1 << UPGRADE
    if may_bind(box.keeps[keeps_row(table, player)], by_value(hand)):
        found |= 1 << BIND
    if table.turned[player] != 0:
        found |= 1 << RELAX
    return found


# --- Catch, Raise, Trade, Upgrade, the hand limit --------------------------------------------------------


def cards_to_give(table, player, floor):
    """Raise and Trade: cards for the pool, one at least (CR-10, CR-12)."""
    found = kinds_of(from_kind(int(table.hand[player]), floor)) << PLAY
    if table.total > 0:
        found |= 1 << DONE
    return found


def cards_to_take(table, floor, ordered):
    """Catch and Raise: cards from the pool; Catch may also draw from the pile (CR-8, CR-10)."""
    pool = from_kind(int(table.pool), floor)
    due = int(table.due)
    if table.phase == CATCHING and table.pile != 0:
        due -= size_of(int(table.pile))
        return lowest_kinds(pool, due, ordered) << TAKE | 1 << DRAW
    return lowest_kinds(pool, due, ordered) << TAKE


def cards_to_barter(table, floor, ordered):
    """Trade: cards from the pool, so that the total can still be met exactly (CR-12)."""
    pool = from_kind(int(table.pool), floor)
    return kinds_to_total(pool, int(table.due), ordered) << TAKE


def cards_to_discard(table, player, floor, ordered):
    """Upgrade and the hand limit: cards for the pool, as many as it takes (CR-14, CR-30)."""
    hand = from_kind(int(table.hand[player]), floor)
    return lowest_kinds(hand, int(table.due), ordered) << PLAY


def may_upgrade(box, table, player, cards):
    """Whether there is a next gear card, and cards enough for it (CR-14, CR-15)."""
    gear = int(table.gear[player])
    return gear < box.gears and cards >= box.cost[gear + 1]


# --- Bind ------------------------------------------------------------------------------------------------


def keeps_row(table, player):
    """The row of `box.keeps` for a player's gear, and for whether a [1] may be kept turned (CR-16, CR-22)."""
    return int(table.gear[player]) + (GEARS + 1) * int(table.turned_one)


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


def cards_to_rope(box, table, player):
    """The cards that can be the rope, because the others can then be bound (CR-17, CR-23)."""
    hand = int(table.hand[player])
    keeps = box.keeps[keeps_row(table, player)]
    found = 0
    kinds = kinds_of(hand)
    while kinds != 0:
        kind = bits.lowest(kinds)
        kinds &= kinds - 1
        if may_keep(keeps, by_value(hand - one(kind)), 0, 0):
            found |= 1 << kind
    return found << PLAY


def crabs_to_bind(box, table, player, floor, ordered):
    """The crabs that can be added, because in the end one can be kept (CR-18, CR-23)."""
    hand = from_kind(int(table.hand[player]), floor)
    found = 0
    kinds = kinds_of(hand)
    while kinds != 0:
        kind = bits.lowest(kinds)
        kinds &= kinds - 1
        if may_add(box, table, player, hand, kind, ordered):
            found |= 1 << kind
    return found << PLAY


def may_add(box, table, player, hand, kind, ordered):
    """Whether a bind with this crab added can be finished with what may still follow it (CR-23)."""
    rest = hand - one(kind)
    if ordered == 1:
        rest = from_kind(rest, kind)
    shown = by_value(int(table.haul) + one(kind))
    return may_keep(box.keeps[keeps_row(table, player)], by_value(rest), int(table.total) + value_of(kind), shown)


def crabs_to_keep(box, table, player):
    """One of the crabs shown, upright if its value is the level, turned if it is one more (CR-21, CR-22)."""
    level = bind_level(box, table, player)
    shown = kinds_of(int(table.haul))
    if level == 0:
        return (shown & 0b11) << KEEP if table.turned_one else 0
    return (shown & 0b1111 << 2 * (level - 1)) << KEEP


def bind_level(box, table, player):
    """What the chart says about the crabs shown and the gear of the player who binds (CR-19, CR-20)."""
    return level_of(box, int(table.total) + int(box.bonus[table.gear[player]]))


def is_kept_turned(box, table, player, kind):
    """Whether a crab of the bind under way would be kept turned: it is above the level (CR-21)."""
    return table.phase == BINDING and value_of(kind) > bind_level(box, table, player)


def level_of(box, total):
    """What the chart says about a total (CR-20)."""
    level = 0
    for i in range(VALUES):
        if total >= box.chart[i]:
            level += 1
    return level


# --- Relax, objectives -----------------------------------------------------------------------------------


def crabs_to_turn(table, player, floor):
    """The turned score cards, one at least (CR-25)."""
    found = kinds_of(from_kind(int(table.turned[player]), floor)) << TURN
    if table.total > 0:
        found |= 1 << DONE
    return found


def objectives_to_claim(box, table, player):
    """The objectives shown that the player's upright score cards can pay for (CR-26)."""
    counts = by_value(int(table.upright[player]))
    found = 0
    for slot in range(SLOTS):
        objective = int(table.slots[slot]) - 1
        if objective >= 0 and cover(counts, int(box.needs[objective])):
            found |= 1 << CLAIM + slot
    return found


def crabs_to_pay(table, player, ordered):
    """Plain or golden, where an objective takes some but not all cards of a value (CR-27)."""
    value = debt_value(table)
    golden = count_of(int(table.upright[player]), 2 * value - 1)
    if ordered == 1 and golden < debt_cards(table, value):
        return 1 << PAY_PLAIN  # in order, golden crabs come last
    return 1 << PAY_PLAIN | 1 << PAY_GOLDEN


def debt_value(table):
    """The lowest value of which an objective still takes cards."""
    return bits.lowest(int(table.debt)) // BYTE + 1


def debt_cards(table, value):
    """How many cards of a value an objective still takes."""
    return int(table.debt) >> BYTE * (value - 1) & 0xFF
