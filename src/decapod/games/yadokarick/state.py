"""Yadokarick: a trick-taking game for 1 to 7 hermit crabs in want of a house.

Everyone plays one card of any colour. The lowest number may move the size marker; the highest number of each
colour takes that colour's largest cards and builds with them. Houses bear six cards, a roof closes them, and
at the end a house should be just as big as the marker says. Two players have a third hand turned up from the
deck set the target (`DUEL`), and one plays a patience on four hermit crabs (`SOLO`).
"""

from decapod.engine import bits
from decapod.engine.dtypes import record_type, state_type
from decapod.engine.protocols import Option, first_option, whole

NAME = "yadokarick"
RULES_VERSION = 2
VARIANTS = {"main": (3, 4, 5, 6, 7), "advanced": (3, 4, 5, 6), "duel": (2,), "solo": (1,)}
MAIN, ADVANCED, DUEL, SOLO = 0, 1, 2, 3
HAS_HIDDEN_INFORMATION = True  # hands, the stock, the cards put aside
SHUFFLED = ("deck",)  # fields whose order is mixed before it matters, so that positions do not tell it

SEATS = 7
NPC = 2  # the seat of the NPC in the duel: it is not a player
SMALL_CIRCLE = 3  # with three at the table (the NPC counts) one colour is used

OPTIONS = (
    first_option(SEATS),  # who leads, to the left of the dealer
    Option("rounds", 3, range(1, 41), variants=("main", "advanced")),
    Option("colour", "green", ("green", "pink"), players=(1, 2, SMALL_CIRCLE)),  # of the cards, where only one is used
    # When the NPC plays in the first trick.
    Option("npc", "second", ("second", "third", "first"), variants=("duel",)),
    Option("beat", 48, range(201), variants=("solo",)),  # the score to beat; the usual one is the rulebook's example
    # Whose house a roof closes: who gets it, or who plays it (YD-12).
    Option("roof", "gets", ("gets", "plays"), variants=("main", "advanced", "duel")),
)
FIRST, ROUNDS, COLOUR, NPC_TURN, BEAT, ROOF = 0, 1, 2, 3, 4, 5
GETS, PLAYS = 0, 1
NPC_SECOND, NPC_THIRD, NPC_FIRST = 0, 1, 2
LOSER_STARTS = False  # who deals, and so who leads, is settled anew in every game (YD-3)

# A colour and a number make a card; a bit of a set stands for one card of a colour.
GREEN, PINK = 0, 1
COLOUR_NAMES = ("green", "pink")
COLOURS = len(COLOUR_NAMES)
NUMBERS = 40  # numbers a colour has room for; 36 are printed
CARDS = COLOURS * NUMBERS  # card = colour * NUMBERS + number - 1
SIZES = 10  # one more than the largest size a card may have
HAND = 10  # cards a hand has room for
TRACK = 40  # size cards there is room for
FLOORS = 7  # cards a house has room for: more would not fit into an int
ROW = 5  # cards the solo game's row has room for
COLUMN_NAMES = ("green", "alternating", "alternating", "pink")  # the solo game's hermit crabs, by what they take
COLUMNS = len(COLUMN_NAMES)

# Moves, in the order of the rulebook.
PLAY = 0  # + card: play it to the trick
BUILD = PLAY + CARDS  # + card: put it on your house next
MARKER = BUILD + CARDS  # the size marker: one to the left, stays, one to the right
LEFT, STAY, RIGHT = MARKER, MARKER + 1, MARKER + 2
WAY_NAMES = ("left", "stay", "right")
DRAW = MARKER + len(WAY_NAMES)  # + colour: draw from that deck
PLACE = DRAW + COLOURS  # + card * COLUMNS + column: put a card of the row on a hermit crab
BANK = PLACE + CARDS * COLUMNS  # + card: score it for the consecutive numbers
NO_BONUS = BANK + CARDS  # leave the consecutive numbers in the row
GIVE_UP = NO_BONUS + 1  # + column: take its cards as a penalty
NUM_ACTIONS = GIVE_UP + COLUMNS
MAX_LEGAL_ACTIONS = 3 * ROW + COLUMNS  # every card of the row on three columns, and giving up four; a hand is less
MAX_GAME_LENGTH = 40 * HAND * (SEATS + 2)  # the most rounds, everyone plays a card, and two are tied for the marker

