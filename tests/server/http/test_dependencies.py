"""Who asks: names are tidied."""

from __future__ import annotations

import pytest

from decapod.errors import ParseError
from decapod.server import wire
from decapod.server.http.dependencies import tidy_name


@pytest.mark.parametrize(
    ("name", "tidy"),
    [(" Ada  Lovelace ", "Ada Lovelace"), ("A\x00d\na", "A d a"), ("é" * 40, "é" * wire.MOST_NAME)],
)
def test_a_name_is_one_line_of_printable_letters(name: str, tidy: str) -> None:
    assert tidy_name(name) == tidy


def test_a_name_without_letters_is_refused() -> None:
    with pytest.raises(ParseError, match="at least one letter"):
        tidy_name(" \t\x07")
