"""Turns, rounds and the end of Crabe vs Poulpe."""

from __future__ import annotations

import pytest

from decapod.games.crabe_vs_poulpe.chapters import cards
from decapod.games.crabe_vs_poulpe.state import CRAB, OCTOPUS
from tests.games.crabe_vs_poulpe.position import ASYMMETRIC, Duel, kind_of

# --- rounds -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CP-5")
def test_passing_ends_the_round_and_whoever_laid_last_wins_it_and_leads() -> None:
    duel = Duel(crab="6 9", octopus="3 7").play("6", "pass")
    assert duel.to_act == [CRAB]
    assert duel.state.pile == duel.state.height == 0
    assert duel.state.rounds == 1


@pytest.mark.rule("CP-5")
def test_an_empty_hand_with_cards_in_the_deck_ends_the_round() -> None:
    duel = Duel(crab="6", octopus="9 9", crab_deck="3 3 7 7", octopus_deck="4").play("6", "9")
    assert duel.hand(CRAB) == []
    assert duel.to_act == [CRAB]
    duel.play("pass")
    assert duel.to_act == [OCTOPUS]
    assert duel.hand(CRAB) == ["3", "3", "7", "7"]


@pytest.mark.rule("CP-7")
def test_after_a_round_both_draw_up_to_five_whatever_the_animal() -> None:
    duel = Duel(crab="6 3 3p 4p 5p", octopus="1 2 3", crab_deck="9 9 10", octopus_deck="9 9 10").play("6", "pass")
    assert len(duel.hand(CRAB)) == 5, "three guests and one of their own make four, so one is drawn"
    assert len(duel.deck(CRAB)) == 2
    assert len(duel.hand(OCTOPUS)) == 5
    assert len(duel.deck(OCTOPUS)) == 1


@pytest.mark.rule("CP-7")
def test_who_holds_five_or_more_draws_none_and_an_empty_deck_gives_nothing() -> None:
    duel = Duel(crab="6 3 3 4 4 7 7", octopus="1 2", octopus_deck="").play("6", "pass")
    assert len(duel.hand(CRAB)) == 6
    assert duel.deck(CRAB) == ["9", "9"]
    assert duel.hand(OCTOPUS) == ["1", "2"]


@pytest.mark.rule("CP-7", "CP-27")
def test_the_pile_of_a_finished_round_is_put_away() -> None:
    duel = Duel(crab="6 9", octopus="7 3", pile="").play("6", "7", "let", "discard 3", "pass")
    assert duel.state.height == 0
    assert duel.discards(CRAB) == []
    assert cards.holds(int(duel.state.played_cards), kind_of("6", CRAB))


# --- the end of the game ----------------------------------------------------------------------------------


@pytest.mark.rule("CP-10")
def test_the_last_card_laid_wins_before_its_effect_and_before_any_question() -> None:
    duel = Duel(crab="4", crab_deck="", octopus="1 9").play("4")
    assert duel.to_act == []
    assert duel.places == [1, 2]
    assert duel.ending == "played_out"


@pytest.mark.rule("CP-10")
@pytest.mark.parametrize(
    ("how", "start", "moves", "winner"),
    [
        ("discarded", {"crab": "7 3", "crab_deck": ""}, ("7", "let", "discard 3"), CRAB),
        ("given_away", {"crab": "4 3", "crab_deck": ""}, ("4", "let", "give 3"), CRAB),
        ("robbed", {"crab": "10 3", "octopus": "6", "octopus_deck": ""}, ("10", "let"), OCTOPUS),
        ("pinched", {"mode": ASYMMETRIC, "crab": "2 3", "octopus": "6c", "octopus_deck": ""},
         ("2", "let", "pinch 6c"), OCTOPUS),
        ("discarded", {"mode": ASYMMETRIC, "crab": "5 3", "crab_deck": ""}, ("5", "let", "heal 3"), CRAB),
    ],
)  # fmt: skip
def test_it_does_not_matter_how_the_last_card_went(
    how: str, start: dict[str, str], moves: tuple[str, ...], winner: int
) -> None:
    duel = Duel(**start).play(*moves)
    assert duel.to_act == []
    assert duel.state.winner == winner
    assert duel.places[winner] == 1
    assert duel.ending == how


@pytest.mark.rule("CP-10", "CP-26")
def test_a_last_card_pinched_into_its_own_deck_is_not_gone() -> None:
    duel = Duel(ASYMMETRIC, crab="2 3", octopus="6", octopus_deck="").play("2", "let", "pinch 6")
    assert duel.to_act == [OCTOPUS]
    assert duel.deck(OCTOPUS) == ["6"]
    assert duel.hand(OCTOPUS) == []


@pytest.mark.rule("CP-10")
def test_an_empty_hand_alone_does_not_win() -> None:
    duel = Duel(crab="3", crab_deck="9").play("3")
    assert duel.to_act == [OCTOPUS]
    assert duel.state.winner == -1


# --- turns ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CP-9")
def test_an_answer_is_a_turn_of_its_own_and_is_not_taken_back_freely() -> None:
    duel = Duel(crab="4 3 6")
    turns = [int(duel.state.turn_index)]
    for text in ("4", "let", "give 3", "pass"):
        duel.play(text)
        turns.append(int(duel.state.turn_index))
    assert turns == sorted(set(turns)), "the player to act changed each time"
