"""Words: everything a person reads is looked up by key in words.toml, by language."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from decapod.errors import Reason, Unreadable

DEFAULT = "en"


@dataclass(frozen=True)
class Say:
    """Something to be said: a key of words.toml and what goes into its gaps."""

    key: str
    parameters: Mapping[str, object] = field(default_factory=dict)


def say(key: str, **parameters: object) -> Say:
    """Name words by their key, with what goes into their gaps: text, numbers, seats, other words."""
    return Say(key, parameters)


def no_move(key: str, rule: str = "", **parameters: object) -> Unreadable:
    """Refuse clicks that mean no move: by the key of the words, with the rule they rest on, if there is one."""
    return Unreadable(Reason(key, rule, parameters))


@dataclass(frozen=True)
class Seat:
    """A player, to be named by the name they go by."""

    number: int


@functools.cache
def _read(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    words: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            words.update(_flat(value, f"{prefix}{key}."))  # pyright: ignore[reportUnknownArgumentType]
        else:
            words[prefix + key] = str(value)
    return words


@functools.cache
def table(path: Path, language: str) -> dict[str, str]:
    """Read one language of one words.toml as flat keys."""
    return _flat(_read(path).get(language, {}))


def languages(path: Path) -> tuple[str, ...]:
    """List the languages a words.toml has."""
    return tuple(_read(path))


class Words:
    """The words of a game in one language; what is missing there is said in English."""

    def __init__(self, path: Path | None, language: str = DEFAULT, names: Sequence[str] = ()) -> None:
        """Take a game's words.toml on top of the shared one; `names` are the players', by seat."""
        self.language = language
        self.names = tuple(names)
        self._tables: dict[str, str] = {}
        shared = Path(__file__).with_name("words.toml")
        for known in (DEFAULT, language):
            self._tables.update(table(shared, known))
            if path is not None:
                self._tables.update(table(path, known))

    def __contains__(self, key: str) -> bool:
        """Tell whether there are words for a key."""
        return key in self._tables

    def __call__(self, said: Say | str, **parameters: object) -> str:
        """Say it."""
        if isinstance(said, str):
            said = Say(said, parameters)
        pattern = self._tables.get(said.key)
        if pattern is None:
            raise KeyError(f"no words for {said.key!r} in words.toml")
        return pattern.format(**{name: self.plain(value) for name, value in said.parameters.items()})

    def plain(self, value: object) -> object:
        """Turn seats, words and lists of them into text; leave the rest."""
        if isinstance(value, Say):
            return self(value)
        if isinstance(value, Seat):
            return self.name(value.number)
        if isinstance(value, list | tuple):
            return ", ".join(str(self.plain(item)) for item in value)  # pyright: ignore[reportUnknownVariableType]
        return value

    def name(self, seat: int) -> str:
        """Return the name a player goes by: their own, or that of their colour."""
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self._tables[f"seat.{seat}"]


@functools.cache
def words_beside(source: str, language: str = DEFAULT) -> Words:
    """Return the words of the game that a source file belongs to, without the names of players."""
    return Words(Path(source).with_name("words.toml"), language)
