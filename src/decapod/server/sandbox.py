"""The child process that reads what somebody sent: `python -m decapod.server.sandbox`, a `Job` as JSON on its input.

TOML of a few kilobytes can take many seconds to read, and every move of a record is played again, so a stranger's is
never read where others wait. The child limits itself in time and memory, and writes what it found as one line of
JSON; whoever started it may stop it at any time.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

import msgspec

SECONDS = {"box": 3, "record": 30}  # of computing, starting up included; an honest one takes a tenth of it
MEMORY = 2 << 30  # bytes
LONGEST_DIFFERENCE = 120  # characters
POLITENESS = 5  # how far the server's own process goes first


class Job(msgspec.Struct, kw_only=True):
    """What is to be read: a box of a game, or the record of a match."""

    kind: str  # "box" or "record"
    text: str
    game: str = ""  # of a box
    stored: bool = False  # of a box: it was accepted once, maybe before keys that mean nothing were refused
    most_moves: int = 0  # of a record


class ReadMatch(msgspec.Struct, kw_only=True):
    """A match that was read from its record, every move checked."""

    game: str
    rules: int  # their version
    variant: str
    players: int
    options: dict[str, str]
    secret: str
    deal: dict[str, Any] | None  # what it was dealt from besides the secret: `SeedCommitment.parts`
    moves: list[tuple[int, int, int]]  # seat, move, milliseconds after the start
    result: dict[str, Any] | None  # how it ended, as in `wire.Result`; None if it is not over
    box: bytes | None  # the record of its box; None for the printed one
    box_text: str


class Answer(msgspec.Struct, kw_only=True):
    """What was read, or the code and the words of what is wrong with it."""

    box: bytes | None = None  # its record
    differences: list[str] = []  # of the box from the printed one
    match: ReadMatch | None = None
    code: str = ""
    error: str = ""


def limit_itself(seconds: int) -> None:
    """Take no more time and memory than a job may cost, where the system knows such limits, and let others go first."""
    with contextlib.suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        os.nice(POLITENESS)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def read_box(job: Job) -> Answer:
    """Read a box; answer with its record, and with what it says otherwise than the printed one."""
    from decapod.core.game import game

    of = game(job.game)
    box = of.parse_box(job.text, "you sent", any_keys=job.stored)
    differences = [one[:LONGEST_DIFFERENCE] for one in of.box_differences(box)]
    return Answer(box=box.record.tobytes(), differences=differences)


def read_record(job: Job) -> ReadMatch:
    """Read the record of a match, and check every move of it."""
    from decapod.core.replay import loads
    from decapod.errors import ParseError

    _check_length(job.text.count("  @"), job.most_moves)
    _check_box(job.text)
    match = loads(job.text)
    _check_length(len(match.moves), job.most_moves)
    if match.start:
        raise ParseError("the match began from a position that was set up: only dealt ones are kept here")
    outcome, is_printed = match.outcome, match.box.hash == match.game.box.hash
    return ReadMatch(
        game=match.game.name,
        rules=match.game.version,
        variant=match.variant,
        players=match.players,
        options={option.name: option.text(n) for option, n in zip(match.game.options, match.options, strict=True)},
        secret=match.commitment.server_seed_digits,
        deal=match.commitment.parts(),
        moves=[(made.player, made.action, made.elapsed_ms) for made in match.moves],
        result=outcome and {
            "code": outcome.code, "words": outcome.words, "places": match.places, "winners": outcome.winners,
            "points": match.points,
        },
        box=None if is_printed else match.box.record.tobytes(),
        box_text="" if is_printed else match.box.text,
    )  # fmt: skip


def _check_length(moves: int, most: int) -> None:
    """Refuse a match of too many moves."""
    from decapod.errors import ParseError, Reason

    if moves > most:
        words = f"this match has {moves} moves; this server takes matches of at most {most}"
        raise ParseError(Reason("match.long", words=words))


def _check_box(record: str) -> None:
    """Refuse a record with a longer box than can be sent without a match."""
    from decapod.core.record import BOX_LINE
    from decapod.errors import ParseError
    from decapod.server.wire import MOST_BOX

    if sum(len(line) for line in record.split("\n") if line.startswith(BOX_LINE)) > MOST_BOX:
        raise ParseError(f"the box of this match is too long; this server takes {MOST_BOX} characters")


def read(job: Job) -> Answer:
    """Do a job; whatever happens, there is an answer."""
    from decapod.errors import DecapodError

    try:
        return read_box(job) if job.kind == "box" else Answer(match=read_record(job))
    except DecapodError as error:
        return Answer(code=error.code, error=error.reason.words or str(error))
    except Exception as error:  # nobody wrote a text like this before: it is wrong, and so are we
        return Answer(code="unreadable", error=f"this {job.kind} cannot be read ({type(error).__name__})")


def main() -> None:
    """Do one job."""
    job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    limit_itself(SECONDS[job.kind])
    sys.stdout.buffer.write(msgspec.json.encode(read(job)))


if __name__ == "__main__":
    main()
