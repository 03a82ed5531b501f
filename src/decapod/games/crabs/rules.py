"""The rules of Crabs!, in the order of the rulebook: setting up, a turn and its actions, objectives, the end."""

from decapod.engine import bits, dice
from decapod.engine.protocols import NOT_YOUR_TURN, ending, first_player, is_awaited
from decapod.games.crabs.chapters import cards, choices
from decapod.games.crabs.chapters.choices import debt_cards, debt_value
from decapod.games.crabs.chapters.refusals import why_not
from decapod.games.crabs.state import (
    BARTERING,
    BIND,
    BINDING,
    BYTE,
    CATCH,
    CATCHING,
    CHOOSING,
    CLAIM,
    CLAIMING,
    DISCARDING,
    DONE,
    DRAW,
    GIVING,
    KEEP,
    NO_SUCH_MOVE,
    NUM_ACTIONS,
    PAY_PLAIN,
    PAYING,
    PLAY,
    QUIET,
    RAISE,
    RAISING,
    REACHED,
    RELAXING,
    RETAKING,
    ROPING,
    TAKE,
    TRADE,
    TRADING,
    TURN,
    UPGRADE,
    UPGRADING,
    is_golden,
    value_of,
)

__all__ = ["apply_action", "ending", "illegal_reason", "legal_actions", "places", "points", "sample_action", "setup"]

# --- setting up -------------------------------------------------------------------------------------------


def setup(box, state, players, variant, options):
    """Deal hands, pool and objectives, and let someone begin (CR-2 to CR-5)."""
    state.players = players
    state.variant = variant
    state.turned_one = options[1]
    state.pile = box.cards
    for player in range(players):
        for _ in range(box.deal):
            state.hand[player] += draw(state)
    for _ in range(box.pool):
        state.pool += draw(state)
    state.deck = (1 << int(box.objectives)) - 1
    show_objectives(box, state)
    first = first_player(state, options[0])
    state.due = 1
    state.first = first
    state.turn = first
    state.to_act = 1 << first


def draw(state):
    """Take the top card of the pile, which must not be empty."""
    card = cards.one(cards.draw_kind(int(state.pile), state.dice))
    state.pile -= card
    return card


def show_objectives(box, state):
    """Fill the display from the objective deck, while that lasts (CR-3, CR-29)."""
    for slot in range(box.display):
        if state.slots[slot] == 0 and state.deck != 0:
            deck = int(state.deck)
            for _ in range(dice.roll(state.dice, bits.count(deck))):
                deck &= deck - 1
            state.slots[slot] = bits.lowest(deck) + 1
            state.deck ^= deck & -deck
            state.reveals += 1


# --- legal moves ------------------------------------------------------------------------------------------


def legal_actions(box, state, player, moves):
    """List what the player may do now; chapters/choices.py has what each phase offers."""
    if state.to_act >> player & 1 == 0:
        return 0
    found = choices.legal_moves(box, state, player, int(state.canonical_order))
    n = 0
    while found != 0:
        moves[n] = bits.lowest(found)
        found &= found - 1
        n += 1
    return n


def sample_action(box, state, player, moves, chance):
    """Let chance choose one of the legal moves."""
    found = choices.legal_moves(box, state, player, int(state.canonical_order))
    for _ in range(dice.roll(chance, bits.count(found))):
        found &= found - 1
    return bits.lowest(found)


def illegal_reason(box, state, player, move):
    """Say why a move is not legal; 0 if it is."""
    if not is_awaited(state, player):
        return NOT_YOUR_TURN
    if move < 0 or move >= NUM_ACTIONS:
        return NO_SUCH_MOVE
    if choices.legal_moves(box, state, player, int(state.canonical_order)) >> move & 1 == 1:
        return 0
    return why_not(box, state, player, move)


# --- playing ----------------------------------------------------------------------------------------------


