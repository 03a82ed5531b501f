"""BotExecutor: the threads in which bots think, and whose bot thinks next.

Kernels release the GIL, so bots think beside the event loop; but there are only so many cores. Nobody gets a second
thought while others wait for their first: each person has one at a time, and of those who wait the one goes first
who, with everybody at the same address, has used the least time of late.
"""

from __future__ import annotations

import asyncio
import enum
import itertools
import os
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from decapod.server.settings import Settings

T = TypeVar("T")

THREADS = max(2, os.cpu_count() or 2)  # one of them is always left to people who wait
HALF_LIFE = 60.0  # seconds after which half of the time that somebody used is forgotten
GRACE = 1.0  # seconds in which a bot that was told to stop keeps its thread
MOST_LOST = 8  # bots that did not stop even then, before no other is asked to think
POLITENESS = 10  # how much less urgent than the loop the threads are for the operating system
LEAST_URGENT = 19  # that there is
MAX_NAMES = 10_000  # people and addresses whose time is counted; the one charged least recently is dropped


class Priority(enum.IntEnum):
    """How urgently a thought is wanted, the most urgent first."""

    AWAITED = 0  # by a person at the table who is there
    WATCHED = 1  # by people who look on while bots play among themselves
    UNWATCHED = 2


class BotRequest(NamedTuple):
    """For whom a bot thinks: whose time it takes, from which address they came, and how urgent it is."""

    person: str
    address: str
    urgency: Priority


class Overrun(Exception):  # noqa: N818  # the word says it
    """A bot did not answer in its time, or too many before it did not."""


class TimeUsed:
    """Seconds that people and addresses used, forgotten by and by."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin with none; `clock` tells the time in seconds."""
        self._clock = clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()  # seconds, as of when

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self._used)

    def __getitem__(self, name: str) -> float:
        """Return what somebody used of late."""
        seconds, at = self._used.get(name, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - at) / HALF_LIFE)

    def add(self, name: str, seconds: float) -> None:
        """Charge somebody."""
        self._used[name] = self[name] + seconds, self._clock()
        self._used.move_to_end(name)
        if len(self._used) > MAX_NAMES:
            self._used.popitem(last=False)


class BotSlot:
    """The right to think, from when it is wanted until it is given back."""

    def __init__(self, asker: BotRequest, number: int) -> None:
        """Wait; `number` tells who came first."""
        self.asker = asker
        self.number = number
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.answer: asyncio.Future[Any] | None = None  # of the thought, once there is one
        self._stop = threading.Event()

    async def think(self, limit: float, work: Callable[[threading.Event], T]) -> T:
        """Call a function in a thread, and wait for what it returns or raises; `Overrun` after `limit` seconds.

        It must not touch what the event loop changes. It is handed an event: once that is set, it answers at once
        with what it has found.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        self.answer = answer

        def settle(result: T | None, error: BaseException | None) -> None:
            if answer.done():
                return
            if error is not None:
                answer.set_exception(error)
            else:
                answer.set_result(result)

        def run() -> None:
            result, error = None, None
            _be_polite()
            try:
                result = work(self._stop)
            except BaseException as raised:  # whatever a bot does, the table is told
                error = raised if isinstance(raised, Exception) else RuntimeError(repr(raised))
            if not loop.is_closed():
                loop.call_soon_threadsafe(settle, result, error)

        # A daemon: a bot that never answers does not keep the server from stopping.
        threading.Thread(target=run, name="bot", daemon=True).start()
        try:
            async with asyncio.timeout(limit):
                return await asyncio.shield(answer)
        except TimeoutError:
            raise Overrun(f"no answer within {limit:g} seconds") from None

    def stop(self) -> None:
        """Ask whoever thinks to answer at once."""
        self._stop.set()


class BotExecutor:
    """Gives turns to think."""

    def __init__(self, settings: Settings, threads: int = THREADS, clock: Callable[[], float] = time.monotonic) -> None:
        """Start no thread before one is needed; `clock` tells the time in seconds."""
        self._settings = settings
        self._threads = threads
        self._clock = clock
        self._numbers = itertools.count()
        self._waiting: list[BotSlot] = []
        self._thinking: set[BotSlot] = set()
        self._lost: set[BotSlot] = set()  # told to stop, and still thinking: their threads are counted no more
        self._used = TimeUsed(clock)

    @asynccontextmanager
    async def turn(self, asker: BotRequest) -> AsyncGenerator[BotSlot]:
        """Wait for a turn, and give it back; what is still thought about at the end is stopped."""
        if len(self._lost) >= MOST_LOST:
            raise Overrun(f"{MOST_LOST} bots never answered")
        turn = BotSlot(asker, next(self._numbers))
        self._waiting.append(turn)
        self._grant()
        try:
            await turn.granted
            began = self._clock()
            try:
                yield turn
            finally:
                self._charge(asker, self._clock() - began)
        finally:
            turn.stop()
            self._give_back(turn)

    def count_waiting(self, address: str) -> int:
        """Count the turns that are wanted from an address and have not come yet."""
        return sum(turn.asker.address == address for turn in self._waiting)

    def _give_back(self, turn: BotSlot) -> None:
        if turn in self._waiting:
            self._waiting.remove(turn)
        if turn.answer is None or turn.answer.done():
            self._release(turn)
        else:
            asyncio.get_running_loop().call_later(GRACE, self._lose, turn)
            turn.answer.add_done_callback(lambda answer: self._release(turn, answer))

    def _release(self, turn: BotSlot, answer: asyncio.Future[Any] | None = None) -> None:
        if answer is not None and not answer.cancelled():
            answer.exception()  # nobody else will look at it
        self._thinking.discard(turn)
        self._lost.discard(turn)
        self._grant()

    def _lose(self, turn: BotSlot) -> None:
        if turn in self._thinking:
            self._thinking.discard(turn)
            self._lost.add(turn)
            self._grant()

    def _charge(self, asker: BotRequest, seconds: float) -> None:
        self._used.add(f"person {asker.person}", seconds)
        self._used.add(f"address {asker.address}", seconds)

    def _grant(self) -> None:
        """Give turns to those who are next, as long as there are threads for them."""
        while len(self._thinking) < self._threads and (ready := [t for t in self._waiting if self._may_begin(t)]):
            turn = min(ready, key=self._place_in_line)
            self._waiting.remove(turn)
            if not turn.granted.done():
                self._thinking.add(turn)
                turn.granted.set_result(None)

    def _may_begin(self, turn: BotSlot) -> bool:
        """Whether a thread may be used: one at a time for a person, and the last free one for people who wait."""
        if any(other.asker.person == turn.asker.person for other in self._thinking):
            return False
        return turn.asker.urgency == Priority.AWAITED or len(self._thinking) < self._threads - 1

    def _place_in_line(self, turn: BotSlot) -> tuple[bool, Priority, float, float, int]:
        """Say when a turn comes: those last who used up what is their due; then by urgency, time used, and arrival."""
        person, address = self._used[f"person {turn.asker.person}"], self._used[f"address {turn.asker.address}"]
        settings = self._settings
        is_over = person > settings.thinking_per_person or address > settings.thinking_per_address
        return is_over, turn.asker.urgency, address, person, turn.number

    def close(self) -> None:
        """Ask all who think to stop."""
        for turn in self._thinking | self._lost:
            turn.stop()


def _be_polite() -> None:
    """Let the event loop go before this thread wherever both want a core; Linux alone has priorities of threads."""
    if sys.platform == "linux":
        now = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), min(now + POLITENESS, LEAST_URGENT))
