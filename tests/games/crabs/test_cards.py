"""Crabs!: cards packed into one number are reckoned with as if they were counted one by one."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from decapod.engine import dice
from decapod.games.crabs.chapters import cards
from decapod.games.crabs.state import BYTE, KINDS, VALUES, is_golden, value_of


def some_cards(seed: int, most: int) -> list[int]:
    """Pick the kinds of a few cards, ascending, always the same."""
    chance = random.Random(seed)
    return sorted(chance.randrange(KINDS) for _ in range(chance.randint(1, most)))


def pack(kinds: list[int]) -> int:
    """Pack cards, given by kind."""
    return sum(cards.one(kind) for kind in kinds)


@pytest.mark.rule("CR-13")
@pytest.mark.parametrize("seed", range(40))
def test_packed_cards_are_counted_and_added_up_as_single_ones(seed: int) -> None:
    kinds = some_cards(seed, 15)
    packed, values = pack(kinds), [value_of(kind) for kind in kinds]
    assert cards.list_kinds(packed) == kinds
    assert cards.list_values(cards.by_value(packed)) == values
    assert cards.size_of(packed) == len(kinds)
    assert cards.total_of(packed) == sum(values)  # golden or not
    assert cards.kinds_of(packed) == sum(1 << kind for kind in set(kinds))
    assert cards.values_in(cards.by_value(packed)) == sum(1 << BYTE * (value - 1) for value in set(values))
    for kind in range(KINDS):
        assert cards.count_of(packed, kind) == kinds.count(kind)
        assert cards.list_kinds(cards.from_kind(packed, kind)) == [k for k in kinds if k >= kind]
        fewer = Counter(kinds) - Counter([kind])
        assert cards.list_kinds(cards.without(packed, kind)) == sorted(fewer.elements())
    for value in range(1, VALUES + 1):
        assert cards.list_kinds(cards.of_value(packed, value)) == [k for k in kinds if value_of(k) == value]


@pytest.mark.rule("CR-26")
@pytest.mark.parametrize("seed", range(40))
def test_cards_cover_an_objective_if_there_are_enough_of_each_value(seed: int) -> None:
    kinds, needs = some_cards(seed, 8), some_cards(seed + 1000, 3)
    missing = Counter(value_of(kind) for kind in needs) - Counter(value_of(kind) for kind in kinds)
    covered = cards.cover(cards.by_value(pack(kinds)), cards.by_value(pack(needs)))
    assert covered == (not missing)


@pytest.mark.rule("CR-12")
@pytest.mark.parametrize("seed", range(40))
def test_totals_are_reached_exactly_when_some_of_the_cards_make_them(seed: int) -> None:
    kinds = some_cards(seed, 7)
    totals = {sum(value_of(kind) for kind in some) for n in range(len(kinds) + 1) for some in combinations(kinds, n)}
    for goal in range(40):
        assert cards.reaches(1 << goal, cards.by_value(pack(kinds))) == (goal in totals)


@pytest.mark.rule("CR-12", "CR-7")
@pytest.mark.parametrize("canonical_order", [0, 1])
@pytest.mark.parametrize("seed", range(20))
def test_a_kind_may_be_taken_next_if_the_rest_can_still_be_made(seed: int, canonical_order: int) -> None:
    kinds = some_cards(seed, 7)
    for due in range(1, 20):
        sets = [some for n in range(1, len(kinds) + 1) for some in combinations(kinds, n)]
        makes = [some for some in sets if sum(value_of(kind) for kind in some) == due]
        first = {some[0] for some in makes} if canonical_order else {kind for some in makes for kind in some}
        assert cards.kinds_to_total(pack(kinds), due, canonical_order) == sum(1 << kind for kind in first)


@pytest.mark.rule("CR-7")
@pytest.mark.parametrize("seed", range(20))
def test_a_kind_may_be_picked_first_in_order_if_enough_follow_it(seed: int) -> None:
    kinds = some_cards(seed, 9)
    for due in range(1, len(kinds) + 1):
        first = {kind for i, kind in enumerate(kinds) if len(kinds) - i >= due}
        assert cards.lowest_kinds(pack(kinds), due, 1) == sum(1 << kind for kind in first)
        assert cards.lowest_kinds(pack(kinds), due, 0) == cards.kinds_of(pack(kinds))


@pytest.mark.rule("CR-8")
def test_each_card_of_a_pile_is_drawn_for_one_roll() -> None:
    kinds = [0, 0, 3, 9, 9, 9]
    draws = Counter[int]()
    for i in range(len(kinds)):
        chance = np.zeros(dice.LENGTH, np.int64)
        chance[dice.LEFT] = 1
        chance[dice.WORDS + 3] = ((i << 32) + (1 << 31)) // len(kinds)  # rolls i
        draws[cards.draw_kind(pack(kinds), chance)] += 1
    assert draws == Counter(kinds)
    assert [is_golden(kind) for kind in (0, 3, 9)] == [0, 1, 1]
