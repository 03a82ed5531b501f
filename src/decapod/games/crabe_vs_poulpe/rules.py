"""The rules of Crabe vs Poulpe, in the order of the rulebook: setting up, what may be done, doing it, the standing."""

from decapod.engine import bits, dice
from decapod.engine.protocols import NOT_YOUR_TURN, ending, first_player
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
    NUM_ACTIONS,
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

__all__ = ["apply_action", "ending", "illegal_reason", "legal_actions", "places", "points", "sample_action", "setup"]

# --- setting up -------------------------------------------------------------------------------------------


def setup(box, state, players, variant, options):
    """Each takes the pack of their animal and draws a hand; someone leads (CP-1, CP-2)."""
    state.players = players
    state.variant = variant
    state.winner = -1
    for player in range(SEATS):
        state.decks[player] = box.packs[player]
        turns.draw(state, player, int(box.hand))
    turns.begin_round(state, first_player(state, options[0]))


# --- legal moves ------------------------------------------------------------------------------------------


def legal_actions(box, state, player, moves):
    """List the cards that may be chosen now, then the word that may be said instead."""
    if state.to_act >> player & 1 == 0:
        return 0
    choices = eligible(box, state, player) & FIRST_COPIES
    base = state.phase * KINDS
    n = 0
    while choices != 0:
        moves[n] = base + (bits.lowest(choices) >> 1)
        choices &= choices - 1
        n += 1
    if state.word != NO_WORD:
        moves[n] = state.word
        n += 1
    return n


def sample_action(box, state, player, moves, chance):
    """Let chance choose one of the legal moves by counting to it."""
    choices = eligible(box, state, player) & FIRST_COPIES
    n = bits.count(choices)
    word = int(state.word)
    nth = dice.roll(chance, n + (1 if word != NO_WORD else 0))
    if nth == n:
        return word
    return state.phase * KINDS + cards.nth_of_few(choices, nth)


def eligible(box, state, player):
    """The cards that a player who is awaited may choose from in this phase."""
    phase = int(state.phase)
    if phase == PLAY:
        return int(state.hands[player]) & playable(box, state)
    if phase == RESIST:
        return int(state.hands[player]) & int(box.resisters[state.variant])
    if phase == PINCH:
        return int(state.hands[1 - player])
    if phase == COPY:
        return int(state.hands[1 - player]) & ~int(box.imitators[state.variant])
    if phase == FETCH:
        return int(state.decks[player])
    if phase == CAPTURE:
        return 1 << 2 * covered_card(state)
    return int(state.hands[player])


def playable(box, state):
    """A card beats the last one if it is higher, or lower after Reverse; some only open, some go anywhere (CP-4)."""
    if state.pile == 0:
        return ALL_CARDS
    rank = rank_of(top_card(state))
    order = cards.below(rank) if state.lower else cards.above(rank)
    return order & ~int(box.only_open[state.variant]) | int(box.over_any[state.variant])


# --- why not ----------------------------------------------------------------------------------------------


def illegal_reason(box, state, player, move):
    """Say why a move is not legal; 0 if it is."""
    if state.to_act >> player & 1 == 0:
        return NOT_YOUR_TURN
    if move < 0 or move >= NUM_ACTIONS:
        return NO_SUCH_MOVE
    if move >= PASS:
        return word_refusal(state, move)
    phase, kind = move // KINDS, move % KINDS
    if phase != state.phase:
        return phase_refusal(state, phase)
    if cards.holds(eligible(box, state, player), kind):
        return 0
    if phase == PLAY:
        return play_refusal(box, state, player, kind)
    if phase == RESIST and cards.holds(int(state.hands[player]), kind):
        return NOT_A_RESISTER
    if phase == COPY and cards.holds(int(state.hands[1 - player]), kind):
        return NO_COPY_OF_COPY
    return NOT_THERE[phase]


