"""The words of the server, by code and language. The games bring their own."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from pathlib import Path

from decapod.errors import Reason
from decapod.scene import Translator

LANGUAGES = ("en", "fr")


@functools.lru_cache(maxsize=16)
def _words(language: str) -> Translator:
    return Translator(Path(__file__).with_name("words.toml"), language)


def supported_language(language: str) -> str:
    """Return the language to answer in for what a browser says (`fr-CH`); English if we do not speak it."""
    short = language.split("-", maxsplit=1)[0].lower()
    return short if short in LANGUAGES else LANGUAGES[0]


def reason(code: str, language: str = "en", **parameters: object) -> Reason:
    """Make a reason of the server's own, with its words in a language."""
    return Reason(code, "", parameters, sentence(code, language, **parameters))


def sentence(code: str, language: str = "en", **parameters: object) -> str:
    """Return the words for a code in a language, with what goes into their gaps."""
    return _words(language)(code, **parameters)


def guest_name(language: str, n: object) -> str:
    """Return what a guest is called in a language who chose no name."""
    return sentence("guest.name", language, n=n)


@functools.cache
def _guest_names() -> re.Pattern[str]:
    return re.compile("|".join(guest_name(language, "([0-9]+)") for language in LANGUAGES))


def names_in(language: str, names: Iterable[str]) -> list[str]:
    """Return names as they are read in a language: those that guests chose, and those that were given to them.

    >>> names_in("fr", ["Guest 7", "Ada"]), names_in("en", ["Invit\u00e9 7", ""])
    (['Invit\u00e9 7', 'Ada'], ['Guest 7', ''])
    """
    found = ((name, _guest_names().fullmatch(name)) for name in names)
    return [guest_name(language, n[n.lastindex or 1]) if n else name for name, n in found]
