"""Oh Crab!: a race of crabs to the sea, for 2 to 5 players (2: unofficial).

Each round all plan a card in secret; in turn each adds theirs to an end of the row of cards before them, or
rests. The card placed gives its main action, a side action if its half icon meets the same half, and its special.
Crabs step over a beach of hexes, push each other over, mind obstacles, rushes and waves, and take shells that
buy more actions. The first crab in the sea wins.
"""

from itertools import permutations, product

from decapod.engine import bits
from decapod.engine.dtypes import record_type, state_type
from decapod.engine.protocols import Option, first_option, whole

NAME = "oh-crab"
RULES_VERSION = 2
VARIANTS = {"race": (2, 3, 4, 5)}
HAS_HIDDEN_INFORMATION = True  # plans, and cards drawn blind
INLINE = False  # too large: compiled as one function it would take minutes
LOSER_STARTS = False  # chance names a first player in every game (OC-2)

SEATS = 5
FIRST_BEACH = "0A 1A 2A 3A 9A"
BEACHES = tuple(
    f"0{start} " + " ".join(f"{tile}{side}" for tile, side in zip(order, sides, strict=True)) + f" 9{finish}"
    for order in permutations("123")
    for start, *sides, finish in product("AB", repeat=5)
)
OPTIONS = (
    Option("beach", FIRST_BEACH, ("random", *BEACHES)),  # tiles from the start to the finish
    first_option(SEATS),  # who begins
    Option("stray", "standing", ("none", "standing", "herded"), players=(2,)),  # the crab without a player
    Option("move_out", "6", ("6", "3")),  # in how many directions Move out! sends a crab (OC-42)
)

# --- the beach (OC-1, OC-5) -------------------------------------------------------------------------------

# A space is row * WIDTH + column. Seven columns run to the sea; the eighth is never there, so that stepping off
# a side lands on no space. So do two rows before the start and one beyond the sea.
WIDTH, COLUMNS = 8, 7
LAND, SEAWARD_EDGE = 2, 1  # rows that are no spaces, at both ends
START_ROWS, BEACH_ROWS, FINISH_ROWS = 2, 5, 3
BEACH_TILES = 3  # in a game
ROWS = LAND + START_ROWS + BEACH_TILES * BEACH_ROWS + FINISH_ROWS + SEAWARD_EDGE
START_ROW = LAND
SEA_ROW = ROWS - SEAWARD_EDGE - 1
AWAY = 0  # where a crab is that has reached the sea
NOBODY = -1

# Directions, clockwise. Odd columns lie half a row behind even ones.
AHEAD_LEFT, AHEAD, AHEAD_RIGHT, BACK_RIGHT, BACK, BACK_LEFT = 0, 1, 2, 3, 4, 5
DIRECTIONS = 6
DIRECTION_NAMES = ("ahead-left", "ahead", "ahead-right", "back-right", "back", "back-left")
SEAWARD, LANDWARD, ALL_WAYS = 0b000111, 0b111000, 0b111111
STRAIGHT = 1 << AHEAD | 1 << BACK
# What a step adds to a space, plus 9, in five bits each: six directions from an even column, six from an odd one.
REACH = 9
STEPS = (
    (7 + REACH) | (8 + REACH) << 5 | (9 + REACH) << 10 | (1 + REACH) << 15 | (-8 + REACH) << 20 | (-1 + REACH) << 25
    | (-1 + REACH) << 30 | (8 + REACH) << 35 | (1 + REACH) << 40 | (-7 + REACH) << 45 | (-8 + REACH) << 50
    | (-9 + REACH) << 55
)  # fmt: skip

# What a space is.
FREE, WALL, OBSTACLE, SHELLS, RUSHES, SEA = 0, 1, 2, 3, 4, 5
WAVES = 6  # WAVES + direction
SHORTCUT = 12  # SHORTCUT + number of the shortcut
SHORTCUTS = 8  # room for so many; 3 are printed
KIND_NAMES = ("free", "inaccessible", "obstacle", "shell", "rushes", "sea", "waves")

