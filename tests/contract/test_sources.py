"""A reader can tell of every rule whether the book says it, a publication does, or we do: what is not the book's is
marked *(ours: why)* or *(published: where)*, in French *(notre règle : pourquoi)* or *(publié : où)*.
"""

from __future__ import annotations

import re

import pytest

import decapod
from tests import GAMES

LANGUAGES = ("en", "fr")
MARK = {
    "en": re.compile(r"\*\((?:ours|published): [^()*]+\)\*"),
    "fr": re.compile(r"\*\((?:notre règle|publié) : [^()*]+\)\*"),
}
#: How a ruling was announced before there were marks, or could be in passing.
UNMARKED = re.compile(
    r"\brulings?\b|\bour (?:reading|own rule)\b|\bours\b|\bunofficial:|"
    r"\bnotre (?:décision|lecture|règle)\b|\bc'est de nous\b|\bde notre cru\b|\bnon officiel :",
    re.IGNORECASE,
)
#: What no rulebook states: a comparison with independent implementations found these.
MARKED = {
    "crabs": (9, 10, 11, 13, 22, 25, 27, 34),
    "oh-crab": (3, 11, 17, 18, 23, 25, 27, 28, 32, 33, 34, 40, 42, 52, 53),
    "crabe-vs-poulpe": (5, 10, 25),
    "crab-stack": (8, 14, 16),
    "yadokarick": (12,),
}


@pytest.mark.parametrize("name", GAMES)
def test_both_languages_mark_the_same_rules_in_the_same_way(name: str) -> None:
    game = decapod.game(name)
    english, french = (game.unofficial_rules(language) for language in LANGUAGES)
    assert english
    assert english == french


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_rulebook_does_not_state_is_marked(name: str, language: str) -> None:
    game = decapod.game(name)
    prefix = next(iter(game.rulebook)).partition("-")[0]
    marks = game.unofficial_rules(language)
    missing = [rule for number in MARKED[name] if (rule := f"{prefix}-{number}") not in marks]
    assert not missing, f"not marked: {missing}"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_have_one_form_and_nothing_is_called_ours_without_one(name: str, language: str) -> None:
    game = decapod.game(name)
    text = " ".join(game.rules_text(language).split())
    counted = sum(len(marks) for marks in game.unofficial_rules(language).values())
    assert len(MARK[language].findall(text)) == counted, "a mark stands outside of a rule, or is empty or not closed"
    rest = MARK[language].sub("", text)
    assert not re.findall(r"\*\([^)]*\)?\*?", rest), "this looks like a mark and is none"
    assert not UNMARKED.findall(rest), "this is ours, and not marked"
