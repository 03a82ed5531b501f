"""Draws the pictures in README and docs: `uv run python docs/picture.py`."""

from __future__ import annotations

import random
from pathlib import Path

import decapod

#: File: game, players, variant, moves made by chance.
PICTURES = {
    "crab-stack": ("crab-stack", 4, None, 12),
    "oh-crab": ("oh-crab", 5, None, 275),
    "games/crabe-vs-poulpe": ("crabe-vs-poulpe", 2, "asymmetric", 39),
}


def drawn(file: str = "crab-stack") -> str:
    """Draw a game some moves in, as the player to move sees it."""
    name, players, variant, moves = PICTURES[file]
    match = decapod.game(name).match(players, seed=7, variant=variant)
    chance = random.Random(8)
    for _ in range(moves):
        player = match.to_act[0]
        match.play(player, chance.choice(match.legal_moves(player)))
    return match.scene(match.to_act[0]).svg() + "\n"


if __name__ == "__main__":
    for file in PICTURES:
        (Path(__file__).parent / file).with_suffix(".svg").write_text(drawn(file), encoding="utf-8")
