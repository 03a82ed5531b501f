"""A worker of the arena: a process that plays games one by one, so that a bot can hang or crash nobody but itself.

On standard input comes a contest as a line of JSON, then numbers of games. On standard output go the result of each as
a line of JSON, and before every question to a bot its seat and how many seconds it has: whoever starts the worker knows
whose fault it was if it ends. It ends by itself if a bot takes longer, and says so: whoever reads it may be late, and
cannot tell by a clock of its own.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import signal
import subprocess
import sys
from typing import IO

from decapod.bots import precompile, read_bot_name, time_budget
from decapod.bots.base import KERNELS
from decapod.engine import jit_warmup
from decapod.lab.contest import Forfeit, GameResult, Matchup

READY, READY_INTERPRETED = "ready", "ready interpreted"  # the second if kernels were wanted and could not be had
TIMEOUT = "Timeout "  # with this Python begins what it says of a process that took too long


class Worker:
    """A worker, seen from the arena."""

    def __init__(self, contest: str) -> None:
        """Start one for a contest, as JSON."""
        paths = os.pathsep.join(os.path.abspath(path) for path in sys.path)
        self.is_ready = False
        self.is_slow = False  # whether bots think interpreted for want of kernels
        self._process = subprocess.Popen(
            [sys.executable, "-m", "decapod.lab.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": paths}, text=True, encoding="utf-8", start_new_session=True,
        )  # fmt: skip
        self._write(contest)

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it ended: its output will say so
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def wait_until_ready(self) -> None:
        """Wait until its kernels are compiled or loaded."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if line not in (READY, READY_INTERPRETED):
            raise RuntimeError(f"a worker of the arena ended with exit code {self._process.wait()} before it began")
        self.is_ready, self.is_slow = True, line == READY_INTERPRETED

    def play(self, contest: Matchup, number: int) -> GameResult:
        """Let it play a game; if it ends instead, whoever was asked has failed, and the worker is no more."""
        assert self._process.stdout is not None
        self._write(str(number))
        seat, seconds, hung = -1, 0.0, False
        for line in self._process.stdout:
            if line.startswith("{"):
                return GameResult.from_json(line)
            hung = hung or line.startswith(TIMEOUT)
            if not hung:  # else there follows where it was
                words = line.split()
                seat, seconds = int(words[0]), float(words[1])
        code, self.is_ready = self._process.wait(), False
        if seat < 0:
            raise RuntimeError(f"a worker of the arena ended with exit code {code} though no bot was asked")
        words = f"did not answer within {seconds:g} seconds" if hung else f"ended the program with exit code {code}"
        return contest.failed(number, Forfeit(seat, words))

    def kill(self) -> None:
        """End it at once, whatever it does, and what it started: perhaps it compiles."""
        if sys.platform == "win32":
            self._process.kill()
        elif self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """End it, and let go of its streams."""
        self.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with contextlib.suppress(OSError):  # what it did not read
                stream.close()


def main() -> None:
    """Play what is asked for: what the process does."""
    with (
        os.fdopen(os.dup(0), encoding="utf-8") as questions,
        os.fdopen(os.dup(1), "w", encoding="utf-8") as answers,
        open(os.devnull, "r+") as nowhere,
    ):
        os.dup2(nowhere.fileno(), 0)  # what a bot reads is no question
        os.dup2(2, 1)  # and what it prints no answer
        contest = Matchup.from_json(json.loads(questions.readline()))
        _answer(answers, READY if _get_ready(contest) else READY_INTERPRETED)
        for line in questions:

            def ask(seat: int, seconds: float) -> None:
                faulthandler.cancel_dump_traceback_later()
                _answer(answers, f"{seat} {seconds}")
                faulthandler.dump_traceback_later(seconds, exit=True, file=answers)  # also if a bot keeps the GIL

            result = contest.play(int(line), ask)
            faulthandler.cancel_dump_traceback_later()
            _answer(answers, result.to_json())


def _get_ready(contest: Matchup) -> bool:
    """Load kernels, compiled first where a bot thinks: else its first moves would be thought about interpreted.

    Return whether they are there, or not wanted.
    """
    package = contest.rules.package
    thinks = any(read_bot_name(name).playouts or time_budget(name) for name in contest.bots)
    if jit_warmup.wanted() and (thinks or all(jit_warmup.kept(package, kernel) for kernel in KERNELS)):
        precompile(package, wait=True)
    return jit_warmup.state(package) != jit_warmup.FAILED


def _answer(answers: IO[str], line: str) -> None:
    answers.write(line + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
