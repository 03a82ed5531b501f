"""The rules of Oh Crab!, in the order of the rulebook: setting up, what may be done, doing it, the standing."""

from decapod.engine import bits, dice
from decapod.engine.contract import NOT_YOUR_TURN, ending, first_player, is_awaited
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
    MOVES,
    NO_CARD,
    NO_STRAY,
    NO_SUCH_MOVE,
    NOT_IN_HAND,
    NOT_IN_SEQUENCE,
    NOT_OPEN,
    NOT_YET,
    NOTHING_WORKS,
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

__all__ = ["ending", "legal", "pick", "places", "play", "points", "refusal", "setup"]

# --- setting up -------------------------------------------------------------------------------------------


def setup(box, table, players, variant, options):
    """Lay the beach, give out cards, place crabs from a first player on, and begin to plan (OC-1 to OC-4)."""
    table.players = players
    table.variant = variant
    table.stray = options[2] if players == 2 else NO_STRAY
    table.crabs = players + (table.stray != NO_STRAY)
    table.shove_ways = ALL_WAYS if options[3] == 0 else SEAWARD
    table.last_paid = NO_CARD
    beach.lay_tiles(box, table, options[0])
    table.sides = dice.roll(table.dice, 1 << SHELL_TILES)
    table.deck = box.market_cards
    for i in range(OPEN_CARDS):
        cards.fill_place(table, i)
    first = first_player(table, options[1])
    place_crabs(box, table, first)
    table.chef = first
    rounds.clear_turn(table)
    rounds.begin_round(table)
    table.turns = 0
    table.reveals = 0


def place_crabs(box, table, first):
    """Crabs stand on spaces 1, 2, 3 ... clockwise; the stray on the next; some get a shell (OC-2, OC-53)."""
    face = (int(table.rows[START_ROW]) - START_FACES) // START_ROWS
    table.supply = box.supply
    for i in range(table.crabs):
        if i < table.players:
            player = (first + i) % table.players
            given = box.start_shells_for_two[i] if table.players == 2 else box.start_shells[i]
            table.shells[player] = given
            table.supply -= given
            table.hand[player] = box.starting_cards
            table.planned[player] = NO_CARD
            table.at[player] = box.starts[face][i]
        else:
            table.at[i] = box.starts[face][i]


# --- legal moves ------------------------------------------------------------------------------------------


def legal(box, table, player, moves):
    """List the cards, then the acts, that answer what is asked (OC-12)."""
    if not is_awaited(table, player):
        return 0
    n = 0
    steps = going.find_steps(box, table)
    found = card_choices(box, table, player, steps)
    while found != 0:
        moves[n] = bits.lowest(found)
        found &= found - 1
        n += 1
    found = act_choices(box, table, player, steps)
    while found != 0:
        moves[n] = ACTS + bits.lowest(found)
        found &= found - 1
        n += 1
    return n


def pick(box, table, player, moves, chance):
    """Let chance choose one of the legal moves without writing them down."""
    steps = going.find_steps(box, table)
    found = card_choices(box, table, player, steps)
    some = bits.count(found)
    acts = act_choices(box, table, player, steps)
    nth = dice.roll(chance, some + bits.count(acts))
    if nth < some:
        return beach.nth_of(found, nth)
    return ACTS + beach.nth_of(acts, nth - some)


def card_choices(box, table, player, steps):
    """The cards that answer what is asked, as a bit set; `steps` as `going.find_steps` has them."""
    stage = int(table.stage)
    if ASKS_HAND >> stage & 1:
        return int(table.hand[player])
    if stage == RESTOCK:
        return cards.open_cards(table)
    if stage == KEEP:
        return int(table.sequence[player])
    if stage == TOLL:
        return shortcuts.toll_cards(box, table, player)
    if stage == RECALL:
        return specials.recalled_cards(box, table, steps >> player * DIRECTIONS)
    return 0


