"""`uv run pytest` on a machine that has only what it takes to play: first fetch what the tests need, once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

PROJECT = Path(__file__).with_name("pyproject.toml")


def is_missing(requirement: str) -> bool:
    """Whether a requirement that goes for every system is not installed; its version is uv's business."""
    if ";" in requirement:
        return False
    try:
        distribution(requirement.partition(">=")[0])
    except PackageNotFoundError:
        return True
    return False


def pytest_configure(config: pytest.Config) -> None:
    """Start again with the group `test`, where something of it is missing; without uv, say how to get it."""
    with PROJECT.open("rb") as file:
        wanted = tomllib.load(file)["dependency-groups"]["test"]
    missing = [one for one in wanted if isinstance(one, str) and is_missing(one)]
    if not missing:
        return
    uv = os.environ.get("UV") or shutil.which("uv")
    if uv is None or "UV_RUN_RECURSION_DEPTH" not in os.environ or "DECAPOD_FETCHED" in os.environ:
        raise pytest.UsageError(f"{missing[0]} is not installed: uv sync --group test")
    config.pluginmanager.getplugin("capturemanager").suspend_global_capture()
    print("fetching what the tests need beside the games (once, some 250 MB)", flush=True)
    again = [uv, "run", "--group", "test", "python", "-m", "pytest", *map(str, config.invocation_params.args)]
    os.environ["DECAPOD_FETCHED"] = "1"
    if sys.platform == "win32":  # where exec would leave the terminal to two programs
        pytest.exit("", subprocess.run(again, check=False).returncode)
    os.execv(uv, again)
