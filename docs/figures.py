"""Prints a game's random-play figures as two tables: `uv run python docs/figures.py crab-stack [GAMES]`.

The first has every mode as it is usually played, GAMES games each (100,000 unless told otherwise). The second has every
value of an option that is not the usual one, a fifth as many games each, in the modes where it changes any of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

import decapod
from decapod.core.game import Game
from decapod.engine.protocols import Option

OPTION_SHARE = 5  # a value of an option gets one in so many of the games that a mode gets
MANY = 8  # of an option with more values only `random` stands beside the usual one
COLUMNS = ("moves: mean", "middle 90 %", "longest", "endings", "share of first places, seat by seat")

Mode = tuple[str, int]  # variant and number of players


def play(game: Game, mode: Mode, games: int, agreed: dict[str, str]) -> Any:
    """Play a mode by chance; return a record for each game."""
    variant, players = mode
    return game.simulate(games, players=players, variant=variant, seed=1, **agreed).results


def describe(game: Game, mode: Mode, results: Any) -> list[str]:
    """Say how games of a mode went: variant, players, then what `COLUMNS` names."""
    variant, players = mode
    lengths = results["length"]
    low, high = np.percentile(lengths, [5, 95])
    codes, counts = np.unique(results["ending"], return_counts=True)
    shares = zip(codes, counts / len(results), strict=True)
    endings = ", ".join(f"{game.rules.ENDINGS[code]} {share:.1%}" for code, share in shares)
    first = results["places"][:, :players] == 1
    seats = " · ".join(f"{share:.1%}" for share in (first / first.sum(axis=1, keepdims=True)).mean(axis=0))
    moves = [f"{lengths.mean():.1f}", f"{low:.0f} to {high:.0f}", str(lengths.max())]
    return [variant, str(players), *moves, endings, seats]


def other_values(option: Option) -> list[str]:
    """List the values of an option to be played beside the usual one; of a range of numbers, the largest."""
    if isinstance(option.choices, range):
        return [str(option.choices[-1])]
    if option.seat:
        return ["0"]  # one seat stands for all
    if len(option.choices) > MANY:
        return ["random"]
    return [value for value in option.choices if value != option.default]


def play_options(game: Game, games: int) -> Iterator[list[str]]:
    """Play every other value of every option, in the modes where it makes a difference."""
    for option in game.options:
        for mode in game.modes:
            usual = play(game, mode, games, {})
            for value in other_values(option):
                results = play(game, mode, games, {option.name: value})
                if not np.array_equal(results, usual):
                    yield [f"`{option.name}={value}`", *describe(game, mode, results)]


def write_table(head: tuple[str, ...], rows: Iterator[list[str]]) -> Iterator[str]:
    """Write a table line by line, as its rows come."""
    for cells in chain((head, ("---",) * len(head)), rows):
        yield f"| {' | '.join(cells)} |"


def figures(name: str, games: int) -> Iterator[str]:
    """Write both tables of a game, line by line."""
    game = decapod.game(name)
    usual = (describe(game, mode, play(game, mode, games, {})) for mode in game.modes)
    yield from write_table(("variant", "players", *COLUMNS), usual)
    yield ""
    yield from write_table(("option", "variant", "players", *COLUMNS), play_options(game, games // OPTION_SHARE))


if __name__ == "__main__":
    for line in figures(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000):
        print(line, flush=True)
