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


def begin_round(table):
    """All who hold cards plan one, at once; if nobody does, the turns begin (OC-6)."""
    table.rounds += 1
    table.moved = 0
    waiting = 0
    for player in range(table.players):
        if table.hand[player] != 0:
            waiting |= 1 << player
    table.stage = PLAN
    table.turn = table.chef
    table.awaiting = waiting
    if waiting == 0:
        begin_turn(table, int(table.chef))


def finish_plan(table, player):
    """A player has planned; when all have, the chef's turn begins (OC-6, OC-7)."""
    table.awaiting &= ~(1 << player)
    if table.awaiting == 0:
        table.turns += 1
        begin_turn(table, int(table.chef))


def begin_turn(table, player):
    """Build or rest; who planned nothing must rest (OC-7, OC-8, OC-10)."""
    table.turn = player
    table.awaiting = 1 << player
    table.unused = 1 << SHELL_ACTION
    if player == table.chef:
        table.unused |= 1 << CHEF
        if table.stray == HERDED_STRAY:
            table.unused |= 1 << HERDING
    table.stage = BUILD
    if table.planned[player] == NO_CARD:
        cards.rest(table, player)


def clear_turn(table):
    """Nothing of a turn outlasts it."""
    table.turns += 1
    table.unused = 0
    table.reckless = 0
    table.whole = 0
    table.back = 0
    table.special = 0
    table.which = 0
    for which in range(2):
        table.fresh[which] = NO_CARD
        table.side[which] = NO_CARD


def next_turn(box, table):
    """The next player clockwise whose crab is still on the beach; after the last, the round ends (OC-7, OC-27)."""
    clear_turn(table)
    player = left_of(table, int(table.turn))
    while player != table.chef and table.at[player] == AWAY:
        player = left_of(table, player)
    if player == table.chef:
        end_round(box, table)
    else:
        begin_turn(table, player)


def end_round(box, table):
    """The race is over when a player's crab is in the sea, or nothing moves any more (OC-30 to OC-33)."""
    table.still = 0 if table.moved else table.still + 1
    if is_anyone_home(table):
        finish(table, REACHED_SEA)
    elif table.still >= box.still_rounds:
        finish(table, STRANDED)
    elif table.rounds >= box.rounds:
        finish(table, ROUND_CAP)
    else:
        table.chef = next_chef(table)
        begin_round(table)


def is_anyone_home(table):
    """Whether a player's crab has reached the sea; a stray does not count (OC-30, OC-53)."""
    home = False
    for player in range(table.players):
        home = home or table.at[player] == AWAY
    return home


def next_chef(table):
    """The player farthest from the sea; of several, the first to the holder's left, the holder last (OC-29)."""
    player = int(table.chef)
    chosen = player
    farthest = 4 * ROWS
    for _ in range(table.players):
        player = left_of(table, player)
        distance = beach.half_rows(int(table.at[player]))
        if distance < farthest:
            farthest = distance
            chosen = player
    return chosen


def finish(table, why):
    """Nobody is awaited any more."""
    table.ending = why
    table.awaiting = 0
    table.stage = OVER


def standing(table, player):
    """What places go by: nearness to the sea, then cards in hand (OC-31, OC-34)."""
    return beach.half_rows(int(table.at[player])) * (CARDS + 1) + cards.hand_size(table, player)
