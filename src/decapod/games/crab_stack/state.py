"""Crab Stack: an abstract game for 2 to 4 players on a board of hexagonal rocks.

Every rock starts with one crab. In your turn you move one of your uncovered crabs onto another crab: a large
crab 1 space, a medium one 2, a small one 3, landing on a crab of its own size or smaller. Crabs below others
are trapped. When the crabs fall apart into groups, all but the largest are washed away. Who cannot move
is out; the last one in wins.
"""

from decapod.engine import bits
from decapod.engine.dtypes import record_type, state_type
from decapod.engine.protocols import Option, first_option, whole

NAME = "crab-stack"
RULES_VERSION = 2
MOST_MOVES = 10_000
VARIANTS = {"a": (2, 3, 4), "b": (2, 3, 4)}  # the two boards that fit what is known of the printed one
HAS_HIDDEN_INFORMATION = False  # nothing is hidden but the dice
INLINE = True  # small enough to be compiled as one function
OPTIONS = (
    first_option(4),  # who begins
    Option("ply_cap", 500, range(1, MOST_MOVES + 1)),  # a draw after this many moves (CS-18)
    Option("out", "turn", ("turn", "at_once")),  # when those who cannot move are out (CS-14)
)
LOSER_STARTS = False  # who begins is settled anew in every game (CS-2)

# Spaces are the cells of a grid eight wide, its last column always water, so that a step in each of the six
# directions is a shift of a bit set: 1 along a row, 8 and 7 to the two rows beside it.
ROWS, WIDTH = 7, 8
SPACES = ROWS * WIDTH
EAST, SOUTH_EAST, SOUTH_WEST = 1, 8, 7

SMALL, MEDIUM, LARGE = 0, 1, 2
SIZE_NAMES = ("small", "medium", "large")
SIZES = len(SIZE_NAMES)
SEATS = 4
STRIDE = 4  # kinds are numbered by powers of two: dividing by them is what the wave rule does most
KINDS = SEATS * STRIDE  # a kind of crab: player * STRIDE + size
COPIES = 4  # crabs of one kind the box has room for; 3 are printed
CRABS = KINDS * COPIES  # crab number = kind * COPIES + copy
NOBODY = -1
TIERS = 3  # spaces used by 2 players, added by the third, added by the fourth

NUM_ACTIONS = SPACES * SPACES  # origin * SPACES + landing; origin == landing: keep the group of that space
MAX_LEGAL_ACTIONS = COPIES * (6 + 18 + 36)  # most moves at once: all crabs uncovered and in the middle of things
MAX_GAME_LENGTH = MOST_MOVES + SPACES  # ply_cap at its highest, and choices of a group: each costs at least a space
OCCURRENCES = 3  # of a position: a draw
PATIENCE = 120  # moves in a row that empty no space and put nobody out: a draw; 60 each for two, 30 each for four
ALL_CELLS = (1 << SPACES) - 1
GRID = ALL_CELLS // ((1 << WIDTH) - 1) * ((1 << WIDTH - 1) - 1)  # all cells but the last column

LAST_MOVER, REPETITION, PLY_CAP, NO_PROGRESS = 1, 2, 3, 4
ENDINGS = ("", "last_mover", "repetition", "ply_cap", "no_progress")

NO_SUCH_MOVE, CHOOSE_GROUP, NO_TIE, NOT_A_GROUP, NOT_ITS_NAME = 2, 3, 4, 5, 6
NO_CRAB, NOT_YOURS, EMPTY_LANDING, TOO_BIG, TOO_FAR, ENTERED_TWICE, NO_CRABS_BETWEEN = 7, 8, 9, 10, 11, 12, 13
ILLEGAL_REASONS = (
    ("", ""),
    ("turn.not_yours", "CS-3"),  # NOT_YOUR_TURN
    ("move.unknown", "CS-4"),
    ("wave.choose", "CS-13"),
    ("wave.no_tie", "CS-13"),
    ("wave.not_a_group", "CS-13"),
    ("wave.not_its_name", "CS-13"),
    ("origin.empty", "CS-4"),
    ("origin.not_yours", "CS-4"),
    ("land.empty", "CS-8"),
    ("land.too_big", "CS-6"),
    ("path.too_far", "CS-5"),
    ("path.twice", "CS-7"),
    ("path.gap", "CS-8"),
)

