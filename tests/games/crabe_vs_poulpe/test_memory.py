"""What each player of Crabe vs Poulpe remembers of the other's cards."""

from __future__ import annotations

from collections import Counter

import pytest

from decapod.games.crabe_vs_poulpe.chapters import cards, memory
from decapod.games.crabe_vs_poulpe.state import CRAB, OCTOPUS
from tests.games.crabe_vs_poulpe.position import ASYMMETRIC, Duel, cards_of, kind_of

MEMORY = ("known_hand", "hand_or_discards", "known_deck", "deck_or_hand", "known_discards")


@pytest.mark.rule("CP-28")
def test_a_hand_once_shown_stays_known_until_its_cards_move() -> None:
    duel = Duel(ASYMMETRIC, crab="2 9 10 3", octopus="6 7 8 8", octopus_deck="9 1 4", crab_deck="")
    duel.play("2", "let", "pinch 8")
    assert duel.known("known_hand", CRAB) == ["6", "7", "8"]
    duel.play("6")
    assert duel.known("known_hand", CRAB) == ["7", "8"]
    duel.play("9", "pass")
    assert len(duel.hand(OCTOPUS)) == 5
    for guess in duel.guesses(CRAB, 50):
        assert {"7", "8"} <= set(guess.hand(OCTOPUS))


@pytest.mark.rule("CP-28")
def test_a_gift_is_known_to_the_giver_and_a_theft_to_the_robbed() -> None:
    given = Duel(crab="4 α 3", octopus="9").play("4", "let", "give α")
    assert given.known("known_hand", CRAB) == ["αc"]
    assert given.known("known_hand", OCTOPUS) == []
    stolen = Duel(crab="10 3", octopus="6 6").play("10", "let")
    assert stolen.known("known_hand", OCTOPUS) == ["6p"]
    assert stolen.known("known_hand", CRAB) == []
    back = given.play("pass")
    assert back.known("known_hand", CRAB) == ["αc"], "a new round changes nothing"


@pytest.mark.rule("CP-28")
def test_a_card_given_back_is_forgotten_and_a_captured_one_is_known() -> None:
    back = Duel(crab="3 9", octopus="4 αc 9", turn=OCTOPUS)
    assert back.known("known_hand", CRAB) == ["αc"]
    back.play("4", "let", "give αc")
    assert back.known("known_hand", CRAB) == []
    assert back.known("known_hand", OCTOPUS) == ["α"]
    captured = Duel(ASYMMETRIC, octopus="5 9", pile="3c", turn=OCTOPUS).play("5", "let", "take 3c")
    assert captured.known("known_hand", CRAB) == ["3c"]
    assert all("3c" in guess.hand(OCTOPUS) for guess in captured.guesses(CRAB, 30))


@pytest.mark.rule("CP-28")
def test_laying_one_of_two_equal_cards_leaves_only_what_is_sure() -> None:
    duel = Duel(crab="4 6 9", octopus="6c 9 9", octopus_deck="3").play("4", "let", "give 6")
    assert duel.known("known_hand", CRAB) == ["6c", "6c"]
    duel.play("6c")
    assert duel.known("known_hand", CRAB) == ["6c"]


@pytest.mark.rule("CP-29")
def test_after_a_discard_known_cards_are_in_the_hand_or_among_the_discards() -> None:
    duel = Duel(crab="4 6 3", octopus="7 9 8", octopus_deck="10").play("4", "let", "give 6")
    duel.play("7", "let", "discard 6c")
    assert duel.known("known_hand", CRAB) == []
    assert duel.known("hand_or_discards", CRAB) == ["6c"]
    places = Counter("hand" if "6c" in guess.hand(OCTOPUS) else "discards" for guess in duel.guesses(CRAB))
    assert set(places) == {"hand", "discards"}
    assert all("6c" in guess.hand(OCTOPUS) + guess.discards(OCTOPUS) for guess in duel.guesses(CRAB, 50))


@pytest.mark.rule("CP-29")
def test_a_discard_from_a_hand_known_whole_was_one_of_its_cards() -> None:
    duel = Duel(ASYMMETRIC, crab="2 3", octopus="6 7 8 9", octopus_deck="").play("2", "let", "pinch 9")
    duel.play("7", "let")
    duel.play(f"discard {duel.hand(OCTOPUS)[-1]}")
    # The deck held just the pinched 9: it was drawn, and one of 6, 8, 9 is gone.
    assert duel.known("hand_or_discards", CRAB) == ["6", "8"]
    assert {tuple(guess.discards(OCTOPUS)) for guess in duel.guesses(CRAB)} == {("6",), ("8",), ("9",)}
    assert all(len(guess.hand(OCTOPUS)) == 2 for guess in duel.guesses(CRAB, 20))


