"""Crabs!: a card game for 2 to 5 players about catching crabs and keeping one of every haul.

Hands are secret, the pool is open. In your turn you take one of six actions: catch cards, exchange them with
the pool by number or by total, better your gear, bind crabs and keep one of them as a score card, or turn
sideways score cards upright. Upright ones buy objectives. When someone has 25 points the round is finished,
and the most points win.
"""

from decapod.engine.dtypes import record_type, state_type
from decapod.engine.protocols import Option, first_option, whole

NAME = "crabs"
RULES_VERSION = 2
VARIANTS = {"standard": (2, 3, 4, 5)}
HAS_HIDDEN_INFORMATION = True  # hands, the pile, the rope
INLINE = True  # small enough to be compiled as one function
SEATS = 5
OPTIONS = (
    first_option(SEATS),  # who begins
    Option("turned_one", "no", ("no", "yes")),  # whether a total without a level keeps a turned [1] (CR-22)
)
LOSER_STARTS = False  # who begins is settled anew in every game (CR-5)

# A kind of crab card is a value, plain or golden: kinds 0 and 1 are the plain and the golden [1], 2 and 3 the [2]s,
# and so on. Cards of a kind are the same to everyone, so cards are counted, all kinds in one number; chapters/cards.py
# reckons with such numbers.
VALUES = 5
KINDS = 2 * VALUES
COPIES = 15  # the most cards of one kind
NIBBLE, BYTE = 4, 8  # bits for the count of a kind; of a value

GEARS = 6  # gear cards the box has room for; 4 are printed
OBJECTIVES = 24  # objective cards the box has room for; 18 are printed
NEEDS = 6  # score cards an objective may take at most
SLOTS = 6  # places in the display of objectives; 4 are printed
HAND = 12  # the highest hand limit: what such a hand adds up to fits a bit set of totals
POINTS = 99  # the highest end score, and the most an objective may pay
ROUNDS = 20  # the most rounds without a change of score
TOTALS = 63  # totals 0 to 62

# Moves, in the order of the rulebook. A kind of card is added to those marked *.
CATCH, RAISE, TRADE, UPGRADE, BIND, RELAX = 0, 1, 2, 3, 4, 5
ACTION_NAMES = ("catch", "raise", "trade", "upgrade", "bind", "relax")
DRAW = 6  # the top card of the pile
DONE = 7  # enough cards played or turned; no objective
PLAY = 8  # * a card from the hand, to where the action wants it
TAKE = PLAY + KINDS  # * a card from the pool
KEEP = TAKE + KINDS  # * a crab just bound, upright or turned as the chart says
TURN = KEEP + KINDS  # * a turned score card becomes upright
CLAIM = TURN + KINDS  # the objective in a slot
PAY_PLAIN = CLAIM + SLOTS  # pay an objective with a plain crab, where there is a choice
PAY_GOLDEN = PAY_PLAIN + 1
NUM_ACTIONS = PAY_GOLDEN + 1  # 56: the legal moves are one bit set

MAX_LEGAL_ACTIONS = KINDS + 4  # all kinds in hand, and a card to keep: upright or turned, plain or golden
TURN_MOVES = 4 + HAND + NEEDS + 2 * HAND * VALUES  # an action, cards out, cards in, a claim, a discard
CHANGES = SEATS * POINTS + OBJECTIVES * (1 + NEEDS * (VALUES + 1))  # of scores: points won, and those given up
MAX_GAME_LENGTH = TURN_MOVES * SEATS * ROUNDS * CHANGES

