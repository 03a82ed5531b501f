"""The effects of Crabe vs Poulpe, one by one."""

from __future__ import annotations

from collections import Counter

import pytest

from decapod.games.crabe_vs_poulpe.state import CRAB, NAME, OCTOPUS
from tests.games.crabe_vs_poulpe.position import ASYMMETRIC, RANK_NAMES, Duel
from tests.positions import fill, printed

# --- in general -------------------------------------------------------------------------------------------


@pytest.mark.rule("CP-8", "CP-15")
def test_the_rulebooks_empty_deck_no_draw_but_the_discard_is_forced() -> None:
    duel = Duel(octopus="7 3 6", octopus_deck="", turn=OCTOPUS).play("7", "let")
    assert duel.hand(OCTOPUS) == ["3", "6"], "the deck is empty, so no card was drawn"
    assert duel.phase == "discard"
    assert not duel.may("no")
    duel.play("discard 3")
    assert duel.hand(OCTOPUS) == ["6"]
    assert duel.discards(OCTOPUS) == ["3"]
    assert duel.to_act == [CRAB]


@pytest.mark.rule("CP-8", "CP-4")
def test_a_foreign_card_draws_from_the_deck_of_whoever_plays_it() -> None:
    duel = Duel(ASYMMETRIC, crab="2p 9", crab_deck="6", octopus_deck="7").play("2p")
    assert duel.hand(CRAB) == ["6", "9"]
    assert duel.deck(OCTOPUS) == ["7"]


# --- effects of both modes --------------------------------------------------------------------------------


@pytest.mark.rule("CP-13")
def test_give_hands_over_a_card_of_your_choice() -> None:
    duel = Duel(crab="4 α 3", octopus="9").play("4", "let")
    assert (duel.to_act, duel.phase) == ([CRAB], "give")
    assert duel.reason("give 9") == ("card.not_in_hand", "CP-13")
    duel.play("give α")
    assert duel.hand(CRAB) == ["3"]
    assert duel.hand(OCTOPUS) == ["αc", "9"]
    assert duel.to_act == [OCTOPUS]


@pytest.mark.rule("CP-13", "CP-4")
def test_a_foreign_card_can_be_given_back() -> None:
    duel = Duel(crab="4 α 3p", octopus="9").play("4", "let", "give 3p")
    assert duel.hand(OCTOPUS) == ["3", "9"]


@pytest.mark.rule("CP-13", "CP-11")
def test_a_resisted_give_gives_nothing() -> None:
    duel = Duel(crab="4 α 3", octopus="1 9").play("4", "resist")
    assert duel.hand(CRAB) == ["α", "3"]
    assert duel.hand(OCTOPUS) == ["9"]


@pytest.mark.rule("CP-13", "CP-8")
def test_give_with_an_empty_hand_is_passed_over() -> None:
    duel = Duel(crab="4", octopus="9 3").play("4", "let")
    assert (duel.to_act, duel.phase) == ([OCTOPUS], "play")


@pytest.mark.rule("CP-14")
def test_omega_wins_the_round_at_once_and_cannot_be_resisted() -> None:
    duel = Duel(crab="Ω 3", octopus="1 9").play("Ω")
    assert duel.to_act == [CRAB]
    assert duel.state.rounds == 1
    assert duel.state.height == 0, "nothing can be laid on it"


@pytest.mark.rule("CP-14", "CP-23")
def test_not_even_blind_can_be_laid_on_omega() -> None:
    duel = Duel(ASYMMETRIC, crab="Ω 3", octopus="2 9").play("Ω")
    assert duel.to_act == [CRAB]
    assert duel.reason("2", OCTOPUS)[0] == "turn.not_yours"


@pytest.mark.rule("CP-14", "CP-16")
def test_omega_cannot_be_laid_below_a_reverse() -> None:
    assert Duel(crab="8 3", octopus="Ω 9").play("8", "let").reason("Ω")[0] == "card.too_high"


@pytest.mark.rule("CP-15")
def test_seven_draws_a_card_then_discards_one_unseen() -> None:
    duel = Duel(crab="7 3", crab_deck="6", octopus="9").play("7", "let")
    assert duel.hand(CRAB) == ["3", "6"]
    assert (duel.to_act, duel.phase) == ([CRAB], "discard")
    assert duel.reason("discard 9") == ("card.not_in_hand", "CP-15")
    duel.play("discard 6")
    assert duel.hand(CRAB) == ["3"]
    assert duel.discards(CRAB) == ["6"]
    assert duel.deck(CRAB) == []
    assert duel.to_act == [OCTOPUS]


