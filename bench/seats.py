"""How long it takes to make what a bot gets: a seat at every move of a game by chance, interpreted.

uv run python bench/seats.py

For each game and its smallest and largest mode, microseconds a move: `hide` alone, a seat without and with its
history (each awaited player's, as bots would ask for it), one sample, and all legal moves in words.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import decapod

MOVES = 300


def measure(game: decapod.Game, variant: str, players: int) -> dict[str, float]:
    """Play a game by chance, and time what a bot would ask for before every move."""
    chance, match = random.Random(1), game.match(players, variant=variant, seed=1)
    spent: dict[str, float] = {}

    def timed(name: str, work: Callable[[], Any]) -> Any:
        began = time.process_time()
        made = work()
        spent[name] = spent.get(name, 0.0) + time.process_time() - began
        return made

    while not match.is_over and len(match.moves) < MOVES:
        player = chance.choice(match.to_act)
        timed("hide", lambda p=player: match.determinize(p))
        seat: decapod.PlayerView = timed("seat", lambda p=player: match.player_view(p, event_log=False))
        timed("with history", lambda p=player: match.player_view(p))
        timed("sample", lambda s=seat: s.sample_match(1))
        timed("legal", seat.legal_moves)
        match.play(player, chance.choice(seat.legal_actions()), unchecked=True)
    return {name: seconds / len(match.moves) * 1e6 for name, seconds in spent.items()}


def main() -> None:
    """Print a line for each mode."""
    for name in decapod.games():
        game = decapod.game(name)
        for variant, players in dict.fromkeys((game.modes[0], game.modes[-1])):
            figures = measure(game, variant, players)
            told = ", ".join(f"{what} {microseconds:.0f}" for what, microseconds in figures.items())
            print(f"{name} ({variant}, {players}): {told}", flush=True)


if __name__ == "__main__":
    main()
