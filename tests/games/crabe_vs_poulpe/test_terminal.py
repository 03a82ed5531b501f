"""Crabe vs Poulpe at a terminal: cards are numbers, and a whole duel can be played in two languages."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

Start = Callable[..., pexpect.spawn]


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[Start]:
    """Start a match against chance at a terminal of its own."""
    started: list[pexpect.spawn] = []

    def start(*arguments: str) -> pexpect.spawn:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "decapod.cli", "play", "crabe-vs-poulpe", "--seats", "you,random", *arguments],
            env={**os.environ, "DECAPOD_DATA": str(tmp_path), "DECAPOD_JIT": "0", "TERM": "dumb", "COLUMNS": "100"},
            encoding="utf-8",
            timeout=60,
        )
        child.setecho(False)
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


@pytest.mark.slow
def test_a_number_is_a_card_and_with_a_sign_a_line_of_the_list(duel: Start) -> None:
    child = duel("--seed", "4")  # the crab holds 1 7 8 10 Ω and leads
    child.expect("#3 8!")
    child.expect("Crab> ")
    child.sendline("3")
    child.expect("You do not hold the 3")
    child.sendline("8")
    child.expect("Octopus lets Reverse happen")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "language", "prompt", "over"),
    [("symmetric", "en", "Crab> ", "wins: "), ("asymmetric", "fr", "Crabe> ", "gagne : ")],
)
def test_a_person_can_finish_a_duel(duel: Start, variant: str, language: str, prompt: str, over: str) -> None:
    child = duel("--variant", variant, "--language", language, "--seed", "4")
    for _ in range(200):
        if child.expect([prompt, over]) != 0:
            break
        child.sendline("#1")
    else:
        pytest.fail("the duel did not end")
    child.expect(pexpect.EOF)
