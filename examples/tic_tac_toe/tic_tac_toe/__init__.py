"""Tic-tac-toe with crabs and shells: a whole game in one module. decapod/engine/protocols.py says what each name is."""

from decapod.engine import bits, observation, position, protocols
from decapod.engine.dtypes import record_type, state_type
from decapod.scene import BOARD_LAYOUTS, Face, PlayerRef, Span
from decapod.scene.art import crab_face, seat_colours

NAME, RULES_VERSION = "tic-tac-toe", 1
VARIANTS = {"classic": (2,)}  # one way to play, for two players
OPTIONS = (protocols.first_option(2),)  # who begins
HAS_HIDDEN_INFORMATION = LOSER_STARTS = False  # all lies open; who begins is settled anew in every game
INLINE = True  # it is small: compile it as one function

LARGEST = 7  # the most squares along a side
WIDTH = 8  # squares are numbered by eights: the last of each eight is off the board, so no row runs on into the next
NUM_ACTIONS = LARGEST * WIDTH  # a move is the number of a square
MAX_LEGAL_ACTIONS = MAX_GAME_LENGTH = LARGEST * LARGEST
SEEN = observation.Field("squares", (2, LARGEST, WIDTH), 0, 1, "where pieces lie: the viewer's, then the other's")
OBSERVATION = (SEEN, observation.Field("turn", 1, 0, 1, "whether it is the viewer's turn"))
OBSERVATION_VERSION, OBSERVATION_SIZE = 1, observation.size(OBSERVATION)
NO_SQUARE, TAKEN = 2, 3
ILLEGAL_REASONS = (("", ""), ("turn.not_yours", "TTT-2"), ("square.none", "TTT-2"), ("square.taken", "TTT-3"))
ROW, FULL = 1, 2
ENDINGS = ("", "row", "full")

Box = record_type([("size", "i8"), ("row", "i8")])  # squares along a side; how many in a row win
State = state_type([("pieces", "i8", 2)])  # for each player, the squares with a piece of theirs: a bit set


def read_box(box, printed):
    """Copy what box.toml says into a box."""
    box.size = protocols.whole(printed["board"]["size"], "board.size", 3, LARGEST)
    box.row = protocols.whole(printed["board"]["row"], "board.row", 3, int(box.size))


# --- the rules, which also compile ------------------------------------------------------------------------

sample_action, determinize = protocols.sample_action, protocols.hide_dice
points, ending = protocols.no_points, protocols.ending


def setup(box, state, players, variant, options):
    """Leave the board empty, and let someone begin (TTT-1)."""
    state.players = players
    state.to_act = 1 << protocols.first_player(state, options[0])


def legal_actions(box, state, player, moves):
    """List the squares that are not refused."""
    n = 0
    for square in range(NUM_ACTIONS):
        if illegal_reason(box, state, player, square) == 0:
            moves[n] = square
            n += 1
    return n


def illegal_reason(box, state, player, move):
    """Say why a player may not take a square; 0 if they may (TTT-2, TTT-3)."""
    if not protocols.is_awaited(state, player):
        return protocols.NOT_YOUR_TURN
    if not on_board(box, move):
        return NO_SQUARE
    return 0 if owner_of(state, move) < 0 else TAKEN


def on_board(box, square):
    """Tell whether a square is on the board; any number may be asked (TTT-1)."""
    return square >= 0 and square // WIDTH < box.size and square % WIDTH < box.size


def owner_of(state, square):
    """Return whose piece lies on a square, -1 if none does (TTT-3)."""
    return 0 if int(state.pieces[0]) >> square & 1 else 1 if int(state.pieces[1]) >> square & 1 else -1


def apply_action(box, state, player, move):
    """Lay a piece. That ends the game (TTT-4, TTT-5), or it is the other's turn (TTT-2)."""
    state.pieces[player] |= 1 << move
    state.ply += 1
    state.turn_index += 1
    if has_row(box, state, player):
        state.ending = ROW
    elif bits.count(state.pieces[0] | state.pieces[1]) == box.size * box.size:
        state.ending = FULL
    state.to_act = 0 if state.ending else 1 << 1 - player


