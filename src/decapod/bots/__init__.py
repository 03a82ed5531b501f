"""Bots: players made of code. They see a match only through what their seat may know."""

from decapod.bots.base import Bot, BotFailure, MoveEvaluation, choose_move, precompile
from decapod.bots.names import (
    ADVISER,
    DEFAULT_BOT,
    LEVELS,
    BotName,
    bot,
    bot_class,
    bot_title,
    bots,
    compatibility_warning,
    describe_bot,
    load_errors,
    read_bot_name,
    time_budget,
)

__all__ = [
    "ADVISER",
    "DEFAULT_BOT",
    "LEVELS",
    "Bot",
    "BotFailure",
    "BotName",
    "MoveEvaluation",
    "bot",
    "bot_class",
    "bot_title",
    "bots",
    "choose_move",
    "compatibility_warning",
    "describe_bot",
    "load_errors",
    "precompile",
    "read_bot_name",
    "time_budget",
]  # fmt: skip
