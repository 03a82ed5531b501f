"""How much is asked for at once follows from how long it takes."""

from __future__ import annotations

from decapod.engine.slice_budget import AIM, LEAST, MOST, SliceBudget


def test_what_is_quick_is_asked_for_in_larger_pieces_and_what_is_slow_in_smaller_ones() -> None:
    pace = SliceBudget()
    assert pace.moves == LEAST
    for _ in range(10):
        pace.note(AIM / 10)
    assert pace.moves == LEAST << 10
    pace.note(AIM)
    assert pace.moves == LEAST << 10
    pace.note(16 * AIM)
    assert pace.moves == LEAST << 6


def test_it_stays_within_bounds() -> None:
    pace = SliceBudget()
    pace.note(1000)
    assert pace.moves == LEAST
    for _ in range(100):
        pace.note(0)
    assert pace.moves == MOST
