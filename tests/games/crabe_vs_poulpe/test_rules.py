"""The rules of Crabe vs Poulpe, one sentence each."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy

import numpy as np
import pytest

import decapod.engine.dice as chance
from decapod.engine import batch, records, verbs
from decapod.games.crabe_vs_poulpe import cards, memory, rules

from .duel import CRAB, NAMES, OCTOPUS, PRINTED, Duel, box_of, changed

ASYMMETRIC = "asymmetric"


def dealt(seed: int, first: int = 0) -> Duel:
    """Deal a game the usual way."""
    duel = Duel()
    duel.table = records.blank(records.widened(rules.Table))
    chance.load(duel.table.dice, seed, 0, 0, 0)
    rules.setup(duel.box, duel.table, 2, 0, np.array([first]))
    return duel


# --- the cards and the deal -------------------------------------------------------------------------------


@pytest.mark.rule("CP-1")
def test_a_pack_has_two_cards_of_each_of_twelve_ranks() -> None:
    box = box_of(PRINTED)
    assert NAMES == ["α", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Ω"]
    for animal in (CRAB, OCTOPUS):
        pack = int(box.packs[animal])
        assert pack.bit_count() == 24
        assert all(cards.number(pack, rank * 2 + animal) == 2 for rank in range(12))
        assert cards.of_animal(pack, 1 - animal) == 0


@pytest.mark.rule("CP-1")
def test_packs_are_alike_in_the_symmetric_mode_and_differ_in_three_ranks_in_the_asymmetric_one() -> None:
    box = box_of(PRINTED)
    alike, unlike = ([int(effect) for effect in box.effect[variant]] for variant in (0, 1))
    assert alike[0::2] == alike[1::2]
    differing = [NAMES[rank] for rank in range(12) if unlike[2 * rank] != unlike[2 * rank + 1]]
    assert differing == ["2", "5", "10"]
    with_effect = [rank for rank in range(12) if alike[2 * rank]]
    assert len(with_effect) == 9, "the majority of ranks have an effect"


@pytest.mark.rule("CP-2")
def test_each_draws_five_cards_of_their_own_pack() -> None:
    duel = dealt(3)
    for player in (CRAB, OCTOPUS):
        assert len(duel.hand(player)) == 5
        assert len(duel.deck(player)) == 19
        both = cards.together(int(duel.table.hands[player]), int(duel.table.decks[player]))
        assert both == duel.box.packs[player]


@pytest.mark.rule("CP-2")
def test_chance_deals_every_card_and_chooses_who_leads() -> None:
    games = [dealt(seed) for seed in range(300)]
    drawn = Counter(card for duel in games for card in duel.hand(CRAB))
    assert set(drawn) == set(NAMES)
    assert max(drawn.values()) < 2 * min(drawn.values())
    leaders = Counter(duel.asked for duel in games)
    assert 100 < leaders[CRAB] < 200
    assert {dealt(seed, first=2).asked for seed in range(5)} == {OCTOPUS}


# --- a round ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CP-3")
def test_the_leader_may_lay_any_card_and_play_alternates() -> None:
    duel = Duel(crab=" ".join(NAMES), octopus="6 9")
    assert all(duel.may(card) for card in NAMES)
    duel.play("3")
    assert duel.asked == OCTOPUS
    duel.play("6")
    assert duel.asked == CRAB
    assert (duel.table.laid, named_top(duel)) == (2, "6")


def named_top(duel: Duel) -> str:
    """Name the last card laid."""
    return NAMES[((int(duel.table.pile) & 31) - 1) // 2]


@pytest.mark.rule("CP-4")
def test_on_a_6_only_stronger_cards_can_be_laid() -> None:
    duel = Duel(crab="6 3", octopus=" ".join(NAMES)).play("6")
    assert [card for card in NAMES if duel.may(card)] == ["7", "8", "9", "10", "Ω"]
    assert duel.why_not("6") == duel.why_not("5") == "card.too_low"


@pytest.mark.rule("CP-4")
def test_a_card_not_in_hand_cannot_be_laid_nor_one_out_of_turn() -> None:
    duel = Duel(crab="3 6", octopus="9")
    assert duel.why_not("9") == "card.not_in_hand"
    assert duel.why_not("3p") == "card.not_in_hand"
    assert duel.why_not("9", OCTOPUS) == "turn.not_yours"
    assert rules.REASONS[rules.refusal(duel.box, duel.table, CRAB, rules.MOVES)][0] == "move.unknown"


@pytest.mark.rule("CP-4")
def test_a_foreign_card_is_laid_normally_and_acts_by_its_own_text() -> None:
    # In the asymmetric mode an octopus's 5 captures, whoever lays it; a crab's heals.
    duel = Duel(ASYMMETRIC, crab="5p 5 9", pile="3").play("5p", "let")
    assert duel.phase() == "take"
    assert duel.asked == CRAB
    duel.play("take 3c")
    assert duel.hand(CRAB) == ["3", "5", "9"]


@pytest.mark.rule("CP-5")
def test_passing_ends_the_round_and_whoever_laid_last_wins_it_and_leads() -> None:
    duel = Duel(crab="6 9", octopus="3 7").play("6", "pass")
    assert duel.asked == CRAB
    assert duel.table.pile == duel.table.laid == 0
    assert duel.table.rounds == 1


@pytest.mark.rule("CP-5")
def test_one_who_could_play_may_pass_and_one_who_cannot_must() -> None:
    able = Duel(crab="6 9", octopus="3 7").play("6")
    assert able.may("7")
    assert able.may("pass")
    stuck = Duel(crab="6 9", octopus="3 4").play("6")
    assert not stuck.may("3")
    assert not stuck.may("4")
    assert stuck.may("pass")


@pytest.mark.rule("CP-5")
def test_the_leader_cannot_pass() -> None:
    assert Duel().why_not("pass") == "pass.opening"


@pytest.mark.rule("CP-5")
def test_an_empty_hand_with_cards_in_the_deck_ends_the_round() -> None:
    duel = Duel(crab="6", octopus="9 9", crab_deck="3 3 7 7", octopus_deck="4").play("6", "9")
    assert duel.hand(CRAB) == []
    assert duel.asked == CRAB
    duel.play("pass")
    assert duel.asked == OCTOPUS
    assert duel.hand(CRAB) == ["3", "3", "7", "7"]


@pytest.mark.rule("CP-6")
def test_alpha_only_opens() -> None:
    duel = Duel(crab="α 3", octopus="α 1 8").play("α")
    assert duel.asked == OCTOPUS, "nobody is asked to resist it"
    assert duel.why_not("α") == "card.only_opens"
    assert duel.may("1")


@pytest.mark.rule("CP-6", "CP-16")
def test_alpha_cannot_be_laid_below_a_reverse() -> None:
    duel = Duel(crab="8 3", octopus="α 1 9").play("8", "let")
    assert duel.why_not("α") == "card.only_opens"
    assert duel.why_not("9") == "card.too_high"
    assert duel.may("1")


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
    assert duel.table.laid == 0
    assert duel.discards(CRAB) == []
    assert cards.holds(int(duel.table.played), NAMES.index("6") * 2)


# --- effects in general -----------------------------------------------------------------------------------


@pytest.mark.rule("CP-8")
def test_an_order_cannot_be_declined_but_an_offer_can() -> None:
    order = Duel(crab="4 3", octopus="9").play("4", "let")
    assert order.why_not("no") == "decline.obligatory"
    assert order.why_not("pass") == "effect.first"
    assert order.why_not("3") == "effect.first"
    offer = Duel(crab="2 3", octopus="9").play("2", "let")
    assert offer.may("no")
    assert offer.why_not("pass") == "effect.first"


@pytest.mark.rule("CP-8")
def test_nothing_can_be_declined_or_chosen_that_was_not_asked() -> None:
    duel = Duel(crab="3 6")
    assert duel.why_not("no") == "decline.nothing"
    assert duel.why_not("give 3") == "effect.not_asked"
    assert duel.why_not("let") == "let.not_asked"
    assert duel.why_not("resist") == "let.not_asked"


@pytest.mark.rule("CP-8", "CP-15")
def test_the_rulebooks_empty_deck_no_draw_but_the_discard_is_forced() -> None:
    duel = Duel(octopus="7 3 6", octopus_deck="", turn=OCTOPUS).play("7", "let")
    assert duel.hand(OCTOPUS) == ["3", "6"], "the deck is empty, so no card was drawn"
    assert duel.phase() == "discard"
    assert not duel.may("no")
    duel.play("discard 3")
    assert duel.hand(OCTOPUS) == ["6"]
    assert duel.discards(OCTOPUS) == ["3"]
    assert duel.asked == CRAB


@pytest.mark.rule("CP-8", "CP-4")
def test_a_foreign_card_draws_from_the_deck_of_whoever_plays_it() -> None:
    duel = Duel(ASYMMETRIC, crab="2p 9", crab_deck="6", octopus_deck="7").play("2p")
    assert duel.hand(CRAB) == ["6", "9"]
    assert duel.deck(OCTOPUS) == ["7"]


# --- resisting --------------------------------------------------------------------------------------------


@pytest.mark.rule("CP-9")
@pytest.mark.parametrize("card", ["2", "4", "5", "7", "8", "10"])
@pytest.mark.parametrize("mode", ["symmetric", ASYMMETRIC])
def test_the_other_is_asked_after_every_cancellable_effect_whether_or_not_they_hold_a_1(card: str, mode: str) -> None:
    for hand in ("1 9", "3 9"):
        duel = Duel(mode, crab=f"{card} 3", octopus=hand).play(card)
        assert (duel.asked, duel.phase()) == (OCTOPUS, "resist")
        assert duel.may("let")
        assert duel.may("resist") == ("1" in hand)
        assert duel.why_not("pass") == duel.why_not("9") == "answer.first"


@pytest.mark.rule("CP-9")
def test_only_a_1_resists() -> None:
    duel = Duel(crab="4 3", octopus="1 9").play("4")
    assert duel.why_not("resist 9") == "resist.other_card"
    assert duel.why_not("resist 8") == "card.not_in_hand"


@pytest.mark.rule("CP-9")
@pytest.mark.parametrize("card", ["α", "1", "3", "6", "9", "Ω"])
def test_nobody_is_asked_about_cards_without_an_effect_or_beyond_cancelling(card: str) -> None:
    assert Duel(crab=f"{card} 3", octopus="1 9").play(card).phase() == "lay"


@pytest.mark.rule("CP-9", "CP-23")
def test_blind_cannot_be_resisted_whoever_lays_it() -> None:
    assert Duel(ASYMMETRIC, octopus="2 3", crab="1 9", turn=OCTOPUS).play("2").phase() == "lay"
    assert Duel(ASYMMETRIC, crab="2p 3", octopus="1 9").play("2p").phase() == "lay"


@pytest.mark.rule("CP-9")
def test_an_effect_that_would_do_nothing_can_still_be_resisted() -> None:
    give_nothing = Duel(crab="4", octopus="1 9").play("4")
    assert give_nothing.may("resist")
    capture_nothing = Duel(ASYMMETRIC, octopus="5 9", crab="1 9", turn=OCTOPUS).play("5")
    assert capture_nothing.may("resist")


@pytest.mark.rule("CP-9")
def test_a_foreign_card_the_other_lays_can_be_resisted_and_with_a_foreign_1() -> None:
    duel = Duel(crab="4p 3", octopus="1c 9").play("4p")
    duel.play("resist 1c")
    assert duel.hand(OCTOPUS) == ["9"]
    assert duel.asked == CRAB


@pytest.mark.rule("CP-9", "CP-16", "CP-11")
def test_a_1_is_thrown_on_a_stronger_card_and_after_a_reverse() -> None:
    duel = Duel(crab="8 3 9", octopus="4 6", pile="").play("8", "let", "4")
    assert duel.phase() == "resist"
    duel = Duel(crab="8 1 9", octopus="4 6").play("8", "let", "4", "resist")
    assert duel.asked == OCTOPUS
    assert duel.may("6")


@pytest.mark.rule("CP-11")
def test_resisting_is_ones_turn_and_the_other_must_beat_the_1() -> None:
    duel = Duel(crab="10 α 1 2 9", octopus="1 9").play("10", "resist")
    assert duel.asked == CRAB
    assert [card for card in NAMES if card in duel.hand(CRAB) and duel.may(card)] == ["2", "9"]
    assert duel.hand(OCTOPUS) == ["9"], "nothing was stolen"
    duel.play("pass")
    assert duel.asked == OCTOPUS, "who resisted laid the last card and wins the round"


@pytest.mark.rule("CP-11", "CP-16")
def test_a_cancelled_reverse_binds_nobody() -> None:
    duel = Duel(crab="8 9 2 α", octopus="1 3").play("8", "resist")
    assert duel.may("9")
    assert duel.may("2")
    assert not duel.may("α")


@pytest.mark.rule("CP-11", "CP-19")
def test_after_a_cancelled_finish_the_round_goes_on() -> None:
    duel = Duel(crab="5 9", octopus="1 3").play("5", "resist")
    assert duel.table.rounds == 0
    assert duel.asked == CRAB
    assert duel.may("9")


@pytest.mark.rule("CP-11", "CP-10")
def test_a_1_thrown_to_resist_can_be_the_winning_last_card() -> None:
    duel = Duel(crab="4 9", octopus="1", octopus_deck="").play("4", "resist")
    assert duel.asked is None
    assert duel.places() == [2, 1]


@pytest.mark.rule("CP-12")
def test_a_plain_1_opens_goes_on_alpha_and_below_a_reverse() -> None:
    assert Duel(crab="1 9", octopus="2 9").play("1").phase() == "lay"
    assert Duel(crab="α 9", octopus="1 9").play("α", "1").asked == CRAB
    below = Duel(crab="8 9", octopus="1 9").play("8", "let", "1")
    resisted = Duel(crab="8 9", octopus="1 9").play("8", "resist")
    for field in ("hands", "pile", "lower", "awaiting", "phase", "word"):
        assert np.array_equal(below.table[field], resisted.table[field]), field


# --- the end of the game ----------------------------------------------------------------------------------


@pytest.mark.rule("CP-10")
def test_the_last_card_laid_wins_before_its_effect_and_before_any_question() -> None:
    duel = Duel(crab="4", crab_deck="", octopus="1 9").play("4")
    assert duel.asked is None
    assert duel.places() == [1, 2]
    assert rules.ENDINGS[rules.ending(duel.box, duel.table)] == "played_out"


@pytest.mark.rule("CP-10")
@pytest.mark.parametrize(
    ("how", "duel", "moves", "winner"),
    [
        ("discarded", {"crab": "7 3", "crab_deck": ""}, ("7", "let", "discard 3"), CRAB),
        ("given_away", {"crab": "4 3", "crab_deck": ""}, ("4", "let", "give 3"), CRAB),
        ("robbed", {"crab": "10 3", "octopus": "6", "octopus_deck": ""}, ("10", "let"), OCTOPUS),
        ("pinched", {"mode": ASYMMETRIC, "crab": "2 3", "octopus": "6c", "octopus_deck": ""},
         ("2", "let", "pinch 6c"), OCTOPUS),
        ("discarded", {"mode": ASYMMETRIC, "crab": "5 3", "crab_deck": ""}, ("5", "let", "heal 3"), CRAB),
    ],
)  # fmt: skip
def test_it_does_not_matter_how_the_last_card_went(how: str, duel: dict, moves: tuple[str, ...], winner: int) -> None:
    played = Duel(**duel).play(*moves)
    assert played.asked is None
    assert played.table.winner == winner
    assert played.places()[winner] == 1
    assert rules.ENDINGS[rules.ending(played.box, played.table)] == how


@pytest.mark.rule("CP-10", "CP-26")
def test_a_last_card_pinched_into_its_own_deck_is_not_gone() -> None:
    duel = Duel(ASYMMETRIC, crab="2 3", octopus="6", octopus_deck="").play("2", "let", "pinch 6")
    assert duel.asked == OCTOPUS
    assert duel.deck(OCTOPUS) == ["6"]
    assert duel.hand(OCTOPUS) == []


@pytest.mark.rule("CP-10")
def test_an_empty_hand_alone_does_not_win() -> None:
    duel = Duel(crab="3", crab_deck="9").play("3")
    assert duel.asked == OCTOPUS
    assert duel.table.winner == -1


@pytest.mark.rule("CP-10")
def test_until_the_end_whoever_has_fewer_cards_left_is_ahead_and_ties_share() -> None:
    assert Duel(crab="3 6", octopus="3").places() == [2, 1]
    assert Duel().places() == [1, 1]
    out = np.zeros(7, np.int64)
    duel = Duel(crab="3 6", octopus="3")
    rules.points(duel.box, duel.table, out)
    assert out[:2].tolist() == [20, 21]


# --- effects of both modes --------------------------------------------------------------------------------


@pytest.mark.rule("CP-13")
def test_give_hands_over_a_card_of_your_choice() -> None:
    duel = Duel(crab="4 α 3", octopus="9").play("4", "let")
    assert (duel.asked, duel.phase()) == (CRAB, "give")
    assert duel.why_not("give 9") == "card.not_in_hand"
    duel.play("give α")
    assert duel.hand(CRAB) == ["3"]
    assert duel.hand(OCTOPUS) == ["αc", "9"]
    assert duel.asked == OCTOPUS


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
    assert (duel.asked, duel.phase()) == (OCTOPUS, "lay")


@pytest.mark.rule("CP-14")
def test_omega_wins_the_round_at_once_and_cannot_be_resisted() -> None:
    duel = Duel(crab="Ω 3", octopus="1 9").play("Ω")
    assert duel.asked == CRAB
    assert duel.table.rounds == 1
    assert duel.table.laid == 0, "nothing can be laid on it"


@pytest.mark.rule("CP-14", "CP-23")
def test_not_even_blind_can_be_laid_on_omega() -> None:
    duel = Duel(ASYMMETRIC, crab="Ω 3", octopus="2 9").play("Ω")
    assert duel.asked == CRAB
    assert duel.why_not("2", OCTOPUS) == "turn.not_yours"


@pytest.mark.rule("CP-14", "CP-16")
def test_omega_cannot_be_laid_below_a_reverse() -> None:
    assert Duel(crab="8 3", octopus="Ω 9").play("8", "let").why_not("Ω") == "card.too_high"


@pytest.mark.rule("CP-15")
def test_seven_draws_a_card_then_discards_one_unseen() -> None:
    duel = Duel(crab="7 3", crab_deck="6", octopus="9").play("7", "let")
    assert duel.hand(CRAB) == ["3", "6"]
    assert (duel.asked, duel.phase()) == (CRAB, "discard")
    duel.play("discard 6")
    assert duel.hand(CRAB) == ["3"]
    assert duel.discards(CRAB) == ["6"]
    assert duel.deck(CRAB) == []
    assert duel.asked == OCTOPUS


@pytest.mark.rule("CP-15")
def test_seven_as_the_last_card_of_a_hand_draws_one_and_discards_it() -> None:
    duel = Duel(crab="7", crab_deck="6 9", octopus="9").play("7", "let")
    assert len(duel.hand(CRAB)) == 1
    duel.play(f"discard {duel.hand(CRAB)[0]}")
    assert duel.hand(CRAB) == []
    assert duel.asked == OCTOPUS


@pytest.mark.rule("CP-15", "CP-11")
def test_a_resisted_seven_neither_draws_nor_discards() -> None:
    duel = Duel(crab="7 3", octopus="1 9").play("7", "resist")
    assert duel.hand(CRAB) == ["3"]
    assert duel.discards(CRAB) == []


@pytest.mark.rule("CP-16")
def test_after_a_reverse_the_next_card_must_be_lower_and_only_the_next() -> None:
    duel = Duel(crab="8 7 9", octopus="5 8 9 1 4").play("8", "let")
    assert [card for card in NAMES if card in duel.hand(OCTOPUS) and duel.may(card)] == ["1", "4", "5"]
    duel.play("4", "let", "give 9")
    assert duel.may("7")
    assert duel.may("9")


@pytest.mark.rule("CP-16")
def test_the_binding_of_a_reverse_ends_with_the_round() -> None:
    duel = Duel(crab="8 9 3", octopus="9 9p").play("8", "let", "pass")
    assert duel.asked == CRAB
    assert duel.may("9")
    assert not duel.table.lower


# --- effects of the symmetric mode ------------------------------------------------------------------------


@pytest.mark.rule("CP-17")
def test_again_lets_you_lay_another_card_that_beats_the_2() -> None:
    duel = Duel(crab="2 α 1 6", octopus="9").play("2", "let")
    assert (duel.asked, duel.phase()) == (CRAB, "lay")
    assert duel.may("6")
    assert not duel.may("1")
    assert not duel.may("α")
    duel.play("6")
    assert duel.asked == OCTOPUS
    assert duel.may("9")


@pytest.mark.rule("CP-17")
def test_declining_again_only_passes_the_turn() -> None:
    duel = Duel(crab="2 6", octopus="9").play("2", "let", "no")
    assert duel.asked == OCTOPUS
    assert duel.table.rounds == 0
    duel.play("pass")
    assert duel.asked == CRAB


@pytest.mark.rule("CP-17")
def test_again_is_asked_even_if_nothing_can_follow() -> None:
    duel = Duel(crab="2 1", octopus="9").play("2", "let")
    assert duel.asked == CRAB
    assert duel.may("no")
    assert not duel.may("1")
    assert Duel(crab="2", octopus="9").play("2", "let").may("no"), "even with an empty hand"


@pytest.mark.rule("CP-17", "CP-9")
def test_the_second_card_of_again_can_be_resisted_and_a_resisted_again_ends_the_turn() -> None:
    assert Duel(crab="2 4 3", octopus="1 9").play("2", "let", "4").may("resist")
    duel = Duel(crab="2 4", octopus="1 9").play("2", "resist")
    assert duel.asked == CRAB
    assert duel.may("pass"), "it is a turn of its own now, not the second card of the 2"


@pytest.mark.rule("CP-18")
def test_steal_takes_a_random_card_of_the_others_hand() -> None:
    stolen = Counter()
    for seed in range(200):
        duel = Duel(crab="10 3", octopus="6 7 7", seed=seed).play("10", "let")
        assert len(duel.hand(OCTOPUS)) == 2
        stolen[duel.hand(CRAB)[1]] += 1
        assert duel.asked == OCTOPUS
    assert set(stolen) == {"6p", "7p"}
    assert stolen["7p"] > stolen["6p"], "two of the three cards are a 7"


@pytest.mark.rule("CP-18", "CP-11")
def test_a_resisted_steal_takes_nothing_and_an_empty_hand_has_nothing_to_take() -> None:
    assert Duel(crab="10 3", octopus="1 7").play("10", "resist").hand(CRAB) == ["3"]
    empty = Duel(crab="10 3", octopus="").play("10", "let")
    assert empty.hand(CRAB) == ["3"]
    assert empty.asked == OCTOPUS


@pytest.mark.rule("CP-19")
def test_finish_wins_the_round() -> None:
    duel = Duel(crab="5 3", octopus="9").play("5", "let")
    assert duel.asked == CRAB
    assert duel.table.rounds == 1


# --- effects of the crab ----------------------------------------------------------------------------------


@pytest.mark.rule("CP-20")
def test_pinch_shows_the_hand_and_sends_a_card_of_it_back() -> None:
    duel = Duel(ASYMMETRIC, crab="2 3", octopus="6 7 8", octopus_deck="9").play("2", "let")
    assert (duel.asked, duel.phase()) == (CRAB, "pinch")
    assert duel.known("seen", CRAB) == ["6", "7", "8"]
    assert duel.why_not("pinch 9") == "card.not_shown"
    assert not duel.may("no")
    duel.play("pinch 7")
    assert duel.hand(OCTOPUS) == ["6", "8"]
    assert duel.deck(OCTOPUS) == ["7", "9"]
    assert duel.asked == OCTOPUS


@pytest.mark.rule("CP-20", "CP-26")
def test_a_pinched_foreign_card_goes_to_the_deck_of_its_animal() -> None:
    duel = Duel(ASYMMETRIC, crab="2 3", crab_deck="", octopus="6 7c").play("2", "let", "pinch 7c")
    assert duel.deck(CRAB) == ["7"], "an empty deck is a deck again"
    assert duel.hand(OCTOPUS) == ["6"]


@pytest.mark.rule("CP-20", "CP-11")
def test_a_resisted_pinch_shows_nothing_and_an_empty_hand_gives_nothing_to_pinch() -> None:
    resisted = Duel(ASYMMETRIC, crab="2 3", octopus="1 7").play("2", "resist")
    assert resisted.known("seen", CRAB) == []
    assert resisted.hand(OCTOPUS) == ["7"]
    empty = Duel(ASYMMETRIC, crab="2 3", octopus="").play("2", "let")
    assert (empty.asked, empty.phase()) == (OCTOPUS, "lay")


@pytest.mark.rule("CP-21")
def test_heal_discards_one_then_draws_up_to_five() -> None:
    duel = Duel(ASYMMETRIC, crab="5 3 4", crab_deck="6 7 8 9 9").play("5", "let", "heal 3")
    assert duel.discards(CRAB) == ["3"]
    assert len(duel.hand(CRAB)) == 5
    assert len(duel.deck(CRAB)) == 1
    assert duel.asked == OCTOPUS


@pytest.mark.rule("CP-21", "CP-8")
def test_heal_without_a_card_only_draws_and_without_a_deck_only_discards() -> None:
    no_hand = Duel(ASYMMETRIC, crab="5", crab_deck="6 7 8 9 9 10").play("5", "let")
    assert len(no_hand.hand(CRAB)) == 5
    assert no_hand.asked == OCTOPUS
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
    assert (duel.asked, duel.phase()) == (CRAB, "fetch")
    assert [card for card in NAMES if duel.may(f"fetch {card}")] == ["6", "7", "Ω"]
    assert duel.why_not("fetch 8") == "card.not_in_deck"
    assert not duel.may("no")
    duel.play("fetch Ω")
    assert duel.hand(CRAB) == ["3", "Ω"]
    assert duel.deck(CRAB) == ["6", "7", "7"]
    assert duel.asked == OCTOPUS


@pytest.mark.rule("CP-22", "CP-8")
def test_search_in_an_empty_deck_is_passed_over_and_a_resisted_one_does_nothing() -> None:
    empty = Duel(ASYMMETRIC, crab="10 3", crab_deck="").play("10", "let")
    assert (empty.asked, empty.phase()) == (OCTOPUS, "lay")
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
    assert duel.asked == CRAB
    assert duel.may("3"), "the next card has to beat the 2"


@pytest.mark.rule("CP-23", "CP-16")
def test_blind_ignores_a_reverse_and_ends_its_binding() -> None:
    printed = deepcopy(PRINTED)
    printed["ranks"][9]["octopus"] = "blind"  # a 9 that can be laid on anything
    duel = Duel(ASYMMETRIC, crab="8 10 7", octopus="9 3", box=box_of(printed)).play("8", "let", "9")
    assert duel.asked == CRAB
    assert duel.may("10")
    assert not duel.may("7")


@pytest.mark.rule("CP-23", "CP-8")
def test_blind_with_an_empty_deck_draws_nothing() -> None:
    duel = Duel(ASYMMETRIC, octopus="2 3", octopus_deck="", turn=OCTOPUS).play("2")
    assert duel.hand(OCTOPUS) == ["3"]


@pytest.mark.rule("CP-24")
def test_capture_may_take_the_card_it_covers() -> None:
    duel = Duel(ASYMMETRIC, octopus="5 9", pile="α 3c", turn=OCTOPUS).play("5", "let")
    assert (duel.asked, duel.phase()) == (OCTOPUS, "take")
    assert duel.why_not("take 6") == "capture.not_covered"
    assert duel.may("no")
    duel.play("take 3c")
    assert duel.hand(OCTOPUS) == ["3c", "9"]
    assert duel.table.laid == 2
    assert named_top(duel) == "5"
    assert duel.asked == CRAB


@pytest.mark.rule("CP-24")
def test_capture_can_be_declined() -> None:
    duel = Duel(ASYMMETRIC, octopus="5 9", pile="3c", turn=OCTOPUS).play("5", "let", "no")
    assert duel.hand(OCTOPUS) == ["9"]
    assert duel.table.laid == 2
    assert duel.asked == CRAB


@pytest.mark.rule("CP-24", "CP-8")
def test_capture_as_an_opening_is_passed_over_and_a_resisted_one_takes_nothing() -> None:
    opening = Duel(ASYMMETRIC, octopus="5 9", turn=OCTOPUS).play("5", "let")
    assert (opening.asked, opening.phase()) == (CRAB, "lay")
    resisted = Duel(ASYMMETRIC, octopus="5 9", crab="1 3", pile="3c", turn=OCTOPUS).play("5", "resist")
    assert resisted.hand(OCTOPUS) == ["9"]
    assert resisted.table.laid == 3


@pytest.mark.rule("CP-24")
def test_a_captured_card_can_be_laid_again() -> None:
    duel = Duel(ASYMMETRIC, octopus="5 9", crab="6 7", pile="3c", turn=OCTOPUS)
    duel.play("5", "let", "take 3c", "6", "9", "pass", "3c")
    assert named_top(duel) == "3"


def imitating(hand: str, pile: str = "6c", **more: str) -> Duel:
    """Let the octopus lay Imitate on a crab that holds these cards."""
    return Duel(ASYMMETRIC, octopus=more.pop("octopus", "10 3"), crab=hand, pile=pile, turn=OCTOPUS, **more).play(
        "10", "let"
    )


@pytest.mark.rule("CP-25")
def test_imitate_shows_the_hand_and_may_use_one_effect_of_it() -> None:
    duel = imitating("4 6 8")
    assert (duel.asked, duel.phase()) == (OCTOPUS, "copy")
    assert duel.known("seen", OCTOPUS) == ["4", "6", "8"]
    assert duel.why_not("copy 9") == "card.not_shown"
    assert duel.may("no")
    duel.play("copy 4")
    assert (duel.asked, duel.phase()) == (OCTOPUS, "give"), "it cannot be resisted a second time"
    duel.play("give 3")
    assert duel.hand(CRAB) == ["3p", "4", "6", "8"]


@pytest.mark.rule("CP-25")
def test_imitating_can_be_declined() -> None:
    duel = imitating("4 6").play("no")
    assert (duel.asked, duel.phase()) == (CRAB, "lay")


@pytest.mark.rule("CP-25", "CP-16")
def test_an_imitated_reverse_means_lower_than_the_10() -> None:
    duel = imitating("8 9 Ω").play("copy 8")
    assert duel.may("9")
    assert duel.why_not("Ω") == "card.too_high"


@pytest.mark.rule("CP-25", "CP-24")
def test_an_imitated_capture_takes_the_card_below_the_10() -> None:
    duel = imitating("5p 9").play("copy 5p", "take 6c")
    assert duel.hand(OCTOPUS) == ["3", "6c"]
    assert named_top(duel) == "10"


@pytest.mark.rule("CP-25", "CP-14")
def test_an_imitated_omega_wins_the_round() -> None:
    duel = imitating("Ω 9").play("copy Ω")
    assert duel.asked == OCTOPUS
    assert duel.table.rounds == 1


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
    assert (duel.asked, duel.phase()) == (CRAB, "lay")
    assert duel.hand(OCTOPUS) == ["3"]
    assert not duel.table.lower


@pytest.mark.rule("CP-25")
def test_imitate_cannot_be_imitated() -> None:
    duel = imitating("10p 9")
    assert duel.why_not("copy 10p") == "copy.copier"
    assert duel.may("copy 9")


@pytest.mark.rule("CP-25", "CP-8", "CP-11")
def test_imitate_finds_nothing_in_an_empty_hand_and_a_resisted_one_shows_nothing() -> None:
    empty = imitating("")
    assert (empty.asked, empty.phase()) == (CRAB, "lay")
    resisted = Duel(ASYMMETRIC, octopus="10 3", crab="1 9", turn=OCTOPUS).play("10", "resist")
    assert resisted.known("seen", OCTOPUS) == []


@pytest.mark.rule("CP-26")
def test_a_card_goes_back_into_the_deck_of_its_animal_even_an_empty_one() -> None:
    duel = Duel(ASYMMETRIC, crab="2 3", octopus="6 7", octopus_deck="").play("2", "let", "pinch 7")
    assert duel.deck(OCTOPUS) == ["7"]
    duel.play("pass")
    assert duel.hand(OCTOPUS) == ["6", "7"], "and it can be drawn again"


# --- who knows what ---------------------------------------------------------------------------------------


@pytest.mark.rule("CP-27")
def test_a_viewers_own_cards_and_all_numbers_survive_hiding_and_the_rest_is_guessed() -> None:
    duel = Duel(crab="3 6 8", octopus="4 5 7", crab_deck="9 10", octopus_deck="1 2 Ω")
    guesses = duel.guesses(CRAB)
    assert {tuple(guess.hand(CRAB)) for guess in guesses} == {("3", "6", "8")}
    assert {tuple(guess.deck(CRAB)) for guess in guesses} == {("9", "10")}
    held = Counter(card for guess in guesses for card in guess.hand(OCTOPUS))
    assert set(held) == {"4", "5", "7", "1", "2", "Ω"}, "every hidden card is reached"
    assert max(held.values()) < 2 * min(held.values())
    assert all(len(guess.hand(OCTOPUS)) == len(guess.deck(OCTOPUS)) == 3 for guess in guesses)


@pytest.mark.rule("CP-27")
def test_a_spectator_knows_neither_hand_but_no_card_strays_to_the_wrong_side() -> None:
    duel = Duel(crab="3 6 8", octopus="4 5 7", crab_deck="9 10", octopus_deck="1 2 Ω")
    guesses = duel.guesses(-1)
    assert len({tuple(guess.hand(CRAB)) for guess in guesses}) == 10, "three of five cards"
    assert len({tuple(guess.hand(OCTOPUS)) for guess in guesses}) == 20, "three of six"
    assert all("p" not in card for guess in guesses for card in guess.hand(CRAB) + guess.deck(CRAB))


@pytest.mark.rule("CP-27", "CP-28")
def test_a_spectator_reckons_with_a_card_given_unseen() -> None:
    duel = Duel(crab="4 3 6", octopus="9 9 8").play("4", "let", "give 3")
    guesses = duel.guesses(-1)
    assert {card for guess in guesses for card in guess.hand(OCTOPUS)} >= {"3c", "6c", "10c", "8"}
    assert all(sum("c" in card for card in guess.hand(OCTOPUS)) == 1 for guess in guesses)
    assert all(not guess.table.seen.any() for guess in guesses), "nor who knows what"


@pytest.mark.rule("CP-27")
def test_a_spectator_knows_a_guest_is_gone_once_it_is_laid() -> None:
    duel = Duel(crab="4 3 6", octopus="9 9 8", crab_deck="7 10").play("4", "let", "give 6", "6c")
    assert not any("c" in card for guess in duel.guesses(-1) for card in guess.hand(OCTOPUS))
    back = Duel(crab="4 3 6", octopus="4 9 8", crab_deck="7").play(
        "4", "let", "give 6", "pass", "3", "4", "let", "give 6c"
    )
    both = Duel(crab="4 3 6", octopus="4 9 8").play(
        "4", "let", "give 6", "6c", "pass", "4", "let", "give 8", "8p", "let"
    )
    held = [card for guess in both.guesses(-1) for player in (CRAB, OCTOPUS) for card in guess.hand(player)]
    assert not any(card[-1] in "cp" for card in held), "one guest went each way, and both were laid"
    foreign = {sum("c" in card for card in guess.hand(OCTOPUS)) for guess in back.guesses(-1)}
    assert foreign == {0, 1}, "either the guest went home, or a card of the octopus came over"


@pytest.mark.rule("CP-27", "CP-28")
def test_a_spectator_remembers_a_captured_card_until_it_may_have_moved() -> None:
    duel = Duel(ASYMMETRIC, octopus="5 9 4 8", pile="3c", turn=OCTOPUS).play("5", "let", "take 3c")
    assert all("3c" in guess.hand(OCTOPUS) for guess in duel.guesses(-1, 50))
    duel.play("pass", "3c")
    assert duel.table.shown[OCTOPUS] == 0
    dropped = Duel(ASYMMETRIC, octopus="5 7 9", crab="6", pile="3c", turn=OCTOPUS)
    dropped.play("5", "let", "take 3c", "pass", "7", "let", "discard 9")
    assert {"3c" in guess.hand(OCTOPUS) for guess in dropped.guesses(-1)} == {True, False}
    given = Duel(ASYMMETRIC, octopus="5 9 8 4 8", crab="6", pile="3c", turn=OCTOPUS)
    given.play("5", "let", "take 3c", "pass", "4", "let", "give 8")
    assert {"3c" in guess.hand(OCTOPUS) for guess in given.guesses(-1)} == {True, False}


@pytest.mark.rule("CP-27")
def test_a_discard_stays_secret_from_the_other_and_known_to_its_owner() -> None:
    duel = Duel(crab="7 3 6", crab_deck="9", octopus="8").play("7", "let", "discard 6")
    assert {tuple(guess.discards(CRAB)) for guess in duel.guesses(CRAB, 20)} == {("6",)}
    assert {guess.discards(CRAB)[0] for guess in duel.guesses(OCTOPUS)} == {"3", "6", "9"}


@pytest.mark.rule("CP-28")
def test_a_hand_once_shown_stays_known_until_its_cards_move() -> None:
    duel = Duel(ASYMMETRIC, crab="2 9 10 3", octopus="6 7 8 8", octopus_deck="9 1 4", crab_deck="")
    duel.play("2", "let", "pinch 8")
    assert duel.known("seen", CRAB) == ["6", "7", "8"]
    duel.play("6")
    assert duel.known("seen", CRAB) == ["7", "8"]
    duel.play("9", "pass")
    assert len(duel.hand(OCTOPUS)) == 5
    for guess in duel.guesses(CRAB, 50):
        assert {"7", "8"} <= set(guess.hand(OCTOPUS))


@pytest.mark.rule("CP-28")
def test_a_gift_is_known_to_the_giver_and_a_theft_to_the_robbed() -> None:
    given = Duel(crab="4 α 3", octopus="9").play("4", "let", "give α")
    assert given.known("seen", CRAB) == ["αc"]
    assert given.known("seen", OCTOPUS) == []
    stolen = Duel(crab="10 3", octopus="6 6").play("10", "let")
    assert stolen.known("seen", OCTOPUS) == ["6p"]
    assert stolen.known("seen", CRAB) == []
    back = given.play("pass")
    assert back.known("seen", CRAB) == ["αc"], "a new round changes nothing"


@pytest.mark.rule("CP-28")
def test_a_card_given_back_is_forgotten_and_a_captured_one_is_known() -> None:
    back = Duel(crab="3 9", octopus="4 αc 9", turn=OCTOPUS)
    assert back.known("seen", CRAB) == ["αc"]
    back.play("4", "let", "give αc")
    assert back.known("seen", CRAB) == []
    assert back.known("seen", OCTOPUS) == ["α"]
    captured = Duel(ASYMMETRIC, octopus="5 9", pile="3c", turn=OCTOPUS).play("5", "let", "take 3c")
    assert captured.known("seen", CRAB) == ["3c"]
    assert all("3c" in guess.hand(OCTOPUS) for guess in captured.guesses(CRAB, 30))


@pytest.mark.rule("CP-28")
def test_laying_one_of_two_equal_cards_leaves_only_what_is_sure() -> None:
    duel = Duel(crab="4 6 9", octopus="6c 9 9", octopus_deck="3").play("4", "let", "give 6")
    assert duel.known("seen", CRAB) == ["6c", "6c"]
    duel.play("6c")
    assert duel.known("seen", CRAB) == ["6c"]


@pytest.mark.rule("CP-29")
def test_after_a_discard_known_cards_are_in_the_hand_or_among_the_discards() -> None:
    duel = Duel(crab="4 6 3", octopus="7 9 8", octopus_deck="10").play("4", "let", "give 6")
    duel.play("7", "let", "discard 6c")
    assert duel.known("seen", CRAB) == []
    assert duel.known("doubt", CRAB) == ["6c"]
    places = Counter("hand" if "6c" in guess.hand(OCTOPUS) else "discards" for guess in duel.guesses(CRAB))
    assert set(places) == {"hand", "discards"}
    assert all("6c" in guess.hand(OCTOPUS) + guess.discards(OCTOPUS) for guess in duel.guesses(CRAB, 50))


@pytest.mark.rule("CP-29")
def test_a_discard_from_a_hand_known_whole_was_one_of_its_cards() -> None:
    duel = Duel(ASYMMETRIC, crab="2 3", octopus="6 7 8 9", octopus_deck="").play("2", "let", "pinch 9")
    duel.play("7", "let")
    duel.play(f"discard {duel.hand(OCTOPUS)[-1]}")
    # The deck held just the pinched 9: it was drawn, and one of 6, 8, 9 is gone.
    assert duel.known("doubt", CRAB) == ["6", "8"]
    assert {tuple(guess.discards(OCTOPUS)) for guess in duel.guesses(CRAB)} == {("6",), ("8",), ("9",)}
    assert all(len(guess.hand(OCTOPUS)) == 2 for guess in duel.guesses(CRAB, 20))


@pytest.mark.rule("CP-29")
def test_a_second_look_settles_the_doubt() -> None:
    duel = Duel(ASYMMETRIC, crab="2 2 9 9", crab_deck="10", octopus="7 6 8 3", octopus_deck="")
    duel.play("2", "let", "pinch 3", "7", "let", "discard 6", "9", "pass")
    assert duel.known("doubt", CRAB) == ["6", "8"]
    duel.play("2", "let")
    assert duel.known("seen", CRAB) == ["3", "8"]
    assert duel.known("doubt", CRAB) == []
    assert duel.known("buried", CRAB) == ["6"], "it is not in the hand, so it was the discard"
    assert all(guess.discards(OCTOPUS) == ["6"] for guess in duel.guesses(CRAB, 20))
    for guess in duel.play("pinch 8").guesses(-1, 5):
        assert not any(guess.table[field].any() for field in ("seen", "doubt", "sunk", "adrift", "buried"))


@pytest.mark.rule("CP-29")
def test_a_doubtful_card_that_is_laid_was_not_the_discard() -> None:
    duel = Duel(ASYMMETRIC, crab="2 9 3 3", octopus="7 6 8 4", octopus_deck="10 10")
    duel.play("2", "let", "pinch 4", "7", "let", "discard 6", "9", "pass", "3", "8")
    assert duel.known("doubt", CRAB) == ["6"]
    places = {"6" in guess.hand(OCTOPUS) for guess in duel.guesses(CRAB)}
    assert places == {True, False}


@pytest.mark.rule("CP-30")
def test_a_card_pinched_into_a_deck_is_known_to_lie_there_until_a_draw() -> None:
    duel = Duel(ASYMMETRIC, crab="2 9 3", octopus="6 7 8", octopus_deck="1 2 2 3 3 4 10")
    duel.play("2", "let", "pinch 7")
    assert duel.known("sunk", CRAB) == ["7"]
    assert all("7" in guess.deck(OCTOPUS) for guess in duel.guesses(CRAB, 50))
    duel.play("6", "9", "pass")
    assert duel.known("sunk", CRAB) == []
    assert duel.known("adrift", CRAB) == ["7"]
    assert {"7" in guess.hand(OCTOPUS) for guess in duel.guesses(CRAB)} == {True, False}


def healed() -> Duel:
    """Let the octopus heal with a crab's 5 in a hand the crab has just seen whole: 6 goes, 1, 6 and 9 come."""
    duel = Duel(ASYMMETRIC, crab="2 3", octopus="5c 6 8 9", octopus_deck="1 6")
    return duel.play("2", "let", "pinch 9", "5c", "let", "heal 6")