# Faces of tiles, and the printed rows they consist of; printed row 0 has no spaces.
SIDES = 2
TILES = 4  # beach tiles the box has room for; 3 are printed
START_FACES = 1
BEACH_FACES = START_FACES + SIDES * START_ROWS
FINISH_FACES = BEACH_FACES + TILES * SIDES * BEACH_ROWS
PRINTED_ROWS = FINISH_FACES + SIDES * FINISH_ROWS

# --- crabs, cards, shells (OC-2 to OC-4) ------------------------------------------------------------------

CRABS = 5  # players' crabs, then a stray (2 players)
NO_STRAY, STANDING_STRAY, HERDED_STRAY = 0, 1, 2  # whether there is a stray, and whether it moves

SHELL, FORWARD, DIAGONAL, ANY = 0, 1, 2, 3
ICONS = 4
ICON_NAMES = ("shell", "forward", "diagonal", "any")
ICON_WAYS = 0x7520  # the directions of each icon, four bits each

# Market cards come first; then the starting cards, of which each player has a copy.
MARKET, STARTING = 42, 6  # room for so many; 36 and 4 are printed
CARDS = MARKET + STARTING
SLOTS = MARKET + SEATS * STARTING  # every card there is: a starting card's slot is card + seat * STARTING
OPEN_CARDS = 3  # market cards lying open
NO_CARD = -1

NO_SPECIAL = 0
SLANT, FASTER, ZIGZAG, SLIDE, MOMENTUM, SIDEWAYS = 1, 2, 3, 4, 5, 6
JUMP_ASIDE, MOVE_OUT, RECKLESS, SAND, SEAGULL, CALL_OF_THE_SEA = 7, 8, 9, 10, 11, 12
SPECIALS = (
    "", "slant", "faster", "zigzag", "slide", "momentum", "sideways",
    "jump_aside", "move_out", "reckless", "sand", "seagull", "call_of_the_sea",
)  # fmt: skip
MOVES_OTHERS = 1 << MOVE_OUT | 1 << SEAGULL | 1 << CALL_OF_THE_SEA
COSTS_A_CARD = 1 << FASTER | 1 << ZIGZAG | 1 << SLIDE | 1 << MOMENTUM | 1 << SIDEWAYS

SHELL_TILES = 3
SHELL_SLANT, SHELL_FASTER, OUT_OF_THE_WAY, STILL_STANDING, POWER_SNACK, TUNNEL = 1, 2, 3, 4, 5, 6
SHELL_ACTIONS = ("", "slant", "faster", "out_of_the_way", "still_standing", "power_snack", "tunnel")

# --- moves: a card, or an act -----------------------------------------------------------------------------

ACTS = CARDS  # a move below ACTS is a card: plan it, take it, keep it, pay it, whatever is asked
GO = 0  # crab * DIRECTIONS + direction: this crab goes this way
LEAP = GO + CRABS * DIRECTIONS  # + direction: two spaces at once, through the tunnel
COLUMN = LEAP + DIRECTIONS  # + column: jump aside to it
LEFT = COLUMN + COLUMNS  # build at the left; use the left half; give up the forward move to get up
RIGHT = LEFT + 1  # build at the right; use the right half; give up a diagonal move to get up
REST = RIGHT + 1
DRAW = REST + 1  # take the top card of the deck
USE = DRAW + 1  # + one of the actions below, up to the chef's
TILE = USE + 7  # + shell tile
PATH = TILE + SHELL_TILES  # take the shortcut
TAKE = PATH + 1  # take the shell although reckless
STOP = TAKE + 1  # no more moves from this action; leave the shell
STAY = STOP + 1  # end the turn without the wave
END = STAY + 1  # end the turn
HERD = END + 1  # move the stray
NUM_ACTIONS = ACTS + HERD + 1
PASS_ACTIONS = frozenset((ACTS + REST, ACTS + STOP, ACTS + STAY, ACTS + END))

# Actions of a turn, bits of state.unused. The second card is the one of Power snack!.
MAIN, SIDE, SPECIAL = 0, 1, 2
A_CARD = 3
CHEF, SHELL_ACTION, HERDING = 6, 7, 8

