"""The page's modules pass their own tests, which node runs: see `js/*.test.js`."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from tests.programs import node

TESTS = sorted((Path(__file__).parent / "js").glob("*.test.js"))


@pytest.mark.slow
def test_the_modules_pass_the_tests_that_node_runs() -> None:
    """Every file is run, and nothing in them fails, is skipped or is put off."""
    command = [node(), "--test", "--test-reporter=tap", *map(str, TESTS)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        pytest.fail(f"{done.stdout}\n{done.stderr}", pytrace=False)
    counts = {name: int(number) for name, number in re.findall(r"^# (\w+) (\d+)$", done.stdout, re.MULTILINE)}
    assert counts["pass"] == counts["tests"] > len(TESTS) > 0
