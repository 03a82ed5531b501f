"""Yadokarick: a trick-taking game for 1 to 7 hermit crabs in want of a house.

Everyone plays one card of any colour. The lowest number may move the size marker; the highest number of each
colour takes that colour's largest cards and builds with them. Houses bear six cards, a roof closes them, and
at the end a house should be just as big as the marker says. Two players have a third hand turned up from the
deck set the target (`DUEL`), and one plays a patience on four hermit crabs (`SOLO`, in solo.py).
"""

from decapod.engine import bits, dice
from decapod.engine.facts import Option
from decapod.engine.records import record_type, table_type
from decapod.games.yadokarick import house, solo
from decapod.games.yadokarick.cards import (
    CARDS,
    COLOURS,
    NUMBERS,
    SIZES,
    highest,
    is_roof,
    mix,
    nth,
    size_of,
)
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
    MOVES,
    NO_SUCH_MOVE,
    NOT_IN_HAND,
    NOT_WON,
    NOT_YOUR_TURN,
    ORDER,
    PLAY,
    REASONS,
    RIGHT,
    ROOF_LAST,
    SOLO_ONLY,
    STAY,
    TRICK,
)

NAME = "yadokarick"
VERSION = 1
VARIANTS = {"main": (3, 4, 5, 6, 7), "advanced": (3, 4, 5, 6), "duel": (2,), "solo": (1,)}
MAIN, ADVANCED, DUEL, SOLO = 0, 1, 2, 3
OPTIONS = (
    Option("first", "random", ("random", "0", "1", "2", "3", "4", "5", "6"), seat=True),  # leads; left of the dealer
    Option("rounds", 3, range(1, 41)),  # of the main and the advanced game
    Option("colour", "green", ("green", "pink")),  # of the cards, where only one is used
    Option("npc", "second", ("second", "third", "first")),  # when the NPC plays in the duel's first trick
    Option("beat", 40, range(0, 201)),  # the solo game's score to beat
)
FIRST, ROUNDS, COLOUR, NPC_TURN, BEAT = 0, 1, 2, 3, 4
NPC_SECOND, NPC_THIRD, NPC_FIRST = 0, 1, 2

SEATS = 7
HAND = 10  # cards a hand has room for
TRACK = 40  # size cards there is room for
NPC = 2  # the seat of the NPC in the duel: it is not a player
EVERY_SEAT = 0x01010101010101  # a 1 in the byte of every seat
SMALL_CIRCLE = 3  # with three at the table (the NPC counts) one colour is used

WIDEST = 3 * solo.ROW + 4  # every card of the row on three columns, and giving up four; a hand is less
LONGEST = 40 * HAND * (SEATS + 2)  # the most rounds, everyone plays a card, and two are tied for the marker

ALL_ROUNDS, NPC_TARGET = 1, 2
ENDINGS = ("", "rounds", "npc", "beaten", "short")  # the last two: solo.BEATEN, solo.SHORT

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
OBSERVED = 3 * CARDS + SEATS * SEEN_SEAT + 2 * solo.ROW + 14


def fill(box, printed):
    """Copy the printed numbers into a box; ValueError says in one line what is missing or absurd."""
    cards, rules, alone = (part_of(printed, name) for name in ("cards", "rules", "solo"))
    box.numbers = whole(cards, "cards.numbers", 1, NUMBERS)
    for colour, name in enumerate(("green", "pink")):
        sizes = part_of(printed, "sizes").get(name)
        if not isinstance(sizes, list) or len(sizes) != box.numbers:
            raise ValueError(f"sizes.{name} must list the sizes of {box.numbers} cards")
        for i, size in enumerate(sizes):
            if type(size) is not int or not 1 <= size < SIZES:
                raise ValueError(f"sizes.{name}: the size of number {i + 1} is not from 1 to {SIZES - 1}: {size!r}")
            box.sizes[colour, i] = size
            box.largest = max(int(box.largest), size)
            for smaller in range(size + 1):
                box.at_least[colour, smaller] |= 1 << i
    box.roofs = numbers_in(cards, "cards.roofs", int(box.numbers))
    track = part_of(printed, "track")
    box.track = whole(track, "track.cards", 2, TRACK)
    box.start = whole(track, "track.start", 1, int(box.track))
    box.hand = whole(rules, "rules.hand", 1, HAND)
    box.floors = whole(rules, "rules.floors", 1, house.ROOM)
    box.bonus = whole(rules, "rules.bonus", 0, 99)
    most = max(VARIANTS["main"])
    if box.hand * most > COLOURS * box.numbers or box.hand * SMALL_CIRCLE > box.numbers:
        raise ValueError(f"{box.numbers} cards a colour are too few for hands of {box.hand}")
    for players in VARIANTS["advanced"]:
        name = f"rules.advanced.{players}"
        box.advanced[players] = whole(part_of(rules, "advanced"), name, 1, int(box.numbers))
        if box.hand * players > box.advanced[players] * (1 if players == SMALL_CIRCLE else COLOURS):
            raise ValueError(f"{name}: {box.advanced[players]} numbers are too few for hands of {box.hand}")
    box.solo_out = numbers_in(alone, "solo.out", int(box.numbers))
    box.row = whole(alone, "solo.row", 1, solo.ROW)
    box.solo_floors = whole(alone, "solo.floors", 2, house.ROOM)
    if bits.count(solo.deck(box)) < box.row:
        raise ValueError(f"solo.out leaves fewer than {box.row} cards of a colour")


