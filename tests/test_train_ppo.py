"""The example that learns: short, and right in the places where such programs are wrong without failing."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples" / "train_ppo.py"


def test_the_example_is_under_200_lines() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 200


@pytest.fixture
def example(torch: Any) -> ModuleType:
    """The example, imported."""
    spec = importlib.util.spec_from_file_location("train_ppo", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_ppo"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.heavy
def test_worths_are_turned_from_the_viewers_order_to_the_seats_and_back(torch: Any, example: ModuleType) -> None:
    worth, player = torch.tensor([[0.1, 0.2, 0.3]] * 3), torch.tensor([0, 1, 2])
    seats = example.from_seats(worth, player)
    assert seats[1].tolist() == pytest.approx([0.3, 0.1, 0.2]), "seat 1 sees itself first, then seats 2 and 0"
    assert torch.equal(example.from_seats(seats, -player), worth)


@pytest.mark.heavy
def test_advantages_reach_back_to_the_deal_and_no_further(torch: Any, example: ModuleType) -> None:
    steps, discount, trace = example.STEPS, example.DISCOUNT, example.TRACE
    over = torch.zeros(steps, 1, dtype=torch.bool)
    over[3] = True
    rewards, worth = torch.zeros(steps, 1, 2), torch.full((steps, 1, 2), 0.5)
    rewards[3] = torch.tensor([1.0, -1.0])
    lesson = example.Lesson(*[torch.zeros(steps, 1)] * 5, worth, rewards, over)
    found = example.look_ahead(lesson, torch.full((1, 2), 0.5))[:, 0]
    assert found[3].tolist() == pytest.approx([0.5, -1.5])
    going_on = 0.5 * discount - 0.5
    assert found[2].tolist() == pytest.approx([going_on + discount * trace * last for last in (0.5, -1.5)])
    assert found[4, 0] == found[4, 1], "the next game knows nothing of it"
