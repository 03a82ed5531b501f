"""Which modes of a game a net is taught, and how the tables are shared out among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from decapod.core.game import Game
from decapod.errors import UsageError

MAIN_SHARE = 0.7  # of the tables are of the first mode, if there are several


class Mode(NamedTuple):
    """One way to play a game: a variant, and how many play."""

    variant: str
    players: int


def choose_modes(game: Game, players: Sequence[int] = (), variant: str | None = None) -> tuple[Mode, ...]:
    """List the modes of a game that were asked for, all if none were; that named first is the most important one.

    >>> import decapod
    >>> choose_modes(decapod.game("yadokarick"), [4, 3], "main")
    (Mode(variant='main', players=4), Mode(variant='main', players=3))
    """
    for number in players or (None,):
        game.resolve_mode(number, variant)  # says what is wrong
    counts = list(dict.fromkeys(players)) or list(dict.fromkeys(count for _, count in game.modes))
    found = [Mode(name, count) for count in counts for name, n in game.modes if n == count and variant in (None, name)]
    first = game.resolve_mode(players[0] if players else None, variant)
    return tuple(sorted(found, key=lambda mode: mode != first))


def share_out(tables: int, modes: int) -> list[int]:
    """Say how many tables each mode gets: most of them the first, the others evenly.

    >>> share_out(1000, 3), share_out(1000, 1)
    ([700, 150, 150], [1000])
    """
    if tables < 2 * modes:
        raise UsageError(f"{tables} tables are too few for {modes} modes")
    others = [max(2, round(tables * (1 - MAIN_SHARE)) // (modes - 1))] * (modes - 1) if modes > 1 else []
    return [tables - sum(others), *others]
