"""What Crab Stack says of a game that is over."""

from __future__ import annotations

import random

import decapod

GAME = decapod.game("crab-stack")


def test_who_is_out_is_told_why() -> None:
    """To read "1 on top, out" did not say that this one had nowhere to land."""
    found = set[str]()
    for seed in range(12):
        match, chance = GAME.match(3, seed=seed), random.Random(seed)
        while not match.is_over:
            player = match.to_act[0]
            match.play(player, chance.choice(match.legal_actions(player)))
        for (points, why), place in zip(match.points_breakdown(), match.places, strict=True):
            assert points.endswith("on top")
            assert why.startswith("Out: ") == (place > 1)
            found.add(why.partition(" (")[0])
    assert {"Out: no crab on top had anywhere to land", "Out: no crab on top was left."} <= found


def test_the_crabs_that_had_nowhere_to_land_are_named() -> None:
    match = GAME.position("a 2 | turn=0 e3=0l e4=0l e5=1m")
    match.play(0, "e3-e4")
    assert match.points_breakdown() == [
        ["1 on top", "1 trapped · 7 washed away"],
        ["1 on top", "Out: no crab on top had anywhere to land (medium on e5)."],
    ]
