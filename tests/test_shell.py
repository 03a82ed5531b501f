"""The package as a whole: arrows, versions, files, words that must not be there."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import decapod
from decapod.core.game import OURS
from decapod.doctor import EXTRAS
from decapod.engine import protocols

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "decapod"

#: What each part of the package may import of ours, besides itself. Arrows point one way; every part is listed.
ALLOWED: dict[str, set[str]] = {
    "__init__": {"errors", "engine", "game", "games", "match", "loading", "scene", "seat"},
    "errors": set(),
    "folders": {"errors"},
    "deal": {"errors"},
    "record": {"errors", "deal"},
    "box_file": {"errors"},
    "scene": {"errors"},
    "rulebook": set(),
    "engine": {"errors", "scene", "folders"},
    "games": {"errors", "scene", "engine"},
    "game": {"errors", "scene", "engine", "match", "deal", "box_file", "rulebook"},
    # `analyse` and `review` are doors upwards: what they call is imported when they are.
    "match": {"errors", "scene", "engine", "game", "record", "deal", "seat", "analysis"},
    "loading": {"errors", "scene", "game", "match", "record"},
    "seat": {"errors", "scene", "engine", "game", "match", "deal", "analysis"},
    "testing": {"errors", "scene", "engine", "game", "match", "loading", "seat", "bots"},
    "bots": {"errors", "scene", "engine", "game", "match", "seat"},
    "analysis": {"errors", "scene", "engine", "match", "seat", "bots"},
    "envs": {"errors", "scene", "engine", "game", "match", "seat", "bots", "deal", "__init__"},
    "lab": {"errors", "scene", "engine", "box_file", "game", "match", "bots", "folders", "__init__"},
    "learn": {"errors", "scene", "engine", "game", "match", "bots", "envs", "lab", "__init__"},
    "server": {
        "errors", "scene", "engine", "game", "deal", "record", "match", "loading", "seat", "bots", "analysis",
        "folders", "__init__",
    },
    "web": {"errors", "scene", "game", "match", "rulebook", "server", "__init__"},
    "terminal": {"errors", "scene", "game", "match", "bots", "analysis", "folders", "box_file", "rulebook"},
    "doctor": {"errors", "engine", "game", "match", "bots", "folders", "server", "__init__"},
    "cli_options": {"errors", "scene", "game"},
    "cli_progress": {"scene", "lab"},
    "cli_analyse": {"errors", "match", "loading", "analysis", "cli_options", "cli_progress"},
    "cli_lab": {"errors", "lab", "learn", "cli_options", "cli_progress"},
    "cli": {
        "errors", "scene", "engine", "game", "match", "loading", "bots", "learn", "server", "web", "terminal", "doctor",
        "folders", "cli_options", "cli_analyse", "cli_lab", "__init__",
    },
}  # fmt: skip
FILES = {"__init__.py", "state.py", "rules.py", "knowledge.py", "notation.py", "narration.py", "scene.py", "art.py"}
FILES |= {"invariants.py", "rulebook.py", "box.toml", "words.toml", "lesson.toml", "examples.toml"}
FILES |= {"rules.md", "rules.fr.md"}


def imports(path: Path) -> set[str]:
    """Name the parts of our package that a file imports, for types too; `__init__` for the package itself."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path} imports by a relative name"
            names = (
                [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "decapod" else [node.module]
            )
        parts = [name.split(".")[1] for name in names if name.startswith("decapod.")]
        found |= {part if part in ALLOWED else "__init__" for part in parts}
    return found


def test_arrows_point_one_way_in_every_part_of_the_package() -> None:
    parts = {path.name.removesuffix(".py") for path in SOURCE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert parts - {"__pycache__"} == set(ALLOWED), "a part without arrows, or arrows without a part"
    for path in SOURCE.rglob("*.py"):
        relative = path.relative_to(SOURCE)
        part = relative.parts[0].removesuffix(".py")
        above = imports(path) - ALLOWED[part] - {part}
        assert not above, f"{relative} imports {above}"


def test_only_the_contract_of_the_engine_knows_the_scene() -> None:
    for path in (SOURCE / "engine").glob("*.py"):
        assert "scene" not in imports(path) or path.name == "contract.py", path.name


def test_no_game_knows_another() -> None:
    for path in (SOURCE / "games").glob("*/**/*.py"):
        text, game = path.read_text(encoding="utf-8"), path.relative_to(SOURCE / "games").parts[0]
        assert set(re.findall(r"decapod\.games\.(\w+)", text)) <= {game}, f"{path} imports another game"


def test_every_game_has_exactly_the_same_files() -> None:
    folders = [path for path in (SOURCE / "games").iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert {folder.name.replace("_", "-") for folder in folders} == set(OURS)
    for folder in folders:
        assert {path.name for path in folder.iterdir() if path.is_file()} == FILES, folder.name
        inner = {path.name for path in folder.iterdir() if path.is_dir()} - {"__pycache__"}
        assert inner <= {"chapters"}, folder.name
        odd = [path.name for path in folder.glob("chapters/*") if path.suffix != ".py" and path.name != "__pycache__"]
        assert not odd, folder.name


def test_every_game_has_all_that_the_contract_asks_for() -> None:
    for name in OURS:
        assert protocols.find_gaps(decapod.game(name).module) == []


def test_the_changelog_begins_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", text, re.MULTILINE)
    assert versions[0] == decapod.__version__


def test_whoever_cites_us_cites_this_version() -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.search(rf"^## \[{re.escape(decapod.__version__)}\] - (.+)$", changes, re.MULTILINE)
    assert released is not None
    assert {f"version: {decapod.__version__}", f"date-released: {released[1]}", "license: MIT"} <= set(lines)


def test_ci_calls_the_readmes_test_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "pip install uv && uv run pytest" in readme
    assert "pip install uv && uv run decapod" in readme
    assert re.search(r"^pip install .*uv && uv run pytest", ci, re.MULTILINE)


def test_whatever_people_are_told_to_install_can_be_installed_from_a_clone() -> None:
    """We are on no index, so that `pip install decapod` is no advice; and every extra that is named is one."""
    files = [*SOURCE.rglob("*.py"), *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("*/*.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files if path.name != "test_shell.py")
    assert not re.search(r"decapod\[\w+\](?! @)", text)
    assert not re.search(r"pip install ['\"]?decapod", text)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = set(re.findall(r"--extra (\w+)|how_to_install\([\"'](\w+)", text))
    assert {one or other for one, other in named} == set(extras), "an extra nobody needs, or one that is not there"
    assert set(EXTRAS) == set(extras)


def test_the_picture_in_the_readme_is_the_position_it_says() -> None:
    from docs.picture import drawn

    assert (ROOT / "docs" / "crab-stack.svg").read_text(encoding="utf-8") == drawn()
