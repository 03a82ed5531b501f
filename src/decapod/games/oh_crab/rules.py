"""The rules of Oh Crab!, in the order of the rulebook: setting up, what may be done, doing it, the standing."""

from decapod.engine import bits, dice
from decapod.engine.protocols import NOT_YOUR_TURN, ending, first_player, is_awaited
from decapod.games.oh_crab.chapters import (
    actions,
    beach,
    cards,
    going,
    icons,
    push,
    rounds,
    shells,
    shortcuts,
    specials,
)
from decapod.games.oh_crab.state import (
    ACT,
    ACTS,
    ADD,
    AHEAD,
    AHEAD_LEFT,
    ALL_WAYS,
    ASKS_END,
    ASKS_HAND,
    ASKS_WAY,
    AWAY,
    BUILD,
    CALL,
    COLUMN,
    DECK_EMPTY,
    DIG,
    DIRECTIONS,
    DISCARD,
    DRAW,
    FIRST,
    HALF,
    HERD,
    JUMP,
    KEEP,
    LEAP,
    LEFT,
    LETS_STOP,
    NO_CARD,
    NO_STRAY,
    NO_SUCH_MOVE,
    NOT_IN_HAND,
    NOT_IN_SEQUENCE,
    NOT_OPEN,
    NOT_YET,
    NOTHING_WORKS,
    NUM_ACTIONS,
    OFFER,
    ONE_SIDE,
    OPEN_CARDS,
    OTHER_SYMBOL,
    OUT_OF_ORDER,
    PATH,
    PAY,
    PLAN,
    RECALL,
    REST,
    RESTOCK,
    RIGHT,
    SEA_ROW,
    SEAWARD,
    SETTLE,
    SHELL_TILES,
    START_FACES,
    START_ROW,
    START_ROWS,
    STAY,
    STEP,
    STOP,
    TAKE,
    TILE,
    TOLL,
    TURN_OVER,
    USE,
)

__all__ = ["apply_action", "ending", "illegal_reason", "legal_actions", "places", "points", "sample_action", "setup"]

# --- setting up -------------------------------------------------------------------------------------------


def setup(box, state, players, variant, options):
    """Lay the beach, give out cards, place crabs from a first player on, and begin to plan (OC-1 to OC-4)."""
    state.players = players
    state.variant = variant
    state.stray = options[2] if players == 2 else NO_STRAY
    state.crabs = players + (state.stray != NO_STRAY)
    state.shove_ways = ALL_WAYS if options[3] == 0 else SEAWARD
    state.last_paid = NO_CARD
    beach.lay_tiles(box, state, options[0])
    state.sides = dice.roll(state.dice, 1 << SHELL_TILES)
    state.deck = box.market_cards
    for i in range(OPEN_CARDS):
        cards.fill_place(state, i)
    first = first_player(state, options[1])
    place_crabs(box, state, first)
    state.chef = first
    rounds.clear_turn(state)
    rounds.begin_round(state)
    state.turn_index = 0
    state.reveals = 0


def place_crabs(box, state, first):
    """Crabs stand on spaces 1, 2, 3 ... clockwise; the stray on the next; some get a shell (OC-2, OC-53)."""
    face = (int(state.rows[START_ROW]) - START_FACES) // START_ROWS
    state.supply = box.supply
    for i in range(state.crabs):
        if i < state.players:
            player = (first + i) % state.players
            given = box.start_shells_for_two[i] if state.players == 2 else box.start_shells[i]
            state.shells[player] = given
            state.supply -= given
            state.hand[player] = box.starting_cards
            state.planned[player] = NO_CARD
            state.at[player] = box.starts[face][i]
        else:
            state.at[i] = box.starts[face][i]


# --- legal moves ------------------------------------------------------------------------------------------


def legal_actions(box, state, player, moves):
    """List the cards, then the acts, that answer what is asked (OC-12)."""
    if not is_awaited(state, player):
        return 0
    n = 0
    steps = going.find_steps(box, state)
    found = card_choices(box, state, player, steps)
    while found != 0:
        moves[n] = bits.lowest(found)
        found &= found - 1
        n += 1
    found = act_choices(box, state, player, steps)
    while found != 0:
        moves[n] = ACTS + bits.lowest(found)
        found &= found - 1
        n += 1
    return n


def sample_action(box, state, player, moves, chance):
    """Let chance choose one of the legal moves without writing them down."""
    steps = going.find_steps(box, state)
    found = card_choices(box, state, player, steps)
    some = bits.count(found)
    acts = act_choices(box, state, player, steps)
    nth = dice.roll(chance, some + bits.count(acts))
    if nth < some:
        return beach.nth_of(found, nth)
    return ACTS + beach.nth_of(acts, nth - some)


