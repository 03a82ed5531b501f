"""Who knows what in Crabs!: hands are secret, and so are the pile and a rope; all that was taken openly is known.

The pile and the objective deck have no order: their cards are drawn by chance when they are drawn. So the
only things to hide are who holds which of the cards a viewer has not seen, and the dice.
"""

from decapod.engine import bits, dice
from decapod.engine.observation import MOST, Field, cut, offsets, size
from decapod.games.crabs.chapters.cards import count_of, draw_kind, one, size_of
from decapod.games.crabs.chapters.choices import legal_moves
from decapod.games.crabs.state import (
    BYTE,
    COPIES,
    GEARS,
    KINDS,
    NEEDS,
    NIBBLE,
    OBJECTIVES,
    PHASES,
    POINTS,
    QUIET,
    ROPING,
    ROUNDS,
    SEATS,
    SLOTS,
    TOTALS,
    VALUES,
)

OBSERVATION_VERSION = 2
OBSERVATION = (
    Field("players", 1, 2, SEATS, "how many play"),
    Field("end_score", 1, 1, POINTS, "the points that end the game"),
    Field("quiet", 1, 0, ROUNDS * SEATS, "turns since a score last changed"),
    Field("closing", 1, 0, QUIET, "whether this is the last round: 1 by points, 2 by quiet"),
    Field("pile", 1, 0, MOST, "cards in the pile"),
    Field("due", 1, 0, TOTALS, "cards still to take, turn or discard; in a trade points to take"),
    Field("total", 1, 0, TOTALS, "cards given or turned, points given or shown so far"),
    Field("floor", 1, 0, KINDS, "the lowest kind that may be picked next"),
    Field("turned_one", 1, 0, 1, "whether a total without a level keeps a turned [1]"),
    Field("phase", PHASES, 0, 1, "what the player in turn is doing, one of `PHASE_NAMES`"),
    Field("hand", KINDS, 0, COPIES, "the viewer's hand: cards of each kind, [1], golden [1], [2] and so on"),
    Field("pool", KINDS, 0, COPIES, "the pool"),
    Field("haul", KINDS, 0, COPIES, "the crabs shown in a bind"),
    Field("own_rope", KINDS, 0, 1, "the kind of the rope, if the viewer laid it"),
    Field("rope", 1, 0, 1, "whether a rope lies"),
    Field("debt", VALUES, 0, NEEDS, "score cards still to pay for an objective, by value"),
    Field("display", (SLOTS, VALUES + 1), 0, POINTS, "what each objective shown takes of each value, and what it pays"),
    Field("deck", OBJECTIVES, 0, 1, "the objectives still to come"),
    Field("known", (SEATS, KINDS), 0, COPIES, "cards that all know to be in a hand; at the end the hand"),
    Field("upright", (SEATS, KINDS), 0, COPIES, "upright score cards"),
    Field("turned", (SEATS, KINDS), 0, COPIES, "turned score cards"),
    Field("held", SEATS, 0, MOST, "cards in hand"),
    Field("gear", SEATS, 0, GEARS, "the gear card; 0: bare hands"),
    Field("score", SEATS, 0, MOST, "points"),
    Field("claimed", SEATS, 0, MOST, "those from objectives"),
    Field("awaited", SEATS, 0, 1, "who is to move"),
    Field("turn", SEATS, 0, 1, "whose turn it is"),
    Field("first", SEATS, 0, 1, "who began"),
)
(
    PLAYERS, END_SCORE, QUIET_TURNS, CLOSING, PILE, DUE, TOTAL, FLOOR, TURNED_ONE, PHASE, HAND, POOL, HAUL, OWN_ROPE,
    ROPE, DEBT, DISPLAY, DECK, KNOWN, UPRIGHT, TURNED, HELD, GEAR, SCORE, CLAIMED, AWAITED, TURN, FIRST,
) = offsets(OBSERVATION)  # fmt: skip
OBSERVATION_SIZE = size(OBSERVATION)


def determinize(box, state, viewer, guess):
    """Deal the cards the viewer has not seen again; what was taken openly stays in that hand (CR-37)."""
    if state.ending == 0:
        actor = int(state.turn)
        unseen = int(state.pile)
        for player in range(state.players):
            if player != viewer:
                unseen += secret_cards(state, player) - int(state.known[player])
        if actor != viewer:
            unseen = guess_actor(box, state, actor, unseen, guess)
        for player in range(state.players):
            if player != viewer and player != actor:
                hidden = size_of(int(state.hand[player])) - size_of(int(state.known[player]))
                hand = guess_hand(int(state.known[player]), unseen, hidden, guess)
                unseen -= hand - int(state.known[player])
                state.hand[player] = hand
        state.pile = unseen
    dice.copy(guess, state.dice)