@pytest.mark.rule("CP-29")
def test_new_cards_do_not_hide_that_a_known_one_was_discarded() -> None:
    duel = healed()
    assert duel.hand(OCTOPUS) == ["1", "6", "8", "9"]
    assert duel.known("doubt", CRAB) == ["6", "8"]
    assert {tuple(guess.discards(OCTOPUS)) for guess in duel.guesses(CRAB)} == {("6",), ("8",)}


@pytest.mark.rule("CP-29")
def test_an_equal_card_that_is_laid_proves_nothing() -> None:
    duel = healed().play("pass", "6")
    assert duel.known("doubt", CRAB) == ["8"]
    assert {"8" in guess.hand(OCTOPUS) for guess in duel.guesses(CRAB)} == {True, False}


@pytest.mark.rule("CP-29")
def test_one_discard_takes_at_most_one_known_card() -> None:
    duel = Duel(crab="3 9", octopus="7 6c 8c 9", octopus_deck="10 10 1 1", turn=OCTOPUS)
    duel.table.decks[OCTOPUS] = Duel.cards("10 10 1", OCTOPUS)
    duel.table.discards[OCTOPUS] = Duel.cards("1", OCTOPUS)  # discarded long ago
    duel.play("7", "let", "discard 9")
    gone = {sum("c" in card for card in guess.discards(OCTOPUS)) for guess in duel.guesses(CRAB)}
    assert gone == {0, 1}


