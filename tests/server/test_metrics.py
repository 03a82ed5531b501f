"""Metrics: of one process, and of all workers together."""

from __future__ import annotations

from pathlib import Path

import pytest

from decapod.server import metrics


def test_the_page_has_every_metric() -> None:
    page = metrics.page().decode()
    for name in ("moves", "refusals", "matches", "move_seconds", "commit_seconds", "scenes", "rooms", "sockets"):
        assert f"# HELP decapod_{name}" in page


def test_workers_are_counted_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    assert metrics.page() == b""  # no worker has counted anything in this folder
