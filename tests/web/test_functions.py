"""The JavaScript that tests and programs pass to Playwright is functions.

A page's content policy forbids `eval`, except at the first look that Playwright takes. A function is kept and called
again at the next look. An expression would be evaluated again, which the policy refuses.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
FOLDERS = ("tests", "bench", "docs", "examples")
#: Methods of Playwright that evaluate JavaScript, and the position of that argument.
METHODS = {
    "wait_for_function": 0, "evaluate": 0, "evaluate_all": 0, "evaluate_handle": 0, "eval_on_selector": 1,
    "eval_on_selector_all": 1,
}  # fmt: skip
FUNCTION = re.compile(r"\s*(async\s+)?(\w+|\([^()]*\))\s*=>")

Scopes = tuple[ast.AST, ...]


def find_expressions(sources: dict[str, str]) -> list[str]:
    """Return file and line of each call that passes something other than a function.

    `wait_for_function` takes no async function either, because a promise is always true.
    """
    trees = {path: ast.parse(text) for path, text in sources.items() if "playwright" in text}
    found: list[str] = []
    for path, tree in trees.items():
        others = tuple(other for other in trees.values() if other is not tree)
        for call, method, scopes in find_calls(tree, others):
            position = METHODS[method]
            named = [keyword.value for keyword in call.keywords if keyword.arg == "expression"]
            script = [*call.args[position : position + 1], *named]
            beginnings = [FUNCTION.match(text) for node in script for text in read_beginnings(node, scopes)]
            is_async = any(match and match[1] for match in beginnings)
            if not beginnings or None in beginnings or (is_async and method == "wait_for_function"):
                found.append(f"{path}:{call.lineno}")
    return found


def find_calls(node: ast.AST, scopes: Scopes) -> Iterator[tuple[ast.Call, str, Scopes]]:
    """Yield each call of such a method with its name and the scopes around it, innermost first."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
        scopes = (node, *scopes)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
        yield node, node.func.attr, scopes
    for child in ast.iter_child_nodes(node):
        yield from find_calls(child, scopes)


def read_beginnings(script: ast.AST, scopes: Scopes) -> list[str]:
    """Return what a string can begin with, as far as its source shows; "" where it does not."""
    match script:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            return [text]
        case ast.JoinedStr(values=[ast.FormattedValue(value=value), *_]):
            return read_beginnings(value, scopes)
        case ast.BinOp(left=left):
            return read_beginnings(left, scopes)
        case ast.Name(id=name):
            return [text for value in find_values(name, scopes) for text in read_beginnings(value, scopes)] or [""]
        case _:
            return [""]


def find_values(name: str, scopes: Scopes) -> list[ast.expr]:
    """Return the values that the innermost scope with this name assigns to it."""
    for scope in scopes:
        nodes = [node for node in ast.walk(scope) if isinstance(node, ast.Assign)]
        values = [node.value for node in nodes if any(is_name(target, name) for target in node.targets)]
        if values:
            return values
    return []


def is_name(target: ast.expr, name: str) -> bool:
    """Return whether an assignment is to this name."""
    return isinstance(target, ast.Name) and target.id == name


def test_pages_are_given_functions_and_never_expressions() -> None:
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py") if "node_modules" not in path.parts]
    sources = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}
    assert find_expressions(sources) == []


@pytest.mark.parametrize(
    ("line", "is_accepted"),
    [
        ("page.wait_for_function('() => window.done')", True),
        ("page.wait_for_function(f'before => {DONE} > before', arg=1)", True),
        ("page.wait_for_function(DONE)", True),
        ("page.evaluate('async ([a, b]) => await a')", True),
        ("page.evaluate(f'({DONE})()')", False),
        ("page.wait_for_function('async () => true')", False),
        ("page.wait_for_function('window.done')", False),
        ("page.wait_for_function(expression='window.done')", False),
        ("page.evaluate('(x => x.done)(window)')", False),
        ("page.evaluate(WORD)", False),
        ("page.evaluate(UNKNOWN)", False),
        ("page.eval_on_selector('.a', 'a => a.id')", True),
        ("page.eval_on_selector('.a', 'id')", False),
    ],
)  # fmt: skip
def test_an_expression_is_found_by_its_line(line: str, is_accepted: bool) -> None:
    sources = {
        "a.py": f"from b import DONE\nimport playwright\nWORD = 'document'\n\n{line}\n",
        "b.py": "import playwright\nDONE = '() => window.done'\n",
    }
    assert find_expressions(sources) == ([] if is_accepted else ["a.py:5"])


@pytest.mark.parametrize("polling", ["raf", 20])
def test_a_page_is_looked_at_again_under_its_content_policy(calm: Page, polling: float | Literal["raf"]) -> None:
    calm.goto("/")
    calm.evaluate("() => { setTimeout(() => { document.body.dataset.later = 'now'; }, 300); }")
    calm.wait_for_function("() => document.body.dataset.later === 'now'", polling=polling)
    assert calm.evaluate("() => document.body.dataset.later") == "now"
