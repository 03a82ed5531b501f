"""The rules of Crab Stack, in the order of the rulebook: setting up, moving, turns, the end."""

from decapod.engine import bits, dice
from decapod.engine.protocols import NOT_YOUR_TURN, ending
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
    NO_CRAB,
    NO_PROGRESS,
    NO_SUCH_MOVE,
    NO_TIE,
    NOBODY,
    NOT_A_GROUP,
    NOT_ITS_NAME,
    NOT_YOURS,
    NUM_ACTIONS,
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

__all__ = [
    "apply_action",
    "ending",
    "illegal_reason",
    "legal_actions",
    "places",
    "points",
    "rollout_action",
    "sample_action",
    "setup",
]

# --- setting up -------------------------------------------------------------------------------------------


def setup(box, state, players, variant, options):
    """Shuffle all crabs of all players, put one on each space, and let someone begin (CS-1, CS-2)."""
    state.players = players
    state.variant = variant
    state.left = players
    state.cap = options[1]
    state.at_once = options[2]
    first = options[0] - 1
    if first < 0:
        first = players - 1 - dice.roll(state.dice, players)
    place_crabs(box, state, players, variant)
    begin_turn(box, state, first)


def place_crabs(box, state, players, variant):
    """Deal the crabs onto the spaces for this many players, one each, at random (CS-1)."""
    for cell in range(SPACES):
        state.top[cell] = NOBODY
    n = 0
    for player in range(players):
        for size in range(SIZES):
            for copy in range(box.crabs[size]):
                state.under[n] = (player * STRIDE + size) * COPIES + copy
                n += 1
    dice.shuffle(state.dice, state.under, n)  # borrowed as a deck
    spaces = board(box, players, variant)
    state.occupied = spaces
    for i in range(n):
        cell = bits.lowest(spaces)
        spaces &= spaces - 1
        state.top[cell] = state.under[i]
        state.height[cell] = 1
        show(state, int(state.under[i]) // COPIES, 1 << cell)
    for crab in range(CRABS):
        state.under[crab] = NOBODY


def board(box, players, variant):
    """The spaces in use: each player beyond two adds a tier (CS-1)."""
    spaces = 0
    for tier in range(players - 1):
        spaces |= int(box.spaces[variant][tier])
    return spaces


# --- legal moves ------------------------------------------------------------------------------------------


def legal_actions(box, state, player, moves):
    """List every landing of every uncovered crab of the player, or the groups to choose from (CS-4 to CS-8)."""
    if state.to_act >> player & 1 == 0:
        return 0
    n = 0
    if state.ties > 0:
        for i in range(state.ties):
            moves[n] = bits.lowest(state.tied[i]) * (SPACES + 1)
            n += 1
        return n
    mine = uncovered(state, player)
    while mine != 0:
        cell = bits.lowest(mine)
        mine &= mine - 1
        targets = landings(box, state, 1 << cell, size_of(int(state.top[cell])))
        while targets != 0:
            moves[n] = cell * SPACES + bits.lowest(targets)
            targets &= targets - 1
            n += 1
    return n


def sample_action(box, state, player, moves, chance):
    """Let chance choose one of the legal moves, size by size, without writing them all down."""
    if state.ties > 0:
        return bits.lowest(state.tied[dice.roll(chance, state.ties)]) * (SPACES + 1)
    n = 0
    crabs = 0
    occupied = int(state.occupied)
    for size in range(SIZES):
        origins = int(state.tops[player * STRIDE + size])
        ends = landable(state, size)
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


def rollout_action(box, state, player, moves, chance):
    """Let chance choose among the moves after which most of the player's crabs are on top, less those of others.

    What a wave would wash away is not looked at.
    """
    if state.ties > 0:
        return sample_action(box, state, player, moves, chance)
    n = 0
    crabs = 0
    most = -2
    occupied = int(state.occupied)
    rivals = occupied & ~uncovered(state, player)
    for size in range(SIZES):
        origins = int(state.tops[player * STRIDE + size])
        ends = landable(state, size)
        steps = box.steps[size]
        while origins != 0:
            origin = origins & -origins
            origins ^= origin
            targets = reached(occupied, ends, origin, steps)
            gain = -1
            if targets & rivals != 0:
                targets &= rivals
                gain = 1
            below = int(state.under[int(state.top[bits.lowest(origin)])])
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


def uncovered(state, player):
    """The spaces whose top crab is the player's: only those can move (CS-9)."""
    base = player * STRIDE
    return int(state.tops[base]) | int(state.tops[base + 1]) | int(state.tops[base + 2])


def illegal_reason(box, state, player, move):
    """Say why a move is not legal; 0 if it is."""
    if state.to_act >> player & 1 == 0:
        return NOT_YOUR_TURN
    if move < 0 or move >= NUM_ACTIONS:
        return NO_SUCH_MOVE
    origin, landing = move // SPACES, move % SPACES
    if origin == landing:
        return keep_refusal(state, landing)
    if state.ties > 0:
        return CHOOSE_GROUP
    crab = int(state.top[origin])
    if crab == NOBODY:
        return NO_CRAB
    if player_of(crab) != player:
        return NOT_YOURS
    if state.top[landing] == NOBODY:
        return EMPTY_LANDING
    size = size_of(crab)
    if landable(state, size) >> landing & 1 == 0:
        return TOO_BIG
    if landings(box, state, 1 << origin, size) >> landing & 1 == 0:
        return why_unreached(int(state.occupied), 1 << landing, 1 << origin, box.steps[size])
    return 0


def keep_refusal(state, cell):
    """Only groups tied after a wave can be kept, each named by its first space (CS-13)."""
    if state.ties == 0:
        return NO_TIE
    for i in range(state.ties):
        if int(state.tied[i]) >> cell & 1 == 1:
            return 0 if bits.lowest(state.tied[i]) == cell else NOT_ITS_NAME
    return NOT_A_GROUP


def landable(state, size):
    """A crab ends its move on a crab of its own size or smaller (CS-6)."""
    if size == LARGE:
        return int(state.occupied)
    if size == MEDIUM:
        return int(state.by_size[SMALL]) | int(state.by_size[MEDIUM])
    return int(state.by_size[SMALL])


def landings(box, state, origin, size):
    """The spaces a crab of this size can move to from `origin`, a bit set of one (CS-5, CS-6)."""
    return reached(int(state.occupied), landable(state, size), origin, box.steps[size])


# --- playing ----------------------------------------------------------------------------------------------


def apply_action(box, state, player, move):
    """Move a crab, or choose the group that stays after a tied wave; then the turn passes."""
    origin, landing = move // SPACES, move % SPACES
    state.ply += 1
    if origin == landing:
        state.choices += 1
        keep(state, landing)
        forget_positions(state)
    else:
        emptied = climb(state, origin, landing)
        if emptied:
            forget_positions(state)
            if may_split(int(state.occupied), origin):
                wave(state)
                if state.ties > 0:
                    return
        else:
            state.idle += 1
    begin_turn(box, state, left_of(state, player))


def climb(state, origin, landing):
    """Move the top crab of a space onto another; say whether the space is now empty."""
    crab = int(state.top[origin])
    below = int(state.under[crab])
    target = int(state.top[landing])
    kind = crab // COPIES
    here, there = 1 << origin, 1 << landing
    show(state, target // COPIES, there)
    show(state, kind, here | there)
    state.under[crab] = target
    state.top[landing] = crab
    state.top[origin] = below
    state.height[origin] -= 1
    state.height[landing] += 1
    if below == NOBODY:
        state.occupied ^= here
        return True
    show(state, below // COPIES, here)
    state.mark ^= stamp(kind, origin, state.height[origin] + 1) ^ stamp(kind, landing, state.height[landing])
    return False


def show(state, kind, spaces):
    """Bring crabs of this kind to the top of these spaces, or take them off it: both flip the same bits."""
    state.tops[kind] ^= spaces
    state.by_size[kind % STRIDE] ^= spaces


def begin_turn(box, state, player):
    """Find who moves next: a player who cannot move when the turn comes, or at once, is out (CS-14 to CS-16)."""
    if state.at_once == 1:
        clear_out(box, state, player)
    while state.left > 1:
        if state.out[player] == 0:
            if can_move(box, state, player):
                break
            go_out(state, player)
        player = left_of(state, player)
    state.turn_index += 1
    if state.left == 1:
        finish(state, LAST_MOVER)
    elif repeated(state, player):
        finish(state, REPETITION)
    elif state.idle >= PATIENCE:
        finish(state, NO_PROGRESS)
    elif state.ply - state.choices >= state.cap:
        finish(state, PLY_CAP)
    else:
        state.turn = player
        state.to_act = 1 << player


def clear_out(box, state, player):
    """Whoever cannot move is out now, clockwise from a player on; the last one in stays (CS-14, option `out`)."""
    for _ in range(state.players):
        if state.left > 1 and state.out[player] == 0 and not can_move(box, state, player):
            go_out(state, player)
        player = left_of(state, player)


def go_out(state, player):
    """Put a player out for good; their crabs stay (CS-14, CS-15)."""
    state.out[player] = state.players - state.left + 1
    state.left -= 1
    forget_positions(state)


def left_of(state, player):
    """Play goes clockwise (CS-2)."""
    return player + 1 if player + 1 < state.players else 0


def can_move(box, state, player):
    """Whether any crab of the player has somewhere to go (CS-14)."""
    for size in range(LARGE, SMALL - 1, -1):
        origins = int(state.tops[player * STRIDE + size])
        while origins != 0:
            if landings(box, state, origins & -origins, size) != 0:
                return True
            origins &= origins - 1
    return False


def finish(state, why):
    """Nobody is awaited any more (CS-16 to CS-18)."""
    state.ending = why
    state.to_act = 0


# --- the score --------------------------------------------------------------------------------------------


def points(box, state, out):
    """Each player's crabs on top: the game has no points, but who has none is about to go."""
    for player in range(state.players):
        out[player] = 0
        for size in range(SIZES):
            out[player] += bits.count(state.tops[player * STRIDE + size])


def places(box, state, out):
    """The players still in are first; the last to go out comes next, and so on (CS-16, CS-18)."""
    for player in range(state.players):
        out[player] = 1
        if state.out[player] > 0:
            out[player] = state.players - state.out[player] + 1
