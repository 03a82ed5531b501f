"""Pictures of a running match."""

from __future__ import annotations

import numpy as np
import pytest

import decapod
from decapod.envs.render import rasterise, render
from decapod.errors import UsageError
from decapod.scene.art import TOKENS


def rgb(colour: str) -> tuple[int, ...]:
    """Turn #RRGGBB into numbers."""
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def test_pixels_are_the_picture_in_its_own_size_and_colours() -> None:
    match = decapod.game("crabe-vs-poulpe").match(seed=3)
    scene = match.scene(match.to_act[0])
    pixels = render(match, "rgb_array")
    assert isinstance(pixels, np.ndarray)
    width, height = scene.picture_size
    assert (pixels.shape, pixels.dtype) == ((height, width, 3), np.uint8)
    assert tuple(pixels[0, 0]) == rgb(TOKENS["sand"][0])
    assert len(np.unique(pixels @ (1, 1 << 8, 1 << 16))) > 100


def test_words_are_drawn_without_any_font_of_the_machine() -> None:
    page = "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='30'><text x='5' y='20' {0}>{1}</text></svg>"
    style = "style='font-family:system-ui,sans-serif' fill='var(--ink, #000)'"
    empty, word, pointer, unknown = (rasterise(page.format(style, text)) for text in ("", "a→α", "▸", "\u4e00"))
    ink = rgb(TOKENS["ink"][0])
    assert not empty.any()  # transparent is black
    assert (word == ink).all(axis=2).any()
    assert not np.array_equal(pointer, unknown)


def test_the_picture_is_that_of_the_player_to_move_or_a_spectators() -> None:
    match = decapod.game("crabs").match(players=2, seed=7, first=0)
    assert render(match, "svg") == match.scene(0).svg()
    assert render(match, "ansi") == match.scene(0).text()
    race = decapod.game("oh-crab").match(players=3, seed=1)
    assert render(race, "svg") == race.scene(None).svg()


def test_for_people_the_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    match = decapod.game("oh-crab").match(players=2, seed=1)
    assert render(match, "human") is None
    printed = capsys.readouterr().out
    for line in match.scene(None).text().splitlines()[:5]:
        assert line in printed


def test_without_a_render_mode_nothing_is_drawn() -> None:
    with pytest.raises(UsageError, match="give render_mode= one of human, ansi, svg, rgb_array"):
        render(decapod.game("crab-stack").match(seed=1), None)
