"""Prints a game's random-play figures as tables: `uv run python docs/figures.py crab-stack [GAMES]`.

First every mode as it is usually played, GAMES games each (100,000 unless told otherwise); then, for every option, its
values beside the usual one, a fifth as many games each, in the modes where the option changes anything.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

import decapod
from decapod.engine import batch
from decapod.engine.contract import Option
from decapod.game import Game

OPTION_SHARE = 5  # of an option's values each gets one in so many of the games a mode gets
TRIED = 200  # games that show whether an option changes anything in a mode
MANY = 8  # of an option with more values only the usual one and `random` are played
COLUMNS = ("moves: mean", "middle 90 %", "longest", "endings", "share of first places, seat by seat")

Mode = tuple[str, int]  # variant and number of players


def play(game: Game, mode: Mode, games: int, agreed: dict[str, str]) -> Any:
    """Play a mode by chance; return a record for each game."""
    variant, players = mode
    return batch.run(game.rules, game.box.record, players=players, variant=game.variants.index(variant),
                     options=game.resolve_options(players, agreed), games=games, seed=1).results  # fmt: skip


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


def list_values(option: Option) -> list[str]:
    """List the values of an option that are played, the usual one first."""
    usual = str(option.default)
    if isinstance(option.choices, range):
        return list(dict.fromkeys((usual, str(option.choices[0]), str(option.choices[-1]))))
    if option.seat:
        return [usual, "0"]  # one seat stands for all
    if len(option.choices) > MANY:
        return [usual, "random"]
    return list(dict.fromkeys((usual, *option.choices)))


def changes(game: Game, mode: Mode, option: Option, value: str) -> bool:
    """Tell whether games of a mode go any other way with this value than usually."""
    usual, other = (play(game, mode, TRIED, agreed)["trace"] for agreed in ({}, {option.name: value}))
    return not np.array_equal(usual, other)


def option_rows(game: Game, option: Option, games: int) -> Iterator[list[str]]:
    """Play every value of an option beside the usual one, in the modes where that changes anything."""
    usual, *others = list_values(option)
    for mode in game.modes:
        values = [value for value in others if changes(game, mode, option, value)]
        for value in (usual, *values) if values else ():
            yield [f"`{value}`", *describe(game, mode, play(game, mode, games, {option.name: value}))]


def write_table(head: tuple[str, ...], rows: Iterator[list[str]]) -> Iterator[str]:
    """Write a table line by line, as its rows come."""
    for cells in (head, ("---",) * len(head)):
        yield f"| {' | '.join(cells)} |"
    for cells in rows:
        yield f"| {' | '.join(cells)} |"


def figures(name: str, games: int) -> Iterator[str]:
    """Write all tables of a game, line by line."""
    game = decapod.game(name)
    modes = ((mode, play(game, mode, games, {})) for mode in game.modes)
    yield from write_table(("variant", "players", *COLUMNS), (describe(game, *played) for played in modes))
    for option in game.options:
        yield f"\n`{option.name}`:\n"
        head = (f"`{option.name}`", "variant", "players", *COLUMNS)
        yield from write_table(head, option_rows(game, option, games // OPTION_SHARE))


if __name__ == "__main__":
    for line in figures(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000):
        print(line, flush=True)
