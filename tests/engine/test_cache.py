"""Kernels are found again by what they were made from, and by nothing else."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

import decapod
from decapod.bots import flat_mc
from decapod.core.game import OURS
from decapod.engine import jit_cache, perft, rollout
from tests.installing import EXAMPLE

SOURCE = Path(decapod.__file__).parent


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DECAPOD_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_kernel_is_named_after_its_game_and_function_and_all_it_is_made_from(place: Path) -> None:
    files = [
        jit_cache.file_of(OURS[name], kernel)
        for name in ("crabs", "crab-stack")
        for kernel in (rollout.KERNEL, flat_mc.KERNEL, perft.KERNEL)
    ]
    assert len(set(files)) == 6
    for file in files:
        assert file is not None
        assert file.parent == place / "kernels"
    assert str(files[0]).startswith(f"{place / 'kernels' / 'decapod.games.crabs.play_games'}-")


#: Tells the names of kernels for each line it reads, and has forgotten then what it hashed, as a new process would.
FILES = """
import sys
from decapod.bots import flat_mc
from decapod.engine import rollout
from decapod.engine import jit_cache
games = "decapod.games.crabs", "decapod.games.oh_crab", "package", "single"
for _ in sys.stdin:
    jit_cache.fingerprint_of.cache_clear()
    names = [jit_cache.file_of(game, kernel).name for game in games for kernel in (rollout.KERNEL, flat_mc.KERNEL)]
    print(*names, flush=True)
