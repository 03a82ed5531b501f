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

#: What each part of the package may import of ours, besides itself. Every part is listed, and arrows point one way:
#: errors, paths ← i18n ← scene ← engine ← games ← core ← nn ← bots ← {analysis, testing, envs, lab} ← learn, analysis ←
#: server ← web, and the command line above all.
ALLOWED: dict[str, set[str]] = {
    "__init__": {"errors", "scene", "engine", "games", "core"},
    "errors": set(),
    "paths": {"errors"},
    "i18n": {"errors"},
    "scene": {"errors", "i18n"},
    "engine": {"errors", "paths", "scene"},
    "games": {"errors", "scene", "engine"},
    "core": {"errors", "i18n", "scene", "engine"},
    "nn": {"errors", "engine", "core"},
    "bots": {"errors", "i18n", "engine", "core", "nn"},
    "analysis": {"errors", "scene", "engine", "core", "bots"},
    "testing": {"errors", "i18n", "scene", "engine", "core", "bots"},
    "envs": {"errors", "scene", "engine", "core", "bots", "__init__"},
    "lab": {"errors", "paths", "i18n", "engine", "core", "bots", "__init__"},
    "learn": {"errors", "i18n", "engine", "core", "nn", "bots", "envs", "lab", "__init__"},
    "server": {"errors", "paths", "scene", "engine", "core", "bots", "analysis", "__init__"},
    "web": {"errors", "i18n", "scene", "core", "bots", "server", "__init__"},
    "terminal": {"errors", "paths", "scene", "core", "bots", "analysis"},
    "doctor": {"errors", "paths", "engine", "core", "__init__"},
    "cli_options": {"errors", "scene", "core"},
    "cli_progress": {"i18n", "lab"},
    "cli_analyse": {"errors", "core", "analysis", "cli_options", "cli_progress"},
    "cli_lab": {"errors", "lab", "learn", "cli_options", "cli_progress"},
    "cli": {
        "errors", "paths", "scene", "engine", "core", "bots", "learn", "server", "web", "terminal", "doctor",
        "cli_options", "cli_analyse", "cli_lab", "__init__",
    },
}  # fmt: skip
#: The same inside the server: sockets and pages stand above tables, and these above what is kept.
SERVER_LAYERS = ("store", "live", "http")
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


def test_arrows_point_one_way_inside_the_server() -> None:
    for place, layer in enumerate(SERVER_LAYERS):
        for path in (SOURCE / "server" / layer).rglob("*.py"):
            layers = set(re.findall(r"decapod\.server\.(\w+)", path.read_text(encoding="utf-8")))
            assert not layers & set(SERVER_LAYERS[place + 1 :]), path.name


def test_only_the_protocols_of_the_engine_know_the_scene() -> None:
    for path in (SOURCE / "engine").glob("*.py"):
        assert "scene" not in imports(path) or path.name == "protocols.py", path.name


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
    named = set(re.findall(r"--extra (\w+)|install_hint\([\"'](\w+)", text))
    assert {one or other for one, other in named} == set(extras), "an extra nobody needs, or one that is not there"
    assert set(EXTRAS) == set(extras)


def test_the_picture_in_the_readme_is_the_position_it_says() -> None:
    from docs.picture import drawn

    assert (ROOT / "docs" / "crab-stack.svg").read_text(encoding="utf-8") == drawn()
