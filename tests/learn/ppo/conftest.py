"""What needs torch is tried on so little that compiling rules, or sharing work out to threads, would take longer."""

from __future__ import annotations

from typing import Any

import pytest

from decapod.engine import jit_warmup


@pytest.fixture(autouse=True)
def small(torch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play interpreted, in one thread."""
    monkeypatch.setenv(jit_warmup.JIT_VARIABLE, "0")
    torch.set_num_threads(1)
