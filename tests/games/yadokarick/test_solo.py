"""The solo game of Yadokarick, with every example of the rulebook."""

from __future__ import annotations

import numpy as np
import pytest

from decapod.engine import bits
from decapod.games.yadokarick.chapters import house, solo
from decapod.games.yadokarick.state import CARDS, GREEN, NUMBERS, PINK, bit_of
from tests.games.yadokarick.position import BOX, Alone, card, size


@pytest.mark.rule("YD-21")
def test_the_solo_decks_are_35_cards_each_without_the_30() -> None:
    at = Alone("")
    for colour in range(2):
        assert bits.count(solo.stock(BOX, at.state, colour)) == 35
        assert not solo.stock(BOX, at.state, colour) & bit_of(card("g30"))


@pytest.mark.rule("YD-21")
def test_there_are_no_tricks_in_the_solo_game() -> None:
    assert Alone().reason("g1") == ("solo.no_tricks", "YD-21")
    assert Alone().reason("marker stay") == ("solo.no_tricks", "YD-21")


@pytest.mark.rule("YD-22")
@pytest.mark.parametrize(("colour", "name"), [(GREEN, "green"), (PINK, "pink")])
def test_the_row_opens_with_five_cards_of_the_colour_chosen(colour: int, name: str) -> None:
    at = Alone("", phase="open")
    neighbours = [f"{name[0]}{n}" for n in range(11, 16)]
    at.leave_in_deck(colour, " ".join(neighbours))
    assert at.texts() == ["draw green", "draw pink"]
    assert at.reason("g1 to 1") == ("open.first", "YD-22")
    at.play(f"draw {name}")
    assert sorted(at.row) == neighbours
    assert at.phase == "take"  # neighbours score nothing yet


@pytest.mark.rule("YD-23")
def test_a_card_goes_from_the_row_to_a_column_and_another_is_drawn_from_either_deck() -> None:
    at = Alone("g1 g5 g9 g13 g17")
    assert at.reason("g2 to 1") == ("row.not_there", "YD-23")
    assert at.reason("draw green") == ("draw.not_now", "YD-23")
    at.play("g9 to 1")
    assert at.floors(0) == ["g9"]
    assert at.row == ["g1", "g5", "g13", "g17"]
    assert at.texts() == ["draw green", "draw pink"]
    assert at.reason("g1 to 1") == ("draw.first", "YD-23")
    at.play("draw pink")
    assert sorted(text[0] for text in at.row) == ["g", "g", "g", "g", "p"]


@pytest.mark.rule("YD-23")
def test_placing_a_card_may_be_taken_back_until_one_is_drawn() -> None:
    at = Alone()
    before = (int(at.state.turn_index), int(at.state.reveals))
    at.play("g9 to 1")
    assert (at.state.turn_index, at.state.reveals) == before
    at.play("draw green")
    assert at.state.reveals == before[1] + 1


@pytest.mark.rule("YD-23")
def test_when_one_deck_is_empty_the_other_is_used_and_when_both_are_the_row_shrinks() -> None:
    at = Alone("g1 g5 g9 g13 g17", "g36 g35 g34 g33 g32")
    at.leave_in_deck(GREEN)
    at.play("g9 to 2")
    assert len(at.row) == 5
    assert at.phase == "take"
    at.leave_in_deck(PINK)
    at.play("g17 to 3")
    assert len(at.row) == 4


@pytest.mark.rule("YD-23")
def test_an_empty_deck_cannot_be_opened() -> None:
    at = Alone("", phase="open")
    at.leave_in_deck(GREEN)
    assert at.reason("draw green") == ("draw.empty", "YD-23")


@pytest.mark.rule("YD-24")
def test_each_column_has_its_colours() -> None:
    at = Alone("g5 p5 g6 p6 g7", "", "g20", "p8", "")
    assert at.reason("p5 to 1") == ("column.green_only", "YD-24")
    assert at.reason("g5 to 4") == ("column.pink_only", "YD-24")
    assert at.reason("g5 to 3") == ("", "")
    assert at.reason("p5 to 3") == ("column.alternate", "YD-24")
    assert at.reason("p6 to 4") == ("", "")


@pytest.mark.rule("YD-25")
def test_numbers_may_not_rise() -> None:
    at = Alone("g5 p17 g16 p18 g19", "g17", "g17", "", "")
    assert at.reason("g19 to 1") == ("column.too_high", "YD-25")
    assert at.reason("g16 to 1") == ("", "")
    assert at.reason("p18 to 2") == ("column.too_high", "YD-25")
    assert at.reason("p17 to 2") == ("", "")  # the same number is low enough


