"""Oh Crab!: a race of crabs to the sea, for 2 to 5 players (2: unofficial).

Each round all plan a card in secret; in turn each adds theirs to an end of the row of cards before them, or
rests. The card placed gives its main action, a side action if its half icon meets the same half, and its special.
Crabs step over a beach of hexes, push each other over, mind obstacles, rushes and waves, and take shells that
buy more actions. The first crab in the sea wins.

The rules are in the files beside this one: `beach`, `cards`, `actions`, `specials`, `shells`, `push`, `rounds`,
`hidden`; their numbers and names in `terms`.
"""

from itertools import permutations, product

from decapod.engine import bits, dice
from decapod.engine.facts import Option
from decapod.engine.records import record_type, table_type
from decapod.games.oh_crab import actions, beach, cards, hidden, printed, push, rounds, shells, specials
from decapod.games.oh_crab import terms as t

NAME = "oh-crab"
VERSION = 1
VARIANTS = {"race": (2, 3, 4, 5)}
SECRETS = True  # plans, and cards drawn blind
FIRST_BEACH = "0A 1A 2A 3A 9A"
BEACHES = tuple(
    f"0{start} " + " ".join(f"{tile}{side}" for tile, side in zip(order, sides, strict=True)) + f" 9{finish}"
    for order in permutations("123")
    for start, *sides, finish in product("AB", repeat=5)
)
OPTIONS = (
    Option("beach", FIRST_BEACH, ("random", *BEACHES)),  # tiles from the start to the finish
    Option("first", "random", ("random", "0", "1", "2", "3", "4"), seat=True),  # who begins
    Option("stray", "standing", ("none", "standing", "herded")),  # the crab without a player, in a game for two
)
LOSER_BEGINS = False  # chance names a first player in every game (OC-2)

MOVES = t.MOVES
WIDEST = t.CARDS  # every card in one hand; no other stage offers as many
# A turn: at most 19 times a crab goes by actions, once by the wave, and once for each card paid to shortcuts;
# each time the choice of action, a card, a direction, four pushes, five discards and a shell.
ENTRIES = 19 + 1 + t.CARDS
LONGEST = printed.MOST_ROUNDS * t.SEATS * (6 + ENTRIES * 13)
ENDINGS = t.ENDINGS
REASONS = t.REASONS
OBSERVED = hidden.OBSERVED

Box = record_type(
    [
        ("spaces", "i8", (t.PRINTED_ROWS, t.WIDTH)),  # what each space of each printed row is
        ("starts", "i8", (t.SIDES, t.SEATS)),  # the starting spaces of both start tiles
        ("tiles", "i8"),  # beach tiles, 3 or 4
        ("path_icon", "i8", t.SHORTCUTS),  # the main action on the cards a shortcut costs
        ("path_cards", "i8", t.SHORTCUTS),  # how many of them
        ("path_offset", "i8", t.SHORTCUTS),  # how far away it ends
        ("main", "i8", t.CARDS),  # main action of each card
        ("halves", "i8", (t.CARDS, 2)),  # half icons, left and right
        ("special", "i8", t.CARDS),  # special action, 0 for none
        ("with_main", "i8", t.ICONS),  # the cards with this main action
        ("market_cards", "i8"),  # all market cards
        ("starting_cards", "i8"),  # the starting cards of one player
        ("shell_action", "i8", (t.SHELL_TILES, t.SIDES)),
        ("shell_cost", "i8", (t.SHELL_TILES, t.SIDES)),
        ("supply", "i8"),  # shells in the box
        ("start_shells", "i8", t.SEATS),  # shells for the crab on each starting space
        ("start_shells_for_two", "i8", 2),
        ("still_rounds", "i8"),  # so many rounds without a crab moving end the game
        ("rounds", "i8"),  # so many rounds end it in any case
    ]
)

