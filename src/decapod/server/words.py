"""The words of the server, by code and language. The games bring their own."""

from __future__ import annotations

import functools
from pathlib import Path

from decapod.errors import Reason
from decapod.scene import Words

LANGUAGES = ("en", "fr")


@functools.lru_cache(maxsize=16)
def _words(language: str) -> Words:
    return Words(Path(__file__).with_name("words.toml"), language)


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
