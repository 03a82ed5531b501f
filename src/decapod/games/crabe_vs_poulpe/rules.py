"""The rules of Crabe vs Poulpe, in the order of the rulebook: setting up, what may be done, doing it, the standing."""

from decapod.engine import bits, dice
from decapod.engine.contract import NOT_YOUR_TURN, ending, first_player
from decapod.games.crabe_vs_poulpe.chapters import cards, effects, memory, turns
from decapod.games.crabe_vs_poulpe.state import (
    ALL_CARDS,
    ANSWER_FIRST,
    CAPTURE,
    COPY,
    DECLINE,
    EFFECT_FIRST,
    FETCH,
    FIRST_COPIES,
    KINDS,
    LET,
    MOVES,
    MUST_LEAD,
    NO_COPY_OF_COPY,
    NO_SUCH_MOVE,
    NO_WORD,
    NONE,
    NOT_A_RESISTER,
    NOT_ASKED,
    NOT_ASKED_FOR,
    NOT_IN_HAND,
    NOT_THERE,
    NOTHING_TO_DECLINE,
    OBLIGATORY,
    ONLY_OPENS,
    PASS,
    PILE_BITS,
    PILE_MASK,
    PINCH,
    PLAY,
    PLAYED_OUT,
    RESIST,
    SEATS,
    TOO_HIGH,
    TOO_LOW,
    animal_of,
    covered_card,
    rank_of,
    top_card,
)

__all__ = ["ending", "legal", "pick", "places", "play", "points", "refusal", "setup"]

# --- setting up -------------------------------------------------------------------------------------------


def setup(box, table, players, variant, options):
    """Each takes the pack of their animal and draws a hand; someone leads (CP-1, CP-2)."""
    table.players = players
    table.variant = variant
    table.winner = -1
    for player in range(SEATS):
        table.decks[player] = box.packs[player]
        turns.draw(table, player, int(box.hand))
    turns.begin_round(table, first_player(table, options[0]))


# --- legal moves ------------------------------------------------------------------------------------------


def legal(box, table, player, moves):
    """List the cards that may be chosen now, then the word that may be said instead."""
    if table.awaiting >> player & 1 == 0:
        return 0
    choices = eligible(box, table, player) & FIRST_COPIES
    base = table.phase * KINDS
    n = 0
    while choices != 0:
        moves[n] = base + (bits.lowest(choices) >> 1)
        choices &= choices - 1
        n += 1
    if table.word != NO_WORD:
        moves[n] = table.word
        n += 1
    return n


def pick(box, table, player, moves, chance):
    """Let chance choose one of the legal moves by counting to it."""
    choices = eligible(box, table, player) & FIRST_COPIES
    n = bits.count(choices)
    word = int(table.word)
    nth = dice.roll(chance, n + (1 if word != NO_WORD else 0))
    if nth == n:
        return word
    return table.phase * KINDS + cards.nth_of_few(choices, nth)


def eligible(box, table, player):
    """The cards that a player who is awaited may choose from in this phase."""
    phase = int(table.phase)
    if phase == PLAY:
        return int(table.hands[player]) & playable(box, table)
    if phase == RESIST:
        return int(table.hands[player]) & int(box.resisters[table.variant])
    if phase == PINCH:
        return int(table.hands[1 - player])
    if phase == COPY:
        return int(table.hands[1 - player]) & ~int(box.imitators[table.variant])
    if phase == FETCH:
        return int(table.decks[player])
    if phase == CAPTURE:
        return 1 << 2 * covered_card(table)
    return int(table.hands[player])


def playable(box, table):
    """A card beats the last one if it is higher, or lower after Reverse; some only open, some go anywhere (CP-4)."""
    if table.pile == 0:
        return ALL_CARDS
    rank = rank_of(top_card(table))
    order = cards.below(rank) if table.lower else cards.above(rank)
    return order & ~int(box.only_open[table.variant]) | int(box.over_any[table.variant])


# --- why not ----------------------------------------------------------------------------------------------


