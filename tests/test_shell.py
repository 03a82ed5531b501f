"""The package as a whole: arrows, versions, files, words that must not be there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import decapod

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "decapod"

#: What each part may import of ours. Arrows point one way.
ALLOWED = {
    "folders": {"errors"},
    "engine": {"engine", "errors", "folders"},
    "scene": {"scene", "errors"},
    "errors": set[str](),
    "games": {"engine", "scene", "errors", "games"},
    "game": {"engine", "scene", "errors", "game", "match"},
    "match": {"engine", "scene", "errors", "game", "match"},
    "bots": {"engine", "scene", "errors", "game", "match", "bots"},
}
#: The two places where a lower part names a higher one, lazily, so that `game.match()` and warming work.
EXCEPTIONS = {("engine/ready.py", "bots")}


def imports(path: Path) -> set[str]:
    """Name the parts of our package a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = (
                [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "decapod" else [node.module]
            )
        found |= {name.split(".")[1] for name in names if name.startswith("decapod.")}
    return found


def test_arrows_point_one_way() -> None:
    for path in SOURCE.rglob("*.py"):
        relative = path.relative_to(SOURCE)
        part = relative.parts[0].removesuffix(".py")
        if part in ALLOWED:
            above = {p for p in imports(path) - ALLOWED[part] if (relative.as_posix(), p) not in EXCEPTIONS}
            assert not above, f"{relative} imports {above}"


def test_every_game_has_the_same_six_files() -> None:
    for name in decapod.games():
        folder = decapod.game(name).folder
        for file in ("box.toml", "rules.py", "view.py", "art.py", "words.toml", "rules.md"):
            assert (folder / file).is_file(), f"{name} lacks {file}"


def test_the_changelog_begins_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", text, re.MULTILINE)
    assert versions[0] == decapod.__version__


def test_ci_calls_the_readmes_test_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "pip install uv && uv run pytest" in readme
    assert "pip install uv && uv run decapod" in readme
    assert re.search(r"^pip install .*uv && uv run pytest", ci, re.MULTILINE)


def test_the_picture_in_the_readme_is_the_position_it_says() -> None:
    from docs.picture import drawn

    assert (ROOT / "docs" / "crab-stack.svg").read_text(encoding="utf-8") == drawn()
