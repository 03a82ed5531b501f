"""Yadokarick: a trick-taking game for 1 to 7 hermit crabs in want of a house.

Everyone plays one card of any colour. The lowest number may move the size marker; the highest number of each
colour takes that colour's largest cards and builds with them. Houses bear six cards, a roof closes them, and
at the end a house should be just as big as the marker says. Two players have a third hand turned up from the
deck set the target (`DUEL`), and one plays a patience on four hermit crabs (`SOLO`, in solo.py).
"""

from decapod.engine import bits, dice
from decapod.engine.facts import Option
from decapod.engine.records import record_type, table_type
from decapod.games.yadokarick import deal, house, modes, printed, solo, trick
from decapod.games.yadokarick import moves as alphabet
from decapod.games.yadokarick.cards import CARDS, COLOURS, NUMBERS, SIZES
from decapod.games.yadokarick.modes import DUEL, HAND, NPC, SEATS, SMALL_CIRCLE, SOLO
from decapod.games.yadokarick.moves import (
    BUILD,
    BUILD_FIRST,
    BUILD_LATER,
    DRAW,
    LEFT,
    MARK,
    MARK_END,
    MARK_FIRST,
    MARK_LATER,
    MARKER,
    NO_SUCH_MOVE,
    NOT_IN_HAND,
    NOT_WON,
    NOT_YOUR_TURN,
    ORDER,
    PLAY,
    RIGHT,
    ROOF_LAST,
    SOLO_ONLY,
    STAY,
    TRICK,
)

NAME = "yadokarick"
VERSION = 1
VARIANTS = modes.VARIANTS
OPTIONS = (
    Option("first", "random", ("random", *"0123456"), seat=True),  # who leads, to the left of the dealer
    Option("rounds", 3, range(1, 41)),  # of the main and the advanced game
    Option("colour", "green", ("green", "pink")),  # of the cards, where only one is used
    Option("npc", "second", ("second", "third", "first")),  # when the NPC plays in the duel's first trick
    Option("beat", 48, range(201)),  # the solo game's score to beat; the usual one is the rulebook's example
)
LOSER_BEGINS = False  # who deals, and so who leads, is settled anew in every game (YD-3)
FIRST, ROUNDS, COLOUR, NPC_TURN, BEAT = 0, 1, 2, 3, 4
NPC_SECOND, NPC_THIRD, NPC_FIRST = 0, 1, 2

MOVES = alphabet.MOVES
WIDEST = 3 * solo.ROW + 4  # every card of the row on three columns, and giving up four; a hand is less
LONGEST = 40 * HAND * (SEATS + 2)  # the most rounds, everyone plays a card, and two are tied for the marker

INLINE = (  # what happens at every move of a trick: compiled as one piece, the rest as functions
    "pick", "play", "put_down", "show", "go_on", "left_of", "find_lowest", "who_played", "move_marker", "settle",
    "winner_of", "award", "largest", "build", "clear_trick", "end_trick", "begin_trick", "furthest_left",
    "furthest_right", "highest", "size_of", "is_roof", "on_top",
)  # fmt: skip
SECRETS = True  # hands, the stock, the cards put aside
REASONS = alphabet.REASONS
ENDINGS = modes.ENDINGS

Box = record_type(
    [
        ("numbers", "i8"),  # cards of a colour, numbered from 1
        ("sizes", "i8", (COLOURS, NUMBERS)),  # the size of each card, 1 to 9
        ("at_least", "i8", (COLOURS, SIZES)),  # the cards of each size or a larger one, as sets
        ("largest", "i8"),  # the largest size there is
        ("roofs", "i8"),  # the numbers that are roofs, as a set
        ("track", "i8"),  # size cards, from 1
        ("start", "i8"),  # where the size marker begins
        ("hand", "i8"),  # cards dealt to each player
        ("floors", "i8"),  # cards a house bears
        ("bonus", "i8"),  # points for hitting the target
        ("advanced", "i8", SEATS + 1),  # by number of players: the highest number in the advanced deck
        ("solo_out", "i8"),  # numbers the solo game leaves out, as a set
        ("row", "i8"),  # cards of the solo game's row
        ("solo_floors", "i8"),  # cards that make a house in the solo game
    ]
)

