"""Cards in one number, compared with cards counted one by one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from decapod.games.crabe_vs_poulpe.chapters import cards
from decapod.games.crabe_vs_poulpe.state import ALL_CARDS, ANIMALS, COPIES, FIRST_COPIES, KINDS, animal_of, rank_of


def random_cards(seed: int) -> list[int]:
    """Choose some of all cards, as a sorted list of kinds."""
    chance = random.Random(seed)
    return sorted(kind for kind in range(KINDS) for _ in range(COPIES) if chance.random() < 0.4)


def number_of(kinds: list[int]) -> int:
    """Put cards together in one number."""
    held = 0
    for kind in kinds:
        held = cards.plus(held, kind)
    return held


@pytest.mark.parametrize("seed", range(20))
def test_cards_are_listed_counted_and_found_as_they_were_put_together(seed: int) -> None:
    kinds = random_cards(seed)
    held = number_of(kinds)
    assert cards.kinds_of(held) == kinds
    assert held.bit_count() == len(kinds)
    assert [cards.nth(held, n) for n in range(len(kinds))] == kinds
    firsts = sorted(set(kinds))
    assert [cards.nth_of_few(held & FIRST_COPIES, n) for n in range(len(firsts))] == firsts
    for kind in range(KINDS):
        assert cards.number(held, kind) == kinds.count(kind)
        assert cards.holds(held, kind) == (kind in kinds)


@pytest.mark.parametrize("seed", range(20))
def test_a_card_less_and_one_more_are_the_same_cards(seed: int) -> None:
    kinds = random_cards(seed)
    held = number_of(kinds)
    for kind in set(kinds):
        less = cards.minus(held, kind)
        assert Counter(cards.kinds_of(less)) == Counter(kinds) - Counter([kind])
        assert cards.plus(less, kind) == held


@pytest.mark.parametrize("seed", range(20))
def test_cards_are_put_together_and_taken_away_like_counts(seed: int) -> None:
    some, others = random_cards(seed), random_cards(seed + 100)
    left = Counter(some) - Counter(others)
    assert Counter(cards.kinds_of(cards.besides(number_of(some), number_of(others)))) == left
    rest = sorted(left.elements())
    fitting = sorted((Counter(others) & Counter({kind: COPIES - left[kind] for kind in range(KINDS)})).elements())
    assert cards.together(number_of(rest), number_of(fitting)) == number_of(sorted(rest + fitting))


@pytest.mark.parametrize("rank", [0, 5, KINDS // ANIMALS - 1])
def test_cards_are_sorted_out_by_rank_and_animal(rank: int) -> None:
    everything = cards.kinds_of(ALL_CARDS)
    assert cards.kinds_of(cards.above(rank)) == [kind for kind in everything if rank_of(kind) > rank]
    assert cards.kinds_of(cards.below(rank)) == [kind for kind in everything if rank_of(kind) < rank]
    for animal in range(ANIMALS):
        assert cards.kinds_of(cards.of_animal(ALL_CARDS, animal)) == [k for k in everything if animal_of(k) == animal]
