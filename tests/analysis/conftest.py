"""What tests of the analysis share: matches played by chance."""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest

import decapod
from decapod.bots import bot
from decapod.match import Match


@pytest.fixture(scope="session")
def played() -> Callable[..., Match]:
    """Play a game by chance: to its end, or so many moves and on to where somebody has a choice."""

    @functools.cache
    def play(name: str, moves: int | None = None, players: int | None = None, seed: int = 3) -> Match:
        match, chance = decapod.game(name).match(players, seed=seed), bot("chance", seed=seed)
        while not match.over:
            player = match.awaiting[-1]
            if moves is not None and len(match.played) >= moves and len(match.legal_ids(player)) > 1:
                break
            match.play(player, chance.choose(match.seat(player, history=False)))
        return match

    return lambda *what, **how: play(*what, **how).copy()
