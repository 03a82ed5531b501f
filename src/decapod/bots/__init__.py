"""Bots: players made of code. They see a match only through what their seat may know."""

from decapod.bots.bot import Bot, BotFailure, Judged, choose_move, warm
from decapod.bots.names import (
    ADVISER,
    DEFAULT_BOT,
    LEVELS,
    BotName,
    bot,
    bot_class,
    bot_title,
    bots,
    describe_bot,
    failures,
    read_bot_name,
    remark_on,
    thinking_time,
)

__all__ = [
    "ADVISER", "DEFAULT_BOT", "LEVELS", "Bot", "BotFailure", "BotName", "Judged", "bot", "bot_class", "bot_title",
    "bots", "choose_move", "describe_bot", "failures", "read_bot_name", "remark_on", "thinking_time", "warm",
]  # fmt: skip