def refusal(box, table, player, move):
    """Say why a move is not legal; 0 if it is."""
    if table.awaiting >> player & 1 == 0:
        return NOT_YOUR_TURN
    if move < 0 or move >= MOVES:
        return NO_SUCH_MOVE
    if move >= PASS:
        return word_refusal(table, move)
    phase, kind = move // KINDS, move % KINDS
    if phase != table.phase:
        return phase_refusal(table, phase)
    if cards.holds(eligible(box, table, player), kind):
        return 0
    if phase == PLAY:
        return play_refusal(box, table, player, kind)
    if phase == RESIST and cards.holds(int(table.hands[player]), kind):
        return NOT_A_RESISTER
    if phase == COPY and cards.holds(int(table.hands[1 - player]), kind):
        return NO_COPY_OF_COPY
    return NOT_THERE[phase]


def word_refusal(table, word):
    """Who leads must lay a card, a question wants its own answer, an order is no question (CP-5, CP-8, CP-9)."""
    if word == table.word:
        return 0
    if table.phase == RESIST:
        return ANSWER_FIRST
    if word == LET:
        return NOT_ASKED
    if word == DECLINE:
        return NOTHING_TO_DECLINE if table.phase == PLAY else OBLIGATORY
    return MUST_LEAD if table.pile == 0 else EFFECT_FIRST


def phase_refusal(table, phase):
    """Only what is asked for can be done (CP-8, CP-9)."""
    if table.phase == RESIST:
        return ANSWER_FIRST
    if phase == RESIST:
        return NOT_ASKED
    if table.phase == PLAY:
        return NOT_ASKED_FOR
    return EFFECT_FIRST


def play_refusal(box, table, player, kind):
    """Say why a card that cannot be laid on the last one cannot (CP-4, CP-6, CP-16)."""
    if not cards.holds(int(table.hands[player]), kind):
        return NOT_IN_HAND
    if cards.holds(int(box.only_open[table.variant]), kind):
        return ONLY_OPENS
    if table.lower:
        return TOO_HIGH
    return TOO_LOW


# --- playing ----------------------------------------------------------------------------------------------


def play(box, table, player, move):
    """Lay a card, answer one, or carry out a part of an effect; then see what follows from it."""
    table.ply += 1
    actor, effect = player, NONE
    if move >= PASS:
        if move == PASS:
            turns.end_round(box, table, 1 - player)
            return
        if move == LET:
            table.turns += 1
            actor = 1 - player
            effect = int(box.effect[table.variant][top_card(table)])
    else:
        phase = int(table.phase)
        kind = move - phase * KINDS
        if phase in (PLAY, RESIST):
            lay(table, player, kind)
            if turns.is_rid_of_all(table, player):
                turns.finish(table, player, PLAYED_OUT)
                return
            if phase == PLAY:
                if cards.holds(int(box.resistible[table.variant]), kind):
                    turns.ask(table, 1 - player, RESIST, LET)
                    return
                effect = int(box.effect[table.variant][kind])
        elif phase == COPY:
            effect = int(box.effect[table.variant][kind])
        else:
            effects.use_card(box, table, player, phase, kind)
            if table.winner >= 0:
                return
    if effect == NONE:
        turns.begin_turn(table, 1 - actor)
    else:
        effects.carry_out(box, table, actor, effect)


def lay(table, player, kind):
    """Put a card of the hand on the pile: all see it, and order is normal again (CP-4, CP-16)."""
    table.hands[player] = cards.minus(int(table.hands[player]), kind)
    table.played_cards = cards.plus(int(table.played_cards), kind)
    table.pile = (int(table.pile) << PILE_BITS | kind + 1) & PILE_MASK
    table.height += 1
    table.lower = 0
    table.reveals += 1
    if animal_of(kind) != player:
        table.guests[player] -= 1
    if cards.holds(int(table.public_hand[player]), kind):
        table.public_hand[player] = cards.minus(int(table.public_hand[player]), kind)
    memory.see_card_leave(table, 1 - player, kind)


# --- the standing -----------------------------------------------------------------------------------------


def points(box, table, out):
    """The cards each is rid of: the pack they began with, less what is in hand and deck."""
    for player in range(SEATS):
        out[player] = bits.count(box.packs[player]) - cards_left(table, player)


def cards_left(table, player):
    """How many cards the player must still get rid of (CP-10)."""
    return bits.count(table.hands[player]) + bits.count(table.decks[player])


def places(box, table, out):
    """The winner is first; until there is one, whoever has fewer cards left (CP-10)."""
    for player in range(SEATS):
        out[player] = 1
        if table.winner >= 0:
            if table.winner != player:
                out[player] = 2
        elif cards_left(table, player) > cards_left(table, 1 - player):
            out[player] = 2
