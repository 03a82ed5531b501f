"""Kernels compile also where Numba's private names are missing or do not work: slower, with one line in the log."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installing import EXAMPLE

#: What makes the linker unusable, at the start of every process: Numba itself does without it.
MISSING = "import numba.core.untyped_passes as module; import numba; del module.InlineClosureLikes"
CHANGED = """
from numba.core.codegen import JITCPUCodegen
usual = JITCPUCodegen._module_pass_manager
def changed(self, **options):
    if options and "cost" not in options:
        raise TypeError("cost is missing\\nhere")
    return usual(self, **options)
JITCPUCodegen._module_pass_manager = changed
"""
PLAYING = """
import logging
logging.basicConfig(format="log: %(message)s")
from decapod.engine import jit_warmup
from decapod.core.game import Game
from decapod.bots import flat_mc
game = Game("tic_tac_toe")
jit_warmup.warm(game.package, [jit_warmup.BATCH, flat_mc.__name__], wait=True)
here, interpreted = game.simulate(50, seed=3), game.simulate(50, seed=3, device="python")
print(jit_warmup.state(game.package), here.on, interpreted.on, (here.results == interpreted.results).all())
"""


def play(folder: Path) -> tuple[str, list[str]]:
    """Compile and play in processes that begin with what `folder` has; return what is printed and logged."""
    environment = {"PYTHONPATH": os.pathsep.join(map(str, (folder, EXAMPLE))), "DECAPOD_CACHE": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", PLAYING], env={**os.environ, "DECAPOD_JIT": "1", **environment},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), [line for line in done.stderr.splitlines() if line.startswith("log: ")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("breakage", "reason"),
    [(MISSING, "ImportError: cannot import name 'InlineClosureLikes'"), (CHANGED, "TypeError: cost is missing")],
)
def test_kernels_compile_without_the_linker_and_say_so_once(tmp_path: Path, breakage: str, reason: str) -> None:
    (tmp_path / "sitecustomize.py").write_text(breakage)
    printed, log = play(tmp_path)
    assert printed == "ready cpu python True"
    assert len(log) == 1
    assert reason in log[0]
    kernels = tmp_path / "cache" / "kernels"
    made = {path: path.stat().st_mtime_ns for path in kernels.rglob("*.nbc")}
    assert len(made) == 2
    again, log = play(tmp_path)
    assert (again, len(log)) == (printed, 1)
    assert {path: path.stat().st_mtime_ns for path in kernels.rglob("*.nbc")} == made, "compiled again"


@pytest.mark.slow
def test_nothing_is_logged_where_the_linker_works(tmp_path: Path) -> None:
    printed, log = play(tmp_path)
    assert (printed, log) == ("ready cpu python True", [])
    assert not list((tmp_path / "cache" / "kernels").rglob("*.nbc"))
