"""Allowances: so many a second, those of some seconds at once, for each name its own."""

from __future__ import annotations

import pytest

from decapod.server import allowance as module
from decapod.server.allowance import Allowance, Allowances


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self.now


def test_an_allowance_is_used_up_and_fills_again() -> None:
    clock = Clock()
    allowance = Allowance(2.0, 3, clock)
    assert allowance.is_full
    assert [allowance.take() for _ in range(7)] == [True] * 6 + [False]
    assert not allowance.is_full
    clock.now += 1
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    clock.now += 100
    assert [allowance.take() for _ in range(7)] == [True] * 6 + [False]


def test_whoever_books_more_than_there_are_is_told_when_and_the_next_waits_longer() -> None:
    clock = Clock()
    allowances = Allowances(2.0, 1, clock)
    assert [allowances.book("ada") for _ in range(5)] == [0, 0, 0.5, 1.0, 1.5]
    assert allowances.book("ben") == 0
    clock.now += 1.5
    assert allowances.book("ada") == 0.5
    assert [Allowances(0, 1, clock).book("ada") for _ in range(9)] == [0] * 9


def test_everybody_has_their_own() -> None:
    allowances = Allowances(1.0, 1, Clock())
    assert [allowances.take(name) for name in ("ada", "ada", "ben")] == [True, False, True]


def test_a_rate_of_nothing_is_no_limit() -> None:
    allowances = Allowances(0, 5, Clock())
    assert all(allowances.take("ada") for _ in range(100))


def test_those_who_took_nothing_of_late_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_REMEMBERED", 3)
    clock = Clock()
    allowances = Allowances(1.0, 1, clock)
    for name in "abc":
        allowances.take(name)
    clock.now += 60
    allowances.take("c")
    allowances.take("d")
    assert set(allowances._by_name) == {"c", "d"}
    assert not allowances.take("c")
