"""Cards and shells: planning, building the sequence, resting, the market, discards."""

from decapod.engine import bits, dice
from decapod.games.oh_crab.chapters import beach
from decapod.games.oh_crab.state import (
    A_CARD,
    ACT,
    DISCARD,
    KEEP,
    LEFT,
    MAIN,
    NO_CARD,
    NO_SPECIAL,
    OPEN_CARDS,
    RESTOCK,
    SETTLE,
    SIDE,
    SPECIAL,
    left_of,
    slot_of,
)


def draw(table):
    """Turn over a card of the deck: any of those in it, each as likely (OC-3)."""
    deck = int(table.deck)
    card = beach.nth_of(deck, dice.roll(table.dice, bits.count(deck)))
    table.deck = deck ^ 1 << card
    table.reveals += 1
    return card


def fill_place(table, i):
    """Fill a place of the market from the deck; with no card left it stays empty (OC-3, OC-11)."""
    table.market[i] = NO_CARD
    if table.deck != 0:
        table.market[i] = draw(table)


def open_cards(table):
    """The market cards lying open (OC-3)."""
    found = 0
    for i in range(OPEN_CARDS):
        if table.market[i] != NO_CARD:
            found |= 1 << int(table.market[i])
    return found


def gain_shell(table, player):
    """Take a shell from the supply, if there is one (OC-13, OC-23)."""
    if table.supply > 0:
        table.supply -= 1
        table.shells[player] += 1


def hand_size(table, player):
    """How many cards a player holds; a planned card is not in hand (OC-6)."""
    return bits.count(int(table.hand[player]))


def plan(table, player, card):
    """Put a card of one's hand face down below the board (OC-6)."""
    table.hand[player] ^= 1 << card
    table.planned[player] = card


def put_down(table, player, card):
    """A card goes from the hand to the discards above the board, face up (OC-22)."""
    here = 1 << card
    table.hand[player] ^= here
    table.discard[player] |= here
    # Someone else's discard also tells what they did not plan, so nothing is taken back across it.
    if int(table.secret[player]) & here or player != table.turn:
        table.reveals += 1
    table.secret[player] &= ~here


def demand_discards(table, players):
    """These players must each discard a card, clockwise from the active player's left (OC-22, OC-44)."""
    table.owing = players
    table.stage = DISCARD
    table.awaiting = 1 << next_debtor(table)


def next_debtor(table):
    """Who of those that owe a card comes first: the active player's left neighbour, and so on round to them."""
    player = int(table.turn)
    for _ in range(table.players):
        player = left_of(table, player)
        if table.owing >> player & 1:
            break
    return player


def pay_debt(table, player, card):
    """A player who owes a card has chosen it (OC-22, OC-44)."""
    put_down(table, player, card)
    table.owing &= ~(1 << player)
    if table.owing != 0:
        table.awaiting = 1 << next_debtor(table)
    else:
        table.awaiting = 1 << int(table.turn)
        table.stage = SETTLE


# --- building the sequence --------------------------------------------------------------------------------


def build(box, table, player, act, which):
    """Reveal the planned card and add it to an end of the sequence; it gives its actions (OC-8, OC-9)."""
    card = int(table.planned[player])
    table.planned[player] = NO_CARD
    table.secret[player] &= ~(1 << card)
    table.reveals += 1
    end = 0 if act == LEFT else 1
    spot = 0
    icon = NO_CARD
    if table.sequence[player] != 0:
        neighbour = int(table.ends[player][end])
        spot = int(table.spot[slot_of(neighbour, player)]) + 2 * end - 1
        if box.halves[card][1 - end] == box.halves[neighbour][end]:
            icon = int(box.halves[card][1 - end])
            note_whole_halves(table, neighbour, which, end)
    else:
        table.ends[player][0] = card
        table.ends[player][1] = card
    table.ends[player][end] = card
    table.spot[slot_of(card, player)] = spot
    table.sequence[player] |= 1 << card
    table.fresh[which] = card
    gives = 1 << MAIN
    if box.special[card] != NO_SPECIAL:
        gives |= 1 << SPECIAL
    if icon != NO_CARD:
        gives |= 1 << SIDE
        table.side[which] = icon
    table.unused |= gives << which * A_CARD
    table.stage = ACT


def note_whole_halves(table, neighbour, which, end):
    """Note which halves of the cards placed this turn are now whole: Sideways! cannot use those (OC-40)."""
    table.whole |= 1 << (which * 2 + 1 - end)
    if which == 1 and neighbour == table.fresh[0]:
        table.whole |= 1 << end


# --- resting ----------------------------------------------------------------------------------------------


def rest(table, player):
    """Discard what was planned, then take a card from the market if there is one (OC-10)."""
    card = int(table.planned[player])
    if card != NO_CARD:
        table.planned[player] = NO_CARD
        table.discard[player] |= 1 << card
        table.secret[player] &= ~(1 << card)
        table.reveals += 1
    table.stage = RESTOCK
    if table.deck == 0 and open_cards(table) == 0:
        ask_what_stays(table, player)


def take_open(table, player, card):
    """Take an open card of the market and fill its place (OC-11)."""
    table.hand[player] |= 1 << card
    for i in range(OPEN_CARDS):
        if table.market[i] == card:
            fill_place(table, i)
    ask_what_stays(table, player)


def take_blind(table, player):
    """Take the top card of the deck: only its new owner sees it (OC-11, OC-54)."""
    card = draw(table)
    table.hand[player] |= 1 << card
    table.secret[player] |= 1 << card
    ask_what_stays(table, player)


def ask_what_stays(table, player):
    """Ask which card of the sequence stays, if there is a choice (OC-10)."""
    sequence = int(table.sequence[player])
    table.stage = KEEP
    if bits.count(sequence) <= 1:
        keep(table, player, bits.lowest(sequence) if sequence != 0 else NO_CARD)


def keep(table, player, card):
    """Leave one card of the sequence, take up the others and all discards, and get up (OC-10)."""
    stays = 0
    if card != NO_CARD:
        stays = 1 << card
        table.ends[player][0] = card
        table.ends[player][1] = card
    up = int(table.sequence[player])
    while up != 0:
        table.spot[slot_of(bits.lowest(up), player)] = 0
        up &= up - 1
    table.hand[player] |= int(table.discard[player]) | int(table.sequence[player]) & ~stays
    table.sequence[player] = stays
    table.discard[player] = 0
    table.down &= ~(1 << player)
    table.stage = ACT
