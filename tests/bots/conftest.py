"""What tests of bots share: nets that know nothing."""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest

import decapod
from decapod.nn.net_file import Net


@pytest.fixture(scope="session")
def net_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Write a net of a game, drawn by chance, and return the name of its file."""
    folder = tmp_path_factory.mktemp("nets")

    @functools.cache
    def write(name: str, width: int = 16, seed: int = 1) -> str:
        path = folder / f"{name}-{width}-{seed}.safetensors"
        Net.random(decapod.game(name), width, seed).write(path)
        return str(path)

    return write