@pytest.mark.rule("CP-15")
def test_seven_as_the_last_card_of_a_hand_draws_one_and_discards_it() -> None:
    duel = Duel(crab="7", crab_deck="6 9", octopus="9").play("7", "let")
    assert len(duel.hand(CRAB)) == 1
    duel.play(f"discard {duel.hand(CRAB)[0]}")
    assert duel.hand(CRAB) == []
    assert duel.to_act == [OCTOPUS]


@pytest.mark.rule("CP-15", "CP-11")
def test_a_resisted_seven_neither_draws_nor_discards() -> None:
    duel = Duel(crab="7 3", octopus="1 9").play("7", "resist")
    assert duel.hand(CRAB) == ["3"]
    assert duel.discards(CRAB) == []


@pytest.mark.rule("CP-16")
def test_after_a_reverse_the_next_card_must_be_lower_and_only_the_next() -> None:
    duel = Duel(crab="8 7 9", octopus="5 8 9 1 4").play("8", "let")
    assert duel.playable(OCTOPUS) == ["1", "4", "5"]
    duel.play("4", "let", "give 9")
    assert duel.may("7")
    assert duel.may("9")


@pytest.mark.rule("CP-16")
def test_the_binding_of_a_reverse_ends_with_the_round() -> None:
    duel = Duel(crab="8 9 3", octopus="9 9p").play("8", "let", "pass")
    assert duel.to_act == [CRAB]
    assert duel.may("9")
    assert not duel.state.lower


# --- effects of the symmetric mode ------------------------------------------------------------------------


@pytest.mark.rule("CP-17")
def test_again_lets_you_lay_another_card_that_beats_the_2() -> None:
    duel = Duel(crab="2 α 1 6", octopus="9").play("2", "let")
    assert (duel.to_act, duel.phase) == ([CRAB], "play")
    assert duel.may("6")
    assert not duel.may("1")
    assert not duel.may("α")
    duel.play("6")
    assert duel.to_act == [OCTOPUS]
    assert duel.may("9")


@pytest.mark.rule("CP-17")
def test_declining_again_only_passes_the_turn() -> None:
    duel = Duel(crab="2 6", octopus="9").play("2", "let", "no")
    assert duel.to_act == [OCTOPUS]
    assert duel.state.rounds == 0
    duel.play("pass")
    assert duel.to_act == [CRAB]


@pytest.mark.rule("CP-17")
def test_again_is_asked_even_if_nothing_can_follow() -> None:
    duel = Duel(crab="2 1", octopus="9").play("2", "let")
    assert duel.to_act == [CRAB]
    assert duel.may("no")
    assert not duel.may("1")
    assert Duel(crab="2", octopus="9").play("2", "let").may("no"), "even with an empty hand"


@pytest.mark.rule("CP-17", "CP-9")
def test_the_second_card_of_again_can_be_resisted_and_a_resisted_again_ends_the_turn() -> None:
    assert Duel(crab="2 4 3", octopus="1 9").play("2", "let", "4").may("resist")
    duel = Duel(crab="2 4", octopus="1 9").play("2", "resist")
    assert duel.to_act == [CRAB]
    assert duel.may("pass"), "it is a turn of its own now, not the second card of the 2"


@pytest.mark.rule("CP-18")
def test_steal_takes_a_random_card_of_the_others_hand() -> None:
    stolen = Counter()
    for seed in range(200):
        duel = Duel(crab="10 3", octopus="6 7 7", seed=seed).play("10", "let")
        assert len(duel.hand(OCTOPUS)) == 2
        stolen[duel.hand(CRAB)[1]] += 1
        assert duel.to_act == [OCTOPUS]
    assert set(stolen) == {"6p", "7p"}
    assert stolen["7p"] > stolen["6p"], "two of the three cards are a 7"


@pytest.mark.rule("CP-18", "CP-11")
def test_a_resisted_steal_takes_nothing_and_an_empty_hand_has_nothing_to_take() -> None:
    assert Duel(crab="10 3", octopus="1 7").play("10", "resist").hand(CRAB) == ["3"]
    empty = Duel(crab="10 3", octopus="").play("10", "let")
    assert empty.hand(CRAB) == ["3"]
    assert empty.to_act == [OCTOPUS]


