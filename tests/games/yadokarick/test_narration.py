"""Yadokarick in words: what happened, and why a move is refused."""

from __future__ import annotations

import re

import pytest

from decapod.core.match import Match
from decapod.errors import IllegalMoveError, NotYourTurnError
from decapod.games.yadokarick.state import GREEN, bit_of
from tests.games.yadokarick.position import GAME, Alone, Round, play_on


def play(match: Match, *texts: str) -> list[str]:
    """Make moves, each by whoever is awaited; return what the last one did."""
    for text in texts:
        match.play(match.to_act[0], text)
    return match.describe_events()


# --- refusals ---------------------------------------------------------------------------------------------


def test_a_refusal_says_which_card_and_which_rule() -> None:
    match = Round(4).give("g1 g25", "g2 p8", "g17", "p29").match
    with pytest.raises(IllegalMoveError) as refused:
        match.play(0, "p8")
    assert refused.value.reason.words == "You do not hold pink 8."
    assert refused.value.reason.rule == "YD-4"
    with pytest.raises(NotYourTurnError) as early:
        match.play(1, "p8")
    assert early.value.reason.words == "It is Coral's turn."


def why_not(match: Match, text: str) -> str:
    """Say why a move of whoever is awaited is refused."""
    reason = match.why_not(match.to_act[0], text)
    assert reason is not None
    return reason.words


def test_rare_refusals_have_words_too() -> None:
    at = Round(3).trick("g4", "g20", "g11")
    at.state.marker = 1
    assert why_not(at.match, "marker left").startswith("The marker is on 1, at the end of the track")
    at.play("marker stay")
    assert why_not(at.match, "build g20") == "green 20 is a roof; it goes on after the other cards you won."
    alone = Alone("", phase="open")
    alone.leave_in_deck(GREEN)
    assert why_not(alone.match, "draw green") == "The green deck is empty."


def test_a_solo_refusal_names_the_cards_it_is_about() -> None:
    words = why_not(Alone("g2", "g21 g20").match, "g2 to 1")
    assert words.startswith("Column 1 has a roof, green 20")
    assert words.endswith("green 2 is not higher than green 21.")


# --- what happened ----------------------------------------------------------------------------------------


def test_a_roof_is_told_when_it_closes_the_house_of_whoever_plays_it() -> None:
    match = Round(4, roof="plays").give("g20", "p1", "g29", "p3").match
    assert play(match, "g20")[1:] == ["That is a roof: after this trick the house of Coral is closed."]
    assert play(match, "p1", "g29", "p3", "marker stay") == [
        "Blue leaves the marker on 11.",
        "Gold takes green 20, green 29.",  # and the roof closes nothing there
        "Green takes pink 1, pink 3.",
    ]


def test_the_events_of_the_example_trick() -> None:
    match = Round(4).give("g25", "p8", "g17", "p29").match
    assert play(match, "g25", "p8", "g17", "p29") == [
        "Green plays pink 29.",
        "Blue has the lowest number and may move the marker.",
    ]
    assert play(match, "marker left") == [
        "Blue moves the marker to 10.",
        "Coral takes green 25.",
        "Green takes pink 29.",
    ]


def test_falls_roofs_and_closed_houses_are_told() -> None:
    at = Round(4).build(0, "p9 p11 p12 p13 p14 p15").give("g20 g36", "p1 p2", "g11 g1", "p3 p4")
    match = at.match
    events = play(match, "g20", "p1", "g11", "p3", "marker stay")
    assert "Coral takes green 11, green 20." in events
    assert "2 cards fall from the house of Coral." in events
    assert "The house of Coral gets its roof." in events
    events = play(match, "p2", "g1", "p4", "g36", "stay")
    assert "Coral wins green 36, but the house has its roof." in events


def test_a_tie_names_both() -> None:
    events = play(Round(4).give("g5", "p5", "g17", "p29").match, "g5", "p5", "g17", "p29", "marker right")
    assert events[-1] == "Blue has the same number and may move it too."


def test_with_three_players_the_order_is_told() -> None:
    match = Round(3).give("g4", "g36", "g11").match
    events = play(match, "g4", "g36", "g11", "stay")
    assert events[1:] == ["Blue takes green 4, green 11, green 36.", "Blue chooses the order."]
    assert play(match, "build g36") == ["Blue first builds with green 36."]
    assert play(match, "build g4") == ["Blue builds with green 4, green 11."]