Table = table_type(
    [
        ("rounds", "i2"),  # rounds begun
        ("still", "i1"),  # rounds in a row in which no crab moved
        ("moved", "i1"),  # whether one moved in this round
        ("chef", "i1"),  # the player with the chef marker
        ("turn", "i1"),  # the active player
        ("stage", "i1"),  # what is asked now
        ("back", "i1"),  # the stage to go on with when pushes and effects are settled
        ("crabs", "i1"),  # crabs in the race: the players' and the stray
        ("stray", "i1"),  # whether there is a stray, and whether the chef's player moves it
        ("at", "u1", t.CRABS),  # the space of each crab, AWAY in the sea
        ("down", "i1"),  # the crabs knocked over
        ("rows", "i1", t.ROWS),  # the beach: which printed row lies where
        ("supply", "i1"),  # shells nobody has
        ("shells", "i1", t.SEATS),
        ("sides", "i1"),  # bit i: shell tile i shows its side b
        ("market", "i1", t.SHOWN),  # open cards, NO_CARD where none is left
        ("deck", "i8"),  # cards face down; their order is rolled when one is turned over
        ("hand", "i8", t.SEATS),
        ("secret", "i8", t.SEATS),  # cards drawn blind that nobody else has seen yet
        ("discard", "i8", t.SEATS),  # cards above the board, face up
        ("sequence", "i8", t.SEATS),  # cards below it
        ("planned", "i1", t.SEATS),  # the card face down, NO_CARD if none
        ("ends", "i1", (t.SEATS, 2)),  # first and last card of each sequence
        ("spot", "i1", t.SLOTS),  # a played card's place in its sequence, left of it smaller
        ("unused", "i2"),  # actions the active player has left
        ("fresh", "i1", 2),  # the card placed this turn, and the one of Power snack!
        ("side", "i1", 2),  # the icon each completed, NO_CARD if none
        ("whole", "i1"),  # their halves completed this turn
        ("reckless", "i1"),  # 1 until the turn's end
        ("special", "i1"),  # the special action under way
        ("which", "i1"),  # the card it is on: 0 or 1
        ("forwards", "i1"),  # moves of the action under way still to be made: ahead,
        ("diagonals", "i1"),  # diagonally,
        ("freely", "i1"),  # in any direction
        ("begun", "i1"),  # whether one of them has been made
        ("todo", "i1"),  # crabs that may still go
        ("toll", "i1"),  # cards still to be paid for a shortcut
        ("last_paid", "i1"),  # the last card paid for it
        ("pushed", "i1"),  # the crab to be pushed next
        ("links", "i1"),  # how many crabs wait for the effect of the space they entered
        ("chain", "i1", t.CRABS),  # those crabs, the mover first
        ("owing", "i1"),  # players who must discard a card
    ]
)

fill = printed.fill


# --- setting up -------------------------------------------------------------------------------------------


def setup(box, table, players, variant, options):
    """Lay the beach, give out cards, place crabs from a first player on, and begin to plan (OC-1 to OC-4)."""
    table.players = players
    table.variant = variant
    table.stray = options[2] if players == 2 else t.NO_STRAY
    table.crabs = players + (table.stray != t.NO_STRAY)
    table.last_paid = t.NO_CARD
    beach.lay(box, table, options[0])
    table.sides = dice.roll(table.dice, 1 << t.SHELL_TILES)
    table.deck = box.market_cards
    for i in range(t.SHOWN):
        cards.show(table, i)
    first = options[1] - 1
    if first < 0:
        first = dice.roll(table.dice, players)
    place_crabs(box, table, first)
    table.chef = first
    rounds.clear_turn(table)
    rounds.begin_round(table)
    table.turns = 0
    table.reveals = 0


def place_crabs(box, table, first):
    """Crabs stand on spaces 1, 2, 3 ... clockwise; the stray on the next; some get a shell (OC-2, OC-53)."""
    face = (int(table.rows[t.START_ROW]) - t.START_FACES) // t.START_ROWS
    table.supply = box.supply
    for i in range(table.crabs):
        if i < table.players:
            player = (first + i) % table.players
            given = box.start_shells_for_two[i] if table.players == 2 else box.start_shells[i]
            table.shells[player] = given
            table.supply -= given
            table.hand[player] = box.starting_cards
            table.planned[player] = t.NO_CARD
            table.at[player] = box.starts[face][i]
        else:
            table.at[i] = box.starts[face][i]


# --- legal moves ------------------------------------------------------------------------------------------


def legal(box, table, player, moves):
    """List the cards, then the acts, that answer what is asked (OC-12)."""
    if table.awaiting >> player & 1 == 0:
        return 0
    n = 0
    reach = reachable(box, table)
    found = card_choices(box, table, player, reach)
    while found != 0:
        moves[n] = bits.lowest(found)
        found &= found - 1
        n += 1
    found = act_choices(box, table, player, reach)
    while found != 0:
        moves[n] = t.ACTS + bits.lowest(found)
        found &= found - 1
        n += 1
    return n


def pick(box, table, player, moves, chance):
    """Let chance choose one of the legal moves without writing them down."""
    reach = reachable(box, table)
    found = card_choices(box, table, player, reach)
    some = bits.count(found)
    acts = act_choices(box, table, player, reach)
    nth = dice.roll(chance, some + bits.count(acts))
    if nth < some:
        return beach.nth_of(found, nth)
    return t.ACTS + beach.nth_of(acts, nth - some)


