"""Who knows what in Crabe vs Poulpe: what a viewer cannot know is guessed, the rest is left and observed."""

from __future__ import annotations

from collections import Counter

import pytest

from decapod.games.crabe_vs_poulpe.chapters import cards
from decapod.games.crabe_vs_poulpe.knowledge import LAID, PHASE
from decapod.games.crabe_vs_poulpe.state import CRAB, OCTOPUS
from tests.games.crabe_vs_poulpe.position import ASYMMETRIC, Duel, cards_of, kind_of


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
    assert all(not guess.state.known_hand.any() for guess in guesses), "nor who knows what"


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
    assert duel.state.public_hand[OCTOPUS] == 0
    secretly = Duel(ASYMMETRIC, octopus="5 7 9", crab="6", pile="3c", turn=OCTOPUS)
    secretly.play("5", "let", "take 3c", "pass", "7", "let", "discard 9")
    assert {"3c" in guess.hand(OCTOPUS) for guess in secretly.guesses(-1)} == {True, False}
    given = Duel(ASYMMETRIC, octopus="5 9 8 4 8", crab="6", pile="3c", turn=OCTOPUS)
    given.play("5", "let", "take 3c", "pass", "4", "let", "give 8")
    assert {"3c" in guess.hand(OCTOPUS) for guess in given.guesses(-1)} == {True, False}


@pytest.mark.rule("CP-27")
def test_a_discard_stays_secret_from_the_other_and_known_to_its_owner() -> None:
    duel = Duel(crab="7 3 6", crab_deck="9", octopus="8").play("7", "let", "discard 6")
    assert {tuple(guess.discards(CRAB)) for guess in duel.guesses(CRAB, 20)} == {("6",)}
    assert {guess.discards(CRAB)[0] for guess in duel.guesses(OCTOPUS)} == {"3", "6", "9"}


@pytest.mark.rule("CP-29")
def test_one_discard_takes_at_most_one_known_card() -> None:
    duel = Duel(crab="3 9", octopus="7 6c 8c 9", octopus_deck="10 10 1 1", turn=OCTOPUS)
    duel.state.decks[OCTOPUS] = cards_of("10 10 1", OCTOPUS)
    duel.state.discards[OCTOPUS] = cards_of("1", OCTOPUS)  # discarded long ago
    duel.play("7", "let", "discard 9")
    gone = {sum("c" in card for card in guess.discards(OCTOPUS)) for guess in duel.guesses(CRAB)}
    assert gone == {0, 1}


@pytest.mark.rule("CP-29", "CP-30")
def test_a_guess_leaves_room_for_what_must_be_in_the_hand() -> None:
    duel = Duel(ASYMMETRIC, octopus="9", octopus_deck="")
    state = duel.state
    state.played_cards = cards.minus(int(state.played_cards), kind_of("6", OCTOPUS))
    state.discards[OCTOPUS] = state.hand_or_discards[CRAB] = cards_of("6", OCTOPUS)
    state.most_discarded[CRAB] = 1
    state.deck_or_hand[CRAB] = cards_of("9", OCTOPUS)  # drawn from a deck that is empty now
    assert {(*guess.hand(OCTOPUS), *guess.discards(OCTOPUS)) for guess in duel.guesses(CRAB, 30)} == {("9", "6")}


@pytest.mark.rule("CP-27")
def test_observations_show_a_viewer_their_own_animal_first_and_nothing_hidden() -> None:
    duel = Duel(crab="3", octopus="3", crab_deck="9", octopus_deck="9")
    crab, octopus, spectator = (duel.observed(viewer) for viewer in (CRAB, OCTOPUS, -1))
    assert crab[:LAID].tolist() == octopus[:LAID].tolist(), "the sides mirror each other"
    assert duel.field(CRAB, "own_hand")[kind_of("3", CRAB)] == 1
    assert not spectator[:LAID].any(), "a spectator sees no hand"
    assert crab[PHASE:].any()
