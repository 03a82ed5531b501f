"""Bots on the server: which may sit at tables, what they are called, what they choose and when they answer."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Mapping, Sequence
from contextlib import closing
from threading import Event
from typing import TYPE_CHECKING

from decapod import bots
from decapod.analysis.position import LINES, analyse
from decapod.bots import ADVISER, DEFAULT_BOT, LEVELS, names
from decapod.bots.mcts.search import SECONDS
from decapod.bots.stored_names import CURRENT
from decapod.errors import UsageError
from decapod.server import wire

if TYPE_CHECKING:
    from decapod.core.game import Game
    from decapod.core.match import Match
    from decapod.core.player_view import PlayerView
    from decapod.scene import Translator

__all__ = [
    "ADVISER", "DEFAULT_BOT", "LEVELS", "Levels", "answering_moment", "bot_name", "judge_moves", "play_by_chance",
]  # fmt: skip

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


class Levels:
    """The bots that may sit at tables, by the names that people know them by.

    They are ours, and what the owner of the server wants besides: that is everything installed, unless `offered`
    lists other bots, each as `decapod.bots.names` says how to write it, after a name of its own if you like
    (`hard=flat-mc:5s`, `mine=exec:./my_bot`). People choose among the names, and cannot name anything else.

    >>> Levels(["hard=flat-mc:5s"]).names[-1]
    'hard'
    """

    def __init__(self, offered: Sequence[str] | None = None) -> None:
        """Check what is offered; `UsageError` says what is wrong with it. What is installed is looked for later."""
        self._offered = offered
        if offered is not None:
            self.load()

    @functools.cached_property
    def _by_name(self) -> Mapping[str, str]:
        found = {name: name for name in (names.OURS if self._offered is not None else bots.bots())}
        for text in self._offered or ():
            name, bot = _read_offer(text)
            if found.setdefault(name, bot) != bot:
                raise UsageError(f"two bots are called {name}; write NAME={bot} to call one of them otherwise")
        return found

    def load(self) -> None:
        """Import all bots now, in the thread that calls this: whoever asks later does not wait for it."""
        for name in self.names:
            self.seconds_of(name)

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called, ours first."""
        return tuple(self._by_name)

    def check(self, level: str | None, game: Game) -> str:
        """Return the name of a level, of the usual one for None; refuses one that does not exist or play the game."""
        level = level or DEFAULT_BOT
        if level not in self._by_name:
            raise UsageError(f"there is no bot {level!r}; there is {', '.join(self.names)}")
        bots.compatibility_warning(self._by_name[level], game, game.box)
        return level

    def title(self, level: str, language: str) -> str:
        """Return what people call a bot: ours by the name in their language, others as the server's owner does."""
        return bots.bot_title(level, language) if level in names.OURS else level

    def describe(self, level: str, language: str) -> str:
        """Say in one line how a bot plays; nothing if it does not say."""
        return bots.describe_bot(self._by_name[level], language)

    def seconds_of(self, level: str) -> float:
        """Return how many seconds a bot thinks at most; none for one that is here no more."""
        return bots.time_budget(self._by_name[level]) if level in self._by_name else 0.0

    def is_program(self, level: str) -> bool:
        """Tell whether a bot is a program of somebody's: one that fails loses its match."""
        return self._by_name.get(level, "").startswith(names.PROGRAM)

    def reads_history(self, level: str) -> bool:
        """Tell whether a bot is to be told what happened so far."""
        return level in self._by_name and bool(bots.bot_class(self._by_name[level]).reads_history)

    def thinking_limit(self, level: str) -> float:
        """Return after how many seconds a bot that has not answered is not waited for."""
        return 2 * self.seconds_of(level) + OVERRUN

    def answering_time(self, level: str, pace: float, *, has_secrets: bool) -> float:
        """Return how many seconds pass from when a bot begins to think until it answers: at least `pace`.

        Where there are secrets it is the same for every question, so that haste does not tell what is in a hand: a
        bot with one legal move has nothing to think about.
        """
        seconds = self.seconds_of(level)
        return max(pace, seconds + MARGIN) if has_secrets and seconds else pace

    def choose_move(self, level: str, seat: PlayerView, stop: Event | None = None) -> int:
        """Let a bot choose a move, by its number, for a seat that is awaited."""
        if level not in self._by_name:
            raise bots.BotFailure(f"there is no bot {level!r} here any more")
        with closing(bots.bot(self._by_name[level], stop=stop)) as bot:
            return bots.choose_move(bot, seat)


def _read_offer(text: str) -> tuple[str, str]:
    """Read `NAME=BOT`, or a bot alone: then it is called as it calls itself."""
    name, equals, bot = text.partition("=")
    if not equals or not names.NAME.fullmatch(name):
        bot, name = text, ""
    what = bots.read_bot_name(bot).what
    if not name and what.startswith(names.PROGRAM):
        raise UsageError(f"what shall {bot} be called at a table? write NAME={bot}")
    name = name or (str(bots.bot_class(bot).name) if what.startswith(names.PYTHON) else what)
    if not names.NAME.fullmatch(name):
        raise UsageError(f"a bot cannot be called {name[:40]!r} at a table; write NAME={bot}")
    if name in CURRENT:  # a seat that was stored with it means ours
        raise UsageError(f"{CURRENT[name]} was called {name} in earlier releases; give {bot} another name")
    return name, bot


def answering_moment(began: int, ready: int, seconds: float) -> int:
    """Return when to give an answer that is ready: `seconds` after it began, or twice as long, and so on.

    >>> answering_moment(1000, 1020, 0.8), answering_moment(1000, 1790, 0.8), answering_moment(1000, 1810, 0.8)
    (1800, 1800, 2600)
    """
    step = round(seconds * 1000)
    return began + step * max(1, math.ceil((ready - began) / step)) if step else ready


def judge_moves(
    seat: PlayerView, words: Translator, seconds: float = SECONDS, stop: Event | None = None, moves: int = LINES
) -> tuple[list[wire.JudgedMove], int]:
    """Let the strongest level weigh the best moves of an awaited seat; `seconds` is how long it thinks.

    Return them, and how many games it played on in its mind for that.
    """
    found = analyse(seat, seconds=seconds, lines=moves, stop=stop, words=words)
    judged = [
        wire.JudgedMove(
            move=line.move.id, words=line.move.words, worth=round(line.value, 4), error=round(line.error, 4),
            playouts=line.visits, line=[wire.LineMove(seat=player, words=move.words) for player, move in line.moves],
        )
        for line in found.lines
    ]  # fmt: skip
    return judged, found.simulations


def play_by_chance(match: Match, moves: int, seed: int) -> None:
    """Make some moves by chance, the same for the same seed; fewer if the match ends."""
    chance = random.Random(seed)
    for _ in range(moves):
        if match.is_over:
            return
        player = match.to_act[0]
        match.play(player, chance.choice(match.legal_actions(player)), unchecked=True)
