"""Crab Stack: an abstract game for 2 to 4 players on a board of hexagonal rocks.

Every rock starts with one crab. In your turn you move one of your uncovered crabs onto another crab: a large
crab 1 space, a medium one 2, a small one 3, landing on a crab of its own size or smaller. Crabs below others
are trapped. When the crabs fall apart into groups, all but the largest are washed away. Who cannot move
is out; the last one in wins.
"""

from decapod.engine import bits, dice
from decapod.engine.facts import Option
from decapod.engine.records import record_type, table_type

NAME = "crab-stack"
VERSION = 1
VARIANTS = {"a": (2, 3, 4), "b": (2, 3, 4)}  # the two boards that fit what is known of the printed one
SECRETS = False  # nothing is hidden but the dice
INLINE = True  # small enough to be compiled as one function
OPTIONS = (
    Option("first", "random", ("random", "0", "1", "2", "3"), seat=True),  # who begins
    Option("ply_cap", 500, range(1, 10_001)),  # a draw after this many moves
)
LOSER_BEGINS = False  # who begins is settled anew in every game (CS-2)

# Spaces are the cells of a grid eight wide, its last column always water, so that a step in each of the six
# directions is a shift of a bit set: 1 along a row, 8 and 7 to the two rows beside it.
ROWS, WIDTH = 7, 8
SPACES = ROWS * WIDTH
EAST, SOUTH_EAST, SOUTH_WEST = 1, 8, 7

SMALL, MEDIUM, LARGE = 0, 1, 2
SIZES = 3
SEATS = 4
STRIDE = 4  # kinds are numbered by powers of two: dividing by them is what the wave rule does most
KINDS = SEATS * STRIDE  # a kind of crab: player * STRIDE + size
COPIES = 4  # crabs of one kind the box has room for; 3 are printed
CRABS = KINDS * COPIES  # crab number = kind * COPIES + copy
NOBODY = -1
TIERS = 3  # spaces used by 2 players, added by the third, added by the fourth

MOVES = SPACES * SPACES  # origin * SPACES + landing; origin == landing: keep the group of that space
WIDEST = COPIES * (6 + 18 + 36)  # most moves at once: all crabs uncovered and in the middle of things
LONGEST = 20_000  # ply_cap at its highest, and a choice of group after each move
REMEMBERED = 64  # positions kept to notice a repetition
OCCURRENCES = 3
ALL_CELLS = (1 << SPACES) - 1

LAST_MOVER, REPETITION, PLY_CAP = 1, 2, 3
ENDINGS = ("", "last_mover", "repetition", "ply_cap")

NOT_YOUR_TURN, NO_SUCH_MOVE, CHOOSE_GROUP, NO_TIE, NOT_A_GROUP = 1, 2, 3, 4, 5
NO_CRAB, NOT_YOURS, EMPTY_LANDING, TOO_BIG, OUT_OF_REACH = 6, 7, 8, 9, 10
REASONS = (
    ("", ""),
    ("turn.not_yours", "CS-3"),
    ("move.unknown", "CS-4"),
    ("wave.choose", "CS-13"),
    ("wave.no_tie", "CS-13"),
    ("wave.not_a_group", "CS-13"),
    ("origin.empty", "CS-4"),
    ("origin.not_yours", "CS-4"),
    ("land.empty", "CS-8"),
    ("land.too_big", "CS-6"),
    ("path.out_of_reach", "CS-5"),
)

Box = record_type(
    [
        ("spaces", "i8", (len(VARIANTS), TIERS)),  # the board: a bit set of spaces for each tier
        ("crabs", "i8", SIZES),  # how many crabs of each size a player has
        ("steps", "i8", SIZES),  # how far a crab of each size moves, 1 to 3
    ]
)