# What the player in turn is doing.
CHOOSING, CATCHING, RAISING, RETAKING, TRADING, BARTERING, UPGRADING = 0, 1, 2, 3, 4, 5, 6
ROPING, BINDING, RELAXING, CLAIMING, PAYING, DISCARDING = 7, 8, 9, 10, 11, 12
PHASE_NAMES = (
    "choosing", "catching", "raising", "retaking", "trading", "bartering", "upgrading",
    "roping", "binding", "relaxing", "claiming", "paying", "discarding",
)  # fmt: skip
PHASES = len(PHASE_NAMES)
ACTION_OF_PHASE = (-1, CATCH, RAISE, RAISE, TRADE, TRADE, UPGRADE, BIND, BIND, RELAX, -1, -1, -1)
GIVING = (RAISING, TRADING)  # cards to the pool, as many as one likes
TAKING_BACK = (RETAKING, BARTERING)
FROM_POOL = (CATCHING, RETAKING, BARTERING)  # cards are taken from the pool
FROM_HAND = (RAISING, TRADING, UPGRADING, ROPING, BINDING, DISCARDING)  # cards are played from the hand
UNTIL_ENOUGH = (RAISING, TRADING, RELAXING, CLAIMING)  # the player says when it is enough

GEAR_NAMES = ("bare_hands", "net", "trap", "pot", "boat", "fifth", "sixth")
LEVEL_NAMES = ("nothing", "one", "two", "three", "four", "five")  # what a level of the chart keeps

REACHED, QUIET = 1, 2
ENDINGS = ("", "reached", "quiet")

(
    NO_SUCH_MOVE, ACTION_FIRST, ACTION_TAKEN, OUT_OF_ORDER,
    PILE_NOT_NOW, PILE_EMPTY, POOL_NOT_NOW, POOL_LACKS, HAND_NOT_NOW, HAND_LACKS, HAND_EMPTY,
    DONE_NOT_NOW, DONE_TOO_SOON, TRADE_TOTAL, TOP_GEAR, GEAR_COST,
    BIND_TOO_FEW, BIND_NOTHING, ROPE_DEAD_END, CRAB_DEAD_END, KEEP_NOT_NOW, KEEP_FIRST_PLAY, KEEP_ONE,
    KEEP_LEVEL, KEEP_NOT_PLAYED, TURN_NOT_NOW, TURN_LACKS, CLAIM_NOT_NOW, CLAIM_EMPTY, CLAIM_LACKS, PAY_NOT_NOW,
) = range(2, 33)  # fmt: skip
ILLEGAL_REASONS = (
    ("", ""),
    ("turn.not_yours", "CR-5"),  # NOT_YOUR_TURN
    ("move.unknown", "CR-6"),
    ("action.first", "CR-6"),  # choose one of the six actions
    ("action.taken", "CR-6"),  # one action a turn
    ("pick.order", "CR-7"),  # bots pick in ascending order
    ("pile.not_now", "CR-8"),
    ("pile.empty", "CR-9"),
    ("pool.not_now", "CR-6"),
    ("pool.lacks", "CR-8"),
    ("hand.not_now", "CR-6"),
    ("hand.lacks", "CR-7"),
    ("hand.empty", "CR-10"),
    ("done.not_now", "CR-7"),
    ("done.too_soon", "CR-10"),
    ("trade.total", "CR-12"),
    ("gear.top", "CR-15"),
    ("gear.cost", "CR-14"),
    ("bind.too_few", "CR-17"),
    ("bind.nothing", "CR-23"),
    ("bind.rope", "CR-23"),
    ("bind.crab", "CR-23"),
    ("keep.not_now", "CR-21"),
    ("keep.first_play", "CR-18"),
    ("keep.one", "CR-22"),
    ("keep.level", "CR-23"),
    ("keep.not_played", "CR-21"),
    ("turn.not_now", "CR-25"),
    ("turn.lacks", "CR-25"),
    ("claim.not_now", "CR-26"),
    ("claim.empty", "CR-29"),
    ("claim.lacks", "CR-26"),
    ("pay.not_now", "CR-27"),
)

