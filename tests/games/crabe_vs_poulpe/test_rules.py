"""The rules of Crabe vs Poulpe, one sentence each: the deal, laying and resisting, refusals, the standing."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import decapod
from decapod.engine import rollout
from decapod.games.crabe_vs_poulpe.chapters import cards
from decapod.games.crabe_vs_poulpe.state import CRAB, MAX_GAME_LENGTH, NAME, NUM_ACTIONS, OCTOPUS
from tests.games.crabe_vs_poulpe.position import ASYMMETRIC, RANK_NAMES, Duel, names_of
from tests.positions import fill, printed

GAME = decapod.game(NAME)

# --- the deal ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CP-2")
def test_each_draws_five_cards_of_their_own_pack() -> None:
    match = GAME.match(seed=3)
    for player in (CRAB, OCTOPUS):
        hand, deck = int(match.state.hands[player]), int(match.state.decks[player])
        assert (hand.bit_count(), deck.bit_count()) == (5, 19)
        assert cards.together(hand, deck) == match.box.record.packs[player]


@pytest.mark.rule("CP-2")
def test_chance_deals_every_card_and_chooses_who_leads() -> None:
    matches = [GAME.match(seed=seed) for seed in range(300)]
    dealt = Counter(card for match in matches for card in names_of(int(match.state.hands[CRAB]), CRAB))
    assert set(dealt) == set(RANK_NAMES)
    assert max(dealt.values()) < 2 * min(dealt.values())
    leaders = Counter(match.to_act[0] for match in matches)
    assert 100 < leaders[CRAB] < 200
    assert {GAME.match(seed=seed, first="1").to_act for seed in range(5)} == {(OCTOPUS,)}


# --- laying a card ----------------------------------------------------------------------------------------


@pytest.mark.rule("CP-3")
def test_the_leader_may_lay_any_card_and_play_alternates() -> None:
    duel = Duel(crab=" ".join(RANK_NAMES), octopus="6 9")
    assert all(duel.may(card) for card in RANK_NAMES)
    duel.play("3")
    assert duel.to_act == [OCTOPUS]
    duel.play("6")
    assert duel.to_act == [CRAB]
    assert (duel.state.height, duel.top) == (2, "6")


@pytest.mark.rule("CP-4")
def test_on_a_6_only_stronger_cards_can_be_laid() -> None:
    duel = Duel(crab="6 3", octopus=" ".join(RANK_NAMES)).play("6")
    assert [card for card in RANK_NAMES if duel.may(card)] == ["7", "8", "9", "10", "Ω"]
    assert duel.reason("6")[0] == duel.reason("5")[0] == "card.too_low"


@pytest.mark.rule("CP-4")
def test_a_card_not_in_hand_cannot_be_laid_nor_one_out_of_turn() -> None:
    duel = Duel(crab="3 6", octopus="9")
    assert duel.reason("9") == ("card.not_in_hand", "CP-4")
    assert duel.reason("3p")[0] == "card.not_in_hand"
    assert duel.reason("9", OCTOPUS)[0] == "turn.not_yours"
    assert duel.reason(NUM_ACTIONS)[0] == "move.unknown"


@pytest.mark.rule("CP-4")
def test_a_foreign_card_is_laid_normally_and_acts_by_its_own_text() -> None:
    # In the asymmetric mode an octopus's 5 captures, whoever lays it; a crab's heals.
    duel = Duel(ASYMMETRIC, crab="5p 5 9", pile="3").play("5p", "let")
    assert duel.phase == "capture"
    assert duel.to_act == [CRAB]
    duel.play("take 3c")
    assert duel.hand(CRAB) == ["3", "5", "9"]


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
    assert Duel().reason("pass")[0] == "pass.opening"


@pytest.mark.rule("CP-6")
def test_alpha_only_opens() -> None:
    duel = Duel(crab="α 3", octopus="α 1 8").play("α")
    assert duel.to_act == [OCTOPUS], "nobody is asked to resist it"
    assert duel.reason("α")[0] == "card.only_opens"
    assert duel.may("1")


@pytest.mark.rule("CP-6", "CP-16")
def test_alpha_cannot_be_laid_below_a_reverse() -> None:
    duel = Duel(crab="8 3", octopus="α 1 9").play("8", "let")
    assert duel.reason("α")[0] == "card.only_opens"
    assert duel.reason("9")[0] == "card.too_high"
    assert duel.may("1")


# --- orders and offers ------------------------------------------------------------------------------------


@pytest.mark.rule("CP-8")
def test_an_order_cannot_be_declined_but_an_offer_can() -> None:
    order = Duel(crab="4 3", octopus="9").play("4", "let")
    assert order.reason("no")[0] == "decline.obligatory"
    assert order.reason("pass")[0] == "effect.first"
    assert order.reason("3")[0] == "effect.first"
    offer = Duel(crab="2 3", octopus="9").play("2", "let")
    assert offer.may("no")
    assert offer.reason("pass")[0] == "effect.first"


@pytest.mark.rule("CP-8")
def test_nothing_can_be_declined_or_chosen_that_was_not_asked() -> None:
    duel = Duel(crab="3 6")
    assert duel.reason("no")[0] == "decline.nothing"
    assert duel.reason("give 3")[0] == "effect.not_asked"
    assert duel.reason("let")[0] == "let.not_asked"
    assert duel.reason("resist")[0] == "let.not_asked"


# --- resisting --------------------------------------------------------------------------------------------


@pytest.mark.rule("CP-9")
@pytest.mark.parametrize("card", ["2", "4", "5", "7", "8", "10"])
@pytest.mark.parametrize("mode", ["symmetric", ASYMMETRIC])
def test_the_other_is_asked_after_every_cancellable_effect_whether_or_not_they_hold_a_1(card: str, mode: str) -> None:
    for hand in ("1 9", "3 9"):
        duel = Duel(mode, crab=f"{card} 3", octopus=hand).play(card)
        assert (duel.to_act, duel.phase) == ([OCTOPUS], "resist")
        assert duel.may("let")
        assert duel.may("resist") == ("1" in hand)
        assert duel.reason("pass")[0] == duel.reason("9")[0] == "answer.first"


@pytest.mark.rule("CP-9")
def test_only_a_1_resists() -> None:
    duel = Duel(crab="4 3", octopus="1 9").play("4")
    assert duel.reason("resist 9")[0] == "resist.other_card"
    assert duel.reason("resist 8") == ("card.not_in_hand", "CP-9")


@pytest.mark.rule("CP-9")
@pytest.mark.parametrize("card", ["α", "1", "3", "6", "9", "Ω"])
def test_nobody_is_asked_about_cards_without_an_effect_or_beyond_cancelling(card: str) -> None:
    assert Duel(crab=f"{card} 3", octopus="1 9").play(card).phase == "play"


@pytest.mark.rule("CP-9", "CP-23")
def test_blind_cannot_be_resisted_whoever_lays_it() -> None:
    assert Duel(ASYMMETRIC, octopus="2 3", crab="1 9", turn=OCTOPUS).play("2").phase == "play"
    assert Duel(ASYMMETRIC, crab="2p 3", octopus="1 9").play("2p").phase == "play"


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
    assert duel.to_act == [CRAB]


@pytest.mark.rule("CP-9", "CP-16", "CP-11")
def test_a_1_is_thrown_on_a_stronger_card_and_after_a_reverse() -> None:
    duel = Duel(crab="8 3 9", octopus="4 6", pile="").play("8", "let", "4")
    assert duel.phase == "resist"
    duel = Duel(crab="8 1 9", octopus="4 6").play("8", "let", "4", "resist")
    assert duel.to_act == [OCTOPUS]
    assert duel.may("6")


@pytest.mark.rule("CP-11")
def test_resisting_is_ones_turn_and_the_other_must_beat_the_1() -> None:
    duel = Duel(crab="10 α 1 2 9", octopus="1 9").play("10", "resist")
    assert duel.to_act == [CRAB]
    assert duel.playable(CRAB) == ["2", "9"]
    assert duel.hand(OCTOPUS) == ["9"], "nothing was stolen"
    duel.play("pass")
    assert duel.to_act == [OCTOPUS], "who resisted laid the last card and wins the round"


@pytest.mark.rule("CP-11", "CP-16")
def test_a_cancelled_reverse_binds_nobody() -> None:
    duel = Duel(crab="8 9 2 α", octopus="1 3").play("8", "resist")
    assert duel.may("9")
    assert duel.may("2")
    assert not duel.may("α")


@pytest.mark.rule("CP-11", "CP-19")
def test_after_a_cancelled_finish_the_round_goes_on() -> None:
    duel = Duel(crab="5 9", octopus="1 3").play("5", "resist")
    assert duel.state.rounds == 0
    assert duel.to_act == [CRAB]
    assert duel.may("9")


@pytest.mark.rule("CP-11", "CP-10")
def test_a_1_thrown_to_resist_can_be_the_winning_last_card() -> None:
    duel = Duel(crab="4 9", octopus="1", octopus_deck="").play("4", "resist")
    assert duel.to_act == []
    assert duel.places == [2, 1]


@pytest.mark.rule("CP-12")
def test_a_plain_1_opens_goes_on_alpha_and_below_a_reverse() -> None:
    assert Duel(crab="1 9", octopus="2 9").play("1").phase == "play"
    assert Duel(crab="α 9", octopus="1 9").play("α", "1").to_act == [CRAB]
    below = Duel(crab="8 9", octopus="1 9").play("8", "let", "1")
    resisted = Duel(crab="8 9", octopus="1 9").play("8", "resist")
    for field in ("hands", "pile", "lower", "to_act", "phase", "word"):
        assert np.array_equal(below.state[field], resisted.state[field]), field


# --- the standing -----------------------------------------------------------------------------------------


@pytest.mark.rule("CP-10")
def test_until_the_end_whoever_has_fewer_cards_left_is_ahead_and_ties_share() -> None:
    assert Duel(crab="3 6", octopus="3").places == [2, 1]
    assert Duel().places == [1, 1]
    assert Duel(crab="3 6", octopus="3").points == [20, 21]


# --- taking back ------------------------------------------------------------------------------------------


@pytest.mark.rule("CP-27")
def test_nothing_is_taken_back_once_a_card_was_seen() -> None:
    def reveals(duel: Duel, move: str) -> bool:
        before = int(duel.state.reveals)
        return bool(duel.play(move).state.reveals > before)

    assert reveals(Duel(crab="3 6"), "3")
    assert reveals(Duel(crab="4 3", octopus="1").play("4"), "resist")
    assert reveals(Duel(crab="7 3").play("7"), "let"), "a card is drawn"
    assert reveals(Duel(crab="4 3").play("4", "let"), "give 3")
    assert reveals(Duel(crab="10 3", octopus="6 6").play("10"), "let")
    assert reveals(Duel(ASYMMETRIC, crab="2 3", octopus="6").play("2"), "let")
    assert reveals(Duel(ASYMMETRIC, crab="2 3", octopus="6").play("2", "let"), "pinch 6")
    assert not reveals(Duel(crab="4 3").play("4"), "let")


# --- whole rounds and games -------------------------------------------------------------------------------


@pytest.mark.rule("CP-3", "CP-5", "CP-7", "CP-9", "CP-11", "CP-13", "CP-16")
def test_the_rulebooks_example_of_a_round() -> None:
    jeanne, benoit = CRAB, OCTOPUS
    duel = Duel(crab="6 4 4 α Ω", octopus="8 1 6 3 9", crab_deck="1 2 3 5 7", octopus_deck="2 2 5")
    duel.play("6")  # 1. Jeanne opens with a 6
    assert duel.to_act == [benoit]
    duel.play("8", "let")  # 2. Benoit reverses: Jeanne must go below 8
    assert duel.playable(jeanne) == ["4"]
    duel.play("4")  # 3. Jeanne wants to give a card
    duel.play("resist")  # 4. Benoit cancels that with a 1
    assert "α" in duel.hand(jeanne)
    duel.play("4", "let", "give α")  # 5. Jeanne lays a 4 again, over the 1, and gives her α
    assert duel.hand(benoit) == ["αc", "3", "6", "9"]
    duel.play("6")  # 6. Benoit lays a 6
    assert duel.may("Ω")
    duel.play("pass")  # 7. Jeanne keeps her Ω
    assert duel.to_act == [benoit]  # 8. Benoit wins the round, 11. and leads
    assert duel.state.rounds == 1
    assert duel.state.pile == 0
    assert len(duel.hand(benoit)) == 5  # 9. three cards, so two drawn
    assert len(duel.deck(benoit)) == 1
    assert {"αc", "3", "9"} <= set(duel.hand(benoit))
    assert len(duel.hand(jeanne)) == 5  # 10. one card, so four drawn
    assert len(duel.deck(jeanne)) == 1
    assert "Ω" in duel.hand(jeanne)


@pytest.mark.parametrize("variant", [0, 1])
def test_boxes_with_other_effects_play_to_the_end_the_same_interpreted_and_compiled(variant: int) -> None:
    text = printed(NAME)
    effects = [
        "capture", "imitate", "blind", "pinch", "again", "search", "heal", "steal", "swap", "give", "reverse", "none",
    ]  # fmt: skip
    for row, effect in zip(text["ranks"], effects, strict=True):
        row.update(symmetric=effect, crab=effect, octopus=effect)
    box = fill(NAME, text)
    results = [
        rollout.run(GAME.rules, box, players=2, variant=variant, options=(0,), games=20, device=on).results
        for on in ("python", "cpu")
    ]
    for field in ("length", "ending", "places", "moves_hash"):
        assert np.array_equal(results[0][field], results[1][field]), field
    assert max(results[0]["length"]) <= MAX_GAME_LENGTH
