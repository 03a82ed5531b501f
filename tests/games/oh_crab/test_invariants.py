"""What is true of every table."""

from __future__ import annotations

from decapod.games.oh_crab import state
from decapod.games.oh_crab.invariants import violations
from tests.games.oh_crab.position import middle


def test_what_is_wrong_with_a_table_is_found() -> None:
    match = middle(3, 60)
    box, table = match.box.record, match.state
    assert violations(box, table) == []
    for field, index, value in (("supply", None, 99), ("hand", 0, 0), ("deck", None, 0), ("secret", 1, 1 << 50)):
        broken = table.copy()
        if index is None:
            broken[field] = value
        else:
            broken[field][index] = value
        assert violations(box, broken), field
    broken = table.copy()
    broken.at[0] = broken.at[1]
    broken.stage = state.ACT
    assert "two crabs stand on one space" in violations(box, broken)
