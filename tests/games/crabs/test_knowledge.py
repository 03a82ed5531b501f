"""Crabs!: who knows what of hands, pile and rope."""

from __future__ import annotations

import pytest

from decapod.games.crabs import notation
from decapod.games.crabs.chapters.cards import count_of, one, size_of
from tests.games.crabs.position import Deal, pack


@pytest.mark.rule("CR-36")
def test_other_hands_are_guessed_among_all_cards_not_seen() -> None:
    at = Deal("1 1 1", "2 2 2", "3 3 3", pool="5 5", pile="4 4 4")
    hands: set[str] = set()
    for guess in range(60):
        other = at.guess(0, guess)
        assert other.hand(0) == "1 1 1"
        unseen = [int(cards) for cards in (*other.state.hand[1:3], other.state.pile)]
        assert sum(unseen) == pack("2 2 2 3 3 3 4 4 4")
        assert [size_of(cards) for cards in unseen] == [3, 3, 3]
        hands.add(other.hand(1))
    assert len(hands) > 5


@pytest.mark.rule("CR-36")
def test_a_spectator_knows_no_hand() -> None:
    at = Deal("1 1 1", "2 2 2", pile="4 4 4")
    assert len({at.guess(-1, guess).hand(0) for guess in range(40)}) > 5
    assert at.observed(-1).tolist() == at.guess(-1, 3).observed(-1).tolist()


@pytest.mark.rule("CR-36")
def test_the_rope_is_hidden_until_it_is_discarded() -> None:
    at = Deal("1 2 3 4 5 5", "1", pile="1 1 2 2 3 3")
    at.play("bind", "play 3", "play 5", "play 5")
    ropes = {int(at.guess(1, guess).state.rope) for guess in range(60)}
    assert len(ropes) > 2
    assert {int(at.guess(0, guess).state.rope) for guess in range(20)} == {int(at.state.rope)}
    other = at.after()
    other.state.rope, other.state.hand[0] = notation.read_cards("4")[0] + 1, pack("1 2 3")
    assert at.observed(1).tolist() == other.observed(1).tolist()
    assert at.observed(0).tolist() != other.observed(0).tolist()


@pytest.mark.rule("CR-36", "CR-7")
def test_a_guess_never_leaves_a_bind_that_cannot_be_finished() -> None:
    at = Deal("1 3 4 4 4", "2", pile="1 1 1 1 2 2 5 5 5", canonical_order=1)
    at.play("bind", "play 1", "play 3")
    for guess in range(80):
        assert at.guess(1, guess).texts()


@pytest.mark.rule("CR-37")
def test_what_was_taken_openly_is_known_until_it_is_played() -> None:
    at = Deal("1 2", "1", pool="5 3 3", pile="2 2 2 4 4 4")
    at.play("catch", "take 5", "take 3")
    for guess in range(20):
        assert {"3", "5"} <= set(at.guess(1, guess).hand().split())
    at.play("catch", "draw", "draw")
    at.play_line("raise 5 > 5")  # shown again, and taken again
    assert at.cards("known", 0) == "3 5"
    at.play("catch", "take 3", "draw")
    at.play_line("raise 3 > 3")
    assert at.cards("known", 0) == "3 5"
    at.play("catch", "draw", "draw")
    at.play_line("upgrade 5")
    assert at.cards("known", 0) == "3"


@pytest.mark.rule("CR-37")
def test_a_known_card_may_be_the_rope_until_that_is_shown() -> None:
    at = Deal("2 5 5", "1", pool="1 4", pile="2 2 3 3 4 4")
    at.play("catch", "take 1", "draw")
    at.play("catch", "draw", "draw")
    at.play("bind", "play 1", "play 2", "play 5", "play 5")
    assert at.cards("known", 0) == "1"
    places: set[bool] = set()
    for guess in range(40):
        other = at.guess(1, guess).state
        rope = one(int(other.rope) - 1)
        assert count_of(int(other.hand[0]) + rope, 0) >= 1
        places.add(rope == one(0))
    assert places == {True, False}
    at.play("keep 2")
    assert at.state.known[0] == 0


@pytest.mark.rule("CR-37")
def test_a_learner_is_told_what_is_known_of_each_hand() -> None:
    at = Deal("1 2", "1", pool="5 3 3")
    assert not at.field(1, "known").any()
    at.play("catch", "take 5", "take 3")
    assert at.field(1, "known")[1].tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 1, 0], "seat 0 is next to viewer 1"


@pytest.mark.rule("CR-38")
def test_all_hands_are_laid_open_at_the_end() -> None:
    at = Deal("1 2", "3 4").finish(30, 2)
    assert at.guess(1, 1).hand(0) == "1 2"
    assert at.guess(-1, 1).hand(1) == "3 4"
    assert at.field(1, "known")[1].tolist() == [1, 0, 1] + [0] * 7
