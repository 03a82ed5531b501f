"""The example, a whole game outside our package: installed, found, checked by the battery, played to its end.

And what happens to somebody's game that is broken: it is told why in one line, and no other game suffers from it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

import decapod
from decapod.bots.names import OURS as OUR_BOTS
from decapod.core.game import OURS, Game
from decapod.core.match import Match
from tests.installing import EXAMPLE, EXAMPLE_BOT, environment_with, install_example, plant_game, register

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
DECAPOD = ("-m", "decapod.cli")
BATTERY = ("-W", "error", "-m", "decapod.testing")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the example once."""
    return install_example(tmp_path_factory.mktemp("installed"))


def run(arguments: tuple[str, ...], *folders: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own that finds what is installed in these folders."""
    return subprocess.run(
        [sys.executable, *arguments], env=environment_with(*folders, **variables), capture_output=True, text=True,
        check=False, stdin=subprocess.DEVNULL, timeout=600,
    )  # fmt: skip


# --- the example ------------------------------------------------------------------------------------------


def test_a_whole_game_takes_less_than_200_lines() -> None:
    files = [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".toml", ".md") and path.parent != EXAMPLE]
    assert {path.name for path in files} == {"__init__.py", "box.toml", "words.toml", "rules.md"}
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < 200


def test_an_installed_game_is_listed_after_ours(installed: Path) -> None:
    done = run((*DECAPOD, "games"), installed)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^ tic-tac-toe +Tic-tac-toe +2 +2 +classic +first", done.stdout, re.MULTILINE)
    listed = json.loads(run((*DECAPOD, "games", "--json"), installed).stdout)
    assert listed[-1]["name"] == "tic-tac-toe"
    assert listed[-1]["modes"] == [{"variant": "classic", "players": 2}]
    rule = run((*DECAPOD, "rules", "tic-tac-toe", "ttt-5"), installed).stdout
    assert rule == "TTT-5 A full board without such a row is a draw.\n"


def test_the_example_obeys_every_law_interpreted_compiled_and_on_the_simulated_gpu(installed: Path) -> None:
    done = run((*BATTERY, "tic-tac-toe", "--tests", str(ROOT / "tests")), installed)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("tic-tac-toe obeys all laws.\n")
    for law in ("answers the same compiled", "go the same compiled", "a simulated GPU", "every rule has a test"):
        assert law in done.stdout


@pytest.mark.parametrize(
    ("changes", "breaches"),
    [
        ({"return 0 if owner_of(state, move) < 0 else TAKEN": "return 0"},
         [("they hold with seed 10", "a piece shares its square, or is off the board")]),
        ({"MAX_LEGAL_ACTIONS = MAX_GAME_LENGTH = LARGEST * LARGEST":
          "MAX_LEGAL_ACTIONS, MAX_GAME_LENGTH = LARGEST * LARGEST, 4"},
         [("a match is its record", "longer than MAX_GAME_LENGTH")]),
        ({"sample_action, determinize = protocols.sample_action, protocols.hide_dice":
          "sample_action = protocols.sample_action\n\n\n"
          "def determinize(box, state, viewer, guess):\n    protocols.hide_dice(box, state, viewer, guess)\n"
          "    state.to_act = state.to_act & 1 << max(viewer, 0)\n"},
         [("the laws of a position hold along a game", "is awaited and has no legal move")]),
        ({'ending.full = "A draw': 'ending.fully = "A draw', 'board = "published"': 'board = "hearsay"',
          'scene.put(f"piece-{name}"': 'scene.put(f"square-{name}"'},
         [("there are words for everything", "no words for ['ending.full']"),
          ("the box says whose it is and where its numbers are from", "the source of ['board'] is none of printed"),
          ("every click is a move or gets its reason", "two pieces have one id")]),
    ],
)  # fmt: skip
def test_whoever_breaks_laws_is_told_which(
    tmp_path: Path, changes: dict[str, str], breaches: list[tuple[str, str]]
) -> None:
    plant_game(tmp_path, "mutant", "mutant", changes)
    done = run((*BATTERY, "mutant", "--interpreted"), tmp_path, DECAPOD_CACHE=str(tmp_path / "cache"))
    assert done.returncode == 1, done.stdout + done.stderr
    for law, breach in breaches:
        assert re.search(rf"^✗ {law}.*\n  .*{re.escape(breach)}", done.stdout, re.MULTILINE), done.stdout
    assert re.search(r"^mutant breaks [1-9]\d* of \d+ laws\.$", done.stdout, re.MULTILINE)
    assert not (tmp_path / "cache").exists(), "nothing is compiled, not even by a child that outlives the command"


#: What is changed in a copy of the example, and what every broken law must name: (law, patterns).
NAMELESS: list[tuple[dict[str, str], str, tuple[str, ...]]] = [
    (
        {"    scene.plan, side,": "    if state.ply > 2:\n        next(iter(()))\n    scene.plan, side,"},
        "every click is a move or gets its reason",
        ("StopIteration in build_scene", "seat [01]"),
    ),
    (
        {"        if owner >= 0:\n": "        if owner >= 0:\n            next(iter(()))\n"},
        "the laws of a position hold along a game",
        ("StopIteration in build_scene", r"ply \d", "seat (-1|[01])"),
    ),
    (
        {'    state.pieces[player] |= 1 << move\n': "    if state.ply == 4:\n        next(iter(()))\n"
         "    state.pieces[player] |= 1 << move\n"},
        "a match is its record",
        ("StopIteration in apply_action", "ply 4", "seat [01]"),
    ),
    (
        {"    return found if row": "    assert not state.ply\n    return found if row"},
        "the laws of a position hold along a game",
        ("ply 1",),
    ),
    (
        {"    out[2 * NUM_ACTIONS] = protocols": "    out[2 * NUM_ACTIONS] = 2 + protocols"},
        "the laws of a position hold along a game",
        ("observe: turn is [23]", r"ply \d"),
    ),
    (
        {"parse_move, format_move, describe_move, narrate = protocols.named_moves(SQUARES)\n":
         "parse_move, format_move, describe_move, narrate = protocols.named_moves(SQUARES)\n\n\n"
         "def refusal_parameters(box, state, player, move, code):\n    return {}[move]\n\n\n",
         "prompt, refusal_parameters = protocols.prompt, protocols.refusal_parameters": "prompt = protocols.prompt"},
        "every click is a move or gets its reason",
        ("KeyError: [0-9]+ in refusal_parameters", "seat [01]", "piece '(square|piece)-[a-h][1-8]'"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "law", "names"), NAMELESS)
def test_a_broken_law_names_position_seat_piece_and_function(
    tmp_path: Path, changes: dict[str, str], law: str, names: tuple[str, ...]
) -> None:
    plant_game(tmp_path, "mutant", "mutant", changes)
    done = run((*BATTERY, "mutant", "--interpreted"), tmp_path, DECAPOD_CACHE=str(tmp_path / "cache"))
    assert done.returncode == 1, done.stdout + done.stderr
    breaches = dict(re.findall(r"^✗ (.*) \(2 players, classic\)\n  (.*)$", done.stdout, re.MULTILINE))
    for breach in breaches.values():
        assert re.search(r"position 'classic 2 \| .*'", breach), done.stdout
        assert re.search(r"mutant \(classic\), 2 players, (seed \d+, )?ply \d+", breach), done.stdout
    for name in names:
        assert re.search(name, breaches[law]), (name, breaches[law])


COUNTED = """
import decapod
from decapod.engine import rollout
game = decapod.game("mutant")
lengths = []
for on in ("python", "cpu"):
    run = rollout.run(game.rules, game.box.record, players=2, options=(0,), games=60, device=on)
    lengths.append(int(run.results["length"].sum()))
print(lengths)
"""


def test_a_changed_rule_of_a_game_from_outside_is_never_run_as_it_was(tmp_path: Path) -> None:
    plant_game(tmp_path, "mutant", "mutant", {})
    source, cache = tmp_path / "mutant" / "__init__.py", str(tmp_path / "cache")
    first = run(("-c", COUNTED), tmp_path, DECAPOD_CACHE=cache)
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace("(1, WIDTH, WIDTH + 1, WIDTH - 1)", "(1,)"), encoding="utf-8")
    second = run(("-c", COUNTED), tmp_path, DECAPOD_CACHE=cache)
    before, after = json.loads(first.stdout), json.loads(second.stdout)
    assert before[0] == before[1]
    assert after[0] == after[1] > before[1], "fewer rows win, so games are longer"


# --- the tests themselves, beside games from outside ---------------------------------------------------------

#: Modules that go through our games, and take a few seconds in all.
WALKS = (
    "tests/contract/test_rulebook.py", "tests/contract/test_sources.py", "tests/engine/test_contract.py",
    "tests/engine/test_verbs.py", "tests/scene/test_scene.py", "tests/server/http/test_games.py",
    "tests/test_rulebook.py", "tests/web/test_lessons.py", "tests/web/test_worked_examples.py",
)  # fmt: skip


@pytest.fixture(scope="session")
def two_games(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Install a second game beside the example. Neither has a lesson."""
    folder = tmp_path_factory.mktemp("second")
    plant_game(folder, "outsider", "outsider", {'[("pieces", "i8", 2)]': '[("pieces", "i8", 2), ("spare", "i8")]'})
    return installed, folder


def test_the_tests_can_be_collected_beside_games_from_outside(two_games: tuple[Path, Path]) -> None:
    listed = json.loads(run((*DECAPOD, "games", "--json"), *two_games).stdout)
    assert {"outsider", "tic-tac-toe"} < {one["name"] for one in listed}
    done = run(("-m", "pytest", "--collect-only", "-q", "-n", "0", "tests"), *two_games)
    assert done.returncode == 0, done.stdout[-2000:]
    assert not re.findall(r"^tests/.*\[.*(?:outsider|tic-tac-toe)\b.*\]$", done.stdout, re.MULTILINE)


def test_the_tests_that_go_through_games_pass_beside_games_from_outside(two_games: tuple[Path, Path]) -> None:
    done = run(("-m", "pytest", "-q", "-n", "0", "-m", "not slow", *WALKS), *two_games)
    assert done.returncode == 0, done.stdout[-2000:]


def test_no_test_goes_through_all_games_that_are_installed() -> None:
    walks = re.compile(r"\bdecapod\.games\(\)|import games\b")
    found = [path.name for path in (ROOT / "tests").rglob("*.py") if walks.search(path.read_text(encoding="utf-8"))]
    assert found == ["test_examples.py"], "they go through `tests.GAMES`"


# --- its rules --------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def tic_tac_toe() -> Iterator[Game]:
    """Load the example from where it lies."""
    sys.path.insert(0, str(EXAMPLE))
    yield Game("tic_tac_toe", "tic-tac-toe")
    sys.path.remove(str(EXAMPLE))


def play(game: Game, moves: str, box: Path | None = None) -> Match:
    """Play moves in turn, player 0 first."""
    match = game.match(seed=1, first="0", box=box)
    for move in moves.split():
        match.play(match.to_act[0], move)
    return match


def board(tmp_path: Path, size: int, row: int) -> Path:
    """Write a box of one's own."""
    path = tmp_path / "box.toml"
    path.write_text(f'source.board = "reconstructed"\nboard.size = {size}\nboard.row = {row}\n', encoding="utf-8")
    return path


@pytest.mark.rule("TTT-1")
def test_the_board_is_empty_and_someone_begins(tic_tac_toe: Game) -> None:
    match = play(tic_tac_toe, "")
    assert [move.text for move in match.legal_moves(0)] == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert {tic_tac_toe.match(seed=seed).to_act for seed in range(20)} == {(0,), (1,)}
    faces = [piece.face for piece in play(tic_tac_toe, "b2 a1").scene(0).pieces]
    assert (faces.count("square"), faces.count("piece-0"), faces.count("piece-1")) == (9, 1, 1)


@pytest.mark.rule("TTT-2")
def test_players_take_turns_on_squares_of_the_board(tic_tac_toe: Game) -> None:
    match = play(tic_tac_toe, "b2")
    assert match.to_act == (1,)
    assert str(match.why_not(0, "a1")) == "It is Blue's turn. [TTT-2]"
    for nowhere in ("d1", "a4", "h1"):
        assert str(match.why_not(1, nowhere)) == "There is no such square on this board. [TTT-2]"
    assert str(match.why_not(1, 10**6)) == "There is no such square on this board. [TTT-2]"
    assert str(match.why_not(1, "i1")) == "'i1' is no move; write one like a1"


@pytest.mark.rule("TTT-3")
def test_a_square_that_is_taken_stays_taken(tic_tac_toe: Game) -> None:
    match = play(tic_tac_toe, "b2 a1")
    assert str(match.why_not(0, "b2")) == str(match.why_not(0, "a1")) == "This square is taken. [TTT-3]"
    assert match.move_from_clicks(0, ["piece-a1"]) == match.move_from_clicks(0, ["square-a1"]) == 0


@pytest.mark.rule("TTT-4")
@pytest.mark.parametrize("row", ["a1 b1 c1", "b1 b2 b3", "a1 b2 c3", "a3 b2 c1"])
@pytest.mark.parametrize("winner", [0, 1])
def test_three_in_a_row_win(tic_tac_toe: Game, row: str, winner: int) -> None:
    others = [square for square in ("a2", "b3", "c2", "a3", "b1") if square not in row.split()]
    mine = row.split()
    moves = [move for pair in zip(mine, others, strict=False) for move in (pair if winner == 0 else pair[::-1])]
    match = play(tic_tac_toe, " ".join(moves[:5] if winner == 0 else moves[:6]))
    assert match.outcome is not None
    assert (match.outcome.code, match.outcome.winners) == ("row", (winner,))
    assert match.places == ((1, 2) if winner == 0 else (2, 1))
    assert match.outcome.words == f"{('Coral', 'Blue')[winner]} wins with a whole row."


@pytest.mark.rule("TTT-4")
def test_a_row_does_not_run_on_at_the_other_side(tic_tac_toe: Game, tmp_path: Path) -> None:
    largest = board(tmp_path, 7, 3)
    assert not play(tic_tac_toe, "f1 a4 g1 b5 a2 d7 b2", largest).is_over
    assert not play(tic_tac_toe, "b1 g7 a2 e7 g3", largest).is_over  # aslant to the left
    assert not play(tic_tac_toe, "f1 b7 g2 d7 a4", largest).is_over  # aslant to the right


@pytest.mark.rule("TTT-5")
def test_a_full_board_without_a_row_is_a_draw(tic_tac_toe: Game) -> None:
    match = play(tic_tac_toe, "a1 b1 c1 b2 a2 c2 b3 a3 c3")
    assert match.outcome is not None
    assert (match.outcome.code, match.outcome.winners, match.places) == ("full", (0, 1), (1, 1))


def test_a_designers_board_is_larger_and_needs_more_in_a_row(tic_tac_toe: Game, tmp_path: Path) -> None:
    match = play(tic_tac_toe, "a1 e5 b1 e4 c1 e3", board(tmp_path, 5, 4))
    assert len(match.scene(0).pieces) == 25 + 6
    match.play(0, "d1")
    assert match.is_over
    with pytest.raises(decapod.ParseError, match=r"board\.row is a whole number from 3 to 5, not 6"):
        play(tic_tac_toe, "", board(tmp_path, 5, 6))


# --- played at a terminal ---------------------------------------------------------------------------------


def test_the_example_is_played_to_its_end_at_a_terminal(installed: Path, tmp_path: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        [*DECAPOD, "play", "tic-tac-toe", "--seats", "you,random", "--option", "first=0", "--seed", "1"],
        env=environment_with(installed, DECAPOD_DATA=str(tmp_path), DECAPOD_JIT="0", TERM="dumb"),
        encoding="utf-8",
        timeout=60,
    )
    child.setecho(False)
    try:
        child.expect("a1  b1  c1")
        child.expect("Your turn: choose an empty square.")
        child.expect("Coral> ")
        child.sendline("b2")
        child.expect("Blue takes")
        child.expect("Coral> ")
        child.sendline("why b2")
        child.expect(r"This square is taken. \[TTT-3\]")
        child.expect("TTT-3 A square has room for one piece")
        for _ in range(9):
            child.sendline("1")
            if child.expect(["Coral> ", "wins with a whole row", "A draw: the board is full"]) != 0:
                break
        else:
            pytest.fail("the game did not end")
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)
    (kept,) = tmp_path.glob("tic-tac-toe-*.decapod")
    verified = run((*DECAPOD, "verify", str(kept)), installed)
    assert "moves are legal" in verified.stdout, verified.stderr


