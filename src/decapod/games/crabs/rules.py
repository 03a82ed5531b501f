"""The rules of Crabs!, in the order of the rulebook: setting up, a turn and its actions, objectives, the end."""

from decapod.engine import bits, dice
from decapod.engine.contract import NOT_YOUR_TURN, ending, first_player, is_awaited
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
    MOVES,
    NO_SUCH_MOVE,
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

__all__ = ["ending", "legal", "pick", "places", "play", "points", "refusal", "setup"]

# --- setting up -------------------------------------------------------------------------------------------


def setup(box, table, players, variant, options):
    """Deal hands, pool and objectives, and let someone begin (CR-2 to CR-5)."""
    table.players = players
    table.variant = variant
    table.turned_one = options[1]
    table.pile = box.cards
    for player in range(players):
        for _ in range(box.deal):
            table.hand[player] += draw(table)
    for _ in range(box.pool):
        table.pool += draw(table)
    table.deck = (1 << int(box.objectives)) - 1
    show_objectives(box, table)
    first = first_player(table, options[0])
    table.due = 1
    table.first = first
    table.turn = first
    table.awaiting = 1 << first


def draw(table):
    """Take the top card of the pile, which must not be empty."""
    card = cards.one(cards.draw_kind(int(table.pile), table.dice))
    table.pile -= card
    return card


def show_objectives(box, table):
    """Fill the display from the objective deck, while that lasts (CR-3, CR-29)."""
    for slot in range(box.display):
        if table.slots[slot] == 0 and table.deck != 0:
            deck = int(table.deck)
            for _ in range(dice.roll(table.dice, bits.count(deck))):
                deck &= deck - 1
            table.slots[slot] = bits.lowest(deck) + 1
            table.deck ^= deck & -deck
            table.reveals += 1


# --- legal moves ------------------------------------------------------------------------------------------


def legal(box, table, player, moves):
    """List what the player may do now; chapters/choices.py has what each phase offers."""
    if table.awaiting >> player & 1 == 0:
        return 0
    found = choices.legal_moves(box, table, player, int(table.ordered))
    n = 0
    while found != 0:
        moves[n] = bits.lowest(found)
        found &= found - 1
        n += 1
    return n


def pick(box, table, player, moves, chance):
    """Let chance choose one of the legal moves."""
    found = choices.legal_moves(box, table, player, int(table.ordered))
    for _ in range(dice.roll(chance, bits.count(found))):
        found &= found - 1
    return bits.lowest(found)


def refusal(box, table, player, move):
    """Say why a move is not legal; 0 if it is."""
    if not is_awaited(table, player):
        return NOT_YOUR_TURN
    if move < 0 or move >= MOVES:
        return NO_SUCH_MOVE
    if choices.legal_moves(box, table, player, int(table.ordered)) >> move & 1 == 1:
        return 0
    return why_not(box, table, player, move)


# --- playing ----------------------------------------------------------------------------------------------


def play(box, table, player, move):
    """Make one small move of the turn; when nothing more is due the next step of the turn follows."""
    table.ply += 1
    if move < DRAW:
        begin_action(box, table, player, move)
    elif move == DRAW:
        table.hand[player] += draw(table)
        table.reveals += 1
        table.due -= 1
    elif move == DONE:
        say_enough(table)
    elif move < TAKE:
        play_card(table, player, move - PLAY)
    elif move < KEEP:
        take_card(table, player, move - TAKE)
    elif move < TURN:
        keep(box, table, player, move - KEEP)
    elif move < CLAIM:
        turn_upright(box, table, player, move - TURN)
    else:
        claim_or_pay(box, table, player, move)
    if table.due == 0:
        go_on(box, table, player)


def begin_action(box, table, player, action):
    """Begin one of the six actions (CR-6)."""
    table.due = 1
    if action == CATCH:
        table.phase = CATCHING
        table.due = min(int(box.catch), cards.size_of(int(table.pile)) + cards.size_of(int(table.pool)))
    elif action == RAISE:
        table.phase = RAISING
    elif action == TRADE:
        table.phase = TRADING
    elif action == UPGRADE:
        table.phase = UPGRADING
        table.due = box.cost[table.gear[player] + 1]
    elif action == BIND:
        table.phase = ROPING
    else:
        table.phase = RELAXING
        table.due = min(int(box.relax), cards.size_of(int(table.turned[player])))


def say_enough(table):
    """End giving, now for taking; end turning; or claim no objective (CR-10, CR-12, CR-25, CR-26)."""
    phase = int(table.phase)
    table.due = 0
    if phase in GIVING:
        table.phase = RETAKING if phase == RAISING else BARTERING
        table.due = table.total
        table.floor = 0


def play_card(table, player, kind):
    """Play a card from the hand: to the pool, or as rope or crab of a bind (CR-10 to CR-18)."""
    phase = int(table.phase)
    card = cards.one(kind)
    table.hand[player] -= card
    if phase == ROPING:
        table.rope = kind + 1
        table.phase = BINDING
        return
    table.known[player] = cards.without(int(table.known[player]), kind)
    raise_floor(table, kind)
    if phase == BINDING:
        table.haul += card
        table.total += value_of(kind)
        return
    table.pool += card
    if phase == RAISING:
        table.total += 1
    elif phase == TRADING:
        table.total += value_of(kind)
    else:
        table.due -= 1


def take_card(table, player, kind):
    """Take a card from the pool, seen by all (CR-8, CR-10, CR-12, CR-37)."""
    card = cards.one(kind)
    table.pool -= card
    table.hand[player] += card
    table.known[player] += card
    raise_floor(table, kind)
    table.due -= value_of(kind) if table.phase == BARTERING else 1


