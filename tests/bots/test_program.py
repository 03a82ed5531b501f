"""A program as a bot: what it is told, what it may answer, and what happens to one that does anything else."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import decapod
import decapod.bots.process_bot as program_module
from decapod.bots import BotFailure, bot, choose_move
from decapod.bots.process_bot import VERSION, ProcessBot, request_for
from decapod.core.player_view import PlayerView
from decapod.errors import UsageError
from tests import GAMES
from tests.installing import FIRST_MOVE
from tests.programs import c_compiler

LONG = 600.0  # seconds that no test waits for


def command(folder: Path, source: str) -> str:
    """Write a program, and the command that runs it."""
    path = folder / "program.py"
    path.write_text(source, encoding="utf-8")
    return shlex.join([sys.executable, "-S", str(path)])


@pytest.fixture(autouse=True)
def no_time_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait no longer for a program that hangs than it may think."""
    monkeypatch.setattr(program_module, "START", 0.0)


@pytest.fixture
def seat() -> PlayerView:
    """The seat of a player who is awaited."""
    return decapod.game("crabs").match(2, seed=7, first=0).player_view(0)


@pytest.fixture
def programs() -> Iterator[list[ProcessBot]]:
    """Programs to be closed at the end."""
    made: list[ProcessBot] = []
    yield made
    for one in made:
        one.close()


def test_a_program_is_told_what_its_seat_may_know(seat: PlayerView) -> None:
    told: dict[str, Any] = json.loads(json.dumps(request_for(seat, 3, 5.0)))
    assert (told["decapod"], told["type"], told["id"], told["seconds"]) == (VERSION, "choose", 3, 5.0)
    assert (told["game"], told["variant"], told["players"], told["player"]) == ("crabs", "standard", 2, 0)
    assert told["options"] == {
        option.name: option.text(n) for option, n in zip(seat.game.options, seat.options, strict=True)
    }
    assert told["legal"] == [{"move": move.id, "text": move.text, "words": move.words} for move in seat.legal_moves()]
    assert told["scene"] == seat.scene().text()
    assert told["observation"] == seat.observation.tolist()
    assert (told["awaiting"], told["points"], told["places"]) == ([0], list(seat.points), list(seat.places))
    assert (told["played"], told["history"]) == ([], [])


def test_one_process_plays_a_whole_game_and_ends_with_it(
    tmp_path: Path, programs: list[ProcessBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = FIRST_MOVE.replace(
        "asked = json", "open('pids', 'a').write(f'{__import__(\"os\").getpid()}\\n')\n    asked = json"
    )
    monkeypatch.chdir(tmp_path)
    program, match = ProcessBot(command(tmp_path, source), seconds=LONG), decapod.game("crab-stack").match(2, seed=1)
    programs.append(program)
    while not match.is_over and len(match.moves) < 30:
        player = match.to_act[0]
        match.play(player, choose_move(program, match.player_view(player)))
    assert len({*(tmp_path / "pids").read_text().split()}) == 1
    process = program._process
    assert process is not None
    program.close()
    assert process.poll() == 0, "it reads the end of its input, and ends by itself"


def test_a_move_may_be_answered_in_notation(tmp_path: Path, seat: PlayerView, programs: list[ProcessBot]) -> None:
    program = ProcessBot(command(tmp_path, FIRST_MOVE.replace('["move"]}', '["text"]}')), seconds=LONG)
    programs.append(program)
    assert program.choose(seat) == seat.legal_moves()[0]


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("print('hello', flush=True); input(); input()", "answered 'hello', which is no move"),
        ("input(); print('[]', flush=True); input()", r"answered '\[\]', which is no move"),
        ("input(); print('{}', flush=True); input()", "answered '{}', which is no move"),
        ('input(); print(\'{"id": 7, "move": 1}\', flush=True); input()', "answered question 7 instead of 1"),
        ('input(); print(\'{"id": 1, "move": 1.5}\', flush=True); input()', "which is no move"),
        ('input(); print(\'{"id": 1, "move": null}\', flush=True); input()', "which is no move"),
        ('input(); print(\'{"id": 1, "move": true}\', flush=True); input()', "which is no move"),
        ('input(); print(\'{"id": 1, "move": "fly away"}\', flush=True); input()', "which is no move"),
        ('input(); print(\'{"id": 1, "move": 999999}\', flush=True); input()', "chose '999999', which is not allowed"),
        ("input(); print('[' * 60000, flush=True); input()", "which is no move"),
        ("input()\nwhile True: print('x' * 1000, end='')", "answered with more than 65536 letters"),
        ("while True: print('x')", "answered 'x', which is no move"),
        ("import sys; input(); sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush(); input()", "which is no move"),
        ("import sys; input(); sys.exit(3)", "ended with exit code 3 instead of answering"),
        ("input(); 1 / 0", "ended with exit code 1 instead of answering: ZeroDivisionError: division by zero"),
        ("import os, sys, time; os.close(1); time.sleep(600)", "closed its output instead of answering"),
        ("import time; time.sleep(600)", "did not answer within 0.5 seconds"),
        ("input()\nwhile True: pass", "did not answer within 0.5 seconds"),
    ],
)
def test_a_program_that_lies_floods_hangs_or_dies_is_told_of_in_one_line_and_ended(
    tmp_path: Path, seat: PlayerView, programs: list[ProcessBot], source: str, says: str
) -> None:
    program = ProcessBot(command(tmp_path, source), seconds=0.5 if "within" in says else LONG)
    programs.append(program)
    with pytest.raises(BotFailure, match=says) as failure:
        choose_move(program, seat)
    assert "\n" not in str(failure.value)
    assert program._process is None, "whatever it was, it is gone"