# --- the example bot --------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def with_bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the example bot once."""
    return install_example(tmp_path_factory.mktemp("bot"), EXAMPLE_BOT)


def test_an_installed_bot_is_listed_after_ours_with_its_line(with_bot: Path) -> None:
    done = run((*DECAPOD, "bots"), with_bot)
    assert done.returncode == 0, done.stderr
    names = [line.split()[0] for line in done.stdout.splitlines()]
    assert names == [*OUR_BOTS, "greedy", "NAME:BUDGET", "NAME@FILE", "py:MODULE:CLASS", "exec:COMMAND"]
    assert re.search(r"^greedy +Grabs what it can: looks one move ahead.$", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("seats", ["greedy,random", "py:greedy_bot:Greedy,random"])
def test_a_bot_from_outside_plays_in_the_terminal(with_bot: Path, tmp_path: Path, seats: str) -> None:
    command = (*DECAPOD, "play", "crab-stack", "--seats", seats, "--seed", "3")
    done = run(command, with_bot, DECAPOD_DATA=str(tmp_path), DECAPOD_JIT="0")
    assert done.returncode == 0, done.stderr
    assert "chance moves for" not in done.stdout
    (kept,) = tmp_path.glob("*.decapod")
    assert decapod.load(kept).is_over


# --- games that are broken --------------------------------------------------------------------------------

#: Name -> what is changed in a copy of the example, and the line that says what is wrong with it.
BROKEN: dict[str, tuple[dict[str, str], str]] = {
    "a-gap": ({"def places(": "def placing("}, "a_gap is no game: it lacks places(box, state, out)"),
    "a-misnomer": (
        {"def apply_action(box, state, player, move)": "def apply_action(box, state, who, move)"},
        "a_misnomer is no game: it lacks apply_action(box, state, player, move) "
        "(it has apply_action(box, state, who, move))",
    ),
    "a-stranger": (
        {'NAME, RULES_VERSION = "a-stranger", 1': 'NAME, RULES_VERSION = "friend", 1'},
        "a_stranger is registered as 'a-stranger', but its NAME is 'friend'",
    ),
    "an-import": (
        {"from decapod.scene.art import crab_face, seat_colours": "import no_such_module"},
        "cannot import the game an_import: No module named 'no_such_module'",
    ),
    "a-typo": (
        {"def read_box(box, printed):": "def read_box(box, printed)"}, "cannot import the game a_typo: SyntaxError: ",
    ),
    "a-crash": ({"LARGEST = 7": "LARGEST = 7 // 0"}, "cannot import the game a_crash: ZeroDivisionError: "),
    "a-crowd": (
        {'VARIANTS = {"classic": (2,)}': 'VARIANTS = {"classic": (2, 16)}'},
        "a_crowd is no game: it is for 16 players, and a table has room for 15",
    ),
    "a-void": ({'VARIANTS = {"classic": (2,)}': "VARIANTS = {}"}, "a_void is no game: ValueError: "),
    "a-scrawl": ({"[en]": "[en"}, "words.toml is not valid TOML"),
    "a-silence": ({'blurb = "Crabs': 'blurbs = "Crabs'}, "words.toml has no words for 'blurb'"),
    "a-bad-box": ({"size = 3": "size = 2"}, "board.size is a whole number from 3 to 7, not 2"),
    "a-slip": ({"row = 3  #": "row = 3\ncolour = 1  #"}, "in line 9: there is no board.colour; there are row, size"),
    "a-cuckoo": ({'game = "a-cuckoo"': 'game = "crabs"'}, "is for 'crabs', not for a-cuckoo"),
    "a-lawless": (
        {f"**TTT-{n}**": f"TTT-{n}" for n in range(1, 6)},
        "rules.md has no rules: no paragraph begins with an id, like **TTT-1**",
    ),
    "a-twin": (
        {
            'State = state_type([("pieces", "i8", 2)])': "State = STACK",
            "import crab_face, seat_colours": "import crab_face, seat_colours\n"
            "from decapod.games.crab_stack.state import State as STACK",
        },
        "a_twin and decapod.games.crab_stack have tables of the same layout",
    ),
    "z-twin": ({}, "z_twin and tic_tac_toe have tables of the same layout"),
}  # fmt: skip


@pytest.fixture(scope="session")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install every broken game there is, all at once."""
    folder = tmp_path_factory.mktemp("broken")
    for name, (changes, _) in BROKEN.items():
        plant_game(folder, name, name.replace("-", "_"), changes)
    plant_game(folder, "a-blank", "a_blank", {}, without="words.toml")
    plant_game(folder, "crab-stack", "an_impostor", {})
    register(folder, "a-ghost", "a_ghost")
    return folder


MORE_LINES = {
    "a-blank": "a_blank is no game: it lacks words.toml",
    "a-ghost": "cannot import the game a_ghost: No module named 'a_ghost'",
    "crab-stack": "an_impostor is registered as 'crab-stack', which is the name of decapod.games.crab_stack",
}


def test_broken_games_hide_no_other_and_are_named_with_what_is_wrong(installed: Path, broken: Path) -> None:
    done = run((*DECAPOD, "games"), installed, broken)
    assert done.returncode == 0, done.stderr
    assert {"crab-stack", "tic-tac-toe"} <= set(re.findall(r"^ ([a-z-]+) ", done.stdout, re.MULTILINE)) <= {
        *OURS, "tic-tac-toe", "name",
    }  # fmt: skip
    lines = [line for line in done.stderr.splitlines() if not line.startswith("decapod: decapod.games.")]
    assert len(lines) == len(BROKEN) + len(MORE_LINES), done.stderr
    for says in [*(says for _, says in BROKEN.values()), *MORE_LINES.values()]:
        assert sum(says in line for line in lines) == 1, (says, done.stderr)
    assert all(line.startswith("decapod: ") for line in lines)


@pytest.mark.parametrize("command", ["rules", "play", "bench"])
def test_whoever_asks_for_a_broken_game_gets_one_clear_line(installed: Path, broken: Path, command: str) -> None:
    done = run((*DECAPOD, command, "a-misnomer"), installed, broken)
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stderr == f"decapod: {BROKEN['a-misnomer'][1]}\n"


ASKED_FIRST = """
import decapod, json, sys
lines = {}
for name in json.loads(sys.argv[1]):
    for _ in range(2):
        try:
            decapod.game(name)
        except decapod.ParseError as error:
            lines.setdefault(name, []).append(str(error))
print(json.dumps(lines))
print(decapod.game("crab-stack").match(2, seed=1).is_over, decapod.game("tic-tac-toe").match().is_over)
print(set(lines) & set(decapod.games()))
"""


def test_a_broken_game_that_is_asked_for_first_takes_nothing_from_others(installed: Path, broken: Path) -> None:
    lines = {"a-twin": "", **{name: says for name, (_, says) in BROKEN.items()}, **MORE_LINES}
    del lines["crab-stack"]
    done = run(("-W", "error", "-c", ASKED_FIRST, json.dumps([*lines])), installed, broken)
    assert done.returncode == 0, done.stderr
    found, *rest = done.stdout.splitlines()
    assert list(json.loads(found)) == list(lines)
    for name, (first, second) in json.loads(found).items():
        assert first == second
        assert lines[name] in first
        assert "\n" not in first
    assert rest == ["False False", "set()"]


# --- what CONTRIBUTING quotes -----------------------------------------------------------------------------


def test_what_contributing_quotes_is_in_the_example() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    walk = text.partition("\n## Add a game\n")[2].partition("\n## ")[0]
    quoted = re.findall(r"^```(?:python|toml|markdown)\n(.*?)^```$", walk, re.MULTILINE | re.DOTALL)
    files = [path.read_text(encoding="utf-8") for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".toml", ".md")]
    assert len(quoted) >= 8
    for snippet in quoted:
        assert any(f"\n{snippet}" in f"\n{file}" for file in files), f"not in the example:\n{snippet}"
    assert "see DESIGN" not in text