def apply_action(box, state, player, move):
    """Make one small move of the turn; when nothing more is due the next step of the turn follows."""
    state.ply += 1
    if move < DRAW:
        begin_action(box, state, player, move)
    elif move == DRAW:
        state.hand[player] += draw(state)
        state.reveals += 1
        state.due -= 1
    elif move == DONE:
        say_enough(state)
    elif move < TAKE:
        play_card(state, player, move - PLAY)
    elif move < KEEP:
        take_card(state, player, move - TAKE)
    elif move < TURN:
        keep(box, state, player, move - KEEP)
    elif move < CLAIM:
        turn_upright(box, state, player, move - TURN)
    else:
        claim_or_pay(box, state, player, move)
    if state.due == 0:
        go_on(box, state, player)


def begin_action(box, state, player, action):
    """Begin one of the six actions (CR-6)."""
    state.due = 1
    if action == CATCH:
        state.phase = CATCHING
        state.due = min(int(box.catch), cards.size_of(int(state.pile)) + cards.size_of(int(state.pool)))
    elif action == RAISE:
        state.phase = RAISING
    elif action == TRADE:
        state.phase = TRADING
    elif action == UPGRADE:
        state.phase = UPGRADING
        state.due = box.cost[state.gear[player] + 1]
    elif action == BIND:
        state.phase = ROPING
    else:
        state.phase = RELAXING
        state.due = min(int(box.relax), cards.size_of(int(state.turned[player])))


def say_enough(state):
    """End giving, now for taking; end turning; or claim no objective (CR-10, CR-12, CR-25, CR-26)."""
    phase = int(state.phase)
    state.due = 0
    if phase in GIVING:
        state.phase = RETAKING if phase == RAISING else BARTERING
        state.due = state.total
        state.floor = 0


def play_card(state, player, kind):
    """Play a card from the hand: to the pool, or as rope or crab of a bind (CR-10 to CR-18)."""
    phase = int(state.phase)
    card = cards.one(kind)
    state.hand[player] -= card
    if phase == ROPING:
        state.rope = kind + 1
        state.phase = BINDING
        return
    state.known[player] = cards.without(int(state.known[player]), kind)
    raise_floor(state, kind)
    if phase == BINDING:
        state.haul += card
        state.total += value_of(kind)
        return
    state.pool += card
    if phase == RAISING:
        state.total += 1
    elif phase == TRADING:
        state.total += value_of(kind)
    else:
        state.due -= 1


def take_card(state, player, kind):
    """Take a card from the pool, seen by all (CR-8, CR-10, CR-12, CR-37)."""
    card = cards.one(kind)
    state.pool -= card
    state.hand[player] += card
    state.known[player] += card
    raise_floor(state, kind)
    state.due -= value_of(kind) if state.phase == BARTERING else 1


def raise_floor(state, kind):
    """Remember the last kind picked, so that picks in order go up from it (CR-7)."""
    state.floor = kind if state.canonical_order == 1 else 0


def keep(box, state, player, kind):
    """Keep one crab of the bind as a score card; rope and other crabs go to the pool (CR-21, CR-24)."""
    value = value_of(kind)
    if choices.is_kept_turned(box, state, player, kind):
        state.turned[player] += cards.one(kind)
        state.score[player] += box.turned[value] + is_golden(kind)
    else:
        state.upright[player] += cards.one(kind)
        state.score[player] += value + is_golden(kind)
    rope = int(state.rope) - 1
    state.known[player] = cards.without(int(state.known[player]), rope)
    state.pool += state.haul - cards.one(kind) + cards.one(rope)
    state.haul = 0
    state.rope = 0
    state.reveals += 1
    state.due = 0


def turn_upright(box, state, player, kind):
    """Turn a score card upright; then it is worth its value (CR-25, CR-31)."""
    state.turned[player] -= cards.one(kind)
    state.upright[player] += cards.one(kind)
    state.score[player] += value_of(kind) - box.turned[value_of(kind)]
    state.total += 1
    state.due -= 1
    raise_floor(state, kind)


# --- objectives -------------------------------------------------------------------------------------------


