"""The rules of Yadokarick that all ways to play share; a round of tricks is in chapters/trick.py, the patience in
chapters/solo.py.
"""

from decapod.engine import bits, dice
from decapod.engine.contract import NOT_YOUR_TURN, ending, first_player, is_awaited
from decapod.games.yadokarick.chapters import solo, trick
from decapod.games.yadokarick.chapters.deal import sort_deck
from decapod.games.yadokarick.state import (
    BEAT,
    BUILD,
    BUILD_FIRST,
    BUILD_LATER,
    COLOUR,
    COLOURS,
    DRAW,
    DUEL,
    FIRST,
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
    NPC,
    NPC_FIRST,
    NPC_SECOND,
    NPC_TURN,
    NUMBERS,
    ORDER,
    PLAY,
    RIGHT,
    ROOF,
    ROOF_LAST,
    ROUNDS,
    SMALL_CIRCLE,
    SOLO,
    SOLO_ONLY,
    STAY,
    TRICK,
)

__all__ = ["ending", "legal", "pick", "places", "play", "points", "refusal", "setup"]

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
    table.roof = options[ROOF]
    first = first_player(table, options[FIRST])
    if variant == DUEL:
        first = seat_npc(table, first, options[NPC_TURN])
    table.first = first
    sort_deck(box, table)
    trick.begin_round(box, table)


def seat_npc(table, first, turn):
    """Give the NPC its place in the circle; say who leads the first trick (YD-17)."""
    table.seats = SMALL_CIRCLE
    table.rounds = 1
    table.before_npc = first if turn == NPC_SECOND else 1 - first
    return NPC if turn == NPC_FIRST else first


# --- legal moves ------------------------------------------------------------------------------------------


def legal(box, table, player, moves):
    """List the cards of the hand, the ways of the marker, or the cards to build with next (YD-4, YD-5, YD-10)."""
    if not is_awaited(table, player):
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
        n = list_cards(BUILD + int(table.colour) * NUMBERS, trick.next_floors(box, table), moves, n)
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
    if not is_awaited(table, player):
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
    return 0 if trick.next_floors(box, table) >> card - colour * NUMBERS & 1 else ROOF_LAST


# --- playing ----------------------------------------------------------------------------------------------


def play(box, table, player, move):
    """Play a card, move the marker, or build with a card won (YD-4, YD-5, YD-10); alone: see chapters/solo.py."""
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


# --- the score --------------------------------------------------------------------------------------------


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
    """A number that is higher for who stands better: by points, or by the size of the NPC's house (YD-15, YD-20)."""
    if table.variant == DUEL:
        over = int(table.built[player]) - int(table.built[NPC])
        return -(over << 8) if over > 0 else over
    if table.ending != 0 or table.variant == SOLO:
        return int(table.totals[player])
    return int(table.totals[player]) + trick.round_points(box, table, player)
