"""The numbers of Oh Crab! and their names: spaces, directions, icons, cards, moves, stages, reasons."""

# --- the beach --------------------------------------------------------------------------------------------

# A space is row * WIDTH + column. Seven columns run to the sea; the eighth is never there, so that stepping off
# a side lands on no space. So do two rows before the start and one beyond the sea.
WIDTH, COLUMNS = 8, 7
LAND, SEAWARD_EDGE = 2, 1  # rows that are no spaces, at both ends
START_ROWS, BEACH_ROWS, FINISH_ROWS = 2, 5, 3
LAID = 3  # beach tiles in a game
ROWS = LAND + START_ROWS + LAID * BEACH_ROWS + FINISH_ROWS + SEAWARD_EDGE
START_ROW = LAND
AWAY = 0  # where a crab is that has reached the sea
NOBODY = -1

# Directions, clockwise. Odd columns lie half a row behind even ones.
AHEAD_LEFT, AHEAD, AHEAD_RIGHT, BACK_RIGHT, BACK, BACK_LEFT = 0, 1, 2, 3, 4, 5
DIRECTIONS = 6
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

# Faces of tiles, and the printed rows they consist of; printed row 0 has no spaces.
SIDES = 2
TILES = 4  # beach tiles the box has room for; 3 are printed
START_FACES = 1
BEACH_FACES = START_FACES + SIDES * START_ROWS
FINISH_FACES = BEACH_FACES + TILES * SIDES * BEACH_ROWS
PRINTED_ROWS = FINISH_FACES + SIDES * FINISH_ROWS

# --- players, crabs, cards --------------------------------------------------------------------------------

SEATS = 5
CRABS = 5  # players' crabs, then a stray (2 players)
NO_STRAY, STANDING, HERDED = 0, 1, 2  # whether there is a stray, and whether it moves

SHELL, FORWARD, DIAGONAL, ANY = 0, 1, 2, 3
ICONS = 4
ICON_WAYS = 0x7520  # the directions of each icon, four bits each

# Market cards come first; then the starting cards, of which each player has a copy.
MARKET, STARTING = 42, 6  # room for so many; 36 and 4 are printed
CARDS = MARKET + STARTING
SLOTS = MARKET + SEATS * STARTING  # every card there is: a starting card's slot is card + seat * STARTING
SHOWN = 3  # market cards lying open
NO_CARD = -1

NO_SPECIAL = 0
SLANT, FASTER, ZIGZAG, SLIDE, MOMENTUM, SIDEWAYS = 1, 2, 3, 4, 5, 6
JUMP_ASIDE, MOVE_OUT, RECKLESS, SAND, SEAGULL, CALL_OF_THE_SEA = 7, 8, 9, 10, 11, 12
SPECIALS = (
    "", "slant", "faster", "zigzag", "slide", "momentum", "sideways",
    "jump_aside", "move_out", "reckless", "sand", "seagull", "call_of_the_sea",
)  # fmt: skip
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
USE = DRAW + 1  # + one of the eight actions below that is not a shell tile
TILE = USE + 7  # + shell tile
PATH = TILE + SHELL_TILES  # take the shortcut
TAKE = PATH + 1  # take the shell although reckless
STOP = TAKE + 1  # no more moves from this action; leave the shell
STAY = STOP + 1  # end the turn without the wave
END = STAY + 1  # end the turn
HERD = END + 1  # move the stray
ACT_COUNT = HERD + 1
MOVES = ACTS + ACT_COUNT

# Actions of a turn, bits of table.unused. The second card is the one of Power snack!.
MAIN, SIDE, SPECIAL = 0, 1, 2
A_CARD = 3
CHEF, SHELL_ACTION, HERDING = 6, 7, 8

# --- stages: what is asked now ----------------------------------------------------------------------------

PLAN, BUILD, RESTOCK, KEEP, ACT, PAY, TOLL, STEP, PUSH, DISCARD = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
OFFER, HALF, RECALL, JUMP, GULL, CALL, SHOVE, SWAP, DIG, SNACK = 10, 11, 12, 13, 14, 15, 16, 17, 18, 19
ADD, LEAD, OVER = 20, 21, 22
SETTLE, TURN_OVER = 23, 24  # never asked: the game goes on by itself
STAGES = (
    "plan", "build", "restock", "keep", "act", "pay", "toll", "step", "push", "discard",
    "offer", "half", "recall", "jump", "gull", "call", "shove", "swap", "dig", "snack", "add", "lead", "over",
)  # fmt: skip
# In these stages a crab goes somewhere by a choice of direction.
GOING = 1 << STEP | 1 << PUSH | 1 << GULL | 1 << CALL | 1 << SHOVE | 1 << SWAP | 1 << DIG | 1 << LEAD

# --- endings and reasons ----------------------------------------------------------------------------------

REACHED_SEA, STRANDED, ROUND_CAP = 1, 2, 3
ENDINGS = ("", "sea", "stranded", "round_cap")

NOT_YOUR_TURN, NO_SUCH_MOVE, NOT_PLACED = 1, 2, 3
NOT_IN_HAND, NOT_SHOWN, DECK_EMPTY, NOT_IN_SEQUENCE, ONE_SIDE = 4, 5, 6, 7, 8
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
REASONS = (
    ("", ""),
    ("turn.not_yours", "OC-7"),
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
