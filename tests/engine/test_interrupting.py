"""Ctrl-C ends whatever runs long: on every way of running, on one thread or several, and while it compiles."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest

from tests.installing import EXAMPLE

START = 300  # seconds after which a program never starts
MOMENT = 30  # seconds: it is over at once, but this machine may have much else to do

PLAYING = """
import os, sys
sys.path.insert(0, os.environ["EXAMPLE"])
from decapod.engine import cuda_rollout
from decapod.engine.perft import perft
from decapod.core.game import Game
game = Game("tic_tac_toe")
big = game.parse_box("[board]\\nsize = 7\\nrow = 7\\n", "of ours")

def tell(done):
    print("playing", flush=True)

def play():
    what, on, threads = sys.argv[1:]
    if what == "perft":
        match = game.match(box=big)
        perft(game.rules, big.record, match.state, 1, on)
        tell(0)
        perft(game.rules, big.record, match.state, 12, on)
    elif on == "cuda":  # few threads, for the simulator is slow
        shape = {"block": 8, "blocks_a_processor": 1}
        cuda_rollout.run(game.rules, big.record, players=2, options=(0,), games=10**6, progress=tell, **shape)
    else:
        threads = int(threads) if on == "cpu" else None
        game.simulate(seconds=3600, box=big, device=on, threads=threads, progress=tell)

try:
    play()
except KeyboardInterrupt:
    sys.exit(130)
"""


def interrupted(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Press Ctrl-C, wait until a process is over; return its exit code and what it said was wrong."""
    process.send_signal(signal.SIGINT)
    try:
        _, errors = process.communicate(timeout=MOMENT)
    finally:
        process.kill()
    return process.returncode, errors


@pytest.mark.slow
@pytest.mark.parametrize(
    "how",
    [
        ("simulate", "python", "1"),
        ("simulate", "cpu", "1"),
        ("simulate", "cpu", "3"),
        ("simulate", "cuda", "1"),
        ("perft", "python", "1"),
        ("perft", "cpu", "1"),
        ("perft", "cuda", "1"),
    ],
)
def test_ctrl_c_ends_what_is_being_played(how: tuple[str, str, str]) -> None:
    environment = {**os.environ, "EXAMPLE": str(EXAMPLE), "DECAPOD_JIT": "1"}
    if how[1] == "cuda":
        environment["NUMBA_ENABLE_CUDASIM"] = "1"
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYING, *how],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line == "playing\n", process.communicate()
    code, errors = interrupted(process)
    assert (code, errors) == (130, "")


@pytest.mark.slow
@pytest.mark.parametrize("command", [("bench",), ("perft", "--depth", "9")])
def test_ctrl_c_ends_compiling(command: tuple[str, ...], tmp_path: Path) -> None:
    environment = {**os.environ, "DECAPOD_CACHE": str(tmp_path), "DECAPOD_JIT": "1"}
    name, *more = command
    process = subprocess.Popen(
        [sys.executable, "-m", "decapod.cli", name, "oh-crab", *more],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    while not list(tmp_path.glob("kernels/*.lock")):  # there while a child compiles
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    assert interrupted(process) == (130, "")
    assert not list(tmp_path.glob("kernels/*.kernel"))


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [("--device", "python"), ("--threads", "1"), ("--threads", "2")])
def test_ctrl_c_ends_bench(arguments: tuple[str, ...]) -> None:
    """Whatever it does by then: compile or play."""
    command = ["-m", "decapod.cli", "bench", "crab-stack", "--seconds", "3600", *arguments]
    environment = {**os.environ, "DECAPOD_JIT": "1", "TERM": "xterm", "COLUMNS": "100"}
    terminal = pexpect.spawn(sys.executable, command, env=environment, encoding="utf-8", timeout=MOMENT)
    try:
        terminal.expect(f"Crab Stack on {'python' if 'python' in arguments else 'cpu'}", timeout=START)
        terminal.sendintr()
        terminal.expect(pexpect.EOF)
    finally:
        terminal.close(force=True)
    assert (terminal.exitstatus, "Traceback" in terminal.before) == (130, False)
