"""How tests install the example, a game from outside our package, and games made from it that are broken."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from uv import find_uv_bin

EXAMPLE = Path(__file__).parents[1] / "examples" / "tic_tac_toe"
EXAMPLE_BOT = EXAMPLE.with_name("greedy_bot")
#: A program that is a bot: it makes the first legal move.
FIRST_MOVE = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "move": asked["legal"][0]["move"]}), flush=True)
"""


def install_example(folder: Path, example: Path = EXAMPLE) -> Path:
    """Install an example into an empty folder, as anybody would, without the network; return the folder."""
    command = [find_uv_bin(), "pip", "install", "--python", sys.executable, "--target", str(folder)]
    command += ["--no-deps", "--no-build-isolation", "--no-cache", "--offline", "--quiet", str(example)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def environment_with(*folders: Path, **variables: str) -> dict[str, str]:
    """Return the environment of a process that finds what is installed in these folders."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders)), "COLUMNS": "200", **variables}


def plant_game(folder: Path, name: str, module: str, changes: Mapping[str, str], *, without: str = "") -> None:
    """Register a copy of the example under a name: texts of its files are changed, one file may be left out."""
    shutil.copytree(EXAMPLE / "tic_tac_toe", folder / module, ignore=shutil.ignore_patterns("__pycache__"))
    if without:
        (folder / module / without).unlink()
    named = ('NAME, RULES_VERSION = "tic-tac-toe", 1', 'game = "tic-tac-toe"')
    changes = {**{part: part.replace("tic-tac-toe", name) for part in named}, **changes}
    for old, new in changes.items():
        holders = [path for path in (folder / module).iterdir() if old in path.read_text(encoding="utf-8")]
        assert len(holders) == 1, f"{old!r} is in {len(holders)} files of the example"
        holders[0].write_text(holders[0].read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    register(folder, name, module)


def plant_bot(folder: Path, name: str, source: str) -> None:
    """Register a bot under a name: the class `Bot` of a module with this source."""
    module = name.replace("-", "_")
    (folder / f"{module}.py").write_text(source, encoding="utf-8")
    register(folder, name, f"{module}:Bot", "decapod.bots")


def register(folder: Path, name: str, module: str, group: str = "decapod.games") -> None:
    """Write what an installer writes: that a module in this folder is a game of this name, or a class of it a bot."""
    project = module.partition(":")[0]
    info = folder / f"{project}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {module}\n", encoding="utf-8")
