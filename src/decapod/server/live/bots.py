"""Bots on the server: which there are, what they are called, and the threads in which they think."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from decapod import bots
from decapod.errors import Unreadable

if TYPE_CHECKING:
    from decapod.match import Match

T = TypeVar("T")

DEFAULT_BOT = "sampler"
THREADS = 2

#: What bots are called, seat by seat: no two in a room are called the same.
BOT_NAMES = ("Pinch", "Scuttle", "Barnacle", "Anemone", "Driftwood", "Limpet", "Whelk")


def check_bot(level: str | None) -> str:
    """Return the level of a bot, the usual one for None; refuses one that does not exist."""
    level = level or DEFAULT_BOT
    if level not in bots.BOTS:
        raise Unreadable(f"there is no bot {level!r}; there is {', '.join(bots.BOTS)}")
    return level


def choose_move(level: str, match: Match, seat: int) -> int:
    """Let a bot choose a move, by its number, for a seat that is awaited."""
    return bots.bot(level).choose(match, seat).id


def judge_moves(match: Match, seat: int) -> list[bots.Judged]:
    """Let the usual bot weigh the moves of a seat that is awaited, the best first."""
    bot: Any = bots.bot(DEFAULT_BOT)
    return bot.judge(match, seat)


class Thinkers:
    """Threads in which bots think: their kernels release the GIL, and nobody waits for them."""

    def __init__(self) -> None:
        """Start no thread before one is needed."""
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")

    async def think(self, work: Callable[..., T], *arguments: Any) -> T:
        """Call a function in a thread, and wait for what it returns; it must not touch what the event loop changes."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    def close(self) -> None:
        """Let those who think finish, and start no other thought."""
        self._threads.shutdown(wait=False, cancel_futures=True)
