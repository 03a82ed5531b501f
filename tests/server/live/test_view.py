"""How a client looks at a room."""

from __future__ import annotations

import dataclasses

import pytest

from decapod.server.live.view import Progress, View


def test_a_spectator_is_nobody_to_a_match() -> None:
    assert (View().player, View(0).player, View(3).player) == (None, 0, 3)


def test_views_and_progress_are_replaced_and_never_changed() -> None:
    for value in (View(), Progress()):
        with pytest.raises(dataclasses.FrozenInstanceError):
            value.ply = 3  # type: ignore[misc, union-attr]