def word_refusal(state, word):
    """Who leads must lay a card, a question wants its own answer, an order is no question (CP-5, CP-8, CP-9)."""
    if word == state.word:
        return 0
    if state.phase == RESIST:
        return ANSWER_FIRST
    if word == LET:
        return NOT_ASKED
    if word == DECLINE:
        return NOTHING_TO_DECLINE if state.phase == PLAY else OBLIGATORY
    return MUST_LEAD if state.pile == 0 else EFFECT_FIRST


def phase_refusal(state, phase):
    """Only what is asked for can be done (CP-8, CP-9)."""
    if state.phase == RESIST:
        return ANSWER_FIRST
    if phase == RESIST:
        return NOT_ASKED
    if state.phase == PLAY:
        return NOT_ASKED_FOR
    return EFFECT_FIRST


def play_refusal(box, state, player, kind):
    """Say why a card that cannot be laid on the last one cannot (CP-4, CP-6, CP-16)."""
    if not cards.holds(int(state.hands[player]), kind):
        return NOT_IN_HAND
    if cards.holds(int(box.only_open[state.variant]), kind):
        return ONLY_OPENS
    if state.lower:
        return TOO_HIGH
    return TOO_LOW


# --- playing ----------------------------------------------------------------------------------------------


def apply_action(box, state, player, move):
    """Lay a card, answer one, or carry out a part of an effect; then see what follows from it."""
    state.ply += 1
    actor, effect = player, NONE
    if move >= PASS:
        if move == PASS:
            turns.end_round(box, state, 1 - player)
            return
        if move == LET:
            state.turn_index += 1
            actor = 1 - player
            effect = int(box.effect[state.variant][top_card(state)])
    else:
        phase = int(state.phase)
        kind = move - phase * KINDS
        if phase in (PLAY, RESIST):
            lay(state, player, kind)
            if turns.is_rid_of_all(state, player):
                turns.finish(state, player, PLAYED_OUT)
                return
            if phase == PLAY:
                if cards.holds(int(box.resistible[state.variant]), kind):
                    turns.ask(state, 1 - player, RESIST, LET)
                    return
                effect = int(box.effect[state.variant][kind])
        elif phase == COPY:
            effect = int(box.effect[state.variant][kind])
        else:
            effects.use_card(box, state, player, phase, kind)
            if state.winner >= 0:
                return
    if effect == NONE:
        turns.begin_turn(state, 1 - actor)
    else:
        effects.carry_out(box, state, actor, effect)


def lay(state, player, kind):
    """Put a card of the hand on the pile: all see it, and order is normal again (CP-4, CP-16)."""
    state.hands[player] = cards.minus(int(state.hands[player]), kind)
    state.played_cards = cards.plus(int(state.played_cards), kind)
    state.pile = (int(state.pile) << PILE_BITS | kind + 1) & PILE_MASK
    state.height += 1
    state.lower = 0
    state.reveals += 1
    if animal_of(kind) != player:
        state.guests[player] -= 1
    if cards.holds(int(state.public_hand[player]), kind):
        state.public_hand[player] = cards.minus(int(state.public_hand[player]), kind)
    memory.see_card_leave(state, 1 - player, kind)


# --- the standing -----------------------------------------------------------------------------------------


def points(box, state, out):
    """The cards each is rid of: the pack they began with, less what is in hand and deck."""
    for player in range(SEATS):
        out[player] = bits.count(box.packs[player]) - cards_left(state, player)


def cards_left(state, player):
    """How many cards the player must still get rid of (CP-10)."""
    return bits.count(state.hands[player]) + bits.count(state.decks[player])


def places(box, state, out):
    """The winner is first; until there is one, whoever has fewer cards left (CP-10)."""
    for player in range(SEATS):
        out[player] = 1
        if state.winner >= 0:
            if state.winner != player:
                out[player] = 2
        elif cards_left(state, player) > cards_left(state, 1 - player):
            out[player] = 2