@pytest.mark.rule("CP-28", "CP-29")
def test_of_two_equal_cards_one_may_be_sure_and_one_in_doubt() -> None:
    duel = Duel(crab="4 6 9 9", octopus="7 6c 8", octopus_deck="10").play(
        "4", "let", "give 9", "7", "let", "discard 6c"
    )
    assert duel.known("doubt", CRAB) == ["6c", "9c"]
    duel.table.seen[CRAB] = Duel.cards("6", CRAB)  # and the other 6 comes to that hand
    duel.table.hands[CRAB] = Duel.cards("9", CRAB)
    duel.table.hands[OCTOPUS] = cards.plus(int(duel.table.hands[OCTOPUS]), NAMES.index("6") * 2)
    duel.table.guests[OCTOPUS] += 1
    looked = Duel.__new__(Duel)
    looked.box, looked.table = duel.box, duel.table.copy()
    memory.hand_shown(looked.table, CRAB)
    assert looked.known("buried", CRAB) == ["6c"], "the sure one is in the hand, so the doubtful one is not"
    memory.card_leaves(duel.table, CRAB, NAMES.index("6") * 2)
    assert duel.known("seen", CRAB) == []
    assert duel.known("doubt", CRAB) == ["6c", "9c"], "which of the two was laid nobody can tell"