def card_choices(box, state, player, steps):
    """The cards that answer what is asked, as a bit set; `steps` as `going.find_steps` has them."""
    stage = int(state.stage)
    if ASKS_HAND >> stage & 1:
        return int(state.hand[player])
    if stage == RESTOCK:
        return cards.open_cards(state)
    if stage == KEEP:
        return int(state.sequence[player])
    if stage == TOLL:
        return shortcuts.toll_cards(box, state, player)
    if stage == RECALL:
        return specials.recalled_cards(box, state, steps >> player * DIRECTIONS)
    return 0


def act_choices(box, state, player, steps):
    """The acts that answer what is asked, as a bit set; `steps` as `going.find_steps` has them."""
    stage = int(state.stage)
    if stage == ACT:
        return actions.choices(box, state, steps >> player * DIRECTIONS)
    if ASKS_WAY >> stage & 1:
        return going.choices(box, state, steps)
    if ASKS_END >> stage & 1:
        found = 1 << LEFT
        if state.sequence[player] != 0:
            found |= 1 << RIGHT
        if stage == BUILD:
            found |= 1 << REST
        return found
    if stage == RESTOCK:
        return 1 << DRAW if state.deck != 0 else 0
    if stage == OFFER:
        return 1 << TAKE | 1 << STOP
    if stage == HALF:
        return specials.half_choices(box, state, steps >> player * DIRECTIONS)
    if stage == JUMP:
        return specials.jump_columns(box, state, cards.hand_size(state, player)) << COLUMN
    return 0


# --- refusals ---------------------------------------------------------------------------------------------


def illegal_reason(box, state, player, move):
    """Say why a move is not legal; 0 if it is."""
    if not is_awaited(state, player):
        return NOT_YOUR_TURN
    if move < 0 or move >= NUM_ACTIONS:
        return NO_SUCH_MOVE
    steps = going.find_steps(box, state)
    if move < ACTS:
        if card_choices(box, state, player, steps) >> move & 1:
            return 0
        return card_refusal(box, state, player, move)
    act = move - ACTS
    if act_choices(box, state, player, steps) >> act & 1:
        return 0
    why = act_refusal(box, state, player, act, steps >> player * DIRECTIONS)
    return why if why != 0 else question_first(state)


def question_first(state):
    """What is asked now comes first: planning, building, a push, a discard ... (OC-12)."""
    return FIRST + int(state.stage)


def card_refusal(box, state, player, card):
    """Why a card is not an answer to what is asked."""
    stage = int(state.stage)
    if stage == RESTOCK:
        return NOT_OPEN
    if stage == KEEP:
        return NOT_IN_SEQUENCE
    if stage == RECALL:
        return NOTHING_WORKS if int(state.sequence[player]) >> card & 1 else NOT_IN_SEQUENCE
    if stage == TOLL and int(state.hand[player]) >> card & 1:
        fits = int(box.with_main[box.path_icon[shortcuts.shortcut_under(box, state)]]) >> card & 1
        return OUT_OF_ORDER if fits else OTHER_SYMBOL
    if ASKS_HAND >> stage & 1 or stage == TOLL:
        return NOT_IN_HAND
    return question_first(state)


