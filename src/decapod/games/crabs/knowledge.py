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
OBSERVED = size(OBSERVATION)


def hide(box, table, viewer, guess):
    """Deal the cards the viewer has not seen again; what was taken openly stays in that hand (CR-37)."""
    if table.ending == 0:
        actor = int(table.turn)
        unseen = int(table.pile)
        for player in range(table.players):
            if player != viewer:
                unseen += secret_cards(table, player) - int(table.known[player])
        if actor != viewer:
            unseen = guess_actor(box, table, actor, unseen, guess)
        for player in range(table.players):
            if player != viewer and player != actor:
                hidden = size_of(int(table.hand[player])) - size_of(int(table.known[player]))
                hand = guess_hand(int(table.known[player]), unseen, hidden, guess)
                unseen -= hand - int(table.known[player])
                table.hand[player] = hand
        table.pile = unseen
    dice.copy(guess, table.dice)


def secret_cards(table, player):
    """All secret cards of a player: the hand, and the rope if it lies there (CR-36)."""
    cards = int(table.hand[player])
    if player == table.turn and table.rope > 0:
        cards += one(int(table.rope) - 1)
    return cards


def guess_hand(known, unseen, hidden, guess):
    """A hand of the known cards and some hidden ones."""
    for _ in range(hidden):
        card = one(draw_kind(unseen, guess))
        unseen -= card
        known += card
    return known


def guess_actor(box, table, actor, unseen, guess):
    """Guess the hand and the rope of the player in turn, until what they have begun can be finished (CR-7).

    Nobody begins what cannot be finished, so all know that much; the true cards show that a guess exists.
    """
    known = int(table.known[actor])
    hidden = size_of(secret_cards(table, actor)) - size_of(known)
    while True:
        cards = guess_hand(known, unseen, hidden, guess)
        left = unseen - (cards - known)
        if table.rope > 0:
            rope = draw_kind(cards, guess)
            table.rope = rope + 1
            cards -= one(rope)
        table.hand[actor] = cards
        if legal_moves(box, table, actor, int(table.ordered)) != 0:
            return left


def conceals(box, table, player, move, viewer):
    """Tell whether a viewer cannot know which card a player lays down: a rope lies face down (CR-36)."""
    return table.phase == ROPING and viewer != player


def observe(box, table, viewer, out):
    """Write the facts, the cards, the objectives, then what all know of each player from the viewer's seat on."""
    observe_facts(box, table, out)
    observe_cards(table, viewer, out)
    observe_objectives(box, table, out)
    base = max(viewer, 0)
    for player in range(table.players):
        seat = player - base if player >= base else player - base + table.players
        observe_player(box, table, player, seat, out)


def observe_facts(box, table, out):
    """Write how the game stands, and what is due, given and allowed now."""
    out[PLAYERS] = table.players
    out[END_SCORE] = box.end[table.players]
    out[QUIET_TURNS] = table.quiet
    out[CLOSING] = table.closing
    out[PILE] = cut(size_of(int(table.pile)))
    out[DUE] = table.due
    out[TOTAL] = table.total
    out[FLOOR] = table.floor
    out[TURNED_ONE] = table.turned_one
    out[PHASE + table.phase] = 1


def observe_cards(table, viewer, out):
    """Write the viewer's hand, the pool, a bind's crabs, the rope, what is owed."""
    if viewer >= 0:
        count_out(int(table.hand[viewer]), out, HAND)
    count_out(int(table.pool), out, POOL)
    count_out(int(table.haul), out, HAUL)
    if table.rope > 0:
        out[ROPE] = 1
        if viewer == table.turn:
            out[OWN_ROPE + table.rope - 1] = 1
    values_out(int(table.debt), out, DEBT)


def observe_objectives(box, table, out):
    """Write what each objective shown takes and pays; then which are still in the deck."""
    for slot in range(SLOTS):
        objective = int(table.slots[slot]) - 1
        if objective >= 0:
            values_out(int(box.needs[objective]), out, DISPLAY + slot * (VALUES + 1))
            out[DISPLAY + slot * (VALUES + 1) + VALUES] = box.pays[objective]
    deck = int(table.deck)
    while deck != 0:
        out[DECK + bits.lowest(deck)] = 1
        deck &= deck - 1


def observe_player(box, table, player, seat, out):
    """Write what all know of a player: cards, gear, points, who is in turn, who began."""
    known = int(table.known[player]) if table.ending == 0 else int(table.hand[player])
    count_out(known, out, KNOWN + seat * KINDS)
    count_out(int(table.upright[player]), out, UPRIGHT + seat * KINDS)
    count_out(int(table.turned[player]), out, TURNED + seat * KINDS)
    out[HELD + seat] = cut(size_of(int(table.hand[player])))
    out[GEAR + seat] = table.gear[player]
    out[SCORE + seat] = cut(int(table.score[player]))
    claims, points = int(table.claims[player]), 0
    while claims != 0:
        points += int(box.pays[bits.lowest(claims)])
        claims &= claims - 1
    out[CLAIMED + seat] = cut(points)
    out[AWAITED + seat] = table.awaiting >> player & 1
    out[TURN + seat] = player == table.turn
    out[FIRST + seat] = player == table.first


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