@pytest.mark.rule("CP-29", "CP-30")
def test_a_guess_leaves_room_for_what_must_be_in_the_hand() -> None:
    duel = Duel(ASYMMETRIC, octopus="9", octopus_deck="")
    table = duel.table
    table.played = cards.minus(int(table.played), NAMES.index("6") * 2 + OCTOPUS)
    table.discards[OCTOPUS] = table.doubt[CRAB] = Duel.cards("6", OCTOPUS)
    table.most[CRAB] = 1
    table.adrift[CRAB] = Duel.cards("9", OCTOPUS)  # drawn from a deck that is empty now
    assert {(*guess.hand(OCTOPUS), *guess.discards(OCTOPUS)) for guess in duel.guesses(CRAB, 30)} == {("9", "6")}


@pytest.mark.rule("CP-22", "CP-30")
def test_a_search_may_have_taken_the_card_known_to_lie_in_the_deck() -> None:
    duel = Duel(ASYMMETRIC, crab="10 3", crab_deck="6 9")
    duel.table.sunk[OCTOPUS] = Duel.cards("9", CRAB)
    duel.play("10", "let", "fetch 6")
    assert duel.known("sunk", OCTOPUS) == []
    assert duel.known("adrift", OCTOPUS) == ["9"]


@pytest.mark.rule("CP-30")
def test_a_guest_pinched_home_is_known_to_the_one_who_lost_it() -> None:
    duel = Duel(ASYMMETRIC, crab="2 3", crab_deck="9", octopus="6 7c").play("2", "let", "pinch 7c")
    assert duel.known("sunk", OCTOPUS) == ["7"]
    assert all("7" in guess.deck(CRAB) for guess in duel.guesses(OCTOPUS, 50))


