"""Where there is no GPU, one line says why and what to do."""

from __future__ import annotations

import builtins
import importlib
from typing import Any

import pytest

import decapod
from decapod.engine import cuda_rollout
from decapod.engine.perft import perft


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import the module anew where numba's `cuda` raises an error; afterwards it is as it was."""
    found = builtins.__import__

    def import_with(error: Exception) -> None:
        def find(name: str, *more: Any) -> Any:
            if name == "numba" and len(more) > 2 and "cuda" in (more[2] or ()):
                raise error
            return found(name, *more)

        monkeypatch.setattr(builtins, "__import__", find)
        importlib.reload(cuda_rollout)

    yield import_with
    monkeypatch.undo()
    importlib.reload(cuda_rollout)


def test_without_the_package_it_is_named(without: Any) -> None:
    without(ImportError("no module named numba_cuda"))
    said = cuda_rollout.missing()
    assert said is not None
    assert said.startswith("numba-cuda is not installed: in Decapod's folder, uv run --extra cuda")


def test_without_a_library_of_nvidias_its_name_is_told_in_one_line(without: Any) -> None:
    without(RuntimeError('Failure finding "libcudart.so.13"\nlooked in many places'))
    said = cuda_rollout.missing()
    assert said is not None
    assert 'Failure finding "libcudart.so.13"): ' in said
    assert "\n" not in said


def test_who_asks_for_a_gpu_that_is_not_there_is_told_what_to_install(without: Any) -> None:
    without(ImportError("no module named numba_cuda"))
    game = decapod.game("crab-stack")
    match = game.match(2, seed=1)
    with pytest.raises(RuntimeError, match="uv run --extra cuda"):
        game.simulate(1, device="cuda")
    with pytest.raises(RuntimeError, match="uv run --extra cuda"):
        perft(game.rules, match.box.record, match.state, 1, "cuda")
