"""Draws the pictures of docs/games/yadokarick.md: `uv run python docs/games/picture_yadokarick.py`."""

from __future__ import annotations

import random
from pathlib import Path

import decapod

HERE = Path(__file__).parent


def drawn(players: int, seed: int, moves: int) -> str:
    """Draw a game played by chance, as the player to move sees it."""
    match = decapod.game("yadokarick").match(players, seed=seed)
    chance = random.Random(seed)
    for _ in range(moves):
        player = match.to_act[0]
        chosen = [move for move in match.legal_moves(player) if not move.text.startswith("give up")]
        match.play(player, chance.choice(chosen or match.legal_moves(player)))
    return match.scene(match.to_act[0]).svg() + "\n"


if __name__ == "__main__":
    (HERE / "yadokarick.svg").write_text(drawn(5, 5, 39), encoding="utf-8")
    (HERE / "yadokarick-solo.svg").write_text(drawn(1, 6, 60), encoding="utf-8")