@pytest.mark.rule("CP-27")
def test_observations_show_a_viewer_their_own_animal_first_and_nothing_hidden() -> None:
    duel = Duel(crab="3", octopus="3", crab_deck="9", octopus_deck="9")
    seen = []
    for viewer in (CRAB, OCTOPUS, -1):
        out = np.zeros(rules.OBSERVED, np.int64)
        rules.observe(duel.box, duel.table, viewer, out)
        seen.append(out)
    facts = 12 * cards.KINDS
    assert seen[0][: 9 * cards.KINDS].tolist() == seen[1][: 9 * cards.KINDS].tolist(), "the sides mirror each other"
    assert seen[0][NAMES.index("3") * 2] == 1
    assert not seen[2][: 9 * cards.KINDS].any(), "a spectator sees no hand"
    assert seen[0][facts:].any()


@pytest.mark.rule("CP-27")
def test_nothing_is_taken_back_once_a_card_was_seen() -> None:
    def counted(duel: Duel, *texts: str) -> list[int]:
        before = int(duel.table.reveals)
        duel.play(*texts)
        return [int(duel.table.reveals) > before]

    assert counted(Duel(crab="3 6"), "3") == [True]
    assert counted(Duel(crab="4 3", octopus="1").play("4"), "resist") == [True]
    assert counted(Duel(crab="7 3").play("7"), "let") == [True], "a card is drawn"
    assert counted(Duel(crab="4 3").play("4", "let"), "give 3") == [True]
    assert counted(Duel(crab="10 3", octopus="6 6").play("10"), "let") == [True]
    assert counted(Duel(ASYMMETRIC, crab="2 3", octopus="6").play("2"), "let") == [True]
    assert counted(Duel(ASYMMETRIC, crab="2 3", octopus="6").play("2", "let"), "pinch 6") == [True]
    assert counted(Duel(crab="4 3").play("4"), "let") == [False]


