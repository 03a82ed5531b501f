"""A scene that was shown leaves nothing behind: a server makes thousands a second, and collects garbage seldom."""

from __future__ import annotations

import random
import weakref
from typing import Any

import pytest

import decapod
from decapod.core.game import OURS
from decapod.scene import Parts

MODES = [(name, variant, players) for name in OURS for variant, players in decapod.game(name).modes]


@pytest.mark.parametrize(("name", "variant", "players"), MODES)
def test_what_laid_a_table_out_goes_with_its_scene(name: str, variant: str, players: int) -> None:
    match, wishes = decapod.game(name).match(players=players, variant=variant, seed=3), random.Random(4)
    kept: dict[int, Parts] = {viewer: {} for viewer in range(players)}
    for ply in range(120):
        if match.is_over:
            break
        for viewer, parts in kept.items():
            builder = match._build_scene(viewer, "desktop", None, parts=parts)
            scene: Any = builder.scene()
            left = weakref.ref(builder)
            rest = match._build_scene(viewer, "phone", None)
            assert rest.rest().pieces
            left_by_rest = weakref.ref(rest)
            del builder, scene, rest
            assert left() is None, f"ply {ply}, viewer {viewer}: something of the scene holds what laid it out"
            assert left_by_rest() is None, f"ply {ply}, viewer {viewer}: what is shown on the way does"
        player = wishes.choice(match.to_act)
        match.play(player, wishes.choice(match.legal_actions(player)), unchecked=True)