MAX_LEGAL_ACTIONS = CARDS  # every card in one hand; no other stage offers as many
MOST_ROUNDS = 200
# A turn: at most 19 times a crab goes by actions, once by the wave, and once for each card paid to shortcuts;
# each time the choice of action, a card, a direction, four pushes, five discards and a shell.
ENTRIES = 19 + 1 + CARDS
MAX_GAME_LENGTH = MOST_ROUNDS * SEATS * (6 + ENTRIES * 13)

# --- stages: what is asked now ----------------------------------------------------------------------------

PLAN, BUILD, RESTOCK, KEEP, ACT, PAY, TOLL, STEP, PUSH, DISCARD = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
OFFER, HALF, RECALL, JUMP, GULL, CALL, SHOVE, SWAP, DIG, SNACK = 10, 11, 12, 13, 14, 15, 16, 17, 18, 19
ADD, LEAD, OVER = 20, 21, 22
SETTLE, TURN_OVER = 23, 24  # never asked: the game goes on by itself
STAGES = (
    "plan", "build", "restock", "keep", "act", "pay", "toll", "step", "push", "discard",
    "offer", "half", "recall", "jump", "gull", "call", "shove", "swap", "dig", "snack", "add", "lead", "over",
)  # fmt: skip
# Sets of stages: in which ...
ASKS_END = 1 << BUILD | 1 << ADD  # an end of one's sequence is the answer
ASKS_HAND = 1 << PLAN | 1 << PAY | 1 << DISCARD | 1 << SNACK  # any card of one's hand is an answer
ASKS_WAY = 1 << STEP | 1 << PUSH | 1 << GULL | 1 << CALL | 1 << SHOVE | 1 << SWAP | 1 << DIG | 1 << LEAD  # a crab goes
ASKS_CRAB = 1 << GULL | 1 << CALL | 1 << SHOVE  # which crab goes is a choice, too
ASKS_EACH = 1 << GULL | 1 << CALL  # several crabs may go, each once, and only to unoccupied spaces
TO_THE_SEA = 1 << PUSH | 1 << CALL | 1 << LEAD  # ... and only towards the sea
ASKS_USE = 1 << ACT | 1 << HALF | 1 << RECALL | 1 << DIG  # it matters which ways one's own crab could go
LETS_STOP = 1 << STEP | 1 << GULL  # one may stop once a move is made
NO_TURN = 1 << PLAN | 1 << OVER  # it is nobody's turn

# --- endings and reasons ----------------------------------------------------------------------------------

REACHED_SEA, STRANDED, ROUND_CAP = 1, 2, 3
ENDINGS = ("", "sea", "stranded", "round_cap")

