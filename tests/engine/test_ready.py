"""Kernels are compiled elsewhere while play goes on, and never run stale."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from decapod.engine import cache, ready
from tests.installing import EXAMPLE

PACKAGE = "decapod.games.crab_stack"


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_cache_folder_changes_with_any_source(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("A = 1\n")
    before = cache.fingerprint(tmp_path)
    assert cache.fingerprint(tmp_path) == before
    (tmp_path / "rules.py").write_text("A = 2\n")
    assert cache.fingerprint(tmp_path) != before


def test_kernels_of_a_game_from_outside_are_kept_by_its_own_sources_too(tmp_path: Path) -> None:
    """What lies beside a single module is not its source; what lies below a package is."""
    (tmp_path / "package" / "chapters").mkdir(parents=True)
    for file in ("package/__init__.py", "package/chapters/row.py", "single.py", "neighbour.py"):
        (tmp_path / file).write_text("A = 1\n")
    code = "from decapod.engine import cache; print(*map(cache.folder, ('decapod.games.crabs', 'package', 'single')))"

    def folders() -> list[str]:
        return run(code, PYTHONPATH=str(tmp_path), DECAPOD_CACHE=str(tmp_path)).split()

    first = folders()
    assert first[0] == str(tmp_path / f"kernels-{cache.fingerprint()}")
    assert len(set(first)) == 3
    (tmp_path / "neighbour.py").write_text("A = 2\n")
    assert folders() == first
    (tmp_path / "single.py").write_text("A = 2\n")
    second = folders()
    assert [a == b for a, b in zip(first, second, strict=True)] == [True, True, False]
    (tmp_path / "package" / "chapters" / "row.py").write_text("A = 2\n")
    assert [a == b for a, b in zip(second, folders(), strict=True)] == [True, False, True]


@pytest.mark.slow
def test_a_child_fills_the_cache_and_the_parent_becomes_ready(tmp_path: Path) -> None:
    code = """
from decapod.engine import cache, ready
from tests.installing import EXAMPLE
game = "tic_tac_toe"  # the example, which compiles in a moment
assert not ready.is_ready(game)
ready.warm(game, wait=True)
print(ready.state(game), (cache.folder(game) / f"{game}.ready").exists())
"""
    assert run(code, DECAPOD_CACHE=str(tmp_path), PYTHONPATH=str(EXAMPLE)) == "ready True"


def test_nothing_is_compiled_when_switched_off(tmp_path: Path) -> None:
    code = f"""
from decapod.engine import ready
from decapod.bots import bot
import decapod, sys
match = decapod.game("crab-stack").match(2, seed=1)
ready.warm({PACKAGE!r}, wait=True)
bot("sampler", seed=1, playouts=20).choose(match.seat(match.awaiting[0]))
print(ready.state({PACKAGE!r}), "numba" in sys.modules)
"""
    assert run(code, DECAPOD_CACHE=str(tmp_path), DECAPOD_JIT="0") == "interpreted False"
    assert not list(tmp_path.iterdir())


def test_a_broken_compiler_leaves_play_interpreted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DECAPOD_CACHE", str(tmp_path))
    monkeypatch.setattr(ready, "_states", {})
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no-such-python"))
    ready.warm(PACKAGE, wait=True)
    assert ready.state(PACKAGE) == "failed"
    assert not ready.is_ready(PACKAGE)


@pytest.mark.slow
@pytest.mark.parametrize("where", ["a file", "no home"])
def test_kernels_that_cannot_be_kept_are_compiled_all_the_same_and_not_kept_next_to_the_sources(
    where: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    code = """
import os, numba
from pathlib import Path
if os.environ["WHERE"] == "no home":
    os.environ.pop("DECAPOD_CACHE", None)
    os.environ.pop("XDG_CACHE_HOME", None)
    os.environ.pop("HOME", None)
    os.getuid = lambda: 2**31 - 7  # nobody's number
from decapod.engine import cache, compiled, dice, ready
import decapod
assert cache.usable_folder() is None
rules = decapod.game("crab-stack").rules
def twice(n):
    return n + n
twice.__module__ = "decapod.engine.dice"
kernel = compiled.kernel(twice, rules)
ready.warm("decapod.games.crab_stack.no_such_package", wait=True)
print(kernel(21), type(kernel._cache).__name__, ready.state("decapod.games.crab_stack.no_such_package"))
"""
    assert run(code, WHERE=where, DECAPOD_CACHE=str(tmp_path / "file" / "cache")) == "42 NullCache failed"


def test_importing_decapod_imports_nothing_heavy() -> None:
    heavy = ("numpy", "numba", "rich", "typer", "platformdirs", "markdown_it")
    assert run(f"import decapod, sys; print([m for m in {heavy} if m in sys.modules])") == "[]"
