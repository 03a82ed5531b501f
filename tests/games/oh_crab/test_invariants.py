"""What is true of every table."""

from __future__ import annotations

from decapod.games.oh_crab import state as s
from decapod.games.oh_crab.invariants import violations
from tests.games.oh_crab.position import middle


def test_what_is_wrong_with_a_table_is_found() -> None:
    match = middle(3, 60)
    box, state = match.box.record, match.state
    assert violations(box, state) == []
    for field, index, value in (("supply", None, 99), ("hand", 0, 0), ("deck", None, 0), ("secret", 1, 1 << 50)):
        broken = state.copy()
        if index is None:
            broken[field] = value
        else:
            broken[field][index] = value
        assert violations(box, broken), field
    broken = state.copy()
    broken.at[0] = broken.at[1]
    broken.stage = s.ACT
    assert "two crabs stand on one space" in violations(box, broken)