NO_SUCH_MOVE, NOT_PLACED = 2, 3
NOT_IN_HAND, NOT_OPEN, DECK_EMPTY, NOT_IN_SEQUENCE, ONE_SIDE = 4, 5, 6, 7, 8
OTHER_SYMBOL, OUT_OF_ORDER = 9, 10
USED, NO_SIDE, NO_SPECIAL_THERE, NOT_CHEF, SHELL_ONCE, TOO_FEW_SHELLS, NO_CARD_TO_PAY, NOTHING_WORKS = (
    11, 12, 13, 14, 15, 16, 17, 18,
)  # fmt: skip
INACCESSIBLE, NO_CARD_FOR_OBSTACLE, RUSHES_FROM_SIDE, OCCUPIED, NO_ROOM, KNOCKED_OVER, OTHER_CRAB, OTHER_WAY = (
    19, 20, 21, 22, 23, 24, 25, 26,
)  # fmt: skip
NO_SHORTCUT, CANNOT_PAY, SUPPLY_EMPTY, NO_WAVE, NOT_YET, OTHER_ROW, NOBODY_THERE, HALF_USED = (
    27, 28, 29, 30, 31, 32, 33, 34,
)  # fmt: skip
FIRST = 35  # + stage: what is asked now comes first
FIRST_RULES = (
    "OC-6", "OC-8", "OC-11", "OC-10", "OC-12", "OC-12", "OC-24", "OC-16", "OC-17", "OC-22",
    "OC-43", "OC-40", "OC-39", "OC-41", "OC-45", "OC-46", "OC-42", "OC-50", "OC-52", "OC-51", "OC-51", "OC-53",
)  # fmt: skip
ILLEGAL_REASONS = (
    ("", ""),
    ("turn.not_yours", "OC-7"),  # NOT_YOUR_TURN
    ("move.unknown", "OC-12"),
    ("action.not_placed", "OC-9"),
    ("card.not_in_hand", "OC-6"),
    ("market.not_shown", "OC-11"),
    ("market.deck_empty", "OC-11"),
    ("card.not_in_sequence", "OC-10"),
    ("build.one_side", "OC-8"),
    ("shortcut.other_symbol", "OC-24"),
    ("shortcut.order", "OC-24"),
    ("action.used", "OC-12"),
    ("action.no_side", "OC-9"),
    ("action.no_special", "OC-13"),
    ("action.not_chef", "OC-14"),
    ("shell.once", "OC-15"),
    ("shell.too_few", "OC-15"),
    ("action.no_card", "OC-12"),
    ("action.nothing", "OC-12"),
    ("space.inaccessible", "OC-21"),
    ("space.obstacle", "OC-22"),
    ("space.rushes", "OC-25"),
    ("space.occupied", "OC-16"),
    ("push.no_room", "OC-17"),
    ("crab.knocked_over", "OC-19"),
    ("crab.other", "OC-16"),
    ("crab.other_way", "OC-16"),
    ("shortcut.not_here", "OC-24"),
    ("shortcut.cannot_pay", "OC-24"),
    ("shell.supply_empty", "OC-23"),
    ("wave.none", "OC-26"),
    ("action.not_yet", "OC-12"),
    ("jump.other_row", "OC-41"),
    ("swap.nobody", "OC-50"),
    ("sideways.used", "OC-40"),
    *((f"first.{stage}", rule) for stage, rule in zip(STAGES[:OVER], FIRST_RULES, strict=True)),
)

# --- box and table ----------------------------------------------------------------------------------------

Box = record_type(
    [
        ("spaces", "i8", (PRINTED_ROWS, WIDTH)),  # what each space of each printed row is
        ("starts", "i8", (SIDES, SEATS)),  # the starting spaces of both start tiles
        ("tiles", "i8"),  # beach tiles, 3 or 4
        ("path_icon", "i8", SHORTCUTS),  # the main action on the cards a shortcut costs
        ("path_cards", "i8", SHORTCUTS),  # how many of them
        ("path_offset", "i8", SHORTCUTS),  # how far away it ends
        ("main", "i8", CARDS),  # main action of each card
        ("halves", "i8", (CARDS, 2)),  # half icons, left and right
        ("special", "i8", CARDS),  # special action, 0 for none
        ("with_main", "i8", ICONS),  # the cards with this main action
        ("market_cards", "i8"),  # all market cards
        ("starting_cards", "i8"),  # the starting cards of one player
        ("shell_action", "i8", (SHELL_TILES, SIDES)),
        ("shell_cost", "i8", (SHELL_TILES, SIDES)),
        ("supply", "i8"),  # shells in the box
        ("start_shells", "i8", SEATS),  # shells for the crab that begins on each starting space
        ("start_shells_for_two", "i8", 2),
        ("still_rounds", "i8"),  # so many rounds without a crab moving end the game
        ("rounds", "i8"),  # so many rounds end it in any case
    ]
)

State = state_type(
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
        ("shove_ways", "i1"),  # the directions in which Move out! sends a crab
        ("at", "u1", CRABS),  # the space of each crab, AWAY in the sea
        ("landed", "u1", CRABS),  # the space by which it got there: only shown, for in the sea all are equal
        ("down", "i1"),  # the crabs knocked over
        ("rows", "i1", ROWS),  # the beach: which printed row lies where
        ("supply", "i1"),  # shells nobody has
        ("shells", "i1", SEATS),
        ("sides", "i1"),  # bit i: shell tile i shows its side b
        ("market", "i1", OPEN_CARDS),  # open cards, NO_CARD where none is left
        ("deck", "i8"),  # cards face down; their order is rolled when one is turned over
        ("hand", "i8", SEATS),
        ("secret", "i8", SEATS),  # cards drawn blind that nobody else has seen yet
        ("discard", "i8", SEATS),  # cards above the board, face up
        ("sequence", "i8", SEATS),  # cards below it
        ("planned", "i1", SEATS),  # the card face down, NO_CARD if none
        ("ends", "i1", (SEATS, 2)),  # first and last card of each sequence
        ("spot", "i1", SLOTS),  # a played card's place in its sequence, left of it smaller
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
        ("chain", "i1", CRABS),  # those crabs, the mover first
        ("owing", "i1"),  # players who must discard a card
    ]
)

