"""The cards of Yadokarick."""

from __future__ import annotations

import pytest

from decapod.games.yadokarick import art
from tests.games.yadokarick.position import BOX


@pytest.mark.parametrize("big", [5, 9])
def test_cards_of_unusual_sizes_can_be_drawn(big: int) -> None:
    box = BOX.copy()
    box.sizes[0, 0] = big
    assert f">{big}</text>" in art.house_card(box, 0).markup
