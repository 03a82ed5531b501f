"""Write docs/api.md, a page of all that is public, from signatures and docstrings: uv run python docs/api.py."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from dataclasses import is_dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Protocol

PAGE = Path(__file__).with_name("api.md")
MODULES = (
    "decapod",
    "decapod.core.game",
    "decapod.core.match",
    "decapod.core.replay",
    "decapod.bots",
    "decapod.analysis",
    "decapod.errors",
    "decapod.scene",
    "decapod.testing",
)
#: For whoever writes a game: these trust whoever calls them, as the rules of a game do.
FOR_GAMES = ("decapod.scene", "decapod.testing")
TOP = """\
# All that is public

*Made from signatures and docstrings by `uv run python docs/api.py`. [The library](library.md) tells it in order, with
examples. What is not listed here may change without notice.*

All calls check what they are given. A wrong type is a `TypeError`; a wrong value a `ValueError`, mostly one of
`decapod.errors`; a GPU that is not there, or a bot that fails, a `RuntimeError`: each says in one line what is wrong,
and nothing has changed then. What games are written with (`decapod.scene`, but for `Scene` and `Translator`, and
`decapod.testing`) trusts its callers, as rules do; the battery finds their mistakes.
"""


class Plain(str):
    """An annotation that shows without quotation marks."""

    __slots__ = ()
    __repr__ = str.__str__


def public(module: ModuleType) -> dict[str, Any]:
    """List what a module offers, by name, in the order of its `__all__`."""
    return {name: getattr(module, name) for name in module.__all__}


def listed() -> dict[str, dict[str, Any]]:
    """List all that is public: by module, each thing where it comes first."""
    found: dict[str, dict[str, Any]] = {}
    seen: list[Any] = []
    for name in MODULES:
        module = import_module(name)
        found[name] = {key: thing for key, thing in public(module).items() if not any(thing is one for one in seen)}
        seen += found[name].values()
    return found


def members(kind: type) -> dict[str, Any]:
    """List what a class does: its methods, properties and class methods."""
    kinds = (FunctionType, property, cached_property, classmethod)
    return {name: found for name, found in vars(kind).items() if isinstance(found, kinds) and not name.startswith("_")}


def attributes(kind: type) -> dict[str, str]:
    """List what a class keeps, with the type of each, as it is annotated, or as `__init__` takes it."""
    found = {name: str(type_) for name, type_ in vars(kind).get("__annotations__", {}).items()}
    if "__init__" not in vars(kind) or is_dataclass(kind):
        return found
    init = ast.parse(textwrap.dedent(inspect.getsource(kind.__init__)))
    taken = [node for node in ast.walk(init) if isinstance(node, ast.arg)]
    arguments = {node.arg: ast.unparse(node.annotation) for node in taken if node.annotation}
    for node in ast.walk(init):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute):
            found[node.target.attr] = ast.unparse(node.annotation)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
            given = node.value.id if isinstance(node.value, ast.Name) else ""
            if given in arguments:
                found[node.targets[0].attr] = arguments[given]
    return {name: type_ for name, type_ in found.items() if not name.startswith("_")}


def signature(name: str, thing: Any) -> str:
    """Write how something is called, without `self`."""
    asked = inspect.signature(thing)
    parameters = [
        parameter.replace(annotation=_plain(parameter.annotation), default=_default(parameter.default))
        for parameter in asked.parameters.values()
        if parameter.name not in ("self", "cls")
    ]
    returned = inspect.Signature.empty if inspect.isclass(thing) else _plain(asked.return_annotation)
    return name + str(asked.replace(parameters=parameters, return_annotation=returned))


def _plain(annotation: Any) -> Any:
    text = getattr(annotation, "__forward_arg__", annotation)
    return Plain(text) if isinstance(text, str) else annotation


def _default(value: Any) -> Any:
    return Plain(repr(str(value))) if isinstance(value, Path) else value


def is_made_by_hand(kind: type) -> bool:
    """Whether a class is to be called: errors are not, nor what says that another function makes it."""
    return not issubclass(kind, Exception) and "rather than this" not in str(kind.__init__.__doc__)


def docstring(thing: Any) -> str:
    """Return what something says of itself, on one line for each paragraph, without examples."""
    text = inspect.getdoc(thing) or ""
    text = re.split(r"^ *>>>", text, maxsplit=1, flags=re.MULTILINE)[0].strip()
    return "\n\n".join(
        paragraph if paragraph.startswith("    ") else " ".join(paragraph.split())
        for paragraph in re.split(r"\n\s*\n", text)
    )


def describe(name: str, thing: Any) -> list[str]:
    """Describe a function, a class with all it has, or a value."""
    if inspect.isfunction(inspect.unwrap(thing)):
        return [f"### `{signature(name, thing)}`", docstring(thing)]
    if not isinstance(thing, type):
        return [f"### `{name}`", f"A {type(thing).__name__}." if " object at " in repr(thing) else f"`{thing!r}`"]
    lines = [f"### class `{signature(name, thing) if is_made_by_hand(thing) else name}`", docstring(thing)]
    bases = [f"`{base.__name__}`" for base in thing.__bases__ if base not in (object, Protocol)]
    kept = [f"`{key}: {type_}`" for key, type_ in attributes(thing).items()]
    if bases:
        lines.append(f"It is a {', '.join(bases)}.")
    if kept and not is_dataclass(thing):
        lines.append(f"It has {', '.join(kept)}.")
    rows = [_row(key, member) for key, member in members(thing).items()]
    if rows:
        lines.append("\n".join(rows))
    return lines


def _row(name: str, member: Any) -> str:
    function = getattr(member, "fget", None) or getattr(member, "func", None)
    if function is not None:
        returned = inspect.signature(function).return_annotation
        head = name if returned is inspect.Signature.empty else f"{name}: {returned}"
    else:
        function = getattr(member, "__func__", member)
        head = signature(name, function)
    return f"- `{head}`: {docstring(function)}".replace("\n\n", "\n\n  ")


def page() -> str:
    """Write the page."""
    parts = [TOP.strip()]
    for name, things in listed().items():
        parts += [f"## `{name}`", docstring(import_module(name)).strip()]
        for key in sorted(things, key=str.lower):
            parts += describe(key, things[key])
    return "\n\n".join(part for part in parts if part) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
