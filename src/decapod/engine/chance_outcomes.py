"""Every way the dice of a verb can fall, one after another, each with its probability.

It plays interpreted, once for each way, so it is for small boxes: for algorithms that need the whole tree of a game.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Generator, Iterator
from fractions import Fraction
from typing import Any, TypeVar

from decapod.engine import dice
from decapod.errors import UsageError

Result = TypeVar("Result")
_only_one = threading.RLock()


class ScriptedDice(list[int]):
    """Dice that show what somebody laid them to, and 0 after that; they note how many sides each roll had."""

    def __init__(self, laid: list[int]) -> None:
        """Take the first rolls."""
        super().__init__([0] * dice.LENGTH)
        self.laid = laid
        self.sides: list[int] = []

    def roll(self, sides: int) -> int:
        """Show the next number."""
        if len(self.sides) == len(self.laid):
            self.laid.append(0)
        self.sides.append(sides)
        return self.laid[len(self.sides) - 1]

    def __getitem__(self, place: Any) -> Any:
        """Refuse to show words: a rule that takes those, and not rolls, has more falls than can be listed."""
        raise UsageError("the rules take more from their dice than rolls: what can happen cannot be listed")


def chance_outcomes(act: Callable[[ScriptedDice], Result]) -> Iterator[tuple[Fraction, Result]]:
    """Do something with dice again and again, until it has been done with all they can show.

    >>> [(str(probability), total) for probability, total in chance_outcomes(
    ...     lambda laid: dice.roll(laid, 2) + dice.roll(laid, 2)
    ... )]
    [('1/4', 0), ('1/4', 1), ('1/4', 1), ('1/4', 2)]
    """
    laid: list[int] = []
    while True:
        cup = ScriptedDice(laid)
        with _rolling_laid_dice():
            result = act(cup)
        probability = Fraction(1)
        for sides in cup.sides:
            probability /= sides
        yield probability, result
        while laid and laid[-1] == cup.sides[len(laid) - 1] - 1:
            laid.pop()
        if not laid:
            return
        laid[-1] += 1


@contextlib.contextmanager
def _rolling_laid_dice() -> Generator[None]:
    """Let interpreted rules roll laid dice as well as their own; all others roll on as they did."""
    with _only_one:
        fair = dice.roll

        def roll(cup: Any, sides: int) -> int:
            return cup.roll(sides) if isinstance(cup, ScriptedDice) else fair(cup, sides)

        dice.roll = roll
        try:
            yield
        finally:
            dice.roll = fair
