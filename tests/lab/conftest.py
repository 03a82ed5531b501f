"""What tests of the lab share."""

from __future__ import annotations

import copy

import pytest

from decapod.lab.arena import Arena
from decapod.lab.contest import Forfeit, Matchup


@pytest.fixture(scope="session")
def played() -> Arena:
    """An arena of three, played here; one game was lost by a failure."""
    contest = Matchup.of("crabe-vs-poulpe", ["random", "flat-mc:3", "random"])
    arena = Arena(contest, 20, until=0.95)
    for number in range(11):
        arena._add(contest.play(number))
    arena._add(contest.failed(11, Forfeit(1, "<b>mine</b> failed: KeyError")))
    return arena


@pytest.fixture
def arena(played: Arena) -> Arena:
    """A copy of it, to be changed."""
    return copy.deepcopy(played)
