"""Crabs!: a card game for 2 to 5 players about catching crabs and keeping one of every haul.

Hands are secret, the pool is open. In your turn you take one of six actions: catch cards, exchange them with
the pool by number or by total, better your gear, bind crabs and keep one of them as a score card, or turn
sideways score cards upright. Upright ones buy objectives. When someone has 25 points the round is finished,
and the most points win.
"""

from decapod.engine import bits, dice
from decapod.games.crabs import cards, choices, knowledge, refusals
from decapod.games.crabs.choices import owed_cards, owed_value
from decapod.games.crabs.table import (
    BARTERING,
    BIND,
    BINDING,
    CATCH,
    CATCHING,
    CHOOSING,
    CLAIM,
    CLAIMING,
    DISCARDING,
    DONE,
    DRAW,
    ENDINGS,
    INLINE,
    KEEP,
    KEEP_TURNED,
    LONGEST,
    LOSER_BEGINS,
    MOVES,
    NAME,
    NO_SUCH_MOVE,
    NOT_YOUR_TURN,
    OBSERVED,
    OPTIONS,
    PAY_PLAIN,
    PAYING,
    PLAY,
    QUIET,
    RAISE,
    RAISING,
    REACHED,
    REASONS,
    RELAXING,
    RETAKING,
    ROPING,
    SECRETS,
    TAKE,
    TRADE,
    TRADING,
    TURN,
    UPGRADE,
    UPGRADING,
    VARIANTS,
    VERSION,
    WIDEST,
    Box,
    Table,
    fill,
)

__all__ = [
    "ENDINGS", "INLINE", "LONGEST", "LOSER_BEGINS", "MOVES", "NAME", "OBSERVED", "OPTIONS", "REASONS", "SECRETS",
    "VARIANTS", "VERSION", "WIDEST",
    "Box", "Table", "ending", "fill", "hide", "legal", "observe", "pick", "places", "play", "points",
    "refusal", "setup",
]  # fmt: skip


# --- setting up -------------------------------------------------------------------------------------------


def setup(box, table, players, variant, options):
    """Deal hands, pool and objectives, and let someone begin (CR-2 to CR-5)."""
    table.players = players
    table.variant = variant
    table.pile = box.cards
    for player in range(players):
        for _ in range(box.deal):
            table.hand[player] += draw(table)
    for _ in range(box.pool):
        table.pool += draw(table)
    table.deck = (1 << int(box.objectives)) - 1
    show_objectives(box, table)
    first = options[0] - 1
    if first < 0:
        first = dice.roll(table.dice, players)
    table.due = 1
    table.first = first
    table.turn = first
    table.awaiting = 1 << first


def draw(table):
    """Take the top card of the pile, which must not be empty."""
    card = cards.one(cards.drawn(int(table.pile), table.dice))
    table.pile -= card
    return card


def show_objectives(box, table):
    """Fill the display from the objective deck, while that lasts (CR-3, CR-29)."""
    for slot in range(box.display):
        if table.shown[slot] == 0 and table.deck != 0:
            deck = int(table.deck)
            for _ in range(dice.roll(table.dice, bits.count(deck))):
                deck &= deck - 1
            table.shown[slot] = bits.lowest(deck) + 1
            table.deck ^= deck & -deck
            table.reveals += 1


# --- legal moves ------------------------------------------------------------------------------------------


def legal(box, table, player, moves):
    """List what the player may do now; see choices.py for what each phase offers."""
    if table.awaiting >> player & 1 == 0:
        return 0
    found = choices.now(box, table, player, int(table.ordered))
    n = 0
    while found != 0:
        moves[n] = bits.lowest(found)
        found &= found - 1
        n += 1
    return n


def pick(box, table, player, moves, chance):
    """Let chance choose one of the legal moves."""
    found = choices.now(box, table, player, int(table.ordered))
    for _ in range(dice.roll(chance, bits.count(found))):
        found &= found - 1
    return bits.lowest(found)


def refusal(box, table, player, move):
    """Say why a move is not legal; 0 if it is."""
    if player < 0 or table.awaiting >> player & 1 == 0:
        return NOT_YOUR_TURN
    if move < 0 or move >= MOVES:
        return NO_SUCH_MOVE
    if choices.now(box, table, player, int(table.ordered)) >> move & 1 == 1:
        return 0
    return refusals.why_not(box, table, player, move)


hide, observe = knowledge.hide, knowledge.observe


# --- playing ----------------------------------------------------------------------------------------------


