"""Crab Stack: boxes that make no sense."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions import fill, printed


def test_the_printed_box_has_two_boards() -> None:
    box = fill("crab-stack", printed("crab-stack"))
    assert box.crabs.tolist() == [3, 3, 3]
    assert box.steps.tolist() == [3, 2, 1]


@pytest.mark.rule("CS-10")
@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ({3: "O Y Y ~ Y Y"}, "boards.a has 8 B, and the crabs need 9"),
        ({3: "O Y Y ~ Y YB"}, "boards.a.4: the B at 12 is off the grid"),
        ({3: "O Y Y x Y Y B"}, "boards.a.4: 'x' is none of Y, B, O, ~"),
        ({0: "   B B B Y", 1: "  O Y Y O O"}, "the spaces of 2 players are not all connected"),
    ],
)
def test_a_board_that_makes_no_sense_is_refused_in_one_line(rows: dict[int, str], complaint: str) -> None:
    """A board in two parts was accepted, and the crabs were not connected from the start."""
    text: Any = printed("crab-stack")
    for row, drawn in rows.items():
        text["boards"]["a"][row] = drawn
    with pytest.raises(ValueError, match=complaint):
        fill("crab-stack", text)
