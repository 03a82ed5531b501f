"""The command line: what it prints, and one clear line for whatever is wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pexpect
import pytest

import decapod
from decapod.record import read_record

PROGRAM = [sys.executable, "-m", "decapod.cli"]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *arguments],
        env={**os.environ, "COLUMNS": "100", **environment},
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=120,
    )  # fmt: skip


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    match = decapod.game("crab-stack").match(2, seed=7)
    for _ in range(5):
        match.play(match.awaiting[0], match.legal(match.awaiting[0])[0])
    match.save(tmp_path / "five.decapod")
    return tmp_path / "five.decapod"


def test_games_are_listed() -> None:
    done = run("games")
    assert done.returncode == 0
    assert "crab-stack" in done.stdout
    listed = json.loads(run("games", "--json").stdout)
    assert {"variant": "a", "players": 4} in listed[[g["name"] for g in listed].index("crab-stack")]["modes"]


def test_rules_are_printed_by_id() -> None:
    assert run("rules", "crab-stack", "cs-6").stdout.startswith("CS-6 A crab must end")
    assert run("rules", "crab-stack", "cs-6", "--language", "fr").stdout.startswith("CS-6 Un crabe doit finir")
    everything = run("rules", "crab-stack").stdout
    assert all(rule in everything for rule in decapod.game("crab-stack").rulebook)


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


@pytest.mark.slow
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
        (["play", "crab-stack", "--players", "3", "--seats", "you,chance"], "names 2 players, and 3 play"),
        (["play", "crab-stack", "--set", "first"], "--set takes NAME=VALUE"),
        (["play", "crab-stack", "--set", "first=9"], "first is one of random, 0, 1, not '9'"),
        (["play", "crab-stack", "--set", "speed=9"], "no option 'speed'"),
        (["play", "crab-stack", "--seed", "-4"], "a seed is a whole number"),
        (["play", "crab-stack", "--language", "xx"], "speaks en, fr, not 'xx'"),
        (["play", "crab-stack", "--box", "/no/box.toml"], "cannot read the box"),
        (["play", "crab-stack", "--seconds", "0", "--seats", "sampler,chance"], "--seconds is more than 0"),
        (["play", "crab-stack"], "needs a terminal"),
        (["menu"], "needs a terminal"),
        (["replay", "/no/file"], "cannot read /no/file"),
        (["verify", "/no/file"], "cannot read /no/file"),
        (["perft", "crab-stack", "--depth", "0"], "depth is a whole number"),
        (["perft", "crab-stack", "--on", "abacus"], "--on is cpu, cuda or python"),
        (["bench", "crab-stack", "--seconds", "-1"], "--seconds is more than 0"),
        (["bench", "crab-stack", "--threads", "0"], "--threads is a whole number"),
        (["bench", "crab-stack", "--on", "cuda"], "GPU"),
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
        "play", "crab-stack", "--seats", "chance,chance", "--seed", "3", DECAPOD_DATA=str(tmp_path), DECAPOD_JIT="0"
    )
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout or "draw" in done.stdout
    (kept,) = tmp_path.glob("*.decapod")
    assert decapod.load(kept).over


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
    for arguments in (["verify", str(saved)], ["replay", str(saved), "--at", "1"], ["play", "--from", str(saved)]):
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


@pytest.mark.slow
def test_perft_and_bench_print_json_for_programs() -> None:
    counted = json.loads(run("perft", "crab-stack", "--seed", "1", "--depth", "2", "--on", "python", "--json").stdout)
    assert counted["counts"] == [41, 1360]
    assert "1,360" in run("perft", "crab-stack", "--depth", "2", "--on", "python").stdout
    figures = json.loads(run("bench", "crab-stack", "--seconds", "0.1", "--on", "python", "--json").stdout)
    assert set(figures) == {"game", "players", "variant", "on", "threads", "moves_per_s", "games_per_s", "mean_length"}
    assert "moves/s" in run("bench", "crab-stack", "--seconds", "0.1", "--on", "python").stdout


@pytest.mark.slow
def test_doctor_tells_what_is_missing_and_what_installs_it() -> None:
    found = {finding["name"]: finding for finding in json.loads(run("doctor", "--json").stdout)}
    assert found["numba"]["ok"]
    assert found["cores"]["found"].isdigit()
    assert found["ray"]["ok"] or "--extra ray" in found["ray"]["remedy"]
    assert "gpu" in run("doctor").stdout


def test_the_version_is_printed() -> None:
    assert run("--version").stdout.strip() == f"decapod {decapod.__version__}"


# --- at a terminal ----------------------------------------------------------------------------------------


def hear_interrupts() -> None:
    """Undo what a shell does to programs in the background, and CI may be one: they do not hear Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


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
        child = pexpect.spawn(
            PROGRAM[0], [*PROGRAM[1:], *arguments], env=environment, encoding="utf-8", timeout=60,
            preexec_fn=hear_interrupts,
        )  # fmt: skip
        child.setecho(False)
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


def test_a_person_can_play_ask_why_get_a_hint_and_take_back(terminal, tmp_path: Path) -> None:
    child = terminal("play", "crab-stack", "--seats", "you,chance", "--seed", "7")
    child.expect("Coral> ")
    child.sendline("why f4-f5")
    child.expect(r"CS-\d+|legal")
    child.expect("Coral> ")
    child.sendline("what")
    child.expect("is no move")
    child.sendline("999")
    child.expect("Type a number from 1 to")
    child.sendline("rules cs-9")
    child.expect("Only the top crab")
    child.sendline("help")
    child.expect("make the move with that number")
    child.sendline("hint")
    child.expect("%")
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
    assert decapod.load(tmp_path / "mine.decapod").played == []
    child.sendline("quit")
    child.expect("--from")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_ctrl_c_keeps_the_match_and_play_goes_on_from_there(terminal, tmp_path: Path) -> None:
    child = terminal("play", "crab-stack", "--seats", "you,chance", "--seed", "7")
    child.expect("Coral> ")
    child.sendline("1")
    child.expect("Coral> ")
    child.sendintr()
    child.expect("kept in")
    child.expect(pexpect.EOF)
    (kept,) = tmp_path.glob("*.decapod")
    assert len(decapod.load(kept).played) == 2
    again = terminal("play", "--from", str(kept), "--seats", "you,chance")
    again.expect("Coral> ")
    again.sendline("2")
    again.expect("Coral> ")


def test_the_menu_leads_to_a_game(terminal) -> None:
    child = terminal("menu")
    child.expect("Which one")
    child.sendline("77")
    child.expect("Type a number")
    child.sendline(str(1 + list(decapod.games()).index("crab-stack")))
    child.expect("How many")
    child.sendline("2")
    child.expect("> ")


def test_a_person_can_finish_a_game_in_french(terminal) -> None:
    child = terminal("play", "crab-stack", "--seats", "you,chance", "--seed", "7", "--language", "fr")
    for _ in range(200):
        if child.expect(["Corail> ", "gagne", "nulle"]) != 0:
            break
        child.sendline("1")
    else:
        pytest.fail("the game did not end")
    child.expect(pexpect.EOF)