def part_of(printed, name):
    """A group of a box file."""
    part = printed.get(name)
    if not isinstance(part, dict):
        raise ValueError(f"the box has no [{name}]")
    return part


def whole(part, name, low, high):
    """A whole number of a box file, within bounds."""
    value = part.get(name.rpartition(".")[2])
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return value


def numbers_in(part, name, high):
    """A list of card numbers of a box file, as a set."""
    values = part.get(name.rpartition(".")[2])
    if not isinstance(values, list) or not all(type(n) is int and 1 <= n <= high for n in values):
        raise ValueError(f"{name} must list numbers from 1 to {high}, not {values!r}")
    return sum(1 << n - 1 for n in set(values))


# --- setting up -------------------------------------------------------------------------------------------


def setup(box, table, players, variant, options):
    """Agree on rounds and colour, choose who leads first, and deal (YD-2, YD-3)."""
    table.players = players
    table.variant = variant
    table.colour = options[COLOUR]
    if variant == SOLO:
        table.beat = options[BEAT]
        solo.start(box, table)
        return
    table.seats = players
    table.rounds = options[ROUNDS]
    first = options[FIRST] - 1
    if first < 0:
        first = dice.roll(table.dice, players)
    if variant == DUEL:
        first = seat_npc(table, first, options[NPC_TURN])
    table.first = first
    sort_deck(box, table)
    begin_round(box, table)


def seat_npc(table, first, turn):
    """Give the NPC its place in the circle; say who leads the first trick (YD-17)."""
    table.seats = SMALL_CIRCLE
    table.rounds = 1
    table.before_npc = first if turn == NPC_SECOND else 1 - first
    return NPC if turn == NPC_FIRST else first


def in_play(box, table, colour):
    """The cards of a colour that this mode and number of players use, as a set (YD-2, YD-16)."""
    if table.seats == SMALL_CIRCLE and colour != table.colour:
        return 0
    numbers = int(box.advanced[table.players]) if table.variant == ADVANCED else int(box.numbers)
    return (1 << numbers) - 1


def sort_deck(box, table):
    """Put all cards in play into the deck, in ascending order; return how many they are."""
    n = 0
    for colour in range(COLOURS):
        n = gather(table, colour, in_play(box, table, colour), n)
    for i in range(n, CARDS):
        table.deck[i] = 0
    return n


def gather(table, colour, cards, n):
    """Append the cards of a set to the first `n` of the deck; return how many there are then."""
    while cards != 0:
        table.deck[n] = colour * NUMBERS + bits.lowest(cards)
        cards &= cards - 1
        n += 1
    return n


def begin_round(box, table):
    """Deal ten cards to everyone; no houses yet, and the marker at its start (YD-2, YD-3)."""
    size = bits.count(in_play(box, table, 0)) + bits.count(in_play(box, table, 1))
    hand = int(box.hand)
    mix(table.dice, table.deck, size, hand * table.players)
    for player in range(table.players):
        deal_hand(table, player, player * hand, hand)
    for seat in range(table.seats):
        table.houses[seat] = 0
        table.built[seat] = 0
        table.lost[seat] = 0
        table.fallen[seat] = 0
    table.seen[0] = 0
    table.seen[1] = 0
    table.closed = 0
    table.marker = box.start
    table.tricks = 0
    table.reveals += 1
    begin_trick(box, table, int(table.first))