def reachable(box, table):
    """Who can go where, asked once a move: the crabs of the action under way, or one's own before an action (OC-16)."""
    stage = int(table.stage)
    me = int(table.turn)
    crabs = 0
    if stage == t.ACT or stage == t.HALF or stage == t.RECALL or stage == t.DIG:
        crabs = 1 << me
    elif t.GOING >> stage & 1 and stage != t.SWAP:
        crabs = movers(table)
    return push.going(box, table, crabs, ways_open(table), free_only(table), actions.hand_size(table, me))


def card_choices(box, table, player, reach):
    """The cards that answer what is asked, as a bit set."""
    stage = int(table.stage)
    if stage == t.PLAN or stage == t.PAY or stage == t.DISCARD or stage == t.SNACK:
        return int(table.hand[player])
    if stage == t.RESTOCK:
        return cards.shown(table)
    if stage == t.KEEP:
        return int(table.sequence[player])
    if stage == t.TOLL:
        return actions.toll_cards(box, table, player)
    if stage == t.RECALL:
        return specials.recalled(box, table, reach >> player * t.DIRECTIONS)
    return 0


def act_choices(box, table, player, reach):
    """The acts that answer what is asked, as a bit set."""
    stage = int(table.stage)
    if stage == t.ACT:
        return actions.choices(box, table, reach >> player * t.DIRECTIONS)
    if t.GOING >> stage & 1:
        return going_choices(box, table, reach)
    if stage == t.BUILD or stage == t.ADD:
        found = 1 << t.LEFT
        if table.sequence[player] != 0:
            found |= 1 << t.RIGHT
        if stage == t.BUILD:
            found |= 1 << t.REST
        return found
    if stage == t.RESTOCK:
        return 1 << t.DRAW if table.deck != 0 else 0
    if stage == t.OFFER:
        return 1 << t.TAKE | 1 << t.STOP
    if stage == t.HALF:
        return half_choices(box, table, reach >> player * t.DIRECTIONS)
    if stage == t.JUMP:
        return specials.jumps(box, table, actions.hand_size(table, player)) << t.COLUMN
    return 0


def half_choices(box, table, ways):
    """Sideways!: the halves of the card that are of use (OC-40)."""
    found = 0
    for end in range(2):
        if specials.half_refusal(box, table, int(table.which), end, ways) == 0:
            found |= 1 << (t.LEFT + end)
    return found


def going_choices(box, table, reach):
    """Which crab can go where in the action under way, and whether one may stop."""
    stage = int(table.stage)
    me = int(table.turn)
    if stage == t.SWAP:
        return shells.neighbours(table) << me * t.DIRECTIONS
    if stage == t.DIG:
        return shells.tunnels(box, table, reach >> me * t.DIRECTIONS)
    found = reach
    if table.begun and (stage == t.STEP or stage == t.GULL):
        found |= 1 << t.STOP
    if stage == t.STEP and table.down >> me & 1:
        if table.forwards > 0:
            found |= 1 << t.LEFT
        if table.diagonals > 0:
            found |= 1 << t.RIGHT
    return found


def movers(table):
    """The crabs that can be chosen to go in the action under way."""
    stage = int(table.stage)
    me = int(table.turn)
    if stage == t.PUSH:
        return 1 << int(table.pushed)
    if stage == t.GULL or stage == t.CALL:
        return int(table.todo)
    if stage == t.SHOVE:
        return specials.others(table)
    if stage == t.LEAD:
        return 1 << int(table.players)
    return 1 << me & ~int(table.down)


def ways_open(table):
    """The directions the action under way allows."""
    stage = int(table.stage)
    if stage == t.STEP:
        return actions.step_ways(table)
    if stage == t.PUSH or stage == t.CALL or stage == t.LEAD:
        return t.SEAWARD
    if stage == t.GULL:
        return t.LANDWARD
    return t.ALL_WAYS


def free_only(table):
    """Whether only unoccupied spaces will do (OC-45, OC-46)."""
    return 1 if table.stage == t.GULL or table.stage == t.CALL else 0


# --- refusals ---------------------------------------------------------------------------------------------


def refusal(box, table, player, move):
    """Say why a move is not legal; 0 if it is."""
    if table.awaiting >> player & 1 == 0:
        return t.NOT_YOUR_TURN
    if move < 0 or move >= MOVES:
        return t.NO_SUCH_MOVE
    if move < t.ACTS:
        if card_choices(box, table, player, reachable(box, table)) >> move & 1:
            return 0
        return card_refusal(box, table, player, move)
    act = move - t.ACTS
    reach = reachable(box, table)
    if act_choices(box, table, player, reach) >> act & 1:
        return 0
    why = act_refusal(box, table, player, act, reach >> player * t.DIRECTIONS)
    return why if why != 0 else asked_first(table)


