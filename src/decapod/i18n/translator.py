"""Words: everything a person reads is looked up by key in words.toml, by language."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from decapod.errors import ParseError, Reason, as_int, check_type

DEFAULT = "en"
PLAIN = frozenset((str, int))  # what goes into a gap as it is


class Message(msgspec.Struct, frozen=True):
    """Something to be put into words: a key of words.toml, and what goes into the gaps of the text found there."""

    key: str
    parameters: Mapping[str, object] = {}


def message(key: str, **parameters: object) -> Message:
    """Name words by their key, with what goes into their gaps: text, numbers, seats, other words."""
    return Message(key, parameters)


def not_a_move(key: str, rule: str = "", **parameters: object) -> ParseError:
    """Make the error for a text or a click that means no move: the key of its words, and the rule they rest on."""
    return ParseError(Reason(key, rule, parameters))


class PlayerRef(msgspec.Struct, frozen=True):
    """The gap of a phrase in which a player is named: by the name they go by, or else by their colour."""

    number: int


@functools.cache
def _read(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)


def _flat(section: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    words: dict[str, str] = {}
    for key, value in section.items():
        if isinstance(value, Mapping):
            words.update(_flat(value, f"{prefix}{key}."))  # pyright: ignore[reportUnknownArgumentType]
        else:
            words[prefix + key] = str(value)
    return words


@functools.cache
def read_words(path: Path, language: str) -> dict[str, str]:
    """Read one language of one words.toml as flat keys."""
    return _flat(_read(path).get(language, {}))


def languages(path: Path) -> tuple[str, ...]:
    """List the languages a words.toml has."""
    return tuple(_read(path))


class Translator:
    """The words of a game in one language; what is missing there is said in English."""

    def __init__(self, path: Path | None, language: str = DEFAULT, names: Sequence[str] = ()) -> None:
        """Read a game's words.toml on top of the shared one; `names` are the players', by seat, "" for their colour."""
        check_type(language, str, "language")
        for name in names:
            check_type(name, str, "name")
        self.path = path
        self.language = language
        self.names: tuple[str, ...] = tuple(names)
        self._patterns: dict[str, str] = {}
        shared = Path(__file__).with_name("words.toml")
        for known in (DEFAULT, language):
            self._patterns.update(read_words(shared, known))
            if path is not None:
                self._patterns.update(read_words(path, known))

    def __contains__(self, key: str) -> bool:
        """Tell whether there are words for a key."""
        return key in self._patterns

    def __call__(self, wanted: Message | str, **parameters: object) -> str:
        """Put a phrase, or a key with what goes into its gaps, into words; KeyError if there are none for the key."""
        if isinstance(wanted, str):
            key, gaps = wanted, parameters
        else:
            key, gaps = wanted.key, wanted.parameters
        pattern = self._patterns.get(key)
        if pattern is None:
            raise KeyError(f"no words for {key!r} in words.toml")
        if not gaps and "{" not in pattern:
            return pattern
        for value in gaps.values():
            if type(value) not in PLAIN:
                gaps = {name: value if type(value) in PLAIN else self.plain(value) for name, value in gaps.items()}
                break
        return end_once(pattern.format_map(gaps))

    def plain(self, value: object) -> object:
        """Turn seats, words and lists of them into text; leave the rest."""
        if isinstance(value, Message):
            return self(value)
        if isinstance(value, PlayerRef):
            return self.name(value.number)
        if isinstance(value, list | tuple):
            return ", ".join([str(self.plain(item)) for item in value])  # pyright: ignore[reportUnknownVariableType]
        return value

    @functools.cached_property
    def without_names(self) -> Translator:
        """The same words without the names of players: what is made of them is the same at every table."""
        return _without_names(self.path, self.language) if self.names else self

    def list_names(self, seats: Sequence[int]) -> str:
        """Return the names of players as one text: "Ada", "Ada and Ben", "Ada, Ben and Cleo"."""
        check_type(seats, Sequence, "seats")
        names = [self.name(seat) for seat in seats]
        return self("names.and", names=", ".join(names[:-1]), last=names[-1]) if len(names) > 1 else "".join(names)

    def name(self, seat: int) -> str:
        """Return the name a player goes by: their own, or that of their colour, or a number where colours run out."""
        seat = seat if type(seat) is int else as_int(seat, "seat")
        if seat < 0:
            raise ParseError(f"there is no seat {seat}; they are counted from 0")
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        colour = self._patterns.get(f"seat.{seat}")
        return self("seat.more", n=seat + 1) if colour is None else colour


def end_once(text: str) -> str:
    """Leave a sentence one mark at its end where what fills its last gap brings its own.

    >>> end_once("Coral uses Reckless!. Who stays?.")
    'Coral uses Reckless! Who stays?'
    """
    return text.replace("!.", "!").replace("?.", "?")


@functools.cache
def translator_beside(source: str, language: str = DEFAULT) -> Translator:
    """Return the words of the game that a source file belongs to, without the names of players."""
    return Translator(Path(source).with_name("words.toml"), language)


@functools.cache
def _without_names(path: Path | None, language: str) -> Translator:
    return Translator(path, language)