def has_row(box, state, player):
    """Tell whether a player has enough pieces in a row: across, down, or aslant either way (TTT-4)."""
    for step in (1, WIDTH, WIDTH + 1, WIDTH - 1):
        row = int(state.pieces[player])
        for _ in range(box.row - 1):
            row &= row >> step
        if row:
            return True
    return False


def places(box, state, out):
    """Put a player behind one who has a row; without one they share the first place (TTT-4, TTT-5)."""
    for player in range(2):
        out[player] = 1 + has_row(box, state, 1 - player)


def observe(box, state, viewer, out):
    """Write which squares are the viewer's, which the other's, and whether it is the viewer's turn."""
    for place in range(2 * NUM_ACTIONS):
        out[place] = int(state.pieces[place // NUM_ACTIONS ^ max(viewer, 0)]) >> place % NUM_ACTIONS & 1
    out[2 * NUM_ACTIONS] = protocols.is_awaited(state, viewer)


# --- what people read and see -----------------------------------------------------------------------------

SQUARES = [f"{'abcdefgh'[square % WIDTH]}{square // WIDTH + 1}" for square in range(NUM_ACTIONS)]
parse_move, format_move, describe_move, narrate = protocols.named_moves(SQUARES)
prompt, refusal_parameters = protocols.prompt, protocols.refusal_parameters
format_position, parse_position = position.of_parts(
    position.Part("awaiting", position.SEATS, field="to_act"),
    position.Part("ending", position.Name(ENDINGS)),
    position.Part("pieces", position.named_set(SQUARES)),
)


def build_scene(scene):
    """Lay squares and pieces down, of which a click on either means the square; and draw them in text."""
    box, state, words, plan = scene.box, scene.state, scene.words, BOARD_LAYOUTS[scene.layout]
    scene.plan, side, lines = plan, plan.board.width / box.size, [[] for _ in range(box.size)]
    scene.zone("board", plan.board, kind="water")
    for square in filter(lambda square: on_board(box, square), range(NUM_ACTIONS)):
        row, column, name, owner = square // WIDTH, square % WIDTH, SQUARES[square], owner_of(state, square)
        x, y = plan.board.x + side * (column + 0.5), plan.board.y + side * (row + 0.5)
        label = words("label.square", square=name)
        scene.put(f"square-{name}", "square", x, y, side * 0.9, on_click=square, region="board", label=label)
        scene.label(x, y + side * 0.37, name, side * 0.08, "dark")
        if owner >= 0:
            label = words("label.piece", player=PlayerRef(owner), square=name)
            scene.put(f"piece-{name}", f"piece-{owner}", x, y, side * 0.7, on_click=square, region="board", label=label,
                      layer=1, owner=owner)  # fmt: skip
        lines[row].append(Span((name, "X", "O")[owner + 1].rjust(4), owner))
    for player in range(2):
        scene.panel(player, plan.panels[player], [words(f"panel.{player}")])
    scene.ascii = lambda: tuple(tuple(line) for line in lines)


def sprites(box):
    """Draw a hollow in the sand, a crab, and a shell in the colours of the second player."""
    blue = seat_colours(1)
    sand = "<circle r='47' fill='#EBD9A8' stroke='#CDB778' stroke-width='5'/>"
    fan = f"<path d='M0 44 C-72 20 -54 -46 0 -46 C54 -46 72 20 0 44 Z' fill='{blue.body}'/>"
    ribs = f"<path d='M0 36 -34 -16 M0 36 -12 -32 M0 36 12 -32 M0 36 34 -16' stroke='{blue.gleam}' stroke-width='6'/>"
    shell = Face((-60, -56, 120, 112), fan + ribs)
    return {"square": Face((-50, -50, 100, 100), sand), "piece-0": crab_face(0), "piece-1": shell}


def violations(box, state):
    """Say what is wrong with a table: two pieces share a square, one lies off the board, a row goes unseen."""
    laid = sum(on_board(box, square) and owner_of(state, square) >= 0 for square in range(NUM_ACTIONS))
    found = [] if laid == sum(map(bits.count, state.pieces)) else ["a piece shares its square, or is off the board"]
    row = has_row(box, state, 0) or has_row(box, state, 1)
    return found if row == (state.ending == ROW) else [*found, "a row ends the game, and nothing else does so"]
