"""The learning curve as a picture."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from decapod.learn.console import WORDS
from decapod.learn.curve import draw_curve
from decapod.scene.words import Words


def test_a_curve_has_a_point_for_every_trial_and_says_what_it_shows() -> None:
    lines = {"against <chance>": [(0.0, 0.5), (1.0, 0.75), (2.0, 1.0)], "against us": [(2.0, 0.6)], "never": []}
    drawn = ET.fromstring(draw_curve(Words(WORDS, "en"), "Crabs!", lines))  # noqa: S314  # our own
    tag = "{http://www.w3.org/2000/svg}"
    assert len(drawn.findall(f"{tag}circle")) == 4
    heights = [float(dot.get("cy", "")) for dot in drawn.findall(f"{tag}circle")[:3]]
    assert heights == sorted(heights, reverse=True), "higher scores lie higher"
    texts = [text.text for text in drawn.findall(f"{tag}text")]
    assert {"Crabs!: how the net learned", "against <chance>", "against us", "100 %", "minutes"} <= set(texts)
    assert "never" not in texts


def test_a_curve_without_points_can_be_drawn() -> None:
    assert draw_curve(Words(WORDS, "fr"), "Crabs!", {}).startswith("<svg")
