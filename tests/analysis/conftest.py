"""What tests of the analysis share: matches played by chance."""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest

import decapod
from decapod.bots import bot
from decapod.core.match import Match


@pytest.fixture(scope="session")
def played() -> Callable[..., Match]:
    """Play a game by chance: to its end, or so many moves and on to where somebody has a choice."""

    @functools.cache
    def play(name: str, moves: int | None = None, players: int | None = None, seed: int = 3) -> Match:
        match, chance = decapod.game(name).match(players, seed=seed), bot("random", seed=seed)
        while not match.is_over:
            player = match.to_act[-1]
            if moves is not None and len(match.moves) >= moves and len(match.legal_actions(player)) > 1:
                break
            match.play(player, chance.choose(match.player_view(player, event_log=False)))
        return match

    return lambda *what, **how: play(*what, **how).copy()
