"""The types that the page's modules are checked with are those of the scene that is sent."""

from __future__ import annotations

import functools
import json
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

import msgspec
import pytest
from tests.server.running import defaults

from decapod.scene.schema import Choice, Label, Panel, Piece, Scene, Span, Zone
from decapod.web.render import STATIC

TYPES = (STATIC / "js" / "types.js").read_text(encoding="utf-8")
UNIONS = (types.UnionType, typing.Union)

Types = dict[str, dict[str, str]]  # by name of the class: its fields and their types, as JavaScript writes them


def declared(text: str) -> Types:
    """Read the typedefs of types.js."""
    found: Types = {}
    for block in re.split(r"@typedef \{object\} ", text)[1:]:
        name = re.match(r"\w+", block)
        assert name is not None, block
        found[name[0]] = {key: canonical(kind) for kind, key in re.findall(r"@property \{(.+?)\} (\w+)", block)}
    return found


def canonical(kind: str) -> str:
    """Write a JavaScript type in one way; a choice between texts is a text."""
    members = {"string" if re.fullmatch(r'"\w*"', member.strip()) else member.strip() for member in kind.split("|")}
    return " | ".join(sorted(members))


def javascript(hint: Any) -> str:
    """Write a Python type as what JavaScript gets to see of it."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint in (int, float):
        return "number"
    if hint is str or origin is typing.Literal:
        return "string"
    if hint is bool:
        return "boolean"
    if hint in (None, type(None)):
        return "null"
    if has_fields(hint):
        return hint.__name__
    if origin is tuple and arguments[1:] == (...,):
        return f"{javascript(arguments[0])}[]"
    if origin is tuple:
        return f"[{', '.join(map(javascript, arguments))}]"
    if origin in UNIONS:
        return canonical(" | ".join(map(javascript, arguments)))
    raise AssertionError(f"nothing is known of how {hint} is sent")


def has_fields(hint: Any) -> bool:
    """Whether a type has fields of its own."""
    return isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, msgspec.Struct))


def hints_of(kind: type) -> dict[str, Any]:
    """Return the types of a class's fields, and of what it works out when it is asked."""
    return typing.get_type_hints(kind) | {
        name: typing.get_type_hints(vars(kind)[name].func)["return"] for name in lazy_fields(kind)
    }


def parts(hint: Any) -> Iterator[Any]:
    """Yield a type and all that it is made of."""
    yield hint
    for part in typing.get_args(hint):
        yield from parts(part)


def sample(hint: Any) -> Any:
    """Make something of a type, with one of each thing that it can hold."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if has_fields(hint):
        kinds = hints_of(hint)
        names = required(hint) | {name for name, kind in kinds.items() if any(map(has_fields, parts(kind)))}
        return hint(**{name: sample(kinds[name]) for name in names - lazy_fields(hint)})
    if origin is tuple:
        return tuple(sample(part) for part in arguments if part is not ...)
    if origin is typing.Literal:
        return arguments[0]
    if origin is Callable:
        return lambda: sample(arguments[-1])
    if origin is Mapping:
        return {}
    if origin in UNIONS:
        return sample(next(part for part in arguments if part is not type(None)))
    return typing.cast("Any", hint)()


def required(kind: Any) -> set[str]:
    """Name the fields of a type that have no default: a sample must fill them."""
    if issubclass(kind, msgspec.Struct):
        return {one.name for one in msgspec.structs.fields(kind) if one.required}
    return {one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING}


def lazy_fields(kind: type) -> set[str]:
    """Name what a type works out when it is asked."""
    return {name for name, value in vars(kind).items() if isinstance(value, functools.cached_property)}


def sent() -> Types:
    """Find out what is sent: the names from a scene as `Scene.data` gives it, the types from its classes."""
    found: Types = {}

    def look(value: Any, hint: Any) -> None:
        if has_fields(hint):
            kinds = hints_of(hint)
            found[hint.__name__] = {name: javascript(kinds[name]) for name in value}
            for name, part in value.items():
                look(part, kinds[name])
        elif typing.get_origin(hint) is tuple:
            assert value or not any(map(has_fields, parts(hint))), f"the sample has nothing of {hint}"
            for part in value:
                look(part, typing.get_args(hint)[0])
        elif typing.get_origin(hint) in UNIONS and value is not None:
            look(value, next(part for part in typing.get_args(hint) if part is not type(None)))

    look(sample(Scene).data(), Scene)
    return found


SENT = sent()


@pytest.mark.parametrize("name", SENT)
def test_types_js_declares_exactly_the_fields_that_are_sent(name: str) -> None:
    """A field that is added, renamed or of another type must be so on both sides."""
    assert declared(TYPES).get(name) == SENT[name]


def test_types_js_declares_nothing_else() -> None:
    """What is no longer sent is taken out."""
    assert declared(TYPES).keys() == SENT.keys()


def test_everything_a_scene_is_made_of_is_looked_at() -> None:
    """Pieces, choices, zones, labels, panels and the sketch's spans among them; what draws is not sent."""
    assert {"Scene", "Piece", "Choice", "Zone", "Label", "Panel", "Span"} <= SENT.keys()
    assert "faces" not in SENT["Scene"]
    assert SENT["Scene"]["sketch"] == "Span[][]"


def test_any_change_of_types_js_is_found() -> None:
    """Without any one of its lines, or with another name or type on it, types.js declares something else."""
    lines = list(re.finditer(r" \* @property \{(.+?)\} (\w+).*\n", TYPES))
    assert len(lines) >= sum(len(names) for names in SENT.values())
    for line in lines:
        kind, name = line.groups()
        for changed in (
            "",
            f"{line[0]} * @property {{{kind}}} another_{name}\n",
            f" * @property {{{kind}}} other_{name}\n",
            f" * @property {{bigint}} {name}\n",
            f" * @property {{{kind}[]}} {name}\n",
            f" * @property {{{kind} | undefined}} {name}\n",
        ):
            other = TYPES[: line.start()] + changed + TYPES[line.end() :]
            assert declared(other) != declared(TYPES), (line[0], changed)


def test_what_is_not_sent_is_on_the_page_as_it_is_in_a_scene() -> None:
    text = (
        (STATIC / "js" / "complete.js").read_text(encoding="utf-8").split("export const DEFAULTS = ")[1].split(";\n")[0]
    )
    known = json.loads(re.sub(r",(\s*})", r"\1", re.sub(r"(\w+):", r'"\1":', text)))
    kinds = {"pieces": Piece, "choices": Choice, "panels": Panel, "zones": Zone, "labels": Label, "spans": Span}
    assert known == {name: defaults(kind) for name, kind in kinds.items()}
