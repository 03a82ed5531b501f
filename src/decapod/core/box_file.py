"""A box.toml as somebody wrote it: which keys there are in it that no rule reads, where they stand, what differs.

Which keys a box has is written down nowhere: it is what the `fill` of its game looks up. So the two cannot drift apart.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from decapod.errors import ParseError

#: The keys and list indexes that lead to a value. People read and write `gear.trap.bonus` or `bind.chart.2`.
KeyPath = tuple[str | int, ...]

NOTES = ("game", "source")  # what a box says about itself, and no rule reads
MOST_LISTED = 12  # keys, or differences, named in one line
MOST_WORK = 2_000_000  # characters times lines of a text in which a line is looked for: about a second
FILL_PATH = re.compile(r"\w+(?:\[\d+\]|\.\w+)+")  # a path in an error of `fill`, where entries count from 1
ENTRY_NAME = re.compile(r"[\w-]+")


class WatchedTable(dict[str, Any]):
    """A table of a box that notes which keys are looked up in it, there or not: those are the keys it may have."""

    def __init__(self, contents: Mapping[str, Any], path: KeyPath = ()) -> None:
        """Watch a table, and all tables in it; `path` is the way to it."""
        super().__init__({key: _watch(value, (*path, key)) for key, value in contents.items()})
        self.path = path
        self.known: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.known.add(key)
        return super().__getitem__(key)

    def __missing__(self, key: str) -> Any:
        raise MissingKeyError(self, key)

    def __contains__(self, key: object) -> bool:
        self.known.add(str(key))
        return super().__contains__(key)

    def __iter__(self) -> Iterator[str]:
        self.known.update(super().keys())
        return super().__iter__()

    def get(self, key: str, default: Any = None) -> Any:
        """Look a key up, as in any dict."""
        self.known.add(key)
        return super().get(key, default)

    def keys(self) -> Any:
        """List the keys: whoever does takes them as they come."""
        self.known.update(super().keys())
        return super().keys()

    def items(self) -> Any:
        """List the keys and values: whoever does takes them as they come."""
        self.known.update(super().keys())
        return super().items()

    def values(self) -> Any:
        """List the values: whoever does takes them as they come."""
        self.known.update(super().keys())
        return super().values()

    def unread(self) -> list[str]:
        """List the keys that were not looked up."""
        return [key for key, _ in super().items() if key not in self.known]

    def tables(self) -> Iterator[WatchedTable]:
        """Go through this table and all below it, except in what was not looked up."""
        yield self
        for key, value in super().items():
            if key in self.known:
                yield from _tables_in(value)


class MissingKeyError(KeyError):
    """A key that was looked up in vain, and the table that lacks it."""

    def __init__(self, table: WatchedTable, key: str) -> None:
        """Store both; the message is the key."""
        super().__init__(key)
        self.table = table
        self.key = key


class BoxError(ValueError):
    """What is wrong with a box, and the way to it."""

    def __init__(self, words: str, path: KeyPath = ()) -> None:
        """Take both; without a path it is not known where it stands."""
        super().__init__(words)
        self.path = path


def _watch(value: Any, path: KeyPath) -> Any:
    if isinstance(value, dict):
        return WatchedTable(value, path)
    if isinstance(value, list):
        return [_watch(one, (*path, place)) for place, one in enumerate(value)]
    return value


def _tables_in(value: Any) -> Iterator[WatchedTable]:
    if isinstance(value, WatchedTable):
        yield from value.tables()
    elif isinstance(value, list):
        for one in value:
            yield from _tables_in(one)


# --- reading ----------------------------------------------------------------------------------------------


def parse(text: str, where: str) -> dict[str, Any]:
    """Read the TOML of a box; `ParseError` says what is wrong with "the box {where}"."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ParseError(f"the box {where} is not valid TOML: it is nested too deeply") from None
    except ValueError as error:  # TOML's own, or a number of thousands of digits
        raise ParseError(f"the box {where} is not valid TOML: {error}") from None


def game_named_in(text: str, where: str) -> str:
    """Return the name of the game that a box says it is for; "" if it does not say."""
    named = parse(text, where).get("game", "")
    return named if isinstance(named, str) else ""