Table = table_type(
    [
        ("turn", "i1"),  # the player whose turn it is
        ("left", "i1"),  # players not eliminated
        ("out", "i1", SEATS),  # 0: still in; else 1 for the first to go out, 2 for the second ...
        ("ties", "i1"),  # groups the mover must choose from after a tied wave; 0 otherwise
        ("cap", "i4"),  # a draw after this many moves
        ("tied", "i8", TIERS),  # those groups, as bit sets, by their first space
        ("occupied", "i8"),  # the spaces that hold a crab
        ("by_size", "i8", SIZES),  # the spaces whose top crab has this size
        ("tops", "i8", KINDS),  # the spaces whose top crab is of this kind
        ("top", "i1", SPACES),  # the top crab of each space, NOBODY if empty
        ("height", "i1", SPACES),  # crabs on each space
        ("under", "i1", CRABS),  # the crab beneath each crab, NOBODY if it sits on the rock
        ("marked", "i4"),  # positions noted since a space was last emptied or a player went out
        ("mark", "i8"),  # the present position, relative to the first of those
        ("marks", "i8", REMEMBERED),  # the last of those positions, each with the player to move
    ]
)

PLANES = SEATS * SIZES  # of an observation, for each depth
OBSERVED = 3 * PLANES * SPACES + SPACES + 2 + 3 * SEATS


def fill(box, printed):
    """Copy what box.toml says into a box."""
    for size, name in enumerate(("small", "medium", "large")):
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
                raise ValueError(f"boards.{name}, row {row + 1}: {letter!r} is none of Y, B, O, ~")
            if odd or not 0 <= column < WIDTH - 1:
                raise ValueError(f"boards.{name}, row {row + 1}: the {letter} at {x + 1} is off the grid")
            spaces["YBO".index(letter)] |= 1 << row * WIDTH + column
    for tier, letter in enumerate("YBO"):
        wanted = 2 * crabs if tier == 0 else crabs
        if bits.count(spaces[tier]) != wanted:
            raise ValueError(f"boards.{name} has {bits.count(spaces[tier])} {letter}, and the crabs need {wanted}")


def whole(value, name, least, most):
    """Check a number of the box."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name} is a whole number from {least} to {most}, not {value!r}")
    return value


# --- setting up -------------------------------------------------------------------------------------------


def setup(box, table, players, variant, options):
    """Shuffle all crabs of all players, put one on each space, and let someone begin (CS-1, CS-2)."""
    table.players = players
    table.variant = variant
    table.left = players
    table.cap = options[1]
    first = options[0] - 1
    if first < 0:
        first = players - 1 - dice.roll(table.dice, players)
    place_crabs(box, table, players, variant)
    begin_turn(box, table, first)


def place_crabs(box, table, players, variant):
    """Deal the crabs onto the spaces for this many players, one each, at random (CS-1)."""
    for cell in range(SPACES):
        table.top[cell] = NOBODY
    n = 0
    for player in range(players):
        for size in range(SIZES):
            for copy in range(box.crabs[size]):
                table.under[n] = (player * STRIDE + size) * COPIES + copy
                n += 1
    dice.shuffle(table.dice, table.under, n)  # borrowed as a deck
    spaces = board(box, players, variant)
    table.occupied = spaces
    for i in range(n):
        cell = bits.lowest(spaces)
        spaces &= spaces - 1
        table.top[cell] = table.under[i]
        table.height[cell] = 1
        show(table, int(table.under[i]) // COPIES, 1 << cell)
    for crab in range(CRABS):
        table.under[crab] = NOBODY


def board(box, players, variant):
    """The spaces in use: each player beyond two adds a tier (CS-1)."""
    spaces = 0
    for tier in range(players - 1):
        spaces |= int(box.spaces[variant][tier])
    return spaces


# --- legal moves ------------------------------------------------------------------------------------------


def legal(box, table, player, moves):
    """List every landing of every uncovered crab of the player, or the groups to choose from (CS-4 to CS-8)."""
    if table.awaiting >> player & 1 == 0:
        return 0
    n = 0
    if table.ties > 0:
        for i in range(table.ties):
            moves[n] = bits.lowest(table.tied[i]) * (SPACES + 1)
            n += 1
        return n
    mine = uncovered(table, player)
    while mine != 0:
        cell = bits.lowest(mine)
        mine &= mine - 1
        targets = landings(box, table, 1 << cell, size_of(int(table.top[cell])))
        while targets != 0:
            moves[n] = cell * SPACES + bits.lowest(targets)
            targets &= targets - 1
            n += 1
    return n


def pick(box, table, player, moves, chance):
    """Let chance choose one of the legal moves, size by size, without writing them all down."""
    if table.ties > 0:
        return bits.lowest(table.tied[dice.roll(chance, table.ties)]) * (SPACES + 1)
    n = 0
    crabs = 0
    occupied = int(table.occupied)
    for size in range(SIZES):
        origins = int(table.tops[player * STRIDE + size])
        ends = landable(table, size)
        steps = box.steps[size]
        while origins != 0:
            origin = origins & -origins
            origins ^= origin
            targets = reached(occupied, ends, origin, steps)
            moves[crabs] = origin
            moves[crabs + 1] = targets
            n += bits.count(targets)
            crabs += 2
    nth = dice.roll(chance, n)
    crabs = 1
    while nth >= bits.count(moves[crabs]):
        nth -= bits.count(moves[crabs])
        crabs += 2
    targets = int(moves[crabs])
    for _ in range(nth):
        targets &= targets - 1
    return bits.lowest(moves[crabs - 1]) * SPACES + bits.lowest(targets)


def uncovered(table, player):
    """The spaces whose top crab is the player's: only those can move (CS-9)."""
    base = player * STRIDE
    return int(table.tops[base]) | int(table.tops[base + 1]) | int(table.tops[base + 2])


