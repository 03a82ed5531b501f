"""The rules of Yadokarick that all ways to play share; a round of tricks is in chapters/trick.py, the patience in
chapters/solo.py.
"""

from decapod.engine import bits, dice
from decapod.engine.protocols import NOT_YOUR_TURN, ending, first_player, is_awaited
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
    NO_SUCH_MOVE,
    NOT_IN_HAND,
    NOT_WON,
    NPC,
    NPC_FIRST,
    NPC_SECOND,
    NPC_TURN,
    NUM_ACTIONS,
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

__all__ = ["apply_action", "ending", "illegal_reason", "legal_actions", "places", "points", "sample_action", "setup"]

# --- setting up -------------------------------------------------------------------------------------------


def setup(box, state, players, variant, options):
    """Agree on rounds and colour, choose who leads first, and deal (YD-2, YD-3)."""
    state.players = players
    state.variant = variant
    state.colour = options[COLOUR]
    if variant == SOLO:
        state.beat = options[BEAT]
        solo.start(state)
        return
    state.seats = players
    state.rounds = options[ROUNDS]
    state.roof = options[ROOF]
    first = first_player(state, options[FIRST])
    if variant == DUEL:
        first = seat_npc(state, first, options[NPC_TURN])
    state.first = first
    sort_deck(box, state)
    trick.begin_round(box, state)


def seat_npc(state, first, turn):
    """Give the NPC its place in the circle; say who leads the first trick (YD-17)."""
    state.seats = SMALL_CIRCLE
    state.rounds = 1
    state.before_npc = first if turn == NPC_SECOND else 1 - first
    return NPC if turn == NPC_FIRST else first


# --- legal moves ------------------------------------------------------------------------------------------


def legal_actions(box, state, player, moves):
    """List the cards of the hand, the ways of the marker, or the cards to build with next (YD-4, YD-5, YD-10)."""
    if not is_awaited(state, player):
        return 0
    if state.variant == SOLO:
        return solo.legal_actions(box, state, moves)
    n = 0
    if state.phase == TRICK:
        for colour in range(COLOURS):
            n = list_cards(PLAY + colour * NUMBERS, int(state.hands[player, colour]), moves, n)
    elif state.phase == MARK:
        for move in range(furthest_left(state), furthest_right(box, state) + 1):
            moves[n] = move
            n += 1
    else:
        n = list_cards(BUILD + int(state.colour) * NUMBERS, trick.next_floors(box, state), moves, n)
    return n


def list_cards(base, cards, moves, n):
    """Append a move for each card of a set to the first `n` moves; return how many there are then."""
    while cards != 0:
        moves[n] = base + bits.lowest(cards)
        cards &= cards - 1
        n += 1
    return n


def sample_action(box, state, player, moves, chance):
    """Let chance choose one of the legal moves, without writing them down while tricks are played."""
    if state.phase == TRICK:
        greens, pinks = int(state.hands[player, 0]), int(state.hands[player, 1])
        n = bits.count(greens)
        held = n + bits.count(pinks)
        i = dice.roll(chance, held)
        pink = 1 if i >= n else 0
        cards = pinks if pink else greens
        i -= n * pink
        for k in range(held - 1):  # a loop of `i` steps would be hard to foresee, for a processor
            cards = cards & cards - 1 if k < i else cards
        return PLAY + NUMBERS * pink + bits.lowest(cards)
    if state.phase == MARK:
        low = furthest_left(state)
        return low + dice.roll(chance, furthest_right(box, state) + 1 - low)
    n = legal_actions(box, state, player, moves)
    return int(moves[dice.roll(chance, n)])


def furthest_left(state):
    """The marker cannot leave the track to the left (YD-5)."""
    return LEFT if state.marker > 1 else STAY


def furthest_right(box, state):
    """The marker cannot leave the track to the right (YD-5)."""
    return RIGHT if state.marker < box.track else STAY


def illegal_reason(box, state, player, move):
    """Say why a move is not legal; 0 if it is."""
    if not is_awaited(state, player):
        return NOT_YOUR_TURN
    if move < 0 or move >= NUM_ACTIONS:
        return NO_SUCH_MOVE
    if state.variant == SOLO:
        return solo.illegal_reason(box, state, move)
    if move >= DRAW:
        return SOLO_ONLY
    if move >= MARKER:
        return marker_refusal(box, state, move)
    if move >= BUILD:
        return build_refusal(box, state, move - BUILD)
    if state.phase == MARK:
        return MARK_FIRST
    if state.phase == ORDER:
        return BUILD_FIRST
    colour = move // NUMBERS
    return 0 if state.hands[player, colour] >> move - colour * NUMBERS & 1 else NOT_IN_HAND


def marker_refusal(box, state, move):
    """The marker is moved when a trick is complete, by one card of the track at most (YD-5)."""
    if state.phase != MARK:
        return MARK_LATER
    if move < furthest_left(state) or move > furthest_right(box, state):
        return MARK_END
    return 0


def build_refusal(box, state, card):
    """The winner chooses the order of the cards won, roofs last (YD-10, YD-12)."""
    if state.phase != ORDER:
        return BUILD_LATER
    colour = card // NUMBERS
    if colour != state.colour or int(state.won) >> card - colour * NUMBERS & 1 == 0:
        return NOT_WON
    return 0 if trick.next_floors(box, state) >> card - colour * NUMBERS & 1 else ROOF_LAST


# --- playing ----------------------------------------------------------------------------------------------


def apply_action(box, state, player, move):
    """Play a card, move the marker, or build with a card won (YD-4, YD-5, YD-10); alone: see chapters/solo.py."""
    state.ply += 1
    if state.variant == SOLO:
        solo.apply_action(box, state, move)
    elif move < BUILD:
        state.turn_index += 1
        trick.put_down(state, player, move)
        trick.go_on(box, state, player)
    elif move < MARKER:
        state.won ^= 1 << (move - BUILD) % NUMBERS
        trick.build(box, state, player, move - BUILD)
        trick.build_won(box, state)
    else:
        state.turn_index += 1
        trick.move_marker(box, state, player, move - STAY)


# --- the score --------------------------------------------------------------------------------------------


def points(box, state, out):
    """Add up all rounds, this one as if it ended now; in the duel the size of each house (YD-15, YD-20)."""
    for player in range(state.players):
        if state.variant == SOLO:
            out[player] = state.built[player] - state.lost[player]
        elif state.variant == DUEL:
            out[player] = state.built[player]
        else:
            out[player] = state.totals[player]
            if state.ending == 0:
                out[player] += trick.round_points(box, state, player)


def places(box, state, out):
    """Rank by points; in the duel, nearest to the NPC without bursting; ties share (YD-15, YD-20)."""
    for player in range(state.players):
        out[player] = 1
        for other in range(state.players):
            if standing(box, state, other) > standing(box, state, player):
                out[player] += 1


def standing(box, state, player):
    """A number that is higher for who stands better: by points, or by the size of the NPC's house (YD-15, YD-20)."""
    if state.variant == DUEL:
        over = int(state.built[player]) - int(state.built[NPC])
        return -(over << 8) if over > 0 else over
    if state.ending != 0 or state.variant == SOLO:
        return int(state.totals[player])
    return int(state.totals[player]) + trick.round_points(box, state, player)
