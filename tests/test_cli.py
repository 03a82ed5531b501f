"""The command line: what it prints, and one clear line for whatever is wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pexpect
import pytest

import decapod
from decapod import cli
from decapod.core.record import read_record
from tests import GAMES
from tests.installing import FIRST_MOVE

PROGRAM = [sys.executable, "-m", "decapod.cli"]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as its program would, without the second that starting one takes."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err), open(os.devnull) as nothing:
        patch.setattr(sys, "stdin", nothing)
        for name, value in {"COLUMNS": "100", **environment}.items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as exited:
            cli.main(list(arguments))
    code = exited.value.code
    assert isinstance(code, int)
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def run_program(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    match = decapod.game("crab-stack").match(2, seed=7)
    for _ in range(5):
        match.play(match.to_act[0], match.legal_moves(match.to_act[0])[0])
    match.save(tmp_path / "five.decapod")
    return tmp_path / "five.decapod"


def test_games_are_listed() -> None:
    done = run("games")
    assert done.returncode == 0
    assert "crab-stack" in done.stdout
    listed = json.loads(run("games", "--json").stdout)
    assert {"variant": "a", "players": 4} in listed[[g["name"] for g in listed].index("crab-stack")]["modes"]


@pytest.mark.parametrize("width", [100, 80, 76, 75, 60, 40, 20])
def test_no_name_that_people_type_is_cut_in_the_list_of_games(width: int) -> None:
    lines = run("games", COLUMNS=str(width)).stdout.splitlines()
    assert all(len(line) <= width for line in lines)
    words = set(re.findall(r"[\w-]+", "\n".join(lines)))
    for name in GAMES:
        game = decapod.game(name)
        assert {name, *game.variants, *(option.name for option in game.options)} <= words


def test_rules_are_printed_by_id() -> None:
    assert run("rules", "crab-stack", "cs-6").stdout.startswith("CS-6 A crab must end")
    assert run("rules", "crab-stack", "cs-6", "--language", "fr").stdout.startswith("CS-6 Un crabe doit finir")
    everything = run("rules", "crab-stack").stdout
    assert all(rule in everything for rule in decapod.game("crab-stack").rulebook)


@pytest.fixture
def four(tmp_path: Path) -> Path:
    """A box of Crabs! in which four cards are caught."""
    path = tmp_path / "four.toml"
    path.write_text(decapod.game("crabs").box.text.replace("catch = 2 ", "catch = 4 "), encoding="utf-8")
    return path


@pytest.mark.slow
def test_a_box_is_printed_with_its_comments_and_checked(four: Path, tmp_path: Path) -> None:
    printed = subprocess.run([*PROGRAM, "box", "crabe-vs-poulpe"], capture_output=True, check=True, timeout=120).stdout
    assert printed == (decapod.game("crabe-vs-poulpe").folder / "box.toml").read_bytes()
    assert run("box", "--check", str(four)).stdout == (
        f"{four}: fine. Otherwise than in the printed box: deal.catch: 2 → 4.\n"
    )
    slip = tmp_path / "slip.toml"
    slip.write_text(four.read_text(encoding="utf-8").replace("relax = 3", "rellax = 3"), encoding="utf-8")
    refused = run("box", "--check", str(slip))
    assert refused.returncode == 2
    says = f"decapod: the box {slip} is wrong in line 24: there is no deal.rellax; did you mean relax?\n"
    assert refused.stderr == says
    nameless = tmp_path / "nameless.toml"
    nameless.write_text(four.read_text(encoding="utf-8").replace("game =", "# game ="), encoding="utf-8")
    assert "does not say which game it is for" in run("box", "--check", str(nameless)).stderr
    assert ": fine. " in run("box", "--check", str(nameless), "--game", "crabs").stdout


def test_rules_and_counts_follow_a_box(four: Path) -> None:
    assert run("rules", "crabs", "cr-1", "--box", str(four)).stdout.startswith(
        "Otherwise than in the printed box: deal.catch: 2 → 4.\nCR-1 "
    )
    for game in (["crabs"], []):  # the box names it
        assert "CR-8 Take 4 cards" in run("rules", *game, "cr-8", "--box", str(four)).stdout
        assert "CR-8 Prenez 4 cartes" in run("rules", *game, "--box", str(four), "--language", "fr").stdout
    counts = [
        json.loads(run("perft", "crabs", "--depth", "4", "--device", "python", "--json", *box).stdout)["counts"]
        for box in ([], ["--box", str(four)])
    ]
    assert counts[0][0] == counts[1][0]
    assert counts[0] != counts[1]


@pytest.mark.slow
def test_a_match_with_a_box_of_its_own_goes_on_and_is_verified_without_it(four: Path, tmp_path: Path) -> None:
    match = decapod.game("crabs").match(2, seed=1, box=four)
    match.play(match.to_act[0], "catch")
    four.unlink()
    saved = tmp_path / "mine.decapod"
    match.save(saved)
    verified = run("verify", str(saved)).stdout
    assert "all 1 moves are legal" in verified
    assert "deal.catch: 2 → 4" in verified
    assert "4 more" in run("replay", str(saved), "--viewer", str(match.to_act[0])).stdout
    done = run("play", "--resume", str(saved), "--seats", "random,random", DECAPOD_JIT="0")
    assert done.returncode == 0, done.stderr
    assert decapod.load(saved).is_over


def test_rules_begin_with_what_their_marks_mean_and_show_no_markdown() -> None:
    for language, first, mark in (
        ("en", "A rule without a mark", "(ours: "),
        ("fr", "Une règle sans", "(notre règle : "),
    ):
        everything = run("rules", "oh-crab", "--language", language).stdout
        assert everything.startswith(first)
        assert everything.count(first) == 1
        assert mark in everything
        assert not set("*{}") & set(everything)
    assert run("rules", "oh-crab", "oc-33").stdout.startswith("OC-33 After 200 rounds")


def test_rules_are_printed_with_their_charts() -> None:
    everything = run("rules", "crabs").stdout
    assert re.search(r"\n +boat +\+10 +3 +4 *\n", everything)
    assert re.search(r"\n +25 or more +\[5\] +– *\n", everything)
    assert "Reference card" not in everything


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rules", "chess"], "there is no game 'chess'"),
        (["rules", "crab-stack", "--language", "de"], "crab-stack speaks en, fr, not 'de'"),
        (["rules", "crab-stack", "CS-99"], "there is no rule 'CS-99'; there are CS-1 to CS-18"),
        (["play"], "which game?"),
        (["play", "crab-stack", "--players", "9"], "is for 2, 3 or 4 players, not 9"),
        (["play", "crab-stack", "--players", "many"], "--players"),
        (["play", "crab-stack", "--variant", "z"], "no variant 'z'"),
        (["play", "crab-stack", "--seats", "you,stockfish"], "no bot 'stockfish'"),
        (["play", "crab-stack", "--seats", "random,flat-mc:soon"], "'soon' is no budget; write 200ms, 2s, or 5000"),
        (["serve", "--bots", "flat-mc,stockfish"], "no bot 'stockfish'"),
        (["serve", "--bots", "exec:true"], "what shall exec:true be called at a table? write NAME=exec:true"),
        (["play", "crab-stack", "--players", "3", "--seats", "you,random"], "names 2 players, and 3 play"),
        (["play", "crab-stack", "--option", "first"], "--option takes NAME=VALUE"),
        (["play", "crab-stack", "--option", "first=9"], "first is one of random, 0, 1, not '9'"),
        (["play", "crab-stack", "--option", "speed=9"], "no option 'speed'"),
        (["play", "crab-stack", "--option", "seed=1"], "crab-stack has no option 'seed'"),
        (["perft", "crab-stack", "--option", "players=2"], "crab-stack has no option 'players'"),
        (["play", "crab-stack", "--seed", "-4"], "a seed is a whole number"),
        (["play", "crab-stack", "--language", "xx"], "speaks en, fr, not 'xx'"),
        (["play", "crab-stack", "--box", "/no/box.toml"], "cannot read the box"),
        (["play", "--box", "/no/box.toml"], "cannot read the box"),
        (["play", "crabs", "--resume", "/no/file"], "--resume goes on with a match as it was begun"),
        (["play", "--players", "3", "--resume", "/no/file"], "--resume goes on with a match as it was begun"),
        (["rules", "crab-stack", "--box", "/no/box.toml"], "cannot read the box"),
        (["rules", "--box", "/no/box.toml"], "cannot read the box"),
        (["rules"], "which game?"),
        (["perft", "crab-stack", "--box", "/no/box.toml"], "cannot read the box"),
        (["bench", "crab-stack", "--box", "/no/box.toml"], "cannot read the box"),
        (["serve", "--box", "/no/box.toml"], "cannot read the box"),
        (["box"], "which game?"),
        (["box", "chess"], "there is no game 'chess'"),
        (["box", "--check", "/no/box.toml"], "cannot read the box"),
        (["play", "crab-stack", "--seconds", "0", "--seats", "flat-mc,random"], "--seconds is more than 0"),
        (["play", "crab-stack"], "needs a terminal"),
        (["menu"], "needs a terminal"),
        (["replay", "/no/file"], "cannot read /no/file"),
        (["verify", "/no/file"], "cannot read /no/file"),
        (["perft", "crab-stack", "--depth", "0"], "depth is a whole number"),
        (["perft", "crab-stack", "--device", "abacus"], "--device is cpu, cuda or python"),
        (["bench", "crab-stack", "--seconds", "-1"], "--seconds is more than 0"),
        (["bench", "crab-stack", "--threads", "0"], "--threads is a whole number"),
        (["bench", "crab-stack", "--device", "cuda"], "GPU"),
        (["bench", "crab-stack", "--option", "games=3"], "crab-stack has no option 'games'"),
        (["dance"], "No such command 'dance'"),
        (["games", "--loud"], "--loud"),
    ],
)
def test_whatever_is_wrong_is_said_in_one_line(arguments: list[str], says: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2, done.stdout + done.stderr
    assert says in done.stderr
    assert done.stderr.startswith("decapod: ")
    assert done.stderr.count("\n") == 1


def test_bots_play_without_a_terminal_and_the_match_is_kept(tmp_path: Path) -> None:
    done = run(
        "play", "crab-stack", "--seats", "random,random", "--seed", "3", DECAPOD_DATA=str(tmp_path), DECAPOD_JIT="0"
    )
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout or "draw" in done.stdout
    (kept,) = tmp_path.glob("*.decapod")
    assert decapod.load(kept).is_over


def test_a_program_plays_in_the_terminal_and_one_that_fails_has_lost(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(FIRST_MOVE, encoding="utf-8")
    python = f"exec:{sys.executable} -S"
    seats = f"{python} {tmp_path / 'first.py'},{python} {tmp_path / 'missing.py'}"
    seated = ("--seats", seats, "--seed", "3", "--seconds", "60", "--option", "first=0")
    done = run("play", "crab-stack", *seated, DECAPOD_DATA=str(tmp_path), DECAPOD_JIT="0")
    assert done.returncode == 0, done.stderr
    (lost,) = [line for line in done.stdout.splitlines() if line.endswith("Blue has lost.")]
    assert "ended with exit code 2 instead of answering" in lost
    (kept,) = tmp_path.glob("*.decapod")
    assert [made.player for made in decapod.load(kept).moves] == [0]


def test_replay_shows_a_position_and_tells_the_story(saved: Path) -> None:
    assert "Waiting for" in run("replay", str(saved), "--at", "2").stdout
    assert "there is no move 77" in run("replay", str(saved), "--at", "77").stderr
    told = json.loads(run("replay", str(saved), "--json").stdout)
    assert len(told["moves"]) == 5
    assert told["outcome"] is None


def test_replay_prints_a_record_of_older_rules_that_no_longer_fits_as_it_is(saved: Path) -> None:
    record = read_record(saved.read_text(encoding="utf-8"))
    player, move, at = record.moves[0]
    record.moves[0] = (1 - player, move, at)
    text = replace(record, version=0).write()
    saved.write_text(text, encoding="utf-8")
    done = run("replay", str(saved))
    line, blank, rest = done.stdout.split("\n", 2)
    assert done.returncode == 0
    assert "version 0 of the rules of Crab Stack" in line
    assert (blank, rest) == ("", text)
    assert run("replay", str(saved), "--language", "fr").stdout.startswith("Cette partie a été jouée")
    for arguments in (["verify", str(saved)], ["replay", str(saved), "--at", "1"], ["play", "--resume", str(saved)]):
        refused = run(*arguments)
        assert refused.returncode == 2
        assert "version 0 of the rules" in refused.stderr
        assert refused.stderr.count("\n") == 1


def test_verify_checks_the_dice(saved: Path) -> None:
    done = run("verify", str(saved))
    assert "all 5 moves are legal" in done.stdout
    assert json.loads(run("verify", str(saved), "--json").stdout)["ok"] is True
    text = saved.read_text(encoding="utf-8")
    saved.write_text(text.replace("secret   0000", "secret   0001"), encoding="utf-8")
    assert run("verify", str(saved)).returncode == 2


def test_verify_says_that_a_match_was_set_up(tmp_path: Path) -> None:
    path = tmp_path / "set-up.txt"
    match = decapod.game("crab-stack").position("a 2 | turn=0 c2=0l c3=1s c4=1l", seed=1)
    match.play(0, "c2-c3")
    match.save(path)
    lines = run("verify", str(path)).stdout.splitlines()
    assert lines[0].startswith("It was not dealt: it began from a position that somebody set up (a 2 | turn=0 c2=0l")
    assert lines[1] == "Played again from there: all 1 moves are legal."
    assert json.loads(run("verify", str(path), "--json").stdout)["position"] == match.start
    assert run("replay", str(path), "--at", "0").returncode == 0


def test_perft_and_bench_print_json_for_programs() -> None:
    counted = json.loads(
        run("perft", "crab-stack", "--seed", "1", "--depth", "2", "--device", "python", "--json").stdout
    )
    assert counted["counts"] == [41, 1360]
    assert "1,360" in run("perft", "crab-stack", "--depth", "2", "--device", "python").stdout
    figures = json.loads(run("bench", "crab-stack", "--seconds", "0.1", "--device", "python", "--json").stdout)
    assert {"game", "players", "variant", "on", "threads", "moves_per_s", "games_per_s"} < set(figures)
    assert figures["compiled"] is None
    assert "moves/s" in run("bench", "crab-stack", "--seconds", "0.1", "--device", "python").stdout


@pytest.mark.parametrize("variable", ["DECAPOD_JIT=0", "NUMBA_DISABLE_JIT=1"])
def test_bench_says_that_it_is_interpreted_where_compiling_is_switched_off(variable: str, tmp_path: Path) -> None:
    name, _, value = variable.partition("=")
    environment = {"DECAPOD_JIT": "1", name: value, "DECAPOD_CACHE": str(tmp_path)}
    done = run("bench", "crab-stack", "--seconds", "0.1", **environment)
    assert "on python (1 threads)" in done.stdout, done.stderr
    assert f"interpreted: {variable}" in done.stdout
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_doctor_tells_what_is_missing_and_what_installs_it() -> None:
    found = {finding["name"]: finding for finding in json.loads(run("doctor", "--json").stdout)}
    assert found["numba"]["ok"]
    assert found["cores"]["found"].isdigit()
    assert found["club"]["ok"] or "--extra club" in found["club"]["remedy"]
    assert {"club", "cuda", "envs", "lab", "learn", "openspiel", "ray"} < found.keys()
    assert "gpu" in run("doctor").stdout


@pytest.mark.slow
def test_the_program_prints_its_version_and_what_is_wrong() -> None:
    assert run_program("--version").stdout.strip() == f"decapod {decapod.__version__}"
    refused = run_program("rules", "chess")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("decapod: there is no game 'chess'")


# --- at a terminal ----------------------------------------------------------------------------------------


@pytest.fixture
def terminal(tmp_path: Path):
    """Start the program at a terminal of its own."""
    started: list[pexpect.spawn] = []

    def start(*arguments: str) -> pexpect.spawn:
        environment = {
            **os.environ,
            "DECAPOD_DATA": str(tmp_path),
            "DECAPOD_JIT": "0",
            "TERM": "dumb",
            "COLUMNS": "100",
        }
        child = pexpect.spawn(PROGRAM[0], [*PROGRAM[1:], *arguments], env=environment, encoding="utf-8", timeout=60)
        child.setecho(False)
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


@pytest.mark.slow
def test_a_person_can_play_ask_why_get_a_hint_and_take_back(terminal, tmp_path: Path) -> None:
    child = terminal("play", "crab-stack", "--seats", "you,random", "--seed", "7")
    child.expect("Coral> ")
    child.sendline("why f4-f5")
    child.expect(r"CS-\d+|legal")
    child.expect("Coral> ")
    child.sendline("what")
    child.expect("is no move")
    child.sendline("999")
    child.expect("Type a number from 1 to")
    child.sendline("²")
    child.expect("is no move")
    child.sendline("rules cs-9")
    child.expect("Only the top crab")
    child.sendline("help")
    child.expect("make the move with that number")
    child.sendline("hint")
    child.expect("%")
    child.expect("Games that it played on in its mind")
    child.expect("Coral> ")
    child.sendline("1")
    child.expect("Coral> ")
    child.sendline("log")
    child.expect("2. Blue")
    child.sendline("undo")
    child.expect("Coral> ")
    child.sendline(f"save {tmp_path / 'mine.decapod'}")
    child.expect("kept in")
    child.expect("Coral> ")
    assert decapod.load(tmp_path / "mine.decapod").moves == []
    child.sendline("quit")
    child.expect("--resume")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.slow
def test_ctrl_c_keeps_the_match_and_play_goes_on_from_there(terminal, tmp_path: Path) -> None:
    child = terminal("play", "crab-stack", "--seats", "you,random", "--seed", "7")
    child.expect("Coral> ")
    child.sendline("1")
    child.expect("Coral> ")
    child.sendintr()
    child.expect("kept in")
    child.expect(pexpect.EOF)
    (kept,) = tmp_path.glob("*.decapod")
    assert len(decapod.load(kept).moves) == 2
    again = terminal("play", "--resume", str(kept), "--seats", "you,random")
    again.expect("Coral> ")
    again.sendline("2")
    again.expect("Coral> ")


@pytest.mark.slow
def test_the_menu_leads_to_a_game(terminal) -> None:
    child = terminal("menu")
    child.expect("Which one")
    for wrong in ("77", "²"):
        child.sendline(wrong)
        child.expect("Please select one of the available options")
    child.sendline(str(1 + GAMES.index("crab-stack")))
    child.expect("How many")
    child.sendline("²")
    child.expect("Please select one of the available options")
    child.sendline("2")
    child.expect("1 · Shrimp")
    child.expect("Against whom")
    child.sendline("8")
    child.expect("Please select one of the available options")
    child.sendline("2")
    child.expect("is a bot, 2 · Hermit crab[.] Likes points")
    child.expect("> ")


@pytest.mark.slow
def test_q_leaves_the_menu_wherever_it_is_typed(terminal) -> None:
    for before in ([], [("1", "How many")], [("1", "How many"), ("2", "Against whom")]):
        child = terminal("menu")
        child.expect("Which one")
        for line, question in before:
            child.sendline(line)
            child.expect(question)
        child.sendline("q")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0


@pytest.mark.slow
def test_a_replay_is_leafed_through_and_what_is_no_number_does_not_end_it(terminal, saved: Path) -> None:
    child = terminal("replay", str(saved), "--language", "fr")
    child.expect("0 sur 5> ")
    for typed, answer in (("", "1 sur 5> "), ("4", "4 sur 5> "), ("b", "3 sur 5> ")):
        child.sendline(typed)
        child.expect(answer)
    for wrong in ("²", "77", "x"):
        child.sendline(wrong)
        child.expect("Entrée pour la position suivante")
        child.expect("3 sur 5> ")
    child.sendline("Q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.slow
def test_a_person_can_finish_a_game_in_french(terminal) -> None:
    child = terminal("play", "crab-stack", "--seats", "you,random", "--seed", "7", "--language", "fr")
    for _ in range(200):
        if child.expect(["Corail> ", "gagne", "nulle"]) != 0:
            break
        child.sendline("1")
    else:
        pytest.fail("the game did not end")
    child.expect(pexpect.EOF)


# --- the arena --------------------------------------------------------------------------------------------


@pytest.fixture
def arena_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DECAPOD_JIT", "0")
    monkeypatch.setenv("DECAPOD_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "arena"


@pytest.mark.slow
def test_the_arena_prints_one_line_of_json_and_keeps_games_and_page(arena_data: Path, tmp_path: Path) -> None:
    bots = ("--bots", "random, random", "--threads", "1")
    done = run("arena", "crabe-vs-poulpe", *bots, "--games", "3", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["game"], found["games"], len(found["bots"])) == ("crabe-vs-poulpe", 3, 2)
    (games,) = arena_data.glob("*.jsonl")
    assert str(games) in done.stderr
    assert "Crabe vs Poulpe" in games.with_suffix(".html").read_text(encoding="utf-8")
    page = tmp_path / "page.html"
    again = run("arena", "--resume", str(games), "--games", "5", "--html", str(page), "--language", "fr")
    assert "Parties : 5, donnes : 3 ;" in again.stdout
    assert "Classement" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (["chess", "--bots", "random,random"], "there is no game 'chess'"),
        (["crab-stack"], "which game, and which bots?"),
        (["--bots", "random,random"], "which game, and which bots?"),
        (["crab-stack", "--bots", "random"], "for 2 to 64 bots, not 1"),
        (["crab-stack", "--bots", "random,"], "'' names no bot"),
        (["crab-stack", "--bots", "random,py:nowhere:Bot"], "cannot import the bot py:nowhere:Bot"),
        (["crab-stack", "--bots", "random,random", "--games", "0"], "1 to 1000000 games, not 0"),
        (["crab-stack", "--bots", "random,random", "--games", "many"], "--games"),
        (["crab-stack", "--bots", "random,random", "--players", "9"], "players, not 9"),
        (["crab-stack", "--bots", "random,random", "--variant", "z"], "no variant 'z'"),
        (["crab-stack", "--bots", "random,random", "--box", "nowhere.toml"], "cannot read the box nowhere.toml"),
        (["crab-stack", "--bots", "random,random", "--option", "game=1"], "no option 'game'"),
        (["crab-stack", "--bots", "random,random", "--seed", "-1"], "up to 64 bits, not -1"),
        (["crab-stack", "--bots", "random,random", "--threads", "0"], "threads is a whole number from 1 to 1024"),
        (["crab-stack", "--bots", "random,random", "--confidence", "soon"], "--confidence must be more than 0.5"),
        (["crab-stack", "--bots", "random,random", "--html", "nowhere/page.html"], "cannot write the page"),
        (["crab-stack", "--bots", "random,random", "--resume", "nowhere/games.jsonl"], "cannot write nowhere"),
        (["crab-stack", "--bots", "random,random", "--language", "de"], "the lab speaks en, fr, not 'de'"),
        (["--resume", "README.md"], "is no file of an arena"),
    ],
)
def test_a_wrong_flag_of_the_arena_is_told_in_one_line(arena_data: Path, flags: list[str], says: str) -> None:
    done = run("arena", *flags)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    assert not arena_data.exists()


@pytest.mark.slow
def test_an_arena_that_is_interrupted_says_how_to_go_on(arena_data: Path, tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    words = ["arena", "crab-stack", "--bots", "random,random", "--games", "100000", "--threads", "1"]
    child = pexpect.spawn(PROGRAM[0], [*PROGRAM[1:], *words, "--resume", str(games)], encoding="utf-8", timeout=60)
    child.expect("[1-9]/100000")
    child.sendintr()
    child.expect("Crab Stack: arena")
    child.expect(r"(\d+) of 100000 games are kept; go on with: decapod arena --resume ")
    kept = int(child.match[1])
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert kept == len(games.read_text(encoding="utf-8").splitlines()) - 1 > 0
    assert games.with_suffix(".html").exists()


# --- the lab ----------------------------------------------------------------------------------------------


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, where everything is interpreted."""
    monkeypatch.setenv("DECAPOD_JIT", "0")
    monkeypatch.setenv("DECAPOD_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_simulate_prints_one_line_of_json_and_writes_rows(lab: Path) -> None:
    words = ["simulate", "crabe-vs-poulpe", "--games", "6", "--seed", "3", "--out", "rows.parquet"]
    done = run(*words, "--json")
    assert done.returncode == 0
    facts = json.loads(done.stdout)
    run_here = decapod.game("crabe-vs-poulpe").simulate(6, seed=3, device="python", first=0)
    assert (facts["games"], facts["moves"], facts["players"]) == (6, run_here.moves, 2)
    assert (lab / "rows.parquet").exists()
    again = run(*words)
    assert again.returncode == 2
    assert "rows.parquet is there already; go on with it by --resume rows.parquet" in again.stderr
    more = run("simulate", "--resume", "rows.parquet", "--games", "9", "--language", "fr")
    assert "9 parties, " in more.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["simulate"], "which game?"),
        (["simulate", "crab-stack", "--games", "0"], "games is a whole number from 1"),
        (["simulate", "crab-stack", "--device", "moon"], "device must be cpu, cuda, python or ray, not 'moon'"),
        (["simulate", "crab-stack", "--bots", "random,random,random"], "one for each of the 2, not 3"),
        (["simulate", "crab-stack", "--bots", "nobody"], "nobody"),
        (["simulate", "crab-stack", "--bots", "flat-mc:1", "--device", "cuda"], "bots that think play on cpu"),
        (["simulate", "crab-stack", "--out", "rows.csv"], "--out is a file whose name ends in .parquet"),
        (["simulate", "crab-stack", "--out", "nowhere/rows.parquet"], "cannot write"),
        (["simulate", "crab-stack", "--language", "de"], "the lab speaks en, fr, not 'de'"),
        (["simulate", "crab-stack", "--box", "nowhere.toml"], "cannot read the box nowhere.toml"),
        (["simulate", "crab-stack", "--resume", "x.json"], "--resume goes on with what was begun"),
        (["simulate", "--resume", "x.json"], "cannot read x.json"),
        (["report", "chess"], "there is no game 'chess'"),
        (["report", "crab-stack", "--out", "nowhere/page.html"], "cannot write the page"),
        (["compare", "crab-stack", "--box", "a", "--box", "b", "--box", "c"], "not 3"),
        (
            ["compare", "crab-stack", "--box", "a", "--retrain", "0"],
            "--retrain is more than 0 and at most 10080, not 0",
        ),
        (["compare", "crab-stack", "--box", "a", "--retrain", "1", "--bot-games", "0"], "there are none to play"),
        (
            ["sweep", "crab-stack", "--param", "crabs.tiny.steps=1..3", "--objective", "ties min"],
            "the box has no crabs.tiny",
        ),
        (
            ["sweep", "crab-stack", "--param", "crabs.small.steps=3", "--objective", "joy max", "--games", "2"],
            "no measure joy",
        ),
    ],
)
def test_a_wrong_flag_of_the_lab_is_told_in_one_line(lab: Path, words: list[str], says: str) -> None:
    done = run(*words)
    assert done.returncode == 2, done.stderr
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


