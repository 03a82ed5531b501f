"""What needs torch is tried on so few tables that compiling their rules would take longer than the games."""

from __future__ import annotations

import pytest

from decapod.engine import ready


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play interpreted."""
    monkeypatch.setenv(ready.JIT_VARIABLE, "0")