@pytest.mark.rule("YD-24", "YD-25", "YD-26", "YD-27")
def test_the_example_of_placement() -> None:
    at = Alone("g22 g2 p17 p18 p1", "g21 g20", "p19 g17", "", "p36 p35 p34 p33 p32 p31")
    assert at.reason("g22 to 1") == ("", "")  # larger than 21, next to the body
    assert at.reason("g2 to 1") == ("column.under_roof", "YD-26")
    assert at.reason("p17 to 2") == ("", "")
    assert at.reason("p18 to 2") == ("column.too_high", "YD-25")
    assert at.reason("g2 to 2") == ("column.alternate", "YD-24")
    assert at.reason("g22 to 3") == at.reason("p17 to 3") == ("", "")
    at.play("p1 to 4")
    assert at.floors(3) == []
    assert at.state.built[0] == size("p36", "p35", "p34", "p33", "p32", "p31", "p1")


@pytest.mark.rule("YD-26")
def test_under_a_roof_cards_go_next_to_the_body() -> None:
    at = Alone("g22 g2 p25 p19 p1", "g21 g20", "p19 g20")
    assert at.reason("p25 to 2") == ("column.alternate", "YD-24")
    assert at.reason("g2 to 2") == ("column.under_roof", "YD-26")
    at.play("g22 to 1")
    assert at.floors(0) == ["g22", "g21", "g20"]


@pytest.mark.rule("YD-26")
def test_under_a_roof_the_same_number_is_not_higher() -> None:
    at = Alone("p21 p22 g1 g2 g3", "", "g21 p20")
    assert at.reason("p21 to 2") == ("column.under_roof", "YD-26")
    assert at.reason("p22 to 2") == ("", "")


@pytest.mark.rule("YD-26")
def test_a_roof_alone_is_both_top_and_next_to_the_body() -> None:
    at = Alone("g9 g11 g1 g2 g3", "g10")
    assert at.reason("g9 to 1") == ("column.under_roof", "YD-26")
    at.play("g11 to 1")
    assert at.floors(0) == ["g11", "g10"]


@pytest.mark.rule("YD-27")
def test_a_roof_is_one_of_the_seven() -> None:
    at = Alone("g16 g1 g2 g3 g4", "g15 g14 g13 g12 g11 g10")
    at.play("g16 to 1")
    assert at.floors(0) == []
    assert at.state.banked == 7
    assert at.state.built[0] == size(*(f"g{n}" for n in range(10, 17)))
    assert at.state.best == at.state.built[0]


@pytest.mark.rule("YD-28")
def test_giving_up_takes_the_column_as_a_penalty_and_draws_nothing() -> None:
    at = Alone("g1 g2 g3 g4 g5", "g18 g9 g8", "p4")
    assert at.reason("give up 3") == ("column.empty", "YD-28")
    turns = int(at.state.turn_index)
    at.play("give up 1")
    assert (at.state.lost[0], at.state.fallen[0], at.state.turn_index - turns) == (9, 3, 1)
    assert at.floors(0) == []
    assert at.floors(1) == ["p4"]
    assert at.row == ["g1", "g2", "g3", "g4", "g5"]
    assert at.phase == "take"


@pytest.mark.rule("YD-29")
def test_the_example_of_consecutive_numbers() -> None:
    at = Alone("p17 p19 g4 g18").draw("p18")
    assert at.texts() == ["bank p17", "bank p18", "bank p19", "no bonus"]
    assert at.reason("bank g4") == ("bonus.not_consecutive", "YD-29")
    assert at.reason("bank g18") == ("bonus.not_consecutive", "YD-29")
    assert at.reason("g4 to 1") == ("bonus.first", "YD-29")
    assert at.reason("draw green") == ("bonus.first", "YD-29")
    at.play("bank p19")
    assert at.state.built[0] == size("p19")
    assert len(at.row) == 5  # only the green deck is left, so it has filled the row
    assert "p19" not in at.row


@pytest.mark.rule("YD-29")
def test_a_bonus_can_bring_the_next_one() -> None:
    at = Alone("p17 g7 g4 g18").draw("p18")
    at.leave_in_deck(GREEN, "g8")
    at.play("bank p17")
    assert at.phase == "bonus"
    assert at.texts()[:2] == ["bank g7", "bank g8"]


@pytest.mark.rule("YD-29")
def test_a_bonus_may_be_declined_and_other_numbers_bring_none() -> None:
    at = Alone("p17 g7 g4 g19").draw("p18")
    at.play("no bonus")
    assert (at.phase, at.state.built[0]) == ("take", 0)
    assert at.reason("no bonus") == ("bonus.not_now", "YD-29")
    assert Alone("p16 g7 g4 g19").draw("p18").phase == "take"


