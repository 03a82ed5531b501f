"""Draws the picture of crabs.md and prints its table of end scores: `uv run python docs/games/crabs.py`."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import decapod

GAMES = 100_000
SEED = 2026
PICTURE = 599  # moves into the game that is drawn


def drawn() -> str:
    """Draw a game of four in the middle of a bind, as the player in turn sees it."""
    match = decapod.game("crabs").match(4, seed=3)
    chance = np.random.default_rng(3)
    for _ in range(PICTURE):
        player = match.to_act[0]
        match.play(player, int(chance.choice(match.legal_actions(player))))
    return match.scene(match.to_act[0]).svg() + "\n"


def row(players: int) -> str:
    """Play games by chance, seat 0 beginning, and sum them up as one row of the table."""
    game = decapod.game("crabs")
    played = game.simulate(GAMES, players=players, seed=SEED, first=0).results
    points = played["points"][:, :players]
    won = played["places"][:, :players] == 1
    share = (won / won.sum(axis=1, keepdims=True)).mean(axis=0)
    quiet = int((played["ending"] == game.rules.ENDINGS.index("quiet")).sum())
    return (
        f"| {players} | {points.max(axis=1).mean():.1f} | {points.mean():.1f} "
        f"| {' · '.join(f'{s:.1%}' for s in share)} | {(won.sum(axis=1) > 1).mean():.2%} | {quiet} |"
    )


if __name__ == "__main__":
    Path(__file__).with_suffix(".svg").write_text(drawn(), encoding="utf-8")
    for number in (2, 3, 4, 5):
        print(row(number))