@pytest.mark.rule("CP-9")
def test_an_answer_is_a_turn_of_its_own_and_is_not_taken_back_freely() -> None:
    duel = Duel(crab="4 3 6")
    turns = [int(duel.table.turns)]
    for text in ("4", "let", "give 3", "pass"):
        duel.play(text)
        turns.append(int(duel.table.turns))
    assert turns == sorted(set(turns)), "the player to act changed each time"


# --- the rulebook's round ---------------------------------------------------------------------------------


@pytest.mark.rule("CP-3", "CP-5", "CP-7", "CP-9", "CP-11", "CP-13", "CP-16")
def test_the_rulebooks_example_of_a_round() -> None:
    jeanne, benoit = CRAB, OCTOPUS
    duel = Duel(crab="6 4 4 α Ω", octopus="8 1 6 3 9", crab_deck="1 2 3 5 7", octopus_deck="2 2 5")
    duel.play("6")  # 1. Jeanne opens with a 6
    assert duel.asked == benoit
    duel.play("8", "let")  # 2. Benoit reverses: Jeanne must go below 8
    assert [card for card in NAMES if card in duel.hand(jeanne) and duel.may(card)] == ["4"]
    duel.play("4")  # 3. Jeanne wants to give a card
    duel.play("resist")  # 4. Benoit cancels that with a 1
    assert "α" in duel.hand(jeanne)
    duel.play("4", "let", "give α")  # 5. Jeanne lays a 4 again, over the 1, and gives her α
    assert duel.hand(benoit) == ["αc", "3", "6", "9"]
    duel.play("6")  # 6. Benoit lays a 6
    assert duel.may("Ω")
    duel.play("pass")  # 7. Jeanne keeps her Ω
    assert duel.asked == benoit  # 8. Benoit wins the round, 11. and leads
    assert duel.table.rounds == 1
    assert duel.table.pile == 0
    assert len(duel.hand(benoit)) == 5  # 9. three cards, so two drawn
    assert len(duel.deck(benoit)) == 1
    assert {"αc", "3", "9"} <= set(duel.hand(benoit))
    assert len(duel.hand(jeanne)) == 5  # 10. one card, so four drawn
    assert len(duel.deck(jeanne)) == 1
    assert "Ω" in duel.hand(jeanne)


