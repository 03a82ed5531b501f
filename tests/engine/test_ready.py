"""Kernels are compiled elsewhere while play goes on, once, and each is ready only when it is."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from decapod.engine import jit_cache, jit_warmup, rollout
from tests.installing import EXAMPLE

PACKAGE = "decapod.games.crab_stack"
SAMPLER = "decapod.bots.flat_mc"
BOTH = (jit_warmup.BATCH, SAMPLER)
LONG = 300  # seconds, on a machine that has much else to do
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="who waits for a lock is read from /proc/locks")


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.slow
def test_a_child_fills_the_cache_and_each_kernel_is_ready_by_itself(tmp_path: Path) -> None:
    """A game whose batches are compiled is not ready for a bot, which would compile at the table."""
    code = f"""
from decapod.engine import jit_warmup
game = "tic_tac_toe"  # the example, which compiles in a moment
assert not jit_warmup.is_ready(game)
jit_warmup.warm(game, wait=True)
print(jit_warmup.state(game), jit_warmup.is_ready(game), jit_warmup.is_ready(game, {SAMPLER!r}))
print(jit_warmup.kept(game) is not None, jit_warmup.kept(game, {SAMPLER!r}) is not None)
jit_warmup.warm(game, {BOTH!r}, wait=True)
print(jit_warmup.state(game), jit_warmup.is_ready(game), jit_warmup.is_ready(game, {SAMPLER!r}))
"""
    told = run(code, DECAPOD_CACHE=str(tmp_path), PYTHONPATH=str(EXAMPLE), DECAPOD_JIT="1").splitlines()
    assert told == ["ready True False", "True False", "ready True True"]
    made = {file: file.read_bytes() for file in (tmp_path / "kernels").glob("*.kernel")}
    assert len(made) == len(BOTH)
    again = run(code, DECAPOD_CACHE=str(tmp_path), PYTHONPATH=str(EXAMPLE), DECAPOD_JIT="1").splitlines()
    assert again == ["ready True False", "True True", "ready True True"]
    assert {file: file.read_bytes() for file in (tmp_path / "kernels").iterdir()} == made, "compiled again"


@pytest.mark.slow
def test_nothing_is_compiled_when_switched_off(tmp_path: Path) -> None:
    code = f"""
from decapod.engine import jit_warmup
from decapod.bots import bot
import decapod, sys
match = decapod.game("crab-stack").match(2, seed=1)
jit_warmup.warm({PACKAGE!r}, wait=True)
bot("flat-mc", seed=1, playouts=20).choose(match.player_view(match.to_act[0]))
print(jit_warmup.state({PACKAGE!r}), match.game.simulate(1).on, "numba" in sys.modules)
"""
    for variables in ({"DECAPOD_JIT": "0"}, {"DECAPOD_JIT": "1", "NUMBA_DISABLE_JIT": "1"}):
        assert run(code, DECAPOD_CACHE=str(tmp_path), **variables) == "interpreted python False"
    assert not list(tmp_path.iterdir())


def test_a_broken_compiler_leaves_play_interpreted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DECAPOD_CACHE", str(tmp_path))
    monkeypatch.setenv("DECAPOD_JIT", "1")
    monkeypatch.setattr(jit_warmup, "_states", {})
    monkeypatch.setattr(jit_warmup, "_threads", {})
    monkeypatch.setattr(jit_warmup, "_failures", {})
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no-such-python"))
    jit_warmup.warm(PACKAGE, wait=True)
    assert jit_warmup.state(PACKAGE) == "failed"
    assert "no-such-python" in jit_warmup.failure(PACKAGE)
    assert not jit_warmup.is_ready(PACKAGE)


# --- one compiles, the others wait ------------------------------------------------------------------------


def waits_for(path: Path) -> bool:
    """Tell whether a process waits for the lock on a file."""
    lock = path.with_suffix(".lock")
    waiting = [line.split() for line in Path("/proc/locks").read_text().splitlines() if "->" in line]
    return lock.exists() and any(words[6].rpartition(":")[2] == str(lock.stat().st_ino) for words in waiting)


def until(happens: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait until something happens; a process that ends before it does fails the test."""
    while not happens():
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)


def start(place: Path, *words: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "DECAPOD_CACHE": str(place), "DECAPOD_JIT": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.fixture
def kernel_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DECAPOD_CACHE", str(tmp_path))
    path = jit_cache.file_of(PACKAGE, rollout.KERNEL)
    assert path is not None
    return path


@LINUX
@pytest.mark.slow
def test_who_wants_a_kernel_that_another_process_compiles_waits_for_that_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(EXAMPLE))
    monkeypatch.syspath_prepend(EXAMPLE)
    words = "decapod.engine.jit_warmup", "tic_tac_toe", jit_warmup.BATCH
    first = jit_cache.file_of("tic_tac_toe", rollout.KERNEL)  # where everybody's are, and this one may be already
    assert first is not None
    with start(first.parents[1], *words) as process:
        assert process.wait(LONG) == 0
    second = tmp_path / "kernels" / first.name
    second.parent.mkdir(parents=True)
    with contextlib.ExitStack() as ends, jit_cache.single_compiler(second):
        process = ends.enter_context(start(tmp_path, *words))
        until(lambda: waits_for(second), process)
        shutil.copy(first, second)
    assert process.returncode == 0
    assert second.read_bytes() == first.read_bytes(), "when it was made is in it"


@pytest.mark.slow
@LINUX
@pytest.mark.parametrize("command", ["bench", "perft"])
def test_waiting_for_another_process_can_be_interrupted(command: str, tmp_path: Path, kernel_file: Path) -> None:
    from decapod.engine import perft

    file = kernel_file if command == "bench" else jit_cache.file_of(PACKAGE, perft.KERNEL)
    assert file is not None
    with jit_cache.single_compiler(file):
        with start(tmp_path, "decapod.cli", command, "crab-stack") as waiting:
            until(lambda: waits_for(file), waiting)
            waiting.send_signal(signal.SIGINT)
            assert waiting.communicate(timeout=LONG) == ("", "")
        assert waiting.returncode == 130
        while waits_for(file):  # its child is ended too
            time.sleep(0.02)


def test_importing_decapod_imports_nothing_heavy() -> None:
    heavy = ("numpy", "numba", "rich", "typer", "platformdirs", "markdown_it")
    assert run(f"import decapod, sys; print([m for m in {heavy} if m in sys.modules])") == "[]"