def play(box, table, player, move):
    """Make one small move of the turn; when nothing more is due the next step of the turn follows."""
    table.ply += 1
    if move < DRAW:
        begin(box, table, player, move)
    elif move == DRAW:
        table.hand[player] += draw(table)
        table.reveals += 1
        table.due -= 1
    elif move == DONE:
        done(table)
    elif move < TAKE:
        play_card(table, player, move - PLAY)
    elif move < KEEP:
        take_card(table, player, move - TAKE)
    elif move < TURN:
        keep(table, player, move)
    elif move < CLAIM:
        turn_upright(table, player, move - TURN + 2)
    else:
        claim_or_pay(box, table, player, move)
    if table.due == 0:
        go_on(box, table, player)


def begin(box, table, player, action):
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


def done(table):
    """The player has enough: of giving, now for taking; of turning; or wants no objective."""
    phase = int(table.phase)
    table.due = 0
    if phase in (RAISING, TRADING):
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
    rise(table, kind)
    if phase == BINDING:
        table.bound += card
        table.total += cards.value_of(kind)
        return
    table.pool += card
    if phase == RAISING:
        table.total += 1
    elif phase == TRADING:
        table.total += cards.value_of(kind)
    else:
        table.due -= 1


def take_card(table, player, kind):
    """Take a card from the pool, seen by all (CR-8, CR-10, CR-12, CR-37)."""
    card = cards.one(kind)
    table.pool -= card
    table.hand[player] += card
    table.known[player] += card
    rise(table, kind)
    table.due -= cards.value_of(kind) if table.phase == BARTERING else 1


def rise(table, kind):
    """Remember the last kind picked, so that picks in order go up from it (CR-7)."""
    table.floor = kind if table.ordered == 1 else 0


def keep(table, player, move):
    """Keep one crab of the bind as a score card; rope and other crabs go to the pool (CR-21, CR-24)."""
    if move < KEEP_TURNED:
        kind = move - KEEP
        table.upright[player] += cards.one(kind)
        table.score[player] += cards.value_of(kind) + cards.is_golden(kind)
    else:
        kind = move - KEEP_TURNED + 2
        table.turned[player] += cards.one(kind)
        table.score[player] += cards.value_of(kind) - 1 + cards.is_golden(kind)
    rope = int(table.rope) - 1
    table.known[player] = cards.without(int(table.known[player]), rope)
    table.pool += table.bound - cards.one(kind) + cards.one(rope)
    table.bound = 0
    table.rope = 0
    table.reveals += 1
    table.due = 0


def turn_upright(table, player, kind):
    """Turn a score card upright; it is worth one more (CR-25)."""
    table.turned[player] -= cards.one(kind)
    table.upright[player] += cards.one(kind)
    table.score[player] += 1
    table.total += 1
    table.due -= 1
    rise(table, kind)


# --- objectives -------------------------------------------------------------------------------------------


def claim_or_pay(box, table, player, move):
    """Take an objective, or pay one of its cards; then pay all that leaves no choice (CR-26, CR-27)."""
    only_golden = 0
    if move < PAY_PLAIN:
        objective = int(table.shown[move - CLAIM]) - 1
        table.shown[move - CLAIM] = 0
        table.won[player] |= 1 << objective
        table.score[player] += box.pays[objective]
        table.owed = box.needs[objective]
        table.phase = PAYING
    else:
        golden = move - PAY_PLAIN
        value = owed_value(table)
        pay(table, player, value, 1 - golden, golden)
        if golden == 1 and table.ordered == 1 and owed_cards(table, value) > 0:
            only_golden = 1  # in order, golden crabs come last
    settle(table, player, only_golden)
    table.due = 1 if table.owed != 0 else 0


def settle(table, player, only_golden):
    """Pay what leaves no choice between plain and golden; the rest is asked about (CR-27)."""
    while table.owed != 0:
        value = owed_value(table)
        owed = owed_cards(table, value)
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
    table.owed -= plain + golden << cards.BYTE * (value - 1)


# --- from step to step, and the end -----------------------------------------------------------------------


def go_on(box, table, player):
    """After the action an objective, if one can be paid for; then the hand limit; then the next player (CR-6)."""
    phase = int(table.phase)
    table.due = 1
    table.total = 0
    table.floor = 0
    if phase == UPGRADING:
        upgrade(box, table, player)
    if phase < CLAIMING and choices.objectives(box, table, player) != 0:
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


def ending(box, table):
    """Why the game ended, 0 while it goes on."""
    return int(table.ending)


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
    return (int(table.score[player]) << cards.BYTE | cards.size_of(hand)) << cards.BYTE | total
