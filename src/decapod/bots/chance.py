"""The bot that plays by chance: every legal move is as likely as any other."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decapod.match import Match, Move


class Chance:
    """Plays any legal move."""

    name = "chance"
    seconds = 0.0

    def __init__(self, seed: int | None = None) -> None:
        """Take a seed for repeatable play."""
        self._random = random.Random(seed)

    def choose(self, match: Match, player: int) -> Move:
        """Choose any legal move."""
        return match.describe(player, self._random.choice(match.legal_ids(player)))