def act_refusal(box, state, player, act, ways):
    """Why an act is not an answer to what is asked, 0 if for no reason of its own; `ways` the player's crab can go."""
    stage = int(state.stage)
    if act < LEAP:
        return going.illegal_reason(box, state, act // DIRECTIONS, act % DIRECTIONS) if ASKS_WAY >> stage & 1 else 0
    if act < COLUMN:
        return shells.leap_refusal(box, state, act - LEAP, cards.hand_size(state, player)) if stage == DIG else 0
    if act < LEFT:
        return specials.jump_refusal(box, state, act - COLUMN, cards.hand_size(state, player)) if stage == JUMP else 0
    if act <= RIGHT:
        return side_refusal(box, state, act - LEFT, ways)
    if act == DRAW:
        return DECK_EMPTY if stage == RESTOCK else 0
    if act == STOP:
        return NOT_YET if LETS_STOP >> stage & 1 or stage == CALL else 0
    return turn_refusal(box, state, act, ways) if stage == ACT else 0


def side_refusal(box, state, end, ways):
    """Why left or right is no answer: a first card has no sides, or a half is used; 0 if nothing asks for it."""
    stage = int(state.stage)
    if ASKS_END >> stage & 1:
        return ONE_SIDE
    if stage == HALF:
        return specials.half_refusal(box, state, int(state.which), end, ways)
    return 0


def turn_refusal(box, state, act, ways):
    """Why an action of the turn cannot be used; 0 for an act that is none (OC-12)."""
    if act == STAY:
        return actions.stay_refusal(box, state)
    if act == PATH:
        return shortcuts.path_refusal(box, state)
    if act == HERD:
        return actions.herd_refusal(box, state)
    if act >= USE and act < TILE:
        return actions.action_refusal(box, state, act - USE, ways)
    if act >= TILE and act < PATH:
        return shells.tile_refusal(box, state, act - TILE, ways)
    return 0


# --- playing ----------------------------------------------------------------------------------------------


def apply_action(box, state, player, move):
    """Make one move, then let everything happen that needs no choice."""
    state.ply += 1
    if move < ACTS:
        play_card(box, state, player, move)
    else:
        play_act(box, state, player, move - ACTS)
    go_on(box, state)


def play_card(box, state, player, card):
    """A card answers what was asked."""
    stage = int(state.stage)
    if stage == PLAN:
        cards.plan(state, player, card)
        rounds.finish_plan(state, player)
    elif stage == RESTOCK:
        cards.take_open(state, player, card)
    elif stage == KEEP:
        cards.keep(state, player, card)
    elif stage == PAY:
        cards.put_down(state, player, card)
        specials.start(box, state)
    elif stage == TOLL:
        shortcuts.pay_toll(box, state, player, card)
    elif stage == DISCARD:
        cards.pay_debt(state, player, card)
    elif stage == RECALL:
        icons.begin_icon(state, int(box.main[card]))
    else:
        cards.plan(state, player, card)
        state.stage = ADD


def play_act(box, state, player, act):
    """An act answers what was asked."""
    if act < LEFT:
        going.go(box, state, player, act)
    elif act <= RIGHT:
        play_side(box, state, player, act)
    elif act == REST:
        cards.rest(state, player)
    elif act == DRAW:
        cards.take_blind(state, player)
    elif act < TILE:
        actions.begin_action(box, state, act - USE)
    elif act < PATH:
        shells.begin(box, state, act - TILE)
    elif act == PATH:
        shortcuts.begin_path(box, state)
    elif act == HERD:
        actions.begin_herding(state)
    elif state.stage == OFFER:
        if act == TAKE:
            cards.gain_shell(state, player)
        state.stage = SETTLE
    elif act == STOP:
        actions.stop(state)
    elif act == STAY:
        state.stage = TURN_OVER
    else:
        actions.end_turn(box, state)


def play_side(box, state, player, act):
    """Left or right: an end of the sequence, a half of a card, or a move given up to stand (OC-8, OC-20, OC-40)."""
    stage = int(state.stage)
    if stage == HALF:
        icons.begin_icon(state, int(box.halves[state.fresh[state.which]][act - LEFT]))
    elif stage == STEP:
        state.down &= ~(1 << player)
        icons.count_step(state, AHEAD if act == LEFT else AHEAD_LEFT)
        state.stage = SETTLE
    else:
        cards.build(box, state, player, act, 1 if stage == ADD else 0)


def go_on(box, state):
    """Settle what needs no choice, go on with the action under way, and pass the turn when it is over."""
    if state.stage == SETTLE:
        push.settle(box, state)
    if state.stage == SETTLE:
        resume(box, state)
    if state.stage == TURN_OVER:
        actions.stop(state)
        rounds.next_turn(box, state)


def resume(box, state):
    """Everything is settled: more of the same action if any is left, or the next one (OC-12, OC-27)."""
    back = int(state.back)
    state.stage = back
    if back == TURN_OVER or state.at[state.turn] == AWAY:
        state.stage = TURN_OVER
    elif back == ACT or going.find_steps(box, state) == 0:
        actions.stop(state)


# --- the standing -----------------------------------------------------------------------------------------


def points(box, state, out):
    """How many half rows each crab has come; the sea is as far as it goes."""
    for player in range(state.players):
        out[player] = min(beach.half_rows(int(state.at[player])), 2 * SEA_ROW) - 2 * START_ROW


def places(box, state, out):
    """Nearest the sea comes first, those in it before all; then more cards in hand; then shared (OC-31, OC-34)."""
    for player in range(state.players):
        out[player] = 1
        for other in range(state.players):
            if rounds.standing(state, other) > rounds.standing(state, player):
                out[player] += 1
