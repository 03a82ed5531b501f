"""The errors: which class says what, and that each can be caught as `DecapodError`."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
import typer

import decapod
from decapod.cli import app
from decapod.errors import (
    DecapodError,
    IllegalMoveError,
    NotYourTurnError,
    ParseError,
    RulesVersionError,
    StaleMoveError,
    UsageError,
    as_int,
)


def run(arguments: list[str]) -> None:
    """Run the command line in this process, and let its errors through."""
    typer.main.get_command(app).main(args=arguments, prog_name="decapod", standalone_mode=False)


def test_a_usage_error_has_a_code_of_its_own_and_its_words_are_the_message() -> None:
    error = UsageError("99999 is no port")
    assert (error.code, error.rule, str(error)) == ("usage", "", "99999 is no port")
    assert decapod.UsageError is UsageError


@pytest.mark.parametrize(
    "kind", [IllegalMoveError, RulesVersionError, NotYourTurnError, StaleMoveError, ParseError, UsageError]
)
def test_every_error_is_refused_and_none_is_another(kind: type[DecapodError]) -> None:
    assert kind.__bases__ == (DecapodError,)
    assert issubclass(kind, ValueError)


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "crab-stack", "--language", "de"],
        ["rules", "crab-stack", "CS-99"],
        ["play"],
        ["play", "crab-stack", "--option", "first"],
        ["play", "crab-stack", "--seats", "you,stockfish"],
        ["play", "crab-stack", "--players", "3", "--seats", "you,random"],
        ["play", "crab-stack", "--seconds", "0", "--seats", "flat-mc,random"],
        ["play", "crab-stack"],
        ["menu"],
        ["perft", "crab-stack", "--device", "abacus"],
        ["bench", "crab-stack", "--seconds", "-1"],
        ["bench", "crab-stack", "--threads", "0"],
        ["serve", "--port", "99999"],
        ["serve", "--workers", "0"],
        ["serve", "--workers", "2"],
        ["serve", "--database", "mysql://x"],
        ["backup", "/no/such/folder/copy"],
        ["restore", "/no/such/folder/copy"],
    ],
)
def test_what_was_asked_wrongly_is_a_usage_error(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECAPOD_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO())  # no terminal
    with pytest.raises(UsageError):
        run(arguments)


@pytest.mark.parametrize(("option", "value"), [("--viewer", "2"), ("--at", "1")])
def test_a_number_that_a_match_does_not_have_is_a_usage_error(tmp_path: Path, option: str, value: str) -> None:
    saved = tmp_path / "new.decapod"
    decapod.game("crab-stack").match(2, seed=7).save(saved)
    with pytest.raises(UsageError):
        run(["replay", str(saved), option, value])


def test_whatever_an_error_quotes_it_is_one_line_that_can_be_read() -> None:
    refused = ParseError(f"no such box: my\nbox {'x' * 5000}.toml")
    assert str(refused) == refused.reason.words
    assert str(refused).startswith("no such box: my box xxx")
    assert str(refused).endswith("x.toml")
    assert len(str(refused)) < 320


def test_a_text_that_is_none_of_ours_stays_unreadable(tmp_path: Path) -> None:
    text = tmp_path / "shopping.txt"
    text.write_text("two crabs\n", encoding="utf-8")
    for arguments in (["verify", str(text)], ["replay", str(text)], ["play", "crab-stack", "--box", str(text)]):
        with pytest.raises(ParseError):
            run(arguments)


@pytest.mark.parametrize("value", [3, np.int8(3), np.uint64(3), np.array(3)])
def test_a_whole_number_is_pythons_own_whoever_it_was(value: object) -> None:
    number = as_int(value, "players")
    assert (number, type(number)) == (3, int)


@pytest.mark.parametrize("value", [2.0, np.float64(2), True, np.bool_(True), "2", None, [2], 2j, float("nan")])
def test_what_is_no_whole_number_is_named_in_one_line(value: object) -> None:
    with pytest.raises(TypeError) as error:
        as_int(value, "players")
    assert str(error.value) == f"players is a whole number, not {value!r}"
