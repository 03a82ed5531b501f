"""Positions as text: one line of words like `turn=1`, which a person can read and edit.

A game lists the parts of its table, each with the kind of value it holds; `write_parts` and `read_parts` do the rest.
What equals its default is left out. Text comes from outside: it is cut at spaces and signs, each character looked at
once, and whatever is wrong with it is said in one line.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from decapod.errors import ParseError

LONGEST_TEXT = 8000  # characters: more than any position takes
WHOLE = re.compile("-?[0-9]{1,9}")
NOTHING = "-"  # a list without entries, or a place in a list where nothing is

Words = dict[str, str]  # what a text says, by key; what was read is taken out
Limit = int | Callable[[Any, Any], int]  # a number, or how to find it from box and table


class Value(Protocol):
    """A kind of value: how it is written, and read back."""

    def write(self, box: Any, state: Any, value: int) -> str:
        """Write a number of the table."""
        ...

    def read(self, box: Any, state: Any, text: str) -> int:
        """Read it back; `ParseError` says what it should be."""
        ...


@dataclass(frozen=True)
class Whole:
    """A whole number between two limits."""

    least: Limit
    most: Limit

    def write(self, box: Any, state: Any, value: int) -> str:
        """Write the number."""
        return str(value)

    def read(self, box: Any, state: Any, text: str) -> int:
        """Read a number between the limits."""
        least, most = (limit(box, state) if callable(limit) else limit for limit in (self.least, self.most))
        if not WHOLE.fullmatch(text) or not least <= int(text) <= most:
            raise ParseError(f"is a whole number from {least} to {most}")
        return int(text)


@dataclass(frozen=True)
class Name:
    """One of several names; the number is its index plus `first`."""

    names: Sequence[str]
    first: int = 0

    def write(self, box: Any, state: Any, value: int) -> str:
        """Write the name."""
        return self.names[value - self.first]

    def read(self, box: Any, state: Any, text: str) -> int:
        """Find the name."""
        if not text or text not in self.names:
            raise ParseError(f"is one of {', '.join(name for name in self.names if name)}")
        return self.names.index(text) + self.first


SEAT = Whole(0, lambda _box, state: int(state.players) - 1)
YES = Whole(0, 1)


@dataclass(frozen=True)
class Members:
    """A set of things, written as a list of their names: a bit set, or a number that counts them."""

    name: Callable[[Any, int], str]  # how one of them is written, with this box
    named: Callable[[Any, str], int]  # which one a text means; `ParseError` if none
    listed: Callable[[int], Iterable[int]]  # all there are in the number, ascending
    add: Callable[[int, int], int]  # the number with one more of them; `ParseError` if it has no room

    def write(self, box: Any, state: Any, value: int) -> str:
        """Write the list."""
        return write_list(self.name(box, thing) for thing in self.listed(value))

    def read(self, box: Any, state: Any, text: str) -> int:
        """Read the list, in any order."""
        value = 0
        for word in read_list(text):
            value = self.add(value, self.named(box, word))
        return value


def add_member(things: int, thing: int) -> int:
    """Add a thing to a bit set; `ParseError` if it is there already."""
    if things >> thing & 1:
        raise ParseError("names something twice")
    return things | 1 << thing


def list_members(things: int) -> list[int]:
    """List the elements of a bit set, ascending."""
    return [i for i in range(things.bit_length()) if things >> i & 1]


def _number_named(_box: Any, text: str) -> int:
    if not WHOLE.fullmatch(text) or not 0 <= int(text) < 63:  # bits of a set
        raise ParseError("is a list of small numbers")
    return int(text)


SEATS = Members(lambda _box, seat: str(seat), _number_named, list_members, add_member)


def named_set(names: Sequence[str]) -> Members:
    """Make the kind of a bit set whose elements have these names."""

    def named(_box: Any, text: str) -> int:
        if not text or text not in names:
            raise ParseError(f"has no {text[:40]!r}")
        return names.index(text)

    return Members(lambda _box, thing: names[thing], named, list_members, add_member)


@dataclass(frozen=True)
class Part:
    """A field of a table, and how it is written; of an array each number has a word of its own: `hand0`, `hand1`."""

    key: str
    value: Value
    default: int = 0
    field: str = ""  # if it is not the key
    used: Callable[[Any], int] = lambda state: int(state.players)  # of an array: how many of its numbers are used


def write_list(words: Iterable[str]) -> str:
    """Write a list as one word."""
    return ",".join(words) or NOTHING


def read_list(text: str) -> list[str]:
    """Read a list that is one word."""
    return [] if text == NOTHING else text.split(",")


def write_parts(parts: Sequence[Part], box: Any, state: Any) -> list[str]:
    """Write the parts of a table that differ from their defaults."""
    found: list[str] = []
    for part in parts:
        held = state[part.field or part.key]
        if held.ndim == 0:
            if int(held) != part.default:
                found.append(f"{part.key}={part.value.write(box, state, int(held))}")
            continue
        found += [
            f"{part.key}{i}={part.value.write(box, state, int(held[i]))}"
            for i in range(part.used(state))
            if int(held[i]) != part.default
        ]
    return found


def read_parts(parts: Sequence[Part], box: Any, state: Any, words: Words) -> None:
    """Fill the parts of a table from what a text says of them, or with their defaults."""
    for part in parts:
        held = state[part.field or part.key]
        if held.ndim == 0:
            state[part.field or part.key] = read_word(part.value, part.key, box, state, words, part.default)
            continue
        for i in range(len(held)):
            used = i < part.used(state)
            held[i] = read_word(part.value, f"{part.key}{i}", box, state, words, part.default) if used else part.default


def read_only_parts(parts: Sequence[Part], box: Any, state: Any, text: str) -> None:
    """Fill a table from a text that has nothing but these parts."""
    words = split_position(text)
    read_parts(parts, box, state, words)
    refuse_rest(words, parts)


def of_parts(*parts: Part) -> tuple[Callable[[Any, Any], str], Callable[[Any, Any, str], None]]:
    """Make `format_position` and `parse_position` of a game whose position is nothing but these parts."""

    def format_position(box: Any, state: Any) -> str:
        return " ".join(write_parts(parts, box, state))

    def parse_position(box: Any, state: Any, text: str) -> None:
        read_only_parts(parts, box, state, text)

    return format_position, parse_position


def read_word(value: Value, key: str, box: Any, state: Any, words: Words, default: int) -> int:
    """Take one word out of a text and read it; `ParseError` names it and says what it should be."""
    text = words.pop(key, None)
    if text is None:
        return default
    try:
        return value.read(box, state, text)
    except ParseError as error:
        raise ParseError(f"{key}={text[:40]}: {key} {error.reason.words}") from None


def split_position(text: str) -> Words:
    """Cut a text into its words, by key; `ParseError` if one is no word, or there twice."""
    if len(text) > LONGEST_TEXT:
        raise ParseError("it is longer than any position")
    words: Words = {}
    for word in text.split():
        key, sign, value = word.partition("=")
        if not key or not sign or not value:
            raise ParseError(f"{word[:40]!r} is not of the form key=value")
        if key in words:
            raise ParseError(f"{key[:40]!r} is there twice")
        words[key] = value
    return words


def refuse_rest(words: Words, parts: Sequence[Part], others: Iterable[str] = ()) -> None:
    """Refuse what nobody read of a text, and name the nearest thing that there is."""
    for key in words:
        known = [*(part.key for part in parts), *others]
        near = difflib.get_close_matches(key[:40].rstrip("0123456789"), known, 1)
        hint = f"; did you mean {near[0]!r}?" if near and near[0] != key else ""
        raise ParseError(f"there is no {key[:40]!r} in this position{hint}")


def refuse_if(wrong: bool, why: str) -> None:
    """Refuse a position for a reason."""
    if wrong:
        raise ParseError(why)