@pytest.mark.rule("CP-19")
def test_finish_wins_the_round() -> None:
    duel = Duel(crab="5 3", octopus="9").play("5", "let")
    assert duel.to_act == [CRAB]
    assert duel.state.rounds == 1


# --- effects of the crab ----------------------------------------------------------------------------------


@pytest.mark.rule("CP-20")
def test_pinch_shows_the_hand_and_sends_a_card_of_it_back() -> None:
    duel = Duel(ASYMMETRIC, crab="2 3", octopus="6 7 8", octopus_deck="9").play("2", "let")
    assert (duel.to_act, duel.phase) == ([CRAB], "pinch")
    assert duel.known("known_hand", CRAB) == ["6", "7", "8"]
    assert duel.reason("pinch 9") == ("card.not_shown", "CP-20")
    assert not duel.may("no")
    duel.play("pinch 7")
    assert duel.hand(OCTOPUS) == ["6", "8"]
    assert duel.deck(OCTOPUS) == ["7", "9"]
    assert duel.to_act == [OCTOPUS]


@pytest.mark.rule("CP-20", "CP-26")
def test_a_pinched_foreign_card_goes_to_the_deck_of_its_animal() -> None:
    duel = Duel(ASYMMETRIC, crab="2 3", crab_deck="", octopus="6 7c").play("2", "let", "pinch 7c")
    assert duel.deck(CRAB) == ["7"], "an empty deck is a deck again"
    assert duel.hand(OCTOPUS) == ["6"]


@pytest.mark.rule("CP-20", "CP-11")
def test_a_resisted_pinch_shows_nothing_and_an_empty_hand_gives_nothing_to_pinch() -> None:
    resisted = Duel(ASYMMETRIC, crab="2 3", octopus="1 7").play("2", "resist")
    assert resisted.known("known_hand", CRAB) == []
    assert resisted.hand(OCTOPUS) == ["7"]
    empty = Duel(ASYMMETRIC, crab="2 3", octopus="").play("2", "let")
    assert (empty.to_act, empty.phase) == ([OCTOPUS], "play")


@pytest.mark.rule("CP-21")
def test_heal_discards_one_then_draws_up_to_five() -> None:
    duel = Duel(ASYMMETRIC, crab="5 3 4", crab_deck="6 7 8 9 9").play("5", "let")
    assert duel.reason("heal 9") == ("card.not_in_hand", "CP-21")
    duel.play("heal 3")
    assert duel.discards(CRAB) == ["3"]
    assert len(duel.hand(CRAB)) == 5
    assert len(duel.deck(CRAB)) == 1
    assert duel.to_act == [OCTOPUS]


@pytest.mark.rule("CP-21", "CP-8")
def test_heal_without_a_card_only_draws_and_without_a_deck_only_discards() -> None:
    no_hand = Duel(ASYMMETRIC, crab="5", crab_deck="6 7 8 9 9 10").play("5", "let")
    assert len(no_hand.hand(CRAB)) == 5
    assert no_hand.to_act == [OCTOPUS]
    no_deck = Duel(ASYMMETRIC, crab="5 3 4", crab_deck="").play("5", "let", "heal 4")
    assert no_deck.hand(CRAB) == ["3"]
    full = Duel(ASYMMETRIC, crab="5 3 3 4 4 6 6").play("5", "let", "heal 4")
    assert len(full.hand(CRAB)) == 5
    assert len(full.deck(CRAB)) == 2, "five in hand already"


@pytest.mark.rule("CP-21", "CP-11")
def test_a_resisted_heal_does_nothing() -> None:
    duel = Duel(ASYMMETRIC, crab="5 3", octopus="1 9").play("5", "resist")
    assert duel.hand(CRAB) == ["3"]
    assert duel.discards(CRAB) == []


@pytest.mark.rule("CP-22")
def test_search_takes_any_card_of_your_own_deck() -> None:
    duel = Duel(ASYMMETRIC, crab="10 3", crab_deck="6 7 7 Ω").play("10", "let")
    assert (duel.to_act, duel.phase) == ([CRAB], "fetch")
    assert [card for card in RANK_NAMES if duel.may(f"fetch {card}")] == ["6", "7", "Ω"]
    assert duel.reason("fetch 8")[0] == "card.not_in_deck"
    assert not duel.may("no")
    duel.play("fetch Ω")
    assert duel.hand(CRAB) == ["3", "Ω"]
    assert duel.deck(CRAB) == ["6", "7", "7"]
    assert duel.to_act == [OCTOPUS]


