"""SceneBuilder: what a game lays its table out on."""

from __future__ import annotations

import decapod
from decapod.scene import SceneBuilder


def test_pieces_that_are_alike_are_numbered_each_name_for_itself() -> None:
    game = decapod.game("crab-stack")
    match = game.match(2, seed=1)
    scene = SceneBuilder(game.module, match.box.record, match.table, 0, "wide", game.words())
    assert [scene.copy_id(name) for name in ("card-3", "card-5", "card-3")] == ["card-3-1", "card-5-1", "card-3-2"]
