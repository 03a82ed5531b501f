"""The solo game of Yadokarick, with every example of the rulebook."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from decapod.engine import bits
from decapod.games.yadokarick import cards, house, moves, rules, solo
from tests.games.yadokarick.tables import (
    BOX,
    SOLO,
    card,
    dealt,
    floors,
    legal,
    play,
    reason,
    scores,
    standing,
    written,
)


def alone(row: str = "g1 g5 g9 g13 g17", *columns: str) -> Any:
    """A solo game with a known row and known columns (each from the body up)."""
    table = dealt(1, SOLO)
    lay_row(table, row)
    for i, texts in enumerate(columns):
        for text in texts.split():
            table.houses[i] = house.on_top(int(table.houses[i]), card(text))
            see(table, text)
    table.phase = moves.TAKE
    return table


def lay_row(table: Any, row: str) -> None:
    """Replace the row."""
    table.row[:] = 0
    for i, text in enumerate(row.split()):
        table.row[i] = card(text) + 1
        see(table, text)


def see(table: Any, *texts: str) -> None:
    """Take cards out of their decks."""
    for text in texts:
        table.seen[cards.colour_of(card(text))] |= cards.bit_of(card(text))


def empty_decks(table: Any) -> None:
    """Leave nothing to draw."""
    table.seen[:] = solo.deck(BOX)


def put(text: str, column: int) -> int:
    """The move that puts a card of the row on a column, counted from 1."""
    return moves.PLACE + card(text) * moves.COLUMNS + column - 1


def row(table: Any) -> list[str]:
    """Read the row."""
    return [written(int(c) - 1) for c in table.row if c]


@pytest.mark.rule("YD-21")
def test_the_solo_decks_are_35_cards_each_without_the_30() -> None:
    table = dealt(1, SOLO)
    for colour in range(2):
        assert bits.count(solo.stock(BOX, table, colour)) == 35
        assert not solo.stock(BOX, table, colour) & cards.bit_of(card("g30"))


@pytest.mark.rule("YD-21")
def test_there_are_no_tricks_in_the_solo_game_and_no_columns_in_the_others() -> None:
    assert reason(alone(), 0, card("g1")) == "solo.no_tricks"
    assert reason(alone(), 0, moves.STAY) == "solo.no_tricks"
    assert reason(dealt(4), 0, moves.GIVE_UP) == "solo.only"


@pytest.mark.rule("YD-22")
@pytest.mark.parametrize(("colour", "letter"), [(0, "g"), (1, "p")])
def test_the_row_opens_with_five_cards_of_the_colour_chosen(colour: int, letter: str) -> None:
    for seed in range(20):  # neighbours are likely among five cards, and score nothing yet
        table = dealt(1, SOLO, seed=seed)
        assert legal(table) == [moves.DRAW, moves.DRAW + 1]
        assert reason(table, 0, put("g1", 1)) == "open.first"
        play(table, 0, moves.DRAW + colour)
        assert [text[0] for text in row(table)] == [letter] * 5
        assert table.phase == moves.TAKE


@pytest.mark.rule("YD-23")
def test_a_card_goes_from_the_row_to_a_column_and_another_is_drawn_from_either_deck() -> None:
    table = alone()
    assert reason(table, 0, put("g2", 1)) == "row.not_there"
    assert reason(table, 0, moves.DRAW) == "draw.not_now"
    play(table, 0, put("g9", 1))
    assert floors(table, 0) == ["g9"]
    assert row(table) == ["g1", "g5", "g13", "g17"]
    assert legal(table) == [moves.DRAW, moves.DRAW + 1]
    assert reason(table, 0, put("g1", 1)) == "draw.first"
    play(table, 0, moves.DRAW + 1)
    assert sorted(text[0] for text in row(table)) == ["g", "g", "g", "g", "p"]


@pytest.mark.rule("YD-23")
def test_when_one_deck_is_empty_the_other_is_used_and_when_both_are_the_row_shrinks() -> None:
    table = alone("g1 g5 g9 g13 g17", "g36 g35 g34 g33 g32")
    table.seen[0] = solo.deck(BOX)
    play(table, 0, put("g9", 2))
    assert len(row(table)) == 5
    assert table.phase == moves.TAKE
    empty_decks(table)
    play(table, 0, put("g17", 3))
    assert len(row(table)) == 4


@pytest.mark.rule("YD-23")
def test_an_empty_deck_cannot_be_opened() -> None:
    table = dealt(1, SOLO)
    table.seen[0] = solo.deck(BOX)
    assert reason(table, 0, moves.DRAW) == "draw.empty"


@pytest.mark.rule("YD-24")
def test_each_column_has_its_colours() -> None:
    table = alone("g5 p5 g6 p6 g7", "", "g20", "p8", "")
    assert reason(table, 0, put("p5", 1)) == "column.green_only"
    assert reason(table, 0, put("g5", 4)) == "column.pink_only"
    assert reason(table, 0, put("g5", 3)) == ""
    assert reason(table, 0, put("p5", 3)) == "column.alternate"
    assert reason(table, 0, put("p6", 4)) == ""


@pytest.mark.rule("YD-25")
def test_numbers_may_not_rise() -> None:
    table = alone("g5 p17 g16 p18 g19", "g17", "g17", "", "")
    assert reason(table, 0, put("g19", 1)) == "column.too_high"
    assert reason(table, 0, put("g16", 1)) == ""
    assert reason(table, 0, put("p18", 2)) == "column.too_high"
    assert reason(table, 0, put("p17", 2)) == ""  # the same number is low enough


@pytest.mark.rule("YD-24", "YD-25", "YD-26", "YD-27")
def test_the_example_of_placement() -> None:
    table = alone("g22 g2 p17 p18 p1", "g21 g20", "p19 g17", "", "p36 p35 p34 p33 p32 p31")
    assert reason(table, 0, put("g22", 1)) == ""  # larger than 21, next to the body
    assert reason(table, 0, put("g2", 1)) == "column.under_roof"
    assert reason(table, 0, put("p17", 2)) == ""
    assert reason(table, 0, put("p18", 2)) == "column.too_high"
    assert reason(table, 0, put("g2", 2)) == "column.alternate"
    assert [reason(table, 0, put(text, 3)) for text in ("g22", "p17")] == ["", ""]
    play(table, 0, put("p1", 4))
    assert floors(table, 3) == []
    assert table.built[0] == sum(cards.size_of(BOX, card(f"p{n}")) for n in (36, 35, 34, 33, 32, 31, 1))


@pytest.mark.rule("YD-26")
def test_under_a_roof_cards_go_next_to_the_body() -> None:
    table = alone("g22 g2 p25 p19 p1", "g21 g20", "p19 g20")
    play(table, 0, put("g22", 1))
    assert floors(table, 0) == ["g22", "g21", "g20"]
    table.phase = moves.TAKE
    assert reason(table, 0, put("p25", 2)) == "column.alternate"
    assert reason(table, 0, put("g2", 2)) == "column.under_roof"


@pytest.mark.rule("YD-26")
def test_under_a_roof_the_same_number_is_not_higher() -> None:
    table = alone("p21 p22 g1 g2 g3", "", "g21 p20")
    assert reason(table, 0, put("p21", 2)) == "column.under_roof"
    assert reason(table, 0, put("p22", 2)) == ""


@pytest.mark.rule("YD-26")
def test_a_roof_alone_is_both_top_and_next_to_the_body() -> None:
    table = alone("g9 g11 g1 g2 g3", "g10")
    assert reason(table, 0, put("g9", 1)) == "column.under_roof"
    play(table, 0, put("g11", 1))
    assert floors(table, 0) == ["g11", "g10"]


@pytest.mark.rule("YD-27")
def test_a_roof_is_one_of_the_seven() -> None:
    table = alone("g16 g1 g2 g3 g4", "g15 g14 g13 g12 g11 g10")
    play(table, 0, put("g16", 1))
    assert floors(table, 0) == []
    assert table.banked == 7
    assert table.built[0] == sum(cards.size_of(BOX, card(f"g{n}")) for n in range(10, 17))
    assert table.best == table.built[0]


@pytest.mark.rule("YD-28")
def test_giving_up_takes_the_column_as_a_penalty_and_draws_nothing() -> None:
    table = alone("g1 g2 g3 g4 g5", "g18 g9 g8", "p4")
    assert reason(table, 0, moves.GIVE_UP + 2) == "column.empty"
    turns = int(table.turns)
    play(table, 0, moves.GIVE_UP)
    assert (table.lost[0], table.fallen[0], table.turns - turns) == (9, 3, 1)
    assert floors(table, 0) == []
    assert floors(table, 1) == ["p4"]
    assert row(table) == ["g1", "g2", "g3", "g4", "g5"]
    assert table.phase == moves.TAKE


def drew(table: Any, text: str) -> None:
    """Draw a card that is known: the only one of its deck."""
    colour = cards.colour_of(card(text))
    table.phase = moves.REFILL
    table.seen[colour] = solo.deck(BOX) & ~cards.bit_of(card(text))
    play(table, 0, moves.DRAW + colour)


@pytest.mark.rule("YD-29")
def test_the_example_of_consecutive_numbers() -> None:
    table = alone("p17 p19 g4 g18")
    drew(table, "p18")
    assert legal(table) == [*(moves.BANK + card(text) for text in ("p17", "p18", "p19")), moves.NO_BONUS]
    assert reason(table, 0, moves.BANK + card("g4")) == "bonus.not_consecutive"
    assert reason(table, 0, moves.BANK + card("g18")) == "bonus.not_consecutive"
    assert reason(table, 0, put("g4", 1)) == "bonus.first"
    assert reason(table, 0, moves.DRAW) == "bonus.first"
    play(table, 0, moves.BANK + card("p19"))
    assert table.built[0] == cards.size_of(BOX, card("p19"))
    assert len(row(table)) == 5  # only the green deck is left, so it has filled the row
    assert "p19" not in row(table)


@pytest.mark.rule("YD-29")
def test_a_bonus_can_bring_the_next_one() -> None:
    table = alone("p17 g7 g4 g18")
    drew(table, "p18")
    table.seen[0] = solo.deck(BOX) & ~cards.bit_of(card("g8"))
    play(table, 0, moves.BANK + card("p17"))
    assert table.phase == moves.BONUS
    assert legal(table)[:2] == [moves.BANK + card("g7"), moves.BANK + card("g8")]


@pytest.mark.rule("YD-29")
def test_a_bonus_may_be_declined_and_other_numbers_bring_none() -> None:
    table = alone("p17 g7 g4 g19")
    drew(table, "p18")
    play(table, 0, moves.NO_BONUS)
    assert (table.phase, table.built[0]) == (moves.TAKE, 0)
    assert reason(table, 0, moves.NO_BONUS) == "bonus.not_now"
    other = alone("p16 g7 g4 g19")
    drew(other, "p18")
    assert other.phase == moves.TAKE


@pytest.mark.rule("YD-30")
def test_the_game_goes_on_while_a_house_can_be_finished() -> None:
    table = alone("g9 g8 g3 p36 p35", "g36 g35 g34 g33 g32 g10")
    empty_decks(table)
    play(table, 0, put("p36", 4))
    assert table.awaiting == 0  # nothing is higher than 36, so nothing fits below the roof
    table = alone("g9 g8 g3 p36 p35", "g36 g35 g34 g33 g32", "p4 g4")
    empty_decks(table)
    play(table, 0, put("p36", 4))
    assert table.awaiting == 1
    play(table, 0, put("g3", 3))
    assert table.awaiting == 1  # 9 and 8 still make seven
    play(table, 0, put("g8", 1))
    assert table.awaiting == 0  # 9 does not go on 8


@pytest.mark.rule("YD-30")
def test_a_roof_of_the_row_can_help_to_finish() -> None:
    table = alone("g10 g29 g31", "g28 g27 g26 g25")
    empty_decks(table)
    assert solo.can_finish(BOX, table, 0)  # the roof on top, then 29 and 31 next to the body
    lay_row(table, "g10 g24 g31")
    assert solo.can_finish(BOX, table, 0)
    lay_row(table, "g10 g5 g31")
    assert not solo.can_finish(BOX, table, 0)  # 5 goes neither below the roof nor, being lower, before it


def finishes_by_brute_force(table: Any, column: int) -> bool:
    """Try every order of every choice of cards."""

    def tried(pile: int, left: frozenset[int]) -> bool:
        if house.height(pile) == BOX.solo_floors:
            return True
        return any(
            solo.column_refusal(BOX, column, pile, c) == 0 and tried(solo.laid(BOX, pile, c), left - {c}) for c in left
        )

    return tried(int(table.houses[column]), frozenset(int(c) - 1 for c in table.row if c))


@pytest.mark.rule("YD-30")
def test_whether_a_house_can_be_finished_is_what_trying_everything_says() -> None:
    rng = np.random.default_rng(1)
    answers = set()
    for _ in range(400):
        table = alone("")
        deck = rng.permutation([c for c in range(cards.CARDS) if c % cards.NUMBERS < 36])
        column = int(rng.integers(4))
        for c in deck[5:]:
            pile = int(table.houses[column])
            if house.height(pile) < rng.integers(2, 7) and solo.column_refusal(BOX, column, pile, int(c)) == 0:
                table.houses[column] = solo.laid(BOX, pile, int(c))
        table.row[:] = deck[:5] + 1
        table.row[: int(rng.integers(0, 3))] = 0
        answer = solo.can_finish(BOX, table, column)
        assert answer == finishes_by_brute_force(table, column)
        answers.add(answer)
    assert answers == {True, False}


@pytest.mark.rule("YD-30")
def test_a_bonus_on_the_last_card_is_settled_before_the_end() -> None:
    table = alone("p17 g7 g4 g19")
    table.seen[0] = solo.deck(BOX)
    drew(table, "p18")
    assert table.phase == moves.BONUS
    play(table, 0, moves.BANK + card("p18"))
    assert table.awaiting == 0


@pytest.mark.rule("YD-31")
def test_sixty_scored_and_twelve_given_up_make_48() -> None:
    table = alone("g1 g2 g3 g4 g5", "g36 g34 g33 g31")
    table.built[0] = 60
    play(table, 0, moves.GIVE_UP)
    assert table.lost[0] == 12
    assert scores(table) == [48]


@pytest.mark.rule("YD-31")
@pytest.mark.parametrize(("beat", "ending"), [(48, "beaten"), (49, "short")])
def test_the_score_to_beat_decides_how_it_ends(beat: int, ending: str) -> None:
    table = alone("g1 g2 g3 g4 g5", "g36 g34 g33 g31")
    table.built[0], table.beat = 60, beat
    empty_decks(table)
    play(table, 0, moves.GIVE_UP)
    assert rules.ENDINGS[rules.ending(BOX, table)] == ending
    assert standing(table) == [1]


@pytest.mark.rule("YD-31")
def test_the_best_score_is_kept_when_the_score_falls() -> None:
    table = alone("p17 g7 g4 g19", "g36 g34")
    table.built[0] = 10
    drew(table, "p18")
    play(table, 0, moves.BANK + card("p18"))
    table.phase = moves.TAKE
    play(table, 0, moves.GIVE_UP)
    assert (table.best, scores(table)) == (14, [7])