@pytest.mark.rule("CP-22", "CP-8")
def test_search_in_an_empty_deck_is_passed_over_and_a_resisted_one_does_nothing() -> None:
    empty = Duel(ASYMMETRIC, crab="10 3", crab_deck="").play("10", "let")
    assert (empty.to_act, empty.phase) == ([OCTOPUS], "play")
    assert Duel(ASYMMETRIC, crab="10 3", octopus="1 9").play("10", "resist").hand(CRAB) == ["3"]


@pytest.mark.rule("CP-22", "CP-4")
def test_a_crabs_10_in_the_octopuss_hand_searches_the_octopuss_deck() -> None:
    duel = Duel(ASYMMETRIC, octopus="10c 3", octopus_deck="6 7", turn=OCTOPUS).play("10c", "let", "fetch 6")
    assert duel.hand(OCTOPUS) == ["3", "6"]


# --- effects of the octopus -------------------------------------------------------------------------------


@pytest.mark.rule("CP-23")
def test_blind_goes_on_anything_and_draws_a_card() -> None:
    duel = Duel(ASYMMETRIC, octopus="2 3", octopus_deck="6", pile="10", turn=OCTOPUS)
    assert duel.may("2")
    assert not duel.may("3")
    duel.play("2")
    assert duel.hand(OCTOPUS) == ["3", "6"]
    assert duel.to_act == [CRAB]
    assert duel.may("3"), "the next card has to beat the 2"


@pytest.mark.rule("CP-23", "CP-16")
def test_blind_ignores_a_reverse_and_ends_its_binding() -> None:
    text = printed(NAME)
    text["ranks"][9]["octopus"] = "blind"  # a 9 that can be laid on anything
    duel = Duel(ASYMMETRIC, crab="8 10 7", octopus="9 3", box=fill(NAME, text)).play("8", "let", "9")
    assert duel.to_act == [CRAB]
    assert duel.may("10")
    assert not duel.may("7")


@pytest.mark.rule("CP-23", "CP-8")
def test_blind_with_an_empty_deck_draws_nothing() -> None:
    duel = Duel(ASYMMETRIC, octopus="2 3", octopus_deck="", turn=OCTOPUS).play("2")
    assert duel.hand(OCTOPUS) == ["3"]


@pytest.mark.rule("CP-24")
def test_capture_may_take_the_card_it_covers() -> None:
    duel = Duel(ASYMMETRIC, octopus="5 9", pile="α 3c", turn=OCTOPUS).play("5", "let")
    assert (duel.to_act, duel.phase) == ([OCTOPUS], "capture")
    assert duel.reason("take 6")[0] == "capture.not_covered"
    assert duel.may("no")
    duel.play("take 3c")
    assert duel.hand(OCTOPUS) == ["3c", "9"]
    assert duel.state.height == 2
    assert duel.top == "5"
    assert duel.to_act == [CRAB]


@pytest.mark.rule("CP-24")
def test_capture_can_be_declined() -> None:
    duel = Duel(ASYMMETRIC, octopus="5 9", pile="3c", turn=OCTOPUS).play("5", "let", "no")
    assert duel.hand(OCTOPUS) == ["9"]
    assert duel.state.height == 2
    assert duel.to_act == [CRAB]


@pytest.mark.rule("CP-24", "CP-8")
def test_capture_as_an_opening_is_passed_over_and_a_resisted_one_takes_nothing() -> None:
    opening = Duel(ASYMMETRIC, octopus="5 9", turn=OCTOPUS).play("5", "let")
    assert (opening.to_act, opening.phase) == ([CRAB], "play")
    resisted = Duel(ASYMMETRIC, octopus="5 9", crab="1 3", pile="3c", turn=OCTOPUS).play("5", "resist")
    assert resisted.hand(OCTOPUS) == ["9"]
    assert resisted.state.height == 3


@pytest.mark.rule("CP-24")
def test_a_captured_card_can_be_laid_again() -> None:
    duel = Duel(ASYMMETRIC, octopus="5 9", crab="6 7", pile="3c", turn=OCTOPUS)
    duel.play("5", "let", "take 3c", "6", "9", "pass", "3c")
    assert duel.top == "3"


def imitating(hand: str, pile: str = "6c", **more: str) -> Duel:
    """Let the octopus lay Imitate on a crab that holds these cards."""
    return Duel(ASYMMETRIC, octopus=more.pop("octopus", "10 3"), crab=hand, pile=pile, turn=OCTOPUS, **more).play(
        "10", "let"
    )


