"""Every rule has a test that carries its id, and every such id is a rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import decapod
from decapod import testing

TESTS = Path(__file__).parents[1]


def ids_carried() -> set[str]:
    """List the rule ids that tests carry."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for marked in re.findall(r"@pytest\.mark\.rule\(([^)]*)\)", path.read_text(encoding="utf-8")):
            found.update(re.findall(r"\"([A-Z]+-\d+)\"", marked))
    return found


@pytest.mark.parametrize("name", decapod.games())
def test_every_rule_has_a_test(name: str) -> None:
    testing.check_rulebook(decapod.game(name), ids_carried())


@pytest.mark.parametrize("name", decapod.games())
def test_every_number_of_the_box_says_where_it_is_from(name: str) -> None:
    source = decapod.game(name).box.printed["source"]
    assert source
    assert set(source.values()) <= {"printed", "published", "reconstructed"}
