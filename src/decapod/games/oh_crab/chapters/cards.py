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


def draw(state):
    """Turn over a card of the deck: any of those in it, each as likely (OC-3)."""
    deck = int(state.deck)
    card = beach.nth_of(deck, dice.roll(state.dice, bits.count(deck)))
    state.deck = deck ^ 1 << card
    state.reveals += 1
    return card


def fill_place(state, i):
    """Fill a place of the market from the deck; with no card left it stays empty (OC-3, OC-11)."""
    state.market[i] = NO_CARD
    if state.deck != 0:
        state.market[i] = draw(state)


def open_cards(state):
    """The market cards lying open (OC-3)."""
    found = 0
    for i in range(OPEN_CARDS):
        if state.market[i] != NO_CARD:
            found |= 1 << int(state.market[i])
    return found


def gain_shell(state, player):
    """Take a shell from the supply, if there is one (OC-13, OC-23)."""
    if state.supply > 0:
        state.supply -= 1
        state.shells[player] += 1


def hand_size(state, player):
    """How many cards a player holds; a planned card is not in hand (OC-6)."""
    return bits.count(int(state.hand[player]))


def plan(state, player, card):
    """Put a card of one's hand face down below the board (OC-6)."""
    state.hand[player] ^= 1 << card
    state.planned[player] = card


def put_down(state, player, card):
    """A card goes from the hand to the discards above the board, face up (OC-22)."""
    here = 1 << card
    state.hand[player] ^= here
    state.discard[player] |= here
    # Someone else's discard also tells what they did not plan, so nothing is taken back across it.
    if int(state.secret[player]) & here or player != state.turn:
        state.reveals += 1
    state.secret[player] &= ~here


def demand_discards(state, players):
    """These players must each discard a card, clockwise from the active player's left (OC-22, OC-44)."""
    state.owing = players
    state.stage = DISCARD
    state.to_act = 1 << next_debtor(state)


def next_debtor(state):
    """Who of those that owe a card comes first: the active player's left neighbour, and so on round to them."""
    player = int(state.turn)
    for _ in range(state.players):
        player = left_of(state, player)
        if state.owing >> player & 1:
            break
    return player


def pay_debt(state, player, card):
    """A player who owes a card has chosen it (OC-22, OC-44)."""
    put_down(state, player, card)
    state.owing &= ~(1 << player)
    if state.owing != 0:
        state.to_act = 1 << next_debtor(state)
    else:
        state.to_act = 1 << int(state.turn)
        state.stage = SETTLE


# --- building the sequence --------------------------------------------------------------------------------


def build(box, state, player, act, which):
    """Reveal the planned card and add it to an end of the sequence; it gives its actions (OC-8, OC-9)."""
    card = int(state.planned[player])
    state.planned[player] = NO_CARD
    state.secret[player] &= ~(1 << card)
    state.reveals += 1
    end = 0 if act == LEFT else 1
    spot = 0
    icon = NO_CARD
    if state.sequence[player] != 0:
        neighbour = int(state.ends[player][end])
        spot = int(state.spot[slot_of(neighbour, player)]) + 2 * end - 1
        if box.halves[card][1 - end] == box.halves[neighbour][end]:
            icon = int(box.halves[card][1 - end])
            note_whole_halves(state, neighbour, which, end)
    else:
        state.ends[player][0] = card
        state.ends[player][1] = card
    state.ends[player][end] = card
    state.spot[slot_of(card, player)] = spot
    state.sequence[player] |= 1 << card
    state.fresh[which] = card
    gives = 1 << MAIN
    if box.special[card] != NO_SPECIAL:
        gives |= 1 << SPECIAL
    if icon != NO_CARD:
        gives |= 1 << SIDE
        state.side[which] = icon
    state.unused |= gives << which * A_CARD
    state.stage = ACT


def note_whole_halves(state, neighbour, which, end):
    """Note which halves of the cards placed this turn are now whole: Sideways! cannot use those (OC-40)."""
    state.whole |= 1 << (which * 2 + 1 - end)
    if which == 1 and neighbour == state.fresh[0]:
        state.whole |= 1 << end


# --- resting ----------------------------------------------------------------------------------------------


def rest(state, player):
    """Discard what was planned, then take a card from the market if there is one (OC-10)."""
    card = int(state.planned[player])
    if card != NO_CARD:
        state.planned[player] = NO_CARD
        state.discard[player] |= 1 << card
        state.secret[player] &= ~(1 << card)
        state.reveals += 1
    state.stage = RESTOCK
    if state.deck == 0 and open_cards(state) == 0:
        ask_what_stays(state, player)


def take_open(state, player, card):
    """Take an open card of the market and fill its place (OC-11)."""
    state.hand[player] |= 1 << card
    for i in range(OPEN_CARDS):
        if state.market[i] == card:
            fill_place(state, i)
    ask_what_stays(state, player)


def take_blind(state, player):
    """Take the top card of the deck: only its new owner sees it (OC-11, OC-54)."""
    card = draw(state)
    state.hand[player] |= 1 << card
    state.secret[player] |= 1 << card
    ask_what_stays(state, player)


def ask_what_stays(state, player):
    """Ask which card of the sequence stays, if there is a choice (OC-10)."""
    sequence = int(state.sequence[player])
    state.stage = KEEP
    if bits.count(sequence) <= 1:
        keep(state, player, bits.lowest(sequence) if sequence != 0 else NO_CARD)


def keep(state, player, card):
    """Leave one card of the sequence, take up the others and all discards, and get up (OC-10)."""
    stays = 0
    if card != NO_CARD:
        stays = 1 << card
        state.ends[player][0] = card
        state.ends[player][1] = card
    up = int(state.sequence[player])
    while up != 0:
        state.spot[slot_of(bits.lowest(up), player)] = 0
        up &= up - 1
    state.hand[player] |= int(state.discard[player]) | int(state.sequence[player]) & ~stays
    state.sequence[player] = stays
    state.discard[player] = 0
    state.down &= ~(1 << player)
    state.stage = ACT
