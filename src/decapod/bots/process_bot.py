"""A program as a bot: for each decision it gets one line of JSON with what its seat may know, and answers with one.

`docs/bot-protocol.md` says what the lines hold. Whatever the program does instead of answering (hang, flood, lie,
die) is told in one line as a `BotFailure`, and the program is ended; the next decision starts it anew.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decapod.bots.base import Bot, BotFailure, legal_moves_of
from decapod.errors import ParseError, UsageError

if TYPE_CHECKING:
    from decapod.core.match import Move
    from decapod.core.player_view import PlayerView

VERSION = 1  # of the protocol
SECONDS = 2.0  # for a move, unless told otherwise
START = 5.0  # seconds besides, before the first answer: it may be busy importing things
GRACE = 0.5  # seconds besides, for the lines to travel
ENDING = 2.0  # seconds in which a program ends that has nothing more to read or to say
MOST = 65_536  # bytes in an answer
SHOWN = 80  # letters of a wrong answer that are told
TICK = 0.05  # seconds between two looks whether to stop
OURS = "DECAPOD_"  # variables of ours, some of them secrets, that no program gets


def request_for(seat: PlayerView, number: int, seconds: float) -> dict[str, Any]:
    """Write down what a program is told when a move is wanted: all that its seat may know."""
    options = zip(seat.game.options, seat.options, strict=True)
    return {
        "decapod": VERSION,
        "type": "choose",
        "id": number,
        "seconds": seconds,
        "game": seat.game.name,
        "version": seat.game.version,
        "box": seat.box.hash,
        "variant": seat.variant,
        "players": seat.players,
        "options": {option.name: option.text(value) for option, value in options},
        "player": seat.player,
        "awaiting": seat.to_act,
        "points": seat.points,
        "places": seat.places,
        "legal": [{"move": move.id, "text": move.text, "words": move.words} for move in seat.legal_moves()],
        "scene": seat.scene().text(),
        "observation": seat.observation.tolist(),
        "played": seat.moves,
        "history": seat.event_log,
    }


class ProcessBot(Bot):
    """Asks a program, which may be written in any language."""

    name = "program"
    seconds = SECONDS
    reads_history = True

    def __init__(self, command: str, *, seconds: float | None = None, stop: threading.Event | None = None) -> None:
        """Take a command as in a shell, but run without one; it is started when a move is wanted."""
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise UsageError(f"exec:{command} cannot be read: {error}") from None
        if not self._command:
            raise UsageError("exec: names a program; write exec:COMMAND")
        self.name: str = Path(self._command[0]).name
        self.seconds: float = SECONDS if seconds is None else seconds
        self._stop = stop or threading.Event()
        self._number = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._threads: list[threading.Thread] = []  # that read and write its streams
        self._complaint = b""  # the end of what it wrote to standard error

    def choose(self, seat: PlayerView) -> Move:
        """Ask the program for a move."""
        legal_moves_of(seat)
        self._number += 1
        line = self._ask(json.dumps(request_for(seat, self._number, self.seconds)).encode() + b"\n")
        try:
            return self._understand(seat, line)
        except BotFailure:
            self._kill()
            raise

    def _understand(self, seat: PlayerView, line: bytes) -> Move:
        """Find the move that an answer names, by its number or its notation."""
        wrong = BotFailure(f"{self.name} answered {line.decode(errors='replace').strip()[:SHOWN]!r}, which is no move")
        try:
            answer: Any = json.loads(line)
            number, move = answer["id"], answer["move"]
            if number != self._number:
                raise BotFailure(f"{self.name} answered question {str(number)[:SHOWN]} instead of {self._number}")
            if isinstance(move, str):
                (move,) = seat.parse_moves(move)
            elif type(move) is not int:
                raise wrong
        except (ValueError, TypeError, KeyError, RecursionError, ParseError):
            raise wrong from None
        if move not in seat.legal_actions():
            raise BotFailure(f"{self.name} chose {str(answer['move'])[:SHOWN]!r}, which is not allowed")
        return seat.describe_move(move)

    # --- the process ----------------------------------------------------------------------------------------

    def _ask(self, question: bytes) -> bytes:
        """Write a line and wait for one; `BotFailure` if none comes in time."""
        allowed = self.seconds + GRACE + (START if self._process is None else 0)
        process = self._started()
        found: list[bytes] = []

        def talk() -> None:  # in a thread, for both may take for ever
            assert process.stdin is not None
            assert process.stdout is not None
            with contextlib.suppress(OSError, ValueError):  # it ended, or was ended
                process.stdin.write(question)
                process.stdin.flush()
            with contextlib.suppress(OSError, ValueError):
                found.append(process.stdout.readline(MOST + 1))

        thread = self._begin(talk)
        end = time.monotonic() + allowed
        while thread.is_alive() and time.monotonic() < end and not self._stop.is_set():
            thread.join(TICK)
        if thread.is_alive():
            self._kill()
            how = "was stopped" if self._stop.is_set() else f"did not answer within {self.seconds:g} seconds"
            raise BotFailure(f"{self.name} {how}")
        line = found[0] if found else b""
        if not line:
            raise BotFailure(self._describe_end())
        if len(line) > MOST:
            self._kill()
            raise BotFailure(f"{self.name} answered with more than {MOST} letters")
        return line

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None:
            return self._process
        environment = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        pipe, self._complaint = subprocess.PIPE, b""
        try:
            process = subprocess.Popen(  # noqa: S603  # whoever names a command wants it to be run
                self._command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, start_new_session=True
            )
        except (OSError, ValueError) as error:
            words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise BotFailure(f"cannot start {self.name}: {words}") from None
        self._process, self._threads = process, []

        def listen() -> None:  # else a program that complains much would stand still
            assert process.stderr is not None
            with contextlib.suppress(OSError, ValueError):
                while chunk := os.read(process.stderr.fileno(), MOST):
                    self._complaint = (self._complaint + chunk)[-MOST:]

        self._begin(listen)
        return process

    def _begin(self, work: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=work, name="program", daemon=True)
        self._threads = [*(other for other in self._threads if other.is_alive()), thread]
        thread.start()
        return thread

    def _describe_end(self) -> str:
        """End what is left of a program that said nothing more, and say how it ended."""
        process = self._process
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = process.wait(ENDING) if process is not None else None
            self._kill()  # and hear the end of its complaint
            complaint = self._complaint.decode(errors="replace").strip()
            why = f": {complaint.splitlines()[-1][:SHOWN]}" if complaint else ""
            return f"{self.name} ended with exit code {code} instead of answering{why}"
        self._kill()
        return f"{self.name} closed its output instead of answering"

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)  # and whatever it started
        process.wait()
        threads = self._threads

        def close_streams() -> None:  # in a thread, for something that it started and that escaped may hold them open
            for thread in threads:
                thread.join()
            for stream in (process.stdin, process.stdout, process.stderr):
                with contextlib.suppress(OSError):
                    if stream is not None:
                        stream.close()

        closing = threading.Thread(target=close_streams, name="program", daemon=True)
        closing.start()
        closing.join(ENDING)

    def close(self) -> None:
        """Close the program's input, by which it knows that it is over; end it if it does not end by itself."""
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                self._process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(ENDING)
        self._kill()
