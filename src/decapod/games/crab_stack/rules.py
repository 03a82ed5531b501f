"""The rules of Crab Stack, in the order of the rulebook: setting up, moving, turns, the end."""

from decapod.engine import bits, dice
from decapod.engine.contract import NOT_YOUR_TURN, ending
from decapod.games.crab_stack.chapters.path import reached, why_unreached
from decapod.games.crab_stack.chapters.repetition import forget_positions, repeated, stamp
from decapod.games.crab_stack.chapters.wave import keep, may_split, wave
from decapod.games.crab_stack.state import (
    CHOOSE_GROUP,
    COPIES,
    CRABS,
    EMPTY_LANDING,
    LARGE,
    LAST_MOVER,
    MEDIUM,
    MOVES,
    NO_CRAB,
    NO_PROGRESS,
    NO_SUCH_MOVE,
    NO_TIE,
    NOBODY,
    NOT_A_GROUP,
    NOT_ITS_NAME,
    NOT_YOURS,
    PATIENCE,
    PLY_CAP,
    REPETITION,
    SIZES,
    SMALL,
    SPACES,
    STRIDE,
    TOO_BIG,
    player_of,
    size_of,
)

__all__ = ["ending", "hunch", "legal", "pick", "places", "play", "points", "refusal", "setup"]

# --- setting up -------------------------------------------------------------------------------------------


def setup(box, table, players, variant, options):
    """Shuffle all crabs of all players, put one on each space, and let someone begin (CS-1, CS-2)."""
    table.players = players
    table.variant = variant
    table.left = players
    table.cap = options[1]
    table.at_once = options[2]
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
    return nth_move(moves, dice.roll(chance, n))


def nth_move(moves, nth):
    """Find a move by its number among sets of them: each an origin, as a bit set of one, and where it can go."""
    crabs = 1
    while nth >= bits.count(moves[crabs]):
        nth -= bits.count(moves[crabs])
        crabs += 2
    targets = int(moves[crabs])
    for _ in range(nth):
        targets &= targets - 1
    return bits.lowest(moves[crabs - 1]) * SPACES + bits.lowest(targets)


def hunch(box, table, player, moves, chance):
    """Let chance choose among the moves after which most of the player's crabs are on top, less those of others.

    What a wave would wash away is not looked at.
    """
    if table.ties > 0:
        return pick(box, table, player, moves, chance)
    n = 0
    crabs = 0
    most = -2
    occupied = int(table.occupied)
    rivals = occupied & ~uncovered(table, player)
    for size in range(SIZES):
        origins = int(table.tops[player * STRIDE + size])
        ends = landable(table, size)
        steps = box.steps[size]
        while origins != 0:
            origin = origins & -origins
            origins ^= origin
            targets = reached(occupied, ends, origin, steps)
            gain = -1
            if targets & rivals != 0:
                targets &= rivals
                gain = 1
            below = int(table.under[int(table.top[bits.lowest(origin)])])
            if below != NOBODY:
                gain += 1 if player_of(below) == player else -1
            if targets == 0 or gain < most:
                continue
            if gain > most:
                most = gain
                n = 0
                crabs = 0
            moves[crabs] = origin
            moves[crabs + 1] = targets
            n += bits.count(targets)
            crabs += 2
    return nth_move(moves, dice.roll(chance, n))


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
        return why_unreached(int(table.occupied), 1 << landing, 1 << origin, box.steps[size])
    return 0


def keep_refusal(table, cell):
    """Only groups tied after a wave can be kept, each named by its first space (CS-13)."""
    if table.ties == 0:
        return NO_TIE
    for i in range(table.ties):
        if int(table.tied[i]) >> cell & 1 == 1:
            return 0 if bits.lowest(table.tied[i]) == cell else NOT_ITS_NAME
    return NOT_A_GROUP


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


# --- playing ----------------------------------------------------------------------------------------------


def play(box, table, player, move):
    """Move a crab, or choose the group that stays after a tied wave; then the turn passes."""
    origin, landing = move // SPACES, move % SPACES
    table.ply += 1
    if origin == landing:
        table.choices += 1
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
        else:
            table.idle += 1
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


def begin_turn(box, table, player):
    """Find who moves next: a player who cannot move when the turn comes, or at once, is out (CS-14 to CS-16)."""
    if table.at_once == 1:
        clear_out(box, table, player)
    while table.left > 1:
        if table.out[player] == 0:
            if can_move(box, table, player):
                break
            go_out(table, player)
        player = left_of(table, player)
    table.turns += 1
    if table.left == 1:
        finish(table, LAST_MOVER)
    elif repeated(table, player):
        finish(table, REPETITION)
    elif table.idle >= PATIENCE:
        finish(table, NO_PROGRESS)
    elif table.ply - table.choices >= table.cap:
        finish(table, PLY_CAP)
    else:
        table.turn = player
        table.awaiting = 1 << player


def clear_out(box, table, player):
    """Whoever cannot move is out now, clockwise from a player on; the last one in stays (CS-14, option `out`)."""
    for _ in range(table.players):
        if table.left > 1 and table.out[player] == 0 and not can_move(box, table, player):
            go_out(table, player)
        player = left_of(table, player)


def go_out(table, player):
    """Put a player out for good; their crabs stay (CS-14, CS-15)."""
    table.out[player] = table.players - table.left + 1
    table.left -= 1
    forget_positions(table)


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


# --- the score --------------------------------------------------------------------------------------------


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