@pytest.mark.slow
def test_a_simulation_that_is_interrupted_says_how_to_go_on(lab: Path) -> None:
    words = ["simulate", "crab-stack", "--games", "1000000", "--seed", "1"]
    child = pexpect.spawn(PROGRAM[0], [*PROGRAM[1:], *words], encoding="utf-8", timeout=60)
    child.expect("[0-9]/1000000.* [0-9,]+/s")
    child.sendintr()
    child.expect("Seat 2 wins")
    child.expect(r"(\d+) of 1000000 games are kept; go on with: decapod simulate --resume (\S+)")
    kept, path = int(child.match[1]), child.match[2]
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    facts = json.loads(run("simulate", "--resume", path, "--games", str(kept + 5), "--json").stdout)
    straight = json.loads(run("simulate", "crab-stack", "--games", str(kept + 5), "--seed", "1", "--json").stdout)
    for key in ("games", "moves", "length", "wins_by_seat", "endings"):
        assert facts[key] == straight[key]


@pytest.mark.slow
def test_report_compare_and_sweep_write_what_they_found(lab: Path) -> None:
    few = ["--games", "20", "--traced-games", "5", "--bot-games", "4", "--bots", "flat-mc:1", "--threads", "1"]
    done = run("report", "crabe-vs-poulpe", *few, "--ladder-games", "0")
    assert done.returncode == 0, done.stderr
    assert "- random: a game takes " in done.stdout
    assert "- flat-mc:1: a game takes " in done.stdout
    assert "<svg" in (lab / "crabe-vs-poulpe-report.html").read_text(encoding="utf-8")
    box = decapod.game("crabe-vs-poulpe").box.text.replace("hand = 5 ", "hand = 4 ")
    (lab / "mine.toml").write_text(box, encoding="utf-8")
    done = run("compare", "crabe-vs-poulpe", "--box", "mine.toml", *few, "--json")
    assert json.loads(done.stdout)["changes"] == ["rules.hand: 5 → 4"]
    done = run("sweep", "crabe-vs-poulpe", "--param", "rules.hand=3..4", "--objective", "length min", "--games", "4",
               "--save-best", "best.toml")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert decapod.game("crabe-vs-poulpe").load_box("best.toml").printed["rules"]["hand"] in (3, 4)
