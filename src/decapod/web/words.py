"""The page's own words, by key and language; the games bring theirs."""

from __future__ import annotations

import re
from pathlib import Path

from decapod.i18n.translator import DEFAULT, Translator, languages, read_words

PATH = Path(__file__).with_name("words.toml")
LANGUAGES = languages(PATH)


def page_words(language: str) -> Translator:
    """Return the words of the pages in a language; what it lacks is in English."""
    return Translator(PATH, language)


def client_words(language: str) -> dict[str, str]:
    """Return what the modules in the browser may say, English where a language lacks it."""
    return {**read_words(PATH, DEFAULT), **read_words(PATH, language)}


def choose_language(chosen: str, accepted: str) -> str:
    """Choose a language: the one the person chose, else the first of the browser's that we speak.

    >>> choose_language("", "de-DE,fr;q=0.8,en;q=0.5")
    'fr'
    >>> choose_language("en", "fr")
    'en'
    >>> choose_language("", "fr;q=1.2.3")
    'fr'
    """
    if chosen in LANGUAGES:
        return chosen
    wanted: list[tuple[float, str]] = []
    for part in accepted.split(","):
        found = re.match(r"\s*([A-Za-z]+)[^;]*(?:;\s*q=([01](?:\.[0-9]{0,3})?)(?![0-9.]))?", part)
        if found:
            wanted.append((-float(found[2] or 1), found[1].lower()))
    return next((code for _, code in sorted(wanted) if code in LANGUAGES), DEFAULT)