Box = record_type(
    [
        ("spaces", "i8", (len(VARIANTS), TIERS)),  # the board: a bit set of spaces for each tier
        ("crabs", "i8", SIZES),  # how many crabs of each size a player has
        ("steps", "i8", SIZES),  # how far a crab of each size moves, 1 to 3
    ]
)

State = state_type(
    [
        ("turn", "i1"),  # the player whose turn it is
        ("left", "i1"),  # players not eliminated
        ("out", "i1", SEATS),  # 0: still in; else 1 for the first to go out, 2 for the second ...
        ("ties", "i1"),  # groups the mover must choose from after a tied wave; 0 otherwise
        ("at_once", "i1"),  # 1 if whoever cannot move is out at once, 0 if when the turn comes
        ("cap", "i4"),  # a draw after this many moves
        ("choices", "i1"),  # choices of a group made so far: plies that are not moves
        ("tied", "i8", TIERS),  # those groups, as bit sets, by their first space
        ("occupied", "i8"),  # the spaces that hold a crab
        ("by_size", "i8", SIZES),  # the spaces whose top crab has this size
        ("tops", "i8", KINDS),  # the spaces whose top crab is of this kind
        ("top", "i1", SPACES),  # the top crab of each space, NOBODY if empty
        ("height", "i1", SPACES),  # crabs on each space
        ("under", "i1", CRABS),  # the crab beneath each crab, NOBODY if it sits on the rock
        ("idle", "i2"),  # moves since a space was last emptied or a player went out
        ("mark", "i4"),  # the present position, relative to the one then
        ("marks", "i4", PATIENCE + 1),  # all positions since then, each with the player to move
    ]
)


def read_box(box, printed):
    """Copy what box.toml says into a box."""
    for size, name in enumerate(SIZE_NAMES):
        crab = printed["crabs"][name]
        box.crabs[size] = whole(crab["count"], f"crabs.{name}.count", 1, COPIES)
        box.steps[size] = whole(crab["steps"], f"crabs.{name}.steps", 1, 3)
    for variant, name in enumerate(VARIANTS):
        fill_board(box.spaces[variant], printed["boards"][name], name, int(box.crabs.sum()))


def fill_board(spaces, rows, name, crabs):
    """Read a drawn board: Y for spaces of 2 players, B added by the third, O by the fourth, ~ for water."""
    if len(rows) > ROWS:
        raise ValueError(f"boards.{name} has {len(rows)} rows; there is room for {ROWS}")
    for row, drawn in enumerate(rows):
        for x, letter in enumerate(drawn):
            if letter in " ~":
                continue
            column, odd = divmod(x - row + 3, 2)  # each row is drawn half a space further left than the next
            if letter not in "YBO":
                raise ValueError(f"boards.{name}[{row + 1}]: {letter!r} is none of Y, B, O, ~")
            if odd or not 0 <= column < WIDTH - 1:
                raise ValueError(f"boards.{name}[{row + 1}]: the {letter} at {x + 1} is off the grid")
            spaces["YBO".index(letter)] |= 1 << row * WIDTH + column
    for tier, letter in enumerate("YBO"):
        wanted = 2 * crabs if tier == 0 else crabs
        if bits.count(spaces[tier]) != wanted:
            raise ValueError(f"boards.{name} has {bits.count(spaces[tier])} {letter}, and the crabs need {wanted}")
    check_connected(spaces, name)


def check_connected(spaces, name):
    """Refuse a board on which the crabs of some number of players would not all be connected from the start (CS-10)."""
    from decapod.games.crab_stack.chapters.wave import group_of

    used = 0
    for tier in range(TIERS):
        used |= int(spaces[tier])
        if group_of(used, used & -used) != used:
            raise ValueError(f"boards.{name}: the spaces of {tier + 2} players are not all connected")


def player_of(crab):
    """Whose crab it is."""
    return crab // (COPIES * STRIDE)


def size_of(crab):
    """How big a crab is."""
    return crab // COPIES % STRIDE


def crabs_on(state, cell):
    """List the crabs on a space from the rock up (never compiled: it makes a list)."""
    crabs = []
    crab = int(state.top[cell])
    while crab != NOBODY:
        crabs.append(crab)
        crab = int(state.under[crab])
    return tuple(crabs[::-1])
