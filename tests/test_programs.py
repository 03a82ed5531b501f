"""The programs that tests need: what does not start is not taken."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests import programs


@pytest.mark.skipif(sys.platform == "win32", reason="a stand-in is a script")
@pytest.mark.parametrize(
    ("beside_the_driver", "is_taken"),
    [
        ("echo v24.1.0", True),
        ("echo v18.0.0", False),
        ("echo 'node: error while loading shared libraries: libatomic.so.1' >&2; exit 127", False),
        (None, False),
    ],
)
def test_playwright_runs_on_its_own_node_if_that_starts_and_else_on_ours(
    tmp_path: Path, beside_the_driver: str | None, is_taken: bool
) -> None:
    own = tmp_path / "node"
    if beside_the_driver is not None:
        own.write_text(f"#!/bin/sh\n{beside_the_driver}\n")
        own.chmod(0o755)
    assert programs.node_for_playwright(tmp_path) == (str(own) if is_taken else programs.node())


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("npm warn old\nnpm error code CERT\nA complete log is elsewhere", "npm error code CERT"),
        ("Reading\nno space left", "no space left"),
        ("", "it does not say why"),
    ],
)
def test_what_cannot_be_fetched_is_told_by_the_line_that_says_why(said: str, why: str) -> None:
    command = [sys.executable, "-c", f"import sys; sys.exit({said!r} or 1)"]
    with pytest.raises(pytest.fail.Exception, match=f"^it cannot be fetched: {why}$"):
        programs.call(command, "it cannot be fetched")