def fill_checked(
    fill: Callable[[Any, Mapping[str, Any]], None],
    record: Any,
    parsed: Mapping[str, Any],
    printed: Mapping[str, Any] | None,
    *,
    any_keys: bool = False,
) -> None:
    """Let a game fill the record of a box from what its file says; `BoxError` says what is wrong, a wrong key too.

    `printed` is what the game's own box says, None while that is read; a value has to be of the kind it has there.
    `any_keys` lets keys pass that mean nothing.
    """
    try:
        table = WatchedTable(parsed)
    except RecursionError:
        raise BoxError("it is nested too deeply") from None
    if printed is not None:
        _check_kinds(parsed, parsed, printed, ())
    table.known.update(NOTES)
    for one in _tables_in(table["source"] if "source" in parsed else None):
        one.known.update((parsed if printed is None else printed).get("source", {}))
    try:
        fill(record, table)
    except MissingKeyError as error:
        _refuse_mistyped(parsed, error, printed or {})
        raise BoxError(f"it lacks {write_path((*error.table.path, error.key), parsed)}", error.table.path) from None
    except KeyError as error:  # of a game that looks things up in tables of its own
        raise BoxError(f"it lacks {error}") from None
    except (ValueError, TypeError, OverflowError, AttributeError, IndexError) as error:
        raise BoxError(_rewrite_paths(str(error), parsed), _path_in(str(error), parsed)) from None
    if not any_keys:
        _refuse_unread(parsed, table)


def _check_kinds(box: Any, mine: Any, printed: Any, path: KeyPath) -> None:
    """Refuse a number where the printed box has a table, and the like: `fill` would stumble over it."""
    for kind, name in ((dict, "a table"), (list, "a list"), (str, "a text in quotes")):
        if isinstance(printed, kind) and not isinstance(mine, kind):
            raise BoxError(f"{write_path(path, box)} is {name}, not {_shorten(mine)}", path)
    if isinstance(printed, dict):
        for key, value in printed.items():
            if key in mine:
                _check_kinds(box, mine[key], value, (*path, key))
    elif isinstance(printed, list) and printed:
        for place, one in enumerate(mine):
            _check_kinds(box, one, printed[0], (*path, place))


def _refuse_mistyped(box: Any, error: MissingKeyError, printed: Mapping[str, Any]) -> None:
    """Refuse the key that was written instead of one that is missing, if there is such a key."""
    strange = [key for key in error.table.unread() if key not in set(_keys_of(printed))]
    for key in difflib.get_close_matches(error.key, strange, 1):
        path = (*error.table.path, key)
        raise BoxError(f"there is no {write_path(path, box)}; did you mean {error.key}?", path)


def _refuse_unread(box: Any, table: WatchedTable) -> None:
    """Refuse a key that no rule looks up."""
    for one in table.tables():
        for key in one.unread():
            path = (*one.path, key)
            words = f"there is no {write_path(path, box)}"
            near = difflib.get_close_matches(key, sorted(one.known), 1)
            if near:
                raise BoxError(f"{words}; did you mean {near[0]}?", path)
            known = [name for name in sorted(one.known) if name not in NOTES or one.path]
            listed = ", ".join(known[:MOST_LISTED]) + (", …" if len(known) > MOST_LISTED else "")
            raise BoxError(f"{words}; there {'is' if len(known) == 1 else 'are'} {listed or 'none'}", path)


