"""Reading what strangers send, in child processes that can be stopped: nobody else waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import Counter

import msgspec

from decapod.errors import IllegalMoveError, ParseError, Reason
from decapod.server.rate_limit import count_of
from decapod.server.sandbox import SECONDS, Answer, Job, ReadMatch

AT_ONCE, MOST_OF_ONE = count_of("readers"), count_of("readers_per_address")
PATIENCE = 5  # times the seconds of a job: on a busy machine a child gets only a part of a core


def slow(words: str) -> IllegalMoveError:
    """Make the refusal of what takes too long to read: what it is, nobody knows then."""
    return IllegalMoveError(Reason("reader.slow", words=words))


class Sandbox:
    """Hands jobs to children, a few at a time."""

    def __init__(self) -> None:
        """Begin with no child at work."""
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._jobs: Counter[str] = Counter()  # by asker

    async def read_box(
        self, game: str, text: str, asker: str = "", *, stored: bool = False
    ) -> tuple[bytes, tuple[str, ...]]:
        """Read a box of a game; `ParseError` says what is wrong, or that it takes too long.

        Return its record, and what it says otherwise than the printed box.

        `asker` is the address of whoever sent it, "" for what is stored. One who has sent too many others is refused.
        """
        answer = await self._ask(Job(kind="box", game=game, text=text, stored=stored), asker)
        if answer is None or answer.box is None:
            raise slow("the box you sent takes too long to read: write its keys in plain tables")
        return answer.box, tuple(answer.differences)

    async def read_record(self, text: str, most_moves: int, asker: str = "") -> ReadMatch:
        """Read the record of a match, and the box in it if that is somebody's own; refuses as for a box."""
        answer = await self._ask(Job(kind="record", text=text, most_moves=most_moves), asker)
        if answer is None or answer.match is None:
            raise slow("this match takes too long to read here")
        return answer.match

    async def _ask(self, job: Job, asker: str) -> Answer | None:
        """Let a child do a job, when it is its turn; None if it took too long. Refuses what the child refuses."""
        if asker and self._jobs[asker] >= MOST_OF_ONE:
            words = "what you sent before is still being read; wait for that"
            raise IllegalMoveError(Reason("reader.busy", words=words))
        self._jobs[asker] += 1
        try:
            async with self._turns:
                answer = await _ask_child(job)
        finally:
            self._jobs[asker] -= 1
            if not self._jobs[asker]:
                del self._jobs[asker]
        if answer is not None and answer.error:
            raise ParseError(Reason(answer.code, words=answer.error))
        return answer


async def _ask_child(job: Job) -> Answer | None:
    """Let a child do a job; None if it had to be stopped, or stopped itself."""
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-W", "ignore", "-m", "decapod.server.sandbox",
        stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        answer, _ = await asyncio.wait_for(child.communicate(msgspec.json.encode(job)), PATIENCE * SECONDS[job.kind])
    except TimeoutError:
        return None
    finally:
        with contextlib.suppress(ProcessLookupError):
            child.kill()
        await child.wait()
    return msgspec.json.decode(answer, type=Answer) if child.returncode == 0 else None
