"""What a bot is: anything that chooses a move from what its seat may know."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from decapod.errors import NotYourTurnError, Reason, as_int, check_type
from decapod.i18n.translator import Translator

if TYPE_CHECKING:
    from decapod.core.game import Box, Game
    from decapod.core.match import Move
    from decapod.core.player_view import PlayerView

#: The modules whose kernels a table needs: play-outs by chance, moves one by one, and the bots that think.
KERNELS = (
    "decapod.engine.rollout", "decapod.engine.stepper", "decapod.bots.flat_mc", "decapod.bots.mcts.search",
    "decapod.bots.mcts.puct",
)  # fmt: skip


def precompile(package: str, *, wait: bool = False) -> None:
    """Get the kernels of a game and its bots ready in the background; call it as often as you like."""
    from decapod.engine import jit_warmup

    check_type(package, str, "package")
    jit_warmup.warm(package, KERNELS, wait=wait)


@dataclass(frozen=True)
class MoveEvaluation:
    """What a bot thinks of a move: its worth from 0 (lost) to 1 (won), and how many play-outs say so.

    Alone it is worth more the more points it brings: 0.5 stands for none.
    """

    move: Move
    value: float
    visits: int


def worth_of(value: float) -> float:
    """Turn a return, from -1 to 1, into a worth from 0 to 1."""
    return (1 + value) / 2


class BotFailure(RuntimeError):  # noqa: N818  # the word says it
    """A bot crashed, hung, or chose what is not allowed: one line says which, and what it did."""


class Bot(Protocol):
    """Anything that can choose a move. A class that inherits from this one has all but `name` and `choose`.

    Whoever makes a bot by its name hands its class what `__init__` has arguments for, of these: `seed` for
    repeatable play, `seconds` or `playouts` for how much it thinks about a move, and `stop`, an event that is set by
    whoever waits no longer: then it answers at once with what it has found.
    """

    name: str  # as it is called at a table
    seconds: float = 0.0  # how long it thinks at most about a move; 0 if it answers at once
    reads_history: bool = False  # whether it is given seats with `PlayerView.event_log`, which takes a while to tell

    def __init__(self) -> None:
        """Take nothing, unless a bot says otherwise."""

    def choose(self, seat: PlayerView) -> Move:
        """Choose a legal move for the player of a seat, who is awaited."""
        ...

    def evaluate(self, seat: PlayerView) -> list[MoveEvaluation]:
        """Judge legal moves, the best first; a bot that only chooses judges the one it would make, by no play-outs."""
        return [MoveEvaluation(self.choose(seat), 0.5, 0)]

    def compatibility_warning(self, game: Game, box: Box, language: str = "en") -> str:
        """Say what is to be known of how it plays a box, such as that it learned on another; mostly nothing.

        A bot that cannot play the game at all raises `UsageError`.
        """
        check_compatibility_arguments(game, box, language)
        return ""

    def close(self) -> None:
        """Let go of what it holds; it is asked nothing more."""

    @classmethod
    def describe(cls, language: str = "en") -> str:
        """Say in one line how it plays, in a language if it can: ours can, others say how their docstring begins."""
        words, key = Translator(None, language), f"bot.{cls.name}"
        return words(key) if key in words else (inspect.getdoc(cls) or "").partition("\n")[0]


def title_of(bot: Bot | type[Bot], language: str) -> str:
    """Return what people call a bot: ours have a name in each language, others are called as they call themselves."""
    words, key = Translator(None, language), f"bot_title.{bot.name}"
    return words(key) if key in words else str(bot.name)


def line_of(bot: Bot | type[Bot], language: str) -> str:
    """Return how a bot says it plays, in one line; nothing if it does not say, or fails to."""
    try:
        return " ".join(str(bot.describe(language)).split())
    except Exception:  # it may be anybody's code
        return ""


def check_compatibility_arguments(game: Game, box: Box, language: str) -> None:
    """Check that these are a game, a box and a language; `TypeError` says which is not."""
    from decapod.core.game import Box, Game

    check_type(game, Game, "game")
    check_type(box, Box, "box")
    check_type(language, str, "language")


def legal_moves_of(seat: PlayerView) -> list[int]:
    """List the moves that a bot chooses from; `NotYourTurnError` if the player of the seat is not awaited."""
    from decapod.core.player_view import PlayerView

    check_type(seat, PlayerView, "seat")
    legal = seat.legal_actions()
    if not legal:
        raise NotYourTurnError(
            Reason("turn.not_yours", words=f"player {seat.player} is not awaited: there is no move to choose")
        )
    return legal


def choose_move(bot: Bot, seat: PlayerView) -> int:
    """Let a bot choose a move, by its number; `BotFailure` if it crashes, or chooses one that is not allowed."""
    legal = legal_moves_of(seat)
    try:
        chosen = bot.choose(seat)
    except BotFailure:
        raise
    except Exception as error:  # it may be anybody's code
        raise BotFailure(f"{_name_of(bot)} failed: {type(error).__name__}: {' '.join(str(error).split())}") from error
    try:
        number = as_int(getattr(chosen, "id", chosen), "a move")  # a number is understood too
    except TypeError:
        number = -1
    if number not in legal:
        raise BotFailure(f"{_name_of(bot)} chose {str(chosen)[:60]!r}, which is not allowed")
    return number


def _name_of(bot: Bot) -> str:
    return str(getattr(bot, "name", type(bot).__name__))