def refusal(box, table, player, move):
    """Say why a move is not legal; 0 if it is."""
    if table.awaiting >> player & 1 == 0:
        return NOT_YOUR_TURN
    if move < 0 or move >= MOVES:
        return NO_SUCH_MOVE
    origin, landing = move // SPACES, move % SPACES
    if origin == landing:
        return keep_refusal(table, landing)
    if table.ties > 0:
        return CHOOSE_GROUP
    crab = int(table.top[origin])
    if crab == NOBODY:
        return NO_CRAB
    if player_of(crab) != player:
        return NOT_YOURS
    if table.top[landing] == NOBODY:
        return EMPTY_LANDING
    size = size_of(crab)
    if landable(table, size) >> landing & 1 == 0:
        return TOO_BIG
    if landings(box, table, 1 << origin, size) >> landing & 1 == 0:
        return OUT_OF_REACH
    return 0


def keep_refusal(table, cell):
    """Only groups tied after a wave can be kept, each named by its first space (CS-13)."""
    if table.ties == 0:
        return NO_TIE
    for i in range(table.ties):
        if bits.lowest(table.tied[i]) == cell:
            return 0
    return NOT_A_GROUP


def player_of(crab):
    """Whose crab it is."""
    return crab // (COPIES * STRIDE)


def size_of(crab):
    """How big a crab is."""
    return crab // COPIES % STRIDE


def landable(table, size):
    """A crab ends its move on a crab of its own size or smaller (CS-6)."""
    if size == LARGE:
        return int(table.occupied)
    if size == MEDIUM:
        return int(table.by_size[SMALL]) | int(table.by_size[MEDIUM])
    return int(table.by_size[SMALL])


def landings(box, table, origin, size):
    """The spaces a crab of this size can move to from `origin`, a bit set of one (CS-5, CS-6)."""
    return reached(int(table.occupied), landable(table, size), origin, box.steps[size])


def around(spaces, occupied):
    """The occupied spaces next to any of `spaces`."""
    pairs = spaces | spaces << EAST
    return (spaces << EAST | spaces >> EAST | pairs << SOUTH_WEST | pairs >> SOUTH_EAST) & occupied


def reached(occupied, ends, origin, steps):
    """Those of `ends` at the end of a path of exactly `steps` steps, no space entered twice (CS-5, CS-7)."""
    ring = around(origin, occupied)
    if steps == 1:
        return ring & ends
    others = occupied & ~origin
    second = around(ring, others)
    if steps == 2:
        return second & ends
    # A space of the ring is reached in three steps only by way of a space next to two of the ring.
    return around(second, others & ends & ~ring) | around(next_to_two(ring, others), ring & ends)


def next_to_two(spaces, occupied):
    """The occupied spaces next to at least two of `spaces`."""
    one, two = spaces << EAST, 0
    for beside in (
        spaces >> EAST,
        spaces << SOUTH_EAST,
        spaces >> SOUTH_EAST,
        spaces << SOUTH_WEST,
        spaces >> SOUTH_WEST,
    ):
        two |= one & beside
        one |= beside
    return two & occupied


# --- playing ----------------------------------------------------------------------------------------------


