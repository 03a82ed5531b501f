"""Tables on plain numbers: nothing is lost on the way there and back."""

from __future__ import annotations

import random
import struct

import numpy as np
import pytest

import decapod
from decapod.core.game import OURS
from decapod.engine import dtypes, pystate


@pytest.mark.parametrize("name", OURS)
def test_a_table_comes_back_as_it_was(name: str) -> None:
    """Of random bytes, so that every field and every bit of it is told from all others."""
    kind = decapod.game(name).rules.State
    record = np.frombuffer(random.Random(1).randbytes(kind.itemsize), kind)[0]
    state = pystate.py_state(record)
    for field in kind.names or ():
        assert np.array_equal(getattr(state, field), record[field]), field
    again = pystate.py_state_type(kind).load(pystate.py_state_type(kind).dump(state))
    assert all(getattr(again, field) == getattr(state, field) for field in kind.names or ())
    wide = pystate.record_of(record.tobytes(), kind)
    assert all(np.array_equal(wide[field], record[field]) for field in kind.names or ())
    assert pystate.record_of(pystate.snapshot_of(wide, kind), kind).tobytes() == wide.tobytes()


@pytest.mark.parametrize("name", OURS)
def test_a_box_is_read_the_same(name: str) -> None:
    box = decapod.game(name).box
    for field in box.record.dtype.names:
        assert np.array_equal(getattr(box.plain, field), box.record[field]), field


def test_rows_are_read_and_written_both_ways() -> None:
    kind = dtypes.record_type([("rows", "i2", (2, 3))])
    state = pystate.py_state_type(kind).load(bytes(kind.itemsize))
    state.rows[1, 2] = 5
    state.rows[0][1] = 7
    assert (state.rows[1][2], state.rows[0, 1]) == (5, 7)
    state.rows[1] = [1, 2, 3]
    assert np.frombuffer(pystate.py_state_type(kind).dump(state), kind)["rows"][0].tolist() == [[0, 7, 0], [1, 2, 3]]


def test_a_number_that_does_not_fit_is_an_error_and_no_other_number() -> None:
    kind = dtypes.record_type([("small", "i1")])
    state = pystate.py_state_type(kind).load(bytes(kind.itemsize))
    state.small = 200
    with pytest.raises(struct.error):
        pystate.py_state_type(kind).dump(state)


def test_rules_that_fail_leave_the_match_as_it_was() -> None:
    match = decapod.game("crab-stack").match(2, seed=1, first=0)
    before, legal = match.state.copy(), match.legal_actions(0)
    with pytest.raises(IndexError):
        match.play(0, 10**6, unchecked=True)
    assert match.moves == []
    assert dtypes.same(match.state, before)
    assert match.legal_actions(0) == legal
    match.play(0, legal[0])
    assert len(match.moves) == 1