# --- seats and ids ----------------------------------------------------------------------------------------


def slot_of(card, player):
    """Where a card's place in its owner's sequence is kept: each player has their own starting cards."""
    return card if card < MARKET else card + player * STARTING


def left_of(state, player):
    """The player to the left of one: turns go clockwise (OC-7)."""
    return player + 1 if player + 1 < state.players else 0


def kind_name(kind):
    """Name what a space is; all waves are waves, and all shortcuts shortcuts (never compiled)."""
    return "shortcut" if kind >= SHORTCUT else KIND_NAMES[min(kind, WAVES)]


def members(things):
    """List the elements of a bit set, ascending (never compiled: it makes a list)."""
    found = []
    things = int(things)
    while things:
        found.append(bits.lowest(things))
        things &= things - 1
    return found


def sequence_of(state, player):
    """List the cards of a player's sequence from left to right (never compiled)."""
    return sorted(members(state.sequence[player]), key=lambda card: int(state.spot[slot_of(card, player)]))


# --- reading box.toml -------------------------------------------------------------------------------------

MARKS = {".": FREE, "#": WALL, "o": OBSTACLE, "s": SHELLS, "r": RUSHES, "~": SEA}
ARROWS = {"\\": AHEAD_LEFT, "^": AHEAD, "/": AHEAD_RIGHT, "J": BACK_RIGHT, "v": BACK, "L": BACK_LEFT}
ICON_LETTERS = "SFDA"
START_TILE, FINISH_TILE = "0", "9"
MOST_SHELLS, MOST_TOLL = 99, 6


def read_box(box, printed):
    """Copy what box.toml says into a zeroed box."""
    fill_tiles(box, printed["tiles"], printed["shortcuts"])
    fill_cards(box, printed["starting_cards"]["cards"], printed["market_cards"])
    fill_shells(box, printed)
    fill_starting_spaces(box, printed["starting_spaces"])
    box.still_rounds = whole(printed["end"]["still_rounds"], "end.still_rounds", 1, MOST_ROUNDS)
    box.rounds = whole(printed["end"]["rounds"], "end.rounds", 1, MOST_ROUNDS)


def printed_faces():
    """Every tile face there is room for, by name (0A, 1B ...), with its first printed row and how many it has."""
    faces = {}
    for side, letter in enumerate("AB"):
        faces[START_TILE + letter] = (START_FACES + side * START_ROWS, START_ROWS)
        for tile in range(TILES):
            first = BEACH_FACES + (tile * SIDES + side) * BEACH_ROWS
            faces[f"{tile + 1}{letter}"] = (first, BEACH_ROWS)
        faces[FINISH_TILE + letter] = (FINISH_FACES + side * FINISH_ROWS, FINISH_ROWS)
    return faces


def fill_tiles(box, tiles, shortcuts):
    """Write the printed rows of every tile face, starting spaces and shortcuts."""
    faces = printed_faces()
    box.spaces[:] = WALL
    for name, rows in tiles.items():
        if name not in faces:
            raise ValueError(f"tiles.{name}: there is no room for it; tiles are {', '.join(sorted(faces))}")
        fill_face(box, name, rows, *faces[name])
    present = [n for n in range(1, TILES + 1) if f"{n}A" in tiles or f"{n}B" in tiles]
    if present != list(range(1, max(present, default=0) + 1)) or len(present) < BEACH_TILES:
        raise ValueError(f"beach tiles are numbered from 1 without gaps, at least {BEACH_TILES} of them")
    for n in (START_TILE, *present, FINISH_TILE):
        for letter in "AB":
            if f"{n}{letter}" not in tiles:
                raise ValueError(f"tiles.{n}{letter} is missing, the other side of the tile")
    box.tiles = len(present)
    fill_shortcuts(box, shortcuts, faces, tiles)
    for name, rows in tiles.items():
        if not can_be_crossed(rows, [path for path in shortcuts if path["tile"] == name]):
            raise ValueError(f"tiles.{name}: nobody can cross it, from the land side to the side towards the sea")