Table = table_type(
    [
        ("phase", "i1"),  # what is awaited: TRICK, MARK, ORDER; in the solo game OPEN, TAKE, REFILL, BONUS
        ("seats", "i1"),  # cards in a trick: one of each player, and one of the NPC in the duel
        ("colour", "i1"),  # of the cards, where only one is used
        ("rounds", "i1"),  # rounds agreed on
        ("finished", "i1"),  # rounds finished
        ("first", "i1"),  # who led the first trick of this round
        ("tricks", "i1"),  # tricks finished in this round
        ("lead", "i1"),  # who led this trick
        ("after", "i1"),  # who will lead the next one; while the marker is moved: who may move it last
        ("played", "i1"),  # cards in this trick
        ("before_npc", "i1"),  # the duel's player whose left neighbour is the NPC
        ("winner", "i1"),  # who chooses the order of `won`
        ("marker", "i1"),  # the target size
        ("closed", "i1"),  # the seats whose house has a roof, as a set
        ("drawn", "i1"),  # solo: the card drawn last
        ("banked", "i1"),  # solo: cards scored
        ("beat", "i2"),  # solo: the score to beat
        ("best", "i2"),  # solo: the highest score this game has stood at
        ("row", "i1", solo.ROW),  # solo: the cards to choose from, each plus 1; 0: none
        ("fallen", "i1", SEATS),  # collapsed cards before each seat; solo: cards given up
        ("lost", "i2", SEATS),  # their size
        ("built", "i2", SEATS),  # the size of each house; solo: of the cards scored
        ("totals", "i2", SEATS),  # points of the rounds finished
        ("trick", "i8"),  # the card each seat has played, plus 1, in eight bits each; 0: none yet
        ("won", "i8"),  # cards of one colour the winner has still to build with, as a set
        ("houses", "i8", SEATS),  # the cards of each house (see house.py); solo: of the four columns
        ("pile", "i8", COLOURS),  # the cards of this trick, as sets
        ("seen", "i8", COLOURS),  # all cards played this round; solo: drawn
        ("hands", "i8", (SEATS, COLOURS)),  # as sets
        ("deck", "i1", CARDS),  # all cards in play, as they were last mixed
    ]
)

SEEN_SEAT = 12 + 2 * house.ROOM  # numbers observed of each seat
FACTS = 15  # numbers observed of the table as a whole
OBSERVED = 3 * CARDS + SEATS * SEEN_SEAT + 2 * solo.ROW + FACTS


fill = printed.fill


# --- setting up -------------------------------------------------------------------------------------------


def setup(box, table, players, variant, options):
    """Agree on rounds and colour, choose who leads first, and deal (YD-2, YD-3)."""
    table.players = players
    table.variant = variant
    table.colour = options[COLOUR]
    if variant == SOLO:
        table.beat = options[BEAT]
        solo.start(table)
        return
    table.seats = players
    table.rounds = options[ROUNDS]
    first = options[FIRST] - 1
    if first < 0:
        first = dice.roll(table.dice, players)
    if variant == DUEL:
        first = seat_npc(table, first, options[NPC_TURN])
    table.first = first
    deal.sort_deck(box, table)
    trick.begin_round(box, table)


def seat_npc(table, first, turn):
    """Give the NPC its place in the circle; say who leads the first trick (YD-17)."""
    table.seats = SMALL_CIRCLE
    table.rounds = 1
    table.before_npc = first if turn == NPC_SECOND else 1 - first
    return NPC if turn == NPC_FIRST else first


# --- legal moves ------------------------------------------------------------------------------------------


def legal(box, table, player, moves):
    """List the cards of the hand, the ways of the marker, or the cards to build with next."""
    if table.awaiting >> player & 1 == 0:
        return 0
    if table.variant == SOLO:
        return solo.legal(box, table, moves)
    n = 0
    if table.phase == TRICK:
        for colour in range(COLOURS):
            n = list_cards(PLAY + colour * NUMBERS, int(table.hands[player, colour]), moves, n)
    elif table.phase == MARK:
        for move in range(furthest_left(table), furthest_right(box, table) + 1):
            moves[n] = move
            n += 1
    else:
        n = list_cards(BUILD + table.colour * NUMBERS, trick.next_floors(box, table), moves, n)
    return n


