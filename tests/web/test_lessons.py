"""Lessons: every step is a real position, its goal can be reached, and the rules agree."""

from __future__ import annotations

import pytest
from tests import GAMES

import decapod
from decapod.web import lessons

STEPS = [step for name in GAMES for step in lessons.lesson(name)]


def named(step: lessons.Step) -> str:
    """Name a step."""
    return f"{step.game}-{step.number}"


def test_every_game_has_a_lesson_of_six_to_ten_steps(game_name: str) -> None:
    """A short tutorial for each game."""
    assert 6 <= len(lessons.lesson(game_name)) <= 10


@pytest.mark.parametrize("step", STEPS, ids=named)
def test_a_step_awaits_its_learner_and_speaks_both_languages(step: lessons.Step) -> None:
    """The learner can move, and is told what to do in every language; its rule exists."""
    assert step.player in step.begin().to_act
    for language in ("en", "fr"):
        for key in ("title", "say", "done"):
            assert step.words[language][key]
    assert step.rule in decapod.game(step.game).rulebook


@pytest.mark.parametrize("step", [step for step in STEPS if step.goal != "asks"], ids=named)
def test_showing_a_step_reaches_its_goal(step: lessons.Step) -> None:
    """What "Show me" plays is legal and is what was asked for."""
    moves: list[int] = []
    for text in step.show:
        match = lessons.attempt(step, moves).match
        moves += match.parse_moves(step.player, text)
    assert lessons.attempt(step, moves).done
    assert not lessons.attempt(step, []).done


@pytest.mark.parametrize("step", [step for step in STEPS if step.goal == "asks"], ids=named)
def test_a_step_that_asks_why_is_answered_by_the_clicks_it_shows(step: lessons.Step) -> None:
    """What "Show me" clicks gets that very reason."""
    assert lessons.explain_clicks(step, [], list(step.clicks))[2]


def test_whoever_is_stuck_can_always_be_shown_the_answer() -> None:
    assert [named(step) for step in STEPS if not (step.clicks if step.goal == "asks" else step.show)] == []


def test_a_lesson_says_the_goal_and_is_played_as_against_a_bot(game_name: str) -> None:
    """The goal in both languages; every step in the variant, and with the players, of a game against a bot.

    But for one, which says what is different where more play: at Yadokarick other cards are won.
    """
    goals = [lessons.goal(game_name, language) for language in ("en", "fr")]
    assert all(goals)
    assert goals[0] != goals[1]
    game = decapod.game(game_name)
    modes = {game.resolve_mode(step.players, step.variant or None) for step in lessons.lesson(game_name)}
    assert modes - {("main", 4)} == {game.resolve_mode()}


def test_a_variant_that_is_won_in_another_way_says_so() -> None:
    """A duel of Yadokarick promised the win to the most points, and counts none."""
    for language in ("en", "fr"):
        main, duel, solo = (lessons.goal("yadokarick", language, variant) for variant in ("main", "duel", "solo"))
        assert main == lessons.goal("yadokarick", language)
        assert len({main, duel, solo}) == 3
        assert "points" in main
        assert "points" not in duel


@pytest.mark.parametrize("step", [step for step in STEPS if step.goal == "play"], ids=named)
def test_the_moves_a_step_asks_for_are_legal(step: lessons.Step) -> None:
    """A goal names real moves."""
    legal = {move.text for move in step.begin().legal_moves(step.player)}
    if step.moves == 1:
        assert set(step.wanted) <= legal


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", [10**6, 2**40])
def test_a_number_that_is_no_move_is_refused_like_any_other(name: str, number: int) -> None:
    """It failed, and was answered by 500."""
    step = lessons.lesson(name)[0]
    with pytest.raises(decapod.errors.DecapodError):
        lessons.attempt(step, [number])


def test_a_step_to_the_end_is_done_once_the_turn_is_over() -> None:
    """In Crabs! "Done!" stood beside a prompt that went on asking."""
    step = lessons.lesson("crabs")[0]
    moves: list[int] = []
    ends: list[bool] = []
    for text in step.show:
        match = lessons.attempt(step, moves).match
        moves += match.parse_moves(0, text)
        ends.append(lessons.attempt(step, moves).done)
    assert ends == [False] * (len(ends) - 1) + [True]
    assert 0 not in lessons.attempt(step, moves).match.to_act


def test_no_step_of_yadokarick_is_done_while_its_cards_are_still_to_be_built_with() -> None:
    """It said "Done!" beside the question which card goes next, or as soon as somebody else's house got its roof."""
    for step in lessons.lesson("yadokarick"):
        if step.wanted[0] not in ("event.build", "event.roof"):
            continue
        tries: list[list[int]] = [[]]
        for moves in tries:
            attempt = lessons.attempt(step, moves)
            table = attempt.match.state
            if attempt.done:
                assert table.won == 0
                assert table.closed >> step.player & 1 or step.wanted[0] == "event.build"
            elif not attempt.missed:
                tries += [[*moves, move] for move in attempt.match.legal_actions(step.player)]
        assert len(tries) > 10