# What is awaited now.
TRICK, MARK, ORDER, OPEN, TAKE, REFILL, BONUS = 0, 1, 2, 3, 4, 5, 6
PHASE_NAMES = ("trick", "mark", "order", "open", "take", "refill", "bonus")

ALL_ROUNDS, NPC_TARGET, BEATEN, SHORT = 1, 2, 3, 4
ENDINGS = ("", "rounds", "npc", "beaten", "short")
LOST_ENDINGS = (ENDINGS[SHORT],)

NO_SUCH_MOVE, NOT_IN_HAND = 2, 3
MARK_FIRST, MARK_LATER, MARK_END = 4, 5, 6
BUILD_FIRST, BUILD_LATER, NOT_WON, ROOF_LAST = 7, 8, 9, 10
SOLO_ONLY, NO_TRICKS, OPEN_FIRST, REFILL_FIRST, BONUS_FIRST = 11, 12, 13, 14, 15
NOT_IN_ROW, GREEN_ONLY, PINK_ONLY, ALTERNATE, TOO_HIGH, UNDER_ROOF = 16, 17, 18, 19, 20, 21
EMPTY_COLUMN, REFILL_LATER, EMPTY_DECK, BONUS_LATER, NOT_CONSECUTIVE = 22, 23, 24, 25, 26
ILLEGAL_REASONS = (
    ("", ""),
    ("turn.not_yours", "YD-4"),  # NOT_YOUR_TURN
    ("move.unknown", "YD-4"),
    ("card.not_in_hand", "YD-4"),
    ("marker.first", "YD-5"),
    ("marker.not_now", "YD-5"),
    ("marker.at_end", "YD-5"),
    ("build.first", "YD-10"),
    ("build.not_now", "YD-10"),
    ("build.not_won", "YD-10"),
    ("build.roof_last", "YD-12"),
    ("solo.only", "YD-21"),
    ("solo.no_tricks", "YD-21"),
    ("open.first", "YD-22"),
    ("draw.first", "YD-23"),
    ("bonus.first", "YD-29"),
    ("row.not_there", "YD-23"),
    ("column.green_only", "YD-24"),
    ("column.pink_only", "YD-24"),
    ("column.alternate", "YD-24"),
    ("column.too_high", "YD-25"),
    ("column.under_roof", "YD-26"),
    ("column.empty", "YD-28"),
    ("draw.not_now", "YD-23"),
    ("draw.empty", "YD-23"),
    ("bonus.not_now", "YD-29"),
    ("bonus.not_consecutive", "YD-29"),
)

INLINE = (  # what happens at every move of a trick: compiled as one piece, the rest as functions
    "sample_action", "apply_action", "put_down", "show", "go_on", "left_of", "find_lowest", "who_played",
    "move_marker", "settle", "takes_all", "winner_of", "award", "largest", "build", "clear_trick", "end_trick",
    "begin_trick", "furthest_left", "furthest_right", "highest", "size_of", "is_roof", "on_top",
)  # fmt: skip

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

State = state_type(
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
        ("closed", "i1"),  # the seats whose house is closed by a roof, as a set
        ("roof", "i1"),  # whose house a roof closes: GETS or PLAYS
        ("closing", "i1"),  # the seats that played a roof to the trick just judged, if that closes; as a set
        ("newest", "i1"),  # solo: the card drawn last
        ("banked", "i1"),  # solo: cards scored
        ("beat", "i2"),  # solo: the score to beat
        ("best", "i2"),  # solo: the highest score this game has stood at
        ("row", "i1", ROW),  # solo: the cards to choose from, each plus 1; 0: none
        ("fallen", "i1", SEATS),  # collapsed cards before each seat; solo: cards given up
        ("lost", "i2", SEATS),  # their size
        ("built", "i2", SEATS),  # the size of each house; solo: of the cards scored
        ("totals", "i2", SEATS),  # points of the rounds finished
        ("trick", "i8"),  # the card each seat has played, plus 1, in eight bits each; 0: none yet
        ("won", "i8"),  # cards of one colour the winner has still to build with, as a set
        ("houses", "i8", SEATS),  # the cards of each house (see chapters/house.py); solo: of the four columns
        ("pile", "i8", COLOURS),  # the cards of this trick, as sets
        ("public", "i8", COLOURS),  # all cards everybody has seen: played this round; solo: drawn
        ("hands", "i8", (SEATS, COLOURS)),  # as sets
        ("deck", "i1", CARDS),  # all cards in play, as they were last mixed
    ]
)