def list_cards(base, cards, moves, n):
    """Append a move for each card of a set to the first `n` moves; return how many there are then."""
    while cards != 0:
        moves[n] = base + bits.lowest(cards)
        cards &= cards - 1
        n += 1
    return n


def pick(box, table, player, moves, chance):
    """Let chance choose one of the legal moves, without writing them down while tricks are played."""
    if table.phase == TRICK:
        greens, pinks = int(table.hands[player, 0]), int(table.hands[player, 1])
        n = bits.count(greens)
        held = n + bits.count(pinks)
        i = dice.roll(chance, held)
        pink = 1 if i >= n else 0
        cards = pinks if pink else greens
        i -= n * pink
        for k in range(held - 1):  # a loop of `i` steps would be hard to foresee, for a processor
            cards = cards & cards - 1 if k < i else cards
        return PLAY + NUMBERS * pink + bits.lowest(cards)
    if table.phase == MARK:
        low = furthest_left(table)
        return low + dice.roll(chance, furthest_right(box, table) + 1 - low)
    n = legal(box, table, player, moves)
    return int(moves[dice.roll(chance, n)])


def furthest_left(table):
    """The marker cannot leave the track to the left (YD-5)."""
    return LEFT if table.marker > 1 else STAY


def furthest_right(box, table):
    """The marker cannot leave the track to the right (YD-5)."""
    return RIGHT if table.marker < box.track else STAY


def refusal(box, table, player, move):
    """Say why a move is not legal; 0 if it is."""
    if player < 0 or table.awaiting >> player & 1 == 0:
        return NOT_YOUR_TURN
    if move < 0 or move >= alphabet.MOVES:
        return NO_SUCH_MOVE
    if table.variant == SOLO:
        return solo.refusal(box, table, move)
    if move >= DRAW:
        return SOLO_ONLY
    if move >= MARKER:
        return marker_refusal(box, table, move)
    if move >= BUILD:
        return build_refusal(box, table, move - BUILD)
    if table.phase == MARK:
        return MARK_FIRST
    if table.phase == ORDER:
        return BUILD_FIRST
    colour = move // NUMBERS
    return 0 if table.hands[player, colour] >> move - colour * NUMBERS & 1 else NOT_IN_HAND


def marker_refusal(box, table, move):
    """The marker is moved when a trick is complete, by one card of the track at most (YD-5)."""
    if table.phase != MARK:
        return MARK_LATER
    if move < furthest_left(table) or move > furthest_right(box, table):
        return MARK_END
    return 0


def build_refusal(box, table, card):
    """The winner chooses the order of the cards won, roofs last (YD-10, YD-12)."""
    if table.phase != ORDER:
        return BUILD_LATER
    colour = card // NUMBERS
    if colour != table.colour or int(table.won) >> card - colour * NUMBERS & 1 == 0:
        return NOT_WON
    return 0 if trick.next_floors(box, table) >> card - colour * NUMBERS & 1 else ROOF_LAST


# --- playing ----------------------------------------------------------------------------------------------


def play(box, table, player, move):
    """Play a card, move the marker, or build with a card won."""
    table.ply += 1
    if table.variant == SOLO:
        solo.play(box, table, move)
    elif move < BUILD:
        table.turns += 1
        trick.put_down(table, player, move)
        trick.go_on(box, table, player)
    elif move < MARKER:
        table.won ^= 1 << (move - BUILD) % NUMBERS
        trick.build(box, table, player, move - BUILD)
        trick.build_won(box, table)
    else:
        table.turns += 1
        trick.move_marker(box, table, player, move - STAY)


# --- the end ----------------------------------------------------------------------------------------------


def ending(box, table):
    """Why the game ended, 0 while it goes on."""
    return int(table.ending)


def points(box, table, out):
    """Add up all rounds, this one as if it ended now; in the duel the size of each house (YD-15, YD-20)."""
    for player in range(table.players):
        if table.variant == SOLO:
            out[player] = table.built[player] - table.lost[player]
        elif table.variant == DUEL:
            out[player] = table.built[player]
        else:
            out[player] = table.totals[player]
            if table.ending == 0:
                out[player] += trick.round_points(box, table, player)