def asked_first(table):
    """What is asked now comes first: planning, building, a push, a discard ... (OC-12)."""
    return t.FIRST + int(table.stage)


def card_refusal(box, table, player, card):
    """Why a card is not an answer to what is asked."""
    stage = int(table.stage)
    if stage == t.RESTOCK:
        return t.NOT_SHOWN
    if stage == t.KEEP:
        return t.NOT_IN_SEQUENCE
    if stage == t.RECALL:
        return t.NOTHING_WORKS if int(table.sequence[player]) >> card & 1 else t.NOT_IN_SEQUENCE
    if stage == t.TOLL and int(table.hand[player]) >> card & 1:
        fits = int(box.with_main[box.path_icon[actions.shortcut_under(box, table)]]) >> card & 1
        return t.OUT_OF_ORDER if fits else t.OTHER_SYMBOL
    if stage == t.PLAN or stage == t.PAY or stage == t.DISCARD or stage == t.SNACK or stage == t.TOLL:
        return t.NOT_IN_HAND
    return asked_first(table)


def act_refusal(box, table, player, act, ways):
    """Why an act is not an answer to what is asked; `ways` the player's crab can go."""
    stage = int(table.stage)
    if act < t.LEAP:
        return go_refusal(box, table, act // t.DIRECTIONS, act % t.DIRECTIONS)
    if act < t.COLUMN:
        if stage != t.DIG:
            return asked_first(table)
        return shells.leap_refusal(box, table, act - t.LEAP, actions.hand_size(table, player))
    if act < t.LEFT:
        if stage != t.JUMP:
            return asked_first(table)
        return specials.jump_refusal(box, table, act - t.COLUMN, actions.hand_size(table, player))
    if act <= t.RIGHT:
        return side_refusal(box, table, act - t.LEFT, ways)
    if act == t.DRAW:
        return t.DECK_EMPTY if stage == t.RESTOCK else asked_first(table)
    if act == t.STOP:
        return t.NOT_YET if stage == t.STEP or stage == t.GULL or stage == t.CALL else asked_first(table)
    if stage != t.ACT:
        return asked_first(table)
    if act == t.STAY:
        return actions.stay_refusal(box, table)
    if act == t.PATH:
        return actions.path_refusal(box, table)
    if act == t.HERD:
        return actions.herd_refusal(box, table)
    if act >= t.USE and act < t.TILE:
        return actions.action_refusal(box, table, act - t.USE, ways)
    if act >= t.TILE and act < t.PATH:
        return shells.tile_refusal(box, table, act - t.TILE, ways)
    return asked_first(table)


def go_refusal(box, table, crab, way):
    """Why a crab cannot go this way in the action under way."""
    stage = int(table.stage)
    me = int(table.turn)
    if t.GOING >> stage & 1 == 0:
        return asked_first(table)
    if movers(table) >> crab & 1 == 0:
        return t.KNOCKED_OVER if crab == me and table.down >> me & 1 else t.OTHER_CRAB
    if ways_open(table) >> way & 1 == 0:
        return t.OTHER_WAY
    if stage == t.SWAP:
        return t.NOBODY_THERE
    space = beach.next_to(int(table.at[crab]), way)
    straight = t.STRAIGHT >> way & 1
    return push.entry_refusal(box, table, crab, space, straight, free_only(table), actions.hand_size(table, me))


def side_refusal(box, table, end, ways):
    """Why left or right is no answer: a first card has no sides, a half is used, or nothing asks for it."""
    stage = int(table.stage)
    if stage == t.BUILD or stage == t.ADD:
        return t.ONE_SIDE
    if stage == t.HALF:
        return specials.half_refusal(box, table, int(table.which), end, ways)
    return asked_first(table)


# --- playing ----------------------------------------------------------------------------------------------


def play(box, table, player, move):
    """Make one move, then let everything happen that needs no choice."""
    table.ply += 1
    if move < t.ACTS:
        play_card(box, table, player, move)
    else:
        play_act(box, table, player, move - t.ACTS)
    go_on(box, table)


def play_card(box, table, player, card):
    """A card answers what was asked."""
    stage = int(table.stage)
    if stage == t.PLAN:
        cards.plan(table, player, card)
        rounds.plan_done(table, player)
    elif stage == t.RESTOCK:
        cards.take_shown(table, player, card)
    elif stage == t.KEEP:
        cards.keep(table, player, card)
    elif stage == t.PAY:
        cards.put_down(table, player, card)
        specials.start(box, table)
    elif stage == t.TOLL:
        actions.pay_toll(box, table, player, card)
    elif stage == t.DISCARD:
        cards.pay_debt(table, player, card)
    elif stage == t.RECALL:
        actions.begin_icon(table, int(box.main[card]))
    else:
        cards.plan(table, player, card)
        table.stage = t.ADD


def play_act(box, table, player, act):
    """An act answers what was asked."""
    if act < t.LEFT:
        go(box, table, player, act)
    elif act <= t.RIGHT:
        play_side(box, table, player, act)
    elif act == t.REST:
        cards.rest(table, player)
    elif act == t.DRAW:
        cards.take_hidden(table, player)
    elif act < t.TILE:
        actions.begin_action(box, table, act - t.USE)
    elif act < t.PATH:
        shells.begin(box, table, act - t.TILE)
    elif act == t.PATH:
        actions.begin_path(box, table)
    elif act == t.HERD:
        actions.begin_herding(table)
    elif table.stage == t.OFFER:
        if act == t.TAKE:
            cards.gain_shell(table, player)
        table.stage = t.SETTLE
    elif act == t.STOP:
        actions.stop(table)
    elif act == t.STAY:
        table.stage = t.TURN_OVER
    else:
        actions.end_turn(box, table)


def go(box, table, player, act):
    """A crab goes: a step, a push, a swap, a tunnel, a jump (OC-16)."""
    stage = int(table.stage)
    crab = player
    space = int(table.at[player])
    if act < t.LEAP:
        crab = act // t.DIRECTIONS
        way = act % t.DIRECTIONS
        space = beach.next_to(int(table.at[crab]), way)
        if stage == t.STEP:
            actions.count_step(table, way)
    elif act < t.COLUMN:
        space = shells.leap_end(table, act - t.LEAP)
    else:
        space = space - space % t.WIDTH + act - t.COLUMN
    if stage == t.GULL or stage == t.CALL:
        table.todo &= ~(1 << crab)
        table.begun = 1
    if stage == t.SWAP:
        push.swap(table, player, space)
        table.stage = t.ACT
    else:
        push.enter(box, table, crab, space)


def play_side(box, table, player, act):
    """Left or right: an end of the sequence, a half of a card, or a move given up to stand."""
    stage = int(table.stage)
    if stage == t.HALF:
        actions.begin_icon(table, int(box.halves[table.fresh[table.which]][act - t.LEFT]))
    elif stage == t.STEP:
        table.down &= ~(1 << player)
        actions.count_step(table, t.AHEAD if act == t.LEFT else t.AHEAD_LEFT)
        table.stage = t.SETTLE
    else:
        cards.build(box, table, player, act, 1 if stage == t.ADD else 0)


def go_on(box, table):
    """Settle what needs no choice, go on with the action under way, and pass the turn when it is over."""
    if table.stage == t.SETTLE:
        push.settle(box, table)
    if table.stage == t.SETTLE:
        resume(box, table)
    if table.stage == t.TURN_OVER:
        actions.stop(table)
        rounds.next_turn(box, table)


def resume(box, table):
    """Everything is settled: more of the same action if any is left, or the next one (OC-12, OC-27)."""
    me = int(table.turn)
    back = int(table.back)
    table.stage = back
    if back == t.TURN_OVER or table.at[me] == t.AWAY:
        table.stage = t.TURN_OVER
    elif back == t.ACT or push.going(
        box, table, movers(table), ways_open(table), free_only(table), actions.hand_size(table, me)
    ) == 0:  # fmt: skip
        actions.stop(table)


# --- the standing -----------------------------------------------------------------------------------------


def ending(box, table):
    """Why the game ended, 0 while it goes on."""
    return int(table.ending)


def points(box, table, out):
    """How many half rows each crab has come; the sea is as far as it goes."""
    sea = 2 * (t.ROWS - 2)
    for player in range(table.players):
        out[player] = min(beach.half_rows(int(table.at[player])), sea) - 2 * t.START_ROW


def places(box, table, out):
    """Nearest the sea comes first, those in it before all; then more cards in hand; then shared (OC-31, OC-34)."""
    for player in range(table.players):
        out[player] = 1
        for other in range(table.players):
            if rounds.standing(table, other) > rounds.standing(table, player):
                out[player] += 1


# --- what a viewer knows ----------------------------------------------------------------------------------


def hide(box, table, viewer, guess):
    """Deal again what the viewer cannot know (OC-54)."""
    hidden.hide(table, viewer, guess)


def observe(box, table, viewer, out):
    """Write what the viewer knows (OC-54)."""
    hidden.observe(box, table, viewer, out)