def secret_cards(state, player):
    """All secret cards of a player: the hand, and the rope if it lies there (CR-36)."""
    cards = int(state.hand[player])
    if player == state.turn and state.rope > 0:
        cards += one(int(state.rope) - 1)
    return cards


def guess_hand(known, unseen, hidden, guess):
    """A hand of the known cards and some hidden ones."""
    for _ in range(hidden):
        card = one(draw_kind(unseen, guess))
        unseen -= card
        known += card
    return known


def guess_actor(box, state, actor, unseen, guess):
    """Guess the hand and the rope of the player in turn, until what they have begun can be finished (CR-7).

    Nobody begins what cannot be finished, so all know that much; the true cards show that a guess exists.
    """
    known = int(state.known[actor])
    hidden = size_of(secret_cards(state, actor)) - size_of(known)
    while True:
        cards = guess_hand(known, unseen, hidden, guess)
        left = unseen - (cards - known)
        if state.rope > 0:
            rope = draw_kind(cards, guess)
            state.rope = rope + 1
            cards -= one(rope)
        state.hand[actor] = cards
        if legal_moves(box, state, actor, int(state.canonical_order)) != 0:
            return left


def is_move_hidden(box, state, player, move, viewer):
    """Tell whether a viewer cannot know which card a player lays down: a rope lies face down (CR-36)."""
    return state.phase == ROPING and viewer != player


def observe(box, state, viewer, out):
    """Write the facts, the cards, the objectives, then what all know of each player from the viewer's seat on."""
    observe_facts(box, state, out)
    observe_cards(state, viewer, out)
    observe_objectives(box, state, out)
    base = max(viewer, 0)
    for player in range(state.players):
        seat = player - base if player >= base else player - base + state.players
        observe_player(box, state, player, seat, out)


def observe_facts(box, state, out):
    """Write how the game stands, and what is due, given and allowed now."""
    out[PLAYERS] = state.players
    out[END_SCORE] = box.end[state.players]
    out[QUIET_TURNS] = state.quiet
    out[CLOSING] = state.closing
    out[PILE] = cut(size_of(int(state.pile)))
    out[DUE] = state.due
    out[TOTAL] = state.total
    out[FLOOR] = state.floor
    out[TURNED_ONE] = state.turned_one
    out[PHASE + state.phase] = 1


def observe_cards(state, viewer, out):
    """Write the viewer's hand, the pool, a bind's crabs, the rope, what is owed."""
    if viewer >= 0:
        count_out(int(state.hand[viewer]), out, HAND)
    count_out(int(state.pool), out, POOL)
    count_out(int(state.haul), out, HAUL)
    if state.rope > 0:
        out[ROPE] = 1
        if viewer == state.turn:
            out[OWN_ROPE + state.rope - 1] = 1
    values_out(int(state.debt), out, DEBT)


def observe_objectives(box, state, out):
    """Write what each objective shown takes and pays; then which are still in the deck."""
    for slot in range(SLOTS):
        objective = int(state.slots[slot]) - 1
        if objective >= 0:
            values_out(int(box.needs[objective]), out, DISPLAY + slot * (VALUES + 1))
            out[DISPLAY + slot * (VALUES + 1) + VALUES] = box.pays[objective]
    deck = int(state.deck)
    while deck != 0:
        out[DECK + bits.lowest(deck)] = 1
        deck &= deck - 1


def observe_player(box, state, player, seat, out):
    """Write what all know of a player: cards, gear, points, who is in turn, who began."""
    known = int(state.known[player]) if state.ending == 0 else int(state.hand[player])
    count_out(known, out, KNOWN + seat * KINDS)
    count_out(int(state.upright[player]), out, UPRIGHT + seat * KINDS)
    count_out(int(state.turned[player]), out, TURNED + seat * KINDS)
    out[HELD + seat] = cut(size_of(int(state.hand[player])))
    out[GEAR + seat] = state.gear[player]
    out[SCORE + seat] = cut(int(state.score[player]))
    claims, points = int(state.claims[player]), 0
    while claims != 0:
        points += int(box.pays[bits.lowest(claims)])
        claims &= claims - 1
    out[CLAIMED + seat] = cut(points)
    out[AWAITED + seat] = state.to_act >> player & 1
    out[TURN + seat] = player == state.turn
    out[FIRST + seat] = player == state.first


def count_out(cards, out, at):
    """Write how many cards there are of each kind."""
    while cards != 0:
        kind = bits.lowest(cards) // NIBBLE
        out[at + kind] = count_of(cards, kind)
        cards &= ~(COPIES << NIBBLE * kind)


def values_out(counts, out, at):
    """Write how many cards there are of each value."""
    while counts != 0:
        out[at] = counts & 0xFF
        counts >>= BYTE
        at += 1
