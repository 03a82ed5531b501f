"""Draws the pictures in README and docs: `uv run python docs/picture.py`."""

from __future__ import annotations

import random
from pathlib import Path

import decapod

#: Game: players, moves made by chance.
PICTURES = {"crab-stack": (4, 12), "oh-crab": (5, 275)}


def drawn(name: str = "crab-stack") -> str:
    """Draw a game some moves in, as the player to move sees it."""
    players, moves = PICTURES[name]
    match = decapod.game(name).match(players, seed=7)
    chance = random.Random(8)
    for _ in range(moves):
        player = match.awaiting[0]
        match.play(player, chance.choice(match.legal(player)))
    return match.scene(match.awaiting[0]).svg() + "\n"


if __name__ == "__main__":
    for name in PICTURES:
        Path(__file__).with_name(f"{name}.svg").write_text(drawn(name), encoding="utf-8")
