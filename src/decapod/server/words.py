"""The words of the server, by code and language."""

from __future__ import annotations

import functools
from pathlib import Path

from decapod.errors import Reason
from decapod.scene import Words

LANGUAGES = ("en", "fr")


@functools.lru_cache(maxsize=16)
def _words(language: str) -> Words:
    return Words(Path(__file__).with_name("words.toml"), language)


def known(language: str) -> str:
    """Find the language to speak for what a browser says (`fr-CH`)."""
    short = language.split("-", maxsplit=1)[0].lower()
    return short if short in LANGUAGES else LANGUAGES[0]


def reason(code: str, language: str = "en", **parameters: object) -> Reason:
    """Say why not, in words."""
    return Reason(code, "", parameters, _words(language)(code, **parameters))


def phrase(code: str, language: str = "en", **parameters: object) -> str:
    """Say something."""
    return _words(language)(code, **parameters)
