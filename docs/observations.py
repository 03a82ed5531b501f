"""Write docs/observations.md: what every game tells a learner, field by field, as its code states it.

uv run python docs/observations.py
"""

from __future__ import annotations

from pathlib import Path

import decapod
from decapod.core.game import OURS
from decapod.engine.observation import number_type, offsets

PAGE = Path(__file__).with_suffix(".md")
HEAD = """# What a learner sees

`match.observation(player)`, `seat.observation` and the environments give what one player may know as a row of numbers. Seats, where a field has one number or row for each, are counted from the viewer's own on. A number that would not fit a byte is cut to ±127. `offset` is where a field begins; its numbers follow each other row by row.

This page is written by `docs/observations.py` from the `OBSERVATION` of each game. A layout never changes under its version: `rules.OBSERVATION_VERSION` goes up with it.
"""  # noqa: E501  # a paragraph is a line


def write_page() -> str:
    """Write the page."""
    lines = [HEAD]
    for name in OURS:
        game = decapod.game(name)
        rules = game.rules
        kind = number_type(rules.OBSERVATION)
        lines += [
            f"## {game.title}",
            "",
            f"{rules.OBSERVATION_SIZE:,} numbers, {kind}, version {rules.OBSERVATION_VERSION}.",
            "",
        ]
        lines += ["| field | offset | numbers | range | what it says |", "| --- | --- | --- | --- | --- |"]
        for field, start in zip(rules.OBSERVATION, offsets(rules.OBSERVATION), strict=True):
            shape = field.shape if isinstance(field.shape, int) else " × ".join(map(str, field.shape))
            lines.append(f"| `{field.name}` | {start} | {shape} | {field.low} to {field.high} | {field.meaning} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(write_page(), encoding="utf-8")