def _keys_of(value: Any) -> Iterator[str]:
    """Go through every key in a box, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _keys_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _keys_of(inner)


# --- where something stands -------------------------------------------------------------------------------


def write_path(path: KeyPath, box: Any) -> str:
    """Return a path as text, with the entries of lists in `box` by their names, or counted from 1.

    >>> write_path(("gear", 1, "bonus"), {"gear": [{"name": "net"}, {"name": "trap"}]})
    'gear.trap.bonus'
    >>> write_path(("cards", 1, "pays"), {"cards": [{"pays": 3}, {"pays": 4}]})
    'cards.2.pays'
    """
    parts: list[str] = []
    for key in path:
        if isinstance(key, int):
            labels = _labels(box)
            parts.append(labels[key] if key < len(labels) else str(key + 1))
        else:
            parts.append(key)
        box = box[key] if _has(box, (key,)) else None
    return ".".join(parts)


def _labels(entries: Any) -> list[str]:
    """Return what the entries of a list are called: their names if each has its own, else numbers from 1."""
    if not isinstance(entries, list):
        return []
    names: list[Any] = [entry.get("name") if isinstance(entry, Mapping) else None for entry in entries]
    named = all(isinstance(name, str) and ENTRY_NAME.fullmatch(name) for name in names)
    if named and len(set(names)) == len(names):
        return [str(name) for name in names]
    return [str(number) for number in range(1, len(entries) + 1)]


def _read_fill_path(text: str) -> KeyPath:
    """Read a path in an error of `fill`: `gear[2].bonus`, counted from 1."""
    return tuple(int(part[:-1]) - 1 if part.endswith("]") else part for part in re.split(r"\.|\[", text))


def _rewrite_paths(words: str, parsed: Mapping[str, Any]) -> str:
    """Replace the paths in an error of `fill` by those that people read."""

    def rewrite(found: re.Match[str]) -> str:
        path = _read_fill_path(found[0])
        return write_path(path, parsed) if path[0] in parsed else found[0]

    return FILL_PATH.sub(rewrite, words)


def _path_in(words: str, parsed: Mapping[str, Any]) -> KeyPath:
    """Find the value that an error of `fill` is about: the first path in it that is there."""
    paths = (_read_fill_path(text) for text in FILL_PATH.findall(words))
    return next((path for path in paths if _has(parsed, path)), ())


def _has(value: Any, path: KeyPath) -> bool:
    for key in path:
        inner: Any = dict(enumerate(value)) if isinstance(value, list) else value
        if not isinstance(inner, dict) or key not in inner:
            return False
        value = inner[key]
    return True


def find_line(text: str, path: KeyPath) -> int | None:
    """Find the line of a text, from 1, in which a value stands; None if that would take long.

    TOML is read by its own reader, one line more each time: where the value first appears, its statement ends.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    if not path or len(text) * len(lines) > MOST_WORK:
        return None
    begin = 0
    for end in range(1, len(lines) + 1):
        try:
            parsed = tomllib.loads("\n".join(lines[:end]) + "\n")
        except ValueError:
            continue  # in the middle of a statement
        if _has(parsed, path):
            return begin + 1 + _line_inside(lines[begin:end], path)
        begin = end
    return None


def _line_inside(statement: list[str], path: KeyPath) -> int:
    """Find the line of a statement in which a value stands: tables in a list have the same keys again and again."""
    key = next(key for key in reversed(path) if isinstance(key, str))
    place = next((key for key in reversed(path) if isinstance(key, int)), 0)
    named = re.compile(rf"(?<![\w-])[\"']?{re.escape(key)}[\"']?\s*=")
    found = [number for number, line in enumerate(statement) for _ in named.findall(line)]
    return found[place] if place < len(found) else found[0] if found else 0


# --- how two boxes differ ---------------------------------------------------------------------------------


def list_differences(printed: Any, mine: Any, path: KeyPath = (), box: Any = None) -> Iterator[str]:
    """Go through what a box says otherwise than the printed one, like `deal.catch: 2 → 4`.

    Entries of lists have the names of the printed box, which is `box` below its top.

    >>> list(list_differences({"deal": {"catch": 2, "hand": 6}}, {"deal": {"catch": 4, "hand": 6}, "game": "crabs"}))
    ['deal.catch: 2 → 4']
    """
    box = box if path else printed
    if isinstance(printed, dict) and isinstance(mine, dict):
        for key in dict.fromkeys([*printed, *mine]):
            if path or key not in NOTES:
                yield from list_differences(printed.get(key), mine.get(key), (*path, key), box)
    elif isinstance(printed, list) and isinstance(mine, list) and len(printed) == len(mine):
        for place, (one, other) in enumerate(zip(printed, mine, strict=True)):
            yield from list_differences(one, other, (*path, place), box)
    elif printed != mine:
        yield f"{write_path(path, box)}: {_shorten(printed)} → {_shorten(mine)}"


def _shorten(value: Any) -> str:
    words = "–" if value is None else repr(value) if isinstance(value, str) else str(value)
    return words if len(words) <= 40 else f"{words[:38]} …"