def with_empty_decks(row: str, *columns: str) -> Alone:
    """A solo game in which nothing is left to draw."""
    at = Alone(row, *columns)
    at.leave_in_deck(GREEN)
    at.leave_in_deck(PINK)
    return at


@pytest.mark.rule("YD-30")
def test_the_game_goes_on_while_a_house_can_be_finished() -> None:
    at = with_empty_decks("g9 g8 g3 p36 p35", "g36 g35 g34 g33 g32 g10")
    at.play("p36 to 4")
    assert not at.to_act  # nothing is higher than 36, so nothing fits below the roof
    at = with_empty_decks("g9 g8 g3 p36 p35", "g36 g35 g34 g33 g32", "p4 g4")
    at.play("p36 to 4")
    assert at.to_act
    at.play("g3 to 3")
    assert at.to_act  # 9 and 8 still make seven
    at.play("g8 to 1")
    assert not at.to_act  # 9 does not go on 8


@pytest.mark.rule("YD-30")
def test_a_roof_of_the_row_can_help_to_finish() -> None:
    at = with_empty_decks("g10 g29 g31", "g28 g27 g26 g25")
    assert solo.can_finish(BOX, at.state, 0)  # the roof on top, then 29 and 31 next to the body
    at.lay_row("g10 g24 g31")
    assert solo.can_finish(BOX, at.state, 0)
    at.lay_row("g10 g5 g31")
    assert not solo.can_finish(BOX, at.state, 0)  # 5 goes neither below the roof nor, being lower, before it


def finishes_by_brute_force(at: Alone, column: int) -> bool:
    """Try every order of every choice of cards."""

    def try_all(pile: int, left: frozenset[int]) -> bool:
        if house.height(pile) == BOX.solo_floors:
            return True
        return any(
            solo.column_refusal(BOX, column, pile, c) == 0 and try_all(solo.with_card(BOX, pile, c), left - {c})
            for c in left
        )

    return try_all(int(at.state.houses[column]), frozenset(int(c) - 1 for c in at.state.row if c))


@pytest.mark.rule("YD-30")
def test_whether_a_house_can_be_finished_is_what_trying_everything_says() -> None:
    rng = np.random.default_rng(1)
    answers: set[bool] = set()
    for _ in range(400):
        at = Alone("")
        deck = rng.permutation([c for c in range(CARDS) if c % NUMBERS < 36])
        column = int(rng.integers(4))
        for c in deck[5:]:
            pile = int(at.state.houses[column])
            if house.height(pile) < rng.integers(2, 7) and solo.column_refusal(BOX, column, pile, int(c)) == 0:
                at.state.houses[column] = solo.with_card(BOX, pile, int(c))
        at.state.row[:] = deck[:5] + 1
        at.state.row[: int(rng.integers(0, 3))] = 0
        answer = solo.can_finish(BOX, at.state, column)
        assert answer == finishes_by_brute_force(at, column)
        answers.add(answer)
    assert answers == {True, False}


@pytest.mark.rule("YD-30")
def test_a_bonus_on_the_last_card_is_settled_before_the_end() -> None:
    at = Alone("p17 g7 g4 g19")
    at.leave_in_deck(GREEN)
    at.draw("p18")
    assert at.phase == "bonus"
    at.play("bank p18")
    assert not at.to_act


@pytest.mark.rule("YD-31")
def test_sixty_scored_and_twelve_given_up_make_48() -> None:
    at = Alone("g1 g2 g3 g4 g5", "g36 g34 g33 g31")
    at.state.built[0] = 60
    at.play("give up 1")
    assert at.state.lost[0] == 12
    assert at.points == [48]


@pytest.mark.rule("YD-31")
@pytest.mark.parametrize(("beat", "ending"), [(48, "beaten"), (49, "short")])
def test_the_score_to_beat_decides_how_it_ends(beat: int, ending: str) -> None:
    at = with_empty_decks("g1 g2 g3 g4 g5", "g36 g34 g33 g31")
    at.state.built[0], at.state.beat = 60, beat
    at.play("give up 1")
    assert at.ending == ending
    assert at.places == [1]


@pytest.mark.rule("YD-31")
def test_the_best_score_is_kept_when_the_score_falls() -> None:
    at = Alone("p17 g7 g4 g19", "g36 g34")
    at.state.built[0] = 10
    at.leave_in_deck(GREEN, "g28 g24")  # neither brings another bonus
    at.draw("p18").play("bank p18")
    assert at.phase == "take"
    at.play("give up 1")
    assert (at.state.best, at.points) == (14, [7])
