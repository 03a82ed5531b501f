"""Find undocumented names of third-party packages in the sources: `python tools/check_structure.py [FOLDER]`.

Prints a line for each import, attribute or subclass of such a name, and returns 1 if there is one. DESIGN.md allows
them in three files, each of which falls back to the documented way (`ALLOWED`). Undocumented are names with an
underscore, and the modules in `INTERNALS`.

The check reads the sources, and imports a third-party class only to learn whether a subclass overrides a private name.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src"
PACKAGE = "decapod"

#: The files that may use undocumented names, below the package.
ALLOWED = frozenset({"engine/jit_link.py", "engine/cuda_step.py", "server/http/uvicorn_guard.py"})

#: Modules that no documentation describes, though their names have no underscore.
INTERNALS = (
    "asyncpg.protocol",
    "numba.core",
    "numba.cuda.cudadrv",
    "numba.cuda.simulator",
    "numba.np",
    "uvicorn.importer",
    "uvicorn.lifespan",
    "uvicorn.protocols",
    "uvicorn.server",
    "uvicorn.supervisors",
)

#: Names with an underscore that the standard library documents: of named tuples and of ctypes.
DOCUMENTED = frozenset({"_asdict", "_field_defaults", "_fields", "_make", "_replace"})


def is_private(name: str) -> bool:
    """Return whether a name begins with an underscore and is not one of Python's own (`__name__`)."""
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__")) and name.strip("_") != ""


def is_third_party(dotted: str) -> bool:
    """Return whether a dotted name belongs neither to us nor to the standard library."""
    root = dotted.partition(".")[0]
    return root != PACKAGE and root not in sys.stdlib_module_names


def why_undocumented(dotted: str) -> str:
    """Return why a third-party name is undocumented; empty if it is documented, or not third-party."""
    if not is_third_party(dotted):
        return ""
    for module in INTERNALS:
        if f"{dotted}.".startswith(f"{module}."):
            return f"{module} is undocumented"
    private = next((part for part in dotted.split(".") if is_private(part) and part not in DOCUMENTED), "")
    return f"{private} is private" if private else ""


def own_names(tree: ast.Module) -> set[str]:
    """Return the private names that a module defines: functions, classes, variables and attributes of `self`."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                names.add(name)
            case _:
                pass
    return {name for name in names if is_private(name)}


class Finder(ast.NodeVisitor):
    """Collects the undocumented names that one module uses, as pairs of line and text."""

    def __init__(self, own: set[str]) -> None:
        """Take the private names that our sources define."""
        self.found: list[tuple[int, str]] = []
        self._own = own
        self._imported: dict[str, str] = {}  # names in this module, and what they stand for

    def _add(self, node: ast.AST, text: str) -> None:
        self.found.append((getattr(node, "lineno", 0), text))

    def visit_Import(self, node: ast.Import) -> None:  # ast's name
        """Check `import a.b as c`."""
        for alias in node.names:
            root = alias.name.partition(".")[0]
            self._imported[alias.asname or root] = alias.name if alias.asname else root
            self._check_import(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Check `from a.b import c`."""
        if node.level:
            return
        for alias in node.names:
            dotted = f"{node.module}.{alias.name}"
            self._imported[alias.asname or alias.name] = dotted
            self._check_import(node, dotted)

    def _check_import(self, node: ast.AST, dotted: str) -> None:
        why = why_undocumented(dotted)
        if why:
            self._add(node, f"imports {dotted}: {why}")

    def _resolve(self, node: ast.expr) -> str:
        """Return the dotted name that an expression stands for; empty if it begins with nothing imported."""
        if isinstance(node, ast.Name):
            return self._imported.get(node.id, "")
        if isinstance(node, ast.Attribute):
            base = self._resolve(node.value)
            return base and f"{base}.{node.attr}"
        if isinstance(node, ast.Subscript):  # Generic[int]
            return self._resolve(node.value)
        return ""

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Check `thing.name`."""
        self._check_attribute(node, node.value, node.attr)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Check `getattr(thing, "name")`, `setattr` and `hasattr`."""
        match node:
            case ast.Call(
                func=ast.Name(id="getattr" | "setattr" | "hasattr" | "delattr"),
                args=[thing, ast.Constant(value=str(name)), *_],
            ):
                self._check_attribute(node, thing, name)
            case _:
                pass
        self.generic_visit(node)

    def _check_attribute(self, node: ast.AST, thing: ast.expr, name: str) -> None:
        base = self._resolve(thing)
        if base and why_undocumented(base):
            return  # the import or the first part of a chain is reported already
        if base and is_third_party(base):
            why = why_undocumented(f"{base}.{name}")
            if why:
                self._add(node, f"uses {base}.{name}: {why}")
        elif not base and is_private(name) and name not in self._own | DOCUMENTED:
            self._add(node, f"uses {ast.unparse(thing)}.{name}: none of our modules defines {name}")

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Check the bases of a class, and whether it overrides a private name of a third-party base."""
        for base in map(self._resolve, node.bases):
            if not base or not is_third_party(base):
                continue
            why = why_undocumented(base)
            if why:
                self._add(node, f"{node.name} is a subclass of {base}: {why}")
                continue
            for name, place in sorted(_defined(node).items()):
                if has_attribute(base, name):
                    self._add(place, f"{node.name} overrides {base}.{name}: {name} is private")
        self.generic_visit(node)


def _defined(node: ast.ClassDef) -> dict[str, ast.AST]:
    """Return the private names that the body of a class defines or takes from `self`, and where."""
    names: dict[str, ast.AST] = {}
    for part in ast.walk(node):
        match part:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                names.setdefault(name, part)
            case ast.Attribute(value=ast.Name(id="self" | "cls") | ast.Call(func=ast.Name(id="super")), attr=name):
                names.setdefault(name, part)
            case _:
                pass
    return {name: place for name, place in names.items() if is_private(name) and name not in DOCUMENTED}


def has_attribute(dotted: str, name: str) -> bool:
    """Return whether a third-party class has an attribute; false where the package is not installed."""
    module, _, owner = dotted.rpartition(".")
    try:
        return hasattr(getattr(import_module(module), owner), name)
    except (ImportError, AttributeError, RuntimeError):
        return False


def find(sources: Path) -> Iterator[str]:
    """Yield a line for each use of an undocumented name in the Python files below a folder."""
    paths = sorted(sources.rglob("*.py"))
    trees = {path: ast.parse(path.read_text(encoding="utf-8"), str(path)) for path in paths}
    own = set[str]().union(*map(own_names, trees.values()))
    for path, tree in trees.items():
        relative = path.relative_to(sources).as_posix()
        if relative.partition("/")[2] in ALLOWED:
            continue
        finder = Finder(own)
        finder.visit(tree)
        for line, text in sorted(finder.found):
            yield f"{relative}:{line}: {text}"


def main(*arguments: str) -> int:
    """Print the undocumented names that are used below a folder; return 1 if there are any."""
    lines = list(find(Path(arguments[0]) if arguments else SOURCES))
    for line in lines:
        print(line)
    if lines:
        print(f"{len(lines)} uses of undocumented names: only {', '.join(sorted(ALLOWED))} may have them.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