def can_be_crossed(rows, shortcuts):
    """Tell whether there is any way over a face: over what is not inaccessible, and by its shortcuts."""
    spaces = {
        row * WIDTH + column
        for row, line in enumerate(reversed(rows))
        for column, mark in enumerate(line)
        if mark != "#"
    }
    leads = [[column + row * WIDTH for column, row in (path["from"], path["to"])] for path in shortcuts]
    reached = {space for space in spaces if space < WIDTH}
    edge = list(reached)
    while edge:
        space = edge.pop()
        ahead = {space + (STEPS >> ((space & 1) * 30 + way * 5) & 31) - REACH for way in range(DIRECTIONS)}
        ahead |= {end for start, end in leads if start == space}
        new = (ahead & spaces) - reached
        reached |= new
        edge += new
    return any(space >= (len(rows) - 1) * WIDTH for space in reached)


def fill_face(box, name, rows, first, height):
    """Write one face; its last line is the row nearest the land."""
    lines = rows if isinstance(rows, list) else []
    if len(lines) != height or any(not isinstance(line, str) or len(line) != COLUMNS for line in lines):
        raise ValueError(f"tiles.{name} must have {height} lines of {COLUMNS} spaces")
    tile, side = name[0], "AB".index(name[1])
    if tile == START_TILE and sorted(mark for line in lines for mark in line if mark in "12345") != list("12345"):
        raise ValueError(f"tiles.{name} must have the starting spaces 1 to 5, once each")
    for row, line in enumerate(reversed(lines)):
        for column, mark in enumerate(line):
            if mark in "12345" and tile == START_TILE:
                box.starts[side][int(mark) - 1] = (START_ROW + row) * WIDTH + column
                kind = FREE
            elif mark in ARROWS:
                kind = WAVES + ARROWS[mark]
            elif mark == "T":
                kind = FREE  # `fill_shortcuts` writes its number
            elif mark in MARKS:
                kind = MARKS[mark]
            else:
                raise ValueError(f"tiles.{name} has an unknown mark {mark!r}")
            if (kind == SEA) != (tile == FINISH_TILE and row == height - 1):
                raise ValueError(f"tiles.{name}: the sea fills the last row of the finish, and nothing else")
            box.spaces[first + row][column] = kind


def fill_shortcuts(box, shortcuts, faces, tiles):
    """Write where each shortcut leads and what it costs."""
    if len(shortcuts) > SHORTCUTS:
        raise ValueError(f"there is room for {SHORTCUTS} shortcuts, not {len(shortcuts)}")
    drawn = sum(row.count("T") for rows in tiles.values() for row in rows)
    for i, shortcut in enumerate(shortcuts):
        where, name = f"shortcuts[{i + 1}]", shortcut["tile"]
        if name not in tiles:
            raise ValueError(f"{where}.tile: there is no tile {name!r}")
        column, row = read_place(shortcut["from"], f"{where}.from", tiles[name])
        to_column, to_row = read_place(shortcut["to"], f"{where}.to", tiles[name])
        if tiles[name][-1 - row][column] != "T":
            raise ValueError(f"{where}.from: no T at {column}, {row} of tile {name}")
        if tiles[name][-1 - to_row][to_column] in "#T":
            raise ValueError(f"{where}.to must be an accessible space that is no shortcut")
        if shortcut["discard"] not in ICON_NAMES:
            raise ValueError(f"{where}.discard is one of {', '.join(ICON_NAMES)}, not {shortcut['discard']!r}")
        box.spaces[faces[name][0] + row][column] = SHORTCUT + i
        box.path_icon[i] = ICON_NAMES.index(shortcut["discard"])
        box.path_cards[i] = whole(shortcut["cards"], f"{where}.cards", 1, MOST_TOLL)
        box.path_offset[i] = (to_row - row) * WIDTH + to_column - column
    if drawn != len(shortcuts):
        raise ValueError(f"{drawn} shortcuts are drawn on tiles, {len(shortcuts)} are described")