def places(box, table, out):
    """Rank by points; in the duel, nearest to the NPC without bursting; ties share (YD-15, YD-20)."""
    for player in range(table.players):
        out[player] = 1
        for other in range(table.players):
            if standing(box, table, other) > standing(box, table, player):
                out[player] += 1


def standing(box, table, player):
    """A number that is higher for who stands better."""
    if table.variant == DUEL:
        over = int(table.built[player]) - int(table.built[NPC])
        return -(over << 8) if over > 0 else over
    if table.ending != 0 or table.variant == SOLO:
        return int(table.totals[player])
    return int(table.totals[player]) + trick.round_points(box, table, player)


# --- what a viewer knows ----------------------------------------------------------------------------------


def hide(box, table, viewer, guess):
    """Deal the cards the viewer has not seen again among the places they can be in (YD-32)."""
    if table.variant != SOLO:
        deal.deal_again(box, table, viewer, guess)
    dice.copy(guess, table.dice)


def observe(box, table, viewer, out):
    """Write the viewer's hand, the cards seen, the trick (or the cards won from it); then seats, the row, facts."""
    for i in range(OBSERVED):
        out[i] = 0
    for colour in range(COLOURS):
        plane = colour * NUMBERS
        if viewer >= 0:
            spread(int(table.hands[viewer, colour]), out, plane)
        spread(int(table.seen[colour]), out, CARDS + plane)
        spread(int(table.pile[colour]), out, 2 * CARDS + plane)
    spread(int(table.won), out, 2 * CARDS + table.colour * NUMBERS)
    at = 3 * CARDS
    for i in range(SEATS):
        observe_seat(table, seen_seat(table, viewer, i), out, at)
        at += SEEN_SEAT
    for i in range(solo.ROW):
        observe_card(int(table.row[i]), out, at)
        at += 2
    out[at] = table.variant
    out[at + 1] = table.phase
    out[at + 2] = table.players
    out[at + 3] = table.rounds - table.finished
    out[at + 4] = table.tricks
    out[at + 5] = table.played
    out[at + 6] = table.marker
    out[at + 7] = table.drawn + 1 if table.phase == solo.BONUS else 0
    out[at + 8] = table.banked
    out[at + 9] = table.best
    out[at + 10] = table.beat
    out[at + 11] = table.ply
    out[at + 12] = bits.count(table.won)
    out[at + 13] = table.colour
    out[at + 14] = 1 if table.variant == DUEL and table.before_npc == viewer else 0


def seen_seat(table, viewer, i):
    """The i-th seat from the viewer's on; the NPC and the solo columns keep their own."""
    if viewer < 0 or i >= table.players:
        return i
    return (viewer + i) % table.players


def spread(cards, out, at):
    """Write a 1 for each card of a set."""
    while cards != 0:
        out[at + bits.lowest(cards)] = 1
        cards &= cards - 1


def observe_seat(table, seat, out, at):
    """What lies before a seat, and what part it has in the trick."""
    out[at] = table.built[seat]
    out[at + 1] = table.lost[seat]
    out[at + 2] = table.fallen[seat]
    out[at + 3] = table.totals[seat]
    out[at + 4] = table.closed >> seat & 1
    out[at + 5] = table.awaiting >> seat & 1
    out[at + 6] = 1 if table.lead == seat else 0
    out[at + 7] = 1 if table.after == seat else 0
    out[at + 8] = bits.count(table.hands[seat, 0]) + bits.count(table.hands[seat, 1])
    out[at + 9] = 1 if table.won != 0 and table.winner == seat else 0
    observe_card(trick.trick_card(table, seat), out, at + 10)
    cards = int(table.houses[seat])
    floor = 0
    while cards != 0:
        observe_card(cards & house.CARD_MASK, out, at + 12 + 2 * floor)
        cards >>= house.CARD
        floor += 1


def observe_card(card, out, at):
    """A card plus 1 as two numbers: its colour plus 1, and its number."""
    if card > 0:
        out[at] = (card - 1) // NUMBERS + 1
        out[at + 1] = (card - 1) % NUMBERS + 1
