"""The bot that plays by chance: every legal move is as likely as any other."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from decapod.bots.base import Bot, legal_moves_of

if TYPE_CHECKING:
    from decapod.core.match import Move
    from decapod.core.player_view import PlayerView


class RandomBot(Bot):
    """Plays any legal move."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        """Take a seed for repeatable play."""
        self._random = random.Random(seed)

    def choose(self, seat: PlayerView) -> Move:
        """Choose any legal move."""
        legal = legal_moves_of(seat)
        return seat.describe_move(self._random.choice(legal))