def test_with_three_players_roof_and_falls_are_told_when_they_happen() -> None:
    match = Round(3).build(1, "g1 g2 g3 g5 g6").give("g4", "g20", "g11").match
    events = play(match, "g4", "g20", "g11", "stay")
    assert events[1:] == ["Blue takes green 4, green 11, green 20.", "Blue chooses the order."]
    assert play(match, "build g11") == [
        "Blue builds with green 11, green 4, green 20.",
        "2 cards fall from the house of Blue.",
        "The house of Blue gets its roof.",
    ]


def test_of_two_roofs_in_a_trick_the_house_gets_one_when_the_order_is_chosen() -> None:
    """It was told at once, and the lesson took it for done, before any roof was on the house."""
    match = Round(3).give("g20 g1", "g16 g2", "g10 g3").match
    assert play(match, "g20", "g16", "g10", "stay")[1:] == [
        "Coral takes green 10, green 16, green 20.",
        "Coral chooses the order.",
    ]
    assert play(match, "build g10") == ["Coral builds with green 10, green 20.", "The house of Coral gets its roof."]


def test_at_the_end_of_a_round_it_is_told_what_it_was_worth_and_why() -> None:
    at = Round(4, rounds=2).give("g9", "p1", "g2", "p8").build(0, "g18 g27").build(1, "g36 p9 p18")
    at.build(2, "g4 g8 g13 g17 g22 g26 g31")
    at.state.tricks = 9
    assert play(at.match, "g9", "p1", "g2", "p8", "stay")[-2:] == [
        "Round 1, target 11: Coral -1 (house 12, 1 too large), Blue -1 (house 12, 1 too large), "
        "Gold -4 (house 12, 1 too large, less 3 for what fell), Green +2 (house 2).",
        "Round 2 is dealt; Blue leads.",
    ]


def test_in_a_duel_it_is_told_what_was_turned_up() -> None:
    match = Round(2, seed=5).match
    seen = 0
    for _ in range(20):
        before = int(match.state.public[0])
        play_on(match, 1, seed=int(match.state.ply))
        new = int(match.state.public[0]) & ~before & ~bit_of(match.moves[-1].action)
        events = " ".join(match.describe_events())
        for number in range(36):
            if new >> number & 1:
                assert f"green {number + 1}." in events
                seen += 1
    assert seen == 10
    assert match.outcome is not None
    assert "cardboard crab's house" in match.outcome.words


def test_the_events_of_the_solo_game() -> None:
    match = GAME.match(1, seed=5)
    events = play(match, "draw pink")
    assert events[0].startswith("Drawn: pink")
    assert events[0].count("pink") == 5
    events = play(match, next(m.text for m in match.legal_moves(0) if m.text.endswith("to 4")))
    assert events[0].endswith("goes on hermit crab 4.")
    assert play(match, "draw green")[0].startswith("Drawn: green")


def test_how_points_came_about_is_said_round_by_round() -> None:
    kinds: set[str] = set()
    for seed in range(6):
        match = Round(4, rounds=2, seed=seed).match
        while not match.is_over:
            play_on(match, 1, seed=int(match.state.ply) + seed)
        for player, (points, *rounds) in enumerate(match.points_breakdown()):
            assert points == f"points: {match.points[player]}"
            worth = [re.match(r"Round (\d): ([+-]\d+)[.] House (\d+)", line) for line in rounds]
            assert [found[1] for found in worth if found] == ["1", "2"]
            assert sum(int(found[2]) for found in worth if found) == match.points[player]
            kinds |= {kind for kind in ("within", "just", "over", "what fell") for line in rounds if kind in line}
    assert kinds == {"within", "just", "over", "what fell"}


def test_a_duel_has_but_one_round_to_explain() -> None:
    match = Round(2, seed=5).match
    assert match.points_breakdown(GAME.translator("fr")) == [["maison 0"], ["maison 0"]]


def test_whoever_has_a_roof_is_told_that_nothing_more_is_built() -> None:
    at = Round(4).build(0, "g1 g30")
    assert at.match.scene(0).prompt == (
        "You lead: play any card. Your roof is on: you build no more. The lowest number moves the target."
    )
    assert "roof" not in Round(4).build(1, "g1 g30").match.scene(0).prompt