def claim_or_pay(box, state, player, move):
    """Take an objective, or pay one of its cards; then pay all that leaves no choice (CR-26, CR-27)."""
    only_golden = 0
    if move < PAY_PLAIN:
        objective = int(state.slots[move - CLAIM]) - 1
        state.slots[move - CLAIM] = 0
        state.claims[player] |= 1 << objective
        state.score[player] += box.pays[objective]
        state.debt = box.needs[objective]
        state.phase = PAYING
    else:
        golden = move - PAY_PLAIN
        value = debt_value(state)
        pay(state, player, value, 1 - golden, golden)
        if golden == 1 and state.canonical_order == 1 and debt_cards(state, value) > 0:
            only_golden = 1  # in order, golden crabs come last
    settle(state, player, only_golden)
    state.due = 1 if state.debt != 0 else 0


def settle(state, player, only_golden):
    """Pay what leaves no choice between plain and golden; the rest is asked about (CR-27)."""
    while state.debt != 0:
        value = debt_value(state)
        owed = debt_cards(state, value)
        plain = cards.count_of(int(state.upright[player]), 2 * value - 2)
        golden = cards.count_of(int(state.upright[player]), 2 * value - 1)
        rest_golden = only_golden == 1 and golden >= owed
        if not rest_golden and plain > 0 and golden > 0 and plain + golden > owed:
            return
        if rest_golden or plain == 0:
            golden = owed
        pay(state, player, value, owed - golden, golden)
        only_golden = 0


def pay(state, player, value, plain, golden):
    """Discard upright score cards of a value to the pool, with their points (CR-26 to CR-28)."""
    paid = plain * cards.one(2 * value - 2) + golden * cards.one(2 * value - 1)
    state.upright[player] -= paid
    state.pool += paid
    state.score[player] -= value * plain + (value + 1) * golden
    state.debt -= plain + golden << BYTE * (value - 1)


# --- from step to step, and the end -----------------------------------------------------------------------


def go_on(box, state, player):
    """After the action an objective, if one can be paid for; then the hand limit; then the next player (CR-6)."""
    phase = int(state.phase)
    state.due = 1
    state.total = 0
    state.floor = 0
    if phase == UPGRADING:
        upgrade(box, state, player)
    if phase < CLAIMING and choices.objectives_to_claim(box, state, player) != 0:
        state.phase = CLAIMING
        return
    over = cards.size_of(int(state.hand[player])) - int(box.limit)
    if over > 0:
        state.phase = DISCARDING
        state.due = over
    else:
        state.phase = CHOOSING
        end_turn(box, state, player)


def upgrade(box, state, player):
    """Move the token to the next gear card (CR-14, CR-16)."""
    gear = int(state.gear[player]) + 1
    state.gear[player] = gear
    state.score[player] += box.stars[gear] - box.stars[gear - 1]


def end_turn(box, state, player):
    """Refill the display, look at the scores, and pass the turn or end the game (CR-29, CR-33, CR-34)."""
    state.turn_index += 1
    show_objectives(box, state)
    state.quiet = state.quiet + 1 if state.score[player] == state.before else 0
    if state.score[player] >= box.end[state.players]:
        state.closing = REACHED
    elif state.closing == 0 and state.quiet >= box.quiet * state.players:
        state.closing = QUIET
    player = player + 1 if player + 1 < state.players else 0
    if state.closing != 0 and player == state.first:
        state.ending = state.closing
        state.to_act = 0
        state.reveals += 1  # hands are laid open (CR-38)
    else:
        state.turn = player
        state.before = state.score[player]
        state.to_act = 1 << player


# --- the score --------------------------------------------------------------------------------------------


def points(box, state, out):
    """Score cards, objectives and gear stars (CR-31, CR-32)."""
    for player in range(state.players):
        out[player] = state.score[player]


def places(box, state, out):
    """Most points, then most cards in hand, then the highest hand; who is still tied shares (CR-35)."""
    for player in range(state.players):
        out[player] = 1
        for other in range(state.players):
            if standing(state, other) > standing(state, player):
                out[player] += 1


def standing(state, player):
    """Points, cards in hand and their total as one number; the total is secret until the end (CR-38)."""
    hand = int(state.hand[player])
    total = cards.total_of(hand) if state.ending != 0 else 0
    return (int(state.score[player]) << BYTE | cards.size_of(hand)) << BYTE | total