@pytest.mark.rule("CP-29")
def test_a_second_look_settles_the_doubt() -> None:
    duel = Duel(ASYMMETRIC, crab="2 2 9 9", crab_deck="10", octopus="7 6 8 3", octopus_deck="")
    duel.play("2", "let", "pinch 3", "7", "let", "discard 6", "9", "pass")
    assert duel.known("hand_or_discards", CRAB) == ["6", "8"]
    duel.play("2", "let")
    assert duel.known("known_hand", CRAB) == ["3", "8"]
    assert duel.known("hand_or_discards", CRAB) == []
    assert duel.known("known_discards", CRAB) == ["6"], "it is not in the hand, so it was the discard"
    assert all(guess.discards(OCTOPUS) == ["6"] for guess in duel.guesses(CRAB, 20))
    for guess in duel.play("pinch 8").guesses(-1, 5):
        assert not any(guess.state[field].any() for field in MEMORY)


@pytest.mark.rule("CP-29")
def test_a_doubtful_card_that_is_laid_was_not_the_discard() -> None:
    duel = Duel(ASYMMETRIC, crab="2 9 3 3", octopus="7 6 8 4", octopus_deck="10 10")
    duel.play("2", "let", "pinch 4", "7", "let", "discard 6", "9", "pass", "3", "8")
    assert duel.known("hand_or_discards", CRAB) == ["6"]
    places = {"6" in guess.hand(OCTOPUS) for guess in duel.guesses(CRAB)}
    assert places == {True, False}


@pytest.mark.rule("CP-30")
def test_a_card_pinched_into_a_deck_is_known_to_lie_there_until_a_draw() -> None:
    duel = Duel(ASYMMETRIC, crab="2 9 3", octopus="6 7 8", octopus_deck="1 2 2 3 3 4 10")
    duel.play("2", "let", "pinch 7")
    assert duel.known("known_deck", CRAB) == ["7"]
    assert all("7" in guess.deck(OCTOPUS) for guess in duel.guesses(CRAB, 50))
    duel.play("6", "9", "pass")
    assert duel.known("known_deck", CRAB) == []
    assert duel.known("deck_or_hand", CRAB) == ["7"]
    assert {"7" in guess.hand(OCTOPUS) for guess in duel.guesses(CRAB)} == {True, False}


def healed() -> Duel:
    """Let the octopus heal with a crab's 5 in a hand the crab has just seen whole: 6 goes, 1, 6 and 9 come."""
    duel = Duel(ASYMMETRIC, crab="2 3", octopus="5c 6 8 9", octopus_deck="1 6")
    return duel.play("2", "let", "pinch 9", "5c", "let", "heal 6")


@pytest.mark.rule("CP-29")
def test_new_cards_do_not_hide_that_a_known_one_was_discarded() -> None:
    duel = healed()
    assert duel.hand(OCTOPUS) == ["1", "6", "8", "9"]
    assert duel.known("hand_or_discards", CRAB) == ["6", "8"]
    assert {tuple(guess.discards(OCTOPUS)) for guess in duel.guesses(CRAB)} == {("6",), ("8",)}


@pytest.mark.rule("CP-29")
def test_an_equal_card_that_is_laid_proves_nothing() -> None:
    duel = healed().play("pass", "6")
    assert duel.known("hand_or_discards", CRAB) == ["8"]
    assert {"8" in guess.hand(OCTOPUS) for guess in duel.guesses(CRAB)} == {True, False}


@pytest.mark.rule("CP-28", "CP-29")
def test_of_two_equal_cards_one_may_be_sure_and_one_in_doubt() -> None:
    duel = Duel(crab="4 6 9 9", octopus="7 6c 8", octopus_deck="10").play(
        "4", "let", "give 9", "7", "let", "discard 6c"
    )
    assert duel.known("hand_or_discards", CRAB) == ["6c", "9c"]
    duel.state.known_hand[CRAB] = cards_of("6", CRAB)  # and the other 6 comes to that hand
    duel.state.hands[CRAB] = cards_of("9", CRAB)
    duel.state.hands[OCTOPUS] = cards.plus(int(duel.state.hands[OCTOPUS]), kind_of("6", CRAB))
    duel.state.guests[OCTOPUS] += 1
    looked = duel.copy()
    memory.see_hand(looked.state, CRAB)
    assert looked.known("known_discards", CRAB) == ["6c"], "the sure one is in the hand, so the doubtful one is not"
    memory.see_card_leave(duel.state, CRAB, kind_of("6", CRAB))
    assert duel.known("known_hand", CRAB) == []
    assert duel.known("hand_or_discards", CRAB) == ["6c", "9c"], "which of the two was laid nobody can tell"


@pytest.mark.rule("CP-22", "CP-30")
def test_a_search_may_have_taken_the_card_known_to_lie_in_the_deck() -> None:
    duel = Duel(ASYMMETRIC, crab="10 3", crab_deck="6 9")
    duel.state.known_deck[OCTOPUS] = cards_of("9", CRAB)
    duel.play("10", "let", "fetch 6")
    assert duel.known("known_deck", OCTOPUS) == []
    assert duel.known("deck_or_hand", OCTOPUS) == ["9"]


@pytest.mark.rule("CP-30")
def test_a_guest_pinched_home_is_known_to_the_one_who_lost_it() -> None:
    duel = Duel(ASYMMETRIC, crab="2 3", crab_deck="9", octopus="6 7c").play("2", "let", "pinch 7c")
    assert duel.known("known_deck", OCTOPUS) == ["7"]
    assert all("7" in guess.deck(CRAB) for guess in duel.guesses(OCTOPUS, 50))
