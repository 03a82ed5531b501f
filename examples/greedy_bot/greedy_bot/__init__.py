"""A bot that looks one move ahead, for any game: a whole one, outside Decapod's package, to begin your own from."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from decapod.bots import Bot

if TYPE_CHECKING:
    from decapod.core.match import Match, Move
    from decapod.core.player_view import PlayerView

GUESSES = 3  # of what is hidden, in which each move is tried
LINES = {
    "en": "Grabs what it can: looks one move ahead.",
    "fr": "Prend ce qu'il peut : voit un coup à l'avance.",
}


class Greedy(Bot):
    """Takes the move after which it stands best."""

    name = "greedy"

    def __init__(self, seed: int | None = None) -> None:
        """Take a seed for repeatable play."""
        self._random = random.Random(seed)

    def choose(self, seat: PlayerView) -> Move:
        """Try every legal move in a few guesses of what is hidden, and take the one that did best on the whole."""
        moves, seeds = seat.legal_moves(), [self._random.getrandbits(64) for _ in range(GUESSES)]
        self._random.shuffle(moves)  # so that not the first of several good ones is always taken
        return max(moves, key=lambda move: sum(self._try(seat, move, seed) for seed in seeds))

    def _try(self, seat: PlayerView, move: Move, seed: int) -> int:
        match = seat.sample_match(seed)
        match.play(seat.player, move)
        return lead(match, seat.player)

    @classmethod
    def describe(cls, language: str = "en") -> str:
        """Say in one line how it plays."""
        return LINES.get(language, LINES["en"])


def lead(match: Match, player: int) -> int:
    """Say how well a player stands: by how many they are ahead of, and then by points ahead of the best other."""
    places, points = match.places, match.points
    behind = sum(place > places[player] for place in places) - sum(place < places[player] for place in places)
    best = max((points[other] for other in range(match.players) if other != player), default=0)
    return 1000 * behind + points[player] - best