@pytest.mark.rule("CP-25")
def test_imitate_shows_the_hand_and_may_use_one_effect_of_it() -> None:
    duel = imitating("4 6 8")
    assert (duel.to_act, duel.phase) == ([OCTOPUS], "copy")
    assert duel.known("known_hand", OCTOPUS) == ["4", "6", "8"]
    assert duel.reason("copy 9") == ("card.not_shown", "CP-25")
    assert duel.may("no")
    duel.play("copy 4")
    assert (duel.to_act, duel.phase) == ([OCTOPUS], "give"), "it cannot be resisted a second time"
    duel.play("give 3")
    assert duel.hand(CRAB) == ["3p", "4", "6", "8"]


@pytest.mark.rule("CP-25")
def test_imitating_can_be_declined() -> None:
    duel = imitating("4 6").play("no")
    assert (duel.to_act, duel.phase) == ([CRAB], "play")


@pytest.mark.rule("CP-25", "CP-16")
def test_an_imitated_reverse_means_lower_than_the_10() -> None:
    duel = imitating("8 9 Ω").play("copy 8")
    assert duel.may("9")
    assert duel.reason("Ω")[0] == "card.too_high"


@pytest.mark.rule("CP-25", "CP-24")
def test_an_imitated_capture_takes_the_card_below_the_10() -> None:
    duel = imitating("5p 9").play("copy 5p", "take 6c")
    assert duel.hand(OCTOPUS) == ["3", "6c"]
    assert duel.top == "10"


@pytest.mark.rule("CP-25", "CP-14")
def test_an_imitated_omega_wins_the_round() -> None:
    duel = imitating("Ω 9").play("copy Ω")
    assert duel.to_act == [OCTOPUS]
    assert duel.state.rounds == 1


@pytest.mark.rule("CP-25", "CP-23")
def test_an_imitated_blind_draws_a_card() -> None:
    assert imitating("2p 9", octopus_deck="7").play("copy 2p").hand(OCTOPUS) == ["3", "7"]


@pytest.mark.rule("CP-25", "CP-20", "CP-21", "CP-22", "CP-15")
def test_the_crabs_own_effects_can_be_imitated() -> None:
    assert imitating("2 9", crab_deck="3").play("copy 2", "pinch 9").deck(CRAB) == ["3", "9"]
    healed = imitating("5 9", octopus_deck="6 7").play("copy 5", "heal 3")
    assert healed.hand(OCTOPUS) == ["6", "7"]
    assert imitating("10 9", octopus_deck="6 7").play("copy 10", "fetch 7").hand(OCTOPUS) == ["3", "7"]
    swapped = imitating("7 9", octopus_deck="6").play("copy 7", "discard 3")
    assert swapped.hand(OCTOPUS) == ["6"]


@pytest.mark.rule("CP-25")
@pytest.mark.parametrize("card", ["α", "1", "3", "6", "9"])
def test_imitating_alpha_1_or_a_card_without_an_effect_does_nothing(card: str) -> None:
    duel = imitating(f"{card} 7", pile="").play(f"copy {card}")
    assert (duel.to_act, duel.phase) == ([CRAB], "play")
    assert duel.hand(OCTOPUS) == ["3"]
    assert not duel.state.lower


@pytest.mark.rule("CP-25")
def test_imitate_cannot_be_imitated() -> None:
    duel = imitating("10p 9")
    assert duel.reason("copy 10p")[0] == "copy.copier"
    assert duel.may("copy 9")


@pytest.mark.rule("CP-25", "CP-8", "CP-11")
def test_imitate_finds_nothing_in_an_empty_hand_and_a_resisted_one_shows_nothing() -> None:
    empty = imitating("")
    assert (empty.to_act, empty.phase) == ([CRAB], "play")
    resisted = Duel(ASYMMETRIC, octopus="10 3", crab="1 9", turn=OCTOPUS).play("10", "resist")
    assert resisted.known("known_hand", OCTOPUS) == []


@pytest.mark.rule("CP-26")
def test_a_card_goes_back_into_the_deck_of_its_animal_even_an_empty_one() -> None:
    duel = Duel(ASYMMETRIC, crab="2 3", octopus="6 7", octopus_deck="").play("2", "let", "pinch 7")
    assert duel.deck(OCTOPUS) == ["7"]
    duel.play("pass")
    assert duel.hand(OCTOPUS) == ["6", "7"], "and it can be drawn again"
