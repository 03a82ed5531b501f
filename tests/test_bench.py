"""The measurements that prove something run, and find it so, in small."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import free_port

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.slow


def siege(*arguments: str) -> dict[str, Any]:
    """Run the siege with some arguments; it must succeed."""
    command = [sys.executable, str(ROOT / "bench" / "siege.py"), "--json", "--port", str(free_port()), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def test_the_siege_says_what_people_felt_and_what_strangers_did(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECAPOD_JIT", "0")
    figures = siege("--only", "text", "fast", "--seconds", "2")
    rows = {row["attack"]: row for row in figures["attacks"]}
    assert list(rows) == ["text", "fast"]
    for row in rows.values():
        assert row["counts"]
        assert row["serves"]
        assert row["lost connections"] == 0
        assert all(count > 0 for count in (*row["moves"], *row["quiet"], *row["attacked"]))


def test_no_move_is_lost_or_doubled_by_a_kill() -> None:
    figures = siege("--kill", "2")
    assert figures["kills"] == 2
    assert figures["acknowledged"] > 0
    assert (figures["lost"], figures["doubled"]) == (0, 0)


def test_nonsense_leaves_no_traceback() -> None:
    figures = siege("--fuzz", "4000")
    assert figures["messages"] == 4000
    assert figures["answers"]["refused"] > 0
    assert figures["tracebacks"] == 0
    assert figures["serves"]
