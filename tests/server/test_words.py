"""The words of the server: every code in every language, and none left over."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import decapod.server
from decapod.server.words import LANGUAGES, names_in, reason, sentence, supported_language

FOLDER = Path(decapod.server.__file__).parent


def flatten(table: dict[str, object], prefix: str = "") -> dict[str, str]:
    """Write a table of tables with one key for each text."""
    found: dict[str, str] = {}
    for key, value in table.items():
        found.update(flatten(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": str(value)})
    return found


WORDS = {
    language: flatten(table)
    for language, table in tomllib.loads((FOLDER / "words.toml").read_text(encoding="utf-8")).items()
}


def test_every_language_has_every_code_with_the_same_gaps() -> None:
    assert set(WORDS) == set(LANGUAGES)
    for language in LANGUAGES:
        assert WORDS[language].keys() == WORDS["en"].keys()
        for code, english in WORDS["en"].items():
            gaps = re.findall(r"{(\w+)}", WORDS[language][code])
            assert sorted(gaps) == sorted(re.findall(r"{(\w+)}", english)), (language, code)


def test_no_words_are_left_over_and_none_are_missing() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    used = set(re.findall(r'(?:reason|sentence)\(\s*"([a-z_.]+)"', sources))
    composed = {key for key in WORDS["en"] if key.startswith(("ending.", "departed."))}  # and why
    assert set(WORDS["en"]) == used | composed


@pytest.mark.parametrize(
    ("wanted", "answer"), [("fr", "fr"), ("fr-CH", "fr"), ("FR", "fr"), ("de", "en"), ("", "en"), ("english", "en")]
)
def test_a_browser_is_answered_in_a_language_we_speak(wanted: str, answer: str) -> None:
    assert supported_language(wanted) == answer


def test_a_reason_has_its_words() -> None:
    why = reason("message.version", "fr", version=1)
    assert (why.code, why.parameters) == ("message.version", {"version": 1})
    assert why.words == sentence("message.version", "fr", version=1) != sentence("message.version", version=1)


def test_a_guest_who_chose_no_name_has_one_in_every_language() -> None:
    assert names_in("fr", ["Guest 876", "Invité 12"]) == ["Invité 876", "Invité 12"]
    assert names_in("en", ["Guest 876", "Invité 12"]) == ["Guest 876", "Guest 12"]
    chosen = ["Guest", "Guest 1 of 2", "A Guest 1", "guest 1", ""]
    assert names_in("fr", chosen) == chosen, "names that people chose stay as they are"
