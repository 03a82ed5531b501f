"""Worked examples: every one is a sound position, its moves are legal, and what its words say is so."""

from __future__ import annotations

import pytest
from tests import GAMES

import decapod
from decapod.core.rulebook import EXAMPLE
from decapod.scene.schema import LAYOUTS
from decapod.web import worked_examples
from decapod.web.lessons import play_line
from decapod.web.worked_examples import Example

LANGUAGES = ("en", "fr")
EXAMPLES = [example for name in GAMES for example in worked_examples.examples(name).values()]
#: How many worked examples each rulebook has, at least; some of ours show two of them, some are our own.
FEWEST = {"crabs": 8, "oh-crab": 5, "yadokarick": 11, "crabe-vs-poulpe": 4, "crab-stack": 3}


def named(example: Example) -> str:
    """Name an example."""
    return f"{example.game}-{example.id}"


@pytest.mark.parametrize("name", FEWEST)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_has_its_place_in_the_rules(name: str, language: str) -> None:
    text = decapod.game(name).rules_text(language)
    placed = [place[1] for place in EXAMPLE.finditer(text) if place[1] not in ("opening", "middle")]
    assert sorted(placed) == sorted(worked_examples.examples(name))
    assert len(placed) >= FEWEST[name]


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_an_example_is_played_by_the_rules(example: Example) -> None:
    """Its first position is sound, its moves are legal, and after each step is true what it says."""
    game = decapod.game(example.game)
    assert example.rule in game.rulebook
    match = example.begin()
    for step in example.steps:
        told: set[str] = set()
        for line in step.play:
            play_line(match, line)
            told |= {event.key for event in match.events(None)}
        assert game.view.violations(match.box.record, match.state) == []
        assert set(step.happens) <= told, step.words["en"]
        if step.points:
            assert match.points == step.points
        if step.legal:
            assert [move.text for move in match.legal_moves(match.to_act[0])] == list(step.legal)
        if step.refused:
            reason = match.why_not(match.to_act[0], step.refused)
            assert reason is not None
            assert reason.code == step.reason
        assert (match.outcome.code if match.outcome else "") == step.ending


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_a_step_shows_something_and_says_what(example: Example) -> None:
    """Whatever is not a refusal changes the picture; words are there in both languages, and are not the same."""
    pictures = [
        worked_examples.picture(example.game, example.id, number, "desktop", "en")
        for number in range(len(example.steps))
    ]
    for number, step in enumerate(example.steps):
        assert step.words["en"] != step.words["fr"]
        assert (number > 0 and pictures[number] == pictures[number - 1]) <= bool(step.refused), step.words["en"]
    assert example.titles["en"] != example.titles["fr"]


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_picture_shows_what_the_example_is_about(example: Example, layout: str) -> None:
    """The same part in every step, with all pieces of the regions it names, and inside the scene."""
    left, top, width, height = worked_examples.part_shown(example.game, example.id, layout)
    for number in range(len(example.steps)):
        scene = worked_examples.scene_of(example.game, example.id, number, layout, "en")
        assert 0 <= left < left + width <= scene.width
        assert 0 <= top < top + height <= scene.height
        for piece in scene.pieces:
            if piece.region in example.show:
                assert left <= piece.x <= left + width
                assert top <= piece.y <= top + height
