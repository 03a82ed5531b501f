"""Who knows what in Crabs!: hands are secret, and so are the pile and a rope; all that was taken openly is known.

The pile and the objective deck have no order: their cards are drawn by chance when they are drawn. So the
only things to hide are who holds which of the cards a viewer has not seen, and the dice.
"""

from decapod.engine import dice
from decapod.games.crabs.chapters.cards import count_of, draw_kind, one, size_of
from decapod.games.crabs.chapters.choices import legal_moves
from decapod.games.crabs.state import (
    BYTE,
    CARDS,
    DISPLAY,
    FACTS,
    KINDS,
    OBJECTIVES,
    OBSERVED,
    ROPING,
    SEAT,
    SLOTS,
    VALUES,
)


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
    """Facts, cards, objectives, then each player from the viewer's seat on."""
    for i in range(OBSERVED):
        out[i] = 0
    observe_facts(box, table, out)
    observe_cards(table, viewer, out, FACTS)
    observe_objectives(box, table, out, FACTS + CARDS)
    base = max(viewer, 0)
    for player in range(table.players):
        seat = (player - base + table.players) % table.players
        observe_player(box, table, player, out, FACTS + CARDS + DISPLAY + seat * SEAT)


def observe_facts(box, table, out):
    """Players, end score, quiet turns, last round, pile; what is due, given and allowed now, turned [1]s; the phase."""
    out[0] = table.players
    out[1] = box.end[table.players]
    out[2] = table.quiet
    out[3] = table.closing
    out[4] = size_of(int(table.pile))
    out[5] = table.due
    out[6] = table.total
    out[7] = table.floor
    out[8] = table.turned_one
    out[9 + table.phase] = 1


def observe_cards(table, viewer, out, at):
    """The viewer's hand, the pool, a bind's crabs, the viewer's rope, whether a rope lies, what is owed."""
    if viewer >= 0:
        count_out(int(table.hand[viewer]), out, at)
    count_out(int(table.pool), out, at + KINDS)
    count_out(int(table.haul), out, at + 2 * KINDS)
    if table.rope > 0:
        out[at + 4 * KINDS] = 1
        if viewer == table.turn:
            out[at + 3 * KINDS + table.rope - 1] = 1
    for value in range(VALUES):
        out[at + 4 * KINDS + 1 + value] = int(table.debt) >> BYTE * value & 0xFF


def observe_objectives(box, table, out, at):
    """What each objective shown takes and pays; then which are still in the deck."""
    for slot in range(SLOTS):
        objective = int(table.slots[slot]) - 1
        if objective >= 0:
            for value in range(VALUES):
                out[at + slot * (VALUES + 1) + value] = int(box.needs[objective]) >> BYTE * value & 0xFF
            out[at + slot * (VALUES + 1) + VALUES] = box.pays[objective]
    for objective in range(OBJECTIVES):
        out[at + SLOTS * (VALUES + 1) + objective] = int(table.deck) >> objective & 1


def observe_player(box, table, player, out, at):
    """Known cards, score cards, hand size, gear, points, those from objectives, who is in turn, who began."""
    known = int(table.known[player]) if table.ending == 0 else int(table.hand[player])
    count_out(known, out, at)
    count_out(int(table.upright[player]), out, at + KINDS)
    count_out(int(table.turned[player]), out, at + 2 * KINDS)
    at += 3 * KINDS
    out[at] = size_of(int(table.hand[player]))
    out[at + 1] = table.gear[player]
    out[at + 2] = table.score[player]
    for objective in range(OBJECTIVES):
        if int(table.claims[player]) >> objective & 1 == 1:
            out[at + 3] += box.pays[objective]
    out[at + 4] = table.awaiting >> player & 1
    out[at + 5] = player == table.turn
    out[at + 6] = player == table.first


def count_out(cards, out, at):
    """Write how many cards there are of each kind."""
    for kind in range(KINDS):
        out[at + kind] = count_of(cards, kind)