# --- the box ----------------------------------------------------------------------------------------------


def test_any_effect_can_be_put_on_any_rank() -> None:
    swapped = changed(_2="steal", _10="again")
    assert Duel(crab="2 3", octopus="6", box=swapped).play("2", "let").hand(CRAB) == ["3", "6p"]
    assert Duel(crab="10 Ω", octopus="6", box=swapped).play("10", "let").may("Ω")
    removed = changed(_2="none", _10="none")
    assert Duel(crab="10 3", octopus="6", box=removed).play("10").phase() == "lay"
    assert Duel(crab="4 3", octopus="6 9", box=changed(_6="resist")).play("4").may("resist 6")


def test_a_rank_can_be_added_up_to_the_capacity() -> None:
    printed = deepcopy(PRINTED)
    extra = {"name": "11", "copies": 2, "symmetric": "none", "crab": "none", "octopus": "none"}
    printed["ranks"].insert(11, extra)
    box = box_of(printed)
    assert int(box.packs[CRAB]).bit_count() == 26
    printed["ranks"] += [{**extra, "name": str(n)} for n in (12, 13)]
    assert box_of(printed).ranks == 15
    printed["ranks"].append({**extra, "name": "14"})
    with pytest.raises(ValueError, match="number of ranks: a whole number from 1 to 15"):
        box_of(printed)


