"""Prints a game's random-play figures as a table: `uv run python docs/figures.py crab-stack [GAMES]`."""

from __future__ import annotations

import sys

import numpy as np

import decapod
from decapod.engine import batch


def table(name: str, games: int) -> str:
    """Play every mode by chance and write down how it went."""
    game = decapod.game(name)
    lines = [
        "| variant | players | moves: mean | middle 90 % | longest | endings | share of first places, seat by seat |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for number, variant in enumerate(game.variants):
        for players in game.rules.VARIANTS[variant]:
            run = batch.run(game.rules, game.box.record, players=players, variant=number,
                            options=game.resolve_options(players, {}), games=games, seed=1)  # fmt: skip
            lengths = run.results["length"]
            low, high = np.percentile(lengths, [5, 95])
            codes, counts = np.unique(run.results["ending"], return_counts=True)
            endings = ", ".join(f"{game.rules.ENDINGS[c]} {n / games:.1%}" for c, n in zip(codes, counts, strict=True))
            first = run.results["places"][:, :players] == 1
            shares = (first / first.sum(axis=1, keepdims=True)).mean(axis=0)
            seats = " · ".join(f"{share:.1%}" for share in shares)
            lines.append(
                f"| {variant} | {players} | {lengths.mean():.1f} | {low:.0f} to {high:.0f} | {lengths.max()} "
                f"| {endings} | {seats} |"
            )
    return "\n".join(lines)


if __name__ == "__main__":
    print(table(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000))
