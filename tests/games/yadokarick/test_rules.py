"""The verbs of Yadokarick: what a learner sees, what may be asked of the rules at any time, what turns are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from decapod.engine import dice
from decapod.games.yadokarick import cards, house, moves, rules, solo
from tests.games.yadokarick.tables import (
    BOX,
    DUEL,
    NPC,
    SOLO,
    awaited,
    build_house,
    card,
    dealt,
    finish_round,
    give,
    legal,
    play,
    reason,
    trick,
)

FACTS = rules.OBSERVED - rules.FACTS


def observed(table: Any, viewer: int) -> list[int]:
    """What a viewer knows as numbers."""
    out = np.full(rules.OBSERVED, -1, np.int64)
    rules.observe(BOX, table, viewer, out)
    return [int(n) for n in out]


def seat_of(numbers: list[int], i: int) -> list[int]:
    """The numbers about the i-th seat from the viewer's."""
    start = 3 * cards.CARDS + i * rules.SEEN_SEAT
    return numbers[start : start + rules.SEEN_SEAT]


@pytest.mark.rule("YD-32")
def test_a_learner_sees_its_own_hand_and_all_that_was_played() -> None:
    table = dealt(4)
    give(table, "g25 p1", "p8", "g17", "p29")
    play(table, 0, card("g25"))
    play(table, 1, card("p8"))
    for viewer, held in ((0, {card("p1")}), (2, {card("g17")}), (-1, set())):
        numbers = observed(table, viewer)
        planes = [{c for c in range(cards.CARDS) if numbers[k * cards.CARDS + c]} for k in range(3)]
        assert planes == [held, {card("g25"), card("p8")}, {card("g25"), card("p8")}]


def test_a_learner_sees_seats_from_its_own_on() -> None:
    table = dealt(4)
    build_house(table, 2, "g9", "p10")
    table.totals[:4] = [1, 2, 3, 4]
    for viewer in range(4):
        numbers = observed(table, viewer)
        assert [seat_of(numbers, i)[3] for i in range(4)] == [(viewer + i) % 4 + 1 for i in range(4)]
        about = seat_of(numbers, (2 - viewer) % 4)
        assert about[:5] == [5, 0, 0, 3, 1]
        assert about[12:16] == [2, 10, 1, 9]  # the roof on top is pink 10, below it green 9
        assert [seat_of(numbers, i)[5] for i in range(4)] == [int((viewer + i) % 4 == 0) for i in range(4)]


def test_a_learner_finds_the_npc_in_the_third_place_whoever_looks() -> None:
    table = dealt(2, DUEL)
    build_house(table, NPC, "g9")
    assert [seat_of(observed(table, viewer), 2)[0] for viewer in (0, 1)] == [4, 4]


def test_a_learner_sees_which_cards_it_may_build_with() -> None:
    table = dealt(3, colour="pink")
    trick(table, "p4", "p36", "p11")
    play(table, 0, moves.STAY)
    plane = observed(table, 1)[2 * cards.CARDS : 3 * cards.CARDS]
    assert {c for c in range(cards.CARDS) if plane[c]} == {card("p4"), card("p11"), card("p36")}


def test_a_learner_knows_whether_the_npc_plays_after_it() -> None:
    table = dealt(2, DUEL, npc="second")
    assert [observed(table, viewer)[FACTS + 14] for viewer in (0, 1, -1)] == [1, 0, 0]


def test_a_learner_sees_the_solo_row_and_the_offer() -> None:
    table = dealt(1, SOLO)
    play(table, 0, moves.DRAW)
    numbers = observed(table, 0)
    row = numbers[FACTS - 2 * solo.ROW : FACTS]
    assert row[::2] == [1] * 5
    assert sorted(row[1::2]) == sorted(int(c) for c in table.row)
    assert numbers[FACTS + 7] == 0
    table.phase = moves.BONUS
    assert observed(table, 0)[FACTS + 7] == table.drawn + 1


def test_refusals_may_be_asked_of_anyone_for_any_number() -> None:
    table = dealt(4)
    assert reason(table, -1, 0) == "turn.not_yours"
    assert reason(table, 6, 0) == "turn.not_yours"
    assert reason(table, 0, -1) == "move.unknown"
    assert reason(table, 0, 10**9) == "move.unknown"


def test_kinds_of_moves_do_not_overlap() -> None:
    starts = [moves.PLAY, moves.BUILD, moves.MARKER, moves.DRAW, moves.PLACE, moves.BANK, moves.NO_BONUS, moves.GIVE_UP]
    widths = [80, 80, 3, 2, 320, 80, 1, 4]
    assert [b - a for a, b in zip(starts, [*starts[1:], moves.MOVES], strict=True)] == widths


@pytest.mark.rule("YD-4")
def test_a_card_played_ends_a_turn_and_is_seen_by_all() -> None:
    table = dealt(4)
    before = (int(table.turns), int(table.reveals))
    play(table, 0, legal(table)[0])
    assert (table.turns, table.reveals) == (before[0] + 1, before[1] + 1)


@pytest.mark.rule("YD-10")
def test_choosing_an_order_is_one_turn_that_reveals_nothing() -> None:
    table = dealt(3)
    trick(table, "g4", "g36", "g11")
    play(table, 0, moves.STAY)
    before = (int(table.turns), int(table.reveals))
    play(table, 1, moves.BUILD + card("g36"))
    assert (table.turns, table.reveals) == before
    play(table, 1, moves.BUILD + card("g4"))
    assert (table.turns, table.reveals) == (before[0] + 1, before[1])


@pytest.mark.rule("YD-23")
def test_placing_a_card_may_be_taken_back_until_one_is_drawn() -> None:
    table = dealt(1, SOLO)
    play(table, 0, moves.DRAW)
    before = (int(table.turns), int(table.reveals))
    play(table, 0, legal(table)[0])
    assert (table.turns, table.reveals) == before
    play(table, 0, moves.DRAW)
    assert table.reveals == before[1] + 1


@pytest.mark.rule("YD-3")
def test_the_usual_number_of_rounds_is_three() -> None:
    table = dealt(4)
    while table.awaiting:
        finished = int(table.finished)
        finish_round(table)
        assert table.finished == finished + 1
    assert table.finished == 3


@pytest.mark.parametrize("size", [1, 5, 40])
def test_the_highest_and_the_nth_of_a_set(size: int) -> None:
    rng = np.random.default_rng(size)
    for _ in range(50):
        chosen = sorted(int(n) for n in rng.choice(40, size, replace=False))
        as_set = sum(1 << n for n in chosen)
        assert cards.highest(as_set) == chosen[-1]
        assert [cards.nth(as_set, i) for i in range(size)] == chosen


def test_a_house_is_read_as_it_was_built() -> None:
    pile = 0
    for text in ("g9", "p36", "g1"):
        pile = house.on_top(pile, card(text))
    pile = house.below(pile, card("p40"))
    built = [card(text) for text in ("p40", "g9", "p36", "g1")]
    assert house.height(pile) == 4
    assert [house.card_at(pile, floor) for floor in range(4)] == built
    assert (house.lowest(pile), house.top(pile)) == (built[0], built[-1])


@pytest.mark.rule("YD-2")
def test_a_deal_is_the_same_for_the_same_dice_and_another_for_others() -> None:
    first, again, other = dealt(5, seed=3), dealt(5, seed=3), dealt(5, seed=4)
    assert np.array_equal(first.hands, again.hands)
    assert not np.array_equal(first.hands, other.hands)
    assert awaited(first) == [0]
    assert int(first.dice[dice.KEY]) == 3
