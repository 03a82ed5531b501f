"""Crabs!: what is in the box, and boxes that make no sense."""

from __future__ import annotations

from typing import Any

import pytest

from decapod.games.crabs import state as s
from decapod.games.crabs.chapters.cards import list_kinds
from tests.games.crabs.position import change_box
from tests.positions import printed


@pytest.mark.rule("CR-1")
def test_the_box_has_sixty_crabs_four_gears_and_eighteen_objectives() -> None:
    box = change_box()
    kinds = list_kinds(int(box.cards))
    assert len(kinds) == 60
    assert {s.value_of(kind) for kind in kinds} == {1, 2, 3, 4, 5}
    assert sum(s.is_golden(kind) for kind in kinds) == 10
    assert (box.gears, box.objectives) == (4, 18)


@pytest.mark.rule("CR-1")
def test_every_objective_pays_more_than_its_crabs_are_worth() -> None:
    for objective in printed("crabs")["objectives"]["cards"]:
        assert 1 <= len(objective["needs"]) <= 4
        assert objective["pays"] > sum(objective["needs"])


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"deal__hand": 13}, "deal.hand is a whole number from 2 to 12, not 13"),
        ({"deal__hand": True}, "deal.hand is a whole number from 2 to 12, not True"),
        ({"cards__plain": [10, 10]}, "cards.plain is a list of 5 entries"),
        ({"cards__plain": [1, 1, 1, 1, 1]}, "there are 15 cards, and 5 hands with the pool take 40"),
        ({"cards__plain": [16, 9, 9, 9, 9]}, "cards.plain.1 is a whole number from 0 to 15, not 16"),
        ({"cards__plain": [10, 15, 0, 15, 10], "cards__golden": [2, 2, 0, 2, 2]},
         "cards.plain.3 and cards.golden.3 are 0: there is no card of this value"),
        ({"bind__chart": [5, 5, 15, 20, 25]}, "bind.chart must rise, and 5 does not follow 5"),
        ({"gear": [{"bonus": 1, "cost": 1, "stars": 1}] * 7}, "gear is a list of 0 to 6 entries"),
        ({"objectives__cards": [{"needs": [6], "pays": 1}]}, "objectives.cards.1.needs is a whole number from 1 to 5"),
        ({"end__score": 0}, "end.score is a whole number from 1 to 99, not 0"),
    ],
)  # fmt: skip
def test_a_box_that_makes_no_sense_is_refused_in_one_line(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match="^" + complaint.replace("[", r"\[").replace("]", r"\]")):
        change_box(**changes)


def test_every_number_that_words_need_has_a_name() -> None:
    """Words are keyed by name: each phase, action, gear card and level of the chart has one of its own."""
    for names, n in (
        (s.PHASE_NAMES, s.DISCARDING + 1),
        (s.ACTION_OF_PHASE, s.PHASES),
        (s.ACTION_NAMES, s.RELAX + 1),
        (s.GEAR_NAMES, s.GEARS + 1),
        (s.LEVEL_NAMES, s.VALUES + 1),
    ):
        assert len(names) == n
    assert len({*s.PHASE_NAMES, *s.ACTION_NAMES, *s.GEAR_NAMES, *s.LEVEL_NAMES}) == 13 + 6 + 7 + 6
