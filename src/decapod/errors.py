"""What can be refused: six small errors, each with a code, words for a person, and the rule it rests on if any."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from numbers import Real

__all__ = [
    "DecapodError",
    "IllegalMoveError",
    "NotYourTurnError",
    "ParseError",
    "Reason",
    "RulesVersionError",
    "StaleMoveError",
    "UsageError",
]

LONGEST = 300  # letters of what is said to a person, who may have given us a whole book
QUOTED = 80  # letters of a wrong value that are quoted


@dataclass(frozen=True)
class Reason:
    """Why something is not allowed: a stable code, the rule, its parameters, and the words for a person."""

    code: str
    rule: str = ""
    parameters: Mapping[str, object] = field(default_factory=dict)
    words: str = ""

    def __str__(self) -> str:
        """Say it in words, with the rule."""
        return f"{self.words or self.code} [{self.rule}]" if self.rule else self.words or self.code


class DecapodError(ValueError):  # the word says it
    """The base of the six: nothing was changed."""

    def __init__(self, reason: Reason) -> None:
        """Keep the reason; its words are the message, in one line, whatever they quote."""
        self.reason: Reason = replace(reason, words=one_line(reason.words))
        super().__init__(str(self.reason))

    @property
    def code(self) -> str:
        """The stable code of the reason."""
        return self.reason.code

    @property
    def rule(self) -> str:
        """The id of the rule the reason rests on."""
        return self.reason.rule


class ParseError(DecapodError):
    """A text that is no move, no file or no box of ours."""

    def __init__(self, reason: Reason | str) -> None:
        """Take a reason, or just the words of one."""
        super().__init__(Reason("unreadable", words=reason) if isinstance(reason, str) else reason)


class IllegalMoveError(DecapodError):
    """A move the rules do not allow now."""


class NotYourTurnError(DecapodError):
    """A move by someone who is not awaited."""


class StaleMoveError(DecapodError):
    """A move meant for a position that is no longer there."""


class UsageError(DecapodError):
    """A flag, count, setting, URL, port or folder that cannot be used as it was given; its code is `usage`.

    It is about how the program was asked to run, not about a text of ours: a move, a saved match or a box that
    cannot be read is `ParseError`.
    """

    def __init__(self, words: str) -> None:
        """Take the one line that says what is wrong and what to give instead."""
        super().__init__(Reason("usage", words=words))


class RulesVersionError(DecapodError):
    """A match that was played by another version of a game's rules, and not as these would play it.

    It is no match of ours, but a whole record all the same: `text` is the file as it was read, to be shown as it is.
    """

    def __init__(self, reason: Reason, text: str = "") -> None:
        """Take the reason, and the text of the match if it was read from one."""
        super().__init__(reason)
        self.text = text


def describe_error(error: BaseException) -> str:
    """Return the type of any exception and the first line of its message."""
    lines = str(error).strip().splitlines()
    return one_line(f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__)


def one_line(text: str) -> str:
    """Make one line of a text, and leave out the middle of a long one.

    >>> len(one_line("a book " * 1000))
    303
    """
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST * 2 // 3]} … {line[-LONGEST // 3 :]}"


def check_type(value: object, kind: type | tuple[type, ...], name: str) -> None:
    """Check the type of an argument; `TypeError` names the argument, the type it must have and the one it has.

    >>> check_type(7, str, "language")
    Traceback (most recent call last):
    TypeError: language must be str, not int
    """
    kinds = kind if isinstance(kind, tuple) else (kind,)
    is_flag = isinstance(value, bool) and Real in kinds  # True is a number for Python, but none that anyone means
    if is_flag or not isinstance(value, kinds):
        names = " or ".join("a number" if one is Real else one.__name__ for one in kinds)
        raise TypeError(f"{name} must be {names}, not {type(value).__name__}")


def as_int(value: object, name: str) -> int:
    """Return a whole number as Python's own, numpy's too; `TypeError` names what is none (2.0 and True are none).

    >>> as_int(3, "players")
    3
    """
    if not isinstance(value, bool):
        with contextlib.suppress(TypeError):
            return operator.index(value)  # type: ignore[arg-type]
    raise TypeError(f"{name} is a whole number, not {value!r:.80}")


def install_hint(extra: str) -> str:
    """Say what to type for one of the extras in pyproject.toml, which works in a clone: we are on no index."""
    return f"in Decapod's folder, uv run --extra {extra} decapod …, or pip install '.[{extra}]'"