def test_after_a_failure_the_next_question_starts_the_program_anew(
    tmp_path: Path, seat: PlayerView, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = f"import os\nif not os.path.exists('once'):\n    open('once', 'w')\n    raise SystemExit(1)\n{FIRST_MOVE}"
    monkeypatch.chdir(tmp_path)
    program = ProcessBot(command(tmp_path, source), seconds=LONG)
    with pytest.raises(BotFailure, match="exit code 1"):
        choose_move(program, seat)
    assert choose_move(program, seat) == seat.legal_actions()[0]
    program.close()


def test_what_a_program_started_is_ended_with_it(
    tmp_path: Path, seat: PlayerView, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = "import os, subprocess, time; child = subprocess.Popen(['sleep', '600'])"
    source = f"{start}; open('draft', 'w').write(str(child.pid)); os.rename('draft', 'pid'); time.sleep(600)"
    monkeypatch.chdir(tmp_path)
    written, stop = tmp_path / "pid", threading.Event()

    def wait_for_child() -> None:
        until(written.exists)
        stop.set()

    threading.Thread(target=wait_for_child).start()
    with pytest.raises(BotFailure, match="was stopped"):
        choose_move(ProcessBot(command(tmp_path, source), seconds=LONG, stop=stop), seat)
    state = Path(f"/proc/{written.read_text()}/stat")
    until(lambda: not state.exists() or state.read_text().split()[2] == "Z")


def test_a_program_that_is_ended_leaves_no_stream_open(
    tmp_path: Path, seat: PlayerView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if what reads them ends late, here because something that the program started holds them longer."""
    monkeypatch.setattr(program_module, "ENDING", 0.1)
    monkeypatch.chdir(tmp_path)
    start = "import subprocess; child = subprocess.Popen(['sleep', '600'], start_new_session=True)"
    source = f"{start}; open('pid', 'w').write(str(child.pid)); print('hello', flush=True); input(); input()"
    program = ProcessBot(command(tmp_path, source), seconds=LONG)
    process = program._started()
    streams = [process.stdin, process.stdout, process.stderr]
    with pytest.raises(BotFailure, match="answered 'hello'"):
        choose_move(program, seat)
    os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
    until(lambda: all(stream is not None and stream.closed for stream in streams))


def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.05)


def test_whoever_waits_no_longer_is_not_kept_waiting(tmp_path: Path, seat: PlayerView) -> None:
    stop = threading.Event()
    program = ProcessBot(command(tmp_path, "import time; time.sleep(600)"), seconds=LONG, stop=stop)
    threading.Timer(0.3, stop.set).start()
    with pytest.raises(BotFailure, match="was stopped"):
        choose_move(program, seat)


def test_a_program_may_complain_as_much_as_it_likes(
    tmp_path: Path, seat: PlayerView, programs: list[ProcessBot]
) -> None:
    source = FIRST_MOVE.replace("    asked", "    sys.stderr.write('x' * 500_000)\n    asked")
    program = ProcessBot(command(tmp_path, source), seconds=LONG)
    programs.append(program)
    assert choose_move(program, seat) == seat.legal_actions()[0]


def test_no_variable_of_ours_reaches_a_program(
    tmp_path: Path, seat: PlayerView, monkeypatch: pytest.MonkeyPatch, programs: list[ProcessBot]
) -> None:
    monkeypatch.setenv("DECAPOD_KEY", "00" * 32)
    source = "import os; raise SystemExit(str([k for k in os.environ if 'DECAPOD' in k]))"
    program = ProcessBot(command(tmp_path, source), seconds=LONG)
    programs.append(program)
    with pytest.raises(BotFailure, match=r"exit code 1 instead of answering: \[\]"):
        choose_move(program, seat)


def test_a_program_that_cannot_be_started_is_told_in_one_line(tmp_path: Path, seat: PlayerView) -> None:
    with pytest.raises(BotFailure, match=r"^cannot start no-such-program: No such file or directory$"):
        choose_move(bot("exec:no-such-program"), seat)
    with pytest.raises(BotFailure, match="Permission denied"):
        choose_move(bot(f"exec:{tmp_path}"), seat)
    with pytest.raises(UsageError, match="names a program"):
        ProcessBot("''"[:0])


def test_a_program_has_time_to_start_and_then_only_to_think(
    tmp_path: Path, seat: PlayerView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_module, "START", LONG)
    program = ProcessBot(
        command(tmp_path, f"import time; time.sleep(2)\n{FIRST_MOVE}\n    time.sleep(600)"), seconds=0.5
    )
    assert choose_move(program, seat) == seat.legal_actions()[0]
    with pytest.raises(BotFailure, match=r"did not answer within 0\.5 seconds"):
        choose_move(program, seat)


def test_the_page_that_explains_it_names_every_field_and_its_example_plays(
    tmp_path: Path, seat: PlayerView, programs: list[ProcessBot]
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
    named = {name for row in re.findall(r"^\| (`.*?`) \|", page, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert named == set(request_for(seat, 1, 1.0))
    assert f"This is version {VERSION}." in page
    (source,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    program = ProcessBot(command(tmp_path, source), seconds=LONG)
    programs.append(program)
    assert choose_move(program, seat) in seat.legal_actions()


ROOT = Path(__file__).parents[2]


def test_the_dialogue_of_the_documentation_is_what_is_said(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
    told = re.findall(r"^([<>]) (.+)$", text.partition("## An example dialogue")[2], re.MULTILINE)
    questions, answers = ([line for sign, line in told if sign == one] for one in "><")
    heard, says = tmp_path / "heard", tmp_path / "answers"
    says.write_text("\n".join(answers) + "\n", encoding="utf-8")
    source = f"import sys\nfor say in open({str(says)!r}):\n    line = sys.stdin.readline()\n"
    source += f"    open({str(heard)!r}, 'a').write(line)\n    print(say, end='', flush=True)\n"
    program = ProcessBot(command(tmp_path, source), seconds=LONG)
    match, asked = decapod.game("crabe-vs-poulpe").match(2, seed=7, first=0), 0
    while asked < len(questions):
        player = match.to_act[0]
        if player == 0:
            asked += 1
            match.play(0, choose_move(program, match.player_view(0)))
        else:
            match.play(player, match.legal_actions(player)[0])
    program.close()
    said = [{**json.loads(line), "seconds": 2.0} for line in heard.read_text(encoding="utf-8").splitlines()]
    assert said == [json.loads(line) for line in questions]
    assert len(answers) == len(questions) == 2


@pytest.fixture(scope="session")
def in_c(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Compile the example in C, without a warning."""
    built = tmp_path_factory.mktemp("c") / "by_chance"
    source = ROOT / "examples" / "programs" / "by_chance.c"
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1"]
    subprocess.run([*c_compiler(), *flags, "-o", str(built), str(source)], check=True)
    return str(built)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["python", "c"])
def test_the_examples_play_every_game(
    language: str, name: str, programs: list[ProcessBot], request: pytest.FixtureRequest
) -> None:
    in_python = shlex.join([sys.executable, "-S", str(ROOT / "examples" / "programs" / "by_chance.py")])
    program = ProcessBot(in_python if language == "python" else request.getfixturevalue("in_c"), seconds=LONG)
    programs.append(program)
    match = decapod.game(name).match(seed=5)
    while not match.is_over and len(match.moves) < 12:
        player = match.to_act[0]
        match.play(player, choose_move(program, match.player_view(player)))
    assert len(match.moves) == 12 or match.is_over


def test_an_example_is_about_forty_lines_long() -> None:
    for path in (ROOT / "examples" / "programs").iterdir():
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 40, path.name
