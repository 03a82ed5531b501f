"""The duel of Yadokarick: two players and the NPC."""

from __future__ import annotations

from typing import Any

import pytest

from decapod.engine import bits, dice
from decapod.games.yadokarick import cards, deal, rules
from decapod.games.yadokarick import trick as tricks
from tests.games.yadokarick.tables import (
    BOX,
    DUEL,
    NPC,
    awaited,
    build_house,
    card,
    dealt,
    floors,
    give,
    hand,
    legal,
    play,
    scores,
    standing,
)


def duel_trick(table: Any, turned_up: str, *played: str) -> None:
    """Let the NPC turn up a known card in a trick: every other card of the stock counts as seen."""
    give(table, *played)
    table.seen[0] = (1 << 36) - 1 & ~cards.bit_of(card(turned_up))
    for text in played:
        table.seen[0] &= ~cards.bit_of(card(text))
    for _ in played:
        player = awaited(table)[0]
        play(table, player, card(played[player]))


@pytest.mark.rule("YD-17")
def test_a_duel_deals_ten_cards_each_and_leaves_sixteen() -> None:
    table = dealt(2, DUEL, colour="pink")
    assert [len(hand(table, p)) for p in range(2)] == [10, 10]
    assert bits.count(deal.stock(BOX, table)) == 16
    assert table.marker == 11  # a duel never moves it, and never asks it


@pytest.mark.rule("YD-17", "YD-18")
@pytest.mark.parametrize(
    ("npc", "first", "order"),
    [("second", 0, [0, 2, 1]), ("second", 1, [1, 2, 0]), ("third", 0, [0, 1, 2]), ("third", 1, [1, 0, 2]),
     ("first", 0, [2, 0, 1]), ("first", 1, [2, 1, 0])],
)  # fmt: skip
def test_the_npc_has_its_place_in_the_circle(npc: str, first: int, order: list[int]) -> None:
    table = dealt(2, DUEL, npc=npc, first=str(first))
    assert table.lead == order[0]
    assert [tricks.left_of(table, seat) for seat in order] == [*order[1:], order[0]]
    assert bool(tricks.trick_card(table, NPC)) == (npc == "first")
    assert awaited(table) == [next(seat for seat in order if seat != NPC)]


@pytest.mark.rule("YD-18")
def test_the_npc_turns_up_a_card_of_the_stock_at_once() -> None:
    table = dealt(2, DUEL)
    stock = deal.stock(BOX, table)
    play(table, 0, legal(table, 0)[0])
    turned_up = tricks.trick_card(table, NPC) - 1
    assert stock & cards.bit_of(turned_up)
    assert not deal.stock(BOX, table) & cards.bit_of(turned_up)
    assert awaited(table) == [1]


@pytest.mark.rule("YD-18")
def test_over_many_games_the_npc_turns_up_every_card_of_the_stock() -> None:
    turned_up = set()
    for _ in range(200):
        table = dealt(2, DUEL)
        dice.load(table.dice, len(turned_up), _, 0, 0)
        play(table, 0, legal(table, 0)[0])
        turned_up.add(tricks.trick_card(table, NPC) - 1)
    assert len(turned_up) == 16


@pytest.mark.rule("YD-19")
def test_the_example_in_which_the_npc_takes_two_cards_of_size_2() -> None:
    table = dealt(2, DUEL)
    duel_trick(table, "g33", "g29", "g21")
    assert floors(table, NPC) == ["g29", "g33"]
    assert table.built[NPC] == 4
    assert awaited(table) == [1]


@pytest.mark.rule("YD-19")
def test_left_of_the_winner_leads_and_the_npc_then_turns_up_first() -> None:
    table = dealt(2, DUEL)
    give(table, "g36 g1", "g2 g3")
    play(table, 0, card("g36"))
    npc_card = tricks.trick_card(table, NPC) - 1
    play(table, 1, card("g2"))
    assert "g36" in floors(table, 0)
    assert npc_card != card("g36")
    assert table.lead == NPC
    assert tricks.trick_card(table, NPC) > 0
    assert awaited(table) == [1]


@pytest.mark.rule("YD-19")
def test_six_floors_and_roofs_bind_the_npc_too() -> None:
    table = dealt(2, DUEL)
    build_house(table, NPC, "g1", "g2", "g4", "g6", "g7", "g9")
    duel_trick(table, "g30", "g3", "g5")
    settled = ["g6", "g7", "g9", "g3", "g5", "g30"]
    assert floors(table, NPC) == settled
    assert table.closed >> NPC & 1
    duel_trick(table, "g36", "g11", "g12")
    assert (table.tricks, floors(table, NPC)) == (2, settled)
    assert table.lead == 1  # the NPC has won all the same


@pytest.mark.rule("YD-20")
@pytest.mark.parametrize(
    ("sizes", "places"),
    [
        ((9, 8, 10), [1, 2]),  # nearer below
        ((10, 8, 10), [1, 2]),  # on target
        ((11, 2, 10), [2, 1]),  # one bursts
        ((2, 11, 10), [1, 2]),
        ((12, 15, 10), [1, 2]),  # both burst: nearer
        ((15, 12, 10), [2, 1]),
        ((7, 7, 10), [1, 1]),  # equal
        ((13, 13, 10), [1, 1]),
        ((0, 40, 12), [1, 2]),
    ],
)
def test_nearest_to_the_npc_without_bursting_wins(sizes: tuple[int, int, int], places: list[int]) -> None:
    table = dealt(2, DUEL)
    table.built[:3] = sizes
    assert standing(table) == places
    assert scores(table) == list(sizes[:2])


@pytest.mark.rule("YD-20")
def test_fallen_cards_do_not_count_in_the_duel() -> None:
    table = dealt(2, DUEL)
    table.built[:3] = [9, 8, 10]
    table.lost[0] = 20
    assert standing(table) == [1, 2]


@pytest.mark.rule("YD-20")
def test_a_duel_is_over_after_ten_tricks() -> None:
    table = dealt(2, DUEL)
    for _ in range(20):
        player = awaited(table)[0]
        play(table, player, legal(table, player)[-1])
    assert table.awaiting == 0
    assert rules.ENDINGS[rules.ending(BOX, table)] == "npc"
    assert bits.count(deal.stock(BOX, table)) == 6
