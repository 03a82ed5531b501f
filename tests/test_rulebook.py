"""The text of rules: a box fills its gaps, and every number that a box holds is on the page from there."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import decapod
from decapod import cli
from decapod.core.rulebook import EXAMPLE, FACE, GAP, fill_gaps, find_marks, find_rules, split_chapter, write_plainly
from decapod.errors import ParseError
from tests import GAMES, positions

LANGUAGES = ("en", "fr")


@pytest.mark.parametrize(
    ("language", "number", "words"),
    [
        ("en", 2, "2 cards"),
        ("en", 1, "1 card"),
        ("en", 0, "0 cards"),
        ("fr", 2, "2 cards"),
        ("fr", 1, "1 card"),
        ("fr", 0, "0 card"),
    ],
)
def test_a_gap_is_filled_with_a_number_and_the_word_it_wants(language: str, number: int, words: str) -> None:
    assert fill_gaps("Take {catch: card, cards}, {catch}!", {"catch": number}, language) == f"Take {words}, {number}!"


def test_what_has_no_value_is_left_as_it_is() -> None:
    text = "{face net: a net} {example bind} {unknown} {Catch} {}"
    assert fill_gaps(text, {"catch": 2}, "en") == text


def test_who_sees_no_pictures_reads_words() -> None:
    assert write_plainly("A {face net: net}.\n\n{example bind}\n\nB.") == "A net.\n\n\n\nB."
    assert find_rules("**CS-1** A {face net: net}:\n- one\n- two\n\nB.") == {"CS-1": "A net: • one • two"}


def test_marks_are_found_with_their_reasons() -> None:
    text = "**CS-1** A. *(ours: for b)* C. *(published: in d)*\n\n**CS-2** E.\n\nF *(ours: g)*."
    assert find_marks(text) == [("CS-1", "ours", "for b"), ("CS-1", "published", "in d")]


def test_a_chapter_is_taken_out() -> None:
    assert split_chapter("# A\n\n## B\n\nb\n\n## C\n\nc\n", "B") == ("# A\n\n## C\n\nc\n", "b")
    assert split_chapter("# A\n\n## B\n\nb\n", "C") == ("# A\n\n## B\n\nb\n", "")


# --- the five games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_gap_is_filled_and_every_face_is_there(name: str, language: str) -> None:
    game = decapod.game(name)
    text = game.rules_text(language)
    assert not GAP.findall(text)
    assert {face[1] for face in FACE.finditer(text)} <= set(game.sprites)
    assert not re.findall(r"[{}]", EXAMPLE.sub("", FACE.sub("", text)))


@pytest.mark.parametrize("name", GAMES)
def test_both_languages_have_the_same_gaps_in_the_same_rules(name: str) -> None:
    folder = decapod.game(name).folder
    english, french = ((folder / file).read_text(encoding="utf-8") for file in ("rules.md", "rules.fr.md"))

    def gaps(text: str) -> list[list[str]]:
        blocks = re.split(r"\n(?=\*\*[A-Z]+-\d+\*\*|#)", text)
        return [sorted(gap[1] for pattern in (GAP, FACE, EXAMPLE) for gap in pattern.finditer(b)) for b in blocks]

    assert gaps(english) == gaps(french)


def leaves(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """List the paths to all numbers of a box.toml."""
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in inner:
        yield from leaves(value, (*path, key))
    if isinstance(part, int):
        yield path


def changed(name: str, path: tuple[Any, ...]) -> decapod.Box | None:
    """Open a box in which one number is another; None if there is no other it could be."""
    for step in (1, -1, 2, -2):
        text = copy.deepcopy(positions.printed(name))
        part: Any = text
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] += step
        try:
            return decapod.Box(positions.fill(name, text), text, "changed", decapod.game(name).package)
        except (ValueError, KeyError, ParseError):
            continue
    return None


#: Numbers that a person does not read: how much room there is, and coordinates that are drawn.
NOT_SHOWN = {"crabe-vs-poulpe": {"capacity"}, "oh-crab": {"from", "to"}}


@pytest.mark.parametrize("name", GAMES)
def test_a_box_that_changes_a_number_changes_the_page(name: str) -> None:
    """Every number of box.toml, one at a time: the rules in both languages say something else."""
    game = decapod.game(name)
    printed = {language: game.rules_text(language) for language in LANGUAGES}
    same: list[tuple[Any, ...]] = []
    for path in leaves(positions.printed(name)):
        box = changed(name, path)
        if box is not None and not set(path) & NOT_SHOWN.get(name, set()):
            same += [path for language in LANGUAGES if game.rules_text(language, box) == printed[language]]
    assert not same, f"on no page: {same}"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_box_that_changes_a_number_changes_what_the_terminal_prints(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"

    def rules_of(parsed: Any, language: str) -> str:
        path.write_text(tomli_w.dumps(parsed), encoding="utf-8")
        with pytest.raises(SystemExit) as exited:
            cli.main(["rules", "--box", str(path), "--language", language])
        assert exited.value.code == 0
        _, rules = capsys.readouterr().out.split("\n", 1)  # after the line that says what differs
        return rules

    printed = {language: rules_of(positions.printed(name), language) for language in LANGUAGES}
    same: list[tuple[Any, ...]] = []
    for place in leaves(positions.printed(name)):
        box = changed(name, place)
        if box is not None and not set(place) & NOT_SHOWN.get(name, set()):
            same += [place for language in LANGUAGES if rules_of(box.printed, language) == printed[language]]
    assert not same, f"not printed: {same}"


#: What is no number of a box: tiles and starting spaces by their names; how many play; where counting begins.
NAMES = {
    "oh-crab": r"\((?:0|9)\)|(?:space|case de départ|case) [13]\b|(?:spaces|cases) 1 (?:and|et) 2\b",
    "yadokarick": r"\*\* (?:for|de|à) \d(?: (?:to|à) \d)?|(?:from|partir de|de) 1[ ,]|\b0 points?\b",
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_is_written_by_hand(name: str, language: str) -> None:
    """Figures come from the box. What else has figures: ids, cards by name ([5]), options, and the intro's years."""
    file = "rules.md" if language == "en" else f"rules.{language}.md"
    text = (decapod.game(name).folder / file).read_text(encoding="utf-8")
    intro, mark = r"^\*[^*].*\*$", r"\*\([^()*]+\)\*"  # a mark's reason speaks of the book
    known = rf"\{{[^}}]*\}}|\[\d+\]|\b[A-Z]+-\d+\b|`[^`]*`|{NAMES.get(name, 'no names')}"
    for pattern in (intro, mark, known):
        text = re.sub(pattern, "", text, flags=re.MULTILINE)
    assert [line for line in text.splitlines() if re.search(r"\d", line)] == []


def test_rules_are_filled_from_a_box_of_their_game_only() -> None:
    """Those of Crab Stack had numbers of Crabs!."""
    with pytest.raises(decapod.ParseError, match="this box is for crabs"):
        decapod.game("crab-stack").rules_text(box=decapod.game("crabs").box)
