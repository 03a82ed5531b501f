"""Plots in a file of their own."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from decapod.lab.plots import VARIABLES, scores


def test_scores_have_a_point_for_every_trial_and_say_what_they_show() -> None:
    lines = {"against <chance>": [(0.0, 0.5), (1.0, 0.75), (2.0, 1.0)], "against us": [(2.0, 0.6)], "never": []}
    svg = scores(lines, "Crabs!: how the net learned", "minutes")
    drawn, tag = ET.fromstring(svg), "{http://www.w3.org/2000/svg}"  # noqa: S314  # our own
    texts = {text.text for text in drawn.iter(f"{tag}text")}
    assert {"Crabs!: how the net learned", "against <chance>", "against us", "100 %", "minutes"} <= texts
    assert "never" not in texts
    axes = next(group for group in drawn.iter(f"{tag}g") if group.get("id") == "axes_1")
    lines_drawn = [group for group in axes if re.fullmatch(r"line2d_\d+", group.get("id", ""))]
    heights = [[float(use.get("y", "")) for use in group.iter(f"{tag}use")] for group in lines_drawn]
    assert [len(ys) for ys in heights] == [3, 1]
    assert heights[0] == sorted(heights[0], reverse=True), "higher scores lie higher"
    assert "var(--" not in svg
    assert not any(colour in svg for colour in VARIABLES)


def test_scores_without_points_can_be_drawn() -> None:
    assert scores({}, "Crabs!", "minutes").startswith("<svg")
