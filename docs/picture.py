"""Draws the picture in the README: `uv run python docs/picture.py`."""

from __future__ import annotations

import random
from pathlib import Path

import decapod


def drawn() -> str:
    """Draw Crab Stack with four players, twelve moves in."""
    match = decapod.game("crab-stack").match(4, seed=7)
    chance = random.Random(8)
    for _ in range(12):
        player = match.awaiting[0]
        match.play(player, chance.choice(match.legal(player)))
    return match.scene(match.awaiting[0]).svg() + "\n"


if __name__ == "__main__":
    Path(__file__).with_name("crab-stack.svg").write_text(drawn(), encoding="utf-8")