Box = record_type(
    [
        ("cards", "i8"),  # all crab cards, counted by kind
        ("deal", "i8"),  # cards in a first hand
        ("pool", "i8"),  # cards in the first pool
        ("display", "i8"),  # objectives shown
        ("limit", "i8"),  # cards in a hand at the end of a turn
        ("catch", "i8"),  # cards taken by Catch
        ("relax", "i8"),  # cards turned by Relax, at most
        ("end", "i8", SEATS + 1),  # points that end the game, by number of players
        ("quiet", "i8"),  # rounds without a change of score that end it too
        ("turned", "i8", VALUES + 1),  # the points of a turned crab, by value
        ("chart", "i8", VALUES),  # the least total for each level of a bind
        ("gears", "i8"),  # how many gear cards there are
        ("bonus", "i8", GEARS + 1),  # what each adds to a bind; number 0 is bare hands
        ("cost", "i8", GEARS + 1),  # the cards it takes to move onto it
        ("stars", "i8", GEARS + 1),  # its points
        # The totals of crabs that keep a value, as a bit set: by gear without turned [1]s, then with them; by value.
        ("keeps", "i8", (2 * (GEARS + 1), VALUES + 1)),
        ("objectives", "i8"),  # how many objectives there are
        ("needs", "i8", OBJECTIVES),  # the score cards each takes, counted by value
        ("pays", "i8", OBJECTIVES),  # its points
    ]
)

State = state_type(
    [
        ("turn", "i1"),  # the player whose turn it is
        ("first", "i1"),  # the player who began
        ("turned_one", "i1"),  # 1 if a total without a level keeps a turned [1]
        ("phase", "i1"),  # what the player in turn is doing
        ("floor", "i1"),  # the lowest kind that may be picked next, when in order
        ("due", "i1"),  # cards still to take, turn or discard; in Trade points to take; 1 where nothing is counted
        ("total", "i1"),  # cards given by Raise or turned by Relax; points given by Trade or shown by Bind
        ("rope", "i1"),  # the kind of the face-down rope + 1; 0: none
        ("closing", "i1"),  # why this is the last round; 0: it is not
        ("quiet", "i2"),  # turns since a score last changed
        ("before", "i2"),  # the score of the player in turn when the turn began
        ("pool", "i8"),  # the open cards anyone may take, counted by kind as all that follow
        ("pile", "i8"),  # the face-down cards: drawn from by chance, for a shuffled pile is no more than that
        ("haul", "i8"),  # the crabs shown in a bind
        ("hand", "i8", SEATS),  # each player's secret cards
        ("known", "i8", SEATS),  # those of them everyone saw taken (a rope included until it is shown)
        ("upright", "i8", SEATS),  # score cards worth their value
        ("turned", "i8", SEATS),  # score cards lying sideways, worth one less
        ("debt", "i8"),  # score cards still to pay for an objective, counted by value
        ("claims", "i4", SEATS),  # objectives claimed: a bit set
        ("deck", "i4"),  # objectives not yet seen: a bit set, drawn from by chance
        ("slots", "i1", SLOTS),  # the objective in each slot of the display + 1; 0: none
        ("gear", "i1", SEATS),  # the gear card of each player; 0: bare hands
        ("score", "i2", SEATS),  # each player's points
    ]
)


def read_box(box, printed):
    """Copy what box.toml says into a box."""
    dealt = printed["deal"]
    box.deal = whole(dealt["hand"], "deal.hand", 2, HAND)
    box.pool = whole(dealt["pool"], "deal.pool", 0, 60)
    box.display = whole(dealt["display"], "deal.display", 1, SLOTS)
    box.limit = whole(dealt["hand_limit"], "deal.hand_limit", 2, HAND)
    box.catch = whole(dealt["catch"], "deal.catch", 1, 8)
    box.relax = whole(dealt["relax"], "deal.relax", 1, 8)
    end = printed["end"]
    box.end[:] = whole(end["score"], "end.score", 1, POINTS)
    box.end[2] = whole(end["score_two"], "end.score_two", 1, POINTS)
    box.quiet = whole(end["quiet_rounds"], "end.quiet_rounds", 1, ROUNDS)
    fill_cards(box, printed["cards"])
    fill_chart(box, printed["bind"]["chart"])
    fill_gear(box, printed["gear"])
    fill_objectives(box, printed["objectives"]["cards"])