def deal_hand(table, player, start, n):
    """Hand a player `n` cards of the deck, from `start` on."""
    for i in range(start, start + n):
        card = int(table.deck[i])
        colour = card // NUMBERS
        table.hands[player, colour] |= 1 << card - colour * NUMBERS


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
        n = list_cards(BUILD + table.colour * NUMBERS, next_floors(box, table), moves, n)
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
        for k in range(held - 1):  # one step for each card, taken or not: a loop of `i` steps is hard to foresee
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


def next_floors(box, table):
    """The cards the winner may build with next, as a set: roofs come last (YD-10, YD-12)."""
    won = int(table.won)
    plain = won & ~int(box.roofs)
    return plain if plain != 0 else won


def refusal(box, table, player, move):
    """Say why a move is not legal; 0 if it is."""
    if player < 0 or table.awaiting >> player & 1 == 0:
        return NOT_YOUR_TURN
    if move < 0 or move >= MOVES:
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
    return 0 if next_floors(box, table) >> card - colour * NUMBERS & 1 else ROOF_LAST


# --- playing ----------------------------------------------------------------------------------------------


def play(box, table, player, move):
    """Play a card, move the marker, or build with a card won."""
    table.ply += 1
    if table.variant == SOLO:
        solo.play(box, table, move)
    elif move < BUILD:
        table.turns += 1
        put_down(table, player, move)
        go_on(box, table, player)
    elif move < MARKER:
        table.won ^= 1 << (move - BUILD) % NUMBERS
        build(box, table, player, move - BUILD)
        build_won(box, table)
    else:
        table.turns += 1
        move_marker(box, table, player, move - STAY)


def put_down(table, player, card):
    """A card goes from a hand to the trick, for all to see (YD-4)."""
    colour = card // NUMBERS
    bit = 1 << card - colour * NUMBERS
    table.hands[player, colour] ^= bit
    show(table, player, card, colour, bit)


def show(table, seat, card, colour, bit):
    """A card lies open in the trick (YD-4, YD-18)."""
    table.seen[colour] |= bit
    table.pile[colour] |= bit
    table.trick |= card + 1 << house.CARD * seat
    table.played += 1
    table.reveals += 1


def go_on(box, table, seat):
    """After a card of `seat`: the next one plays, the NPC at once; a complete trick is judged (YD-4, YD-18)."""
    if table.played < table.seats:
        seat = left_of(table, seat)
        if table.variant == DUEL and seat == NPC:
            turn_up(box, table)
            seat = left_of(table, seat)
    if table.played < table.seats:
        table.awaiting = 1 << seat
    elif table.variant == DUEL:
        table.after = left_of(table, winner_of(table, int(table.colour)))
        settle(box, table)
    else:
        find_lowest(table)


def left_of(table, seat):
    """Play goes clockwise; in the duel the NPC has its place in the circle (YD-4, YD-17)."""
    if table.variant == DUEL:
        if seat == NPC:
            return 1 - int(table.before_npc)
        return NPC if seat == table.before_npc else int(table.before_npc)
    return seat + 1 if seat + 1 < table.seats else 0


def turn_up(box, table):
    """The NPC plays the top card of the stock: any card not in a hand, not yet seen (YD-18)."""
    colour = int(table.colour)
    cards = stock(box, table)
    number = nth(cards, dice.roll(table.dice, bits.count(cards)))
    show(table, NPC, colour * NUMBERS + number, colour, 1 << number)


def stock(box, table):
    """The duel's draw pile, as a set: nobody knows its order, so it is rolled card by card (YD-17)."""
    colour = int(table.colour)
    away = int(table.seen[colour]) | int(table.hands[0, colour]) | int(table.hands[1, colour])
    return in_play(box, table, colour) & ~away


def begin_trick(box, table, lead):
    """Let someone lead; if that is the NPC, it turns up a card first (YD-4, YD-18)."""
    table.phase = TRICK
    table.lead = lead
    if table.variant == DUEL and lead == NPC:
        turn_up(box, table)
        lead = left_of(table, lead)
    table.awaiting = 1 << lead


