"""Our pictures as PNG."""

from __future__ import annotations

import io
import re
import sys

import pytest
from PIL import Image

import decapod
from decapod.scene import png


def test_a_picture_has_its_own_size_or_the_width_that_is_wanted() -> None:
    scene = decapod.game("crab-stack").match(2, seed=7).scene(None)
    for wanted, width in ((None, scene.picture_size[0]), (1200, 1200)):
        with Image.open(io.BytesIO(png.draw_png(scene.svg(), wanted))) as image:
            assert image.format == "PNG"
            assert image.width == width
            assert image.height == pytest.approx(width * scene.picture_size[1] / scene.picture_size[0], abs=1)


def test_numbers_on_cards_have_their_colours() -> None:
    """They were as dark as the words of the page: a rule for these reached into the cards, in this renderer alone."""
    svg = decapod.game("crabs").match(2, seed=7).scene(0).svg()
    number = re.compile("(<text [^>]*fill=')[^']*('[^>]*class='figure'>)")
    with Image.open(io.BytesIO(png.draw_png(number.sub(r"\g<1>#0F0\g<2>", svg)))) as image:
        colours = image.convert("RGB").getcolors(image.width * image.height) or []
    assert (0, 255, 0) in [colour for _, colour in colours]


@pytest.mark.parametrize("missing", ["resvg_py", "font_source_sans_pro"])
def test_whether_it_can_draw_is_known_before_it_tries(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert png.can_draw()
    monkeypatch.setitem(sys.modules, missing, None)
    assert not png.can_draw()