def play(box, table, player, move):
    """Move a crab, or choose the group that stays after a tied wave; then the turn passes."""
    origin, landing = move // SPACES, move % SPACES
    table.ply += 1
    if origin == landing:
        keep(table, landing)
        forget_positions(table)
    else:
        emptied = climb(table, origin, landing)
        if emptied:
            forget_positions(table)
            if may_split(int(table.occupied), origin):
                wave(table)
                if table.ties > 0:
                    return
    begin_turn(box, table, left_of(table, player))


def climb(table, origin, landing):
    """Move the top crab of a space onto another; say whether the space is now empty."""
    crab = int(table.top[origin])
    below = int(table.under[crab])
    target = int(table.top[landing])
    kind = crab // COPIES
    here, there = 1 << origin, 1 << landing
    show(table, target // COPIES, there)
    show(table, kind, here | there)
    table.under[crab] = target
    table.top[landing] = crab
    table.top[origin] = below
    table.height[origin] -= 1
    table.height[landing] += 1
    if below == NOBODY:
        table.occupied ^= here
        return True
    show(table, below // COPIES, here)
    table.mark ^= stamp(kind, origin, table.height[origin] + 1) ^ stamp(kind, landing, table.height[landing])
    return False


def show(table, kind, spaces):
    """Bring crabs of this kind to the top of these spaces, or take them off it: both flip the same bits."""
    table.tops[kind] ^= spaces
    table.by_size[kind % STRIDE] ^= spaces


# --- the wave ---------------------------------------------------------------------------------------------


def may_split(occupied, emptied):
    """Whether emptying a space can have parted its neighbours: around it they form more than one arc."""
    near = occupied << WIDTH >> emptied  # the neighbour to the north-west is bit 0, the space itself bit 8
    ring = near & 3 | near >> 7 & 4 | near >> 13 & 8 | near >> 11 & 16 | near >> 2 & 32  # clockwise
    starts = ring & ~(ring << 1 | ring >> 5)
    return starts & (starts - 1) != 0


def group_of(occupied, spaces):
    """All spaces connected to `spaces` by crabs."""
    group = spaces
    grown = around(group, occupied) | group
    while grown != group:
        group = grown
        grown = around(group, occupied) | group
    return group


def wave(table):
    """Wash away every group but the one with most spaces, then most crabs; if tied, ask (CS-10 to CS-13)."""
    rest = int(table.occupied)
    most_spaces, most_crabs, ties = 0, 0, 0
    while rest != 0:
        group = group_of(rest, rest & -rest)
        rest ^= group
        spaces = bits.count(group)
        if spaces < most_spaces:
            continue
        crabs = crabs_in(table, group)
        if spaces > most_spaces or crabs > most_crabs:
            most_spaces, most_crabs, ties = spaces, crabs, 0
        if crabs == most_crabs:
            table.tied[ties] = group
            ties += 1
    if ties == 1:
        wash_away(table, int(table.occupied) ^ int(table.tied[0]))
    else:
        table.ties = ties


def crabs_in(table, group):
    """How many crabs a group has, covered ones included (CS-12)."""
    crabs = 0
    while group != 0:
        crabs += table.height[bits.lowest(group)]
        group &= group - 1
    return crabs


def keep(table, cell):
    """The mover chose the group that stays; all other crabs are washed away (CS-13)."""
    group = group_of(int(table.occupied), 1 << cell)
    table.ties = 0
    wash_away(table, int(table.occupied) ^ group)


def wash_away(table, spaces):
    """Take all crabs of these spaces out of the game (CS-10)."""
    stay = ALL_CELLS ^ spaces
    table.occupied &= stay
    for kind in range(KINDS):
        table.tops[kind] &= stay
    for size in range(SIZES):
        table.by_size[size] &= stay
    while spaces != 0:
        cell = bits.lowest(spaces)
        spaces &= spaces - 1
        table.top[cell] = NOBODY
        table.height[cell] = 0


# --- turns, elimination and the end -----------------------------------------------------------------------


def begin_turn(box, table, player):
    """Find who moves next: a player who cannot move when the turn comes is out (CS-14 to CS-16)."""
    while table.left > 1:
        if table.out[player] == 0:
            if can_move(box, table, player):
                break
            table.out[player] = table.players - table.left + 1
            table.left -= 1
            forget_positions(table)
        player = left_of(table, player)
    table.turns += 1
    if table.left == 1:
        finish(table, LAST_MOVER)
    elif repeated(table, player):
        finish(table, REPETITION)
    elif table.ply >= table.cap:
        finish(table, PLY_CAP)
    else:
        table.turn = player
        table.awaiting = 1 << player


def left_of(table, player):
    """Play goes clockwise (CS-2)."""
    return player + 1 if player + 1 < table.players else 0


def can_move(box, table, player):
    """Whether any crab of the player has somewhere to go (CS-14)."""
    for size in range(LARGE, SMALL - 1, -1):
        origins = int(table.tops[player * STRIDE + size])
        while origins != 0:
            if landings(box, table, origins & -origins, size) != 0:
                return True
            origins &= origins - 1
    return False


def finish(table, why):
    """Nobody is awaited any more (CS-16 to CS-18)."""
    table.ending = why
    table.awaiting = 0


def stamp(kind, cell, height):
    """A number for one crab at one height of one space; a position is the exclusive or of its crabs' stamps."""
    seed = (kind * SPACES + cell) * CRABS + height + 1
    low = seed * 0x9E3779B1 & dice.WORD
    low = (low ^ low >> 15) * 0x5EBCA77 & dice.WORD
    high = (low ^ seed) * 0x42B2AE3D & dice.WORD
    high = (high ^ high >> 13) * 0x27D4EB2F & dice.WORD
    return (high ^ high >> 16) >> 1 << 32 | low ^ low >> 16


def forget_positions(table):
    """No position before this moment can come again: start anew."""
    table.marked = 0
    table.mark = 0


def repeated(table, player):
    """Note the position with the player to move; say whether it is here for the third time (CS-17)."""
    mark = int(table.mark) ^ player
    noted = int(table.marked)
    table.marks[noted % REMEMBERED] = mark
    table.marked = noted + 1
    # Nothing recurs before everyone still in has moved twice, nor with someone else to move.
    seen = 1
    back = 2 * table.left
    if noted >= 2 * back:
        while back <= noted and back < REMEMBERED:
            if table.marks[(noted - back) % REMEMBERED] == mark:
                seen += 1
            back += table.left
    return seen >= OCCURRENCES


def ending(box, table):
    """Why the game ended, 0 while it goes on."""
    return int(table.ending)


def points(box, table, out):
    """Each player's crabs on top: the game has no points, but who has none is about to go."""
    for player in range(table.players):
        out[player] = 0
        for size in range(SIZES):
            out[player] += bits.count(table.tops[player * STRIDE + size])


def places(box, table, out):
    """The players still in are first; the last to go out comes next, and so on (CS-16, CS-18)."""
    for player in range(table.players):
        out[player] = 1
        if table.out[player] > 0:
            out[player] = table.players - table.out[player] + 1


# --- what a viewer knows ----------------------------------------------------------------------------------


def hide(box, table, viewer, guess):
    """All crabs lie open; only what the dice would roll is unknown."""
    dice.copy(guess, table.dice)


def observe(box, table, viewer, out):
    """Planes over the spaces, the viewer's seat first: top crabs, those right below, all covered ones; then facts."""
    for i in range(OBSERVED):
        out[i] = 0
    for cell in range(SPACES):
        crab = int(table.top[cell])
        depth = 0
        while crab != NOBODY:
            kind = seen_from(crab // COPIES, viewer, table.players)
            out[(min(depth, 2) * PLANES + kind) * SPACES + cell] += 1
            if depth == 1:
                out[(2 * PLANES + kind) * SPACES + cell] += 1
            crab = int(table.under[crab])
            depth += 1
    facts = 3 * PLANES * SPACES
    for i in range(table.ties):
        group = int(table.tied[i])
        while group != 0:
            out[facts + bits.lowest(group)] = i + 1
            group &= group - 1
    facts += SPACES
    out[facts] = table.players
    out[facts + 1] = table.ply
    for player in range(table.players):
        seat = (player - max(viewer, 0) + table.players) % table.players
        out[facts + 2 + seat] = table.awaiting >> player & 1
        out[facts + 2 + SEATS + seat] = table.out[player]
        out[facts + 2 + 2 * SEATS + seat] = player == table.turn


def seen_from(kind, viewer, players):
    """A kind of crab with its owner counted from the viewer's seat."""
    player = (kind // STRIDE - max(viewer, 0) + players) % players
    return player * SIZES + kind % STRIDE
