"""The child process that reads a box somebody sent: `python -m decapod.server.box_reader GAME`, the text on its input.

TOML of a few kilobytes can take many seconds to read, so a stranger's is never read where others wait. The child limits
itself in time and memory, and writes what it found as one line of JSON; whoever started it may stop it at any time.
"""

from __future__ import annotations

import base64
import contextlib
import json
import sys

SECONDS = 3  # of computing, starting up included; an honest box takes a hundredth of it
MEMORY = 2 << 30  # bytes


def limit_itself() -> None:
    """Take no more time and memory than a box may cost, where the system knows such limits."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))


def read_box(game: str, text: str) -> dict[str, object]:
    """Return a box as plain data: its record's bytes and what is printed; or the words that say what is wrong."""
    from decapod.errors import Unreadable
    from decapod.game import game as game_named

    try:
        box = game_named(game).read_box(text, "you sent")
    except Unreadable as error:
        return {"error": error.reason.words}
    return {"record": base64.b64encode(box.record.tobytes()).decode(), "printed": dict(box.printed)}


def main() -> None:
    """Read one box."""
    limit_itself()
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    print(json.dumps(read_box(sys.argv[1], text), default=str))


if __name__ == "__main__":
    main()
