"""Observations: what the stated fields say, and the golden file that a layout cannot change behind."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import decapod
from decapod.core.game import OURS
from decapod.engine.observation import Field, cut, number_type, offsets, size
from decapod.errors import UsageError
from decapod.testing import golden_layout, write_golden

GOLDEN = Path(__file__).parents[1] / "golden"
DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [(0, 1, "int8"), (0, 127, "int8"), (-128, 0, "int8"), (0, 128, "int16"), (-129, 0, "int16"), (0, 40000, "int32")],
)
def test_numbers_are_as_narrow_as_they_can_be(low: int, high: int, wanted: str) -> None:
    assert number_type((Field("flag", 1, 0, 1, ""), Field("number", 1, low, high, ""))) == np.dtype(wanted)


@pytest.mark.parametrize(("number", "wanted"), [(3, 3), (127, 127), (128, 127), (-127, -127), (-500, -127)])
def test_what_a_byte_does_not_hold_is_cut(number: int, wanted: int) -> None:
    assert cut(number) == wanted


@pytest.mark.parametrize("name", OURS)
def test_a_games_observation_fits_into_bytes_and_its_fields_have_names_of_their_own(name: str) -> None:
    rules = decapod.game(name).rules
    names = [field.name for field in rules.OBSERVATION]
    assert len(set(names)) == len(names)
    assert all(field.meaning and field.low <= field.high for field in rules.OBSERVATION)
    assert number_type(rules.OBSERVATION) == np.int8
    last = rules.OBSERVATION[-1]
    assert size(rules.OBSERVATION) == rules.OBSERVATION_SIZE == offsets(rules.OBSERVATION)[-1] + last.length


@pytest.mark.parametrize("name", OURS)
def test_a_layout_that_changes_needs_another_version(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = decapod.game(name)
    ((file, text),) = golden_layout(game).items()
    kept = [int(path.stem.rpartition("-")[2]) for path in GOLDEN.glob(f"{name}-observation-*.txt")]
    assert max(kept) == game.rules.OBSERVATION_VERSION
    assert (GOLDEN / file).read_text(encoding="utf-8") == text, f"raise OBSERVATION_VERSION of {name}"
    (tmp_path / file).write_text(text, encoding="utf-8")
    monkeypatch.setattr(game.rules, "OBSERVATION", (*game.rules.OBSERVATION, Field("more", 1, 0, 1, "one more")))
    with pytest.raises(UsageError, match="raise its OBSERVATION_VERSION"):
        write_golden(name, tmp_path)
    assert (tmp_path / file).read_text(encoding="utf-8") == text


def test_the_page_of_tables_is_what_the_code_says() -> None:
    """`uv run python docs/observations.py` writes it."""
    spec = importlib.util.spec_from_file_location("observations", DOCS / "observations.py")
    assert spec is not None
    assert spec.loader is not None
    pages = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pages)
    assert (DOCS / "observations.md").read_text(encoding="utf-8") == pages.write_page()