def fill_cards(box, printed):
    """Count the crab cards of each value, plain and golden, and read what a turned one is worth (CR-1, CR-31)."""
    number = 0
    for golden, name in enumerate(("plain", "golden")):
        counts = several(printed[name], f"cards.{name}", VALUES, VALUES)
        for i, count in enumerate(counts):
            number += whole(count, f"cards.{name}[{i + 1}]", 0, COPIES)
            box.cards += count << NIBBLE * (2 * i + golden)
    for i in range(VALUES):
        if printed["plain"][i] + printed["golden"][i] == 0:
            raise ValueError(f"cards.plain[{i + 1}] and cards.golden[{i + 1}] are 0: there is no card of this value")
    for i, points in enumerate(several(printed["turned"], "cards.turned", VALUES, VALUES)):
        box.turned[i + 1] = whole(points, f"cards.turned[{i + 1}]", 0, i + 1)
    wanted = SEATS * int(box.deal) + int(box.pool)
    if number < wanted:
        raise ValueError(f"there are {number} cards, and {SEATS} hands with the pool take {wanted}")


def fill_chart(box, printed):
    """Read the least total of each level (CR-20)."""
    for i, least in enumerate(several(printed, "bind.chart", VALUES, VALUES)):
        box.chart[i] = whole(least, f"bind.chart[{i + 1}]", 1, 99)
        if i > 0 and box.chart[i] <= box.chart[i - 1]:
            raise ValueError(f"bind.chart must rise, and {least} does not follow {box.chart[i - 1]}")


def fill_gear(box, printed):
    """Read the gear cards, and work out which totals keep which value with each of them (CR-16, CR-21, CR-22)."""
    box.gears = len(several(printed, "gear", 0, GEARS))
    for number, gear in enumerate(printed, 1):
        name = GEAR_NAMES[number]
        if gear.get("name", name) != name:
            raise ValueError(f"gear[{number}].name is {name!r}, not {gear['name']!r}: words.toml has what people read")
        box.bonus[number] = whole(gear["bonus"], f"gear[{number}].bonus", 0, 99)
        box.cost[number] = whole(gear["cost"], f"gear[{number}].cost", 0, HAND)
        box.stars[number] = whole(gear["stars"], f"gear[{number}].stars", 0, POINTS)
    for number in range(box.gears + 1):
        for total in range(TOTALS):
            level = sum(total + int(box.bonus[number]) >= least for least in box.chart)
            for value in (level, level + 1):
                for turned_one in range(2):
                    if 0 < value <= VALUES and level + turned_one > 0:
                        box.keeps[number + (GEARS + 1) * turned_one][value] |= 1 << total


def fill_objectives(box, printed):
    """Read the objectives: what each takes and pays (CR-26)."""
    box.objectives = len(several(printed, "objectives.cards", 0, OBJECTIVES))
    for number, objective in enumerate(printed):
        name = f"objectives.cards[{number + 1}]"
        for value in several(objective["needs"], f"{name}.needs", 1, NEEDS):
            box.needs[number] += 1 << BYTE * (whole(value, f"{name}.needs", 1, VALUES) - 1)
        box.pays[number] = whole(objective["pays"], f"{name}.pays", 0, POINTS)


def several(values, name, least, most):
    """Check how long a list of a box is; ValueError names it and says how long it may be."""
    if not isinstance(values, list) or not least <= len(values) <= most:
        size = f"{least}" if least == most else f"{least} to {most}"
        raise ValueError(f"{name} is a list of {size} entries")
    return values


def value_of(kind):
    """The number printed on a card."""
    return (kind >> 1) + 1


def is_golden(kind):
    """1 for a golden crab, 0 for a plain one."""
    return kind & 1


def list_objectives(objectives):
    """List a bit set of objectives, ascending (never compiled: it makes a list)."""
    return [objective for objective in range(OBJECTIVES) if objectives >> objective & 1]