def raise_floor(table, kind):
    """Remember the last kind picked, so that picks in order go up from it (CR-7)."""
    table.floor = kind if table.ordered == 1 else 0


def keep(box, table, player, kind):
    """Keep one crab of the bind as a score card; rope and other crabs go to the pool (CR-21, CR-24)."""
    value = value_of(kind)
    if choices.is_kept_turned(box, table, player, kind):
        table.turned[player] += cards.one(kind)
        table.score[player] += box.turned[value] + is_golden(kind)
    else:
        table.upright[player] += cards.one(kind)
        table.score[player] += value + is_golden(kind)
    rope = int(table.rope) - 1
    table.known[player] = cards.without(int(table.known[player]), rope)
    table.pool += table.haul - cards.one(kind) + cards.one(rope)
    table.haul = 0
    table.rope = 0
    table.reveals += 1
    table.due = 0


def turn_upright(box, table, player, kind):
    """Turn a score card upright; then it is worth its value (CR-25, CR-31)."""
    table.turned[player] -= cards.one(kind)
    table.upright[player] += cards.one(kind)
    table.score[player] += value_of(kind) - box.turned[value_of(kind)]
    table.total += 1
    table.due -= 1
    raise_floor(table, kind)


# --- objectives -------------------------------------------------------------------------------------------


def claim_or_pay(box, table, player, move):
    """Take an objective, or pay one of its cards; then pay all that leaves no choice (CR-26, CR-27)."""
    only_golden = 0
    if move < PAY_PLAIN:
        objective = int(table.slots[move - CLAIM]) - 1
        table.slots[move - CLAIM] = 0
        table.claims[player] |= 1 << objective
        table.score[player] += box.pays[objective]
        table.debt = box.needs[objective]
        table.phase = PAYING
    else:
        golden = move - PAY_PLAIN
        value = debt_value(table)
        pay(table, player, value, 1 - golden, golden)
        if golden == 1 and table.ordered == 1 and debt_cards(table, value) > 0:
            only_golden = 1  # in order, golden crabs come last
    settle(table, player, only_golden)
    table.due = 1 if table.debt != 0 else 0


def settle(table, player, only_golden):
    """Pay what leaves no choice between plain and golden; the rest is asked about (CR-27)."""
    while table.debt != 0:
        value = debt_value(table)
        owed = debt_cards(table, value)
        plain = cards.count_of(int(table.upright[player]), 2 * value - 2)
        golden = cards.count_of(int(table.upright[player]), 2 * value - 1)
        rest_golden = only_golden == 1 and golden >= owed
        if not rest_golden and plain > 0 and golden > 0 and plain + golden > owed:
            return
        if rest_golden or plain == 0:
            golden = owed
        pay(table, player, value, owed - golden, golden)
        only_golden = 0


def pay(table, player, value, plain, golden):
    """Discard upright score cards of a value to the pool, with their points (CR-26 to CR-28)."""
    paid = plain * cards.one(2 * value - 2) + golden * cards.one(2 * value - 1)
    table.upright[player] -= paid
    table.pool += paid
    table.score[player] -= value * plain + (value + 1) * golden
    table.debt -= plain + golden << BYTE * (value - 1)


# --- from step to step, and the end -----------------------------------------------------------------------


def go_on(box, table, player):
    """After the action an objective, if one can be paid for; then the hand limit; then the next player (CR-6)."""
    phase = int(table.phase)
    table.due = 1
    table.total = 0
    table.floor = 0
    if phase == UPGRADING:
        upgrade(box, table, player)
    if phase < CLAIMING and choices.objectives_to_claim(box, table, player) != 0:
        table.phase = CLAIMING
        return
    over = cards.size_of(int(table.hand[player])) - int(box.limit)
    if over > 0:
        table.phase = DISCARDING
        table.due = over
    else:
        table.phase = CHOOSING
        end_turn(box, table, player)


def upgrade(box, table, player):
    """Move the token to the next gear card (CR-14, CR-16)."""
    gear = int(table.gear[player]) + 1
    table.gear[player] = gear
    table.score[player] += box.stars[gear] - box.stars[gear - 1]


def end_turn(box, table, player):
    """Refill the display, look at the scores, and pass the turn or end the game (CR-29, CR-33, CR-34)."""
    table.turns += 1
    show_objectives(box, table)
    table.quiet = table.quiet + 1 if table.score[player] == table.before else 0
    if table.score[player] >= box.end[table.players]:
        table.closing = REACHED
    elif table.closing == 0 and table.quiet >= box.quiet * table.players:
        table.closing = QUIET
    player = player + 1 if player + 1 < table.players else 0
    if table.closing != 0 and player == table.first:
        table.ending = table.closing
        table.awaiting = 0
        table.reveals += 1  # hands are laid open (CR-38)
    else:
        table.turn = player
        table.before = table.score[player]
        table.awaiting = 1 << player


# --- the score --------------------------------------------------------------------------------------------


def points(box, table, out):
    """Score cards, objectives and gear stars (CR-31, CR-32)."""
    for player in range(table.players):
        out[player] = table.score[player]


def places(box, table, out):
    """Most points, then most cards in hand, then the highest hand; who is still tied shares (CR-35)."""
    for player in range(table.players):
        out[player] = 1
        for other in range(table.players):
            if standing(table, other) > standing(table, player):
                out[player] += 1


def standing(table, player):
    """Points, cards in hand and their total as one number; the total is secret until the end (CR-38)."""
    hand = int(table.hand[player])
    total = cards.total_of(hand) if table.ending != 0 else 0
    return (int(table.score[player]) << BYTE | cards.size_of(hand)) << BYTE | total
