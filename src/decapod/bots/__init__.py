"""Bots: players made of code. They see a match only through what their seat may know."""

from decapod.bots.bot import BOTS, Bot, Judged, bot, warm

__all__ = ["BOTS", "Bot", "Judged", "bot", "warm"]
