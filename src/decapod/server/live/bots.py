"""Bots on the server: which there are, what they are called, what they choose and when they answer."""

from __future__ import annotations

import math
from threading import Event
from typing import TYPE_CHECKING, Any

from decapod import bots
from decapod.errors import UsageError
from decapod.server import wire

if TYPE_CHECKING:
    from decapod.match import Match
    from decapod.scene import Words

LEVELS = bots.BOTS
DEFAULT_BOT = "sampler"
MARGIN = 0.25  # seconds besides its thinking time that a bot may need for an answer
OVERRUN = 5.0  # seconds above twice its thinking time after which a bot is not waited for
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


def thinking_limit(level: str) -> float:
    """Return after how many seconds a bot that has not answered is not waited for."""
    return 2 * bots.bot(level).seconds + OVERRUN


def answering_time(level: str, pace: float, *, has_secrets: bool) -> float:
    """Return how many seconds pass from when a bot begins to think until it answers: at least `pace`.

    Where there are secrets it is the same for every question, so that haste does not tell what is in a hand: a bot
    with one legal move has nothing to think about.
    """
    seconds = bots.bot(level).seconds
    return max(pace, seconds + MARGIN) if has_secrets and seconds else pace


def answering_moment(began: int, ready: int, seconds: float) -> int:
    """Return when to give an answer that is ready: `seconds` after it began, or twice as long, and so on.

    >>> answering_moment(1000, 1020, 0.8), answering_moment(1000, 1790, 0.8), answering_moment(1000, 1810, 0.8)
    (1800, 1800, 2600)
    """
    step = round(seconds * 1000)
    return began + step * max(1, math.ceil((ready - began) / step)) if step else ready


def choose_move(level: str, match: Match, seat: int, stop: Event | None = None) -> int:
    """Let a bot choose a move, by its number, for a seat that is awaited."""
    move = bots.bot(level, stop=stop).choose(match, seat).id
    if move not in match.legal_ids(seat):
        raise RuntimeError(f"{level} chose {move}, which is not allowed")
    return move


def judge_moves(
    match: Match, seat: int, words: Words, seconds: float | None = None, stop: Event | None = None
) -> list[wire.JudgedMove]:
    """Let the usual bot weigh the moves of a seat that is awaited, the best first; `seconds` is how long it thinks."""
    bot: Any = bots.bot(DEFAULT_BOT, seconds=seconds, stop=stop)
    judged: list[bots.Judged] = bot.judge(match, seat)
    return [
        wire.JudgedMove(
            move=one.move.id, words=match.describe(seat, one.move.id, words).words, worth=round(one.worth, 4),
            playouts=one.playouts,
        )
        for one in judged
    ]  # fmt: skip


def play_by_chance(match: Match, moves: int, seed: int) -> None:
    """Make some moves by chance, the same for the same seed; fewer if the match ends."""
    bot = bots.bot("chance", seed=seed)
    for _ in range(moves):
        if match.over:
            return
        player = match.awaiting[0]
        match.play(player, bot.choose(match, player))
