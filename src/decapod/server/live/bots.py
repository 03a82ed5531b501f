"""Bots on the server: which there are, what they are called, and the threads in which they think."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from decapod import bots
from decapod.errors import UsageError
from decapod.server import wire

if TYPE_CHECKING:
    from decapod.match import Match
    from decapod.scene import Words

T = TypeVar("T")

LEVELS = bots.BOTS
DEFAULT_BOT = "sampler"
THREADS = 2
NAMES = ("Pinch", "Scuttle", "Barnacle", "Anemone", "Driftwood", "Limpet", "Whelk")


def bot_name(seat: int) -> str:
    """Name the bot on a seat: no two in a room are called the same.

    >>> bot_name(0), bot_name(8)
    ('Pinch', 'Scuttle 2')
    """
    again, which = divmod(seat, len(NAMES))
    return f"{NAMES[which]} {again + 1}" if again else NAMES[which]


def check_bot(level: str | None) -> str:
    """Return the level of a bot, the usual one for None; refuses one that does not exist."""
    level = level or DEFAULT_BOT
    if level not in LEVELS:
        raise UsageError(f"there is no bot {level!r}; there is {', '.join(LEVELS)}")
    return level


def choose_move(level: str, match: Match, seat: int) -> int:
    """Let a bot choose a move, by its number, for a seat that is awaited."""
    return bots.bot(level).choose(match, seat).id


def judge_moves(match: Match, seat: int, words: Words, seconds: float | None = None) -> list[wire.JudgedMove]:
    """Let the usual bot weigh the moves of a seat that is awaited, the best first; `seconds` is how long it thinks."""
    bot: Any = bots.bot(DEFAULT_BOT, seconds=seconds)
    judged: list[bots.Judged] = bot.judge(match, seat)
    return [
        wire.JudgedMove(
            move=one.move.id, words=match.describe(seat, one.move.id, words).words, worth=round(one.worth, 4)
        )
        for one in judged
    ]


def play_by_chance(match: Match, moves: int, seed: int) -> None:
    """Make some moves by chance, the same for the same seed; fewer if the match ends."""
    bot = bots.bot("chance", seed=seed)
    for _ in range(moves):
        if match.over:
            return
        player = match.awaiting[0]
        match.play(player, bot.choose(match, player))


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