def read_box(box, printed):
    """Copy what box.toml says into a box; ValueError says in one line what is missing or absurd."""
    cards, track, rules, alone = (printed[name] for name in ("cards", "track", "rules", "solo"))
    box.numbers = whole(cards["numbers"], "cards.numbers", 1, NUMBERS)
    fill_sizes(box, printed["sizes"])
    box.roofs = set_of(cards["roofs"], "cards.roofs", int(box.numbers))
    box.track = whole(track["cards"], "track.cards", 2, TRACK)
    box.start = whole(track["start"], "track.start", 1, int(box.track))
    box.hand = whole(rules["hand"], "rules.hand", 1, HAND)
    box.floors = whole(rules["floors"], "rules.floors", 1, FLOORS)
    box.bonus = whole(rules["bonus"], "rules.bonus", 0, 99)
    fill_advanced(box, rules["advanced"])
    box.solo_out = set_of(alone["out"], "solo.out", int(box.numbers))
    box.row = whole(alone["row"], "solo.row", 1, ROW)
    box.solo_floors = whole(alone["floors"], "solo.floors", 2, FLOORS)
    if box.numbers - bits.count(box.solo_out) < box.row:
        raise ValueError(f"solo.out leaves fewer than {box.row} cards of a colour")


def fill_sizes(box, printed):
    """Read the size of every card, colour by colour, in the order of their numbers."""
    for colour, name in enumerate(COLOUR_NAMES):
        sizes = printed[name]
        if not isinstance(sizes, list) or len(sizes) != box.numbers:
            raise ValueError(f"sizes.{name} must list the sizes of {box.numbers} cards")
        for i, printed_size in enumerate(sizes):
            size = whole(printed_size, f"sizes.{name}[{i + 1}]", 1, SIZES - 1)
            box.sizes[colour, i] = size
            box.largest = max(int(box.largest), size)
            for smaller in range(size + 1):
                box.at_least[colour, smaller] |= 1 << i


def fill_advanced(box, printed):
    """Read the highest number of each advanced deck; there must be enough cards for every hand of every mode."""
    if box.hand * SEATS > COLOURS * box.numbers or box.hand * SMALL_CIRCLE > box.numbers:
        raise ValueError(f"cards.numbers: {box.numbers} cards a colour are too few for hands of {box.hand}")
    for players in VARIANTS["advanced"]:
        name = f"rules.advanced.{players}"
        box.advanced[players] = whole(printed[str(players)], name, 1, int(box.numbers))
        if box.hand * players > box.advanced[players] * (1 if players == SMALL_CIRCLE else COLOURS):
            raise ValueError(f"{name}: {box.advanced[players]} numbers are too few for hands of {box.hand}")


def set_of(numbers, name, most):
    """Return a list of card numbers of a box file as a set; ValueError if there is anything else in it."""
    if not isinstance(numbers, list) or not all(type(n) is int and 1 <= n <= most for n in numbers):
        raise ValueError(f"{name} must list numbers from 1 to {most}, not {numbers!r}")
    return sum(1 << n - 1 for n in set(numbers))


# --- cards, and sets of cards of a colour -----------------------------------------------------------------


def colour_of(card):
    """Green or pink (YD-1)."""
    return card // NUMBERS


def number_of(card):
    """The number printed on a card (YD-1)."""
    return card % NUMBERS + 1


def bit_of(card):
    """The card as a set of one within its colour."""
    return 1 << card % NUMBERS


def size_of(box, card):
    """How much a card adds to a house (YD-1)."""
    return int(box.sizes[card // NUMBERS, card % NUMBERS])


def is_roof(box, card):
    """Whether a card is a roof (YD-12)."""
    return int(box.roofs) >> card % NUMBERS & 1


def nth(cards, n):
    """The n-th smallest element of a set, counted from 0; the set must have more than n."""
    for _ in range(n):
        cards &= cards - 1
    return bits.lowest(cards)


def highest(cards):
    """The largest element of a set that is not empty: fill all bits below it, and count."""
    cards |= cards >> 1
    cards |= cards >> 2
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    cards |= cards >> 32
    return bits.count(cards) - 1


def cards_in(colour, cards):
    """List the cards of a set of a colour, ascending (never compiled: it makes a list)."""
    return [colour * NUMBERS + i for i in range(NUMBERS) if cards >> i & 1]
