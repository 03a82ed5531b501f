"""Errors of the battery. Each names the position, the seat, the piece and the function of the game."""

from __future__ import annotations

import traceback
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decapod.core.game import Game
    from decapod.testing.position import Position


class BrokenLaw(AssertionError):  # noqa: N818  # a law is broken, which is no error of the battery
    """A broken law, with everything needed to see it again."""


class Checking:
    """Context of a check. Whatever is raised in it becomes a `BrokenLaw` that names the position.

    Contexts can be nested. The inner one knows more, so its message stays.
    """

    def __init__(self, at: Position, seat: int | None = None, clicks: tuple[str, ...] = ()) -> None:
        """Check a position, for one seat and the pieces clicked if there are any."""
        self._at, self._seat, self._clicks = at, seat, clicks

    def __enter__(self) -> None:
        """Begin the check."""

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: TracebackType | None) -> None:
        """Raise the error again with its place."""
        if isinstance(error, Exception) and not isinstance(error, BrokenLaw):
            message, where = describe(error, self._at.game), self._at.where
            parts = [message] if where in message else [message, where]
            if self._seat is not None:
                parts.append(f"seat {self._seat}")
            if self._clicks:
                parts.append(f"piece {' then '.join(map(repr, self._clicks))}")
            raise BrokenLaw("; ".join([*parts, f"position {self._at.text}"])) from error


def describe(error: Exception, game: Game) -> str:
    """Return the message of an error, and the function of the game that raised it unless it is an assertion."""
    if isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration):
        error = error.__cause__  # raised inside a generator
    if isinstance(error, AssertionError):
        return str(error) or "an assertion failed"
    message = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    return f"{message}{_name_function(error, game)}"


def _name_function(error: Exception, game: Game) -> str:
    """Return which function of the game raised an error, or which function of ours if none of the game did."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(game.folder)]
    for frame in (own or frames)[-1:]:
        called = next((caller.name for caller in own if not caller.name.startswith(("_", "<"))), frame.name)
        inside = "" if called == frame.name else f", called by {called}"
        return f" in {frame.name} ({Path(frame.filename).name}, line {frame.lineno}{inside})"
    return ""
