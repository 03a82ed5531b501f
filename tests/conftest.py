"""What all tests share."""

from __future__ import annotations

import pytest

import decapod


@pytest.fixture(scope="session")
def crab_stack() -> decapod.Game:
    """Crab Stack."""
    return decapod.game("crab-stack")
