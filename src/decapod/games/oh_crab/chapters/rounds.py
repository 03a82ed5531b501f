"""Rounds and turns: planning together, turns from the chef on, who becomes chef, and how it ends."""

from decapod.games.oh_crab.chapters import beach, cards
from decapod.games.oh_crab.state import (
    AWAY,
    BUILD,
    CARDS,
    CHEF,
    HERDED_STRAY,
    HERDING,
    NO_CARD,
    OVER,
    PLAN,
    REACHED_SEA,
    ROUND_CAP,
    ROWS,
    SHELL_ACTION,
    STRANDED,
    left_of,
)


def begin_round(state):
    """All who hold cards plan one, at once; if nobody does, the turns begin (OC-6)."""
    state.rounds += 1
    state.moved = 0
    waiting = 0
    for player in range(state.players):
        if state.hand[player] != 0:
            waiting |= 1 << player
    state.stage = PLAN
    state.turn = state.chef
    state.to_act = waiting
    if waiting == 0:
        begin_turn(state, int(state.chef))


def finish_plan(state, player):
    """A player has planned; when all have, the chef's turn begins (OC-6, OC-7)."""
    state.to_act &= ~(1 << player)
    if state.to_act == 0:
        state.turn_index += 1
        begin_turn(state, int(state.chef))


def begin_turn(state, player):
    """Build or rest; who planned nothing must rest (OC-7, OC-8, OC-10)."""
    state.turn = player
    state.to_act = 1 << player
    state.unused = 1 << SHELL_ACTION
    if player == state.chef:
        state.unused |= 1 << CHEF
        if state.stray == HERDED_STRAY:
            state.unused |= 1 << HERDING
    state.stage = BUILD
    if state.planned[player] == NO_CARD:
        cards.rest(state, player)


def clear_turn(state):
    """Nothing of a turn outlasts it."""
    state.turn_index += 1
    state.unused = 0
    state.reckless = 0
    state.whole = 0
    state.back = 0
    state.special = 0
    state.which = 0
    for which in range(2):
        state.fresh[which] = NO_CARD
        state.side[which] = NO_CARD


def next_turn(box, state):
    """The next player clockwise whose crab is still on the beach; after the last, the round ends (OC-7, OC-27)."""
    clear_turn(state)
    player = left_of(state, int(state.turn))
    while player != state.chef and state.at[player] == AWAY:
        player = left_of(state, player)
    if player == state.chef:
        end_round(box, state)
    else:
        begin_turn(state, player)


def end_round(box, state):
    """The race is over when a player's crab is in the sea, or nothing moves any more (OC-30 to OC-33)."""
    state.still = 0 if state.moved else state.still + 1
    if is_anyone_home(state):
        finish(state, REACHED_SEA)
    elif state.still >= box.still_rounds:
        finish(state, STRANDED)
    elif state.rounds >= box.rounds:
        finish(state, ROUND_CAP)
    else:
        state.chef = next_chef(state)
        begin_round(state)


def is_anyone_home(state):
    """Whether a player's crab has reached the sea; a stray does not count (OC-30, OC-53)."""
    home = False
    for player in range(state.players):
        home = home or state.at[player] == AWAY
    return home


def next_chef(state):
    """The player farthest from the sea; of several, the first to the holder's left, the holder last (OC-29)."""
    player = int(state.chef)
    chosen = player
    farthest = 4 * ROWS
    for _ in range(state.players):
        player = left_of(state, player)
        distance = beach.half_rows(int(state.at[player]))
        if distance < farthest:
            farthest = distance
            chosen = player
    return chosen


def finish(state, why):
    """Nobody is awaited any more."""
    state.ending = why
    state.to_act = 0
    state.stage = OVER


def standing(state, player):
    """What places go by: nearness to the sea, then cards in hand (OC-31, OC-34)."""
    return beach.half_rows(int(state.at[player])) * (CARDS + 1) + cards.hand_size(state, player)
