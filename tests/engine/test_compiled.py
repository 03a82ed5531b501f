"""Kernels are made of parts that are optimised together, and parts can be called by others' compiled functions."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

import decapod
from decapod.engine import dice, jit, playout, rollout
from tests.installing import EXAMPLE

SOURCE = Path(decapod.__file__).parent


@pytest.mark.slow
def test_a_function_that_is_not_ours_can_call_ours_which_call_others() -> None:
    jit.register(dice, "decapod.engine")

    @numba.njit
    def rolls(words):  # type: ignore[no-untyped-def]
        return dice.roll(words, 6), dice.roll(words, 1000), playout.TRACE

    words, plain = np.zeros(dice.LENGTH, np.int64), np.zeros(dice.LENGTH, np.int64)
    dice.load(words, 1, 2, 3, 4)
    dice.load(plain, 1, 2, 3, 4)
    assert rolls(words) == (dice.roll(plain, 6), dice.roll(plain, 1000), playout.TRACE)
    assert np.array_equal(words, plain)


CALLING = """
import os, sys
sys.path.insert(0, os.environ["EXAMPLE"])
import numba, numpy as np
from decapod.engine import dice
from decapod.engine import rollout
from decapod.core.game import Game

@numba.njit
def roll(words):
    return dice.roll(words, 6), dice.roll(words, 1000)

rollout.compile_now(Game("tic_tac_toe").rules)
words = np.zeros(dice.LENGTH, np.int64)
dice.load(words, 1, 2, 3, 4)
print(*roll(words), *roll.py_func(words))
"""


@pytest.mark.slow
def test_a_function_that_is_not_ours_is_not_led_into_a_kernel(tmp_path: Path) -> None:
    """Compiled after a kernel it called that kernel's own copy of a part, optimised beyond recognition, and crashed."""
    places = {"EXAMPLE": str(EXAMPLE), "DECAPOD_CACHE": str(tmp_path), "DECAPOD_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", CALLING], env={**os.environ, **places}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    rolled = np.zeros(dice.LENGTH, np.int64)
    dice.load(rolled, 1, 2, 3, 4)
    assert [int(word) for word in done.stdout.split()] == [dice.roll(rolled, n) for n in (6, 1000, 6, 1000)]


COUNTING = """
import os, sys
sys.path.insert(0, os.environ["EXAMPLE"])
from decapod.engine import jit_link
from decapod.engine import rollout
from decapod.engine import jit
from decapod.core.game import Game
made = []
kept = jit_link.DeferredCompiler.define_pipelines
jit_link.DeferredCompiler.define_pipelines = lambda self: made.append(self.state.func_id.func) or kept(self)
game = Game("tic_tac_toe")
rollout.compile_now(game.rules)
kernel = jit.kernel(rollout.KERNEL, game.rules)
(whole,) = [overload.library for overload in kernel.overloads.values()]
functions = [f.name for f in whole._final_module.functions if not f.is_declaration] if made else []
print(len(made), sum("play_games" not in name for name in functions), game.simulate(200, seed=3).moves)
"""


@pytest.mark.slow
def test_a_kernel_is_loaded_wherever_the_same_sources_lie_and_plays_as_it_did(tmp_path: Path) -> None:
    """Of its parts, those that are inlined everywhere are gone: nobody else can call them."""
    shutil.copytree(SOURCE, tmp_path / "decapod", ignore=shutil.ignore_patterns("__pycache__", "static", "pages"))
    shutil.copytree(EXAMPLE, tmp_path / "example", ignore=shutil.ignore_patterns("__pycache__"))

    def run(source: Path, example: Path) -> list[int]:
        places = {"PYTHONPATH": str(source), "EXAMPLE": str(example), "DECAPOD_CACHE": str(tmp_path / "cache")}
        done = subprocess.run(
            [sys.executable, "-c", COUNTING], env={**os.environ, "DECAPOD_JIT": "1", **places},
            capture_output=True, text=True, check=False, cwd=tmp_path / "example",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return [int(word) for word in done.stdout.split()]

    parts, left, moves = run(SOURCE.parent, EXAMPLE)
    assert parts > 10
    assert left < parts / 2
    (kernel,) = (tmp_path / "cache" / "kernels").iterdir()
    first = kernel.read_bytes()
    assert run(tmp_path, tmp_path / "example") == [0, 0, moves]
    (again,) = (tmp_path / "cache" / "kernels").iterdir()
    assert again.read_bytes() == first
    kernel.write_bytes(first[:-1])  # damaged: it is compiled again
    assert run(tmp_path, tmp_path / "example") == [parts, left, moves]
    assert rollout.KERNEL.__name__ in kernel.name