def read_place(place, name, rows):
    """Check a column and a row of a tile: Python would count negative ones from the other end."""
    if not isinstance(place, list) or len(place) != 2:
        raise ValueError(f"{name} is a column and a row, like [1, 2]")
    return whole(place[0], f"{name}[1]", 0, COLUMNS - 1), whole(place[1], f"{name}[2]", 0, len(rows) - 1)


def fill_cards(box, starting, market):
    """Number the market cards by special and copy, then the starting cards."""
    listed = [(text, special) for special, name in enumerate(SPECIALS) if special for text in market.get(name, [])]
    if len(listed) > MARKET or len(listed) < OPEN_CARDS:
        raise ValueError(f"there is room for {OPEN_CARDS} to {MARKET} market cards, not {len(listed)}")
    if not 1 <= len(starting) <= STARTING:
        raise ValueError(f"there is room for 1 to {STARTING} starting_cards.cards, not {len(starting)}")
    for card, (text, special) in enumerate(listed):
        fill_card(box, card, text, special)
    for i, text in enumerate(starting):
        fill_card(box, MARKET + i, text, NO_SPECIAL)
    box.market_cards = (1 << len(listed)) - 1
    box.starting_cards = (1 << len(starting)) - 1 << MARKET


def fill_card(box, card, text, special):
    """Read main / left half / right half."""
    letters = str(text).split("/")
    if len(letters) != 3 or any(letter not in tuple(ICON_LETTERS) for letter in letters):
        raise ValueError(f"card {text!r} must be three of {', '.join(ICON_LETTERS)} like F/D/S")
    main, left, right = (ICON_LETTERS.index(letter) for letter in letters)
    box.main[card] = main
    box.halves[card] = (left, right)
    box.special[card] = special
    box.with_main[main] |= 1 << card


def fill_shells(box, printed):
    """Write the shell tiles and the supply."""
    tiles = printed["shell_tiles"]
    if len(tiles) != SHELL_TILES:
        raise ValueError(f"there are {SHELL_TILES} shell tiles, not {len(tiles)}")
    for i, tile in enumerate(tiles):
        for side, letter in enumerate("ab"):
            action, where = tile[letter]["action"], f"shell_tiles[{i + 1}].{letter}"
            if action not in SHELL_ACTIONS[1:]:
                raise ValueError(f"{where}.action is one of {', '.join(SHELL_ACTIONS[1:])}, not {action!r}")
            box.shell_action[i][side] = SHELL_ACTIONS.index(action)
            box.shell_cost[i][side] = whole(tile[letter]["cost"], f"{where}.cost", 1, MOST_SHELLS)
    box.supply = whole(printed["shells"]["supply"], "shells.supply", 0, MOST_SHELLS)


def fill_starting_spaces(box, given):
    """Write what the starting spaces give; one that has shells is a shell space of both start tiles (OC-2, OC-23)."""
    fill_start_shells(box, box.start_shells, given["shells"], "starting_spaces.shells")
    fill_start_shells(box, box.start_shells_for_two, given["shells_for_two"], "starting_spaces.shells_for_two")
    for side in range(SIDES):
        for i in range(SEATS):
            row, column = divmod(int(box.starts[side][i]), WIDTH)
            printed_row = START_FACES + side * START_ROWS + row - START_ROW
            box.spaces[printed_row][column] = SHELLS if box.start_shells[i] > 0 else FREE


def fill_start_shells(box, shells, given, name):
    """Write how many shells each starting space gives."""
    if len(given) != len(shells):
        raise ValueError(f"{name} must list {len(shells)} numbers, not {len(given)}")
    for i, number in enumerate(given):
        shells[i] = whole(number, f"{name}[{i + 1}]", 0, MOST_SHELLS)
    if sum(given) > box.supply:
        raise ValueError(f"{name} gives {sum(given)} shells, and shells.supply is {box.supply}")