@pytest.mark.parametrize(
    ("where", "value", "words"),
    [
        (("ranks", 2, "symmetric"), "dance", "rank 2: 'dance' is no effect"),
        (("ranks", 2, "copies"), 3, "copies of rank 2: a whole number from 0 to 2, not 3"),
        (("ranks", 2, "name"), "two", "a rank is named"),
        (("ranks", 2, "name"), "3", "two ranks 3"),
        (("rules", "hand"), 0, "rules.hand"),
        (("rules", "uncancellable"), ["dance"], "rules.uncancellable: 'dance'"),
    ],
)
def test_an_absurd_box_is_refused_in_one_clear_line(where: tuple, value: object, words: str) -> None:
    printed = deepcopy(PRINTED)
    inner = printed
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = value
    with pytest.raises(ValueError, match=words):
        box_of(printed)


def test_a_pack_no_larger_than_a_hand_is_refused() -> None:
    printed = deepcopy(PRINTED)
    printed["ranks"] = printed["ranks"][:2]
    with pytest.raises(ValueError, match="more cards than a hand"):
        box_of(printed)


@pytest.mark.parametrize("variant", [0, 1])
def test_boxes_with_other_effects_play_to_the_end_the_same_interpreted_and_compiled(variant: int) -> None:
    printed = deepcopy(PRINTED)
    effects = [
        "capture",
        "imitate",
        "blind",
        "pinch",
        "again",
        "search",
        "heal",
        "steal",
        "swap",
        "give",
        "reverse",
        "none",
    ]
    for row, effect in zip(printed["ranks"], effects, strict=True):
        row.update(symmetric=effect, crab=effect, octopus=effect)
    box = box_of(printed)
    verbs.enroll(rules)
    results = [
        batch.run(rules, box, players=2, variant=variant, options=(0,), games=20, on=on).results
        for on in ("python", "cpu")
    ]
    for field in ("length", "ending", "places", "trace"):
        assert np.array_equal(results[0][field], results[1][field]), field
    assert max(results[0]["length"]) <= rules.LONGEST