def act_choices(box, table, player, steps):
    """The acts that answer what is asked, as a bit set; `steps` as `going.find_steps` has them."""
    stage = int(table.stage)
    if stage == ACT:
        return actions.choices(box, table, steps >> player * DIRECTIONS)
    if ASKS_WAY >> stage & 1:
        return going.choices(box, table, steps)
    if ASKS_END >> stage & 1:
        found = 1 << LEFT
        if table.sequence[player] != 0:
            found |= 1 << RIGHT
        if stage == BUILD:
            found |= 1 << REST
        return found
    if stage == RESTOCK:
        return 1 << DRAW if table.deck != 0 else 0
    if stage == OFFER:
        return 1 << TAKE | 1 << STOP
    if stage == HALF:
        return specials.half_choices(box, table, steps >> player * DIRECTIONS)
    if stage == JUMP:
        return specials.jump_columns(box, table, cards.hand_size(table, player)) << COLUMN
    return 0


# --- refusals ---------------------------------------------------------------------------------------------


def refusal(box, table, player, move):
    """Say why a move is not legal; 0 if it is."""
    if not is_awaited(table, player):
        return NOT_YOUR_TURN
    if move < 0 or move >= MOVES:
        return NO_SUCH_MOVE
    steps = going.find_steps(box, table)
    if move < ACTS:
        if card_choices(box, table, player, steps) >> move & 1:
            return 0
        return card_refusal(box, table, player, move)
    act = move - ACTS
    if act_choices(box, table, player, steps) >> act & 1:
        return 0
    why = act_refusal(box, table, player, act, steps >> player * DIRECTIONS)
    return why if why != 0 else question_first(table)


def question_first(table):
    """What is asked now comes first: planning, building, a push, a discard ... (OC-12)."""
    return FIRST + int(table.stage)


def card_refusal(box, table, player, card):
    """Why a card is not an answer to what is asked."""
    stage = int(table.stage)
    if stage == RESTOCK:
        return NOT_OPEN
    if stage == KEEP:
        return NOT_IN_SEQUENCE
    if stage == RECALL:
        return NOTHING_WORKS if int(table.sequence[player]) >> card & 1 else NOT_IN_SEQUENCE
    if stage == TOLL and int(table.hand[player]) >> card & 1:
        fits = int(box.with_main[box.path_icon[shortcuts.shortcut_under(box, table)]]) >> card & 1
        return OUT_OF_ORDER if fits else OTHER_SYMBOL
    if ASKS_HAND >> stage & 1 or stage == TOLL:
        return NOT_IN_HAND
    return question_first(table)


