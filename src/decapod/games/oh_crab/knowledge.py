"""Who knows what: hands grow by open and by blind cards; plans are secret until they are placed (OC-54)."""

from decapod.engine import bits, dice
from decapod.games.oh_crab.chapters import beach, cards, shells, shortcuts
from decapod.games.oh_crab.state import (
    ACTS,
    CARDS,
    CRABS,
    NO_CARD,
    NOBODY,
    OBSERVED,
    PLAN,
    PUSH,
    ROWS,
    SEAT_FACTS,
    SEATS,
    SHELL_TILES,
    SNACK,
    TOLL,
    TURN_FACTS,
    WIDTH,
)

# Where a card is, in an observation.
HELD, IN_HAND, PLANNED, DISCARDED, PLAYED = 1, 2, 3, 4, 5  # HELD: in hand or planned, nobody else knows which


def hide(box, table, viewer, guess):
    """Deal the unseen cards again and let the others plan again (OC-54)."""
    pool = unseen_cards(table, viewer)
    actor = int(table.turn)
    if table.stage == TOLL and actor != viewer:
        pool = redeal_payer(box, table, actor, pool, guess)
    for player in range(table.players):
        if player != viewer and (table.stage != TOLL or player != actor):
            pool ^= redeal(table, player, pool, guess)
    table.deck = pool
    dice.copy(guess, table.dice)


def unseen_cards(table, viewer):
    """The cards whose place a viewer cannot know: the deck, and what others drew blind (OC-54)."""
    found = int(table.deck)
    for player in range(table.players):
        if player != viewer:
            found |= int(table.secret[player])
    return found


def redeal(table, player, pool, guess):
    """Give a player other blind cards and another plan; return the cards dealt."""
    dealt = 0
    for _ in range(bits.count(int(table.secret[player]))):
        left = pool ^ dealt
        dealt |= 1 << beach.nth_of(left, dice.roll(guess, bits.count(left)))
    hand = held_cards(table, player) & ~int(table.secret[player]) | dealt
    if table.planned[player] != NO_CARD:
        card = beach.nth_of(hand, dice.roll(guess, bits.count(hand)))
        table.planned[player] = card
        hand ^= 1 << card
    table.hand[player] = hand
    table.secret[player] = dealt
    return dealt


def redeal_payer(box, table, player, pool, guess):
    """Redeal to one who is paying a shortcut until they hold what is still owed; return the cards left (OC-24).

    Nobody begins what they cannot pay, so all know that much; the true cards show that such a deal exists.
    """
    while True:
        dealt = redeal(table, player, pool, guess)
        if bits.count(shortcuts.fitting_cards(box, table, player)) >= table.toll:
            return pool ^ dealt


def held_cards(table, player):
    """The cards a player has in hand or planned."""
    found = int(table.hand[player])
    if table.planned[player] != NO_CARD:
        found |= 1 << int(table.planned[player])
    return found


def conceals(box, table, player, move, viewer):
    """Tell whether a viewer cannot know which card a player chooses: plans and snacks are secret (OC-54)."""
    return move < ACTS and table.stage in (PLAN, SNACK) and viewer != player


# --- numbers for a learner --------------------------------------------------------------------------------


def observe(box, table, viewer, out):
    """The turn, then each seat from the viewer's on, their cards, the market, the unseen cards, the beach."""
    for i in range(OBSERVED):
        out[i] = 0
    observe_turn(box, table, viewer, out)
    base = TURN_FACTS
    for crab in range(table.crabs):
        observe_seat(table, crab, out, base + seat_of(table, crab, viewer) * SEAT_FACTS)
    base += CRABS * SEAT_FACTS
    for player in range(table.players):
        observe_cards(table, player, viewer, out, base + seat_of(table, player, viewer) * CARDS)
    base += SEATS * CARDS
    mark(cards.open_cards(table), 1, out, base)
    mark(unseen_cards(table, viewer), 1, out, base + CARDS)
    base += 2 * CARDS
    for space in range(ROWS * WIDTH):
        out[base + space] = beach.kind(box, table, space)


def seat_of(table, crab, viewer):
    """A seat counted from the viewer's; a stray keeps its number."""
    if crab >= table.players:
        return crab
    return (crab - max(viewer, 0) + table.players) % table.players


def observe_turn(box, table, viewer, out):
    """What is asked, and what is left of the turn."""
    out[0] = table.players
    out[1] = table.crabs
    out[2] = table.stage
    out[3] = table.rounds
    out[4] = table.still
    out[5] = table.moved
    out[6] = table.supply
    out[7] = bits.count(int(table.deck))
    out[8] = table.unused
    out[9] = table.fresh[0]
    out[10] = table.fresh[1]
    out[11] = table.side[0]
    out[12] = table.side[1]
    out[13] = table.whole
    out[14] = table.reckless
    out[15] = table.special
    out[16] = table.forwards
    out[17] = table.diagonals
    out[18] = table.freely
    out[19] = table.begun
    out[20] = table.toll
    out[21] = seat_of(table, int(table.turn), viewer)
    out[22] = seat_of(table, int(table.chef), viewer)
    out[23] = seat_of(table, int(table.pushed), viewer) if table.stage == PUSH else NOBODY
    for tile in range(SHELL_TILES):
        side = shells.side_of(table, tile)
        out[24 + 2 * tile] = box.shell_action[tile][side]
        out[25 + 2 * tile] = box.shell_cost[tile][side]
    out[30] = bits.count(int(table.shove_ways))


def observe_seat(table, crab, out, base):
    """Where a crab is and what all can see of its owner."""
    out[base] = table.at[crab]
    out[base + 1] = beach.half_rows(int(table.at[crab]))
    out[base + 2] = table.down >> crab & 1
    out[base + 3] = table.todo >> crab & 1
    if crab < table.players:
        out[base + 4] = table.awaiting >> crab & 1
        out[base + 5] = table.owing >> crab & 1
        out[base + 6] = table.shells[crab]
        out[base + 7] = bits.count(int(table.hand[crab]))
        out[base + 8] = table.planned[crab] != NO_CARD
        out[base + 9] = bits.count(int(table.secret[crab]))
        if table.sequence[crab] != 0:
            out[base + 10] = bits.count(int(table.sequence[crab]))
            out[base + 11] = table.ends[crab][0] + 1
            out[base + 12] = table.ends[crab][1] + 1


def observe_cards(table, player, viewer, out, base):
    """Where each of a player's cards is, as far as the viewer can know (OC-54)."""
    if player == viewer:
        mark(int(table.hand[player]), IN_HAND, out, base)
        if table.planned[player] != NO_CARD:
            out[base + int(table.planned[player])] = PLANNED
    else:
        mark(held_cards(table, player) & ~int(table.secret[player]), HELD, out, base)
    mark(int(table.discard[player]), DISCARDED, out, base)
    mark(int(table.sequence[player]), PLAYED, out, base)


def mark(things, value, out, base):
    """Write a value for every element of a bit set."""
    while things != 0:
        out[base + bits.lowest(things)] = value
        things &= things - 1
