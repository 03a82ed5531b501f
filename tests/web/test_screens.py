"""Every screen is used: words and cards have a size that can be read, and a hand is seen without scrolling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from measuring import measure
from playing import against_bots, open_table, resize, wait_for_turn

import decapod

if TYPE_CHECKING:
    from playwright.sync_api import Page

TEXT, COORDINATES = 12, 10  # pixels
TARGET = 24
HAND, HEXAGON = 84, 42
USED = {"desktop": 0.55, "tablet": 0.6, "phone": 0.6, "sideways": 0.4}
UPRIGHT_OVER = 60  # how much of the board may lie below the window of an upright tablet


WINDOWS = [
    (1280, 800, "desktop"),
    (1440, 900, "desktop"),
    (820, 1180, "tablet"),
    (390, 844, "phone"),
    (844, 390, "sideways"),
]


@pytest.mark.parametrize("most", [False, True])
def test_words_can_be_read_and_the_window_is_used(calm: Page, game_name: str, most: bool) -> None:
    """With the fewest and with the most players; coordinates, and seven names on a phone, may be smaller."""
    counts = [n for _, n in decapod.game(game_name).modes]
    players = max(counts) if most else max(2, min(counts))
    open_table(calm, against_bots(calm.context, game_name, players, seed=4, options={"first": "0"}))
    wait_for_turn(calm)
    for width, height, kind in WINDOWS:
        resize(calm, width, height)
        check_window(calm, kind, crowded=(game_name, players, kind) == ("yadokarick", 7, "phone"))


def check_window(page: Page, kind: str, *, crowded: bool) -> None:
    """Hold what a window shows of a table to the limits; a crowded one has seven names over seven cards."""
    found = measure(page)
    assert found.text >= (COORDINATES if crowded else TEXT), (kind, found)
    assert found.coordinates == 0 or found.coordinates >= COORDINATES, (kind, found)
    assert found.target >= TARGET, (kind, found)
    assert found.used >= USED[kind], (kind, found)
    if kind == "desktop":
        assert (found.over, found.hand_below) == (0, 0), found
        assert found.hand == 0 or found.hand >= HAND, found
        assert found.hexagon == 0 or found.hexagon >= HEXAGON, found
    if kind == "tablet":
        assert found.over <= UPRIGHT_OVER, found
    if kind == "sideways" and found.hand:
        page.wait_for_selector(".dock button")  # the hand is in view, once it is laid out for this window