def find_lowest(table):
    """Whoever played the lowest number moves the marker, the earlier first if tied; the later leads (YD-5 to YD-7)."""
    greens, pinks = int(table.pile[0]), int(table.pile[1])
    low = bits.lowest(greens | pinks)
    first = who_played(table, low if greens >> low & 1 else NUMBERS + low)
    last = first
    if greens & pinks & 1 << low:
        last = who_played(table, NUMBERS + low)
        if follows(table, first, last):
            first, last = last, first
    table.after = last
    table.phase = MARK
    table.awaiting = 1 << first


def who_played(table, card):
    """The seat that played a card of this trick: the first byte equal to it, found without a loop."""
    other = int(table.trick) ^ (card + 1) * EVERY_SEAT
    return bits.lowest(other - EVERY_SEAT & ~other & EVERY_SEAT << house.CARD - 1) // house.CARD


def trick_card(table, seat):
    """The card a seat has played in this trick, plus 1; 0 if none yet."""
    return int(table.trick) >> house.CARD * seat & house.CARD_MASK


def follows(table, seat, other):
    """Whether a seat played after another in this trick (YD-4)."""
    lead = int(table.lead)
    return (seat >= lead) == (other >= lead) and seat > other or seat < lead <= other


def move_marker(box, table, player, step):
    """Move the marker one card or none; then the other lowest does, or the winners build (YD-5, YD-6, YD-10)."""
    table.marker += step
    if player != table.after:
        table.awaiting = 1 << int(table.after)
    else:
        settle(box, table)


def settle(box, table):
    """The highest numbers take what they win, and build with it (YD-8, YD-9).

    With three players one of them takes all; else each colour's highest takes that colour's largest cards.
    The one who played earlier builds first, which changes nothing: everyone builds for themselves.
    """
    if table.seats == SMALL_CIRCLE and table.variant != DUEL:
        colour = int(table.colour)
        table.winner = winner_of(table, colour)
        if table.closed >> table.winner & 1 == 0:
            table.won = table.pile[colour]
        clear_trick(table)
        build_won(box, table)
        return
    for colour in range(COLOURS):
        if table.pile[colour] != 0:
            award(box, table, colour)
    clear_trick(table)
    end_trick(box, table)


def clear_trick(table):
    """All cards leave the trick: to be built with, or out of the round (YD-9)."""
    table.played = 0
    table.pile[0] = 0
    table.pile[1] = 0
    table.trick = 0


def winner_of(table, colour):
    """Who played the highest number of a colour that is in the trick (YD-8, YD-9)."""
    return who_played(table, colour * NUMBERS + highest(int(table.pile[colour])))


def award(box, table, colour):
    """The highest number takes the largest cards of its colour, unless its house is closed (YD-9, YD-12)."""
    seat = winner_of(table, colour)
    if table.closed >> seat & 1:
        return
    cards = largest(box, colour, int(table.pile[colour]))
    roofs = cards & int(box.roofs)
    cards ^= roofs
    while cards != 0:
        build(box, table, seat, colour * NUMBERS + bits.lowest(cards))
        cards &= cards - 1
    while roofs != 0:
        build(box, table, seat, colour * NUMBERS + bits.lowest(roofs))
        roofs &= roofs - 1


def largest(box, colour, cards):
    """Those cards of a set that have its largest size (YD-9)."""
    for size in range(2, box.largest + 1):
        larger = cards & int(box.at_least[colour, size])
        cards = larger if larger != 0 else cards
    return cards


def build_won(box, table):
    """Build with the cards won until their order is for the winner to choose: cards of one size have none (YD-10)."""
    colour = int(table.colour)
    while table.won != 0:
        cards = next_floors(box, table)
        if largest(box, colour, cards) != cards:
            table.phase = ORDER
            table.awaiting = 1 << int(table.winner)
            return
        table.won ^= cards & -cards
        build(box, table, int(table.winner), colour * NUMBERS + bits.lowest(cards))
    table.turns += 1
    end_trick(box, table)