def act_refusal(box, table, player, act, ways):
    """Why an act is not an answer to what is asked, 0 if for no reason of its own; `ways` the player's crab can go."""
    stage = int(table.stage)
    if act < LEAP:
        return going.refusal(box, table, act // DIRECTIONS, act % DIRECTIONS) if ASKS_WAY >> stage & 1 else 0
    if act < COLUMN:
        return shells.leap_refusal(box, table, act - LEAP, cards.hand_size(table, player)) if stage == DIG else 0
    if act < LEFT:
        return specials.jump_refusal(box, table, act - COLUMN, cards.hand_size(table, player)) if stage == JUMP else 0
    if act <= RIGHT:
        return side_refusal(box, table, act - LEFT, ways)
    if act == DRAW:
        return DECK_EMPTY if stage == RESTOCK else 0
    if act == STOP:
        return NOT_YET if LETS_STOP >> stage & 1 or stage == CALL else 0
    return turn_refusal(box, table, act, ways) if stage == ACT else 0


def side_refusal(box, table, end, ways):
    """Why left or right is no answer: a first card has no sides, or a half is used; 0 if nothing asks for it."""
    stage = int(table.stage)
    if ASKS_END >> stage & 1:
        return ONE_SIDE
    if stage == HALF:
        return specials.half_refusal(box, table, int(table.which), end, ways)
    return 0


def turn_refusal(box, table, act, ways):
    """Why an action of the turn cannot be used; 0 for an act that is none (OC-12)."""
    if act == STAY:
        return actions.stay_refusal(box, table)
    if act == PATH:
        return shortcuts.path_refusal(box, table)
    if act == HERD:
        return actions.herd_refusal(box, table)
    if act >= USE and act < TILE:
        return actions.action_refusal(box, table, act - USE, ways)
    if act >= TILE and act < PATH:
        return shells.tile_refusal(box, table, act - TILE, ways)
    return 0


# --- playing ----------------------------------------------------------------------------------------------


def play(box, table, player, move):
    """Make one move, then let everything happen that needs no choice."""
    table.ply += 1
    if move < ACTS:
        play_card(box, table, player, move)
    else:
        play_act(box, table, player, move - ACTS)
    go_on(box, table)


def play_card(box, table, player, card):
    """A card answers what was asked."""
    stage = int(table.stage)
    if stage == PLAN:
        cards.plan(table, player, card)
        rounds.finish_plan(table, player)
    elif stage == RESTOCK:
        cards.take_open(table, player, card)
    elif stage == KEEP:
        cards.keep(table, player, card)
    elif stage == PAY:
        cards.put_down(table, player, card)
        specials.start(box, table)
    elif stage == TOLL:
        shortcuts.pay_toll(box, table, player, card)
    elif stage == DISCARD:
        cards.pay_debt(table, player, card)
    elif stage == RECALL:
        icons.begin_icon(table, int(box.main[card]))
    else:
        cards.plan(table, player, card)
        table.stage = ADD


def play_act(box, table, player, act):
    """An act answers what was asked."""
    if act < LEFT:
        going.go(box, table, player, act)
    elif act <= RIGHT:
        play_side(box, table, player, act)
    elif act == REST:
        cards.rest(table, player)
    elif act == DRAW:
        cards.take_blind(table, player)
    elif act < TILE:
        actions.begin_action(box, table, act - USE)
    elif act < PATH:
        shells.begin(box, table, act - TILE)
    elif act == PATH:
        shortcuts.begin_path(box, table)
    elif act == HERD:
        actions.begin_herding(table)
    elif table.stage == OFFER:
        if act == TAKE:
            cards.gain_shell(table, player)
        table.stage = SETTLE
    elif act == STOP:
        actions.stop(table)
    elif act == STAY:
        table.stage = TURN_OVER
    else:
        actions.end_turn(box, table)


def play_side(box, table, player, act):
    """Left or right: an end of the sequence, a half of a card, or a move given up to stand (OC-8, OC-20, OC-40)."""
    stage = int(table.stage)
    if stage == HALF:
        icons.begin_icon(table, int(box.halves[table.fresh[table.which]][act - LEFT]))
    elif stage == STEP:
        table.down &= ~(1 << player)
        icons.count_step(table, AHEAD if act == LEFT else AHEAD_LEFT)
        table.stage = SETTLE
    else:
        cards.build(box, table, player, act, 1 if stage == ADD else 0)


def go_on(box, table):
    """Settle what needs no choice, go on with the action under way, and pass the turn when it is over."""
    if table.stage == SETTLE:
        push.settle(box, table)
    if table.stage == SETTLE:
        resume(box, table)
    if table.stage == TURN_OVER:
        actions.stop(table)
        rounds.next_turn(box, table)


def resume(box, table):
    """Everything is settled: more of the same action if any is left, or the next one (OC-12, OC-27)."""
    back = int(table.back)
    table.stage = back
    if back == TURN_OVER or table.at[table.turn] == AWAY:
        table.stage = TURN_OVER
    elif back == ACT or going.find_steps(box, table) == 0:
        actions.stop(table)


# --- the standing -----------------------------------------------------------------------------------------


def points(box, table, out):
    """How many half rows each crab has come; the sea is as far as it goes."""
    for player in range(table.players):
        out[player] = min(beach.half_rows(int(table.at[player])), 2 * SEA_ROW) - 2 * START_ROW


def places(box, table, out):
    """Nearest the sea comes first, those in it before all; then more cards in hand; then shared (OC-31, OC-34)."""
    for player in range(table.players):
        out[player] = 1
        for other in range(table.players):
            if rounds.standing(table, other) > rounds.standing(table, player):
                out[player] += 1
