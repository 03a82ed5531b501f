"""Records, bit sets and dispatch."""

from __future__ import annotations

import types

import numpy as np
import pytest

import decapod
from decapod.engine import bits, dispatch, dtypes, jit
from decapod.games import crab_stack as rules
from tests import GAMES


def test_two_games_of_the_same_layout_are_refused(crab_stack) -> None:
    twin = types.SimpleNamespace(State=rules.State, __name__="twin")
    with pytest.raises(ValueError, match="same layout"):
        dispatch.register_rules(twin)
    dispatch.register_rules(crab_stack.rules)  # the same game again is fine


def test_a_game_refused_for_its_widened_layout_leaves_nothing_behind(crab_stack) -> None:
    wide = dtypes.wide_dtype(rules.State)
    kinds = {"dice": "i8"}  # one field of eight bytes, so that nothing has to be padded
    fields = [(name, kinds.get(name, "i4"), wide[name].shape) for name in wide.names or ()]
    twin = types.SimpleNamespace(State=dtypes.record_type(fields), __name__="twin")
    assert dtypes.wide_dtype(twin.State) == wide
    with pytest.raises(ValueError, match="same layout"):
        dispatch.register_rules(twin)
    assert twin.State not in dispatch.RULES


def test_every_verb_has_the_arguments_the_contract_says() -> None:
    for name, arguments in dispatch.RULE_FUNCTIONS.items():
        code = getattr(dispatch, name).__code__
        assert code.co_varnames[: code.co_argcount] == arguments
        for game in map(decapod.game, GAMES):
            assert getattr(game.rules, name).__code__.co_argcount == len(arguments), f"{game.name}.{name}"


def test_records_are_whole_words_long_and_widen() -> None:
    kind = dtypes.record_type([("a", "i1"), ("b", "i2", 3)])
    assert kind.itemsize % dtypes.WORD == 0
    wide = dtypes.wide_dtype(kind)
    assert {wide[name].base for name in wide.names or ()} == {np.dtype("i8")}
    record = dtypes.zeros(kind)
    record.b[1] = 7
    assert dtypes.cast(record, wide).b.tolist() == [0, 7, 0]
    assert dtypes.same(record, dtypes.cast(dtypes.cast(record, wide), kind))
    other = dtypes.zeros(kind)
    dtypes.copy(record, other)
    assert dtypes.same(record, other)
    dtypes.clear(other)
    assert not dtypes.same(record, other)


def test_compiled_clearing_and_copying_reach_every_byte() -> None:
    jit.register_all(rules)
    import numba

    clear = numba.njit(lambda states: dtypes.clear(states[0]))
    copy = numba.njit(lambda states: dtypes.copy(states[0], states[1]))
    states = np.frombuffer(bytearray(np.random.default_rng(1).bytes(2 * rules.State.itemsize)), rules.State).copy()
    copy(states)
    assert states[0].tobytes() == states[1].tobytes()
    clear(states)
    assert states[0].tobytes() == bytes(rules.State.itemsize)


@pytest.mark.parametrize("value", [1, 2, 3, 1 << 40, (1 << 62) + 4, (1 << 63) - 1])
def test_bit_sets_count_the_same_compiled(value: int) -> None:
    import numba

    jit.register_all(rules)
    both = numba.njit(lambda n: (bits.count(n), bits.lowest(n)))
    assert both(value) == (bits.count(value), bits.lowest(value))
    assert bits.lowest(value) == len(f"{value:b}") - 1 - f"{value:b}".rindex("1")
