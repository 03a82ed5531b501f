"""Renders the pages: one Jinja environment, the same few facts on every page, addresses that change with the files."""

from __future__ import annotations

import functools
import hashlib
import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from decapod import __version__
from decapod.i18n.translator import Translator
from decapod.server.words import guest_name
from decapod.web import sprites, words

HERE = Path(__file__).parent
STATIC = HERE / "static"

#: The keys a table listens to, and the words that say what each does.
HELP = (
    ("← ↑ → ↓", "arrows"), ("Enter", "enter"), ("Esc", "escape"), ("b", "board"), ("m", "moves"), ("t", "type"),
    ("l", "log"), ("c", "chat"), ("h", "hint"), ("u", "undo"), ("p", "prompt"), ("?", "help"),
)  # fmt: skip


@functools.cache
def stamp() -> str:
    """Make a fingerprint of all static files: their folder's name, so that they may be kept for ever."""
    files = sorted(path for path in STATIC.rglob("*") if path.is_file())
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def static(name: str) -> str:
    """Return the address of a static file."""
    return f"/static/{stamp()}/{name}"


def module(name: str) -> str:
    """Return the address of a module; those it imports lie beside it."""
    return static(f"js/{name}")


@functools.cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(HERE / "pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    shared: dict[str, Any] = environment.globals  # pyright: ignore[reportAssignmentType, reportUnknownMemberType]
    shared.update(
        static=static,
        module=module,
        languages=words.LANGUAGES,
        help=HELP,
        logo=Markup(sprites.logo()),  # noqa: S704  # our own drawing
        chips=[Markup(chip) for chip in sprites.chips()],  # noqa: S704
    )
    return environment


def page(name: str, language: str, theme: str, here: dict[str, Any], *, address: str = "", **values: Any) -> str:
    """Render a page in a language and a theme; `here` is what its modules find in `facts().here`.

    `address` is the public one, with which links begin that people send each other.
    """
    facts = {
        "language": language,
        "words": words.client_words(language),
        "version": __version__,
        "address": address,
        "guests": [guest_name(one, "{n}") for one in (language, *words.LANGUAGES)],
        "here": here,
    }
    # A data block ends at "</script": no text inside may contain it.
    encoded = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        _environment()
        .get_template(name)
        .render(
            language=language,
            theme=theme,
            words=TemplateWords(words.page_words(language)),
            facts=Markup(encoded),  # noqa: S704  # JSON with < written as an escape
            **values,
        )
    )


def part(name: str, language: str, **values: Any) -> Markup:
    """Render a part of a page in a language."""
    rendered = _environment().get_template(name).render(words=TemplateWords(words.page_words(language)), **values)
    return Markup(rendered)  # noqa: S704  # what goes into a template is escaped there


class TemplateWords:
    """Words for a template, where a key may be made of parts that have no words: then the part itself is shown."""

    def __init__(self, words: Translator) -> None:
        """Take the words of a language."""
        self._words = words

    def __call__(self, key: str, **gaps: object) -> str:
        """Return the words for a key, with what goes into their gaps; without words, the last part of the key."""
        return self._words(key, **gaps) if key in self._words or "." not in key else key.rsplit(".", 1)[1]