"""


@pytest.mark.slow
def test_only_what_matters_to_a_kernel_changes_its_name(tmp_path: Path) -> None:
    """What lies beside a single module is not its source; what lies below a package is, our games' views aside."""
    copy = tmp_path / "decapod"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__", "static", "pages"))
    (tmp_path / "package" / "chapters").mkdir(parents=True)
    for file in ("package/__init__.py", "package/scene.py", "package/chapters/row.py", "single.py", "neighbour.py"):
        (tmp_path / file).write_text("A = 1\n")

    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "DECAPOD_CACHE": str(tmp_path / "cache")}
    with subprocess.Popen(
        [sys.executable, "-c", FILES], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        check_names(child, tmp_path)


def check_names(child: subprocess.Popen[str], folder: Path) -> None:
    """Change one file after the other, and look which names have changed."""
    assert child.stdin is not None
    assert child.stdout is not None
    stdin, stdout = child.stdin, child.stdout

    def names() -> list[str]:
        print(file=stdin, flush=True)
        return stdout.readline().split()

    first = names()
    assert len(set(first)) == 8
    for file, changed in {
        "decapod/cli.py": "........",
        "decapod/core/match.py": "........",
        "decapod/scene/builder.py": "........",
        "decapod/server/run.py": "........",
        "decapod/games/crabs/scene.py": "........",
        "decapod/games/crabs/words.toml": "........",
        "neighbour.py": "........",
        "decapod/bots/flat_mc.py": ".x.x.x.x",
        "decapod/games/crabs/rules.py": "xx......",
        "decapod/games/crabs/chapters/cards.py": "xx......",
        "decapod/games/oh_crab/state.py": "..xx....",
        "package/scene.py": "....xx..",
        "package/chapters/row.py": "....xx..",
        "single.py": "......xx",
        "decapod/engine/dice.py": "xxxxxxxx",
    }.items():
        with (folder / file).open("a", encoding="utf-8") as text:
            text.write("\n# changed\n")
        second = names()
        assert "".join(".x"[a != b] for a, b in zip(first, second, strict=True)) == changed, file
        first = second


@pytest.mark.slow
def test_another_machine_another_version_or_another_setting_has_another_name() -> None:
    code = "from decapod.engine import jit_cache, rollout\n"
    code += "print(jit_cache.file_of('decapod.games.crabs', rollout.KERNEL).name)"
    usual = run(code)
    assert run(code) == usual
    assert run(code, NUMBA_OPT="1") != usual
    assert run(f"from llvmlite import binding; binding.get_host_cpu_name = lambda: 'another'; {code}") != usual
    assert run(f"import importlib.metadata as m; m.version = lambda name: '1'; {code}") != usual


def test_nothing_that_is_compiled_lies_in_a_file_that_is_not_hashed() -> None:
    """Follow every import of the rules' files: none leads to what a game shows."""
    for package in OURS.values():
        home = SOURCE.parent / package.replace(".", "/")
        hashed = {path.relative_to(home).as_posix() for path in jit_cache.sources_of(package)}
        shown = {path.name for path in home.glob("*.py")} - hashed
        assert shown == jit_cache.VIEWS
        for path in jit_cache.sources_of(package):
            if path == home / "__init__.py":
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(package):
                    names = {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
                    assert not names & {f"{package}.{view.removesuffix('.py')}" for view in jit_cache.VIEWS}, path
        for verb in import_module("decapod.engine.dispatch").RULE_FUNCTIONS:
            found = getattr(import_module(package), verb)
            file = Path(found.__code__.co_filename)
            assert file in jit_cache.sources_of(package) or file.parent == SOURCE / "engine", verb


def test_a_kernel_is_kept_with_when_and_how_long(place: Path) -> None:
    path = jit_cache.file_of("decapod.games.crabs", rollout.KERNEL)
    assert jit_cache.look_up(path) is None
    assert jit_cache.load(path) is None
    before = time.time()
    jit_cache.store(path, b"some\ncode", 12.345)
    kept = jit_cache.look_up(path)
    assert kept is not None
    assert (kept.seconds, kept.size) == (12.35, 9)
    assert before <= kept.made <= time.time()
    assert jit_cache.load(path) == b"some\ncode"


@pytest.mark.parametrize("cut", [0, 1, 20, -1])
def test_a_damaged_kernel_is_none(place: Path, cut: int) -> None:
    path = jit_cache.file_of("decapod.games.crabs", rollout.KERNEL)
    assert path is not None
    jit_cache.store(path, b"code", 1)
    path.write_bytes(path.read_bytes()[:cut])
    assert jit_cache.look_up(path) is None
    assert jit_cache.load(path) is None


def test_of_one_kernel_the_few_used_last_are_kept_and_nothing_else_is_touched(place: Path) -> None:
    folder = jit_cache.folder()
    assert folder is not None
    others = [folder / "game.other-1.kernel", folder / "game.play-on-1.kernel", folder.parent / "somebody's"]
    for other in others:
        other.touch()
        os.utime(other, (1, 1))
    paths = [folder / f"game.play-{n}.kernel" for n in range(jit_cache.KEPT)]
    for age, path in enumerate(paths):
        jit_cache.store(path, b"code", 1)
        os.utime(path, (1000 + age, 1000 + age))
    jit_cache.load(paths[0])  # used now
    jit_cache.store(folder / "game.play-new.kernel", b"code", 1)
    assert [path.exists() for path in paths] == [True, False] + [True] * (jit_cache.KEPT - 2)
    assert all(other.exists() for other in others)


UNWRITABLE = """
import os, sys
if os.environ["WHERE"] == "no home":
    for name in ("DECAPOD_CACHE", "XDG_CACHE_HOME", "HOME"):
        os.environ.pop(name, None)
    os.getuid = lambda: 2**31 - 7  # nobody's number
sys.path.insert(0, os.environ["EXAMPLE"])
from decapod.engine import rollout
from decapod.engine import jit_cache
from decapod.core.game import Game
passing = jit_cache.folder()
game = Game("tic_tac_toe")
run = game.simulate(50)
print(run.on, run.games, oct(passing.stat().st_mode & 0o777), len(list(passing.glob("*.kernel"))), passing)
"""


@pytest.mark.slow
@pytest.mark.parametrize("where", ["a file", "no home"])
def test_kernels_that_cannot_be_kept_are_compiled_all_the_same_and_gone_with_the_process(
    where: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    environment = {"WHERE": where, "DECAPOD_CACHE": str(tmp_path / "file" / "cache"), "EXAMPLE": str(EXAMPLE)}
    on, games, mode, kernels, passing = run(UNWRITABLE, DECAPOD_JIT="1", **environment).split()
    assert (on, games, mode, kernels) == ("cpu", "50", "0o700", "1")
    assert not Path(passing).exists()


ALONGSIDE = """
import os, sys
sys.path.insert(0, os.environ["EXAMPLE"])
before = os.environ.get("NUMBA_CACHE_DIR")
from decapod.engine import jit
from decapod.core.game import Game
import numba
from numba.core import config
Game("tic_tac_toe").simulate(5)
print(os.environ.get("NUMBA_CACHE_DIR") == before, config.CACHE_DIR)
"""


@pytest.mark.slow
def test_the_cache_of_people_who_use_numba_themselves_is_left_alone(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    environment = {"DECAPOD_CACHE": str(tmp_path / "ours"), "EXAMPLE": str(EXAMPLE), "DECAPOD_JIT": "1"}
    assert run(ALONGSIDE, NUMBA_CACHE_DIR=str(theirs), **environment) == f"True {theirs}"
    assert not list(theirs.iterdir())
    assert len(list((tmp_path / "ours" / "kernels").iterdir())) == 1
