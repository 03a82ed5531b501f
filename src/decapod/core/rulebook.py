r"""The text of a game's rules, rules.md: gaps that a box fills, rules by id, and marks of what is not the book's.

A gap is a name in braces. `{hand}` is a number of the box, by the name of its field; `{hand: card, cards}` is the
number and one of two words, as it wants them; `{chart.gear}`, alone in its paragraph, is a whole table;
`{option.rounds}` is what is usually agreed on. What a game can fill beyond that, its `charts` says. Two more stand for
pictures: `{face gear-1: the net}` for a piece, with words for those who do not see it, and `{example bind-none}`, alone
in its paragraph, for a worked example.

>>> fill_gaps("Take {catch: card, cards}: {face back: the pile}.", {"catch": 2}, "en")
'Take 2 cards: {face back: the pile}.'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

GAP = re.compile(r"\{([a-z_]+(?:\.[a-z_]+)*)(?:: ?([^{},]*), ?([^{},]*))?\}")
FACE = re.compile(r"\{face ([\w-]+): ?([^{}]*)\}")
EXAMPLE = re.compile(r"\{example ([\w-]+)\}")
RULE = re.compile(r"^\*\*([A-Z]+-\d+)\*\*\s+(.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
EMPHASIS = re.compile(r"(\*{1,2})(?=\S)(.+?)(?<=\S)\1")
MARK = re.compile(r"\s*\*\(([^():*]+?) ?: ([^()*]+)\)\*")


class Mark(NamedTuple):
    """Something in a rule that is not the rulebook's: of which rule, whose it is in words, and why."""

    rule: str
    word: str
    reason: str


def fill_gaps(text: str, values: Mapping[str, object], language: str) -> str:
    """Fill the gaps of a text that have a value; others are left as they are."""

    def fill(gap: re.Match[str]) -> str:
        name, one, many = gap[1], gap[2], gap[3]
        if name not in values:
            return gap[0]
        value = values[name]
        if one is None:
            return str(value)
        return f"{value} {one if is_singular(value, language) else many}"

    return GAP.sub(fill, text)


def is_singular(number: object, language: str) -> bool:
    """Tell whether a number takes the singular: 1, and in French 0 too."""
    return number == 1 or (number == 0 and language == "fr")


def write_plainly(text: str) -> str:
    """Write a text for those who see no pictures: words for faces, no examples."""
    return FACE.sub(lambda face: face[2], EXAMPLE.sub("", text))


def find_rules(text: str) -> dict[str, str]:
    """Return every rule of a text by its id, in order, each on one line."""
    flat = {rule: re.sub(r"\n\s*[-*] ", " • ", write_plainly(words)) for rule, words in RULE.findall(text)}
    return {rule: " ".join(words.split()) for rule, words in flat.items()}


def drop_emphasis(text: str) -> str:
    """Write a text without the asterisks and backticks around words, for those who see plain text.

    >>> drop_emphasis("**CP-16** *8, Reverse.* The next card must be *weaker*.")
    'CP-16 8, Reverse. The next card must be weaker.'
    """
    return EMPHASIS.sub(lambda emphasis: emphasis[2], text).replace("`", "")


def find_marks(text: str) -> list[Mark]:
    """List what is marked in the rules of a text, in order."""
    return [Mark(rule, *mark) for rule, words in find_rules(text).items() for mark in MARK.findall(words)]


def split_chapter(text: str, heading: str) -> tuple[str, str]:
    r"""Take a chapter out of a text: what is left, and the chapter without its heading, empty if there is none.

    >>> split_chapter("# Crabs!\n\n## Turns\n\nA turn.\n\n## Card\n\nShort.\n", "Card")
    ('# Crabs!\n\n## Turns\n\nA turn.\n\n', 'Short.')
    """
    chapter = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if chapter is None:
        return text, ""
    return text[: chapter.start()] + text[chapter.end() :], chapter[1].strip()