def build(box, table, seat, card):
    """Put a card on a house; the card next to the body falls from one that is too high (YD-10 to YD-12)."""
    cards = house.on_top(int(table.houses[seat]), card)
    size = size_of(box, card)
    bearing = house.CARD * int(box.floors)
    falling = cards >> bearing
    if falling != 0:
        cards ^= falling << bearing
        gone = size_of(box, falling - 1)
        table.fallen[seat] += 1
        table.lost[seat] += gone
        size -= gone
    table.houses[seat] = cards
    table.built[seat] += size
    table.closed |= is_roof(box, card) << seat


def end_trick(box, table):
    """After the tenth trick the round is scored; else the next trick begins (YD-7, YD-13)."""
    table.tricks += 1
    if table.tricks < box.hand:
        begin_trick(box, table, int(table.after))
    else:
        end_round(box, table)


def end_round(box, table):
    """Add up the round; deal again, the next player leading, until all rounds are played (YD-3, YD-13 to YD-15)."""
    table.finished += 1
    over = table.finished == table.rounds
    if table.variant != DUEL:
        for player in range(table.players):
            table.totals[player] += round_points(box, table, player)
        table.first = left_of(table, int(table.first))
    if not over:
        begin_round(box, table)
        return
    table.phase = TRICK
    table.awaiting = 0
    table.ending = NPC_TARGET if table.variant == DUEL else ALL_ROUNDS


# --- the end ----------------------------------------------------------------------------------------------


def round_points(box, table, player):
    """What a player's house is worth with the marker where it is, less what collapsed (YD-13, YD-14)."""
    size, target = int(table.built[player]), int(table.marker)
    if size > target:
        worth = target - size
    elif size == target:
        worth = size + int(box.bonus)
    else:
        worth = size
    return worth - int(table.lost[player])


def ending(box, table):
    """Why the game ended, 0 while it goes on."""
    return int(table.ending)


def points(box, table, out):
    """The points of all rounds, this one as if it ended now; in the duel the size of each house (YD-15, YD-20, YD-31)."""
    for player in range(table.players):
        if table.variant == SOLO:
            out[player] = table.built[player] - table.lost[player]
        elif table.variant == DUEL:
            out[player] = table.built[player]
        else:
            out[player] = table.totals[player]
            if table.ending == 0:
                out[player] += round_points(box, table, player)


def places(box, table, out):
    """Most points first; in the duel, nearest to the NPC's size without bursting; ties share (YD-15, YD-20)."""
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
    return int(table.totals[player]) + round_points(box, table, player)


# --- what a viewer knows ----------------------------------------------------------------------------------


def hide(box, table, viewer, guess):
    """Deal the cards the viewer has not seen again among the places they can be in (YD-32)."""
    if table.variant != SOLO:
        deal_again(box, table, viewer, guess)
    dice.copy(guess, table.dice)


def deal_again(box, table, viewer, guess):
    """Others get as many unseen cards as they hold; the rest is the stock, or lies aside (YD-32)."""
    unseen = 0
    for colour in range(COLOURS):
        cards = in_play(box, table, colour) & ~int(table.seen[colour])
        if viewer >= 0:
            cards &= ~int(table.hands[viewer, colour])
        unseen = gather(table, colour, cards, unseen)
    held = 0
    for player in range(table.players):
        if player != viewer:
            held += bits.count(table.hands[player, 0]) + bits.count(table.hands[player, 1])
    mix(guess, table.deck, unseen, held)
    start = 0
    for player in range(table.players):
        if player != viewer:
            held = bits.count(table.hands[player, 0]) + bits.count(table.hands[player, 1])
            table.hands[player, 0] = 0
            table.hands[player, 1] = 0
            deal_hand(table, player, start, held)
            start += held
    sort_deck(box, table)


def observe(box, table, viewer, out):
    """The viewer's hand, the cards seen, the trick; then each seat from the viewer's on, the row, and the facts."""
    for i in range(OBSERVED):
        out[i] = 0
    for colour in range(COLOURS):
        plane = colour * NUMBERS
        if viewer >= 0:
            spread(int(table.hands[viewer, colour]), out, plane)
        spread(int(table.seen[colour]), out, CARDS + plane)
        spread(int(table.pile[colour]), out, 2 * CARDS + plane)
    at = 3 * CARDS
    for i in range(SEATS):
        observe_seat(box, table, seen_seat(table, viewer, i), out, at)
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


def observe_seat(box, table, seat, out, at):
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
    observe_card(trick_card(table, seat), out, at + 10)
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
